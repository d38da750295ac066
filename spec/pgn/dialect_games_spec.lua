-- Games with moves in other notations: reading, checking, editing, writing and detecting the notation.

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
      assert.same({ "bad_move 5254", "other_dialect" }, remarks(read(text)), text)
      assert.equal(at, read(text).diagnostics[1].column)
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

describe("dialect = auto", function()
  local MIXED = [[
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *

1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 7. Fb3 d6 8. c3 O-O 9. h3 Cb8 10. d4 Cbd7 *

1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5 7. Lb3 d6 8. c3 O-O 9. h3 Sb8 10. d4 Sbd7
(10... Dd7) *

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Zz9 *
]]

  it("reads each game in its own notation, with a diagnostic", function()
    local seen = {}
    for g in chess.games_in(MIXED, { dialect = "auto" }) do
      local record = g.diagnostics[1]
      seen[#seen + 1] = { g.dialect, g.plies, record and record.code, record and record.column }
    end
    assert.same({
      { "pgn", 9 }, { "french", 20, "dialect_detected", 13 }, { "german", 20, "dialect_detected", 13 },
      { "pgn", 6, "bad_move", 34 },
    }, seen)
  end)

  it("reports the dialect as a repair", function()
    local g
    for game in chess.games_in(MIXED, { dialect = "auto" }) do
      g = game.dialect == "french" and game or g
    end
    local record = g.diagnostics[1]
    assert.equal("repair", record.severity)
    assert.equal("notation was detected automatically: french", record.message)
    assert.equal(1, #g.diagnostics)
  end)

  it("detects the dialect in any order of access", function()
    local function german(ask)
      local games = {}
      for g in chess.games_in(MIXED, { dialect = "auto" }) do
        games[#games + 1] = g
      end
      return ask(games[3])
    end
    assert.equal("german", german(function(g) return g.dialect end))
    assert.equal(20, german(function(g) return g.plies end))
    assert.is_nil(german(function(g) return g.rest end))
    assert.equal(20, german(function(g) return select(2, g.final:fen():gsub("%S+$", "")) and g.plies end))
    assert.equal("Nf3", german(function(g) return g.root[1][1][1].san end))
    assert.truthy(german(function(g) return g:export "uci" end):find("^e2e4 e7e5 g1f3"))
    assert.truthy(german(function(g) return g:movetext() end):find("10... Qd7", 1, true))
    assert.truthy(german(function(g) return g:movetext { dialect = "french" } end):find("10... Dd7", 1, true))
    assert.same({ true, 1 }, german(function(g) return { (g:check()), select(2, g:check()).total } end))
  end)

  it("is done in one pass of a reader", function()
    local folder <close> = require "spec.support.folder" ()
    folder:write("mixed.pgn", MIXED)
    for _, check in ipairs { true, false } do
      local reader <close> = assert(chess.open(folder:path "mixed.pgn", { dialect = "auto", check = check }))
      local plies = {}
      for g in function() return reader:read() end do
        plies[#plies + 1] = g.plies
      end
      assert.same({ 9, 20, 20, 6 }, plies)
      assert.equal(check and 55 or 0, reader.plies)
      assert.equal(check and 1 or 0, reader.errors)
    end
  end)

  -- Counts the calls of the detection until the test ends. Returns a function that returns their number.
  local function count_detections()
    local detect = require "lucena.notation.detect"
    local find, asked = detect.game_with_errors, 0
    finally(function() detect.game_with_errors = find end)
    function detect.game_with_errors(...)
      asked = asked + 1
      return find(...)
    end
    return function() return asked end
  end

  it("is not called for games in PGN, and once for each other game", function()
    local asked = count_detections()
    for g in chess.games_in(MIXED, { dialect = "auto" }) do
      assert.is_truthy(g.plies and g.root and g.diagnostics and g:movetext() and g:export "fen" and g.dialect)
    end
    assert.equal(3, asked())
  end)

  it("is called once for the annotated games of a file in one language", function()
    local asked = count_detections()
    local text = "1. e4 e5 2. Cf3 {(oui)} Cc6 (2... d6 {ou} 3. d4 (3. Fc4)) (2... Cf6) 3. Fb5 $1 a6 (3... Cf6)\n\n"
    for game in chess.games_in(text:rep(5), { dialect = "auto" }) do
      assert.same({ "french", 6 }, { game.dialect, game.plies })
    end
    assert.equal(1, asked())
  end)

  local SEED = 11
  it("gives each game of a file the same dialect as the game alone, seed " .. SEED, function()
    local games, texts = {}, {}
    for game in chess.games("spec/data/engine/engine.pgn") do
      games[#games + 1] = game
    end
    math.randomseed(SEED)
    for _, class in ipairs(require("lucena.notation.letters").classes()) do
      for i, style in ipairs { class.name, "lan:" .. class.name } do
        local dialect, odds = chess.dialect(style), i == 1 and 1 or 4
        for _ = 1, dialect and math.random(odds) == 1 and math.random(3) or 0 do
          local text = games[math.random(#games)]:pgn { dialect = style }
          -- A wrong move, a figurine, a sign that is skipped, variations, and the moves of another language in one.
          local kind = math.random(10)
          text = kind == 1 and text:gsub("( 8%.+ *)%S+", "%1Zz9", 1) or kind == 2 and text:gsub("( 8%.)", " ,%1", 1)
            or kind == 3 and text:gsub("( [78]%. )%a+([a-h][1-8])", "%1\u{265E}%2")
            or kind == 4 and text:gsub("( %d+%.)", " ({a)} -- (--) $3)%1", 6)
            or kind == 5 and text:gsub("( %d+%.)", " (Sf3 Cc6)%1", 1) or text
          texts[#texts + 1] = text
        end
      end
    end
    -- Without bishops, French may be Spanish: detection alone decides, and not the language of the game before.
    for _, class in ipairs(require("lucena.notation.letters").classes()) do
      texts[#texts + 1] = games[math.random(#games)]:pgn { dialect = class.name }
      texts[#texts + 1] = chess.game("1. d4 d5 2. Nf3 Nf6 3. Qd3 Qd6 4. Kd1 Rg8 *"):pgn { dialect = class.name }
    end
    local all, i, detected = table.concat(texts, "\n"), 0, 0
    for game in chess.games_in(all, { dialect = "auto" }) do
      i = i + 1
      local alone = chess.game(texts[i], { dialect = "auto" })
      assert.same({ alone.dialect, alone.plies }, { game.dialect, game.plies }, texts[i])
      detected = detected + (game.dialect and 1 or 0)
    end
    assert.equal(#texts, i)
    assert.is_true(detected > 60, detected)
  end)

  it("does not accept a dialect of functions", function()
    local detect = require "lucena.notation.detect"
    local find = detect.game_with_errors
    finally(function() detect.game_with_errors = find end)
    function detect.game_with_errors()
      return { name = "descriptive" }
    end
    local g = read("1. P-K4 P-K4 *", "auto")
    assert.equal("pgn", g.dialect)
    assert.equal("bad_move", g.diagnostics[1].code)
    assert.is_truthy(g.diagnostics[2].text:find("lucena translate --from descriptive reads it", 1, true))
  end)
end)

describe("a game that is not PGN", function()
  local FRENCH = "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 7. Fb3 d6 8. c3 O-O 9. h3 Cb8 *"

  -- Replaces the detection of dialects by answer(). Returns a list of the texts and positions with which it was called.
  local function with_guess(answer)
    local guess = require "lucena.notation.guess"
    local real, asked = guess.name, {}
    finally(function() guess.name = real end)
    function guess.name(text, start)
      asked[#asked + 1] = { text, start }
      return answer(text)
    end
    return asked
  end

  local function records(game)
    local list = {}
    for i, record in ipairs(game.diagnostics) do
      list[i] = record.code
    end
    return list
  end

  it("has a diagnostic with the dialect that reads it", function()
    local list = chess.game(FRENCH).diagnostics
    assert.same({ "bad_move", "other_dialect" }, { list[1].code, list[2].code })
    assert.equal("warning", list[2].severity)
    assert.same({ list[1].line, list[1].column }, { list[2].line, list[2].column })
    assert.equal('moves are in another notation: french; read it with --dialect french (dialect = "french" in Lua)',
      list[2].message)
  end)

  it("is not tested if it is readable, has no start position, or has other errors", function()
    local asked = with_guess(function() end)
    for _, text in ipairs { "1. e4 e5 *", "1. e4 ( *", "1. e4 (1. Cf3) *", '[FEN "x"]\n\n1. Cf3 *',
      '[Variant "Atomic"]\n\n1. Cf3 *', '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8 *' } do
      local _ = chess.game(text).diagnostics
    end
    assert.equal(0, #asked)
    assert.same({ "bad_move" }, records(read("1. e4 e5 2. Nf3 *", "french")))
    assert.equal(0, #asked)
  end)

  it("is tested with at most 64 KiB of movetext, and its start position", function()
    local asked = with_guess(function() end)
    local _ = chess.game('[White "x"]\n[FEN "4k3/8/8/8/8/8/8/4K2N w - - 0 1"]\n\n1. Cf2 *').diagnostics
    assert.equal("1. Cf2 *", asked[1][1]:match("^%s*(.*)$"))
    assert.equal("4k3/8/8/8/8/8/8/4K2N w - - 0 1", tostring(asked[1][2]))
    local _ = chess.game("1. Cf3 " .. ("{long} "):rep(20000) .. "*").diagnostics
    assert.equal(1 << 16, #asked[2][1])
  end)

  it("gets a diagnostic with the command that reads a descriptive notation", function()
    with_guess(function() return "descriptive" end)
    assert.equal("moves are in another notation: descriptive; lucena translate --from descriptive reads it",
      chess.game("1. P-K4 *").diagnostics[2].message)
  end)

  -- The offsets of games decide, so that a worker that reads a part of a file tests the same games.
  it("is tested by its offset: each in the first 64 KiB, then fewer and fewer", function()
    local asked = with_guess(function() end)
    local text, counts = ("1. e4 e5 2. Zz3 *" .. (" "):rep(238) .. "\n"):rep(2048), {}
    for g in chess.games_in(text) do
      local before = #asked
      assert.same({ "bad_move" }, records(g))
      local block = (g.offset >> 16) == 0 and 0 or math.floor(math.log(g.offset >> 16, 2)) + 1
      counts[block] = (counts[block] or 0) + #asked - before
    end
    assert.equal(256, counts[0])
    for block = 1, 3 do
      assert.is_true(math.abs(counts[block] - 128) < 40, counts[block])
    end
    local whole = #asked
    local folder <close> = require "spec.support.folder" ()
    folder:write("a.pgn", text)
    local reader <close> = assert(chess.open(folder:path "a.pgn", { check = true }))
    assert.equal(2048, reader:count())
    assert.equal(2 * whole, #asked)
  end)

  it("gets the same diagnostic after any other games", function()
    local guess, asked = require "lucena.notation.guess", 0
    local real = guess.name
    finally(function() guess.name = real end)
    function guess.name(...)
      asked = asked + 1
      return real(...)
    end
    local texts = { FRENCH,
      "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. d3 d6 6. De2 De7 7. Kf1 *", "1. e4 e5 2. Zz3 *",
      "1. e4 e5 2. Df3 Dh4 *", "1. e4 e5 2. Cf3 Cf6 *", "1. P-K4 P-K4 2. N-KB3 *" }
    local function hints(list)
      local out = {}
      for g in chess.games_in(table.concat(list, "\n\n")) do
        local record = g.diagnostics[2]
        out[#out + 1] = record and record.message or "none"
      end
      return out
    end
    local alone = {}
    for i, text in ipairs(texts) do
      alone[i] = hints({ text })[1]
    end
    assert.matches("french", alone[1])
    assert.matches("german", alone[2])
    for i, one in ipairs(texts) do
      for k, other in ipairs(texts) do
        assert.same({ alone[i], alone[k] }, hints { one, other }, one .. other)
      end
    end
    asked = 0
    hints { FRENCH, FRENCH, FRENCH, FRENCH }
    assert.equal(1, asked) -- a game whose letters prove the language is read in it at once
  end)
end)
