--- Writes game sheets as Markdown (CommonMark with GitHub's tables): the mainline in bold, variations as quotations,
-- diagrams as text with figurines.
-- @module lucena.sheet.markdown

local escape = require("lucena.render.escape")
local graph = require("lucena.sheet.graph")
local heading = require("lucena.sheet.heading")
local prose = require("lucena.sheet.prose")
local stream = require("lucena.sheet.stream")

local M = {}

-- Escape a number with a point at the beginning of a paragraph, because it would start a list.
local function paragraph(text)
  return (text:gsub("^(%d+)([.)])", "%1\\%2"):gsub("^([-+])", "\\%1"))
end

local STYLE = { gap = "\u{A0}", dots = "…", escape = escape.markdown }

function STYLE.move(text, is_main)
  return is_main and "**" .. text .. "**" or text
end

function STYLE.comment(text)
  return text
end

STYLE.main, STYLE.comment_block, STYLE.end_block = paragraph, paragraph, paragraph

function STYLE.variation(words)
  return "> " .. paragraph(words)
end

function STYLE.rows(rows)
  local out = { "| | | |", "|---:|---|---|" }
  for _, row in ipairs(rows) do
    out[#out + 1] = ("| %s | %s | %s |"):format(row[1], row[2], row[3])
  end
  return table.concat(out, "\n")
end

function STYLE.diagram(fen, side, name)
  local setup = require("lucena").setup(fen)
  return "```text\n" .. setup:draw { unicode = true, flip = side == "black" } .. "\n```\n\n*"
    .. escape.markdown(name) .. "*"
end

local function sheet_markdown(sheet, page, options, level)
  local out = { level .. " " .. escape.markdown((heading.title(sheet):gsub("   ", " "))) }
  local place = table.concat(heading.place(sheet, page), ", ")
  out[#out + 1] = place ~= "" and paragraph(escape.markdown(place)) or nil
  local others = {}
  for i, pair in ipairs(heading.others(sheet)) do
    others[i] = "- " .. escape.markdown(pair[1] .. ": " .. pair[2])
  end
  out[#out + 1] = #others > 0 and table.concat(others, "\n") or nil
  for _, part in ipairs(prose.parts(sheet, page, options, STYLE)) do
    out[#out + 1] = part ~= "" and part or nil
  end
  local line = graph.line(sheet)
  out[#out + 1] = line and page.words("Evaluation") .. page.words(": ") .. line or nil
  return table.concat(out, "\n\n") .. "\n"
end

--- Write sheets as Markdown.
---@param sheets table[]
---@param page table as for lucena.report
---@param options table the options of the report
---@param notes string[] printed at the end
---@return string text
function M.markdown(sheets, page, options, notes)
  local out = stream.new(page, "\n")
  if page.title ~= "" then
    out:add("# " .. escape.markdown(page.title) .. "\n")
  end
  local level = page.title ~= "" and "##" or "#"
  for _, sheet in ipairs(sheets) do
    out:add(sheet_markdown(sheet, page, options, level))
  end
  for _, note in ipairs(notes) do
    out:add(escape.markdown(note) .. "\n")
  end
  if out.count == 0 then
    out:add(page.words("Nothing to show.") .. "\n")
  end
  return out:text()
end

return M
