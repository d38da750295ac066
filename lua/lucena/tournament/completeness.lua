--- Determines whether games of a tournament are missing.
--
-- - robin: each pair should have the number of games that is most frequent among the pairs. If all numbered rounds up
--   to the last played one are complete, the tournament is in progress, and no game is missing.
-- - match: there should be a game for each number up to the highest.
-- - teams: all matches should have the same number of boards, the largest number in any match. In a round robin, each
--   pair of teams should have as many matches as most pairs.
-- - swiss: there may be byes and withdrawals. So it is incomplete only if the games and byes are fewer than three
--   quarters of the largest possible number.
-- - knockout: each round should have twice as many matches as the next, see `lucena.tournament.bracket`. Matches are
--   counted instead of games. If the last round is not a final, the tournament is in progress.
-- @module lucena.tournament.completeness

local bracket = require("lucena.tournament.bracket")

local M = {}

local ENOUGH = 3 / 4

local function count_entries(players, accepts)
  local count = 0
  for _, player in ipairs(players) do
    for _, entry in ipairs(player.entries) do
      count = count + (accepts(entry) and 1 or 0)
    end
  end
  return count
end

-- Return the most frequent number of games of a pair.
local function usual_meetings(players)
  local counts, best = {}, 1
  for _, player in ipairs(players) do
    local met = {}
    for _, entry in ipairs(player.entries) do
      if entry.opponent and not entry.is_armageddon then
        met[entry.opponent] = (met[entry.opponent] or 0) + 1
      end
    end
    for _, number in pairs(met) do
      counts[number] = (counts[number] or 0) + 1
    end
  end
  for number, pairs_of in pairs(counts) do
    if pairs_of > (counts[best] or 0) or pairs_of == counts[best] and number > best then
      best = number
    end
  end
  return best
end

-- Return whether all rounds up to the last one are complete. In a complete round, every player has a game. If the
-- number of players is odd, one player may have none.
local function is_in_progress(players, rounds)
  local has_round = {}
  for _, player in ipairs(players) do
    local seen = {}
    for _, entry in ipairs(player.entries) do
      if not entry.round then
        return false
      elseif not seen[entry.round] then
        seen[entry.round], has_round[entry.round] = true, (has_round[entry.round] or 0) + 1
      end
    end
  end
  for round = 1, rounds do
    if (has_round[round] or 0) < #players - #players % 2 then
      return false
    end
  end
  return rounds > 0
end

local FOUND = {}

function FOUND.robin(players, rounds, present)
  local meetings = usual_meetings(players)
  local expected = meetings * #players * (#players - 1) // 2
  return { expected = expected, meetings = meetings,
    is_complete = present >= expected or is_in_progress(players, rounds) }
end

function FOUND.match(_, rounds, present)
  return { expected = math.max(rounds, present), is_complete = rounds <= present }
end

local LEAST_ROUNDS = 3 -- of a Swiss whose pairings show that it is one

local function has_rematch(players)
  for _, player in ipairs(players) do
    local seen = {}
    for _, entry in ipairs(player.entries) do
      if entry.opponent and seen[entry.opponent] then
        return true
      end
      seen[entry.opponent or entry] = true
    end
  end
  return false
end

-- Byes count as games here. If rounds have no numbers, their number is the largest number of games of any player.
function FOUND.swiss(players, rounds, present)
  local most = rounds
  for _, player in ipairs(players) do
    most = rounds == 0 and math.max(most, #player.entries) or most
  end
  local byes = count_entries(players, function(entry) return entry.is_bye end)
  local possible = most * (#players // 2)
  return { expected = possible, is_complete = present + byes / 2 >= ENOUGH * possible,
    is_typical = most >= LEAST_ROUNDS and not has_rematch(players) }
end

function FOUND.knockout(players, rounds)
  local it = bracket.of(players, rounds)
  return { present = it and it.present, expected = it and it.expected, unit = "matches",
    is_complete = it == nil or it.is_complete, is_single = it ~= nil and it.rounds == 1 }
end

--- Find out how many games are missing.
---@param kind string see `lucena.tournament.kind`
---@param players table[]
---@param rounds integer
---@return table found present and expected (numbers of games; expected is nil if unknown, and the largest possible
-- number in a Swiss), unit ("games", or "matches" in a knockout), meetings (the number of games of each pair of a round
-- robin), is_complete (true also if the tournament is in progress), is_typical (of a Swiss: at least three rounds, and
-- no pair met twice)
function M.of(kind, players, rounds)
  local present = count_entries(players, function(entry) return entry.color == "white" and not entry.is_armageddon end)
  local found = FOUND[kind](players, rounds, present)
  found.present, found.unit = found.present or present, found.unit or "games"
  return found
end

--- Return the same for matches of teams. Boards are counted instead of games.
---@param matches table[] made by `lucena.tournament.teams`
---@param teams table[]
---@param rounds integer
---@param is_robin boolean whether the matches are a round robin
---@return table found
function M.of_teams(matches, teams, rounds, is_robin)
  local most, present = 0, 0
  for _, match in ipairs(matches) do
    most, present = math.max(most, match.boards), present + match.boards
  end
  local robin = is_robin and FOUND.robin(teams, rounds, #matches)
  return { present = present, expected = most * (robin and math.max(robin.expected, #matches) or #matches),
    unit = "games", is_complete = present == most * #matches and (not robin or robin.is_complete) }
end

return M
