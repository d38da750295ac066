--- Queries of pawns, files, bishops and outposts. csrc/match/facts.h has the definitions.
-- @module lucena.query.structure

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local facts = require("lucena.query.fact")

local M = {}

local step, bounds, fact = expression.step, facts.bounds, facts.fact

-- ---- pawns ---------------------------------------------------------------------------------------

local PAWNS = { side = board.SIDES, on = "string", min = "number", max = "number" }

local function pawns(name)
  M[name] = fact(name, PAWNS, function(opts, text)
    local lo, hi = bounds(opts, name)
    local set = board.squares(opts.on, 1, name)
    return board.for_side(opts.side, function(color)
      return step(text, { op = name, color = color, a = set, lo = lo, hi = hi })
    end)
  end)
end

--- Matches if there is a passed pawn: no enemy pawn is ahead of it on its file or an adjacent one. Takes a side
-- ("white"), or {side =, on = squares as for `piece`, min =, max = the number of pawns}.
-- @usage chess.query.passed{side = "white", on = "7"}(chess.game("1. e4 *")) --> false
pawns("passed")

--- Matches if there is an isolated pawn: no own pawn is on the adjacent files.
-- @usage chess.query.isolated{side = "black", on = "d"}(chess.game("1. e4 *")) --> false
pawns("isolated")

--- Matches if there are doubled pawns: two or more own pawns on a file. Each of these pawns counts.
-- @usage chess.query.doubled "white"(chess.game("1. e4 d5 2. exd5 *")) --> true
pawns("doubled")

--- Matches if there is a backward pawn: all own pawns on the adjacent files are ahead of it (at least one), and an
-- enemy pawn attacks the square in front of it.
-- @usage chess.query.backward "white"(chess.game("1. e4 *")) --> false
pawns("backward")

local CHAIN = { side = board.SIDES, on = "string", min = "number", max = "number" }

--- Matches if there is a pawn chain: at least three pawns on one diagonal, each guarding the next. Takes a number
-- (`chain(4)`: at least four pawns), a side, or {side =, min =, max = the number of pawns, on = squares of the foremost
-- pawn}.
-- @usage chess.query.chain "white"(chess.game("1. e4 e6 2. d4 d5 3. e5 c5 4. c3 *")) --> true
M.chain = fact("chain", CHAIN, function(opts, text)
  local least = opts.min or (opts.max and 2 or 3)
  local lo, hi = argument.range({ min = least, max = opts.max }, 1, "chain")
  local set = board.squares(opts.on, 1, "chain")
  return board.for_side(opts.side, function(color)
    return step(text, { op = "chain", color = color, a = set, lo = lo, hi = hi })
  end)
end, "min")

-- ---- files ---------------------------------------------------------------------------------------

local FILES = { on = "string", min = "number", max = "number" }
local SIDED_FILES = { side = board.SIDES, on = "string", min = "number", max = "number" }

-- In compiled queries, the square on the first rank represents its file.
local function files(opts, name)
  return board.squares(opts.on, 1, name) & board.RANK_1
end

--- Matches if a file is open: it has no pawn. {on = "d e", min =, max = the number of files}.
-- @usage chess.query.open_file{on = "e"}(chess.game("1. e4 *")) --> false
M.open_file = fact("open_file", FILES, function(opts, text)
  local lo, hi = bounds(opts, "open_file")
  return step(text, { op = "open", a = files(opts, "open_file"), lo = lo, hi = hi })
end)

--- Matches if a file is half open for a side: it has no pawn of the side and at least one of the opponent. Takes a
-- side, or {side =, on =, min =, max =}.
-- @usage chess.query.half_open_file "white"(chess.game("1. e4 d5 2. exd5 *")) --> true
M.half_open_file = fact("half_open_file", SIDED_FILES, function(opts, text)
  local lo, hi = bounds(opts, "half_open_file")
  local set = files(opts, "half_open_file")
  return board.for_side(opts.side, function(color)
    return step(text, { op = "half_open", color = color, a = set, lo = lo, hi = hi })
  end)
end)

-- ---- bishops -------------------------------------------------------------------------------------

--- Matches if a side has bishops on squares of both colors; `bishop_pair "white"`.
-- @usage chess.query.bishop_pair "white"(chess.game("1. e4 *")) --> true
M.bishop_pair = fact("bishop_pair", { side = board.SIDES }, function(opts, text)
  return board.for_side(opts.side, function(color)
    return step(text, { op = "bishops", color = color })
  end)
end)

--- Matches if each side has one bishop, on squares of different colors.
-- @usage chess.query.opposite_bishops(chess.game("1. e4 *")) --> false
M.opposite_bishops = step("opposite_bishops", { op = "opposite" })

-- ---- outposts ------------------------------------------------------------------------------------

--- Matches if a knight or bishop is on an outpost: a square on its side's fifth to seventh rank that an own pawn guards
-- and that no enemy pawn can ever attack. Takes a side, or {side =, piece = letters as for `piece`, on =, min =, max
-- =}.
-- @usage chess.query.outpost{piece = "N"}(chess.game("1. e4 e5 2. Nf3 *")) --> false
M.outpost = facts.pieces("outpost", { op = "outpost" })

-- The squares of White's bishop and pawn, by wing. For Black, the ranks are reversed.
local FIANCHETTOS = { short = { "g2", "g3" }, long = { "b2", "b3" } }

local function turned(square)
  return square:sub(1, 1) .. 9 - tonumber(square:sub(2))
end

local function fianchetto(text, color, wing)
  local bishop, pawn = table.unpack(FIANCHETTOS[wing])
  if color == 1 then
    bishop, pawn = turned(bishop), turned(pawn)
  end
  local function stands(kind, square)
    local kinds = 1 << kind + 6 * color
    return step(text, { op = "on", kinds = kinds, a = board.squares(square), lo = 1, hi = 1 })
  end
  return stands(board.KINDS.B, bishop) & stands(board.KINDS.P, pawn)
end

--- Matches if a bishop is in a fianchetto: White's on g2 with a pawn on g3, or on b2 with a pawn on b3; Black's
-- likewise on g7 or b7. Takes a side, or {side =, wing = "short" (the g-file) or "long" (the b-file)}.
-- @usage chess.query.fianchetto{side = "white", wing = "short"}(chess.game("1. g3 e5 2. Bg2 *")) --> true
M.fianchetto = fact("fianchetto", { side = board.SIDES, wing = FIANCHETTOS }, function(opts, text)
  return board.for_side(opts.side, function(color)
    if opts.wing then
      return fianchetto(text, color, opts.wing)
    end
    return fianchetto(text, color, "short") | fianchetto(text, color, "long")
  end)
end)

return M
