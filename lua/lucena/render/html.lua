--- Writes reports as self-contained HTML pages: `lucena.render.page` with tables and charts.
-- @module lucena.render.html

local board = require("lucena.render.board")
local chart = require("lucena.render.chart")
local escape = require("lucena.render.escape")
local pieces = require("lucena.render.pieces")
local live = require("lucena.render.live")
local page_of = require("lucena.render.page").render
local table_html = require("lucena.render.table_html")
local value = require("lucena.render.value")

local M = {}

-- Colors of wins of White, draws and wins of Black. They also differ in lightness. STYLE defines them for light and
-- dark pages.
local PARTS = { "var(--p1)", "var(--p2)", "var(--p3)" }

local STYLE = [[
:root { --p1: #f4f1e8; --p2: #a8a49a; --p3: #3b3a38; --won: #e3efdc; --lost: #f7e2dd; }
@media (prefers-color-scheme: dark) {
  :root { --p1: #efece2; --p2: #98948b; --p3: #66748a; --won: #26391f; --lost: #45261f; }
}
main { max-width: 96rem; }
div.sections { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 36rem), 1fr)); gap: 0 2.5rem;
  align-items: start; }
div.cards { display: contents; }
div.sections section { min-width: 0; }
div.sections > section.whole { grid-column: 1 / -1; }
@media screen and (min-width: 78rem) {
  section.paired { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 2.5rem; align-items: start; }
  section.paired > * { grid-column: 1 / -1; }
  section.paired > div.wide { grid-area: 2 / 1; min-width: 0; }
  section.paired > figure { grid-area: 2 / 2; margin: 0; }
}
table.report { min-width: min(100%, 40rem); }
table.report th, table.report td { padding: .25em .5em; white-space: nowrap; }
table.report tbody th { position: sticky; left: 0; background: var(--paper); z-index: 1; }
table.report tr.total th, table.report tr.total td { border-top: 2px solid var(--faint); font-weight: 600; }
table.report.tree tbody th { white-space: nowrap !important; padding-left: calc(.7em + var(--level) * 1.2em); }
table.report th.cell { text-align: center; }
table.report td.won { background: var(--won); }
table.report td.lost { background: var(--lost); }
table.report td[title], table.report th[title] { text-decoration: underline dotted; text-underline-offset: .2em; }
table.report tbody td::before { color: var(--faint); font-size: .85em; margin-right: .3em; }
svg.bar { vertical-align: middle; }
table.report a { text-decoration: none; }
table.report a:hover { text-decoration: underline; }
svg .p1, svg.p1 { fill: var(--p1); }
svg .p2 { fill: var(--p2); }
svg .p3 { fill: var(--p3); }
svg .frame { fill: none; stroke: currentColor; stroke-opacity: .5; }
span.parts { color: var(--faint); font-size: .85em; }
span.result { white-space: nowrap; }
div.diagrams { display: grid; grid-template-columns: repeat(4, minmax(0, 12rem)); gap: 0 1.2rem; }
div.diagrams figure { margin: 1rem 0 0; }
div.diagrams figcaption { line-height: 1.3; }
div.diagrams svg { width: 100%; }
@media screen and (max-width: 40rem) { div.diagrams { grid-template-columns: 1fr 1fr; } }
nav.contents a { display: inline-block; margin: 0 1.2rem .3rem 0; }
@media print {
  nav.contents { display: none; }
  div.sections { display: block; }
  table.report tbody th { position: static; }
  table.report th, table.report td { padding: .15em .4em; }
  table.report thead th { white-space: normal; vertical-align: bottom; }
  table.report td[title], table.report th[title] { text-decoration: none; }
  div.diagrams { grid-template-columns: repeat(4, 4.2cm); gap: 0 .5cm; break-inside: avoid; break-before: avoid; }
  figure .light { fill: #fff; }
  figure .dark { fill: #d0d0d0; }
  figure .names path { stroke: #444; }
  figure svg.board { border: .5pt solid #777; }
  h2 { margin: 1.2rem 0 .4rem; }
  p.note { margin: .3rem 0; break-before: avoid; }
  figure { margin: .5rem 0; }
  table.report { min-width: 0; }
  section.short:has(> figure) { display: flex; flex-wrap: wrap; gap: 0 .8cm; align-items: flex-start;
    break-inside: avoid; }
  section.short > :is(h2, p) { flex-basis: 100%; }
  section.short > div.wide { order: 1; }
  section.short > figure { order: 2; flex: 1 1 7cm; min-width: 0; margin: 0; }
  section.short:has(> figure) table.report { font-size: 10.5px !important; }
  section.short > :is(p, div.diagrams) { order: 3; }
  figure svg { max-width: min(100%, 9cm); }
  section.card, section.short div.wide { break-inside: avoid; }
  tr.keep { break-after: avoid; }
  div.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.8cm, 1fr)); gap: 0 .6cm; }
  div.cards section { font-size: .9rem; }
  div.cards div.wide { margin-bottom: .15rem; }
  div.cards p.note { display: inline; }
  div.cards p.note + p.note::before { content: " · "; }
  div.cards table.report { font-size: 10.5px !important; min-width: 100%; }
  div.cards table.report :is(th, td) { white-space: normal; padding: .15em .25em; }
}
]] .. live.table_style

