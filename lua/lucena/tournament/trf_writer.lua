--- Writes a tournament as a report file for FIDE (`lucena.tournament.trf`). Facts that the games do not have are left
-- blank, and listed in comments at the beginning.
--
-- Starting numbers are those of the tag StartNumber, which the reader of these files writes. Otherwise players are
-- numbered by rating and name. Of several pairing byes in one round, the standard allows one, so they are written as
-- full-point byes. Byes of rounds that are not paired yet are written, too. Teams and their players have the order of
-- the tags TeamNumber and TeamPlace, which the reader writes, too; otherwise the players of a team are sorted by board.
-- @module lucena.tournament.trf_writer

local bye_of = require("lucena.tournament.bye")
local names = require("lucena.tournament.names")
local whole = require("lucena.number").whole
local teams_of = require("lucena.tournament.teams")
local trf = require("lucena.tournament.trf")

local M = {}

-- ---- players -------------------------------------------------------------------------------------

local function stands_before(a, b)
  local x, y = a.player.rating or 0, b.player.rating or 0
  return x > y or x == y and a.player.name < b.player.name
end

-- Return the players with their facts, in the order of their starting numbers.
local function numbered(it, facts)
  local list, seen, all_have = {}, {}, true
  for i, player in ipairs(it.players) do
    local known = facts[names.key(player.name)] or {}
    local start = whole(known.start, 1, 9999)
    list[i] = { player = player, facts = known, number = start }
    all_have = all_have and start ~= nil and not seen[start]
    seen[start or 0] = true
  end
  table.sort(list, all_have and function(a, b) return a.number < b.number end or stands_before)
  for i, entry in ipairs(list) do
    entry.number = all_have and entry.number or i
  end
  return list
end

-- ---- cells ---------------------------------------------------------------------------------------

local UNRATED = { [2] = "W", [1] = "D", [0] = "L" }
local RESULTS = { [2] = "1", [1] = "=", [0] = "0" }

local function result_of(entry)
  if entry.is_forfeit then
    return entry.points > 0 and "+" or "-"
  end
  return (entry.is_unrated and UNRATED or RESULTS)[entry.points] or " "
end

-- Return the number of pairing byes in each round.
local function pairing_byes(players)
  local count = {}
  for _, player in ipairs(players) do
    for _, entry in ipairs(player.entries) do
      if entry.bye == "pairing" then
        count[entry.round] = (count[entry.round] or 0) + 1
      end
    end
  end
  return count
end

local function bye_cell(kind, round, context)
  if kind == "blank" then
    return (" "):rep(8)
  end
  return "0000 - " .. bye_of.KINDS[kind == "pairing" and (context.byes[round] or 0) > 1 and "full" or kind].sign
end

-- Add the byes of rounds that are not paired yet. Return the last round of the player's line.
local function add_coming(cells, player, context)
  local last = context.rounds
  for _, bye in ipairs(context.coming[player.name] or {}) do
    if bye.kind ~= "blank" then
      cells[bye.round], last = bye_cell(bye.kind, bye.round, context), math.max(last, bye.round)
    end
  end
  return last
end

-- Return the cells of a player; nil and a message if a file of this format cannot have them.
local function cells_of(player, context)
  local cells = {}
  for _, entry in ipairs(player.entries) do
    if not entry.round then
      return nil, ("a game of '%s' has no round number"):format(player.name)
    elseif cells[entry.round] then
      return nil, ("'%s' has several games in round %d"):format(player.name, entry.round)
    elseif entry.is_bye then
      cells[entry.round] = bye_cell(entry.bye, entry.round, context)
    else
      cells[entry.round] = ("%4d %s %s"):format(context.number_of[entry.opponent], entry.color:sub(1, 1),
        result_of(entry))
    end
  end
  for round = 1, add_coming(cells, player, context) do
    cells[round] = cells[round] or (" "):rep(8)
  end
  return cells
end

-- ---- lines ---------------------------------------------------------------------------------------

local function slashes(date)
  local year, month, day = (date or ""):match("^(%d%d%d%d)%.(%d%d)%.(%d%d)$")
  return year and ("%s/%s/%s"):format(year, month, day) or nil
end

local function player_line(entry, cells)
  local player, facts, fitted, aligned = entry.player, entry.facts, trf.fitted, trf.aligned
  return table.concat({ "001", ("%4d"):format(entry.number),
    fitted(facts.sex or "", 1) .. aligned(facts.title or "", 3),
    fitted(player.name, 33), aligned(tostring(player.rating or ""), 4), fitted(facts.federation or "", 3),
    aligned(facts.fide_id or "", 11), fitted(slashes(facts.birth) or facts.birth or "", 10),
    ("%4.1f"):format(player.points / 2), ("%4d"):format(player.rank) }, " ") .. "  " .. table.concat(cells, "  ")
end

local TYPES = { robin = "Round Robin", swiss = "Swiss System", knockout = "Knockout", match = "Match" }

