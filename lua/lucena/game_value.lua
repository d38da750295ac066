--- Values of a game that a user writes as an expression: a number (`longest(check)`), a query (of positions: the number
-- of positions; of games: whether it holds), or a Lua function of a Game. Sort keys, columns and fields use it.
-- @module lucena.game_value

local M = {}

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
  return nil, "expected a query, a number or a function of a game, not "
    .. (value == nil and "nothing" or "a " .. type(value))
end

--- Return whether a name of a field is an expression: text in parentheses.
---@param name string
---@return boolean
-- @usage require("lucena.game_value").is_expression "(check)" --> true
function M.is_expression(name)
  return name:find("^%b()$") ~= nil
end

--- Return the function that an expression means.
---@param text string
---@param place string its name in errors
---@return (fun(game: lucena.Game): any)? of
---@return string? problem
-- @usage require("lucena.game_value").find("check", "--by")(chess.game "1. e4 f5 2. Qh5+ *") --> 1
function M.find(text, place)
  local value, problem = require("lucena.query.source").evaluate(text, place)
  if problem then
    return nil, problem
  end
  return valuer(value)
end

--- Split a list of fields at its commas, except in parentheses.
---@param list string "White,(longest(check)),-plies"
---@return string[] words
-- @usage #require("lucena.game_value").words("White,(count(check, 2)),plies") --> 3
function M.words(list)
  local words, at = {}, 1
  while at <= #list + 1 do
    local word = list:match("^%-?%b()[^,]*", at) or list:match("^[^,]*", at)
    words[#words + 1], at = word, at + #word + 1
  end
  return words
end

return M
