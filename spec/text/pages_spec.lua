-- chess.read_text on pages whose moves are not in reading order, or not in plain squares: columns of text side by side,
-- score sheets, tables of wikis and LaTeX, figures of games by mail, names of files. And pages without games.

local chess = require "lucena"
local corrections = require "lucena.text.corrections"
local doubtful = require "lucena.text.doubtful"
local flow = require "lucena.text.flow"
local scanned = require "lucena.text.scanned"
local spelled = require "lucena.text.spelled"
local tables = require "lucena.text.tables"

-- Return the movetexts of the games of a text, without results, and the report.
local function read(text, opts)
  local games, report = chess.read_text(text, opts or { prose = "none" })
  local list = {}
  for i, game in ipairs(games) do
    list[i] = game:movetext { width = 0 }:gsub("%s+", " "):gsub(" %S+ ?$", "")
  end
  return list, report, games
end

local SPANISH = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5"
local FRENCH = "1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. e5 Nfd7 5. f4 c5 6. Nf3 Nc6"

describe("chess.read_text reads two columns of text", function()
  it("with a game in each", function()
    local text = [[
Anna - Berta, Graz 1950              Carl - Dora, Graz 1950

1. e4   e5                           1. e4   e6
2. Nf3  Nc6                          2. d4   d5
3. Bb5  a6                           3. Nc3  Nf6
4. Ba4  Nf6                          4. e5   Nfd7
Both sides develop their             White has more room, and the
pieces quickly.                      plan is f4.
5. O-O Be7 6. Re1                    5. f4 c5 6. Nf3
b5  1/2-1/2                          Nc6  0-1
]]
    local list, report, games = read(text)
    assert.same({ SPANISH, FRENCH }, list)
    assert.same({ "1/2-1/2", "0-1" }, { games[1].result, games[2].result })
    assert.same({ "3", "3" }, { games[1].tags.SourceLine, games[2].tags.SourceLine })
    for _, mention in ipairs(report.mentions) do
      assert.equal(mention.token, text:sub(mention.offset + 1, mention.offset + mention.length))
    end
  end)

  it("after a title across both, in descriptive notation", function()
    local list = read([[
                 TWO GAMES OF THE MATCH

 1 P-K4   P-K4               1 P-K4   P-K3
 2 Kt-KB3 Kt-QB3             2 P-Q4   P-Q4
 3 B-Kt5  P-QR3              3 Kt-QB3 Kt-KB3
 4 B-R4   Kt-B3              4 P-K5   KKt-Q2
 5 Castles B-K2              5 P-B4   P-QB4
 6 R-K sq P-QKt4             6 Kt-B3  Kt-QB3
    Drawn.                        White resigns.
]])
    assert.same({ SPANISH, FRENCH }, list)
  end)

  it("as three", function()
    local lines, at = {}, 0
    for number, one, other in (SPANISH .. " "):gmatch("(%d+)%. (%S+) (%S+)") do
      lines[#lines + 1] = ("%d. %-5s %-10s%d. %-5s %-10s%d. %-5s %s"):format(number, one, other, number, one, other,
        number, one, other)
    end
    local text = "Anna - Berta       Carl - Dora        Emil - Fritz\n\n" .. table.concat(lines, "\n")
      .. "\n1-0                0-1                1/2-1/2\n"
    local list, report, games = read(text)
    assert.same({ SPANISH, SPANISH, SPANISH }, list)
    assert.same({ "Anna", "Carl", "Emil" }, { games[1].tags.White, games[2].tags.White, games[3].tags.White })
    for _, mention in ipairs(report.mentions) do
      at = at + 1
      assert.equal(mention.token, text:sub(mention.offset + 1, mention.offset + mention.length))
    end
    assert.equal(36, at)
  end)

  it("of prose with a score in each", function()
    assert.same({ SPANISH, FRENCH }, (read([[
1.e4 e5 A quiet game,                   1.e4 e6 2.d4 d5 Black
2.Nf3 Nc6 as all know.                  has a plan. 3.Nc3 Nf6
3.Bb5 a6 And so on:                     4.e5 Nfd7 It goes on.
4.Ba4 Nf6 5.O-O Be7 6.Re1               5.f4 c5 6.Nf3 Nc6 and
b5 with equal play. 1/2                 White is better. 1-0
]])))
  end)

  it("but not the columns of White and of Black", function()
    assert.is_nil(flow.of("1. e4      1. e5\n2. Nf3     2. Nc6\n3. Bb5     3. a6\n4. Ba4     4. Nf6\n"
      .. "5. O-O     5. Be7\n6. Re1     6. b5\n"))
  end)

  it("but not the half columns of one game, and no column without a score", function()
    assert.is_nil(flow.of("1. e4 e5     4. Ba4 Nf6\n2. Nf3 Nc6   5. O-O Be7\n3. Bb5 a6    6. Re1 b5\n"))
    assert.is_nil(flow.of(("one word     and another\n"):rep(10)))
    assert.is_nil(flow.of(""))
  end)
end)

