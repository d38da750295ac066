--- Loads the files that extend Lucena (filters, reports, dialects, readers, commands, prompt commands, formats of the
-- game sheet) and checks their fields. So the message for a mistake is one line that names the file and the field, and
-- not an error in other code. Only fields that a plug-in cannot work without are required. The contents of fields are
-- checked where they are used.
--
-- It also finds modules: whether one exists, the names in a folder, and the text of a module. In the program of one
-- file that `make static` builds, there are no files: all modules are in package.preload, and `lucena.embedded` returns
-- their text. Only this file knows the difference.
-- @module lucena.plugin

local spare = require("lucena.spare")

local M = {}

-- For each kind: its name in messages, and its fields as {name, type, is_optional}. A format of the game sheet is a
-- function named like its file: "*". `is_closed`: other fields are errors.
local KINDS = {
  filter = { "filter", { "summary", "string" }, { "options", "table" }, { "examples", "table" },
             { "make", "function" } },
  -- A filter that a script returns is not listed, so it needs only a function.
  own_filter = { "filter", { "make", "function" }, { "summary", "string", true }, { "options", "table", true },
                 { "examples", "table", true }, is_closed = true },
  report = { "report", { "summary", "string" }, { "state", "table" }, { "new", "function" },
             { "options", "table", true }, { "examples", "table", true } },
  -- A report that is given as a file is not listed, so it needs no summary.
  own_report = { "report", { "summary", "string", true }, { "state", "table", true }, { "new", "function" },
                 { "options", "table", true }, { "name", "string", true }, { "title", "any", true },
                 { "columns", "table", true }, { "examples", "table", true }, { "formats", "table", true },
                 { "query", "function", true }, is_closed = true },
  dialect = { "dialect" },
  reader = { "reader", { "summary", "string" }, { "read", "function" } },
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
---@param kind string filter, own_filter, report, own_report, dialect, command, family, prompt or sheet
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

-- ---- finding modules -----------------------------------------------------------------------------

--- Return whether this program contains all modules and needs no interpreter and no files.
---@return boolean
-- @usage require("lucena.plugin").are_embedded() --> false
function M.are_embedded()
  return package.preload["lucena.embedded"] ~= nil
end

--- Return the file name of a module, for messages. A module without a file has the name that its file would have.
---@param name string such as "lucena.filter.upset"
---@return string
function M.path(name)
  return package.searchpath(name, package.path) or name:gsub("%.", "/") .. ".lua"
end

--- Return whether a module can be required.
---@param name string
---@param path? string the templates to search, package.path by default; package.cpath for modules in C
---@return boolean
-- @usage require("lucena.plugin").is_there "lucena.filter.upset" --> true
function M.is_there(name, path)
  return package.preload[name] ~= nil or package.searchpath(name, path or package.path) ~= nil
end

-- The folder in which lucena/ is, or nil if the modules have no files.
local function home()
  local path = package.searchpath("lucena.plugin", package.path)
  return path and path:match("^(.*)lucena/plugin%.lua$")
end

--- Return the last parts of the names of a folder's modules, sorted. Only names of small letters, digits and `_` count,
-- and `init` does not.
---@param folder string such as "lucena.filter"
---@return string[]
-- @usage require("lucena.plugin").names("lucena.dialect")[1] --> alphabets
function M.names(folder)
  local names, seen = {}, { init = true }
  local function add(name)
    if name and not seen[name] then
      seen[name], names[#names + 1] = true, name
    end
  end
  local pattern = "^" .. folder:gsub("%.", "%%.") .. "%.(%l[%l%d_]*)$"
  for name in pairs(package.preload) do
    add(name:match(pattern))
  end
  local top = home()
  local list = require("lucena.core").list_folder
  for _, file in ipairs(top and assert(spare.lend(list, top .. folder:gsub("%.", "/"))) or {}) do
    add(file:match("^(%l[%l%d_]*)%.lua$"))
  end
  table.sort(names)
  return names
end

--- Return an iterator over the lines of a module's text. If it has none, as a module in C, there are no lines.
---@param name string
---@return fun(): string?
function M.lines(name)
  local path = package.searchpath(name, package.path)
  if path then
    return io.lines(path)
  end
  local text = M.are_embedded() and require("lucena.embedded")(name)
  return (text or ""):gmatch("([^\n]*)\n")
end

-- ---- loading plug-ins ----------------------------------------------------------------------------

--- Load a plug-in and check it. An error names the file and the field.
---@param kind string
---@param module string such as "lucena.filter.upset"
---@return table
-- @usage require("lucena.plugin").load("filter", "lucena.filter.upset").options[1].name --> by
function M.load(kind, module)
  local value = require(module)
  M.refuse(M.problem(kind, value, M.path(module)))
  return value
end

return M
