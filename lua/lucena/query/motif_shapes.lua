--- The definitions of motifs: functions of a line (lucena.query.motif_line) and a ply, at which a side has just moved.
-- They are those of lichess's tagger of puzzles (github.com/ornicar/lichess-puzzler, tagger/cook.py), which knows the
-- side that solves and the moves that are forced. If a game does not have this information, the comment names the rule
-- used instead.
-- @module lucena.query.motif_shapes

local bits = require("lucena.core").bits
local exchange = require("lucena.query.exchange")

local M = {}

local OTHER, VALUES, KING_VALUES = exchange.OTHER, exchange.VALUES, exchange.KING_VALUES
local kind, color_of, is_in_bad_spot = exchange.kind, exchange.color, exchange.is_in_bad_spot

local SLIDERS = { B = true, R = true, Q = true }

local function holds(set, square)
  return set & bits.of(square) ~= 0
end

local function attacks(position, from)
  return bits.attacks(position:piece(from), from, exchange.occupied(position))
end

-- Return the squares of the pieces that give check.
local function checkers(position)
  return position:attackers(position:king(position.turn), OTHER[position.turn])
end

-- ---- attacks on pieces -----------------------------------------------------------------------------

-- Return whether a piece that the moved piece attacks is a target of a fork: it is worth more, or it is not protected
-- and does not attack back.
local function is_target(position, from, square)
  local piece, forker = position:piece(square), kind(position:piece(from))
  if kind(piece) == "P" then
    return false
  end
  return KING_VALUES[kind(piece)] > KING_VALUES[forker]
    or not exchange.is_defended(position, color_of(piece), square) and not holds(attacks(position, square), from)
end

--- The moved piece, not a king and not in a bad spot, attacks two targets. In a puzzle, another move of the side
-- follows.
---@param line table
---@param ply integer
---@return boolean
function M.fork(line, ply)
  local position, to = line.positions[ply], line.moves[ply].to
  local is_last = line.is_puzzle and line.plies < ply + 2
  if is_last or kind(line:moved(ply)) == "K" or is_in_bad_spot(position, to) then
    return false
  end
  local count = 0
  for _, square in ipairs(bits.squares(attacks(position, to) & position:bits(position.turn))) do
    count = count + (is_target(position, to, square) and 1 or 0)
  end
  return count > 1
end

-- Return whether a pinned piece could attack a piece that is worth more or not protected, if it were not pinned.
local function prevents_attack(position, square, pin, side)
  local value = VALUES[kind(position:piece(square))]
  for _, target in ipairs(bits.squares(attacks(position, square) & position:bits(side) & ~pin)) do
    if VALUES[kind(position:piece(target))] > value or not exchange.is_defended(position, side, target) then
      return true
    end
  end
  return false
end

-- Return the squares to which a piece could go, without regard to pins and checks.
local function reach(position, square)
  local piece = position:piece(square)
  local occupied, own = exchange.occupied(position), position:bits(color_of(piece))
  if kind(piece) ~= "P" then
    return attacks(position, square) & ~own
  end
  local step = piece == "P" and 1 or -1
  local ahead = square:sub(1, 1) .. tostring(tonumber(square:sub(2)) + step)
  local targets = occupied & ~own
  if position.ep then
    targets = targets | bits.of(position.ep)
  end
  return attacks(position, square) & targets | bits.of(ahead) & ~occupied
end

-- Return whether a pinned piece cannot escape the attack of a piece on the line of the pin: the attacker is worth less,
-- or the pinned piece is not protected, does not attack back, and could leave the line.
local function prevents_escape(position, square, pin, side)
  local piece = position:piece(square)
  for _, from in ipairs(bits.squares(bits.of(position:attackers(square, side)) & pin)) do
    local is_lower = VALUES[kind(position:piece(from))] < VALUES[kind(piece)]
    if is_lower or not exchange.is_defended(position, OTHER[side], square)
      and not holds(attacks(position, square), from) and reach(position, square) & ~pin ~= 0 then
      return true
    end
  end
  return false
