--- The options of named filters: declares them in a parser, and makes the filter from their values.
-- @module lucena.run.filter.named_options

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local own_options = require("lucena.run.own_options")

local M = {}

-- Add the list of the filter's options to the error for an unknown option.
local function list_options(parser, name, declared)
  local names, fail = {}, parser.error
  for i, option in ipairs(declared) do
    names[i] = own_options.usage(option)
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
---@param filter table `summary`, `options`, `examples`; a script may omit them
function M.adopt(parser, name, filter)
  local lines, summary, declared = { "" }, filter.summary or "the filter " .. name, filter.options or {}
  for _, example in ipairs(filter.examples or {}) do
    lines[#lines + 1] = ("  lucena filter %s %s"):format(name, example[1])
  end
  parser._description = summary:sub(1, 1):upper() .. summary:sub(2) .. "."
  parser._epilog = (lines[2] and "Examples:" .. table.concat(lines, "\n") .. "\n\n" or "")
    .. "`lucena filter --help` describes all options."
  parser:usage(("Usage: lucena filter %s [OPTION]... [FILE]..."):format(name))
  local before, first = #parser._options, {}
  for _, option in ipairs(declared) do
    own_options.declare(parser, option)
  end
  for i = before + 1, #parser._options do
    first[#first + 1], first[parser._options[i]] = parser._options[i], true
  end
  parser.first_options = first -- -h shows them
  if declared[1] then
    parsers.end_group(parser, "Options of " .. name)
    list_options(parser, name, declared)
  end
end

local function check_file(path)
  local file, message = require("lucena.file").open(path)
  if not file then
    exit.fail(exit.IO, message)
  end
  file:close()
end

--- Return the filter, in the form that a script returns.
---@param name string
---@param filter table
---@param args table parsed arguments
---@param parser table
---@return any
function M.make(name, filter, args, parser)
  local values = {}
  for _, option in ipairs(filter.options or {}) do
    local value = own_options.value(option, args, parser)
    if value == nil then
      value = option.default
    end
    if value == nil and option.kind ~= "boolean" then
      parser:error(("the filter %s needs %s"):format(name, own_options.usage(option)))
    elseif option.kind == "file" then
      check_file(value)
    end
    values[option.name] = value
  end
  return filter.make(values)
end

return M
