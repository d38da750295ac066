--- The options that a report or a filter declares: an array of
--
--     name     with _ for -
--     kind     "integer", "number", "string", "boolean", "file", "side" (white, black or either), or "choice" of
--              `choices`
--     default  a boolean option with the default true is the flag --no-NAME
--     least    the least value of a number
--     most     the greatest value of a number
--     noun     what a number is, for messages: "a number of plies"
--     help     one sentence
--     argname  of a string, in the help; default: TEXT
--
-- This module declares them in the parser of a command line and reads their values.
-- @module lucena.run.own_options

local option_values = require("lucena.run.option_values")

local M = {}

local SIDES = { "white", "black", "either" }
local ARGNAME = { integer = "N", number = "N", file = "FILE", side = "SIDE" }

local function flag_of(option)
  return (option.kind == "boolean" and option.default and "--no-" or "--") .. option.name:gsub("_", "-")
end

local function argname_of(option)
  return ARGNAME[option.kind] or option.argname or "TEXT"
end

local function target_of(option)
  return "own_" .. option.name
end

local function help_of(option)
  local has_default = option.default ~= nil and option.kind ~= "boolean"
  return (option.help or "") .. (has_default and (" Default: %s."):format(option.default) or "")
end

local function declare_flag(parser, option)
  local new = parser:flag(flag_of(option), help_of(option)):target(target_of(option))
  if option.default then
    new:action("store_false"):init(nil)
  end
end

--- Declare an option.
---@param parser table
---@param option table
function M.declare(parser, option)
  if option.kind == "boolean" then
    return declare_flag(parser, option)
  end
  local new = parser:option(flag_of(option), help_of(option)):target(target_of(option)):argname(argname_of(option))
  if option.kind == "side" then
    new:choices(SIDES)
  elseif option.kind == "choice" then
    new:choices(option.choices):argname(table.concat(option.choices, "|"))
  end
end

--- End the command if an option has the name of one of the command's own options, whose value it would not get.
---@param path string the script or report that declares the options
---@param options table[]
---@param parser table with the command's own options; it may have these options, too
function M.refuse_taken(path, options, parser)
  for i, option in ipairs(options) do
    local flag = flag_of(option)
    for _, other in ipairs(parser._options) do
      for _, alias in ipairs(other._target ~= target_of(option) and other._aliases or {}) do
        if alias == flag then
          parser:error(("%s: option %d: %s is an option of %s"):format(path, i, flag, parser._name))
        end
      end
    end
  end
end

--- Return an option as the help writes it: "--moves N".
---@param option table
---@return string
-- @usage require("lucena.run.own_options").usage {name = "min_elo", kind = "integer"} --> --min-elo N
function M.usage(option)
  return flag_of(option) .. (option.kind == "boolean" and "" or " " .. argname_of(option))
end

--- Return the value of an option on the command line, or nil.
---@param option table
---@param args table parsed arguments
---@param parser table
---@return any
function M.value(option, args, parser)
  local value = args[target_of(option)]
  if option.kind == "integer" or option.kind == "number" then
    return option_values.number(value, flag_of(option), option, parser)
  end
  return value
end

return M
