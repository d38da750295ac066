--- Writes the blocks of a game sheet as text. The formats text, Markdown and LaTeX differ only in these functions,
-- which they pass as `style`:
--
--     escape(text)             text from the game
--     move(text, is_main)      a move with its number, escaped
--     comment(text)            escaped
--     main(words), variation(words, block), comment_block(text), end_block(text)    lines of a block
--     rows(rows)               {number, white, black} as texts
--     diagram(fen, side, name) lines
-- @module lucena.sheet.prose

local heading = require("lucena.sheet.heading")
local layout = require("lucena.sheet.layout")

local M = {}

-- Format a move with its number and signs.
local function move_text(context, at, number, is_main)
  local node = context.sheet.nodes[at]
  return context.style.move((number and number .. context.style.gap or "") .. context.style.escape(context.moves[at]
    .. layout.signs(node, context.page.lang, context.style.is_plain or context.page.is_ascii)), is_main)
end

-- Join the items of a block to one text, with blanks between them where needed.
local function words_of(context, block)
  local out, is_open = {}, true
  for _, item in ipairs(block.items) do
    local text
    if item.node then
      text = move_text(context, item.node, item.number, block.kind == "main")
    elseif item.text then
      text = context.style.comment(context.style.escape(item.text))
    else
      text = item.open and "(" or ")"
    end
    out[#out + 1] = ((is_open or item.close) and "" or " ") .. text
    is_open = item.open or false
  end
  return table.concat(out)
end

local function rows_of(context, block)
  local out = {}
  for i, row in ipairs(block.rows) do
    out[i] = { row.number .. ".", row.white and move_text(context, row.white, nil, true) or context.style.dots,
      row.black and move_text(context, row.black, nil, true) or "" }
  end
  return out
end

--- Return the blocks of a game sheet as a list of texts, in order.
---@param sheet table
---@param page table as for lucena.report
---@param options table the options of the report
---@param style table the functions above
---@return string[] parts
function M.parts(sheet, page, options, style)
  local context = { sheet = sheet, page = page, style = style, moves = layout.moves(sheet, page) }
  local out = {}
  for i, block in ipairs(layout.blocks(sheet, options)) do
    if block.kind == "rows" then
      out[i] = style.rows(rows_of(context, block))
    elseif block.kind == "comment" then
      out[i] = style.comment_block(style.escape(block.text))
    elseif block.kind == "diagram" then
      local node = sheet.nodes[block.node] or sheet.start
      out[i] = style.diagram(node.fen, block.side, heading.name(sheet, block.node, context.moves, page))
    elseif block.kind == "main" then
      out[i] = style.main(words_of(context, block))
    else
      out[i] = style.variation(words_of(context, block), block)
    end
  end
  out[#out + 1] = style.end_block(style.escape(sheet.rest or heading.result(sheet, page.is_ascii)))
  return out
end

return M
