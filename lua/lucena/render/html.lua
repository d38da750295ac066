--- Writes reports as self-contained HTML pages: `lucena.render.page` with tables and charts.
-- @module lucena.render.html

local board = require("lucena.render.board")
local chart = require("lucena.render.chart")
local escape = require("lucena.render.escape")
local page_of = require("lucena.render.page").render
local value = require("lucena.render.value")
local width_of = require("lucena.render.width").of

local M = {}

-- Colors of White, draw and Black that also differ in lightness.
local PARTS = { "#f4f1e8", "#a8a49a", "#3b3a38" }

local STYLE = [[
main { max-width: 96rem; }
table.report tr.total th, table.report tr.total td { border-top: 2px solid var(--faint); font-weight: 600; }
table.report .short { white-space: nowrap; }
table.report td.long, table.report th.long { min-width: 15rem; }
svg.graph { display: block; margin-top: .4em; }
nav.contents a { display: inline-block; margin: 0 1.2rem .3rem 0; }
@media (max-width: 30rem) {
  table.report { font-size: .86rem; }
  table.report th, table.report td { padding: .2rem .3rem; }
}
@media print { nav.contents { display: none; } }
]]

local GRAPH_WIDTH, GRAPH_HEIGHT, INDENT = 120, 12, 1.2
local SHORT = 32 -- letters of a column whose text is not wrapped
local MANY = 4   -- number of sections from which the page has links to them
local BOARD = 320 -- pixels

