--- Determines how far each player came in a knockout tournament. A match is all games of two players in one round. The
-- player with more points wins the match. If points are equal, the player who plays in the next round has won it. The
-- winner of a tied final is unknown, so both finalists share the rank.
-- @module lucena.tournament.knockout

local M = {}

local function match_in(player, round)
  local match
  for _, entry in ipairs(player.entries) do
    if entry.round == round and entry.opponent then
      match = match or { opponent = entry.opponent, own = 0, other = 0, is_over = true }
      match.own = match.own + (entry.points or 0)
      match.is_over = match.is_over and entry.points ~= nil
    end
  end
  return match
end

-- Add the opponent's points to each match after all games have been counted.
local function matches_of(players, rounds)
  local all = {}
  for _, player in ipairs(players) do
    all[player] = {}
    for round = 1, rounds do
      all[player][round] = match_in(player, round)
    end
  end
  for _, player in ipairs(players) do
    for round, match in pairs(all[player]) do
      local back = all[match.opponent][round]
      match.other = back and back.own or 0
    end
  end
  return all
end

-- Return 2 for a won match, 1 if the winner is unknown, and 0 for a lost match. A tied match was won by the player who
-- plays in the next round.
local function outcome(all, player, round)
  local match = all[player][round]
  local goes_on, other_goes_on = all[player][round + 1] ~= nil, all[match.opponent][round + 1] ~= nil
  if match.own ~= match.other and match.is_over then
    return match.own > match.other and 2 or 0
  elseif goes_on == other_goes_on then
    return 1
  end
  return goes_on and 2 or 0
end

-- Return whether the last match of a player was for third place: one of its two players lost in the round before.
local function is_for_third(all, player, round)
  local match = all[player][round]
  local came, other_came = all[player][round - 1], all[match.opponent][round - 1]
  return came ~= nil and other_came ~= nil
    and (outcome(all, player, round - 1) == 0 or outcome(all, match.opponent, round - 1) == 0)
end

--- Return how far each player came, as a sort key, and the matches.
---@param players table[]
---@param rounds integer
---@return table progress by player
---@return table matches by player, then round: {opponent, own, other, is_over, is_for_third, is_undecided: tied, and
-- both or neither of the players play in the next round}
function M.progress(players, rounds)
  local all = matches_of(players, rounds)
  local progress = {}
  for _, player in ipairs(players) do
    progress[player] = 0
    for round = 1, rounds do
      local match = all[player][round]
      if match then
        match.is_undecided = match.is_over and outcome(all, player, round) == 1
      end
      if match and round == rounds and is_for_third(all, player, round) then
        match.is_for_third = true
        progress[player] = 4 * (round - 1) + 1 + outcome(all, player, round)
      elseif match then
        progress[player] = 4 * round + outcome(all, player, round)
      end
    end
  end
  return progress, all
end

--- Return the players who came furthest: the winner, or several if the winner is unknown.
---@param players table[]
---@param rounds integer
---@return table[] players
function M.leaders(players, rounds)
  local progress, best, list = M.progress(players, rounds), 0, {}
  for _, player in ipairs(players) do
    if progress[player] > best then
      best, list = progress[player], {}
    end
    list[#list + 1] = progress[player] == best and player or nil
  end
  return list
end

return M
