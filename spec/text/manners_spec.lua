-- chess.read_text on manners of writing: chats and dictations without numbers, subtitles, columns with notes.

local chess = require "lucena"

-- Return the moves of the only game in a text.
local function read(text)
  local games, report = chess.read_text(text, { prose = "none" })
  assert.equal(1, #games, text)
  return (games[1]:movetext { width = 0 }:gsub("%s+", " "):gsub(" %S+ ?$", "")), report
end

local function lines(format, list)
  local out = {}
  for i, item in ipairs(list) do
    out[i] = format:format(i % 2 == 1 and "ann" or "tom", item)
  end
  return table.concat(out, "\n") .. "\n"
end

local SIX = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6"

describe("chess.read_text reads a game without numbers in", function()
  local MOVES = { "e4", "e5", "Nf3", "nc6 hm, and now?", "Bb5", "a6", "Bxc6", "dxc6", "are you there? O-O", "f6" }

  it("a chat", function()
    assert.equal(SIX, (read(lines("[20:14] <%s> %s", MOVES))))
    assert.equal(SIX, (read(lines("12/03/2021, 20:14 - %s: %s", MOVES))))
    assert.equal(SIX, (read("ok\n" .. lines("%s> %s", MOVES) .. "gg\n")))
  end)

  it("a dictation", function()
    assert.equal(SIX, (read("Pawn to e four, pawn to e five. Knight f three, knight to c six. Bishop b five, "
      .. "pawn to a six. Bishop takes c six, d takes c six. Castles kingside, pawn to f six.")))
    assert.equal("1. Nf3 d5 2. e3 c5 3. d4 Nc6 4. Nbd2 Nf6 5. Be2", (read("knight f three, pawn d five, pawn e three, "
      .. "pawn c five, pawn d four, knight c six, knight b to d two, knight f six, bishop e two")))
  end)

  it("a dictation with promotions, and checks after letters", function()
    assert.equal("1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Nb8 5. axb8=N Rxa1 6. f3 h6 7. Kf2 Ra4 8. g3 Rf4", (read([[
a4, b5
a takes b5, pawn a6
b takes a6, knight c6
pawn to a7, knight b8
a takes b8 promotes to a knight, rook a1
f3, pawn to h6
king f2, rook a4
pawn to g3, rook f4
]])))
  end)

  it("a story that names other moves and squares", function()
    local moves, report = read("We began e4 e5 Nf3 Nc6 and then Bb5, a6. I have always gone back to a4, so Ba4 Nf6, "
      .. "O-O Be7 (he could have had Bc5 here) Re1 b5 hitting a4, Bb3 d6 and we agreed a draw after 7...d6. "
      .. "7...O-O was fine, too.")
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6", 1 },
      { moves, report.counts.unread })
  end)

  it("a Spanish dictation with files, and with a score in words at its end", function()
    assert.equal("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 c6 5. Bd2 Qb6 6. Nf3 Nf6 7. Bd3 Bg4 8. O-O Nbd7 9. Re1 e6 "
      .. "10. Ne4 Nxe4 11. Rxe4 Nf6 12. Rxe6+", (read([[
hola amigos peón e4 entonces peón d5
0:10
peón de e por d5 ahora dama toma d5
caballo c3 y dama a a5
peón d4 peón c6
alfil d2 dama b6 caballo f3
0:40
caballo f6 ahora alfil d3 y alfil g4
enroque corto caballo de b a d7
torre e1 peón e6 caballo e4 caballo por e4 torre por e4
caballo f6 y torre por e6 jaque
uno cero, o sea 1 a 0 para las blancas
]])))
  end)

  it("no other text with the names of squares", function()
    for _, text in ipairs { "The squares e4, d4, e5 and d5 are the centre; a1, b2, c3, d4, e5 and f6 a diagonal.",
      "Cells a1 b2 c3 d4 a2 b3 c4 d5 a3 b4 e5 a4.", "e4 e5 Nf3 Nc6 Bb5" } do
      local games, report = chess.read_text(text)
      assert.same({ 0, 0 }, { #games, report.counts.mainline }, text)
    end
  end)
end)

describe("chess.read_text reads", function()
  it("subtitles with the names of pieces", function()
    assert.equal("1. d4 d5 2. c4 e6 3. Nc3 c5 4. cxd5 exd5 5. dxc5 Nf6 6. Nf3 Nbd7", (read([[
1
00:00:11,000 --> 00:00:14,500
1. d4, d5

2
00:00:19,000 --> 00:00:22,500
2. c4, e6

3
00:00:24,000 --> 00:00:27,500
3. cavallo c3, c5

4
00:00:32,000 --> 00:00:35,500
4. c prende d5, e prende in d5

5
00:00:36,000 --> 00:00:38,000
Una bella idea.

6
00:00:41,000 --> 00:00:44,500
5. d prende in c5, cavallo f6

7
00:00:45,000 --> 00:00:48,000
6. cavallo f3, cavallo b d7
]])))
  end)

  it("columns with letters of notes", function()
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5", (read(
      "1. e4   e5        4. Ba4  Nf6 b)\n2. Nf3  Nc6 a)    5. O-O  Be7\n3. Bb5  a6        6. Re1  b5\n\na) Theory.\n")))
  end)

  it("columns of descriptive notation with numbers after captures at the end of a line", function()
    assert.equal("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 e5 5. dxe5 Bb4 6. Bd2 Nc6", (read(
      "1 P-K4   P-Q4      4 P-Q4   P-K4\n2 PxP     QxP        5 PxP    B-QN5\n3 N-QB3   Q-QR4      6 B-Q2   N-QB3\n")))
    assert.equal("1. e4 d5 2. Nf3 dxe4 3. Ng5 Nf6", (read "1 P-K4   P-Q4\n2 N-KB3  PxP\n3 N-N5  N-KB3\n"))
  end)