-- Draw integers as parts of one bar.
local function graph(counts)
  local total, at, out = 0, 0, {}
  for _, count in ipairs(counts) do
    total = total + count
  end
  local text = escape.html(table.concat(counts, " / "))
  for i, count in ipairs(counts) do
    local width = total > 0 and count * GRAPH_WIDTH / total or 0
    out[i] = ('<rect x="%.1f" y="0" width="%.1f" height="%d" fill="%s"/>'):format(at, width, GRAPH_HEIGHT,
      PARTS[math.min(i, #PARTS)])
    at = at + width
  end
  return ('<svg class="graph" width="%d" height="%d" role="img" aria-label="%s"><title>%s</title>%s<rect x="0.5"'
    .. ' y="0.5" width="%d" height="%d" fill="none" stroke="currentColor" stroke-opacity="0.5"/></svg>')
    :format(GRAPH_WIDTH, GRAPH_HEIGHT, text, text, table.concat(out), GRAPH_WIDTH - 1, GRAPH_HEIGHT - 1)
end

-- ---- tables --------------------------------------------------------------------------------------

-- Return the class of a column: numbers are right-aligned, short words are not wrapped, and long texts get a minimum
-- width, so that a wide table scrolls.
local function class_of(section, column, page)
  if value.align(column) == "right" then
    return ' class="number"'
  end
  local most = 0
  for _, row in ipairs(section.rows) do
    most = math.max(most, column.kind ~= "graph" and width_of(value.show(row[column.key], column, page)) or 0)
  end
  return most <= SHORT and ' class="short"' or ' class="long"'
end

local function cell_of(row, column, class, is_first, section, page)
  local cell = row[column.key]
  local text = column.kind == "graph" and cell and graph(cell) or escape.html(value.show(cell, column, page))
  if not is_first then
    return ("<td%s>%s</td>"):format(class, text)
  elseif section.tree then
    class = class .. (' style="padding-left: %.1fem"'):format(0.7 + INDENT * (row.level or 0))
  end
  return ('<th scope="row"%s>%s</th>'):format(class, text)
end

local function put_table(out, section, page, name)
  out[#out + 1] = ('<div class="wide" tabindex="0" role="region" aria-label="%s">\n<table class="report">')
    :format(escape.attribute(name))
  local heads, classes, has_head = {}, {}, false
  for i, column in ipairs(section.columns) do
    local title = page.words(column.title or "")
    has_head = has_head or title ~= ""
    classes[i] = class_of(section, column, page)
    heads[i] = ('<th scope="col"%s>%s</th>'):format(classes[i], escape.html(title))
  end
  if has_head then
    out[#out + 1] = "<thead><tr>" .. table.concat(heads) .. "</tr></thead>"
  end
  out[#out + 1] = "<tbody>"
  for _, row in ipairs(section.rows) do
    local cells = {}
    for i, column in ipairs(section.columns) do
      cells[i] = cell_of(row, column, classes[i], i == 1, section, page)
    end
    out[#out + 1] = (row.is_total and '<tr class="total">' or "<tr>") .. table.concat(cells) .. "</tr>"
  end
  out[#out + 1] = "</tbody></table>\n</div>"
end

-- ---- charts --------------------------------------------------------------------------------------

local function column_of(section, key)
  for _, column in ipairs(section.columns) do
    if column.key == key then
      return column
    end
  end
  error(("the chart of '%s' wants a column '%s'"):format(section.title or "?", key))
end

local function series_of(section, rows, page)
  local list = {}
  for i, key in ipairs(section.chart.y) do
    local column, values = column_of(section, key), {}
    for j, row in ipairs(rows) do
      values[j] = row[key] or false
    end
    list[i] = { name = page.words(column.title or key), values = values,
      color = section.chart.kind == "stacked" and #section.chart.y == 3 and PARTS[i] or nil }
  end
  return list
end

local function put_chart(out, section, page, name)
  local about, rows, labels = section.chart, {}, {}
  for _, row in ipairs(section.rows) do
    rows[#rows + 1] = not row.is_total and not row.is_rest and row or nil
  end
  if #rows < 2 then
    return
  end
  for i, row in ipairs(rows) do
    labels[i] = value.show(row[about.x], column_of(section, about.x), page)
  end
  -- The scale of counts may have labels between its ends.
  local first = column_of(section, about.y[1])
  local between = (first.kind == "decimal" or first.kind == "share") and first or { kind = "decimal" }
  local draw = about.kind == "line" and chart.line or chart.bars
  out[#out + 1] = "<figure>" .. draw { title = name, labels = labels, series = series_of(section, rows, page),
    stacked = about.kind == "stacked" or nil,
    format = function(number)
      local whole = math.tointeger(number)
      return value.show(whole or number, whole and first or between, page)
    end } .. "</figure>"
end

-- ---- the page ------------------------------------------------------------------------------------

local function put_section(out, section, page, number)
  local name = section.title and page.words(section.title) or page.title or ""
  out[#out + 1] = ('<section id="s%d">'):format(number)
  if section.title then
    out[#out + 1] = "<h2>" .. escape.html(name) .. "</h2>"
  end
  if section.chart then
    put_chart(out, section, page, name)
  end
  if section.board then
    local it = section.board
    out[#out + 1] = "<figure>" .. board.svg(it.position, { marks = it.marks, title = name, desc = it.desc, size = BOARD,
      theme = it.marks and "grey" or nil }) .. "</figure>"
  end
  if #section.rows > 0 then
    put_table(out, section, page, name)
  elseif #(section.notes or {}) == 0 then
    out[#out + 1] = '<p class="note">' .. escape.html(page.words("Nothing to show.")) .. "</p>"
  end
  for _, note in ipairs(section.notes or {}) do
    out[#out + 1] = '<p class="note">' .. escape.html(page.note(note)) .. "</p>"
  end
  out[#out + 1] = "</section>"
end

-- Write links to the sections if there are many.
local function put_contents(out, sections, page)
  if #sections < MANY then
    return
  end
  local links = {}
  for i, section in ipairs(sections) do
    links[i] = ('<a href="#s%d">%s</a>'):format(i, escape.html(page.words(section.title or tostring(i))))
  end
  out[#out + 1] = ('<nav class="contents" aria-label="%s">'):format(escape.attribute(page.words("Contents")))
    .. table.concat(links, "\n") .. "</nav>"
end

--- Write sections as a page of HTML.
---@param sections table[]
---@param page table as for `lucena.render.text`
---@return string
function M.html(sections, page)
  local out = { "<h1>" .. escape.html(page.title or "") .. "</h1>" }
  put_contents(out, sections, page)
  for i, section in ipairs(sections) do
    put_section(out, section, page, i)
  end
  return page_of { title = page.title, lang = page.lang, body = table.concat(out, "\n"), style = STYLE }
end

return M
