--- Writes reports as LaTeX documents. Tables may continue on the next page, and bars are drawn as LaTeX rules.
-- pdflatex supports only Latin letters and prints the code of any other letter, such as U+0416. lualatex and xelatex
-- print all letters of the font. The documents use the packages geometry, longtable, booktabs, xcolor, and babel for
-- French. Every TeX Live has these packages.
-- @module lucena.render.latex

local escape = require("lucena.render.escape")
local value = require("lucena.render.value")
local width_of = require("lucena.render.width").of

local M = {}

local BAR = 24      -- the width of a bar in millimetres
local LONG = 34     -- columns with more letters are typeset as paragraphs
local PARAGRAPH, NARROWEST = 52, 36 -- the width of such a column in millimetres, in normal size and in small sizes
local PORTRAIT = 90 -- pages with a table that is wider, in letters, have landscape format

-- Widest table in letters on a page in landscape format, by font size: {letters, command, size in points}.
local SIZES = { { 130, "", 10 }, { 144, "\\small", 9 }, { 162, "\\footnotesize", 8 }, { 185, "\\scriptsize", 7 },
  { math.huge, "\\tiny", 5 } }

local HEAD = [[
\documentclass[%s,a4paper]{article}
\usepackage{iftex}
\ifpdftex
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \usepackage{textcomp}
\else
  \usepackage{fontspec}
\fi
%s%s\setlength{\parindent}{0pt}
]]

