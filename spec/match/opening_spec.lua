-- The query `opening`: the name of a game's opening.

local chess = require "lucena"
local q = chess.query

local NAJDORF = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *"

local function is(name, movetext)
  return q.opening(name)(assert(chess.game(movetext)))
end

describe("opening", function()
  it("matches a part of the name, in English or French, without case, accents and punctuation", function()
    for _, name in ipairs { "Najdorf", "najdorf variation", "Sicilian Defence", "sicilian defense najdorf",
      "Défense sicilienne", "defense sicilienne, variante najdorf", "SICILIENNE" } do
      assert.is_true(is(name, NAJDORF), name)
    end
    for _, name in ipairs { "Dragon", "Caro-Kann", "Ruy Lopez" } do
      assert.is_false(is(name, NAJDORF), name)
    end
    assert.is_true(is("caro kann", "1. e4 c6 2. d4 d5 *"))
    assert.is_true(is("Kings Gambit", "1. e4 e5 2. f4 *"))
  end)

  it("uses positions: neither the tag nor the order of moves matters, and the last position decides", function()
    assert.is_true(is("Najdorf",
      '[ECO "A00"]\n[Opening "Caro-Kann"]\n\n1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *'))
    assert.is_true(is("King's Pawn", "1. e4 *"))
    assert.is_false(is("King's Pawn", NAJDORF))
    assert.is_false(is("Najdorf", "*"))
    assert.is_false(is("Sicilian", '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 *'))
  end)

  it("takes a family without its last word, and a family with words of the variation", function()
    local attack = chess.game "1. Nf3 d5 2. g3 c5 3. Bg2 Nc6 4. O-O e5 5. d3 Nf6 *"
    assert.is_truthy(attack:opening().name:find("King's Indian Attack", 1, true))
    assert.is_true(q.opening "King's Indian Attack"(attack))
    assert.is_false(q.opening "King's Indian"(attack))
    assert.is_true(q.opening "King's Indian"(chess.game "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 *"))
    assert.is_true(q.opening "French Defence Winawer"(chess.game "1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. exd5 exd5 *"))
  end)

  it("finds the games of a file that have this opening, and describes itself", function()
    for _, name in ipairs { "Sicilian Defence", "Najdorf", "Ruy Lopez: Berlin", "Queen's Gambit" } do
      local expected, found = 0, 0
      for game in chess.games("spec/data/sample/sample.pgn") do
        local opening = game:opening()
        expected = expected + (opening and opening.name:find(name, 1, true) and 1 or 0)
      end
      for _ in chess.games("spec/data/sample/sample.pgn", { query = q.opening(name) & q.plies { min = 1 } }) do
        found = found + 1
      end
      assert.is_true(expected > 0, name)
      assert.equal(expected, found, name)
    end
    assert.equal('opening "Najdorf"', tostring(q.opening "Najdorf"))
    assert.is_truthy(chess.query.parse('opening "Najdorf" | checkmate'))
  end)

  it("rejects names of no opening, with a suggestion", function()
    local function problem(name)
      return select(2, pcall(q.opening, name))
    end
    assert.matches('no opening\'s name contains "Najdrof"; did you mean "Najdorf"%?', problem "Najdrof")
    assert.matches('no opening\'s name contains "xyzzy"; `lucena report openings` lists the names', problem "xyzzy")
    assert.matches('no opening\'s name contains ""', problem "")
    assert.matches("string expected, got number", problem(5))
  end)
end)
