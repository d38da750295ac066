--- Queries of sacrifices, as csrc/match/query.h defines them at lc_Sacrifice.
-- @module lucena.query.sacrifice

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local facts = require("lucena.query.fact")

local M = {}

local SACRIFICE = { side = board.SIDES, points = "number", plies = "number", piece = "string", on = "string",
  exchange = "boolean" }
local POINTS, PLIES, MOST = 2, 6, 1000

local function count_of(value, default, name)
  value = value == nil and default or math.tointeger(value)
  if not value or value < 1 or value > MOST then
    argument.fail(1, "sacrifice", ("option '%s': a whole number, 1 to %d, expected"):format(name, MOST))
  end
  return value
end

--- A move that gives material. It is a query of the position after the move, and holds when
--
-- - the reply takes a piece;
-- - after the reply, and after each further move of the opponent within `plies` (6) plies of the sacrifice, the
--   side has at least `points` (2) less, beside the opponent, than before its move: pawn 1, knight and bishop 3,
--   rook 5, queen 9. What it takes and loses at once again does not count;
-- - the opponent promotes no pawn meanwhile: that is gained, not given;
-- - the game goes on so long, or ends before with the side's mate.
--
-- It says nothing of whether the move is good: a piece that is simply lost is given, too.
-- A number is `points`, a string the side, else {side =, points =, plies =, piece = letters as of `piece` of what the
-- reply takes, on = squares where it does, exchange = true: in the end, besides pawns, a rook was given for a knight or
-- bishop; `points` is 1 then}.
-- @usage chess.query.sacrifice{points = 1, plies = 2}(chess.game("1. e4 e5 2. f4 exf4 3. Nf3 *")) --> true
M.sacrifice = facts.fact("sacrifice", SACRIFICE, function(opts, text)
  local kinds = opts.piece and board.kinds(opts.piece, 1, "sacrifice") or board.ALL_PIECES
  local points = count_of(opts.points, opts.exchange and 1 or POINTS, "points")
  local plies = count_of(opts.plies, PLIES, "plies")
  local set = board.squares(opts.on, 1, "sacrifice")
  return board.for_side(opts.side, function(color)
    return expression.step(text, { op = "sacrifice", color = color, kinds = kinds, a = set, lo = points, plies = plies,
      others = opts.exchange and 1 or 0 })
  end)
end, "points")

return M
