--- The options of named filters: declares them in a parser, and makes the filter from their values.
-- @module lucena.run.filter.named_options

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local named = require("lucena.run.filter.named")

local M = {}

local SIDES = { "white", "black", "either" }

local function read_integer(text)
  local number = text:find("^%d+$") and math.tointeger(tonumber(text)) or nil
  return number, ("expected a whole number, not '%s'"):format(text)
end

local function read_number(text)
  return text:find("^%-?[%d.]+$") and tonumber(text) or nil, ("expected a number, not '%s'"):format(text)
end

local CONVERT = { integer = read_integer, number = read_number }
local ARGNAME = { integer = "N", number = "N", text = "TEXT", file = "FILE", side = "SIDE" }

local function target_of(arg)
  return "named_" .. arg.name:gsub("-", "_")
end

local function add_option(parser, arg)
  if arg.kind == "flag" then
    parser:flag("--" .. arg.name, arg.help):target(target_of(arg))
    return
  end
  local help = arg.default ~= nil and ("%s Default: %s."):format(arg.help, arg.default) or arg.help
  local option = parser:option("--" .. arg.name, help):argname(ARGNAME[arg.kind]):target(target_of(arg))
  if arg.kind == "side" then
    option:choices(SIDES)
  elseif CONVERT[arg.kind] then
    option:convert(CONVERT[arg.kind])
  end
end

-- Add the list of the filter's options to the error for an unknown option.
local function list_options(parser, name, args)
  local names, fail = {}, parser.error
  for i, arg in ipairs(args) do
    names[i] = "--" .. arg.name .. (arg.kind == "flag" and "" or " " .. ARGNAME[arg.kind])
  end
  function parser:error(message)
    if message:find("^unknown option") and not message:find("Did you mean", 1, true) then
      message = ("%s; those of %s are %s"):format(message, name, table.concat(names, ", "))
    end
    fail(self, message)
  end
end

--- Give a parser the options and the help page of a filter.
---@param parser table
---@param name string
function M.adopt(parser, name)
  local filter = named.find(name)
  local lines = { "" }
  for _, example in ipairs(filter.examples) do
    lines[#lines + 1] = ("  lucena filter %s %s"):format(name, example[1])
  end
  parser._description = filter.summary:sub(1, 1):upper() .. filter.summary:sub(2) .. "."
  parser._epilog = "Examples:" .. table.concat(lines, "\n") .. "\n\n`lucena filter --help` describes all options."
  parser:usage(("Usage: lucena filter %s [OPTION]... [FILE]..."):format(name))
  for _, arg in ipairs(filter.args) do
    add_option(parser, arg)
  end
  if filter.args[1] then
    arguments.end_group(parser, "Options of " .. name)
    list_options(parser, name, filter.args)
  end
end

local function check_file(path)
  local file, message = io.open(path, "rb")
  if not file then
    exit.fail(exit.IO, "cannot read " .. message)
  end
  file:close()
end

--- Return the filter, in the form that a script returns.
---@param name string
---@param args table parsed arguments
---@param parser table
---@return any
function M.make(name, args, parser)
  local filter, values = named.find(name), {}
  for _, arg in ipairs(filter.args) do
    local value = args[target_of(arg)]
    if value == nil then
      value = arg.default
    end
    if value == nil and arg.kind ~= "flag" then
      parser:error(("the filter %s needs --%s %s"):format(name, arg.name, ARGNAME[arg.kind]))
    end
    if arg.kind == "file" then
      check_file(value)
    end
    values[arg.name:gsub("-", "_")] = value
  end
  return filter.make(values)
end

return M
