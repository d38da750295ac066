--- Draws the board of a session. Beside the board: the last move, the side to move, the number of legal moves, the
-- opening and the captured pieces.
-- @module lucena.repl.show

local chess = require("lucena")
local escape = require("lucena.render.escape")

local M = {}

local FIGURES = {
  K = "♔", Q = "♕", R = "♖", B = "♗", N = "♘", P = "♙",
  k = "♚", q = "♛", r = "♜", b = "♝", n = "♞", p = "♟",
}

local RESET, BOLD, FAINT, RED = "\27[0m", "\27[1m", "\27[2m", "\27[31m"

local BOARD_WIDTH, GAP = 26, "   "

local EXPLORED = 4 -- the number of explorer moves beside the board

-- ---- the board -----------------------------------------------------------------------------------

-- Return the squares of the move that led to a node.
local function marks_of(node)
  local move = node and node.move
  if not move or move.is_null then
    return {}
  end
  return { move.from, move.to }
end

--- Return the lines of a board, 26 columns wide (24 without coordinates).
---@param settings table {unicode, color, flip, coordinates}
---@param position lucena.Position|lucena.Board
---@param node? lucena.Node whose move is highlighted
---@param marks? string[] squares to highlight; default: those of the move
---@return string[]
function M.board(settings, position, node, marks)
  local lines, text = {}, position:draw {
    unicode = settings.unicode, color = settings.color, flip = settings.flip, coordinates = settings.coordinates,
    marks = marks or marks_of(node),
  }
  for line in text:gmatch("[^\n]+") do
    lines[#lines + 1] = line
  end
  return lines
end

-- ---- text next to the board ----------------------------------------------------------------------

local ENDINGS = {
  checkmate = "Checkmate", stalemate = "Stalemate", insufficient_material = "Neither side can mate",
  seventyfive_moves = "75 moves without capture or pawn move",
  king_in_center = "The king has reached the center", three_checks = "The third check",
}

local function side_of(position)
  local outcome = position:outcome()
  local side = position.turn == "white" and "White" or "Black"
  if outcome then
    return ENDINGS[outcome.reason] or outcome.reason, true
  end
  local count = #position:moves()
  return ("%s to move, %d legal move%s%s"):format(side, count, count == 1 and "" or "s",
    position:in_check() and ", in check" or ""), position:in_check()
end

--- Return the opening of the line up to a node: the entry of its last position that is in the table of openings.
---@param node lucena.Node
---@return lucena.Opening?
function M.opening(node)
  local at = node
  while at and at.ply > 0 do
    local opening = chess.eco.lookup(at.position)
    if opening then
      return opening
    end
    at = at.parent
  end
end

local ARMY = { { "q", 1, 9 }, { "r", 2, 5 }, { "b", 2, 3 }, { "n", 2, 3 }, { "p", 8, 1 } }

-- Return the captured pieces and the material balance, computed from the initial position.
local function captured(settings, position)
  local lost, balance = { "", "" }, 0
  for _, row in ipairs(ARMY) do
    for i, letter in ipairs { row[1]:upper(), row[1] } do
      local count = #position:squares(letter)
      balance = balance + (i == 1 and 1 or -1) * count * row[3]
      lost[i] = lost[i] .. (settings.unicode and FIGURES[letter] or letter):rep(math.max(0, row[2] - count))
    end
  end
  return lost[1], lost[2], balance
end

-- Return the text about captured pieces. For a game from a set-up position, it has only the material balance, because
-- the earlier captures are unknown.
local function captured_line(settings, node)
  local white, black, balance = captured(settings, node.position)
  local ahead = balance ~= 0 and ("%s +%d"):format(balance > 0 and "White" or "Black", math.abs(balance))
  if node.game.start ~= chess.position() then
    return ahead and "Material: " .. ahead
  elseif white == "" and black == "" then
    return nil
  end
  return ("Captured: %s%s%s%s"):format(white, white ~= "" and black ~= "" and " / " or "", black,
    ahead and (" (%s)"):format(ahead) or "")
end

local function opening_line(node, lang)
  if node.game.start ~= chess.position() then
    return nil
  end
  local opening = M.opening(node)
  return opening and ("%s %s"):format(opening.eco, lang == "fr" and opening.name_fr or opening.name)
end

-- Return the evaluation and the clock that are stored with a move.
local function numbers_line(node)
  local parts = {}
  if node.score then
    parts[1] = "Evaluation: " .. require("lucena.repl.analysis").score_text(node.score)
  end
  local clock = node.clock and math.floor(node.clock)
  if clock then
    parts[#parts + 1] = ("Clock: %d:%02d:%02d"):format(clock // 3600, clock // 60 % 60, clock % 60)
  end
  return table.concat(parts, ", ")
end

local function style(settings, text, code)
  return settings.color and code and code .. text .. RESET or text
end

--- Return the signs after a move: "!?" "±"; a NAG without a sign is its number.
---@param session table
---@param node lucena.Node
---@return string
function M.signs(session, node)
  local signs = ""
  for _, number in ipairs(node.nags) do
    local nag = chess.nag(number)
    signs = signs .. (nag and (session.settings.unicode and nag.symbol or nag.ascii) or "$" .. number)
  end
  return signs
end

-- Return the lines beside the board, in the language of the session: {text, style}.
local function side_lines(session)
  local node, position, settings = session.node, session.position, session.settings
  local lines = {}
  local function add(text, code)
    if text and text ~= "" then
      lines[#lines + 1] = { escape.terminal(text), code }
    end
  end
  local function note(text, code)
    add(text and session:translate(text), code)
  end
  add(node.ply > 0 and session:move_text(node) .. M.signs(session, node) or session:translate "Start", BOLD)
  local side, is_urgent = side_of(position)
  note(side, is_urgent and RED or nil)
  add(opening_line(node, session.lang))
  note(captured_line(settings, node))
  note(numbers_line(node))
  local quiz = package.loaded["lucena.repl.quiz"]
  if node[1] and not (quiz and quiz.is_hidden(session)) then
    local names = {}
    for i = 1, math.min(#node, 4) do
      names[i] = session:move_text(node[i])
    end
    note("Next: " .. table.concat(names, ", "), FAINT)
  end
  if settings.explorer and session.shelf and not session.shelf.is_records then
    for _, line in ipairs(require("lucena.repl.explorer").panel(session, EXPLORED)) do
      add(line)
    end
  end
  if session.language.name ~= "english" then
    note("Dialect: " .. session.language.name, FAINT)
  end
  add(((node.remark or ""):gsub("^%s+", ""):gsub("%s*\n%s*", " "))) -- without commands such as [%clk]
  return lines
end

-- Pad one row of the board to the width of the board.
local function fill(line, settings)
  if not line or not line:find("^   a") and not line:find("^   h") then
    return line or (" "):rep(settings.coordinates and BOARD_WIDTH or BOARD_WIDTH - 2)
  end
  return line .. " "
end

-- Return the lines of a text of at most `room` columns each.
local function folded(text, room)
  return #text <= room and text or require("lucena.render.width").fold(text, room, "  ")
end

--- The text in place of a board, for a game whose FEN or variant cannot be used.
M.NO_POSITION = "The game has no position: its FEN or variant cannot be used."

--- Return the board of a session with the information beside it, or below it on a narrow terminal.
---@param session table
---@return string without a line end after the last line
function M.page(session)
  local settings = session.settings
  if not session.node.position then
    return session:translate(M.NO_POSITION)
  end
  local board = M.board(settings, session.position, session.node)
  local is_beside = settings.width - BOARD_WIDTH - #GAP >= 24
  local room = is_beside and settings.width - BOARD_WIDTH - #GAP or settings.width
  local at = is_beside and 0 or #board
  for _, row in ipairs(side_lines(session)) do
    for line in folded(row[1], room):gmatch("[^\n]+") do
      at = at + 1
      board[at] = (is_beside and fill(board[at], settings) .. GAP or "") .. style(settings, line, row[2])
    end
  end
  return (table.concat(board, "\n"):gsub(" +\n", "\n"):gsub(" +$", ""))
end

return M
