--- Queries of king safety: the pawn shield, the files around the king, attackers of the squares around the king, the
-- king's wing. csrc/match/facts.h and control.h have the definitions. `side` is the king's side.
-- @module lucena.query.king

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local facts = require("lucena.query.fact")
local codes = require("lucena.query.instruction").codes

local M = {}

local step, fact, bounds = expression.step, facts.fact, facts.bounds

local COUNTED = { side = board.SIDES, on = "string", min = "number", max = "number" }

--- Matches if the king has own pawns in front of it: one or two ranks ahead, on its file or an adjacent one. Takes a
-- side, or {side =, on =, min =, max = the number of pawns}. `shield{side = "white", max = 0}` matches a white king
-- without such pawns.
-- @usage chess.query.shield{side = "white", min = 3}(chess.game("1. e4 *")) --> true
M.shield = fact("shield", COUNTED, function(opts, text)
  local lo, hi = bounds(opts, "shield")
  local set = board.squares(opts.on, 1, "shield")
  return board.for_side(opts.side, function(color)
    return step(text, { op = "shield", color = color, a = set, lo = lo, hi = hi })
  end)
end)

local KINDS_OF_FILES = { open = 1, any = 0 }

--- Matches if the king's side has no pawn on the king's file or on an adjacent one. Takes a side, or {side =, kind =
-- "open" (no pawns of either side), min =, max = the number of such files}.
-- @usage chess.query.king_files "white"(chess.game("1. e4 e5 2. f4 exf4 *")) --> true
M.king_files = fact("king_files", { side = board.SIDES, kind = KINDS_OF_FILES, min = "number", max = "number" },
  function(opts, text)
    local lo, hi = bounds(opts, "king_files")
    return board.for_side(opts.side, function(color)
      local kind = KINDS_OF_FILES[opts.kind or "any"]
      return step(text, { op = "king_files", color = color, count = kind, lo = lo, hi = hi })
    end)
  end)

--- Matches if enemy pieces other than the king attack the king's square or a square next to it. Takes a side (that of
-- the king), or {side =, piece = letters as for `piece`, on = squares of the attackers, min =, max = the number of
-- attackers}.
-- @usage chess.query.king_attackers{side = "black", min = 2}(chess.game("1. e4 e5 2. Bc4 a6 3. Qh5 *")) --> true
M.king_attackers = facts.pieces("king_attackers", { op = "at_king" }, true)

-- ---- squares beside a piece -----------------------------------------------------------------------

-- The counts of csrc/match/control.h, in its order.
local COUNTS = { "squares", "own", "enemy", "empty", "attacked", "free" }
local RING = { of = "string", on = "string" }
for _, name in ipairs(COUNTS) do
  RING[name] = "any"
end

-- Pack the ranges of all counts into one number.
local function packed_counts(opts)
  local packed, shift = 0, 0
  for _, name in ipairs(COUNTS) do
    local lo, hi = 0, codes.RING_MOST
    if opts[name] ~= nil then
      lo, hi = argument.range_of(opts, name, "ring")
    end
    lo, hi = math.min(math.max(lo, 0), codes.RING_MOST + 1), math.min(hi, codes.RING_MOST)
    packed = packed | lo << shift | math.max(hi, 0) << shift + codes.RING_BITS
    shift = shift + 2 * codes.RING_BITS
  end
  return packed
end

--- Matches by the squares beside a piece, one king's step away: {of = letters of the piece as for `piece`, or "mover";
-- default "Kk", on = its squares, and the number of such squares that are: squares = on the board, own = occupied by
-- its side, enemy = occupied by the other side, empty = not occupied, attacked = attacked by the other side, free =
-- neither occupied by its side nor attacked}. A number is a number or {min =, max =}. All must hold for the same piece.
-- `checkmate & ring{of = "k", empty = 0, enemy = 0}` is a mate in which own pieces occupy all squares beside the king.
---@param opts {of?: string, on?: string, squares?: integer|{min?: integer, max?: integer},
-- own?: integer|{min?: integer, max?: integer}, enemy?: integer|{min?: integer, max?: integer},
-- empty?: integer|{min?: integer, max?: integer}, attacked?: integer|{min?: integer, max?: integer},
-- free?: integer|{min?: integer, max?: integer}}
---@return lucena.Query
-- @usage chess.query.ring{of = "k", own = 4, empty = 1}(chess.game("1. e4 e5 2. Qh5 *")) --> true
M.ring = expression.maker("ring", "options", function(opts)
  argument.options(opts, "ring", RING)
  return step(expression.call_text("ring", opts), { op = "ring", b = packed_counts(opts),
    kinds = board.kinds_or_mover(opts.of or "Kk", 1, "ring"), a = board.squares(opts.on, 1, "ring") })
end)

local WINGS = { short = "f g h", long = "a b c", center = "d e" }

--- Matches if a king is on a wing, whether it castled or not: "short" (files f to h), "long" (a to c) or "center" (d
-- and e). For one side: {wing, side = "white"}.
---@param wing string|{[1]: string, side?: "white"|"black"|"either"}
---@return lucena.Query
-- @usage chess.query.king_wing{"short", side = "white"}(chess.game("1. f4 e5 2. Kf2 *")) --> true
M.king_wing = expression.maker("king_wing", "a wing", function(wing)
  local opts = type(wing) == "table" and argument.options(wing, "king_wing", { side = board.SIDES }) or {}
  local name = type(wing) == "table" and wing[1] or wing
  if not WINGS[name] then
    argument.fail(1, "king_wing", ("'short', 'long' or 'center' expected, got '%s'"):format(tostring(name)))
  end
  local text = expression.call_text("king_wing", wing)
  return expression.named(board.for_side(opts.side, function(color)
    local kinds = 1 << board.KINDS.K + 6 * color
    return step(text, { op = "on", kinds = kinds, a = board.squares(WINGS[name]), lo = 1, hi = 1 })
  end), text)
end)

local WING_CODES = { short = codes.WING_SHORT, long = codes.WING_LONG, either = codes.WING_SHORT | codes.WING_LONG }

--- Matches every position after a side has castled: `has_castled "white"`, `has_castled{side =, kind = "short" or
-- "long"}`. `castled` is the query of games. In a game from a set-up position, only castling in the game counts.
-- @usage chess.query.at_end(chess.query.has_castled "white")(chess.game("1. e4 *")) --> false
M.has_castled = fact("has_castled", { side = board.SIDES, kind = WING_CODES }, function(opts, text)
  return board.for_side(opts.side, function(color)
    return step(text, { op = "has_castled", color = color, count = WING_CODES[opts.kind or "either"] })
  end)
end)

--- Matches if a side still has castling rights. Takes a side, or {side =, kind = "short" or "long"}.
-- @usage chess.query.never(chess.query.can_castle "white")(chess.game("1. e4 *")) --> false
M.can_castle = fact("can_castle", { side = board.SIDES, kind = WING_CODES }, function(opts, text)
  return board.for_side(opts.side, function(color)
    return step(text, { op = "castling", color = color, count = WING_CODES[opts.kind or "either"], lo = 1, hi = 2 })
  end)
end)

return M
