--- Sorts players by points and tie-breaks (`lucena.tournament.tiebreaks`), and compares tied players by the direct
-- encounter.
-- @module lucena.tournament.standings

local elo = require("lucena.elo")
local tiebreaks_of = require("lucena.tournament.tiebreaks")

local M = {}

--- The default tie-breaks of each kind of tournament. FIDE leaves the choice to the organiser.
M.DEFAULTS = {
  robin = "DE,WIN,SB,KS", swiss = "BH-C1,BH,SB,DE,WIN", teams = "GP,DE,SB", match = "", knockout = "",
}

-- ---- direct encounter ----------------------------------------------------------------------------

-- Return whether an entry counts as a game between its two players. In a Swiss tournament, a forfeit does not count.
local function is_encounter(entry, context)
  return entry.points and entry.opponent and (entry.is_played or not context.is_swiss)
end

-- Return the number of games that each pair has after all rounds. In a Swiss tournament, the number is one.
local function meetings_of(players, context)
  local most = 1
  for _, player in ipairs(context.is_swiss and {} or players) do
    local games_with = {}
    for _, entry in ipairs(player.entries) do
      if is_encounter(entry, context) then
        games_with[entry.opponent] = (games_with[entry.opponent] or 0) + 1
        most = math.max(most, games_with[entry.opponent])
      end
    end
  end
  return most
end

-- Return each player's points (`field` of an entry) in the games of the group's players against each other, and the
-- number of these games.
local function encounters(group, context, field)
  local is_in, points, met = {}, {}, {}
  for _, player in ipairs(group) do
    is_in[player] = true
  end
  for _, player in ipairs(group) do
    local games_with, number = {}, 0
    points[player] = 0
    for _, entry in ipairs(player.entries) do
      local opponent = entry.opponent
      if is_encounter(entry, context) and is_in[opponent] then
        points[player] = points[player] + (entry[field] or 0)
        games_with[opponent] = (games_with[opponent] or 0) + 1
        number = number + (games_with[opponent] <= context.meetings and 1 or 0)
      end
    end
    met[player] = number
  end
  return points, met
end

