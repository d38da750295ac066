--- Determines the kind of a tournament. Game files do not contain the kind, but the pairings nearly always show it:
--
-- - teams: every game has WhiteTeam and BlackTeam.
-- - match: two players.
-- - knockout: at least four players, and numbered rounds. In each round every player has one opponent, and only one of
--   the two plays in later rounds. As an exception, the losers of the semifinals may play for third place. From the
--   second round on, the number of players never increases. The last round has at most half of the largest number of
--   players.
-- - robin: each player met every other player. If games are missing, at least half of all pairs met, and either there
--   are as many rounds as all pairings need, or rounds have no numbers.
-- - swiss: all other tournaments. The first half of an unfinished round robin looks like a swiss, too.
-- @module lucena.tournament.kind

local M = {}

--- The kinds, in the order of the tests.
M.KINDS = { "teams", "match", "knockout", "robin", "swiss" }

local function is_of_teams(event)
  for _, record in ipairs(event.records) do
    if not (record.white_team and record.black_team) then
      return false
    end
  end
  return true
end

-- Return the opponents in a round by player, and the number of players. Returns nil if a player has two opponents.
local function round_pairs(players, round)
  local opponents, count = {}, 0
  for _, player in ipairs(players) do
    for _, entry in ipairs(player.entries) do
      if entry.round == round and entry.opponent then
        if opponents[player] and opponents[player] ~= entry.opponent then
          return nil
        end
        count = count + (opponents[player] and 0 or 1)
        opponents[player] = entry.opponent
      end
    end
  end
  return opponents, count
end

-- Return the opponents by round and player, the number of players by round, and the last round of each player. Returns
-- nil if a player has two opponents in one round.
local function matches_of(players, rounds)
  local matches, counts, last = {}, {}, {}
  for round = 1, rounds do
    matches[round], counts[round] = round_pairs(players, round)
    if not matches[round] or counts[round] == 0 then
      return nil
    end
    for player in pairs(matches[round]) do
      last[player] = round
    end
  end
  return matches, counts, last
end

-- Return whether at most one player of each match plays in later rounds.
local function eliminates(matches, counts, last)
  local rounds = #matches
  for round = 1, rounds - 1 do
    local has_third = round == rounds - 1 and counts[round] == 4 and counts[rounds] == 4
    for player, opponent in pairs(matches[round]) do
      local both = last[player] > round and last[opponent] > round
      if both and not (has_third and matches[rounds][player] ~= opponent) then
        return false
      end
    end
  end
  return true
end

local function shrinks(counts)
  local most = counts[1]
  for round = 2, #counts do
    if round > 2 and counts[round] > counts[round - 1] then
      return false
    end
    most = math.max(most, counts[round])
  end
  return 2 * counts[#counts] <= most
end

local function is_knockout(players, rounds)
  if #players < 4 or rounds < 2 then
    return false
  end
  local matches, counts, last = matches_of(players, rounds)
  return matches ~= nil and shrinks(counts) and eliminates(matches, counts, last)
end

local function is_robin(players, rounds)
  local met, seen = 0, {}
  for _, player in ipairs(players) do
    for _, entry in ipairs(player.entries) do
      local key = entry.opponent and player.name .. "\0" .. entry.opponent.name
      if key and not seen[key] then
        seen[key], met = true, met + 1
      end
    end
  end
  local all = #players * (#players - 1)
  return met == all or 2 * met >= all and (rounds == 0 or rounds >= #players - 1)
end

--- Return the kind of a tournament with more than two players or teams.
---@param players table[]
---@param rounds integer
---@return string kind
function M.by_pairings(players, rounds)
  if is_knockout(players, rounds) then
    return "knockout"
  end
  return is_robin(players, rounds) and "robin" or "swiss"
end

--- Return the kind of an event.
---@param event table made by `lucena.tournament.event`
---@param players table[] its players
---@param rounds integer
---@return string kind one of KINDS
function M.of(event, players, rounds)
  if is_of_teams(event) then
    return "teams"
  end
  return #players <= 2 and "match" or M.by_pairings(players, rounds)
end

return M
