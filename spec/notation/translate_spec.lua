-- Translation of moves into another notation, in games, variations, comments and prose. Every other byte must be kept.

local chess = require "lucena"
local file = require "spec.support.file"

local FRENCH = require "spec.support.french_game"

-- Returns the translated text, and two lists of words that were not translated, as "line:column token code": errors,
-- and moves that the prose only mentions.
local function translate(text, opts)
  local out, report = assert(chess.translate(text, opts))
  local left, all = {}, table.move(report.left, 1, #report.left, 1, {})
  table.move(report.named, 1, #report.named, #all + 1, all)
  table.sort(all, function(a, b) return a.offset < b.offset end)
  for i, one in ipairs(all) do
    left[i] = ("%d:%d %s %s"):format(one.line, one.column, one.token, one.code)
  end
  return out, left, report
end

local function gives(expected, text, opts)
  local out, left = translate(text, opts)
  assert.equal(expected, out)
  assert.same({}, left)
end

describe("the French game", function()
  local ENGLISH = FRENCH:gsub("%d+%. .*$", function(moves)
    return (moves:gsub("[RDTFC]%f[%l]", { R = "K", D = "Q", T = "R", F = "B", C = "N" })
      :gsub("24%. Bxf7", "%0+"):gsub("25%. Nxf7 Rxe1", "%0+"):gsub("36%. Ra6", "%0+"))
  end)

  it("gets three check signs in English, and nothing else changes", function()
    local out, left, report = translate(FRENCH, { to = "pgn" })
    assert.equal(ENGLISH, out)
    assert.equal(#FRENCH + 3, #out)
    assert.same({}, left)
    assert.same({ 85, 1, 0, { french = 1 } }, { report.moves, report.games, report.total_left, report.dialects })
  end)

  it("is the same after translation back, except for these signs", function()
    local back = translate(ENGLISH, { to = "french" })
    assert.equal(FRENCH, (back:gsub("(24%. Fxf7)%+", "%1"):gsub("(25%. Cxf7 Txe1)%+", "%1"):gsub("(Ta6)%+ R", "%1 R")))
  end)

  for _, name in ipairs { "fide:german", "lan:russian", "figurine", "iccf", "uci", "smith", "descriptive", "gringmuth",
    "descriptive:french", "old-german", "minimal:hungarian" } do
    it("is translated to " .. name .. " and back, with the language given or detected", function()
      local there, left = translate(FRENCH, { from = "french", to = name })
      assert.same({}, left)
      assert.equal(ENGLISH, (translate(there, { from = name, to = "pgn" })))
      assert.equal(ENGLISH, (translate(there, { to = "pgn" })))
    end)
  end
end)

describe("games of the sample", function()
  local text = file.read("spec/data/engine/engine.pgn"):sub(1, 100000):match("^(.*\n\n)%[Event")
  for _, name in ipairs { "french", "lan:polish", "hebrew", "albanian", "ran:dutch", "iccf", "smith", "gringmuth" } do
    it("are translated to " .. name .. " and back, byte for byte", function()
      local there, left = translate(text, { from = "pgn", to = name })
      assert.same({}, left)
      assert.not_equal(text, there)
      gives(text, there, { to = "pgn" })
    end)
  end
end)

describe("in a game", function()
  it("each move is replaced, also in variations, and no other byte", function()
    gives([=[
[Event "Nf3 [1. e4"]  [Site "?"]
% Nf3
1. e4 {Nf3! $1} e5 (1... c5!? 2.Sf3 (2. c3 Sf6) 2...d6) 2. Sf3 $14 Sc6 ; Bb5
3. Lb5?! a6(3...Sf6 4. O-O)4.Lxc6± dxc6  1/2-1/2
]=], [=[
[Event "Nf3 [1. e4"]  [Site "?"]
% Nf3
1. e4 {Nf3! $1} e5 (1... c5!? 2.Nf3 (2. c3 Nf6) 2...d6) 2. Nf3 $14 Nc6 ; Bb5
3. Bb5?! a6(3...Nf6 4. O-O)4.Bxc6± dxc6  1/2-1/2
]=], { from = "pgn", to = "german" })
  end)

  it("line ends and invalid UTF-8 are kept", function()
    local text = "1. e4 {\xe9\0}\r\n\r\n e5\r2.\tNf3 *"
    gives((text:gsub("Nf3", "Sf3")), text, { from = "pgn", to = "german" })
  end)

  it("marks after a move belong to it", function()
    local fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
    gives("2. exd6 Kd7", "2. exd6 e.p. Rd7", { from = "french", to = "pgn", fen = fen })
    gives("2. exd6 e.p. Kd7", "2. e5xd6ep Rd7", { from = "french", to = "fide", fen = fen })
  end)

  it("a FEN tag gives the start position", function()
    gives('[FEN "r3k3/8/8/8/8/5n2/8/B3K2Q w - - 0 1"]\n\n1. Kf2 Rd8 2. Bd4 *',
      '[FEN "r3k3/8/8/8/8/5n2/8/B3K2Q w - - 0 1"]\n\n1. Rf2 Td8 2. Fd4 *', { from = "french", to = "pgn" })
  end)

  it("a line ends at an unreadable move, and its rest is kept", function()
    local out, left = translate("1. e4 e5 (1... c5 2. Zz9 Nf6) 2. Nf3 Nc6 3. Bb6 Nf6 1-0\n\n1. e4 Nf6 *",
      { from = "pgn", to = "german" })
    assert.equal("1. e4 e5 (1... c5 2. Zz9 Nf6) 2. Sf3 Sc6 3. Bb6 Nf6 1-0\n\n1. e4 Sf6 *", out)
    assert.same({ "1:22 Zz9 bad_move", "1:45 Bb6 illegal_move" }, left)
  end)

  describe("a notation whose moves are words", function()
    local WORDS = chess.dialect {
      name = "words", extend = "lan", capture = { " takes " }, short = { "castles" }, long = { "castles long" },
      promotion = { signs = " becomes " }, check = " check", mate = " mate",
    }

    it("is translated in its usual spelling", function()
      local count = 0
      for game in chess.games("spec/data/engine/engine.pgn") do
        local movetext = game:movetext { comments = false }
        local out, left = translate(movetext, { from = "pgn", to = WORDS })
        assert.same({}, left)
        gives(movetext, out, { from = WORDS, to = "pgn" })
        count = count + (out:find("castles long") and 1 or 0)
      end
      assert.is_true(count > 10)
    end)

    it("is read with as many words as possible", function()
      gives("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O, O-O-O!? (5... f6) 6. e4 dxe4 *",
        "1. d2-d4 d7-d5 2. Nb1-c3 Nb8-c6 3. Bc1-f4 Bc8-f5 4. Qd1-d2 Qd8-d7 5. castles\nlong, castles  long!? "
        .. "(5... f7-f6) 6. e2-e4 d5 takes\te4 *", { from = WORDS, to = "pgn" })
      local out, left = translate("1. e2-e4 f7-f6 2. d2-d4 g7-g5 3. Qd1-h5 mate takes *", { from = WORDS, to = "pgn" })
      assert.equal("1. e4 f6 2. d4 g5 3. Qh5# takes *", out)
      assert.same({ "1:46 takes bad_move" }, left)
    end)

    it("may have many words, of which the last one ends with a sign", function()
      local long = chess.dialect {
        name = "wordy", extend = "lan", separator = " ", capture = "takes the piece on", check = "and that is check!",
        pieces = { K = "K", Q = "her majesty the queen of them all", R = "rook", B = "bishop", N = "knight" },
      }
      local text = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+! Kxf7 4. Nh3"
      local out = translate(text, { from = "pgn", to = long })
      assert.is_truthy(out:find("3. her majesty the queen of them all h5 takes the piece on f7 and that is check!!", 1,
        true), out)
      gives(text, out, { from = long, to = "pgn" })
    end)

    for name, style in pairs {
      letters = { extend = "lan", separator = " " },
      ["usual squares"] = { separator = " " },
      ["the word for the pawn"] = { separator = " ", capture = "takes", pieces = { N = "horse", P = "pawn" } },
      ["words for letters"] = { extend = "lan", separator = " ", quiet = "to", pieces = { N = "horse", P = "pawn" } },
      ["words before both squares"] = { extend = "lan", separator = " ", origin_open = "from", quiet = "to",
        capture = "takes", pieces = { N = "horse", P = "pawn" } },
    } do
      it("may have a blank as the only separator: " .. name, function()
        local dialect = chess.dialect(style)
        for game in chess.games("spec/data/engine/engine.pgn") do
          if game.number > 12 then
            break
          end
          local movetext = game:movetext { comments = false }
          local out, left = translate(movetext, { from = "pgn", to = dialect })
          assert.same({}, left)
          assert.not_equal(movetext, out)
          gives(movetext, out, { from = dialect, to = "pgn" })
        end
      end)
    end

    it("is read without words of the next move", function()
      local dialect = chess.dialect { separator = " " }
      gives("1. b3 d4 2. Bxd4", "1. b3 d4 2. B x d4", { from = dialect, to = "pgn",
        fen = "4k3/8/8/3p4/8/2B5/1P6/4K3 w - - 0 1" })
    end)

    it("may be written with capitals", function()
      gives("1. e4 f5 2. Qh5+", "1. e2 to e4 f7 to f5 2. Q d1 to h5 Check", { to = "pgn",
        from = chess.dialect { extend = "lan", separator = " ", quiet = "to", check = "check" } })
    end)

    it("is found in prose", function()
      local out, left = translate("He began with 1. e2-e4 d7-d5 2. e4 takes d5 and I took the pawn: 2... Qd8 takes d5. "
        .. "Then 3. d2-d4 Nb8-c6 was played, and soon he castles.", { from = WORDS, to = "pgn" })
      assert.equal("He began with 1. e4 d5 2. exd5 and I took the pawn: 2... Qxd5. Then "
        .. "3. d4 Nc6 was played, and soon he castles.", out)
      assert.same({ "1:130 castles illegal_move" }, left)
    end)

    it("is kept if it is not a move", function()
      local out, left = translate("1. e2-e4 takes d5 d7-d5 *", { from = WORDS, to = "pgn" })
      assert.equal("1. e4 takes d5 d7-d5 *", out)
      assert.same({ "1:10 takes bad_move" }, left)
    end)
  end)

  it("a move that a dialect cannot write is kept and reported", function()
    local out, left = translate("1. e4 -- 2. d4 *", { from = "pgn", to = "smith" })
    assert.equal("1. e2e4 -- 2. d2d4 *", out)
    assert.same({ "1:7 -- unsayable_move" }, left)
  end)

  it("comments are translated on request", function()
    local text = "1. e4 {or 1. Sf3 Sf6; Sc3!} e5 {2. f4 exf4 3. Sf3} 2. Sf3 {Schach} Sc6 *"
    gives((text:gsub(" 2%. Sf3 {", " 2. Nf3 {"):gsub("Sc6 %*", "Nc6 *")), text, { from = "german", to = "pgn" })
    gives("1. e4 {or 1. Nf3 Nf6; Nc3!} e5 {2. f4 exf4 3. Nf3} 2. Nf3 {Schach} Nc6 *", text,
      { from = "german", to = "pgn", comments = true })
  end)
end)

describe("a descriptive game", function()
  -- Anderssen - Dufresne, Berlin 1852. At moves 21 and 22, only the check shows which pawn or bishop is meant.
  local EVERGREEN = [[
1 P-K4 P-K4 2 N-KB3 N-QB3 3 B-B4 B-B4 4 P-QN4 BxNP 5 P-B3 B-R4 6 P-Q4 PxP 7 O-O P-Q6 8 Q-N3 Q-B3 9 P-K5 Q-N3
10 R-K1 KN-K2 11 B-R3 P-N4 12 QxP R-QN1 13 Q-R4 B-N3 14 QN-Q2 B-N2 15 N-K4 Q-B4 16 BxQP Q-R4 17 N-B6 ch PxN
18 PxP R-N1 19 QR-Q1 QxN 20 RxN ch NxR 21 QxP ch KxQ 22 B-B5 dbl ch K-K1 23 B-Q7 ch K-B1 24 BxN mate]]
  for _, from in ipairs { "descriptive", "auto" } do
    it("can identify a move by its check sign, from " .. from, function()
      gives([[
1 e4 e5 2 Nf3 Nc6 3 Bc4 Bc5 4 b4 Bxb4 5 c3 Ba5 6 d4 exd4 7 O-O d3 8 Qb3 Qf6 9 e5 Qg6
10 Re1 Nge7 11 Ba3 b5 12 Qxb5 Rb8 13 Qa4 Bb6 14 Nbd2 Bb7 15 Ne4 Qf5 16 Bxd3 Qh5 17 Nf6+ gxf6
18 exf6 Rg8 19 Rad1 Qxf3 20 Rxe7+ Nxe7 21 Qxd7+ Kxd7 22 Bf5+ Ke8 23 Bd7+ Kf8 24 Bxe7#]], EVERGREEN,
        { from = from, to = "pgn" })
    end)
  end
end)

describe("of several games", function()
  it("each has its own language", function()
    local out, left, report = translate("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *\n\n" .. FRENCH, { to = "pgn" })
    assert.is_truthy(out:find("^1%. e4 e5 2%. Nf3 Nc6 3%. Bb5 a6 %*\n\n%[Event"))
    assert.same({}, left)
    assert.same({ german = 1, french = 1 }, report.dialects)
  end)

  it("an unreadable one is kept, and reported at the token", function()
    local out, left = translate("1. e4 e5 2. Sf3 Sc6 3. Lb5 Zz9 *\n\n1. d4 d5 2. Nf3 Nf6 3. Bf4 *", { to = "german" })
    assert.equal("1. e4 e5 2. Sf3 Sc6 3. Lb5 Zz9 *\n\n1. d4 d5 2. Sf3 Sf6 3. Lf4 *", out)
    assert.same({ "1:28 Zz9 no_dialect" }, left)
  end)

  it("an ambiguous one is translated if all possible languages agree", function()
    gives("1. 5254 5755 *", "1. e4 e5 *", { to = "iccf" })
  end)
end)

-- Pages of clubs and newspapers: a heading, signs between the moves, words for check, in-line variations.
describe("on a page", function()
  for text, expected in pairs {
    ["Schulz - Lang\nSpanisch\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6\n"] =
      "Schulz - Lang\nSpanisch\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n",
    ["Runde 1\n1. e4 - e5\n2. Sf3 - Sc6\n3. Lc4 - Lc5\n4. Lxf7 Schach Kxf7\n"] =
      "Runde 1\n1. e4 - e5\n2. Nf3 - Nc6\n3. Bc4 - Bc5\n4. Bxf7+ Kxf7\n",
    ["1.e4 e5 2.Sf3 Sc6 3.Lc4 Lc5\nSchlecht ist 3...h6 4.O-O Sf6 5.d4 exd4 6.e5.\n4.b4 Lxb4 5.c3 La5 6.d4 exd4"] =
      "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5\nSchlecht ist 3...h6 4.O-O Nf6 5.d4 exd4 6.e5.\n4.b4 Bxb4 5.c3 Ba5 6.d4 exd4",
    ["Der Zug 1. e4 e5 2. Sf3 Sc6 3. L-\nb5 a6! ist alt."] = "Der Zug 1. e4 e5 2. Nf3 Nc6 3. \nBb5 a6! ist alt.",
  } do
    it("moves are translated, and other bytes are kept: " .. text:gsub("\n", " "), function()
      local out, left = translate(text, { from = "german", to = "pgn" })
      assert.equal(expected, out)
      assert.same({}, left)
    end)
  end

  it("moves without a position get the letters of the language on request", function()
    local text = "Am Ende: 25. Txe8+ Dxe8 26. d8=D. Dazu Kf8."
    gives("Am Ende: 25. Rxe8+ Qxe8 26. d8=Q. Dazu Kf8.", text, { from = "german", to = "english", letters = true })
    local out, _, report = translate(text, { from = "german", to = "english" })
    assert.same({ text, 4, 0 }, { out, report.total_named, report.total_left })
  end)
end)

describe("in prose", function()
  local TEXT = "After 1.\u{A0}e4 e5 2.\u{A0}Sf3 Sc6, White chose 3. Lb5 a6 4.La4 (4.Lxc6 dxc6 5. 0-0 was possible)."
    .. " Now 4...Sf6 „5.d3“ is modest; Black threatens Sxe4, and the square e5 is weak. Better was 3. Lc4!"
    .. " Then Lc5 is usual."

  it("numbered moves are read at their number, others where they are legal", function()
    local expected = TEXT:gsub("%f[%w]S%f[%l]", "N"):gsub("%f[%w]L%f[%l]", "B"):gsub("0%-0", "O-O")
    gives(expected, TEXT, { from = "german", to = "pgn" })
  end)

  it("the language is detected", function()
    local out, _, report = translate(TEXT, { to = "french" })
    assert.is_truthy(out:find("3. Fb5 a6 4.Fa4 (4.Fxc6 dxc6 5. O-O was", 1, true), out)
    assert.same({ german = 1 }, report.dialects)
  end)

  it("an illegal move is kept and reported", function()
    local text = "White played 1. e4 e5 2. Sf3, but 2. Sg5 is no move, nor is 9. Lb5 known. A knight on f3 (Sf3) is"
      .. " well placed."
    local out, left = translate(text, { from = "german", to = "pgn" })
    -- After a number whose position is not known, "Sf3" may belong to any position.
    assert.equal((text:gsub("2%. Sf3", "2. Nf3")), out)
    assert.same({ "1:38 Sg5 illegal_move", "1:64 Lb5 unknown_position", "1:91 Sf3 illegal_move" }, left)
  end)

  it("a move without a number can be legal up to four plies earlier", function()
    local text = "Nach 1. e4 e5 2. Sf3 Sc6 3. Lb5 a6%s kommt die Rede noch einmal auf Sf3."
    local out, left = translate(text:format(""), { from = "german", to = "pgn" })
    assert.is_truthy(out:find("auf Nf3.", 1, true), out)
    assert.same({}, left)
    out, left = translate(text:format(" 4. La4"), { from = "german", to = "pgn" })
    assert.is_truthy(out:find("auf Sf3.", 1, true), out)
    assert.same({ "1:74 Sf3 illegal_move" }, left)
  end)

  it("a mentioned move keeps a superfluous origin, and a list of moves is not translated half", function()
    local text = "Après 1. e4 e5, un cavalier va de b1 en c3 : C1c3, puisque Cbc3 ne dit rien ; ici Cc3."
      .. " On note e4, Cf6, Da5."
    local out, left = translate(text, { from = "french", to = "german" })
    assert.equal((text:gsub("Cc3", "Sc3")), out)
    assert.same({ "1:47 C1c3 illegal_move", "1:61 Cbc3 illegal_move", "1:101 Cf6 illegal_move",
      "1:106 Da5 illegal_move" }, left)
  end)

  it("moves without a position are named, and not errors", function()
    local _, report = chess.translate("Nach 1. e4 e5 2. Sf3 folgt 3. Lh8. Die Umwandlung a8=D.",
      { from = "german", to = "pgn" })
    assert.same({ 0, "Lh8", "a8=D", 2 },
      { report.total_left, report.named[1].token, report.named[2].token, report.total_named })
  end)

  it("words for check and mate belong to the move", function()
    gives("1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. Bxc6+ bxc6", "1. e4 e5 2. Cf3 Cc6 3. Fb5 d6 4. Fxc6 éch. bxc6",
      { from = "french", to = "pgn" })
    gives("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#", "1. e4 e5 2. Dh5 Cc6 3. Fc4 Cf6 4. Dxf7 mat",
      { from = "french", to = "pgn" })
  end)

  -- The text after the French game on the same page.
  local PAGE = "Les coups se suivent : e4 e5. En cas d'ambiguïté on écrit\nC1c3, Cbd2 ou bien Cf6 ; la promotion se"
    .. " note a8=D, la prise cxd5,\nla prise en passant e5xd6ep et le roque O-O. Un pion a fait cela.\n"

  it("moves without piece letters have the language of the next game, and illegal moves are reported", function()
    local out, left, report = translate(FRENCH .. PAGE, { to = "pgn" })
    local game = translate(FRENCH, { to = "pgn" })
    assert.equal(game .. PAGE, out)
    assert.same({ "15:1 C1c3 illegal_move", "15:7 Cbd2 illegal_move", "15:20 Cf6 illegal_move",
      "15:47 a8=D illegal_move", "16:21 e5xd6ep illegal_move" }, left)
    assert.same({ 85, 1, { french = 1 } }, { report.moves, report.games, report.dialects })
    out, left = translate(PAGE .. FRENCH, { to = "pgn" })
    assert.equal(PAGE .. game, out)
    assert.equal(5, #left)
    -- The language is that of the game before the text, not of a later game.
    out = translate(FRENCH .. PAGE .. '[Event "x"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *\n',
      { to = "pgn", letters = true })
    assert.is_truthy(out:find("ou bien Nf6", 1, true))
  end)

  it("moves with the same spelling are not reported, unless numbered or different elsewhere", function()
    local text = "Später folgt exd5, dann O-O und hxg8+ mit Vorteil, wie wir sehen."
    gives(text, text, { from = "german", to = "pgn" })
    local _, left = translate(text, { from = "german", to = "uci" })
    assert.same({ "1:15 exd5 illegal_move", "1:26 O-O illegal_move", "1:34 hxg8+ illegal_move" }, left)
    _, left = translate("Nach 1. e4 folgt 7. exd5 und gewinnt.", { from = "german", to = "pgn" })
    assert.same({ "1:21 exd5 unknown_position" }, left)
  end)

  it("numbered moves that no notation can read are reported", function()
    local text = "Hier geschah 17. Sxf7 Kxf7 mit Angriff. Es war 1999. Der Turm d1 half."
    local out, left = translate(text, { to = "pgn" })
    assert.equal(text, out)
    assert.same({ "1:18 Sxf7 no_dialect" }, left)
  end)

  it("a descriptive move belongs to the side to move", function()
    local book = "The opening that a Spanish priest has given his name to is "
    gives(book .. "1 e4, e5; 2 Nf3, Nc6; 3 Bb5, a6; 4 Ba4, Nf6; 5 O-O, Be7.", book
      .. "1 P-K4, P-K4; 2 Kt-KB3, Kt-QB3; 3 B-Kt5, P-QR3; 4 B-R4, Kt-B3; 5 Castles, B-K2.", { to = "pgn" })
    -- Kt-KB3 is Nf3 or Nf6, depending on the side to move, which is unknown here. The text has no position for move
    -- number 9, so neither B-K2 is translated.
    local out, left = translate("After 1. P-K4 White plays Kt-KB3. 9. B-K2 is too late for B-K2.",
      { from = "descriptive", to = "pgn" })
    assert.equal("After 1. e4 White plays Kt-KB3. 9. B-K2 is too late for B-K2.", out)
    assert.same({ "1:27 Kt-KB3 illegal_move", "1:38 B-K2 unknown_position", "1:59 B-K2 illegal_move" }, left)
  end)

  it("move numbers need no period, and digits can be other numbers", function()
    gives("In 1972 came 1 e4 e5 2 Nf3 Nc6 and 24 games; 2 ... Nf6 is Petrov's defence.",
      "In 1972 came 1 e4 e5 2 Sf3 Sc6 and 24 games; 2 ... Sf6 is Petrov's defence.", { to = "pgn" })
  end)

  it("moves begin at the FEN's position", function()
    gives("From here 32.Rb8+ wins at once, since 32...Kh7 33. Rh8+ is mate for all that matters.",
      "From here 32.Tb8+ wins at once, since 32...Kh7 33. Th8+ is mate for all that matters.",
      { from = "german", to = "pgn", fen = "6k1/5pp1/7p/8/8/8/8/1R4K1 w - - 0 32" })
  end)

  it("without moves nothing changes", function()
    local text = "Der Springer auf f3 steht gut; Turm und Läufer auch (1972). Er gewann 1-0."
    gives(text, text, { to = "french" })
    gives(text, text, { from = "german", to = "french" })
  end)
end)

-- Parts of random texts: moves, marks, brackets, control characters.
local PIECES = {
  "e4", "e5", "Nf3", "Sf3", "Cf3", "exd6", "ep", "e.p.", "(", ")", "{", "}", "[", "]", '"', "1.", "2...", "12…", "$5",
  "!?", "±", "+-", "O-O", "0-0", "x", "=Q", "(D)", "*", "1-0", "½-½", "\n", "\r\n", "%", ";", " ", "\u{A0}", "♘", "Кр",
  "\xff", "\0", "N", "--", "P-K4", "5254", "White", '[Event "x"]', "e8=", "#", "†", ",", ".",
}

describe("of random texts", function()
  local seed = tonumber(os.getenv("LUCENA_SEED")) or 5
  it(("only moves change, and the others are reported with their places; seed %d"):format(seed), function()
    math.randomseed(seed)
    for _ = 1, 1000 do
      local parts = {}
      for i = 1, math.random(1, 30) do
        parts[i] = PIECES[math.random(#PIECES)] .. (math.random(2) == 1 and " " or "")
      end
      local text = table.concat(parts)
      local out, _, report = translate(text, { from = "french", to = "french", comments = math.random(2) == 1 })
        -- Characters that translation may change: those of moves and of the marks after them.
      local made_of = "[%w%-=+#.() †]"
      assert.equal((text:gsub(made_of, "")), (out:gsub(made_of, "")), text)
      for _, one in ipairs(report.left) do
        assert.equal(one.token, text:sub(one.offset + 1, one.offset + #one.token))
      end
      if report.moves == 0 then
        assert.equal(text, out)
      end
    end
  end)
end)

describe("translation", function()
  it("of malicious texts ends soon", function()
    local before = os.clock()
    for _, piece in ipairs { "{", "(", ")", "[", '["', "e4 ", "Nf3(", "1.", "a", "(1.e4", "\xE2" } do
      local text = piece:rep(100000 // #piece)
      assert.is_string(chess.translate(text, { from = "pgn", to = "german" }))
      assert.is_string(chess.translate(text, { to = "german" }))
    end
    assert.is_true(os.clock() - before < 20)
  end)

  it("accepts dialects as objects", function()
    gives("1. e4 e5 2. Cf3", "1. e4 e5 2. Nf3", { from = chess.dialect "pgn", to = chess.dialect "french" })
  end)

  it("raises for unknown dialects, and fails for bad positions", function()
    assert.has_error(function() chess.translate("e4", { to = "frensh" }) end,
      "bad argument #2 to 'translate' (option 'to': unknown dialect 'frensh'; did you mean 'french'?)")
    assert.has_error(function() chess.translate("e4", { from = "klingon", to = "french" }) end,
      "bad argument #2 to 'translate' (option 'from': unknown dialect 'klingon'; `lucena dialects` lists them)")
    assert.equal("bad_board", select(3, chess.translate("e4", { to = "french", fen = "8/8 w" })))
  end)

  it("raises for wrong arguments at the caller's line", function()
    for name, wrong in pairs {
      translate = { { 1, {} }, { "" }, { "", {} }, { "", { to = 1 } }, { "", { to = "pgn", into = "x" } } },
      detect = { {}, { "", 1 }, { "", { into = "x" } }, { "1. e4", { start = io.stdout } } },
      read_diagram = { {}, { "", 1 }, { "", { turn = "red" } }, { "", { alphabet = "klingon" } } },
    } do
      for i, arguments in ipairs(wrong) do
        local _, message = pcall(function()
          local result = chess[name](arguments[1], arguments[2])
          return result
        end)
        assert.is_truthy(message:find("^[^:]*translate_spec%.lua:%d+: bad argument #%d to '" .. name .. "'"),
          name .. " " .. i .. ": " .. tostring(message))
      end
    end
  end)

  it("raises for wrong arguments", function()
    assert.has_error(function() chess.translate(1, {}) end,
      "bad argument #1 to 'translate' (string expected, got number)")
    assert.has_error(function() chess.translate("") end, "bad argument #2 to 'translate' (table expected, got nil)")
    assert.has_error(function() chess.translate("", {}) end, "bad argument #2 to 'translate' (option 'to' is missing)")
    assert.has_error(function() chess.translate("", { to = 1 }) end,
      "bad argument #2 to 'translate' (option 'to': dialect expected, got number)")
    assert.has_error(function() chess.translate("", { to = "pgn", into = "x" }) end,
      "bad argument #2 to 'translate' (unknown option 'into')")
  end)

  it("reads moves that consist of digits", function()
    local game = chess.game(file.read("spec/data/engine/engine.pgn"):match("^.-\n\n.-\n\n"))
    local movetext = game:movetext { comments = false, variations = false, nags = false }
    for _, name in ipairs { "ordinal", "iccf", "smith", "descriptive" } do
      local there, report = chess.translate(movetext, { from = "pgn", to = name })
      assert.equal(0, report.total_left)
      local back = chess.translate(there, { from = name, to = "pgn" })
      assert.equal(movetext, back, name)
    end
  end)
  it("of a heading before the moves changes nothing", function()
    for _, heading in ipairs { "Schulz - Lang\n", "Spanisch\n", "Runde 1\n", "La partie : ", "Smith - Jones\n" } do
      local moves = "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6"
      local text, report = chess.translate(heading .. moves, { from = "french", to = "english" })
      assert.equal(heading .. "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", text)
      assert.equal(6, report.moves)
    end
  end)
end)
