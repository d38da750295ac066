--- Filters that have names: each a file of lua/lucena/filter/, found by itself.
-- `greek-gift` is greek_gift.lua. The file returns
--
--     summary   one line
--     args      array of {name =, kind =, default =, help =}: an option --name each. Kinds are
--               "integer" (from 0), "number", "text", "file", "flag" and "side" (white, black or either). One without
--               a default, but for flags, has to be given.
--     examples  array of {"--moves 20 games.pgn", passes = 3, files = {}}: what stands behind `lucena filter NAME`,
--               and how many games pass; spec/contract runs them. games.pgn is the sample; `files` has other texts
--     make      function(args), args by name with _ for -: a query, a function or the table that a script may return
--
-- @module lucena.run.filter.named

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local suggestion = require("lucena.suggestion")
local plugin = require("lucena.plugin")

local M = {}

-- ---- the files -----------------------------------------------------------------------------------

--- The file of a name, or nil. The name of the file will do: greek_gift is greek-gift.
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

--- What is said of a first argument that is no filter, script or file.
---@param word string
---@return string
function M.unknown(word)
  local hint = suggestion.find(word, M.names())
  return ("'%s' is no file, no script and no name of a filter; %s"):format(word,
    hint and ("did you mean '%s'?"):format(hint) or "`lucena filter --list-filters` lists the names")
end

-- ---- their options -------------------------------------------------------------------------------

local SIDES = { "white", "black", "either" }

local function read_integer(text)
  local number = text:find("^%d+$") and math.tointeger(tonumber(text)) or nil
  return number, ("a whole number is wanted, not '%s'"):format(text)
end

local function read_number(text)
  return text:find("^%-?[%d.]+$") and tonumber(text) or nil, ("a number is wanted, not '%s'"):format(text)
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

-- Who names an option that there is not is told which ones the filter has.
local function tell_options(parser, name, args)
  local names, tell = {}, parser.error
  for i, arg in ipairs(args) do
    names[i] = "--" .. arg.name .. (arg.kind == "flag" and "" or " " .. ARGNAME[arg.kind])
  end
  function parser:error(message)
    if message:find("^unknown option") and not message:find("Did you mean", 1, true) then
      message = ("%s; those of %s are %s"):format(message, name, table.concat(names, ", "))
    end
    tell(self, message)
  end
end

--- Make a parser the one of a filter: its options, its page.
---@param parser table
---@param name string
function M.adopt(parser, name)
  local filter = M.find(name)
  local lines = { "" }
  for _, example in ipairs(filter.examples) do
    lines[#lines + 1] = ("  lucena filter %s %s"):format(name, example[1])
  end
  parser._description = filter.summary:sub(1, 1):upper() .. filter.summary:sub(2) .. "."
  parser._epilog = "Examples:" .. table.concat(lines, "\n") .. "\n\n`lucena filter --help` has more on all of it."
  parser:usage(("Usage: lucena filter %s [OPTION]... [FILE]..."):format(name))
  for _, arg in ipairs(filter.args) do
    add_option(parser, arg)
  end
  if filter.args[1] then
    arguments.end_group(parser, "Options of " .. name)
    tell_options(parser, name, filter.args)
  end
end

local function check_file(path)
  local file, message = io.open(path, "rb")
  if not file then
    exit.fail(exit.IO, "cannot read " .. message)
  end
  file:close()
end

--- The filter, as a script would have returned it.
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

-- ---- which word it is ----------------------------------------------------------------------------

local function find_option(parser, alias)
  for _, option in ipairs(parser._options) do
    for _, known in ipairs(option._aliases) do
      if known == alias then
        return option
      end
    end
  end
end

-- Whether an option has its value in the next word.
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

--- The first word of a command line that is no option and no option's value: known before it is parsed, because a
-- filter has options of its own.
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
