--- Decides whether the first moves of a score are a game, or only a move that the text names: "1.d4 is still annoying",
-- the baker's flour "1. e4 is best", the cards "1. D4 D5 D9 DA", "1. e4" in a comment of a program.
--
-- Moves are no game if they have no result, tags or position, and one of these is true:
--
-- - it is one move in a sentence: a word is before its number, or a word in lower case after it;
-- - they are two moves in a sentence with words between them: "answering 1. e4 with 1... c5";
-- - each pair of moves has a third cell on its line: "1. a3 b6 c9 d4";
-- - they are fewer than SHORTEST, and each has the letter of a square in the other case: "D4".
-- Cost: linear in the moves; at most REACH bytes around them are read.
-- @module lucena.text.doubtful

local M = {}

local SHORTEST = 3 -- plies
local REACH = 80 -- bytes

local find = string.find

local WORD = "[%a\x80-\xFF][%l\x80-\xFF]" -- two letters
local LOWER = "^[\1'\"*_,]*[ \t\1]+%l%l" -- a word after a move
local OTHER_CASE = "^[A-H]\1*[1-8]"
local CELL = "^[ \t\1]+%a%w*%d%f[^%w]" -- a cell of a row: "D9", "S10"

-- Return whether the moves are in a sentence.
local function is_in_sentence(text, first, last)
  local before = text:sub(math.max(1, first - REACH), first - 1):match("[^\n]*$")
  local is_quoted = before:find(WORD) ~= nil and before:find("[,;(%[\"'%l][%s\1]*[%d.)]*[%s\1]*$") ~= nil
  return is_quoted or text:find(LOWER, last + 1) ~= nil
end

local function are_in_other_case(text, mainline)
  for _, mention in ipairs(mainline) do
    if not text:find(OTHER_CASE, mention.first) then
      return false
    end
  end
  return true
end

-- Return whether each pair of moves has another cell after it.
local function are_cells(text, mainline)
  for i = 2, #mainline, 2 do
    if not text:find(CELL, mainline[i].last + 1) then
      return false
    end
  end
  return #mainline > 1
end

--- Return whether the moves of a game are only named.
---@param text string folded
---@param game table of lucena.text.place
---@param mainline table[] its mentions
---@return boolean
function M.is(text, game, mainline)
  local first, last = mainline[1], mainline[#mainline]
  if not first or game.is_setup or game.result or next(game.tags) then
    return false
  end
  local from = first.number and first.number.first or first.first
  local is_named = #mainline == 1 or #mainline == 2 and find(text:sub(first.last + 1, last.first - 1), WORD)
  return is_named and is_in_sentence(text, from, first.last) or are_cells(text, mainline)
    or #mainline < SHORTEST and are_in_other_case(text, mainline)
end

return M
