-- The spellings of castling: every entry of castling.def, and moves of the king, by every door that reads moves.

local chess = require "lucena"
local core = require "lucena.core"
local lexicon = require "lucena.lexicon"
local run = require "spec.support.run"
local sessions = require "lucena.repl.session"

local BEFORE = {
  short = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4.",
  long = "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5.",
}
local SAN = { short = "O-O", long = "O-O-O" }

-- {text, wing, use}: the table, moves of the king, and mixtures of O, o and 0.
local ROWS = {
  { "e1g1", "short", "typed" }, { "e1h1", "short", "typed" }, { "Ke1g1", "short", "typed" },
  { "e1c1", "long", "typed" }, { "e1a1", "long", "typed" }, { "Ke1c1", "long", "typed" },
  { "O-0", "short", "repaired" }, { "o-O-0", "long", "repaired" }, { "O0", "short", "repaired" },
}
for _, entry in ipairs(core.castling()) do
  table.insert(ROWS, { entry.text, entry.is_long and "long" or "short", entry.use })
end

local function san_of(game)
  local list = {}
  for node in game:mainline() do
    list[#list + 1] = node.san
  end
  return table.concat(list, " ")
end

local function position_before(wing)
  return chess.game(BEFORE[wing] .. " *").final
end

describe("castling", function()
  it("has each spelling once in its table", function()
    local seen = {}
    for _, entry in ipairs(core.castling()) do
      assert.is_nil(seen[entry.text], entry.text)
      seen[entry.text] = true
      assert.equal(entry.is_long and "long" or "short", lexicon.wing(entry.text))
    end
    assert.is_nil(lexicon.wing "O")
    assert.is_nil(lexicon.wing "0-0-0-0")
  end)

  for _, row in ipairs(ROWS) do
    local text, wing, use = row[1], row[2], row[3]
    local san = SAN[wing]

    it(("is read in movetext and written as %s: %s"):format(san, text), function()
      local game = assert(chess.game(("%s %s a6 *"):format(BEFORE[wing], text)))
      assert.equal(san .. " a6", san_of(game):match("%S+ %S+$"))
      assert.equal(use == "repaired" and "castling_sign" or nil, game.diagnostics[1] and game.diagnostics[1].code)
      assert.equal(san_of(game), san_of(chess.game(game:pgn())))
    end)

    it(("is played at the prompt: %s"):format(text), function()
      local session = sessions.new { out = function() end }
      session.settings.board = false
      session:line(("%s %s a6"):format(BEFORE[wing], text))
      assert.equal(san .. " a6", san_of(session.game):match("%S+ %S+$"))
    end)

    it(("is read by dialects, translated and explained: %s"):format(text), function()
      local position = position_before(wing)
      local move = assert(chess.dialect("english"):read(position, text))
      assert.equal(san, position:san(move))
      assert.equal(san, position:san(position:explain(text, "auto").move))
      local french = chess.translate(("%s %s a6"):format(BEFORE[wing], text), { from = "english", to = "french" })
      assert.equal(san .. " a6", french:match("%S+ %S+$"))
    end)

    it(("is a move of a position, or refused there because it needs a repair: %s"):format(text), function()
      local position = position_before(wing)
      local move, _, code = position:parse(text)
      assert.equal(use ~= "repaired" and san or "bad_move", move and position:san(move) or code)
    end)

    if not text:find("^K?e1") then
      it(("is explained without a position, and found by a query: %s"):format(text), function()
        assert.equal("The king castles.", chess.explain(text).headline)
        if lexicon.wing(text) then
          assert.is_true(chess.query.played(text)(chess.game(BEFORE[wing] .. san .. " *")))
        end
      end)
    end
  end

  it("with any spelling passes check, and convert writes it as PGN", function()
    local games = {}
    for i, row in ipairs(ROWS) do
      games[i] = ("[Event \"?\"]\n\n%s %s a6 *\n"):format(BEFORE[row[2]], row[1])
    end
    local text = table.concat(games, "\n")
    local checked, converted = run { "check", "-", stdin = text }, run { "convert", "-t", "pgn", "-", stdin = text }
    assert.equal(0, checked.code, checked.out .. checked.err)
    assert.equal(0, converted.code, converted.err)
    for _, row in ipairs(ROWS) do
      assert.is_falsy(row[3] ~= "written" and converted.out:find(" " .. row[1] .. " ", 1, true), row[1])
    end
  end)

  it("that is not legal ends the moves, also as 00", function()
    for _, text in ipairs { "O-O", "00", "oo", "e1h1" } do
      local game = assert(chess.game(("1. e4 e5 2. %s Nc6 *"):format(text)))
      assert.equal("e4 e5", san_of(game))
      assert.equal("illegal_move", game.diagnostics[1].code)
    end
  end)

  it("onto a rook is no castling if the rook may not castle", function()
    local position = chess.position "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"
    assert.is_nil((position:parse "e1h1"))
    assert.equal("O-O-O", position:san(position:parse "e1a1"))
  end)

  it("onto a rook is read in Chess960, where e1g1 is a step of the king", function()
    local position = chess.position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", { chess960 = true })
    assert.equal("O-O", position:san(position:parse "f1g1"))
  end)

  it("in two digits with a period is the number of a move", function()
    local game = assert(chess.game "1. e4 e5 00. Nf3 *")
    assert.equal("e4 e5 Nf3", san_of(game))
  end)
end)
