--- Queries of the game as a whole: its length, its end, its comments and variations.
-- @module lucena.query.game

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local codes = require("lucena.query.instruction").codes
local values = require("lucena.query.values")

local M = {}

local leaf, step, text_of, maker = expression.leaf, expression.step, expression.call_text, expression.maker
local named, lift, applicable = expression.named, expression.lift, expression.applicable

-- ---- length --------------------------------------------------------------------------------------

local function length(text, lo, hi)
  return leaf(text, { op = "plies", lo = math.max(lo, 0), hi = hi < argument.MOST and hi or nil })
end

--- Matches if the number of readable plies of the mainline is in a range.
---@param range {min?: integer, max?: integer}|integer the number, or a range
---@return lucena.Query
-- @usage chess.query.plies{max = 3}(chess.game("1. e4 e5 2. Nf3 *")) --> true
M.plies = maker("plies", "a number", function(range)
  return length(text_of("plies", range), argument.range(range, 1, "plies", true))
end)

--- Matches if the number of moves of the mainline is in a range. A last move by White alone counts.
---@param range {min?: integer, max?: integer}|integer the number, or a range
---@return lucena.Query
-- @usage chess.query.moves(2)(chess.game("1. e4 e5 2. Nf3 *")) --> true
M.moves = maker("moves", "a number", function(range)
  local lo, hi = argument.range(range, 1, "moves", true)
  return length(text_of("moves", range), 2 * lo - 1, hi < argument.MOST and 2 * hi or hi)
end)

-- ---- results -------------------------------------------------------------------------------------

-- Return a query of the end of the game, whose position can be a part of a sequence, because no other follows it.
local function final(position, text)
  local query = lift("at_end", position, nil, text)
  rawset(query, "is_final", true)
  return query
end

local function make_checkmate(winner)
  if not board.COLORS[winner] then
    argument.fail(1, "checkmate", "'white' or 'black' expected, got " .. require("lucena.argument").given(winner))
  end
  local mated = step("", { op = "turn", color = 1 - board.COLORS[winner] }) & step("", { op = "checkmate" })
  return final(mated, text_of("checkmate", winner))
end

--- Matches if the game ends with checkmate; `checkmate "white"`: White mates.
-- @usage chess.query.checkmate "black"(chess.game("1. f3 e5 2. g4 Qh4# *")) --> true
M.checkmate = applicable(final(step("checkmate", { op = "checkmate" }), "checkmate"), make_checkmate)

--- Matches if the game ends with stalemate.
-- @usage chess.query.stalemate(chess.game("1. e4 *")) --> false
M.stalemate = final(step("stalemate", { op = "stalemate" }), "stalemate")

--- Matches if in the last position neither side can mate by any sequence of moves.
-- @usage chess.query.insufficient(chess.game("1. e4 *")) --> false
M.insufficient = lift("at_end", step("insufficient", { op = "insufficient" }), nil, "insufficient")

local function clock(name, plies)
  return lift("ever", step(name, { op = "clock", lo = plies, hi = argument.MOST }), nil, name)
end

--- Matches if fifty moves of each side were played without a capture or a pawn move.
-- @usage chess.query.fifty(chess.game("1. e4 *")) --> false
M.fifty = clock("fifty", 100)

--- Matches if seventy-five moves of each side were played without a capture or a pawn move.
-- @usage chess.query.seventyfive(chess.game("1. e4 *")) --> false
M.seventyfive = clock("seventyfive", 150)

local function repeated(name, times)
  return lift("ever", step(name, { op = "repeated", lo = times }), nil, name)
end

--- Matches if a position occurred three times (FIDE Laws 9.2: with the same castling and en passant rights).
-- @usage chess.query.threefold(chess.game("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *")) --> true
M.threefold = repeated("threefold", 3)

--- Matches if a position occurred five times.
-- @usage chess.query.fivefold(chess.game("1. e4 *")) --> false
M.fivefold = repeated("fivefold", 5)