end

--- A piece of the opponent is pinned to its king, and so it cannot attack or cannot escape.
---@param line table
---@param ply integer
---@return boolean
function M.pin(line, ply)
  local position, side = line.positions[ply], line:mover(ply)
  local king = position:king(OTHER[side])
  for _, square in ipairs(position:pinned(OTHER[side])) do
    local pin = bits.ray(king, square)
    if prevents_attack(position, square, pin, side) or prevents_escape(position, square, pin, side) then
      return true
    end
  end
  return false
end

--- A bishop, rook or queen captures a piece along a line from which a more valuable piece has just moved away.
-- The captured piece was in a bad spot. A capture that ends the game does not count.
---@param line table
---@param ply integer
---@return boolean
function M.skewer(line, ply)
  local captured, move, reply = line:captured(ply), line.moves[ply], line.moves[ply - 1]
  if ply < 3 or not captured or not SLIDERS[kind(line:moved(ply))] or not reply.from then
    return false
  end
  return reply.to ~= move.to and holds(bits.between(move.from, move.to), reply.from)
    and KING_VALUES[kind(line:moved(ply - 1))] > KING_VALUES[kind(captured)]
    and is_in_bad_spot(line.positions[ply - 1], move.to) and line.positions[ply]:moves()[1] ~= nil
end

-- Return whether a piece other than the moved one gives check.
local function is_discovered_check(line, ply)
  local all = checkers(line.positions[ply])
  for _, square in ipairs(all) do
    if square == line.moves[ply].to then
      return false
    end
  end
  return all[1] ~= nil
end

-- Return whether the move at a ply captures the piece that has just moved.
local function takes_moved(line, ply)
  return line.positions[ply - 1]:captured(line.moves[ply]) ~= nil and line.moves[ply - 1].to == line.moves[ply].to
end

-- In a puzzle, a capture after such a capture is no discovered attack for lichess.
local function is_after_exchange(line, ply)
  for earlier = 4, line.is_puzzle and ply - 2 or 0, 2 do
    if takes_moved(line, earlier) then
      return true
    end
  end
  return false
end

-- Return whether the previous move of the side opened the line along which a piece now captures.
local function uses_opened_line(line, ply)
  local move, opened = line.moves[ply], line.moves[ply - 2]
  if ply < 3 or not line.positions[ply - 1]:captured(move) or opened.is_castling or not opened.from
    or takes_moved(line, ply) or is_after_exchange(line, ply) then
    return false
  end
  return holds(bits.between(move.from, move.to), opened.from) and move.to ~= opened.to and move.from ~= opened.to
end

--- A discovered check, or a capture along a line that the previous move of the side opened.
---@param line table
---@param ply integer
---@return boolean
function M.discovered_attack(line, ply)
  return is_discovered_check(line, ply) or uses_opened_line(line, ply)
end

--- Two pieces give check.
---@param line table
---@param ply integer
---@return boolean
function M.double_check(line, ply)
  return #checkers(line.positions[ply]) > 1
end

-- ---- pieces that are won and given -------------------------------------------------------------------

-- Return whether a move was forcing: a check, a capture, a promotion, or an attack on a piece in a bad spot.
local function is_forcing(line, ply)
  local position, move = line.positions[ply], line.moves[ply]
  if not move.to or line:captured(ply) or move.promotion or position:in_check() then
    return move.to ~= nil
  end
  for _, square in ipairs(bits.squares(attacks(position, move.to) & position:bits(position.turn))) do
    if not position:piece(square):find("[PpKk]") and is_in_bad_spot(position, square) then
      return true
    end
  end
  return false
end

-- Return whether the capture only takes back: the opponent has just captured at least as much on this square.
local function takes_back(line, ply, captured)
  local before = ply > 1 and line.moves[ply - 1].to == line.moves[ply].to and line:captured(ply - 1)
  return before and VALUES[kind(before)] >= VALUES[kind(captured)]
