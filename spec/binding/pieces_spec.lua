-- Methods of Position and Board about pieces: attacks, captures, the king, material, mirroring; and playing arrays
-- of moves. Each result is compared with a second way to compute it, in every position of the sample games.

local chess = require "lucena"

local SAMPLE = "spec/data/sample/sample.pgn"
local OTHER = { white = "black", black = "white" }

local function each_position(use)
  local games = 0
  for game in chess.games(SAMPLE) do
    games = games + 1
    for node in game:mainline() do
      use(node.parent.position, node.move, node.position)
    end
    if games == 12 then
      return
    end
  end
end

local function all_squares()
  local list = {}
  for rank = 1, 8 do
    for file in ("abcdefgh"):gmatch "." do
      list[#list + 1] = file .. rank
    end
  end
  return list
end

describe("attacks", function()
  it("are the reverse of attackers", function()
    local squares = all_squares()
    local count = 0
    each_position(function(p)
      count = count + 1
      if count % 40 ~= 0 then
        return
      end
      for _, color in ipairs { "white", "black" } do
        local attacked = {}
        for _, square in ipairs(p:attacks(color)) do
          attacked[square] = true
        end
        for _, square in ipairs(squares) do
          local attackers = p:attackers(square, color)
          assert.equal(#attackers > 0, attacked[square] or false)
          for _, from in ipairs(attackers) do
            assert.is_truthy((" " .. table.concat(p:attacks(from), " ") .. " "):find(" " .. square .. " ", 1, true))
          end
        end
      end
    end)
    assert.is_true(count > 500)
  end)

  it("of an empty square are empty", function()
    assert.same({}, chess.position():attacks "e4")
  end)

  it("require a square or a color", function()
    assert.error_matches(function() chess.position():attacks "e9" end,
      "square, \"white\" or \"black\" expected, got 'e9'", nil, true)
  end)
end)

describe("captured, king, material", function()
  it("agree with the position after each move", function()
    local captures = 0
    each_position(function(p, move, after)
      local piece = p:captured(move)
      local before, rest = p:material(OTHER[p.turn]), after:material(OTHER[p.turn])
      for _, kind in ipairs { "K", "Q", "R", "B", "N", "P" } do
        assert.equal(piece and piece:upper() == kind and 1 or 0, before[kind] - rest[kind])
        assert.equal(before[kind], #p:squares(p.turn == "white" and kind:lower() or kind))
      end
      assert.equal(piece ~= nil, p:is_capture(move))
      captures = captures + (piece and 1 or 0)
      assert.equal(p.turn == "white" and "K" or "k", p:piece(p:king(p.turn)))
      assert.equal(p:in_check(), p.is_check)
    end)
    assert.is_true(captures > 50)
  end)

  it("return the pawn captured en passant, and nothing for castling", function()
    local p = chess.position():play "e4 a6 e5 d5"
    assert.equal("p", p:captured(p:parse "exd6"))
    local castling = chess.position "4k2r/8/8/8/8/8/8/4K2R w Kk -"
    assert.is_nil(castling:captured(castling:parse "O-O"))
    assert.same({ K = 1, Q = 0, R = 1, B = 0, N = 0, P = 0 }, castling:material "white")
  end)

  it("raise for a move that is not legal", function()
    local p = chess.position()
    local piece, err, code = p:play("e4"):captured(p:parse "e4")
    assert.is_nil(piece)
    assert.equal("illegal_move", code)
    assert.matches("illegal move e2e4", err)
  end)
end)

describe("mirror", function()
  it("applied twice gives the same position, with as many moves", function()
    each_position(function(p)
      local mirrored = p:mirror()
      assert.equal(OTHER[p.turn], mirrored.turn)
      assert.equal(#p:moves(), #mirrored:moves())
      assert.equal(p:fen(), mirrored:mirror():fen())
      assert.equal(p:king "white":gsub("%d", function(rank) return 9 - rank end), mirrored:king "black")
    end)
  end)

  it("exchanges castling rights and the en passant square", function()
    local p = chess.position "r3k2r/8/8/8/4pP2/8/8/R3K1R1 b Qkq f3 3 7"
    assert.equal("r3k1r1/8/8/4Pp2/8/8/8/R3K2R w KQq f6 3 7", p:mirror():fen { ep = "always" })
    assert.equal(p:perft(3), p:mirror():perft(3))
  end)

  it("keeps Chess960", function()
    local p = chess.position("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
    assert.is_true(p.is_chess960)
    assert.is_true(p:mirror().is_chess960)
    assert.equal(p:perft(3), p:mirror():perft(3))
  end)
end)

describe("flip and rotate", function()
  local FEN = "4k3/8/8/8/2n5/8/1P6/R3K3 w Q - 3 7"
  -- method, argument, FEN
  local ROWS = {
    { "flip", "horizontal", "3k4/8/8/8/5n2/8/6P1/3K3R w - - 3 7" },
    { "flip", "vertical", "R3K3/1P6/8/2n5/8/8/8/4k3 w - - 3 7" },
    { "flip", "diagonal", "8/8/8/K6k/8/3n4/1P6/R7 w - - 3 7" },
    { "flip", "antidiagonal", "7R/6P1/4n3/8/k6K/8/8/8 w - - 3 7" },
    { "rotate", 90, "R7/1P6/3n4/8/K6k/8/8/8 w - - 3 7" },
    { "rotate", 180, "3K3R/6P1/8/5n2/8/8/8/3k4 w - - 3 7" },
    { "rotate", 270, "8/8/8/k6K/8/4n3/6P1/7R w - - 3 7" },
  }
  for _, row in ipairs(ROWS) do
    it(row[1] .. " " .. row[2], function()
      assert.equal(row[3], chess.position(FEN)[row[1]](chess.position(FEN), row[2]):fen())
      assert.equal(row[3], chess.board(chess.position(FEN))[row[1]](chess.board(chess.position(FEN)), row[2]):fen())
    end)
  end

  it("keep what remains possible", function()
    local p = chess.position "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1"
    assert.equal("3k4/8/8/2pP4/8/8/8/3K4 w - c6 0 1", p:flip("horizontal"):fen())
    assert.is_nil(p:flip("vertical").ep)
    local chess960 = chess.position("1r1k2r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1")
    assert.equal("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", chess960:flip("horizontal"):fen())
    assert.is_true(chess960:flip("horizontal").is_chess960)
  end)

  it("return an error for a position that is not legal", function()
    local p, err, code = chess.position():rotate(90)
    assert.is_nil(p)
    assert.equal("invalid_position", code)
    assert.matches("not a legal position: a pawn stands on rank 1 or 8", err, 1, true)
  end)
end)

describe("an array of moves", function()
  it("is played like the text", function()
    local p = chess.position()
    assert.equal(p:play "e4 e5 Nf3", p:play { "e4", p:play("e4"):parse "e5", "Nf3" })
    assert.equal(p, p:play {})
    assert.equal(p:play("e4 e5 Nf3"), p:play({ "e4", "e5", "Cf3" }, "french"))
  end)

  it("reports the number of the item that fails, and leaves the Board unchanged", function()
    local p, b = chess.position(), chess.board()
    local failed, err, code = p:play { "e4", "Ke3" }
    assert.is_nil(failed)
    assert.equal("move 2: illegal move Ke3 (move 1, Black)", err)
    assert.equal("illegal_move", code)
    assert.equal("move 3: not a move Cf9 (move 2, White)", select(2, p:play({ "e4", "e5", "Cf9" }, "french")))
    assert.equal(err, select(2, b:play { "e4", "Ke3" }))
    assert.equal(0, b.ply)
    assert.equal("move 2: illegal move e2e4 (move 1, Black)", select(2, b:play { "e4", p:parse "e4" }))
    assert.equal("e7e5", tostring(b:play { "e4", "e5" }))
    assert.equal(0, select("#", b:play {}))
    assert.equal(2, b.ply)
  end)

  it("of other values is rejected", function()
    assert.error_matches(function() chess.position():play { "e4", 5 } end,
      "item 2: string or lucena.Move expected, got number", nil, true)
  end)

  it("is rejected if a dialect's function changes the Board during the call", function()
    local board = chess.board()
    local function parse(position)
      board:reset(chess.position():play "d4")
      return position:moves()[1]
    end
    local dialect = assert(chess.dialect {
      name = "meddler", title = "Meddler", hooks = { print = tostring, parse = parse },
    })
    assert.error_matches(function() board:play({ "x", "y" }, dialect) end, "the Board was changed")
    assert.error_matches(function() chess.board():play(5) end, "string, lucena.Move or array of moves expected")
  end)
end)

describe("Board:pass", function()
  it("plays a null move that can be undone, and not in check", function()
    local board = chess.board()
    assert.is_true(board:pass().is_null)
    assert.equal("black", board.turn)
    assert.is_true(board:undo())
    assert.equal("white", board.turn)
    board:play "e4 f6 d4 g5 Qh5"
    local move, _, code = board:pass()
    assert.is_nil(move)
    assert.equal("illegal_move", code)
  end)
end)
