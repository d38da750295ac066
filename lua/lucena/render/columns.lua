--- Chooses the columns of a section that readers see. Programs get all columns, in CSV and JSON.
-- @module lucena.render.columns

local M = {}

--- Return a section without the columns that are for programs, and without empty columns that are optional.
---@param section table {columns, rows, ...}
---@return table section
-- @usage #require("lucena.render.columns").for_readers{columns = {{optional = true}}, rows = {}}.columns --> 0
function M.for_readers(section)
  local columns = {}
  for _, column in ipairs(section.columns) do
    local is_shown = not column.optional and not column.for_programs
    for _, row in ipairs(section.rows) do
      is_shown = is_shown or not column.for_programs and row[column.key] ~= nil
    end
    columns[#columns + 1] = is_shown and column or nil
  end
  return setmetatable({ columns = columns }, { __index = section })
end

return M
