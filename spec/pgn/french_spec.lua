-- A game in French letters is refused by the English reader, never misread: C, F, T, D and R are no pieces here
-- (and R is the rook, not the king).

local chess = require "lucena"

-- Fischer - Spassky, Sveti Stefan 1992, with the letters R D T F C.
local TEXT = [[
[White "Fischer, Robert James"]
[Black "Spassky, Boris V"]
[Result "1/2-1/2"]

1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 7. Fb3 d6 8. c3 O-O 9. h3 Cb8
10. d4 Cbd7 11. c4 c6 12. cxb5 axb5 13. Cc3 Fb7 14. Fg5 b4 15. Cb1 h6 16. Fh4 c5 17. dxe5 Cxe4
18. Fxe7 Dxe7 19. exd6 Df6 20. Cbd2 Cxd6 21. Cc4 Cxc4 22. Fxc4 Cb6 23. Ce5 Tae8 24. Fxf7 Txf7
25. Cxf7 Txe1 26. Dxe1 Rxf7 27. De3 Dg5 28. Dxg5 hxg5 29. b3 Re6 30. a3 Rd6 31. axb4 cxb4
32. Ta5 Cd5 33. f3 Fc8 34. Rf2 Ff5 35. Ta7 g6 36. Ta6 Rc5 37. Re1 Cf4 38. g3 Cxh3 39. Rd2 Rb5
40. Td6 Rc5 41. Ta6 Cf2 42. g4 Fd3 43. Te6 1/2-1/2
]]

local FEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"

describe("a game in French", function()
  it("stops at its first piece, and says where and why", function()
    local g = assert(chess.game(TEXT))
    assert.equal(2, g.plies)
    assert.equal(FEN, tostring(g.final))
    assert.same({
      { code = "bad_move", severity = "error", line = 5, column = 13, offset = 91, game = 1, ply = 2, token = "Cf3",
        fen = FEN, message = "not a move Cf3 (move 2, White)",
        text = "game:5:13: not a move Cf3 (move 2, White)" },
      total = 1,
    }, g.diagnostics)
    assert.equal("Cf3", TEXT:sub(92, 94))
  end)

  it("keeps the rest as it stands, with its result", function()
    local g = assert(chess.game(TEXT))
    assert.equal("1/2-1/2", g.result)
    assert.equal(TEXT:sub(92, -2), g.rest)
    assert.equal(TEXT:sub(1, -2), g.text)
    local moves = 0
    g:walk(function() moves = moves + 1 end)
    assert.equal(2, moves)
  end)

  it("is never resumed, not even where a token would be legal in English", function()
    -- b5, d6, O-O, h3 ... would all be playable somewhere.
    local g = assert(chess.game(TEXT:gsub("Cf3 Cc6 3%. Fb5", "Cf3 Nc6 3. Bb5")))
    assert.equal(2, g.plies)
  end)

  it("is refused token by token, whatever the position", function()
    local p = chess.position(FEN)
    for _, token in ipairs { "Cf3", "Fb5", "Cxe5", "De2", "Cbd7", "Tae8", "C3", "Db" } do
      local move, _, code = p:parse(token)
      assert.is_nil(move)
      assert.equal("bad_move", code)
    end
    -- R is a rook here: a French king's move is at most illegal.
    assert.equal("illegal_move", select(3, p:parse "Re2"))
  end)

  it("is counted as an error by a checking reader", function()
    local path = os.tmpname()
    local file = assert(io.open(path, "wb"))
    file:write(TEXT, "\n1. e4 *\n")
    file:close()
    local reader <close> = assert(chess.open(path, { check = true }))
    os.remove(path)
    assert.equal(2, reader:count())
    assert.equal(1, reader.errors)
    local diagnostics = reader:take_diagnostics()
    assert.equal(1, #diagnostics)
    assert.equal(path .. ":5:13: not a move Cf3 (move 2, White)", diagnostics[1].text)
    assert.equal(path, diagnostics[1].file)
  end)
end)
