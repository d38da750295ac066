-- chess.read_text on the papers of clubs and their members: chats, letters, lectures, bulletins in two columns.

local chess = require "lucena"

-- Return the moves of the games in a text.
local function read(text)
  local games, report = chess.read_text(text, { prose = "none" })
  local list = {}
  for i, game in ipairs(games) do
    list[i] = game:movetext { width = 0 }:gsub("%s+", " "):gsub(" %S+ ?$", "")
  end
  return list, report, games
end

describe("chess.read_text reads", function()
  it("two games in a chat, with pieces in lower case", function()
    local lines = {}
    for i, move in ipairs { "e4", "e5", "nf3", "nc6", "bc4", "bc5", "d3", "qf6", "bg5", "qg6", "i resign, well played",
      "thanks, 0-1 then", "d4", "d5", "bf4", "nf6", "nf3", "bg4", "e3", "e6", "be2", "be7", "o-o", "o-o" } do
      local is_first = (i % 2 == 1) == (i <= 12)
      lines[i] = ("[21:%02d] <%s> %s\n"):format(i, is_first and "pia" or "ole", move)
    end
    local list, _, games = read(table.concat(lines))
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 Qf6 5. Bg5 Qg6",
      "1. d4 d5 2. Bf4 Nf6 3. Nf3 Bg4 4. e3 e6 5. Be2 Be7 6. O-O O-O" }, list)
    assert.same({ "pia", "ole", "0-1" }, { games[1].tags.White, games[2].tags.White, games[1].result })
  end)

  it("a game in a chat after one that ends with mate", function()
    local lines = {}
    for i, move in ipairs { "e4", "e5", "nf3", "nc6", "bc4", "nd4", "nxe5", "qg5", "nxf7", "qxg2", "rf1", "qxe4+",
      "be2", "nf3#", "oops", "again?", "d4", "d5", "bf4", "nf6", "nf3", "bg4", "e3", "e6", "be2", "be7" } do
      lines[i] = ("<%s> %s\n"):format(i % 2 == 1 and "pia" or "ole", move)
    end
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3#",
      "1. d4 d5 2. Bf4 Nf6 3. Nf3 Bg4 4. e3 e6 5. Be2 Be7" }, (read(table.concat(lines))))
  end)

  it("two games side by side in Cyrillic letters", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
      "1. Nf3 d5 2. g3 Nf6 3. Bg2 e6 4. O-O Be7 5. d3 O-O 6. Nbd2 c5 7. e4 Nc6" }, (read [[
Партия 1                            Партия 2

1. e4 e5 2. Кf3 Кc6 3. Сb5 a6       1. Кf3 d5 2. g3 Кf6 3. Сg2 e6
4. Сa4 Кf6                          4. 0-0 Сe7
Обычный ход.                        5. d3 0-0 6. Кbd2 c5
5. 0-0 Сe7 6. Лe1 b5                Все по теории.
7. Сb3 d6                           7. e4 Кc6
]]))
  end)

  it("a letter with checks after commas", function()
    assert.same({ "1. e4 e6 2. d4 Be7 3. Bd3 Nf6 4. Nf3 O-O 5. e5 Nd5 6. Bxh7+ Kxh7 7. Ng5+ Kg8 8. Qh5 Bxg5 9. Bxg5 f6 "
      .. "10. exf6 gxf6 11. Qg6+ Kh8 12. Bxf6+ Qxf6 13. Qh5+ Kg8" }, (read [[
   1. P to K4, P to K3; 2. P to Q4, B to K2; 3. B to Q3, Kt to KB3; 4.
   Kt to KB3, Castles; 5. P to K5, Kt to Q4; 6. B takes P, check, K takes
   B; 7. Kt to Kt5, check, K to Kt1; 8. Q to R5, B takes Kt; 9. B takes B,
   P to KB3; 10. P takes P, P takes P; 11. Q to Kt6, check, K to R1; 12. B
   takes P, check, Q takes B; 13. Q to R5, check, K to Kt1.
]]))
  end)

  it("macros of LaTeX with fonts and signs on the lines of the moves", function()
    local list, _, games = read [[
\begin{document}
\mainline{1. e4 e5 2. Nf3 Nc6 3. Bb5 a6}
A \emph{pause}. Others like \variation{3... Nf6}.

\mainline{4. Ba4 Nf6 5. O-O Be7 6. Re1 b5}
\mainline{7. Bb3 d6 8. c3 O-O 9. h3} $\pm$

More words, or \variation{9. d4}.

\mainline{9... Nb8 10. d4 Nbd7} \textbf{0--1}
\end{document}
]]
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6) 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 "
      .. "(9. d4) 9... Nb8 10. d4 Nbd7", "0-1" }, { list[1], games[1].result })
  end)

  it("long captures and checks in words", function()
    assert.same({ "1. e4 e5 2. f4 exf4 3. Nf3 g5 4. Ne5 d6 5. Nxf7 Kxf7 6. Qh5+ Ke7 7. Qxg5+" }, (read [[
1. e2-e4             e7-e5
2. f2-f4             e5 per f4
3. Cg1-f3            g7-g5

   Difende il pedone.

4. Cf3-e5            d7-d6
5. Ce5 per f7        Re8 per f7
6. Dd1-h5 sc.        Rf7-e7
7. Dh5 per g5 sc.
]]))
  end)
