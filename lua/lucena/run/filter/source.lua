--- Loads the test of `lucena filter` from an expression, a script or a named filter, as one table:
--
--     where   Query, or a function of a Game that returns true, false, nil or the matching Node
--     each    function(game, state), called for each game that matches; returns false to drop it
--     finish  function(state): returns text or rows to print instead of the games
--     merge   function(a, b): combines two states, which must be plain data
--     pure    boolean: where and each depend only on the game
--
-- A script may also have handlers by kind of element, which change a game before `each`.
-- @module lucena.run.filter.source

local exit = require("lucena.run.exit")
local tests = require("lucena.run.filter.test")

local M = {}

-- ---- the value of a script -----------------------------------------------------------------------

local function check_where(value)
  local class = getmetatable(value)
  if class == "lucena.QueryMaker" then
    return (tostring(value):gsub("%((.*)%)$", "%1")) -- "player needs a name"
  elseif class ~= "lucena.Query" and type(value) ~= "function" then
    if getmetatable(value) == "lucena.QueryNumber" then
      return ("%s is a number; write %s, {min = 1})"):format(tostring(value), tostring(value):sub(1, -2))
    end
    return "got " .. (value == nil and "nothing" or "a " .. type(value))
  end
end

--- Make a filter of the value of a script or an expression.
---@param value any
---@param name? string of the script, for messages of its handlers
---@return table? filter with the fields listed above
---@return string? problem
function M.understand(value, name)
  local each, problem
  if type(value) ~= "table" or getmetatable(value) ~= nil then
    value = { where = value }
  else -- a query of -e needs no fields, so their module is loaded here
    each, problem = require("lucena.run.filter.fields").each(value, name)
    if problem then
      return nil, problem
    end
  end
  problem = (value.where ~= nil or not each) and check_where(value.where)
  if problem then
    return nil, problem
  end
  return { where = value.where, each = each, finish = value.finish, merge = value.merge, pure = value.pure }
end

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

-- Call the function `make` of a filter with the values of its options.
local function make(name, filter, args, parser)
  local made = require("lucena.run.filter.named_options").make
  local done, value = require("lucena.argument").attempt(made, name, filter, args, parser)
  if done then
    return value
  elseif type(value) ~= "string" then
    error(value, 0)
  end
  parser:error(("the filter %s: %s"):format(name, value))
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
  local filter, problem = M.understand(value, path)
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

--- Return the filter with a name. Ends the command if its arguments are wrong.
---@param name string
---@param args table parsed arguments
---@param parser table
---@return table filter
function M.named(name, args, parser)
  return assert(M.understand(make(name, require("lucena.run.filter.named").find(name), args, parser)))
end

--- Return the filter of an expression. Ends the command if it is not a query.
---@param text string
---@return table filter
function M.expression(text)
  local value, problem = require("lucena.query.source").evaluate(text)
  if value ~= nil then
    problem = check_where(value)
    problem = problem and "expected a query: " .. problem
  else
    problem = problem or "expected a query, not an empty expression"
  end
  if problem then
    exit.fail(exit.USAGE, (problem:find("^%-e:") and "" or "-e: ") .. problem)
  end
  return { where = value }
end

--- Combine a filter with the query of another filter: both must match.
---@param filter table
---@param other table a filter with only `where`
---@return table filter
function M.both(filter, other)
  if filter.where == nil then
    filter.where = other.where
  else
    -- The operator & needs a Query on one side.
    local first = type(other.where) == "function" and require("lucena.query").query.where(other.where) or other.where
    filter.where = first & filter.where
  end
  return filter
end

return M
