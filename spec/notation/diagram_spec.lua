-- Text diagrams in piece letters of any language and in figurines, and FENs with letters of any language.

local chess = require "lucena"

local OPENING = chess.position():play "e4 e5 Nf3"

-- The FEN that a diagram of the position gives. A diagram has neither a side to move nor castling rights.
local function bare(position)
  return position:fen():match "^%S+" .. " w - - 0 1"
end

local function read(text, opts)
  return tostring(assert(chess.read_diagram(text, opts)))
end

describe("a drawing is read", function()
  -- what the row tests, options of the diagram
  local ROWS = {
    { "with coordinates", {} },
    { "without coordinates", { coordinates = false } },
    { "in figures", { unicode = true } },
    { "from Black's side", { flip = true } },
    { "in figures from Black's side", { flip = true, unicode = true } },
    { "in French letters", { alphabet = "french" } },
    { "in German letters", { alphabet = "german" } },
    { "in Hungarian letters", { alphabet = "hungarian" } },
    { "in Russian letters, two for the king", { alphabet = "russian" } },
    { "in Polish letters from Black's side", { alphabet = "polish", flip = true } },
  }
  for _, row in ipairs(ROWS) do
    it(row[1] .. ", as drawn by Lucena", function()
      assert.equal(bare(OPENING), read(OPENING:draw(row[2])))
    end)
  end

  local ENDGAME = "r3k2r/8/8/3Q4/8/8/7p/R3K2R w - - 0 1"

  it("in a frame", function()
    assert.equal(ENDGAME, read [[
+---+---+---+---+---+---+---+---+
| t |   |   |   | r |   |   | t |
+---+---+---+---+---+---+---+---+
|   |   |   |   |   |   |   |   |
|   |   |   |   |   |   |   |   |
|   |   |   | D |   |   |   |   |
|   |   |   |   |   |   |   |   |
|   |   |   |   |   |   |   |   |
|   |   |   |   |   |   |   | p |
| T |   |   |   | R |   |   | T |
+---+---+---+---+---+---+---+---+
  a   b   c   d   e   f   g   h]])
  end)

  it("in a frame of box-drawing signs", function()
    assert.equal(ENDGAME, read [[
  ┌─┬─┬─┬─┬─┬─┬─┬─┐
8 │♜│ │ │ │♚│ │ │♜│
  ├─┼─┼─┼─┼─┼─┼─┼─┤
7 │ │ │ │ │ │ │ │ │
6 │ │ │ │ │ │ │ │ │
5 │ │ │ │♕│ │ │ │ │
4 │ │ │ │ │ │ │ │ │
3 │ │ │ │ │ │ │ │ │
2 │ │ │ │ │ │ │ │♟│
1 │♖│ │ │ │♔│ │ │♖│
  └─┴─┴─┴─┴─┴─┴─┴─┘
   a b c d e f g h]])
  end)

  it("with hyphens, with and without blanks", function()
    local rows = {
      "r---k--r", "- - - - - - - -", "--------", "---Q----", "--------", "--------", "-------p", "R---K--R",
    }
    assert.equal(ENDGAME, read(table.concat(rows, "\n")))
  end)

  it("with blanks for empty squares", function()
    local rows = { "r   k  r", "        ", "        ", "   Q", "        ", "        ", "       p", "R   K  R" }
    assert.equal(ENDGAME, read(table.concat(rows, "\n")))
    local wide = { "r       k     r", " ", " ", "      Q", " ", " ", "              p", "R       K     R" }
    assert.equal(ENDGAME, read(table.concat(wide, "\r\n")))
  end)

  it("with a given side to move", function()
    local p = chess.read_diagram("4k3/8/8/8/8/8/8/4K2R", { turn = "black" })
    assert.equal("black", p.turn)
  end)

  it("as a Setup if the position is not legal", function()
    local s = chess.read_diagram "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    assert.equal("lucena.Setup", getmetatable(s))
    assert.same({ "no_black_king" }, s:problems())
  end)
end)

