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

  it("prevent a Position, except impossible_check, and too many pieces or pawns", function()
    for _, row in ipairs(ROWS) do
      local refused = row[2] ~= "" and row[2] ~= "impossible_check" and not row[2]:find "^too_m[%w_ ]+$"
        or row[2] == "too_many_kings"
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
    assert.is_nil((chess.position(fen, { strict = true, allow = { "too_much_material" } })))
    assert.equal(fen, tostring(chess.position(fen, { strict = true, allow = { "too_many_white_pawns" } })))
    assert.equal(fen, tostring(chess.position(fen)))
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
    local KINGS = "each side needs exactly one king"
    for name, why in pairs { empty_board = KINGS, no_white_king = KINGS, no_black_king = KINGS, too_many_kings = KINGS,
      bad_castling = "the right is dropped instead", bad_ep = "the square is dropped instead" } do
      assert.has_error(function()
        chess.position(chess.START_FEN, { allow = { name } })
      end, ("bad argument #2 to 'position' (option 'allow': %s cannot be allowed: %s)"):format(name, why))
    end
  end)

  it("reject unknown names, with a suggestion", function()
    local function refusal(name)
      local _, message = pcall(chess.position, chess.START_FEN, { allow = { name } })
      return message:match "%(option 'allow': (.*)%)$"
    end
    assert.equal("there is no problem 'nonsense'", refusal "nonsense")
    assert.equal("there is no problem 'touching_king'; did you mean 'touching_kings'?", refusal "touching_king")
    assert.equal("there is no problem 'Bad_EP'; did you mean 'bad_ep'?", refusal "Bad_EP")
    assert.equal("there is no problem 'a\\x0ab'", refusal "a\nb")
    assert.equal("there is no problem ''", refusal "")
    assert.equal("names of problems expected, got number", refusal(7))
    for _, name in ipairs { "pawn_on_last_rank", "touching_kings", "opposite_check", "impossible_check",
      "too_much_material", "too_many_white_pieces", "too_many_black_pieces", "too_many_white_pawns",
      "too_many_black_pawns" } do
      assert.equal(chess.START_FEN, tostring(chess.position(chess.START_FEN, { allow = { name } })))
    end
  end)

  it("may have pawns on the first and last ranks", function()
    local fen = "P3k3/8/8/8/8/5n2/8/p3K2P w - - 0 1"
    assert.same({ nil, "fen:1: not a legal position: a pawn stands on rank 1 or 8", "invalid_position" },
      { chess.position(fen) })
    local p = assert(chess.position(fen, { allow = { "pawn_on_last_rank" } }))
    assert.is_true(p.is_irregular) -- engines and tablebases refuse it
    assert.equal(0, #p:moves { from = "a8" })
    assert.equal("Kd1 Ke2 Kf1 Kf2", (function()
      local list = {}
      for i, move in ipairs(p:moves()) do
        list[i] = p:san(move)
      end
      table.sort(list)
      return table.concat(list, " ")
    end)())
    p = assert(p:play "Kf1"):pass()
    assert.equal("P3k3/8/8/8/8/5n2/7P/p4K2 b - - 0 2", p:play("h2"):fen())
  end)

  it("may have touching kings: the only moves are steps of the king away from the other", function()
    local fen = "8/8/8/3kK3/8/8/8/Q7 w - - 0 1"
    assert.same({ nil, "fen:1: not a legal position: the side not to move is in check", "invalid_position" },
      { chess.position(fen, { allow = { "touching_kings" } }) })
    local p = assert(chess.position(fen, { allow = { "touching_kings", "opposite_check" } }))
    assert.same({ 3, 3, 14, true, true }, { #p:moves(), p:perft(1), p:perft(2), p.is_check, p.is_irregular })
    for dialect, text in pairs { pgn = "Qa3", german = "Da3", long = "Qa1-a3", french = "Da3" } do
      assert.equal("illegal_move", select(3, p:parse(text, dialect)))
    end
    assert.is_nil(p:outcome())
    local allow = { "touching_kings", "opposite_check" }
    local mate = assert(chess.position("8/8/8/8/8/r7/1k6/K7 w - - 0 1", { allow = allow }))
    assert.same({ 0, { reason = "checkmate", winner = "black" } }, { #mate:moves(), mate:outcome() })
  end)

  it("may have touching kings, also for a dialect that remembers a move from other positions", function()
    -- A dialect remembers moves if a program or file defines it, or a file is read in it, and it is not PGN with other
    -- letters.
    local allow = { "touching_kings", "opposite_check" }
    local touching = assert(chess.position("8/8/8/3kK3/8/8/8/Q7 w - - 0 1", { allow = allow }))
    local free = chess.position "3k4/8/8/4K3/8/8/8/Q7 w - - 0 1"
    for _, style in ipairs { "long", "lan:french", "iccf" } do
      local own = assert(chess.dialect { name = "own", extend = style })
      for san, code in pairs { Qa3 = "illegal_move", Kf6 = "none" } do
        local text = free:write(free:parse(san), own)
        for _ = 1, 3 do
          assert.equal(free:parse(san), free:parse(text, own))
        end
        assert.equal(touching:parse(san), touching:parse(text, own))
        assert.equal(code, select(3, touching:parse(text, own)) or "none", san)
      end
    end
  end)

  local SEED = 1862
  it("have the moves of a second implementation, seed " .. SEED, function()
    local model = require "spec.support.model"
    local allow = { "pawn_on_last_rank", "touching_kings", "opposite_check", "too_many_white_pawns",
      "too_many_black_pawns", "too_much_material" }
    math.randomseed(SEED)
    local pieces, touching, pawns, compared = "PPPPpppppNnBbRrQq", 0, 0, 0
    while compared < 2000 do
      local s = chess.setup()
      local king = math.random(0, 63)
      local near = compared % 2 == 0 and { king % 8 + math.random(-1, 1), king // 8 + math.random(-1, 1) }
        or { math.random(0, 7), math.random(0, 7) }
      local square = function(n) return string.char(97 + n % 8, 49 + n // 8) end
      for _ = 1, math.random(0, 12) do
        local at = math.random(#pieces)
        s:put(square(math.random(0, 63)), pieces:sub(at, at))
      end
      if near[1] >= 0 and near[1] < 8 and near[2] >= 0 and near[2] < 8 and near[1] + 8 * near[2] ~= king then
        s:put(square(king), "K")
        s:put(square(near[1] + 8 * near[2]), "k")
        s.turn = math.random(2) == 1 and "white" or "black"
        local p = assert(s:position { allow = allow })
        local enemy = p:squares(p.turn == "white" and "k" or "K")[1]
        local expected, found = {}, {}
        for _, move in ipairs(model.moves(model.position(p:fen()))) do
          if move:sub(3, 4) ~= enemy then -- no move captures a king
            expected[#expected + 1] = move
          end
        end
        for i, move in ipairs(p:moves()) do
          found[i] = p:uci(move)
          assert.equal(move, p:parse(p:san(move)))
        end
        table.sort(found)
        assert.same(expected, found, p:fen())
        assert.equal(#found, p:perft(1))
        local has_move = #found > 0
        local outcome = p:outcome()
        assert.equal(has_move, not (outcome and (outcome.reason == "checkmate" or outcome.reason == "stalemate")))
        local names = table.concat(s:problems(), " ")
        touching = touching + (names:find "touching_kings" and 1 or 0)
        pawns = pawns + (names:find "pawn_on_last_rank" and 1 or 0)
        compared = compared + 1
      end
    end
    assert.is_true(touching > 500 and pawns > 500)
  end)
end)
