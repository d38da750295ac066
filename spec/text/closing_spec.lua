-- chess.read_text on the words between the moves of a game: the dash before a move of Black, resignations.

local chess = require "lucena"
local dashes = require "lucena.text.dashes"
local endings = require "lucena.text.endings"

-- Return the mainline and the result of the only game in a text.
local function read(text)
  local games, report = chess.read_text(text)
  assert.equal(1, #games, text)
  return games[1]:movetext({ width = 0, comments = false, nags = false, variations = false, numbers = false,
    results = false }):sub(1, -2), games[1].tags.Result, report
end

describe("chess.read_text reads the dash after a number", function()
  it("as the sign of a move of Black if the number is printed again", function()
    local moves = "d4 d5 c4 e6 Nc3 c5 cxd5 exd5 Nf3 Nc6 g3 Nf6"
    assert.equal(moves, (read("1. d4 d5 2. c4 e6 3. Hc3 c5 Az éles válasz; 3. - Hf6 nyugodtabb. 4. cd5: ed5: 5. Hf3 "
      .. "Világos a d5 gyalogot figyeli. 5. - Hc6 6. g3 Hf6")))
    assert.equal(moves, (read("1. d4 - d5 2. c4 - e6 3. Sc3 - c5 Eller 3. – , Sf6 4. Lg5, som er roligere. 4. c×d5 - "
      .. "e×d5 5. Sf3 - Sc6 6. g3 Hvid sætter pres på d5. 6. – , Sf6")))
  end)

  it("as part of all numbers in scores that print it after each", function()
    assert.equal("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", (read("1.- e4 e5 2.- Cf3 Cc6 3.- Ab5 a6 4.- Aa4 Cf6")))
  end)

  it("and keeps the length of the text", function()
    for _, text in ipairs { "3. Nf3 3. -\1\1 , Nf6", "3. Nf3 3. - Nf6", "3. Nf3 3.-Nf6", "3. Nf3\n3. -\nNf6" } do
      assert.equal(#text, #dashes.rewrite(text))
    end
  end)
end)

describe("chess.read_text ends a game at a resignation", function()
  local SCORE = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 "
  local MOVES = "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5 Nxf7 Qxg2 Rf1 Qxe4+ Be2"

  it("although a sentence goes on with the next number", function()
    for _, text in ipairs { "White then resigned, because after 7... Nf3# he is mated",
      "White now resigned, since 7... Nf3 is mate" } do
      local moves, result = read(SCORE .. text .. ".\n")
      assert.same({ MOVES, "0-1" }, { moves, result }, text)
    end
    local moves, result = read("1. e4 e5 2. Jf3 Jc6 3. Sc4 Jd4 4. J×e5 Dg5 5. J×f7 D×g2 6. Vf1 D×e4+ 7. Se2 a bílý "
      .. "se zároveň vzdal, neboť po 7... Jf3 je mat.\n")
    assert.same({ MOVES, "0-1" }, { moves, result })
  end)

  it("and not where a note has one before the next move of the game", function()
    assert.equal(MOVES .. " Nf3#", (read(SCORE .. "If 7. Qe2 Qxf1+, White resigned, as a rule. 7... Nf3#")))
  end)

  local ROWS = [[
     1. e2-e4        e7-e6
     2. d2-d4        d7-d5
     3. e4-e5        c7-c5
     4. c2-c3        Sb8-c6
     5. Lc1-e3       Sg8-h6      1)
     6. Lf1-d3       c5xd4
     7. c3xd4        Sh6-f5
     8. Sg1-f3       Dd8-b6
     9. Dd1-c1       %s

1) Uobičajeno je 5. ... Dd8-b6 s pritiskom na d4 i b2.
]]

  it("in the last row of a score with notes, and reports the move if it cannot read the words", function()
    for _, words in ipairs { "Crni predaje", "Schwarz gibt auf.", "Black resigns" } do
      local moves, result = read(ROWS:format(words))
      assert.same({ "Qc1", "1-0" }, { moves:match("%S+$"), result }, words)
    end
    local moves, result, report = read(ROWS:format("i kraj.\n\nCrni predaje."))
    assert.same({ "Qb6", "1-0", 1 }, { moves:match("%S+$"), result, report.counts.unread })
  end)

  it("and plays neither of two moves that a sentence names with the next number", function()
    for _, text in ipairs { "The moves 7... Ne6 and 7... d6 only delay the end.",
      "Danach hilft 7. ... Ne6 oder 7. ... d6 nicht mehr.", "Zugzwang! Hier reichen 7... d5 sowie 7... d6 nicht." } do
      assert.equal(MOVES, (read(SCORE .. text .. "\n")), text)
    end
    assert.equal(MOVES .. " d6", (read(SCORE .. "and 7... d6 and White resigned.\n")))
  end)

  it("and finds no resignation in other sentences", function()
    for _, text in ipairs { " Black had not resigned ", " The players of 1900 resigned late ",
      " White gives up a pawn " } do
      assert.is_false(endings.resigns(text, 1, #text), text)
    end
  end)
end)

describe("chess.read_text plays quoted moves once", function()
  local POST = "[code]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n4. Ba4 Nf6 5. O-O\n[/code]\n(more below)\n\n"
    .. "#2  Tom   (Posts: 15)\n[code]\n5... Be7 6. Re1 b5 7. Bb3 d6\n[/code]\n"

  it("in posts with tags", function()
    assert.equal("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6", (read("#1  Ann   (Posts: 3)\n" .. POST
      .. "\n#3  Ann   (Posts: 4)\n[quote=Tom]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n4. Ba4 Nf6\n[/quote]\n"
      .. "Why not 4. Bxc6 here?\n[quote=Tom]6. Re1 b5[/quote]\nWell.\n")))
  end)

  it("in lines with a mark", function()
    assert.equal("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", (read("Ann wrote:\n\n1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Ba4 Nf6\n\n"
      .. "Tom wrote:\n\n> 1. e4 e5 2. Nf3\n> Nc6 3. Bb5 a6\n\nI prefer 3... Nf6 there.\n")))
  end)

  it("unless they are only in the quote", function()
    assert.equal("e4 e5 Nf3 Nc6 Bb5 a6", (read("Hello,\n> 1. e4 e5 2. Nf3\n> Nc6 3. Bb5 a6\n\nnice.\n")))
  end)
end)

describe("chess.read_text makes no game of an opening that a sentence names", function()
  local SCORE = "\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6\n\n"
  local MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6"

  it("before the game and after it", function()
    assert.equal(MOVES, (read("He twice answered 1. e4 with 1... c5." .. SCORE)))
    assert.equal(MOVES, (read("A game of the club." .. SCORE .. "The other one began with 1. e4 c5, and was drawn.\n")))
  end)
end)

describe("chess.read_text reads scanned moves in long notation", function()
  it("with letters for figures, and one wrong letter or figure", function()
    assert.equal("e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 O-O e5 d5", (read([[
1. e2—e4 e7—e5 2. Sgl—f3 Sb8—c0 3. Lfl—c4 LfS—c5 4. e2—c3 8g8—f6
5. d2—d4 e5×d4 6. c3×d4 Lc5—b4t 7. Sbl—c3 O—o 8. e4—c5 d7—d5
]])))
  end)

  it("and stops where the figures leave a choice", function()
    local moves = read("1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6 3. Lf1-c4 Lf8-c5 4. Sf3-g9 Sg8-f6 5. d2-d3 d7-d6")
    assert.equal("e4 e5 Nf3 Nc6 Bc4 Bc5", moves)
  end)

  it("and plays no square after a part of another one", function()
    assert.equal("d4 d5", (read("1. d2-d4 d7-d5 2. Sgq-f3 e7-e6")))
  end)
end)

describe("chess.read_text reads the sentences of a French treatise", function()
  it("with squares, captures, steps of pawns and castling", function()
    local moves, result = read([[
1. BL. Le P. du R. deux pas.
    N. Le P. du R. deux pas.
2. BL. Le C. à la 3e c. du F.R.
    N. Le C. à la 3e c. du F.D. (1)
3. BL. Le F. à la 4e c. du F.D.
    N. Le F. à la 4e c. du F.D.
4. BL. Le P. du F.D. un pas.
    N. Le C. du R. à la 3e c. du F.R.
5. BL. Le P. de la D. deux pas.
    N. Le P. prend le P.
6. BL. Le P. prend le P.
    N. Le F. à la 5e c. du C.D., échec.
7. BL. Le C. à la 3e c. du F.D.
    N. Le C. prend le P. du R.
8. BL. Le R. roque.
    N. Le C. prend le C. à la 6e c. du F.D.

    Les Blancs abandonnent.

(1) Le coup juste.
]])
    assert.same({ "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 Nxe4 O-O Nxc3", "0-1" }, { moves, result })
  end)
end)
