--- Writes blank score sheets, in all formats: a heading and lines for the moves, in two columns.
--
-- The tags of a game fill its heading, so a file of pairings gives one sheet for each board. Without games, there is
-- one sheet with an empty heading. A page has at most 60 moves; longer sheets go on with the next page.
-- A sheet is {file, offset, White, Black, Event, Date, Round, Result}; unknown values are "".
-- @module lucena.sheet.blank

local escape = require("lucena.render.escape")
local heading = require("lucena.sheet.heading")
local widths = require("lucena.render.width")

local M = {}

local PAGE = 60 -- moves of a page
local TAGS = { "White", "Black", "Event", "Date", "Round", "Result" }

--- Make the blank sheet of a game.
---@param game lucena.Game
---@return table sheet
-- @usage require("lucena.sheet.blank").of(chess.game '[White "Anna"]\n\n*').White --> Anna
function M.of(game)
  local out = { file = game.file, offset = game.offset }
  for _, name in ipairs(TAGS) do
    local value = game.tags[name]
    out[name] = value ~= "*" and heading.is_known(value) and require("lucena.format").to_utf8(value) or ""
  end
  return out
end

local function sheets_of(sheets)
  return #sheets > 0 and sheets or { {} }
end

-- Return the rows of each page: lists of {left number, right number or nil}.
local function pages_of(count)
  local pages = {}
  for first = 1, count, PAGE do
    local last = math.min(count, first + PAGE - 1)
    local half, rows = (last - first + 2) // 2, {}
    for i = 1, half do
      rows[i] = { first + i - 1, first + i - 1 + half <= last and first + i - 1 + half or nil }
    end
    pages[#pages + 1] = rows
  end
  return pages
end

-- Write every page of every sheet: `put(sheet, rows)` returns one page as a text.
local function each_page(sheets, options, put)
  local out = {}
  for _, sheet in ipairs(sheets_of(sheets)) do
    for _, rows in ipairs(pages_of(options.blank)) do
      out[#out + 1] = put(sheet, rows)
    end
  end
  return out
end

--- Write score sheets as text.
---@param sheets table[] made by `of`
---@param page table as for lucena.report
---@param options {blank: integer} `blank`: number of moves
---@return string
function M.text(sheets, page, options)
  local line = ("_"):rep(15)
  return table.concat(each_page(sheets, options, function(sheet, rows)
    local out = {}
    for _, name in ipairs(TAGS) do
      local value = sheet[name] or ""
      out[#out + 1] = widths.fit(page.words(name) .. page.words(": "), 14)
        .. (value ~= "" and escape.terminal(value) or ("_"):rep(40)) .. "\n"
    end
    for _, row in ipairs(rows) do
      out[#out + 1] = ("%3d. %s %s"):format(row[1], line, line)
        .. (row[2] and ("  %3d. %s %s"):format(row[2], line, line) or "")
    end
    return table.concat(out, "\n") .. "\n"
  end), "\n")
end

--- Write score sheets as Markdown. Parameters as for text().
function M.markdown(sheets, page, options)
  local white, black = page.words("White"), page.words("Black")
  return table.concat(each_page(sheets, options, function(sheet, rows)
    local out = {}
    for _, name in ipairs(TAGS) do
      local value = sheet[name] or ""
      out[#out + 1] = ("- **%s**%s%s"):format(page.words(name), page.words(": "),
        value ~= "" and escape.markdown(value) or ("\\_"):rep(40))
    end
    out[#out + 1] = ("\n| | %s | %s | | %s | %s |\n|--:|---|---|--:|---|---|"):format(white, black, white, black)
    for _, row in ipairs(rows) do
      out[#out + 1] = ("| %d. | | | %s | | |"):format(row[1], row[2] and row[2] .. "." or "")
    end
    return table.concat(out, "\n") .. "\n"
  end), "\n")
end

local STYLE = [[
.score + .score { margin-top: 3rem; }
.score dl { display: grid; grid-template-columns: auto 1fr auto 1fr; gap: .5rem .8rem; margin: 0 0 1.2rem; }
.score dt { color: var(--faint); align-self: end; }
.score dd { display: flex; align-items: end; margin: 0; min-height: 1.8rem; border-bottom: 1px solid var(--faint); }
.score .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; align-items: start; }
.score table { width: calc(100% - 1px); border-collapse: collapse; table-layout: fixed; }
.score th { font-weight: 400; color: var(--faint); }
.score tbody th { width: 2.2rem; text-align: right; padding-right: .4rem; }
.score thead td { width: 2.2rem; }
.score tbody td { height: 1.8rem; border: 1px solid var(--faint); }
.score dl.signatures { margin: 1.2rem 0 0; }
@media screen and (max-width: 40rem) {
  .score dl { grid-template-columns: auto 1fr; }
  .score .columns { gap: 0 .5rem; }
  .score tbody th, .score thead td { width: 1.6rem; padding-right: .2rem; white-space: nowrap; font-size: .85rem; }
}
@media print {
  @page { size: A4; margin: 15mm; }
  .score + .score { margin: 0; break-before: page; }
  .score dl { gap: 2mm 3mm; margin: 0 0 5mm; }
  .score dd { min-height: 8mm; }
  .score tbody td { height: 6.8mm; }
  .score dl.signatures { margin: 3mm 0 0; }
  .score-title { display: none; }
}
]]

local function column_html(rows, side, page)
  local out = { ("<table><thead><tr><td></td><th>%s</th><th>%s</th></tr></thead><tbody>"):format(
    escape.html(page.words("White")), escape.html(page.words("Black"))) }
  for _, row in ipairs(rows) do
    out[#out + 1] = row[side] and ('<tr><th scope="row">%d</th><td></td><td></td></tr>'):format(row[side]) or nil
  end
  return table.concat(out) .. "</tbody></table>"
end

-- The lines on which the players sign.
local function signatures_html(page)
  local out = {}
  for i, name in ipairs { "White", "Black" } do
    out[i] = ("<dt>%s (%s)</dt><dd></dd>"):format(escape.html(page.words "Signature"), escape.html(page.words(name)))
  end
  return '<dl class="signatures">' .. table.concat(out) .. "</dl>"
end

--- Write score sheets as an HTML page; on paper, each sheet begins a page. Parameters as for text().
function M.html(sheets, page, options)
  local out = each_page(sheets, options, function(sheet, rows)
    local head = {}
    for i, name in ipairs(TAGS) do
      head[i] = ('<dt>%s</dt><dd dir="auto">%s</dd>'):format(escape.html(page.words(name)),
        escape.html(sheet[name] or ""))
    end
    return ('<section class="score"><dl>%s</dl>\n<div class="columns">%s\n%s</div>\n%s</section>\n'):format(
      table.concat(head), column_html(rows, 1, page), rows[1][2] and column_html(rows, 2, page) or "",
      signatures_html(page))
  end)
  local title = ('<h1 class="score-title">%s</h1>\n'):format(escape.html(page.title))
  return require("lucena.render.page").render { title = page.title, lang = page.lang, style = STYLE,
    body = title .. table.concat(out), fragment = page.fragment }
end

--- Write score sheets as a LaTeX document. Parameters as for text().
function M.latex(sheets, page, options)
  local line = "\\rule{32mm}{0.3pt}"
  local out = each_page(sheets, options, function(sheet, rows)
    local text = {}
    for _, name in ipairs(TAGS) do
      local value = sheet[name] or ""
      text[#text + 1] = ("\\makebox[25mm][l]{%s}%s\\par\\medskip"):format(escape.latex(page.words(name)),
        value ~= "" and escape.latex(value) or "\\rule{100mm}{0.3pt}")
    end
    text[#text + 1] = "\\renewcommand{\\arraystretch}{1.35}\\begin{tabular}{rllrll}"
    for _, row in ipairs(rows) do
      text[#text + 1] = ("%d & %s & %s & %s \\\\"):format(row[1], line, line,
        row[2] and ("%d & %s & %s"):format(row[2], line, line) or "& &")
    end
    return table.concat(text, "\n") .. "\n\\end{tabular}"
  end)
  return require("lucena.render.latex").document(table.concat(out, "\n\\clearpage\n") .. "\n",
    "\\usepackage[margin=15mm]{geometry}\n\\setlength{\\parindent}{0pt}\n", "11pt", page.lang)
end

--- Return the table of the headings, for formats without pages.
---@param sheets table[] made by `of`
---@return table[] sections
function M.sections(sheets)
  local columns = {}
  for i, name in ipairs(TAGS) do
    columns[i] = { key = name, title = name }
  end
  return { { columns = columns, rows = sheets, notes = {} } }
end

return M
