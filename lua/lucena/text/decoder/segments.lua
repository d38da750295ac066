--- Divides the pieces of a text into segments: each begins with a first move number, and has the score and notes of one
-- game. So each game has its own notation, and the paths of a game end with it. The number is the first of the text, or
-- follows a later number: at the beginning of a line, or with two moves and number 2 after it. A text without any has
-- no segment. A game that a note quotes begins no segment: after it, the numbers of the game before it continue.
-- Cost: linear in the pieces; for each number 1, at most MOST_QUOTED pieces are read again.
-- @module lucena.text.decoder.segments

local token = require("lucena.text.decoder.token")

local M = {}

local LATE = 5 -- a number that notes on the first move do not have

-- Return whether a piece is a first move number. A bare one is directly before a move: "1 zu 0" is a result.
local function is_first(pieces, i)
  local piece, following = pieces[i], pieces[i + 1]
  return piece.kind == "number" and piece.value == 1 and not piece.is_black
    and (not piece.is_bare or following ~= nil and token.parse(following.text) ~= nil)
end

local MOST_WORDS = 40 -- between the first and the second number of a game inside a line

-- Return whether number 2 follows the first number at an index. Otherwise a sentence names an opening: "1. e4 c5".
local function goes_on(pieces, i)
  for at = i + 1, math.min(#pieces, i + MOST_WORDS) do
    if pieces[at].kind == "number" and not pieces[at].is_bare then
      return pieces[at].value == 2
    end
  end
  return false
end

-- Return whether the number at an index begins another game inside a line, after a number of a game.
local function begins_inside(pieces, i, before)
  local one, other = pieces[i + 1], pieces[i + 2]
  return before >= LATE and one ~= nil and other ~= nil and token.parse(one.text) ~= nil
    and token.parse(other.text) ~= nil and goes_on(pieces, i)
end

local MOST_QUOTED = 200 -- pieces of a quoted game
local MOST_LOST = 1 -- consecutive numbers that a quoted game may lack

-- Return whether the game at an index is quoted. `before` is the latest number of the game before it. A game is quoted
-- if its numbers have not reached `before` when that number or the next one follows.
local function is_quoted(pieces, first, before)
  local latest = 1
  for i = first + 1, math.min(#pieces, first + MOST_QUOTED) do
    local piece = pieces[i]
    local value = piece.kind == "number" and not piece.is_bare and piece.value or latest
    if value > latest + 1 and (value == before or value == before + 1) then
      return true
    elseif value > latest and value <= latest + MOST_LOST + 1 then
      latest = value
    end
  end
  return false
end

-- Return the indexes of the pieces with which games begin.
local function starts_of(pieces)
  local starts, before = {}, 0
  for i, piece in ipairs(pieces) do
    if is_first(pieces, i) then
      -- The number may be printed before both moves: "1. e4", "1. e5" on the next line.
      local is_start = #starts == 0 or piece.begins_line and before > 1 or begins_inside(pieces, i, before)
      if is_start and not (before >= LATE and is_quoted(pieces, i, before)) then
        starts[#starts + 1] = i
      end
    end
    before = piece.kind == "number" and piece.value or before
  end
  return starts
end

--- Return the segments of a text.
---@param pieces table[] of lucena.text.decoder.pieces
---@return table[][] segments lists of pieces
function M.list(pieces)
  local starts, segments = starts_of(pieces), {}
  for i, first in ipairs(starts) do
    segments[i] = table.move(pieces, first, (starts[i + 1] or #pieces + 1) - 1, 1, {})
  end
  return segments
end

return M