-- Divide players into groups of equal value, highest first. nil is the lowest value.
local function partition(group, value_of)
  local by_value, values = {}, {}
  for _, player in ipairs(group) do
    local value = value_of(player) or math.mininteger
    if not by_value[value] then
      by_value[value] = {}
      values[#values + 1] = value
    end
    table.insert(by_value[value], player)
  end
  table.sort(values, function(a, b) return a > b end)
  local list = {}
  for i, value in ipairs(values) do
    list[i] = by_value[value]
  end
  return list
end

-- If games are missing, return the players whose ranks are certain, from the first rank down. The list ends before the
-- first player whose rank depends on a missing game.
local function certain(group, points, met, wanted, win)
  local function most(player)
    return points[player] + win * (wanted - met[player])
  end
  local rest, list = { table.unpack(group) }, {}
  table.sort(rest, function(a, b) return points[a] > points[b] end)
  while #rest > 1 do
    for i = 2, #rest do
      if most(rest[i]) >= points[rest[1]] then
        list[#list + 1] = rest
        return list
      end
    end
    list[#list + 1] = { table.remove(rest, 1) }
  end
  list[#list + 1] = rest
  return list
end

-- Divide a group by the points in one field. Returns also whether the smaller groups must be compared again.
local function divided(group, context, field)
  local points, met = encounters(group, context, field)
  local all_met, wanted = true, context.meetings * (#group - 1)
  for _, player in ipairs(group) do
    all_met = all_met and met[player] == wanted
  end
  if not all_met then
    context.lacks_encounters = true
    return field == "score" and certain(group, points, met, wanted, context.win) or { group }, false
  end
  return partition(group, function(player) return points[player] end), true
end

-- Divide a group by direct encounter, in the order of the fields. Smaller groups begin with the first field again.
local function by_encounters(group, context, fields)
  for _, field in ipairs(fields) do
    local groups, is_again = divided(group, context, field)
    if #groups > 1 then
      local list = {}
      for _, smaller in ipairs(groups) do
        local parts = is_again and #smaller > 1 and by_encounters(smaller, context, fields) or { smaller }
        table.move(parts, 1, #parts, #list + 1, list)
      end
      return list
    end
  end
  return { group }
end

-- ---- standings -----------------------------------------------------------------------------------

-- Append groups of players to `out`, highest first. Players in a group are still tied after tie-break `i`.
local function split(group, tiebreaks, i, context, out)
  local tiebreak = tiebreaks[i]
  if #group == 1 or not tiebreak then
    out[#out + 1] = group
    return
  end
  local groups
  local fields = tiebreaks_of.encounter_fields(tiebreak)
  if fields then
    local points, met = encounters(group, context, "score")
    for _, player in ipairs(group) do
      player.values[tiebreak.name] = met[player] > 0 and points[player] or nil
    end
    groups = by_encounters(group, context, fields)
  else
    groups = partition(group, function(player)
      local value = player.values[tiebreak.name]
      return tiebreak.variant == "R" and value and -value or value
    end)
  end
  for _, smaller in ipairs(groups) do
    split(smaller, tiebreaks, i + 1, context, out)
  end
end

-- Order players who share a rank by rating and name. This is not a tie-break.
local function stands_above(a, b)
  local x, y = a.rating or 0, b.rating or 0
  return x > y or x == y and a.name < b.name
end

-- Return the half points of a win.
local function win_of(players)
  local entry = players[1] and players[1].entries[1]
  return entry and entry.scale[2] or 2
end

-- Return the highest possible half points: those of a win, times the largest number of games of a player. In a round
-- robin of an odd number of players, the round without a game does not count.
local function possible_points(players, is_swiss)
  local most = 0
  for _, player in ipairs(players) do
    local games = 0
    for _, entry in ipairs(player.entries) do
      local is_game = entry.points and not entry.is_armageddon and (is_swiss or entry.opponent)
      games = games + (is_game and 1 or 0)
    end
    most = math.max(most, games)
  end
  return win_of(players) * most
end

-- Return the planned number of rounds. If it is unknown, it is the last round, and without numbers of rounds the
-- largest number of games of a player.
local function planned_of(players, context)
  local planned = math.max(context.planned or 0, context.rounds)
  for _, player in ipairs(planned == 0 and players or {}) do
    planned = math.max(planned, #player.entries)
  end
  return planned
end

--- Sort players. Each player gets `rank` (shared if all values are equal), `values` (by name of the tie-break),
-- `place`, the row in the table, and `context`, with `lacks_encounters` if games among tied players are missing.
---@param players table[] made by `lucena.tournament.event`
---@param tiebreaks table[] made by parse()
---@param context table is_swiss: whether pairings depend on results; rounds: the last round that is paired; planned:
-- the planned number of rounds, nil if unknown; rules: "2024" for those before March 2026; first: a function that
-- returns the value to sort a player by before the tie-breaks, default the points
---@return table[] players sorted, a new array
function M.rank(players, tiebreaks, context)
  local first = context.first or function(player) return player.points end
  context = { is_swiss = context.is_swiss, rounds = context.rounds, planned = planned_of(players, context),
    rules = context.rules, win = win_of(players), possible = possible_points(players, context.is_swiss) }
  context.meetings = meetings_of(players, context)
  for _, player in ipairs(players) do
    player.values, player.context = {}, context
    for _, tiebreak in ipairs(tiebreaks) do
      player.values[tiebreak.name] = tiebreaks_of.value(player, tiebreak, context)
    end
  end
  local groups = {}
  for _, group in ipairs(partition(players, first)) do
    split(group, tiebreaks, 1, context, groups)
  end
  local sorted = {}
  for _, group in ipairs(groups) do
    table.sort(group, stands_above)
    local rank = #sorted + 1
    for _, player in ipairs(group) do
      sorted[#sorted + 1] = player
      player.rank, player.place = rank, #sorted
    end
  end
  return sorted
end

--- Return the value of a tie-break to show in a table.
---@param player table a ranked player
---@param tiebreak table one of parse()
---@return number? value
function M.value(player, tiebreak)
  return tiebreaks_of.shown(player.values[tiebreak.name], player, tiebreak)
end

--- Return the addends of a tie-break, in the order of the rounds.
---@param player table a ranked player
---@param tiebreak table one of parse()
---@return table[]? addends {value, is_omitted}; nil if the tie-break is not a sum over opponents
function M.addends(player, tiebreak)
  return tiebreaks_of.addends(player, tiebreak, player.context)
end

--- Return a player's performance rating and rating change. Both are nil if some of the player's games are missing.
---@param player table is_partial: whether games are missing
---@param k? integer the K-factor
---@return integer? performance
---@return number? change points, from the games in which both players have a rating; nil without K or rating
function M.rating(player, k)
  if player.is_partial then
    return nil, nil
  end
  local hundredths, games = 0, 0
  for _, entry in ipairs(k and player.entries or {}) do
    local own = entry.own_rating or player.rating
    if entry.is_played and not entry.is_unrated and entry.opponent_rating and own then
      hundredths, games = hundredths + 50 * entry.points - elo.expected(own, entry.opponent_rating), games + 1
    end
  end
  return tiebreaks_of.rated_performance(player), games > 0 and k * hundredths / 100 or nil
end

return M
