-- Node:judgement and Node:loss, compared with the queries that judge mainlines, and in variations.

local chess = require "lucena"

local GAME = "1. f3 {[%eval -0.6]} e5 {[%eval -0.5]} (1... f6 {[%eval 1.9]} 2. e4) 2. g4 {[%eval #-1]} "
  .. "Qh4# {[%eval #0]} *"

describe("Node:judgement and Node:loss", function()
  it("judge moves of the mainline and of variations", function()
    local game = chess.game(GAME)
    local judged = {}
    for node in game:nodes() do
      judged[#judged + 1] = node.san .. " " .. tostring(node:judgement())
    end
    assert.same({ "f3 inaccuracy", "e5 nil", "f6 blunder", "e4 nil", "g4 blunder", "Qh4# nil" }, judged)
  end)

  it("give nil without an evaluation, and for the start", function()
    local game = chess.game(GAME)
    assert.is_nil(game.root:judgement())
    assert.is_nil(game.root:loss())
    assert.is_nil(game.root.next[2].next:loss())
    -- Only the initial position has a known score.
    assert.is_nil(chess.game('[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n\n1. Rf1 {[%eval 5]} *').root.next:loss())
  end)

  it("agree with the queries on the games of the sample", function()
    local q = chess.query
    local seen = 0
    for game in chess.games "spec/data/sample/sample.pgn" do
      for kind, query in pairs { inaccuracy = q.inaccuracy, mistake = q.mistake, blunder = q.blunder } do
        local count = 0
        for node in game:mainline() do
          count = count + (node:judgement() == kind and 1 or 0)
        end
        assert.equal(query:count(game), count, game.number .. " " .. kind)
        seen = seen + count
      end
    end
    assert.is_true(seen > 100, seen)
    local game = chess.game "1. e4 {[%eval 0.3]} f6 {[%eval 3.5]} *"
    assert.is_true(q.win_drop { min = game.root.next.next:loss() - 0.01 }(game))
    assert.is_false(q.win_drop { min = game.root.next.next:loss() + 0.01 }(game))
  end)

  it("raise for other values", function()
    assert.has_error(function() chess.game(GAME).root.judgement(1) end,
      "calling 'judgement' on bad self (lucena.Node expected, got number)")
  end)
end)
