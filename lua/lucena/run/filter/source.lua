--- The test of `lucena filter`, from an expression, a script or a named filter, as one table:
--
--     where   Query, or a function of a Game that returns true, false, nil or the matching Node
--     each    function(game, state), called for each game that matches; returns false to drop it
--     finish  function(state): returns text or rows to print instead of the games
--     merge   function(a, b): combines two states, which must be plain data
--     pure    boolean: where and each depend only on the game
--
-- A script may also have handlers by kind of element, which change a game before `each`. lucena.run.filter.scripts
-- loads scripts.
-- @module lucena.run.filter.source

local exit = require("lucena.run.exit")

local M = {}

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

--- Return the filter with a name. Ends the command if its arguments are wrong.
---@param name string
---@param args table parsed arguments
---@param parser table
---@return table filter
function M.named(name, args, parser)
  return assert(M.understand(make(name, require("lucena.run.filter.named").find(name), args, parser)))
end

-- Return how to write a query that needs an argument: ", as in blunders{min = 2}; games with one are blunder".
local function example_of(name)
  local catalogue = require("lucena.query.catalogue")
  local example, one = catalogue.example(name), catalogue.say(name)
  local is_other = one and require("lucena.query.expression").is_query(require("lucena.query").find(one))
  return (example and ", as in " .. example or "")
    .. (is_other and ("; for games with at least one, write %s"):format(one) or "")
end

--- Return the filter of an expression. Ends the command if it is not a query.
---@param text string
---@return table filter
function M.expression(text)
  local value, problem = require("lucena.query.source").evaluate(text)
  if value ~= nil then
    problem = check_where(value)
    local name = getmetatable(value) == "lucena.QueryMaker" and rawget(value, "name")
    problem = problem and "expected a query: " .. problem .. (name and example_of(name) or "")
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
