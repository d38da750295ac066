-- Clocks and evaluations that C code reads while it plays through a game, compared with the fields of the game's nodes.

local chess = require "lucena"
local q = chess.query

-- The values known at each ply, from the nodes: the last clock shown for each side, and the evaluation.
local function facts_of(game)
  local is_usual = game.start == chess.position() and game.text:find("[%eval", 1, true)
  local mate_at_start = game.root.mate ~= 0 and game.root.mate or nil
  local start = game.root.eval or not mate_at_start and is_usual and 0.15 or nil
  local list, shown = { [0] = { eval = start, mate = mate_at_start } }, {}
  for node in game:mainline() do
    local mover = node.parent.position.turn
    shown[mover] = node.clock or shown[mover]
    list[node.ply] = { white = shown.white, black = shown.black, eval = node.eval, mate = node.mate, mover = mover }
  end
  return list
end

local function is_so(query, game, ply)
  return (q.ply(ply) & query)(game)
end

local function same(number, make)
  return number and make { min = number, max = number }
end

local function with_side(make, side)
  return function(range)
    range.side = side
    return make(range)
  end
end

-- An evaluation in pawns from the view of `color`, limited to the range from -10 to 10.
local function pawns(fact, color)
  local value = fact.eval
  if fact.mate then
    value = (fact.mate > 0 or fact.mate == 0 and fact.mover == "white") and 10 or -10
  end
  value = math.max(-10, math.min(10, value))
  return color == "white" and value or -value
end

local function compare(game, text)
  local facts = facts_of(game)
  for ply = 0, #facts do
    local fact, before = facts[ply], facts[ply - 1]
    for _, side in ipairs { "white", "black" } do
      local clock = same(fact[side], with_side(q.time_left, side))
      assert.equal(fact[side] ~= nil, is_so(clock or q.time_left { side = side, min = 0 }, game, ply), text .. ply)
    end
    local is_scored = (fact.eval or fact.mate) ~= nil
    assert.equal(is_scored, is_so(q.eval { min = -1e9 } | q.eval { max = 1e9 }, game, ply), text .. ply)
    assert.equal(fact.eval ~= nil, is_so(same(fact.eval, q.eval) or q.eval { min = -1000, max = 1000 }, game, ply),
      text .. ply)
    for _, side in ipairs { "white", "black" } do
      local sign = side == "white" and 1 or -1
      local mates = fact.mate and (fact.mate == 0 and fact.mover == side or fact.mate * sign > 0)
      local query = q.eval { side = side, mate = math.abs(fact.mate or 9) }
      assert.equal(mates or false, is_so(query, game, ply), text .. ply)
    end
    local is_change = ply > 0 and is_scored and (before.eval or before.mate) ~= nil
    local swing = is_change and pawns(fact, fact.mover) - pawns(before, fact.mover)
    local query = same(swing or nil, with_side(q.eval_swing, "mover")) or q.eval_swing(-99)
    assert.equal(is_change, is_so(query, game, ply), text .. ply)
  end
end

local TEXTS = {
  "1. e4 {[%clk 0:01:00]} (1. d4 {[%clk 0:00:30]}) {[%clk 0:00:20]} e5 {[%clk 0:00:50]} 2. Nf3 *",
  "1. e4 (1. d4 {[%eval 5]}) {[%clk 0:00:20]} *",
  "1. e4 1... {[%eval 3]} e5 {[%eval 1]} 2. {[%eval 7]} *",
  "1. e4 e5 1-0 {[%eval 5]}",
  "{[%eval 2]} 1. e4 {x} *", "1. {[%eval 2]} e4 *", "{[%eval #0]} *", "{[%eval #-4]} 1. e4 *",
  "1. e4 $1 {[%eval 2]} {[%eval 3] [%clk 1:00:00.5]} $2 {[%clk 2:00:00]} e5 *",
  "1. e4! {[%eval bad] [%eval 0.5]} ; [%clk 0:00:10]\n e5 {[%clk bad]} {[%eval -0.25,20]} *",
  '[Event "x"]\n{[%eval 4]}\n[White "A"]\n\n1. e4 *',
  "1. f3 {[%eval -1]} e5 {[%eval 12]} 2. g4 {[%eval #-1]} Qh4# {[%eval #0]} *",
  "1. e4 {[%eval 1]} Ke4 {[%eval 2]} e5 {[%eval 3]} *",
  "1. -- {[%eval 1]} e5 {[%clk 0:10:00]} *", "1.e4{[%eval 1]}e5{[%eval #3]}2.Nf3{[%eval #2]}*",
  '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 1"]\n\n1... Kd8 {[%clk 0:00:09]} 2. O-O {[%eval 4]} *',
}

describe("clocks and evaluations read in C", function()
  it("equal those of the nodes", function()
    for _, text in ipairs(TEXTS) do
      compare(assert(chess.game(text)), text)
    end
    local french = "1. e4 {[%eval 1]} e5 2. Cf3 {[%eval 2] [%clk 0:00:03]} *"
    compare(assert(chess.game(french, { dialect = "french" })), french)
    local long = "1. e2-e4 {[%eval 1]} e7-e5 {[%clk 0:00:03]} *"
    compare(assert(chess.game(long, { dialect = "lan" })), long)
  end)

  it("equal those of the nodes in games of the sample", function()
    local compared = 0
    for game in chess.games("spec/data/engine/engine.pgn", { query = q.commented "[%" & q.plies { max = 150 } }) do
      compared = compared + 1
      if compared % 20 == 0 then
        compare(game, "sample ")
      end
    end
    assert.is_true(compared > 6, compared)
  end)

  it("are compared for both sides", function()
    local game = chess.game "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59.9]} *"
    assert.equal("e5", q.time_trouble:find(game).san)
    assert.is_false(q.time_trouble "white"(game))
    assert.is_true(q.time_trouble { side = "white", under = 60.001 }(game))
    assert.is_false(q.time_trouble { under = 0 }(game))
    assert.has_error(function() q.eval { mate = 1.5 } end)
  end)

  it("include every judged move", function()
    local games, found = 0, 0
    for game in chess.games("spec/data/engine/engine.pgn", { query = q.commented "[%eval" }) do
      games = games + 1
      local before = { eval = 0.15 }
      for node in game:mainline() do
        local mover = node.parent.position.turn
        local fact = { eval = node.eval, mate = node.mate, mover = mover }
        local is_known = (fact.eval or fact.mate) and (before.eval or before.mate)
        if games % 18 == 0 and is_known then
          local points = 0
          for _, at in ipairs { { before, 1 }, { fact, -1 } } do
            points = points + at[2] * (50 + 50 * (2 / (1 + math.exp(-0.368208 * pawns(at[1], mover))) - 1))
          end
          found = found + (points >= 4 and 1 or 0)
          assert.equal(points >= 4, is_so(q.win_drop(4), game, node.ply))
        end
        before = fact
      end
    end
    assert.is_true(found > 3, found)
  end)
end)
