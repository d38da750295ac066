--- The names of fields that commands know: the tags that are in use, and the values that are computed from a game. A
-- misspelled name is an error. Any other tag is written `tag:NAME`.
-- @module lucena.run.fields

local tag_names = require("lucena.tag_names")

local M = {}

--- Return the tag of a name, or raise a usage error.
---@param name string a known tag, or tag:NAME
---@param option string for the message
---@param parser table
---@param others? table names as keys that the option also knows; default: the computed fields
---@return string tag
function M.tag(name, option, parser, others)
  if tag_names.is_known(name) then
    return name
  end
  local tag, problem = tag_names.find(name, others or require("lucena.field").COMPUTED)
  return tag or parser:error(option .. ": " .. problem)
end

local IS_BOTH = "Board" -- a tag that is also a computed field

--- Return the computed field of a name, or nil for the name of a tag. A field that does not exist is a usage error.
-- `lucena.field` is not loaded for the names of tags.
---@param name string
---@param option string for the message
---@param parser table
---@return table? field of `lucena.field`
function M.computed(name, option, parser)
  if tag_names.is_known(name) and name ~= IS_BOTH then
    return nil
  end
  local field = require("lucena.field")
  if not field.is_computed(name) then
    return nil
  end
  local found, problem = field.find(name)
  return found or parser:error(option .. ": " .. problem)
end

--- Return the shown text of a field's value, in English.
---@param field table
---@param key string|integer
---@return string
function M.text(field, key)
  local label = field.label(key)
  return type(label) == "table" and label.en or tostring(label)
end

return M
