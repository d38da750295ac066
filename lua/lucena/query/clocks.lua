--- Queries of clocks and evaluations in the comments of the mainline: [%clk], [%emt], [%eval], and the
-- comments of programs that play matches of engines. Games without such comments never match. C tests the values in the
-- comments (csrc/match/notes.c). Lua computes values from several comments, such as the accuracy, after all faster
-- tests. `lucena.judgement` has Lichess's definitions and their sources.
-- **Sides.** "white", "black", "either", or "mover": the side that made the last move.
-- @module lucena.query.clocks

local annotation = require("lucena.annotation")
local argument = require("lucena.query.argument")
local definitions = require("lucena.definitions").value
local expression = require("lucena.query.expression")
local codes = require("lucena.query.instruction").codes
local judgement = require("lucena.judgement")
local values = require("lucena.query.values")

local M = {}

local text_of, maker, applicable = expression.call_text, expression.maker, expression.applicable

local SIDES = { white = true, black = true, either = true, mover = true }

-- ---- arguments -----------------------------------------------------------------------------------

-- Return a table of options from a side, a number (the minimum), or a table.
local function options(value, name, allowed)
  if type(value) == "string" then
    value = { side = value }
  elseif type(value) == "number" then
    value = { min = value }
  end
  return argument.options(value, name, allowed)
end

local function check_order(opts, name)
  if opts.min and opts.max and opts.min > opts.max then
    argument.fail(1, name, "min is above max")
  end
end

-- Check that {min =, max =} has at least one bound.
local function check_bounds(opts, name)
  if not opts.min and not opts.max then
    argument.fail(1, name, "a number or {min =, max =} expected")
  end
  check_order(opts, name)
end

local function is_within(value, opts)
  return value ~= nil and value >= (opts.min or -math.huge) and value <= (opts.max or math.huge)
end

-- Return whether a test holds for the given side; for "either", for at least one side.
local function any_side(side, mover, test)
  if side == "mover" then
    return mover ~= nil and test(mover)
  elseif side == "white" or side == "black" then
    return test(side)
  end
  return test("white") or test("black")
end

-- Return whether the move was made by the given side.
local function is_by(side, mover)
  return mover ~= nil and (side == nil or side == mover or side == "either" or side == "mover")
end

-- The number of each side in the steps that C runs. In the functions below, `value` is a query of
-- `lucena.query.values`: the test holds in no other game.
local NUMBERS = { white = 0, black = 1, either = codes.SIDE_EITHER, mover = codes.SIDE_MOVER }

local function bits(number)
  return (string.unpack("<i8", string.pack("<d", number)))
end

local function told(text, value, op, opts)
  local step = expression.step(text, {
    op = op, count = NUMBERS[opts.side or "either"], lo = opts.mate or -1,
    a = bits(opts.min or -math.huge), b = bits(opts.max or math.huge),
  })
  rawset(step, "value", value)
  return step
end

-- Make a query of positions that is computed in Lua.
local function fact(text, value, test)
  return expression.ask(text, "position", test, { gather = annotation.of, value = value })
end

-- Make a query of games that is computed in Lua.
local function total(text, test)
  local asked = expression.ask(text, "game", test, { gather = annotation.of })
  return expression.named(expression.all_of { values.evaluations, asked }, text)
end

-- ---- clocks --------------------------------------------------------------------------------------

local TIMES = { side = SIDES, min = "number", max = "number" }

--- Matches if the last known clock time of a side, in seconds, is in a range.
---@param opts {side?: "white"|"black"|"either", min?: number, max?: number}|number the minimum, or a range
---@return lucena.Query
-- @usage chess.query.time_left{side = "white", max = 30}(chess.game("1. e4 {[%clk 0:00:21]} *")) --> true
M.time_left = maker("time_left", "seconds", function(opts)
  local text = text_of("time_left", opts)
  opts = options(opts, "time_left", TIMES)
  check_bounds(opts, "time_left")
  return told(text, values.clocks, "time", opts)
end)

-- Return the greatest clock time that is less than a number of seconds.
local function below(number)
  return number > 0 and string.unpack("<d", string.pack("<i8", bits(number) - 1)) or -1
end

local function trouble(text, opts)
  return told(text, values.clocks, "time", { side = opts.side, max = below(opts.under or definitions.time_trouble) })
end

