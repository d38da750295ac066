-- The occasion of a game and the colors of its players in lists, sentences, tables and lines after the score.

local chess = require "lucena"
local occasion = require "lucena.text.occasion"
local player_tables = require "lucena.text.player_tables"
local roles = require "lucena.text.roles"
local rounds = require "lucena.text.rounds"

local SCORE = "\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6\n"
local OTHER = "\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O\n"

describe("a list of the occasion", function()
  it("gives the event, the place, the date and the round in any order", function()
    for line, tags in pairs {
      ["3rd Open «Argo», Volos, round 5, 30/4/1991"] =
        { Event = "3rd Open «Argo»", Site = "Volos", Round = "5", Date = "1991.04.30" },
      ["Spring Swiss, Rd. 2, March 14, 1985      Benko Gambit"] =
        { Event = "Spring Swiss", Round = "2", Date = "1985.03.14" },
      ["II TURNIR „MORUNA”   —   NOVI SAD 1961"] =
        { Event = "II TURNIR „MORUNA”", Site = "NOVI SAD", Date = "1961.??.??" },
      ["Caro-Kann. Winterturnier, Wien, Jänner 1931."] =
        { Event = "Winterturnier", Site = "Wien", Date = "1931.01.??" },
      ["Bydgoszcz 1990, I liga juniorów"] = { Site = "Bydgoszcz", Date = "1990.??.??" },
      ["2. forduló, jún. 9."] = { Round = "2", Date = "1974.06.09" },
    } do
      assert.same(tags, occasion.tags(line, "1974.??.??"), line)
    end
  end)

  it("is none in a sentence, a citation, a newspaper or a chat", function()
    for _, line in ipairs {
      "See Smith, Tournament Book, London 1921, p. 12.", "He won the cup and a good deal of money.",
      "[03.02.2018 20:15:07] Ana Abel: good game in the cup", "Kunze, Vollmer, Thies",
    } do
      assert.is_nil(occasion.tags(line), line)
    end
  end)
end)

describe("the number of a round", function()
  it("is a figure, a numeral or a word", function()
    for text, number in pairs { ["5ος γύρος, 30/4/1991"] = "5", ["z XIV rundy"] = "14", ["Rd. 4, March 28"] = "4",
      ["í fjórðu umferð"] = "4", ["1. Round 3"] = "3", ["2. Runde, 14. Mai 1950"] = "2", ["2.ª ronda"] = "2",
      ["в 9-м туре XII чемпионата"] = "9", ["Round 2 of 5"] = "2", ["na terceira rodada"] = "3",
      ["runda a 5-a"] = "5" } do
      assert.equal(number, (rounds.find(text)), text)
    end
    assert.equal("5", (rounds.find("Í næstu umferð", "4")))
    assert.is_nil((rounds.find("a tour of 3 towns")))
  end)
end)

describe("the colors in a sentence", function()
  it("belong to the persons", function()
    for sentence, names in pairs {
      ["In the fifth round at Baden-Baden in 1925 Abel, who had White, met Cobb."] = { "Abel", "Cobb" },
      ["Am Spitzenbrett führte Otto Abel (Magdeburg) die weißen, Hans Cobb (Kiel) die schwarzen Steine."] =
        { "Otto Abel", "Hans Cobb" },
      ["M. le Dr Abel (Limoges) conduit les pièces blanches, M. Cobb les noires."] = { "Dr Abel", "M. Cobb" },
      ["Белыми играл М. Орлов, чёрными — Х. Р. Белкин."] = { "М. Орлов", "Х. Р. Белкин" },
      ["An Brett drei bewies Katja Abel mit Schwarz gegen D. Wiesel Nerven."] = { "D. Wiesel", "Katja Abel" },
      ["I had White against Tony Cobb, who some of you will know."] = { nil, "Tony Cobb" },
      ["It was played by a Mr. O. Abel (White) against his pupil C. Berg."] = { "O. Abel", "C. Berg" },
      ["Белыми Орлов играл против Белова."] = { "Орлов", nil },
      ["White threatens the Queen, and Black must play his Knight."] = {},
      ["Weiß gewinnt die Dame, und Schwarz muß den Turm geben."] = {},
    } do
      local white, black = roles.of(sentence)
      assert.same({ names[1], names[2] }, { white, black }, sentence)
    end
    assert.same({ "Ion Abel", "Vasile Cobb", "2180", "2210" }, { roles.of("La masa a doua veteranul Ion Abel (Galați, "
      .. "Elo 2180), cu albele, l-a întâlnit pe Vasile Cobb (Iași, Elo 2210).") })
  end)
end)