describe("FEN in other letters is read", function()
  it("in the language that gives a legal position", function()
    assert.equal(chess.START_FEN, read "tcfdrfct/pppppppp/8/8/8/8/PPPPPPPP/TCFDRFCT w KQkq - 0 1")
    assert.equal(chess.START_FEN, read(chess.START_FEN))
  end)

  it("with castling rights in the same letters", function()
    assert.equal(chess.START_FEN, read "tcfdrfct/pppppppp/8/8/8/8/PPPPPPPP/TCFDRFCT w RDrd - 0 1")
    local german = "tsldklst/bbbbbbbb/8/8/8/8/BBBBBBBB/TSLDKLST w KDkd - 0 1"
    assert.equal(chess.START_FEN, read(german, { alphabet = "german" }))
  end)

  it("in English first", function()
    -- R means king in French. But this board already has two kings in English letters, so R is a rook.
    assert.equal("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", read "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert.equal("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", read "4r3/8/8/8/8/8/4P3/4R3")
  end)
end)

describe("text that is not a board", function()
  local function fails(code, message, text, opts)
    local board, err, why = chess.read_diagram(text, opts)
    assert.same({ nil, message, code }, { board, err, why })
  end

  it("is refused", function()
    fails("bad_board", "a board has 8 rows, this has 1", "hello")
    fails("bad_board", "not a board", ("xyzxyzxy\n"):rep(8))
    fails("bad_board", "not a board in french letters: 'k' in row 1", ("kkkkkkkk\n"):rep(8), { alphabet = "french" })
    fails("bad_board", "the numbers beside the board are not those of its ranks",
      ("8 . . . . . . . .\n"):rep(8))
    fails("bad_utf8", "text is not UTF-8", "\xff")
    fails("bad_board", "a board has at most 4096 bytes", ("x"):rep(5000))
  end)

  it("is refused if the letters are of two languages", function()
    -- German pieces and English pawns: in Finnish, both S and P are pawns
    local german = OPENING:draw { alphabet = "german", coordinates = false }
    local mixed = german:gsub("[Bb]", { B = "P", b = "p" })
    assert.equal(bare(OPENING), read(german))
    assert.same({ nil, "the letters are not those of one language; name the alphabet", "bad_board" },
      { chess.read_diagram(mixed) })
    assert.same({ nil, "not a board in german letters: 'p' in row 2", "bad_board" },
      { chess.read_diagram(mixed, { alphabet = "german" }) })
    local fen = "tsldkl1t/pppp4/8/8/8/8/PPPP4/TSLDKLST w - - 0 1"
    assert.same({ nil, "not a board in german letters: 'p' in row 2", "bad_board" },
      { chess.read_diagram(fen, { alphabet = "german" }) })
    assert.equal("bad_board", select(3, chess.read_diagram(fen)))
  end)

  it("may have both letters of a piece in a given language", function()
    assert.equal("4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1",
      read("4k3/8/8/8/8/8/S1P5/4K3 w - - 0 1", { alphabet = "finnish" }))
  end)

  it("is refused if two languages give two different boards", function()
    -- With English letters, there is no king. R is the king in Portuguese and in Bengali, but B is a bishop in
    -- Portuguese and a pawn in Bengali.
    local board, err, code = chess.read_diagram "4r3/8/8/4b3/8/8/8/4R3"
    assert.equal("unclear_dialect", code, tostring(board))
    assert.is_truthy(err:find("^the letters may be %S+ or %S+, name the alphabet$"), err)
    assert.equal("4k3/8/8/4b3/8/8/8/4K3 w - - 0 1", read("4r3/8/8/4b3/8/8/8/4R3", { alphabet = "portuguese" }))
  end)

  it("raises for values that are not text, and wrong options", function()
    assert.has_error(function() chess.read_diagram(1) end,
      "bad argument #1 to 'read_diagram' (string expected, got number)")
    assert.has_error(function() chess.read_diagram("", { side = "white" }) end,
      "bad argument #2 to 'read_diagram' (unknown option 'side')")
    assert.has_error(function() chess.read_diagram("x", { alphabet = "frensh" }) end,
      "bad argument #2 to 'read_diagram' (option 'alphabet': unknown alphabet 'frensh')")
  end)
end)
