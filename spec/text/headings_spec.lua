-- The tags of headings in the manner of books, newspapers, wikis and posts, in several languages. A tag that a heading
-- does not give is "?" (or the like), because nothing is invented.

local chess = require "lucena"

local SCORE = "\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6\n"
local IS_ROSTER = { Event = "?", Site = "?", Date = "????.??.??", Round = "?", White = "?", Black = "?", Result = "*" }

-- Return the tags of the heading: those whose value is known.
local function tags_of(heading, score)
  local games = chess.read_text(heading .. (score or SCORE))
  assert.equal(1, #games, heading)
  local tags = {}
  for name, value in pairs(games[1].tags) do
    tags[name] = name ~= "SourceLine" and value ~= IS_ROSTER[name] and value or nil
  end
  return tags
end

local function players(white, black, more)
  more = more or {}
  more.White, more.Black = white, black
  return more
end

local HEADINGS = {
  -- Names with titles.
  ["Herr Löwenthal gegen Mr. Staunton, London 1851"] =
    players("Löwenthal", "Staunton", { Site = "London", Date = "1851.??.??" }),
  ["Game between Mr. Cochrane and Monsieur Deschapelles."] = players("Cochrane", "Deschapelles"),
  ["      WHITE.             BLACK.\n    Herr Falkbeer.      Mr. Brien."] = players("Falkbeer", "Brien"),
  -- The heads of columns, of chapters and of clubs are no players; ratings are no years.
  ["GAME XIV.\n    WHITE.        BLACK."] = {},
  ["WHITE - BLACK"] = {},
  ["        Lis                Dr Zając\n       (Poznań)            (Kraków)"] = players("Lis", "Dr Zając"),
  ["W: Ed Kuhl (1752)      B: Marge Pul (1706)"] =
    players("Ed Kuhl", "Marge Pul", { WhiteElo = "1752", BlackElo = "1706" }),
  ["Weiß: Gen. Brettner (Leipzig).\nSchwarz: Gen. Vacek (Aussig)."] = players("Brettner", "Vacek"),
  ["Hvítt: Torfi Nielsen.\nSvart: Pétur Ólason."] = players("Torfi Nielsen", "Pétur Ólason"),
  ["II KOLO (7. juna)\nMarić — Csáky 1 : 0, Hofer — Radan ½ : ½.\n\nMARIĆ              CSÁKY"] =
    players("MARIĆ", "CSÁKY", { Round = "2" }),
  ["White: Twomey\nBlack: Fitz\nRound: 6th\nResult:  White resigns  (0 - 1)"] =
    players("Twomey", "Fitz", { Round = "6", Result = "0-1" }),
  ["Quarta-feira, 9 de outubro de 2013"] = { Date = "2013.10.09" },
  ["Sizilianisch - Drachenvariante\nMüller - Schmidt, Kiel 1961"] =
    players("Müller", "Schmidt", { Site = "Kiel", Date = "1961.??.??" }),
  ["Queen's Gambit - Exchange Variation\nShort - Long 1-0"] = players("Short", "Long", { Result = "1-0" }),
  ["Cercle d'échecs de Lyon - Tournoi d'hiver\nMartin - Petit"] = players("Martin", "Petit"),
  ["LES BLANCS : M. de Rivière - LES NOIRS : M. Morphy"] = players("M. de Rivière", "M. Morphy"),
  ["Weiß: Müller (2105), Schwarz: Schmidt (1988)"] =
    players("Müller", "Schmidt", { WhiteElo = "2105", BlackElo = "1988" }),
  ["White: Short (1988). Black: Long (1992), Leeds 2004"] =
    players("Short", "Long", { WhiteElo = "1988", BlackElo = "1992", Site = "Leeds", Date = "2004.??.??" }),
  ["Müller - Schmidt 0:1"] = players("Müller", "Schmidt", { Result = "0-1" }),
  ["Étude de Henri Rinck, 1903"] = { Date = "1903.??.??" },
  -- Markup.
  ["'''Spielmann – Maróczy''', Wien 1907"] =
    players("Spielmann", "Maróczy", { Site = "Wien", Date = "1907.??.??" }),
  ["## Rubinstein vs. Salwe, Łódź, 1908 [D33]"] =
    players("Rubinstein", "Salwe", { Site = "Łódź", Date = "1908.??.??", ECO = "D33" }),
  ["\\section*{R\\'eti--Gr\\\"unfeld, Budapest 1926}"] =
    players("Réti", "Grünfeld", { Site = "Budapest", Date = "1926.??.??" }),
  ["[b]Short x Timman[/b]"] = players("Short", "Timman"),
  ["[White «Tarrasch»]\n[Black «Lasker»]\n[Site «Düsseldorf»]"] =
    players("Tarrasch", "Lasker", { Site = "Düsseldorf" }),
  -- Without a sign between the names.
  ["A. Nimzowitsch S. Tarrasch\nSan Sebastián, 1912"] =
    players("A. Nimzowitsch", "S. Tarrasch", { Site = "San Sebastián", Date = "1912.??.??" }),
  ["Dr. Vidmar M. Dr. Euwe M."] = players("Dr. Vidmar M.", "Dr. Euwe M."),
  -- Other signs, and dates in other languages.
  ["Breyer contra Esser (C33)\nBudapest, 1917 március 4"] =
    players("Breyer", "Esser", { ECO = "C33", Site = "Budapest", Date = "1917.03.04" }),
  ["Janowski contre Chigorin\nParis, le 3 août 1900"] =
    players("Janowski", "Chigorin", { Site = "Paris", Date = "1900.08.03" }),
  ["Duras / Teichmann\nOstenda, 5 czerwca 1906"] =
    players("Duras", "Teichmann", { Site = "Ostenda", Date = "1906.06.05" }),
  ["Capablanca - Corzo, La Habana, 17 de noviembre de 1901"] =
    players("Capablanca", "Corzo", { Site = "La Habana", Date = "1901.11.17" }),
  ["Чигорин — Пильсбери\nГастингс 1895"] = players("Чигорин", "Пильсбери", { Site = "Гастингс", Date = "1895.??.??" }),
  ["Duran - Soler\nVic, 11 d'agost de 1934"] = players("Duran", "Soler", { Site = "Vic", Date = "1934.08.11" }),
  ["Bodnár - Kiss\nGyula, 1931. október 9."] = players("Bodnár", "Kiss", { Site = "Gyula", Date = "1931.10.09" }),
  ["Коваль — Лисенко\nСуми, 4 листопада 1961"] = players("Коваль", "Лисенко", { Site = "Суми", Date = "1961.11.04" }),
  ["Gruber - Moser\nGraz, 6. Jänner 1932"] = players("Gruber", "Moser", { Site = "Graz", Date = "1932.01.06" }),
  ["Virta - Laakso\n3. kierros\nPori 1961"] =
    players("Virta", "Laakso", { Round = "3", Site = "Pori", Date = "1961.??.??" }),
  ["Meciul amical Arad – Deva (Deva, 2 iunie 1971)\n\nPop - Ionescu"] =
    players("Pop", "Ionescu", { Event = "Meciul amical Arad – Deva", Site = "Deva", Date = "1971.06.02" }),
  ["Petrov - Sidorov, Tula 1951. A sharp game follows."] =
    players("Petrov", "Sidorov", { Site = "Tula", Date = "1951.??.??" }),
  ["Белов — Титов, Орёл, 1951 г. Острая игра."] = players("Белов", "Титов", { Site = "Орёл", Date = "1951.??.??" }),
  ["Königsgambit. Herbstturnier, Linz, 1933\nMoser - Gruber"] = players("Moser", "Gruber",
    { Event = "Herbstturnier", Site = "Linz", Date = "1933.??.??", Opening = "Königsgambit" }),
  -- Labels, rounds and openings.
  ["Turnier: Karlsbad\nRunde: 7\nDatum: 3.9.1907\nWeiß: Vidmar\nSchwarz: Duras"] =
    players("Vidmar", "Duras", { Event = "Karlsbad", Round = "7", Date = "1907.09.03" }),
  ["Scotch Gambit.\n\nHorwitz - Bledow\nRound 3"] =
    players("Horwitz", "Bledow", { Opening = "Scotch Gambit", Round = "3" }),
  ["World Championship, 1921\nLasker - Capablanca\nHavana, 1921-03-15"] =
    players("Lasker", "Capablanca", { Event = "World Championship", Site = "Havana", Date = "1921.03.15" }),
}

-- Headings that are only in part clear, and texts that are none.
local DOUBTFUL = {
  ["Game 12.  Lasker, Ed. — Thomas, G.   London, 1912."] =
    players("Lasker, Ed.", "Thomas, G.", { Site = "London", Date = "1912.??.??" }),
  ["GAME 3"] = {}, ["Partie Nr. 17"] = {},
  ["Lasker-Falle:"] = { Opening = "Lasker-Falle" }, ["Caro-Kann"] = { Opening = "Caro-Kann" },
  ["See Smith, The Book of Chess, London 1921, p. 12."] = {},
  ["A match was played that year between two friends from the old club."] = {},
  ["The tournament was won by the better player."] = {},
  ["The score is from page 1850 of the manuscript."] = {}, ["Copyright 1921 by the author"] = {},
  ["In 1858"] = {}, ["Chapter 4"] = {},
}

describe("chess.read_text", function()
  for heading, expected in pairs(HEADINGS) do
    it("reads the heading " .. heading:gsub("%s+", " "), function()
      assert.same(expected, tags_of(heading))
    end)
  end

  for heading, expected in pairs(DOUBTFUL) do
    it("invents no tags for " .. heading:gsub("%s+", " "), function()
      assert.same(expected, tags_of(heading))
    end)
  end

  it("puts no result into a name", function()
    local results = { ["1-0"] = "1-0", ["0:1"] = "0-1", ["1 : 0"] = "1-0", ["0 - 1"] = "0-1", ["1/2"] = "1/2-1/2",
      ["½-½"] = "1/2-1/2", ["1/2-1/2"] = "1/2-1/2", ["(1-0)"] = "1-0", ["1-0."] = "1-0" }
    local forms = { "White: Brown. Black: Green. %s", "White: Brown. Black: Green %s", "White: Brown. Black: Green, %s",
      "Weiß: Brown\nSchwarz: Green    %s", "Blancs : Brown. Noirs : Green. %s", "Белые: Brown. Чёрные: Green; %s",
      "White: Brown. Black: Green; Result: %s", "White: Brown %s Black: Green" }
    for printed, result in pairs(results) do
      for _, form in ipairs(forms) do
        local heading = form:format(printed)
        assert.same(players("Brown", "Green", { Result = result }), tags_of(heading), heading)
      end
    end
    assert.same(players("Brown", "J. H. B.", { Result = "1-0" }), tags_of("White: Brown. Black: J. H. B. 1-0"))
  end)

  it("takes the pair next to the moves after a list of results", function()
    local list = "Round 1\nAdams - Bauer 1-0\nCarr - Dunn 0-1\n\nCarr - Dunn\n"
    local tags = chess.read_text(list .. "1. e4 e5 *")[1].tags
    assert.same({ "Carr", "Dunn" }, { tags.White, tags.Black })
  end)

  it("reads the heading after a byte order mark", function()
    local game = chess.read_text("\u{FEFF}Carr - Dunn\n\n1. e4 e5 1-0")[1]
    assert.same({ "Carr", "Dunn", 0 }, { game.tags.White, game.tags.Black, #game.root.comments })
  end)

  it("keeps a doubtful heading as a comment", function()
    local game = chess.read_text("GAME 3\n\nA match of old friends" .. SCORE)[1]
    assert.equal("GAME 3 A match of old friends", game.root.comments[1])
  end)
end)
