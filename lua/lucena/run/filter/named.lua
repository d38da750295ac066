--- Named filters: each is a file of lua/lucena/filter/, found by its name.
-- `greek-gift` is greek_gift.lua. The file returns
--
--     summary   one line
--     args      array of {name =, kind =, default =, help =}, each for an option --name. Kinds: "integer" (from 0),
--               "number", "text", "file", "flag" and "side" (white, black or either). An option without a default must
--               be given, except a flag.
--     examples  array of {"--moves 20 games.pgn", passes = 3, files = {}}: the arguments of `lucena filter NAME`, and
--               the number of games that match; spec/contract runs them. games.pgn is the sample; `files` has other
--               texts
--     make      function(args), args by name with _ for -: a query, a function or the table that a script may return
--
-- @module lucena.run.filter.named

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local suggestion = require("lucena.suggestion")
local plugin = require("lucena.plugin")

local M = {}

-- ---- the files -----------------------------------------------------------------------------------

--- The filter with a name, or nil. The name of its file also works: greek_gift is greek-gift.
---@param name string
---@return table?
function M.find(name)
  local module = "lucena.filter." .. name:gsub("-", "_")
  if not name:find("^%l[%l%d_-]*$") or not package.searchpath(module, package.path) then
    return nil
  end
  return plugin.load("filter", module)
end

--- All names, sorted.
---@return string[]
function M.names()
  local folder = package.searchpath("lucena.filter.miniature", package.path):match("^(.*)/")
  local names = {}
  for _, file in ipairs(assert(require("lucena.core").list_folder(folder))) do
    local name = file:match("^(%l[%l%d_]*)%.lua$")
    names[#names + 1] = name and name:gsub("_", "-")
  end
  return names
end

--- The list that --list-filters prints.
---@return string
function M.overview()
  local names, widest = M.names(), 0
  for _, name in ipairs(names) do
    widest = math.max(widest, #name)
  end
  local lines = {}
  for i, name in ipairs(names) do
    lines[i] = ("%s%s  %s\n"):format(name, (" "):rep(widest - #name), M.find(name).summary)
  end
  return table.concat(lines)
end

--- The error for a first argument that is not a filter, script or file.
---@param word string
---@return string
function M.unknown(word)
  local hint = suggestion.find(word, M.names())
  return ("'%s' is not a file, a script or the name of a filter; %s"):format(word,
    hint and ("did you mean '%s'?"):format(hint) or "`lucena filter --list-filters` lists the names")
end

-- ---- their options -------------------------------------------------------------------------------

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

-- The error for an unknown option lists the options of the filter.
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
  local filter = M.find(name)
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

--- The filter, in the form that a script returns.
---@param name string
---@param args table parsed arguments
---@param parser table
---@return any
function M.make(name, args, parser)
  local filter, values = M.find(name), {}
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

-- ---- the first word ------------------------------------------------------------------------------

local function find_option(parser, alias)
  for _, option in ipairs(parser._options) do
    for _, known in ipairs(option._aliases) do
      if known == alias then
        return option
      end
    end
  end
end

-- Whether the next word is the value of an option.
local function takes_next(parser, word)
  if word:sub(1, 2) == "--" then
    local option = find_option(parser, word)
    return option ~= nil and option._maxargs > 0
  end
  for i = 2, #word do
    local option = find_option(parser, "-" .. word:sub(i, i))
    if not option or option._maxargs > 0 then
      return option ~= nil and i == #word
    end
  end
  return false
end

--- The first word of a command line that is neither an option nor a value. It is found before parsing, because a filter
-- has options of its own.
---@param argv string[]
---@param parser table with all other options
---@return string?
function M.first_word(argv, parser)
  local i = 1
  while argv[i] do
    local word = argv[i]
    if word == "--" then
      return argv[i + 1]
    elseif word:sub(1, 1) ~= "-" or word == "-" then
      return word
    end
    i = i + (takes_next(parser, word) and 2 or 1)
  end
end

return M
