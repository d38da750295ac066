--- The mainline of a game as the definitions of motifs read it: positions, moves, captured pieces and material by ply,
-- and whether a motif gains. Each game has one Line, which all motifs of a query share.
--
-- **Puzzle.** A line from a set-up position without a result. As on lichess, its first move is the mistake of one side,
-- the others are the solution by the other side, which has the last move.
--
-- **Gain.** In a puzzle, the moves after a motif are forced, and its line ends where its point is clear. So the motifs
-- of the side with the last move gain, and those of the other side do not. In a game, most forks and pins lead to
-- nothing. There, a motif of a side gains if within N plies after it
--
-- - the side mates, or the game ends and the side wins;
-- - or the side has more material than before the motif, after its own last move in these plies and the reply, and has
--   not lost the game.
-- @module lucena.query.motif_line

local core = require("lucena.core")
local exchange = require("lucena.query.exchange")

local Line = {}
Line.__index = Line

local WINNERS = { ["1-0"] = "white", ["0-1"] = "black" }

-- A table whose fields are read from the nodes of a game on first use: `position` or `move` by ply.
local function of_nodes(game, field)
  return setmetatable({}, { __index = function(self, ply)
    local node = ply >= 0 and game:node_at(ply)
    local value = node and node[field] or nil
    rawset(self, ply, value)
    return value
  end })
end

--- Return the line of a game.
---@param game lucena.Game
---@return table
function Line.of(game)
  local is_open = game.result == nil or game.result == "*"
  return setmetatable({ plies = game.plies, positions = of_nodes(game, "position"), moves = of_nodes(game, "move"),
    balances = {}, result = game.result, is_puzzle = is_open and game.start ~= core.position() }, Line)
end

--- Return the side that made the move at a ply.
---@param ply integer from 1
---@return string color
function Line:mover(ply)
  return exchange.OTHER[self.positions[ply].turn]
end

--- Return the piece that moved at a ply, after a promotion the new piece.
---@param ply integer
---@return string piece
function Line:moved(ply)
  local move = self.moves[ply]
  return move.to and self.positions[ply]:piece(move.to) or "K"
end

--- Return the piece on the square to which the move at a ply went, before the move; nil for castling and en passant.
---@param ply integer
---@return string? piece
function Line:captured(ply)
  local move = self.moves[ply]
  return not move.is_castling and move.to and self.positions[ply - 1]:piece(move.to) or nil
end

--- Return the material of a side minus that of the other side after a ply.
---@param ply integer
---@param side string
---@return integer
function Line:balance(ply, side)
  self.balances[ply] = self.balances[ply] or exchange.balance(self.positions[ply])
  return side == "white" and self.balances[ply] or -self.balances[ply]
end

-- Return the side that has won the line: by mate, or by the result.
local function winner(self)
  local last = self.positions[self.plies]
  if last:in_check() and last:moves()[1] == nil then
    return exchange.OTHER[last.turn]
  end
  return WINNERS[self.result]
end

--- Return whether a motif at a ply gains for its side.
---@param ply integer
---@param plies integer the number of plies in which it must gain
---@return boolean
function Line:gains(ply, plies)
  local side, last = self:mover(ply), ply + plies - plies % 2
  if self.is_puzzle then
    return self:mover(self.plies) == side
  end
  local won = self.plies <= last and winner(self)
  if won then
    return won == side
  end
  last = math.min(last, self.plies)
  local before = self:balance(ply - 1, side)
  return self:balance(last, side) > before and (last == self.plies or self:balance(last + 1, side) > before)
end

return Line
