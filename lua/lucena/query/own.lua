--- Queries that programs register as functions.
-- A function without parameters works as `checkmate` does: the bare name is the query that the function returns. If the
-- function takes `...`, the name is called with arguments, too. A function with parameters works as `player` does: the
-- name must be called with arguments, because Lucena cannot find out which of them may be nil.
-- @module lucena.query.own

local argument = require("lucena.argument")
local expression = require("lucena.query.expression")

local M = {}

-- Return the query that a registered function returns.
local function made(name, f, ...)
  local value = f(...)
  if type(value) == "function" then
    return expression.operand(value)
  elseif not expression.is_query(value) then
    error(("%s, registered as the query '%s', returned %s; it must return a query"):format(expression.function_text(f),
      name, value == nil and "nothing" or argument.kind(value)), 0)
  end
  return value
end

--- Return the value of a name that was registered.
---@param name string
---@param value any a Query, a function that returns one, or nil
---@return any
-- @usage require("lucena.query.own").value("mated", function() return chess.query.checkmate end)() --> checkmate
function M.value(name, value)
  if type(value) ~= "function" then
    return value
  end
  local info = debug.getinfo(value, "u")
  local function make(...)
    return made(name, value, ...)
  end
  if info.nparams > 0 then
    return expression.maker(name, ("arguments: call %s(...)"):format(name), make)
  end
  local query = make()
  return info.isvararg and expression.applicable(expression.named(query, tostring(query)), make) or query
end

return M
