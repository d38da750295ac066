--- Explains a call of a query with more arguments than it takes: `player("Carlsen", "Anand")`, `motif("fork",
-- "white")`. Lua would ignore them, so that the query would mean something else. The message gives the query to write,
-- if one of the usual forms is accepted: options in braces, a range, or two queries combined.
-- @module lucena.query.arity

local argument = require("lucena.argument")
local expression = require("lucena.query.expression")

local M = {}

local SIDES = { white = true, black = true, either = true, both = true }

-- Queries of players: a game has two, so that two of them combine with `&`. Others combine with `|`.
local OF_PLAYERS = { player = true }

local function is_code(value)
  return type(value) == "string" and value:find("^%u%d%d$") ~= nil
end

local function is_plain_table(value)
  return type(value) == "table" and getmetatable(value) == nil
end

-- Return a copy of a table of options that has the first argument, too.
local function with_options(first, options)
  local merged = { table.unpack(options) }
  for key, value in pairs(options) do
    merged[key] = value
  end
  if math.type(first) then
    merged.min = first
  elseif is_plain_table(first) then
    for key, value in pairs(first) do
      merged[key] = value
    end
  else
    merged[1] = first
  end
  return merged
end

-- The forms of one argument for two: {test of both, the argument}.
local FORMS = {
  { function(_, b) return SIDES[b] end, function(a, b) return with_options(a, { side = b }) end },
  { function(_, b) return is_plain_table(b) end, with_options },
  { function(a, b) return is_code(a) and is_code(b) end, function(a, b) return a .. "-" .. b end },
  { function(a, b) return a ~= nil and type(a) == type(b) end, function(a, b) return { from = a, to = b } end },
}

-- Return the query that has both arguments in one, or nil.
local function in_one(name, make, a, b)
  for _, form in ipairs(FORMS) do
    local value = form[1](a, b) and form[2](a, b)
    if value and argument.attempt(make, value) then
      return expression.call_text(name, value)
    end
  end
end

-- Return two queries, one with each argument, or nil.
local function combined(name, make, a, b)
  if type(a) == "string" and type(b) == "string" and argument.attempt(make, a) and argument.attempt(make, b) then
    local sign = OF_PLAYERS[name] and "&" or "|"
    return ("%s %s %s"):format(expression.call_text(name, a), sign, expression.call_text(name, b))
  end
end

-- Return the query with a range in place of its last two arguments, which are numbers.
local function ranged(name, arguments)
  local range = ("{min = %s, max = %s}"):format(arguments[arguments.n - 1], arguments[arguments.n])
  if arguments.n == 2 then
    return name .. range
  end
  local call = expression.call_text(name, table.unpack(arguments, 1, arguments.n - 2))
  return ("%s(%s, %s)"):format(name, call:match("^[%w_]+[ (]*(.-)%)?$"), range)
end

-- Return how to write a call, or nil.
local function advice(name, make, most, arguments)
  local a, b = arguments[arguments.n - 1], arguments[arguments.n]
  if math.type(a) and math.type(b) then
    return "a range is " .. ranged(name, arguments)
  elseif is_plain_table(b) and (b.reversed or b.flipped or b.mirror) then
    return ("the colors exchanged are flipped(%s)"):format(expression.call_text(name, a))
  end
  local text = most == 1 and arguments.n == 2 and (in_one(name, make, a, b) or combined(name, make, a, b))
  return text and "write " .. text
end

--- Return the message about a call with too many arguments; nil if all that are too many are nil.
---@param name string the query
---@param make function makes the query
---@param most integer the number of arguments that it takes
---@param ... any the arguments
---@return string?
-- @usage require("lucena.query.arity").problem("won", chess.query.won, 1, "Carlsen", nil) --> nil
function M.problem(name, make, most, ...)
  local arguments = table.pack(...)
  while arguments[arguments.n] == nil do
    arguments.n = arguments.n - 1
    if arguments.n <= most then
      return nil
    end
  end
  for i = 1, arguments.n do
    if expression.functions[arguments[i]] then
      return ("%s needs arguments"):format(expression.functions[arguments[i]])
    end
  end
  local takes = most == 0 and "no argument" or most == 1 and "one argument" or ("%d arguments"):format(most)
  return ("bad argument #%d to '%s' (%s takes %s; %s)"):format(most + 1, name, name, takes,
    advice(name, make, most, arguments) or "combine queries with & | ~, write options in braces")
end

return M
