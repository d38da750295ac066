--- Writes reports as one CSV file per section, and a file datapackage.json that gives the type of each column. This is
-- the Data Package format: https://specs.frictionlessdata.io/data-package/ (version 1). Rows with totals and remaining
-- groups are omitted, so that all values of a column have its type.
-- @module lucena.render.csv_files

local csv = require("lucena.render.csv").csv
local quote = require("lucena.json").quote

local M = {}

local TYPES = { integer = "integer", year = "integer", decimal = "number", share = "number", points = "number" }

-- Return a name of a file: the number of the section and the letters of its title.
local function name_of(number, section)
  local word = (section.title or "table"):lower():gsub("[^%w]+", "-"):gsub("^%-+", ""):gsub("%-+$", ""):sub(1, 60)
  return ("%d-%s"):format(number, word ~= "" and word or "table")
end

-- Return the type of a column. A column of numbers may have texts, such as "21+" for the last group.
local function type_of(column, rows)
  local kind = TYPES[column.kind]
  for _, row in ipairs(kind and rows or {}) do
    local value = row[column.key]
    if value ~= nil and type(value) ~= "number" then
      return "string"
    end
  end
  return kind or "string"
end

local function data_rows(section)
  local rows = {}
  for _, row in ipairs(section.rows) do
    rows[#rows + 1] = not row.is_total and not row.is_rest and row or nil
  end
  return rows
end

local function resource_of(name, section, rows)
  local fields = {}
  for i, column in ipairs(section.columns) do
    fields[i] = ('{"name":%s,"title":%s,"type":"%s"}'):format(quote(column.name or column.key),
      quote(column.title or ""), type_of(column, rows))
  end
  return ('{"name":%s,"path":%s,"title":%s,"profile":"tabular-data-resource","encoding":"utf-8",\n "schema":'
    .. '{"fields":[%s]}}'):format(quote(name), quote(name .. ".csv"), quote(section.title or ""),
    table.concat(fields, ",\n  "))
end

--- Write sections as files.
---@param sections table[]
---@param page table title
---@return table[] files {name, text}
function M.files(sections, page)
  local files, resources = {}, {}
  for i, section in ipairs(sections) do
    local name, rows = name_of(i, section), data_rows(section)
    files[i] = { name = name .. ".csv", text = csv { setmetatable({ rows = rows }, { __index = section }) } }
    resources[i] = resource_of(name, section, rows)
  end
  files[#files + 1] = { name = "datapackage.json", text = ('{"name":"report","title":%s,"profile":'
    .. '"tabular-data-package",\n"resources":[\n%s\n]}\n'):format(quote(page.title), table.concat(resources, ",\n")) }
  return files
end

return M
