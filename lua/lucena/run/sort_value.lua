--- Sort keys that are computed: `(check)` in `lucena sort --by` is the number of checks in a game. The expression is
-- that of `lucena.game_value`. Values become text that sorts as they do, so that
-- they can be joined with other keys. Cost: a query of positions is evaluated over the whole game.
-- @module lucena.run.sort_value

local M = {}

-- Encode a number in 8 bytes that sort by value. In IEEE 754, positive numbers sort by their bits, and the bits of
-- negative numbers have the opposite order.
local function number_key(value)
  local bits = string.unpack(">i8", string.pack(">d", value + 0.0))
  return string.pack(">I8", bits < 0 and ~bits or bits | math.mininteger)
end

--- Encode a value. The order is: none (nil, not a number), false, true, numbers, texts.
---@param value any
---@param text_part? fun(text: string): string encodes a text
---@return string? key nil if the value has another type
-- @usage #require("lucena.run.sort_value").encode(nil) --> 1
function M.encode(value, text_part)
  if value == nil or value ~= value then
    return "\1"
  elseif type(value) == "boolean" then
    return value and "\3" or "\2"
  elseif type(value) == "number" then
    return "\4" .. number_key(value)
  elseif type(value) == "string" then
    return "\5" .. text_part(value)
  end
end

--- Return the function that computes a part of a game's key.
---@param text string an expression
---@param place string its name in errors
---@param text_part fun(text: string): string encodes a text
---@return fun(game: lucena.Game): string?
---@return string? problem
-- @usage require("lucena.run.sort_value").parse("check", "--by", tostring)
function M.parse(text, place, text_part)
  local value_of, problem = require("lucena.game_value").find(text, place)
  return value_of and function(game)
    return M.encode(value_of(game), text_part)
  end, problem
end

return M
