-- Random events of each kind, and real events. This spec computes their results without the code of the report.

local chess = require "lucena"
local need = require "spec.support.need"

local HALVES = { ["1-0"] = { 2, 0 }, ["0-1"] = { 0, 2 }, ["1/2-1/2"] = { 1, 1 }, ["+/-"] = { 2, 0 },
  ["-/+"] = { 0, 2 } }
local SPELLINGS = { ["1/2-1/2"] = { "1/2-1/2", "1/2", "½-½" }, ["1-0"] = { "1-0", "1:0" }, ["0-1"] = { "0-1" },
  ["+/-"] = { "+/-" }, ["-/+"] = { "-/+" } }
local EVENTS = 60

local function pick(list)
  return list[math.random(#list)]
end

local RESULTS = { "1-0", "1/2-1/2", "0-1" }

-- Returns games {round, white, black, result, teams} as PGN. Some games are duplicates, and spellings of names vary.
local function pgn_of(games)
  local out = {}
  for number, game in ipairs(games) do
    local copies = math.random(8) == 1 and 2 or 1
    for copy = 1, copies do
      local white = copy == 2 and game.white:upper() or game.white
      local black = copy == 2 and game.black:gsub(",", ", ") or game.black
      out[#out + 1] = ('[Event "Random"]\n[Site "Here"]\n[Date "2020.01.%02d"]\n[Round "%d"]\n[White "%s"]\n'
        .. '[Black "%s"]\n'):format(math.min(28, game.round), game.round, white, black)
        .. (game.teams and ('[WhiteTeam "%s"]\n[BlackTeam "%s"]\n'):format(table.unpack(game.teams)) or "")
        .. ('[Result "%s"]\n\n'):format(pick(SPELLINGS[game.result]))
        .. (game.result:find "/[+-]" and "*\n\n" or ("1. %s3 %s6 2. %s4 *\n\n"):format(
          string.char(97 + number % 8), string.char(97 + number // 8 % 8), string.char(97 + (number + 3) % 8)))
    end
  end
  return table.concat(out)
end

local function rows_of(pgn, options)
  local report = assert(chess.report("crosstable", options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  local sections = report:sections()
  local by_name = {}
  for _, row in ipairs(sections[1].rows) do
    by_name[row.name:lower():gsub("%s", "")] = row
  end
  return by_name, sections[1]
end

-- Returns points and Buchholz (in half points) and Sonneborn-Berger (in quarter points), not counting unplayed rounds.
local function count(games)
  local it = {}
  local function player(name)
    it[name] = it[name] or { points = 0, opponents = {}, wins = 0 }
    return it[name]
  end
  for _, game in ipairs(games) do
    local halves = HALVES[game.result]
    for side, names in ipairs { { game.white, game.black }, { game.black, game.white } } do
      local who = player(names[1])
      who.points = who.points + halves[side]
      who.wins = who.wins + (halves[side] == 2 and 1 or 0)
      who.opponents[#who.opponents + 1] = { names[2], halves[side] }
    end
  end
  for _, who in pairs(it) do
    who.buchholz, who.sonneborn = 0, 0
    for _, pair in ipairs(who.opponents) do
      who.buchholz = who.buchholz + it[pair[1]].points
      who.sonneborn = who.sonneborn + it[pair[1]].points * pair[2]
    end
  end
  return it
end

-- The pairings of a round robin of an even number of players, by the circle method.
local function circle(players)
  local games, list = {}, { table.unpack(players) }
  for round = 1, #list - 1 do
    for i = 1, #list // 2 do
      games[#games + 1] = { round = round, white = list[i], black = list[#list + 1 - i] }
    end
    table.insert(list, 2, table.remove(list))
  end
  return games
end

local function names(number)
  local list = {}
  for i = 1, number do
    list[i] = ("player%c,x"):format(96 + i)
  end
  return list
end

local function differences(wanted, rows, checks)
  local found = {}
  for name, who in pairs(wanted) do
    local row = rows[name] or {}
    for key, field in pairs(checks) do
      if row[key] ~= who[field] then
        found[#found + 1] = ("%s %s: %s, not %s"):format(name, key, tostring(row[key]), tostring(who[field]))
      end
    end
  end
  return table.concat(found, "; ")
end

describe("60 random events, counted independently:", function()
  setup(function() math.randomseed(30) end)

  it("round robins have 0 differences", function()
    for _ = 1, EVENTS do
      local games = circle(names(2 * math.random(2, 5)))
      for _, game in ipairs(games) do
        game.result = pick(RESULTS)
      end
      local wanted = count(games)
      for _, who in pairs(wanted) do
        who.quarters = who.sonneborn / 4
      end
      local rows, section = rows_of(pgn_of(games), { tiebreaks = "SB,WIN,BH" })
      assert.equal(#games, section.notes[1][3])
      assert.equal("", differences(wanted, rows,
        { points = "points", SB = "quarters", WIN = "wins", BH = "buchholz" }))
    end
  end)

  it("Swisses with byes and forfeits have 0 differences", function()
    for _ = 1, EVENTS do
      local players, games, byes, extra = names(2 * math.random(4, 6) + 1), {}, {}, {}
      local path = os.tmpname()
      for round = 1, 5 do
        local order = { table.unpack(players) }
        for i = #order, 2, -1 do
          local j = math.random(i)
          order[i], order[j] = order[j], order[i]
        end
        local kind = pick { "pairing", "half", "zero" }
        byes[round] = ("%d %s %s"):format(round, kind, order[#order])
        extra[order[#order]] = (extra[order[#order]] or 0) + ({ pairing = 2, half = 1, zero = 0 })[kind]
        for i = 1, #order - 1, 2 do
          games[#games + 1] = { round = round, white = order[i], black = order[i + 1],
            result = math.random(12) == 1 and pick { "+/-", "-/+" } or pick(RESULTS) }
        end
      end
      require("spec.support.file").write(path, table.concat(byes, "\n") .. "\n")
      local wanted = count(games)
      for name, who in pairs(wanted) do
        who.points = who.points + (extra[name] or 0)
      end
      local rows = rows_of(pgn_of(games), { kind = "swiss", byes = path, tiebreaks = "WON" })
      os.remove(path)
      for _, who in pairs(wanted) do
        who.over_the_board = 0
      end
      for _, game in ipairs(games) do
        local winner = game.result == "1-0" and game.white or game.result == "0-1" and game.black
        if winner then
          wanted[winner].over_the_board = wanted[winner].over_the_board + 1
        end
      end
      assert.equal("", differences(wanted, rows, { points = "points", WON = "over_the_board" }))
    end
  end)

  it("knockouts have 0 differences", function()
    for _ = 1, EVENTS do
      local left, games, reached, round = names(2 ^ math.random(2, 4) // 1), {}, {}, 0
      while #left > 1 do
        local winners = {}
        round = round + 1
        for i = 1, #left, 2 do
          local winner = math.random(2) == 1 and left[i] or left[i + 1]
          games[#games + 1] = { round = round, white = left[i], black = left[i + 1], result = "1/2-1/2" }
          games[#games + 1] = { round = round, white = left[i + 1], black = left[i],
            result = winner == left[i + 1] and "1-0" or "0-1" }
          winners[#winners + 1] = winner
          reached[winner == left[i] and left[i + 1] or left[i]] = round
        end
        left = winners
      end
      local rows, section = rows_of(pgn_of(games))
      assert.is_truthy(section.notes[1][1]:find "^Knockout")
      assert.equal(left[1], (section.rows[1].name:lower():gsub("%s", "")))
      assert.equal("", differences(count(games), rows, { points = "points" }))
      for name, last in pairs(reached) do
        -- In a knockout, all losers of a round share the ranks after the players who won.
        assert.equal(2 ^ (round - last) // 1 + 1, tonumber(rows[name].rank:match "^%d+"))
      end
    end
  end)

  it("matches of teams have 0 differences", function()
    for _ = 1, EVENTS do
      local teams, games, wanted = { "alpha", "beta", "gamma", "delta" }, {}, {}
      for _, team in ipairs(teams) do
        wanted[team] = { points = 0, boards = 0, sonneborn = 0, opponents = {} }
      end
      for _, match in ipairs(circle(teams)) do
        local sums = { 0, 0 }
        for board = 1, 4 do
          local result = pick(RESULTS)
          games[#games + 1] = { round = match.round, white = match.white .. board .. ",x", black = match.black .. board
            .. ",x", result = result, teams = { match.white, match.black } }
          sums[1], sums[2] = sums[1] + HALVES[result][1], sums[2] + HALVES[result][2]
        end
        for side, pair in ipairs { { match.white, match.black }, { match.black, match.white } } do
          local own, other, team = sums[side], sums[3 - side], wanted[pair[1]]
          local points = own > other and 2 or own == other and 1 or 0
          team.points, team.boards = team.points + points, team.boards + own
          team.opponents[#team.opponents + 1] = { pair[2], points }
        end
      end
      for _, team in pairs(wanted) do
        for _, pair in ipairs(team.opponents) do
          team.sonneborn = team.sonneborn + wanted[pair[1]].points * pair[2]
        end
      end
      assert.equal("", differences(wanted, (rows_of(pgn_of(games), { tiebreaks = "GP,SB" })),
        { points = "points", GP = "boards", SB = "sonneborn" }))
    end
  end)
end)

-- Points in real events. `games` is the number of games in the data. If no game of a player is missing, the player's
-- points must equal the official points.
local REAL = {
  { "Candidates 2013", games = 50, points = { ["Carlsen,M"] = 17, ["Aronian,L"] = 16 } },
  { "FIDE Candidates 2020", games = 44, points = { ["Caruana,F"] = 15, ["Giri,A"] = 15, ["Ding Liren"] = 14 } },
  { "75th Tata Steel GpA", games = 70, points = { ["Carlsen,M"] = 20, ["Aronian,L"] = 17, ["Anand,V"] = 16 } },
  { "81st Tata Steel GpA", games = 55, points = { ["Carlsen,M"] = 18, ["Giri,A"] = 17 } },
  { "AVRO 1938", games = 54, points = { ["Fine, Reuben"] = 17, ["Botvinnik, Mikhail"] = 15,
    ["Capablanca, Jose Raul"] = 12 } },
  { "FIDE Candidates 2014", games = 36, points = { ["Anand,V"] = 17 } },
  { "FIDE Candidates 2016", games = 44, points = { ["Caruana,F"] = 15 } },
  { "FIDE Candidates 2018", games = 44, points = { ["Caruana,F"] = 18 } },
  { "Zurich Chess Challenge 2014", games = 15, points = { ["Carlsen,M"] = 8, ["Aronian,L"] = 6, ["Caruana,F"] = 5 } },
  { "8th Norway Chess 2020", scoring = "3-1-0", armageddon = "1.5-1", event = "8th Norway", games = 42,
    points = { ["Carlsen,M"] = 39, ["Firouzja,Alireza"] = 37, ["Aronian,L"] = 35, ["Caruana,F"] = 31, ["Duda,J"] = 19,
      ["Tari,A"] = 7 } },
}

describe("real events", function()
  it("have the official points if all games of a player are present", function()
    local path = os.tmpname()
    assert(os.execute(("zstd -qdcf '%s' > '%s'"):format(need.data "throughput/otb.pgn.zst", path)))
    for _, it in ipairs(REAL) do
      local report = assert(chess.report("crosstable", { event = it.event or it[1], scoring = it.scoring,
        armageddon = it.armageddon }))
      for game in chess.games(path, { query = report:query() }) do
        report:add(game)
      end
      local found
      for _, section in ipairs(assert(report:sections())) do
        if section.notes[1][3] == it.games then
          found = section
        end
      end
      assert(found, it[1])
      local points = {}
      for _, row in ipairs(found.rows) do
        points[row.name] = it.points[row.name] and row.points
      end
      assert.same(it.points, points, it[1])
    end
    os.remove(path)
  end)

  it("in the sample have the official points", function()
    local report = assert(chess.report("crosstable", { event = "Norway Chess", scoring = "3-1-0" }))
    for game in chess.games "spec/data/sample/sample.pgn" do
      report:add(game)
    end
    local points = {}
    for _, row in ipairs(report:rows()) do
      points[row.name] = row.points / 2
    end
    -- 3 points for a win, 1 for a draw. The Armageddon games are not counted.
    assert.same({ ["Firouzja, Alireza"] = 17, ["Carlsen, Magnus"] = 18, ["Aronian, Levon"] = 17,
      ["Caruana, Fabiano"] = 14, ["Duda, Jan-Krzysztof"] = 9, ["Tari, Aryan"] = 3 }, points)
  end)
end)
