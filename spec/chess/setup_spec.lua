-- All problems that make a setup illegal, the changes that repair() makes, and the problems that options allow.

local chess = require "lucena"

local function problems(fen)
  return table.concat(assert(chess.setup(fen)):problems(), " ")
end

-- FEN, all problems of the setup
local ROWS = {
  { "8/8/8/8/8/8/8/8 w - - 0 1", "empty_board no_white_king no_black_king" },
  { "4k3/8/8/8/8/8/8/8 w - - 0 1", "no_white_king" },
  { "8/8/8/8/8/8/8/4K3 w - - 0 1", "no_black_king" },
  { "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "too_many_kings" },
  { "4k3/8/8/8/4N3/PPPPPPPP/8/RNBQKBNR w - - 0 1", "too_many_white_pieces too_much_material" },
  { "4k3/8/8/8/NNNNNNNN/PPPPPPPP/8/4K3 w - - 0 1", "too_many_white_pieces too_much_material" },
  { "rnbqkbnr/8/pppppppp/4n3/8/8/8/4K3 w - - 0 1", "too_many_black_pieces too_much_material" },
  { "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "too_many_white_pawns" },
  { "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "too_many_black_pawns" },
  -- promoted pieces: for a second queen, or a second bishop on one square colour, a pawn must be missing
  { "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "too_much_material" },
  { "4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1", "" },
  { "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", "too_much_material" },
  { "4k3/8/8/8/8/8/PPPPPPPP/B2BK3 w - - 0 1", "" },
  { "rrr1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "too_much_material" },
  { "1nnnk3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "too_much_material" },
  { "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn_on_last_rank" },
  { "p3k3/8/8/8/8/8/8/4K3 b - - 0 1", "pawn_on_last_rank" },
  { "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "opposite_check" },
  { "8/8/8/3kK3/8/8/8/8 w - - 0 1", "opposite_check touching_kings" },
  -- castling rights in standard chess
  { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "" },
  { "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "bad_castling" },
  { "4k3/8/8/8/8/8/8/n3K2R w Q - 0 1", "bad_castling" },
  { "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "bad_castling" },
  { "4k2r/8/8/8/8/8/8/4K2r w K - 0 1", "bad_castling" },
  -- castling rights in Chess960, given by file letters, or by K and Q if each right has its king and rook
  { "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "" },
  { "4k3/8/8/8/8/8/8/1R1K2R1 w KQ - 0 1", "" },
  { "4k3/8/8/8/8/8/8/1R1K2R1 w KQk - 0 1", "bad_castling" },
  { "4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "bad_castling" },
  { "4k3/8/8/8/8/8/8/KR6 w B - 0 1", "" },
  { "1r1k2r1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1", "" },
  -- en passant
  { "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", "" },
  { "4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 1", "" },
  { "4k3/8/8/4Pp2/8/8/8/4K3 b - f6 0 1", "bad_ep" },
  { "4k3/8/8/4PP2/8/8/8/4K3 w - f6 0 1", "bad_ep" },
  { "4k3/8/5n2/4Pp2/8/8/8/4K3 w - f6 0 1", "bad_ep" },
  { "4k3/5n2/8/4Pp2/8/8/8/4K3 w - f6 0 1", "bad_ep" },
  { "4k3/8/8/4P3/8/8/8/4K3 w - f6 0 1", "bad_ep" },
  { "k7/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "" }, -- the pawn itself gives check
  { "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", "bad_ep" }, -- the knight's check existed before the double step
  { "k7/8/8/3pP3/1p6/2K5/8/8 w - d6 0 1", "bad_ep" }, -- the pawn on b4 gave check before the double step, too
  { "k3b3/8/8/3pP3/K7/8/8/8 w - d6 0 1", "" }, -- d7-d5 opened the diagonal e8-a4
  { "3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1", "" }, -- the pawn on d5 blocks the rook: no check
  { "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", "impossible_check" }, -- the diagonal f1-b5 was open before d2-d4
  { "8/8/8/1k6/3Pp3/8/1R6/4KQ2 b - d3 0 1", "impossible_check" },
  -- checks that no last move can have caused
  { "r7/3R2kQ/5p2/4p3/8/7P/8/5K2 b - - 2 3", "impossible_check" },
  { "4k3/5P2/3N4/8/8/8/4R3/4K3 b - - 0 1", "impossible_check" },
  { "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1", "impossible_check" },
  { "4k3/2N5/3N4/8/8/8/8/4K3 b - - 0 1", "impossible_check" },
  { "4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1", "" },
  { "4k3/8/8/8/1b5r/3n4/8/4K3 w - - 0 1", "" },
  { "8/8/5k2/p1q5/PP1rp1P1/3P1N2/2RK1r2/5nN1 w - - 0 3", "" },
}

describe("setup problems", function()
  it("include the side of an en passant square", function()
    local setup = chess.setup "4k3/8/8/3pP3/3Pp3/8/8/4K3 w - d6 0 1"
    assert.same({}, setup:problems())
    setup.turn = "black"
    assert.same({ "bad_ep" }, setup:problems())
    setup.ep = "d3"
    assert.same({}, setup:problems())
  end)

  for _, row in ipairs(ROWS) do
    it(row[1] .. (row[2] == "" and " is legal" or " has " .. row[2]), function()
      assert.equal(row[2], problems(row[1]))
    end)
  end

  it("prevent a Position, except impossible_check", function()
    for _, row in ipairs(ROWS) do
      local refused = row[2] ~= "" and row[2] ~= "impossible_check"
      local position, _, code = chess.setup(row[1]):position()
      assert.equal(refused, position == nil, row[1])
      assert.equal(refused and "invalid_position" or nil, code, row[1])
    end
  end)

  it("are all listed in the message", function()
    local _, message, code = chess.setup("P7/8/8/8/8/8/8/4K3 w K e6"):position()
    assert.equal("not a legal position: Black has no king; a pawn stands on rank 1 or 8; "
      .. "a castling right has no king or rook in place; no pawn can just have made that double step", message)
    assert.equal("invalid_position", code)
  end)

  it("include impossible_check if strict", function()
    local s = chess.setup("r7/3R2kQ/5p2/4p3/8/7P/8/5K2 b - - 2 3")
    assert.equal(1, #s:position():moves())
    local position, message, code = s:position { strict = true }
    assert.is_nil(position)
    assert.equal("not a legal position: no last move can have given that check", message)
    assert.equal("invalid_position", code)
    assert.equal(1, #s:position({ strict = true, allow = { "impossible_check" } }):moves())
  end)
end)

describe("setup repair", function()
  -- FEN, castling rights and en passant square after the repair, problems that it removed
  local REPAIRS = {
    { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", nil, "" },
    { "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Qk - 0 15", "Q", nil, "bad_castling" },
    { "r6r/8/8/8/4k3/8/8/R2K3R w KQkq - 0 1", "-", nil, "bad_castling" },
    { "4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "K", nil, "bad_castling" },
    { "4k3/8/8/8/8/8/8/R3K3 w KQ e6 0 1", "Q", nil, "bad_castling bad_ep" },
    { "4k3/8/8/4Pp2/8/8/8/4K3 w K f6 0 1", "-", "f6", "bad_castling" },
  }
  for _, row in ipairs(REPAIRS) do
    it("leaves castling " .. row[2] .. " in " .. row[1], function()
      local s = chess.setup(row[1])
      assert.equal(row[4], table.concat(s:repair(), " "))
      assert.equal(row[2], s.castling)
      assert.equal(row[3], s.ep)
      assert.equal(0, #s:repair())
    end)
  end
end)

describe("setups with waived problems", function()
  local ALLOW = { "too_many_white_pieces", "too_many_black_pieces", "too_many_white_pawns",
                  "too_many_black_pawns", "too_much_material" }

  it("become positions with one waiver at a time", function()
    local fen = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"
    assert.is_nil((chess.position(fen, { allow = { "too_much_material" } })))
    assert.equal(fen, tostring(chess.position(fen, { allow = { "too_many_white_pawns" } })))
  end)

  it("list their moves, also more than 256", function()
    local p = assert(chess.position("QQQQQQQ1/Q6Q/Q6Q/Q6Q/3Q3Q/QQ5Q/pp2Q2Q/kBQ1QKQQ w - - 0 1", { allow = ALLOW }))
    assert.equal(258, p:perft(1))
    local moves = p:moves()
    assert.equal(258, #moves)
    for _, move in ipairs(moves) do
      assert.is_true(p:is_legal(move))
      assert.is_true(#p:play(move):moves() <= 20)
    end
  end)

  it("never become positions that cannot be played", function()
    for _, name in ipairs { "empty_board", "no_white_king", "no_black_king", "too_many_kings", "pawn_on_last_rank",
                            "touching_kings", "bad_castling", "bad_ep" } do
      assert.has_error(function()
        chess.position(chess.START_FEN, { allow = { name } })
      end, "bad argument #2 to 'position' (option 'allow': " .. name .. " cannot be allowed)")
    end
  end)
end)
