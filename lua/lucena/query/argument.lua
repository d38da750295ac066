--- Arguments of the names in `chess.query`: errors in them raise at the line that wrote the query.
-- @module lucena.query.argument

local argument = require("lucena.argument")
local codes = require("lucena.query.instruction").codes

local M = {}

M.LEAST, M.MOST = -1000000000, 1000000000
M.MOST_PLIES = codes.MOST -- more than any game has

-- The files of queries: what is above them in the stack wrote the query.
local HOME = debug.getinfo(1, "S").source:match("^(.*)argument%.lua$")

local function blamed_level()
  local level = 2
  while (debug.getinfo(level, "S") or { source = "" }).source:sub(1, #HOME) == HOME do
    level = level + 1
  end
  return level - 1 -- seen from the caller
end

--- Raise about an argument of a name.
---@param number integer
---@param name string
---@param problem string
function M.fail(number, name, problem)
  error(("bad argument #%d to '%s' (%s)"):format(number, name, problem), blamed_level())
end

local LONGEST = codes.MOST -- bytes of a text

--- An argument of a type; a string is one that a program takes.
---@param value any
---@param number integer
---@param name string
---@param expected string
function M.check(value, number, name, expected)
  if type(value) ~= expected then
    M.fail(number, name, ("%s expected, got %s"):format(expected, type(value)))
  elseif expected == "string" and #value > LONGEST then
    M.fail(number, name, "text of at most 1 MiB expected")
  end
end

--- The same, or nil.
function M.optional(value, number, name, expected)
  if value ~= nil then
    M.check(value, number, name, expected)
  end
end

--- The first argument as the name of a tag.
---@param value any
---@param name string
function M.tag_name(value, name)
  if type(value) ~= "string" or not argument.is_tag_name(value) then
    M.fail(1, name, "a tag's name is letters, digits and _, at most 255")
  end
end

--- The keys of a table, as messages list them: "black, either, white".
---@param values table
---@return string
function M.values_of(values)
  local names = {}
  for value in pairs(values) do
    names[#names + 1] = tostring(value)
  end
  table.sort(names)
  return table.concat(names, ", ")
end

--- A table whose string keys are known, with values of a type or among the keys of a table. What stands in its list
-- is the name's own.
---@param opts any
---@param name string
---@param allowed table
---@return table opts
function M.options(opts, name, allowed)
  if type(opts) ~= "table" then
    M.fail(1, name, ("table expected, got %s"):format(type(opts)))
  end
  for key, value in pairs(opts) do
    local expected = allowed[key]
    if math.type(key) == "integer" then
      expected = "any"
    elseif not expected then
      M.fail(1, name, ("unknown option '%s'"):format(tostring(key)))
    end
    if type(expected) == "table" and not expected[value] then
      M.fail(1, name, ("option '%s': '%s' is none of %s"):format(key, tostring(value), M.values_of(expected)))
    elseif expected ~= "any" and type(expected) == "string" and type(value) ~= expected then
      M.fail(1, name, ("option '%s': %s expected, got %s"):format(key, expected, type(value)))
    end
  end
  return opts
end

--- A number within what a program can hold; there is none that a game comes to outside.
---@param number integer
---@return integer
function M.clamp(number)
  return math.min(math.max(number, M.LEAST), M.MOST)
end

--- The bounds of {min =, max =}; one of them is optional. A number is the least, or, `is_exact`, both.
---@param range any
---@param number integer
---@param name string
---@param is_exact? boolean
---@return integer lo
---@return integer hi
function M.range(range, number, name, is_exact)
  if type(range) == "number" then
    range = { min = range, max = is_exact and range or nil }
  end
  if type(range) ~= "table" or range.min == nil and range.max == nil then
    M.fail(number, name, "a number or {min =, max =} expected")
  end
  for key in pairs(range) do
    if key ~= "min" and key ~= "max" and (is_exact or key ~= "side") then
      M.fail(number, name, ("unknown option '%s'"):format(tostring(key)))
    end
  end
  local lo, hi = range.min or M.LEAST, range.max or M.MOST
  lo, hi = math.tointeger(lo), math.tointeger(hi)
  if not lo or not hi or lo > hi then
    M.fail(number, name, "min and max are whole numbers, the first not above the second")
  end
  return M.clamp(lo), M.clamp(hi)
end

return M
