-- Games with moves in other notations: reading, checking, editing and writing.

local chess = require "lucena"
local items = require "spec.support.items"

local SAMPLE = "spec/data/engine/engine.pgn"

local function sample()
  local games = {}
  for game in chess.games(SAMPLE) do
    games[#games + 1] = game
  end
  return games
end

local function read(text, dialect)
  return assert(chess.game(text, { dialect = dialect }))
end

-- The moves as PGN on one line.
local function english(game)
  return (game:movetext { width = 0 }:sub(1, -2))
end

-- The diagnostics of check(), each as "code token".
local function remarks(game)
  local list = {}
  for i, record in ipairs(select(2, game:check())) do
    list[i] = record.code .. (record.token and " " .. record.token or "")
  end
  return list
end

describe("a game read in a dialect", function()
  it("has the right moves", function()
    local g = read("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 (3... Cf6 4. O-O {le roque} Cxe4) 4. Fxc6 $1 dxc6 *", "french")
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O {le roque} 4... Nxe4) 4. Bxc6 $1 dxc6 *",
      english(g))
    assert.equal("french", g.dialect)
    assert.equal("Nf3", g.root[1][1][1].san)
    assert.equal("Cf3", g.root[1][1][1].token)
    assert.equal(8, g.plies)
    assert.same({ total = 0 }, items(g.diagnostics))
    assert.same({}, remarks(g))
  end)

  it("is PGN by default", function()
    assert.equal("pgn", chess.game("1. e4 *").dialect)
    assert.equal("pgn", read("1. e4 *", "pgn").dialect)
    assert.equal("1. e4 e5 2. Nf3 *", english(read("1. e4 e5 2. Nf3 *", chess.dialect "pgn")))
  end)

  it("does not read the letters of PGN", function()
    local g = read("1. e4 e5 2. Nf3 Cc6 *", "french")
    assert.equal(2, g.plies)
    assert.equal("2. Nf3 Cc6 *", g.rest)
    assert.equal("bad_move", g.diagnostics[1].code)
    assert.equal(1, #g.diagnostics) -- no warning that the moves could be read as PGN
  end)

  it("reports ambiguous moves in its own notation", function()
    local g = read('[FEN "4k3/8/8/3N4/8/3N4/8/4K3 w - - 0 1"]\n\n1. Cf4 *', "french")
    assert.equal("ambiguous move Cf4 (move 1, White): C3f4 or C5f4", g.diagnostics[1].message)
  end)

  it("has repairs, which check() reports and --strict refuses", function()
    local text = "1. e4 e5 2. cf3 Cc6 3. Fb5 a6 4. 0-0 Cf6 5. Fc6+ *"
    local g = read(text, "french")
    assert.same({ total = 0 }, items(g.diagnostics))
    assert.same({ "letter_case cf3", "castling_sign 0-0", "capture_sign Fc6+" }, remarks(g))
    local record = select(2, g:check())[1]
    assert.equal("repair", record.severity)
    assert.equal("wrong letter case cf3 (move 2, White)", record.message)
    assert.equal("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", record.fen)
  end)

  it("does not report spellings that its dialect permits", function()
    -- In FIDE's notation, the signs of en passant and of check are optional.
    assert.same({}, remarks(read("1. e4 a6 2. e5 d5 3. exd6 e.p. Cf6 4. dxc7 *", "fide:french")))
    assert.same({}, remarks(read("1. e4 a6 2. e5 d5 3. exd6 Cf6 4. dxc7 *", "fide:french")))
    assert.same({ "ep_mark e.p." }, remarks(read("1. e4 a6 2. e5 d5 3. exd6 e.p. *", "french")))
    -- The move before the sign is not an en passant capture.
    assert.same({ "ep_mark e.p." }, remarks(read("1. e4 e.p. d5 *", "fide:french")))
  end)

  it("reads added moves in its dialect", function()
    local g = read("1. e4 e5 *", "french")
    local node = assert(g.root[1][1]:add "Cf3")
    assert.equal("Nf3", node.san)
    assert.equal(6, assert(node:add_line "2... Cc6 3. Fb5 a6").ply)
    assert.equal(6, assert(node:add_line { "Cc6", "Fb5", "a6" }).ply)
    local none, err, code = node:add "Nf6"
    assert.is_nil(none)
    assert.equal("not a move Nf6 (move 2, Black)", err)
    assert.equal("bad_move", code)
    assert.equal("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 *\n", g:movetext { dialect = "french" })
    local fide = read('[FEN "4k3/8/8/3pP3/8/8/8/1N2KN2 w - d6 0 1"]\n\n*', "fide:french")
    assert.equal(2, fide.root:add_line("1. exd6 e.p. Rd7").ply)
    assert.equal("moves:4: ambiguous move Cd2: Cbd2 or Cfd2 (move 1, White)", select(2, fide.root:add_line "1. Cd2"))
    assert.equal("ambiguous move Cd2: Cbd2 or Cfd2 (move 1, White)", select(2, fide.root:add "Cd2"))
    local iccf = read("1. 5254 *", "iccf")
    assert.equal(3, iccf.root[1]:add_line("1... 5755 2. 7163").ply)
    local new = chess.game(nil, { dialect = "german" })
    assert.equal("Nf3", assert(new.root:add "Sf3").san)
    assert.equal("illegal move Sf6 (move 1, White)", select(2, new.root:add "Sf6"))
  end)

  it("keeps its dialect alive", function()
    local g = read("1. e4 e5 2. Zf3 *", chess.dialect { extend = "pgn", pieces = { K = "W", Q = "X", R = "Y", B = "V",
      N = "Z" } })
    for _ = 1, 3 do
      collectgarbage()
    end
    assert.equal("1. e4 e5 2. Nf3 *", english(g))
    assert.equal(4, g.root[1][1][1]:add("Zf6").ply)
  end)

  it("can be from text or from a file", function()
    local text = "1. e4 e5 2. Sf3 *\n\n1. Sc3 d5 *\n"
    local seen = {}
    for g in chess.games_in(text, { dialect = "german" }) do
      seen[#seen + 1] = english(g)
    end
    assert.same({ "1. e4 e5 2. Nf3 *", "1. Nc3 d5 *" }, seen)
    local folder <close> = require "spec.support.folder" ()
    folder:write("a.pgn", text)
    local reader <close> = assert(chess.open(folder:path "a.pgn", { dialect = "german", check = true }))
    assert.equal(2, reader:count())
    assert.same({ 0, 5 }, { reader.errors, reader.plies })
    for g in chess.games(folder:path "a.pgn", { dialect = chess.dialect "german" }) do
      assert.equal(table.remove(seen, 1), english(g))
      assert.equal("german", g.dialect)
    end
  end)

  it("has the same limits as in PGN", function()
    local text = "1. 5254 5755 *\n1. e4 e5 1-0 1. Sf3 0-1 1. ♘f3 1/2-1/2"
    local ends = {}
    for _, dialect in ipairs { "pgn", "iccf", "german", "figurine", "auto" } do
      local texts = {}
      for g in chess.games_in(text, { dialect = dialect }) do
        texts[#texts + 1] = g.text
      end
      ends[#ends + 1] = table.concat(texts, "|")
    end
    for _, parts in ipairs(ends) do
      assert.equal("1. 5254 5755 *|1. e4 e5 1-0|1. Sf3 0-1|1. ♘f3 1/2-1/2", parts)
    end
  end)

  it("accepts only a known name, a Dialect or auto as its dialect", function()
    assert.has_error(function() chess.game("1. e4 *", { dialect = "frech" }) end,
      "bad argument #2 to 'game' (option 'dialect': unknown dialect 'frech'; did you mean 'french'?)")
    assert.has_error(function() chess.game("1. e4 *", { dialect = 3 }) end,
      "bad argument #2 to 'game' (option 'dialect': a dialect's name or a lucena.Dialect expected, got number)")
    assert.has_error(function() chess.game("1. e4 *", { dialects = "french" }) end,
      "bad argument #2 to 'game' (unknown option 'dialects'; did you mean 'dialect'?)")
    assert.has_error(function() chess.games_in("1. e4 *", "french") end,
      "bad argument #2 to 'games_in' (table expected, got string)")
    assert.has_error(function() chess.open(SAMPLE, { dialect = "descriptive" }) end,
      "bad argument #2 to 'open' (option 'dialect': 'descriptive' is spelled by functions, which only chess.translate"
      .. " (lucena translate) reads and writes)")
    assert.has_error(function() chess.game("1. e4 *"):pgn { dialect = "auto" } end,
      "bad argument #1 to 'pgn' (option 'dialect': unknown dialect 'auto'; `lucena dialects` lists them)")
  end)
end)

describe("movetext in a dialect", function()
  local FEN = '[FEN "8/P7/8/8/8/8/7k/K7 w - - 0 1"]\n\n'

  local function says(dialect, text, moves, said)
    local g = read(text, dialect)
    assert.equal(moves, english(g))
    assert.same(said or {}, remarks(g))
  end

  it("can have squares that look like numbers", function()
    says("iccf", "1.5254 5755 2.7163 2836 *", "1. e4 e5 2. Nf3 Nc6 *")
    says("iccf", "1. 5254 5755 2 7163! 2836?? $3 *", "1. e4 e5 2. Nf3 $1 Nc6 $4 $3 *")
    says("iccf", "5254 5755 7163 *", "1. e4 e5 2. Nf3 *")
    says("iccf", FEN .. "1. 17181 *", "1. a8=Q *")
  end)

  it("has a bad move, not a number, if the digits are moves of another dialect", function()
    for _, text in ipairs { "1. 5254 5755 2. 7163 2836 *", "1.5254 5755 2.7163! 2836 *" } do
      local at = text:find("5254", 1, true)
      assert.same({ "bad_move 5254", "other_dialect" }, remarks(read(text, "pgn")), text)
      assert.equal(at, read(text, "pgn").diagnostics[1].column)
      assert.equal("1. e4 e5 2. Nf3", english(read(text, "auto")):match("^1%. e4 e5 2%. Nf3"))
    end
    assert.same({ "bad_move 5254" }, remarks(read("1. e4 5254 *", "french")))
    -- Numbers with a period, and numbers whose digits are no squares, are not read as moves.
    assert.equal("1. e4 e5 2. Nf3 Nc6 *", english(read("1. e4 1234. e5 1990 Nf3 567 Nc6 *")))
  end)

  it("can be ambiguous between languages that read the same moves", function()
    local text = "1. d4 Кf6 2. c4 g6 3. Кc3 Сg7 *" -- Russian or Ukrainian
    assert.equal("unclear_dialect", select(3, chess.detect(text)))
    local g = read(text, "auto")
    assert.same({ "russian", "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 *" }, { g.dialect, english(g) })
    -- S is the knight in German and the bishop in Czech. The moves differ in the two languages, so none is played.
    assert.equal(0, read('[FEN "4k3/8/8/8/8/5N2/5B2/4K3 w - - 0 1"]\n\n1. Sd4 Ke7 *', "auto").plies)
  end)

  it("can have promotions with any letters", function()
    says("russian", FEN .. "1. a8=Ф *", "1. a8=Q *")
    says("russian", FEN .. "1. a8(Ф) *", "1. a8=Q *", { "promotion_sign a8(Ф)" })
    says("french", FEN .. "1. a8(D)!? *", "1. a8=Q $5 *", { "promotion_sign a8(D)!?" })
    says("fide:french", FEN .. "1. a8D *", "1. a8=Q *")
  end)

  it("can have signs after moves that begin or end with any letters", function()
    says("russian", "1. e4 e5 2. Кf3± Кc6+- 3. Сb5= *", "1. e4 e5 2. Nf3 $16 Nc6 $18 3. Bb5 $10 *",
      { "nag_style ±", "nag_style +-", "nag_style =" })
    says("french", FEN .. "1. a8=D+- *", "1. a8=Q $18 *", { "nag_style +-" })
  end)

  it("can have blanks before marks of check and of en passant", function()
    says("french", "1. f3 e5 2. g4 Dh4 mat 0-1", "1. f3 e5 2. g4 Qh4# 0-1", { "check_sign Dh4", "check_sign mat" })
    says("german", "1. f3 e5 2. g4 Dh4# ‡ 0-1", "1. f3 e5 2. g4 Qh4# 0-1", { "check_sign ‡" })
    says("french", "1. e4 d5 2. Fb5 † c6 *", "1. e4 d5 2. Bb5+ c6 *", { "check_sign Fb5", "check_sign †" })
    says("fide:french", "1. e4 a6 2. e5 d5 3. exd6 e.p.! *", "1. e4 a6 2. e5 d5 3. exd6 $1 *")
    says("french", "1. e4 a6 2. e5 d5 3. exd6 e. p. *", "1. e4 a6 2. e5 d5 3. exd6 *", { "ep_mark e. p." })
    assert.equal("mat", read("1. e4 mat *").diagnostics[1].token) -- in PGN, mat is neither a move nor a sign
  end)

  it("can contain characters from word processors", function()
    says("french", "1. e4\u{A0}e5 2.\u{A0}Cf3 Cc6 3…\u{A0}Fb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *")
    says("french", "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. O–O *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *",
      { "piece_glyph ♘f3", "piece_glyph ♞c6", "piece_glyph ♗b5", "unicode_sign O–O" })
  end)

  it("can have the long forms of a French primer", function()
    says("french", "1. e4 a6 2. e5 d5 3. e5xd6ep Cf6 *", "1. e4 a6 2. e5 d5 3. exd6 Nf6 *",
      { "superfluous_origin e5xd6ep" })
    says("french", "1. e4 a6 2. e5 d5 3. exd6ep *", "1. e4 a6 2. e5 d5 3. exd6 *", { "ep_mark exd6ep" })
  end)
end)

describe("writing in a dialect", function()
  local GAME = "1. e4 {best} e5 (1... d5 2. exd5 Qxd5) 2. Nf3 $1 Nc6 3. Bb5 a6 4. O-O *"

  it("changes only the moves", function()
    local g = chess.game('[Event "Reykjavik"]\n[White "Jones"]\n\n' .. GAME)
    local pgn, french = g:pgn(), g:pgn { dialect = "french" }
    assert.equal(pgn:match("^(.-)\n\n"), french:match("^(.-)\n\n"))
    assert.equal("1. e4 {best} 1... e5 (1... d5 2. exd5 Dxd5) 2. Cf3 $1 Cc6 3. Fb5 a6 4. O-O *\n",
      g:movetext { dialect = "french" })
    assert.equal("1. e4 e5 2. ♘f3 ♘c6 3. ♗b5 a6 4. O-O *\n",
      g:movetext { dialect = "figurine", comments = false, nags = false, variations = false })
    assert.equal("1. 5254 5755 2. 7163 2836 3. 6125 1716 4. 5171 *\n",
      g:movetext { dialect = chess.dialect "iccf", comments = false, nags = false, variations = false })
    assert.equal("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. 0-0 *\n", chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *")
      :movetext { dialect = "fide:french" })
    assert.equal(pgn, g:pgn { dialect = "pgn" })
  end)

  it("counts characters, and never separates a move from its mark", function()
    local g = chess.game("1. e4 a6 2. e5 d5 3. exd6 *")
    assert.equal("1. e4 a6\n2. e5 d5\n3.\nexd6 e.p.\n*\n", g:movetext { dialect = "fide", width = 9 })
    assert.equal("1. Кf3\nd5 *\n", chess.game("1. Nf3 d5 *"):movetext { dialect = "russian", width = 8 })
    -- A game with a comment or a variation is written from its tree, not from its text.
    for _, text in ipairs { "1. Nf3 d5 *", "1. Nf3 d5 {два} *", "1. Nf3 d5 (1... c5) *" } do
      assert.equal("1. Кf3 d5", chess.game(text):movetext { dialect = "russian", width = 9 }:match("^[^\n]*"))
    end
    assert.equal("1. e4 {два три\nпять} *\n", chess.game("1. e4 {два три пять} *"):movetext { width = 14 })
  end)

  it("omits check signs on request", function()
    assert.equal("1. f3 e5 2. g4 Dh4 0-1\n",
      chess.game("1. f3 e5 2. g4 Qh4# 0-1"):movetext { dialect = "french", checks = false })
  end)

  -- Without the sign, the text of such a move may be that of another one: xg5 is Kxg5, and xg5+ was Qxg5+.
  it("never omits the check sign that tells two moves apart", function()
    local same = { K = "B", Q = "B", R = "B", B = "B", N = "B" }
    local dialects = { { letters = false }, { pieces = same }, { pieces = same, origin = "never" },
      { extend = "lan", origin = "never", letters = false }, { letters = false, double = "++" } }
    local fens = { "8/Q2P4/7k/6Q1/8/8/3p2K1/Q1q5 b - - 0 1", "8/q6P/7K/6q1/8/8/3P2k1/q1Q5 w - - 0 1",
      "1N1N1N2/2k5/5N2/8/8/3R2R1/2K5/3R2R1 w - - 0 1", "4k3/P1P5/1r6/8/8/8/8/R3K2R w KQ - 0 1" }
    local written, failed = 0, 0
    for _, spec in ipairs(dialects) do
      local dialect = chess.dialect(spec)
      for _, fen in ipairs(fens) do
        local position = chess.position(fen)
        for _, move in ipairs(position:moves()) do
          local game = assert(chess.game(('[SetUp "1"]\n[FEN "%s"]\n\n%s *'):format(fen, position:san(move))))
          local text, _, code = game:pgn { dialect = dialect, checks = false }
          local again = text and assert(chess.game(text, { dialect = dialect }))
          assert.equal(text and game:codes() or "unsayable_move", again and again:codes() or code, text)
          written, failed = written + (text and 1 or 0), failed + (text and 0 or 1)
        end
      end
    end
    assert.is_true(written > 300 and failed < written / 10, written .. " " .. failed)
  end)

  it("fails completely if the dialect cannot write a move", function()
    local g = chess.game("1. e4 -- 2. Nf3 *")
    local text, err, code = g:pgn { dialect = "smith" }
    assert.is_nil(text)
    assert.equal("smith has no text for the move -- (move 1, Black)", err)
    assert.equal("unsayable_move", code)
    assert.equal("1. e4 -- 2. Cf3 *\n", g:movetext { dialect = "french" })
    local folder <close> = require "spec.support.folder" ()
    local writer = assert(chess.writer(folder:path "a.pgn"))
    assert.is_nil(writer:export(g, "pgn", { dialect = "smith" }))
    assert.is_true(writer:export(chess.game("1. e4 e5 *"), "pgn", { dialect = "smith", tags = "none" }))
    assert.is_true(writer:close())
    assert.equal("1. e2e4 e7e5 *\n\n", folder:read "a.pgn")
  end)

  it("fails if a move could not be read back", function()
    -- In PGN, the origin in parentheses would be read as a variation.
    local dialect = chess.dialect { extend = "lan", origin_open = "(", origin_close = ")" }
    local function fails(message, text, as)
      assert.same({ nil, message, "unsayable_move" }, { chess.game(text):pgn { dialect = as } })
    end
    fails("custom writes the move Nf3 as 'N(g1)-f3', which a game would not read as one move (move 1, White)",
      "1. Nf3 *", dialect)
    local words = chess.dialect { name = "words", extend = "lan", capture = " (takes) " }
    fails("words writes the move exd5 as 'e4 (takes) d5', which a game would not read as one move (move 2, White)",
      "1. e4 d5 2. exd5 *", words)
    local numbers = { name = "numbers", extend = "iccf", digit_moves = false,
      ranks = { "10", "20", "30", "40", "50", "60", "70", "80" } }
    fails("numbers writes the move e4 as '520540', which a game would read as a move number, unless the dialect has "
      .. "digit_moves = true (move 1, White)", "1. e4 *", chess.dialect(numbers))
    numbers.digit_moves = true
    assert.equal("1. 520540 *\n", chess.game("1. e4 *"):movetext { dialect = chess.dialect(numbers) })
  end)

  -- In PGN, a blank of one word and the _ of another look the same.
  it("is read back, or fails, for words with _ and with blanks", function()
    local words, written, failed = { "t", " t", "_t", "_t_", " t " }, 0, 0
    local game = assert(chess.game('[SetUp "1"]\n[FEN "4k3/8/8/2pPp3/8/8/8/R3K2R w KQ c6 0 1"]\n\n'
      .. "1. dxc6 Kf8 2. Rh8+ Kg7 3. c7 Kxh8 4. c8=R+ *"))
    for i = 0, 5 ^ 4 - 1 do
      local function word(n)
        return words[math.tointeger(i // 5 ^ n) % 5 + 1]
      end
      local dialect = chess.dialect { pieces = { R = word(0) }, ep = word(1), check = word(2), capture = word(3) }
      local out, _, code = game:pgn { dialect = dialect }
      local again = out and assert(chess.game(out, { dialect = dialect }))
      local what = ("R %q, ep %q, check %q, capture %q"):format(word(0), word(1), word(2), word(3))
      assert.equal(out and game:codes() or "unsayable_move", again and again:codes() or code, what)
      written, failed = written + (out and 1 or 0), failed + (out and 0 or 1)
    end
    assert.is_true(written > 100 and failed > 10, written .. " " .. failed)
  end)

  it("writes blanks inside a move as _, and separates marks after it by a blank", function()
    local words = chess.dialect { name = "words", extend = "lan", capture = " takes ", check = " check" }
    local text = "1. e2-e4 f7-f5 2. e4_takes_f5 g7-g6 3. Qd1-h5 Ng8-f6 4. f5_takes_g6 *\n"
    assert.equal(text, chess.game("1. e4 f5 2. exf5 g6 3. Qh5 Nf6 4. fxg6 *"):movetext { dialect = words })
    local game = chess.game(text, { dialect = words })
    assert.equal(0, #game.diagnostics)
    assert.equal("1. e4 f5 2. exf5 g6 3. Qh5 Nf6 4. fxg6 *\n", game:movetext())
    assert.equal("1. e2-e4 f7-f6 2. Qd1-h5 check *\n", chess.game("1. e4 f6 2. Qh5+ *"):movetext { dialect = words })
  end)

  it("converts a game from Latin-1 to UTF-8 if the dialect has other letters", function()
    local g = chess.game('[White "J\xf6rg"]\n\n1. Nf3 {sch\xf6n} *')
    assert.truthy(g:pgn { dialect = "russian" }:find('"Jörg".*1%. Кf3 {schön} %*'))
    assert.truthy(g:pgn { dialect = "french" }:find('"J\xf6rg".*1%. Cf3 {sch\xf6n} %*'))
    g.tags.Black = "x" -- a changed game is not written from its text
    local text, err, code = g:pgn { dialect = "russian" }
    assert.is_nil(text)
    assert.equal("the letters of russian are not in the game's encoding, convert it to UTF-8 first", err)
    assert.equal("unencodable", code)
  end)

  it("keeps unreadable text unchanged", function()
    local g = read("1. e4 e5 2. Cf3 Nc6 3. Fb5 *", "french")
    assert.equal("1. e4 e5 2. Cf3\nNc6 3. Fb5\n*\n", g:movetext { dialect = "french" })
    assert.equal("1. e4 e5 2. Nf3\nNc6 3. Fb5\n*\n", g:movetext())
  end)
end)

describe("text written in a dialect", function()
  -- Alphabets with letters of one byte or several bytes, alphabets with letters that mean other pieces in English, and
  -- figurines.
  local LETTERS = { "english", "french", "german", "hungarian", "russian", "greek", "hebrew", "hindi", "figurine" }

  -- The names of all dialects that are defined by tables. A style that can be combined with alphabets is combined with
  -- each of LETTERS. Styles whose moves contain blanks are omitted, because blanks separate the moves of a game.
  local function names()
    local list = {}
    for _, style in ipairs(chess.dialects()) do
      if not style.has_hooks and not style.is_alphabet and not chess.dialect(style.name).info.words then
        local first = #list + 1
        for _, letters in ipairs(style.alphabet and LETTERS or {}) do
          list[#list + 1] = style.name .. ":" .. letters
        end
        list[first] = list[first] or style.name
      end
    end
    return list
  end

  it("is read back as the same game", function()
    local games, count = sample(), 0
    for number, name in ipairs(names()) do
      local dialect = chess.dialect(name)
      -- For French and for styles without alphabets, every second game is tested, otherwise every 30th. The first game
      -- varies.
      local step = (name:find(":french$") or not name:find(":")) and 2 or 30
      for i = number % step + 1, #games, step do
        local text = assert(games[i]:pgn { dialect = dialect })
        local again = read(text, dialect)
        assert.equal(games[i]:pgn(), again:pgn(), name)
        assert.equal(text, again:pgn { dialect = dialect })
        count = count + 1
      end
    end
    assert.is_true(count > 4500, count)
  end)

  it("is exact, and needs no repair", function()
    local games = sample()
    for number, name in ipairs(names()) do
      for i = number % 60 + 1, #games, 60 do
        local again = read(games[i]:pgn { dialect = name }, name)
        assert.same({}, remarks(again), name)
      end
    end
  end)

  it("is the same from the tree and from the text", function()
    local games = sample()
    for number, name in ipairs(names()) do
      local game = games[number]
      local text = game:pgn { dialect = name }
      local _ = game.root[1] -- builds the tree
      assert.equal(text, game:pgn { dialect = name }, name)
    end
  end)
end)
