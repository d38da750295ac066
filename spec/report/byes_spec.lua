-- Byes and rounds: participants who are no players, the kinds of byes, byes of coming rounds, and planned rounds.

local chess = require "lucena"
local file = require "spec.support.file"
local reader = require "lucena.tournament.trf_reader"

local function report_of(pgn, options)
  options = options or {}
  options.min_games = options.min_games or 1
  local report = assert(chess.report("crosstable", options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  return report
end

-- Returns the columns of each row as one text per row.
local function rows_of(report, ...)
  local list = {}
  for i, row in ipairs(report:rows()) do
    local values = {}
    for j, key in ipairs { ... } do
      values[j] = tostring(row[key] == nil and "-" or row[key])
    end
    list[i] = table.concat(values, " ")
  end
  return list
end

local function notes_of(report)
  local list = {}
  for i, note in ipairs(report:sections()[1].notes) do
    list[i] = type(note) == "string" and note or type(note[2]) ~= "table" and note[1]:format(table.unpack(note, 2))
      or note[1]
  end
  return table.concat(list, "\n")
end

-- Returns a player's line of a tournament report file.
local function line(number, name, rating, points, ...)
  local cells = table.concat({ ... }, "  ")
  return ("001 %4d      %-33s%5s%28s%4s    1  %s\n"):format(number, name, rating, "", points, cells)
end

local function codes(problems)
  local list = {}
  for i, problem in ipairs(problems) do
    list[i] = ("%d %s"):format(problem.line, problem.code)
  end
  return list
end

local function games(...)
  local list = {}
  for i, text in ipairs { ... } do
    local round, white, black, result, moves = text:match "^(%d+) (.-) v (.-) ([01+]%S*[-/]%S+)%s*(.*)$"
    list[i] = ('[Event "E"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n%s *\n'):format(round, white,
      black, result, moves)
  end
  return table.concat(list, "\n")
end

local MOVES = "1. e4 e5 2. Nf3"

describe("a participant who is no player", function()
  local NAMES = { "Bye", "BYE", "spielfrei", "Spielfrei", "Freilos", "Frei-Los", "BYE (half point)", "Bye 1",
    "Virtual player",
    "Virtual Player 2", "Bye, Bye", "exempt", "Exempté", "LIBRE", "Descansa", "riposo", "Свободен", "СВОБОДЕН",
    "Oversidder", "wolny los", "volný los", "ρεπό", "ΡΕΠΌ", "轮空", "half-point bye", "Free", "Bye (½)", "no opponent" }
  local PLAYERS = { "Bye, Robert", "Bye, A", "Robert Bye", "Freeman", "Free, Jane", "Byers", "vakant", "---",
    "Frei, K" }

  it("is recognised by each listed name with additions", function()
    local dummies = require "lucena.tournament.dummies"
    for _, name in ipairs(NAMES) do
      assert.is_true(dummies.is_listed(name), name)
    end
    for _, name in ipairs(PLAYERS) do
      assert.is_false(dummies.is_listed(name), name)
    end
  end)

  -- Returns the points of each player as "A 4, B 1".
  local function points_of(report)
    return table.concat(rows_of(report, "name", "points"), ", ")
  end

  it("is omitted from a table of games, and named", function()
    for _, name in ipairs(NAMES) do
      local report = report_of(games("1 A v B 1-0 " .. MOVES, "1 C v " .. name .. " 1-0", "2 A v C 1-0 " .. MOVES,
        "2 " .. name .. " v B 1/2-1/2"), { kind = "swiss" })
      assert.equal("A 4, C 2, B 1", points_of(report), name)
      assert.is_truthy(notes_of(report):find("Taken for byes, not for players: " .. name, 1, true), name)
    end
  end)

  it("stays a player if the name has a first name, or a game has moves", function()
    for _, name in ipairs { "Bye, Robert", "Bye, A", "Libre, Jo" } do
      local report = report_of(games("1 A v B 1-0", "1 C v " .. name .. " 1-0", "2 A v C 1-0"), { kind = "swiss" })
      assert.equal(4, #report:rows())
    end
    local report = report_of(games("1 A v B 1-0", "1 C v Bye 1-0 " .. MOVES, "2 A v C 1-0"), { kind = "swiss" })
    assert.equal(4, #report:rows())
    assert.is_nil(notes_of(report):find("Taken for byes", 1, true))
  end)

  it("is omitted with a game against another one", function()
    local report = report_of(games("1 A v B 1-0", "1 Bye v spielfrei 1-0", "2 B v A 1-0"), { kind = "match" })
    assert.equal("A 2, B 2", points_of(report))
    assert.is_truthy(notes_of(report):find("Taken for byes, not for players: Bye; spielfrei", 1, true))
  end)

  it("makes the event a Swiss if a player has half a point for it, which is asked for", function()
    local ROUNDS = { "1 A v B 1-0", "1 C v D 1-0", "2 A v C 1-0", "2 B v D 1-0", "3 A v D 1-0" }
    local function first_note(...)
      return notes_of(report_of(games(table.unpack { ... }))):match "^%u[^,%%]+"
    end
    local full = { table.unpack(ROUNDS) }
    full[6], full[7] = "3 B v Bye 1-0", "3 C v Bye 1-0"
    assert.equal("Round robin", first_note(table.unpack(full)))
    full[6] = "3 B v Bye 1/2-1/2"
    assert.equal("Swiss system", first_note(table.unpack(full)))
  end)

  it("is suspicious, and stays, if the name is in no list", function()
    for _, name in ipairs { "vakant", "---", "xxx", "***" } do
      local report = report_of(games("1 A v B 1-0 " .. MOVES, "1 C v " .. name .. " 1-0", "2 A v C 1-0 " .. MOVES,
        "2 B v " .. name .. " 1-0"), { kind = "swiss" })
      assert.equal("A 4, B 2, C 2, " .. name .. " 0", points_of(report))
      assert.is_truthy(notes_of(report):find("who may be none: " .. name, 1, true), name)
      assert.is_truthy(notes_of(report):find("`lucena tag --names FILE`: " .. name .. " = Bye", 1, true), name)
    end
    -- A player who loses all games is not.
    for _, pgn in ipairs { games("1 A v B 1-0", "2 B v A 0-1"), games("1 A v B 1-0 " .. MOVES, "2 B v A 0-1 " .. MOVES),
      games("1 A v B 1-0 " .. MOVES, "1 C v Doe, J +/-", "2 A v C 1-0 " .. MOVES) } do
      assert.is_nil(notes_of(report_of(pgn)):find("may be none", 1, true))
    end
  end)

  for _, name in ipairs { "spielfrei", "BYE (half point)", "Exempt" } do
    it("is omitted from a report file: " .. name, function()
      local text = "012 Tiny open\n092 Individual: Swiss System\n"
        .. line(1, "Alpha,A", 2000, "2.0", "   2 w 1", "   3 b 1")
        .. line(2, "Beta,B", 1900, "1.0", "   1 b 0", "   4 w 1")
        .. line(3, "Gamma,C", 1800, "1.0", "0000 - +", "   1 w 0")
        .. line(4, "Delta,D", 1700, "0.0", "0000 - Z", "   2 b 0") .. line(5, name, "", "0.0", "        ", "0000 - -")
      local pgn, problems = reader.read(text, "x.trf")
      assert.same({ "7 trf_dummy" }, codes(problems))
      assert.equal("Alpha,A 4, Beta,B 2, Gamma,C 2, Delta,D 0", points_of(report_of(pgn, { tiebreaks = "" })))
      -- The games of the other players may name him as their opponent.
      pgn, problems = reader.read((text:gsub("0000 %- %+", "   5 w +"):gsub("0000 %- Z", "   5 b -")), "x.trf")
      assert.same({ "7 trf_dummy" }, codes(problems))
      assert.equal("Alpha,A 4, Beta,B 2, Gamma,C 2, Delta,D 0", points_of(report_of(pgn, { tiebreaks = "" })))
    end)
  end

  it("stays a player of a report file if he has a rating", function()
    local text = line(1, "Bye", 2000, "1.0", "   2 w 1") .. line(2, "B", 1900, "0.0", "   1 b 0")
    local pgn, problems = reader.read(text, "x")
    assert.same({}, problems)
    assert.equal("Bye 2, B 0", points_of(report_of(pgn)))
  end)
end)

describe("a bye", function()
  local KINDS = { U = "pairing", F = "full", ["+"] = "win", H = "half", Z = "zero", ["-"] = "loss", [" "] = "blank" }

  local function event(signs)
    local cells = {}
    for i, sign in ipairs(signs) do
      cells[i] = sign == " " and (" "):rep(8) or "0000 - " .. sign
    end
    local text = "012 E\n092 Individual: Swiss System\n" .. line(1, "A", "", "", table.unpack(cells))
    local others = {}
    for round = 1, #signs do
      others[1], others[2] = others[1] or {}, others[2] or {}
      others[1][round], others[2][round] = "   3 " .. (round % 2 == 0 and "w" or "b") .. " =",
        "   2 " .. (round % 2 == 0 and "b" or "w") .. " ="
    end
    return text .. line(2, "B", "", "", table.unpack(others[1])) .. line(3, "C", "", "", table.unpack(others[2]))
  end

  it("keeps its kind when a report file is read and written", function()
    local signs = {}
    for sign, kind in pairs(KINDS) do
      signs[#signs + 1] = sign
      assert.is_truthy(reader.read(event { sign }, "x"):find('[Bye "' .. kind .. '"]', 1, true), kind)
    end
    table.sort(signs)
    local written = report_of((reader.read(event(signs), "x"))):format "trf"
    local cells = {}
    for round = 1, #signs do
      cells[round] = written:match "\n001    1[^\r]*":sub(92 + 10 * round - 9 + 7, 92 + 10 * round - 9 + 7)
    end
    assert.equal(table.concat(signs), (table.concat(cells)))
    assert.equal(written, report_of((reader.read(written, "x"))):format "trf")
  end)

  it("of a round that is not paired yet is shown apart, and counts for nothing", function()
    local text = "012 E\n092 Individual: Swiss System\n142 3\n" .. line(1, "A", "", "1.0", "   2 w 1", "0000 - H")
      .. line(2, "B", "", "0.0", "   1 b 0", "0000 - Z") .. line(3, "C", "", "1.0", "   4 w 1", "0000 - -")
      .. line(4, "D", "", "0.0", "   3 b 0")
    local pgn, problems = reader.read(text, "x")
    assert.same({}, problems)
    local report = report_of(pgn, { tiebreaks = "BH" })
    assert.same({ "A 2 0", "C 2 0", "B 0 2", "D 0 2" }, rows_of(report, "name", "points", "BH"))
    assert.is_nil(report:rows()[1].r2)
    assert.is_truthy(notes_of(report):find("not paired yet: A 2 (½); B 2 (0); C 2 (0)", 1, true))
    local written = report:format "trf"
    assert.is_truthy(written:find("   2 w 1  0000 - H\r\n", 1, true), written)
    assert.equal(written, report_of((reader.read(written, "x"))):format "trf")
  end)

  it("counts in a round without games before one with games", function()
    local report = report_of((reader.read(line(1, "A", "", "", "0000 - U", "   2 w 1")
      .. line(2, "B", "", "", "0000 - H", "   1 b 0"), "x")))
    assert.same({ "A 4", "B 1" }, rows_of(report, "name", "points"))
  end)

  it("of a file for the whole event waits for its round", function()
    local path = os.tmpname()
    local function wait_for(planned)
      local tag = planned and ('[Event "E"]\n[EventRounds "%d"]\n'):format(planned) or '[Event "E"]\n'
      local pgn = games("1 A v B 1-0", "1 C v D 1-0"):gsub('%[Event "E"%]\n', tag)
      return report_of(pgn, { kind = "swiss", byes = path })
    end
    file.write(path, "2 half A\n5 zero B\n")
    assert.is_truthy(notes_of(wait_for()):find("not paired yet: A 2 (½); B 5 (0)", 1, true))
    assert.same({ "A 2", "C 2", "B 0", "D 0" }, rows_of(wait_for(5), "name", "points"))
    local _, message = wait_for(4):sections()
    os.remove(path)
    assert.equal(path .. ":2: the last round is 4, not 5", message)
  end)
end)

describe("a report file of games whose byes are unknown", function()
  local HEAD = '[Event "E"]\n[Date "2026.01.02"]\n'
  local PGN = games("1 A v B 1-0", "1 C v D 1-0", "2 C v A 1/2-1/2", "3 B v A 1-0", "3 D v C 1-0")
    :gsub('%[Event "E"%]\n', HEAD)

  it("has the ranks and dates that it has when it is read and written again", function()
    for _, options in ipairs { {}, { kind = "swiss", tiebreaks = "BH" }, { kind = "robin" }, { scoring = "3-1-0" } } do
      for _, pgn in ipairs { PGN, (PGN:gsub('%[Date[^\n]*\n(%[Round "2"%])', "%1")) } do
        local written = report_of(pgn, options):format "trf"
        local again = report_of((reader.read(written, "x")), options):format "trf"
        assert.equal((written:gsub("###[^\n]*\n", "")), (again:gsub("###[^\n]*\n", "")))
        assert.is_truthy(written:find("### missing: byes (rounds of players without a game: 2)", 1, true))
      end
    end
  end)
end)

describe("a player without any cell", function()
  it("is kept in a team and in an event that has not begun", function()
    local team = line(1, "A", "", "1.0", "   3 w 1") .. line(2, "B", "", "0.0") .. line(3, "C", "", "0.0", "   1 b 0")
      .. line(4, "D", "", "0.0") .. ("013 %-32s   1    2\n013 %-32s   3    4\n"):format("West", "East")
    local written = report_of((reader.read("012 E\n" .. team, "x"))):format "trf"
    assert.equal(4, select(2, written:gsub("\n001 ", "")))
    assert.is_truthy(written:find("East" .. (" "):rep(28) .. "   3    4", 1, true), written)
    assert.equal(written, report_of((reader.read(written, "x"))):format "trf")
  end)
end)

describe("the planned number of rounds", function()
  local ROUNDS = games("1 A v B 1-0", "1 C v D 1-0", "2 A v C 1-0", "2 B v D 1/2-1/2")

  it("comes from a tag or an option, and decides which round is the last one", function()
    local function values(pgn, rounds)
      local report = report_of(pgn, { kind = "swiss", tiebreaks = "FB,BH", rounds = rounds })
      return rows_of(report, "name", "FB", "BH"), notes_of(report)
    end
    local nine, two = values(ROUNDS, 9), values(ROUNDS, 2)
    assert.same({ "A 3 3", "C 5 5", "B 5 5", "D 3 3" }, nine)
    assert.same({ "A 4 3", "C 4 5", "B 4 5", "D 4 3" }, two) -- the games of the second round count as drawn
    assert.same(two, (values(ROUNDS)))
    local _, notes = values((ROUNDS:gsub("%[Round", '[EventRounds "9"]\n[Round')))
    assert.is_truthy(notes:find("After round 2 of 9", 1, true))
    assert.is_nil((select(2, values(ROUNDS, 2))):find("After round", 1, true))
    assert.equal("bad_option", select(3, chess.report("crosstable", { rounds = 0 })))
  end)
end)
