--- Queries of what the men do to each other: pawns, files, bishops, pins and attacks. csrc/match/facts.h defines them.
-- @module lucena.query.structure

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")

local M = {}

local step, text_of, maker = expression.step, expression.call_text, expression.maker
local named, applicable = expression.named, expression.applicable

-- Of {min =, max =}: default one or more.
local function bounds(opts, name)
  if opts.min == nil and opts.max == nil then
    return 1, 64
  end
  return argument.range({ min = opts.min or 0, max = opts.max }, 1, name, true)
end

-- A name that is complete, takes a side, or a table of options; `make(opts, text)` gives the query.
local function fact(name, allowed, make)
  local function apply(opts)
    local text = text_of(name, opts)
    opts = type(opts) == "string" and { side = opts } or opts
    argument.options(opts, name, allowed)
    return named(make(opts, text), text)
  end
  M[name] = applicable(named(make({}, name), name), apply)
end

-- ---- pawns ---------------------------------------------------------------------------------------

local PAWNS = { side = board.SIDES, on = "string", min = "number", max = "number" }

local function pawns(name, number)
  fact(name, PAWNS, function(opts, text)
    local lo, hi = bounds(opts, name)
    local set = board.squares(opts.on, 1, name)
    return board.for_side(opts.side, function(color)
      return step(text, { op = "pawns", count = number, color = color, a = set, lo = lo, hi = hi })
    end)
  end)
end

--- A passed pawn: no enemy pawn ahead of it on its file or beside it. A side ("white"), or
-- {side =, on = squares as of `piece`, min =, max = of how many}.
-- @usage chess.query.passed{side = "white", on = "7"}(chess.game("1. e4 *")) --> false
pawns("passed", 0)

--- An isolated pawn: no own pawn on the files beside its own.
-- @usage chess.query.isolated{side = "black", on = "d"}(chess.game("1. e4 *")) --> false
pawns("isolated", 1)

--- Doubled pawns: another own pawn on the file; each of them counts.
-- @usage chess.query.doubled "white"(chess.game("1. e4 d5 2. exd5 *")) --> true
pawns("doubled", 2)

--- A backward pawn: none of its own beside or behind it on the files beside, one ahead of it there, and the square
-- before it is attacked by an enemy pawn.
-- @usage chess.query.backward "white"(chess.game("1. e4 *")) --> false
pawns("backward", 3)

-- ---- files ---------------------------------------------------------------------------------------

local FILES = { on = "string", min = "number", max = "number" }
local SIDED_FILES = { side = board.SIDES, on = "string", min = "number", max = "number" }

-- A file is counted by its square on the first rank.
local function files(opts, name)
  return board.squares(opts.on, 1, name) & board.RANK_1
end

--- An open file: no pawn on it. {on = "d e", min =, max = of how many}.
-- @usage chess.query.open_file{on = "e"}(chess.game("1. e4 *")) --> false
fact("open_file", FILES, function(opts, text)
  local lo, hi = bounds(opts, "open_file")
  return step(text, { op = "open", a = files(opts, "open_file"), lo = lo, hi = hi })
end)

--- A file that is half open for a side: no pawn of its own, one of the other's. A side, or
-- {side =, on =, min =, max =}.
-- @usage chess.query.half_open_file "white"(chess.game("1. e4 d5 2. exd5 *")) --> true
fact("half_open_file", SIDED_FILES, function(opts, text)
  local lo, hi = bounds(opts, "half_open_file")
  local set = files(opts, "half_open_file")
  return board.for_side(opts.side, function(color)
    return step(text, { op = "half_open", color = color, a = set, lo = lo, hi = hi })
  end)
end)

-- ---- bishops -------------------------------------------------------------------------------------

--- A side has bishops of both colours; `bishop_pair "white"`.
-- @usage chess.query.bishop_pair "white"(chess.game("1. e4 *")) --> true
fact("bishop_pair", { side = board.SIDES }, function(opts, text)
  return board.for_side(opts.side, function(color)
    return step(text, { op = "bishops", color = color })
  end)
end)

--- Each side has one bishop, and they are of different colours.
-- @usage chess.query.opposite_bishops(chess.game("1. e4 *")) --> false
M.opposite_bishops = step("opposite_bishops", { op = "opposite" })

-- ---- pins and attacks ----------------------------------------------------------------------------

local PINS = { side = board.SIDES, piece = "string", on = "string", min = "number", max = "number" }

--- A man is pinned against its own king. A side (whose man it is), or {side =, piece = letters as of `piece`, on =,
-- min =, max =}.
-- @usage chess.query.pinned{piece = "n"}(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 *")) --> true
fact("pinned", PINS, function(opts, text)
  local lo, hi = bounds(opts, "pinned")
  local kinds = opts.piece and board.kinds(opts.piece, 1, "pinned") or board.ALL_MEN
  local set = board.squares(opts.on, 1, "pinned")
  return board.for_side(opts.side, function(color)
    return step(text, { op = "pinned", color = color, kinds = kinds, a = set, lo = lo, hi = hi })
  end)
end)

local ATTACKS = { from = "string", to = "string", min = "number", max = "number" }

--- Men attack others, of either side: `attacks("N", "qr")`, a white knight attacks a black queen or rook. Pins do not
-- count against it. `min` and `max` count the men that attack.
---@param by string letters as of `piece`
---@param target string letters
---@param opts? table from =, to = squares; min =, max =
---@return lucena.Query
-- @usage chess.query.attacks("B", "n", {to = "c6"})(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")) --> true
M.attacks = maker("attacks", "two kinds of men", function(by, target, opts)
  local kinds, others = board.kinds(by, 1, "attacks"), board.kinds(target, 2, "attacks")
  local it = opts and argument.options(opts, "attacks", ATTACKS) or {}
  local lo, hi = bounds(it, "attacks")
  return step(text_of("attacks", by, target, opts), { op = "attacks", kinds = kinds, others = others,
    a = board.squares(it.from, 3, "attacks"), b = board.squares(it.to, 3, "attacks"), lo = lo, hi = hi })
end)

return M
