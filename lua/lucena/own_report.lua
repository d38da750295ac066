--- Checks the reports of programs and users, so that a mistake gives a message with the field, or with the place of the
-- function at fault, and not an error inside Lucena.
-- @module lucena.own_report

local argument = require("lucena.argument")
local plugin = require("lucena.plugin")
local suggestion = require("lucena.suggestion")

local M = {}

-- ---- the table of a report -----------------------------------------------------------------------

local OPTION_FIELDS = { "name", "kind", "default", "choices", "help", "argname", "also" }
local OPTION_KINDS = { integer = true, string = true, boolean = true, choice = true, file = true }

-- Return a message about the first wrong option in a report's list, or nil.
local function option_problem(options, label)
  for i, option in ipairs(options) do
    local place = ("%s: option %d"):format(label, i)
    if type(option) ~= "table" or type(option.name) ~= "string" then
      return place .. ": a table with a name expected"
    end
    local unknown = plugin.unknown_field(option, OPTION_FIELDS, place)
    if unknown or not OPTION_KINDS[option.kind] then
      return unknown or ("%s: the kind is integer, string, boolean, choice or file, not '%s'"):format(place,
        argument.shown(option.kind))
    elseif option.kind == "choice" and type(option.choices) ~= "table" then
      return place .. ": the kind 'choice' needs an array 'choices'"
    end
  end
end

--- Return a message about the table of a user's report, or nil.
---@param value any
---@param label string the beginning of the message
---@return string?
-- @usage require("lucena.own_report").problem({}, "x") --> x: field 'new' is missing
function M.problem(value, label)
  return plugin.problem("own_report", value, label) or option_problem(value.options or {}, label)
end

-- ---- its object ----------------------------------------------------------------------------------

-- Return the place of a function, to begin a message.
local function place_of(method)
  local place = debug.getinfo(method, "S")
  return ("%s:%d"):format(place.short_src, place.linedefined)
end

--- Return a message about the object that a report's new() returned, or nil.
---@param kind table the report
---@param object any
---@return string?
function M.object_problem(kind, object)
  if type(object) ~= "table" and type(object) ~= "userdata" then
    return ("%s: new() returned %s; it must return an object, or nil and a message"):format(place_of(kind.new),
      object == nil and "nothing" or argument.kind(object))
  end
  for _, name in ipairs { "add", "sections", kind.state and "merge" or nil } do
    if object[name] == nil then
      return ("%s: the object of new() has no method '%s'"):format(place_of(kind.new), name)
    end
  end
end

-- ---- its sections --------------------------------------------------------------------------------

local KINDS = {}
for kind in ("text integer year decimal share points moves date graph"):gmatch("%a+") do
  KINDS[kind] = true
end
local CHARTS = { bars = true, stacked = true, line = true }
local SECTION = { title = true, columns = true, rows = true, notes = true, chart = true, tree = true, board = true }
local COLUMN = { key = true, title = true, kind = true, optional = true, for_programs = true, spare = true,
  least = true, short = true, words = true }

-- Return a message if a table has a field that is nearly a known one. The built-in reports have further fields.
local function misspelling(value, known, what)
  for name in pairs(value) do
    local hint = known[name] and "" or suggestion.hint(name, known)
    if hint ~= "" then
      return ("%s has an unknown field '%s'%s"):format(what, argument.shown(name), hint)
    end
  end
end

-- Return a message about an unknown kind, which would be shown without a format.
local function kind_problem(known, kind, what)
  if kind ~= nil and not known[kind] then
    local names = {}
    for name in pairs(known) do
      names[#names + 1] = name
    end
    table.sort(names)
    return ("%s has the unknown kind '%s'; the kinds are %s"):format(what, tostring(kind), table.concat(names, ", "))
  end
end

local function columns_problem(columns, what)
  for i, column in ipairs(columns) do
    if type(column) ~= "table" or column.key == nil then
      return ("column %d of %s has no key"):format(i, what)
    end
    local place = ("column '%s' of %s"):format(tostring(column.key), what)
    local problem = kind_problem(KINDS, column.kind, place) or misspelling(column, COLUMN, place)
    if problem then
      return problem
    end
  end
end

local function section_problem(section, i)
  if type(section) ~= "table" then
    return ("section %d is a %s, not a table"):format(i, type(section))
  end
  local what = type(section.title) == "string" and ("section '%s'"):format(section.title) or ("section %d"):format(i)
  local problem = misspelling(section, SECTION, what)
  for _, name in ipairs { "columns", "rows" } do
    if not problem and type(section[name]) ~= "table" then
      problem = ("%s has no array '%s'"):format(what, name)
    end
  end
  return problem or columns_problem(section.columns, what)
    or kind_problem(CHARTS, section.chart and section.chart.kind, "the chart of " .. what)
end

--- Return a message about the result of a report's sections(), or nil.
---@param object any the object of the report
---@param sections any
---@return string?
function M.sections_problem(object, sections)
  local problem
  if type(sections) ~= "table" then
    problem = ("sections() returned %s; it must return an array of sections, or nil and a message"):format(
      sections == nil and "nothing" or argument.kind(sections))
  elseif sections.columns or sections.rows then
    problem = "sections() returned one section; it must return an array of sections"
  end
  for i, section in ipairs(not problem and sections or {}) do
    problem = problem or section_problem(section, i)
  end
  return problem and ("%s: %s"):format(place_of(object.sections), problem)
end

return M
