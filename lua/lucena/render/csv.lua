--- Writes reports as CSV, for spreadsheets and scripts. Numbers are not formatted, and cells are written by
-- `lucena.csv`. The title of a column is its key (or `name`), which is the same in every language. If a report has
-- several sections, a line with the section's title precedes each section, and an empty line separates sections. To
-- load one section into another program, request only that section.
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
