--- Random Swiss tournaments of teams as tournament report files, and their match and game points and ranks, computed
-- without the code of the reports. Game points are in halves.
--
-- In each round of a file of 2026, a team has a match, a forfeited match, or a bye. In a file of 2016, it has a match:
-- the lines of teams (013) have no byes. In a match, each board is played, drawn or forfeited.

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

local function add(team, match, halves)
  team.match, team.game = team.match + match, team.game + halves
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
  add(event.teams[a], own > other and event.scale[2] or own == other and event.scale[1] or event.scale[0], own)
  add(event.teams[b], other > own and event.scale[2] or own == other and event.scale[1] or event.scale[0], other)
end

local function forfeit(event, a, b, round)
  local it = FORFEITS[math.random(3)]
  event.lines[#event.lines + 1] = ("330 %s %03d %03d %03d"):format(it[1], round, event.teams[a].number,
    event.teams[b].number)
  for side, team in ipairs { a, b } do
    local full = it[1 + side]
    add(event.teams[team], event.scale[full], full * event.boards)
  end
end

local function sit_out(event, a, round)
  local kind = ({ "F", "H", "Z" })[math.random(3)]
  event.lines[#event.lines + 1] = ("240 %s %03d %4d"):format(kind, round, event.teams[a].number)
  add(event.teams[a], BYES[kind] == 0 and 0 or event.scale[BYES[kind]], BYES[kind] * event.boards)
end

local function play_round(event, round)
  local active = {}
  for _, i in ipairs(shuffled(#event.teams)) do
    if not event.is_old and math.random(10) == 1 then
      sit_out(event, i, round)
    else
      active[#active + 1] = i
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
    add(team, 1, event.boards)
  end
end

local function team_lines(event, out)
  for _, team in ipairs(event.teams) do
    local numbers = {}
    for board, player in ipairs(team.players) do
      numbers[board] = ("%4d"):format(player)
    end
    local players = table.concat(numbers, " ")
    out[#out + 1] = event.is_old and ("013 %-32s%s"):format(team.name, players)
      or ("310 %3d %-32s%14s%6.1f %6.1f %3d  %s"):format(team.number, team.name, "", team.match, team.game / 2, 1,
        players)
  end
end

--- Make a random event of 4 to 9 teams.
---@param is_old? boolean a file of 2016
---@return table event {teams: {name, number, match, game}, text: the file}
function M.random(is_old)
  local event = { teams = {}, cells = {}, lines = {}, pairing = {}, boards = math.random(2, 4), is_old = is_old,
    scale = not is_old and math.random(3) == 1 and { [0] = 0, 1, 3 } or { [0] = 0, 1, 2 } }
  local count = is_old and 2 * math.random(2, 5) or math.random(4, 9)
  for i, number in ipairs(shuffled(count)) do
    event.teams[i] = { name = ("Team %c"):format(64 + i), number = number, match = 0, game = 0, players = {} }
    for board = 1, event.boards do
      event.cells[#event.cells + 1] = {}
      event.teams[i].players[board] = #event.cells
    end
  end
  local rounds = math.random(2, 5)
  for round = 1, rounds do
    play_round(event, round)
  end
  local out = { "012 Teams", "092 Team: Swiss System" }
  for i, cells in ipairs(event.cells) do
    local texts = {}
    for round = 1, rounds do
      texts[round] = cells[round] or "0000 - -"
    end
    out[#out + 1] = ("001 %4d      %-33s%42s  %s"):format(i, ("Player %d, X"):format(i), "", table.concat(texts, "  "))
  end
  team_lines(event, out)
  table.move(event.lines, 1, #event.lines, #out + 1, out)
  if not is_old then
    out[#out + 1] = ("320 %4.1f %4.1f %s"):format(1, event.boards / 2, table.concat(event.pairing, " "))
    out[#out + 1] = ("362  TW%4.1f    TD%4.1f    TL%4.1f"):format(event.scale[2], event.scale[1], event.scale[0])
  end
  event.text = table.concat(out, "\n") .. "\n"
  return event
end

--- Rank the teams by match points, then by game points. Teams who are still tied share their places: "3-4".
---@param event table
---@return table ranks by name
function M.ranks(event)
  local ranks = {}
  for _, team in ipairs(event.teams) do
    local better, equal = 0, 0
    for _, other in ipairs(event.teams) do
      local is_equal = other.match == team.match and other.game == team.game
      equal = equal + (is_equal and 1 or 0)
      better = better + ((other.match > team.match or other.match == team.match and other.game > team.game) and 1 or 0)
    end
    ranks[team.name] = equal > 1 and ("%d-%d"):format(better + 1, better + equal) or tostring(better + 1)
  end
  return ranks
end

return M
