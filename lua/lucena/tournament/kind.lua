--- Determines the kind of a tournament. Game files seldom contain the kind, but the pairings nearly always show it:
--
-- - teams: nine of ten games have WhiteTeam and BlackTeam.
-- - match: two players.
-- - knockout: at least four players, whose matches form a bracket, see `lucena.tournament.bracket`.
-- - robin: each player met every other player. If games are missing, at least half of all pairs met, each player met
--   two others or more, and either there are as many rounds as all pairings need, or rounds have no numbers. Files with
--   the games of one player of an open tournament are the reason for the two others.
-- - swiss: all other tournaments. The tag EventType decides between swiss and robin: "swiss", or "Individual: Round
--   Robin" as in tournament report files. Without it, a small swiss can look like a round robin, and the first half of
--   an unfinished round robin like a swiss. If games are missing, if there are fewer than three rounds, or if a pair
--   met twice, the pairings do not show the kind, so it is called unknown.
-- @module lucena.tournament.kind

local bracket = require("lucena.tournament.bracket")

local M = {}

--- The kinds, in the order of the tests.
M.KINDS = { "teams", "match", "knockout", "robin", "swiss" }

local ENOUGH = 9 / 10 -- of the games with two teams; the tags of a few may have been forgotten

--- Return whether an event has matches of teams.
---@param event table made by `lucena.tournament.event`
---@return boolean
function M.has_teams(event)
  local count = 0
  for _, record in ipairs(event.records) do
    count = count + (record.white_team and record.black_team and 1 or 0)
  end
  return count > 0 and count >= ENOUGH * #event.records
end

local LEAST_MET = 2 -- opponents of each player of an incomplete round robin

local function is_robin(players, rounds)
  local met, least = 0, math.maxinteger
  for _, player in ipairs(players) do
    local seen, own = {}, 0
    for _, entry in ipairs(player.entries) do
      local opponent = entry.opponent
      if opponent and not seen[opponent] then
        seen[opponent], own = true, own + 1
      end
    end
    met, least = met + own, math.min(least, own)
  end
  local all = #players * (#players - 1)
  return met == all or 2 * met >= all and least >= LEAST_MET and (rounds == 0 or rounds >= #players - 1)
end

-- Return the kind of a tournament with more than two players or teams.
local function by_pairings(players, rounds)
  if bracket.of(players, rounds) then
    return "knockout"
  end
  return is_robin(players, rounds) and "robin" or "swiss"
end

-- Return whether the tags of most games call the event a Swiss or a round robin. `word` is "swiss" or "robin".
local function is_called(event, word)
  local count = 0
  for _, record in ipairs(event.records) do
    count = count + (record.event_type:lower():find(word, 1, true) and 1 or 0)
  end
  return 2 * count > #event.records
end

-- Return the kind of an event that its tags give; nil if they give none.
local function called_kind(event)
  return is_called(event, "swiss") and "swiss" or is_called(event, "robin") and "robin" or nil
end

--- Return how the matches of an event's teams are paired. Byes of teams mean a Swiss.
---@param event table made by `lucena.tournament.event`
---@param teams table[] made by `lucena.tournament.teams`
---@param rounds integer
---@return string kind "swiss", "robin" or "knockout"
function M.of_teams(event, teams, rounds)
  return called_kind(event) or event.team_byes[1] and "swiss" or by_pairings(teams, rounds)
end

-- Return whether a player has a half-point bye. Players ask for it, which only a Swiss allows.
local function has_half_bye(event)
  for _, bye in ipairs(event.byes) do
    if bye.kind == "half" then
      return true
    end
  end
  return false
end

--- Return the kind of an event.
---@param event table made by `lucena.tournament.event`
---@param players table[] its players
---@param rounds integer
---@return string kind one of KINDS
---@return boolean is_given whether tags say it, and not the pairings
function M.of(event, players, rounds)
  if M.has_teams(event) then
    return "teams", true
  end
  local kind = #players > 2 and (called_kind(event) or has_half_bye(event) and "swiss")
  if kind then
    return kind, true
  end
  return #players <= 2 and "match" or by_pairings(players, rounds), false
end

-- Return the largest number of games of a pair, and whether a player has two games in a round.
local function meetings_of(players)
  local most, is_double = 0, false
  for _, player in ipairs(players) do
    local met, rounds = {}, {}
    for _, entry in ipairs(player.entries) do
      if entry.opponent and not entry.is_armageddon then
        met[entry.opponent] = (met[entry.opponent] or 0) + 1
        most, is_double = math.max(most, met[entry.opponent]), is_double or rounds[entry.round or entry] ~= nil
        rounds[entry.round or entry] = true
      end
    end
  end
  return most, is_double
end

--- Return the kinds that the pairings allow, if they do not show the kind. In a Swiss, no pair meets twice. A round
-- robin has at most as many rounds as all pairings need.
---@param players table[]
---@param rounds integer
---@return string[] kinds
function M.fitting(players, rounds)
  local most, is_double = meetings_of(players)
  local list = {}
  list[1] = most == 1 and not is_double and "swiss" or nil
  if #players > 2 and not is_double and rounds <= most * (#players - 1 + #players % 2) then
    list[#list + 1] = "robin"
  end
  return list
end

local ROBINS = { "round robin", "double round robin", "triple round robin", "quadruple round robin",
  "quintuple round robin" }
local WORDS = { teams = "teams", match = "match", knockout = "knockout", swiss = "Swiss system" }

--- Return the words for a kind of tournament. All reports use them.
---@param kind string
---@param found table made by `lucena.tournament.completeness`
---@return string? words "double round robin", "Swiss system" ...; nil if only the pairings could show the kind, and
-- they do not
function M.words(kind, found)
  if kind == "robin" then
    return ROBINS[found.meetings] or "round robin"
  elseif kind == "knockout" and found.is_single then
    return "matches"
  elseif kind == "swiss" and not found.is_given and not (found.is_complete and found.is_typical) then
    return nil
  end
  return WORDS[kind]
end

return M