describe("a table with the players", function()
  it("has them below words for the colors", function()
    assert.same({ White = "Ingrid Abel", Black = "Jon Cobb", WhiteElo = "1688", BlackElo = "1734", Result = "1-0" },
      player_tables.tags("| Bord | Hvit | Rating | Svart | Rating | Resultat |\n|--|--|--|--|--|--|\n"
        .. "| 1 | Ingrid Abel | 1688 | Jon Cobb | 1734 | 1-0 |\n| 2 | Per | 1 | Silje | 2 | 0-1 |\n"))
    assert.same({ White = "Abel", Black = "Cobb" }, player_tables.tags("jugada;blanques;negres\n0;Abel;Cobb\n"))
    assert.is_nil(player_tables.tags("no | White | Black\n1 | e4 | e5\n"))
  end)
end)

describe("a page", function()
  it("gives its year to a day, a month of the last year, and a day of the month", function()
    for sentence, date in pairs {
      ["The game was played in the fourth round on 15 February."] = "1974.02.15",
      ["The game was played in the fourth round on 15 December."] = "1973.12.15",
      ["The game was played in January last."] = "1974.01.??",
      ["The game was played on the 3rd inst."] = "1974.02.03",
    } do
      local page = "THE TOWN NEWS                       23 February 1974\n\n" .. sentence .. SCORE
      assert.equal(date, chess.read_text(page)[1].tags.Date, sentence)
    end
  end)

  it("continues an event in the next round and on the next board", function()
    local games = chess.read_text("Spring Swiss, Rd. 2, March 14, 1985\nAbel - Cobb" .. SCORE
      .. "\nRd. 4, March 28\nDunn - Frey" .. SCORE .. "\nOn board three sat two friends.\n" .. OTHER)
    assert.same({ "Spring Swiss", "4", "1985.03.28" },
      { games[2].tags.Event, games[2].tags.Round, games[2].tags.Date })
    assert.same({ "Spring Swiss", "4", "1985.03.28" },
      { games[3].tags.Event, games[3].tags.Round, games[3].tags.Date })
  end)

  it("gives no tags to a game of another year", function()
    local games = chess.read_text("SPRING OPEN 1988, KUOPIO\n\nAbel - Cobb" .. SCORE
      .. "\nHere it is, Lasker - Bauer, Amsterdam 1889. Play it:" .. OTHER)
    assert.same({ "Lasker", "Bauer", "Amsterdam", "1889.??.??", "?" }, { games[2].tags.White, games[2].tags.Black,
      games[2].tags.Site, games[2].tags.Date, games[2].tags.Event or "?" })
  end)

  it("has the result after moves that were not read, and in the lines after the score", function()
    local unread = "Abel - Cobb\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Qh7 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 "
    assert.equal("0-1", chess.read_text(unread .. "White resigned.\n")[1].tags.Result)
    local sheet = "White: Abel\nBlack: Cobb" .. SCORE .. "\n RESULT:  White resigns  (0 - 1)\n Opening ECO C70.\n"
    local tags = chess.read_text(sheet)[1].tags
    assert.same({ "0-1", "C70" }, { tags.Result, tags.ECO })
  end)
end)
