-- Tournament report files of teams: lines 310, 240, 320, 330 and 362, and the points of teams.

local chess = require "lucena"
local reader = require "lucena.tournament.trf_reader"
local team_swiss = require "spec.support.team_swiss"

local EVENTS, SEED = 40, 52000

local function report_of(text, options)
  options = options or {}
  options.min_games = 1
  local report = assert(chess.report("crosstable", options))
  local games, problems = reader.read(text, "x.trf")
  for game in chess.games_in(games) do
    report:add(game)
  end
  return report, problems
end

local function texts(problems)
  local list = {}
  for i, problem in ipairs(problems) do
    list[i] = problem.text
  end
  return list
end

-- Returns the teams with their match points and game points in halves, sorted by name.
local function points_of(report)
  local list = {}
  for i, row in ipairs(report:sections()[1].rows) do
    list[i] = ("%s %d %d"):format(row.name, row.points, row.GP)
  end
  table.sort(list)
  return list
end

-- Returns the rows of the table by team.
local function rows_of(report)
  local rows = {}
  for _, row in ipairs(report:sections()[1].rows) do
    rows[row.name] = row
  end
  return rows
end

local SMALL = [[
012 Small
092 Team: Swiss System
001    1      A                                                                  1.0    1     5 w 1  0000 - -     3 w 0
001    2      B                                                                  0.5    1     6 b =  0000 - -     4 b 0
001    3      C                                                                  1.0    1  0000 - -     5 b 0     1 b 1
001    4      D                                                                  2.0    1  0000 - -     6 w 1     2 w 1
001    5      E                                                                  1.0    1     1 b 0     3 w 1  0000 - -
001    6      F                                                                  0.5    1     2 w =     4 b 0  0000 - -
310   1 Reds                                             3.0    2.5   2     1    2
310   2 Blues                                            5.0    5.0   1     3    4
310   3 Greens                                           2.0    2.5   3     5    6
240 H 002    1
240 F 001    2
320  1.0  1.0 000 000 003
]]