-- ---- events in the game --------------------------------------------------------------------------

local CASTLING = { short = codes.MOVED_SHORT, long = codes.MOVED_LONG }

local function castled(text, side, kind)
  local moves = board.for_side(side, function(color)
    local king = 1 << (color == 0 and board.KINDS.K or board.KINDS.k)
    local short = step(text, { op = "moved", kinds = king, hi = CASTLING[kind or "short"] })
    return kind and short or short | step(text, { op = "moved", kinds = king, hi = CASTLING.long })
  end)
  return lift("ever", moves, nil, text)
end

local function make_castled(opts)
  local text = text_of("castled", opts)
  opts = type(opts) == "string" and { side = opts } or opts
  argument.options(opts, "castled", { side = board.SIDES, kind = CASTLING })
  return castled(text, opts.side, opts.kind)
end

--- Matches if a side castled; `castled "white"`, `castled{side = "black", kind = "long"}`.
-- @usage chess.query.castled{kind = "short"}(chess.game("1. e4 e5 2. Nf3 d6 3. Bc4 a6 4. O-O *")) --> true
M.castled = applicable(castled("castled"), make_castled)

--- Matches if both sides castled, to different wings.
-- @usage chess.query.opposite_castling(chess.game("1. e4 *")) --> false
M.opposite_castling = named(M.castled { side = "white", kind = "short" } & M.castled { side = "black", kind = "long" }
  | M.castled { side = "white", kind = "long" } & M.castled { side = "black", kind = "short" }, "opposite_castling")

local UNDER = 1 << 1 | 1 << 2 | 1 << 3 -- knight, bishop, rook

--- Matches if a pawn was promoted to a knight, bishop or rook.
-- @usage chess.query.underpromotion(chess.game("1. e4 *")) --> false
M.underpromotion = lift("ever", step("underpromotion", { op = "moved", lo = UNDER }), nil, "underpromotion")

-- ---- parts of the text --------------------------------------------------------------------------

--- Matches if the game starts from a set-up position: it has a FEN tag. Values without ranks (`?`) do not match.
-- @usage chess.query.setup(chess.game("1. e4 *")) --> false
M.setup = leaf("setup", { op = "fits", name = "FEN", text = "*/*" })

--- Matches if there is a comment, a NAG (also signs such as `!`) or a variation.
-- @usage chess.query.annotated(chess.game("1. e4! *")) --> true
M.annotated = leaf("annotated", { op = "annotated" })

-- Return a query of comments. Its field comment_text has the text that find() searches for, because C tests the text of
-- the game as a whole and gives no position (see lucena.query.comments).
local function commented(name, text)
  local query = leaf(name, { op = "comment", text = text })
  rawset(query, "comment_text", text or "")
  return query
end

--- Matches if there is a comment; `commented "novelty"`: a comment that contains this text, ignoring the case of ASCII
-- letters. The match position is that of the first such comment, also in a variation.
-- @usage chess.query.commented "best"(chess.game("1. e4 {Best by test} *")) --> true
M.commented = applicable(commented("commented"), function(text)
  argument.check(text, 1, "commented", "string")
  return commented(text_of("commented", text), text)
end)

--- Matches if there is a variation.
-- @usage chess.query.has_variations(chess.game("1. e4 (1. d4) *")) --> true
M.has_variations = leaf("has_variations", { op = "variation" })

--- Matches if a comment has an evaluation: [%eval], or the score of a program that plays matches of engines.
-- @usage chess.query.has_evaluations(chess.game("1. e4 {+0.32/12 1.5s} *")) --> true
M.has_evaluations = values.evaluations

--- Matches if a comment has the time left or the time spent: [%clk], [%emt], or a time in an engine match.
-- @usage chess.query.has_clocks(chess.game("1. e4 {[%clk 0:00:21]} *")) --> true
M.has_clocks = values.times

return M