--- Matches if a side is in time trouble: its last known clock time is below 60 seconds. Takes a side, or {side =,
-- under = seconds}.
-- @usage chess.query.time_trouble "black"(chess.game("1. e4 e5 {[%clk 0:00:59]} *")) --> true
M.time_trouble = applicable(trouble("time_trouble", {}), function(opts)
  return trouble(text_of("time_trouble", opts), options(opts, "time_trouble", { side = SIDES, under = "number" }))
end)

--- Matches if the time spent on the move, in seconds, is in a range; `Game:clocks` explains how it is computed.
---@param opts {side?: "white"|"black"|"either", min?: number, max?: number}|number the minimum, or a
-- range; `side`: whose moves
---@return lucena.Query
-- @usage chess.query.time_spent(600)(chess.game("1. e4 {[%emt 0:12:00]} *")) --> true
M.time_spent = maker("time_spent", "seconds", function(opts)
  local text = text_of("time_spent", opts)
  opts = options(opts, "time_spent", TIMES)
  check_bounds(opts, "time_spent")
  return fact(text, values.times, function(facts, ply)
    return is_by(opts.side, facts:mover(ply)) and is_within(facts:spent(ply), opts)
  end)
end)

-- ---- evaluations ---------------------------------------------------------------------------------

--- Matches if the evaluation of the position, in pawns from a side's view (default: White's), is in a range. A mate is
-- greater than any number. `mate = 3` means that this side mates in at most 3 moves.
---@param opts {side?: "white"|"black", min?: number, max?: number, mate?: integer}|number the minimum, or a range
---@return lucena.Query
-- @usage chess.query.eval{side = "black", min = 3}(chess.game("1. f3 e5 2. g4 {[%eval #-1]} *")) --> true
M.eval = maker("eval", "pawns", function(opts)
  local text = text_of("eval", opts)
  opts = options(opts, "eval", { side = SIDES, min = "number", max = "number", mate = "number" })
  if not opts.mate then
    check_bounds(opts, "eval")
  end
  check_order(opts, "eval")
  if opts.mate and (math.type(opts.mate) ~= "integer" or opts.mate < 0 or opts.mate > 1000) then
    argument.fail(1, "eval", "option 'mate': a number of moves expected")
  end
  return told(text, values.evaluations, "score",
    { side = opts.side or "white", min = opts.min, max = opts.max, mate = opts.mate })
end)

--- Matches if the move changed the evaluation by N pawns in favor of a side. Evaluations are limited to 10 pawns, and a
-- mate counts as 10 pawns.
---@param opts {side?: "white"|"black"|"either", min?: number, max?: number}|number the minimum, or a range
---@return lucena.Query
-- @usage chess.query.eval_swing(2)(chess.game("1. e4 {[%eval 0.2]} g5 {[%eval 2.6]} *")) --> true
M.eval_swing = maker("eval_swing", "pawns", function(opts)
  local text = text_of("eval_swing", opts)
  opts = options(opts, "eval_swing", TIMES)
  check_bounds(opts, "eval_swing")
  return told(text, values.evaluations, "swing", opts)
end)

-- A move that loses one point of win percentage loses at least this many pawns. (The percentage changes fastest in
-- equal positions.)
local PAWNS_A_POINT = 1 / (50 * judgement.STEEPEST)

-- Make a query of moves that lose at least N points of win percentage, or that involve mates. C skips most other moves.
local function loss(text, points, test)
  local asked = fact(text, values.evaluations, test)
  if not points or points <= 0 then
    return asked
  end
  local lost = told("", values.evaluations, "loss", { side = "mover", min = points * PAWNS_A_POINT * 0.999 })
  return expression.named(expression.all_of { lost, asked }, text)
end

--- Matches if the move lost N points of Lichess's win percentage, as `Node:loss` gives it.
---@param opts {side?: "white"|"black"|"either", min?: number, max?: number}|number the minimum, or a
-- range; `side`: whose moves
---@return lucena.Query
-- @usage chess.query.win_drop(20)(chess.game("1. e4 {[%eval 0.2]} g5 {[%eval 2.6]} *")) --> true
M.win_drop = maker("win_drop", "points", function(opts)
  local text = text_of("win_drop", opts)
  opts = options(opts, "win_drop", TIMES)
  check_bounds(opts, "win_drop")
  return loss(text, opts.min, function(facts, ply)
    return is_by(opts.side, facts:mover(ply)) and is_within(facts:drop(ply), opts)
  end)
end)

