--- The review of a reading and its corrections: a table with a line for each gap, doubt and choice, which an editor
-- changes and gives back. Columns, between tabs: `line` ("12:5": line and column), `printed`, `read` (the move in
-- SAN, or nothing), `rivals` (other moves). With the table, a printed move is read as the move in `read`; if that is
-- "-", the words are prose. Rows without a move change nothing.
-- Cost: linear in the rows, and in the text before the last of them.
-- @module lucena.text.corrections

local cursor = require("lucena.text.cursor")
local dialects = require("lucena.dialect")
local fold = require("lucena.text.fold")
local letters = require("lucena.notation.letters")
local shapes = require("lucena.notation.shape")

local M = {}

M.HEAD = table.concat({ "line", "printed", "read", "rivals" }, "\t")

-- Return a line or a column, or nil.
local function number_of(digits)
  return digits and #digits < 10 and tonumber(digits) or nil -- nil: no number
end

local function cell(text)
  return (text or ""):gsub("[\t\r\n]+", " ")
end

-- Return the names of a list of moves without one of them: "Nbd7, Nfd7".
local function without(names, read)
  local list = {}
  for name in (names or ""):gmatch("[^,%s]+") do
    list[#list + 1] = name ~= read and name or nil
  end
  return table.concat(list, ", ")
end

--- Return the row of a diagnostic; nil if it is about a move after a gap that has a row.
---@param diagnostic table {line, column, token, read, rivals, follows}
---@return string?
function M.row(diagnostic)
  if diagnostic.follows then
    return nil
  end
  return ("%d:%d\t%s\t%s\t%s"):format(diagnostic.line, diagnostic.column, cell(diagnostic.token),
    cell(diagnostic.read), without(diagnostic.rivals, diagnostic.read))
end

-- Return whether a text has the form of a move with English letters, or is "-".
local function is_move(text)
  return text == "-" or shapes.of(text, letters.find("english").white) ~= nil
end

-- Return the problem of a row, or nil.
local function problem_of(row, move, place, seen)
  if not place then
    return row:find("%S") and row ~= M.HEAD and "not a row of a review (line:column, printed, read, rivals)" or nil
  elseif move ~= "" and not is_move(move) then
    return ("'%s' is not a move in SAN, nor -"):format(move)
  end
  return move ~= "" and seen[place] and ("a second move for %s"):format(place) or nil
end

--- Read a table of corrections.
---@param text string
---@return table[]? list {line, column, printed, move}, those with a move
---@return string? err
function M.parse(text)
  local list, number, seen = {}, 0, {}
  for row in text:gsub("^\u{FEFF}", ""):gmatch("([^\r\n]*)\r?\n?") do
    number = number + 1
    local place, printed, move = row:match("^(%d+:%d+)\t([^\t]+)\t([^\t]*)")
    local line, column = (place or ""):match("^(%d+):(%d+)$")
    line, column, move = number_of(line), number_of(column), (move or ""):match("^%s*(.-)%s*$")
    local problem = problem_of(row, move, line and column and place, seen)
    if problem then
      return nil, ("line %d: %s"):format(number, problem)
    elseif place and move ~= "" then
      seen[place] = true
      list[#list + 1] = { line = line, column = column, printed = printed, move = move }
    end
  end
  return list
end

-- Return the last byte of a printed text at an offset; nil if the text is another one. Blanks may differ.
local function last_of(text, at, printed)
  local stop = at - 1
  for word in printed:gmatch("%S+") do
    local first = text:find("[^%s" .. fold.FILL .. "]", stop + 1)
    for char in word:gmatch(utf8.charpattern) do
      first = first and text:match("^" .. fold.FILL .. "*()", first)
      if not first or text:sub(first, first + #char - 1) ~= char then
        return nil
      end
      first, stop = first + #char, first + #char - 1
    end
  end
  return stop
end

-- Return the offsets at which lines begin, up to a line.
local function starts_of(page, last)
  local starts, lines, at = {}, cursor.new(page), 1
  while at and #starts < last do
    starts[#starts + 1] = select(2, lines:seek(at))
    at = lines.stop and lines.stop + 1
  end
  return starts
end

--- Find the places of corrections in a text.
---@param list table[] of parse
---@param page string
---@param text string of the same length, without markup
---@return table<integer, table> forced {first, last, move} by their offset
---@return table[] missing the corrections whose printed text is not at its place
function M.locate(list, page, text)
  local most, forced, missing = 0, {}, {}
  for _, one in ipairs(list) do
    most = math.max(most, one.line)
  end
  local starts = starts_of(page, most)
  for _, one in ipairs(list) do
    local first = starts[one.line] and starts[one.line] + one.column - 1
    local last = first and last_of(text, first, one.printed)
    if last then
      forced[first] = { first = first, last = last, move = one.move, line = one.line, column = one.column }
    else
      missing[#missing + 1] = one
    end
  end
  return forced, missing
end

--- Return a text without the words that corrections call prose.
---@param folded string
---@param forced table<integer, table>
---@return string
function M.hide(folded, forced)
  local list = {}
  for _, one in pairs(forced) do
    list[#list + 1] = one.move == "-" and one or nil
  end
  table.sort(list, function(a, b) return a.first < b.first end)
  local out, at = {}, 1
  for _, one in ipairs(list) do
    out[#out + 1], out[#out + 2] = folded:sub(at, one.first - 1), (" "):rep(one.last - one.first + 1)
    at = one.last + 1
  end
  out[#out + 1] = folded:sub(at)
  return table.concat(out)
end

-- ---- the reader ----------------------------------------------------------------------------------

local Reader = {}
Reader.__index = Reader

-- Return the move at an offset of the text; other texts are the spellings that may be a misprint.
function Reader:forced_at(text, at)
  local one = #text == self.size and self.forced[at]
  if one and one.move ~= "-" then
    return { token = { text = one.move, dialect = self.dialect }, is_forced = true }, one.last
  end
end

function Reader:read(text, at, ...)
  local mention, last = self:forced_at(text, at)
  if mention then
    return mention, last
  end
  return self.reader:read(text, at, ...)
end

function Reader:digits(text, at)
  local mention, last = self:forced_at(text, at)
  if mention then
    return mention, last
  end
  return self.reader:digits(text, at)
end

--- Return a reader of lucena.text.readers that reads the corrected moves.
---@param reader table
---@param forced? table<integer, table>
---@param size integer the length of the text
---@return table
function M.reader(reader, forced, size)
  if not forced or not next(forced) then
    return reader
  end
  return setmetatable({ reader = reader, forced = forced, dialect = M.dialect(), size = size }, Reader)
end

--- Return the dialect of the moves in a table of corrections.
---@return lucena.Dialect
function M.dialect()
  return assert(dialects.find("pgn"))
end

return M
