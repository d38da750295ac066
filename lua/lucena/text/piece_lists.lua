--- Finds positions that a text gives as lists of pieces, as exercises and adjourned games do:
--
--     White: Kg1, Rd1, a2, b2; Black: Kg8, Rd8, pawns f7, g7
--
-- Problems have the number of the pieces, "White (4)", and a number of their own before the list, to which the
-- solutions on another part of the page refer: "Position 141", "No. 141".
--
-- The letters may be those of any language; the first one in which both sides have a king and the position is legal
-- counts. A list becomes a board, as lucena.text.boards makes it of a drawing, and is hidden from the readers of moves.
-- Cost: linear in the text: a search for each word for White and Black. A list has at most MOST pieces.
-- @module lucena.text.piece_lists

local boards = require("lucena.text.boards")
local core = require("lucena.core")
local letters = require("lucena.notation.letters")
local piece_names = require("lucena.text.piece_names")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

local MOST = 16 -- pieces of a side
local LONGEST_GAP = 12 -- bytes between two pieces, and between the two lists
local LONGEST_LIST = 600 -- bytes of a text that is one position

-- Return the piece that a word names, also in the plural: "pawns", "Bauern", "peones".
local function named(word)
  if not utf8.len(word) then
    return nil
  end
  local name = letters.lower(word)
  return piece_names.piece(name) or piece_names.piece((name:gsub("e?[sn]$", "")))
end

local COUNT = "^[%s:.]*%([%d+%s]+%)()" -- the number of the pieces