describe("a report file of teams", function()
  it("has byes of teams, and points that agree with those of the lines", function()
    local report, problems = report_of(SMALL, { tiebreaks = "GP" })
    assert.same({}, texts(problems))
    assert.same({ "Blues 5 10", "Greens 2 5", "Reds 3 5" }, points_of(report))
  end)

  it("reports points that differ, lines that are not used, and teams that are missing", function()
    local _, problems = report_of((SMALL:gsub("Reds(.-)3%.0    2%.5", "Reds%14.0    3.5")
      .. "801 a\n801 b\n801 c\n300 x\n240 H 001    9\n330 +- 001 001 008\n330 xx 001\n240 F 001    2\n"))
    assert.same({ "x.trf:9:55: the line has 4 match points, its results give 3 [trf_points]",
      "x.trf:9:62: the line has 3.5 game points, its results give 2.5 [trf_points]",
      "x.trf:15:1: the lines '801' are not used (number of lines: 3) [unused_trf_line]",
      "x.trf:18:1: the line '300' is not used [unused_trf_line]",
      "x.trf:19:11: there is no team 9 [bad_trf_field]",
      "x.trf:20:12: a team of the forfeited match has no line 310 [bad_trf_field]",
      "x.trf:21:5: not a result (+-, -+ or --), a round and two teams [bad_trf_field]",
      "x.trf:22:11: team 2 has two byes in round 1 [trf_conflict]" }, texts(problems))
    -- Lines 299 change points in ways that are not read.
    _, problems = report_of((SMALL:gsub("Reds(.-)3%.0", "Reds%14.0") .. "299 W  1.0   1.0    001    1\n"))
    assert.same({ "x.trf:15:1: the line '299' is not used [unused_trf_line]" }, texts(problems))
  end)

  it("without lines 310 has byes of players in lines 240", function()
    local text = SMALL:gsub("310 [^\n]*\n", ""):gsub("320 [^\n]*\n", "")
      :gsub("0000 %- %-", (" "):rep(8))
    local games = reader.read(text, "x")
    assert.is_truthy(games:find('[White "A"][WhiteStartNumber "1"][Bye "half"]', 1, true))
    local _, problems = reader.read(text .. "320  1.0  1.0 001\n", "x")
    assert.is_truthy(problems[#problems].text:find("there is no team 1", 1, true))
  end)

  it("accepts players without a team", function()
    local line = "001    7      G" .. (" "):rep(76) .. "0000 - +  0000 - U\n"
    local report, problems = report_of((SMALL:gsub("310   1", line .. "%0", 1)), { tiebreaks = "GP" })
    assert.same({}, texts(problems))
    assert.same({ "Blues 5 10", "Greens 2 5", "Reds 3 5" }, points_of(report))
  end)

  it("gives nothing to two teams that did not come", function()
    local text = "330 -- 003 002 003\n"
    local report = report_of(SMALL:gsub("320 [^\n]*\n", text), { tiebreaks = "GP" })
    assert.same({ "Blues 5 10", "Greens 1 3", "Reds 3 5" }, points_of(report))
  end)

  for _, year in ipairs { 2016, 2026 } do
    local seeds = ("(seeds %d-%d)"):format(SEED + 1, SEED + EVENTS)

    -- Calls check(event, round, name) after each round of random events.
    local function each_round(check)
      for seed = SEED + 1, SEED + EVENTS do
        math.randomseed(seed)
        local event = team_swiss.random(year == 2016)
        for round = 1, event.planned do
          check(event, round, ("seed %d, after round %d"):format(seed, round))
        end
      end
    end

    it(("of %d has the points and tie-breaks of random events after each round %s"):format(year, seeds), function()
      local count = 0
      each_round(function(event, round, name)
        local report, problems = report_of(team_swiss.text(event, round), { tiebreaks = team_swiss.NAMES })
        assert.same({}, texts(problems), name)
        local rows, wrong = rows_of(report), {}
        for i, team in ipairs(event.teams) do
          local values = team_swiss.values(event, i, round)
          for key in ("points," .. team_swiss.NAMES):gmatch "[^,]+" do
            local a, b = values[key], rows[team.name][key]
            count = count + 1
            if a ~= b and not (a and b and math.abs(a - b) < 1e-9) then
              wrong[#wrong + 1] = ("%s %s: %s, not %s"):format(team.name, key, b, a)
            end
          end
        end
        assert.same({}, wrong, name)
      end)
      assert.is_true(count > 10000, count)
    end)

    it(("of %d has the ranks of random events after each round %s"):format(year, seeds), function()
      local names, encounters = { "GP", "BH-C1", "SB" }, 0
      each_round(function(event, round, name)
        local text, ranks = team_swiss.text(event, round), {}
        for team, row in pairs(rows_of(report_of(text, { tiebreaks = table.concat(names, ",") }))) do
          ranks[team] = row.rank
        end
        assert.same(team_swiss.ranks(event, round, names), ranks, name)
        local rows = rows_of(report_of(text, { tiebreaks = "EDE" }))
        for _, pair in ipairs(team_swiss.encounters(event, round)) do
          assert.is_true(rows[pair[1]].place < rows[pair[2]].place, name .. ": " .. table.concat(pair, ", "))
          encounters = encounters + 1
        end
      end)
      assert.is_true(encounters > 10, encounters)
    end)

    it(("of %d is the same when read and written %s"):format(year, seeds), function()
      each_round(function(event, round, name)
        local report = report_of(team_swiss.text(event, round), { tiebreaks = "GP" })
        local written = report:format "trf"
        local again, more = report_of(written, { tiebreaks = "GP" })
        assert.same({}, texts(more), name)
        assert.same(points_of(report), points_of(again), name)
        assert.equal(written, again:format "trf", name)
      end)
    end)
  end
end)
