--- lucena show: shows games on a terminal, for reading.
-- @module lucena.command.show

local declare = require("lucena.run.declare")
local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local format = require("lucena.format")
local inputs = require("lucena.run.input")
local nags = require("lucena.nag")
local numbers = require("lucena.number")
local option_values = require("lucena.run.option_values")
local options = require("lucena.run.options")
local phrase = require("lucena.run.phrase")
local stdio = require("lucena.run.stdio")
local suggestion = require("lucena.suggestion")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "show games of a file: players, moves, boards",
  group = "Look at games", order = 11, is_common = true,
}

local EXAMPLES = [[
N is the number of a game in the file, or a range. Give several numbers to show
several games. Comments and variations are shown after their moves, variations
on separate lines. Below the moves, the last position is shown as a board.
Colours are used on a terminal, except if NO_COLOR is set.

Examples:
  lucena show games.pgn 17
  lucena show games.pgn 3 7 10-12
  lucena show games.pgn 17 --ply 12b    the board after Black's 12th move
  lucena show games.pgn 17 --board 10   also a board every ten plies

Exit status:
  0  success
  1  errors in a game, or no such game
  2  wrong usage
  3  the file could not be read]]

function M.parser()
  local parser = parsers.new("lucena show", "Show games of a file.", "[OPTION]... FILE [N]...", EXAMPLES)
  parser:argument("FILE", "The file; - is standard input."):target("file")
  parser:argument("N", "Numbers of games, or ranges: 3 7 10-12. Default: 1."):target("numbers"):args("*")
  parser:option("--ply", "Show the board after this ply instead of the last one: 24, or 12w and 12b for the 12th"
    .. " move of White and Black."):argname("PLY")
  parser:option("--board", "Also show a board after every N plies of the mainline."):argname("N")
  parser:flag("--diagram", "Also show a board where a diagram is asked for ($220, $221, [#] ...).")
  parser:flag("--flip", "Show the boards from Black's side.")
  parser:flag("--no-board", "Do not show the last position.")
  parser:flag("--no-comments", "Omit comments.")
  parser:flag("--no-variations", "Omit variations.")
  parser:option("--color", "auto (the default), always or never."):choices({ "auto", "always", "never" })
    :argname("WHEN"):default("auto"):show_default(false)
  parser:option("--width", "Width of text. Default: the width of the terminal, else 79."):argname("N")
  declare.dialect_option(parser)
  parser:flag("--strict", "Count warnings and repairs as errors.")
  parser:flag("--salvage", "End an unclosed comment at the next tag section.")
  parsers.common(parser, "--ply", "--board", "--diagram", "--flip", "--no-comments", "--no-variations", "--dialect")
  return parser
end

-- ---- the page ------------------------------------------------------------------------------------

-- ECMA-48 styles.
local STYLES = {
  title = "\27[1m", move = "\27[1m", comment = "\27[32m", variation = "", nag = "\27[33m", faint = "\27[2m",
  error = "\27[31m",
}

local function to_utf8(text)
  return require("lucena.format").to_utf8(text)
end

local function safe(text)
  return phrase.safe(to_utf8(text))
end

-- Text that is wrapped to lines of `width` columns, `indent` columns from the left.
local Page = {}
Page.__index = Page

local function new_page(width, has_color)
  return setmetatable({ width = width, has_color = has_color, column = 0, indent = 0, shown = 0 }, Page)
end

function Page:style(text, style)
  local code = self.has_color and STYLES[style]
  return code and code ~= "" and code .. text .. "\27[0m" or text
end

function Page:line_end()
  if self.column > 0 then
    stdio.write("\n")
    self.column = 0
  end
end

