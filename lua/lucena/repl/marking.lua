--- Draws the board once with some squares marked, and names these squares in words, for the command `show`.
-- @module lucena.repl.marking

local drawing = require("lucena.repl.show")
local widths = require("lucena.render.width")
local wording = require("lucena.repl.wording")

local M = {}

local NAMES = { white = "White", black = "Black" }
local PIECES = { n = "knight", b = "bishop", r = "rook", q = "queen", k = "king", p = "pawn" }

local function is_square(text)
  return text:find("^[a-h][1-8]$") ~= nil
end

local function other(color)
  return color == "white" and "black" or "white"
end

-- Return the color of a piece letter.
local function color_of(letter)
  return letter:find("%u") and "white" or "black"
end

local function piece_text(position, square)
  return position:piece(square):upper():gsub("P", "") .. square
end

-- Print the board with marked squares, and a line of text.
local function print_board(session, squares, text)
  if session.settings.board then
    local lines = drawing.board(session.settings, session.position, nil, squares)
    session:print((table.concat(lines, "\n"):gsub(" +\n", "\n"):gsub(" +$", "")))
  end
  session:say(widths.fold(text, session.settings.width, "  "))
end

local function list(words, none)
  return #words > 0 and table.concat(words, ", ") or none
end

-- Mark the squares to which the piece on a square may move. If its side is not to move, mark those that it attacks.
local function show_piece(session, square, letter)
  local position, squares, words = session.position, { square }, {}
  local name = ("%s on %s"):format(PIECES[letter:lower()], square)
  if color_of(letter) ~= position.turn then
    local attacked = position:attacks(square)
    return print_board(session, table.move(attacked, 1, #attacked, 2, squares),
      ("%s's %s attacks %s"):format(NAMES[color_of(letter)], name, list(attacked, "nothing")))
  end
  for i, move in ipairs(position:moves { from = square }) do
    squares[#squares + 1], words[i] = move.to, wording.move(session, position, move)
  end
  print_board(session, squares, ("%s's %s: %s"):format(NAMES[position.turn], name, list(words, "no legal move")))
end

-- Mark the pieces that attack an empty square.
local function show_attackers(session, square)
  local position, squares, parts = session.position, { square }, {}
  for _, color in ipairs { "white", "black" } do
    local words = {}
    for i, from in ipairs(position:attackers(square, color)) do
      squares[#squares + 1], words[i] = from, piece_text(position, from)
    end
    parts[#parts + 1] = ("%s: %s"):format(NAMES[color], list(words, "none"))
  end
  print_board(session, squares, ("%s is attacked by %s"):format(square, table.concat(parts, "; ")))
end

local function show_square(session, square, letter)
  local piece = session.position:piece(square)
  if letter and (not piece or piece:upper() ~= letter) then
    session:fail(("there is no %s on %s"):format(PIECES[letter:lower()], square))
  elseif piece then
    return show_piece(session, square, piece)
  end
  show_attackers(session, square)
end

-- Mark the pieces of both sides for which `select(position, square, color)` returns a text, and print these texts.
local function show_pieces(session, none, select)
  local position, squares, words = session.position, {}, {}
  for _, color in ipairs { "white", "black" } do
    for letter in ("QRBNPK"):gmatch("%a") do
      for _, square in ipairs(position:squares(color == "white" and letter or letter:lower())) do
        local text = select(position, square, color)
        if text then
          squares[#squares + 1], words[#words + 1] = square, ("%s's %s"):format(NAMES[color], text)
        end
      end
    end
  end
  print_board(session, squares, list(words, none))
end

local function hanging(position, square, color)
  local attackers = position:attackers(square, other(color))
  if position:piece(square):lower() == "k" or #attackers == 0 or #position:attackers(square, color) > 0 then
    return nil
  end
  local words = {}
  for i, from in ipairs(attackers) do
    words[i] = piece_text(position, from)
  end
  return ("%s (attacked by %s)"):format(piece_text(position, square), table.concat(words, ", "))
end

local function show_hanging(session)
  show_pieces(session, "No piece hangs: all attacked pieces are guarded.", hanging)
end

local function show_pins(session)
  local pinned = {}
  for _, color in ipairs { "white", "black" } do
    for _, square in ipairs(session.position:pinned(color)) do
      pinned[square] = true
    end
  end
  show_pieces(session, "No piece is pinned to its king.", function(position, square)
    return pinned[square] and piece_text(position, square) .. " is pinned" or nil
  end)
end

local WORDS = { hanging = show_hanging, pins = show_pins }

--- Run the command.
---@param session table
---@param rest string "e4", "N g1", "pins" or "hanging"; "" shows the board
function M.show(session, rest)
  local letter, square = rest:match("^([KQRBNP]?)%s*(%l%d)$")
  if rest == "" then
    return session:print(drawing.page(session))
  elseif WORDS[rest] then
    return WORDS[rest](session)
  elseif not square or not is_square(square) then
    session:fail("usage: show e4, show N g1, show pins or show hanging; open 2 opens a game, board shows the board")
  end
  show_square(session, square, letter ~= "" and letter or nil)
end

return M
