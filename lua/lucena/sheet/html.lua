--- Writes game sheets as an HTML page with a board that steps through the game: see web/live/sheet.js.
--
-- All text from a game is escaped with escape.html, escape.attribute or the JSON of `data_of`, which also escapes "<".
-- So no text can end the element that contains it.
-- @module lucena.sheet.html

local board = require("lucena.render.board")
local escape = require("lucena.render.escape")
local heading = require("lucena.sheet.heading")
local layout = require("lucena.sheet.layout")
local live = require("lucena.render.live")
local pieces = require("lucena.render.pieces")
local stage = require("lucena.sheet.stage")
local style = require("lucena.sheet.style")
local stream = require("lucena.sheet.stream")

local M = {}

local SCRIPT = live.board_script .. live.sheet_script

-- Return a node's name as plain text for attributes, which cannot contain drawings of signs.
local function name_of(sheet, number, moves, page)
  return (heading.name(sheet, number, moves, page):gsub("⩲", "+="):gsub("⩱", "=+"))
end

-- ---- data for the script -------------------------------------------------------------------------

local function quote(text)
  return (require("lucena.json").quote(text):gsub("<", "\\u003C"))
end

local function pairs_of(list, first, second)
  local out = {}
  for i, item in ipairs(list) do
    out[i] = ("[%s,%s]"):format(quote(first(item)), quote(second(item)))
  end
  return "[" .. table.concat(out, ",") .. "]"
end

local function color_of(item)
  return board.color(item.color) or board.color()
end