-- Add a word that is safe to print. With `glue` there is no blank before it.
function Page:word(text, style, glue)
  text = safe(text)
  local size = utf8.len(text) or #text
  local blank = not glue and self.column > self.indent and 1 or 0
  if self.column > self.indent and self.column + blank + size > self.width then
    self:line_end()
    blank = 0
  end
  if self.column == 0 then
    stdio.write((" "):rep(self.indent))
    self.column = self.indent
  end
  stdio.write((" "):rep(blank), self:style(text, style))
  self.column = self.column + blank + size
end

function Page:words(text, style)
  for word in text:gmatch("%S+") do
    self:word(word, style)
  end
end

function Page:line(text, style)
  self:line_end()
  stdio.write(self:style(safe(text), style), "\n")
end

-- ---- tags ----------------------------------------------------------------------------------------

local function is_known(value)
  return value and value ~= "" and not value:find("^[?. -]*$")
end

local IN_TITLE = { White = true, Black = true, Result = true, WhiteElo = true, BlackElo = true }
local IN_PLACE = { "Event", "Site", "Round", "Date", "ECO", "Opening", "TimeControl" }

local function player(tags, color)
  local name, elo = to_utf8(tags[color] or "?"), tags[color .. "Elo"]
  return is_known(elo) and ("%s (%s)"):format(name, elo) or name
end

