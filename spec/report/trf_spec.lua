-- Tournament report files of FIDE: reading, writing, round trips, and lines with errors.

local chess = require "lucena"
local file = require "spec.support.file"
local reader = require "lucena.tournament.trf_reader"
local run = require "spec.support.run"

local CLUB, LEAGUE = "spec/data/trf/club.trf", "spec/data/trf/league.trf"

local function report_of(name, pgn, options)
  local report = assert(chess.report(name, options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  return report
end

-- Returns the games of a report file, and its problems as "line:column code".
local function read(text)
  local games, problems = reader.read(text, "x.trf")
  local list = {}
  for i, problem in ipairs(problems) do
    list[i] = ("%d:%d %s"):format(problem.line, problem.column, problem.code)
  end
  return games, list, problems
end

local function without_comments(text)
  return (text:gsub("###[^\n]*\n", ""))
end

-- Returns a player's line with the given cells; other fields are blank.
local function line(number, name, ...)
  return ("001 %4d      %-33s%s%4s    1  %s"):format(number, name, (" "):rep(33), "", table.concat({ ... }, "  "))
end

describe("a tournament report file", function()
  it("is written with each field in FIDE's columns", function()
    local report = report_of("crosstable", [=[
[Event "Cup"]
[Site "Nice"]
[Date "2026.05.01"]
[Round "1"]
[White "Müller, Jörg"]
[Black "Roe, Jane"]
[Result "1-0"]
[WhiteElo "2510"]
[WhiteTitle "GM"]
[WhiteFED "GER"]
[WhiteFideId "4600001"]

1. e4 1-0

[Event "Cup"]
[Site "Nice"]
[Date "2026.05.02"]
[Round "2"]
[White "Roe, Jane"]
[Black "Müller, Jörg"]
[Result "-/+"]

*
]=])
    local text = report:format "trf"
    local row = text:match("\r\n(001    1[^\r]*)\r\n")
    local trf = require "lucena.tournament.trf"
    for _, it in ipairs { { 1, 3, "001" }, { 5, 8, "   1" }, { 11, 13, " GM" }, { 15, 26, "Müller, Jörg" },
      { 49, 52, "2510" }, { 54, 56, "GER" }, { 58, 68, "    4600001" }, { 81, 84, " 2.0" }, { 86, 89, "   1" },
      { 92, 99, "   2 w 1" }, { 102, 109, "   2 b +" } } do
      assert.equal(it[3], trf.columns(row, it[1], it[2]))
    end
    local dates = text:match("\r\n(132[^\r]*)\r\n")
    assert.equal("26/05/01", dates:sub(92, 99))
    assert.equal("26/05/02", dates:sub(102, 109))
    for _, it in ipairs { "012 Cup", "022 Nice", "042 2026/05/01", "052 2026/05/02", "062 2", "072 1",
      "### missing: chief arbiter", "### missing: FIDE number (players: 1)" } do
      assert.is_truthy(("\r\n" .. text):find("\r\n" .. it .. "\r\n", 1, true), it)
    end
    assert.is_truthy(report.object:remark():find("date of birth (players: 2)", 1, true))
  end)

  for _, path in ipairs { CLUB, LEAGUE } do
    it("is the same after reading and writing: " .. path, function()
      local text = file.read(path)
      local games, problems = read(text)
      assert.same({}, problems)
      assert.equal(text, without_comments(assert(report_of("crosstable", games):format "trf")))
    end)
  end

  it("has byes, forfeits, titles and teams in the reports", function()
    local rows = report_of("crosstable", (read(file.read(CLUB)))):rows()
    assert.equal("Müller, Jörg", rows[1].name)
    assert.same({ "6w+", "+1", "1b0" }, { rows[2].r1, rows[2].r2, rows[2].r3 })
    assert.equal("+½", rows[3].r3)
    assert.equal("+0", rows[5].r3)
    local sections = report_of("crosstable", (read(file.read(LEAGUE)))):sections()
    assert.equal("West", sections[1].rows[1].name)
    assert.equal(3, #sections[2].rows[1].team and sections[2].rows[1].games)
    assert.equal(1, sections[2].rows[9].games) -- a player who sat out has no byes
  end)

  it("has unrated games, the deputy arbiter and the kind of the tournament", function()
    local text = table.concat({ "012 Cup", "092 Individual: Swiss-System", "112 FA Roe, Jane",
      line(1, "A", "   2 w W", "   3 b 1"), line(2, "B", "   1 b L", "0000 - U"),
      line(3, "C", "0000 - H", "   1 w 0") },
      "\r\n") .. "\r\n"
    local games, problems = read(text)
    assert.same({}, problems)
    local report = report_of("crosstable", games, { min_games = 1 })
    assert.equal("Swiss system, %s players, %s games", report:sections()[1].notes[1][1])
    local written = report:format "trf"
    for _, expected in ipairs { "112 FA Roe, Jane", "2 w W", "1 b L", "3 b 1", "092 Individual: Swiss-System" } do
      assert.is_truthy(written:find(expected, 1, true), expected)
    end
  end)

  it("lists the players of teams by board, and so has the boards of the games", function()
    local function team(number, ...)
      return ("013 %-32s%s"):format(number, table.concat({ ... }, " "))
    end
    local text = table.concat({ "012 Cup", line(1, "A", "   3 w 1", "   6 b 1"), line(2, "B", "   4 b =", "   5 w 1"),
      line(3, "C", "   1 b 0", "0000 - Z"), line(4, "D", "   2 w =", "0000 - Z"), line(5, "E", "0000 - Z", "   2 b 0"),
      line(6, "F", "0000 - Z", "   1 w 0"), team("North", "   2", "   1"), team("South", "   4", "   3"),
      team("East", "   6", "   5"), "" }, "\r\n")
    local boards = {}
    for game in chess.games_in((read(text))) do
      boards[#boards + 1] = ("%s-%s %s"):format(game.tags.White, game.tags.Black, game.tags.Board)
    end
    -- The lists give different boards to B and E, and to F and A.
    assert.same({ "A-C 2", "B-E nil", "D-B 1", "F-A nil" }, boards)
    local written = report_of("crosstable", (read(text)), { min_games = 1 }):format "trf"
    assert.is_truthy(written:find("013 North" .. (" "):rep(27) .. "   2    1", 1, true), written)
  end)

  it("keeps the order of teams and their players", function()
    local orders = { { 1, 2, 3 }, { 1, 3, 2 }, { 2, 1, 3 }, { 2, 3, 1 }, { 3, 1, 2 }, { 3, 2, 1 } }
    local head = { "012 Cup", line(1, "A", "   4 w 1", "   7 b 1"), line(2, "B", "   5 w 0", "   9 b 1"),
      line(3, "C", "   6 b =", "   8 w 1"), line(4, "D", "   1 b 0"), line(5, "E", "   2 b 1"),
      line(6, "F", "   3 w ="),
      line(7, "G", "0000 - Z", "   1 w 0"), line(8, "H", "0000 - Z", "   3 b 0"),
      line(9, "I", "0000 - Z", "   2 w 0") }
    for _, teams in ipairs(orders) do
      for _, players in ipairs(orders) do
        local lines = {}
        for i, team in ipairs(teams) do
          local first = 3 * team - 3
          lines[i] = ("013 Team %d%s%4d %4d %4d"):format(team, (" "):rep(26), first + players[1], first + players[2],
            first + players[3])
        end
        local games, problems = read(table.concat(head, "\n") .. "\n" .. table.concat(lines, "\n") .. "\n")
        local report = report_of("crosstable", games, { min_games = 1 })
        assert.same({}, problems)
        local written = {}
        for text in report:format("trf"):gmatch "\n(013[^\r]*)" do
          written[#written + 1] = text
        end
        assert.same(lines, written)
      end
    end
  end)

  it("sorts the players of a team by board if a place is missing", function()
    local games = read(file.read(LEAGUE))
    local first = file.read(LEAGUE):match "013[^\r]*"
    local some = games:gsub('%[%a+TeamPlace "2"%]', "")
    assert.is_truthy(report_of("crosstable", some):format("trf"):find(first, 1, true))
    local unnumbered = games:gsub('%[%a+TeamNumber "%d+"%]', "")
    assert.is_truthy(report_of("crosstable", unnumbered):format("trf"):find(first, 1, true))
  end)

  it("calls a tournament of teams in which all met a round robin", function()
    local games = read((file.read(LEAGUE):gsub("092 [^\n]*\n", "")))
    assert.is_truthy(report_of("crosstable", games):format("trf"):find("\n092 Team: Round Robin\r\n", 1, true))
  end)

  it("states and reads the points of other scoring systems", function()
    local games = read(file.read(CLUB))
    local report = report_of("crosstable", games, { scoring = "3-1-0" })
    local text = report:format "trf"
    assert.is_truthy(text:find("\r\n162  W 3.0    D 1.0    L 0.0\r\n", 1, true))
    local again, problems = read(text)
    assert.same({}, problems)
    assert.same(report:rows(), report_of("crosstable", again):rows())
    assert.equal(text, report_of("crosstable", again):format "trf")
    assert.equal(5, report_of("crosstable", again, { scoring = "2-1-0" }):rows()[1].points // 2)
    -- The points of a player's line are compared with these points.
    local _, wrong = read((text:gsub("162 [^\r]*", "162  W 2.0    D 1.0    L 0.0")))
    assert.equal("81 trf_points", wrong[1]:match ":(.*)")
  end)

  it("has the rounds and points that pairing programs write", function()
    local text = "012 X\nXXR 9\nXXC white1\nBBW  3.0\nBBD  1.0\nBBL  0.0\n"
      .. line(1, "A", "   2 w 1", "0000 - H"):gsub("^(" .. ("."):rep(80) .. ")....", "%1 4.0") .. "\n"
      .. line(2, "B", "   1 b 0", "   3 w 1"):gsub("^(" .. ("."):rep(80) .. ")....", "%1 3.0") .. "\n"
      .. line(3, "C", "0000 - Z", "   2 b 0") .. "\n"
    local games, problems = read(text)
    assert.same({}, problems)
    assert.is_truthy(games:find('[Scoring "3-1-0"]', 1, true) and games:find('[EventRounds "9"]', 1, true))
    local written = report_of("crosstable", games, { kind = "swiss", min_games = 1 }):format "trf"
    assert.is_truthy(written:find("\r\n142 9\r\n162  W 3.0    D 1.0    L 0.0\r\n", 1, true), written)
    -- Without these lines, the option has the points.
    local plain = text:gsub("BB%u[^\n]*\n", "")
    assert.same({ "4:81 trf_points", "5:81 trf_points" }, (select(2, read(plain))))
    assert.same({}, (select(2, reader.read(plain, "x", { scoring = "3-1-0" }))))
    local folder <close> = require "spec.support.folder" ()
    local path = folder:write("x.trf", plain)
    local args = { "report", "crosstable", "-q", "--min-games", "1", "--scoring", "3-1-0", path }
    assert.equal("", run(args).err)
    -- Other points of byes are reported.
    assert.same({ "7:1 unused_trf_line" }, (select(2, read((text:gsub("\n001", "\nBBU 1.0\n001", 1))))))
  end)

  it("reports points of byes that differ, and lines without points", function()
    local function codes(points)
      local games, list = read("012 X\n162 " .. points .. "\n" .. line(1, "A", "   2 w 1") .. "\n"
        .. line(2, "B", "   1 b 0") .. "\n")
      return table.concat(list, "; "), games:match '%[Scoring "([^"]*)"'
    end
    assert.same({ "", "3-1-0" }, { codes " W 3.0    D 1.0    L 0.0    P 3.0    A 0.0" })
    assert.same({ "", "3-2-1" }, { codes "W 3.0 D 2.0 L 1.0 A 0.0" })
    assert.same({ "2:1 unused_trf_line", "3-2-1" }, { codes "W 3.0 D 2.0 L 1.0 A 1.0" })
    assert.same({ "", "1-0.5-0" }, { codes "W1.0 D0.5 L0" })
    assert.same({ "2:1 unused_trf_line", "3-1-0" }, { codes "W 3.0 D 1.0 L 0.0 P 2.0" })
    for _, points in ipairs { "3-1-0", "W 3.0 D 1.0", "W 3.1 D 1.0 L 0.0", "W 1.2.3 D 1 L 0" } do
      assert.same({ "2:1 bad_trf_field" }, { codes(points) })
    end
  end)

  it("gives no points for a zero-point bye, even if a loss has points", function()
    local games, problems = read("012 X\n092 Swiss\n162 W 3.0 D 2.0 L 1.0\n"
      .. line(1, "A", "   2 w 1", "0000 - Z") .. "\n"
      .. line(2, "B", "   1 b 0", "   3 w 1") .. "\n" .. line(3, "C", "0000 - H", "   2 b 0") .. "\n")
    assert.same({}, problems)
    local points = {}
    for _, row in ipairs(report_of("crosstable", games, { kind = "swiss", min_games = 1 }):rows()) do
      points[row.name] = row.points / 2
    end
    assert.same({ A = 3, B = 4, C = 3 }, points)
  end)

  it("has byes that no spreadsheet reads as a formula in CSV, and plain text in JSON", function()
    local report = report_of("crosstable", (read(file.read(CLUB))))
    local csv, json = report:format "csv", report:format "json"
    assert.is_truthy(csv:find(",'+½", 1, true) and not csv:find(",+½", 1, true))
    assert.is_truthy(json:find('"+½"', 1, true) and not json:find("'+½", 1, true))
  end)

  it("keeps the planned number of rounds", function()
    local text = file.read(CLUB):gsub("\r?\n001", "\r\n142 5\r\n001", 1)
    local games, problems = read(text)
    assert.same({}, problems)
    assert.is_truthy(games:find('[EventRounds "5"]', 1, true))
    assert.equal(text, without_comments(report_of("crosstable", games):format "trf"))
  end)

  it("keeps its columns if facts have letters outside ASCII, or are too long", function()
    local first = line(1, "A", "   2 w 1"):gsub("^(" .. ("."):rep(10) .. ")   ", "%1  ì")
    first = first:gsub(("A" .. (" "):rep(43)), "%0"):gsub("^(.-A" .. (" "):rep(32 + 6 + 4 + 1) .. ") ", "%1é")
    local games = read("012 X\n" .. first .. "\n" .. line(2, "B", "   1 b 0") .. "\n")
    local long = '[WhiteFideId "123456789012345"]'
    for _, pgn in ipairs { games, (games:gsub('%[WhiteFideId "[^"]*"%]', long)) } do
      local again, problems = read((report_of("crosstable", pgn, { min_games = 1 }):format "trf"))
      assert.same({}, problems)
      assert.is_truthy(again:find('[White "A"]', 1, true) and again:find('[WhiteTitle "ì"]', 1, true), again)
    end
  end)

  it("is not written without a player", function()
    local games = '[Event "E"]\n[Round "1"]\n[White " "]\n[Black "Bye"]\n[Result "0-1"]\n\n*\n'
    local text, message, code = report_of("crosstable", games, { min_games = 1 }):format "trf"
    assert.same({ nil, "no player has a name", "not_writable" }, { text, message, code })
  end)

  it("cannot have rounds of several games, or games without rounds", function()
    local function game(round)
      return ('[Event "E"]\n[Round "%s"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'):format(round)
    end
    local _, message, code = report_of("crosstable", game "1.1" .. game "1.2" .. game "1.3"):format "trf"
    assert.equal("not_writable", code)
    assert.is_truthy(message:find("'A' has several games in round 1", 1, true))
    _, message = report_of("crosstable", game "?" .. game "?"):format "trf"
    assert.is_truthy(message:find("has no round number", 1, true))
    assert.equal("no_game", select(3, report_of("crosstable", ""):format "trf"))
  end)
end)

describe("the reader of report files", function()
  it("accepts blank cells as absence, byes in lines of their own, CR, and older signs", function()
    local games, problems = read(table.concat({
      line(1, "A", "   2 w 1", "0000 - =", "        "), line(2, "B", "   1 b 0", "0000 - u", "   3   +"),
      line(3, "C", "        ", "        ", "   2   -"), "240 H 001    3" }, "\r"))
    assert.same({}, problems)
    local report = report_of("crosstable", games, { kind = "swiss", min_games = 1 })
    local cells = {}
    for _, row in ipairs(report:rows()) do
      cells[row.name] = ("%s %s %s"):format(row.r1, row.r2, row.r3):gsub("%d([wb])", "%1")
    end
    assert.same({ A = "w1 +½ +0", B = "b0 +1 w+", C = "+½ +0 b-" }, cells)
  end)

  it("takes only the part of the date that is certain", function()
    local games = read("042 2026/05/30\n052 2026/06/02\n" .. line(1, "A", "   2 w 1") .. "\n"
      .. line(2, "B", "   1 b 0"))
    assert.is_truthy(games:find('[Date "2026.??.??"]', 1, true))
    assert.is_truthy(games:find('[EventDate "2026.05.30"]', 1, true))
    games = read("042 2026/05/30\n" .. line(1, "A", "   2 w 1") .. "\n" .. line(2, "B", "   1 b 0"))
    assert.is_truthy(games:find('[Date "????.??.??"]', 1, true))
  end)

  it("gives its dates to an event whose rounds have none", function()
    local text = "012 Cup\n042 2026/05/30\n052 2026/06/01\n092 Individual: Swiss System\n"
      .. line(1, "A", "   2 w 1") .. "\n" .. line(2, "B", "   1 b 0") .. "\n"
    local report = assert(chess.report("crosstable", { min_games = 1 }))
    for game in chess.games_in((read(text))) do
      report:add(game)
    end
    assert.equal("Cup, 2026.05.30 – 2026.06.01", report:sections()[1].title)
  end)

  it("gives no last day and no dates of rounds to an event that has only its first day", function()
    local text = "012 Cup\n042 2026/05/30\n092 Individual: Swiss System\n"
      .. line(1, "A", "   2 w 1") .. "\n" .. line(2, "B", "   1 b 0") .. "\n"
    local written = report_of("crosstable", (read(text)), { min_games = 1 }):format "trf"
    assert.is_nil(written:find("\n052 ", 1, true), written)
    assert.is_nil(written:find("\n132 ", 1, true), written)
    assert.equal(without_comments(written),
      without_comments(report_of("crosstable", (read(written)), { min_games = 1 }):format "trf"))
  end)

  it("reads dates in other forms, and reports text that is no date", function()
    for text, date in pairs { ["May 29, 2020"] = "2020.05.29", ["September 3 2020"] = "2020.09.03",
      ["2020-5-29"] = "2020.05.29", ["30 May 2020"] = "2020.05.30", ["1 Sept. 2020"] = "2020.09.01" } do
      local games, problems = read("042 " .. text .. "\n" .. line(1, "A", "0000 - U"))
      assert.same({}, problems)
      assert.is_truthy(games:find('[EventDate "' .. date .. '"]', 1, true), text)
    end
    for _, text in ipairs { "Mayday 29, 20", "Foo 29, 2020", "29/05/2020", "May 2020", "1 May 2, 2020" } do
      assert.same({ "1:5 bad_trf_field" }, (select(2, read("042 " .. text .. "\n" .. line(1, "A", "0000 - U")))))
    end
  end)

  it("quotes whole characters of a line that is not used", function()
    assert.is_truthy(utf8.len(select(3, read "ab€x")[1].message))
  end)

  local BAD = {
    { "a starting number that is none", { "001 x" }, "1:5 bad_trf_field" },
    { "a second player with a starting number", { line(1, "A"), line(1, "B") }, "2:5 bad_trf_field" },
    { "a player without a name", { line(1, " "), line(2, "\4") }, "1:15 bad_trf_field", "2:15 bad_trf_field" },
    { "a result that is none", { line(1, "A", "   2 w 7"), line(2, "B", "   1 b 0") },
      "1:92 bad_trf_field", "2:92 trf_conflict" },
    { "an opponent who is missing", { line(1, "A", "0000 - U", "   9 w 1") }, "1:102 trf_conflict" },
    { "an opponent with another opponent", { line(1, "A", "   2 w 1"), line(2, "B", "0000 - U") },
      "1:92 trf_conflict" },
    { "two players with one colour", { line(1, "A", "   2 w 1"), line(2, "B", "   1 w 0") },
      "1:92 trf_conflict", "2:92 trf_conflict" },
    { "results that contradict each other", { line(1, "A", "   2 w 1"), line(2, "B", "   1 b =") },
      "1:92 trf_conflict" },
    { "a bye of a player who played", { line(1, "A", "   2 w 1"), line(2, "B", "   1 b 0"), "240 H 001    1" },
      "3:11 trf_conflict" },
    { "a line of another program", { line(1, "A"), "XXP 4 5" }, "2:1 unused_trf_line" },
    { "rounds and points that are no numbers", { line(1, "A"), "XXR x", "BBW -", "XXR 999" }, "2:1 bad_trf_field",
      "3:1 bad_trf_field", "4:1 bad_trf_field" },
    { "a bye without a round", { line(1, "A"), "240 H   x    1" }, "2:5 bad_trf_field" },
    { "a bye of an unknown player", { line(1, "A", "0000 - U"), "240 H 001    7" }, "2:11 bad_trf_field" },
    { "an acceleration, a forbidden pairing and results of teams", { "250  1.0", "260   1    2", "802  1", "999",
      line(1, "A", "0000 - U") }, "1:1 unused_trf_line", "2:1 unused_trf_line", "3:1 unused_trf_line",
      "4:1 unused_trf_line" },
    { "a line that begins with other letters", { "é€x", line(1, "A", "0000 - U") }, "1:1 unused_trf_line" },
    { "a line of an unknown kind", { "777 x", line(1, "A", "0000 - U") }, "1:1 unused_trf_line" },
    { "points that the results do not give",
      { (line(1, "A", "0000 - U"):gsub("^(" .. ("."):rep(80) .. ")....", "%1 0.5")) },
      "1:81 trf_points" },
  }
  for _, it_is in ipairs(BAD) do
    it("reports " .. it_is[1] .. " with its place", function()
      local _, problems = read(table.concat(it_is[2], "\n"))
      assert.same({ table.unpack(it_is, 3) }, problems)
    end)
  end

  local SEED = 7
  it("survives any change of a byte, and reports only places in the file, seed " .. SEED, function()
    math.randomseed(SEED)
    local text = file.read(CLUB)
    for _ = 1, 300 do
      local at = math.random(#text)
      local games, _, problems = read(text:sub(1, at - 1) .. string.char(math.random(0, 255)) .. text:sub(at + 1))
      for _, problem in ipairs(problems) do
        assert.is_true(problem.line >= 1 and problem.line <= 18 and problem.column >= 1)
      end
      assert(report_of("crosstable", games, { min_games = 1 }):format "text")
    end
  end)
end)

describe("random tournaments", function()
  local RESULTS = { { "1-0", 2, 0 }, { "1/2-1/2", 1, 1 }, { "0-1", 0, 2 }, { "+/-", 2, 0 }, { "-/+", 0, 2 },
    { "0-0", 0, 0 } }

  -- Returns a Swiss of random pairings as PGN, in which byes are games against "Bye".
  local function random_event()
    local players, out = math.random(6, 15), {}
    local function put(round, white, black, result)
      out[#out + 1] = ('[Event "Random"]\n[Round "%d"]\n[White "%s"]\n[Black "%s"]\n[WhiteElo "%d"]\n'
        .. '[BlackElo "%d"]\n[Result "%s"]\n\n*\n'):format(round, white, black, 1500 + 7 * white:byte(-1),
        1500 + 7 * black:byte(-1), result)
    end
    for round = 1, math.random(3, 7) do
      local list = {}
      for i = 1, players do
        table.insert(list, math.random(#list + 1), ("Player %c"):format(64 + i))
      end
      for i = 1, #list, 2 do
        if not list[i + 1] then
          put(round, list[i], "Bye", "1-0")
        elseif math.random(6) == 1 then
          put(round, list[i], "Bye", "1/2-1/2")
          put(round, "Bye", list[i + 1], "1-0")
        else
          put(round, list[i], list[i + 1], RESULTS[math.random(#RESULTS)][1])
        end
      end
    end
    return table.concat(out, "\n")
  end

  it("have the same table from the games and from the report file that they give", function()
    for seed = 1, 60 do
      math.randomseed(seed)
      local pgn = random_event()
      local options = { kind = "swiss", tiebreaks = "BH-C1,BH,SB,PS,WIN,DE" }
      local games, problems = read(assert(report_of("crosstable", pgn, options):format "trf"))
      assert.same({}, problems, "seed " .. seed)
      assert.equal(report_of("crosstable", pgn, options):format "csv",
        report_of("crosstable", games, options):format "csv", "seed " .. seed)
    end
  end)
end)

describe("the command report", function()
  it("reads a report file like games, and writes one", function()
    local text = run { "report", "crosstable", "-q", "--section", "1", CLUB }
    assert.equal(0, text.code)
    assert.is_truthy(text.out:find("Club Open 2026, Lyon, 2–16 November 2026", 1, true))
    local site = run { "report", "event", "-q", "--section", "Games", CLUB }
    assert.is_truthy(site.out:find("Smith, John    +/-     Nowak, Jan", 1, true))
    local written = run { "report", "crosstable", "-t", "trf", CLUB }
    assert.equal(file.read(CLUB), without_comments(written.out))
    assert.is_truthy(written.err:find("missing: rating (players: 1), FIDE number", 1, true))
  end)

  it("reports errors with file, line and code, and exits with 1", function()
    local folder <close> = require "spec.support.folder" ()
    local path = folder:write("x.txt", "012 X\n" .. line(1, "A", "   2 w 1") .. "\n" .. line(2, "B", "   1 b =")
      .. "\n")
    local result = run { "report", "crosstable", "--min-games", "1", path }
    assert.equal(1, result.code)
    assert.is_truthy(result.err:find(path .. ":2:92: round 1: the results '1' and '='", 1, true), result.err)
    assert.is_truthy(result.err:find("[trf_conflict]", 1, true))
    assert.equal(2, run({ "report", "crosstable", "--range", "1/2", "--partial", "-o", folder:path "p", path }).code)
  end)

  it("refuses the format for other reports, and for several events", function()
    local folder <close> = require "spec.support.folder" ()
    local result = run { "report", "summary", "-o", folder:path "x.trf", CLUB }
    assert.equal(2, result.code)
    assert.is_truthy(result.err:find("only the report crosstable writes this format", 1, true))
    assert.equal(2, run({ "report", "summary", "-t", "trf", CLUB }).code)
    result = run { "report", "crosstable", "-t", "trf", CLUB, LEAGUE }
    assert.equal(1, result.code)
    assert.is_truthy(result.err:find("there are 2 events; choose one with --event", 1, true))
  end)
end)
