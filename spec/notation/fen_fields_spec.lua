-- The optional fields of a FEN, character by character: the en passant square, the checks of Three-check, and the
-- semicolons at the end, as in a record of EPD. Patterns give the expected codes, so all combinations can be tried.

local chess = require "lucena"

local BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq "

-- Returns whether the FEN is read, and the code if it is not.
local function code_of(fen, strict)
  local position, _, code = chess.position(fen, { strict = strict })
  return position and "" or code
end

-- Calls f(text) for each text that has one character of each set, in the order of the sets.
local function each(sets, f, text)
  text = text or ""
  if #text == #sets then
    return f(text)
  end
  for letter in sets[#text + 1]:gmatch "." do
    each(sets, f, text .. letter)
  end
end

local DIGITS = "/0234:"

describe("the checks of Three-check", function()
  it("after the sixth field are digits up to 3, each after a plus sign, and not both 3", function()
    each({ "+-", DIGITS, "+-", DIGITS }, function(text)
      local white, black = text:match "^%+(%d)%+(%d)$"
      local expected = not white and "trailing_text"
        or (tonumber(white) > 3 or tonumber(black) > 3 or white .. black == "33") and "bad_checks" or ""
      for _, strict in ipairs { false, true } do
        assert.equal(expected, code_of(BOARD .. "- 0 1 " .. text, strict), text)
      end
    end)
    for _, text in ipairs { "+1", "+1+", "+1+1+", "1+1+", "++11" } do
      assert.equal("trailing_text", code_of(BOARD .. "- 0 1 " .. text), text)
    end
  end)

  it("before the half-move clock are what remains to be given", function()
    each({ DIGITS, "+-", DIGITS }, function(text)
      local white, black = text:match "^(%d)%+(%d)$"
      local expected = not white and "bad_clock"
        or (tonumber(white) > 3 or tonumber(black) > 3 or white .. black == "00") and "bad_checks" or ""
      assert.equal(expected, code_of(BOARD .. "- " .. text .. " 0 1", true), text)
      if white and expected == "" then
        local position = assert(chess.position(BOARD .. "- " .. text .. " 0 1"))
        local given = ("+%d+%d"):format(3 - white, 3 - black)
        assert.equal(assert(chess.position(BOARD .. "- 0 1 " .. given)), position, text)
      end
    end)
    assert.equal("trailing_text", code_of(BOARD .. "- 3+2 0 1 +1+0"))
  end)
end)

describe("the en passant field", function()
  it("is a square of the third or sixth rank, or -", function()
    each({ "`ahi", "0138699" }, function(text)
      local is_square = text:find "^[a-h][1-8]$" ~= nil
      assert.equal(is_square and "" or "bad_ep", code_of(BOARD .. text .. " 0 1", false), text)
      local is_passed = is_square and text:find "[36]$" ~= nil
      assert.equal(is_passed and "" or "bad_ep", code_of(BOARD .. text .. " 0 1", true) == "bad_ep" and "bad_ep" or "",
        text)
    end)
    for _, text in ipairs { "e", "e33", "--" } do
      assert.equal("bad_ep", code_of(BOARD .. text .. " 0 1"), text)
    end
  end)
end)

describe("semicolons at the end of a FEN", function()
  it("are dropped, unless the FEN must be strict", function()
    for _, ending in ipairs { ";", " ;", ";;", "; ", " ; ; " } do
      assert.equal("", code_of(BOARD .. "- 0 1" .. ending), ending)
      assert.equal("fen_semicolon", code_of(BOARD .. "- 0 1" .. ending, true), ending)
    end
    assert.equal("bad_fen", code_of ";")
    assert.equal("bad_fen", code_of " ; ")
  end)
end)

describe("the board of a FEN", function()
  it("has eight ranks of eight squares", function()
    for _, board in ipairs { "8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/7", "8/8/8/8/8/8/8/k7K",
      "44/8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "8//8/8/8/8/8/8", "8/8/8/8/8/8/8/8/" } do
      assert.is_true(code_of(board .. " w - - 0 1") ~= "", board)
    end
  end)
end)
