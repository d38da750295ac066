-- lucena.Board: playing moves, taking them back, and the methods that it shares with Position.

local chess = require "lucena"

describe("a Board", function()
  it("plays moves and undoes them", function()
    local b = chess.board()
    assert.equal(0, b.ply)
    assert.is_false(b:undo())
    assert.equal("e2e4", tostring(b:play "e4"))
    assert.equal("g1f3", tostring(b:play "1... e5 2. Nf3"))
    assert.equal(3, b.ply)
    assert.equal("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", tostring(b))
    assert.is_true(b:undo())
    assert.equal("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", b:fen { ep = "always" })
    assert.is_true(b:undo())
    assert.is_true(b:undo())
    assert.is_false(b:undo())
    assert.equal(chess.START_FEN, tostring(b))
    assert.equal(0, b.ply)
  end)

  it("can be set to any position, repeatedly", function()
    local p = chess.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    local b = chess.board(p)
    assert.equal(tostring(p), tostring(b))
    b:play "e4"
    b:reset(p)
    assert.equal(0, b.ply)
    assert.is_false(b:undo())
    assert.equal(tostring(p), tostring(b))
    b:reset()
    assert.equal(chess.START_FEN, tostring(b))
  end)

  it("changes nothing if one of several moves cannot be played", function()
    local b = chess.board()
    b:play "e4"
    local before = tostring(b)
    local move, message, code = b:play "e5 Nf3 Nf3"
    assert.is_nil(move)
    assert.equal("moves:8: illegal move Nf3 (move 2, Black)", message)
    assert.equal("illegal_move", code)
    assert.equal(before, tostring(b))
    assert.equal(1, b.ply)
    move, message, code = b:play "2."
    assert.is_nil(move)
    assert.equal("moves:1: not a move 2. (move 1, Black)", message)
    assert.equal("bad_move", code)
    move, message, code = b:play(chess.position():parse "e4")
    assert.is_nil(move)
    assert.equal("illegal move e2e4 (move 1, Black)", message)
    assert.equal("illegal_move", code)
    assert.equal(1, b.ply)
  end)

  it("returns positions that do not change", function()
    local b = chess.board()
    local p = b:position()
    b:play "e4"
    assert.is_true(p == chess.position())
    assert.is_true(b:position() == chess.position():play "e4")
  end)

  it("plays thousands of plies and undoes them", function()
    local b = chess.board()
    local keys = {}
    local shuffle = { "Nf3", "Nf6", "Ng1", "Ng8" }
    for i = 1, 5000 do
      keys[i] = b.key
      b:play(shuffle[(i - 1) % 4 + 1])
    end
    assert.equal(5000, b.ply)
    collectgarbage()
    for i = 5000, 1, -1 do
      assert.is_true(b:undo())
      assert.equal(keys[i], b.key)
    end
    assert.is_false(b:undo())
    assert.is_truthy(b:play(("Nf3 Nf6 Ng1 Ng8 "):rep(1000)))
    assert.equal(4000, b.ply)
  end)

  it("agrees with Position in every method", function()
    local p, b = chess.position(), chess.board()
    local seed = 5
    for ply = 1, 200 do
      local moves = p:moves()
      if #moves == 0 then
        break
      end
      seed = (seed * 1103515245 + 12345) & 0x7fffffff
      local move = moves[(seed >> 8) % #moves + 1]
      assert.same(moves, b:moves())
      assert.equal(p:san(move), b:san(move))
      assert.equal(p:uci(move), b:uci(move))
      assert.equal(p:gives_check(move), b:gives_check(move))
      assert.is_true(rawequal(move, b:parse(p:san(move))))
      p = p:play(move)
      assert.is_true(rawequal(move, b:play(move)))
      assert.equal(ply, b.ply)
      for _, name in ipairs { "turn", "castling", "ep", "halfmove_clock", "fullmove_number", "key", "chess960" } do
        assert.equal(p[name], b[name])
      end
      assert.equal(tostring(p), tostring(b))
      assert.equal(p:in_check(), b:in_check())
      assert.equal(p:polyglot_key(), b:polyglot_key())
      assert.same(p:outcome(), b:outcome())
      assert.same(p:squares "N", b:squares "N")
    end
    assert.is_true(b.ply > 50)
    assert.has_error(function() b:outcome { claims = true } end,
      "bad argument #1 to 'outcome' (it has no options: claims depend on the game, see Node:outcome)")
  end)

  it("is recognised in its methods whether or not it is the newest one", function()
    local first, position = chess.board(), chess.position()
    local count, ply = first.count, first.play
    local second = chess.board()
    for _, board in ipairs { first, second, chess.board(), first } do
      assert.equal(8, count(board, "P"))
      collectgarbage()
    end
    second:play("e4")
    assert.same({ 0, 1 }, { first.ply, second.ply })
    local expected = "bad argument #1 to '%s' (%s expected, got %s)"
    for _, value in ipairs { position, io.stdout, {}, "x", chess.game "*" } do
      local kind = type(value) == "userdata" and (value == io.stdout and "FILE*" or getmetatable(value)) or type(value)
      assert.has_error(function() count(value, "P") end, expected:format("count", "lucena.Board", kind))
      assert.has_error(function() ply(value, "e4") end, expected:format("ply", "lucena.Board", kind))
    end
    assert.has_error(function() position.count(second, "P") end,
      expected:format("count", "lucena.Position", "lucena.Board"))
    collectgarbage()
    assert.equal(8, count(chess.board(), "p"))
  end)

  it("is read-only except for its methods", function()
    local b = chess.board()
    assert.has_error(function() b.ply = 3 end, "lucena.Board field 'ply' cannot be set")
    assert.has_error(function() return b.plies end, "lucena.Board has no field 'plies'")
    assert.is_nil((chess.board("x"))) -- not a FEN
    assert.error_matches(function() chess.board(1) end, "bad argument #1 to 'board'", 1, true)
    assert.has_error(function() b:reset(b) end,
      "bad argument #1 to 'reset' (lucena.Position expected, got lucena.Board)")
    assert.equal("lucena.Board", getmetatable(b))
  end)
end)
