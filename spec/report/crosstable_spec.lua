-- Crosstables of small tournaments. The expected values were calculated by hand.

local chess = require "lucena"
local file = require "spec.support.file"
local tiebreaks_of = require "lucena.tournament.tiebreaks"

-- Makes games from text lines such as "1 A-B 1-0": round, players, result, and further tags as "Name=value".
local function games_of(text, tags)
  local out = {}
  for line in text:gmatch("[^\n]+") do
    local round, white, black, result, rest = line:match("^%s*(%S+) (%S+)%-(%S+) (%S+)(.*)$")
    out[#out + 1] = ('[Event "Test"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]'):format(round, white,
      black, result)
    for name, value in ((tags or "") .. rest):gmatch("(%w+)=(%S+)") do
      out[#out + 1] = ('[%s "%s"]'):format(name, value)
    end
    out[#out + 1] = "\n*\n"
  end
  return table.concat(out, "\n")
end

local function report_of(pgn, options)
  local report = assert(chess.report("crosstable", options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  return report
end

-- The values of a column, in the order of the rows.
local function column(report, key)
  local list = {}
  for i, row in ipairs(report:rows()) do
    list[i] = row[key] == nil and "-" or tostring(row[key])
  end
  return table.concat(list, " ")
end

-- Returns the values of a note. A value may be a list of texts that are translated separately; they are joined.
local function values(note)
  local list = {}
  for i = 2, #note do
    list[i - 1] = type(note[i]) == "table" and table.concat(note[i]) or note[i]
  end
  return list
end

local function notes(report)
  local list = {}
  for i, note in ipairs(report:sections()[1].notes) do
    list[i] = type(note) == "string" and note or note[1]:format(table.unpack(values(note)))
  end
  return table.concat(list, "\n")
end

local function bye_file(text)
  local path = os.tmpname()
  file.write(path, text)
  return path
end

describe("crosstables of round robins", function()
  local ROBIN = [[
    1 A-B 1-0
    1 C-D 1/2-1/2
    2 C-A 1-0
    2 D-B 0-1
    3 A-D 1-0
    3 B-C 1-0]]

  it("have the score against each opponent, with half points", function()
    local report = report_of(games_of(ROBIN))
    assert.equal("A B C D", column(report, "name"))
    assert.equal("4 4 3 1", column(report, "points"))
    assert.equal("■ 0 1 0", column(report, "c1"))
    assert.equal("0 1 ■ ½", column(report, "c3"))
    assert.equal("Round robin, 4 players, 6 games\n"
      .. "Tie-breaks: DE (direct encounter), WIN (wins), SB (Sonneborn-Berger), KS (Koya)", notes(report))
  end)

  it("name teams with further matches", function()
    local lines = {}
    for i, match in ipairs { "A-B", "C-D", "C-A", "D-B", "A-D", "A-B" } do
      local a, b = match:match "(%a)-(%a)"
      lines[i] = ("? %s1-%s1 1-0 WhiteTeam=%s BlackTeam=%s Date=2020.01.%02d"):format(a, b, a, b, i)
    end
    local report = report_of(games_of(table.concat(lines, "\n")))
    assert.is_truthy(notes(report):find("^Teams, 4 players, 6 games\nIncomplete: 6 of 7 games present"))
    assert.is_truthy(notes(report):find("\nTeams with more matches than the other pairs: A – B (2)", 1, true))
  end)

  it("explain tie-breaks that omit results", function()
    local report = report_of(games_of(ROBIN), { tiebreaks = "BH-C1,BH-M1" })
    assert.truthy(notes(report):find("Tie-breaks: BH-C1 (Buchholz Cut 1), BH-M1 (Buchholz Median 1)", 1, true))
    assert.truthy(report:format("text", { lang = "fr" }):find("Départages : BH-C1 (Buchholz tronqué 1), BH-M1 (Buchholz"
      .. " médian 1)", 1, true))
  end)

  it("break ties by direct encounter, or by the number of games with Black", function()
    assert.equal("A B C D", column(report_of(games_of(ROBIN), { tiebreaks = "DE" }), "name"))
    local report = report_of(games_of(ROBIN), { tiebreaks = "BPG,DE" })
    assert.equal("B A C D", column(report, "name"))
    assert.equal("2 1 1 2", column(report, "BPG"))
  end)

  it("break ties by the points of the defeated opponents", function()
    local report = report_of(games_of(ROBIN), { tiebreaks = "SB,KS,WON,BWG" })
    assert.equal("2.5 2.0 2.25 0.75", column(report, "SB"))
    assert.equal("2 2 2 1", column(report, "KS"))
    assert.equal("2 2 1 0", column(report, "WON"))
    assert.equal("0 1 0 0", column(report, "BWG"))
  end)

  it("show a shared rank if no tie-break decides", function()
    local report = report_of(games_of [[
      1 A-B 1-0
      1 C-D 1-0
      2 C-A 1-0
      2 B-D 1-0
      3 B-C 1-0
      3 A-D 1-0]])
    assert.equal("1-3 1-3 1-3 4", column(report, "rank"))
    assert.equal("A B C D", column(report, "name"))
  end)

  local TIED = "1 A-B 1/2-1/2\n1 C-D 1-0\n2 A-C 1-0\n2 B-D 1-0\n3 A-D 1/2-1/2\n3 B-C 1/2-1/2\n"

  it("do not count tie-break games, which decide the order of the tied players", function()
    local report = report_of(games_of(TIED .. "4.1 A-B 1/2-1/2\n4.2 B-A 1-0"))
    assert.equal("B A C D", column(report, "name"))
    assert.equal("4 4 3 1", column(report, "points"))
    assert.equal("1 2 3 4", column(report, "rank"))
    assert.equal("2.25 2.75 1.5 1.0", column(report, "SB")) -- without the tie-break games
    assert.is_truthy(notes(report):find("4 players, 6 games\nTie-break games, which do not count: A – B ½–1½", 1, true))
    local site = assert(chess.report "event")
    for game in chess.games_in(games_of(TIED .. "4.1 A-B 1/2-1/2\n4.2 B-A 1-0")) do
      site:add(game)
    end
    assert.equal(8, #site:sections()[3].rows)
  end)

  it("count games in later rounds if the players are not tied, or if rounds go on", function()
    for _, more in ipairs { "4 A-C 1-0", "3 A-B 1-0", "4 A-B 1-0\n5 C-D 1-0", "? A-B 1-0" } do
      local report = report_of(games_of(TIED .. more))
      assert.is_nil(notes(report):find("Tie-break games", 1, true), more)
    end
  end)

  it("apply tie-breaks again to players who are still tied", function()
    -- A, B, C and D have 3 points each. In their games among each other A has 2, B and C 1½, D 1; and B beat C.
    local report = report_of(games_of [[
      1 A-B 1/2-1/2
      1 C-D 1-0
      2 A-C 1/2-1/2
      2 B-D 0-1
      3 A-D 1-0
      3 B-C 1-0
      4 A-E 1-0
      4 B-E 1-0
      5 C-E 1-0
      5 D-E 1-0
      6 A-F 0-1
      6 B-F 1/2-1/2
      7 C-F 1/2-1/2
      7 D-F 1-0
      8 E-F 1/2-1/2]], { tiebreaks = "DE" })
    assert.equal("A B C D F E", column(report, "name"))
    assert.equal("4 3 3 2 - -", column(report, "DE"))
    assert.equal("6 6 6 6 5 1", column(report, "points"))
    assert.equal("1 2 3 4 5 6", column(report, "rank"))
  end)

  it("show both games of a double round robin, and missing games", function()
    local report = report_of(games_of(ROBIN .. "\n" .. ROBIN:gsub("(%w)%-(%w) (%S+)", "%2-%1 %3"):gsub("3 C%-B 1%-0",
      "6 C-B *")))
    assert.equal("■ 01 01 10", column(report, "c1"))
    assert.is_truthy(column(report, "c4"):find("1*", 1, true))
    assert.is_truthy(notes(report):find("Games without a result: 1", 1, true))
  end)

  it("name pairs with further games, which do not replace missing games of others", function()
    local further = ROBIN .. "\n? B-A 1/2-1/2\n? A-B 0-1"
    local report = report_of(games_of((further:gsub("%d ", "? "))))
    assert.is_truthy(notes(report):find("^Round robin, 4 players, 8 games\nPlayers with more games than the other pairs"
      .. ": [AB] – [AB] %(3%)\nTie%-breaks"))
    report = report_of(games_of((further:gsub("%d ", "? "):gsub("%? C%-D %S+\n", ""))))
    assert.is_truthy(notes(report):find("\nIncomplete: 5 of 6 games present; without ranks", 1, true))
    -- C and D lack a game; A and B do not.
    report = report_of(games_of((further:gsub("%d ", "? "):gsub("%? C%-D %S+\n", "")),
      "WhiteElo=2000 BlackElo=2000"))
    local rated = {}
    for _, row in ipairs(report:rows()) do
      rated[row.name] = row.performance ~= nil
    end
    assert.same({ A = true, B = true, C = false, D = false }, rated)
  end)

  it("expect a second cycle if complete rounds go on after the first", function()
    local report = report_of(games_of(ROBIN .. "\n4 B-A 1-0\n4 D-C 1-0"))
    assert.is_truthy(notes(report):find("^Double round robin, 4 players, 8 games\nIn progress: 8 of 12 games played\n"))
  end)

  it("ignore rounds above 300, and have no columns if a player has more than 300 games", function()
    local report = report_of(games_of "20190504 A-B 1-0\n2 A-C 1-0\n3 D-E 1-0\n999999999999999999999 D-A 1-0")
    assert.is_nil(report:sections()[1].rows[1].r4)
    local lines = {}
    for i = 1, 301 do
      lines[i] = ("- A-P%d 1-0"):format(i)
    end
    report = report_of(games_of(table.concat(lines, "\n")))
    assert.is_nil(report:rows()[1].r1)
    assert.is_truthy(notes(report):find("a player has 301 games", 1, true))
  end)

  it("have the points that the tags of the sample games give", function()
    local points, name = {}, nil
    local text = file.read("spec/data/engine/engine.pgn")
    for white, black, result in text:gmatch('"Lucena Open"%].-%[White "(.-)"%]\n%[Black "(.-)"%]\n%[Result "(.-)"%]') do
      local halves = result == "1-0" and 2 or result == "0-1" and 0 or 1
      points[white], points[black] = (points[white] or 0) + halves, (points[black] or 0) + 2 - halves
    end
    local report, sum = assert(chess.report("crosstable", { event = "lucena open" })), 0
    for game in chess.games("spec/data/engine/engine.pgn") do
      report:add(game)
    end
    for _, row in ipairs(report:rows()) do
      assert.equal(points[row.name], row.points)
      name, sum = row.name, sum + row.points
    end
    assert.equal(420, sum)
    assert.equal("Windmill, Olga", name)
  end)
end)

describe("crosstables of Swiss tournaments", function()
  it("apply each tie-break", function()
    local pgn = games_of [[
      1 A-B 1-0
      1 C-D 1/2-1/2
      2 A-C 1/2-1/2
      2 D-B 0-1]]
    local function order(tiebreaks)
      return column(report_of(pgn, { kind = "swiss", tiebreaks = tiebreaks }), "name")
    end
    assert.equal("A B C D", order "WIN")
    assert.equal("A C B D", order "PS")
    local report = report_of(pgn, { kind = "swiss", tiebreaks = "BH,DE" })
    assert.equal("4 4 4 4", column(report, "BH"))
    assert.equal("1 2-3 2-3 4", column(report, "rank")) -- there was no game between B and C
    assert.equal("2w1 1b0 4w½ 3b½", column(report, "r1"))
  end)

  it("do not apply the direct encounter if one of the games is missing", function()
    local games = "1 A-B 1-0\n2 A-C 1-0\n3 C-A 1-0\n4 B-C 1-0\n5 C-B 0-1\n"
    local report = report_of(games_of(games), { tiebreaks = "DE" })
    assert.equal("1-2 1-2 3", column(report, "rank")) -- B could win the missing game
    report = report_of(games_of(games .. "6 B-A 1/2-1/2\n"), { tiebreaks = "DE" })
    assert.equal("A B C", column(report, "name"))
    assert.equal("1 2 3", column(report, "rank"))
  end)

  it("apply the direct encounter only if missing games cannot change it", function()
    local GAMES = "1 A-B 1-0\n2 D-A 1-0\n3 E-A 1-0\n1 C-D 1-0\n2 B-E 1-0\n3 B-D 1-0\n2 C-F 1-0\n"
    local function ranks(more)
      local report = report_of(games_of(GAMES .. more), { kind = "swiss", tiebreaks = "DE" })
      assert.equal("A B C D E F", column(report, "name"))
      return column(report, "rank")
    end
    assert.equal("1 2-3 2-3 4-5 4-5 6", ranks "4 A-C 1-0")   -- B and C cannot catch up with A in missing games
    assert.equal("1-3 1-3 1-3 4-5 4-5 6", ranks "4 A-F 1-0") -- C could have beaten both
  end)

  local GAMES = [[
    1 A-C 1-0 WhiteElo=2400
    1 B-D 0-1
    2 A-D 1/2-1/2 WhiteElo=2400
    2 E-B +/-
    3 A-E 1-0 WhiteElo=2400
    3 C-D 1/2-1/2]]
  local BYES = "# a comment\n1 pairing E\n[Other]\n1 half A\n[Test]\n2 half C\n3-3 zero B\n"
  local path

  setup(function() path = bye_file(BYES) end)
  teardown(function() os.remove(path) end)

  local function swiss(tiebreaks, with_byes)
    local byes = with_byes ~= false and path or nil
    return report_of(games_of(GAMES), { kind = "swiss", tiebreaks = tiebreaks, byes = byes })
  end

  it("count byes and forfeits by the rules for unplayed rounds", function()
    local report = swiss "BH,BH-C1,BH-M1,SB,WIN,WON,PS,PS-C1"
    assert.equal("A D E C B", column(swiss "SB", "name"))
    assert.equal("A E D C B", column(report, "name"))
    assert.equal("5 4 4 2 0", column(report, "points"))
    assert.equal("10 9 8 11 4", column(report, "BH"))     -- E: 1½ for the dummy opponent, ½ for B who withdrew, 2½
    assert.equal("8 8 7 9 4", column(report, "BH-C1"))    -- C and B: the bye is omitted, not the lowest score
    assert.equal("4 3 2 4 0", column(report, "BH-M1"))
    assert.equal("4.0 2.0 2.25 1.5 0.0", column(report, "SB"))
    assert.equal("2 2 1 0 0", column(report, "WIN"))
    assert.equal("2 0 1 0 0", column(report, "WON"))
    assert.equal("10 10 9 3 0", column(report, "PS"))
    assert.equal("8 8 7 3 0", column(report, "PS-C1"))
  end)

  it("exclude forfeits from ratings, and give 800 below the opponents' rating for a score of 0", function()
    local report = swiss "BH"
    assert.equal("- 1600 2400 1600 -", column(report, "performance"))
    assert.equal("4w1 +1 5b1 1b0 3w0", column(report, "r1"))
    assert.equal("3w½ 5w+ 1b½ +½ 2b-", column(report, "r2"))
  end)

  it("are twice as high if all points are", function()
    local function points_by(scoring)
      local list = {}
      for i, row in ipairs(report_of(games_of(GAMES), { kind = "swiss", tiebreaks = "BH", byes = path,
        scoring = scoring }):rows()) do
        list[i] = { row.name, row.points, row.BH }
      end
      return list
    end
    local usual = points_by "1-0.5-0"
    for _, row in ipairs(usual) do
      row[2], row[3] = 2 * row[2], 2 * row[3]
    end
    assert.same(usual, points_by "2-1-0")
  end)

  it("list rounds that may be byes, and assume no bye", function()
    local report = swiss("BH", false)
    assert.equal("A D E C B", column(report, "name"))
    assert.equal("5 4 2 1 0", column(report, "points"))
    assert.equal("4w1 5b1 ? 1b0 2w0", column(report, "r1"))
    assert.is_truthy(notes(report):find("Byes unknown: 3 rounds", 1, true))
    assert.is_truthy(notes(report):find("list them with --byes FILE (E 1; C 2; B 3)", 1, true), notes(report))
    assert.is_nil(notes(swiss "BH"):find("unknown", 1, true))
  end)

  it("exclude unrated games from ratings, and show no direct encounter of players who never met", function()
    local games = games_of "1 A-B 1-0 BlackElo=2000 Termination=unrated\n1 C-D 1-0\n2 A-D 1-0 BlackElo=1000\n2 C-B 1-0"
    local report = report_of(games, { kind = "swiss", tiebreaks = "DE" })
    assert.equal("A C B D", column(report, "name"))
    assert.equal("4 4 0 0", column(report, "points"))
    assert.equal("- - - -", column(report, "DE"))
    assert.equal(1800, report:rows()[1].performance)
  end)

  it("name rounds and opponents in cards of narrow pages", function()
    local page = report_of(games_of(GAMES), { kind = "swiss" }):format "html"
    assert.is_truthy(page:find('::before { content: "R3"; }', 1, true))
    page = report_of(games_of "1 A-B 1-0\n2 B-C 1-0\n3 C-A 1-0"):format "html"
    assert.is_truthy(page:find('::before { content: "\\0000233"; }', 1, true))
  end)

  it("report byes that fit no event", function()
    for text, message in pairs {
      ["2 pairing A"] = ":1: A has a game in round 2",
      ["1 pairing E\n1 half E"] = ":2: E has a bye in round 1",
      ["# byes\n1 half Ann"] = ":2: there is no player 'Ann'",
      ["[Test]\n1 half F"] = ":2: there is no player 'F'",
    } do
      local bad = bye_file(text)
      local report = report_of(games_of(GAMES), { kind = "swiss", byes = bad })
      local sections, err, code = report:sections()
      os.remove(bad)
      assert.is_nil(sections)
      assert.equal(bad .. message, err)
      assert.equal("bad_file", code)
    end
    -- Lines for another event, and other spellings of a name.
    local good = bye_file "[Other]\n1 half F\n[Test]\n1 pairing e\n"
    assert.is_truthy(report_of(games_of(GAMES), { kind = "swiss", byes = good }):sections())
    os.remove(good)
  end)

  it("report errors in a file of byes and in a tie-break", function()
    for text, message in pairs {
      ["1 half A\n\n3 quarter B\n"] = ":3: 'quarter' is not a kind of bye; the kinds are pairing, full, half and zero",
      ["half A"] = ":1: 'half A' is not a round, kind and name, as in: 3 half Smith, John",
      ["5-3 half A"] = ":1: '5-3 half A' is not a round, kind and name, as in: 3 half Smith, John",
    } do
      local bad = bye_file(text)
      local report, err, code = chess.report("crosstable", { byes = bad })
      os.remove(bad)
      assert.is_nil(report)
      assert.equal(bad .. message, err)
      assert.equal("bad_file", code)
    end
    assert.equal("cannot_open", select(3, chess.report("crosstable", { byes = "none.txt" })))
    assert.equal("bad_option", select(3, chess.report("crosstable", { tiebreaks = "XX" })))
    local parse = tiebreaks_of.parse
    assert.equal("there is no tie-break 'XX'; there are AOB, APRO, ARO, BH, BPG, BWG, DE, EDE, FB, GP, KS, PS, REP, "
      .. "RTNG, SB, STD, TPR, WIN, WON, with cuts such as BH-C1, BH-M1, SB-C1, and RTNG-R, AOB-F, KS-L+1",
      select(2, parse "BH,XX"))
    for word, message in pairs { WINC1 = "'WINC1': WIN has no such cut", ["PS-M1"] = "'PS-M1': PS has no such cut",
      ["BH-R"] = "'BH-R': BH has no such form", ["BH-"] = "'BH-': BH has no such form", PTP = "'PTP' is not supported",
      ["KS-L"] = "'KS-L': KS has no such form", ["KS-L+999"] = "the limit is at most 99 half points" } do
      assert.is_truthy(select(2, parse(word)):find(message, 1, true), word)
    end
    local many = "BH-C" .. ("9"):rep(20)
    assert.equal(("'%s': at most 999 results can be cut"):format(many), select(2, parse(many)))
    local names = {}
    for i, tiebreak in ipairs(parse "bhc1,ARO/C2,SB-C1,aob/f,rtng/r,KS/L-2") do
      names[i] = tiebreak.name
    end
    assert.equal("BH-C1 ARO-C2 SB-C1 AOB-F RTNG-R KS-L-2", table.concat(names, " "))
  end)
end)

describe("crosstables of other kinds", function()
  it("rank a knockout by the round that players reached, with a match for third place", function()
    local report = report_of(games_of [[
      1.1 A-B 1-0
      1.1 C-D 1/2-1/2
      1.2 B-A 1/2-1/2
      1.2 D-C 1/2-1/2
      1.1 E-F 1-0
      1.1 G-H 0-1
      2.1 A-E 1-0
      2.1 C-H 1-0
      3.1 A-C 0-1
      3.1 E-H 0-1
      3.2 C-A 1/2-1/2]])
    assert.equal("C A H E B D F G", column(report, "name"))
    assert.equal("1 2 3 4 5-8 5-8 5-8 5-8", column(report, "rank"))
    assert.equal("6: 1-1 5: 1½-½ 8: 1-0 7: 1-0 2: ½-1½ 1: 1-1 4: 0-1 3: 0-1", column(report, "r1"))
    assert.is_truthy(notes(report):find("^Knockout, 8 players, 11 games"))
  end)

  it("distinguish a knockout with players who start in round 2 from a Swiss tournament", function()
    local report = report_of(games_of "1 A-B 1-0\n1 C-D 1-0\n2 A-E 0-1\n2 C-F 0-1\n3 E-F 1-0")
    assert.is_truthy(notes(report):find("^Knockout"))
    assert.equal("1 2 3-4 3-4 5-6 5-6", column(report, "rank"))
    report = report_of(games_of "1 A-B 1-0\n1 C-D 1-0\n1 E-F 1-0\n2 A-E 0-1\n2 C-F 0-1\n3 E-D 1-0")
    assert.is_truthy(notes(report):find("^Kind unknown"))
  end)

  it("show matches of teams, and the players of each team", function()
    local report = report_of(games_of [[
      1.1 a1-b1 1-0 WhiteTeam=A BlackTeam=B
      1.2 b2-a2 1/2-1/2 WhiteTeam=B BlackTeam=A
      2.1 b1-c1 1-0 WhiteTeam=B BlackTeam=C
      2.2 c2-b2 1-0 WhiteTeam=C BlackTeam=B
      3.1 c1-a1 1-0 WhiteTeam=C BlackTeam=A
      3.2 a2-c2 0-1 WhiteTeam=A BlackTeam=C]])
    assert.equal("C A B", column(report, "name"))
    assert.equal("3 2 1", column(report, "points"))
    assert.equal("6 3 3", column(report, "GP"))
    assert.equal("■ 0 1", column(report, "c1"))
    assert.equal("2 ■ ½", column(report, "c2"))
    local boards = report:sections()[2]
    assert.equal("Test: players", boards.title)
    assert.same({ "c2", "C", 4 }, { boards.rows[1].name, boards.rows[1].team, boards.rows[1].points })
    assert.equal(6, #boards.rows)
  end)

  -- Makes two rounds of four teams with two boards. `number(match, board)` returns the number in the Round.
  local function league(number, tags)
    local lines = {}
    for i, it in ipairs { "1 A-B 1-0 1-0", "1 C-D 1-0 1/2-1/2", "2 A-C 1-0 0-1", "2 B-D 1-0 1-0" } do
      local round, a, b, first, second = it:match "(%d) (%a)%-(%a) (%S+) (%S+)"
      for board, result in ipairs { first, second } do
        local tail = tags and tags:format(board) or ""
        lines[#lines + 1] = ("%s%s %s%d-%s%d %s WhiteTeam=%s BlackTeam=%s%s"):format(round,
          number((i - 1) % 2 + 1, board), a, board, b, board, result, a, b, tail)
      end
    end
    return games_of(table.concat(lines, "\n"))
  end

  it("rank the players of teams on each board", function()
    local wanted = "1 1 A1 4; 1 2 B1 2; 1 3 C1 2; 1 4 D1 0; 2 1 C2 3; 2 2 A2 2; 2 3 B2 2; 2 4 D2 1"
    local function prizes(pgn, options)
      local section, list = report_of(pgn, options):sections()[3], {}
      for i, row in ipairs(section and section.rows or {}) do
        list[i] = ("%d %d %s %d"):format(row.board, row.place, row.name, row.points)
      end
      return table.concat(list, "; ")
    end
    assert.equal(wanted, prizes(league(function(_, board) return "." .. board end)))
    assert.equal(wanted, prizes(league(function(match, board) return "." .. 2 * match - 2 + board end)))
    assert.equal(wanted, prizes(league(function() return "" end, " Board=%d")))
    assert.equal("", prizes(league(function() return "" end)))
    assert.equal("", prizes(league(function() return ".1" end)))
    -- Without the first game there are no ranks, unless the user gives a list of tie-breaks.
    local part = league(function(_, board) return "." .. board end):gsub("^.-%*\n", "")
    assert.equal("", prizes(part))
    assert.equal((wanted:gsub("1 1 A1 4; 1 2 B1 2", "1 1 A1 2; 1 2 B1 2")), prizes(part, { tiebreaks = "GP" }))
    -- The game on the first board is missing. Numbers of a whole round do not show that B2 had the second board.
    part = league(function(match, board) return "." .. 2 * match - 2 + board end):gsub("^.-%*\n", "")
    assert.equal((wanted:gsub("1 1 A1 4; 1 2 B1 2", "1 1 A1 2; 1 2 B1 2")), prizes(part, { tiebreaks = "GP" }))
    part = part:gsub("%[Round \"2.-%*\n", "")
    assert.equal("1 1 C1 2; 1 2 D1 0; 2 1 C2 1; 2 2 D2 1", prizes(part, { tiebreaks = "GP" }))
  end)

  describe("of teams", function()
    local function with(text, tags)
      return (text:gsub("%%(%w+)", tags))
    end
    local base = [[
      1.1 a1-b1 1-0 WhiteTeam=A BlackTeam=B
      1.2 b2-a2 1/2-1/2%second BlackTeam=A
      2.1 b1-c1 1-0 WhiteTeam=B BlackTeam=C
      2.2 c2-b2 1-0 WhiteTeam=C BlackTeam=B
      3.1 c1-a1 1-0 WhiteTeam=C BlackTeam=A
      3.2 a2-c2 0-1 WhiteTeam=A BlackTeam=%last]]

    it("take a missing team from the player's other games", function()
      local report = report_of(games_of(with(base, { second = "", last = "C" })))
      assert.equal("C A B", column(report, "name"))
      assert.equal("6 3 3", column(report, "GP"))
      assert.is_truthy(notes(report):find("Missing tags of teams, taken from other games: 1", 1, true))
    end)

    it("count a board without an opponent for the team only", function()
      for _, nobody in ipairs { "Bye", "?", "N.N.", "NN" } do
        local text = with(base, { second = " WhiteTeam=B", last = "C" }):gsub("c2%-b2", "c2-" .. nobody)
        local report = report_of(games_of(text))
        assert.equal("6 3 3", column(report, "GP"))
        assert.is_truthy(notes(report):find("Boards with one player, which count for the teams only: 1", 1, true))
        for _, row in ipairs(report:sections()[2].rows) do
          assert.equal(row.name == "c2" and 2 or row.points, row.points)
        end
      end
    end)

    it("report two matches of a team in a round, and missing matches", function()
      local report = report_of(games_of(with(base, { second = " WhiteTeam=B", last = "See" })))
      assert.is_truthy(notes(report):find("Teams with two matches in a round; a team may have two names: A 3", 1, true))
      local lines = {}
      for i, pair in ipairs { "A B", "C D", "A C", "B D", "A D" } do
        local white, black = pair:match "(%a) (%a)"
        lines[i] = ("%d %s1-%s1 1-0 WhiteTeam=%s BlackTeam=%s"):format((i + 1) // 2, white, black, white, black)
      end
      report = report_of(games_of(table.concat(lines, "\n")))
      assert.is_truthy(notes(report):find("Incomplete: 5 of 6 games present", 1, true), notes(report))
    end)

    it("use the requested points of matches", function()
      local pgn = games_of(with(base, { second = " WhiteTeam=B", last = "C" }))
      local report = report_of(pgn, { scoring = "3-2-1" })
      assert.equal("5 4 3", column(report, "points"))
      assert.equal(4, report:sections()[2].rows[1].points) -- the points of players are the usual ones
      assert.equal("option 'scoring': the points of matches are whole numbers, such as 3-2-1",
        select(2, report_of(pgn, { scoring = "2.5-1-0" }):sections()))
    end)
  end)

  it("follow EventType, and name the other kind that the pairings allow", function()
    local half = "1 A-B 1-0\n1 C-D 1-0\n1 E-F 1-0\n2 A-C 1-0\n2 B-E 1-0\n2 D-F 1-0\n3 A-E 1-0\n3 B-D 1-0\n3 C-F 1-0"
    assert.is_truthy(notes(report_of(games_of(half))):find("If it is a round robin in progress: --kind robin", 1, true))
    local report = report_of(games_of(half, "EventType=round-robin"))
    assert.is_truthy(notes(report):find("^Round robin, 6 players, 9 games"))
    assert.is_truthy(notes(report):find("In progress: 9 of 15 games played", 1, true))
  end)

  it("order teams by the extended direct encounter", function()
    -- A, B and C beat each other in a circle, and D loses to all.
    local matches = { "1 A-B 1-0 1/2-1/2", "1 C-D 1-0 1-0", "2 B-C 1-0 1-0", "2 A-D 1-0 1-0", "3 C-A 1-0 1/2-1/2",
      "3 B-D 1-0 1/2-1/2" }
    local lines = {}
    for _, match in ipairs(matches) do
      local round, a, b, first, second = match:match "(%d) (%a)%-(%a) (%S+) (%S+)"
      for board, result in ipairs { first, second } do
        lines[#lines + 1] = ("%s.%d %s%d-%s%d %s WhiteTeam=%s BlackTeam=%s"):format(round, board, a, board, b, board,
          result, a, b)
      end
    end
    local pgn = games_of(table.concat(lines, "\n"))
    local report = report_of(pgn, { tiebreaks = "EDE,GP" })
    assert.equal("4 4 4 0", column(report, "points"))
    assert.equal("8 8 7 1", column(report_of(pgn, { tiebreaks = "GP" }), "GP"))
    assert.equal("B A C D", column(report, "name")) -- 2½, 2 and 1½ points on the boards against each other
    assert.equal("1 2 3 4", column(report, "rank"))
    assert.equal("2 2 2 -", column(report, "EDE"))
    assert.equal("1-3 1-3 1-3 4", column(report_of(pgn, { tiebreaks = "DE" }), "rank"))
  end)

  it("explain Armageddon games only if there are some", function()
    local function has_note(games)
      local report = report_of(games_of(games), { armageddon = "1.5-1", scoring = "3-1-0" })
      return notes(report):find("In parentheses: Armageddon games", 1, true) ~= nil
    end
    assert.is_false(has_note "1 A-B 1-0\n2 B-C 1/2-1/2\n3 C-A 0-1")
    assert.is_true(has_note "1 A-B 1-0\n2 B-C 1/2-1/2\n2 C-B 1-0\n3 C-A 0-1")
  end)

  it("can be of any requested kind, even if it does not fit", function()
    local pgn = games_of "1 A-B 1-0\n1 C-D *\n? C-A 1/2-1/2\n2 E-D -/-"
    for _, kind in ipairs { "robin", "swiss", "knockout", "match" } do
      local report = report_of(pgn, { kind = kind, tiebreaks = "DE,BH,BH-M1,SB,WIN,WON,BPG,BWG,PS,KS,ARO,TPR,RTNG,GP,"
        .. "FB,FB-C1,AOB,APRO,EDE" })
      assert.is_truthy(report:format("html"))
      assert.equal(5, #report:rows())
    end
    local _, message = report_of(pgn, { kind = "teams" }):sections()
    assert.equal("option 'kind': no game has teams, that is, the tags WhiteTeam and BlackTeam", message)
  end)

  it("show a match of two players game by game, and rating changes only with K", function()
    local pgn = games_of("1 A-B 1-0\n2 B-A 1/2-1/2\n3 A-B +/-", "WhiteElo=2400 BlackElo=2400")
    local report = report_of(pgn, { k = 10 })
    assert.equal("1 0", column(report, "g1"))
    assert.equal("+ -", column(report, "g3"))
    assert.equal("5.0 -5.0", column(report, "change"))
    assert.equal("2593 2207", column(report, "performance"))
    assert.equal("- -", column(report_of(pgn), "change"))
  end)
end)

describe("a warning of a crosstable", function()
  local function pair(a, b)
    local pgn = games_of("1 P-X 1-0\n2 X-Y 1-0\n3 P-Z 1-0")
    local report = report_of((pgn:gsub('"X"', '"' .. a .. '"'):gsub('"Z"', '"' .. b .. '"')))
    return notes(report):match("One player under two names%? ([^\n]+)")
  end

  it("about names comes before the tie-breaks, and a round robin explains forfeits", function()
    local text = notes(report_of(games_of("1 P-Roe,J 1-0\n2 Roe,Jane-Y 1-0\n3 P-Y 1-0"), { tiebreaks = "WIN" }))
    assert.is_true(text:find("One player under two names", 1, true) < text:find("Tie-breaks", 1, true))
    local robin = notes(report_of(games_of "1 A-B 1-0\n2 B-C 1-0\n3 C-A +/-"))
    assert.is_truthy(robin:find("\n+ and - are forfeits", 1, true))
    assert.is_nil(notes(report_of(games_of "1 A-B 1-0\n2 B-C 1-0\n3 C-A 1-0")):find("forfeit", 1, true))
  end)

  it("names a player with two spellings", function()
    assert.equal("Carlsen, M; Carlsen, Magnus", pair("Carlsen, Magnus", "Carlsen, M"))
    assert.equal("Jorgensen, A; Jørgensen,A.", pair("Jorgensen, A", "Jørgensen,A."))
    assert.equal("Nepomniachtchi; Nepomniachthci", pair("Nepomniachtchi", "Nepomniachthci"))
    assert.is_nil(pair("Polgar, Judit", "Polgar, Susan"))
    assert.is_nil(pair("Kosintseva, N", "Kosintseva, T"))
    assert.is_nil(pair("Li", "Lu"))
  end)

  it("names a duplicate game, and events that are too small", function()
    local report = report_of(games_of "1 A-B 1-0\n1 A-B 1-0\n2 B-C 1-0\n3 C-A 1-0")
    assert.is_truthy(notes(report):find("Duplicates omitted: 1", 1, true))
    assert.equal("2 2 2", column(report, "points"))
    assert.equal("Events omitted for having fewer than 3 games: 1", notes(report_of(games_of "1 A-B 1-0")))
  end)

  it("is not printed for an event that is held again years later", function()
    local pgn = games_of("1 A-B 1-0\n2 B-C 1-0\n3 C-A 1-0", "Date=1999.01.02")
      .. games_of("1 A-B 0-1\n2 B-C 0-1\n3 C-A 0-1", "Date=2001.01.02")
    local sections = report_of(pgn):sections()
    assert.equal("Test, 1999.01.02 Test, 2001.01.02", sections[1].title .. " " .. sections[2].title)
    assert.equal(3, #sections[2].rows)
  end)
end)

describe("the standings after a round", function()
  local ROUNDS = "1 A-B 1-0\n1 C-D 0-1\n2 D-A 1-0\n2 B-C 1-0\n3.1 A-C 1/2-1/2\n3.2 B-D 1-0\n"

  it("are those of the games up to this round", function()
    local early = report_of(games_of(ROUNDS:gsub("3%.%d [^\n]*\n", ""), "EventRounds=2"))
    local after = report_of(games_of(ROUNDS, "EventRounds=3"), { after = 2 })
    for _, key in ipairs { "rank", "player", "points" } do
      assert.equal(column(early, key), column(after, key), key)
    end
    assert.is_truthy(notes(after):find("Standings after round 2", 1, true), notes(after))
    assert.not_equal(column(report_of(games_of(ROUNDS)), "points"), column(after, "points"))
  end)

  it("are those of all games if the round is not reached", function()
    local whole = report_of(games_of(ROUNDS, "EventRounds=3"))
    assert.equal(column(whole, "points"), column(report_of(games_of(ROUNDS, "EventRounds=3"), { after = 3 }), "points"))
  end)
end)

describe("an event of thousands of players with the same score", function()
  -- Returns the number of Lua instructions in thousands. It is the same on every machine.
  local function work_of(players)
    local lines, count = {}, 0
    for i = 1, players // 2 do
      lines[i] = ("1 W%d-B%d *"):format(i, i)
    end
    local report = report_of(games_of(table.concat(lines, "\n")))
    -- The code runs in a separate thread, so that its hook does not replace the hook of the coverage.
    local thread = coroutine.create(function() return report:rows() end)
    debug.sethook(thread, function() count = count + 1 end, "", 1000)
    local _, rows = assert(coroutine.resume(thread))
    assert.equal("1-" .. players, rows[players].rank)
    return count
  end

  it("takes four times the work for four times the players", function()
    local few = work_of(1000)
    assert.is_true(work_of(4000) < 6 * few)
  end)
end)