end

--- A piece, not a pawn, that was not protected is captured, and the side keeps what it has won. In a puzzle, only the
-- first move of the solution counts. In a game, the previous move of the side was not forcing: the piece was left
-- hanging, and not won by force.
---@param line table
---@param ply integer
---@return boolean
function M.hanging_piece(line, ply)
  local captured, side = line:captured(ply), line:mover(ply)
  if not captured or kind(captured) == "P" or takes_back(line, ply, captured)
    or exchange.is_defended(line.positions[ply - 1], OTHER[side], line.moves[ply].to) then
    return false
  end
  local is_kept = line.plies < ply + 2 or line:balance(ply + 2, side) >= line:balance(ply, side)
  return is_kept and (ply <= 2 or not line.is_puzzle and not is_forcing(line, ply - 2))
end

--- A piece is captured that could not be saved before the opponent's last move: each of its moves would have lost it.
---@param line table
---@param ply integer
---@return boolean
function M.trapped_piece(line, ply)
  local captured = line:captured(ply)
  if ply < 3 or not captured or kind(captured) == "P" then
    return false
  end
  local square, reply = line.moves[ply].to, line.moves[ply - 1]
  square = reply.to == square and reply.from or square
  return exchange.is_trapped(line.positions[ply - 2], square)
end

-- Return whether the opponent promotes between two plies.
local function has_promotion(line, first, last, side)
  for ply = first, last do
    if line.moves[ply].promotion and line:mover(ply) ~= side then
      return true
    end
  end
  return false
end

--- The reply captures, and after one or two more moves the side is two pawns behind where it was: in a puzzle at the
-- first move of the solution, in a game five plies before (at its beginning three), so that a piece that is given back
-- after a capture does not count. The opponent promotes nothing.
---@param line table
---@param ply integer
---@return boolean
function M.sacrifice(line, ply)
  local side = line:mover(ply)
  if ply + 2 > line.plies or line:balance(ply + 1, side) >= line:balance(ply, side) then
    return false
  end
  for last = ply + 2, math.min(ply + 4, line.plies), 2 do
    local first = line.is_puzzle and 1 or last > 5 and last - 5 or last - 3
    if line:balance(last, side) - line:balance(first, side) <= -2 then
      return not has_promotion(line, first + 1, line.is_puzzle and line.plies or last, side)
    end
  end
  return false
end

-- ---- mates -------------------------------------------------------------------------------------------

-- Return the squares next to a square, with its own rank and file.
local function ring(square)
  return bits.attacks("K", square, 0)
end

--- Mate on the last rank, by a piece on that rank. The squares in front of the king have its own pieces, which the side
-- does not attack.
---@param line table
---@param ply integer
---@return boolean
function M.back_rank_mate(line, ply)
  local position, side = line.positions[ply], line:mover(ply)
  local king = position:king(OTHER[side])
  local rank, ahead = side == "white" and "8" or "1", side == "white" and "7" or "2"
  if king:sub(2) ~= rank then
    return false
  end
  local front = ring(king) & bits.of(ahead)
  if front & ~position:bits(OTHER[side]) ~= 0 or front & bits.of(position:attacks(side)) ~= 0 then
    return false
  end
  return bits.of(checkers(position)) & bits.of(rank) ~= 0
end

--- Mate by a knight; all squares around the king have its own pieces.
---@param line table
---@param ply integer
---@return boolean
function M.smothered_mate(line, ply)
  local position, side = line.positions[ply], line:mover(ply)
  local is_by_knight = false
  for _, square in ipairs(checkers(position)) do
    is_by_knight = is_by_knight or kind(position:piece(square)) == "N"
  end
  return is_by_knight and ring(position:king(OTHER[side])) & ~position:bits(OTHER[side]) == 0
end

return M
