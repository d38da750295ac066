-- Explanations of moves: what the move does, why it is written this way, why it is illegal, and its other spellings.

local chess = require "lucena"
local explain = require "lucena.notation.explain"

local function position(fen)
  return assert(chess.position(fen))
end

-- The rows of a section as "text|sentence"; nil if there is no section with this title.
local function section(explanation, title)
  for _, one in ipairs(explanation.sections) do
    if one.title == title then
      local rows = {}
      for i, row in ipairs(one) do
        rows[i] = (row[1] and row[1] .. "|" or "") .. row[2]
      end
      return rows
    end
  end
end

local START = chess.position()

describe("a move is explained in a sentence:", function()
  local ROWS = {
    { chess.START_FEN, "Nf3", "The knight on g1 goes to f3." },
    { "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6",
      "The pawn on e5 takes the pawn on d5 en passant and goes to d6." },
    { "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+",
      "The pawn on a7 takes the knight on b8 and becomes a queen, with check." },
    { "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O",
      "Black castles on the queen's side: king from e8, rook from a8." },
    { "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", "The rook on a1 goes to a8: mate." },
    { chess.START_FEN, "--", "White passes." },
  }
  for _, row in ipairs(ROWS) do
    it(row[2], function()
      local p = position(row[1])
      local e = p:explain(row[2])
      assert.equal(row[3], e.headline)
      assert.equal(p:parse(row[2]), e.move)
      assert.is_nil(e.code)
    end)
  end
end)

describe("the spelling of a move is explained:", function()
  local function why(fen, text)
    return section(position(fen):explain(text), "Why so")
  end

  it("the file of departure", function()
    assert.same({ "Two knights reach d2, from b1 and f3: the file of departure tells them apart, so it is named"
      .. " (FIDE C.10, PGN 8.2.3.4)." }, why("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nbd2"))
  end)

  it("the rank of departure, in an example of a user", function()
    local p = position "4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1"
    local e = p:explain("C1c3", "french")
    assert.same({ "Two knights reach c3, from b1 and b5: both are on one file, so the rank of departure is named"
      .. " (FIDE C.10, PGN 8.2.3.4)." }, section(e, "Why so"))
    assert.same({}, e.repairs)
    assert.equal("C1c3", p:write(e.move, "french"))
  end)

  it("file and rank", function()
    assert.same({ "Three queens reach e1, from e4, h1 and h4: neither file nor rank alone tells them apart, so both are"
      .. " named (FIDE C.10, PGN 8.2.3.4)." }, why("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 60", "Qh4e1"))
  end)

  it("a pinned piece, which cannot make the same move", function()
    assert.same({ "The knight on c3 would reach e2 too, but may not go there, so it does not make the move ambiguous"
      .. " (PGN 8.2.3.4)." }, why("rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 1 5", "Ne2"))
  end)

  it("capture, en passant, promotion, check and castling, with their sources", function()
    local ep = table.concat(why("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6"), "\n")
    assert.is_truthy(ep:find("FIDE allows e.p. after it (FIDE C.9); PGN has no sign", 1, true), ep)
    local promotion = table.concat(why("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+"), "\n")
    assert.is_truthy(promotion:find("PGN puts = before it (PGN 8.2.3.3), FIDE nothing (FIDE C.11)", 1, true), promotion)
    assert.is_truthy(promotion:find("PGN demands + for check and # for mate (PGN 8.2.3.5)", 1, true), promotion)
    local castling = table.concat(why("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O"), "\n")
    assert.is_truthy(castling:find("PGN writes castling with the letter O", 1, true), castling)
  end)
end)

