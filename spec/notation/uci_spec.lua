-- Moves in UCI, the notation of engines.

local chess = require "lucena"

local CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
local FISCHER = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 b GBgb - 0 1"
local PROMOTES = "3r4/4P3/8/8/8/8/k7/4K3 w - - 0 1"

describe("reading UCI", function()
  -- FEN, text, the move when written again, SAN
  local ROWS = {
    { chess.START_FEN, "e2e4", "e2e4", "e4" },
    { chess.START_FEN, "g1f3", "g1f3", "Nf3" },
    { chess.START_FEN, "0000", "0000", "--" },
    { PROMOTES, "e7e8q", "e7e8q", "e8=Q" },
    { PROMOTES, "e7e8N", "e7e8n", "e8=N" },
    { PROMOTES, "e7d8r", "e7d8r", "exd8=R" },
    { PROMOTES, "e7d8b", "e7d8b", "exd8=B" },
    { "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", "e5f6", "e5f6", "exf6" },
    -- both forms of castling, in standard chess and in Chess960
    { CASTLES, "e1g1", "e1g1", "O-O" },
    { CASTLES, "e1h1", "e1g1", "O-O" },
    { CASTLES, "e1c1", "e1c1", "O-O-O" },
    { CASTLES, "e1a1", "e1c1", "O-O-O" },
    { FISCHER, "f8g8", "f8g8", "O-O" },
    { FISCHER, "f8b8", "f8b8", "O-O-O" },
    { FISCHER, "f8c8", "f8b8", "O-O-O" },
    -- f1g1 is an ordinary king move, although the rook is on h1
    { "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1g1", "f1g1", "Kg1" },
    { "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1h1", "f1h1", "O-O" },
    { "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1c1", "f1a1", "O-O-O" },
  }
  for _, row in ipairs(ROWS) do
    it(row[2] .. " in " .. row[1], function()
      local p = assert(chess.position(row[1], { strict = true }))
      local move = assert(p:parse_uci(row[2]))
      assert.equal(row[3], p:uci(move))
      assert.equal(row[4], (p:san(move):gsub("[+#]", "")))
      assert.is_true(move == p:parse_uci(p:uci(move)))
    end)
  end

  local MATED = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
  -- fen, text, message, code
  local ERRORS = {
    { chess.START_FEN, "", 'not a move "" (move 1, White)', "bad_move" },
    { chess.START_FEN, "e2", "not a move e2 (move 1, White)", "bad_move" },
    { chess.START_FEN, "e2e9", "not a move e2e9 (move 1, White)", "bad_move" },
    { chess.START_FEN, "i2e4", "not a move i2e4 (move 1, White)", "bad_move" },
    { chess.START_FEN, "e0e4", "not a move e0e4 (move 1, White)", "bad_move" },
    { chess.START_FEN, "e2i4", "not a move e2i4 (move 1, White)", "bad_move" },
    { CASTLES, "e1b1", "illegal move e1b1 (move 1, White)", "illegal_move" },
    { chess.START_FEN, "E2E4", "not a move E2E4 (move 1, White)", "bad_move" },
    { chess.START_FEN, "e2-e4", "not a move e2-e4 (move 1, White)", "bad_move" },
    { chess.START_FEN, "e2e4qq", "not a move e2e4qq (move 1, White)", "bad_move" },
    { chess.START_FEN, "e7e8k", "not a move e7e8k (move 1, White)", "bad_move" },
    { chess.START_FEN, "e2e4\0", 'not a move "e2e4\\x00" (move 1, White)', "bad_move" },
    { chess.START_FEN, "Nf3", "not a move Nf3 (move 1, White)", "bad_move" },
    { chess.START_FEN, "e2e5", "illegal move e2e5 (move 1, White)", "illegal_move" },
    { chess.START_FEN, "a1a1", "illegal move a1a1 (move 1, White)", "illegal_move" },
    { chess.START_FEN, "e2e4q", "illegal move e2e4q (move 1, White)", "illegal_move" },
    { chess.START_FEN, "e7e5", "illegal move e7e5 (move 1, White)", "illegal_move" },
    { chess.START_FEN, "e1g1", "illegal move e1g1 (move 1, White)", "illegal_move" },
    { PROMOTES, "e7e8", "illegal move e7e8 (move 1, White)", "illegal_move" },
    { "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", "illegal move e1g1 (move 1, White)", "illegal_move" },
    { MATED, "0000", "illegal move 0000 (move 1, Black)", "illegal_move" },
    { MATED, "g8f8", "illegal move g8f8 (move 1, Black)", "illegal_move" },
  }
  for _, row in ipairs(ERRORS) do
    it(("refuses %q in %s"):format(row[2], row[1]), function()
      local move, message, code = chess.position(row[1]):parse_uci(row[2])
      assert.is_nil(move)
      assert.equal(row[3], message)
      assert.equal(row[4], code)
    end)
  end

  it("returns every legal move that was written", function()
    local count = 0
    for _, fen in ipairs {
      CASTLES, PROMOTES, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    } do
      local p = chess.position(fen)
      for _, move in ipairs(p:moves()) do
        assert.is_true(move == p:parse_uci(p:uci(move)), p:uci(move))
        assert.is_true(move == p:parse_uci(tostring(move)), tostring(move))
        count = count + 1
      end
    end
    assert.equal(26 + 11 + 48 + 21, count)
  end)
end)
