-- Random events of each kind, and real events. This spec computes their results without the code of the report.

local chess = require "lucena"
local need = require "spec.support.need"

local HALVES = { ["1-0"] = { 2, 0 }, ["0-1"] = { 0, 2 }, ["1/2-1/2"] = { 1, 1 }, ["+/-"] = { 2, 0 },
  ["-/+"] = { 0, 2 } }
local SPELLINGS = { ["1/2-1/2"] = { "1/2-1/2", "1/2", "½-½" }, ["1-0"] = { "1-0", "1:0" }, ["0-1"] = { "0-1" },
  ["+/-"] = { "+/-" }, ["-/+"] = { "-/+" } }
local EVENTS, SEED = 60, 30000

-- Calls a function with 60 seeds. An error message names the seed, so that the event can be made again.
local function for_each_seed(first, check)
  for seed = first + 1, first + EVENTS do
    math.randomseed(seed)
    local done, message = pcall(check)
    assert(done, ("seed %d: %s"):format(seed, tostring(type(message) == "table" and message.message or message)))
  end
end

local function seeds(first)
  return ("(seeds %d-%d)"):format(first + 1, first + EVENTS)
end

local function pick(list)
  return list[math.random(#list)]
end

local RESULTS = { "1-0", "1/2-1/2", "0-1" }

-- Returns games {round, white, black, result, teams} as PGN. Some games are duplicates, and spellings of names vary.
-- `ratings`: by name.
local function pgn_of(games, ratings)
  local out = {}
  for number, game in ipairs(games) do
    local copies = math.random(8) == 1 and 2 or 1
    for copy = 1, copies do
      local white = copy == 2 and game.white:upper() or game.white
      local black = copy == 2 and game.black:gsub(",", ", ") or game.black
      out[#out + 1] = ('[Event "Random"]\n[Site "Here"]\n[Date "2020.01.%02d"]\n[Round "%d"]\n[White "%s"]\n'
        .. '[Black "%s"]\n'):format(math.min(28, game.round), game.round, white, black)
        .. (game.teams and ('[WhiteTeam "%s"]\n[BlackTeam "%s"]\n'):format(table.unpack(game.teams)) or "")
        .. (ratings and ('[WhiteElo "%d"]\n[BlackElo "%d"]\n'):format(ratings[game.white], ratings[game.black]) or "")
        .. ('[Result "%s"]\n\n'):format(pick(SPELLINGS[game.result]))
        .. (game.result:find "/[+-]" and "*\n\n" or ("1. %s3 %s6 2. %s4 *\n\n"):format(
          string.char(97 + number % 8), string.char(97 + number // 8 % 8), string.char(97 + (number + 3) % 8)))
    end
  end
  return table.concat(out)
end

local function plain(name)
  return (name:lower():gsub("%s", ""))
end

local function section_of(name, pgn, options)
  local report = assert(chess.report(name, options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  return report:sections()[1]
end

local function rows_of(pgn, options)
  local section, by_name = section_of("crosstable", pgn, options), {}
  for _, row in ipairs(section.rows) do
    by_name[plain(row.name)] = row
  end
  return by_name, section
end

-- The report "tournaments" must count the same players and games, and the points of the first place, by default the
-- highest points of a player.
local function check_tournaments(pgn, wanted, games, first)
  local row, players, best = section_of("tournaments", pgn).rows[1], 0, 0
  for _, who in pairs(wanted) do
    players, best = players + 1, math.max(best, who.points)
  end
  assert.same({ players, games, first or best }, { row.players, row.games, row.points })
  return row
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

-- Ranks tied players of a round robin by direct encounter, as in FIDE's C.07 article 6: again among the players who
-- are still tied. Returns groups of names.
local function by_encounter(group, games)
  local is_in, points, values = {}, {}, {}
  for _, name in ipairs(group) do
    is_in[name], points[name] = true, 0
  end
  for _, game in ipairs(games) do
    if is_in[game.white] and is_in[game.black] then
      points[game.white] = points[game.white] + HALVES[game.result][1]
      points[game.black] = points[game.black] + HALVES[game.result][2]
    end
  end
  local groups = {}
  for _, name in ipairs(group) do
    if not groups[points[name]] then
      groups[points[name]] = {}
      values[#values + 1] = points[name]
    end
    table.insert(groups[points[name]], name)
  end
  if #values == 1 then
    return { group }
  end
  table.sort(values, function(a, b) return a > b end)
  local out = {}
  for _, value in ipairs(values) do
    for _, smaller in ipairs(by_encounter(groups[value], games)) do
      out[#out + 1] = smaller
    end
  end
  return out
end

-- Returns the ranks by points, direct encounter, wins, and Sonneborn-Berger: by name, the least and greatest rank.
local function ranks_of(wanted, games)
  local list, ranks = {}, {}
  for name in pairs(wanted) do
    list[#list + 1] = name
  end
  local function put(group, key, rest, first)
    table.sort(group, function(a, b) return key(a) > key(b) end)
    local i = 1
    while i <= #group do
      local same = { group[i] }
      while group[i + #same] and key(group[i + #same]) == key(group[i]) do
        same[#same + 1] = group[i + #same]
      end
      rest(same, first + i - 1)
      i = i + #same
    end
  end
  put(list, function(name) return wanted[name].points end, function(tied, first)
    for _, group in ipairs(by_encounter(tied, games)) do
      put(group, function(name) return wanted[name].wins * 10000 + wanted[name].sonneborn end, function(same, at)
        for _, name in ipairs(same) do
          ranks[name] = #same == 1 and tostring(at) or ("%d-%d"):format(at, at + #same - 1)
        end
      end, first)
      first = first + #group
    end
  end, 1)
  return ranks
end

-- ---- Swiss ---------------------------------------------------------------------------------------

-- A card of a Swiss has one line per round: {kind, opponent, points, color}. The kinds are "game", "forfeit",
-- "pairing", "half" and "zero". All points are in halves.
local function cards_of(players, games, byes)
  local cards = {}
  for _, name in ipairs(players) do
    cards[name] = {}
  end
  for _, game in ipairs(games) do
    local kind, halves = game.result:find "/[+-]" and "forfeit" or "game", HALVES[game.result]
    cards[game.white][game.round] = { kind = kind, opponent = game.black, points = halves[1], color = "w" }
    cards[game.black][game.round] = { kind = kind, opponent = game.white, points = halves[2], color = "b" }
  end
  for _, bye in ipairs(byes) do
    cards[bye.name][bye.round] = { kind = bye.kind, points = ({ pairing = 2, half = 1, zero = 0 })[bye.kind] }
  end
  return cards
end

local function is_voluntary(line)
  return line.kind == "half" or line.kind == "zero" or line.kind == "forfeit" and line.points == 0
end

local function sum(list, first, last)
  local total = 0
  for i = first or 1, last or #list do
    total = total + list[i]
  end
  return total
end

-- Returns the points of a player as opponents count them: requested byes after which the player chose to play no more
-- count as draws (16.3.2).
local function points_for_others(card)
  local points, gone = 0, true
  for round = #card, 1, -1 do
    local line = card[round]
    gone = gone and is_voluntary(line)
    points = points + (gone and line.kind ~= "forfeit" and 1 or line.points)
  end
  return points
end

local function ascending(list)
  table.sort(list)
  return list
end

-- Returns all tie-breaks of a Swiss by name.
local function swiss_values(cards, ratings)
  local own, adjusted, values = {}, {}, {}
  for name, card in pairs(cards) do
    own[name], adjusted[name] = 0, points_for_others(card)
    for _, line in ipairs(card) do
      own[name] = own[name] + line.points
    end
  end
  for name, card in pairs(cards) do
    local forced, chosen, progress, it = {}, {}, {}, { points = own[name], SB = 0, WIN = 0, WON = 0, BPG = 0, BWG = 0,
      KS = 0 }
    local opposition, so_far = {}, 0
    for round, line in ipairs(card) do
      local is_game = line.kind == "game"
      local value = is_game and adjusted[line.opponent]
        or math.min(own[name], line.opponent and adjusted[line.opponent] or #card)
      table.insert(is_voluntary(line) and chosen or forced, value)
      so_far = so_far + line.points
      progress[round] = so_far
      it.SB = it.SB + value * line.points / 4
      it.WIN = it.WIN + (line.points == 2 and 1 or 0)
      it.WON = it.WON + (line.points == 2 and is_game and 1 or 0)
      it.BPG = it.BPG + (is_game and line.color == "b" and 1 or 0)
      it.BWG = it.BWG + (is_game and line.color == "b" and line.points == 2 and 1 or 0)
      it.KS = it.KS + (line.opponent and own[line.opponent] >= #card and line.points or 0)
      opposition[#opposition + 1] = is_game and ratings[line.opponent] or nil
    end
    ascending(forced)
    ascending(chosen)
    ascending(opposition)
    it.BH, it.PS, it["PS-C1"] = sum(forced) + sum(chosen), sum(progress), sum(progress, 2)
    it["BH-C1"] = it.BH - (chosen[1] or forced[1])
    local left = table.move(forced, chosen[1] and 1 or 2, #forced, 1, {})
    table.move(chosen, 2, #chosen, #left + 1, left)
    it["BH-M1"] = sum(ascending(left), 1, #left - 1)
    it.ARO = #opposition > 0 and (2 * sum(opposition) + #opposition) // (2 * #opposition) or nil
    it["ARO-C1"] = #opposition > 1 and (2 * sum(opposition, 2) + #opposition - 1) // (2 * #opposition - 2) or nil
    values[name] = it
  end
  return values
end

-- Adds the tie-breaks that are computed from those of the opponents, or from other results. `performance`: by name.
local function add_more(values, cards, ratings, performance)
  local drawn = {}
  for name, card in pairs(cards) do
    local last = card[#card]
    drawn[name] = { table.unpack(card) }
    drawn[name][#card] = last.opponent and { kind = "game", opponent = last.opponent, points = 1, color = last.color }
      or last
  end
  local fore = swiss_values(drawn, ratings)
  for name, card in pairs(cards) do
    local it, met, buchholz, performances = values[name], 0, 0, 0
    for _, line in ipairs(card) do
      if line.kind == "game" then
        met, buchholz = met + 1, buchholz + values[line.opponent].BH / 2
        performances = performances + performance[line.opponent]
      end
    end
    it.FB, it["FB-C1"], it["FB-M1"] = fore[name].BH, fore[name]["BH-C1"], fore[name]["BH-M1"]
    it.AOB = met > 0 and buchholz / met or nil
    it.APRO = met > 0 and (2 * performances + met) // (2 * met) or nil
  end
end

local SWISS = "BH,BH-C1,BH-M1,SB,WIN,WON,BPG,BWG,PS,PS-C1,KS,ARO,ARO-C1,FB,FB-C1,FB-M1,AOB,APRO"

-- Makes a random Swiss: games, the lines of the file of byes, and the byes. Each round has one bye, and some forfeits.
local function swiss_of(players, rounds)
  local games, byes, lines = {}, {}, {}
  for round = 1, rounds do
    local order = { table.unpack(players) }
    for i = #order, 2, -1 do
      local j = math.random(i)
      order[i], order[j] = order[j], order[i]
    end
    for i = #order, 1, -2 do
      local kinds = i == 1 and { "pairing", "half", "zero" } or math.random(9) == 1 and { "half", "zero" }
      for j = i, kinds and math.max(i - 1, 1) or i + 1, -1 do
        local kind = pick(kinds)
        byes[#byes + 1] = { round = round, kind = kind, name = order[j] }
        lines[#lines + 1] = ("%d %s %s"):format(round, kind, order[j])
      end
      games[#games + 1] = not kinds and { round = round, white = order[i], black = order[i - 1],
        result = math.random(12) == 1 and pick { "+/-", "-/+" } or pick(RESULTS) } or nil
    end
  end
  return games, byes, table.concat(lines, "\n") .. "\n"
end

-- ---- teams ---------------------------------------------------------------------------------------

-- Makes a random round robin of teams. Returns the games, and points, board points and Sonneborn-Berger by team.
local function teams_event(teams, boards)
  local games, wanted = {}, {}
  for _, team in ipairs(teams) do
    wanted[team] = { points = 0, boards = 0, sonneborn = 0, opponents = {} }
  end
  for _, match in ipairs(circle(teams)) do
    local sums = { 0, 0 }
    for board = 1, boards do
      local result = math.random(15) == 1 and pick { "+/-", "-/+" } or pick(RESULTS)
      local names_of = { match.white .. board .. ",x", match.black .. board .. ",x" }
      local first = 1 + (board + 1) % 2 -- colours alternate from board to board
      games[#games + 1] = { round = match.round, white = names_of[first], black = names_of[3 - first], result = result,
        teams = { ({ match.white, match.black })[first], ({ match.white, match.black })[3 - first] } }
      sums[first] = sums[first] + HALVES[result][1]
      sums[3 - first] = sums[3 - first] + HALVES[result][2]
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
  return games, wanted
end

-- ---- knockouts -----------------------------------------------------------------------------------

-- Makes a random knockout of matches of two games or more. Returns the games, the round in which each player lost, and
-- the winner.
local function knockout_of(left)
  local games, reached, round = {}, {}, 0
  while #left > 1 do
    local winners = {}
    round = round + 1
    for i = 1, #left, 2 do
      local winner, loser = left[i], left[i + 1]
      if math.random(2) == 1 then
        winner, loser = loser, winner
      end
      local is_tied = #left > 2 and math.random(4) == 1 -- then a game that is not in the file decided
      for game = 1, 2 * math.random(3) do
        local sides = game % 2 == 1 and { winner, loser } or { loser, winner }
        local last = winner == sides[1] and "1-0" or "0-1"
        games[#games + 1] = { round = round, white = sides[1], black = sides[2],
          result = game == 1 and not is_tied and last or "1/2-1/2" }
      end
      winners[#winners + 1] = winner
      reached[loser] = round
    end
    left = winners
  end
  return games, reached, left[1], round
end

describe("60 random events, counted independently:", function()
  it("round robins have 0 differences " .. seeds(SEED), function()
    for_each_seed(SEED, function()
      local games = circle(names(2 * math.random(2, 5)))
      for _, game in ipairs(games) do
        game.result = pick(RESULTS)
      end
      local wanted, pgn = count(games), pgn_of(games)
      local ranks = ranks_of(wanted, games)
      for name, who in pairs(wanted) do
        who.quarters, who.rank = who.sonneborn / 4, ranks[name]
      end
      local rows, section = rows_of(pgn, { tiebreaks = "DE,WIN,SB,BH" })
      assert.equal(#games, section.notes[1][3])
      assert.equal("", differences(wanted, rows,
        { points = "points", SB = "quarters", WIN = "wins", BH = "buchholz", rank = "rank" }))
      assert.equal("round robin", check_tournaments(pgn, wanted, #games).kind)
    end)
  end)

  it("Swisses with byes and forfeits have 0 differences " .. seeds(SEED + 100), function()
    for_each_seed(SEED + 100, function()
      local players, ratings, path = names(2 * math.random(4, 6) + 1), {}, os.tmpname()
      for _, name in ipairs(players) do
        ratings[name] = math.random(1500, 2700)
      end
      local games, byes, text = swiss_of(players, math.random(5, 7))
      require("spec.support.file").write(path, text)
      local cards, performance = cards_of(players, games, byes), {}
      local wanted = swiss_values(cards, ratings)
      local rows, section = rows_of(pgn_of(games, ratings), { kind = "swiss", byes = path, tiebreaks = SWISS })
      os.remove(path)
      for name, row in pairs(rows) do
        performance[name] = row.performance
      end
      add_more(wanted, cards, ratings, performance)
      assert.equal("Swiss system, %s players, %s games", section.notes[1][1])
      local checks = { points = "points" }
      for name in SWISS:gmatch("[^,]+") do
        checks[name] = name
      end
      assert.equal("", differences(wanted, rows, checks))
    end)
  end)

  it("knockouts have 0 differences " .. seeds(SEED + 200), function()
    for_each_seed(SEED + 200, function()
      local games, reached, winner, rounds = knockout_of(names(2 ^ math.random(2, 4) // 1))
      local pgn, wanted = pgn_of(games), count(games)
      local rows, section = rows_of(pgn)
      assert.equal("Knockout, %s players, %s games", section.notes[1][1])
      assert.equal(winner, plain(section.rows[1].name))
      assert.equal("", differences(wanted, rows, { points = "points" }))
      for name, last in pairs(reached) do
        -- In a knockout, all losers of a round share the ranks after the players who won.
        local first = 2 ^ (rounds - last) // 1 + 1
        assert.equal(first == 2 and "2" or ("%d-%d"):format(first, 2 * first - 2), rows[name].rank)
      end
      local row = check_tournaments(pgn, wanted, #games, wanted[winner].points)
      assert.same({ "knockout", winner }, { row.kind, plain(row.winner), row.missing })
    end)
  end)

  it("matches of teams have 0 differences " .. seeds(SEED + 300), function()
    for_each_seed(SEED + 300, function()
      local teams = { table.unpack({ "alpha", "beta", "gamma", "delta", "epsilon", "zeta" }, 1, 2 * math.random(2, 3)) }
      local games, wanted = teams_event(teams, math.random(2, 6))
      local pgn = pgn_of(games)
      assert.equal("", differences(wanted, (rows_of(pgn, { tiebreaks = "GP,SB" })),
        { points = "points", GP = "boards", SB = "sonneborn" }))
      local most = 0
      for _, team in pairs(wanted) do
        most = math.max(most, team.points)
      end
      local row = check_tournaments(pgn, count(games), #games, 2 * most)
      assert.same({ "teams" }, { row.kind, row.missing })
    end)
  end)
end)

-- ---- real events ---------------------------------------------------------------------------------

-- The official points, in halves, of the players none of whose games are missing in the data. `games` is the number of
-- games in the data. The points of the others are compared with those of the program below, which reads the text.
local REAL = {
  { "FIDE Candidates", from = "2013.03.15", games = 50, points = { ["Carlsen,M"] = 17, ["Aronian,L"] = 16 } },
  { "FIDE Candidates 2020", from = "2020.03.17", games = 44, points = { ["Caruana,F"] = 15, ["Giri,A"] = 15,
    ["Ding Liren"] = 14 } },
  { "75th Tata Steel GpA", from = "2013.01.12", games = 70, points = { ["Carlsen,M"] = 20, ["Aronian,L"] = 17,
    ["Anand,V"] = 16 } },
  { "81st Tata Steel GpA", from = "2019.01.12", games = 55, points = { ["Carlsen,M"] = 18, ["Giri,A"] = 17 } },
  { "AVRO", from = "1938.??.??", games = 54, points = { ["Fine, Reuben"] = 17, ["Botvinnik, Mikhail"] = 15,
    ["Capablanca, Jose Raul"] = 12 } },
  { "FIDE Candidates 2014", from = "2014.03.13", games = 36, points = { ["Anand,V"] = 17 } },
  { "FIDE Candidates 2016", from = "2016.03.11", games = 44, points = { ["Caruana,F"] = 15 } },
  { "FIDE Candidates 2018", from = "2018.03.10", games = 44, points = { ["Caruana,F"] = 18 } },
  { "Zurich Chess Challenge 2014", from = "2014.01.30", games = 15, points = { ["Carlsen,M"] = 8, ["Aronian,L"] = 6,
    ["Caruana,F"] = 5 } },
  { "FIDE World Cup 2017", from = "2017.09.03", games = 199, points = {} },
  { "World Rapid 2018", from = "2018.12.26", points = {} },
  { "8th Norway Chess 2020", from = "2020.10.05", scoring = "3-1-0", armageddon = "1.5-1", games = 42,
    points = { ["Carlsen,M"] = 39, ["Firouzja,Alireza"] = 37, ["Aronian,L"] = 35, ["Caruana,F"] = 31,
      ["Duda,J"] = 19, ["Tari,A"] = 7 } },
}

-- Reads games as text: calls a function with the tags and the moves of each game.
local function each_text(path, visit)
  local tags, moves = {}, {}
  for line in io.lines(path) do
    local name, value = line:match('^%[(%w+) "(.*)"%]')
    if name then
      if moves[1] then
        visit(tags, table.concat(moves, " "))
        tags, moves = {}, {}
      end
      tags[name] = value
    elseif line:find("%S") then
      moves[#moves + 1] = line:match("^%s*(.-)%s*$")
    end
  end
  visit(tags, table.concat(moves, " "))
end

-- Counts the real events: by Event name, then player, the half points, without games that are in the file twice.
local function count_texts(path)
  local events, seen = {}, {}
  for _, it in ipairs(REAL) do
    events[it[1]] = { games = 0, duplicates = 0, points = {}, from = it.from }
  end
  each_text(path, function(tags, moves)
    local event = events[tags.Event]
    -- Events with one name are many years apart.
    if event and math.abs(tonumber(tags.Date:sub(1, 4)) - tonumber(event.from:sub(1, 4))) <= 1 then
      local key = table.concat({ tags.Event, tags.White, tags.Black, tags.Round, moves }, "\0")
      if seen[key] then
        event.duplicates = event.duplicates + 1
        return
      end
      seen[key], event.games = true, event.games + 1
      for side, name in ipairs { tags.White, tags.Black } do
        event.points[name] = (event.points[name] or 0) + HALVES[tags.Result][side]
      end
    end
  end)
  return events
end

local function points_of(section)
  local points = {}
  for _, row in ipairs(section.rows) do
    points[row.name] = row.points
  end
  return points
end

local function note_value(section, text)
  for _, note in ipairs(section.notes) do
    if note[1] == text then
      return note[2]
    end
  end
end

-- Returns the half points of each player in an event, by its name, players and years, without games that are in the
-- file twice. `games`: {tags, length and end of the moves} by Event.
local function recount(games, section)
  local players, last = {}, section.title:match "(%d%d%d%d)[%d.?]*$"
  local first = section.title:match ", (%d%d%d%d)[%d.?]* – [%d.?]*$" or last
  for _, row in ipairs(section.rows) do
    players[row.name] = 0
  end
  local seen = {}
  for name, list in pairs(games) do
    for _, game in ipairs((section.title .. ","):sub(1, #name + 1) == name .. "," and list or {}) do
      local tags = game[1]
      local date = tags.Date or "????"
      local key = table.concat({ tags.White or "", tags.Black or "", tags.Round or "", date, game[2] }, "\0")
      local is_in = not first or date:find "^%?" or date:sub(1, 4) >= first and date:sub(1, 4) <= last
      if players[tags.White or 0] and players[tags.Black or 0] and is_in and not seen[key] then
        seen[key] = true
        local halves = HALVES[tags.Result] or { 0, 0 }
        players[tags.White] = players[tags.White] + halves[1]
        players[tags.Black] = players[tags.Black] + halves[2]
      end
    end
  end
  return players
end

local function is_complete_robin(section)
  for _, note in ipairs(section.notes) do
    local text = type(note) == "table" and note[1] or note
    if text:find "^Incomplete" or text:find "^In progress" then
      return false
    end
  end
  return section.notes[1][1]:find "ound robin" ~= nil
end

describe("real events", function()
  -- Also Norway Chess, whose points are not halves of results.
  it("have the official points, and those of an independent count of the text", function()
    local path = os.tmpname()
    assert(os.execute(("zstd -qdcf '%s' > '%s'"):format(need.data "throughput/otb.pgn.zst", path)))
    local counted = count_texts(path)
    for _, it in ipairs(REAL) do
      local report = assert(chess.report("crosstable", { event = it[1]:gsub(" Chess 2020", ""), scoring = it.scoring,
        armageddon = it.armageddon }))
      for game in chess.games(path, { query = report:query() }) do
        report:add(game)
      end
      local found
      for _, section in ipairs(assert(report:sections())) do
        if section.title:find(it.from:gsub("[.?]+$", ""), 1, true) and not section.title:find "Women"
          and section.notes[1][3] == (it.games or section.notes[1][3]) then
          found = section
        end
      end
      assert(found, it[1])
      local points, own = points_of(found), counted[it[1]]
      for name, wanted in pairs(it.points) do
        assert.equal(wanted, points[name], it[1] .. ": " .. name)
      end
      if not it.scoring then
        assert.same(own.points, points, it[1])
        assert.equal(own.games, found.notes[1][3])
        assert.equal(own.duplicates, note_value(found, "Duplicates omitted: %s") or 0, it[1])
      end
    end
    os.remove(path)
  end)

  it("that are complete round robins have the points of an independent count", function()
    local events, players = 0, 0
    for _, name in ipairs { "engine", "evals_clocks", "broadcast" } do
      local path <close> = setmetatable({ os.tmpname() }, { __close = function(it) os.remove(it[1]) end })
      local source = need.data(("throughput/%s.pgn.zst"):format(name))
      assert(os.execute(("zstd -qdcf '%s' > '%s'"):format(source, path[1])))
      local games, report = {}, assert(chess.report("crosstable", { min_games = 1 }))
      each_text(path[1], function(tags, moves)
        local event = tags.Event or "?"
        games[event] = games[event] or {}
        table.insert(games[event], { tags, #moves .. moves:sub(-80) })
      end)
      for game in chess.games(path[1]) do
        report:add(game)
      end
      for _, section in ipairs(report:sections()) do
        if is_complete_robin(section) then
          local points = points_of(section)
          assert.same(recount(games, section), points, section.title)
          events, players = events + 1, players + #section.rows
        end
      end
    end
    assert.same({ 53, 368 }, { events, players })
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
