--- Determines whether games of a tournament are missing.
--
-- - robin: each pair should have the number of games that is most frequent among the pairs. A further game of a pair
--   does not replace the missing one of another. If all numbered rounds up to the last played one are complete, the
--   tournament is in progress, and no game is missing.
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

-- Return the numbers of games of the pairs that met: a list of {one player, the other, number}, in the order of the
-- players and their games.
local function meetings_of(players)
  local list, is_done = {}, {}
  for _, player in ipairs(players) do
    local of = {}
    for _, entry in ipairs(player.entries) do
      local opponent = entry.opponent
      if opponent and not is_done[opponent] and not entry.is_armageddon then
        if not of[opponent] then
          of[opponent] = { player, opponent, 0 }
          list[#list + 1] = of[opponent]
        end
        of[opponent][3] = of[opponent][3] + 1
      end
    end
    is_done[player] = true
  end
  return list
end

-- Return the most frequent number of games of a pair; of equally frequent numbers, the greatest.
local function usual_number(meetings)
  local counts, best = {}, 1
  for _, it in ipairs(meetings) do
    counts[it[3]] = (counts[it[3]] or 0) + 1
  end
  for number, count in pairs(counts) do
    if count > (counts[best] or 0) or count == counts[best] and number > best then
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

-- Count the games, if each pair of players has `number` of them. Further games are listed in `extra`.
local function robin_of(players, meetings, number)
  local it = { present = 0, games = {}, meetings = number, extra = {},
    expected = number * #players * (#players - 1) // 2 }
  for _, met in ipairs(meetings) do
    local games = math.min(met[3], number)
    it.present = it.present + games
    for side = 1, 2 do
      it.games[met[side]] = (it.games[met[side]] or 0) + games
    end
    it.extra[#it.extra + 1] = met[3] > number and met or nil
  end
  return it
end

local function most_games(meetings)
  local most = 0
  for _, met in ipairs(meetings) do
    most = math.max(most, met[3])
  end
  return most
end

-- If all rounds so far are complete, the further games of some pairs belong to the next cycle.
function FOUND.robin(players, rounds)
  local meetings, in_progress = meetings_of(players), is_in_progress(players, rounds)
  local found = robin_of(players, meetings, usual_number(meetings))
  if in_progress and found.extra[1] then
    found = robin_of(players, meetings, most_games(found.extra))
  end
  found.is_complete = in_progress or found.present == found.expected
  return found
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
-- number in a Swiss), unit ("games", or "matches" in a knockout), is_complete (true also if the tournament is in
-- progress), is_typical (of a Swiss: at least three rounds, and no pair met twice). Of a round robin: meetings (the
-- number of games of each pair), extra (the pairs with more: {one player, the other, number}), games (by player,
-- without these)
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
  local robin = is_robin and FOUND.robin(teams, rounds)
  local missing = robin and robin.expected - robin.present or 0
  return { present = present, expected = most * (#matches + missing), unit = "games", extra = robin and robin.extra,
    is_complete = present == most * #matches and (not robin or robin.is_complete) }
end

return M