-- Return the date of each round as YY/MM/DD, and whether all are known. In a tournament of one day, it is that day.
local function round_dates(it, first, last)
  local dates, all = {}, true
  for _, record in ipairs(it.event.records) do
    local date, round = slashes(record.date), record.round_number
    if date and round and (not dates[round] or date < dates[round]) then
      dates[round] = date
    end
  end
  local list = {}
  for round = 1, it.rounds do
    dates[round] = dates[round] or first == last and first or nil
    list[round], all = dates[round] and dates[round]:sub(3) or (" "):rep(8), all and dates[round] ~= nil
  end
  return list, all and it.rounds > 0
end

local function put_scale(put, scale)
  if scale then
    put("162", (" W%4.1f    D%4.1f    L%4.1f"):format(scale[2] / 2, scale[1] / 2, scale[0] / 2))
  end
end

-- Sort a list by one key if each entry has it, otherwise by another, and entries with the same key by their number.
local function sort_by(list, key, other)
  local keys = {}
  for _, entry in ipairs(list) do
    keys[entry] = key(entry)
  end
  for _, entry in ipairs(list) do
    if not keys[entry] then
      return other and sort_by(list, other)
    end
  end
  table.sort(list, function(a, b)
    return keys[a] < keys[b] or keys[a] == keys[b] and a.number < b.number
  end)
end

local function place_in_team(entry)
  return whole(entry.facts.team_place, 1, 9999)
end

local function board_of(entry)
  return teams_of.board(entry.player) or math.maxinteger
end

-- Return the numbers of a team's players as text, in the order of the file that was read, otherwise by board.
local function numbers_of(team)
  local numbers = {}
  sort_by(team, place_in_team, board_of)
  for i, entry in ipairs(team) do
    numbers[i] = ("%4d"):format(entry.number)
  end
  return table.concat(numbers, " ")
end

local function number_of_team(team)
  return whole(team[1].facts.team_number, 1, 9999)
end

