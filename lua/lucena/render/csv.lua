--- Writes reports as CSV, for spreadsheets and scripts: numbers without formatting, cells as in `lucena.csv`.
-- The heads of columns are their keys (or `name`), which are the same in every language. If a report has several
-- sections, each has a line with its title before it, and an empty line between sections. To load one section, request
-- only that section.
-- @module lucena.render.csv

local escape = require("lucena.render.escape")
local value = require("lucena.render.value")

local M = {}

local function put_row(out, columns, cell_of)
  local cells = {}
  for i, column in ipairs(columns) do
    cells[i] = escape.csv(cell_of(column))
  end
  out[#out + 1] = table.concat(cells, ",")
end

--- Write sections as CSV.
---@param sections table[]
---@return string
function M.csv(sections)
  local out = {}
  for i, section in ipairs(sections) do
    if #sections > 1 then
      out[#out + 1] = i > 1 and "" or nil
      out[#out + 1] = escape.csv(section.title)
    end
    put_row(out, section.columns, function(column) return column.name or column.key end)
    for _, row in ipairs(section.rows) do
      put_row(out, section.columns, function(column) return value.plain(row[column.key], column) end)
    end
  end
  return table.concat(out, "\n") .. "\n"
end

return M
