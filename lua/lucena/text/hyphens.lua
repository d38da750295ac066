--- Separates two moves with a hyphen between them, as players by mail write them: "(1) e4-e5 (2) f4-exf4". Each number
-- has one word of two moves. The hyphens become blanks, so that all readers see two moves.
--
-- A score begins with number 1. Its first word is no long move of one piece: "e2-e4" begins on the second rank. At
-- least FEWEST consecutive numbers must have such a word. Then the later words of the score are separated, too.
-- Cost: one pass over the numbers of the text.
-- @module lucena.text.hyphens

local lexicon = require("lucena.lexicon")

local M = {}

local FEWEST = 3
local NUMBER = "%f[%d](%d%d?%d?)[.)][ \t]*([^%s(),;]+)()"
local MOVE = "^[%a\xC3-\xF4]?[\x80-\xBF]*[a-h]?[1-8]?[x:]?[a-h][1-8]=?%u?[+#!?]*$"

local function is_move(text)
  return text:find(MOVE) ~= nil or lexicon.wing((text:gsub("[+#!?]+$", ""))) ~= nil ~= nil
end

-- Return the place of the hyphen between two moves, or nil.
local function hyphen_in(word)
  word = word:gsub("%.+$", "")
  local found
  for at in word:gmatch("()%-") do
    found = is_move(word:sub(1, at - 1)) and is_move(word:sub(at + 1)) and at or found
  end
  return found
end

-- Return whether a word may have the first two moves of a game.
local function begins_game(word)
  return word:find("^%a?[\x80-\xBF]*[a-h][34]%-") ~= nil
end

-- Add the hyphens of a score, if it has enough of them.
local function add(list, score)
  for i = 1, #score >= FEWEST and #score or 0 do
    list[#list + 1] = score[i]
  end
end

-- Return the offsets of the hyphens between moves.
local function hyphens_of(text)
  local list, score, value = {}, {}, nil
  for digits, word, after in text:gmatch(NUMBER) do
    local number, at = tonumber(digits), hyphen_in(word)
    if number == 1 then
      add(list, score)
      score, value = {}, begins_game(word) and 0 or nil
    end
    if at and value and number == value + 1 then
      score[#score + 1], value = after - #word + at - 1, number
    elseif #score < FEWEST then
      value = nil
    end
  end
  add(list, score)
  return list
end

--- Return a text with blanks in place of the hyphens between two moves.
---@param text string folded
---@return string of the same length
-- @usage hyphens.separate("(1) e4-e5 (2) f4-exf4 (3) Nf3-g5")  --> (1) e4 e5 (2) f4 exf4 (3) Nf3 g5
function M.separate(text)
  local out, at = {}, 1
  for _, hyphen in ipairs(hyphens_of(text)) do
    out[#out + 1], out[#out + 2] = text:sub(at, hyphen - 1), " "
    at = hyphen + 1
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

return M
