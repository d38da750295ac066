--- Loads the files that extend Lucena (filters, reports, dialects, commands, prompt commands, formats of the game
-- sheet) and checks their fields. So the message for a mistake is one line that names the file and the field, and not
-- an error in other code. Only fields that a plug-in cannot work without are required. The contents of fields are
-- checked where they are used.
-- @module lucena.plugin

local modules = require("lucena.modules")

local M = {}

-- For each kind: its name in messages, and its fields as {name, type, is_optional}. A format of the game sheet is a
-- function named like its file: "*". `is_closed`: other fields are errors.
local KINDS = {
  filter = { "filter", { "summary", "string" }, { "args", "table" }, { "examples", "table" }, { "make", "function" } },
  report = { "report", { "summary", "string" }, { "state", "table" }, { "new", "function" },
             { "options", "table", true }, { "examples", "table", true } },
  -- A report that is given as a file is not listed, so it needs no summary.
  own_report = { "report", { "summary", "string", true }, { "state", "table", true }, { "new", "function" },
                 { "options", "table", true }, { "name", "string", true }, { "title", "any", true },
                 { "columns", "table", true }, { "examples", "table", true }, { "formats", "table", true },
                 { "query", "function", true }, is_closed = true },
  dialect = { "dialect" },
  command = { "command", { "summary", "string" }, { "parser", "function" }, { "run", "function" },
              { "group", "string", true }, { "order", "number", true }, { "is_common", "boolean", true },
              { "split", "function", true }, { "plain", "function", true } },
  prompt = { "prompt command", { "name", "string" }, { "usage", "string" }, { "summary", "string" },
             { "run", "function" } },
  family = { "family of prompt commands", { "title", "string" }, { "order", "number" } },
  sheet = { "format of the game sheet", { "*", "function" } },
}

local Fault = {}
Fault.__index = Fault

function Fault:__tostring()
  return self.text
end

--- Return whether an error value was raised by load(). It is a line for the user and needs no traceback.
---@param value any
---@return boolean
function M.is_fault(value)
  return getmetatable(value) == Fault
end

local function article(name)
  return (name:find("^[aeiou]") and "an " or "a ") .. name
end

--- Return a message about a field that is not in a list, or nil.
---@param value table
---@param fields (string|{[1]: string})[] names, or tables whose first item is the name
---@param path string the beginning of the message
---@return string?
-- @usage require("lucena.plugin").unknown_field({ad = 1}, {"add"}, "x") --> x: unknown field 'ad'
function M.unknown_field(value, fields, path)
  local known = {}
  for _, field in ipairs(fields) do
    known[type(field) == "table" and field[1] or field] = true
  end
  for name in pairs(value) do
    if not known[name] then
      return ("%s: unknown field '%s'%s"):format(path, require("lucena.argument").shown(name),
        require("lucena.suggestion").hint(name, known))
    end
  end
end

--- Check the fields of a plug-in.
---@param kind string filter, report, own_report, dialect, command, family, prompt or sheet
---@param value any the value that the file returned
---@param path string the file name, for the message
---@return string? problem nil if there is none
-- @usage require("lucena.plugin").problem("sheet", {}, "sheet/odd.lua") --> sheet/odd.lua: field 'odd' is missing
function M.problem(kind, value, path)
  local fields = KINDS[kind]
  if type(value) ~= "table" then
    return ("%s: a %s must be a table, not %s"):format(path, fields[1], article(type(value)))
  end
  for i = 2, #fields do
    local name, wanted, is_optional = table.unpack(fields[i])
    name = name == "*" and path:match("([^/]+)%.lua$") or name
    local found = type(value[name])
    if found == "nil" and not is_optional then
      return ("%s: field '%s' is missing"):format(path, name)
    elseif found ~= wanted and found ~= "nil" and wanted ~= "any" then
      return ("%s: field '%s' must be %s, not %s"):format(path, name, article(wanted), article(found))
    end
  end
  return fields.is_closed and M.unknown_field(value, fields, path) or nil
end

--- If there is a problem, raise it as an error without a traceback.
---@param problem string?
function M.refuse(problem)
  if problem then
    error(setmetatable({ text = problem }, Fault), 0)
  end
end

--- Load a plug-in and check it. An error names the file and the field.
---@param kind string
---@param module string such as "lucena.filter.upset"
---@return table
-- @usage require("lucena.plugin").load("filter", "lucena.filter.upset").args[1].name --> by
function M.load(kind, module)
  local value = require(module)
  M.refuse(M.problem(kind, value, modules.path(module)))
  return value
end

return M
