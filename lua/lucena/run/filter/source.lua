--- Loads the test of `lucena filter` from an expression, a script or a named filter, as one table:
--
--     where   Query, or a function of a Game that returns true, false, nil or the matching Node
--     each    function(game, state), called for each game that matches; returns false to drop it
--     finish  function(state): returns text or rows to print instead of the games
--     merge   function(a, b): combines two states, which must be plain data
--     pure    boolean: where and each depend only on the game
--
-- @module lucena.run.filter.source

local exit = require("lucena.run.exit")

local M = {}

-- ---- the value of a script -----------------------------------------------------------------------

local FIELDS = { "where", "each", "finish", "merge", "pure" }
local TYPES = { each = "function", finish = "function", merge = "function", pure = "boolean" }

local function unknown_field(name)
  local hint = require("lucena.suggestion").find(tostring(name), FIELDS)
  return ("the field '%s' of a filter is unknown; %s"):format(tostring(name),
    hint and ("did you mean '%s'?"):format(hint) or "the fields are " .. table.concat(FIELDS, ", "))
end

-- Return an error message about a field other than `where`, or nil.
local function check_fields(value)
  for name, field in pairs(value) do
    if name ~= "where" and not TYPES[name] then
      return unknown_field(name)
    elseif TYPES[name] and type(field) ~= TYPES[name] then
      return ("its field '%s' is a %s, not a %s"):format(name, type(field), TYPES[name])
    end
  end
  if value.where == nil and not value.each then
    return "got a table with neither 'where' nor 'each'"
  elseif value.finish and not value.each then
    return "this script has 'finish' but no 'each'"
  elseif value.merge and not value.each then
    return "this script has 'merge' but no 'each'"
  end
end

local function check_where(value)
  local class = getmetatable(value)
  if class == "lucena.QueryMaker" then
    return (tostring(value):gsub("%((.*)%)$", "%1")) -- "player needs a name"
  elseif class ~= "lucena.Query" and type(value) ~= "function" then
    return "got " .. (value == nil and "nothing" or "a " .. type(value))
  end
end

--- Make a filter of the value of a script or an expression.
---@param value any
---@return table? filter with the fields listed above
---@return string? problem
function M.understand(value)
  if type(value) ~= "table" or getmetatable(value) ~= nil then
    value = { where = value }
  else
    local problem = check_fields(value)
    if problem then
      return nil, problem
    end
  end
  local problem = (value.where ~= nil or not value.each) and check_where(value.where)
  if problem then
    return nil, problem
  end
  return { where = value.where, each = value.each, finish = value.finish, merge = value.merge, pure = value.pure }
end

--- Return the filter of a script. Ends the command if the script does not return one.
---@param path string "-" is standard input
---@return table filter
function M.script(path)
  local filter, problem = M.understand(require("lucena.run.script").run(path))
  if not filter then
    exit.fail(exit.USAGE, ("%s: a filter script returns a function of a game, a query, or a table"
      .. " {where = function or query, each = function, finish = function}; %s"):format(path, problem))
  end
  return filter
end

--- Return the filter with a name. Ends the command if its arguments are wrong.
---@param name string
---@param args table parsed arguments
---@param parser table
---@return table filter
function M.named(name, args, parser)
  local make = require("lucena.run.filter.named_options").make
  local done, value = require("lucena.argument").attempt(make, name, args, parser)
  if not done then
    if type(value) ~= "string" then
      error(value, 0)
    end
    parser:error(("the filter %s: %s"):format(name, value))
  end
  return assert(M.understand(value))
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
