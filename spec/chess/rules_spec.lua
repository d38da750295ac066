-- The rules of chess: the end of the game, castling, en passant, checks and promotions. Then a second, simple
-- implementation checks all rules together in random games.

local chess = require "lucena"
local model = require "spec.support.model"

local function position(fen)
  return assert(chess.position(fen))
end

-- A move in UCI with castling as king-takes-rook, also in positions of standard chess.
local function name(move)
  return move.from .. (move.rook or move.to) .. (move.promotion and move.promotion:lower() or "")
end

local function names(p)
  local list = {}
  for i, move in ipairs(p:moves()) do
    list[i] = name(move)
  end
  table.sort(list)
  return list
end

-- The legal moves in SAN that match a pattern, sorted.
local function sans(p, pattern)
  local list = {}
  for _, move in ipairs(p:moves()) do
    local san = p:san(move)
    if san:find(pattern) then
      list[#list + 1] = san
    end
  end
  table.sort(list)
  return table.concat(list, " ")
end

describe("the outcome", function()
  -- FEN, reason, winner
  local ROWS = {
    { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" },
    { "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate", "black" },
    { "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1" },
    { "4R1k1/5ppp/8/8/8/8/8/K7 b - - 1 1", "checkmate", "white" },
    { "4R1k1/5pp1/8/8/8/8/8/K7 b - - 1 1" }, -- h7 is free
    { "6rk/5Npp/8/8/8/8/8/K7 b - - 1 1", "checkmate", "white" }, -- smothered mate
    { "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate" },
    { "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1" },
    { "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "stalemate" },
    { "k7/P7/K7/8/8/8/8/8 b - - 0 1", "stalemate" },
    -- no mate: the checking pawn can be captured en passant
    { "3Q2N1/8/8/7k/5pP1/8/8/1B2K1R1 b - g3 0 1" },
    -- neither side can give mate by any sequence of legal moves
    { "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "insufficient_material" },
    { "8/8/4k3/8/8/3K1N2/8/8 w - - 0 1", "insufficient_material" },
    { "8/8/4k3/8/8/3K1n2/8/8 b - - 0 1", "insufficient_material" },
    { "8/8/4k3/8/8/3K1B2/8/8 w - - 0 1", "insufficient_material" },
    { "8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", "insufficient_material" }, -- both bishops on dark squares
    { "8/8/4kb2/8/8/3K1B2/8/8 w - - 0 1" }, -- f6 is dark, f3 light
    { "8/8/4k3/8/8/3K1NN1/8/8 w - - 0 1" }, -- mate is possible if the opponent cooperates
    { "8/8/4kn2/8/8/3K1N2/8/8 w - - 0 1" },
    { "8/8/4kn2/8/8/3K1B2/8/8 w - - 0 1" },
    { "8/8/4kq2/8/8/3K1N2/8/8 w - - 0 1" },
    { "8/8/4kp2/8/8/3K4/8/8 w - - 0 1" },
    { "8/8/4kr2/8/8/3K4/8/8 w - - 0 1" },
    -- the 75-move rule
    { "8/8/4kr2/8/8/3K4/8/8 w - - 149 100" },
    { "8/8/4kr2/8/8/3K4/8/8 w - - 150 100", "seventyfive_moves" },
    { "8/8/4kr2/8/8/3K4/8/8 b - - 6000 100", "seventyfive_moves" },
    { "4R1k1/5ppp/8/8/8/8/8/K7 b - - 150 100", "checkmate", "white" },
    { "7k/5Q2/6K1/8/8/8/8/8 b - - 150 100", "stalemate" },
    { "8/8/4k3/8/8/3K4/8/8 w - - 150 100", "insufficient_material" },
  }
  for _, row in ipairs(ROWS) do
    it("of " .. row[1] .. " is " .. (row[2] or "open"), function()
      assert.same(row[2] and { reason = row[2], winner = row[3] }, position(row[1]):outcome())
    end)
  end

  it("is mate if the 150th ply mates, and otherwise a draw", function()
    local p = position "6k1/5ppp/8/8/8/8/8/K3R3 w - - 149 100"
    assert.same({ reason = "checkmate", winner = "white" }, p:play("Re8"):outcome())
    assert.same({ reason = "seventyfive_moves" }, p:play("Rd1"):outcome())
  end)

  it("does not prevent legal moves, if there are any", function()
    assert.equal("8/8/4k3/8/3K4/8/8/8 b - - 1 1", tostring(position("8/8/4k3/8/8/3K4/8/8 w - - 0 1"):play "Kd4"))
    assert.equal("8/8/4kr2/8/3K4/8/8/8 b - - 151 100",
      tostring(position("8/8/4kr2/8/8/3K4/8/8 w - - 150 100"):play "Kd4"))
    local _, message, code = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):play "Kg8"
    assert.equal("moves:1: move after the end of play Kg8 (move 1, Black)", message)
    assert.equal("game_over", code)
  end)
end)

describe("insufficient material of one side", function()
  -- FEN, White cannot mate, Black cannot mate
  local ROWS = {
    { "8/8/4k3/8/8/3K4/8/8 w - - 0 1", true, true },
    { "8/8/4k3/8/8/3KN3/8/8 w - - 0 1", true, true },
    { "8/8/4kp2/8/8/3KN3/8/8 w - - 0 1", false, false }, -- mate is possible if the pawn blocks its own king
    { "8/8/4kr2/8/8/3KN3/8/8 w - - 0 1", false, false },
    { "8/8/4kb2/8/8/3KN3/8/8 w - - 0 1", false, false },
    { "8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", false, false },
    { "8/8/4kq2/8/8/3KN3/8/8 w - - 0 1", true, false }, -- no mate exists: the queen can always end the check
    { "8/8/4kqq1/8/8/3KN3/8/8 w - - 0 1", true, false },
    { "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", false, true },
    { "8/8/4k3/8/8/3KNB2/8/8 w - - 0 1", false, true },
    { "8/8/4k3/8/8/3KB3/8/8 w - - 0 1", true, true },
    { "8/8/4k3/8/8/3KBB2/8/8 w - - 0 1", false, true }, -- e3 is dark, f3 light
    { "8/8/4k3/8/5B2/3K4/8/2B1B3 w - - 0 1", true, true }, -- all on dark squares
    { "8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", true, true }, -- all on dark squares
    { "8/8/4kb2/8/8/3K1B2/8/8 w - - 0 1", false, false },
    { "8/8/4kp2/8/8/3KB3/8/8 w - - 0 1", false, false },
    { "8/8/4kn2/8/8/3KB3/8/8 w - - 0 1", false, false },
    { "8/8/4kr2/8/8/3KB3/8/8 w - - 0 1", true, false },
    { "8/8/4kq2/8/8/3KB3/8/8 w - - 0 1", true, false },
    { "8/8/4k3/8/8/3KP3/8/8 w - - 0 1", false, true },
    { "8/8/6k1/8/8/3KR3/8/8 w - - 0 1", false, true },
    { "8/8/7k/8/8/3KP3/4Q3/8 w - - 0 1", false, true },
    { "8/8/4k3/7p/8/3K4/8/8 w - - 0 1", true, false },
  }
  for _, row in ipairs(ROWS) do
    it("in " .. row[1], function()
      local p = position(row[1])
      assert.equal(row[2], p:is_insufficient "white")
      assert.equal(row[3], p:is_insufficient "black")
      assert.equal(row[2] and row[3], (p:outcome() or {}).reason == "insufficient_material")
    end)
  end
end)

describe("castling", function()
  -- FEN, legal castling moves
  local ROWS = {
    { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O O-O-O" },
    { "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O O-O-O" },
    { "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "" },
    { "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "O-O-O" },
    { "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O" }, -- b1 is in the rook's way
    { "4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "O-O-O" },
    { "4k3/8/8/8/8/8/8/R2QK2R w KQ - 0 1", "O-O" }, -- the queen is in the king's way
    { "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O O-O-O" }, -- an attack on b1 does not matter
    { "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O" }, -- an attack on c1 prevents it
    { "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O" }, -- an attack on d1 prevents it, too
    { "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "" }, -- the king is in check
    { "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O" },
    { "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O" },
    { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O O-O-O" }, -- attacks on the rooks do not matter
    { "4k3/8/8/8/8/8/7p/R3K2R w KQ - 0 1", "O-O-O" }, -- a pawn attacks g1
    { "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "O-O-O" }, -- attacks on f1 and h1
    { "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+" },
    { "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O+" },
    -- Chess960
    { "4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "O-O O-O-O" }, -- the king moves b1-g1 or b1-c1
    { "4k3/8/8/8/8/8/8/RK3N1R w HA - 0 1", "O-O-O" },
    { "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1", "O-O O-O-O" }, -- the king stays on c1 and the rook moves b1-d1
    { "4k3/8/8/8/8/8/8/q1RK4 w C - 0 1", "" }, -- after castling the queen would attack the king on c1
    { "4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "" }, -- the rook shields its king from the queen and would leave b1
    { "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "" },
    { "4k3/8/8/8/8/8/8/bRK5 w B - 0 1", "O-O-O" }, -- a bishop on a1 does not attack along the rank
    { "4k3/8/8/8/8/8/8/n1RK4 w C - 0 1", "O-O-O" }, -- king and rook exchange squares
    { "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O" },
    { "4k3/8/8/8/8/8/8/5RKR w HF - 0 1", "O-O-O" }, -- for O-O the rook on f1 blocks the target square of the other rook
    { "k7/8/8/8/8/8/8/4RK1R w HE - 0 1", "O-O O-O-O" },
    { "5k2/8/8/8/8/8/8/4RKR1 w GE - 0 1", "O-O+ O-O-O" },
    { "k7/8/8/8/8/8/8/3NRK2 w E - 0 1", "" }, -- the knight on d1 is in the rook's way
    { "k7/8/8/8/8/1b6/8/4RK2 w E - 0 1", "" }, -- the king would pass d1, which is attacked
    { "8/8/8/4k3/8/8/8/RK5R w HA - 0 1", "O-O O-O-O" },
    { "8/8/8/4k3/8/8/5p2/RK5R w HA - 0 1", "O-O-O" }, -- a pawn attacks g1 and e1
  }
  for _, row in ipairs(ROWS) do
    it(("is '%s' in %s"):format(row[2], row[1]), function()
      assert.equal(row[2], sans(position(row[1]), "^O"))
    end)
  end

  -- FEN, move, FEN after it
  local PLAYED = {
    { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1" },
    { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1" },
    { "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2" },
    { "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2" },
    { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxa8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1" },
    { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1" },
    { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rg1", "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 1 1" },
    { "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "bxa8=N", "N3k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1" },
    { "4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "O-O", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1" },
    { "4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "O-O-O", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1" },
    { "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1" },
    { "4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1" },
    { "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "O-O-O", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1" },
  }
  for _, row in ipairs(PLAYED) do
    it(row[2] .. " leads from " .. row[1] .. " to " .. row[3], function()
      assert.equal(row[3], tostring(position(row[1]):play(row[2])))
    end)
  end
end)

describe("en passant", function()
  -- FEN, legal en passant captures; comments give the reason
  local ROWS = {
    { "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6" },
    { "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "" },
    { "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "cxd6 exd6" },
    { "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxe3" },
    { "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "" }, -- both pawns leave the fifth rank; then the rook gives check
    { "8/8/8/K2pPP1r/8/8/8/4k3 w - d6 0 1", "exd6" }, -- the pawn on f5 still blocks the rook
    { "4r3/8/8/3pP3/8/8/4K3/7k w - d6 0 1", "" }, -- the capturing pawn is pinned on its file
    { "8/1b6/8/3pP3/8/5K2/8/7k w - d6 0 1", "" }, -- the captured pawn shields the king on a diagonal
    { "7k/6b1/8/3pP3/3K4/8/8/8 w - d6 0 1", "" }, -- the capturing pawn is pinned on a diagonal
    { "2k5/2b5/8/3pP3/8/6K1/8/8 w - d6 0 1", "exd6" }, -- the capture stays on the line of the pin
    { "8/8/8/3pP3/2K5/8/8/7k w - d6 0 1", "exd6+?" }, -- captures the checking pawn
  }
  for _, row in ipairs(ROWS) do
    it(("is '%s' in %s"):format(row[2], row[1]), function()
      local p = position(row[1])
      local found = {}
      for _, move in ipairs(p:moves { captures = true, piece = "P" }) do
        if not p:piece(move.to) then
          found[#found + 1] = p:san(move)
        end
      end
      table.sort(found)
      assert.equal((row[2]:gsub("%+%?", "")), table.concat(found, " "))
    end)
  end

  it("captures the adjacent pawn, only immediately", function()
    local p = position("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"):play "d5"
    assert.equal("d6", p.ep)
    assert.equal("4k3/8/3P4/8/8/8/8/4K3 b - - 0 2", tostring(p:play "exd6"))
    local later = p:play "Kd2 Kd8"
    assert.is_nil(later.ep)
    local _, message, code = later:parse "exd6"
    assert.equal("illegal move exd6 (move 3, White)", message)
    assert.equal("illegal_move", code)
  end)
end)

describe("checks and pins", function()
  -- tested rule, FEN, pieces, legal moves of these pieces
  local ROWS = {
    { "double check: the king alone", "4k3/8/8/8/1b6/4r3/8/4K1NN w - - 0 1", ".", "Kd1 Kf1 Kf2" },
    { "double check by knight and rook", "4k3/8/8/8/4r3/5n2/8/R3K2R w KQ - 0 1", ".", "Kd1 Kf1 Kf2" },
    { "no step back along the line", "k7/8/8/8/4r3/8/8/4K3 w - - 0 1", ".", "Kd1 Kd2 Kf1 Kf2" },
    { "no step back along the diagonal", "k7/8/8/8/8/2b5/8/4K3 w - - 0 1", ".", "Kd1 Ke2 Kf1 Kf2" },
    { "a rook pinned on its file", "k3r3/8/8/8/8/4R3/8/4K3 w - - 0 1", "^R", "Re2 Re4 Re5 Re6 Re7 Rxe8+" },
    { "a knight pinned", "k3r3/8/8/8/8/4N3/8/4K3 w - - 0 1", "^N", "" },
    { "a bishop pinned on its diagonal", "k7/8/8/8/1b6/2B5/8/4K3 w - - 0 1", "^B", "Bd2 Bxb4" },
    { "a bishop pinned on a file", "k3r3/8/8/8/8/4B3/8/4K3 w - - 0 1", "^B", "" },
    { "a queen pinned", "k3r3/8/8/8/8/4Q3/8/4K3 w - - 0 1", "^Q", "Qe2 Qe4+ Qe5 Qe6 Qe7 Qxe8+" },
    { "a pawn pinned on its file", "k3r3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "^[a-h]", "e3 e4" },
    { "a pawn pinned on a diagonal, taking", "k7/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "^[a-h]", "fxg3" },
    { "a pinned man still guards", "k7/1b1K4/8/8/8/5Q2/8/8 w - - 0 1", "^K", "Kc7 Kd6 Kd8 Ke6 Ke7 Ke8" },
    { "a stalemate", "k7/8/8/8/8/1q6/8/K7 w - - 0 1", ".", "" },
    { "a check blocked or its giver taken", "7k/8/8/R3r3/3B4/8/8/4K1N1 w - - 0 1", ".",
      "Be3 Bxe5+ Kd1 Kd2 Kf1 Kf2 Ne2 Rxe5" },
    { "a king may not step beside a king", "8/8/8/3k4/8/3K4/8/8 w - - 0 1", ".", "Kc2 Kc3 Kd2 Ke2 Ke3" },
    { "a king may not take what is guarded", "k7/8/8/8/8/6b1/5q2/4K3 w - - 0 1", ".", "Kd1" },
    { "a king takes what is not", "k7/8/8/8/8/8/5q2/4K3 w - - 0 1", ".", "Kd1 Kxf2" },
  }
  for _, row in ipairs(ROWS) do
    it(row[1], function()
      assert.equal(row[4], sans(position(row[2]), row[3]))
    end)
  end

  it("are distinguished in in_check() and pinned()", function()
    local p = position "k3r3/8/8/8/8/4R3/8/4K3 w - - 0 1"
    assert.is_false(p:in_check())
    assert.same({ "e3" }, p:pinned "white")
    assert.same({}, p:pinned "black")
    assert.is_true(position("4k3/8/8/8/1b6/4r3/8/4K1NN w - - 0 1"):in_check())
  end)
end)

describe("promotions", function()
  local ROWS = {
    { "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=B a8=N a8=Q a8=R" },
    { "1n6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=B a8=N a8=Q a8=R axb8=B axb8=N axb8=Q axb8=R" },
    { "n7/P3k3/8/8/8/8/8/4K3 w - - 0 1", "" },
    { "4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "a1=B a1=N a1=Q a1=R axb1=B axb1=N axb1=Q+ axb1=R+" },
    { "7k/5P2/8/8/8/8/8/4K3 w - - 0 1", "f8=B f8=N f8=Q+ f8=R+" },
    { "8/5P1k/8/8/8/8/8/4K3 w - - 0 1", "f8=B f8=N+ f8=Q f8=R" },
    { "3r1rk1/4P3/8/8/8/8/8/4K3 w - - 0 1",
      "e8=B e8=N e8=Q e8=R exd8=B exd8=N exd8=Q exd8=R exf8=B exf8=N exf8=Q+ exf8=R+" },
    { "4r3/4P3/8/8/8/8/8/k3K3 w - - 0 1", "" }, -- the pinning rook blocks the pawn
  }
  for _, row in ipairs(ROWS) do
    it(("are '%s' in %s"):format(row[2], row[1]), function()
      assert.equal(row[2], sans(position(row[1]), "="))
    end)
  end
end)

-- ---- comparison with the model ------------------------------------------------------------------

local SEED = 1497

-- The start positions of the random games: the standard one, and random Chess960 positions. Both sides have the
-- same arrangement or one each.
local function random_array()
  local row = {}
  local function put(letter, square)
    row[square] = letter
  end
  put("b", 2 * math.random(1, 4))
  put("b", 2 * math.random(1, 4) - 1)
  local function free(n)
    for square = 1, 8 do
      if not row[square] then
        n = n - 1
        if n == 0 then
          return square
        end
      end
    end
  end
  put("q", free(math.random(6)))
  put("n", free(math.random(5)))
  put("n", free(math.random(4)))
  local rooks = ""
  for i, letter in ipairs { "r", "k", "r" } do
    local square = free(1)
    put(letter, square)
    rooks = i ~= 2 and string.char(96 + square) .. rooks or rooks
  end
  return table.concat(row), rooks
end

local function random_start(round)
  if round % 3 == 0 then
    return chess.position()
  end
  local black, black_rooks = random_array()
  local white, white_rooks = black, black_rooks
  if round % 3 == 2 then
    white, white_rooks = random_array()
  end
  return position(("%s/pppppppp/8/8/8/8/PPPPPPPP/%s w %s%s - 0 1"):format(
    black, white:upper(), white_rooks:upper(), black_rooks))
end

-- Plays random games and calls visit(position, fen) for each position. Stops when visit returns false.
local function wander(count, visit)
  math.randomseed(SEED)
  local seen, round = 0, 0
  while seen < count do
    local p = random_start(round)
    round = round + 1
    for _ = 1, 150 do
      if seen == count or visit(p, p:fen { ep = "always", castling = "shredder" }) == false then
        break
      end
      seen = seen + 1
      local moves = p:moves()
      if #moves == 0 then
        break
      end
      -- Castling is rare among random moves. So if castling is legal, it is chosen with a chance of 1 in 4.
      local move = moves[math.random(#moves)]
      for _, other in ipairs(moves) do
        move = other.is_castling and math.random(4) == 1 and other or move
      end
      p = p:play(move)
    end
  end
  return seen
end

describe("legal moves", function()
  it("agree with the model in 2500 random positions, seed " .. SEED, function()
    local kinds = { castling = 0, promotion = 0, check = 0, mate = 0, ep = 0 }
    local seen = wander(2500, function(p, fen)
      local wanted = model.moves(model.position(fen))
      assert.same(wanted, names(p), fen)
      assert.equal(model.in_check(model.position(fen)), p:in_check(), fen)
      for _, move in ipairs(p:moves()) do
        kinds.castling = kinds.castling + (move.is_castling and 1 or 0)
        kinds.promotion = kinds.promotion + (move.promotion and 1 or 0)
      end
      kinds.check = kinds.check + (p:in_check() and 1 or 0)
      kinds.mate = kinds.mate + ((p:outcome() or {}).reason == "checkmate" and 1 or 0)
      kinds.ep = kinds.ep + (p:fen():match(" %S+ (%S+) %d+ %d+$") ~= "-" and 1 or 0)
    end)
    assert.equal(2500, seen)
    -- Every kind of position in which errors are likely must occur in the random games.
    for kind, count in pairs(kinds) do
      assert.is_true(count > 0, "no " .. kind)
    end
  end)

  it("differ from a model with one wrong rule", function()
    local changes = {
      ep = function(p) p.ep = nil end,
      castling = function(p) p.rooks = {} end,
      turn = function(p) p.white = not p.white end,
    }
    for what, change in pairs(changes) do
      local differs = 0
      wander(2500, function(p, fen)
        if differs > 0 then
          return
        end
        local wrong = model.position(fen)
        change(wrong)
        if table.concat(model.moves(wrong), " ") ~= table.concat(names(p), " ") then
          differs = differs + 1
        end
      end)
      assert.is_true(differs > 0, "nobody notices a wrong " .. what)
    end
  end)

  it("have the same counts in perft and the model, two plies deep", function()
    for _, fen in ipairs {
      "r3k2r/p1q2pb1/bn2pnp1/2PpN3/1p2P3/P1N2Q1p/1PPBBPPP/R3K2R w KQkq d6 0 17",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    } do
      local p, nodes = position(fen), 0
      for _, move in ipairs(p:moves()) do
        nodes = nodes + #model.moves(model.position(p:play(move):fen { ep = "always" }))
      end
      assert.equal(nodes, p:perft(2))
    end
  end)
end)

describe("more legal moves than possible in a game", function()
  it("are counted, and listed completely", function()
    local many = chess.position("knQQQQQQ/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1",
      { allow = { "too_much_material", "too_many_white_pieces" } })
    local moves, seen = many:moves(), {}
    assert.same({ 263, 263 }, { many:perft(1), #moves })
    for _, move in ipairs(moves) do
      assert.is_true(many:is_legal(move) and not seen[move])
      seen[move] = true
    end
  end)

  -- Puts white pieces, given as letters, on a board. Black's king is in a corner in which it cannot be in check.
  local function crowd(pieces)
    local s = chess.setup("kn6/pp6/8/8/8/8/8/7K w - - 0 1")
    for file in ("abcdefgh"):gmatch "." do
      for rank = 1, 8 do
        local at, i = file .. rank, math.random(#pieces)
        local piece = pieces:sub(i, i)
        local is_free = not s:piece(at) and not (piece == "N" and (at == "b6" or at == "c7"))
          and not (piece == "P" and (rank == 1 or rank == 8))
        if is_free and math.random(3) == 1 then
          s:put(at, piece)
        end
      end
    end
    return assert(s:position { allow = { "too_much_material", "too_many_white_pieces", "too_many_white_pawns" } })
  end

  -- perft counts the moves of its last ply without a list of moves. So the results with and without a list are
  -- compared.
  it("are equal in number in list and count, on full boards, seed " .. SEED, function()
    math.randomseed(SEED)
    local most = 0
    for round = 1, 400 do
      local p = crowd(({ "Q", "N", "QN", "QRBNP" })[round % 4 + 1])
      local moves, seen = p:moves(), {}
      for _, move in ipairs(moves) do
        assert.is_nil(seen[move], tostring(p))
        seen[move] = true
      end
      assert.equal(p:perft(1), #moves, tostring(p))
      most = math.max(most, #moves)
    end
    assert.is_true(most > 190)
  end)
end)

describe("is_legal", function()
  it("is true only for the moves of the list", function()
    for _, fen in ipairs {
      chess.START_FEN,
      "r3k2r/p1q2pb1/bn2pnp1/2PpN3/1p2P3/P1N2Q1p/1PPBBPPP/R3K2R w KQkq d6 0 17",
      "1n2k3/P7/8/8/8/8/8/RK5R w HA - 0 1",
      "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    } do
      local p = position(fen)
      local listed, count = {}, 0
      for _, move in ipairs(p:moves()) do
        listed[move.code] = true
      end
      for code = 0, 65535 do
        local known, move = pcall(chess.move, code)
        local legal = known and p:is_legal(move)
        if legal ~= (listed[code] or false) then
          error(("code %d in %s: %s"):format(code, fen, tostring(legal)))
        end
        count = count + (legal and 1 or 0)
      end
      assert.equal(#p:moves(), count)
    end
  end)
end)
