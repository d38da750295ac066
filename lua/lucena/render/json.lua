--- Writes reports as JSON:
--
--     {"title": "...", "sections": [
--       {"title": "...", "columns": [{"key": "games", "title": "Games", "kind": "integer"}, ...],
--        "rows": [{"games": 12, ...}, ...], "notes": ["..."]}, ...]}
--
-- Keys and titles are English in every language. A row has a key for each column that has a value, in the order of the
-- columns. A number that is not finite is null.
-- `level` is the depth of a row in a tree, from 0. Points are numbers such as 6.5. Shares are from 0 to 1.
-- @module lucena.render.json

local quote = require("lucena.json").quote
local value = require("lucena.render.value")

local M = {}

local NUMBERS = { integer = true, year = true, decimal = true, share = true, points = true }

local function encode(cell, column)
  if type(cell) == "number" and cell - cell ~= 0 then
    return "null"
  elseif column.kind == "graph" then
    return "[" .. table.concat(cell, ",") .. "]"
  elseif type(cell) == "boolean" then
    return tostring(cell)
  elseif type(cell) ~= "string" and NUMBERS[column.kind] then
    return value.plain(cell, column)
  end
  return quote(value.plain(cell, column))
end

local function row_of(row, section)
  local parts = {}
  for _, column in ipairs(section.columns) do
    local cell = row[column.key]
    parts[#parts + 1] = cell ~= nil and quote(column.key) .. ":" .. encode(cell, column) or nil
  end
  if section.tree then
    parts[#parts + 1] = ('"level":%d'):format(row.level or 0)
  end
  if row.is_total then
    parts[#parts + 1] = '"is_total":true'
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function column_of(column)
  return ('{"key":%s,"title":%s,"kind":%s}'):format(quote(column.key), quote(column.title or ""),
    quote(column.kind or "text"))
end

local function map(list, f, ...)
  local out = {}
  for i, it in ipairs(list) do
    out[i] = f(it, ...)
  end
  return out
end

local function section_of(section, page)
  local notes = map(section.notes or {}, function(note) return quote(page.note(note)) end)
  return ('{"title":%s,"columns":[%s],\n"rows":[%s],\n"notes":[%s]}'):format(
    quote(section.title or ""), table.concat(map(section.columns, column_of), ","),
    table.concat(map(section.rows, row_of, section), ",\n"), table.concat(notes, ","))
end

--- Write sections as JSON, one line per row, with a line end.
---@param sections table[]
---@param page table as for `lucena.render.text`
---@return string
function M.json(sections, page)
  return ('{"title":%s,"sections":[\n%s\n]}\n'):format(quote(page.title or ""),
    table.concat(map(sections, section_of, page), ",\n"))
end

return M
