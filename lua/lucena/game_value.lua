--- Values of a game that a user writes as an expression: a number (`longest(check)`), a query (of positions: the number
-- of positions; of games: whether it holds), or a Lua function of a Game. Sort keys, columns and fields use it.
-- @module lucena.game_value

local M = {}

local IS_VALUE = { number = true, string = true, boolean = true }

-- Return a function that returns the value of a game, or nil and the problem.
local function valuer(value)
  local class = getmetatable(value)
  if class == "lucena.QueryMaker" then
    return nil, (tostring(value):gsub("%((.*)%)$", "%1"))
  elseif class == "lucena.Query" then
    local method = value.level == "position" and value.count or value.test
    return function(game) return method(value, game) end
  elseif class == "lucena.QueryNumber" then
    return value.of
  elseif type(value) == "function" then
    return value
  end
  return nil, "expected a query, the number of a query or a function of a game, not "
    .. (value == nil and "nothing" or "a " .. type(value))
end

--- Return the text in parentheses at the beginning of a text, with them; nil if there is none. Parentheses in strings
-- of Lua do not count.
---@param text string
---@param at? integer default 1
---@return string? expression
-- @usage require("lucena.game_value").expression_at '(player "a)b"),White' --> (player "a)b")
function M.expression_at(text, at)
  at = at or 1
  local first, depth = at, 0
  while at <= #text do
    local char, after = text:sub(at, at), require("lucena.query.habits").after_text(text, at)
    depth = depth + (char == "(" and 1 or char == ")" and -1 or 0)
    if depth == 0 then
      return char == ")" and text:sub(first, at) or nil
    end
    at = after or at + 1
  end
end

--- Return whether a name of a field is an expression: text in parentheses.
---@param name string
---@return boolean
-- @usage require("lucena.game_value").is_expression "(check)" --> true
function M.is_expression(name)
  return M.expression_at(name) == name
end

--- Return the function that an expression means.
---@param text string
---@param place string its name in errors
---@return (fun(game: lucena.Game): any)? of
---@return string? problem
-- @usage require("lucena.game_value").find("check", "--by")(chess.game "1. e4 f5 2. Qh5+ *") --> 1
function M.find(text, place)
  local value, problem = require("lucena.query.source").evaluate(text, place)
  local of
  if not problem then
    of, problem = valuer(value)
  end
  return of and function(game)
    local found = of(game)
    if found ~= nil and not IS_VALUE[type(found)] then
      error(("%s: %s is a %s, not a number, text or boolean"):format(place, text, type(found)), 0)
    end
    if found ~= found then -- NaN is no value
      return nil
    end
    return found
  end, problem
end

--- Return whether a list of fields has an expression. Its errors are those of the user.
---@param list? string
---@return boolean
-- @usage require("lucena.game_value").has_expression "White,(check)" --> true
function M.has_expression(list)
  return list ~= nil and list:find("(", 1, true) ~= nil
end

--- Split a list of fields at its commas, except in parentheses.
---@param list string "White,(longest(check)),-plies"
---@return string[] words
-- @usage #require("lucena.game_value").words("White,(count(check, 2)),plies") --> 3
function M.words(list)
  local words, at = {}, 1
  while at <= #list + 1 do
    local sign = list:match("^%-?", at)
    local expression = M.expression_at(list, at + #sign)
    local word = expression and sign .. expression .. list:match("^[^,]*", at + #sign + #expression)
      or list:match("^[^,]*", at)
    words[#words + 1], at = word, at + #word + 1
  end
  return words
end

return M
