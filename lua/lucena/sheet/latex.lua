--- Writes game sheets as LaTeX documents for pdflatex, lualatex and xelatex. pdflatex prints the code of each letter
-- that it does not support, such as U+0416. Diagrams need the package chessboard, which TeX Live and MiKTeX have. It is
-- not loaded for a sheet without diagrams.
-- @module lucena.sheet.latex

local document = require("lucena.render.latex").document
local escape = require("lucena.render.escape")
local heading = require("lucena.sheet.heading")
local prose = require("lucena.sheet.prose")

local M = {}

local GRAPH_WIDTH, GRAPH_HEIGHT = 110, 20 -- millimetres

-- Signs that the base fonts do not have are written in their ASCII form.
local STYLE = { gap = "~", dots = "\\dots", escape = escape.latex, is_plain = true }

function STYLE.move(text, is_main)
  return is_main and "\\textbf{" .. text .. "}" or text
end

function STYLE.comment(text)
  return text
end

function STYLE.main(words)
  return words .. "\n"
end

STYLE.comment_block = STYLE.main

function STYLE.end_block(text)
  return text ~= "" and "\\textbf{" .. text .. "}\n" or ""
end

function STYLE.variation(words)
  return "\\begin{quote}\\small " .. words .. "\\end{quote}\n"
end

function STYLE.rows(rows)
  local out = { "\\begin{tabular}{rll}" }
  for _, row in ipairs(rows) do
    out[#out + 1] = ("%s & %s & %s \\\\"):format(row[1], row[2], row[3])
  end
  out[#out + 1] = "\\end{tabular}\\par\n"
  return table.concat(out, "\n")
end

function STYLE.diagram(fen, side, name)
  return ("\\begin{center}\n\\chessboard[setfen={%s},smallboard%s]\\\\\n\\textit{%s}\n\\end{center}\n"):format(fen,
    side == "black" and ",inverse" or "", escape.latex(name))
end

-- Draw evaluations as bars from a line in the middle, using only basic LaTeX. Bars upwards are better for White.
local function graph_latex(sheet)
  local main, out, count = heading.mainline(sheet), {}, 0
  for ply, at in ipairs(main) do
    local chances = heading.chances(sheet.nodes[at])
    if chances then
      count = count + 1
      local height = math.abs(chances) * GRAPH_HEIGHT / 2
      out[#out + 1] = ("\\put(%.2f,%.2f){\\rule{%.2fmm}{%.2fmm}}"):format((ply - 1) * GRAPH_WIDTH / #main,
        chances < 0 and GRAPH_HEIGHT / 2 - height or GRAPH_HEIGHT / 2, GRAPH_WIDTH / #main * 0.8,
        math.max(height, 0.15))
    end
  end
  return count > 1 and ("\\begin{center}\\setlength{\\unitlength}{1mm}\\begin{picture}(%d,%d)\n"
    .. "\\put(0,%d){\\line(1,0){%d}}\n%s\n\\end{picture}\\end{center}\n"):format(GRAPH_WIDTH, GRAPH_HEIGHT,
    GRAPH_HEIGHT // 2, GRAPH_WIDTH, table.concat(out, "\n")) or nil
end

local function sheet_latex(sheet, page, options)
  local out = { "\\section*{" .. escape.latex((heading.title(sheet):gsub("   ", " "))) .. "}\n" }
  local place = table.concat(heading.place(sheet, page), ", ")
  out[#out + 1] = place ~= "" and "\\textit{" .. escape.latex(place) .. "}\n" or nil
  for _, pair in ipairs(heading.others(sheet)) do
    out[#out + 1] = "\\noindent{\\small " .. escape.latex(pair[1] .. ": " .. pair[2]) .. "}\n"
  end
  for _, part in ipairs(prose.parts(sheet, page, options, STYLE)) do
    out[#out + 1] = part ~= "" and part or nil
  end
  out[#out + 1] = graph_latex(sheet)
  return table.concat(out, "\n")
end

--- Write sheets as a LaTeX document.
---@param sheets table[]
---@param page table as for lucena.report
---@param options table the options of the report
---@param notes string[] printed at the end
---@return string text
function M.latex(sheets, page, options, notes)
  local body = {}
  body[1] = page.title ~= "" and "\\begin{center}\\Large " .. escape.latex(page.title) .. "\\end{center}\n" or nil
  for i, sheet in ipairs(sheets) do
    body[#body + 1] = (i > 1 and "\\clearpage\n" or "") .. sheet_latex(sheet, page, options)
  end
  for _, note in ipairs(notes) do
    body[#body + 1] = escape.latex(note) .. "\n"
  end
  body[1] = body[1] or escape.latex(page.words("Nothing to show.")) .. "\n"
  local text = table.concat(body, "\n")
  local setup = (text:find("\\chessboard[", 1, true) and "\\usepackage{chessboard}\n" or "")
    .. "\\setlength{\\parskip}{4pt}\n"
  return document(text .. "\n", setup, "11pt", page.lang)
end

return M
