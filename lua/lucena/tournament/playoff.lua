--- Finds tie-break games after a round robin. They decide the order of tied players, and count neither in the score nor
--- in other tie-breaks. Games are tie-break games only if all these conditions hold:
--
-- - All pairs of players have met, most of them equally often, and all rounds have numbers.
-- - Some pairs have more games. All these games are in rounds after those of all other games.
-- - Before these games, the players who have them against each other have equal points.
-- @module lucena.tournament.playoff

local cells = require("lucena.tournament.cells")

local M = {}

local function pair_of(record)
  local a, b = record.white, record.black
  return a < b and a .. "\0" .. b or b .. "\0" .. a
end

-- Return the records of each pair in the order of the rounds, the number of pairs, and the number of players. Returns
-- nil if a game has no round or belongs to a team event.
local function pairs_in(records)
  local list, count, seen, players = {}, 0, {}, 0
  for _, record in ipairs(records) do
    if not record.round_number or record.white_team then
      return nil
    end
    local pair = pair_of(record)
    if not list[pair] then
      list[pair], count = {}, count + 1
    end
    table.insert(list[pair], record)
    for _, name in ipairs { record.white, record.black } do
      players, seen[name] = players + (seen[name] and 0 or 1), true
    end
  end
  return list, count, players
end

-- Return the number of games that more than half of the pairs have; nil if there is no such number.
local function usual(list, count)
  local numbers = {}
  for _, games in pairs(list) do
    numbers[#games] = (numbers[#games] or 0) + 1
    if 2 * numbers[#games] > count then
      return #games
    end
  end
end

-- Divide the records into those that count and the others: the games of a pair after the first `meetings` ones.
local function divided(records, meetings)
  local seen, regular, extra = {}, {}, {}
  for _, record in ipairs(records) do
    local pair = pair_of(record)
    seen[pair] = (seen[pair] or 0) + 1
    table.insert(seen[pair] <= meetings and regular or extra, record)
  end
  return regular, extra
end

local function points_of(records)
  local points = {}
  for _, record in ipairs(records) do
    points[record.white] = (points[record.white] or 0) + (record.white_halves or 0)
    points[record.black] = (points[record.black] or 0) + (record.black_halves or 0)
  end
  return points
end

local function is_tie_break(regular, extra)
  local last, points = 0, points_of(regular)
  for _, record in ipairs(regular) do
    last = math.max(last, record.round_number)
  end
  for _, record in ipairs(extra) do
    if record.round_number <= last or points[record.white] ~= points[record.black] then
      return false
    end
  end
  return #extra > 0
end

--- Divide the records of a tournament.
---@param records table[] in the order of the rounds
---@return table[] records that count
---@return table[] playoffs tie-break games
function M.split(records)
  local list, count, players = pairs_in(records)
  local meetings = list and players > 2 and 2 * count == players * (players - 1) and usual(list, count)
  if not meetings then
    return records, {}
  end
  local regular, extra = divided(records, meetings)
  if is_tie_break(regular, extra) then
    return regular, extra
  end
  return records, {}
end

--- Return all games of an event: those that count, then the tie-break games.
---@param event table
---@return table[]
function M.all(event)
  local all = table.move(event.records, 1, #event.records, 1, {})
  return table.move(event.playoffs, 1, #event.playoffs, #all + 1, all)
end

--- Return the half points of each player in tie-break games.
---@param playoffs table[]
---@return table points by name
M.points = points_of

--- Return the tie-break games as matches.
---@param playoffs table[]
---@return table[] matches {white, black, score = "1½–½"}, in the order of their first games
function M.matches(playoffs)
  local matches, by_pair = {}, {}
  for _, record in ipairs(playoffs) do
    local pair = pair_of(record)
    local match = by_pair[pair]
    if not match then
      match = { white = record.white, black = record.black, own = 0, other = 0 }
      by_pair[pair], matches[#matches + 1] = match, match
    end
    local is_same = match.white == record.white
    match.own = match.own + ((is_same and record.white_halves or not is_same and record.black_halves) or 0)
    match.other = match.other + ((is_same and record.black_halves or not is_same and record.white_halves) or 0)
  end
  for _, match in ipairs(matches) do
    match.score = cells.halves(match.own) .. "–" .. cells.halves(match.other)
  end
  return matches
end

return M
