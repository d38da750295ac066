-- lucena.Setup from Lua: reading, editing, and converting to a Position.

local chess = require "lucena"

describe("a Setup", function()
  it("is empty at first", function()
    local s = chess.setup()
    assert.equal("8/8/8/8/8/8/8/8 w - - 0 1", tostring(s))
    assert.same({ "empty_board", "no_white_king", "no_black_king" }, s:problems())
    assert.equal(0, #s.diagnostics)
  end)

  it("can be edited into a position", function()
    local s = chess.setup()
    for square, piece in pairs { e1 = "K", h1 = "R", e8 = "k", d5 = "p", e5 = "P" } do
      s:put(square, piece)
    end
    s.castling = "K"
    s.ep = "d6"
    s.halfmove_clock = 3
    s.fullmove_number = 40
    assert.equal("4k3/8/8/3pP3/8/8/8/4K2R w K d6 3 40", s:fen())
    local p = assert(s:position { strict = true })
    assert.equal(s:fen(), tostring(p))
    s:put("e5")
    s.turn = "black"
    s.ep = nil
    assert.is_nil(s:piece "e5")
    assert.equal("p", s:piece "d5")
    assert.equal("4k3/8/8/3p4/8/8/8/4K2R b K - 3 40", s:fen())
    assert.equal("4k3/8/8/3pP3/8/8/8/4K2R w K d6 3 40", tostring(p))
  end)

  it("returns assigned values", function()
    local s = chess.setup("r3k2r/8/8/8/8/8/8/R3K2R")
    for name, values in pairs {
      turn = { "black", "white" },
      castling = { "KQkq", "Kq", "-", "Q" },
      ep = { "a3", "h6" },
      halfmove_clock = { 0, 1, 65535 },
      fullmove_number = { 1, 2, 65535 },
      chess960 = { true, false },
    } do
      for _, value in ipairs(values) do
        s[name] = value
        assert.equal(value, s[name], name)
      end
    end
    s.halfmove_clock = 7.0
    assert.equal("integer", math.type(s.halfmove_clock))
  end)

  it("accepts castling letters in any order, and detects Chess960", function()
    local s = chess.setup("1r3kr1/8/8/8/8/8/8/1R3KR1")
    s.castling = "qKkQ"
    assert.equal("KQkq", s.castling)
    assert.is_true(s.chess960)
    s.castling = "Bg"
    assert.equal("Qk", s.castling)
    s.castling = "-"
    assert.equal("-", s.castling)
  end)

  it("can be made from a Position, which does not change", function()
    local p = chess.position():play "e4"
    local s = p:setup()
    assert.equal("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", s:fen())
    assert.equal(0, #s.diagnostics)
    s:put("e4", nil)
    assert.equal("P", p:piece "e4")
    assert.is_true(s.ep == "e3" and s:problems()[1] == "bad_ep")
  end)

  it("is not repaired when it becomes a Position", function()
    local s = chess.setup("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
    local p, message, code = s:position()
    assert.is_nil(p)
    assert.equal("not a legal position: a castling right has no king or rook in place", message)
    assert.equal("invalid_position", code)
    assert.same({ "bad_castling" }, s:repair())
    assert.equal("4k3/8/8/8/8/8/8/4K3 w - - 0 1", tostring(s:position()))
  end)

  it("has diagnostics, the same table each time", function()
    local s = chess.setup("8/8/8/8/8/8/8/4K2k w")
    assert.is_true(rawequal(s.diagnostics, s.diagnostics))
    assert.equal("fen_fields", s.diagnostics[1].code)
  end)

  -- field, value, message
  local BAD = {
    { "turn", "red", "lucena.Setup field 'turn': \"white\" or \"black\" expected, got 'red'" },
    { "turn", nil, "lucena.Setup field 'turn': \"white\" or \"black\" expected, got 'nil'" },
    { "castling", "KX", "lucena.Setup field 'castling': castling field of a FEN expected, got 'KX'" },
    { "castling", "", "lucena.Setup field 'castling': castling field of a FEN expected, got ''" },
    { "castling", 5, "lucena.Setup field 'castling': castling field of a FEN expected, got '5'" },
    { "ep", "e4", "lucena.Setup field 'ep': square of rank 3 or 6, or nil, expected, got 'e4'" },
    { "ep", false, "lucena.Setup field 'ep': square of rank 3 or 6, or nil, expected, got 'false'" },
    { "halfmove_clock", -1, "lucena.Setup field 'halfmove_clock': integer from 0 to 65535 expected, got '-1'" },
    { "halfmove_clock", 65536, "lucena.Setup field 'halfmove_clock': integer from 0 to 65535 expected, got '65536'" },
    { "halfmove_clock", 1 << 32,
      "lucena.Setup field 'halfmove_clock': integer from 0 to 65535 expected, got '4294967296'" },
    { "halfmove_clock", "7", "lucena.Setup field 'halfmove_clock': integer from 0 to 65535 expected, got '7'" },
    { "halfmove_clock", 0.5, "lucena.Setup field 'halfmove_clock': integer from 0 to 65535 expected, got '0.5'" },
    { "fullmove_number", 0, "lucena.Setup field 'fullmove_number': integer from 1 to 65535 expected, got '0'" },
    { "chess960", 1, "lucena.Setup field 'chess960': boolean expected, got '1'" },
    { "diagnostics", {}, "lucena.Setup field 'diagnostics' cannot be set" },
    { "put", 1, "lucena.Setup field 'put' cannot be set" },
    { "colour", 1, "lucena.Setup has no field 'colour'" },
  }
  for _, row in ipairs(BAD) do
    it("refuses " .. row[1] .. " = " .. tostring(row[2]), function()
      local s = chess.setup(chess.START_FEN)
      assert.has_error(function() s[row[1]] = row[2] end, row[3])
      assert.equal(chess.START_FEN, s:fen())
    end)
  end

  it("raises for other squares and pieces", function()
    local s = chess.setup()
    assert.has_error(function() s:put("i1", "K") end, "bad argument #1 to 'put' (square expected, got 'i1')")
    assert.has_error(function() s:put("e1", "X") end, "bad argument #2 to 'put' (piece letter expected, got 'X')")
    assert.has_error(function() s:put("e1", " ") end, "bad argument #2 to 'put' (piece letter expected, got ' ')")
    assert.has_error(function() s:put("e1", "KQ") end, "bad argument #2 to 'put' (piece letter expected, got 'KQ')")
    assert.has_error(function() s:piece(11) end, "bad argument #1 to 'piece' (square expected, got number)")
    assert.has_error(function() return s.colour end, "lucena.Setup has no field 'colour'")
    assert.equal("8/8/8/8/8/8/8/8 w - - 0 1", s:fen())
  end)
end)
