--- Combines games into matches of teams. A match is all games of one round between two teams. The team with more board
-- points wins. A won match gives 2 match points, a tied match 1. If rounds have no numbers, matches are separated by
-- date. Games that do not have two teams are ignored.
-- @module lucena.tournament.teams

local scoring = require("lucena.tournament.scoring")

local M = {}

local function team_of(teams, name)
  if not teams.by_name[name] then
    local team = { name = name, entries = {}, points = 0, game_points = 0, games = 0 }
    teams.by_name[name] = team
    teams.list[#teams.list + 1] = team
  end
  return teams.by_name[name]
end

-- Return the match of a game. `own` and `other` are the half points of the two teams, in alphabetical order.
local function match_of(matches, record)
  local a, b = record.white_team, record.black_team
  if b < a then
    a, b = b, a
  end
  local key = ("%s\0%s\0%s"):format(record.round_number or record.date, a, b)
  local match = matches[key]
  if not match then
    match = { a = a, b = b, round = record.round_number, own = 0, other = 0, boards = 0, is_over = true,
      date = record.date }
    matches[key] = match
    matches[#matches + 1] = match
  end
  return match
end

local function add_game(match, record)
  local white_is_a = record.white_team == match.a
  match.boards = match.boards + 1
  match.is_played = match.is_played or record.white_halves ~= nil and not record.is_forfeit
  if not record.white_halves then
    match.is_over = false
    return
  end
  match.own = match.own + (white_is_a and record.white_halves or record.black_halves)
  match.other = match.other + (white_is_a and record.black_halves or record.white_halves)
end

local function match_points(own, other)
  return own > other and 2 or own == other and 1 or 0
end

local function enter(team, opponent, match, own, other)
  local points = match.is_over and match_points(own, other) or nil
  team.entries[#team.entries + 1] = {
    round = match.round, opponent = opponent, points = points, score = points, scale = scoring.USUAL,
    board_points = own, is_played = match.is_played or false,
    is_forfeit = not match.is_played, is_voluntary = not match.is_played and points == 0,
  }
  team.points = team.points + (points or 0)
  team.game_points, team.games = team.game_points + own, team.games + match.boards
end

--- Return the teams of an event, with the same fields as players, and their matches.
---@param event table made by `lucena.tournament.event`
---@return table[] teams {name, points (match points), game_points (half points), games, entries}, sorted by name
---@return table[] matches {round, date, a, b, own, other, boards, is_over}, in the order of the games
function M.of(event)
  local teams, matches = { list = {}, by_name = {} }, {}
  for _, record in ipairs(event.records) do
    if record.white_team and record.black_team and record.white_team ~= record.black_team then
      add_game(match_of(matches, record), record)
    end
  end
  for _, match in ipairs(matches) do
    local a, b = team_of(teams, match.a), team_of(teams, match.b)
    enter(a, b, match, match.own, match.other)
    enter(b, a, match, match.other, match.own)
  end
  table.sort(teams.list, function(a, b) return a.name < b.name end)
  return teams.list, matches
end

return M
