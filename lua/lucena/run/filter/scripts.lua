--- The scripts of `lucena filter`, as filters: see lucena.run.filter.source.
-- @module lucena.run.filter.scripts

local exit = require("lucena.run.exit")
local source = require("lucena.run.filter.source")
local tests = require("lucena.run.filter.test")

local M = {}

-- Return the value of a script. If the parser of this command line has run it for its options, it is not run again.
local function value_of(path, parser)
  local ran = rawget(parser, "ran_script")
  if ran and ran.path == path then
    return ran.value
  end
  return (require("lucena.run.script").run(path))
end

--- Run the script of a command line for its options, and keep its value for this command.
---@param path string
---@param parser table
---@return any value of the script
function M.run(path, parser)
  parser.ran_script = { path = path, value = (require("lucena.run.script").run(path)) }
  return parser.ran_script.value
end

--- Return the table of a script that declares options, as a named filter does; nil for any other script. Ends the
-- command if a field is wrong.
---@param path string "-" is standard input
---@param value any the value of the script
---@return table? filter `make`, and optionally `summary`, `options` and `examples`
function M.declared(path, value)
  if type(value) ~= "table" or getmetatable(value) ~= nil or value.make == nil then
    return nil
  end
  local problem = require("lucena.plugin").problem("own_filter", value, path)
    or require("lucena.option").problem(value.options or {}, path)
  return not problem and value or exit.fail(exit.USAGE, problem)
end

-- Call the function `make` of a script. An error in it is an error of the script.
local function make_own(path, filter, args, parser)
  local made = require("lucena.run.filter.named_options").make
  local done, value = xpcall(made, require("lucena.run.script").traceback, path, filter, args, parser)
  if not done then
    error(value, 0)
  end
  return value
end

--- Return the filter of a script. Ends the command if the script does not return one.
---@param path string "-" is standard input
---@param args table parsed arguments
---@param parser table
---@return table filter
function M.script(path, args, parser)
  local value = value_of(path, parser)
  local declared = M.declared(path, value)
  if declared then
    value = make_own(path, declared, args, parser)
  end
  local filter, problem = source.understand(value, path)
  if not filter then
    exit.fail(exit.USAGE, ("%s: a filter script returns a function of a game, a query, or a table"
      .. " {where = function or query, each = function, finish = function}; %s"):format(path, problem))
  end
  return filter
end

-- Let a game pass all scripts but the first, whose `where` has matched. A script gets the game as the scripts before it
-- have changed it. Returns false if a script drops it.
local function pass(filters, paths, game, state)
  for i, filter in ipairs(filters) do
    if i > 1 and filter.where ~= nil and not tests.interpret(paths[i], filter.where(game)) then
      return false
    end
    state[i] = state[i] or {}
    if filter.each and not tests.keeps(paths[i], filter.each, game, state[i]) then
      return false
    end
  end
end

--- Return the filter that runs scripts in order. A game that all of them select is copied. Ends the command if two
-- scripts print a report, because one would follow the other without a separation.
---@param paths string[]
---@param args table parsed arguments
---@param parser table
---@return table filter
function M.scripts(paths, args, parser)
  if not paths[2] then
    return M.script(paths[1], args, parser)
  end
  local filters, reporter, is_pure = {}, nil, true
  for i, path in ipairs(paths) do
    filters[i] = M.script(path, args, parser)
    is_pure = is_pure and filters[i].pure
    if filters[i].finish and reporter then
      exit.fail(exit.USAGE, ("%s and %s print a report; run them in two commands"):format(paths[reporter], path))
    end
    reporter = filters[i].finish and i or reporter
  end
  return { where = filters[1].where, pure = is_pure,
    each = function(game, state)
      return pass(filters, paths, game, state)
    end,
    finish = reporter and function(state)
      return filters[reporter].finish(state[reporter] or {})
    end or nil }
end

return M