describe("chess.read_text reads a score sheet with the numbers between the moves", function()
  it("in one block and in two", function()
    assert.same({ SPANISH }, (read([[
 White  No. Black
    e4   1  e5
   Nf3   2  Nc6
   Bb5   3  a6
   Ba4   4  Nf6
   O-O   5  Be7
   Re1   6  b5
]])))
    assert.same({ SPANISH }, (read([[
   WHITE  No. BLACK   |  WHITE  No.  BLACK
      e4   1.  e5     |     O-O  5.  Be7
     Nf3   2.  Nc6    |     Re1  6.  b5
     Bb5   3.  a6     |          7.
     Ba4   4.  Nf6    |          8.
]])))
  end)

  it("in blocks without a line between them", function()
    assert.same({ SPANISH }, (read("  e4 1 e5       O-O 5 Be7\n Nf3 2 Nc6      Re1 6 b5\n Bb5 3 a6            7\n"
      .. " Ba4 4 Nf6           8\n")))
  end)

  it("with the place of each move in the page", function()
    local text = "e4 1 e5\nNf3 2 Nc6\nBb5 3 a6\nBa4 4 Qxd8\n"
    local report = select(2, read(text))
    assert.same({ 4, 7 }, { report.diagnostics[1].line, report.diagnostics[1].column })
    for _, mention in ipairs(report.mentions) do
      assert.equal(mention.token, text:sub(mention.offset + 1, mention.offset + mention.length))
    end
  end)

  it("and reads corrections of it", function()
    local text = "e4 1 e5\nNf3 2 Nc6\nBb5 3 a6\nBa4 4 Qxd8\n"
    local list = read(text, { prose = "none",
      corrections = corrections.HEAD .. "\n4:7\tQxd8\tNf6\n" })
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6" }, list)
  end)
end)

