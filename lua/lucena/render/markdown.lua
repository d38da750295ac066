--- Writes reports as Markdown: CommonMark with GitHub's tables.
-- @module lucena.render.markdown

local escape = require("lucena.render.escape")
local value = require("lucena.render.value")

local M = {}

local function cell_of(row, column, is_first, section, page)
  local text = escape.markdown(value.show(row[column.key], column, page))
  if is_first and section.tree then
    text = ("&emsp;"):rep(row.level or 0) .. text
  end
  return row.is_total and text ~= "" and "**" .. text .. "**" or text
end

local function put_table(out, section, page)
  local heads, rules = {}, {}
  for i, column in ipairs(section.columns) do
    heads[i] = escape.markdown(page.words(column.title or ""))
    rules[i] = value.align(column) == "right" and "---:" or "---"
  end
  out[#out + 1] = "| " .. table.concat(heads, " | ") .. " |"
  out[#out + 1] = "| " .. table.concat(rules, " | ") .. " |"
  for _, row in ipairs(section.rows) do
    local cells = {}
    for i, column in ipairs(section.columns) do
      cells[i] = cell_of(row, column, i == 1, section, page)
    end
    out[#out + 1] = "| " .. table.concat(cells, " | ") .. " |"
  end
end

--- Write sections as Markdown, with a line end.
---@param sections table[]
---@param page table as for `lucena.render.text`
---@return string
function M.markdown(sections, page)
  local out = {}
  if page.title then
    out[#out + 1] = "# " .. escape.markdown(page.title)
  end
  for _, section in ipairs(sections) do
    if section.title then
      out[#out + 1] = ""
      out[#out + 1] = "## " .. escape.markdown(page.words(section.title))
    end
    out[#out + 1] = ""
    if #section.rows > 0 then
      put_table(out, section, page)
    elseif #(section.notes or {}) == 0 then
      out[#out + 1] = escape.markdown(page.words("Nothing to show."))
    end
    for _, note in ipairs(section.notes or {}) do
      out[#out + 1] = ""
      out[#out + 1] = escape.markdown(page.note(note))
    end
  end
  return (table.concat(out, "\n"):gsub("^\n+", "")) .. "\n"
end

return M
