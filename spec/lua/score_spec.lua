-- Scores from an engine, from a comment and from chess.score() have the same type.

local chess = require "lucena"

local ORDER = { "#-1", "#-3", "-12.00", "-0.50", "0.00", "0.25", "9.00", "#12", "#2", "#0" }

describe("chess.score", function()
  it("reads the output of tostring", function()
    for _, text in ipairs(ORDER) do
      assert.equal(text, tostring(chess.score(text)))
    end
    assert.equal("0.25", tostring(chess.score(0.25)))
    assert.equal("0.50", tostring(chess.score "+0.5"))
    assert.equal("#-3", tostring(chess.score { mate = "black", moves = 3 }))
    assert.equal("-1.00", tostring(chess.score { pawns = -1 }))
    assert.equal("Score", chess.type(chess.score(1)))
  end)

  it("returns nil for other texts, and raises for other values", function()
    for _, text in ipairs { "", "M3", "#", "#-", "1,5", "0.2.3", "nan", "1e3", "0x10" } do
      local score, err, code = chess.score(text)
      assert.is_nil(score)
      assert.equal("bad_score", code)
      assert.matches("not a score: ", err, 1, true)
    end
    local wrong = { {}, true, 0 / 0, { mate = "white" }, { mate = "white", moves = -1 }, { mate = "red", moves = 1 } }
    for _, value in ipairs(wrong) do
      assert.error_matches(function() chess.score(value) end, "bad argument #1 to 'score'")
    end
    assert.error_matches(function() chess.score() end, "got nil")
  end)

  it("orders scores from White's view", function()
    for i = 1, #ORDER do
      for j = 1, #ORDER do
        local a, b = chess.score(ORDER[i]), chess.score(ORDER[j])
        assert.equal(i < j, a < b)
        assert.equal(i <= j, a <= b)
        assert.equal(i == j, a == b)
      end
    end
    assert.error_matches(function() return chess.score(1) < 2 end, "lucena.Score expected, got number")
  end)

  it("gives pawns from either side", function()
    assert.equal(-0.25, chess.score(0.25):of "black")
    assert.equal(math.huge, chess.score("#-3"):of "black")
    assert.equal(-math.huge, chess.score("#-3"):of "white")
    assert.error_matches(function() chess.score(1):of "red" end, "white or black expected")
  end)
end)

describe("node.score", function()
  it("is the [%eval] of the comment", function()
    local game = chess.game "1. f3 {[%eval -0.4,20]} e5 2. g4 {[%eval #-1]} Qh4# {[%eval #0]} 0-1"
    assert.equal(chess.score(-0.4), game:node(1).score)
    assert.is_nil(game:node(2).score)
    assert.equal(chess.score "#-1", game:node(3).score)
    assert.equal(chess.score { mate = "black", moves = 0 }, game:node(4).score)
    assert.is_nil(game.root.score)
  end)

  it("can be set to values that chess.score accepts, and to nil", function()
    local game = chess.game "1. e4 {a} *"
    local node = game:node(1)
    for _, value in ipairs { chess.score "#-3", "#-3", { mate = "black", moves = 3 } } do
      node.score = value
      assert.equal(-3, node.mate)
    end
    node.score = 0.3
    assert.equal("1. e4 {[%eval 0.30] a} *\n", game:movetext())
    assert.equal(0.3, node.eval)
    node.score = nil
    assert.equal("1. e4 {a} *\n", game:movetext())
  end)

  it("cannot be set to other values, or to a bound", function()
    local node = chess.game("1. e4 {[%eval 1]} *"):node(1)
    local bound = require("lucena.score").from_uci("cp", 20, "white", "lower")
    for _, value in ipairs { "M3", true, {}, bound } do
      assert.error_matches(function() node.score = value end, "field 'score': score (not a bound) or nil expected", nil,
        true)
    end
    assert.equal(1.0, node.eval)
  end)

  it("of an engine has the same type", function()
    local scores = require "lucena.score"
    assert.equal(chess.score(-0.5), scores.from_uci("cp", 50, "black"))
    assert.equal(chess.score "#-2", scores.from_uci("mate", 2, "black"))
    assert.equal(chess.score { mate = "black", moves = 0 }, scores.from_uci("mate", 0, "white"))
    assert.are_not.equal(chess.score(0.5), scores.from_uci("cp", 50, "white", "upper"))
  end)
end)
