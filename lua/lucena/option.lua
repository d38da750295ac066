--- The options that reports and filters declare: `lucena.run.own_options` describes their fields. This module checks a
-- list of them, so that the message for a mistake names the option and the field.
-- @module lucena.option

local argument = require("lucena.argument")
local numbers = require("lucena.number")
local plugin = require("lucena.plugin")

local M = {}

local FIELDS = { "name", "kind", "default", "choices", "least", "most", "noun",
  "help", "argname", "also", "from_query" }
local KINDS = { integer = "number", number = "number", string = "string", file = "string", side = "string",
  boolean = "boolean", choice = "choice" }

local SIDES = { "white", "black", "either" }

local function is_one_of(value, choices)
  for _, choice in ipairs(choices) do
    if choice == value then
      return true
    end
  end
  return false
end

-- Return a message about the default of an option, or nil.
local function default_problem(option, place)
  local value, choices = option.default, option.kind == "side" and SIDES or option.choices
  if value == nil or argument.kind(value) == option.also then
    return nil
  elseif choices then
    return not is_one_of(value, choices) and place .. ": the default is none of the choices" or nil
  elseif type(value) ~= KINDS[option.kind] or option.kind == "integer" and math.type(value) ~= "integer" then
    return ("%s: the default: %s expected, got %s"):format(place, option.kind == "file" and "string" or option.kind,
      type(value) == "number" and tostring(value) or argument.kind(value))
  end
end

local TYPES = { help = "string", argname = "string", noun = "string", least = "number", most = "number",
  choices = "table" }

-- Return a message about a field of the wrong type, or nil.
local function type_problem(option, place)
  for name, expected in pairs(TYPES) do
    if option[name] ~= nil and type(option[name]) ~= expected then
      return ("%s: field '%s' must be a %s, not a %s"):format(place, name, expected, type(option[name]))
    end
  end
  if type(option.default) == "number" and not numbers.is_within(option, option.default) then
    return ("%s: the default must be %s"):format(place, numbers.expected(option))
  end
end

-- Return a message about the name of an option, or nil.
local function name_problem(option, place, seen)
  if not option.name:find("^%l[%l%d_]*$") then
    return ("%s: the name '%s' must be small letters, digits and _"):format(place, option.name)
  elseif seen[option.name] then
    return ("%s: the name '%s' is there twice"):format(place, option.name)
  end
  seen[option.name] = true
end

--- Return a message about the first wrong option of a list, or nil.
---@param options any
---@param label string the beginning of the message
---@return string?
-- @usage require("lucena.option").problem({{}}, "x") --> x: option 1: a table with a name expected
function M.problem(options, label)
  local seen = {}
  if next(options) ~= nil and options[1] == nil then
    return label .. ": field 'options' must be an array"
  end
  for i, option in ipairs(options) do
    local place = ("%s: option %d"):format(label, i)
    if type(option) ~= "table" or type(option.name) ~= "string" then
      return place .. ": a table with a name expected"
    end
    local unknown = plugin.unknown_field(option, FIELDS, place)
    if unknown or not KINDS[option.kind] then
      return unknown or ("%s: the kind is integer, number, string, boolean, choice, file or side, not '%s'")
        :format(place, argument.shown(option.kind))
    elseif option.kind == "choice" and type(option.choices) ~= "table" then
      return place .. ": the kind 'choice' needs an array 'choices'"
    end
    local problem = name_problem(option, place, seen) or type_problem(option, place) or default_problem(option, place)
    if problem then
      return problem
    end
  end
end

return M
