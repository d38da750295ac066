-- core.translated: where it reads a game, its text, counts and repairs are those of lucena.notation.walk.

local chess = require("lucena")
local core = require("lucena.core")
local walk = require("lucena.notation.walk")

local seed = 7
local START = chess.position()
local SOME_SIGNS = { "!", "?", "(", ")", "{", "}", ".", ",", ";", "\n", " ", "1", "0", "+", "#", "=", "x", "e4", "N",
  "$1", "--", "*", "1-0", "[A \"x\"]", "½", "\u{A0}", "ep", "e.p.", "%" }

local TEXTS = {
  '[White "A"]\n[Black "B"]\n\n1.e4 e5! 2. Nf3?! (2. f4 exf4 (2... d5 3. exd5) 3.Nf3) 2... Nc6 $1 {good (1. d4)} '
    .. '3. Bb5 a6\n; line 4. Nf3\n4. Ba4 Nf6 5. O-O Nxe4 1/2-1/2\n',
  '[FEN "k7/4P3/8/8/8/8/8/K7 w - - 0 1"]\n\n1. e8=Q+ Ka7 2. Qe3+ (2. Qe4) *\n',
}

local function both(text, from, to, start)
  local out, moves, repairs = core.translated(text, 1, #text, start, from, to)
  local slow = out and walk.walk { text = text, first = 1, last = #text, start = start, from = from, to = to }
  return out, slow, moves, repairs
end

local function assert_same(text, from, to, start)
  local out, slow, moves, repairs = both(text, from, to, start)
  if out then
    assert.are.same({}, slow.left, text)
    assert.are.equal(slow.text, out)
    assert.are.equal(slow.moves, moves)
    assert.are.same(slow.repairs, repairs)
  end
  return out ~= nil
end

-- Change a text at a random place.
local function changed(text)
  local at, size = math.random(#text), math.random(0, 2)
  return text:sub(1, at - 1) .. SOME_SIGNS[math.random(#SOME_SIGNS)] .. text:sub(at + size)
end

describe("core.translated", function()
  it("writes what the walk writes, in every direction", function()
    for _, text in ipairs(TEXTS) do
      local start = chess.game(text).start
      for _, name in ipairs { "french", "lan", "fide:german", "uci", "figurine", "iccf", "pgn" } do
        local to = chess.dialect(name)
        assert.is_true(assert_same(text, chess.dialect("pgn"), to, start), name)
        local foreign = core.translated(text, 1, #text, start, chess.dialect("pgn"), to)
        assert_same(foreign, to, chess.dialect("english"), start)
      end
    end
  end)

  it("refuses or equals the walk for changed texts, seed " .. seed, function()
    math.randomseed(seed)
    local from, to = { chess.dialect("pgn"), chess.dialect("english"), chess.dialect("lan") }, chess.dialect("french")
    local read = 0
    for _ = 1, tonumber(os.getenv("LUCENA_LONG") and 60000 or 600) do
      local text = TEXTS[math.random(#TEXTS)]
      local start = chess.game(text).start
      for _ = 1, math.random(3) do
        text = changed(text)
      end
      read = read + (assert_same(text, from[math.random(3)], to, start) and 1 or 0)
    end
    assert.is_true(read > 30)
  end)

  it("refuses a game with an illegal move, and dialects with hooks or functions", function()
    local pgn, french = chess.dialect("pgn"), chess.dialect("french")
    local text = "1. e4 e4 *"
    assert.is_nil((core.translated(text, 1, #text, START, pgn, french)))
    text = "1. e4 *"
    assert.is_nil((core.translated(text, 1, #text, START, pgn, chess.dialect("descriptive"))))
    assert.are.equal("1. e4 *", (core.translated(text, 1, #text, START, pgn, french)))
  end)

  it("returns the plies of the mainline and the pieces that move in it", function()
    local text = "1. e4 e5 2. Nf3 (2. Qh5) 2... Nc6 3. Bb5 a6 4. O-O *"
    local pgn, french = chess.dialect("pgn"), chess.dialect("french")
    local _, moves, _, plies, pieces = core.translated(text, 1, #text, START, pgn, french)
    assert.are.same({ 8, 7, "NB" }, { moves, plies, pieces })
  end)

  it("rejects bytes outside the text", function()
    local pgn = chess.dialect("pgn")
    assert.has_error(function() core.translated("1. e4 *", 1, 8, START, pgn, pgn) end)
    assert.has_error(function() core.translated("1. e4 *", 0, 2, START, pgn, pgn) end)
  end)
end)
