--- The part of a game sheet beside the moves: the players with their clocks, the board and its buttons, the evaluation
-- bar and the graphs. Written in HTML; web/live/sheet.js moves the pieces.
-- @module lucena.sheet.stage

local board = require("lucena.render.board")
local escape = require("lucena.render.escape")
local graph = require("lucena.sheet.graph")
local heading = require("lucena.sheet.heading")

local M = {}

-- ---- values of the nodes -------------------------------------------------------------------------

-- Return the time of each side at the start of the game, from the tag TimeControl; "" if it is not known.
local function first_clock(sheet)
  local control = require("lucena").time_control(sheet.tag.TimeControl or "")
  local seconds = control and control.kind == "clock" and control[1].seconds
  return seconds and heading.clock(seconds) or ""
end

--- Return the clocks of both sides at each node, as {white, black} by number of the node; 0 is the start. A side's time
-- is that of its last move with a clock. Returns nil if no move has a clock.
---@param sheet table
---@return table<integer, string[]>?
function M.clocks(sheet)
  local first, has_clock = first_clock(sheet), false
  local out = { [0] = { first, first } }
  for number, node in ipairs(sheet.nodes) do
    local before, own = out[node.parent], node.clock and heading.clock(node.clock)
    has_clock = has_clock or own ~= nil
    out[number] = { node.side == "white" and own or before[1], node.side == "black" and own or before[2] }
  end
  return has_clock and out or nil
end

-- ---- the board -----------------------------------------------------------------------------------

-- The signs on the buttons, in a square of 20 units.
local BUTTONS = {
  { "start", "To the start", "M3 3h3v14h-3zM17 3v14l-10-7z" },
  { "previous", "Back", "M15 3v14l-11-7z" },
  { "play", "Play through the game", "M3 3v14l8-7zM13 4h1.8v12h-1.8zM16.5 4h1.8v12h-1.8z" },
  { "next", "Forward", "M5 3v14l11-7z" },
  { "end", "To the end", "M14 3h3v14h-3zM3 3v14l10-7z" },
  { "flip", "Turn the board", "M6 2l5 5h-3.6v11h-2.8v-11h-3.6zM14 18l-5-5h3.6v-11h2.8v11h3.6z" },
}

--- Write the buttons that copy the position, the game and the address of the move, and the link that saves the game.
-- They are below the moves, because the stage stays in view and must be low on a phone.
---@param page table as for lucena.report
---@return string html
function M.tools(page)
  local out = {}
  for i, tool in ipairs { { "fen", "Copy FEN" }, { "pgn", "Copy PGN" }, { "link", "Copy link to this move" } } do
    out[i] = ('<button type="button" data-copy="%s">%s</button>'):format(tool[1], escape.html(page.words(tool[2])))
  end
  return ('<p class="tools">%s <a data-save="1" download="game.pgn">%s</a></p>'):format(table.concat(out, " "),
    escape.html(page.words("Save PGN")))
end

local function controls_html(page)
  local out = {}
  for i, button in ipairs(BUTTONS) do
    local name = escape.attribute(page.words(button[2]))
    out[i] = ('<button type="button" data-go="%s" aria-label="%s" title="%s"><svg viewBox="0 0 20 20"'
      .. ' aria-hidden="true"><path d="%s"/></svg></button>'):format(button[1], name, name, button[3])
  end
  return '<div class="controls">' .. table.concat(out) .. "</div>"
end

