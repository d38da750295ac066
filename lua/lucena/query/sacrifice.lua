--- The query of sacrifices. csrc/match/query.h defines it at lc_Sacrifice.
-- @module lucena.query.sacrifice

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local facts = require("lucena.query.fact")

local M = {}

local SACRIFICE = { side = board.SIDES, points = "number", plies = "number", piece = "string", on = "string",
  exchange = "boolean", voluntary = "boolean" }
local POINTS, PLIES, MOST = 2, 6, 1000

local function count_of(value, default, name)
  value = value == nil and default or math.tointeger(value)
  if not value or value < 1 or value > MOST then
    argument.fail(1, "sacrifice", ("option '%s': a whole number, 1 to %d, expected"):format(name, MOST))
  end
  return value
end

--- Matches if the last move sacrificed material. The conditions are:
--
-- - the reply captures a piece;
-- - after the reply, and after each further move of the opponent within `plies` (default 6) plies of the sacrifice, the
--   side's material minus the opponent's is at least `points` (default 2) lower than before the sacrifice (pawn 1,
--   knight and bishop 3, rook 5, queen 9);
-- - the opponent promotes no pawn in these plies;
-- - the game has that many more plies, or the side mates or wins earlier;
-- - the side could have kept the piece: it could capture as much, or make a move after which no piece of at least this
--   value is attacked by a piece of lower value, or attacked and not protected. So a queen that is lost to a fork is no
--   sacrifice. `voluntary = false` omits this condition.
--
-- The query does not judge whether the move is good: a piece that is overlooked counts, too.
-- A number sets `points`, a string the side. Options: {side =, points =, plies =, piece = letters of the captured
-- piece, as for `piece`, on = squares of the capture, exchange = true, voluntary = false}. With `exchange`, the side
-- must finally have given a rook for a knight or bishop, and perhaps pawns; the default of `points` is then 1.
-- @usage chess.query.sacrifice{points = 1, plies = 2}(chess.game("1. e4 e5 2. f4 exf4 3. Nf3 *")) --> true
M.sacrifice = facts.fact("sacrifice", SACRIFICE, function(opts, text)
  local kinds = opts.piece and board.kinds(opts.piece, 1, "sacrifice") or board.ALL_PIECES
  local points = count_of(opts.points, opts.exchange and 1 or POINTS, "points")
  local plies = count_of(opts.plies, PLIES, "plies")
  local set = board.squares(opts.on, 1, "sacrifice")
  return board.for_side(opts.side, function(color)
    return expression.step(text, { op = "sacrifice", color = color, kinds = kinds, a = set, lo = points, plies = plies,
      others = (opts.exchange and 1 or 0) | (opts.voluntary == false and 2 or 0) })
  end)
end, "points")

return M
