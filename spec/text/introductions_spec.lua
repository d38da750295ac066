-- Sentences and titles that introduce games, in several languages. Tags that they do not give are missing here.

local chess = require "lucena"

local SCORE = "\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6\n"
local IS_ROSTER = { Event = "?", Site = "?", Date = "????.??.??", Round = "?", White = "?", Black = "?", Result = "*" }

local function known(game)
  local tags = {}
  for name, value in pairs(game.tags) do
    tags[name] = name ~= "SourceLine" and value ~= IS_ROSTER[name] and value or nil
  end
  return tags
end

-- Return the known tags of the only game of a text.
local function tags_of(text)
  local games = chess.read_text(text)
  assert.equal(1, #games, text)
  return known(games[1])
end

local NAMES = "\n\nMorris - Keller"

local function tags(more)
  more.White, more.Black = "Morris", "Keller"
  return more
end

local SENTENCES = {
  ["This was played in the third round of the Northern Counties Championship at Leeds in the month of May 1911."] =
    tags { Event = "Northern Counties Championship", Site = "Leeds", Date = "1911.05.??", Round = "3" },
  ["Die folgende Partie wurde im Kaiserturnier zu Nürnberg, 1896, gespielt."] =
    tags { Event = "Kaiserturnier", Site = "Nürnberg", Date = "1896.??.??" },
  ["La partie que voici a été jouée à Lyon en avril 1926 dans le Tournoi des Nations."] =
    tags { Event = "Tournoi des Nations", Site = "Lyon", Date = "1926.04.??" },
  ["Questa partita, del 7° turno, decise il Torneo Magistrale di Milano del 1932."] =
    tags { Event = "Torneo Magistrale", Site = "Milano", Date = "1932.??.??", Round = "7" },
  ["La partida siguiente, de la 5ª ronda, se jugó en el Campeonato de Chile en Valparaíso, en mayo de 1928."] =
    tags { Event = "Campeonato de Chile", Site = "Valparaíso", Date = "1928.05.??", Round = "5" },
  ["A partida que se segue foi jogada na 2.ª ronda do Torneio Internacional de Coimbra em 1955."] =
    tags { Event = "Torneio Internacional", Site = "Coimbra", Date = "1955.??.??", Round = "2" },
  ["Deze partij is gespeeld in de vierde ronde van het Hoogoventoernooi te Beverwijk in januari 1948."] =
    tags { Event = "Hoogoventoernooi", Site = "Beverwijk", Date = "1948.01.??", Round = "4" },
  ["Detta parti spelades i Göteborg 1929 i Nordiska mästerskapet."] =
    tags { Event = "Nordiska mästerskapet", Site = "Göteborg", Date = "1929.??.??" },
  ["Partia pochodzi z Mistrzostw Polski w Katowicach (1936)."] =
    tags { Event = "Mistrzostwa Polski", Site = "Katowice", Date = "1936.??.??" },
  ["Tato partie byla hrána na Memoriálu Duras v Pardubicích v červnu 1961."] =
    tags { Event = "Memoriál Duras", Site = "Pardubice", Date = "1961.06.??" },
  ["Партия игралась в полуфинале чемпионата Украины в Харькове в мае 1958 года."] =
    tags { Event = "Полуфинал чемпионата Украины", Site = "Харьков", Date = "1958.05.??" },
  ["Gespielt im Turnier des Badischen Schachverbandes zu Durlach am Ostermontag 1927."] =
    tags { Event = "Turnier des Badischen Schachverbandes", Site = "Durlach", Date = "1927.??.??" },
  ["This game was played in the semi-final for the Championship of the County, Leeds, 1909."] =
    tags { Event = "Championship of the County", Date = "1909.??.??" },
  ["Товариський матч Полтава – Суми відбувся 3 листопада 1991 року в Новоселівцях."] =
    tags { Event = "Товариський матч Полтава", Site = "Новоселівці", Date = "1991.11.03" },
  ["Ezt a játszmát a debreceni mesterversenyen játszották 1925 májusában."] =
    tags { Site = "Debrecen", Date = "1925.05.??" },
}

-- Sentences that are not about the game, or doubtful.
local OTHERS = {
  "In this position, which Morphy reached in 1858, White has a lasting attack.",
  "The author was born in Vienna in 1870 and won the Monte Carlo Tournament of 1903.",
  "See the Tournament Book of Hastings, 1895, p. 112.",
  "The matches of 1889 and 1892 in Havana drew the whole town.",
  "The Tournament was won by the better player, who lives in Leeds.",
  "In Zeitnot gab der Meister im Turnier alles auf.",
}

describe("an introduction", function()
  for sentence, expected in pairs(SENTENCES) do
    it("gives tags: " .. sentence, function()
      assert.same(expected, tags_of(sentence .. NAMES .. SCORE))
    end)
  end

  it("gives no tags if it is about something else", function()
    for _, sentence in ipairs(OTHERS) do
      assert.same(tags {}, tags_of(sentence .. NAMES .. SCORE))
    end
  end)

  it("holds for the next game only if a player is the same", function()
    local text = "The Torneo Mayor de Rosario (1943) gave us two good games of one player.\n\nMorris - Keller" .. SCORE
    local games = chess.read_text(text .. "\nAdler - Morris" .. SCORE .. "\nVance - Wyatt" .. SCORE)
    assert.same({ "Torneo Mayor", "Torneo Mayor", "?" },
      { games[1].tags.Event, games[2].tags.Event, games[3].tags.Event or "?" })
  end)

  it("names the players with their colors", function()
    for sentence, names in pairs {
      ["The shortest game of the evening was played between John Abel (black) and Rose Cobb (white)."] =
        { "Rose Cobb", "John Abel" },
      ["Die Partie zwischen Karl Huber und Otto Weiss war kurz:"] = { "Karl Huber", "Otto Weiss" },
      ["La partie entre M. Durand, de Lyon, et M. Petit fut jouée au café."] = { "M. Durand", "M. Petit" },
      ["De partij tussen De Groot en Van Dam, beiden uit Zwolle:"] = { "De Groot", "Van Dam" },
    } do
      local found = tags_of(sentence .. SCORE)
      assert.same(names, { found.White, found.Black })
    end
  end)
end)

describe("the paragraph of the first move", function()
  it("introduces a later game that has no heading", function()
    local games = chess.read_text(NAMES .. SCORE .. "Drawn.\n\n" .. "White, A. Adler; Black, B. Vance."
      .. SCORE:gsub("^\n\n", " "))
    assert.same({ "Adler", "Vance" }, { games[2].tags.White:sub(4), games[2].tags.Black:sub(4) })
  end)
end)

describe("a page in Windows-1250", function()
  it("has the letters of its language", function()
    local page = "P\xF8ebor kraje v Pardubic\xEDch (1979)\n\nHrdli\xE8ka - Vom\xE1\xE8ka" .. SCORE
      .. "\nP\xF8i n\xE1v\x9At\xECv\xEC v m\xECst\xEC byl p\xF8ebor."
    assert.same({ Event = "Přebor kraje", Site = "Pardubice", Date = "1979.??.??", White = "Hrdlička",
      Black = "Vomáčka" }, tags_of(page))
    assert.equal("Søren", tags_of("S\xF8ren - K\xF8bke" .. SCORE .. "\nGr\xF8n, \xE6ble.").White)
    assert.equal("Père", tags_of("P\xE8re - M\xE8re" .. SCORE .. "\nLa pi\xE8ce.").White)
  end)
end)

describe("the title of a page", function()
  it("holds for all games, and a round up to the next round", function()
    local games = chess.read_text("THE 3RD SURREY MASTERS   Guildford, 2-9 June 1991\n\nROUND 1 (2 June)" .. NAMES
      .. SCORE .. "\nAdler - Vance" .. SCORE .. "\nROUND 2 (3 June)\n\nVance - Morris" .. SCORE)
    local common = { Event = "3RD SURREY MASTERS", Site = "Guildford", White = "Morris", Black = "Keller",
      Date = "1991.06.02", Round = "1" }
    assert.same(common, known(games[1]))
    common.White, common.Black = "Adler", "Vance"
    assert.same(common, known(games[2]))
    common.White, common.Black, common.Date, common.Round = "Vance", "Morris", "1991.06.03", "2"
    assert.same(common, known(games[3]))
  end)

  it("may have the place and the date under it, and two names", function()
    local games = chess.read_text("RUSKAN TURNAUS – RUSKATURNERINGEN\nPello 1985" .. NAMES .. SCORE .. "\nAdler - Vance"
      .. SCORE .. "\nSiste runde (4.) var slik:\n\nVance - Morris" .. SCORE)
    for i, game in ipairs(games) do
      local found = known(game)
      assert.same({ "RUSKAN TURNAUS – RUSKATURNERINGEN", "Pello", "1985.??.??" },
        { found.Event, found.Site, found.Date }, i)
    end
    assert.equal("4", games[3].tags.Round)
  end)

  it("is none if the line is the heading of a game", function()
    local text = "Rice Memorial Tournament, 1916\nMorris - Keller" .. SCORE .. "\nAdler - Vance" .. SCORE
    local games = chess.read_text(text)
    assert.is_nil(games[2].tags.Event)
  end)
end)

describe("the names of the players", function()
  it("are those of a chat", function()
    local lines, moves = { "Log opened Fri Mar 4 20:15:02 2016" },
      { "d4", "d5", "c4", "e6", "Nc3", "Nf6", "Bg5", "Be7" }
    for i, move in ipairs(moves) do
      lines[#lines + 1] = ("20:%d <%s> %s"):format(15 + i, i % 2 == 1 and "ana" or "bo_2", move)
    end
    local found = tags_of(table.concat(lines, "\n") .. "\n")
    assert.same({ White = "ana", Black = "bo_2", Date = "2016.03.04" }, found)
    lines[5] = lines[5]:gsub("bo_2", "eve")
    assert.is_nil(tags_of(table.concat(lines, "\n") .. "\n").White)
  end)

  it("are those of a chat with dates before names of two words", function()
    local lines = {}
    for i, move in ipairs { "d4", "d5", "c4", "e6", "Nc3", "Nf6", "Bg5", "Be7" } do
      lines[i] = ("[03.02.2018 20:%d:07] %s: %s"):format(15 + i, i % 2 == 1 and "Ana Abel" or "Ömer Cobb", move)
    end
    assert.same({ White = "Ana Abel", Black = "Ömer Cobb", Date = "2018.02.03" },
      tags_of(table.concat(lines, "\n") .. "\n"))
  end)

  it("may have colors, be handles with ratings, or the author", function()
    for line, names in pairs {
      ["Herr Abel (White) against Mr. Cobb (Black)"] = { "Abel", "Cobb" },
      ["Abel (Schwarz) gegen Cobb (Weiß)"] = { "Cobb", "Abel" },
      ["rook_lover (1740) – x77x (1699), 5+3, rated"] = { "rook_lover", "x77x" },
      ["**Nora P. – me**, Slav"] = { "Nora P.", "me" },
      ["Our game of the month. White, Mr. J. Abel; Black, Rev. P. Cobb. Petroff."] = { "J. Abel", "Rev. P. Cobb" },
      ["Weiß Ing. Abel, Schwarz Otto Cobb."] = { "Ing. Abel", "Otto Cobb" },
      ["Masa 4: Alb – Ion Abel, Negru – Dan Cobb."] = { "Ion Abel", "Dan Cobb" },
      ["Hvit: Ola Abel   Sort: Per Cobb   (Spansk)"] = { "Ola Abel", "Per Cobb" },
      ["Temo: Amika Pokalo, ludo 7: Abel (blanka) - Cobb (nigra)"] = { "Abel", "Cobb" },
      ["Board 3 (2 May): Ann Abel – Ben Cobb, ½–½"] = { "Ann Abel", "Ben Cobb" },
      ["C 42   Abel - Cobb   3. kolo"] = { "Abel", "Cobb" },
      ["A game between Abel and Cobb."] = { "Abel", "Cobb" }, ["The difference between Abel and Cobb is small."] = {},
      ["Some lines of prose are before the names here, and go\non. Bílý: Josef Abel. Černý: dr. Cobb. Ruská hra."] =
        { "Josef Abel", "dr. Cobb" },
    } do
      local found = tags_of(line .. SCORE)
      assert.same(names, { found.White, found.Black }, line)
    end
  end)

  it("are none in an opening with a long dash", function()
    assert.is_nil(tags_of("Caro–Kann Defence" .. SCORE).White)
  end)
end)

describe("a score sheet", function()
  it("has its labels before dots", function()
    local sheet = "Event ..COUNTY CUP....  Round ..4..   Board ..2..   Date .19/3/83.\n"
      .. "White ..ABEL, J......  Black ..COBB, P...."
    assert.same({ Event = "COUNTY CUP", Round = "4", Date = "1983.03.19", White = "ABEL, J.", Black = "COBB, P." },
      tags_of(sheet .. SCORE))
  end)
end)

describe("a result", function()
  it("may be in a sentence with a name, a reason, or no side", function()
    for ending, result in pairs {
      ["\n   And Mr. Keller resigns the game."] = "1-0", ["\n   and wins."] = "0-1",
      ["\nWhite gave up, for the rook is lost."] = "0-1",
      ["\nMorris wins."] = "1-0", ["\nWhite resigned • Black is victorious"] = "0-1",
      ["\npatta d'accordo."] = "1/2-1/2",
      ["\nIn the other game Keller won."] = "*", ["\nIf Keller won."] = "*", ["\nThe brother of Morris wins."] = "*",
      ["\nKeller wins a piece."] = "*", ["\nand wins a piece."] = "*", ["\nWeiß gab die Partie auf."] = "0-1",
    } do
      assert.equal(result, chess.read_text(NAMES .. SCORE .. ending .. "\n")[1].tags.Result, ending)
    end
  end)
end)

describe("a code of the opening", function()
  it("may be in brackets, after ECO, or apart at the end of a line", function()
    for line, code in pairs { ["Slav (`D15`)"] = "D15", ["Slav, ECO D15."] = "D15", ["12.                 D15"] = "D15",
      ["D 15   Morris - Keller"] = "D15" } do
      assert.equal(code, tags_of(line .. "\nMorris - Keller" .. SCORE).ECO, line)
    end
    assert.is_nil(tags_of("The hotel has room A12 for us.\nMorris - Keller" .. SCORE).ECO)
  end)
end)
