-- For a trainer: themes of combinations that `motif` does not have. Each is a function of a move, from lichess's tagger
-- of puzzles (github.com/ornicar/lichess-puzzler, tagger/cook.py), and is registered as a query: in a program that runs
-- this file, chess.query.interference is one. A theme must gain: after the reply, the side has more material than two
-- moves before the theme.
-- Usage: lucena filter scripts/examples/themes.lua --theme interference games.pgn > interference.pgn

local chess = require("lucena")
local bits = chess.bits

local WORTH = { P = 1, N = 3, B = 3, R = 5, Q = 9, K = 0 }
local OTHER = { white = "black", black = "white" }


local function balance(position, side)
  local sum = 0
  for letter, points in pairs(WORTH) do
    local white = side == "white"
    sum = sum + points * (position:count(white and letter or letter:lower())
      - position:count(white and letter:lower() or letter))
  end
  return sum
end

local function is_line_piece(piece)
  return piece:find("[BRQbrq]") ~= nil
end

-- A capture, and what was there: the node, the squares, the captured piece, and the position before it.
local function capture_of(node)
  local before, move = node.parent and node.parent.position, node.move
  local piece = move and move.to and not move.is_castling and before:piece(move.to)
  return piece and { from = move.from, to = move.to, piece = piece, before = before, side = before.turn } or nil
end

-- The node of an earlier move, if it is a plain move.
local function earlier(node, plies)
  for _ = 1, plies do
    node = node and node.parent
  end
  return node and node.move and node.move.from and node
end

-- The squares from which the captured piece was protected in a position.
local function protectors(position, it)
  return position:attackers(it.to, OTHER[it.side])
end

local function is_unprotected(it)
  return #protectors(it.before, it) == 0
end

local themes = {}

-- The piece was protected along a line until a move closed the line. `plies`: how long ago that move was made.
local function closed_line(node, plies)
  local it, closing, reply = capture_of(node), earlier(node, plies), earlier(node, 1)
  if not it or not closing or not reply or not is_unprotected(it) or reply.move.to == it.to then
    return false
  end
  local position = closing.parent.position
  for _, square in ipairs(protectors(position, it)) do
    if is_line_piece(position:piece(square)) and bits.between(square, it.to) & bits.of(closing.move.to) ~= 0 then
      return true
    end
  end
  return false
end

-- The side's own move before closed a line of the enemy.
function themes.interference(node)
  return closed_line(node, 2)
end

-- The enemy closed the line of its own piece.
function themes.self_interference(node)
  return closed_line(node, 1)
end

-- The side captured the piece that protected this one, elsewhere, with its move before.
function themes.capturing_defender(node)
  local it, before, reply = capture_of(node), earlier(node, 2), earlier(node, 1)
  local taken = before and capture_of(before)
  if not it or not taken or not reply or taken.to == it.from or not is_unprotected(it) or reply.move.to == it.to then
    return false
  end
  for _, square in ipairs(taken.before:attackers(it.to, OTHER[it.side])) do
    if square == taken.to then
      return true
    end
  end
  return false
end

-- A line piece, without a capture, moves to or through the square that the side's move before left.
function themes.clearance(node)
  local move, before = earlier(node, 0) and node.move, earlier(node, 2)
  local piece = move and node.parent.position:piece(move.from)
  local is_moved = before and piece and is_line_piece(piece) and not node.parent.position:piece(move.to)
  if not is_moved or before.move.to == move.from then
    return false
  end
  local left = bits.of(before.move.from)
  return (bits.between(move.from, move.to) | bits.of(move.to)) & left ~= 0 and before.move.to ~= move.to
end

-- The enemy's last move captured on a square, and so left the protection of this piece.
function themes.deflection(node)
  local it, reply = capture_of(node), earlier(node, 1)
  local lured = reply and capture_of(reply)
  if not it or not lured or lured.to == it.to or not is_unprotected(it) then
    return false
  end
  for _, square in ipairs(reply.parent.position:attackers(it.to, OTHER[it.side])) do
    if square == lured.from then
      return true
    end
  end
  return false
end

-- The enemy's king, queen or rook captured on a square where this move now attacks it.
function themes.attraction(node)
  local reply = earlier(node, 1)
  local lured = reply and capture_of(reply)
  if not lured or not node.move.to or not reply.position:piece(lured.to):find("[KQRkqr]") then
    return false
  end
  for _, square in ipairs(node.position:attackers(lured.to, OTHER[node.position.turn])) do
    if square == node.move.to then
      return true
    end
  end
  return false
end

-- The side takes back one move later: its move before was a check or a capture elsewhere.
function themes.intermezzo(node)
  local it, between, first = capture_of(node), earlier(node, 2), earlier(node, 3)
  local taken = first and capture_of(first)
  if not it or not taken or taken.to ~= it.to or not between or between.move.to == it.to then
    return false
  end
  return between.position:in_check() or capture_of(between) ~= nil
end

-- ---- queries ---------------------------------------------------------------------------------------

-- Whether the side has more material after the reply than two moves before.
local function gains(node)
  local start, last = node, node.next or node
  for _ = 1, 3 do
    start = start.parent or start
  end
  local side = OTHER[node.position.turn]
  return balance(last.position, side) > balance(start.position, side)
end

-- A query that matches at the first move that shows the theme.
local function query_of(holds)
  return chess.query.where(function(game)
    local node = game.root.next
    while node do
      if holds(node) and gains(node) then
        return node
      end
      node = node.next
    end
    return false
  end)
end

local queries, names = {}, {}
for name, holds in pairs(themes) do
  queries[name], names[#names + 1] = query_of(holds), name
  chess.register("query", name, queries[name])
end
table.sort(names)

return {
  options = { { name = "theme", kind = "choice", choices = names, default = "interference", help = "The theme." } },
  make = function(options) return queries[options.theme] end,
}