local TABLES = [[
\usepackage[margin=20mm%s]{geometry}
\usepackage{longtable,booktabs,array,xcolor}
\setlength{\LTleft}{0pt}
\newcommand{\bars}[3]{\textcolor[gray]{0.85}{\rule{#1mm}{2mm}}\textcolor[gray]{0.6}{\rule{#2mm}{2mm}}%%
\textcolor[gray]{0.2}{\rule{#3mm}{2mm}}}
]]

-- ---- cells ---------------------------------------------------------------------------------------

local function graph(counts)
  local total, sizes = 0, { 0, 0, 0 }
  for i, count in ipairs(counts) do
    total = total + count
    local place = math.min(i, 3)
    sizes[place] = sizes[place] + count
  end
  for i, count in ipairs(sizes) do
    sizes[i] = ("{%.1f}"):format(total > 0 and count * BAR / total or 0)
  end
  return "\\bars" .. table.concat(sizes)
end

local function cell_of(row, column, page)
  local cell = row[column.key]
  if column.kind == "graph" and cell then
    return graph(cell)
  end
  return escape.latex(value.show(cell, column, page))
end

local function is_charted(row)
  return not row.is_total and not row.is_rest
end

-- Return the column to draw as bars, and its greatest value. Returns nil if cells have bars already, or if the chart is
-- a line chart.
local function charted(section)
  local chart = section.chart
  for _, column in ipairs(section.columns) do
    chart = column.kind ~= "graph" and chart
  end
  if not chart or chart.kind == "line" then
    return nil
  end
  local greatest = 0
  for _, row in ipairs(section.rows) do
    greatest = math.max(greatest, is_charted(row) and row[chart.y[1]] or 0)
  end
  return function(row)
    local number = row[chart.y[1]] or 0
    return greatest > 0 and is_charted(row) and ("\\rule{%.1fmm}{2mm}"):format(number * BAR / greatest) or ""
  end
end

-- ---- tables --------------------------------------------------------------------------------------

-- Return the width of a column in letters.
local function letters_of(section, column, page)
  local most = width_of(page.words(column.title or ""))
  for _, row in ipairs(section.rows) do
    local is_bar = column.kind == "graph"
    most = math.max(most, is_bar and 14 or width_of(value.show(row[column.key], column, page)))
  end
  return most
end

-- Return the width of a table in letters.
local function width_in_letters(section, page)
  local total = charted(section) and 16 or 0
  for _, column in ipairs(section.columns) do
    total = total + math.min(LONG, letters_of(section, column, page)) + 2
  end
  return total
end

-- Return the command and the size in points of the font in which a table fits the page.
local function size_of(section, page)
  local letters = width_in_letters(section, page)
  for _, it in ipairs(SIZES) do
    if letters <= it[1] then
      return it[2], it[3]
    end
  end
end

local function layout_of(section, page, has_bars, points)
  local parts = {}
  local long = (">{\\raggedright\\arraybackslash}p{%dmm}"):format(math.max(NARROWEST, PARAGRAPH * points // 10))
  for i, column in ipairs(section.columns) do
    parts[i] = value.align(column) == "right" and "r"
      or letters_of(section, column, page) > LONG and long or "l"
  end
  return table.concat(parts) .. (has_bars and "l" or "")
end

local function put_table(out, section, page)
  local bar_of, command, points = charted(section), size_of(section, page)
  local is_smaller = command ~= ""
  out[#out + 1] = (is_smaller and ("{%s\\setlength{\\tabcolsep}{%dpt}"):format(command, points // 2) or "")
    .. "\\begin{longtable}{" .. layout_of(section, page, bar_of ~= nil, points) .. "}"
  local heads = {}
  for i, column in ipairs(section.columns) do
    heads[i] = escape.latex(page.words(column.title or ""))
  end
  out[#out + 1] = "\\toprule"
  if table.concat(heads) ~= "" then
    out[#out + 1] = table.concat(heads, " & ") .. (bar_of and " &" or "") .. " \\\\"
    out[#out + 1] = "\\midrule"
  end
  out[#out + 1] = "\\endhead"
  for _, row in ipairs(section.rows) do
    local cells = {}
    for i, column in ipairs(section.columns) do
      local indent = i == 1 and section.tree and ("\\quad{}"):rep(row.level or 0) or ""
      cells[i] = indent .. cell_of(row, column, page)
    end
    cells[#cells + 1] = bar_of and bar_of(row)
    out[#out + 1] = (row.is_total and "\\midrule\n" or "") .. table.concat(cells, " & ") .. " \\\\"
  end
  out[#out + 1] = "\\bottomrule"
  out[#out + 1] = "\\end{longtable}" .. (is_smaller and "}" or "")
end

-- ---- letters ----------------------------------------------------------------------------------

local LATIN = 0x17F
-- T1 fonts have most letters up to code point LATIN, and few signs above it. MISSING has the letters up to LATIN that
-- T1 fonts lack. THERE has the signs above it that they have: quotation marks, dashes, the dagger, ™ and €.
local MISSING = { [0x126] = true, [0x127] = true, [0x138] = true, [0x13F] = true, [0x140] = true, [0x149] = true,
  [0x166] = true, [0x167] = true, [0x17F] = true }
local THERE = { [0x2013] = true, [0x2014] = true, [0x2018] = true, [0x2019] = true, [0x201A] = true, [0x201C] = true,
  [0x201D] = true, [0x201E] = true, [0x2020] = true, [0x2021] = true, [0x2022] = true, [0x2026] = true,
  [0x20AC] = true, [0x2122] = true }

-- Declare the letters that pdflatex does not know, so that it does not stop with an error.
local function declarations(text)
  local seen, out = {}, {}
  for _, code in utf8.codes(text) do
    if (code > LATIN or MISSING[code]) and not THERE[code] and not seen[code] then
      seen[code] = true
      out[#out + 1] = ("\\DeclareUnicodeCharacter{%04X}{\\texttt{U+%04X}}\n"):format(code, code)
    end
  end
  return #out > 0 and "\\ifpdftex\n" .. table.concat(out) .. "\\fi\n" or ""
end

-- ---- the document --------------------------------------------------------------------------------

--- Put text into a document that every LaTeX program reads as UTF-8.
---@param body string
---@param setup string the preamble: packages, commands and lengths
---@param size string the font size: "10pt"
---@param lang string? "fr" for French typography
---@return string
-- @usage #require("lucena.render.latex").document("x", "", "10pt") > 200 --> true
function M.document(body, setup, size, lang)
  local french = lang == "fr" and "\\usepackage[french]{babel}\n" or ""
  return HEAD:format(size, french, declarations(body)) .. setup
    .. "\\begin{document}\n" .. body .. "\\end{document}\n"
end

local function is_wide(sections, page)
  for _, section in ipairs(sections) do
    if width_in_letters(section, page) > PORTRAIT then
      return true
    end
  end
end

--- Write sections as a LaTeX document.
---@param sections table[]
---@param page table as for `lucena.render.text`
---@return string
function M.latex(sections, page)
  local out = { "\\section*{" .. escape.latex(page.title or "") .. "}" }
  for _, section in ipairs(sections) do
    if section.title then
      out[#out + 1] = "\\subsection*{" .. escape.latex(page.words(section.title)) .. "}"
    end
    if #section.rows > 0 then
      put_table(out, section, page)
    elseif #(section.notes or {}) == 0 then
      out[#out + 1] = escape.latex(page.words("Nothing to show.")) .. "\n"
    end
    for _, note in ipairs(section.notes or {}) do
      out[#out + 1] = "{\\small " .. escape.latex(page.note(note)) .. "\\par}"
    end
  end
  local setup = TABLES:format(is_wide(sections, page) and ",landscape" or "")
  return M.document(table.concat(out, "\n") .. "\n", setup, "10pt", page.lang)
end

return M
