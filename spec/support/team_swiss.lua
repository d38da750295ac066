--- Random Swiss tournaments of teams as tournament report files of 2026, and their match and game points, computed
-- without the code of the reports. Game points are in halves.
--
-- In each round, a team has a match, a forfeited match, or a bye. In a match, each board is played, drawn or forfeited.

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
      event.cells[first][round] = "0000 - +"
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
    if math.random(10) == 1 then
      sit_out(event, i, round)
    else
      active[#active + 1] = i
    end
  end
  event.pairing[round] = "000"
  for at = 1, #active - 1, 2 do
    local way = at > 1 and math.random(8) == 1 and forfeit or play
    way(event, active[at], active[at + 1], round)
  end
  if #active % 2 == 1 then
    local team = event.teams[active[#active]]
    event.pairing[round] = ("%03d"):format(team.number)
    add(team, 1, event.boards)
  end
end

--- Make a random event of 4 to 9 teams.
---@return table event {teams: {name, number, match, game}, text: the file}
function M.random()
  local event = { teams = {}, cells = {}, lines = {}, pairing = {}, boards = math.random(2, 4),
    scale = math.random(3) == 1 and { [0] = 0, 1, 3 } or { [0] = 0, 1, 2 } }
  local count = math.random(4, 9)
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
  for _, team in ipairs(event.teams) do
    local numbers = {}
    for board, player in ipairs(team.players) do
      numbers[board] = ("%4d"):format(player)
    end
    out[#out + 1] = ("310 %3d %-32s%14s%6.1f %6.1f %3d  %s"):format(team.number, team.name, "", team.match,
      team.game / 2, 1, table.concat(numbers, " "))
  end
  table.move(event.lines, 1, #event.lines, #out + 1, out)
  out[#out + 1] = ("320 %4.1f %4.1f %s"):format(1, event.boards / 2, table.concat(event.pairing, " "))
  out[#out + 1] = ("362  TW%4.1f    TD%4.1f    TL%4.1f"):format(event.scale[2], event.scale[1], event.scale[0])
  event.text = table.concat(out, "\n") .. "\n"
  return event
end

return M