local MANY = 4   -- pages with at least this number of sections have links to them
local BOARD, SMALL = 320, 192 -- pixels
local DIAGRAMS = 4 -- below a table, of its first rows that have one
local COLUMN = 576 -- pixels; a section with a wider table takes the width of the page: 36rem in STYLE
local CHART = { 480, 220 } -- so that its letters can be read on a phone
local SHORT = 12 -- rows; on paper, a table with at most this number of rows is on one page
local PAIRED = 900 -- pixels; beside a table of at most this width, a page has room for the chart of the section

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
    local column, values, margins = column_of(section, key), {}, {}
    local margin = section.chart.margins and section.chart.margins[key]
    for j, row in ipairs(rows) do
      values[j], margins[j] = row[key] or false, margin and row[margin] or false
    end
    list[i] = { margins = margin and margins, name = page.words(column.title or key), values = values,
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
  -- The numbers at the scale of a chart may be fractions, even if its values are integers.
  local first = column_of(section, about.y[1])
  local between = (first.kind == "decimal" or first.kind == "share") and first or { kind = "decimal" }
  local draw = about.kind == "line" and chart.line or chart.bars
  out[#out + 1] = "<figure>" .. draw { title = name, labels = labels, series = series_of(section, rows, page),
    width = CHART[1], height = CHART[2],
    stacked = about.kind == "stacked" or nil,
    format = function(number)
      local whole = math.tointeger(number)
      return value.show(whole or number, whole and first or between, page)
    end } .. "</figure>"
end

-- ---- the page ------------------------------------------------------------------------------------

local function is_short(section)
  return #section.rows <= SHORT
end

-- Write the diagrams of the first rows that have one, such as the openings that a player plays most.
local function put_diagrams(out, section, page)
  local figures = {}
  for _, row in ipairs(section.rows) do
    local it = #figures < DIAGRAMS and row.diagram
    if it then
      local name = value.show(row.name, column_of(section, "name"), page)
      figures[#figures + 1] = ("<figure>%s<figcaption>%s</figcaption></figure>"):format(board.svg(it.position,
        { size = SMALL, flip = it.flip, coordinates = false, symbols = false, title = name }), escape.html(name))
    end
  end
  out[#out + 1] = figures[1] and '<div class="diagrams">' .. table.concat(figures) .. "</div>"
end

-- Write a section. Returns its styles, whether its table needs landscape paper, and its start, to be completed.
local function put_section(out, section, page, number)
  local style, is_wide, width = "", false, 0
  local name = section.title and page.words(section.title) or page.title or "" -- results: a text
  local heading = name
  if page.named and name:find(page.named, 1, true) == 1 and name:find(": ", #page.named, true) then
    heading = name:sub(#page.named + 1):gsub("^[^:]*: ", ""):gsub("^%l", string.upper)
  else
    page.named = name
  end
  local start = #out + 1
  out[start] = ""
  if section.title then
    out[#out + 1] = "<h2>" .. escape.html(heading) .. "</h2>"
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
    style, is_wide, width = table_html.put(out, section, page, "t" .. number, name)
    put_diagrams(out, section, page)
  elseif #(section.notes or {}) == 0 then
    out[#out + 1] = '<p class="note">' .. escape.html(page.words("Nothing to show.")) .. "</p>"
  end
  for _, note in ipairs(section.notes or {}) do
    out[#out + 1] = '<p class="note">' .. escape.html(page.note(note)) .. "</p>"
  end
  out[#out + 1] = "</section>"
  local class = section.is_card and "card" or width > PAIRED and "whole" or width > COLUMN and "whole paired" or "half"
  return style, is_wide, { at = start, id = section.id or "s" .. number, class = class,
    more = is_short(section) and " short" or "" }
end

-- Complete the starts of the sections. Two sections stand side by side if the window has room for both; one without a
-- partner has its chart beside its table.
local function put_starts(out, starts)
  local is_second = false
  for i, it in ipairs(starts) do
    local is_half = it.class == "half"
    local after = starts[i + 1]
    if is_half and not is_second and not (after and after.class == "half") then
      it.class, is_half = "whole paired", false
    end
    is_second = is_half and not is_second
    out[it.at] = ('<section id="%s" class="%s%s">'):format(it.id, it.class, it.more)
  end
end

-- Write links to the sections if there are many.
local function put_contents(out, sections, page)
  if #sections < MANY then
    return
  end
  local links = {}
  for i, section in ipairs(sections) do
    links[#links + 1] = not section.is_card and ('<a href="#%s">%s</a>'):format(section.id or "s" .. i,
      escape.html(page.words(section.title or tostring(i)))) or nil
  end
  out[#out + 1] = ('<nav class="contents" aria-label="%s">'):format(escape.attribute(page.words("Contents")))
    .. table.concat(links, "\n") .. "</nav>"
end

-- Write the drawings of the pieces, which the diagrams share.
local function put_pieces(out, sections)
  for _, section in ipairs(sections) do
    for _, row in ipairs(section.rows) do
      if row.diagram then
        out[#out + 1] = '<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>'
          .. pieces.symbols() .. "</defs></svg>"
        return
      end
    end
  end
end

-- Return the title for the browser. It is the report's title. If there is only one section, its title comes first.
local function title_of(sections, page)
  local own = #sections == 1 and sections[1].title
  return own and own ~= "" and ("%s – %s"):format(page.words(own), page.title or "") or page.title
end

--- Write sections as an HTML page. A section may have `id`. A row may have `id`, `keep` (no page break after it on
-- paper), `links` (key -> address, or a list of {text, link}), `hints` (key -> text of a tooltip) and `diagram`
-- ({position =, flip =}), which is shown below the table with the row's name.
---@param sections table[]
---@param page table as for `lucena.render.text`
---@param more? table content after the sections: {html, style, script}
---@return string
function M.html(sections, page, more)
  more = more or { html = "", style = "", script = "" }
  local out, styles, is_wide = { "<h1>" .. escape.html(page.title or "") .. "</h1>" }, { more.style, STYLE }, false
  local starts = {}
  put_contents(out, sections, page)
  put_pieces(out, sections)
  out[#out + 1] = '<div class="sections">'
  for i, section in ipairs(sections) do
    local before, after = sections[i - 1], sections[i + 1]
    out[#out + 1] = section.is_card and not (before and before.is_card) and '<div class="cards">' or nil
    local style, wide, start = put_section(out, section, page, i)
    out[#out + 1] = section.is_card and not (after and after.is_card) and "</div>" or nil
    styles[#styles + 1], starts[i], is_wide = style, start, is_wide or wide
  end
  put_starts(out, starts)
  out[#out + 1] = "</div>"
  styles[#styles + 1] = ("@page { size: A4%s; margin: 10mm; }\n"):format(is_wide and " landscape" or "")
  out[#out + 1] = more.html
  return page_of { title = title_of(sections, page), lang = page.lang, body = table.concat(out, "\n"),
    style = table.concat(styles), script = live.table_script .. more.script, fragment = page.fragment }
end

return M