-- Read the pieces of a side from an offset. Returns them as {spelling, name, square}, and the last byte.
local function list_at(text, at)
  local list, last, name = {}, nil, nil
  at = text:match(COUNT, at) or at
  while #list < MOST do
    local start = find(text, "[^%s,;:.()=\1-]", at)
    local first, stop, spelling, square = find(text, "^([%a\x80-\xFF]*)([a-h][1-8])%f[^%w]", start or #text + 1)
    local _, word_end, word = find(text, "^([%a\x80-\xFF]+)%f[^%w\x80-\xFF]", start or #text + 1)
    if not start or start - at > LONGEST_GAP then
      break
    elseif first then
      list[#list + 1], last, at = { spelling = spelling, name = name, square = square }, stop, stop + 1
      name = name == "P" and name or nil -- only pawns have one name for several squares
    elseif word and (named(word) or words.is_and[word]) then
      name, at = named(word), word_end + 1
    else
      break
    end
  end
  return list, last
end

-- Add the lists after a word for a side.
local function add_side(lists, text, word, side)
  local at = 1
  while true do
    local first, stop = find(text, word, at, true)
    if not first then
      return
    end
    local is_word = not find(sub(text, first - 1, first - 1), "[%w\x80-\xFF]") and find(text, "^[%s:.=(-]", stop + 1)
    local list, last
    if is_word then
      list, last = list_at(text, stop + 1)
    end
    if last then
      lists[#lists + 1] = { side = side, first = first, last = last, list = list }
    end
    at = stop + 1
  end
end

-- Return the letter of a piece for FEN, or nil if the language does not know its spelling.
local function letter_of(item, side, row)
  local kind = item.spelling == "" and (item.name or "P")
  for piece, spellings in pairs(kind and {} or row[side]) do
    for _, spelling in ipairs(spellings) do
      kind = spelling == item.spelling and piece or kind
    end
  end
  return kind and (side == "white" and kind or kind:lower())
end

-- Return the pieces by their squares in the letters of a language, or nil.
local function pieces_of(pair, row)
  local pieces = {}
  for _, half in ipairs(pair) do
    for _, item in ipairs(half.list) do
      local letter = letter_of(item, half.side, row)
      if not letter or pieces[item.square] then
        return nil
      end
      pieces[item.square] = letter
    end
  end
  return pieces
end

local function placement_of(pieces)
  local ranks = {}
  for rank = 8, 1, -1 do
    local cells = {}
    for file = 1, 8 do
      cells[file] = pieces[string.char(96 + file) .. rank] or "1"
    end
    ranks[#ranks + 1] = table.concat(cells):gsub("1+", string.len)
  end
  return table.concat(ranks, "/")
end

-- Return the placement of two lists in the first language in which it is a position.
local function read(pair)
  for _, class in ipairs(letters.classes()) do
    local pieces = pieces_of(pair, class.row)
    local placement = pieces and placement_of(pieces)
    if placement and (core.position(placement .. " w - - 0 1") or core.position(placement .. " b - - 0 1")) then
      return placement
    end
  end
end

local function sides_of(text)
  local lists = {}
  for side, names in pairs { white = words.white, black = words.black } do
    for _, word in ipairs(names) do
      add_side(lists, text, word, side)
      if word:upper() ~= word then
        add_side(lists, text, word:upper(), side)
      end
    end
  end
  table.sort(lists, function(a, b) return a.first < b.first end)
  return lists
end

local LONGEST_CAPTION = 300 -- bytes of the paragraph before a list
local CAPTION = "^[%s%p]*[%a\x80-\xFF.]*%s*[%a\x80-\xFF.]*%s*(%d%d?%d?%d?)[.:)]?%s*$"

-- Return the number of a problem: in a line of its paragraph, before the list, that has at most two words.
local function number_before(text, first)
  local before = sub(text, math.max(1, first - LONGEST_CAPTION), first - 1)
  before = before:match("^.*\n[ \t]*\r?\n(.*)$") or before
  for line in before:gmatch("[^\n]+") do
    local digits = line:match(CAPTION)
    if digits then
      return math.tointeger(tonumber(digits))
    end
  end
end

-- Hide the lists of pieces in a text. Returns it, and the boards.
local function hide_lists(text)
  local sides, list, out, at, i = sides_of(text), {}, {}, 1, 1
  while sides[i + 1] do
    local one, other = sides[i], sides[i + 1]
    local is_pair = one.side ~= other.side and other.first - one.last <= LONGEST_GAP and one.first >= at
    local placement = is_pair and read { one, other }
    if placement then
      list[#list + 1] = boards.board(text, one.first, other.last, placement,
        number_before(text, one.first))
      out[#out + 1] = sub(text, at, one.first - 1)
      out[#out + 1], at = boards.hidden(sub(text, one.first, other.last)), other.last + 1
    end
    i = i + (placement and 2 or 1)
  end
  out[#out + 1] = sub(text, at)
  return table.concat(out), list
end

local MOST_OTHER = 40 -- bytes besides the lists: "Black to move"

--- Return the FEN of a position that a text gives as lists of pieces, and nothing else but the side to move.
---@param text string
---@return string? fen nil if the text is no such list
-- @usage piece_lists.fen("White: Kg1, a2. Black: Kg8. Black to move") --> 6k1/8/8/8/8/8/P7/6K1 b - - 0 1
function M.fen(text)
  local folded = #text <= LONGEST_LIST and find(text, "[a-h][1-8]") and require("lucena.text.fold").fold(text)
  local _, list = hide_lists(folded or "")
  local board = #list == 1 and list[1]
  if not board or #folded - (board.last - board.first + 1) > MOST_OTHER then
    return nil
  end
  local turns = board.turn and { board.turn == "white" and "w" or "b" } or { "w", "b" }
  for _, turn in ipairs(turns) do
    local fen = ("%s %s - - 0 1"):format(board.placement, turn)
    if core.position(fen) then
      return fen
    end
  end
end

--- Hide the positions of a text that are drawn, or that are lists of pieces.
---@param text string folded by lucena.text.fold
---@return string masked of the same length
---@return table[] boards as of lucena.text.boards, in the order of the text
function M.hide(text)
  local masked, lists = hide_lists(text)
  local hidden, list = boards.hide(masked)
  table.move(lists, 1, #lists, #list + 1, list)
  table.sort(list, function(a, b) return a.first < b.first end)
  return hidden, list
end

return M
