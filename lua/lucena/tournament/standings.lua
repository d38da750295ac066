--- Sorts players by points and tie-breaks, and computes the tie-breaks.
--
-- Source: FIDE Handbook C.07, "Tie-Break Regulations" of 2024, with the rules for unplayed rounds (article 16) of
-- March 2026. The formulas follow the published articles. They were checked by hand on small tournaments, not against
-- an official program. All points are computed in half points.
--
-- - DE: direct encounter (6), points in the games of the tied players against each other. If all of them met, these
--   points decide, and players who are still tied are compared again among themselves. If some did not meet, a player
--   is ranked first only if the missing games could not change that. The table shows only the points, and nothing for a
--   player who met none of the others.
-- - BH: Buchholz (8.1), the sum of the opponents' points
-- - FB: Fore Buchholz (8.3), the Buchholz as if all paired games of the last round had been drawn
-- - AOB: the average Buchholz of the opponents in played games (8.2)
-- - SB: Sonneborn-Berger (9.1), each opponent's points times the points scored against that opponent
-- - WIN: rounds in which the player scored as many points as for a win, played or not (7.1)
-- - WON: games won over the board (7.2)
-- - BPG: games played over the board with Black (7.3)
-- - BWG: games won over the board with Black (7.4)
-- - PS: progressive (7.5): the total score after each round, summed over all rounds
-- - KS: Koya (9.2), points against opponents who have at least half of all possible points
-- - ARO: average rating of the opponents in played games, rounded to the nearest integer, halves up (10.1)
-- - TPR: performance rating (10.2), ARO plus the difference for the score in table B.02, see `lucena.elo`
-- - APRO: the average TPR of the opponents in played games, rounded like ARO (10.4)
-- - RTNG: the player's own rating
-- - GP: for teams, the points on all boards
-- - EDE: for teams, the direct encounter by match points. If these decide nothing, the points on the boards decide.
--   Both are applied again to each smaller group that remains tied (13.3).
--
-- BH-Cn and FB-Cn omit the n lowest values, beginning with those of voluntary unplayed rounds (14.1, 16.5). BH-Mn and
-- FB-Mn omit the n lowest and the n highest values. PS-Cn starts after round n. ARO-Cn omits the n lowest ratings. A
-- `/` may replace the `-`.
--
-- Unplayed rounds, if pairings depend on results (Swiss):
--
-- - For the player's opponents, a half-point or zero-point bye counts as a draw if only voluntary unplayed rounds
--   follow it (16.3.2).
-- - For the player, an unplayed round counts as a game against a dummy opponent with the player's own points (16.4).
--   The dummy has at most the points of the scheduled opponent. If no opponent was scheduled, it has at most the points
--   of a draw for each round of the tournament.
--
-- If pairings are fixed in advance (round robin, matches), a forfeit counts like other games, except for ratings, WON,
-- BPG and BWG (15). An unknown round adds nothing.
-- @module lucena.tournament.standings

local elo = require("lucena.elo")
local numbers = require("lucena.number")

local M = {}

--- The default tie-breaks of each kind of tournament. FIDE leaves the choice to the organiser.
M.DEFAULTS = {
  robin = "DE,WIN,SB,KS", swiss = "BH-C1,BH,SB,DE,WIN", teams = "GP,DE,SB", match = "", knockout = "",
}

-- ---- addends of tie-breaks -----------------------------------------------------------------------

local DRAWN = { points = 1, is_played = true, is_voluntary = false, is_forfeit = false }

-- Return a player's entries and points. With `is_fore`, the paired game of the last round counts as a draw.
local function entries_of(player, context)
  if not context.is_fore then
    return player.entries, player.points
  end
  local entries, points = { table.unpack(player.entries) }, player.points
  for i, entry in ipairs(entries) do
    if entry.opponent and entry.round == context.rounds then
      local score = entry.scale[1]
      entries[i] = setmetatable({ score = score }, { __index = function(_, key)
        local value = DRAWN[key]
        return value == nil and entry[key] or value
      end })
      points = points + score - (entry.score or 0)
    end
  end
  return entries, points
end

-- Return a player's points as they count in the opponents' tie-breaks.
local function adjusted(player, context)
  local entries, points = entries_of(player, context)
  for i = #entries, 1, -1 do
    local entry = entries[i]
    if not (context.is_swiss and entry.is_voluntary) then
      break
    elseif entry.is_requested then
      points = points + entry.scale[1] - entry.score
    end
  end
  return points
