-- Which games belong to one event, and which games count. The reports "crosstable" and "tournaments" must agree.

local chess = require "lucena"
local file = require "spec.support.file"
local run = require "spec.support.run"

-- Makes games from text lines such as "1 2007.12.29 A-B 1-0 e4 e5": round, date, players, result, moves.
local function games_of(text, tags)
  local out = {}
  for line in text:gmatch("[^\n]+") do
    local round, date, white, black, result, moves = line:match("^%s*(%S+) (%S+) ([^-]+)%-(%S+) (%S+)%s*(.*)$")
    out[#out + 1] = ('[Event "Test"]\n[Site "Here"]\n[Round "%s"]\n[Date "%s"]\n[White "%s"]\n[Black "%s"]\n'
      .. '[Result "%s"]'):format(round, date, white, black, result)
    for name, value in (tags or ""):gmatch("(%w+)=(%S+)") do
      out[#out] = out[#out]:gsub("%[" .. name .. ' "[^"]*"%]\n', "")
      out[#out + 1] = ('[%s "%s"]'):format(name, value)
    end
    out[#out + 1] = ("\n%s *\n"):format(moves)
  end
  return table.concat(out, "\n")
end

local function sections_of(name, pgn, options)
  local report = assert(chess.report(name, options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  return assert(report:sections())
end

local function notes_of(section)
  local list = {}
  for i, note in ipairs(section.notes) do
    list[i] = type(note) == "string" and note or tostring(note[1]):gsub("%%s", function() return "%%s" end)
    if type(note) == "table" and type(note[2]) ~= "table" then
      list[i] = note[1]:format(table.unpack(note, 2))
    end
  end
  return table.concat(list, "\n")
end

-- Returns the events of the report "tournaments" as "games from-to". The report "crosstable" must have as many events.
local function events_of(pgn)
  local list = {}
  for i, row in ipairs(sections_of("tournaments", pgn, { min_games = 1 })[1].rows) do
    list[i] = ("%d %s-%s"):format(row.games, row.first or "", row.last or "")
  end
  local titles = sections_of("crosstable", pgn, { min_games = 1 })
  assert.equal(#list, #titles)
  return table.concat(list, "; ")
end

describe("an event", function()
  it("continues after New Year", function()
    assert.equal("3 2007.12.29-2008.01.02",
      events_of(games_of "1 2007.12.29 A-B 1-0\n2 2007.12.31 B-C 1-0\n3 2008.01.02 C-A 1-0"))
  end)

  it("continues after a postponement if the players are the same and the round numbers continue", function()
    local first = "1 2020.03.17 A-B 1-0\n2 2020.03.18 B-C 1-0\n3 2020.03.19 C-A 1-0\n"
    assert.equal("6 2020.03.17-2021.04.21",
      events_of(games_of(first .. "4 2021.04.19 B-A 1-0\n5 2021.04.20 C-B 1-0\n6 2021.04.21 A-C 1-0")))
    assert.equal("3 2020.03.17-2020.03.19; 3 2021.04.19-2021.04.21",
      events_of(games_of(first .. "4 2021.04.19 D-E 1-0\n5 2021.04.20 E-F 1-0\n6 2021.04.21 F-D 1-0")))
    assert.equal("3 2020.03.17-2020.03.19; 3 2023.04.19-2023.04.21",
      events_of(games_of(first .. "4 2023.04.19 B-A 1-0\n5 2023.04.20 C-B 1-0\n6 2023.04.21 A-C 1-0")))
  end)

  it("is followed by a new event if a pairing is repeated in the same round", function()
    local first = "1 2020.03.17 A-B 1-0 e4\n2 2020.03.18 B-C 1-0 e4\n3 2020.03.19 C-A 1-0 e4\n"
    assert.equal("3 2020.03.17-2020.03.19; 3 2020.03.27-2020.03.29",
      events_of(games_of(first .. "1 2020.03.27 A-B 0-1 d4\n2 2020.03.28 B-C 0-1 d4\n3 2020.03.29 C-A 0-1 d4")))
  end)

  it("includes all games with the same EventDate, even with long gaps", function()
    assert.equal("2 2020.01.01-2022.05.05",
      events_of(games_of("1 2020.01.01 A-B 1-0\n2 2022.05.05 B-A 1-0", "EventDate=2020.01.01")))
  end)

  it("includes games with an incomplete date", function()
    assert.equal("3 2020.01.01-2020.01.02",
      events_of(games_of "1 2020.01.01 A-B 1-0\n2 2020.01.02 B-C 1-0\n3 ????.??.?? C-A 1-0"))
    assert.equal("2 2019.01.01-2019.01.01; 1 2020.01.02-2020.01.02",
      events_of(games_of "1 2019.01.01 A-B 1-0\n2 2020.01.02 B-C 1-0\n3 2019.??.?? C-A 1-0"))
  end)

  it("is one per year if only years are known, even with the same players", function()
    assert.equal("3 1938.??.??-1938.??.??; 3 1939.??.??-1939.??.??", events_of(games_of [[
      ? 1938.??.?? A-B 1-0
      ? 1938.??.?? B-C 1-0
      ? 1938.??.?? C-A 1-0
      ? 1939.??.?? A-B 0-1
      ? 1939.??.?? B-C 0-1
      ? 1939.??.?? C-A 0-1]]))
  end)

  it("can continue at another place", function()
    local pgn = games_of("1 2012.05.01 A-B 1-0\n2 2012.05.02 B-C 1-0\n3 2012.05.03 C-A 1-0")
      .. games_of("4 2012.05.06 B-A 1-0\n5 2012.05.07 C-B 1-0\n6 2012.05.08 A-C 1-0", "Site=There")
    assert.equal("6 2012.05.01-2012.05.08", events_of(pgn))
  end)

  it("has one name, ignoring letter case and blanks", function()
    assert.equal("2 2012.05.01-2012.05.02",
      events_of(games_of("1 2012.05.01 A-B 1-0") .. games_of("2 2012.05.02 B-A 1-0", "Event=TEST")))
  end)
end)

local MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5"
local ROBIN = "1 2020.03.17 A-B 1-0 " .. MOVES .. "\n2 2020.03.18 B-C 1/2-1/2 " .. MOVES .. "\n3 2020.03.19 C-A 0-1 "
  .. MOVES .. "\n"

describe("a duplicate", function()
  local function points(pgn, options)
    local section, list = sections_of("crosstable", pgn, options)[1], {}
    for i, row in ipairs(section.rows) do
      list[i] = row.name .. row.points
    end
    return table.concat(list, " "), notes_of(section)
  end

  it("is omitted from scores and numbers, and reported", function()
    local pgn = games_of(ROBIN .. ROBIN)
    local scores, notes = points(pgn)
    assert.equal("A4 B1 C1", scores)
    assert.is_truthy(notes:find("^Round robin, 3 players, 3 games\nDuplicates omitted: 3\n"))
    local row = sections_of("tournaments", pgn)[1].rows[1]
    assert.same({ 3, 4, "round robin" }, { row.games, row.points, row.kind })
  end)

  it("is reported with both results if they differ", function()
    local other = ("1 2020.03.17 A-B 0-1 " .. MOVES)
    assert.is_truthy(select(2, points(games_of(ROBIN .. other))):find(
      "Duplicates with different results, of which the first counts: A – B 1-0, 0-1", 1, true))
    assert.is_nil(select(2, points(games_of(ROBIN .. ROBIN))):find("different results", 1, true))
  end)

  it("is counted on request", function()
    assert.equal("A8 B2 C2", (points(games_of(ROBIN .. ROBIN), { keep_duplicates = true })))
    assert.equal(6, sections_of("tournaments", games_of(ROBIN .. ROBIN), { keep_duplicates = true })[1].rows[1].games)
  end)

  it("is omitted from a knockout", function()
    local first, second = "1 2020.03.17 A-B 1-0 " .. MOVES, "1 2020.03.17 C-D 1-0 " .. MOVES
    local pgn = games_of(table.concat({ first, second, "2 2020.03.18 A-C 1-0 " .. MOVES, first }, "\n"))
    local section = sections_of("crosstable", pgn)[1]
    assert.equal("Knockout, 4 players, 3 games\nDuplicates omitted: 1\n"
      .. "A cell has the opponent's row and the points of the match: 4: 2½-1½", notes_of(section))
    assert.equal("1-0", section.rows[1].r1:match(" (.*)"))
  end)

  it("has the same round or the same date, and the same moves", function()
    local function duplicates(other)
      return select(2, points(games_of(ROBIN .. other), { kind = "swiss" })):match("Duplicates omitted: (%d+)")
    end
    assert.equal("1", duplicates("1 2020.03.21 A-B 1-0 " .. MOVES))
    assert.equal("1", duplicates("? 2020.03.17 A-B 1-0 " .. MOVES))
    assert.equal("1", duplicates("? 2020.??.?? A-B 1-0 " .. MOVES))
    assert.is_nil(duplicates("4 2020.03.21 A-B 1-0 " .. MOVES))
    assert.is_nil(duplicates("1 2020.03.17 A-B 1-0 " .. MOVES .. " Bb3"))
    assert.is_nil(duplicates("1 2020.03.17 B-A 1-0 " .. MOVES))
  end)
end)

describe("a player of an event", function()
  it("is one player under spellings that differ in case, accents and blanks", function()
    local pgn = games_of [[
      1 2020.03.17 Müller,J-B 1-0
      2 2020.03.18 B-C 1-0
      3 2020.03.19 C-MULLER,J 1-0
      4 2020.03.20 Müller,J-D 1-0]]
    pgn = pgn:gsub("MULLER,J", "Muller,  J")
    local section = sections_of("crosstable", pgn, { kind = "swiss" })[1]
    assert.equal(4, #section.rows)
    assert.equal("Müller,J", section.rows[1].name)
    assert.is_truthy(notes_of(section):find("Names joined: 1 (", 1, true))
    assert.equal(4, sections_of("tournaments", pgn)[1].rows[1].players)
  end)

  it("counts as two players if the two spellings played each other", function()
    assert.equal(3, #sections_of("crosstable", games_of [[
      1 2020.03.17 Müller-Muller 1-0
      2 2020.03.18 Muller-C 1-0
      3 2020.03.19 C-Müller 1-0]])[1].rows)
  end)

  it("has a bye if the opponent is called 'Bye'", function()
    local pgn = games_of(ROBIN .. [[
      1 2020.03.17 C-BYE 1-0
      1 2020.03.17 C-BYE 1-0
      2 2020.03.18 bye-A 1/2-1/2
      3 2020.03.19 B-Bye *]])
    local section = sections_of("crosstable", pgn, { kind = "swiss" })[1]
    local list = {}
    for i, row in ipairs(section.rows) do
      list[i] = ("%s %s %s %s %d"):format(row.name, row.r1, row.r2, row.r3, row.points)
    end
    assert.equal("A 3w1 +½ 2b1 5, C +1 3b½ 1w0 3, B 1b0 2w½ +0 1", table.concat(list, ", "))
    local row = sections_of("tournaments", pgn)[1].rows[1]
    assert.same({ 3, 3, "A", 5 }, { row.players, row.games, row.winner, row.points })
  end)

  it("is not counted in games against himself", function()
    local section = sections_of("crosstable", games_of(ROBIN .. "4 2020.03.20 A-A 1-0"))[1]
    assert.equal(4, section.rows[1].points)
  end)

  it("is shown with accents, and not in capitals, if all spellings are equally frequent", function()
    local best = require("lucena.tournament.names").most_frequent
    assert.equal("Müller, J", best { ["MULLER, J"] = 1, ["Muller, J"] = 1, ["Müller, J"] = 1, ["muller, j"] = 1 })
    assert.equal("Smith, J", best { ["SMITH, J"] = 1, ["smith, j"] = 1, ["Smith,  J"] = 1, ["Smith, J"] = 1 })
  end)

  it("is never '?', whose games are omitted", function()
    local section = sections_of("crosstable", games_of(ROBIN .. "4 2020.03.20 ?-A 1-0\n4 2020.03.20 B-? 1-0"))[1]
    assert.equal(3, #section.rows)
    assert.is_truthy(notes_of(section):find("Games of unknown players omitted: 2", 1, true))
  end)
end)

describe("an incomplete event", function()
  it("is reported, and has neither ranks nor tie-breaks", function()
    local section = sections_of("crosstable", games_of [[
      1 2020.03.17 A-B 1-0
      1 2020.03.17 C-D 1-0
      2 2020.03.18 A-C 1/2-1/2
      2 2020.03.18 B-D 1/2-1/2
      3 2020.03.19 A-D 0-1]])[1]
    assert.is_truthy(notes_of(section):find("Incomplete: 5 of 6 games present; without ranks and tie-breaks", 1, true))
    local keys = {}
    for i, column in ipairs(section.columns) do
      keys[i] = column.key
    end
    assert.equal("place name c1 c2 c3 c4 games points", table.concat(keys, " "))
  end)

  it("does not include an event in progress that has all games of its first rounds", function()
    local section = sections_of("crosstable", games_of [[
      1 2020.03.17 A-B 1-0
      1 2020.03.17 C-D 1-0
      2 2020.03.18 A-C 1/2-1/2
      2 2020.03.18 B-D 1/2-1/2]], { kind = "robin" })[1]
    assert.is_truthy(notes_of(section):find("In progress: 4 of 6 games played", 1, true))
  end)

  it("may consist of one player's games", function()
    local lines = {}
    for round = 1, 13 do
      lines[round] = ("%d 2019.01.%02d A-P%02d 1-0"):format(round, 11 + round, round)
    end
    local section = sections_of("crosstable", games_of(table.concat(lines, "\n")))[1]
    assert.is_truthy(notes_of(section):find("Incomplete: 13 of 91 games present", 1, true))
  end)

  it("is a match with a missing game, whose column shows '?'", function()
    local section = sections_of("crosstable", games_of [[
      1 2020.03.17 A-B 1-0
      2 2020.03.18 B-A 1-0
      4 2020.03.20 B-A 1/2-1/2]])[1]
    assert.is_truthy(notes_of(section):find("Incomplete: 3 of 4 games present", 1, true))
    assert.same({ "1", "0", "?", "½" }, { section.rows[1].g1, section.rows[1].g2, section.rows[1].g3,
      section.rows[1].g4 })
  end)

  it("has tie-breaks if the user names them", function()
    local pgn = games_of "1 2020.03.17 A-B 1-0\n1 2020.03.17 C-D 1-0\n2 2020.03.18 A-C 1-0"
    local section = sections_of("crosstable", pgn, { kind = "swiss", tiebreaks = "WON" })[1]
    assert.equal(2, section.rows[1].WON)
  end)
end)

describe("the kind of an event", function()
  -- Returns the kind in "tournaments" and the first notes of "crosstable".
  local function kind_of(text, notes, options)
    local pgn = games_of(text)
    local row = sections_of("tournaments", pgn)[1].rows[1]
    local found = notes_of(sections_of("crosstable", pgn, options)[1]):match(("[^\n]*\n?"):rep(notes or 1))
    return ("%s (%s missing); %s"):format(row.kind, row.missing, found:gsub("\n", "; "):gsub("; $", ""))
  end

  it("is named alike in 'tournaments' and in 'crosstable'", function()
    assert.equal("round robin (nil missing); Round robin, 3 players, 3 games", kind_of(ROBIN))
    assert.equal("double round robin (nil missing); Double round robin, 3 players, 6 games",
      kind_of(ROBIN .. "4 2020.03.20 B-A 1-0\n5 2020.03.21 C-B 1-0\n6 2020.03.22 A-C 0-1"))
    assert.equal("match (1 missing); Match, 2 players, 2 games; Incomplete: 2 of 3 games present; without ranks and "
      .. "tie-breaks", kind_of("1 2020.03.17 A-B 1-0\n3 2020.03.19 B-A 0-1", 2, { min_games = 1 }))
    assert.equal("Swiss system (nil missing); Swiss system, 6 players, 8 games", kind_of [[
      1 2020.03.17 A-B 1-0
      1 2020.03.17 C-D 1-0
      1 2020.03.17 E-F 1-0
      2 2020.03.18 A-C 1-0
      2 2020.03.18 E-B 1-0
      2 2020.03.18 D-F 1-0
      3 2020.03.19 A-E 1-0
      3 2020.03.19 C-B 1-0]])
  end)

  it("is unknown if most games are missing, and then players have no performance", function()
    local text = "1 2020.03.17 A-B 1-0\n2 2020.03.18 C-A 0-1\n3 2020.03.19 A-D 1-0\n4 2020.03.20 E-A 0-1"
    local note = "Incomplete: 4 of 8 games present"
    assert.equal("nil (4 missing); Kind unknown, 5 players, 4 games; " .. note .. "; without ranks and tie-breaks",
      kind_of(text, 2))
    local pgn = games_of(text, "WhiteElo=2500 BlackElo=2400")
    assert.is_nil(sections_of("crosstable", pgn)[1].rows[1].performance)
    local section = sections_of("crosstable", pgn, { kind = "swiss", tiebreaks = "WON" })[1]
    assert.equal("Swiss system, 5 players, 4 games\n" .. note, notes_of(section):match("^(.*)\nTie"))
    assert.is_number(section.rows[1].performance)
  end)

  it("may be a knockout with a match for third place", function()
    local text = "1 2020.03.17 A-B 1-0\n1 2020.03.17 C-D 1-0\n2 2020.03.21 A-C 1-0\n2 2020.03.21 B-D 1-0"
    local list = {}
    for _, section in ipairs(sections_of("event", games_of(text), { kind = "knockout" })) do
      for i, row in ipairs(section.title == "Bracket" and section.rows or {}) do
        list[i] = ("%d %s %s-%s"):format(row.round, row.stage or "-", row.name, row.opponent)
      end
    end
    assert.same({ "1 - A-B", "1 - C-D", "2 - A-C", "2 third place B-D" }, list)
  end)

  it("may be a knockout with a tied final", function()
    local pgn = games_of("1.1 2020.03.17 A-B 1-0 e4\n1.1 2020.03.17 C-D 1-0 e4\n"
      .. "2.1 2020.03.21 A-C 1-0\n2.2 2020.03.22 C-A 1-0")
    for _, section in ipairs(sections_of("event", pgn)) do
      if section.title == "Bracket" then
        assert.same({ { "Winner unknown: %s – %s", "A", "C" } }, section.notes)
        return
      end
    end
    error "no bracket"
  end)

  it("may be a knockout, of which matches are missing", function()
    local quarters = "1.1 2020.03.17 A-B 1-0 e4\n1.2 2020.03.18 B-A 0-1 e4\n1.1 2020.03.17 C-D 1-0 e4\n"
      .. "1.2 2020.03.18 D-C 0-1 e4\n1.1 2020.03.17 E-F 1-0 e4\n1.2 2020.03.18 F-E 0-1 e4\n"
    local last = "1.1 2020.03.17 G-H 1-0 e4\n1.2 2020.03.18 H-G 0-1 e4\n"
    local semi = "2.1 2020.03.19 A-C 1-0 e4\n2.2 2020.03.20 C-A 0-1 e4\n"
    local semis = semi .. "2.1 2020.03.19 E-G 1-0 e4\n2.2 2020.03.20 G-E 0-1 e4\n"
    local final = "3.1 2020.03.21 A-E 1-0 e4\n3.2 2020.03.22 E-A 1-0 e4\n"
    assert.equal("knockout (nil missing); Knockout, 8 players, 14 games",
      kind_of(quarters .. last .. semis .. final))
    assert.equal("knockout (1 missing); Knockout, 8 players, 12 games; Incomplete: 6 of 7 matches present; without "
      .. "ranks and tie-breaks", kind_of(quarters .. last .. semi .. final, 2))
    assert.equal("knockout (nil missing); Knockout, 8 players, 12 games; In progress: 6 of 7 matches played",
      kind_of(quarters .. last .. semis, 2))
    assert.equal("matches (nil missing); Matches, 8 players, 8 games", kind_of(quarters .. last))
  end)

  it("is no knockout if a match is one drawn game", function()
    local text = "1 2020.03.17 A-B 1-0\n1 2020.03.17 C-D 1/2-1/2\n2 2020.03.18 A-C 1-0"
    assert.is_truthy(kind_of(text):find("^nil .nil missing.; Kind unknown"))
    assert.is_truthy(kind_of((text:gsub("1/2%-1/2", "1-0"))):find("^knockout .nil missing.; Knockout"))
  end)

  it("is unknown if the file has the games of one player only", function()
    assert.equal("nil (nil missing); Kind unknown, 3 players, 2 games",
      kind_of("1 ? A-B 1-0\n2 ? C-A 0-1\n", 1, { min_games = 1 }))
    assert.equal("nil (3 missing); Kind unknown, 4 players, 3 games",
      kind_of "? ? A-B 1-0\n? ? C-A 0-1\n? ? D-A 0-1\n")
  end)

  it("is no Swiss with fewer than three rounds, or if a pair met twice", function()
    local two = "1 ? A-B 1-0\n1 ? C-D 1-0\n1 ? E-F 1-0\n2 ? C-A 1/2-1/2\n2 ? B-E 1-0\n2 ? D-F 1-0\n"
    assert.equal("nil (nil missing); Kind unknown, 6 players, 6 games", kind_of(two))
    assert.equal("Swiss system (nil missing); Swiss system, 6 players, 9 games",
      kind_of(two .. "3 ? A-D 1-0\n3 ? F-B 1-0\n3 ? E-C 1-0\n"))
    assert.equal("nil (nil missing); Kind unknown, 6 players, 9 games",
      kind_of(two .. "3 ? B-A 1-0\n3 ? D-E 1-0\n3 ? F-C 1-0\n"))
  end)
end)

describe("the title of an event", function()
  it("has the days of EventDate and EndDate if the dates of the games have none", function()
    local function title(text, tags)
      return sections_of("crosstable", games_of(text, tags))[1].title
    end
    local days = "EventDate=2020.03.17 EndDate=2020.03.19"
    assert.equal("Test, Here, 2020.03.17 – 2020.03.19", title(ROBIN:gsub("2020.03.%d%d", "2020.03.??"), days))
    assert.equal("Test, Here, 2020.04", title(ROBIN:gsub("2020.03.%d%d", "2020.04.??"), days))
  end)

  it("has the first and the last date", function()
    assert.equal("Test, Here, 2020.03.17 – 2020.03.19", sections_of("crosstable", games_of(ROBIN))[1].title)
  end)
end)

describe("the Sonneborn-Berger points of teams", function()
  it("are products of match points", function()
    local lines = {}
    for i, match in ipairs { "Alpha Beta 1-0", "Gamma Delta 1-0", "Gamma Alpha 1-0", "Beta Delta 1/2-1/2",
      "Beta Gamma 1/2-1/2", "Delta Alpha 0-1" } do
      local a, b, result = match:match("(%S+) (%S+) (%S+)")
      lines[i] = games_of(("%d 2020.03.17 %s1-%s1 %s"):format((i + 1) // 2, a, b, result), ("WhiteTeam=%s BlackTeam=%s")
        :format(a, b))
    end
    local list = {}
    for i, row in ipairs(sections_of("crosstable", table.concat(lines, "\n"))[1].rows) do
      list[i] = ("%s %d %g"):format(row.name, row.points, row.SB)
    end
    assert.equal("Gamma 5 12, Alpha 4 6, Beta 2 6, Delta 1 2", table.concat(list, ", "))
  end)
end)

describe("the tournaments of a report", function()
  it("are sorted as requested, and small ones are omitted", function()
    local pgn = games_of("1 2020.03.17 A-B 1-0\n2 2020.03.18 B-A 1-0\n3 2020.03.19 A-B 1-0", "Event=Cup")
      .. games_of(ROBIN .. "4 2020.03.20 D-A 1-0", "Event=Zonal") .. games_of("1 2021.03.17 A-B 1-0", "Event=alpha")
    local function names(options)
      local section, list = sections_of("tournaments", pgn, options)[1], {}
      for i, row in ipairs(section.rows) do
        list[i] = row.event
      end
      return table.concat(list, " "), notes_of(section)
    end
    local all = { min_games = 1 }
    for order, wanted in pairs { date = "Cup Zonal alpha", name = "alpha Cup Zonal", players = "Zonal Cup alpha",
      games = "Zonal Cup alpha", rating = "Cup Zonal alpha" } do
      all.order = order
      assert.equal(wanted, (names(all)))
    end
    assert.equal("Cup Zonal", (names {}))
    local list, notes = names { min_players = 3 }
    assert.equal("Zonal", list)
    assert.is_truthy(notes:find("Events omitted for too few players: 1", 1, true))
  end)
end)

describe("lucena report --event", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  local function report(...)
    local other = games_of((ROBIN:gsub("2020", "2022")))
    file.write(path, games_of(ROBIN) .. other:gsub("Test", "Norway Chess"))
    return run { "report", ... }
  end

  it("names similar events if there is none, and writes no file", function()
    local out = os.tmpname()
    os.remove(out)
    local result = report("crosstable", "-t", "html", "-o", out, "--event", "Norwai Ches", path)
    assert.equal(1, result.code)
    assert.equal("lucena: there is no event 'Norwai Ches'; did you mean 'Norway Chess'?\n", result.err)
    assert.is_nil(io.open(out))
    result = report("tournaments", "--event", "Tests", "--year", "1999", path)
    assert.equal("lucena: there is no event 'Tests' in 1999; did you mean 'Test'?\n", result.err)
    assert.same({ 1, "" }, { result.code, result.out })
  end)

  it("gives the same result with several processes as with one", function()
    local one = report("tournaments", "-q", "--jobs", "1", path, path)
    assert.equal(one.out, report("tournaments", "-q", "--jobs", "2", path, path).out)
    assert.is_truthy(one.out:find("Duplicates omitted: 6", 1, true))
  end)

  it("takes a year after the name, and --year", function()
    local year = { "--year", "2020" }
    for _, args in ipairs { { "--event", "test 2020" }, { "--event", "TEST", table.unpack(year) }, year } do
      for _, name in ipairs { "crosstable", "tournaments" } do
        local all = { name, "-q", table.unpack(args) }
        all[#all + 1] = path
        local result = report(table.unpack(all))
        assert.equal("", result.err)
        assert.equal(0, result.code)
        assert.is_truthy(result.out:find("Test", 1, true))
        assert.is_nil(result.out:find("Norway", 1, true))
      end
    end
  end)
end)

describe("a search without matches", function()
  it("suggests a player with a similar name", function()
    local sample = "spec/data/sample/sample.pgn"
    for _, args in ipairs { { "report", "player", "--name", "Karlsen" }, { "filter", "-e", 'white "Karlsen"' },
      { "report", "summary", "-e", 'player "Karlsen"' } } do
      args[#args + 1] = sample
      local err = run(args).err
      assert.is_truthy(err:find("'Karlsen'; did you mean 'Carlsen, Magnus'?\n", 1, true), err)
    end
    local quiet = run { "filter", "-q", "-e", 'player "Karlsen"', sample }
    assert.equal("", quiet.err)
    local known = run { "filter", "-e", 'player "Carlsen" & eco "A00-A01" & checkmate "white"', sample }
    assert.equal("lucena: 314 games, 0 matched\n", known.err)
  end)
end)

describe("a player's opening", function()
  it("is named by its position, whatever the ECO tag", function()
    local report = chess.report("player", { name = "A" })
    for _, moves in ipairs { "e4 d6 d4 Nf6 Nc3 g6", "e4 b6", "e4 b6" } do
      report:add(chess.game(('[White "A"]\n[Black "B"]\n[ECO "B00"]\n\n1. %s *'):format(moves)))
    end
    local names = {}
    for _, section in ipairs(report:sections()) do
      for _, row in ipairs(section.title == "Openings as White" and section.rows or {}) do
        names[#names + 1] = ("%s %s %d"):format(row.group, row.name.en, row.games)
      end
    end
    assert.equal("B00 King's Pawn Game: Owen Defence 2, B07 Pirc Defence: 3. Nc3 g6 1", table.concat(names, ", "))
  end)
end)

describe("names that differ in case or accents", function()
  it("are one row and one column of a table", function()
    local report = chess.report("table", { rows = "White", columns = "Black" })
    for _, name in ipairs { "Müller, J", "Muller,J", "Müller, J" } do
      report:add(chess.game(('[White "%s"]\n[Black "X"]\n\n*'):format(name)))
      report:add(chess.game(('[Black "%s"]\n[White "X"]\n\n*'):format(name)))
    end
    local section, list = report:sections()[1], {}
    for i, row in ipairs(section.rows) do
      list[i] = ("%s %s %s %d"):format(row.group, row.c1, row.c2, row.total)
    end
    assert.equal("Müller, J nil 3 3; X 3 nil 3; Total 3 3 6", table.concat(list, "; "))
  end)

  it("are one player in the summary and among a player's opponents", function()
    local summary, player = chess.report "summary", chess.report("player", { name = "X" })
    for _, name in ipairs { "Müller, J", "Muller,J", "Müller, J" } do
      local game = chess.game(('[White "X"]\n[Black "%s"]\n[Result "1-0"]\n\n1. e4 1-0'):format(name))
      summary:add(game)
      player:add(game)
    end
    assert.same({ "Players", 2 }, { summary:rows()[2].name, summary:rows()[2].value })
    local rows
    for _, section in ipairs(player:sections()) do
      rows = section.title == "Head to head" and section.rows or rows
    end
    assert.same({ 1, "Müller, J", 3 }, { #rows, rows[1].group, rows[1].games })
  end)

  it("are not suggested if the names differ by a number", function()
    local near = require("lucena.tournament.spelling").pairs
    assert.same({}, near { { name = "Alpha1, P", entries = {} }, { name = "Alpha2, P", entries = {} } })
    assert.equal(1, #near { { name = "Magnus Carlsen", entries = {} }, { name = "Carlsen, Magnus", entries = {} } })
    assert.equal(1, #near { { name = "Alphas, P", entries = {} }, { name = "Alphaz, P", entries = {} } })
  end)
end)

describe("points other than 1, ½ and 0", function()
  local GAMES = ROBIN:gsub("3 2020.03.19 C%-A 0%-1", "3 2020.03.19 C-A 1/2-1/2")

  it("determine the standings and the tie-breaks, but not the number of wins", function()
    local rows = sections_of("crosstable", games_of(GAMES), { scoring = "3-1-0", tiebreaks = "WIN,BH,SB,KS" })[1].rows
    local list = {}
    for i, row in ipairs(rows) do
      list[i] = ("%s %g %d %g %g %g"):format(row.name, row.points / 2, row.WIN, row.BH / 2, row.SB, row.KS / 2)
    end
    assert.equal("A 4 1 3 5 0; C 2 0 5 5 1; B 1 0 6 2 0", table.concat(list, "; "))
  end)

  it("include those of Armageddon games, also from a separate event", function()
    local armageddon = games_of("2 2020.03.18 C-B 1/2-1/2 d4\n3 2020.03.19 A-C 1-0 d4\n1 2020.03.17 B-A 1-0 d4")
    for _, pgn in ipairs { games_of(GAMES) .. armageddon:gsub("Test", "Test Armageddon"),
      games_of(GAMES) .. armageddon:gsub("%[Round \"1.-1%-0.-\n\n", "") } do
      local sections = sections_of("crosstable", pgn, { armageddon = "1.5-1", scoring = "3-1-0", kind = "robin" })
      local list = {}
      for i, row in ipairs(sections[1].rows) do
        list[i] = row.name .. row.points / 2
      end
      -- A draw counts as a win for Black. A decided game needs no Armageddon game, so the one of round 1 is omitted.
      assert.equal(1, #sections)
      assert.equal("A4.5 B1.5 C2.0", table.concat(list, " "):gsub("C2.0 B1.5", "B1.5 C2.0"))
    end
  end)

  -- A and C draw, and C wins the Armageddon game with Black: C has 1 of them, A 0. All have 1 point in all.
  it("replace those of the draw in the tie-breaks, too", function()
    local pgn = games_of("1 2020.03.17 A-C 1/2-1/2 d4\n1 2020.03.17 A-C 0-1 e4\n"
      .. "2 2020.03.18 A-B 1-0\n3 2020.03.19 B-C 1-0")
    local rows = sections_of("crosstable", pgn, { armageddon = "1-0", kind = "robin", tiebreaks = "SB,DE,KS" })[1].rows
    local list = {}
    for i, row in ipairs(rows) do
      list[i] = ("%s %g %g %g %g %s"):format(row.name, row.points / 2, row.SB, row.DE / 2, row.KS / 2, row.rank)
    end
    assert.equal("A 1 1 1 1 1-3; B 1 1 1 1 1-3; C 1 1 1 1 1-3", table.concat(list, "; "))
  end)

  it("are rejected if malformed", function()
    assert.equal("'3-1': expected the points of a win, a draw and a loss, such as 3-1-0",
      select(2, chess.report("crosstable", { scoring = "3-1" })))
    assert.equal("'x-1': expected the points of the winner and the loser, such as 1.5-1",
      select(2, chess.report("event", { armageddon = "x-1" })))
  end)
end)
