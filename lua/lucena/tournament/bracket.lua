--- The structure of a knockout: who meets whom in each round, and how many matches are missing.
--
-- A match is all games of two players in one round. A bracket has these properties:
--
-- - At most one player of each match plays in later rounds. As an exception, the losers of the semifinals may play for
--   third place.
-- - From the second round on, the number of players never increases. The last round has at most half of the largest
--   number of players.
-- - Two of three matches have several games; or all matches up to the final are present, and no match is one drawn
--   game. Without this rule, the games of two players from a Swiss would often be a bracket.
--
-- Players who have several games, all against one opponent, form a bracket of one round, whatever the round numbers.
-- Examples are matches that are played at the same time.
-- @module lucena.tournament.bracket

local M = {}

local FEWEST = 4 -- players

-- Return the opponents in a round by player, the number of players, the number of matches with several games, and the
-- number of matches that are one drawn game. Returns nil if a player has two opponents.
local function round_pairs(players, round)
  local opponents, count, several, drawn = {}, 0, 0, 0
  for _, player in ipairs(players) do
    local games, points = 0, nil
    for _, entry in ipairs(player.entries) do
      if entry.round == round and entry.opponent then
        if opponents[player] and opponents[player] ~= entry.opponent then
          return nil
        end
        count = count + (opponents[player] and 0 or 1)
        opponents[player], games, points = entry.opponent, games + 1, entry.points
      end
    end
    several = several + (games > 1 and 1 or 0)
    drawn = drawn + (games == 1 and points == 1 and 1 or 0)
  end
  return opponents, count, several // 2, drawn // 2
end

-- Return whether the last round is a final, and a match for third place.
local function has_third_place(counts)
  return #counts > 1 and counts[#counts - 1] == 4 and counts[#counts] == 4
end

-- Return whether at most one player of each match plays in later rounds.
local function eliminates(it)
  local matches, counts, last = it.matches, it.counts, it.last
  local rounds = #matches
  for round = 1, rounds - 1 do
    local has_third = round == rounds - 1 and has_third_place(counts)
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

-- Return the number of matches of the last round: the least power of two with which no earlier round has too many.
local function last_matches(counts)
  local most, rounds = 1, #counts
  for round, count in ipairs(counts) do
    most = math.max(most, count / 2 / 2 ^ (rounds - round))
  end
  local number = 1
  while number < most do
    number = 2 * number
  end
  return number
end

-- Return the expected number of matches up to the last round, and of all matches. Each round has twice as many matches
-- as the next. In the first round, some players may have a bye.
local function expected_of(it)
  local matches, counts = it.matches, { table.unpack(it.counts) }
  local rounds = #matches
  local extra = has_third_place(counts) and 1 or 0
  counts[rounds] = counts[rounds] - 2 * extra
  local of_round = last_matches(counts)
  local sum, later = of_round + extra, of_round - 1
  for round = rounds - 1, 1, -1 do
    of_round = 2 * of_round
    local free = 0
    for player in pairs(round == 1 and matches[2] or {}) do
      free = free + (matches[1][player] and 0 or 1)
    end
    local has_byes = free > 0 and free <= counts[1] // 2 and counts[2] == of_round
      and counts[1] // 2 + free == counts[2]
    sum = sum + (has_byes and counts[1] // 2 or of_round)
  end
  return sum, sum + later
end

-- Return the bracket if all players have several games against one opponent.
local function single_round(players)
  local matches = {}
  for _, player in ipairs(players) do
    for _, entry in ipairs(player.entries) do
      if not entry.opponent or matches[player] and matches[player] ~= entry.opponent then
        return nil
      end
      matches[player] = entry.opponent
    end
    if #player.entries < 2 then
      return nil
    end
  end
  return { rounds = 1, matches = { matches }, present = #players // 2, expected = #players // 2,
    is_complete = true }
end

--- Treat all games as games of one round.
---@param players table[]
---@return integer rounds 1
function M.flatten(players)
  for _, player in ipairs(players) do
    for _, entry in ipairs(player.entries) do
      entry.round = 1
    end
  end
  return 1
end

--- Return the bracket of a tournament.
---@param players table[]
---@param rounds integer
---@return table? bracket rounds, matches (by round, then player: the opponent), present and expected (numbers of
-- matches), is_complete (no match of these rounds is missing); nil if the tournament is not a knockout
function M.of(players, rounds)
  if #players < FEWEST then
    return nil
  end
  local single = single_round(players)
  if single or rounds < 2 then
    return single
  end
  local it, present, several, drawn = { rounds = rounds, matches = {}, counts = {}, last = {} }, 0, 0, 0
  for round = 1, rounds do
    local opponents, count, number, draws = round_pairs(players, round)
    if not opponents or count == 0 then
      return nil
    end
    it.matches[round], it.counts[round] = opponents, count
    present, several = present + count // 2, several + number
    drawn = drawn + draws
    for player in pairs(opponents) do
      it.last[player] = round
    end
  end
  if not (shrinks(it.counts) and eliminates(it)) then
    return nil
  end
  local until_now, all = expected_of(it)
  it.present, it.expected, it.is_complete = present, all, present == until_now
  local is_whole = it.is_complete and until_now == all and drawn == 0
  return (is_whole or 3 * several >= 2 * present) and it or nil
end

return M