describe("an illegal move is explained:", function()
  -- FEN, text, explanation
  local ROWS = {
    { "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf3", "The knight on d2 is pinned by the bishop on b4." },
    { chess.START_FEN, "Bc4", "The bishop on f1 is blocked by the pawn on e2.", "The bishop on c1 does not reach c4." },
    { chess.START_FEN, "Ke2", "White's own pawn stands on e2." },
    { chess.START_FEN, "exd3", "There is nothing to take on d3." },
    { chess.START_FEN, "Nbd4", "The knight on b1 does not reach d4." },
    { chess.START_FEN, "Ncd4", "White has no knight on the c file." },
    { "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Qe2", "White has no queen." },
    { "4k3/8/8/8/8/3r4/8/4K3 w - - 0 1", "Kd2", "The king may not go to d2, which is attacked by the rook on d3." },
    { "4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1", "Ra5",
      "White is in check by the rook on e4, and the move does not end the check." },
    { "r3k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "O-O",
      "The king would come to f1, which is attacked by the rook on f3." },
    { "r3k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "O-O", "The bishop on f1 is between king and rook." },
    { "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O",
      "White has no right to castle on this side: king or rook has moved." },
    { "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "exd6",
      "There is nothing to take on d6, and no pawn has just passed it by a double step." },
    { "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e4", "The pawn on e3 is blocked by the pawn on e4." },
    { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8",
      "A pawn on the last rank becomes another piece, and the text does not say which (FIDE C.11, PGN 8.2.3.3)." },
    { "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "h6", "The game is over: checkmate." },
  }
  for _, row in ipairs(ROWS) do
    it(row[2] .. " in " .. row[1], function()
      local e = position(row[1]):explain(row[2], "english")
      assert.equal("illegal_move", e.code)
      assert.is_nil(e.move)
      local said = section(e, "Why not")
      for i = 3, #row do
        assert.is_truthy(table.concat(said, "\n"):find(row[i], 1, true), table.concat(said, "\n"))
      end
    end)
  end

  it("also in Chess960, where king and rook start on any files", function()
    for _, row in ipairs {
      { "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O", "The knight on b1 is between king and rook." },
      { "qbbnrnkr/pppppppp/8/8/8/8/PPPPPPPP/QBBNRNKR w KQkq - 0 1", "O-O",
        "The knight on f1 is in the way of castling." },
      { "4k3/8/8/2r5/8/8/8/RK6 w Q - 0 1", "O-O-O", "The king would come to c1, which is attacked by the rook on c5." },
      { "4k3/8/8/8/8/8/8/rRK5 w Q - 0 1", "O-O-O", "The king would be in check." },
      { "4k3/8/8/8/8/8/8/1K4RR w - - 0 1", "O-O", "White has no right to castle on this side" },
      { "4k3/8/8/8/8/8/8/1K2N1RR w G - 0 1", "O-O", "The knight on e1 is between king and rook." },
      { "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "O-O", "White is in check by the rook on e4, and may not castle then." },
    } do
      local p = chess.position(row[1], { chess960 = true })
      local said = table.concat(section(assert(p):explain(row[2], "english"), "Why not"), "\n")
      assert.is_truthy(said:find(row[3], 1, true), row[1] .. "\n" .. said)
    end
  end)

  it("only by squares that the king crosses in castling", function()
    local p = position "1r2k3/8/8/8/8/8/8/R3K2r w Q - 0 1" -- an attack on b1 does not prevent castling
    assert.same({ "White is in check by the rook on h1, and may not castle then." },
      section(p:explain "O-O-O", "Why not"))
  end)

  it("a move of the other side", function()
    local e = START:explain "Nf6"
    assert.same({ "It would be a move of Black: The knight on g8 goes to f6." }, section(e, "The other side"))
  end)

  it("always with a reason, for each text that is not a legal move", function()
    -- Moves of every piece to every square, in positions with pins, checks and castling.
    for _, fen in ipairs {
      chess.START_FEN, "4k3/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1", "4k3/8/8/3pP3/7b/8/8/R3K2R w KQ d6 0 2",
      "r3k2r/8/8/8/8/8/4q3/4K3 w kq - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
    } do
      local p = position(fen)
      for piece in ("KQRBN "):gmatch(".") do
        for square = 0, 63 do
          local text = piece:gsub(" ", "") .. ("abcdefgh"):sub(square % 8 + 1, square % 8 + 1) .. square // 8 + 1
          if select(3, p:parse(text)) == "illegal_move" then
            local said = section(p:explain(text, "english"), "Why not")
            assert.is_true(said ~= nil and #said > 0, fen .. " " .. text)
          end
        end
      end
    end
  end)
end)

describe("several moves are explained:", function()
  it("of one dialect, without choosing one", function()
    local e = position("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"):explain "Nd2"
    assert.equal("ambiguous_move", e.code)
    assert.is_nil(e.move)
    assert.same({ "Nbd2|The knight on b1 goes to d2.", "Nfd2|The knight on f3 goes to d2." }, section(e, "It may be"))
  end)

  it("of several languages, the most widely spoken first", function()
    local e = position("8/2k5/8/8/8/3RK3/8/8 w - - 0 1"):explain("Rd4", "auto")
    assert.equal("d3d4", tostring(e.move))
    assert.equal("english", e.dialects[1])
    local others = table.concat(section(e, "In other languages"), "\n")
    assert.is_truthy(others:find("^Kd4|The king on e3 goes to d4%. %(french, spanish, portuguese,"), others)
  end)
end)

describe("other spellings are explained:", function()
  local e = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"):explain "exd6ep"

  it("written", function()
    assert.same({
      "exd6|PGN, French, German, Spanish, Russian, figurines", "exd6 e.p.|FIDE English, FIDE French", "e5xd6|long",
      "ed6|minimal", "e5d6|engines (UCI)", "5546|ICCF", "e5d6E|Smith", "PxPe.p.|descriptive", "SORI|telegraph",
    }, section(e, "Written"))
  end)

  it("read", function()
    local read = table.concat(section(e, "exd6ep is read"), "\n")
    assert.is_truthy(read:find("not at all|long, engines (UCI), ICCF, Smith, descriptive, telegraph", 1, true), read)
    assert.is_truthy(read:find("French, German, Spanish, Russian, figurines (ep_mark)", 1, true), read)
  end)

  it("its parts", function()
    local parts = section(e, "Its parts")
    assert.equal(4, #parts)
    assert.equal("ep|en passant: FIDE allows it (FIDE C.9), PGN has no such sign (PGN 8.2.3.3)", parts[4])
  end)

  it("repaired", function()
    local repaired = START:explain("Cg1–f3", "french")
    assert.same({ "A Unicode sign replaces the usual one (unicode_sign).",
      "Another sign separates the squares (separator).",
      "The departure square is not needed (superfluous_origin)." }, section(repaired, "Repaired, as french reads it"))
  end)
end)

describe("examples of a user are explained without a position:", function()
  -- text, headline, the text in PGN
  local ROWS = {
    { "exd6ep", "A pawn takes on d6.", "exd6" }, { "e5xd6ep", "A pawn takes on d6.", "exd6" },
    { "a8=D", "A pawn goes to a8.", "a8=Q" }, { "axb8=C", "A pawn takes on b8.", "axb8=N" },
    { "O-O", "The king castles.", "O-O" }, { "0-0-0", "The king castles.", "O-O-O" },
  }
  for _, row in ipairs(ROWS) do
    it(row[1], function()
      local e = assert(explain.shape(row[1]))
      assert.equal(row[2], e.headline)
      assert.equal(row[3] .. "|PGN", (section(e, "Written, where it is a move")[1]:match("^[^,]+")))
    end)
  end

  it("and letters of several languages", function()
    local e = explain.shape "C1c3"
    local letters = table.concat(section(e, "Its letters"), "\n")
    assert.is_truthy(letters:find("knight|french, spanish, portuguese", 1, true), letters)
    assert.is_truthy(letters:find("rook|irish and welsh", 1, true), letters)
    assert.is_nil(explain.shape "hello")
  end)
end)

describe("an explanation", function()
  it("fits 79 columns, or the requested width", function()
    local e = START:explain("Cf3", "auto")
    for _, width in ipairs { 30, 50, 79, 120 } do
      for line in (e:page(width) .. "\n"):gmatch("([^\n]*)\n") do
        assert.is_true(utf8.len(line) <= width, line)
      end
    end
    assert.equal(e:page(79), tostring(e))
    assert.is_truthy(tostring(e):find("^Cf3: The knight on g1 goes to f3%.\n\nIts parts\n  C   a knight\n"))
  end)

  it("reads the notation that parse reads, and names the other languages", function()
    local e = START:explain "Cf3"
    assert.same({ "bad_move", "Not a move Cf3 (move 1, White).", "pgn" }, { e.code, e.headline, e.dialect })
    assert.is_nil(e.move)
    assert.matches("^Nf3|The knight on g1 goes to f3%. %(french, ", section(e, "In other languages")[1])
    assert.same({ select(3, START:parse "Cf3") }, { e.code })
    assert.equal("g1f3", tostring(START:explain("Cf3", "auto").move))
    assert.equal("g1f3", tostring(START:explain("Cf3", "french").move))
    assert.equal("g1f3", tostring(chess.explain("Cf3", { dialect = "auto" }).move))
    assert.is_nil(section(START:explain "Nf3", "In other languages"))
  end)

  it("can also be of a Board", function()
    local b = chess.board()
    b:play "e4"
    assert.equal("The pawn on e7 goes to e5.", b:explain("e5").headline)
  end)

  it("of text that is not a move says so", function()
    for _, text in ipairs { "hello", "", "Nx", ("a"):rep(1000), "Nf3 \0", "\xff" } do
      assert.equal("bad_move", START:explain(text).code)
    end
  end)

  it("of a notation without letters says what the notation's reader says", function()
    local e = START:explain("5258", "iccf")
    assert.same({ "illegal_move", "White cannot play that." }, { e.code, e.headline })
    e = START:explain("9258", "iccf")
    assert.same({ "bad_move", "Not a move 9258 (move 1, White)." }, { e.code, e.headline })
  end)

  it("fails for unknown dialects, and raises for wrong arguments", function()
    assert.same({ nil, "unknown dialect 'frensh'; did you mean 'french'?", "bad_dialect" },
      { START:explain("e4", "frensh") })
    assert.has_error(function() START:explain(1) end, "bad argument #1 to 'explain' (string expected, got number)")
    for _, wrong in ipairs { false, 1, {}, START } do
      local got = wrong == START and "lucena.Position" or type(wrong)
      assert.has_error(function() START:explain("e4", wrong) end,
        ("bad argument #2 to 'explain' (string or lucena.Dialect expected, got %s)"):format(got))
    end
  end)
end)
