-- chess.read_text on start positions that a text gives in words: odds, and lists of pieces.

local chess = require "lucena"

local function first_game(text)
  local games, report = chess.read_text(text, { prose = "none" })
  return games[1], games, report
end

local function fen_of(text)
  local game = first_game(text)
  return game and game.root.position:fen():match("^%S+ %S+ %S+")
end

local NO_B1 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq"
local NO_A1 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq"
local NO_F7 = "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"
local ALL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"

describe("a game at odds", function()
  it("starts without the piece that the text names", function()
    for text, fen in pairs {
      ["(Remove White's Queen's Knight.)"] = NO_B1, ["(Remove White's Q. Kt.)"] = NO_B1,
      ["Mr. A. gives the odds of Queen's Knight to Mr. B."] = NO_B1, ["Weiß gibt den Damenspringer vor"] = NO_B1,
      ["Vorgabepartie: Weiß ohne Sb1"] = NO_B1, ["zonder paard b1"] = NO_B1, ["sin el caballo de dama"] = NO_B1,
      ["odds of Q. Kn."] = NO_B1,
      ["odds of a rook"] = NO_A1, ["Ohne Turm a1"] = NO_A1, ["sans la Tour dame"] = NO_A1, ["без ладьи a1"] = NO_A1,
      ["At the odds of pawn and move"] = NO_F7, ["(Remove Black's K. B. P.)"] = NO_F7,
      ["(Remove Black's King's Bishop's Pawn.)"] = NO_F7, ["Odds: king's rook"]
        = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq",
    } do
      assert.equal(fen, fen_of(text .. "\n\n1. e4 e5 2. f4 exf4 3. Bc4 d6\n"), text)
      assert.equal(fen, fen_of("CHESS\n\nLong - Short\n" .. text .. "\n1. P-K4 P-K4 2. P-KB4 PxP 3. B-B4 P-Q3\n"), text)
    end
  end)

  it("starts with all pieces if the text names several, or letters of none", function()
    for _, text in ipairs { "odds of rook and knight", "odds of two knights", "at the odds of pawn and two moves",
      "odds of a rook and pawn", "odds of K. Rt.", "odds of Q. K.", "odds of K. Bt.", "odds of Q. Rn. P." } do
      assert.equal(ALL, fen_of(text .. "\n\n1. e4 e5 2. f4 exf4 3. Bc4 d6\n"), text)
    end
  end)

  it("is no game after a sentence with such words", function()
    for _, text in ipairs { "He played sans hesitation, and the odds of winning were small.",
      "Up to here an even exchange, but now White can\nremove the Knight which protects the Bishop.",
      "Weiß kann nicht ohne\nTurm spielen, und so gewinnt Schwarz.", "avec l'avantage d'un pion." } do
      assert.equal(ALL, fen_of(text .. "\n\n1. e4 e5 2. f4 exf4 3. Bc4 d6\n"), text)
    end
  end)

  it("does not change the games before and after it", function()
    local _, games = first_game("1. e4 e5 2. Nf3 Nc6 1-0\n\n(Remove White's Queen's Knight.)\n1. e4 e5 2. f4 exf4 "
      .. "1-0\n\nLong - Short\n1. d4 d5 2. c4 e6 1-0\n")
    local fens = {}
    for i, game in ipairs(games) do
      fens[i] = game.root.position:fen():match("^%S+ %S+ %S+")
    end
    assert.same({ ALL, NO_B1, ALL }, fens)
  end)
end)

