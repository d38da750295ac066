--- The tie-breaks of tournaments: their definitions, their names and their values.
--
-- Source: FIDE Handbook C.07, "Tie-Break Regulations" of 2024, with the rules for unplayed rounds (article 16) of
-- March 2026, and the list "Mandatory Tie-Breaks" of 2026 for the names. The formulas follow the published articles.
-- All points are computed in half points.
--
-- - DE: direct encounter (6), points in the games of the tied players against each other. If all of them met, these
--   points decide, and players who are still tied are compared again among themselves. If some did not meet, a player
--   is ranked first only if the missing games could not change that. The table shows only the points, and nothing for a
--   player who met none of the others.
-- - BH: Buchholz (8.1), the sum of the opponents' points
-- - FB: Fore Buchholz (8.3), the Buchholz as if all paired games of the last planned round had been drawn
-- - AOB: the average Buchholz of the opponents in played games (8.2); AOB-F: the average of their Fore Buchholz
-- - SB: Sonneborn-Berger (9.1), each opponent's points times the points scored against that opponent
-- - WIN: rounds in which the player scored as many points as for a win, played or not (7.1)
-- - WON: games won over the board (7.2)
-- - BPG: games played over the board with Black (7.3)
-- - BWG: games won over the board with Black (7.4)
-- - PS: progressive (7.5): the total score after each round, summed over all rounds
-- - REP: rounds that the player elected to play (7.6): all but half-point and zero-point byes and forfeit losses
-- - STD: the points that usual scoring gives, 1, ½ and 0 (7.7)
-- - KS: Koya (9.2), points against opponents who have at least half of all possible points. KS-L+1 and KS-L-1 raise and
--   lower this limit by one half point
-- - ARO: average rating of the opponents in played games, rounded to the nearest integer, halves up (10.1)
-- - TPR: performance rating (10.2), ARO plus the difference for the score in table B.02, see `lucena.elo`
-- - APRO: the average TPR of the opponents in played games, rounded like ARO (10.4)
-- - RTNG: the player's own rating (10.6), the highest first; RTNG-R: the lowest first
-- - GP: for teams, the points on all boards
-- - EDE: for teams, the direct encounter by match points. If these decide nothing, the points on the boards decide.
--   Both are applied again to each smaller group that remains tied (13.3).
--
-- Not supported: TPN (7.8), PTP (10.3), APPO (10.5) and the tie-breaks of teams other than GP and EDE.
--
-- Cuts: -Cn omits the n least significant addends (14.1), -Mn also the n highest (14.3). Any tie-break that adds or
-- averages values of rounds can be cut: BH, FB, SB, AOB, ARO, APRO, and PS with -C. The least significant addend is the
-- lowest one, for SB that of the opponent with the fewest points (14.1.1), and for PS that of the first round. Before
-- it, the lowest addend of a voluntary unplayed round is omitted, if it is not lower (16.5). A `/` may replace the `-`.
--
-- Games of less than one move (W, D and L in tournament report files) are played games, because both players came to
-- the board: they count in WON, BPG, BWG, BH, AOB, ARO, TPR and APRO. The articles speak of games over the board, and
-- not of rated games.
--
-- Unplayed rounds, if pairings depend on results (Swiss):
--
-- - For the player's opponents, a half-point or zero-point bye counts as a draw if only voluntary unplayed rounds
--   follow it (16.3.2).
-- - For the player, an unplayed round counts as a game against a dummy opponent with the player's own points (16.4).
--   The dummy has at most the points of the scheduled opponent (16.4.1). If no opponent was scheduled, it has at most
--   the points of a draw for each planned round (16.4.2). The rules of 2024, for events before March 2026, have no such
--   limits.
--
-- If pairings are fixed in advance (round robin, matches), a forfeit counts like other games, except for ratings, WON,
-- BPG and BWG (15). An unknown round adds nothing.
-- @module lucena.tournament.tiebreaks

local elo = require("lucena.elo")
local numbers = require("lucena.number")

local M = {}

-- ---- addends of tie-breaks -----------------------------------------------------------------------

local DRAWN = { points = 1, is_played = true, is_voluntary = false, is_forfeit = false }

-- Return a player's entries and points. With `is_fore`, the paired game of the last planned round counts as a draw.
local function entries_of(player, context)
  if not context.is_fore then
    return player.entries, player.points
  end
  local entries, points = { table.unpack(player.entries) }, player.points
  for i, entry in ipairs(entries) do
    if entry.opponent and entry.round == context.planned then
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
  local own = select(2, entries_of(player, context))
  if context.rules == "2024" then
    return own
  end
  return math.min(own, entry.opponent and adjusted(entry.opponent, context) or context.planned * entry.scale[1])
