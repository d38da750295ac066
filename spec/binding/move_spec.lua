-- lucena.Move: a 16-bit code; there is one object for each code.

local chess = require "lucena"

local START = chess.position()
local CASTLES = chess.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
local FISCHER = chess.position("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1")
local PROMOTES = chess.position("8/P7/8/8/8/8/8/K1k5 w - - 0 1")

describe("a Move", function()
  -- move, text, from, to, promotion, rook, is_castling, is_null, code
  local ROWS = {
    { START:parse("e4"), "e2e4", "e2", "e4", nil, nil, false, false, 12 | 28 << 6 },
    { START:parse("--"), "0000", nil, nil, nil, nil, false, true, 0 },
    { PROMOTES:parse("a8=N"), "a7a8n", "a7", "a8", "N", nil, false, false, 48 | 56 << 6 | 1 << 12 },
    { PROMOTES:parse("a8=Q"), "a7a8q", "a7", "a8", "Q", nil, false, false, 48 | 56 << 6 | 4 << 12 },
    { CASTLES:parse("O-O"), "e1g1", "e1", "g1", nil, "h1", true, false, 4 | 7 << 6 | 1 << 15 },
    { CASTLES:parse("O-O-O"), "e1c1", "e1", "c1", nil, "a1", true, false, 4 | 0 << 6 | 1 << 15 },
    { FISCHER:parse("O-O"), "f1g1", "f1", "g1", nil, "g1", true, false, 5 | 6 << 6 | 1 << 15 },
    { FISCHER:parse("O-O-O"), "f1b1", "f1", "c1", nil, "b1", true, false, 5 | 1 << 6 | 1 << 15 },
  }
  for _, row in ipairs(ROWS) do
    it("written " .. row[2] .. " has its parts as fields", function()
      local m = row[1]
      assert.equal(row[2], tostring(m))
      assert.equal(row[3], m.from)
      assert.equal(row[4], m.to)
      assert.equal(row[5], m.promotion)
      assert.equal(row[6], m.rook)
      assert.equal(row[7], m.is_castling)
      assert.equal(row[8], m.is_null)
      assert.equal(row[9], m.code)
      assert.is_true(rawequal(m, chess.move(m.code)))
    end)
  end

  it("is one object, and can be a table key", function()
    local seen = { [START:parse("e4")] = "king's pawn" }
    collectgarbage()
    assert.equal("king's pawn", seen[START:parse_uci("e2e4")])
    assert.equal("king's pawn", seen[START:moves({ from = "e2", to = "e4" })[1]])
    assert.is_nil(seen[START:parse("d4")])
  end)

  it("is the same object later, if nothing has referred to it meanwhile", function()
    local weak = setmetatable({}, { __mode = "k" })
    local p = chess.position("7k/8/8/8/8/8/8/K7 w - - 0 1")
    for _, m in ipairs(p:moves()) do
      weak[m] = tostring(m)
    end
    collectgarbage()
    assert.equal("a1b1", weak[p:parse("Kb1")])
  end)

  it("is read-only, and its errors report this", function()
    local m = START:parse("e4")
    assert.has_error(function() m.to = "e5" end, "lucena.Move field 'to' cannot be set")
    assert.has_error(function() m.x = 1 end, "lucena.Move has no field 'x'")
    assert.has_error(function() return m.x end, "lucena.Move has no field 'x'")
    assert.has_error(function() return m[1] end, "lucena.Move has no field '1'")
    assert.equal("lucena.Move", getmetatable(m))
  end)
end)

describe("chess.move", function()
  it("accepts only codes of moves", function()
    local good = 0
    for code = 0, 0xffff do
      local ok, m = pcall(function() return (chess.move(code)) end)
      if ok then
        good = good + 1
        assert.equal(code, m.code)
      else
        assert.equal("bad argument #1 to 'move' (not the code of a move)", m:match("bad.*"))
      end
    end
    -- the null move; 64 x 63 ordinary moves; 4 promotion pieces on each of 16 squares from 63 squares; castling on
    -- ranks 1 and 8
    assert.equal(1 + 64 * 63 + 4 * 16 * 63 + 2 * 8 * 7, good)
  end)

  it("refuses a text, and names the function that reads one", function()
    assert.has_error(function() chess.move "e2e4" end, "bad argument #1 to 'move' (number expected, got string; "
      .. "chess.move takes the code of a move, and position:parse reads a text)")
  end)

  for _, code in ipairs { -1, 65536, 1 << 32, (1 << 32) + 796, math.mininteger, math.maxinteger, 7 << 12 | 1 } do
    it("refuses " .. code, function()
      assert.has_error(function() chess.move(code) end, "bad argument #1 to 'move' (not the code of a move)")
    end)
  end

  it("does not make an illegal move legal", function()
    local legal = {}
    for _, m in ipairs(CASTLES:moves()) do
      legal[m.code] = true
    end
    local count = 0
    for code = 0, 0xffff do
      local ok, m = pcall(chess.move, code)
      if ok and CASTLES:is_legal(m) then
        assert.is_true(legal[code], tostring(m))
        count = count + 1
      end
    end
    assert.equal(26, count)
  end)
end)