-- ---- judgements ----------------------------------------------------------------------------------

-- Return whether Lichess gives a move this judgement. With `drop`, return whether the move loses at least `drop` points
-- of win percentage.
local function is_judged(facts, ply, kind, drop)
  if drop then
    return (facts:drop(ply) or -math.huge) >= drop
  end
  return facts:judged(ply) == kind
end

local function judged(text, kind, opts)
  return loss(text, opts.drop or definitions[kind], function(facts, ply)
    return is_by(opts.side, facts:mover(ply)) and is_judged(facts, ply, kind, opts.drop)
  end)
end

local function add_judgement(kind)
  M[kind] = applicable(judged(kind, kind, {}), function(opts)
    return judged(text_of(kind, opts), kind, options(opts, kind, { side = SIDES, drop = "number" }))
  end)
end

--- Matches if the move was an inaccuracy: it lost 5 to 10 points of win percentage. Takes a side, or {side =, drop =
-- points}. With `drop`, any move that lost at least that many points matches.
-- @usage chess.query.inaccuracy "white"(chess.game("1. f4 {[%eval -0.5]} *")) --> true
add_judgement("inaccuracy")

--- Matches if the move was a mistake: it lost 10 to 15 points.
-- @usage chess.query.mistake(chess.game("1. g4 {[%eval -1.2]} *")) --> true
add_judgement("mistake")

--- Matches if the move was a blunder: it lost at least 15 points, or missed or allowed a mate (except when the
-- position was already decided).
-- @usage chess.query.blunder(chess.game("1. f3 e5 {[%eval -0.8]} 2. g4 {[%eval #-1]} *")) --> true
add_judgement("blunder")

-- ---- queries of the game -------------------------------------------------------------------------

local COUNTS = { side = { white = true, black = true, either = true }, min = "number", max = "number", drop = "number" }

local function add_count(name, kind)
  M[name] = maker(name, "a number", function(opts)
    local text = text_of(name, opts)
    if type(opts) == "number" then
      opts = { min = opts, max = opts }
    end
    opts = options(opts, name, COUNTS)
    check_bounds(opts, name)
    return total(text, function(facts)
      return any_side(opts.side, nil, function(color)
        local function test(ply)
          return is_judged(facts, ply, kind, opts.drop)
        end
        return is_within(facts:count(color, test), opts)
      end)
    end)
  end)
end

--- Matches if a side made N inaccuracies. Only moves with an evaluation before and after them are counted.
---@param range {side?: "white"|"black"|"either", min?: integer, max?: integer, drop?: number}|integer
-- the number, or a range; `drop`: as for `inaccuracy`
---@return lucena.Query
-- @usage chess.query.inaccuracies(1)(chess.game("1. f4 {[%eval -0.5]} *")) --> true
add_count("inaccuracies", "inaccuracy")

--- Matches if a side made N mistakes.
---@param range table|integer the options of `query.inaccuracies`, or the number
---@return lucena.Query
-- @usage chess.query.mistakes{side = "black", min = 1}(chess.game("1. g4 {[%eval -1.2]} *")) --> false
add_count("mistakes", "mistake")

--- Matches if a side made N blunders.
---@param range table|integer the options of `query.inaccuracies`, or the number
---@return lucena.Query
-- @usage chess.query.blunders{max = 0}(chess.game("1. e4 {[%eval 0.2]} *")) --> true
add_count("blunders", "blunder")

--- Matches if a side's accuracy by Lichess's formula, in percent, is in a range. Every position between the first and
--- the last evaluation of the game must have an evaluation.
---@param range {side?: "white"|"black"|"either", min?: number, max?: number}|number the minimum, or a range
---@return lucena.Query
-- @usage chess.query.accuracy(95)(chess.game("1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} *")) --> true
M.accuracy = maker("accuracy", "a percentage", function(range)
  local text = text_of("accuracy", range)
  local opts = options(range, "accuracy", { side = COUNTS.side, min = "number", max = "number" })
  check_bounds(opts, "accuracy")
  return total(text, function(facts)
    return any_side(opts.side, nil, function(color) return is_within(facts:accuracy(color), opts) end)
  end)
end)

return M