-- Return the arrows to draw. Arrows from a square to itself are omitted.
local function drawn(arrows)
  local out = {}
  for _, arrow in ipairs(arrows or {}) do
    out[#out + 1] = board.arrow(arrow.from, arrow.to) and arrow
  end
  return out
end

local function values_of(node)
  local parts = { heading.eval(node), node.clock and heading.clock(node.clock) }
  return table.concat({ parts[1] or "", parts[2] or "" }, parts[1] and parts[2] and " · " or "")
end

-- `place`: the column of the graphs; `clocks`: of both sides, or nil.
local function node_data(node, name, place, clocks)
  local out = { ('{"p":%d,"k":[%s],"f":%s,"l":%s,"x":%d'):format(node.parent or 0, table.concat(node.children, ","),
    quote(node.fen), quote(name), place) }
  local values, arrows, chances = values_of(node), drawn(node.arrows), heading.chances(node)
  out[#out + 1] = node.from and (',"m":["%s","%s"]'):format(node.from, node.to)
  out[#out + 1] = node.is_check and ',"h":1' or nil
  out[#out + 1] = values ~= "" and ',"v":' .. quote(values) or nil
  out[#out + 1] = chances and (',"e":%d'):format(math.floor(50.5 + 50 * chances)) or nil
  out[#out + 1] = clocks and (',"c":[%s,%s]'):format(quote(clocks[1]), quote(clocks[2])) or nil
  out[#out + 1] = #arrows > 0 and ',"a":' .. pairs_of(arrows, function(arrow)
    return board.arrow(arrow.from, arrow.to)
  end, color_of) or nil
  out[#out + 1] = node.marks and ',"q":' .. pairs_of(node.marks, function(mark) return mark.square end, color_of) or nil
  return table.concat(out) .. "}"
end

-- Return the piece letters of the reader's language.
local function men_of(page)
  local letters, out = { "K", "Q", "R", "B", "N" }, {}
  local row = page.lang == "fr" and { "R", "D", "T", "F", "C" } or letters
  for i, letter in ipairs(letters) do
    out[i] = ('"%s":"%s"'):format(letter, row[i])
  end
  return "{" .. table.concat(out, ",") .. "}"
end

-- Return the words of the script as JSON.
local function words_of(page, theme)
  return ('{"white":%s,"black":%s,"last":"%s","copied":%s,"pieces":%s}'):format(quote(page.words("White")),
    quote(page.words("Black")), theme.last, quote(page.words("Copied")), men_of(page))
end

-- `words`: those of the script, nil if all games of the page share them.
local function data_of(sheet, moves, page, words)
  local clocks = stage.clocks(sheet) or {}
  local out = { node_data(sheet.start, name_of(sheet, 0, moves, page), 0, clocks[0]) }
  for number, node in ipairs(sheet.nodes) do
    -- In the graphs, the cursor for a move of a variation is at the move's ply.
    out[number + 1] = node_data(node, name_of(sheet, number, moves, page), node.ply, clocks[number])
  end
  return ('{"n":[%s],"pgn":%s%s}'):format(table.concat(out, ",\n"), quote(sheet.pgn), words and ',"w":' .. words or "")
end

-- ---- moves ---------------------------------------------------------------------------------------

-- Drawings of two Informant signs that are frequent in annotated games but missing in most fonts.
local SIGN = '<svg class="sign" role="img" aria-label="%s" viewBox="0 0 10 15"><path d="%s"/></svg>'
local DRAWN = {
  ["⩲"] = SIGN:format("+=", "M5 0v8M1 4h8M1 10h8M1 14h8"), ["⩱"] = SIGN:format("=+", "M1 1h8M1 5h8M5 7v8M1 11h8"),
}

local function signs_html(node, page)
  return (escape.html(layout.signs(node, page.lang)):gsub("\xE2\xA9[\xB1\xB2]", DRAWN))
end

-- Return the attribute with the direction of a move in a right-to-left script. The attribute also isolates the move, so
-- that the next move follows it from left to right. Moves with Latin files are read from left to right.
local function direction_of(move)
  local is_leftward = move:find("[\xD6-\xDF][\x80-\xBF]") -- U+0580 to U+07FF: Hebrew, Arabic and their neighbours
  return is_leftward and (move:find("[a-h]") and ' dir="ltr"' or ' dir="rtl"') or ""
end

local function move_html(at, number, sheet, moves, page, game)
  local node = sheet.nodes[at]
  -- The script shows the move that the page's address names. No element has this id, so the browser does not scroll.
  return ('%s<a href="#g%dm%d" data-n="%d" tabindex="%d"%s>%s%s</a>'):format(
    number and '<span class="num">' .. number .. "</span>&nbsp;" or "", game, at, at, at == 1 and 0 or -1,
    direction_of(moves[at]), escape.html(moves[at]), signs_html(node, page))
end

local function items_html(block, put_move)
  local out = {}
  for i, item in ipairs(block.items) do
    local previous = block.items[i - 1]
    if item.node then
      out[i] = put_move(item.node, item.number)
    elseif item.text then
      out[i] = '<span class="comment" dir="auto">' .. escape.html(item.text) .. "</span>"
    else
      out[i] = item.open and '<span class="sub">(</span>' or '<span class="sub">)</span>'
    end
    local is_tight = not previous or previous.open or item.close
    out[i] = (is_tight and "" or " ") .. out[i]
  end
  return table.concat(out)
end

local function rows_html(block, put_move)
  local out = { "<table>" }
  for _, row in ipairs(block.rows) do
    out[#out + 1] = ('<tr><th scope="row">%d.</th><td>%s</td><td>%s</td></tr>'):format(row.number,
      row.white and put_move(row.white) or "…", row.black and put_move(row.black) or "")
  end
  out[#out + 1] = "</table>"
  return table.concat(out)
end

local function diagram_html(block, sheet, moves, page, options)
  local node = block.node == 0 and sheet.start or sheet.nodes[block.node]
  local setup, name = require("lucena").setup(node.fen), name_of(sheet, block.node, moves, page)
  return ('<figure class="diagram">%s<figcaption>%s</figcaption></figure>'):format(setup:svg {
    flip = block.side == "black", theme = options.theme, title = name, marks = node.marks, arrows = drawn(node.arrows),
    symbols = false,
  }, escape.html(name))
end

local function blocks_of(sheet, options)
  return layout.blocks(sheet, setmetatable({ has_board = true }, { __index = options }))
end

local CLASSES = { main = "main", variation = "var" }

local function moves_html(sheet, moves, page, options, game)
  local function put_move(at, number)
    return move_html(at, number, sheet, moves, page, game)
  end
  local out = {}
  for i, block in ipairs(blocks_of(sheet, options)) do
    if block.items then
      out[i] = ('<p class="%s">'):format(CLASSES[block.kind]) .. items_html(block, put_move) .. "</p>"
    elseif block.kind == "rows" then
      out[i] = rows_html(block, put_move)
    elseif block.kind == "diagram" then
      out[i] = diagram_html(block, sheet, moves, page, options)
    else
      out[i] = '<p class="comment" dir="auto">' .. escape.html(block.text) .. "</p>"
    end
  end
  out[#out + 1] = sheet.rest and '<p class="rest" dir="auto">' .. escape.html(sheet.rest) .. "</p>"
    or '<p class="end">' .. escape.html(heading.result(sheet)) .. "</p>"
  return table.concat(out, "\n")
end

-- ---- the page ------------------------------------------------------------------------------------

-- Each name is isolated, so that one that is written from right to left does not turn the line around.
local function title_html(sheet)
  local result = heading.result(sheet)
  return ("<bdi>%s</bdi> – <bdi>%s</bdi>%s"):format(escape.html(heading.player(sheet, "White")),
    escape.html(heading.player(sheet, "Black")),
    result ~= "" and ' <span class="result">' .. escape.html(result) .. "</span>" or "")
end

local function head_html(sheet, page, level)
  local others, tags = heading.others(sheet), {}
  for i, pair in ipairs(others) do
    tags[i] = ('<dt>%s</dt><dd dir="auto">%s</dd>'):format(escape.html(pair[1]), escape.html(pair[2]))
  end
  return ('<h%d>%s</h%d>\n<p class="meta" dir="auto">%s</p>'):format(level, title_html(sheet), level,
    escape.html(table.concat(heading.place(sheet, page), ", "))),
    #tags > 0 and '<dl class="tags">' .. table.concat(tags) .. "</dl>" or ""
end

--- Write a sheet as an article, which the script of the page brings to life.
---@param sheet table
---@param number integer of the article on the page
---@param page table as for lucena.report
---@param options table as for html(); `is_shared`: the page has the parts of the stage that games share
---@param level? integer of its heading, default 2
---@return string html
function M.article(sheet, number, page, options, level)
  local words = not options.is_shared and words_of(page, board.THEMES[options.theme]) or nil
  local moves = layout.moves(sheet, page)
  local head, tags = head_html(sheet, page, level or 2)
  return ('<article class="sheet" id="g%d">\n'):format(number) .. head .. '\n<div class="body">\n'
    .. stage.html(sheet, page, options, moves)
    .. '\n<div class="moves">\n' .. moves_html(sheet, moves, page, options, number) .. "\n" .. tags
    .. (options.is_shared and "" or stage.tools(page))
    .. '\n</div>\n</div>\n<script type="application/json">'
    .. data_of(sheet, moves, page, words) .. "</script>\n</article>\n"
end

-- Return the block with the move of a node.
local function block_of(sheet, number, options)
  for _, block in ipairs(blocks_of(sheet, options)) do
    for _, item in ipairs(block.items or {}) do
      if item.node == number then
        return block
      end
    end
  end
end

--- Write the parts of an article that show the notes of one node, for a page that changes them. The layout is "text".
---@param sheet table
---@param at integer number of a node with a move
---@param number integer of the article on the page
---@param page table as for lucena.report
---@param options table as for html()
---@return string html the inside of the paragraph with the move
---@return string data the node's data for the script, as JSON, without the clocks
function M.notes(sheet, at, number, page, options)
  local moves = setmetatable({}, { __index = function(_, node) return layout.move(sheet, node, page) end })
  local node = sheet.nodes[at]
  return items_html(block_of(sheet, at, options), function(node_number, move_number)
    return move_html(node_number, move_number, sheet, moves, page, number)
  end), node_data(node, name_of(sheet, at, moves, page), node.ply)
end

-- Return the table of contents of several games.
local function contents_html(sheets, page)
  local out = {}
  for number, sheet in ipairs(sheets) do
    out[number] = ('<li><a href="#g%d">%s</a> <span dir="auto">%s</span></li>'):format(number, title_html(sheet),
      escape.html(table.concat(heading.place(sheet, page), ", ")))
  end
  local filter = escape.attribute(page.words("Filter games"))
  return ('<nav class="contents games" aria-label="%s"><input type="search" aria-label="%s" placeholder="%s"><ol>'
    .. "%s</ol></nav>\n"):format(escape.attribute(page.words("Games")), filter, filter, table.concat(out))
end

-- Return the drawings of the pieces, which the boards of the page refer to.
local function symbols_html()
  return '<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>' .. pieces.symbols()
    .. "</defs></svg>\n"
end

--- Write sheets as parts of another page. The reader can open each of them. The page has the parts of the stage once,
-- because it may have thousands of games.
---@param sheets table[]
---@param page table as for lucena.report
---@param options table as for html()
---@return table parts html, style, script
function M.parts(sheets, page, options)
  local out = { symbols_html(), stage.shared(page, options, words_of(page, board.THEMES[options.theme])) }
  options = setmetatable({ is_shared = true }, { __index = options })
  for number, sheet in ipairs(sheets) do
    out[#out + 1] = ('<details class="game"><summary>%s</summary>\n'):format(title_html(sheet))
    out[#out + 1] = M.article(sheet, number, page, options)
    out[#out + 1] = "</details>\n"
  end
  return { html = table.concat(out), style = style.page .. style.parts, script = SCRIPT .. live.address_script }
end

--- Write sheets as an HTML page.
---@param sheets table[] `heads`: those of the headings, made by lucena.sheet.model; default: the sheets
---@param page table as for lucena.report
---@param options table the options of the report
---@param notes string[] printed at the end
---@return string html
function M.html(sheets, page, options, notes)
  local heads = sheets.heads or sheets
  local out = stream.new(page, "")
  local before, after = require("lucena.render.page").around {
    title = page.title ~= "" and page.title or heads[1] and heading.title(heads[1]) or page.words("Game sheet"),
    lang = page.lang, style = style.page, script = heads[1] and SCRIPT or nil, fragment = page.fragment,
  }
  out:add(before)
  out:add(symbols_html())
  -- The heading of the page is its title, or that of its only game. A part of a page is below the page's heading.
  local is_alone = page.title == "" and #sheets == 1 and not page.fragment
  if not is_alone and (page.title ~= "" or not page.fragment) then
    out:add("<h1>" .. escape.html(page.title ~= "" and page.title or page.words("Games")) .. "</h1>\n")
  end
  if #sheets > 1 then
    out:add(contents_html(heads, page))
  end
  for number, sheet in ipairs(sheets) do
    out:add(M.article(sheet, number, page, options, is_alone and 1 or 2))
  end
  for _, note in ipairs(notes) do
    out:add('<p class="note">' .. escape.html(note) .. "</p>\n")
  end
  out:add(after)
  return out:text()
end

return M
