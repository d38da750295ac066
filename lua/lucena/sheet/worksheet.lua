--- Writes exercises as a worksheet, in all formats: diagrams with lines to write on, and the solutions on a new page.
-- @module lucena.sheet.worksheet

local escape = require("lucena.render.escape")
local exercise_of = require("lucena.sheet.exercise")
local widths = require("lucena.render.width")

local M = {}

local WIDTH, INDENT = 79, "    "

-- Return a list of {number, solution with its source}.
local function solutions_of(exercises, page, options)
  local out = {}
  for i, exercise in ipairs(options.solution > 0 and not options.boards and exercises or {}) do
    local text = exercise_of.solution(exercise, page)
    out[i] = { i, text ~= "" and text or "–", exercise.source }
  end
  return out
end

-- ---- text and Markdown ---------------------------------------------------------------------------

local function drawing_of(exercise, options, is_ascii)
  return require("lucena").setup(exercise.fen):draw { unicode = not is_ascii, flip = options.flip }
end

local function wrap(text, width, indent)
  return indent .. (widths.fold(text, width - #indent):gsub("\n", "\n" .. indent))
end

--- Write a worksheet as text.
---@param exercises table[] made by lucena.sheet.exercise
---@param page table as for lucena.report
---@param options table the options of the report
---@param notes string[] printed at the end
---@return string
function M.text(exercises, page, options, notes)
  local width = page.width or WIDTH
  local out = { escape.terminal(page.title) .. "\n" }
  for i, exercise in ipairs(exercises) do
    out[#out + 1] = ("%d. %s"):format(i, exercise_of.task(exercise, page)):gsub(" $", "") .. "\n"
    out[#out + 1] = INDENT .. drawing_of(exercise, options, page.is_ascii):gsub("\n", "\n" .. INDENT) .. "\n"
    out[#out + 1] = (INDENT .. ("_"):rep(math.min(40, width - #INDENT)) .. "\n"):rep(options.lines)
  end
  for i, item in ipairs(solutions_of(exercises, page, options)) do
    out[#out + 1] = i == 1 and page.words("Solutions") .. "\n" or nil
    local source = item[3] ~= "" and (" (%s)"):format(item[3]) or ""
    out[#out + 1] = wrap(escape.terminal(("%d. %s%s"):format(item[1], item[2], source)), width, "")
  end
  for _, note in ipairs(notes) do
    out[#out + 1] = "\n" .. wrap(note, width, "")
  end
  return table.concat(out, "\n") .. "\n"
end

--- Write a worksheet as Markdown. Parameters as for text().
function M.markdown(exercises, page, options, notes)
  local out = { "# " .. escape.markdown(page.title) }
  for i, exercise in ipairs(exercises) do
    out[#out + 1] = ("## %d. %s"):format(i, exercise_of.task(exercise, page))
    out[#out + 1] = "```text\n" .. drawing_of(exercise, options) .. "\n```"
    out[#out + 1] = options.lines > 0 and table.concat({ ("\\_"):rep(40) }, "") .. ("\n\n" .. ("\\_"):rep(40)):rep(
      options.lines - 1) or nil
  end
  local list = {}
  for i, item in ipairs(solutions_of(exercises, page, options)) do
    list[i] = ("%d. **%s**%s"):format(item[1], escape.markdown(item[2]),
      item[3] ~= "" and " " .. escape.markdown(item[3]) or "")
  end
  if #list > 0 then
    out[#out + 1] = "## " .. page.words("Solutions")
    out[#out + 1] = table.concat(list, "\n")
  end
  for _, note in ipairs(notes) do
    out[#out + 1] = escape.markdown(note)
  end
  return table.concat(out, "\n\n") .. "\n"
end

-- ---- HTML ----------------------------------------------------------------------------------------

local STYLE = [[
.pupil { display: flex; gap: 2rem; color: var(--faint); margin: 0 0 1.2rem; }
.pupil span { flex: 1; border-bottom: 1px solid var(--faint); }
.exercises { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 1.4rem 2rem; }
.exercise { break-inside: avoid; }
.exercise h2 { font-size: 1.05rem; margin: 0 0 .4rem; }
.exercise svg { display: block; width: 100%; max-width: 20rem; height: auto; }
.exercise .line { height: 1.8rem; max-width: 20rem; border-bottom: 1px solid var(--faint); }
.exercise .place { display: flex; gap: .5rem; max-width: 21.3rem; }
.exercise .mover { width: .8rem; height: .8rem; flex: none; border: 1px solid #000; background: #fff; }
.exercise .black { background: #000; }
.exercise .below { align-self: end; }
.solutions li { margin: .25rem 0; }
.solutions .source { color: var(--faint); font-size: .9rem; }
@media print {
  @page { size: A4; margin: 12mm; }
  h1 { margin: 0 0 2mm; }
  .pupil { margin: 0 0 4mm; }
  .exercises { display: grid; grid-template-columns: 62mm 62mm; justify-content: space-around; gap: 4mm 0; }
  .exercise h2 { margin: 0 0 1.5mm; }
  .exercise svg { width: 53mm; }
  .exercise .place { gap: 1.5mm; }
  .exercise .mover { width: 2.5mm; height: 2.5mm; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .exercise .line { height: 6.5mm; max-width: 53mm; }
  .solutions a { color: inherit; text-decoration: none; }
  .solutions { break-before: page; }
}
]]

-- Without a theme for print, the boards are white and grey on paper.
local ON_PAPER = [[
@media print {
  .exercise svg.board { border: .5pt solid #777; }
  .exercise .light { fill: #fff; }
  .exercise .dark { fill: #d0d0d0; }
}
]]

local function exercise_html(number, exercise, page, options)
  local task = exercise_of.task(exercise, page)
  local is_below = (exercise.side == "white") ~= (options.flip == true)
  local mover = exercise.side
    and ('<span class="mover %s%s"></span>'):format(exercise.side, is_below and " below" or "")
  return ('<article class="exercise" id="e%d"><h2>%d. %s</h2>\n<div class="place">%s%s</div>'
    .. "%s</article>\n"):format(number, number, escape.html(task), require("lucena").setup(exercise.fen):svg {
      flip = options.flip, theme = options.theme, title = ("%d. %s"):format(number, task), symbols = false },
    mover or "", ('<div class="line"></div>'):rep(options.lines))
end

local function solutions_html(exercises, page, options)
  local out = {}
  for i, item in ipairs(solutions_of(exercises, page, options)) do
    out[i] = ('<li><a href="#e%d">%s</a>%s</li>'):format(i, escape.html(item[2]),
      item[3] ~= "" and ' <span class="source" dir="auto">' .. escape.html(item[3]) .. "</span>" or "")
  end
  return #out > 0 and ('<section class="solutions"><h2>%s</h2>\n<ol>%s</ol></section>\n'):format(
    escape.html(page.words("Solutions")), table.concat(out, "\n")) or ""
end

--- Write a worksheet as an HTML page. Parameters as for text().
function M.html(exercises, page, options, notes)
  local out = { '<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>',
    require("lucena.render.pieces").symbols(), "</defs></svg>\n",
    ('<h1>%s</h1>\n<p class="pupil">%s <span></span> %s <span></span></p>\n<div class="exercises">\n'):format(
      escape.html(page.title), escape.html(page.words("Name")), escape.html(page.words("Date"))) }
  for i, exercise in ipairs(exercises) do
    out[#out + 1] = exercise_html(i, exercise, page, options)
  end
  out[#out + 1] = "</div>\n" .. solutions_html(exercises, page, options)
  for _, note in ipairs(notes) do
    out[#out + 1] = '<p class="note">' .. escape.html(note) .. "</p>\n"
  end
  return require("lucena.render.page").render { title = page.title, lang = page.lang,
    style = STYLE .. (options.theme == "print" and "" or ON_PAPER), body = table.concat(out),
    fragment = page.fragment }
end

-- ---- LaTeX ---------------------------------------------------------------------------------------

local SETUP = [[
\usepackage[margin=20mm]{geometry}
\usepackage{chessboard}
\setlength{\parindent}{0pt}
\newcommand{\writeon}{\par\vspace{8mm}\rule{62mm}{0.3pt}}
]]

local function exercise_latex(number, exercise, page, options)
  return ("\\begin{minipage}[t]{0.48\\linewidth}\n\\textbf{%d. %s}\\par\\medskip\n"
    .. "\\chessboard[setfen={%s},smallboard,showmover=false%s]\n%s\n\\end{minipage}"):format(number,
    escape.latex(exercise_of.task(exercise, page)), exercise.fen, options.flip and ",inverse" or "",
    ("\\writeon"):rep(options.lines))
end

--- Write a worksheet as a LaTeX document, which needs the package chessboard. Parameters as for text().
function M.latex(exercises, page, options, notes)
  local out = { "\\section*{" .. escape.latex(page.title) .. "}" }
  for i, exercise in ipairs(exercises) do
    out[#out + 1] = exercise_latex(i, exercise, page, options) .. (i % 2 == 1 and "\\hfill" or "\\par\\bigskip")
  end
  local list = solutions_of(exercises, page, options)
  for i, item in ipairs(list) do
    out[#out + 1] = (i == 1 and "\\clearpage\n\\section*{" .. escape.latex(page.words("Solutions")) .. "}\n" or "")
      .. ("%d. \\textbf{%s} %s\\par"):format(item[1], escape.latex(item[2]), escape.latex(item[3]))
  end
  for _, note in ipairs(notes) do
    out[#out + 1] = "\\par " .. escape.latex(note)
  end
  return require("lucena.render.latex").document(table.concat(out, "\n") .. "\n", #exercises > 0 and SETUP or "",
    "11pt", page.lang)
end

return M
