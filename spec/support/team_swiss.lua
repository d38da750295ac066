--- Random Swiss tournaments of teams as tournament report files, and an independent program that computes points,
-- tie-breaks and ranks from the rounds of the teams. It uses nothing of lua/lucena/tournament. Game points are in
-- halves; all tie-breaks are in match points (C.07, 13).
--
-- In each round of a file of 2026, a team has a match, a forfeited match, or a bye. In a file of 2016, it has a match:
-- the lines of teams (013) have no byes. In a match, each board is played, drawn or forfeited.
--
-- An event: {planned, boards, scale: match points of a lost [0], tied [1] and won match [2], teams: {name, number,
-- players, rounds: list of {opponent or nil, own, other: game points, match, is_played, sign of a bye}}}.

local M = {}

local RESULTS = { { "1", "0", 2, 0 }, { "=", "=", 1, 1 }, { "0", "1", 0, 2 } }
local FORFEITS = { { "+-", 2, 0 }, { "-+", 0, 2 }, { "--", 0, 0 } }
local BYES = { F = 2, H = 1, Z = 0 }

local function shuffled(count)
  local order = {}
  for i = 1, count do
    table.insert(order, math.random(#order + 1), i)
  end
  return order
end

-- ---- random events -------------------------------------------------------------------------------

local function result_of(own, other)
  return own > other and 2 or own == other and 1 or 0
end

local function enter(event, a, b, round, own, other, is_played)
  local nobody = not is_played and own == 0 and other == 0
  for _, it in ipairs { { a, b, own, other }, { b, a, other, own } } do
    event.teams[it[1]].rounds[round] = { opponent = it[2], own = it[3], other = it[4], is_played = is_played,
      match = nobody and 0 or event.scale[result_of(it[3], it[4])] }
  end
end

-- Play a match on all boards. Sometimes a player does not come; his opponent's cell then has no number.
local function play(event, a, b, round)
  local own, other = 0, 0
  for board = 1, event.boards do
    local first, second = event.teams[a].players[board], event.teams[b].players[board]
    local result = RESULTS[math.random(3)]
    if math.random(12) == 1 and board > 1 then
      event.cells[first][round] = event.is_old and ("%4d w +"):format(second) or "0000 - +"
      event.cells[second][round] = event.is_old and ("%4d b -"):format(first) or nil
      own = own + 2
    else
      event.cells[first][round] = ("%4d %s %s"):format(second, board % 2 == 1 and "w" or "b", result[1])
      event.cells[second][round] = ("%4d %s %s"):format(first, board % 2 == 1 and "b" or "w", result[2])
      own, other = own + result[3], other + result[4]
    end
  end
  enter(event, a, b, round, own, other, true)
end

local function line(event, round, ...)
  event.lines[#event.lines + 1] = { round, (...):format(select(2, ...)) }
end

local function forfeit(event, a, b, round)
  local it = FORFEITS[math.random(3)]
  line(event, round, "330 %s %03d %03d %03d", it[1], round, event.teams[a].number, event.teams[b].number)
  enter(event, a, b, round, it[2] * event.boards, it[3] * event.boards, false)
end

local function sit_out(event, a, round)
  local sign = ({ "F", "H", "Z" })[math.random(3)]
  line(event, round, "240 %s %03d %4d", sign, round, event.teams[a].number)
  event.teams[a].rounds[round] = { sign = sign, own = BYES[sign] * event.boards, other = 0,
    match = event.scale[BYES[sign]] }
end

local function play_round(event, round)
  local active = {}
  for i, team in ipairs(shuffled(#event.teams)) do
    if not event.is_old and #event.teams - i + #active > 3 and math.random(10) == 1 then
      sit_out(event, team, round)
    else
      active[#active + 1] = team
    end
  end
  event.pairing[round] = "000"
  for at = 1, #active - 1, 2 do
    local way = not event.is_old and at > 1 and math.random(8) == 1 and forfeit or play
    way(event, active[at], active[at + 1], round)
  end
  if #active % 2 == 1 then
    local team = event.teams[active[#active]]
    event.pairing[round] = ("%03d"):format(team.number)
    team.rounds[round] = { sign = "U", own = event.boards, other = 0, match = 1 }
  end
end

--- Make a random event of 4 to 10 teams and 2 to 6 rounds.
---@param is_old? boolean a file of 2016
---@return table event
function M.random(is_old)
  local event = { teams = {}, cells = {}, lines = {}, pairing = {}, boards = math.random(2, 4), is_old = is_old,
    planned = math.random(2, 6), scale = not is_old and math.random(3) == 1 and { [0] = 0, 1, 3 } or { [0] = 0, 1, 2 } }
  local count = is_old and 2 * math.random(2, 5) or math.random(4, 9)
  for i, number in ipairs(shuffled(count)) do
    event.teams[i] = { name = ("Team %c"):format(64 + i), number = number, players = {}, rounds = {} }
    for board = 1, event.boards do
      event.cells[#event.cells + 1] = {}
      event.teams[i].players[board] = #event.cells
    end
  end
  for round = 1, event.planned do
    play_round(event, round)
  end
  return event
end

-- ---- files ---------------------------------------------------------------------------------------

local function sum(event, i, upto, field)
  local total = 0
  for round = 1, upto do
    total = total + event.teams[i].rounds[round][field]
  end
  return total
end

local function team_line(event, i, upto)
  local team, numbers = event.teams[i], {}
  for board, player in ipairs(team.players) do
    numbers[board] = ("%4d"):format(player)
  end
  local players = table.concat(numbers, " ")
  return event.is_old and ("013 %-32s%s"):format(team.name, players)
    or ("310 %3d %-32s%14s%6.1f %6.1f %3d  %s"):format(team.number, team.name, "", sum(event, i, upto, "match"),
      sum(event, i, upto, "own") / 2, 1, players)
end

local function player_line(event, i, upto)
  local texts = {}
  for round = 1, upto do
    texts[round] = event.cells[i][round] or "0000 - -"
  end
  return ("001 %4d      %-33s%42s  %s"):format(i, ("Player %d, X"):format(i), "", table.concat(texts, "  "))
end

--- Write an event after a round as a tournament report file.
---@param event table
---@param upto integer the round
---@return string
function M.text(event, upto)
  local out = { "012 Teams", "092 Team: Swiss System", ("142 %d"):format(event.planned) }
  for i in ipairs(event.cells) do
    out[#out + 1] = player_line(event, i, upto)
  end
  for i in ipairs(event.teams) do
    out[#out + 1] = team_line(event, i, upto)
  end
  for _, it in ipairs(event.lines) do
    out[#out + 1] = it[1] <= upto and it[2] or nil
  end
  if not event.is_old then
    out[#out + 1] = ("320 %4.1f %4.1f %s"):format(1, event.boards / 2, table.concat(event.pairing, " ", 1, upto))
    out[#out + 1] = ("362  TW%4.1f    TD%4.1f    TL%4.1f"):format(event.scale[2], event.scale[1], event.scale[0])
  end
  return table.concat(out, "\n") .. "\n"
end

-- ---- tie-breaks ----------------------------------------------------------------------------------

local function is_requested(it)
  return it.sign == "H" or it.sign == "Z"
end

-- 16.1: byes that a team asked for, and matches to which it did not come.
local function is_voluntary(it)
  return is_requested(it) or it.opponent ~= nil and not it.is_played and it.own == 0
end

-- 16.3: the points of a team as its opponents count them: requested byes at the end are ties.
local function adjusted(event, i, upto)
  local total, is_end = 0, true
  for round = upto, 1, -1 do
    local it = event.teams[i].rounds[round]
    is_end = is_end and is_voluntary(it)
    total = total + (is_end and is_requested(it) and event.scale[1] or it.match)
  end
  return total
end

-- Return {the points of the opponent or of the dummy (16.4), the own points, whether it is a voluntary unplayed round}.
local function contributions(event, i, upto)
  local list, own = {}, sum(event, i, upto, "match")
  for round = 1, upto do
    local it = event.teams[i].rounds[round]
    local theirs = it.opponent and adjusted(event, it.opponent, upto)
    list[round] = { it.is_played and theirs or math.min(own, theirs or event.planned * event.scale[1]), it.match,
      is_voluntary(it) }
  end
  return list
end

-- Return the sum of a list {rank of the addend, addend, is voluntary} without `cuts` addends (14.1, 16.5): the one of
-- the lowest rank, or the lowest voluntary one, if it is not lower.
local function cut(list, cuts)
  list = { table.unpack(list) }
  for _ = 1, math.min(cuts, #list) do
    local by_rank, by_value = { table.unpack(list) }, {}
    table.sort(by_rank, function(a, b) return a[1] < b[1] or a[1] == b[1] and a[2] < b[2] end)
    for _, it in ipairs(list) do
      by_value[#by_value + 1] = it[3] and it or nil
    end
    table.sort(by_value, function(a, b) return a[2] < b[2] or a[2] == b[2] and a[1] < b[1] end)
    local out = by_value[1] and by_value[1][2] >= by_rank[1][2] and by_value[1] or by_rank[1]
    for at, it in ipairs(list) do
      if it == out then
        table.remove(list, at)
        break
      end
    end
  end
  local total = 0
  for _, it in ipairs(list) do
    total = total + it[2]
  end
  return total, list
end

local function highest(list)
  local most = 0
  for _, it in ipairs(list) do
    most = math.max(most, it[2])
  end
  return most
end

local function buchholz(event, i, upto)
  local list = {}
  for round, it in ipairs(contributions(event, i, upto)) do
    list[round] = { it[1], it[1], it[3] }
  end
  return list
end

local function mean(values)
  local total = 0
  for _, value in ipairs(values) do
    total = total + value
  end
  return #values > 0 and total / #values or nil
end

--- The names of the tie-breaks that values() computes.
M.NAMES = "GP,BH,BH-C1,BH-C2,BH-M1,SB,SB-C1,SB-C2,WIN,WON,PS,PS-C1,REP,STD,KS,AOB"

-- The sums over the rounds of a team.
local function add_rounds(event, i, upto, it)
  local so_far, full = 0, event.scale[2]
  for round = 1, upto do
    local one = event.teams[i].rounds[round]
    so_far = so_far + one.match
    it.PS, it["PS-C1"] = it.PS + so_far, it["PS-C1"] + (round > 1 and so_far or 0)
    it.WIN = it.WIN + (one.match == full and 1 or 0)
    it.WON = it.WON + (one.match == full and one.is_played and 1 or 0)
    it.REP = it.REP + (is_voluntary(one) and 0 or 1)
    it.STD = it.STD + (one.match == full and 2 or one.match == event.scale[1] and 1 or 0)
    if one.opponent and 2 * sum(event, one.opponent, upto, "match") >= full * upto then
      it.KS = it.KS + one.match
    end
  end
end

--- Compute the points and tie-breaks of a team after a round. Those of boards and STD are in halves.
---@param event table
---@param i integer the team
---@param upto integer the round
---@return table values
function M.values(event, i, upto)
  local it = { points = sum(event, i, upto, "match"), GP = sum(event, i, upto, "own"), WIN = 0, WON = 0, PS = 0,
    ["PS-C1"] = 0, REP = 0, STD = 0, KS = 0 }
  local bh, sb, means = buchholz(event, i, upto), {}, {}
  for round, entry in ipairs(contributions(event, i, upto)) do
    sb[round] = { entry[1], entry[1] * entry[2], entry[3] }
    local one = event.teams[i].rounds[round]
    means[#means + 1] = one.is_played and cut(buchholz(event, one.opponent, upto), 0) or nil
  end
  for cuts = 0, 2 do
    local name = cuts > 0 and "-C" .. cuts or ""
    it["BH" .. name], it["SB" .. name] = cut(bh, cuts), cut(sb, cuts)
  end
  local middle, rest = cut(bh, 1)
  it["BH-M1"], it.AOB = middle - highest(rest), mean(means)
  add_rounds(event, i, upto, it)
  return it
end

--- Rank the teams by points, then by tie-breaks. Teams who are still tied share their places: "3-4".
---@param event table
---@param upto integer the round
---@param names string[] tie-breaks
---@return table ranks by name
function M.ranks(event, upto, names)
  local keys, ranks = {}, {}
  for i in ipairs(event.teams) do
    local values, key = M.values(event, i, upto), {}
    for at, name in ipairs { "points", table.unpack(names) } do
      key[at] = ("%09.4f"):format(values[name])
    end
    keys[i] = table.concat(key, " ")
  end
  for i, team in ipairs(event.teams) do
    local better, equal = 0, 0
    for _, key in ipairs(keys) do
      better, equal = better + (key > keys[i] and 1 or 0), equal + (key == keys[i] and 1 or 0)
    end
    ranks[team.name] = equal > 1 and ("%d-%d"):format(better + 1, better + equal) or tostring(better + 1)
  end
  return ranks
end

--- Return the pairs of teams that alone have their points and played one match, as {first, second} by direct
-- encounter: match points, then points on the boards (13.3). Pairs that remain tied are omitted.
---@param event table
---@param upto integer the round
---@return table[] pairs of names
function M.encounters(event, upto)
  local by_points, list = {}, {}
  for i in ipairs(event.teams) do
    local points = sum(event, i, upto, "match")
    by_points[points] = by_points[points] or {}
    table.insert(by_points[points], i)
  end
  for _, tied in pairs(by_points) do
    local own, other, met = 0, 0, 0
    for round = 1, #tied == 2 and upto or 0 do
      local it = event.teams[tied[1]].rounds[round]
      if it.opponent == tied[2] and it.is_played then
        own, other, met = own + it.own, other + it.other, met + 1
      end
    end
    if met == 1 and own ~= other then
      local a, b = event.teams[tied[1]].name, event.teams[tied[2]].name
      list[#list + 1] = own > other and { a, b } or { b, a }
    end
  end
  return list
end

return M