end

-- Return the first term with the lowest value of a field, and of these with the lowest value of another field.
local function lowest(terms, field, other, accepts)
  local best
  for _, term in ipairs(terms) do
    if not term.is_omitted and accepts(term) and (not best or term[field] < best[field]
      or term[field] == best[field] and term[other] < best[other]) then
      best = term
    end
  end
  return best
end

local function is_any()
  return true
end

local function is_voluntary(term)
  return term.is_voluntary
end

-- Mark the terms {value, key, is_voluntary} that are omitted (`is_omitted`): the `low` least significant and the `high`
-- highest. `key` is what a cut compares, by default the value. The order of the terms, which is that of the rounds,
-- does not change.
local function marked(terms, low, high)
  for _, term in ipairs(terms) do
    term.key = term.key or term.value
  end
  for _ = 1, math.min(low, #terms) do
    local least, chosen = lowest(terms, "key", "value", is_any), lowest(terms, "value", "key", is_voluntary)
    local omitted = chosen and chosen.value >= least.value and chosen or least
    omitted.is_omitted = true
  end
  local rest = {}
  for _, term in ipairs(terms) do
    rest[#rest + 1] = not term.is_omitted and term or nil
  end
  table.sort(rest, function(a, b) return a.value > b.value end)
  for i = 1, math.min(high, #rest) do
    rest[i].is_omitted = true
  end
  return terms
end

-- Return the sum and the number of the terms without the `low` least significant and the `high` highest.
local function total_of(terms, low, high)
  local sum, number = 0, 0
  for _, term in ipairs(marked(terms, low, high)) do
    sum, number = sum + (term.is_omitted and 0 or term.value), number + (term.is_omitted and 0 or 1)
  end
  return sum, number
end

local function count(player, accepts)
  local number = 0
  for _, entry in ipairs(player.entries) do
    number = number + (accepts(entry) and 1 or 0)
  end
  return number
end

-- Return a list of terms of the opponents in played games; opponents without a value are omitted.
local function opponents(player, value)
  local terms = {}
  for _, entry in ipairs(player.entries) do
    local number = entry.is_played and value(entry)
    terms[#terms + 1] = number and { value = number } or nil
  end
  return terms
end

local function rating_of(entry)
  return entry.opponent_rating
end

-- ---- the tie-breaks ------------------------------------------------------------------------------

-- By name: a function terms(player, context) that returns the addends, and how they are combined: `average`, otherwise
-- they are added; or a function value(player, context, tiebreak). `cuts` are the letters of the cuts. `has_addends`:
-- cards show the addends. `variants`: other forms by letter, each with its title.
local TIEBREAKS = {
  BH = { title = "Buchholz", kind = "points", cuts = "CM", has_addends = true },
  FB = { title = "Fore Buchholz", kind = "points", cuts = "CM", has_addends = true },
  AOB = { title = "average Buchholz of opponents", kind = "decimal", digits = 2, cuts = "CM",
    variants = { F = "average Fore Buchholz of opponents" } },
  SB = { title = "Sonneborn-Berger", kind = "decimal", digits = 2, cuts = "CM", has_addends = true },
  WIN = { title = "wins", kind = "integer" },
  WON = { title = "games won over the board", kind = "integer" },
  BPG = { title = "games with Black", kind = "integer" },
  BWG = { title = "games won with Black", kind = "integer" },
  REP = { title = "rounds elected to play", kind = "integer" },
  STD = { title = "points in usual scoring", kind = "points" },
  PS = { title = "progressive score", kind = "points", cuts = "C" },
  KS = { title = "Koya", kind = "points", variants = { L = "Koya" } },
  ARO = { title = "average rating of opponents", kind = "year", cuts = "CM" },
  TPR = { title = "performance", kind = "year" },
  APRO = { title = "average performance of opponents", kind = "year", cuts = "CM" },
  RTNG = { title = "rating", kind = "year", variants = { R = "rating, lowest first" } },
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

local function fore(context)
  return setmetatable({ is_fore = true }, { __index = context })
end

function TIEBREAKS.FB.terms(player, context)
  return TIEBREAKS.BH.terms(player, fore(context))
end

function TIEBREAKS.AOB.terms(player, context, tiebreak)
  context = tiebreak.variant == "F" and fore(context) or context
  return opponents(player, function(entry)
    return (total_of(TIEBREAKS.BH.terms(entry.opponent, context), 0, 0))
  end)
end

function TIEBREAKS.AOB.average(sum, number)
  return number > 0 and sum / number or nil
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
      terms[#terms + 1] = { value = value * entry.score, key = value,
        is_voluntary = context.is_swiss and entry.is_voluntary or false }
    end
  end
  return terms
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

function TIEBREAKS.REP.value(player)
  return count(player, function(entry) return not entry.is_voluntary and not entry.is_armageddon end)
end

function TIEBREAKS.STD.value(player)
  local sum = 0
  for _, entry in ipairs(player.entries) do
    sum = sum + (entry.points or 0)
  end
  return sum
end

-- If a player has no entry for a round, the total score so far is added again. If rounds have no numbers, each game
-- counts as a round.
function TIEBREAKS.PS.terms(player, context)
  local terms, points, at = {}, 0, 1
  for round = 1, math.max(context.rounds, #player.entries) do
    local entry = player.entries[at]
    while entry and (entry.round or round) <= round and (context.rounds > 0 or at <= round) do
      points, at = points + (entry.score or 0), at + 1
      entry = player.entries[at]
    end
    terms[round] = { value = points, key = round }
  end
  return terms
end

-- `possible`: the maximum half points that a player can have. The limit may be raised by a number of half points.
function TIEBREAKS.KS.value(player, context, tiebreak)
  local sum = 0
  for _, entry in ipairs(player.entries) do
    if entry.opponent and 2 * (entry.opponent.points - tiebreak.limit * entry.scale[1]) >= context.possible then
      sum = sum + (entry.score or 0)
    end
  end
  return sum
end

function TIEBREAKS.ARO.terms(player)
  return opponents(player, rating_of)
end

TIEBREAKS.ARO.average = elo.average

-- Return the performance in the games that a function accepts: the opponents' average rating, and FIDE's difference.
local function performance(player, accepts)
  local sum, halves, games = 0, 0, 0
  for _, entry in ipairs(player.entries) do
    if entry.is_played and entry.opponent_rating and accepts(entry) then
      sum, halves, games = sum + entry.opponent_rating, halves + entry.points, games + 1
    end
  end
  return elo.performance(sum, halves, games)
end

function TIEBREAKS.TPR.value(player)
  return performance(player, is_any)
end

function TIEBREAKS.APRO.terms(player)
  return opponents(player, function(entry) return TIEBREAKS.TPR.value(entry.opponent) end)
end

TIEBREAKS.APRO.average = elo.average

function TIEBREAKS.RTNG.value(player)
  return player.rating
end

function TIEBREAKS.GP.value(player)
  return player.game_points
end

--- Return the performance rating in rated games.
---@param player table
---@return integer? performance
function M.rated_performance(player)
  return performance(player, function(entry) return not entry.is_unrated end)
end

-- ---- values --------------------------------------------------------------------------------------

--- Return the value of a tie-break by which players are sorted; nil if the player has none.
---@param player table
---@param tiebreak table one of parse()
---@param context table made by rank() of `lucena.tournament.standings`
---@return number? value in half points; that of SB in quarter points
function M.value(player, tiebreak, context)
  local it = TIEBREAKS[tiebreak.base]
  if it.value then
    return it.value(player, context, tiebreak)
  elseif it.terms then
    local sum, number = total_of(it.terms(player, context, tiebreak), tiebreak.low, tiebreak.high)
    return it.average and it.average(sum, number) or not it.average and sum or nil
  end
end

--- Return a value as a table shows it.
---@param value number?
---@param player table
---@param tiebreak table one of parse()
---@return number?
function M.shown(value, player, tiebreak)
  local show = not player.game_points and TIEBREAKS[tiebreak.base].show
  return value and show and show(value) or value
end

--- Return the addends of a tie-break, in the order of the rounds.
---@param player table
---@param tiebreak table one of parse()
---@param context table made by rank() of `lucena.tournament.standings`
---@return table[]? addends {value, is_omitted}; nil if the tie-break is not a sum over opponents
function M.addends(player, tiebreak, context)
  local it = TIEBREAKS[tiebreak.base]
  if not it.has_addends then
    return nil
  end
  local terms = marked(it.terms(player, context, tiebreak), tiebreak.low, tiebreak.high)
  for _, term in ipairs(terms) do
    term.value = M.shown(term.value, player, tiebreak)
  end
  return terms
end

--- Return the fields by which a direct encounter compares players; nil for other tie-breaks.
---@param tiebreak table one of parse()
---@return string[]?
function M.encounter_fields(tiebreak)
  return TIEBREAKS[tiebreak.base].fields
end

-- ---- names ---------------------------------------------------------------------------------------

local MOST_CUT = 999 -- as many as rounds
local MOST_LIMIT = 99

-- The names of FIDE's list that have no definition here.
local UNSUPPORTED = {}
for name in ("TPN PTP APPO BC TBR BBE MPVGP EMMSB EMGSB EGMSB EGGSB EDEBT EDEBB EDET EDEB SSSC"):gmatch("%u+") do
  UNSUPPORTED[name] = true
end

-- Return what may be asked for, for a message.
local function known()
  local names = {}
  for name in pairs(TIEBREAKS) do
    names[#names + 1] = name
  end
  table.sort(names)
  return ("there are %s, with cuts such as BH-C1, BH-M1, SB-C1, and RTNG-R, AOB-F, KS-L+1"):format(
    table.concat(names, ", "))
end

-- Set the options of a tie-break from the text after its name: "C1", "M2", "F", "R", "L+1". Return a message if it does
-- not have them.
local function set_option(tiebreak, definition, text)
  local letter, digits = text:match("^([CM])(%d+)$")
  local variant, limit = text:match("^(%u)([+-]?%d*)$")
  if letter and (definition.cuts or ""):find(letter, 1, true) then
    local cut = numbers.whole(digits, 0, MOST_CUT)
    tiebreak.low, tiebreak.high = cut, letter == "M" and cut or 0
    return not cut and ("at most %d results can be cut"):format(MOST_CUT) or nil
  elseif variant and (definition.variants or {})[variant] and (limit ~= "") == (variant == "L") then
    local number = variant ~= "L" and 0 or numbers.whole(limit:match("%d+"), 0, MOST_LIMIT)
    tiebreak.limit = number and (limit:find("^%-") and -number or number)
    tiebreak.title, tiebreak.variant = definition.variants[variant], variant
    return not number and ("the limit is at most %d half points"):format(MOST_LIMIT) or nil
  end
  return ("%s has no such %s; %s"):format(tiebreak.base, letter and "cut" or "form", known())
end

-- Return the name and the option of a word such as "BH-C1", "BH/C1" or "BHC1".
local function parts_of(word)
  local name, option = word:match("^(%u+)[-/](.*)$")
  if not name then
    name, option = word:match("^(%u+)([CM]%d+)$")
  end
  return name or word, option
end

local function parse_one(word)
  local name, option = parts_of(word:upper())
  local definition = TIEBREAKS[name]
  if not definition then
    local problem = UNSUPPORTED[name] and "the tie-break '%s' is not supported; %s" or "there is no tie-break '%s'; %s"
    return nil, problem:format(word, known())
  end
  local tiebreak = { name = option and name .. "-" .. option or name, base = name, kind = definition.kind,
    digits = definition.digits, title = definition.title, low = 0, high = 0, limit = 0 }
  local message = option and set_option(tiebreak, definition, option)
  if message then
    return nil, ("'%s': %s"):format(word, message)
  end
  return tiebreak
end

--- Parse a list of tie-breaks.
---@param text string "DE,BH-C1,SB"; "" for none
---@return table[]? tiebreaks {name, base, kind, digits, title, low, high, limit, variant}
---@return string? err
-- @usage require("lucena.tournament.tiebreaks").parse("BH-C1, SB")[1].name --> BH-C1
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

-- The tie-breaks of teams that are counted in half points.
local IN_HALVES = { GP = true, STD = true }

--- Return tie-breaks for teams. The points of teams are match points, not half points. Board points are half points.
---@param tiebreaks table[] made by parse()
---@return table[]
-- @usage local t = require("lucena.tournament.tiebreaks"); return t.for_teams(t.parse "SB")[1].kind --> integer
function M.for_teams(tiebreaks)
  local list = {}
  for i, tiebreak in ipairs(tiebreaks) do
    local is_points = tiebreak.base == "SB" or tiebreak.kind == "points" and not IN_HALVES[tiebreak.base]
    list[i] = is_points and setmetatable({ kind = "integer", digits = false }, { __index = tiebreak }) or tiebreak
  end
  return list
end

return M
