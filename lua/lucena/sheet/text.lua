--- Writes game sheets as text for a terminal or a mail. With `page.is_ascii`, Lucena's signs and boards are in ASCII.
-- Text from the game is unchanged.
-- @module lucena.sheet.text

local escape = require("lucena.render.escape")
local graph = require("lucena.sheet.graph")
local heading = require("lucena.sheet.heading")
local prose = require("lucena.sheet.prose")
local stream = require("lucena.sheet.stream")
local trim = require("lucena.format").trim
local widths = require("lucena.render.width")

local M = {}

local WIDTH, INDENT = 79, "    "

-- Wrap words to lines of a width. Each line begins with the indent. No-break spaces become blanks.
local function wrap(text, width, indent)
  local lines = widths.fold(text, width - #indent):gsub("\n", "\n" .. indent):gsub("\u{A0}", " ")
  return indent .. lines
end

local function pad(text, width)
  return text .. (" "):rep(math.max(1, width - widths.of(text)))
end

local function rows_text(rows)
  local out = {}
  for i, row in ipairs(rows) do
    out[i] = trim(("%5s  %s%s"):format(row[1], pad((row[2]:gsub("\u{A0}", " ")), 14), row[3]), "%s")
  end
  return table.concat(out, "\n")
end

local function style_of(width, is_ascii)
  local style = { gap = "\u{A0}", dots = "...", escape = escape.terminal }
  function style.move(text)
    return text
  end
  function style.comment(text)
    return "{" .. text .. "}"
  end
  function style.main(words)
    return wrap(words, width, "")
  end
  function style.variation(words, block)
    return wrap((block.opens and "(" or "") .. words .. (block.closes and ")" or ""), width, INDENT)
  end
  function style.comment_block(text)
    return wrap(text, width, "")
  end
  style.end_block, style.rows = style.comment_block, rows_text
  function style.diagram(fen, side, name)
    local setup = require("lucena").setup(fen)
    local drawing = setup:draw { unicode = not is_ascii, flip = side == "black" }
    return "\n" .. INDENT .. drawing:gsub("\n", "\n" .. INDENT) .. "\n" .. INDENT .. "  " .. escape.terminal(name)
      .. "\n"
  end
  return style
end

local function sheet_text(sheet, page, options, width)
  local out = { wrap(escape.terminal(heading.title(sheet, page.is_ascii)):gsub("   ", "\u{A0}\u{A0} "), width, "") }
  local place = table.concat(heading.place(sheet, page), ", ")
  out[#out + 1] = place ~= "" and wrap(escape.terminal(place), width, "") or nil
  for _, pair in ipairs(heading.others(sheet)) do
    out[#out + 1] = wrap(escape.terminal(pair[1] .. ": " .. pair[2]), width, "")
  end
  out[#out + 1] = ""
  for _, part in ipairs(prose.parts(sheet, page, options, style_of(width, page.is_ascii))) do
    out[#out + 1] = part ~= "" and part or nil
  end
  local line = not page.is_ascii and graph.line(sheet)
  if line then
    out[#out + 1] = ""
    out[#out + 1] = wrap(page.words("Evaluation") .. page.words(": ") .. line, width, "")
  end
  return table.concat(out, "\n") .. "\n"
end

--- Write sheets as text.
---@param sheets table[]
---@param page table as for lucena.report
---@param options table the options of the report
---@param notes string[] printed at the end
---@return string text
function M.text(sheets, page, options, notes)
  local width, out = page.width or WIDTH, stream.new(page, "\n")
  if page.title ~= "" then
    out:add(escape.terminal(page.title) .. "\n")
  end
  for _, sheet in ipairs(sheets) do
    out:add(sheet_text(sheet, page, options, width))
  end
  for _, note in ipairs(notes) do
    out:add(wrap(note, width, "") .. "\n")
  end
  if out.count == 0 then
    out:add(page.words("Nothing to show.") .. "\n")
  end
  return out:text()
end

return M
