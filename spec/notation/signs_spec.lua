-- The signs that mean NAGs and the spellings of the null move: every entry of signs.def, in each part of
-- Lucena that reads it.

local chess = require "lucena"
local core = require "lucena.core"
local nag = require "lucena.nag"
local sessions = require "lucena.repl.session"
local tokens = require "lucena.notation.tokens"

local SIGNS, NULLS = core.signs(), core.null_moves()
local IS_WORD = { mark = true, word = true, glued = true, letter = true }

-- Return the moves of a game with their NAGs: "e4$14 e5".
local function moves_of(game)
  local list = {}
  for node in game:mainline() do
    list[#list + 1] = node.san .. (node.nags[1] and "$" .. table.concat(node.nags, ",") or "")
  end
  return table.concat(list, " ")
end

-- Type lines at the prompt. Returns the moves of the game.
local function typed(line)
  local session = sessions.new { out = function() end }
  session.settings.board = false
  session:line(line)
  return moves_of(session.game)
end

local function codes(game)
  local list = {}
  for i, record in ipairs(game.diagnostics) do
    list[i] = record.code
  end
  return table.concat(list, " ")
end

describe("each sign", function()
  it("is in the table once", function()
    local seen = {}
    for _, sign in ipairs(SIGNS) do
      assert.is_nil(seen[sign.text], sign.text)
      seen[sign.text] = true
    end
    assert.is_true(#SIGNS >= 129)
  end)

  it("that is printed for a NAG is in the table", function()
    for number = 0, 255 do
      local symbol = nag.nag(number).symbol
      assert.is_truthy(not symbol or nag.nag(symbol), symbol)
    end
  end)

  for _, sign in ipairs(SIGNS) do
    if sign.use == "offer" then
      goto continue
    end
    it(("names its NAG in chess.nag and explain: %s"):format(sign.text), function()
      assert.equal(sign.nag, nag.nag(sign.text).number)
      local kind = chess.explain(sign.text).kind
      assert.is_true(kind == "nag" or not IS_WORD[sign.use] or sign.use == "letter", kind)
    end)

    if IS_WORD[sign.use] then
      local want = ("e4$%d e5 Nf3"):format(sign.nag)
      local rest = sign.use == "letter" and "1... e5 2. Nf3" or "e5 2. Nf3" -- "N e5" would be a move

      it(("is a NAG as a word of movetext: %s"):format(sign.text), function()
        local game = assert(chess.game(("1. e4 %s %s *"):format(sign.text, rest)))
        assert.equal(want, moves_of(game))
        assert.is_nil(codes(game):find("bad"), codes(game))
        assert.equal(want, moves_of(assert(chess.game(game:pgn()))))
      end)

      it(("is a NAG at the prompt: %s"):format(sign.text), function()
        assert.equal(want, typed(("1. e4 %s %s"):format(sign.text, rest)))
      end)

      it(("is a NAG in a text that chess.read_text reads: %s"):format(sign.text), function()
        assert.equal(want .. " Nc6", moves_of(chess.read_text(("1. e4 %s %s Nc6"):format(sign.text, rest))[1]))
      end)

      it(("is copied between moves that are translated: %s"):format(sign.text), function()
        local text = chess.translate(("1. e4 %s e5 2. Nf3"):format(sign.text), { from = "english", to = "french" })
        assert.equal(("1. e4 %s e5 2. Cf3"):format(sign.text), text)
        assert.is_true(tokens.is_sign(sign.text) or tokens.is_letter_sign(sign.text))
      end)
    end

    if sign.use == "glued" or sign.use == "mark" or IS_WORD[sign.use] and sign.text:find("^[\x80-\xFF]+$") then
      it(("is a NAG directly after a move: %s"):format(sign.text), function()
        assert.equal(("e4$%d e5"):format(sign.nag), moves_of(assert(chess.game(("1. e4%s e5 *"):format(sign.text)))))
      end)
    end

    if sign.use == "glued" or sign.use == "mark" or sign.text:find("^[\x80-\xFF]+$") and IS_WORD[sign.use]
      and sign.text ~= "✕" then -- after a move in prose, this is a sign of a capture
      it(("is a NAG directly after a move in a text: %s"):format(sign.text), function()
        local text = ("1. e4 e5 2. Nf3%s Nc6 3. Bb5"):format(sign.text)
        assert.equal(("e4 e5 Nf3$%d Nc6 Bb5"):format(sign.nag), moves_of(chess.read_text(text)[1]))
      end)
    end
    ::continue::
  end
end)

describe("a sign in a text that chess.read_text reads", function()
  local ROWS = {
    { "1. e4 e5 2. Nf3 ±! Nc6 3. Bb5 =? a6 4. Ba4 N!", "1. e4 e5 2. Nf3 $16 $1 Nc6 3. Bb5 $10 $2 a6 4. Ba4 $146 $1 *" },
    { "1. e4 ± and White is better. 1... e5 2. Nf3", "1. e4 $16 {and White is better.} 1... e5 2. Nf3 *" },
    { "1. e4 e5 2. Nf3! ± $14 Nc6", "1. e4 e5 2. Nf3 $1 $16 $14 Nc6 *" },
    { "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O+- Nf6", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O $18 Nf6 *" },
    { "1. e4 $256 e5 2. Nf3 §", "1. e4 {$256} 1... e5 2. Nf3 {§} *" },
    { "1. e4 e5 2. Nf3 N c6 3. Bb5", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *" }, -- a piece letter
    { "1. e4!!! e5 ??? 2. Nf3 !!!! Nc6", "1. e4 $3 $1 e5 $4 $2 2. Nf3 {!!!!} 2... Nc6 *" },
    { "1. e4 e5 2. Nf3 $999 Nc6 Δ 3. Bb5 ♪", "1. e4 e5 2. Nf3 {$999} 2... Nc6 {Δ} 3. Bb5 {♪} *" },
    { "1. e4 (0:03) e5 (10:05) 2. Nf3 (12) Nc6 3. Bb5", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *" }, -- clocks and notes
    { "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 00 00 5. d3", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O 5. d3 *" },
    { "1. e4 e5 2. Nf3 00 Nc6 3. Bb5 a6", "1. e4 e5 2. Nf3 {00} 2... Nc6 3. Bb5 a6 *" }, -- not legal
  }
  for _, row in ipairs(ROWS) do
    it("gives " .. row[2], function()
      assert.equal(row[2], (chess.read_text(row[1])[1]:movetext { width = 0 }:gsub("%s+$", "")))
    end)
  end
end)

describe("the offer of a draw, (=)", function()
  local TEXT = "1. e4 e5(=) 2. Nf3 (=) Nc6 *"

  it("is kept in movetext, as a repair of PGN", function()
    local game = assert(chess.game("1. e4 (=) e5 (1... c5(=) 2. Nf3) 2. Nf3 (=)(=) *"))
    assert.same({ "e4 e5 Nf3", "draw_offer" }, { moves_of(game), codes(game):match "%S+" })
    assert.equal("1. e4 (=) e5 (1... c5 (=) 2. Nf3) 2. Nf3 (=) (=) *\n", game:movetext())
    assert.equal(game:movetext(), chess.game(game:pgn()):movetext())
    assert.equal("(=)", game.root[1].notes[1])
  end)

  it("needs no repair in other notations", function()
    local game = assert(chess.game("1. e4 e5 2. Cf3 (=) Cc6 *", { dialect = "fide:french" }))
    assert.same({ "e4 e5 Nf3 Nc6", "" }, { moves_of(game), codes(game) })
  end)

  it("is kept by the prompt, read_text and translate, and explained", function()
    local read = chess.read_text(TEXT)[1]
    assert.same({ "e4 e5 Nf3 Nc6", "e4 e5 Nf3 Nc6" }, { moves_of(read), typed(TEXT) })
    assert.equal("(=)", read:node_at(2).comments[1])
    assert.equal("1. e4 e5(=) 2. Cf3 (=) Cc6 *", chess.translate(TEXT, { from = "english", to = "french" }))
    assert.equal("The offer of a draw.", chess.explain("(=)").headline)
    assert.is_nil(chess.nag "(=)")
  end)
end)

describe("each spelling of the null move", function()
  for _, entry in ipairs(NULLS) do
    local text = entry.text

    it(("is read in movetext, by positions and as JSON: %s"):format(text), function()
      local game = assert(chess.game(("1. e4 %s 2. d4 Nf6 *"):format(text)))
      assert.same({ "e4 -- d4 Nf6", "" }, { moves_of(game), codes(game) })
      assert.is_true(chess.position():play("e4"):parse(text).is_null)
      assert.equal("e4 -- d4 Nf6", moves_of(assert(chess.from_json(game:json()))))
    end)

    it(("is played at the prompt, and explained: %s"):format(text), function()
      assert.equal("e4 -- d4 Nf6", typed(("e4 %s d4 Nf6"):format(text)))
      assert.equal("White passes.", chess.explain(text).headline)
    end)

    it(("is found by a query: %s"):format(text), function()
      assert.is_true(chess.query.played(text)(chess.game "1. e4 -- 2. d4 *"))
      assert.is_false(chess.query.played(text)(chess.game "1. e4 e5 2. d4 *"))
    end)

    if entry.is_sign then
      it(("is translated: %s"):format(text), function()
        local got = chess.translate(("1. e4 %s 2. d4 Nf6"):format(text), { from = "english", to = "french" })
        assert.equal("1. e4 -- 2. d4 Cf6", got)
      end)
    end
  end

  it("is no word or rule of a text", function()
    for _, text in ipairs { "pass", "null", "---" } do
      assert.is_nil(chess.dialect("english"):read(chess.position(), text), text)
    end
  end)
end)
