--- Checks the reports of programs and users. So the message for a mistake names the field or the line of the wrong
--- function, and not a line of Lucena.
-- @module lucena.own_report

local argument = require("lucena.argument")
local plugin = require("lucena.plugin")
local suggestion = require("lucena.suggestion")

local M = {}

-- ---- the table of a report -----------------------------------------------------------------------

--- Return a message about the table of a user's report, or nil.
---@param value any
---@param label string the beginning of the message
---@return string?
-- @usage require("lucena.own_report").problem({}, "x") --> x: field 'new' is missing
function M.problem(value, label)
  return plugin.problem("own_report", value, label) or require("lucena.option").problem(value.options or {}, label)
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

-- Report whether a number is neither NaN nor infinite.
local function is_finite(value)
  return value == value and value ~= math.huge and value ~= -math.huge
end

local KINDS = {}
for kind in ("text integer year decimal share points moves date graph"):gmatch("%a+") do
  KINDS[kind] = true
end
local CHARTS = { bars = true, stacked = true, line = true }
local SECTION = { title = true, columns = true, rows = true, notes = true, chart = true, tree = true, board = true }
local COLUMN = { key = true, title = true, kind = true, optional = true, for_programs = true, spare = true,
  least = true, short = true, words = true, or_text = true }

-- The names that are no misspellings of each table of known names. A report of all events has thousands of sections
-- with the same fields.
local others = { [SECTION] = {}, [COLUMN] = {} }

-- Return a message if the name of a field is misspelled: similar to a known name. Other unknown fields are allowed,
-- because the built-in reports have further fields.
local function misspelling(value, known, what)
  for name in pairs(value) do
    if not known[name] and not others[known][name] then
      local hint = suggestion.hint(name, known)
      if hint ~= "" then
        return ("%s has an unknown field '%s'%s"):format(what, argument.shown(name), hint)
      end
      others[known][name] = true
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

local function is_integer(value)
  return type(value) == "number" and (math.tointeger(value) ~= nil or not is_finite(value))
end

local function is_number(value)
  return type(value) == "number"
end

-- Report whether a value can be shown as text. A table can be shown only if it defines its text: by `en` or by
-- __tostring.
local function is_text(value)
  local kind = type(value)
  if kind == "string" then
    return true -- most values
  end
  local meta = getmetatable(value)
  return kind == "number" or kind == "boolean" or kind == "table" and type(value.en) == "string"
    or type(meta) == "table" and meta.__tostring ~= nil or type(meta) == "string"
end

local function is_moves(value)
  return type(value) == "string" or type(value) == "table" and type(value.san) == "string"
end

local function is_graph(value)
  if type(value) ~= "table" then
    return false
  end
  for i = 1, #value do
    if not (math.tointeger(value[i]) and type(value[i]) == "number") then
      return false
    end
  end
  return true
end

-- For each kind of column: a test of its values, and their description.
local CELLS = {
  text = { is_text, "text" }, integer = { is_integer, "integer" }, year = { is_integer, "integer" },
  points = { is_integer, "integer (half points)" }, decimal = { is_number, "number" }, share = { is_number, "number" },
  date = { function(value) return type(value) == "string" end, "string" },
  moves = { is_moves, "string or {san =, fen =}" }, graph = { is_graph, "array of integers" },
}

-- Return a message about the first value that does not fit the kind of its column, or nil.
local function rows_problem(section, what)
  for i, row in ipairs(section.rows) do
    if type(row) ~= "table" then
      return ("%s, row %d: table expected, got %s"):format(what, i, argument.kind(row))
    end
    for _, column in ipairs(section.columns) do
      local value = row[column.key]
      local cell = value ~= nil and CELLS[column.kind or "text"]
      if cell and not cell[1](value) and not (column.or_text and is_text(value)) then
        return ("%s, column '%s', row %d: %s expected, got %s"):format(what, argument.shown(column.key), i, cell[2],
          type(value) == "number" and tostring(value) or argument.given(value))
      end
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
  return problem or columns_problem(section.columns, what) or rows_problem(section, what)
    or kind_problem(CHARTS, section.chart and section.chart.kind, "the chart of " .. what)
end

--- Return a message about the result of a report's sections(), or nil.
---@param object any the object of the report
---@param sections any
---@param name string of the report
---@return string?
function M.sections_problem(object, sections, name)
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
  return problem and ("%s: report '%s': %s"):format(place_of(object.sections), name, problem)
end

return M
