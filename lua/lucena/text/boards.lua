--- Finds boards that are drawn with characters in a text, and hides them from the readers of moves. A drawing has eight
-- rows of squares; between them are lines of a frame or nothing. The colour of a piece is its case, or a sign before
-- its letter: "#R", "^R"; "bR", "wR". notation/diagram.lua reads the letters.
--
-- A hidden board has the byte EDGE at both ends and FILL between them; line breaks stay, so that offsets and lines are
-- those of the text. `without` takes hidden boards out of the text between two moves.
-- Cost: one pass over the lines. Only eight consecutive lines that look like rows are read.
-- @module lucena.text.boards

local fold = require("lucena.text.fold")
local numbers = require("lucena.number")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

--- The byte at both ends of a hidden board.
M.EDGE = "\2"

local LONGEST_LINE = 120 -- bytes
local LONGEST_GAP = 1 -- blank lines between rows, which typewriters leave

-- ---- rows ----------------------------------------------------------------------------------------

-- Signs before a letter that show the colour of a piece.
local SIGNS = { ["#"] = "black", ["^"] = "white", b = "black", w = "white", B = "black", W = "white", ["*"] = "black" }

-- Return the cells of a line that may be a row of a board, without rank numbers, or nil.
local function cells_of(line)
  local cells = {}
  if select(2, line:gsub("|", "")) >= 9 then
    for cell in line:match("|(.*)|"):gmatch("([^|]*)|?") do
      cells[#cells + 1] = cell:match("^%s*(.-)%s*$")
    end
    while #cells > 8 and cells[#cells] == "" do
      cells[#cells] = nil
    end
  else
    for cell in line:gsub("^%s*[1-8][.)]?%s", " "):gsub("%s[1-8]%s*$", ""):gmatch("[^%s|]+") do
      cells[#cells + 1] = cell
      if #cells > 8 then
        return nil
      end
    end
    if #cells == 1 and utf8.len(cells[1]) == 8 then
      return cells
    end
  end
  if #cells ~= 8 then
    return nil
  end
  for _, cell in ipairs(cells) do
    if #cell > 4 then
      return nil
    end
  end
  return cells
end

local function is_frame(line)
  return find(line, "[-_=+|\xE2]") ~= nil and not find(line, "[^%s%-_=+|\x80-\xFF]")
end

-- Replace signs of colour by the case of the letters. Returns nil if the cells have no such signs.
local function without_signs(cells)
  local out = {}
  for i, cell in ipairs(cells) do
    local sign, letter = cell:match("^([#^*bwBW])(%u%l?)$")
    if not sign and cell ~= "" and not find(cell, "^%p+$") then
      return nil
    end
    letter = letter == "Kt" and "N" or letter
    out[i] = letter and (SIGNS[sign] == "white" and letter or letter:lower()) or "."
  end
  return out
end

-- Return the piece placement of eight rows of cells, or nil.
local function placement_of(rows)
  local lines = {}
  for i, cells in ipairs(rows) do
    local signed = #cells == 8 and without_signs(cells)
    if signed then
      lines[i] = table.concat(signed, " ")
    else
      for k, cell in ipairs(cells) do
        cells[k] = cell == "" and "." or cell
      end
      lines[i] = table.concat(cells, " ")
    end
  end
  local drawn = table.concat(lines, "\n")
  if not find(drawn, "[%a\xE2]") then
    return nil
  end
  local board = require("lucena.notation.diagram").read_diagram(drawn)
  return board and board:fen():match("^%S+") or nil
end

-- ---- captions ------------------------------------------------------------------------------------

-- Return the last byte of the line of letters below a board, that of its caption, and the number in the caption. Both
-- lines are part of the board.
local function caption_end(text, stop)
  local _, files = find(text, "^[ \t]*[aAhH]%s+[bBgG]%s+[cCfF]%s+[dDeE]%s+[eEdD]%s+[fFcC]%s+[gGbB]%s+[hHaA][ \t]*\r?\n",
    stop + 1)
  stop = files or stop
  for _, caption in ipairs(words.diagrams) do
    local _, last, number = find(text, "^%s*" .. caption .. "%s*%.?%s*[NnOo°.]*%s*(%d*)[^\n]*\r?\n", stop + 1)
    if last and last - stop < LONGEST_LINE * 2 then
      return stop, last, numbers.whole(number, 0, numbers.MOST)
    end
  end
  return stop, stop
end

local function side_in(part)
  part = part:lower()
  for _, row in ipairs(words.turns) do
    if find(part, row[1]) then
      return row[2]
    end
  end
end

-- Return the side that a caption says is to move, or nil: in the paragraph of the board, or near it.
local function turn_of(text, first, below)
  local before, after = sub(text, math.max(1, first - 200), first - 1), sub(text, below, below + 300)
  return side_in(after:match("^(.-)\n[ \t]*\r?\n") or after) or side_in(before:match("^.*\n[ \t]*\r?\n(.*)$") or before)
    or side_in(before .. "\n" .. after)
end

-- ---- the text ------------------------------------------------------------------------------------

--- Return a part of a text as a hidden board, of the same length.
---@param part string
---@return string
function M.hidden(part)
  part = part:gsub("[^\r\n]", fold.FILL)
  return M.EDGE .. sub(part, 2, -2) .. (find(part, "\n$") and "\n" or M.EDGE)
end

-- Return the rows that begin at a line, and the last byte of the last one; nil if there are no eight rows.
local function rows_at(text, at)
  local rows, stop, gap = {}, nil, 0
  while #rows < 8 do
    local last = find(text, "\n", at, true) or #text + 1
    if last - at > LONGEST_LINE then
      return nil
    end
    local line = sub(text, at, last - 1):gsub("\r$", "")
    local cells = (not is_frame(line) or find(line, "%S%s+%S")) and cells_of(line)
    if cells then
      rows[#rows + 1], stop, gap = cells, last, 0
    elseif not is_frame(line) then
      gap = gap + 1
      if #rows == 0 or find(line, "%S") or gap > LONGEST_GAP then
        return nil
      end
    end
    at = last + 1
    if at > #text and #rows < 8 then
      return nil
    end
  end
  local last = find(text, "\n", stop + 1, true)
  if last and is_frame(sub(text, stop + 1, last - 1)) then
    stop = last
  end
  return rows, stop
end

--- Return a board.
---@param text string folded
---@param first integer
---@param last integer
---@param placement string of FEN
---@param number? integer of its caption
---@param below? integer the first byte after the drawing
---@return table board {kind = "diagram", first, last, placement, number, turn}
function M.board(text, first, last, placement, number, below)
  return { kind = "diagram", first = first, last = last, placement = placement, number = number,
    turn = turn_of(text, first, below or last + 1) }
end

--- Hide the boards of a text.
---@param text string folded by lucena.text.fold
---@return string masked of the same length
---@return table[] boards {kind = "diagram", first, last, drawn, placement, number, turn}; `drawn` is the last byte
-- without the caption
function M.hide(text)
  local list, out, copied, at = {}, {}, 1, 1
  local size = #text
  while at <= size do
    local last = find(text, "\n", at, true) or size + 1
    local rows, stop
    if last - at <= LONGEST_LINE and last - at >= 8 and cells_of(sub(text, at, last - 1)) then
      rows, stop = rows_at(text, at)
    end
    local placement = rows and placement_of(rows)
    if placement then
      local first, below = at, stop + 1
      local drawn, last_byte, number = caption_end(text, stop)
      stop = math.min(last_byte, size)
      list[#list + 1] = M.board(text, first, stop, placement, number, below)
      list[#list].drawn = math.min(drawn, size)
      out[#out + 1] = sub(text, copied, first - 1)
      out[#out + 1] = M.hidden(sub(text, first, stop))
      copied, last = stop + 1, stop
    end
    at = last + 1
  end
  out[#out + 1] = sub(text, copied)
  return #list > 0 and table.concat(out) or text, list
end

--- Return a text with blanks in place of its boards, for the comments of games. Captions are kept.
---@param text string
---@param list table[] of M.hide
---@return string
function M.without_drawings(text, list)
  local out, at = {}, 1
  for _, board in ipairs(list) do
    out[#out + 1] = sub(text, at, board.first - 1)
    local last = board.drawn or board.last
    out[#out + 1] = (sub(text, board.first, last):gsub("[^\r\n]", " "))
    at = last + 1
  end
  out[#out + 1] = sub(text, at)
  return #list > 0 and table.concat(out) or text
end

local REFERENCE = 400 -- bytes before a move that may name its diagram

local SOLUTION = "\n[ \t]*%a*%.?[ \t]*(%d%d?%d?%d?)[.:)][ \t]*%(?$" -- "141. 1. Rg1", "No. 141: 1. Rg1"

--- Return the number of the diagram that the words before a move name last, or nil. A number at the beginning of the
-- line, before that of the move, is the number of a solution.
---@param text string
---@param at integer the first byte of the move
---@return integer?
---@return boolean is_solution
function M.reference(text, at)
  local before, found, latest = sub(text, math.max(1, at - REFERENCE), at - 1), nil, 0
  for _, word in ipairs(words.diagrams) do
    for first, number in before:gmatch("()%f[%w]" .. word .. "%.?%s+(%d+)") do
      if first > latest then
        found, latest = numbers.whole(number, 0, numbers.MOST), first
      end
    end
  end
  local solution = numbers.whole(before:match(SOLUTION), 0, numbers.MOST)
  return solution or found, solution ~= nil
end

--- Take hidden boards out of the text between two moves.
---@param gap string
---@return string
function M.without(gap)
  if not find(gap, M.EDGE, 1, true) then
    return gap
  end
  return (gap:gsub("[%s%-+|]*\2[\1\r\n]*\2?[\1%s]*", " "))
end

return M