end)

describe("chess.read_text does not play", function()
  it("moves after an agreed draw", function()
    local list, _, games = read("1.e4 e5 2.Pf3 Pc6 3.Lb5 a6 4.La4 Pf6 5.0-0 Le7 en remise op voorstel van wit, want na "
      .. "6.Te1 b5 is er niets.\n")
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7", "1/2-1/2" }, { list[1], games[1].result })
  end)

  it("several lines after a resignation", function()
    assert.same({ "1. d4 d5 2. c4 dxc4 3. e4 e5 4. Nf3 exd4 5. Bxc4 Bb4+ 6. Nbd2 b5" }, (read(
      "1. d4 d5 2. c4 dxc4 3. e4 e5 4. Sf3 exd4 5. Lxc4 Lb4+ 6. Sbd2 b5\nWeiß gab auf, denn auf 7. Lb3 folgt d3; "
      .. "auf 7. 0-0 d3 ist es aus.  0:1\n")))
    assert.same({ "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 7. Rc1 c6 8. Bd3 dxc4 9. Bxc4 Nd5 "
      .. "10. Bxe7 Qxe7 11. O-O (11. Ne4 N5f6) (11. Nxd5 exd5 12. Bd3) 11... Nxc3 12. Rxc3 e5 13. Qc2 e4" }, (read [[
1. d4 d5 2. c4 e6 3. Sc3 Sf6 4. Lg5 Le7 5, e3 O-O 6. Sf3 Sbd7 7. Tc1 c6 8. Ld3 dXc4 9. LXc4 Sd5 1O. LXe7 DXe7

Ein Tausch! Auf 11. Se4 folgt 11. . . S5f6 und auf 11. SXd5 eXd5 12. Ld3.

11. 0—0 SXc3 12. TXc3 e5 13. Dc2 e4
Weiß gibt auf, denn auf 14. Sd2 folgt Sf6; auf 14. Se5 SXe5 15. dXe5 DXe5 ist der Bauer verloren.   0:1.
]]))
  end)
end)

describe("chess.read_text reads", function()
  it("the letter of a note after a resignation in the last row", function()
    local list, _, games = read [[
 1 P-K4        1 P-K4
 2 Q-R5(a)     2 Kt-QB3
 3 B-B4        3 Kt-B3
 4 BxP ch(b)   4 Resigns (c)

(a) Seldom seen.
]]
    assert.same({ "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Bxf7+", "1-0" }, { list[1], games[1].result })
  end)

  it("the fall of a flag as a result", function()
    for text, result in pairs { ["en hier viel zwarts vlag."] = "1-0", ["and White's flag fell."] = "0-1" } do
      local _, _, games = read("1. e4 e5 2. d4 exd4 3. c3 dxc3 4. Bc4 " .. text .. "\n")
      assert.equal(result, games[1].result, text)
    end
  end)
end)