describe("a list of pieces", function()
  local ENDING = "3r2k1/5pp1/8/8/8/8/PP6/3R2K1 w -"

  it("is the position of the moves after it", function()
    for list, moves in pairs {
      ["White: Kg1, Rd1, a2, b2; Black: Kg8, Rd8, f7, g7"] = "1. Rxd8+ Kh7 2. a4 g5",
      ["WHITE: Kg1 Rd1 a2 b2\nBLACK: Kg8 Rd8 f7 g7"] = "1. Rxd8+ Kh7 2. a4 g5",
      ["Black: Kg8, Rd8, pawns f7, g7.\nWhite: Kg1, Rd1, pawns a2 and b2."] = "1. Rxd8+ Kh7 2. a4 g5",
      ["Weiß: Kg1, Td1, a2, b2\nSchwarz: Kg8, Td8, f7, g7"] = "1. Txd8+ Kh7 2. a4 g5",
      ["Blancs : Rg1, Td1, Pa2, b2 ; Noirs : Rg8, Td8, f7, g7"] = "1. Txd8+ Rh7 2. a4 g5",
      ["Белые: Крg1, Лd1, a2, b2. Черные: Крg8, Лd8, f7, g7"] = "1. Л:d8+ Крh7 2. a4 g5",
      ["Weiß: König g1, Turm d1, Bauern a2, b2; Schwarz: König g8, Turm d8, Bauern f7, g7"] = "1. Txd8+ Kh7 2. a4 g5",
    } do
      local game, games = first_game("Exercise.\n\n" .. list .. "\n\n" .. moves .. "\n")
      assert.same({ 1, ENDING, 4, nil }, { #games, game and game.root.position:fen():match("^%S+ %S+ %S+"),
        game and game.plies, game and game.tags.White ~= "?" and game.tags.White or nil }, list)
    end
  end)

  it("may have the move of Black first", function()
    local game = first_game "White: Kg1, Rd1, a2, b2; Black: Kg8, Rd8, f7, g7.\n\n1... Rxd1+ 2. Kf2 Rd2+ 3. Ke3 Rxb2\n"
    assert.same({ "b", 5 }, { game.root.position:fen():match("^%S+ (%S+)"), game.plies })
  end)

  it("is no position if it is not legal, and then its moves stay in the text", function()
    local _, games = first_game("White: Kg1, Kd1; Black: Kg8, Rd8\n\n1. e4 e5 2. Nf3 Nc6\n")
    assert.equal(ALL, games[1].root.position:fen():match("^%S+ %S+ %S+"))
  end)
end)

describe("numbers before both moves", function()
  it("are read also where notes have moves", function()
    local game = first_game("1. P-K4. 1. P-K4. 2. Kt-KB3. P-Q4 is weak. 2. Kt-QB3. 3. B-Kt5. 3. P-QR3. "
      .. "4. B-R4. 4. Kt-B3. 5. Castles. 5. B-K2.\n")
    assert.equal(10, game.plies)
  end)

  it("may follow a possessive", function()
    local game = first_game("1. P. to Q's 4th. 1. P. to Q's 4th. 2. Q's Kt. to B's 3rd. 2. K's Kt. to B's 3rd. "
      .. "3. K. Kt. to B's 3rd. 3. P. to K's 3rd.\n")
    assert.equal(6, game.plies)
  end)
end)

describe("chess.read_text reads a page of problems with the solutions at its end", function()
  -- Return the placements and moves of the games of a text.
  local function solved(text)
    local list = {}
    for i, game in ipairs((chess.read_text(text, { prose = "none" }))) do
      local moves = game:movetext { width = 0 }:gsub("%s+", " "):gsub(" $", "")
      list[i] = game.tags.FEN:match("^%S+ %S") .. " " .. moves
    end
    return list
  end

  it("with numbers and counts of pieces", function()
    assert.same({ "6k1/5ppp/8/8/8/8/8/R5K1 w 1. Ra8# 1-0", "r5k1/8/8/8/8/8/5PPP/6K1 b 1... Ra1# 0-1" }, solved([[
Position 12
From a game at Graz.
White (2): Kg1, Ra1.
Black (4): Kg8, Pawns f7, g7, h7.
White to play and mate.

Position 13
White (4): Kg1, Pawns f2, g2, h2.
Black (2): Kg8, Ra8.
Black to play and mate.

SOLUTIONS

12. 1. Ra8 mate.
13. 1... Ra1 mate.
]]))
  end)

  it("in another language, in another order than the positions", function()
    assert.same({ "r5k1/8/8/8/8/8/5PPP/6K1 b 1... Ra1# 0-1", "6k1/5ppp/8/8/8/8/8/R5K1 w 1. Ra8# 1-0" }, solved([[
Aufgabe Nr. 1
Weiß (2): Kg1, Ta1; Schwarz (4): Kg8, Bauern f7, g7, h7.

Nr. 2
Weiß: Kg1, Bauern f2, g2, h2; Schwarz: Kg8, Ta8.

Nr. 2: 1... Ta1 matt. Leicht.

Nr. 1: 1. Ta8 matt.
]]))
  end)

  it("and reports a solution that the position does not have", function()
    local games, report = chess.read_text("No. 5\nWhite: Kg1, Ra1; Black: Kg8, f7.\n\nNo. 6\nWhite: Kg1, Rb1; "
      .. "Black: Kg8, f7.\n\n5. 1. Rb8+ Kg7 2. Rb7 Kf6 3. Ra7 Ke6 4. Ra6+\n")
    assert.equal(0, #games)
    assert.is_true(report.counts.unread > 0)
  end)
end)
