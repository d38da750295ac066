--- Attacks, protection and values of pieces as in lichess's tagger of puzzles (github.com/ornicar/lichess-puzzler,
-- tagger/util.py): pinned pieces attack and protect, and an attacker does not interrupt the protection along its
-- line (x-ray). A square is a name such as "e4".
-- @module lucena.query.exchange

local bits = require("lucena.core").bits

local M = {}

--- The value of a piece by its letter, and the same with the king as the highest.
M.VALUES = { P = 1, N = 3, B = 3, R = 5, Q = 9, K = 0 }
M.KING_VALUES = { P = 1, N = 3, B = 3, R = 5, Q = 9, K = 99 }

--- The opposite color.
M.OTHER = { white = "black", black = "white" }

local SLIDERS = { B = true, R = true, Q = true }

--- Return the kind of a piece as a capital letter.
---@param piece string
---@return string
-- @usage require("lucena.query.exchange").kind "n" --> N
function M.kind(piece)
  return piece:upper()
end

local kind = M.kind

--- Return the color of a piece.
---@param piece string
---@return string
-- @usage require("lucena.query.exchange").color "n" --> black
function M.color(piece)
  return piece:find("%u") and "white" or "black"
end

-- Return the letter of a piece of a color.
local function letter(of_kind, color)
  return color == "white" and of_kind or of_kind:lower()
end

--- Return the set of all occupied squares.
---@param position lucena.Position
---@return integer
function M.occupied(position)
  return position:bits("white") | position:bits("black")
end

-- Return whether a bishop, rook or queen of a color attacks a square if the squares of `occupied` are occupied.
local function has_slider(position, color, square, occupied)
  for slider in pairs(SLIDERS) do
    if bits.attacks(slider, square, occupied) & position:bits(letter(slider, color)) ~= 0 then
      return true
    end
  end
  return false
end

--- Return whether a piece on a square is protected, also through an attacker.
---@param position lucena.Position
---@param color string the color of the piece
---@param square string
---@return boolean
function M.is_defended(position, color, square)
  if position:attackers(square, color)[1] then
    return true
  end
  local occupied = M.occupied(position)
  for _, from in ipairs(position:attackers(square, M.OTHER[color])) do
    if SLIDERS[kind(position:piece(from))] and has_slider(position, color, square, occupied & ~bits.of(from)) then
      return true
    end
  end
  return false
end

-- Return whether a piece of lower value, not the king, attacks the piece on a square.
local function is_attacked_by_lower(position, piece, attackers)
  for _, from in ipairs(attackers) do
    local attacker = kind(position:piece(from))
    if attacker ~= "K" and M.VALUES[attacker] < M.VALUES[kind(piece)] then
      return true
    end
  end
  return false
end

--- Return whether the piece on a square is attacked, and not protected or attacked by a piece of lower value.
---@param position lucena.Position
---@param square string
---@return boolean
-- @usage require("lucena.query.exchange").is_in_bad_spot(chess.position("4k3/8/8/3p4/4N3/8/8/4K3 w"), "e4") --> true
function M.is_in_bad_spot(position, square)
  local piece = position:piece(square)
  local color = M.color(piece)
  local attackers = position:attackers(square, M.OTHER[color])
  return attackers[1] ~= nil
    and (not M.is_defended(position, color, square) or is_attacked_by_lower(position, piece, attackers))
end

-- Return whether the moves of a piece from a square all lose it: a move that captures at least its value, or that goes
-- to a good square, saves it.
local function has_escape(position, square, value)
  for _, move in ipairs(position:moves { from = square }) do
    local captured = position:captured(move)
    if captured and M.VALUES[kind(captured)] >= value
      or not M.is_in_bad_spot(assert(position:play(move)), move.to) then
      return true
    end
  end
  return false
end

--- Return whether the piece on a square, of the side to move, is trapped: it is in a bad spot and no move saves it. A
-- side in check, a pinned piece, a pawn and a king count as not trapped.
---@param position lucena.Position
---@param square string
---@return boolean
-- @usage require("lucena.query.exchange").is_trapped(chess.position("4k3/8/8/8/8/1p6/p7/BK6 w"), "a1") --> false
function M.is_trapped(position, square)
  local piece = position:piece(square)
  local it = kind(piece)
  if it == "P" or it == "K" or position:in_check() then
    return false
  end
  for _, pinned in ipairs(position:pinned(M.color(piece))) do
    if pinned == square then
      return false
    end
  end
  return M.is_in_bad_spot(position, square) and not has_escape(position, square, M.VALUES[it])
end

--- Return the material of White minus that of Black, in pawns.
---@param position lucena.Position
---@return integer
-- @usage require("lucena.query.exchange").balance(chess.position()) --> 0
function M.balance(position)
  local balance = 0
  for _, it in ipairs { "P", "N", "B", "R", "Q" } do
    balance = balance + M.VALUES[it] * (position:count(it) - position:count(it:lower()))
  end
  return balance
end

return M