end

-- Return the points of the opponent in a round, as they count for tie-breaks; nil for an unfinished game.
local function opponent_points(player, entry, context)
  if not entry.points then
    return nil
  elseif entry.opponent and (entry.is_played or not context.is_swiss) then
    return adjusted(entry.opponent, context)
  end
  return math.min(select(2, entries_of(player, context)), entry.opponent and adjusted(entry.opponent, context)
    or context.rounds * entry.scale[1])
end

-- Mark the terms {value, is_voluntary} that are omitted (`is_omitted`): the `low` lowest and the `high` highest. Terms
-- with is_voluntary are omitted first. The order of the terms, which is that of the rounds, does not change.
local function marked(terms, low, high)
  local sorted, rest = { table.unpack(terms) }, {}
  table.sort(sorted, function(a, b)
    if a.is_voluntary ~= b.is_voluntary then
      return a.is_voluntary
    end
    return a.value < b.value
  end)
  for i, term in ipairs(sorted) do
    term.is_omitted = i <= low
    rest[#rest + 1] = i > low and term or nil
  end
  table.sort(rest, function(a, b) return a.value > b.value end)
  for i = 1, math.min(high, #rest) do
    rest[i].is_omitted = true
  end
  return terms
end

-- Return the sum of the terms without the `low` lowest and the `high` highest.
local function total_of(terms, low, high)
  local sum = 0
  for _, term in ipairs(marked(terms, low, high)) do
    sum = sum + (term.is_omitted and 0 or term.value)
  end
  return sum
end

local function total(values)
  local sum = 0
  for _, value in ipairs(values) do
    sum = sum + value
  end
  return sum
end

local function count(player, accepts)
  local number = 0
  for _, entry in ipairs(player.entries) do
    number = number + (accepts(entry) and 1 or 0)
  end
  return number
end

-- Return the opponents' ratings in rated games, lowest first, and the points against these opponents.
local function rated(player)
  local ratings, halves = {}, 0
  for _, entry in ipairs(player.entries) do
    if entry.is_played and not entry.is_unrated and entry.opponent_rating then
      ratings[#ratings + 1] = entry.opponent_rating
      halves = halves + entry.points
    end
  end
  table.sort(ratings)
  return ratings, halves
end

local function sum_of(list, first)
  local sum = 0
  for i = first, #list do
    sum = sum + list[i]
  end
  return sum
end

-- ---- the tie-breaks ------------------------------------------------------------------------------

-- By name: a function value(player, context, low, high), the kind of the column, and whether the `low` lowest or the
-- `high` highest values can be omitted.
local TIEBREAKS = {
  BH = { title = "Buchholz", kind = "points", has_cut = true, has_median = true },
  FB = { title = "Fore Buchholz", kind = "points", has_cut = true, has_median = true },
  AOB = { title = "average Buchholz of opponents", kind = "decimal", digits = 2 },
  SB = { title = "Sonneborn-Berger", kind = "decimal", digits = 2 },
  WIN = { title = "wins", kind = "integer" },
  WON = { title = "games won over the board", kind = "integer" },
  BPG = { title = "games with Black", kind = "integer" },
  BWG = { title = "games won with Black", kind = "integer" },
  PS = { title = "progressive score", kind = "points", has_cut = true },
  KS = { title = "Koya", kind = "points" },
  ARO = { title = "average rating of opponents", kind = "year", has_cut = true },
  TPR = { title = "performance", kind = "year" },
  APRO = { title = "average performance of opponents", kind = "year" },
  RTNG = { title = "rating", kind = "year" },
  GP = { title = "points on all boards", kind = "points" },
  DE = { title = "direct encounter", kind = "points", fields = { "score" } },
  EDE = { title = "extended direct encounter", kind = "points", fields = { "score", "board_points" } },
}

function TIEBREAKS.BH.terms(player, context)
  local terms = {}
  for _, entry in ipairs((entries_of(player, context))) do
    local value = opponent_points(player, entry, context)
    if value then
      terms[#terms + 1] = { value = value, is_voluntary = context.is_swiss and entry.is_voluntary or false }
    end
  end
  return terms
end

function TIEBREAKS.BH.value(player, context, low, high)
  return total_of(TIEBREAKS.BH.terms(player, context), low, high)
end

function TIEBREAKS.FB.terms(player, context)
  return TIEBREAKS.BH.terms(player, setmetatable({ is_fore = true }, { __index = context }))
end

function TIEBREAKS.FB.value(player, context, low, high)
  return total_of(TIEBREAKS.FB.terms(player, context), low, high)
end

-- Return the values of the opponents in played games; opponents without a value are omitted.
local function values_of_opponents(player, value)
  local values = {}
  for _, entry in ipairs(player.entries) do
    values[#values + 1] = entry.is_played and value(entry.opponent) or nil
  end
  return values
end

function TIEBREAKS.AOB.value(player, context)
  local values = values_of_opponents(player, function(opponent)
    return TIEBREAKS.BH.value(opponent, context, 0, 0)
  end)
  return #values > 0 and total(values) / #values or nil
end

function TIEBREAKS.AOB.show(halves)
  return halves / 2
end

-- The product of two values in half points is in quarter points.
function TIEBREAKS.SB.terms(player, context)
  local terms = {}
  for _, entry in ipairs(player.entries) do
    local value = opponent_points(player, entry, context)
    if value then
      terms[#terms + 1] = { value = value * entry.score }
    end
  end
  return terms
end

function TIEBREAKS.SB.value(player, context)
  return total_of(TIEBREAKS.SB.terms(player, context), 0, 0)
end

function TIEBREAKS.SB.show(quarters)
  return quarters / 4
end

function TIEBREAKS.WIN.value(player)
  return count(player, function(entry) return entry.points == 2 end)
end

function TIEBREAKS.WON.value(player)
  return count(player, function(entry) return entry.points == 2 and entry.is_played end)
end

function TIEBREAKS.BPG.value(player)
  return count(player, function(entry) return entry.color == "black" and entry.is_played end)
end

function TIEBREAKS.BWG.value(player)
  return count(player, function(entry) return entry.color == "black" and entry.points == 2 and entry.is_played end)
end

-- If a player has no entry for a round, the total score so far is added again. If rounds have no numbers, each game
-- counts as a round.
function TIEBREAKS.PS.value(player, context, low)
  local sum, points, at = 0, 0, 1
  for round = 1, math.max(context.rounds, #player.entries) do
    local entry = player.entries[at]
    while entry and (entry.round or round) <= round and (context.rounds > 0 or at <= round) do
      points, at = points + (entry.score or 0), at + 1
      entry = player.entries[at]
    end
    sum = sum + (round > low and points or 0)
  end
  return sum
end

-- `possible`: the maximum half points that a player can have.
function TIEBREAKS.KS.value(player, context)
  local sum = 0
  for _, entry in ipairs(player.entries) do
    if entry.opponent and 2 * entry.opponent.points >= context.possible then
      sum = sum + (entry.score or 0)
    end
  end
  return sum
end

function TIEBREAKS.ARO.value(player, _, low)
  local ratings = rated(player)
  return elo.average(sum_of(ratings, low + 1), math.max(#ratings - low, 0))
end

function TIEBREAKS.TPR.value(player)
  local ratings, halves = rated(player)
  return elo.performance(sum_of(ratings, 1), halves, #ratings)
end

function TIEBREAKS.APRO.value(player)
  local values = values_of_opponents(player, TIEBREAKS.TPR.value)
  return elo.average(total(values), #values)
end

function TIEBREAKS.RTNG.value(player)
  return player.rating
end

function TIEBREAKS.GP.value(player)
  return player.game_points
end

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

-- ---- the requested tie-breaks --------------------------------------------------------------------

local MOST_CUT = 999 -- as many as rounds

-- Return what may be asked for, for a message.
local function known()
  local names = {}
  for name in pairs(TIEBREAKS) do
    names[#names + 1] = name
  end
  table.sort(names)
  return ("there are %s, and BH-C1, BH-M1, FB-C1, FB-M1, PS-C1, ARO-C1"):format(table.concat(names, ", "))
end

local function parse_one(word)
  local name, letter, number = word:upper():match("^(%u+)[-/]?([CM]?)(%d*)$")
  -- The C may follow the name without a hyphen, as in AROC1.
  if name and number ~= "" and letter == "" then
    name, letter = name:match("^(%u+)([CM])$")
  end
  local tiebreak = TIEBREAKS[name]
  if not tiebreak then
    return nil, ("there is no tie-break '%s'; %s"):format(word, known())
  end
  local can_cut = letter == "" or letter == "C" and tiebreak.has_cut or letter == "M" and tiebreak.has_median
  if not can_cut or (letter == "") ~= (number == "") then
    return nil, ("'%s': %s has no such cut; %s"):format(word, name, known())
  end
  local cut = number == "" and 0 or numbers.whole(number, 0, MOST_CUT)
  if not cut then
    return nil, ("'%s': at most %d results can be cut"):format(word, MOST_CUT)
  end
  return {
    name = letter == "" and name or ("%s-%s%d"):format(name, letter, cut), base = name, kind = tiebreak.kind,
    digits = tiebreak.digits, title = tiebreak.title, low = cut, high = letter == "M" and cut or 0,
  }
end

--- Parse a list of tie-breaks.
---@param text string "DE,BH-C1,SB"; "" for none
---@return table[]? tiebreaks {name, base, kind, digits, title, low, high}
---@return string? err
-- @usage require("lucena.tournament.standings").parse("BH-C1, SB")[1].name --> BH-C1
function M.parse(text)
  local list = {}
  for word in text:gmatch("[^,%s]+") do
    local tiebreak, message = parse_one(word)
    if not tiebreak then
      return nil, message
    end
    list[#list + 1] = tiebreak
  end
  return list
end

--- Return tie-breaks for teams. The points of teams are match points, not half points. Board points are half points.
---@param tiebreaks table[] made by parse()
---@return table[]
-- @usage local s = require("lucena.tournament.standings"); return s.for_teams(s.parse "SB")[1].kind --> integer
function M.for_teams(tiebreaks)
  local list = {}
  for i, tiebreak in ipairs(tiebreaks) do
    local is_points = tiebreak.base == "SB" or tiebreak.kind == "points" and tiebreak.base ~= "GP"
    list[i] = is_points and setmetatable({ kind = "integer", digits = false }, { __index = tiebreak }) or tiebreak
  end
  return list
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
  local fields = TIEBREAKS[tiebreak.base].fields
  if fields then
    local points, met = encounters(group, context, "score")
    for _, player in ipairs(group) do
      player.values[tiebreak.name] = met[player] > 0 and points[player] or nil
    end
    groups = by_encounters(group, context, fields)
  else
    groups = partition(group, function(player) return player.values[tiebreak.name] end)
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
    most = math.max(most, count(player, function(entry)
      return entry.points and not entry.is_armageddon and (is_swiss or entry.opponent)
    end))
  end
  return win_of(players) * most
end

--- Sort players. Each player gets `rank` (shared if all values are equal), `values` (by name of the tie-break),
-- `place`, the row in the table, and `context`, with `lacks_encounters` if games among tied players are missing.
---@param players table[] made by `lucena.tournament.event`
---@param tiebreaks table[] made by parse()
---@param context table is_swiss: whether pairings depend on results; rounds; first: a function that returns the value
-- to sort a player by before the tie-breaks, default the points
---@return table[] players sorted, a new array
function M.rank(players, tiebreaks, context)
  local first = context.first or function(player) return player.points end
  context = { is_swiss = context.is_swiss, rounds = context.rounds, win = win_of(players),
    possible = possible_points(players, context.is_swiss) }
  context.meetings = meetings_of(players, context)
  for _, player in ipairs(players) do
    player.values, player.context = {}, context
    for _, tiebreak in ipairs(tiebreaks) do
      local value = TIEBREAKS[tiebreak.base].value
      player.values[tiebreak.name] = value and value(player, context, tiebreak.low, tiebreak.high)
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
  local value, show = player.values[tiebreak.name], not player.game_points and TIEBREAKS[tiebreak.base].show
  return value and show and show(value) or value
end

--- Return the addends of a tie-break, in the order of the rounds.
---@param player table a ranked player
---@param tiebreak table one of parse()
---@return table[]? addends {value, is_omitted}; nil if the tie-break is not a sum over opponents
function M.addends(player, tiebreak)
  local definition = TIEBREAKS[tiebreak.base]
  if not definition.terms then
    return nil
  end
  local terms = marked(definition.terms(player, player.context), tiebreak.low, tiebreak.high)
  for _, term in ipairs(terms) do
    term.value = definition.show and not player.game_points and definition.show(term.value) or term.value
  end
  return terms
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
  return TIEBREAKS.TPR.value(player), games > 0 and k * hundredths / 100 or nil
end

return M