-- Return the teams, which are lists of players, in the order of the file that was read; otherwise in that of the first
-- players.
local function teams_from(players)
  local by_name, list = {}, {}
  for _, entry in ipairs(players) do
    local name = entry.player.team
    if name then
      if not by_name[name] then
        by_name[name] = { name = name, number = #list + 1 }
        list[#list + 1] = by_name[name]
      end
      table.insert(by_name[name], entry)
    end
  end
  sort_by(list, number_of_team)
  return list
end

-- Lines 013 have no numbers of teams. Lines 310 do, and are needed if teams have byes or forfeited matches.
local function put_players(put, teams, by_name)
  for _, team in ipairs(teams) do
    local it = by_name[team.name]
    if it then
      put("310", ("%3d %s%s %6.1f %6.1f %3d  %s"):format(team.id, trf.fitted(team.name, 32), (" "):rep(13), it.points,
        it.game_points / 2, it.rank, numbers_of(team)))
    else
      put("013", trf.fitted(team.name, 32) .. numbers_of(team))
    end
  end
end

local LETTERS = { full = "F", half = "H", zero = "Z", loss = "Z", blank = "Z", win = "F", pairing = "F" }

-- Put the byes of teams. A pairing bye with its own points is written as such, with the points of the first one.
local function put_byes(put, byes, ids)
  local pairing, last, points = {}, 0, nil
  for _, bye in ipairs(byes) do
    if bye.kind == "pairing" and bye.match_points and ids[bye.team] and not pairing[bye.round] then
      pairing[bye.round], last, points = ids[bye.team], math.max(last, bye.round), points or bye
    elseif bye.round and ids[bye.team] then
      put("240", ("%s %03d %4d"):format(LETTERS[bye.kind], bye.round, ids[bye.team]))
    end
  end
  for round = 1, last do
    pairing[round] = ("%03d"):format(pairing[round] or 0)
  end
  if points then
    put("320", ("%4.1f %4.1f %s"):format(points.match_points, points.game_points, table.concat(pairing, " ")))
  end
end

local FORFEITS = { [2] = "+-", [0] = "--" }

-- Put the matches that were forfeited on all boards: those of which no player is known.
local function put_forfeits(put, boards, ids)
  local is_done = {}
  for _, record in ipairs(boards) do
    local white, black = ids[record.white_team], ids[record.black_team]
    local key = ("%d %d %d"):format(record.round_number or 0, white or 0, black or 0)
    if record.white == "?" and record.black == "?" and record.round_number and white and black and not is_done[key] then
      local sign = record.black_halves == 2 and "-+" or FORFEITS[record.white_halves] or "--"
      put("330", ("%s %03d %03d %03d"):format(sign, record.round_number, white, black))
      is_done[key] = true
    end
  end
end

-- Return whether there are byes of teams, or matches without a player.
local function needs_numbers(byes, boards)
  for _, record in ipairs(boards) do
    if record.white == "?" and record.black == "?" then
      return true
    end
  end
  return byes[1] ~= nil
end

local function put_teams(put, teams, it)
  local by_name, ids, byes, boards = {}, {}, it.event.team_byes, it.event.empty_boards
  for _, team in ipairs(needs_numbers(byes, boards) and it.teams or {}) do
    by_name[team.name] = team
  end
  local has_numbers, seen = true, {}
  for _, team in ipairs(teams) do
    local number = number_of_team(team)
    has_numbers = has_numbers and number ~= nil and number <= 999 and not seen[number]
    seen[number or 0] = true
  end
  local last = 0
  for i, team in ipairs(teams) do
    team.id = has_numbers and number_of_team(team) or i
    ids[team.name], last = by_name[team.name] and team.id or nil, math.max(last, team.id)
  end
  for _, team in ipairs(next(by_name) and it.teams or {}) do
    if not ids[team.name] then -- a team without players, which has only byes and forfeited matches
      last = last + 1
      teams[#teams + 1], ids[team.name] = { name = team.name, id = last }, last
    end
  end
  put_players(put, teams, by_name)
  put_byes(put, byes, ids)
  put_forfeits(put, boards, ids)
end

-- Put the lines about the tournament. Return the names of missing facts, and the teams.
local function tournament_lines(it, tournament, players, put)
  local missing, event, rated = {}, it.event, 0
  for _, entry in ipairs(players) do
    rated = rated + (entry.player.rating and 1 or 0)
  end
  local function fact(code, value, name)
    if value and value ~= "" and value ~= "?" then
      put(code, value)
    else
      missing[#missing + 1] = name
    end
  end
  fact("012", event.name, "name")
  fact("022", event.site, "city")
  fact("032", tournament.federation, "federation")
  local first, last = slashes(tournament.start) or slashes(event.from), slashes(tournament.finish) or slashes(event.to)
  fact("042", first, "first day")
  fact("052", last, "last day")
  put("062", tostring(#players))
  put("072", tostring(rated))
  local teams = teams_from(players)
  if #teams > 0 then
    put("082", tostring(#teams))
  end
  local kind = it.kind == "teams" and (it.are_teams_swiss and "swiss" or "robin") or it.kind
  put("092", tournament.type or (#teams > 0 and "Team: " or "Individual: ") .. TYPES[kind])
  fact("102", tournament.arbiter, "chief arbiter")
  if tournament.deputy then
    put("112", tournament.deputy)
  end
  fact("122", tournament.time, "time control")
  local dates, are_known = round_dates(it, first, last)
  if next(dates) and table.concat(dates):find("%S") then
    put("132", (" "):rep(trf.FIRST - 5) .. table.concat(dates, "  "))
  end
  missing[#missing + 1] = not are_known and "dates of rounds" or nil
  local planned = tournament.rounds or it.planned
  if planned then
    put("142", tostring(planned))
  end
  put_scale(put, it.scale)
  if #teams > 0 and it.event.match_scale then
    local scale = it.event.match_scale
    put("362", (" TW%4.1f    TD%4.1f    TL%4.1f"):format(scale[2] / 2, scale[1] / 2, scale[0] / 2))
  end
  return missing, teams
end

local PLAYER_FACTS = { { "sex", "sex" }, { "rating", "rating" }, { "federation", "federation" },
  { "fide_id", "FIDE number" }, { "birth", "date of birth" } }

-- Append the names of missing facts about players, each with the number of players.
local function add_missing(missing, players, unknown)
  for _, it in ipairs(PLAYER_FACTS) do
    local count = 0
    for _, entry in ipairs(players) do
      count = count + ((it[1] == "rating" and entry.player.rating or entry.facts[it[1]]) and 0 or 1)
    end
    missing[#missing + 1] = count > 0 and ("%s (players: %d)"):format(it[2], count) or nil
  end
  missing[#missing + 1] = unknown > 0 and ("byes (rounds of players without a game: %d)"):format(unknown) or nil
end

local function coming_by_name(byes)
  local lists = {}
  for _, bye in ipairs(byes) do
    lists[bye.name] = lists[bye.name] or {}
    table.insert(lists[bye.name], bye)
  end
  return lists
end

--- Write a tournament.
---@param it table made by `lucena.tournament.table`, after put(); `filled`: the number of byes that are unknown
---@param tournament table facts about the tournament: see `lucena.tournament.facts`
---@param facts table facts about the players
---@return string? text nil if the format has no place for the games: a round of several games, or without a number
---@return string|string[] missing a message; or the names of the missing facts
function M.write(it, tournament, facts)
  local lines, players, number_of = {}, numbered(it, facts), {}
  local function put(code, text)
    lines[#lines + 1] = code .. " " .. text
  end
  for _, entry in ipairs(players) do
    number_of[entry.player] = entry.number
  end
  local missing, teams = tournament_lines(it, tournament, players, put)
  local context = { number_of = number_of, byes = pairing_byes(it.players), rounds = it.rounds,
    coming = coming_by_name(it.coming) }
  for _, entry in ipairs(players) do
    local cells, message = cells_of(entry.player, context)
    if not cells then
      return nil, message
    end
    lines[#lines + 1] = player_line(entry, cells)
  end
  put_teams(put, teams, it)
  add_missing(missing, players, it.filled)
  for i, text in ipairs(missing) do
    table.insert(lines, i, "### missing: " .. text)
  end
  return table.concat(lines, "\r\n") .. "\r\n", missing
end

return M
