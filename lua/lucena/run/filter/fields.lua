--- The fields of the table that a filter script returns: checks them, and makes one function of the handlers and
-- `each`. `lucena.run.filter.source` lists the fields, `lucena.run.filter.handlers` the handlers.
-- @module lucena.run.filter.fields

local handlers = require("lucena.run.filter.handlers")

local M = {}

local FIELDS = { "where", "each", "finish", "merge", "pure" }
local TYPES = { each = "function", finish = "function", merge = "function", pure = "boolean" }
table.move(handlers.NAMES, 1, #handlers.NAMES, #FIELDS + 1, FIELDS)

local IS_HANDLER = {}
for _, name in ipairs(handlers.NAMES) do
  IS_HANDLER[name] = true
end

local function unknown_field(name)
  local hint = require("lucena.suggestion").find(tostring(name), FIELDS)
  return ("the field '%s' of a filter is unknown; %s"):format(tostring(name),
    hint and ("did you mean '%s'?"):format(hint) or "the fields are " .. table.concat(FIELDS, ", "))
end

-- Return a message about a field other than `where`, or nil.
local function problem_of(value)
  for name, field in pairs(value) do
    if name ~= "where" and not TYPES[name] and not IS_HANDLER[name] then
      return unknown_field(name)
    elseif TYPES[name] and type(field) ~= TYPES[name] then
      return ("its field '%s' is a %s, not a %s"):format(name, type(field), TYPES[name])
    end
  end
  local problem = handlers.problem(value)
  if problem then
    return problem
  elseif value.where == nil and not value.each and not handlers.make(value) then
    return "got a table without 'where', 'each' and handlers (" .. table.concat(handlers.NAMES, ", ") .. ")"
  elseif value.finish and not value.each then
    return "this script has 'finish' but no 'each'"
  elseif value.merge and not value.each then
    return "this script has 'merge' but no 'each'"
  end
end

--- Return the function that runs for each match: the handlers of a script, then its `each`.
---@param value table of a script
---@param name? string of the script, for messages of its handlers
---@return function? each
---@return string? problem
function M.each(value, name)
  local problem = problem_of(value)
  local edit, each = not problem and handlers.make(value, name), value.each
  if problem or not edit then
    return each, problem
  end
  return function(game, state)
    edit(game)
    if each then
      return each(game, state)
    end
  end
end

return M
