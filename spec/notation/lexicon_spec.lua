-- Every entry of the lexicon (csrc/notation/*.def) by every door that reads moves: the same moves and signs, or a
-- refusal with a message. signs_spec.lua and castling_spec.lua test what each entry means.

local chess = require "lucena"
local doors = require "spec.support.doors"
local lexicon = require "lucena.lexicon"

local LINE, WHOLE = "1. e4 e5 2. Nf3 %s Nc6 3. Bb5 a6 4. Ba4 *", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4"

-- Test a text of each entry: the doors agree, and PGN reads it or not.
local function walk(kind, entries, test)
  for _, entry in ipairs(entries) do
    it(("%s has one meaning, or is refused with a message, by every door: %s"):format(kind, entry.text), function()
      test(entry)
      local headline = assert(doors.explains(entry.text), entry.text).headline
      assert.is_nil(headline:find("This is not", 1, true), headline)
    end)
  end
end

describe("the lexicon", function()
  walk("a word or sign after a move", lexicon.suffixes(), function(entry)
    doors.agree(LINE:format(entry.text), WHOLE)
    doors.agree(LINE:gsub("Nf3 ", "Nf3"):format(entry.text), WHOLE)
  end)

  local PROMOTION = "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nd5 5. bxa8%s Nb6 *"
  walk("a promotion", lexicon.promotions(), function(entry)
    local is_read = doors.agree(PROMOTION:format(entry.text), "e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nd5 bxa8=Q Nb6")
    assert.equal(entry.use ~= "repaired", is_read)
  end)

  walk("the sign of a move number", lexicon.number_signs(), function(entry)
    local sign = entry.text
    assert.is_true((doors.agree(("1%s e4 e5 2%sNf3 Nc6 3 %s Bb5 a6 4. Ba4 *"):format(sign, sign, sign), WHOLE)))
    assert.is_true((doors.agree(("1. e4 {a} 1%s e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *"):format(sign:rep(3)), WHOLE)))
  end)

  local CASTLING = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. %s d6 5. d3 *"
  local CASTLED = "e4 e5 Nf3 Nf6 Be2 Be7 O-O d6 d3"
  walk("castling", lexicon.castlings(), function(entry)
    local is_read = doors.agree(CASTLING:format(entry.text), CASTLED)
    assert.equal(not entry.is_long, is_read)
    doors.plays("e4 e5 Nf3 Nf6 Be2 Be7 " .. entry.text, "e4 e5 Nf3 Nf6 Be2 Be7 O-O")
  end)

  walk("a word about castling", lexicon.castling_words(), function(entry)
    assert.is_false(doors.agree(CASTLING:format(entry.text), CASTLED))
    doors.agree(CASTLING:format("petit " .. entry.text), CASTLED)
  end)

  walk("a null move", lexicon.null_moves(), function(entry)
    doors.agree(("1. e4 %s 2. d4 Nf6 *"):format(entry.text), "e4 -- d4 Nf6")
  end)

  walk("a sign", lexicon.signs(), function(entry)
    doors.agree(LINE:format(entry.text):gsub(" Nc6", " 2... Nc6"), WHOLE)
  end)

  walk("a result", lexicon.entries(), function(entry)
    local text = ('[Result "%s"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 %s'):format(entry.text, entry.text)
    assert.is_true((doors.agree(text, WHOLE)))
    assert.equal(entry.result, chess.game(text).result)
  end)
end)
