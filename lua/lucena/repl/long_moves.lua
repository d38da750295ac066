--- Joins the words of a move in dialects whose moves contain blanks, such as "N to KB3". Few dialects need this, so the
-- module is loaded later than lucena.repl.rule.
-- @module lucena.repl.long_moves

local tokens = require("lucena.notation.tokens")

local M = {}

-- The number of words that are tried as one move, even if the dialect writes fewer.
local LEAST_WORDS = 12

-- Each dialect without its tolerances. With its tolerances, a dialect can read two moves as one: "e4 e5" as "e4e5".
local strict_of = setmetatable({}, { __mode = "k" })

local function strict(dialect)
  strict_of[dialect] = strict_of[dialect] or dialect:tolerating {}
  return strict_of[dialect]
end

-- Return two functions: is_move(words) returns whether the words are one move, and play(words) plays this move. A
-- dialect with hooks can read a move only in the move's own position, so the moves before it must be played.
local function tester(dialect, position)
  if not dialect.has_functions then
    local exact = strict(dialect)
    return function(words)
      return exact:is_shaped(words) or exact:is_shaped(words:lower())
    end, function() end
  end
  return function(words)
    return dialect:read(position, words) ~= nil
  end, function(words)
    position = position:play(dialect:read(position, words)) or position
  end
end

-- Return the index of the last token of the longest move that begins at token
-- `i` and has at most `most` tokens; nil if no move begins there.
local function last_of_move(is_move, text, list, i, most)
  local found
  for j = i, math.min(#list, i + most - 1) do
    local words = text:sub(list[i].first, list[j].last)
    if list[j].kind ~= "word" and list[j].kind ~= "digits" or #words > tokens.LONGEST then
      break
    elseif is_move(words) then
      found = j
    end
  end
  return found
end

--- Return the tokens of a text, in which all words of a move form one token of the kind "move".
---@param dialect lucena.Dialect
---@param position lucena.Position the position before the text
---@param text string
---@param list table[] tokens {kind, first, last}
---@return table[] tokens
function M.join(dialect, position, text, list)
  local joined, i = {}, 1
  local is_move, play = tester(dialect, position)
  local most = math.max(LEAST_WORDS, dialect.info.most_words or tokens.LONGEST)
  while i <= #list do
    local found = last_of_move(is_move, text, list, i, most)
    local last = found or i
    joined[#joined + 1] = { kind = found and "move" or list[i].kind, first = list[i].first, last = list[last].last }
    if found then
      play(text:sub(list[i].first, list[last].last))
    end
    i = last + 1
  end
  return joined
end

return M