local function show_tags(page, game)
  local tags = game.tags
  local dash = terminal.is_utf8() and " – " or " - "
  local result = require("lucena.result").of(game) or "*"
  page:line(player(tags, "White") .. dash .. player(tags, "Black") .. "   " .. result, "title")
  local parts, shown = {}, {}
  for _, name in ipairs(IN_PLACE) do
    shown[name] = true
    if is_known(tags[name]) then
      local value = name == "Date" and tags.Date:gsub("%.%?%?", "") or tags[name]
      parts[#parts + 1] = name == "Round" and "round " .. value or to_utf8(value)
    end
  end
  if #parts > 0 then
    page:words(table.concat(parts, ", "))
    page:line_end()
  end
  for name, value in pairs(tags) do
    if not IN_TITLE[name] and not shown[name] and is_known(value) then
      page:words(("%s: %s"):format(name, to_utf8(value)), "faint")
      page:line_end()
    end
  end
  stdio.write("\n")
end

-- ---- boards --------------------------------------------------------------------------------------

local function show_board(page, position, view)
  page:line_end()
  stdio.write("\n", position:draw {
    unicode = terminal.is_utf8(), color = page.has_color, flip = view.flip or false,
  }, "\n\n")
end

local ENDINGS = {
  checkmate = "Checkmate.", stalemate = "Stalemate.", insufficient_material = "Neither side can mate.",
  seventyfive_moves = "75 moves without capture or pawn move.",
  king_in_center = "The king has reached the center.", three_checks = "The third check.",
}

local function describe(position, node)
  local outcome = position:outcome()
  local turn = position.turn == "white" and "White" or "Black"
  local after = node.ply > 0 and "" or "Start. "
  return after .. (outcome and (ENDINGS[outcome.reason] or outcome.reason) or turn .. " to move."), tostring(position)
end

-- ---- moves ---------------------------------------------------------------------------------------

local function nag_text(number)
  local nag = require("lucena").nag(number)
  local sign = terminal.is_utf8() and nag.symbol or nag.ascii
  return sign and sign ~= "" and sign or "$" .. number
end

local function clock_text(seconds)
  local whole = seconds // 1 | 0
  return ("%d:%02d:%02d"):format(whole // 3600, whole // 60 % 60, whole % 60)
end

-- Show the values of commands in comments, such as clocks.
local function show_values(page, node)
  if node.mate then
    page:word(("#%d"):format(node.mate), "faint")
  elseif node.eval then
    page:word(("%+.2f"):format(node.eval), "faint")
  end
  if node.clock then
    page:word("[" .. clock_text(node.clock) .. "]", "faint")
  end
end

-- Return a comment without its commands and the blanks around them. Known commands are shown in words. Other commands
-- are for programs, and are omitted. The search ends at the last closing bracket. Without this limit, a text with many
-- unclosed brackets would be scanned to its end for each bracket.
local function text_of(comment)
  local last = comment:match("^.*()%]") or 0
  local bare = comment:sub(1, last):gsub("%[%%%w+[^%]]*%]", " ") .. comment:sub(last + 1)
  return (format.trim(bare, "%s"):gsub("^%s+", ""))
end

local function show_comments(page, comments)
  for _, comment in ipairs(comments) do
    local text = text_of(comment)
    -- Without colours, braces separate comments from moves.
    page:words(page.has_color and text or text ~= "" and "{" .. text .. "}" or "", "comment")
  end
end

local function show_move(page, node, state)
  local view, line = state.view, state.line
  if view.comments and #node.comments_before > 0 then
    show_comments(page, node.comments_before)
    state.needs_number = true
  end
  local ply = node.parent.position
  local number, is_white = ply.fullmove_number, ply.turn == "white"
  local prefix = is_white and number .. ". " or state.needs_number and number .. "... " or ""
  local signs = {}
  for _, nag in ipairs(node.nags) do
    if not nags.diagram_side(nag) then
      local sign = nag_text(nag)
      signs[#signs + 1] = (sign:find("^[!?]+$") and "" or " ") .. sign
    end
  end
  page:word(prefix .. node.san .. table.concat(signs), line and "variation" or "move")
  state.needs_number = false
  if view.comments and node.comment then
    show_values(page, node)
    show_comments(page, node.comments)
    state.needs_number = true
  end
  local is_due = not line and view.every and node.ply % view.every == 0 and node[1]
  if is_due or view.diagram and nags.diagram_after(node) then
    show_board(page, node.position, view)
    state.needs_number = true
  end
end

local INDENT, MOST_INDENT = 4, 32

local function set_depth(page, state, depth)
  page:line_end()
  page.indent = math.min(depth * INDENT, MOST_INDENT)
  state.line = depth > 0
  state.needs_number = true
end

local function begin_variation(page, state, depth, first)
  set_depth(page, state, depth)
  page:word("(", nil)
  state.line = true
  page.column = page.column - 1 -- the bracket follows the move without a blank
  show_move(page, first, state)
end

-- Print the tree. The function uses an explicit stack, because variations can be nested deeper than Lua can recurse. An
-- entry has the last move of a line, the next variation on that move, and whether a variation was printed before.
local function show_moves(page, game, view)
  local root = game.root
  local state = { view = view, needs_number = true }
  if view.comments then
    show_comments(page, root.comments)
    page:line_end()
  end
  local stack = { { node = root } }
  while #stack > 0 do
    local line = stack[#stack]
    local variation = line.variation
    if variation then
      line.variation, line.has_begun = variation.sibling, true
      begin_variation(page, state, #stack, variation)
      stack[#stack + 1] = { node = variation }
    else
      if line.has_begun then
        set_depth(page, state, #stack - 1)
      end
      local main = line.node[1]
      if main then
        show_move(page, main, state)
        line.node, line.has_begun = main, false
        line.variation = view.variations and main.sibling or nil
      else
        stack[#stack] = nil
        if #stack > 0 then
          page:word(")", nil, true)
        end
      end
    end
  end
  if game.rest then
    page:words(game.rest, "error")
  elseif game.result then
    page:word(game.result, "title")
  end
  page:line_end()
end

-- ---- which board ---------------------------------------------------------------------------------

-- Return a function that finds the node given by --ply.
local function parse_ply(text, parser)
  local number, side = text:match("^(%d+)([wb]?)$")
  number = numbers.whole(number, 0, numbers.MOST)
  if not number or side ~= "" and number == 0 then
    parser:error(("--ply takes a ply such as 24, or a move such as 12w or 12b, not '%s'"):format(text))
  end
  return function(game)
    if number == 0 then
      return game.root
    end
    for node in game:mainline() do
      local before = side ~= "" and node.parent.position
      if not before and node.ply == number
        or before and before.fullmove_number == number and before.turn:sub(1, 1) == side then
        return node
      end
    end
  end
end

local function last_node(game)
  local last = game.root
  for node in game:mainline() do
    last = node
  end
  return last
end

-- ---- variants that are not played ----------------------------------------------------------------

-- The variants that Lucena plays, for suggestions.
local PLAYED = { "Chess960", "King of the Hill", "Three-check" }

-- Return the name of a game's variant if Lucena does not play it: the value of the Variant tag, or "" if only the FEN
-- shows it; nil for other games.
local function unplayed_variant(game)
  for _, record in ipairs(game.diagnostics) do
    if record.code == "unsupported_variant" then
      local name = game.tags.Variant
      return is_known(name) and name or ""
    end
  end
end

-- Report that the moves of a variant were not played.
local function show_unplayed(page, variant)
  local meant = suggestion.find(variant, PLAYED)
  local what = variant == "" and "The FEN is that of another variant of chess."
    or ("This is a game of %s%s."):format(to_utf8(variant), meant and (" (did you mean '%s'?)"):format(meant) or "")
  page:words(what .. " Lucena plays chess, Chess960, King of the Hill and Three-check. It does not know the rules of"
    .. " this game, so it keeps the moves as text: they are shown unchanged, and were not checked.")
end

-- Report that a game has no start position.
local function show_no_start(page, variant)
  stdio.write("\n")
  if variant then
    show_unplayed(page, variant)
  else
    page:words("The FEN of this game gives no position, so the moves are shown unchanged, and were not checked.")
  end
  page:line_end()
end

-- ---- the command ---------------------------------------------------------------------------------

-- Show a game. Returns a message if the game is too short for the requested ply.
local function show_game(page, game, view, args)
  if page.shown > 0 then
    page:line_end()
    stdio.write("\n")
  end
  page.shown = page.shown + 1
  show_tags(page, game)
  show_moves(page, game, view)
  local node, variant = last_node(game), unplayed_variant(game)
  local has_board = not args.no_board and game.start ~= nil
  if not game.start then
    show_no_start(page, variant)
  end
  if view.find then
    node = view.find(game)
    if not node and variant then
      return ("has no ply %s, because its moves were not played"):format(args.ply)
    elseif not node then
      return ("has no ply %s, only %d plies"):format(args.ply, game.plies)
    end
  end
  if has_board then
    local position = node.position
    show_board(page, position, view)
    local text, fen = describe(position, node)
    if view.find and node.ply > 0 then
      local before = node.parent.position
      local dots = before.turn == "white" and "." or "..."
      text = ("After %d%s %s: %s"):format(before.fullmove_number, dots, node.san, text)
    end
    page:line(text)
    page:line(fen, "faint")
  end
end

function M.run(args, parser)
  args.games = #args.numbers > 0 and table.concat(args.numbers, ",") or "1"
  if not require("lucena.run.selection").parse(args.games) then
    parser:error(("'%s' is not the number of a game; a player's games: lucena filter --list -e 'player \"NAME\"'")
      :format(table.concat(args.numbers, " ")))
  end
  args.quiet = true
  local input = inputs.new(options.read(args, parser))
  input.takes_positions = true
  local width = option_values.integer(args.width, "--width", 1, nil, parser)
  local page = new_page(width or terminal.text_width(), terminal.has_color(args.color))
  local view = {
    every = option_values.integer(args.board, "--board", 1, nil, parser), diagram = args.diagram, flip = args.flip,
    comments = not args.no_comments, variations = not args.no_variations,
    find = args.ply and parse_ply(args.ply, parser),
  }
  input:read({ args.file }, { visit = function(_, game, reader)
    local problem = show_game(page, game, view, args)
    if problem then
      input:complain(reader, game, problem)
    end
    stdio.flush()
  end })
  return input.is_missing and exit.worst(input.tally.status, exit.DATA) or input.tally.status
end

return M
