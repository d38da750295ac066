--- Prepares a section for readers: its title, and the columns that they see. Programs get all columns, in CSV and JSON.
-- @module lucena.render.columns

local dates = require("lucena.dates")

local M = {}

--- Return the title of a section as readers see it, before it is translated.
---@param section table `heading`: the parts of the title, of which {from =, to =} is a period; its `suffix` such as
-- ": players" ends the title. Without `heading`, the title is `title`
---@param page table lang and words, as for lucena.report
---@return string? title
-- @usage require("lucena.render.columns").title({ title = "Results" }, { lang = "en" }) --> Results
function M.title(section, page)
  local parts = {}
  for i, part in ipairs(section.heading or {}) do
    parts[i] = type(part) == "string" and part or dates.period(part.from, part.to, page)
  end
  return parts[1] and table.concat(parts, ", ") .. section.heading.suffix or section.title
end

-- Return a copy of a row without the values of some columns that are those of the row above it in the branch.
local function without_repeated(row, above, keys)
  local copy = {}
  for key, value in pairs(row) do
    copy[key] = (not keys[key] or value ~= above[key]) and value or nil
  end
  return copy
end

-- Return the rows of a tree, where a value of a column with `once` is only in the first row of the branch with it.
local function rows_of(section, columns)
  local keys, rows, above = {}, {}, {}
  for _, column in ipairs(columns) do
    keys[column.key] = column.once
  end
  if next(keys) == nil then
    return section.rows
  end
  for i, row in ipairs(section.rows) do
    above[row.level] = row
    rows[i] = above[row.level - 1] and without_repeated(row, above[row.level - 1], keys) or row
  end
  return rows
end

--- Return a section with the title for readers, without the columns that are for programs, and without empty columns
-- that are optional. In columns of a tree with `once`, values of the row above in the branch are not repeated.
---@param section table {columns, rows, ...}
---@param page table as for title()
---@return table section
-- @usage #require("lucena.render.columns").for_readers({columns = {{optional = true}}, rows = {}}, {}).columns --> 0
function M.for_readers(section, page)
  local columns = {}
  for _, column in ipairs(section.columns) do
    local is_shown = not column.optional and not column.for_programs
    for _, row in ipairs(section.rows) do
      is_shown = is_shown or not column.for_programs and row[column.key] ~= nil
    end
    columns[#columns + 1] = is_shown and column or nil
  end
  return setmetatable({ title = M.title(section, page), columns = columns, rows = rows_of(section, columns) },
    { __index = section })
end

return M