end)

describe("chess.read_text reads games in several notations", function()
  local DESCRIPTIVE = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 4. BxKt QPxB\n"
  local GERMAN = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6\n"
  local SPANISH = "1. P4R P4R 2. C3AR C3AD 3. A5C P3TD 4. AxC PDxA\n"
  local FOUR = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 "

  it("on one page, each with its own words, heading and number", function()
    for _, pair in ipairs { { DESCRIPTIVE, GERMAN }, { GERMAN, DESCRIPTIVE }, { SPANISH, GERMAN } } do
      local games, report = chess.read_text("CORNER\n\nShort - Long\n" .. pair[1] .. "The old way.\n\n"
        .. "Adam - Berg\n" .. pair[2] .. "The new way.\n")
      local texts, numbers = {}, {}
      for i, game in ipairs(games) do
        texts[i] = game.tags.White .. ": " .. game:movetext { width = 0 }:gsub("%s+", " "):gsub(" $", "")
      end
      for _, mention in ipairs(report.mentions) do
        numbers[mention.game] = (numbers[mention.game] or 0) + 1
      end
      assert.same({ "Short: {CORNER} " .. FOUR .. "{The old way.} *", "Adam: " .. FOUR .. "{The new way.} *" }, texts)
      assert.same({ 8, 8 }, numbers)
    end
  end)

  it("from the first line on", function()
    local games = chess.read_text(DESCRIPTIVE .. "\n" .. GERMAN)
    assert.same({ 2, 8, 8 }, { #games, games[1].plies, games[2].plies })
  end)

  it("but not if one notation is named in passing", function()
    local games = chess.read_text(DESCRIPTIVE .. "Today one writes\n1. e4 e5 and so on.\n")
    assert.same({ 1, 8 }, { #games, games[1].plies })
  end)
end)

describe("chess.read_text reads", function()
  it("letters, signs and squares apart", function()
    assert.equal("1. Nf3 d5 2. e3 c5 3. d4 cxd4 4. Nbd2 Nc6 5. Nxd4 Bg4", (read(
      "1. N f3 d5 2. e3 c5 3. d4 c x d4 4. N bd2 N c6 5. N  x d4 B g4\n")))
  end)

  it("ordinals in brackets", function()
    assert.equal("1. d4 d5 2. Nf3 e6 3. e3 Nf6 4. Nbd2 c5 5. Ne5 Bd6 6. Nxf7", (read(
      "1. P-Q4 P-Q4 2. Kt-KB3 P-K3 3. P-K3 Kt-KB3 4. QKt-Q2 P-QB4 5. Kt-K5 B-Q3 6. Kt.(5th) takes P.\n")))
  end)
end)

describe("chess.read_text reads", function()
  it("French descriptive notation with blanks, words and numbers before both moves", function()
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. O-O Nge7 7. d4 exd4", (read([[
1 P 4 R                   1 P 4 R
2 C 3 FR                  2 C 3 FD
3 F 4 FD                  3 F 4 FD
4 P 4 CD                  4 F pr. PC
5 P 3 FD                  5 F 4 TD
6 Roque                   6 CR 2 R
7 P 4 D                   7 P pr. P
]])))
  end)

  it("Portuguese descriptive notation", function()
    assert.equal("1. e4 c5 2. Nf3 e6 3. d4 cxd4 4. Nxd4 Nf6 5. Bd3", (read(
      "1.P4R,P4BD; 2.C3BR,P3R; 3.P4D,PxP; 4.CxP,C3BR; 5.B3D\n")))
  end)

  it("a column for White and one for Black in descriptive notation", function()
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. d4", (read([[
WHITE.
1. P to K 4.
2. Kt to K B 3.
3. B to Kt 5.
4. B takes Kt.
5. P to Q 4.

BLACK.
1. P to K 4.
2. Kt to Q B 3.
3. P to Q R 3.
4. Q P takes B.
]])))
  end)

  it("a wiki with bold moves, signs of captures before those of check, and times", function()
    assert.equal("1. e4 d5 2. Bb5+ Nc6 3. Bxc6+ bxc6", (read(
      ":'''1. e4'''\n:'''1... d5'''\n:'''2. Lb5+'''\n:'''2... Sc6'''\n:'''3. Lc6:+'''\n:'''3... bc6:'''\n")))
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", (read(
      "1.\ne4\n23.5 sec\ne5\n3.0 sec\n2.\nNf3\nNc6\n3.\nBb5\na6\n11.0 sec\n")))
  end)

  it("long moves with a digit scanned as a letter", function()
    assert.equal("1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. Bxf6 Bxf6", (read("1) d2-d4  d7-d5\n2) c2-c4  e7-e6\n"
      .. "3) Sb1-c3  Sg8-f6\n4) Lc1-g5  Lf8-e7\n5) LgSXf6  Le7Xf6\n")))
  end)
