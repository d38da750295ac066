-- The ends of ranges: letters at the ends of alphabets, lines of perft suites, dates and times of EPD, and fields of
-- FEN that are nearly right.

local chess = require "lucena"
local core = require "lucena.core"
local folder_of = require "spec.support.folder"

describe("lower case", function()
  it("is that of each alphabet, to its ends", function()
    for upper, lower in pairs {
      ["AZ"] = "az", ["ÀÞ"] = "àþ", ["×"] = "×", ["Ÿ"] = "ÿ", ["ĹŹŽ"] = "ĺźž", ["ΑΫ"] = "αϋ",
      ["Ά"] = "ά", ["ΈΉΊ"] = "έήί",
      ["Ό"] = "ό", ["ΎΏ"] = "ύώ", ["\u{387}\u{38b}\u{38d}"] = "\u{387}\u{38b}\u{38d}", ["\u{3a2}"] = "\u{3a2}",
      ["АЯЀЏ"] = "аяѐџ", ["ԱՖ"] = "աֆ",
    } do
      assert.equal(lower, core.fold_case(upper), upper)
    end
  end)

  it("leaves bytes that are no characters", function()
    for _, bytes in ipairs { "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80",
      "\xf5\x80\x80\x80", "\x80A" } do
      assert.equal((bytes:gsub("A", "a")), core.fold_case(bytes))
    end
  end)
end)

describe("the fields of a FEN", function()
  local BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

  it("are refused if they are nearly right", function()
    for _, fen in ipairs {
      "8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/7 w - - 0 1", "8/8/8/8/8/8/8/8/ w - - 0 1", "9/8/8/8/8/8/8/8 w - - 0 1",
      "k7/8/8/8/8/8/8/K71 w - - 0 1", BOARD .. " w KQkq -- 0 1", BOARD .. " w ? - 0 1", BOARD .. " w @ - 0 1",
      BOARD .. " w 1 - 0 1", BOARD .. " w KQkqX - 0 1", BOARD .. " w KQkq - 0 1 x", BOARD .. " w KQkq - 0 1 +1",
      BOARD .. " w KQkq - 3+9 0 1", BOARD .. " w KQkq - 0 1 +9+0", BOARD .. " x KQkq - 0 1", "",
    } do
      local position, message, code = chess.position(fen)
      assert.is_nil(position, fen)
      assert.is_string(message)
      assert.is_string(code)
    end
  end)
end)

describe("lines of a perft suite", function()
  local ROOK = "4k3/8/8/8/8/8/8/R3K3 w - -"

  -- The texts of the records, "E" for the fields of ROOK.
  local function read(text)
    local folder <close> = folder_of()
    local out = {}
    for record in chess.epd_records(folder:write("a.perft", (text:gsub("E", ROOK)))) do
      out[#out + 1] = record.text:sub(1, #ROOK) == ROOK and "E" .. record.text:sub(#ROOK + 1) or record.text:sub(1, 12)
    end
    return table.concat(out, "|")
  end

  it("are a block only in their order and form", function()
    for text, wanted in pairs {
      ["id a\nepd E\nperft 1 15\n"] = 'E D1 15; id "a";', ["id a \0\nepd E \0\nperft 1 15 \0\n"] = 'E D1 15; id "a";',
      ["id a\nid b\nepd E\nperft 1 15\n"] = 'id a|E D1 15; id "b";',
      ["id a\nepd E\nepd E\nperft 1 15\n"] = 'E id "a";|E D1 15;', ["id a\nepd E\nperft 1\n"] = 'E id "a";|perft 1',
      ["id a\nepd E\nperft 1 x\n"] = 'E id "a";|perft 1 x', ["id a\nepd E\nperft 1 15 x\n"] = 'E id "a";|perft 1 15 x',
      ["id a\nepd E\nperft 115\n"] = 'E id "a";|perft 115', ["id a\nepd E\nidx b\n"] = 'E id "a";|idx b',
    } do
      assert.equal(wanted, read(text), text)
    end
  end)

  it("are lines of their own if they are too long for a block", function()
    assert.equal("id xxxxxxxxx|E D1 15;", read("id " .. ("x"):rep(5000) .. "\nepd E\nperft 1 15\n"))
    assert.equal("id a|epd xxxxxxxx|perft 1 15", read("id a\nepd " .. ("x"):rep(5000) .. "\nperft 1 15\n"))
    local counts = read("id a\nepd E" .. ("\nperft 1 15"):rep(2000) .. "\n")
    assert.equal(2000, select(2, counts:gsub("1 15", "")))
  end)
end)

describe("the values of EPD", function()
  local FIELDS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

  it("are right up to their limits, and reported after them", function()
    for operation, problems in pairs {
      ["acd 9223372036854775807"] = 0, ["acd 9223372036854775808"] = 1, ["ce -5"] = 0, ["ce +5"] = 1, ["ce -"] = 1,
      ["ce 1x"] = 1, ["ce 40000"] = 1, ["dm 0"] = 1, ["dm 1"] = 0, ["hmvc -1"] = 1, ['acst "0:00:00"'] = 0,
      ['tcgs "x"'] = 1, ["pm e4"] = 0, ["pm e5"] = 1, ["bm e4 d4"] = 0, ["bm e4 e4"] = 1, ["bm"] = 0,
      ["pv e4 e5 Nf3"] = 0, ["pv e4 e4"] = 1, ["id a b"] = 1, ["bm -"] = 1, ["am --"] = 0, ["-x 1"] = 1,
    } do
      local record = assert(chess.epd(FIELDS .. " " .. operation .. ";"))
      assert.equal(problems, #record.diagnostics, operation)
    end
  end)

  it("keep escaped quotation marks and backslashes", function()
    local record = assert(chess.epd(FIELDS .. [[ id "a\"b\\c\d";]]))
    assert.equal([[a"b\c\d]], record.id)
    assert.equal([[ id "a\"b\\c\\d";]], record:epd():sub(#FIELDS + 1))
  end)
end)
