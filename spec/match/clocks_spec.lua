-- Queries of clocks and evaluations. On the sample, their results are compared with a computation in Lua from the
-- nodes. Small games test one rule each. Lichess's accuracy is compared with the values in Lichess's own tests.

local chess = require "lucena"
local q = chess.query

local SAMPLE = "spec/data/engine/engine.pgn"

-- ---- the same facts, computed in Lua ----------------------------------------------------------------

local function other(color)
  return color == "white" and "black" or "white"
end

-- The clocks and evaluations at each ply of a game; unknown values are nil.
local function places_of(game)
  local list, shown, times = {}, {}, game:clocks()
  local last = { pawns = 0.15 }
  for node in game:mainline() do
    local place = { ply = node.ply, color = times[node.ply].color, spent = times[node.ply].spent, before = last }
    shown[place.color] = node.clock or shown[place.color]
    place.white, place.black = shown.white, shown.black
    place.after = (node.eval or node.mate) and { pawns = node.eval, mate = node.mate } or nil
    last = place.after
    list[#list + 1] = place
  end
  return list
end

-- An evaluation in pawns from White's view. A mate has the value `mate`.
local function pawns(score, mate)
  return score.pawns or score.mate > 0 and mate or -mate
end

-- The winning chances of the side to move, 0 to 1: a logistic function of the evaluation in pawns.
local function share(score, color, limit)
  local value = pawns(score, 10) * (color == "white" and 1 or -1)
  value = limit and math.max(-10, math.min(10, value)) or value
  return 1 / (1 + math.exp(-0.368208 * value))
end

local function drop(at)
  return at.before and at.after and 100 * (share(at.before, at.color, true) - share(at.after, at.color, true))
end

local function judged(at)
  if not at.before or not at.after then
    return nil
  end
  local sign = at.color == "white" and 1 or -1
  local before, after = at.before, at.after
  local had, has = (before.mate or 0) * sign, (after.mate or 0) * sign
  if had > 0 and has <= 0 then -- a forced mate was missed
    local left = (after.pawns or 0) * sign
    return left > 9.99 and "inaccuracy" or left > 7 and "mistake" or "blunder"
  elseif had == 0 and has < 0 then -- a forced mate was allowed
    local left = before.pawns * sign
    return left < -9.99 and "inaccuracy" or left < -7 and "mistake" or "blunder"
  elseif had ~= 0 or has ~= 0 then
    return nil
  end
  local lost = 100 * (share(before, at.color) - share(after, at.color))
  return lost >= 15 and "blunder" or lost >= 10 and "mistake" or lost >= 5 and "inaccuracy" or nil
end

local ROWS = {
  { q.time_left { side = "white", max = 100 }, function(at) return at.white and at.white <= 100 end },
  { q.time_left { min = 306 }, function(at) return at.white and at.white >= 306 or at.black and at.black >= 306 end },
  { q.time_left { side = "mover", max = 45 }, function(at) return at[at.color] and at[at.color] <= 45 end },
  { q.time_trouble, function(at) return at.white and at.white < 60 or at.black and at.black < 60 end },
  { q.time_trouble { side = "black", under = 20 }, function(at) return at.black and at.black < 20 end },
  { q.time_spent(40), function(at) return at.spent and at.spent >= 40 end },
  { q.time_spent { side = "black", min = 20, max = 22 }, function(at)
    return at.color == "black" and at.spent and at.spent >= 20 and at.spent <= 22
  end },
  { q.eval(3), function(at) return at.after and pawns(at.after, 99) >= 3 end },
  { q.eval { side = "black", min = 1, max = 2 }, function(at)
    return at.after and pawns(at.after, 99) <= -1 and pawns(at.after, 99) >= -2
  end },
  { q.eval { side = "either", mate = 3 }, function(at)
    return at.after and at.after.mate and math.abs(at.after.mate) <= 3
  end },
  { q.eval { side = "mover", min = 2 }, function(at)
    return at.after and pawns(at.after, 99) * (at.color == "white" and 1 or -1) >= 2
  end },
  { q.eval_swing(1.5), function(at)
    local function limited(score) return math.max(-10, math.min(10, pawns(score, 10))) end
    return at.before and at.after and math.abs(limited(at.after) - limited(at.before)) >= 1.5
  end },
  { q.win_drop(8), function(at) return drop(at) and drop(at) >= 8 end },
  { q.win_drop { side = "white", min = 3, max = 4 }, function(at)
    return at.color == "white" and drop(at) and drop(at) >= 3 and drop(at) <= 4
  end },
  { q.inaccuracy, function(at) return judged(at) == "inaccuracy" end },
  { q.mistake "black", function(at) return at.color == "black" and judged(at) == "mistake" end },
  { q.mistake { drop = 4 }, function(at) return drop(at) and drop(at) >= 4 end },
  { q.eval { side = "white", min = 1 } & q.time_left { side = "white", max = 200 } & q.capture, function(at, node)
    return at.after and pawns(at.after, 99) >= 1 and at.white and at.white <= 200
      and node.parent.position:is_capture(node.move)
  end },
}

local function games_with_evals()
  local list = {}
  for game in chess.games(SAMPLE, { query = q.commented "[%eval" }) do
    list[#list + 1] = game
  end
  return list
end

local GAMES = games_with_evals()

describe("a query of clocks and evaluations matches at the same place as in Lua:", function()
  for _, row in ipairs(ROWS) do
    it(tostring(row[1]), function()
      local found = 0
      for _, game in ipairs(GAMES) do
        local places, expected = places_of(game), nil
        for node in game:mainline() do
          if row[2](places[node.ply], node) then
            expected = node.ply
            break
          end
        end
        local node = row[1]:find(game)
        assert.equal(expected, node and node.ply, "game " .. game.number)
        found = found + (expected and 1 or 0)
      end
      assert.is_true(found > 0 and found < #GAMES, found)
    end)
  end

  it("has the same counts as in Lua", function()
    local yes = 0
    for _, game in ipairs(GAMES) do
      local counts = { white = 0, black = 0 }
      for _, at in ipairs(places_of(game)) do
        counts[at.color] = counts[at.color] + (drop(at) and drop(at) >= 3 and 1 or 0)
      end
      for color, count in pairs(counts) do
        assert.is_true(q.inaccuracies { side = color, min = count, max = count, drop = 3 }(game))
        assert.is_false(q.inaccuracies { side = color, min = count + 1, drop = 3 }(game))
        yes = yes + count
      end
    end
    assert.is_true(yes > 100, yes)
  end)

  it("finds the same games in the reader, which skips games without such comments", function()
    for _, row in ipairs(ROWS) do
      local expected, found = {}, {}
      for _, game in ipairs(GAMES) do
        expected[#expected + 1] = row[1](game) and game.number or nil
      end
      for game in chess.games(SAMPLE, { query = row[1] }) do
        found[#found + 1] = game.number
      end
      assert.same(expected, found, tostring(row[1]))
    end
  end)
end)

-- ---- small games -----------------------------------------------------------------------------------

-- The first move at which a query matches, or nil.
local function at(query, text)
  local node = query:find((assert(chess.game(text))))
  return node and (node.san or "start")
end

describe("clocks", function()
  it("keep their last value", function()
    local text = "1. e4 {[%clk 0:00:50]} e5 {[%clk 0:02:00]} 2. Nf3 Nc6 3. Bb5 {[%clk 0:01:10]} *"
    assert.equal("e4", at(q.time_trouble, text))
    assert.equal("Nc6", at(q.time_trouble "white" & q.ply(4), text))
    assert.is_nil(at(q.time_trouble "white" & q.ply(5), text))
    assert.is_nil(at(q.time_trouble "black", text))
    assert.is_nil(at(q.time_trouble "mover" & q.ply(4), text))
    assert.is_true(q.held(q.time_trouble "white", 4)(chess.game(text)))
    assert.is_false(q.held(q.time_trouble "white", 5)(chess.game(text)))
  end)

  it("of 60 seconds are not time trouble", function()
    assert.is_nil(at(q.time_trouble, "1. e4 {[%clk 0:01:00]} *"))
    assert.equal("e4", at(q.time_trouble, "1. e4 {[%clk 0:00:59.9]} *"))
  end)

  it("that are missing are neither low nor high", function()
    local text = "1. e4 {[%eval 0.3]} e5 *"
    for _, query in ipairs { q.time_left(0), q.time_left { max = 9e9 }, q.time_trouble, q.time_spent(0) } do
      assert.is_nil(at(query, text), tostring(query))
    end
  end)

  it("in variations do not count, nor does other text", function()
    assert.is_nil(at(q.time_trouble, "1. e4 (1. d4 {[%clk 0:00:05]}) {[%clk soon] [%clk 0:05:00]} *"))
  end)

  it("give the time spent with the time control, or [%emt] does", function()
    assert.equal("e5", at(q.time_spent(30), '[TimeControl "60+2"]\n\n1. e4 {[%clk 0:00:58]} e5 {[%clk 0:00:31]} *'))
    assert.equal("e4", at(q.time_spent { side = "white", min = 4, max = 4 }, "1. e4 {[%emt 4]} e5 {[%emt 40]} *"))
  end)

  it("belong to the right side if Black begins", function()
    local text = '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n1... Kd7 {[%clk 0:00:09]} 2. e4 {[%clk 0:10:00]} *'
    assert.equal("Kd7", at(q.time_trouble "black", text))
    assert.is_nil(at(q.time_trouble "white", text))
  end)
end)

describe("evaluations", function()
  it("can be mates, of either side", function()
    local text = "1. f3 {[%eval -0.9]} e5 2. g4 {[%eval #-1]} Qh4# {[%eval #0]} *"
    assert.equal("g4", at(q.eval { side = "black", mate = 1 }, text))
    assert.equal("Qh4#", at(q.eval { side = "black", mate = 0 }, text))
    assert.is_nil(at(q.eval { side = "white", mate = 9 }, text))
    assert.equal("g4", at(q.eval { side = "black", min = 1000 }, text))
    assert.equal("g4", at(q.eval { max = -1000 }, text))
  end)

  it("before the first move equal Lichess's value, except if the game has a value or another start", function()
    assert.equal("start", at(q.eval { min = 0.15, max = 0.15 }, "1. e4 {[%eval 1]} *"))
    assert.equal("start", at(q.eval { min = -1, max = -1 }, "{[%eval -1.0]} 1. e4 {[%eval 1]} *"))
    assert.is_nil(at(q.blunder, '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. Kd2 {[%eval -9.0]} *'))
    assert.equal("d4", at(q.blunder, "1. d4 {[%eval -9.0]} *"))
  end)

  it("that are missing do not affect other moves", function()
    assert.is_nil(at(q.win_drop(0) | q.eval_swing { min = -20 } | q.inaccuracy, "1. e4 e5 {[%eval 9.0]} *"))
  end)

  it("above ten pawns count as ten in swings", function()
    assert.is_nil(at(q.eval_swing(0.1), "{[%eval 10.0]} 1. e4 {[%eval 50.0]} e5 {[%eval #3]} *"))
    assert.equal("e4", at(q.eval_swing { side = "black", min = 2 }, "{[%eval 12.0]} 1. e4 {[%eval 8.0]} *"))
    assert.is_nil(at(q.eval_swing { side = "white", min = 0 }, "{[%eval 12.0]} 1. e4 {[%eval 8.0]} *"))
  end)
end)

-- Evaluations before and after a move by White, and the judgement of Lichess's class Advice.
local JUDGED = {
  { "0.00", "-0.54", nil }, { "0.00", "-0.55", "inaccuracy" }, { "0.00", "-1.10", "inaccuracy" },
  { "0.00", "-1.11", "mistake" }, { "0.00", "-1.68", "mistake" }, { "0.00", "-1.69", "blunder" },
  { "15.00", "12.00", nil }, { "15.00", "5.00", "mistake" }, { "0.00", "2.00", nil },
  { "0.00", "#-3", "blunder" }, { "-7.00", "#-3", "blunder" }, { "-7.01", "#-3", "mistake" },
  { "-9.99", "#-3", "mistake" }, { "-10.00", "#-3", "inaccuracy" },
  { "#3", "10.00", "inaccuracy" }, { "#3", "9.99", "mistake" }, { "#3", "7.00", "blunder" }, { "#3", "#-3", "blunder" },
  { "#3", "#8", nil }, { "#-8", "#-1", nil }, { "0.00", "#3", nil }, { "#-3", "0.00", nil },
}

describe("judgements", function()
  it("agree with lichess", function()
    for _, row in ipairs(JUDGED) do
      local game = chess.game(("{[%%eval %s]} 1. e4 {[%%eval %s]} *"):format(row[1], row[2]))
      local found
      for _, kind in ipairs { "inaccuracy", "mistake", "blunder" } do
        if q[kind](game) then
          assert.is_nil(found)
          found = kind
        end
      end
      assert.equal(row[3] or "none", found or "none", row[1] .. " to " .. row[2])
    end
  end)

  it("are symmetrical for both sides", function()
    local function turned(text) return (text:gsub("^(#?)(%-?)", function(sign, minus)
      return sign .. (minus == "" and "-" or "")
    end)) end
    for _, row in ipairs(JUDGED) do
      local text = '[FEN "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n{[%%eval %s]} 1... Kd7 {[%%eval %s]} *'
      local game = chess.game(text:format(turned(row[1]), turned(row[2])))
      local any = q.inaccuracy "black" | q.mistake "black" | q.blunder "black"
      assert.equal(row[3] ~= nil, any(game), row[1] .. " to " .. row[2])
      assert.is_false((q.inaccuracy "white" | q.mistake "white" | q.blunder "white")(game))
    end
  end)

  it("are counted for each side", function()
    local game = chess.game "1. g4 {[%eval -2.0]} d5 {[%eval 1.0]} 2. f3 {[%eval -2.0]} *"
    assert.is_true(q.blunders(2)(game))
    assert.is_true(q.blunders { side = "black", min = 1, max = 1 }(game))
    assert.is_false(q.blunders { side = "black", max = 0 }(game))
    assert.is_true(q.mistakes(0)(game))
    assert.is_true(q.mistakes { min = 2, drop = 10 }(game))
    assert.is_false(q.mistakes { min = 2, drop = 30 }(game))
    assert.is_false(q.blunders { max = 0 }(chess.game "1. g4 d5 2. f3 Qd6 *"))
  end)
end)

-- ---- accuracy --------------------------------------------------------------------------------------

local SHUFFLE = { white = { "Nf3", "Ng1" }, black = { "Nf6", "Ng8" } }

-- A game with these evaluations, in centipawns. `first`: the side to move at the start.
local function game_with(cps, first)
  local words, color, plies = {}, first, { white = 0, black = 0 }
  if first == "black" then
    words[1] = '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"]\n\n{[%eval 0.15]} 1...'
  end
  for _, cp in ipairs(cps) do
    plies[color] = plies[color] + 1
    words[#words + 1] = ("%s {[%%eval %.2f]}"):format(SHUFFLE[color][1 + (plies[color] + 1) % 2], cp / 100)
    color = other(color)
  end
  return assert(chess.game(table.concat(words, " ") .. " *"))
end

local function times(n, ...)
  local list = {}
  for _ = 1, n do
    for _, cp in ipairs { ... } do
      list[#list + 1] = cp
    end
  end
  return list
end

local function with(list, last)
  list[#list + 1] = last
  return list
end

-- Evaluations; White's accuracy and its tolerance; Black's. From AccuracyPercentTest.scala of lila (Lichess).
local ACCURACIES = {
  { { 15, 15 }, 100, 1, 100, 1 }, { { -900, -900 }, 10, 5, 100, 1 }, { { 15, 900 }, 100, 1, 10, 5 },
  { { -900, 0 }, 10, 5, 10, 5 }, { times(20, 15), 100, 1, 100, 1 }, { with(times(20, 15), -900), 50, 5, 100, 1 },
  { with(times(21, 15), 900), 100, 1, 50, 5 }, { times(5, -50, 15), 76, 8, 76, 8 },
  { times(50, -50, 15), 76, 8, 76, 8 }, { times(50, -135, 15), 54, 8, 54, 8 }, { times(50, -435, 15), 20, 8, 20, 8 },
  { { 15, 15 }, 100, 1, 100, 1, first = "black" }, { { 900, 900 }, 100, 1, 10, 5, first = "black" },
  { { 15, -900 }, 10, 5, 100, 1, first = "black" }, { { 900, 0 }, 10, 5, 10, 5, first = "black" },
}

describe("accuracy", function()
  it("agrees with lichess's tests", function()
    for i, row in ipairs(ACCURACIES) do
      local game = game_with(row[1], row.first or "white")
      for side, at_row in pairs { white = 2, black = 4 } do
        local near = { side = side, min = row[at_row] - row[at_row + 1], max = row[at_row] + row[at_row + 1] }
        assert.is_true(q.accuracy(near)(game), ("row %d, %s"):format(i, side))
      end
    end
  end)

  it("of one move follows the curve: 50 to 35 percent", function()
    -- 0.00 to -1.69 loses 15.07 points: 103.1668 exp(-0.04354 * 15.07) - 3.1669 + 1 = 51.4
    local game = chess.game "{[%eval 0.00]} 1. e4 {[%eval -1.69]} *"
    assert.is_true(q.accuracy { side = "white", min = 51, max = 51.8 }(game))
    assert.is_false(q.accuracy { side = "black", min = 0 }(game))
  end)

  it("is computed from the first to the last evaluation, if none is missing between them", function()
    assert.is_true(q.accuracy(100)(chess.game "1. e4 e5 2. Nf3 {[%eval 0.2]} Nc6 {[%eval 0.2]} 3. Bb5 *"))
    local text = "1. e4 e5 2. Nf3 {[%eval 0.2]} Nc6 {[%eval 0.2]} *"
    assert.is_false(q.accuracy { side = "white", min = 0 }(chess.game(text)))
    assert.is_false(q.accuracy(0)(chess.game "1. e4 {[%eval 0.2]} e5 2. Nf3 {[%eval 0.2]} *"))
    assert.is_false(q.accuracy(0)(chess.game "1. e4 e5 *"))
  end)
end)

-- ---- explanation and parsing of these queries -----------------------------------------------------

describe("queries of clocks and evaluations", function()
  it("show in the plan that the values are searched for first", function()
    assert.equal(table.concat({
      'time_trouble "white" & check & blunders{min = 3} & white "Ada"',
      '  1. tags: white "Ada"',
      '  2. text: clocks; has_evaluations',
      '  3. moves: time_trouble "white" & check',
      '  4. Lua: blunders{min = 3}',
    }, "\n"), (((q.time_trouble "white" & q.check) & q.blunders { min = 3 }) & q.white "Ada"):describe())
  end)

  it("use the current state of a changed game", function()
    local game = chess.game "1. e4 {[%eval 0.1]} *"
    assert.is_false(q.blunder(game))
    game.root[1].eval = -5
    assert.is_true(q.blunder(game))
    game.root[1].eval = 0.1
    assert.is_false(q.blunder(game))
  end)

  it("match in a negation if values are missing", function()
    assert.is_true(q.always(~q.time_trouble)(chess.game "1. e4 e5 *"))
    assert.is_true((~q.ever(q.blunder))(chess.game "1. e4 e5 *"))
  end)

  it("report errors in their arguments", function()
    local rows = {
      { function() q.time_left {} end, "bad argument #1 to 'time_left' (a number or {min =, max =} expected)" },
      { function() q.time_left { min = 3, max = 1 } end, "bad argument #1 to 'time_left' (min is above max)" },
      { function() q.time_trouble "grey" end,
        "bad argument #1 to 'time_trouble' (option 'side': 'grey' is none of black, either, mover, white)" },
      { function() q.eval(true) end, "bad argument #1 to 'eval' (table expected, got boolean)" },
      { function() q.blunder { min = 1 } end,
        "bad argument #1 to 'blunder' (unknown option 'min'; options: drop, side)" },
      { function() q.blunders { side = "mover", min = 1 } end,
        "bad argument #1 to 'blunders' (option 'side': 'mover' is none of black, either, white)" },
      { function() return q.accuracy & q.check end, "accuracy needs a percentage" },
    }
    for _, row in ipairs(rows) do
      local ok, message = pcall(row[1])
      assert.is_false(ok)
      assert.equal("clocks_spec.lua: " .. row[2], (message:gsub("^.*(clocks_spec%.lua):%d+", "%1")))
    end
  end)
end)