-- Draw the last position, which browsers without scripts show. The script draws other positions in the same elements.
local function board_html(sheet, page, options, theme)
  local main = heading.mainline(sheet)
  local last = sheet.nodes[main[#main]] or sheet.start
  local drawing, _, list = board.men(require("lucena").setup(last.fen), theme, options.flip)
  drawing = drawing:gsub("<g ", '<g class="white" ', 1):gsub("</g><g ", '</g><g class="black" ', 1)
  local margin = theme.margin or 0
  return ('<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="%d %d %d %d" role="img" aria-label="%s"'
    .. ' data-flip="%d">'):format(-margin, margin > 0 and -2 or 0, 800 + margin + (margin > 0 and 2 or 0),
    800 + margin + (margin > 0 and 2 or 0), escape.attribute(page.words("Position") .. ". " .. list),
    options.flip and 1 or 0) .. board.squares(theme) .. '<g class="fields"></g><g class="names"'
    .. (options.flip and " hidden" or "") .. ">" .. board.coordinates(theme, false) .. '</g><g class="unames"'
    .. (options.flip and "" or " hidden") .. ">" .. board.coordinates(theme, true) .. "</g>" .. drawing
    .. '<g class="arrows" fill-opacity="0.8"></g></svg>'
end

-- Return a player's name with a place for the clock, which the script fills.
local function player_html(sheet, side, color)
  return ('<p class="player" data-side="%s"><bdi>%s</bdi><span class="clock"></span></p>'):format(side,
    escape.html(heading.player(sheet, color)))
end

-- Draw White's part of the evaluation bar. The script changes its height.
local function bar_html(page)
  return ('<svg class="bar" viewBox="0 0 10 100" preserveAspectRatio="none" role="img" aria-label="%s">'
    .. '<path fill="#3c3a37" d="M0 0h10v100h-10z"/><path class="white" fill="#f2efe6" d="M0 50h10v50h-10z"/></svg>')
    :format(escape.attribute(page.words("Evaluation")))
end

-- Return the explanation of the lines in the graph of clocks.
local function legend_html(page)
  local out = {}
  for i, side in ipairs { "white", "black" } do
    local line = graph.CLOCK_LINES[side]
    out[i] = ('<svg viewBox="0 0 24 8" aria-hidden="true"><path d="M0 4h24" fill="none" stroke-width="2"'
      .. ' stroke="%s"%s/></svg> %s'):format(line.color, line.dashes,
      escape.html(page.words(side == "white" and "White" or "Black")))
  end
  local label = escape.html(page.words("Clocks") .. page.words(": "))
  return '<p class="legend">' .. label .. table.concat(out, " ") .. "</p>"
end

-- Return the line with the name and the values of the node, and the place for the variations to select from.
local function status_html(page)
  return '<p class="status" aria-live="polite"><b></b><span></span></p><div class="choices" role="group" aria-label="'
    .. escape.attribute(page.words("Variations")) .. '" hidden></div>'
end

local function keys_html(page)
  return '<p class="keys">' .. escape.html(page.words("Keys: ← → Home End; f turns the board.")) .. "</p>"
end

--- Write the parts of a stage that all games of a page share: the board, its buttons and the words of the script. The
-- script copies them into the stage of a game when the reader opens it.
---@param page table as for lucena.report
---@param options table the options of the report
---@param words string the words of the script, as JSON
---@return string html
function M.shared(page, options, words)
  local empty = require("lucena.sheet.model").of(require("lucena").game())
  return ('<template class="stage" data-words="%s">%s%s%s%s%s</template>\n'):format(escape.attribute(words),
    board_html(empty, page, options, board.THEMES[options.theme]), controls_html(page), status_html(page),
    keys_html(page), M.tools(page))
end

--- Write the stage of a sheet.
---@param sheet table
---@param page table as for lucena.report
---@param options table the options of the report; `is_shared`: without the parts of shared()
---@param moves string[] made by lucena.sheet.layout
---@return string html
function M.html(sheet, page, options, moves)
  local theme = board.THEMES[options.theme]
  local evals, clocks = graph.graphs(sheet, page, moves)
  local function own(html)
    return options.is_shared and "" or html(sheet, page, options, theme)
  end
  local top, bottom = player_html(sheet, "black", "Black"), player_html(sheet, "white", "White")
  if options.flip then
    top, bottom = bottom, top
  end
  return '<div class="stage"><div class="square">' .. top .. '<div class="row">'
    .. (evals ~= "" and bar_html(page) or "") .. own(board_html) .. "</div>" .. bottom
    .. own(function() return controls_html(page) .. status_html(page) end) .. evals .. clocks
    .. (clocks ~= "" and legend_html(page) or "") .. own(function() return keys_html(page) end) .. "</div></div>"
end

return M
