-- chess.read_text: scores in the manners of old books and score sheets: numbers before both moves, short captures,
-- names of pieces, and scores of which a part cannot be read.

local chess = require "lucena"
local hyphens = require "lucena.text.hyphens"
local latex = require "lucena.text.latex"
local numbers = require "lucena.text.numbers"

-- Return the movetext of each game, without comments, and the report.
local function read(text, opts)
  local games, report = chess.read_text(text, opts or { prose = "none" })
  local out = {}
  for i, game in ipairs(games) do
    out[i] = game:movetext { width = 0 }:gsub("%s+", " "):gsub(" $", "")
  end
  return out, report
end

describe("a number before both moves", function()
  local RUY = { "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *" }

  it("is read in two columns", function()
    assert.same(RUY, (read "1. e4    1. e5\n2. Nf3   2. Nc6\n3. Bb5   3. a6\n4. Ba4   4. Nf6\n"))
  end)

  it("is read in one line, in paragraphs, and in descriptive notation", function()
    assert.same(RUY, (read "1. e4 1. e5 2. Nf3 2. Nc6 3. Bb5 3. a6 4. Ba4 4. Nf6"))
    assert.same(RUY, (read "1. e4\n\n1. e5 2. Nf3\n\n2. Nc6 3. Bb5\n\n3. a6 4. Ba4\n\n4. Nf6\n"))
    assert.same(RUY, (read("1. P to K 4   1. P to K 4\n2. Kt to K B 3   2. Kt to Q B 3\n3. B to Kt 5   3. P to Q R 3\n"
      .. "4. B to R 4   4. Kt to B 3\n")))
  end)

  -- Return the moves of the mainline of the only game of a text.
  local function mainline(text)
    local games = chess.read_text(text, { prose = "none" })
    local moves = {}
    for node in games[1]:mainline() do
      moves[#moves + 1] = node.san
    end
    return table.concat(moves, " ", 1) .. (games[2] and " and another game" or "")
  end

  it("is read with notes that have numbers", function()
    local whole = "e4 e5 Nf3 Nc6 d4 Bd6 Bb5 exd4 Nxd4 Nxd4 Qxd4 Nf6"
    local pairs_of = { { "P to K4", "P to K4" }, { "Kt to KB3", "Kt to QB3" }, { "P to Q4", "B to Q3" },
      { "B to QKt5", "P takes P" }, { "Kt takes P", "Kt takes Kt" }, { "Q takes Kt", "Kt to B3" } }
    local notes = { "Better is %d ... P takes P.", "If %d ... P takes P; %d P takes P.", "%d ... Kt to B3 was safer.",
      "Better is P takes P." }
    for _, form in ipairs { "%d  %s   %d  %s\n", "%d. %s    %d. %s\n" } do
      for _, note in ipairs(notes) do
        for after = 1, 5 do
          local text = ""
          for i, pair in ipairs(pairs_of) do
            text = text .. form:format(i, pair[1], i, pair[2])
              .. (i == after and "\n" .. note:format(i, i + 1) .. "\n\n" or "")
          end
          assert.equal(whole, mainline(text), text)
        end
      end
    end
  end)

  it("is read in a paragraph with such notes after three pairs", function()
    assert.equal("e4 e5 Nf3 Nc6 d4 Bd6 Bb5 exd4 Nxd4 Nxd4", mainline("1. e4 1. e5 2. Nf3 2. Nc6 3. d4 3. Bd6. Better "
      .. "is 3... exd4 4. Nxd4. 4. Bb5 4. exd4 5. Nxd4 5. Nxd4"))
  end)

  it("needs three pairs of equal numbers", function()
    local function blacks(...)
      local list = {}
      for _, value in ipairs { ... } do
        list[#list + 1] = { kind = "number", value = value, is_black = false, first = 9, last = 9 }
        list[#list + 1] = { kind = "move" }
      end
      numbers.mark_black(list, "in a line")
      local marks = ""
      for i = 1, #list, 2 do
        marks = marks .. (list[i].is_black and "b" or "w")
      end
      return marks
    end
    assert.equal("wbwbwb", blacks(1, 1, 2, 2, 3, 3))
    assert.equal("wwbwbwbw", blacks(6, 7, 7, 8, 8, 9, 9, 10))
    assert.equal("wwwww", blacks(1, 1, 2, 2, 3))
    assert.equal("wwwwww", blacks(1, 1, 2, 2, 4, 4))
  end)
end)

describe("two moves with a hyphen between them", function()
  it("are read in any form of the number", function()
    local whole = "1. e4 e5 2. f4 exf4 3. Nf3 g5 4. h4 g4 5. Ne5 Nf6 6. Bc4 d5 7. exd5 Bd6 8. O-O Rg8 9. d4 *"
    for _, form in ipairs { "(%d) ", "%d. ", "%d.", "%d) " } do
      local text = ("(1) e4-e5 (2) f4-exf4 (3) Nf3-g5 (4) h4-g4 (5) Ne5-Nf6\n"
        .. "(6) Bc4-d5 (7) exd5-Bd6 (8) O-O-Rg8 (9) d4")
        :gsub("%((%d)%) ", function(number) return (form:gsub("%%d", number)) end)
      assert.same({ whole }, (read(text)), form)
    end
  end)

  it("are no long moves, and there are at least three such words", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *" }, (read "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6"))
    for _, text in ipairs { "1. e2-e4 2. g1-f3 3. f1-b5", "1. e4-e5 2. f4-exf4 the gambit" } do
      assert.equal(text, hyphens.separate(text))
    end
  end)
end)

describe("a capture by a pawn that names only files", function()
  it("is read after a number and after White's move", function()
    local game = { "1. e4 e5 2. d4 exd4 3. c3 dxc3 4. Nxc3 *" }
    assert.same(game, (read "1. e4 e5 2. d4 ed 3. c3 dc 4. Nxc3"))
    assert.same(game, (read "1. e4 e5\n2. d4 exd\n3. c3 dxc\n4. Nxc3"))
    assert.same(game, (read "1.e4 e5 2.d4 e:d 3.c3 d:c 4.Nxc3"))
    assert.same({ "1. e4 d5 2. exd5 Qxd5 *" }, (read "1. e4 d5 2. ed Qxd5"))
  end)

  it("is not read in a sentence after a move", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 *" }, (read "1. e4 e5 2. Cf3 ed i cavalli escono. 2... Cc6"))
  end)
end)

describe("the name of a piece", function()
  it("is read in place of its letter, with words of captures and checks", function()
    local game = { "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0" }
    assert.same(game, (read("1. e4 e5 2. Springer f3 d6 3. Läufer c4 Läufer g4 4. Springer c3 g6 5. Springer schlägt "
      .. "e5 Läufer schlägt d1\n6. Läufer schlägt f7 Schach König e7 7. Springer d5 matt.")))
    assert.same(game, (read("1. e4 e5 2. knight f3 d6 3. bishop c4 bishop g4 4. knight c3 g6 5. knight takes e5 "
      .. "bishop takes d1 6. bishop takes f7 check king e7 7. knight d5 checkmate")))
    assert.same({ "1. e4 e5 2. Nf3 Nc6 *" }, (read "1. e4 e5 2. конь f3 конь c6"))
    assert.same({ "1. e4 e5 2. Nf3 d6 3. Bc4 *" }, (read "\\mainline{1.e4 e5 2.\\knight f3 d6 3.\\bishop c4}"))
  end)

  it("may have bytes that are not UTF-8", function()
    local text = "1. e4 e5 2. L\xe4ufer c4 Turm \xe4\xff d4 \xe4b e4"
    assert.equal(text, chess.translate(text, { from = "german", to = "pgn" }))
  end)

  it("is not read outside a score", function()
    assert.same({}, (read "The knight f3 and the bishop c4 attack the pawn."))
  end)
end)

describe("a letter apart from its square", function()
  it("is read with blanks around the sign of captures", function()
    assert.same({ "1. d4 d5 2. c4 dxc4 3. Qa4+ Nc6 4. Qxc4 Nf6 *" },
      (read "1. d4 d5 2. c4 d x c4 3. Q a4+ N c6 4. Q x c4 Nf6"))
  end)

  it("leaves no move of a pawn if the letter is unknown", function()
    for _, text in ipairs { "1. e4 e5 2. S f3 S c6 3. Y b5 a6 4. Y a4 b5", "1. e4 e5 2. Wort f3 Wort c6",
      "1. e4 e5 2. \\wort f3 \\wort c6", "1. e4 e5 2. ?f3 ?c6" } do
      assert.same({ "1. e4 e5 *" }, (read(text, { prose = "none", dialect = "english" })), text)
    end
  end)

  it("is not read over the words between alternatives", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 *" }, (read "1. e4 e5 2. Nf3 Nc6 White now has the choice of Bc4 or Bb5."))
  end)
end)

describe("a move number", function()
  it("is read with a colon and in square brackets", function()
    local game = { "1. e4 c6 2. d4 d5 3. Nc3 dxe4 *" }
    assert.same(game, (read "1: e4 c6, 2: d4 d5, 3: Nc3 dxe4"))
    assert.same(game, (read "[1] e4 c6 [2] d4 d5 [3] Nc3 dxe4"))
    assert.same(game, (read "Diagram1. e4 c6 2. d4 d5 3. Nc3 dxe4"))
  end)

  it("is no time, no footnote, and no part of a word", function()
    assert.same({ "1. e4 e5 2. Nf3 *" }, (read "1. e4[1] e5[2] 2. Nf3"))
    assert.same({}, (read "At 12: the clocks were started; see x1.e4."))
  end)
end)

describe("a part of a score that is in no game", function()
  -- Return the states of the moves and the messages.
  local function states(text)
    local _, report = read(text)
    local list, messages = {}, {}
    for i, mention in ipairs(report.mentions) do
      list[i] = mention.state
    end
    for i, diagnostic in ipairs(report.diagnostics) do
      messages[i] = ("%d:%d %s"):format(diagnostic.line, diagnostic.column, diagnostic.message)
    end
    return table.concat(list, " "), messages
  end

  it("is unread, and reported once with the place of its first move", function()
    local text = "1. e4 e5 2. @1 @2 3. @3 @4 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5"
    local list, messages = states(text)
    assert.equal("mainline mainline" .. (" unread"):rep(6), list)
    assert.same({ "1:31 4. Ba4: a score of 6 moves is in no game (the position before it is not known)" }, messages)
  end)

  it("is found in columns", function()
    local list, messages = states("1 e4 c5    5 Nc3 g6\n2 Nf3 d6 6 Be3 Bg7\n3 d4 cxd4  7 f3 O-O\n4 ? Nf6  8 Qd2 Nc6\n")
    assert.equal(("mainline mainline unread unread "):rep(3) .. "unread unread unread", list)
    assert.is_true(#messages > 0)
  end)

  it("is no cell that is empty, and no letter of a note", function()
    assert.same({ "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 g6 *" },
      (read "1 e4 c5       4 Nxd4 Nf6\n2 Nf3 (a) d6  5 Nc3 g6\n3 d4 cxd4     6\n"))
    assert.same({ "1. e4 Nf6 2. e5 d5 3. exd6 cxd6 4. d4 *" }, (read "1 e4 Nf6 3 exd6ap cxd6\n2 e5 d5 4 d4\n"))
  end)

  it("needs three numbers, of which one continues the game", function()
    assert.same({ {}, {} }, { select(2, states "1. e4 e5 2. Nf3\n\nLater came 20. Rg7 Kh8 and the end."),
      select(2, states("1. e4 e5 2. Nf3\n\nIn a game of mine, 30. Rg7 Kh8 31. Rh7 Kg8 32. Rb7 was played.")) })
  end)

  it("does not begin a game if the first move is followed by an illegal one", function()
    assert.same({}, (read "The play would be 1 e3, Ke5; 2 Kd3, Kd5. This is important."))
  end)
end)

describe("a LaTeX document", function()
  it("has no moves in its comments", function()
    local text = "\\begin{document}\n\\mainline{1. e4 e5} % 1. d4 d5\n95 \\% of all\n% 2. c4\n\\mainline{2. Nf3 Nc6}\n"
    assert.same({ "1. e4 e5 2. Nf3 Nc6 *" }, (read(text)))
    assert.equal(#text, #latex.hide(text))
    assert.equal("50 % 1. e4", latex.hide("50 % 1. e4"))
  end)
end)