describe("chess.read_text reads a table", function()
  it("of a wiki, in two half columns", function()
    assert.same({ SPANISH }, (read([[
{| class="wikitable"
! # !! White !! Black !! # !! White !! Black
|-
| 1. || e4 || e5 || 5. || O-O || Be7
|-
| 2. || Nf3 || Nc6 || 6. || Re1 || b5
|- style="color: red"
| 3. || Bb5 || a6 || || ||
|-
| align="right" | 4. || '''Ba4''' || Nf6 || || ||
|}
]])))
  end)

  it("of a wiki, with a cell on each line", function()
    assert.same({ SPANISH }, (read("{|\n|-\n| 1.\n| e4\n| e5\n|-\n| 2.\n| Nf3\n| Nc6\n|-\n| 3.\n| Bb5\n| a6\n|-\n| 4.\n"
      .. "| Ba4\n| Nf6\n|-\n| 5.\n| O-O\n| Be7\n|-\n| 6.\n| Re1\n| b5\n|}\n")))
  end)

  it("of cells with commas", function()
    assert.same({ SPANISH }, (read('No,White,Black\n1,e4,e5\n2,Nf3,Nc6\n"3","Bb5","a6"\n4,Ba4,Nf6\n'
      .. "5,O-O,Be7\n6,Re1,b5\n")))
    assert.equal("1,200,300\n", tables.hide("1,200,300\n"))
  end)

  it("of LaTeX, after a game in macros", function()
    local list, _, games = read([[
\begin{document}
\textbf{Anna} -- \textbf{Berta}
\mainline{1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7}
The other plan is \variation{5... Nxe4 6. d4}.
\mainline{6. Re1 b5} $\frac12$--$\frac12$

\begin{tabular}{rll}
1 & e4 & e6 \\
2 & d4 & d5 \\
3 & Nc3 & Nf6 \\ \hline
4 & e5 & Nfd7 \\
5 & f4 & c5 \\
6 & Nf3 & Nc6 \\
  & \multicolumn{2}{c}{0--1}
\end{tabular}
\end{document}
]])
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 (5... Nxe4 6. d4) 6. Re1 b5", FRENCH }, list)
    assert.same({ "1/2-1/2", "0-1" }, { games[1].result, games[2].result })
  end)

  it("of its own length, and leaves drawings", function()
    for _, text in ipairs { "| 1. || e4 || e5\n", "|r|n|b|q|k|b|n|r|\n", "{| class=x\n|}\n", "a | b\n" } do
      assert.equal(#text, #tables.hide(text))
    end
    assert.equal("it is ! done\n", tables.hide("it is ! done\n"))
    assert.equal("|r|n|b|q|k|b|n|r|\n", tables.hide("|r|n|b|q|k|b|n|r|\n"))
    assert.equal(" 8 |  |  | k |  |  |\n", tables.hide(" 8 |  |  | k |  |  |\n"))
    assert.equal("| 12 | plums | 3 |\n", tables.hide("| 12 | plums | 3 |\n"))
  end)
end)

describe("chess.read_text reads squares", function()
  it("in the figures of games by mail", function()
    assert.same({ SPANISH }, (read("1) 5254 5755 2) 7163 2836\n3) 6125 1716 4) 2514 7866 5) 5171 6857 6) 6151 2725\n")))
    assert.same({ SPANISH }, (read("1. 52-54, 57-55 2. 71-63, 28-36 3. 61-25, 17-16 4. 25-14, 78-66 5. 51-71, 68-57 "
      .. "6. 61-51, 27-25")))
    assert.same({ SPANISH }, (read("1. 5254-5755; 2. 7163-2836; 3. 6125-1716; 4. 2514-7866; "
      .. "5. 5171-6857; 6. 6151-2725")))
    assert.equal("Tel. 1) 5254 5755", spelled.rewrite("Tel. 1) 5254 5755")) -- three numbers are a score
    local draughts = "1. 11-15 23-19 2. 18-11 22-17 3. 11-16 24-28"
    assert.equal(draughts, spelled.rewrite(draughts))
  end)

  it("in a game by mail beside another game", function()
    assert.same({ SPANISH, FRENCH }, (read("A - B\n\n1) 5254 5755 2) 7163 2836 3) 6125 1716\n4) 2514 7866 5) 5171 6857 "
      .. "6) 6151 2725\n\nC - D, in 1988\n\n" .. FRENCH .. "\n")))
  end)

  it("with the names of files", function()
    assert.same({ SPANISH }, (read([[
1. Eva 2 Eva 4; Eva 7 Eva 5.
2. Springer Gustav 1 Felix 3; Springer Bella 8 nach Cesar 6.
3. Läufer Felix 1 Bella 5; Anna 7 Anna 6.
4. Läufer Bella 5 Anna 4; Springer Gustav 8 Felix 6.
5. kurze Rochade; Läufer Felix 8 Eva 7.
6. Turm Felix 1 Eva 1; Bella 7 Bella 5.
]])))
    assert.same({ "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+" }, (read("1. Echo two echo four, Delta seven Delta five "
      .. "2. Echo four takes Delta five, Queen Delta eight takes Delta five 3. Knight Bravo one Charlie three, "
      .. "Queen Delta five Echo five, check")))
    assert.same({ "1. e4 d5 2. exd5 Qxd5" }, (read("1. Emil 4; Dora 5. 2. Emil schlägt Dora 5; Dame schlägt Dora 5. "
      .. "Es ist Anna 1 Berta 2 Cäsar 3 Dora 4, das Alphabet.")))
    assert.equal("Eva 2 and Anna 3", spelled.rewrite("Eva 2 and Anna 3"))
  end)

  it("with the name of the piece before two of them", function()
    assert.same({ "1. Nf3 Nf6 2. Ng5 h6" },
      (read("1. Springer g1 nach f3, Springer g8 nach f6 2. Springer f3 nach g5 h6")))
    assert.equal("4. Springer c3 g6", spelled.rewrite("4. Springer c3 g6")) -- two moves
  end)
end)

describe("chess.read_text finds no game", function()
  for name, text in pairs {
    ["in a recipe"] = "Squares b8 or c6 will do.\n\n1. e4 flour is best, 4 oz.\n2. 2 eggs\n3. Beat it.\n",
    ["in a program"] = 'int e4 = 5, d5 = 7;\n/* parse "1. e4" from argv, see 12. Qd2 */\n',
    ["in a hand of bridge"] = "The play went:\n\n1. D4  D5  D9  DA\n2. SA  S3  S4  S8\n3. H2 H3 H9 HA\n",
    ["in rows of cells"] = "1. a3 b6 c9 d4\n2. a4 b5 c8 d3\n",
    ["in a list of remarks"] = "Lessons: (1) sleep well; (2) 1.d4 is still annoying; (3) see lesson 1.\n",
  } do
    it(name, function()
      local list, report = read(text)
      assert.same({ {}, 0 }, { list, report.counts.mainline })
    end)
  end

  it("in a move that a sentence names after a game", function()
    assert.same({ SPANISH }, (read(SPANISH .. " 1/2-1/2\n\nLessons: (1) tea; (2) 1.d4 is still annoying.\n")))
  end)

  it("of moves only if they are few and have no result", function()
    local mention = { number = { first = 1 }, first = 4, last = 5 }
    assert.is_true(doubtful.is("1. e4 is best", { tags = {} }, { mention }))
    assert.is_false(doubtful.is("1. e4 is best", { tags = { White = "A" } }, { mention }))
    assert.is_false(doubtful.is("1. e4 is best", { tags = {}, result = "1-0" }, { mention }))
    assert.is_false(doubtful.is("1. e4", { tags = {} }, { mention }))
  end)
end)

describe("chess.read_text reports", function()
  it("moves close together that are in no game", function()
    local report = select(2, read("1. e4 e5 2. Nf3\n\nfrom the end: 31. Rd7 Kg8 32. Nf7 Kh7 33. Ng5 Kg8 34. Qe6 Kf8\n"))
    assert.same({ 8, 1 }, { report.counts.unread, #report.diagnostics })
    assert.is_truthy(report.diagnostics[1].message:find("31. Rd7: a score of 8 moves is in no game", 1, true))
  end)
end)

describe("chess.read_text reads scanned descriptive notation", function()
  local CLEAN = "1. P-K4  P-K4\n2. Q-R5  Kt-QB3\n3. B-B4  P-KKt3\n4. Q-B3  Kt-B3\n5. Kt-K2 B-Kt2\n6. Castles Castles\n"
    .. "7. P-Q3 P-Q3\n8. B-KKt5 P-KR3\n9. B-R4 K-R2\n10. Kt-Q2 R-K sq\n11. P-B3 P-R3\n12. QR-K sq K-Kt sq\n"

  it("with letters and signs printed for others", function()
    local expected = read(CLEAN)
    assert.equal(1, #expected)
    assert.is_truthy(expected[1]:find("12. Rae1 Kg8", 1, true))
    local spoiled = CLEAN:gsub("Q%-R5", "O-R5"):gsub("4%. Q", "4, Q"):gsub("Castles\n", "Casties\n")
      :gsub("10%.", "1O."):gsub("11%.", "ll."):gsub("12%.", "l2.")
    assert.same(expected, (read(spoiled)))
  end)

  it("of its own length, and no other text", function()
    local text = "1. P-K4 P-K4 2. O-R5 Kt-QB3\n3, B-B4 Gast1es\nl2. O x P"
    assert.equal("1. P-K4 P-K4 2. Q-R5 Kt-QB3\n3. B-B4 Castles\n12. Q x P", scanned.rewrite(text))
    assert.equal("1. e4 O-R5 Casties", scanned.rewrite("1. e4 O-R5 Casties"))
  end)

  it("with a remark below the last row, and a row on two lines", function()
    assert.same({ "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#" },
      (read("1. P-K4   P-K4\n2. Q-R5   Kt-QB3\n3. B-B4\n          Kt-B3\n4. QxBP mate\n   and wins.\n\nThe end.\n")))
  end)
end)

describe("chess.read_text reads the prefix of a wing", function()
  it("in French descriptive notation", function()
    local list = read("1 P4D P4D\n2 C3FR C3FR\n3 P3R P3R\n4 CD2D CD2D\n"
      .. "5 P3CD P3CD\n6 F2C F2C\n7 CR5R CR5R\n8 CDxC PxC\n")
    assert.same({ "1. d4 d5 2. Nf3 Nf6 3. e3 e6 4. Nbd2 Nbd7 5. b3 b6 6. Bb2 Bb7 7. Ne5 Ne4 8. Nxe4 dxe4" }, list)
  end)

  it("in captures by pawns of a file", function()
    assert.same({ "1. e4 e5 2. f4 exf4 3. Nf3 g5" }, (read("1 P4R P4R\n2 P4FR PR pr P\n3 C3FR P4CR\n")))
    assert.same({ "1. f4 e5 2. fxe5 d6" }, (read("1 P4FR P4R\n2 PF pr P P3D\n")))
  end)
end)