end)

describe("the last move of a game", function()
  local FIVE = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7"

  it("is not followed by a line that was not played", function()
    for _, rest in ipairs { " 0-1\n\nIf 6. Re1 b5 7. Bb3 the game is even.\n",
      " White resigned. If 6. Re1 b5 7. Bb3 the game is even.\n", " 0-1. Better was 6. Re1 b5 7. Bb3.\n",
      " and Black wins. Wenn 6. Re1, so b5.\n" } do
      assert.equal(FIVE, (read(FIVE .. rest)), rest)
    end
  end)

  it("is not followed by an alternative in brackets to a move that cannot be read", function()
    local text, report = read("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O qqq (5... d6 6. Bxc6+) 6. Re1 b5\n")
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O", text)
    assert.is_true(report.counts.unread > 0)
  end)
end)

describe("chess.read_text reads", function()
  it("cells with semicolons, Cyrillic letters of notes, and Spanish origins in brackets", function()
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", (read(
      "n;white;black;time\n1;e4;e5;1:39\n2;Nf3;Nc6;0:26\n3;Bb5;a6;0:34\n")))
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6", (read(
      "1. e4   e5         3. Сb5  a6 (а)\n2. Кf3  Кc6 (б)    4. Сa4  Кf6\n\n(а) Теория.\n")))
    assert.equal("1. d4 d5 2. Nf3 e6 3. e3 Nf6 4. Nbd2 c5 5. Ne5 Bd6 6. Nxf7", (read(
      "1.- P4D  P4D\n2.- C3AR  P3R\n3.- P3R  C3AR\n4.- CD2D  P4AD\n5.- C5R  A3D\n6.- C(5)xP\n")))
  end)
end)

describe("chess.read_text reads", function()
  it("castling with a zero and a letter, also as the last move", function()
    for _, castling in ipairs { "0-0", "0-O", "O-0", "0-o", "o-0", "O-O" } do
      assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O", (read("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. " .. castling)))
    end
    assert.equal("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O",
      (read("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-O-0 0-O-O")))
  end)
end)
