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

local function wrapped(names)
  local lines, line = {}, " "
  for _, name in ipairs(names) do
    if #line + 1 + #name > 79 then
      lines[#lines + 1], line = line, " "
    end
    line = line .. " " .. name
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n") .. "\n"
end

local function sorted(names)
  local list = {}
  for name in pairs(names) do
    list[#list + 1] = name
  end
  table.sort(list)
  return list
end

-- Return the names of the columns of positions that are not columns of games.
local function positions()
  local names = require("lucena.ply_table").known()
  for name in pairs(require("lucena.csv").COMPUTED) do
    names[name] = require("lucena.ply_table").PLY[name] and true or nil
  end
  return sorted(names)
end

--- Return the page of `lucena help fields`.
---@return string
function M.page()
  local parts = { "Names of fields. A tag that is not in this list is written tag:NAME.\n" }
  local function add(title, names)
    parts[#parts + 1] = "\n" .. title .. "\n" .. wrapped(names)
  end
  for _, group in ipairs(tag_names.GROUPS) do
    local names = {}
    for name in group[2]:gmatch("%S+") do
      names[#names + 1] = name
    end
    add(group[1], names)
  end
  add("Computed columns (convert and filter --columns)", sorted(require("lucena.csv").COMPUTED))
  add("Columns of positions (convert --per ply --columns)", positions())
  add("Computed fields (report table, split and sort --by, filter -t)", sorted(require("lucena.field").COMPUTED))
  add("Sort keys besides tags (sort --by, filter --sort)", { "plies", "movetext" })
  parts[#parts + 1] = "\nNumbers of queries are in parentheses, in all of these and in filter --show:\n"
    .. "  (count(check)) (longest(bishop_pair)) (number(pinned)) (checkmate)\n"
  return table.concat(parts)
end

return M
