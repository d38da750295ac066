-- lucena.Position from Lua: properties, moves, queries, and error messages.

local chess = require "lucena"

local START = chess.position()
local CASTLES = chess.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
local KNIGHTS = chess.position("4k3/8/8/3N4/8/3N4/8/4K3 w - - 3 7")

local function names(list)
  local out = {}
  for i, value in ipairs(list) do
    out[i] = tostring(value)
  end
  return table.concat(out, " ")
end

describe("a Position", function()
  it("has properties", function()
    local p = START:play "e4"
    assert.equal("black", p.turn)
    assert.equal("KQkq", p.castling)
    assert.equal("e3", p.ep)
    assert.equal(0, p.halfmove_clock)
    assert.equal(1, p.fullmove_number)
    assert.is_false(p.chess960)
    assert.equal("integer", math.type(p.key))
    assert.is_nil(START.ep)
    assert.equal(7, KNIGHTS.fullmove_number)
    assert.equal(3, KNIGHTS.halfmove_clock)
  end)

  it("converts to its FEN, and shows its type in inspections", function()
    assert.equal(chess.START_FEN, tostring(START))
    assert.equal("lucena.Position", getmetatable(START))
    assert.has_error(function() setmetatable(START, {}) end)
  end)

  it("is read-only, and raises for unknown names", function()
    assert.has_error(function() START.turn = "black" end, "lucena.Position field 'turn' cannot be set")
    assert.has_error(function() START.play = print end, "lucena.Position field 'play' cannot be set")
    assert.has_error(function() START.colour = 1 end, "lucena.Position has no field 'colour'")
    assert.has_error(function() return START.colour end, "lucena.Position has no field 'colour'")
    assert.has_error(function() return START[1] end, "lucena.Position has no field '1'")
    assert.has_error(function() return START["a\0b"] end, "lucena.Position has no field 'a\\x00b'")
  end)

  it("equals a position with the same key, whatever the counters", function()
    assert.is_true(START == START:play "Nf3 Nf6 Ng1 Ng8")
    assert.equal(START.key, START:play("Nf3 Nf6 Ng1 Ng8").key)
    assert.is_false(START == START:play "e4")
    assert.is_false(START:play "e4 e5" == START:play "e4 e6")
    assert.is_true(START:play "e4" == chess.position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 9 40"))
    assert.is_false(START == START:play "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8") -- castling rights are gone
    assert.is_false(START == chess.board())
    local rights = chess.position "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"
    for fen, is_equal in pairs {
      ["r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 7 9"] = true, ["r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1"] = false,
      ["r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk d6 0 1"] = false, ["r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1"] = false,
      ["r3k2r/8/8/3pB3/8/8/8/R3K2R w KQkq - 0 1"] = false,
    } do
      assert.equal(is_equal, rights == chess.position(fen), fen)
      assert.equal(is_equal, rights.key == chess.position(fen).key, fen)
    end
  end)

  it("does not change when a move is played", function()
    local before = tostring(START)
    assert.equal("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", tostring(START:play "e4"))
    assert.equal(before, tostring(START))
  end)
end)

describe("Position:play", function()
  -- text, FEN after the moves
  local GOOD = {
    { "e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" },
    { "1. e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" },
    { "1.e4 1...e5 2.Nf3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2" },
    { "\t1. e4\n1... e5 2 . Nf3 ...", nil },
    { "e4 e5 Nf3 Nc6 Bb5 a6 O-O", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4" },
    { "e4! e5?? -- Ke7", "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 2 3" },
  }
  for _, row in ipairs(GOOD) do
    it(("takes %q"):format(row[1]), function()
      local p, message, code = START:play(row[1])
      if row[2] then
        assert.equal(row[2], tostring(p))
      else
        assert.is_nil(p)
        assert.equal("moves:16: not a move 2 (move 2, White)", message)
        assert.equal("bad_move", code)
      end
    end)
  end

  -- position, text, message, code
  local BAD = {
    { START, "", 'moves:1: not a move "" (move 1, White)', "bad_move" },
    { START, "1.", "moves:1: not a move 1. (move 1, White)", "bad_move" },
    { START, "e4 e5 Ke3", "moves:7: illegal move Ke3 (move 2, White)", "illegal_move" },
    { START, "1. e4 e5 2.Nf6", "moves:12: illegal move Nf6 (move 2, White)", "illegal_move" },
    { START, "nf3", "moves:1: not a move nf3 (move 1, White): the move is written Nf3", "bad_move" },
    { START, "e4 1e5", "moves:4: not a move 1e5 (move 1, Black): the move is written e5", "bad_move" },
    { START, "castles", "moves:1: not a move castles (move 1, White): castling is written O-O or O-O-O", "bad_move" },
    { chess.position("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "a8=(Q)",
      "moves:1: not a move a8=(Q) (move 1, White): the move is written a8=Q", "bad_move" },
    { START, "e4 1-0", "moves:4: not a move 1-0 (move 1, Black)", "bad_move" },
    { START, "e4 *", "moves:4: not a move * (move 1, Black)", "bad_move" },
    { START, "e4 1/2-1/2", "moves:4: not a move 1/2-1/2 (move 1, Black)", "bad_move" },
    { START, "e4 Cf6", "moves:4: not a move Cf6 (move 1, Black)", "bad_move" },
    { START, "♘f3", "moves:1: not a move ♘f3 (move 1, White)", "bad_move" },
    { START, "e4 e5\0 Nf3", 'moves:4: not a move "e5\\x00" (move 1, Black)', "bad_move" },
    { START, ("x"):rep(60), "moves:1: not a move " .. ("x"):rep(40) .. "... (move 1, White)", "bad_move" },
    { START, "f3 e5 g4 Qh4 a3", "moves:14: move after the end of play a3 (move 3, White)", "game_over" },
    { KNIGHTS, "Nf4", "moves:1: ambiguous move Nf4: N3f4 or N5f4 (move 7, White)", "ambiguous_move" },
    { chess.position("8/P7/8/8/8/8/8/K1k5 w - - 0 1"), "a8",
      "moves:1: promotion piece missing a8 (move 1, White)", "missing_promotion" },
    { chess.position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), "--", "moves:1: illegal move -- (move 1, White)",
      "illegal_move" },
  }
  for _, row in ipairs(BAD) do
    it(("refuses %q"):format(row[2]), function()
      local p, message, code = row[1]:play(row[2])
      assert.is_nil(p)
      assert.equal(row[3], message)
      assert.equal(row[4], code)
    end)
  end

  it("accepts a Move", function()
    assert.equal(START:play "e4", START:play(START:parse "e4"))
    local p, message, code = CASTLES:play(START:parse "e4")
    assert.is_nil(p)
    assert.equal("illegal move e2e4 (move 1, White)", message)
    assert.equal("illegal_move", code)
    assert.has_error(function() START:play(1) end,
      "bad argument #1 to 'play' (string, lucena.Move or array of moves expected, got number)")
  end)

  it("plays null moves", function()
    assert.equal("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1", tostring(START:pass()))
    assert.equal(START:pass(), START:play "--")
    local p, message, code = chess.position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"):pass()
    assert.is_nil(p)
    assert.equal("illegal move 0000 (move 1, White)", message)
    assert.equal("illegal_move", code)
  end)
end)

describe("Position:parse", function()
  it("returns the Move, whatever its spelling", function()
    for _, text in ipairs { "O-O", "0-0", "O-O+", "O-O!" } do
      assert.equal("e1g1", tostring(CASTLES:parse(text)))
    end
    assert.equal("e1g1", tostring(CASTLES:parse("O-O", "pgn")))
    assert.equal("g1f3", tostring(START:parse "Ng1-f3"))
  end)

  -- position, text, message, code
  local BAD = {
    { START, "", 'not a move "" (move 1, White)', "bad_move" },
    { START, "e4 e5", 'not a move "e4 e5" (move 1, White)', "bad_move" },
    { START, "\27[31m", 'not a move "\\x1b[31m" (move 1, White)', "bad_move" },
    { START, "e5", "illegal move e5 (move 1, White)", "illegal_move" },
    { KNIGHTS, "Nf4", "ambiguous move Nf4: N3f4 or N5f4 (move 7, White)", "ambiguous_move" },
    { chess.position("3kN3/8/8/5N1N/8/8/8/4K3 w"), "Ng7",
      "ambiguous move Ng7: Nfg7, Nhg7 or Neg7 (move 1, White)", "ambiguous_move" },
  }
  for _, row in ipairs(BAD) do
    it(("refuses %q in %s"):format(row[2], row[1]), function()
      local move, message, code = row[1]:parse(row[2])
      assert.is_nil(move)
      assert.equal(row[3], message)
      assert.equal(row[4], code)
    end)
  end

  it("reads another notation with the option dialect", function()
    assert.equal("g1f3", tostring(START:parse("Cf3", "french")))
    assert.equal("g1f3", tostring(START:parse("Nf3", "pgn")))
    assert.equal("g1f3", tostring(START:parse("7163", chess.dialect "iccf")))
    assert.equal("Sf3", START:write(START:parse "Nf3", "german"))
    assert.same({ nil, "not a move Cf3 (move 1, White)", "bad_move" }, { START:parse("Cf3", "german") })
    assert.same({ nil, "ambiguous move Sf4: S3f4 or S5f4 (move 7, White)", "ambiguous_move" },
      { KNIGHTS:parse("Sf4", "german") })
    assert.has_error(function() START:parse("Cf3", "frnech") end,
      "bad argument #2 to 'parse' (unknown dialect 'frnech'; did you mean 'french'?)")
  end)

  it("writes other notations", function()
    local move = START:parse "Nf3"
    assert.equal("♘f3", START:write(move, "figurine"))
    assert.equal("Cg1-f3", START:write(move, "lan:french"))
    assert.equal("Nf3", START:write(move, "pgn"))
    assert.same({ nil, "illegal move g1f3 (move 1, Black)", "illegal_move" }, { START:pass():write(move, "french") })
    assert.equal("unsayable_move", select(3, START:write(chess.move(0), "smith")))
  end)

  it("plays lines in other notations", function()
    local wanted = START:play "e4 e5 Nf3"
    assert.equal(wanted, START:play("1. e4 e5 2. Cf3", "french"))
    assert.equal(wanted, START:play("1.5254 5755 2.7163", "iccf"))
    assert.equal(wanted, START:play("P-K4 P-K4 N-KB3", "descriptive"))
    assert.same({ nil, "moves:13: illegal move Dd3 (move 2, White)", "illegal_move" },
      { START:play("1.e4 e5 2.  Dd3", "french") })
    assert.same({ nil, "moves:1: not a move \"\" (move 1, White)", "bad_move" }, { START:play("", "french") })
    local board = chess.board()
    assert.equal("g1f3", tostring(board:play("e4 e5 Cf3", "french")))
    assert.equal("illegal_move", select(3, board:play("Cc6 Dd3", "french")))
    assert.equal(3, board.ply)
    assert.same({ nil, "moves:7: illegal move P-K9 (move 3, White)", "illegal_move" },
      { board:play("N-QB3 P-K9", "descriptive") })
    assert.equal(3, board.ply)
  end)
end)

describe("Position:moves", function()
  local KIWIPETE = chess.position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")

  -- options, number of moves, the moves
  local ROWS = {
    { nil, 48 },
    { {}, 48 },
    { { captures = true }, 8 },
    { { captures = false }, 40 },
    { { from = "e5", captures = true }, 3, "e5g6 e5d7 e5f7" },
    { { from = "e1" }, 4, "e1d1 e1f1 e1c1 e1g1" },
    { { from = "e1", to = "g1" }, 1, "e1g1" },
    { { to = "c1", piece = "K" }, 1, "e1c1" },
    { { to = "h3" }, 2 },
    { { piece = "N" }, 11 },
    { { piece = "n" }, 11 },
    { { from = "e8" }, 0, "" },
    { { from = "e5", to = "e6" }, 0, "" },
  }
  for i, row in ipairs(ROWS) do
    it("filters, row " .. i, function()
      local moves = KIWIPETE:moves(row[1])
      assert.equal(row[2], #moves)
      assert.equal(row[3] or names(moves), names(moves))
    end)
  end

  it("returns each legal move once", function()
    local seen = {}
    for _, m in ipairs(KIWIPETE:moves()) do
      assert.is_nil(seen[m])
      assert.is_true(KIWIPETE:is_legal(m))
      seen[m] = true
    end
  end)

  -- options, message
  local BAD = {
    { { form = "e2" }, "unknown option 'form'; did you mean 'from'?" },
    { { 1 }, "unknown option '1'" },
    { { from = "e9" }, "option 'from': square expected, got 'e9'" },
    { { to = 4 }, "option 'to': square expected, got number" },
    { { piece = "X" }, "option 'piece': piece letter expected, got 'X'" },
    { { captures = 1 }, "option 'captures': boolean expected, got number" },
    { "e2", "table expected, got string" },
  }
  for _, row in ipairs(BAD) do
    it("raises: " .. row[2], function()
      assert.has_error(function() START:moves(row[1]) end, "bad argument #1 to 'moves' (" .. row[2] .. ")")
    end)
  end
end)

describe("moves of a Position", function()
  it("are written and described if legal", function()
    local p = chess.position("3r4/4P3/8/8/8/8/k7/4K2R w K - 0 1")
    local rows = { -- SAN, UCI, capture, check
      { "exd8=Q", "e7d8q", true, false }, { "e8=Q", "e7e8q", false, false }, { "O-O", "e1g1", false, false },
      { "Rh2+", "h1h2", false, true }, { "--", "0000", false, false },
    }
    for _, row in ipairs(rows) do
      local m = assert(p:parse(row[1]))
      assert.equal(row[1], p:san(m))
      assert.equal(row[2], p:uci(m))
      assert.equal(row[3], p:is_capture(m))
      assert.equal(row[4], p:gives_check(m))
      assert.equal(row[1] ~= "--", p:is_legal(m))
    end
    local ep = chess.position("4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1")
    assert.is_true(ep:is_capture(ep:parse "exf6"))
  end)

  it("return errors if not legal", function()
    local foreign = CASTLES:parse "O-O"
    for _, method in ipairs { "san", "uci", "is_capture", "gives_check", "play" } do
      local result, message, code = START[method](START, foreign)
      assert.is_nil(result)
      assert.equal("illegal move e1g1 (move 1, White)", message, method)
      assert.equal("illegal_move", code)
    end
    assert.is_false(START:is_legal(foreign))
  end)
end)

describe("questions to a Position", function()
  it("about pieces", function()
    assert.equal("K", START:piece "e1")
    assert.equal("n", START:piece "b8")
    assert.is_nil(START:piece "e4")
    assert.equal("b1 g1", names(START:squares "N"))
    assert.equal("b8 g8", names(START:squares "n"))
    assert.equal("", names(KNIGHTS:squares "q"))
    assert.equal("g1 e2 g2", names(START:attackers("f3", "white")))
    assert.equal("", names(START:attackers("f3", "black")))
    assert.equal("d2", names(chess.position("4k3/8/8/8/1b6/8/3N4/4K3 w"):pinned "white"))
    assert.equal("", names(START:pinned "black"))
  end)

  it("about check and the end", function()
    assert.is_false(START:in_check())
    assert.is_true(START:play("e4 f6 Qh5"):in_check())
    assert.is_nil(START:outcome())
    assert.same({ reason = "checkmate", winner = "black" }, START:play("f3 e5 g4 Qh4"):outcome())
    assert.same({ reason = "checkmate", winner = "white" },
      chess.position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 90"):outcome())
    assert.same({ reason = "stalemate" }, chess.position("7k/5Q2/6K1/8/8/8/8/8 b"):outcome())
    assert.same({ reason = "insufficient_material" }, chess.position("7k/8/6K1/8/8/8/8/6N1 b"):outcome())
    assert.same({ reason = "seventyfive_moves" }, chess.position("7k/8/6K1/8/8/8/8/6R1 b - - 150 90"):outcome())
    assert.is_nil(chess.position("7k/8/6K1/8/8/8/8/6R1 b - - 149 90"):outcome())
    assert.is_true(KNIGHTS:is_insufficient "black")
    assert.is_false(KNIGHTS:is_insufficient "white")
  end)

  it("about the number of lines of legal moves (perft)", function()
    assert.equal(1, START:perft(0))
    assert.equal(197281, START:perft(4))
    assert.has_error(function() START:perft(13) end, "bad argument #1 to 'perft' (depth from 0 to 12 expected, got 13)")
    assert.has_error(function() START:perft(-1) end, "bad argument #1 to 'perft' (depth from 0 to 12 expected, got -1)")
    assert.has_error(function() START:perft(1.5) end,
      "bad argument #1 to 'perft' (number has no integer representation)")
  end)
end)

describe("options of chess.position and fen", function()
  local BAD = {
    { function() chess.position(chess.START_FEN, { strikt = true }) end,
      "bad argument #2 to 'position' (unknown option 'strikt'; did you mean 'strict'?)" },
    { function() chess.position(nil, { strict = 1 }) end,
      "bad argument #2 to 'position' (option 'strict': boolean expected, got number)" },
    { function() chess.position(chess.START_FEN, { chess960 = "yes" }) end,
      "bad argument #2 to 'position' (option 'chess960': boolean expected, got 'yes')" },
    { function() chess.position(chess.START_FEN, { allow = "too_much_material" }) end,
      "bad argument #2 to 'position' (option 'allow': table expected, got 'too_much_material')" },
    { function() chess.position(chess.START_FEN, { allow = { "nonsense" } }) end,
      "bad argument #2 to 'position' (option 'allow': there is no problem 'nonsense')" },
    { function() chess.position(chess.START_FEN, { allow = { too_much_material = true } }) end,
      "bad argument #2 to 'position' (option 'allow': names of problems expected, got boolean)" },
    { function() chess.position({}) end, "bad argument #1 to 'position' (string expected, got table)" },
    { function() chess.position(5) end, "bad argument #1 to 'position' (string expected, got number)" },
    { function() START:fen { ep = "never" } end,
      "bad argument #1 to 'fen' (option 'ep': legal, xfen or always expected, got 'never')" },
    { function() START:fen { castling = 960 } end,
      "bad argument #1 to 'fen' (option 'castling': xfen or shredder expected, got number)" },
  }
  for _, row in ipairs(BAD) do
    it("raise: " .. row[2], function()
      assert.has_error(row[1], row[2])
    end)
  end
end)

describe("Position:board", function()
  local p = chess.position("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1")

  it("draws letters", function()
    assert.equal(table.concat({
      "8 . . . . k . . .", "7 . . . . . . . .", "6 . . . . . . . .", "5 . . . . . . . .",
      "4 . . . . . . . .", "3 . . . . . . . .", "2 . . . . P . . .", "1 R . . . K . . .", "  a b c d e f g h",
    }, "\n"), p:draw())
  end)

  it("draws figurines from Black's side, without coordinates", function()
    assert.equal(table.concat({
      ". . . ♔ . . . ♖", ". . . ♙ . . . .", ". . . . . . . .", ". . . . . . . .",
      ". . . . . . . .", ". . . . . . . .", ". . . . . . . .", ". . . ♚ . . . .",
    }, "\n"), p:draw { unicode = true, flip = true, coordinates = false })
    assert.equal("  h g f e d c b a", p:draw({ flip = true }):match("[^\n]+$"))
  end)

  it("colors light and dark squares", function()
    local light, dark, reset = "\27[48;5;223;30m", "\27[48;5;173;30m", "\27[0m"
    local lines = {}
    for line in p:draw({ color = true }):gmatch("[^\n]+") do
      lines[#lines + 1] = line
    end
    local e, o = "   ", light .. "   " .. dark .. "   "
    assert.equal("8 " .. o:rep(2) .. light .. " k " .. dark .. e .. o .. reset, lines[1])
    assert.equal("   a  b  c  d  e  f  g  h", lines[9])
    local flipped = p:draw { color = true, coordinates = false, flip = true }
    assert.equal(light .. "   " .. dark, flipped:match("^.-;173;30m"))
  end)

  it("marks squares, without changing the width of the board", function()
    assert.equal("2  .  .  .  . [P] .  .  . ", p:draw({ marks = { "e2", "e4" } }):match("\n(2[^\n]+)"))
    assert.equal("4  .  .  .  . [.] .  .  . ", p:draw({ marks = { "e2", "e4" } }):match("\n(4[^\n]+)"))
    assert.equal("   a  b  c  d  e  f  g  h", p:draw({ marks = {} }):match("[^\n]+$"))
    assert.is_truthy(p:draw({ color = true, marks = { "a8" } }):find("^8 \27%[48;5;229;30m   \27%[48;5;173;30m"))
    assert.is_truthy(p:draw({ color = true, marks = { "b8" } }):find("^8 \27%[48;5;223;30m   \27%[48;5;179;30m"))
  end)

  it("raises for unknown options", function()
    assert.has_error(function() p:draw { marks = { "i9" } } end,
      "bad argument #1 to 'draw' (option 'marks': 'i9' is not a square)")
    assert.has_error(function() p:draw { flipped = true } end, "bad argument #1 to 'draw' (unknown option 'flipped')")
    assert.has_error(function() p:draw { flip = 1 } end,
      "bad argument #1 to 'draw' (option 'flip': boolean expected, got number)")
    assert.has_error(function() p:draw("x") end, "bad argument #1 to 'draw' (table expected, got string)")
  end)

  it("also draws a Board", function()
    local b = chess.board(p)
    assert.equal(p:draw(), b:draw())
  end)
end)
