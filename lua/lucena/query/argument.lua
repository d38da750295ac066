--- Checks the arguments of names in `chess.query`. An error points to the line that contains the query.
-- @module lucena.query.argument

local argument = require("lucena.argument")
local codes = require("lucena.query.instruction").codes
local suggestion = require("lucena.suggestion")

local M = {}

M.LEAST, M.MOST = -1000000000, 1000000000
M.MOST_PLIES = codes.MOST -- more than any game has

-- The folder of the query modules. Errors point to the first caller outside this folder.
local HOME = debug.getinfo(1, "S").source:match("^(.*)argument%.lua$")

local function blamed_level()
  local level = 2
  while (debug.getinfo(level, "S") or { source = "" }).source:sub(1, #HOME) == HOME do
    level = level + 1
  end
  return level - 1 -- relative to the caller
end

--- Raise an error about an argument of a name.
---@param number integer
---@param name string
---@param problem string
function M.fail(number, name, problem)
  error(("bad argument #%d to '%s' (%s)"):format(number, name, problem), blamed_level())
end

local LONGEST = codes.MOST -- bytes of a text

--- Check that an argument has a type. A string may have at most LONGEST bytes, the limit of a compiled query.
---@param value any
---@param number integer
---@param name string
---@param expected string
function M.check(value, number, name, expected)
  if type(value) ~= expected then
    M.fail(number, name, ("%s expected, got %s"):format(expected, argument.kind(value)))
  elseif expected == "string" and #value > LONGEST then
    M.fail(number, name, "text of at most 1 MiB expected")
  end
end

--- Check an argument in the same way, but allow nil.
function M.optional(value, number, name, expected)
  if value ~= nil then
    M.check(value, number, name, expected)
  end
end

--- Check that an argument is the name of a tag that is in use, or `tag:NAME`.
---@param value any
---@param name string
---@param number? integer default 1
---@return string tag
function M.tag_name(value, name, number)
  local private = type(value) == "string" and value:match("^tag:(.*)$")
  if type(value) ~= "string" or not argument.is_tag_name(private or value) then
    M.fail(number or 1, name, "a tag's name is letters, digits and _, at most 255")
  end
  local tag, problem = require("lucena.tag_names").find(value)
  return tag or M.fail(number or 1, name, problem)
end

--- List the keys of a table for a message: "black, either, white".
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

--- Check a table with known string keys. The value of a key must have a type, or be one of the keys of a table. The
--- caller checks the elements with integer keys.
---@param opts any
---@param name string
---@param allowed table
---@param number? integer which argument it is, default 1
---@return table opts
function M.options(opts, name, allowed, number)
  number = number or 1
  if type(opts) ~= "table" then
    M.fail(number, name, ("table expected, got %s"):format(argument.kind(opts)))
  end
  for key, value in pairs(opts) do
    local expected = allowed[key]
    if math.type(key) == "integer" then
      expected = "any"
    elseif not expected then
      local hint = suggestion.hint(key, allowed)
      M.fail(number, name, ("unknown option '%s'%s"):format(tostring(key),
        hint ~= "" and hint or "; options: " .. M.values_of(allowed)))
    end
    if type(expected) == "table" and not expected[value] then
      M.fail(number, name, ("option '%s': '%s' is none of %s"):format(key, tostring(value), M.values_of(expected)))
    elseif expected ~= "any" and type(expected) == "string" and type(value) ~= expected then
      M.fail(number, name, ("option '%s': %s expected, got %s"):format(key, expected, argument.kind(value)))
    end
  end
  return opts
end

--- Limit a number to the range that a compiled query can contain. No game exceeds this range.
---@param number integer
---@return integer
function M.clamp(number)
  return math.min(math.max(number, M.LEAST), M.MOST)
end

--- Return the bounds of {min =, max =}, of which one may be missing. A single number is the minimum; with `is_exact`,
-- it is both bounds.
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
  local known = is_exact and { "min", "max" } or { "min", "max", "side" }
  for key in pairs(type(range) == "table" and range or {}) do
    if key ~= "min" and key ~= "max" and (is_exact or key ~= "side") then
      local hint = type(key) == "string" and suggestion.find(key, known)
      M.fail(number, name, ("unknown option '%s'%s"):format(tostring(key),
        hint and ("; did you mean '%s'?"):format(hint)
          or ("; write %s{min = 1, max = 9}"):format(number == 1 and name or "")))
    end
  end
  if type(range) ~= "table" or range.min == nil and range.max == nil then
    M.fail(number, name, "a number or {min =, max =} expected")
  end
  local lo, hi = range.min or M.LEAST, range.max or M.MOST
  lo, hi = math.tointeger(lo), math.tointeger(hi)
  if not lo or not hi or lo > hi then
    M.fail(number, name, "min and max must be whole numbers, with min <= max")
  end
  return M.clamp(lo), M.clamp(hi)
end

--- Return the bounds of an option that is a number, or {min =, max =}.
---@param opts table
---@param key string the option
---@param name string
---@return integer lo
---@return integer hi
function M.range_of(opts, key, name)
  local value = opts[key]
  if type(value) ~= "number" and type(value) ~= "table" then
    M.fail(1, name, ("option '%s': a number or {min =, max =} expected, got %s"):format(key, argument.kind(value)))
  end
  return M.range(value, 1, name, true)
end

return M
