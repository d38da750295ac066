--- The values in comments of programs that play matches of engines: cutechess, fastchess, XBoard, Arena, c-chess-cli
-- and TCEC.
local chess = require "lucena"

-- Return the values of a comment after a move of White and after a move of Black.
local function values(comment, is_black)
  local game = assert(chess.game(is_black and "1. e4 e5 {" .. comment .. "} *" or "1. e4 {" .. comment .. "} *"))
  local node = game.root[1]
  node = is_black and node[1] or node
  return { eval = node.eval, mate = node.mate, depth = node.eval_depth, elapsed = node.elapsed, clock = node.clock }
end

-- {comment, its values after a move of White}
local READ = {
  { "+0.32/12 1.5s", { eval = 0.32, depth = 12, elapsed = 1.5 } },
  { " 0.00/1 0.01s ", { eval = 0.0, depth = 1, elapsed = 0.01 } },
  { "-0,25/13 4", { eval = -0.25, depth = 13, elapsed = 4.0 } },
  { "+0.32/12", { eval = 0.32, depth = 12 } },
  { "+0.32/12, White wins by adjudication", { eval = 0.32, depth = 12 } },
  { "+0.17/20 1.242s, n=12345, sd=30", { eval = 0.17, depth = 20, elapsed = 1.242 } },
  { "+0.17/20 1500ms", { eval = 0.17, depth = 20, elapsed = 1.5 } },
  { "+0.17/20 0:01:05", { eval = 0.17, depth = 20, elapsed = 65.0 } },
  { "+0.17/20 5 1234567", { eval = 0.17, depth = 20, elapsed = 5.0 } },
  { "(Bb5) +0.45/20 3s", { eval = 0.45, depth = 20, elapsed = 3.0 } },
  { "+M1/2 0.004s, White mates", { mate = 0, depth = 2, elapsed = 0.004 } },
  { "M5/20 1s", { mate = 2, depth = 20, elapsed = 1.0 } },
  { "-M4/20 1s", { mate = -2, depth = 20, elapsed = 1.0 } },
  { "d=28, sd=47, mt=55195, tl=1749805, pv=e4 d6 Nc3, tb=null, wv=0.62, mb=+0+0+0+0+0,",
    { eval = 0.62, depth = 28, elapsed = 55.195, clock = 1749.805 } },
  { "d=28, wv=-M16", { mate = -8, depth = 28 } },
  { "ev=0.62, d=28", { eval = 0.62, depth = 28 } },
  { "d=28, wv=null, mt=7", { elapsed = 0.007 } },
  { "[%eval 0.5] +0.32/12 1.5s", { eval = 0.5 } },
}

-- Comments that are texts: the scores of annotators, and whatever only resembles the forms.
local TEXTS = {
  "+0.32", "(+0.32)", "+0.32/12 better", "better: +0.32/12", "+5/12 3", "1/2", "12/24 was the score", "M5", "book",
  "White wins in 5", "d=4", "d4, e5", "(Bb5", "+", "-", "M", "+M", "+0.", "+0.32/", "+0.32/x", "d=", "wv=",
  "wv=0.3 or so",
  "+99999999999999999999.0/12", "+0.32/99999999999999999999 1s", "0.32/12 1.5.5s", "e5=Q, d=3", "d=1, and so on",
  "book, mb=+0+0+0+0+0,", "1-0", "3:2/5",
}

describe("comments of engine matches", function()
  for _, row in ipairs(READ) do
    it("give values: " .. row[1], function()
      assert.same(row[2], values(row[1]))
    end)
  end

  it("give no values if they have another form", function()
    for _, text in ipairs(TEXTS) do
      assert.same({}, values(text), text)
    end
  end)

  it("have the score of the player who moved, but wv is White's", function()
    assert.equal(-0.32, values("+0.32/12 1.5s", true).eval)
    assert.equal(0.25, values("-0.25/12 1.5s", true).eval)
    assert.equal(-2, values("M5/20 1s", true).mate)
    assert.equal(2, values("-M4/20 1s", true).mate)
    assert.equal(0.62, values("d=28, wv=0.62", true).eval)
    assert.equal(-0.62, values("d=28, ev=0.62", true).eval)
  end)

  it("have it also after a set-up position and in variations", function()
    local game = chess.game [[
[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 1"]

1... Kd7 {+0.32/12 1s} (1... Kf7 2. Rh7+ {+5.00/9 1s}) 2. O-O {+1.00/8 1s} *]]
    assert.equal(-0.32, game.root[1].eval)
    assert.equal(5.0, game.root[2][1].eval)
    assert.equal(1.0, game.root[1][1].eval)
  end)

  it("stay texts", function()
    local text = "1. e4 {+0.32/12 1.5s} *"
    assert.equal(text, (chess.game(text):pgn():match("1%. e4.*%*")))
    assert.equal("+0.32/12 1.5s", chess.game(text).root[1].remark)
  end)

  it("give queries, plies and flat records their values", function()
    local q = chess.query
    local game = chess.game "1. e4 {+0.32/12 700s} e5 {-3.50/14 2.1s} 2. Nf3 {M5/20 3s} *"
    assert.is_true(q.eval { min = 3 }(game))
    assert.is_false(q.eval { side = "black", min = 3 }(game))
    assert.is_true(q.eval { mate = 2 }(game))
    assert.is_true(q.eval_swing(3)(game))
    assert.is_true(q.blunder "black"(game))
    assert.is_true(q.time_spent(600)(game))
    assert.is_true((q.has_evaluations & q.has_clocks)(game))
    local evals = select(3, require("lucena.core").line_values(game, false))
    assert.same({ 0.32, 3.5, false }, evals)
    for _, text in ipairs(TEXTS) do
      assert.is_false((q.has_evaluations | q.has_clocks)(chess.game("1. e4 {" .. text .. "} *")), text)
    end
  end)

  it("are explained", function()
    for token, headline in pairs {
      ["+0.32/12 1.5s"] = "matches of engines", M5 = "number of plies", book = "opening book",
      ["wv=0.62"] = "White's side", ["d=28, mt=55195, wv=0.62"] = "matches of engines", ["[#]"] = "$220",
    } do
      local explanation = chess.explain(token)
      assert.is_truthy(explanation.headline:find(headline, 1, true), token)
    end
  end)
end)
