--- Reads a long text in parts of about SIZE bytes. Each part goes through all stages before the next part is read:
-- events.lua finds the printed moves ("mentions"), runs.lua joins consecutive moves to runs, place.lua attaches the
-- runs to games. Memory grows with the size of a part and of a game, not with the text.
--
-- A part ends at a blank line, so that no row, sentence or parenthesis continues in the next part. In a text without
-- blank lines it ends at a line break, or at a blank before a number.
-- @module lucena.text.parts

local corrections = require("lucena.text.corrections")
local cursor = require("lucena.text.cursor")
local events = require("lucena.text.events")
local match = require("lucena.text.match")
local place = require("lucena.text.place")
local readers = require("lucena.text.readers")
local runs = require("lucena.text.runs")

local M = {}

M.SIZE = 1 << 16 -- bytes of a part, up to twice as many if there is no blank line

-- Patterns at which a part may end, the best first. The first byte that the pattern matches is the last of the part.
local ENDS = { "\n[ \t]*\r?\n", "\n", "%s%d+[.)]", "%s" }

-- Return the last byte of a part.
local function end_of(text, first)
  local from = first + M.SIZE
  if from + M.SIZE >= #text then
    return #text
  end
  local window = text:sub(from, from + M.SIZE)
  for _, pattern in ipairs(ENDS) do
    local at = window:find(pattern)
    if at then
      return from + at - 1
    end
  end
  return from + M.SIZE
end

--- Find the games in a text.
---@param folded string the text without boards: see lucena.text.boards
---@param list_of_boards table[]
---@param dialect lucena.Dialect
---@param start lucena.Position where games begin
---@param on_game function(game, mentions, to, matcher): called for each game in the order of the text, with the
-- mentions before the byte `to`; `game` is nil for mentions before the first game
---@param misprints? string "find": look for the corrections of misprints; "correct": apply them, too
---@param forced? table<integer, table> of lucena.text.corrections
function M.each(folded, list_of_boards, dialect, start, on_game, misprints, forced)
  local reader, matcher = corrections.reader(readers.of(dialect, folded), forced, #folded), match.new()
  local pending, head = {}, 1
  local placer = place.new(matcher, start, function(game, to)
    local from = head
    while pending[head] and pending[head].first <= to do
      head = head + 1
    end
    on_game(game, table.move(pending, from, head - 1, 1, {}), to, matcher)
  end, misprints and { reader = reader, folded = folded, dialect = dialect, corrects = misprints == "correct" })
  local first, position, board = 1, cursor.new(folded), 1
  repeat
    local part = { first = first, last = end_of(folded, first), cursor = position, line = position:seek(first) }
    part.is_last = part.last == #folded
    local list
    list, part.last = events.list(folded, reader, part)
    pending, head = table.move(pending, head, #pending, 1, {}), 1
    for _, event in ipairs(list) do
      pending[#pending + 1] = event.kind == "move" and event or nil
    end
    part.boards, part.has_boards = {}, #list_of_boards > 0
    while list_of_boards[board] and list_of_boards[board].first <= part.last do
      part.boards[#part.boards + 1], board = list_of_boards[board], board + 1
    end
    placer:feed(runs.list(folded, list, part), part.last, part.last >= #folded)
    first = part.last + 1
  until first > #folded
end

return M
