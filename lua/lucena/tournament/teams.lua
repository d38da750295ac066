--- Combines games into matches of teams. A match is all games of one round between two teams. The team with more board
-- points wins. A won match gives 2 match points, a tied match 1. If rounds have no numbers, matches are separated by
-- date. Games that do not have two teams are ignored. The team with White on the first board is named first. A match
-- without any point is lost for both teams, because nobody came.
--
-- A team with a bye gets the points that the bye has. Otherwise a full-point or pairing bye is a match won on all
-- boards, and a half-point bye one that is drawn on all boards.
--
-- The board of a game in its match comes from the tag Board, or from a Round such as "3.2" or "3.1.2". Some programs
-- number the boards of each match, others all boards of a round. If a number is greater than the boards of any match,
-- the boards are counted in each complete match. A player's board is the one of most of the player's games, the first
-- one if several are.
-- @module lucena.tournament.teams

local bye_of = require("lucena.tournament.bye")
local numbers = require("lucena.number")

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
      date = record.date, games = {} }
    matches[key] = match
    matches[#matches + 1] = match
  end
  return match
end

local function add_game(match, record)
  local white_is_a = record.white_team == match.a
  match.boards, match.games[#match.games + 1] = match.boards + 1, record
  match.is_played = match.is_played or record.white_halves ~= nil and not record.is_forfeit
  if not record.white_halves then
    match.is_over = false
    return
  end
  match.own = match.own + (white_is_a and record.white_halves or record.black_halves)
  match.other = match.other + (white_is_a and record.black_halves or record.white_halves)
end

local function result_of(own, other)
  return own > other and 2 or own == other and 1 or 0
end

local function enter(team, opponent, match, own, other, scale)
  local is_double_forfeit = not match.is_played and own == 0 and other == 0
  local points = match.is_over and (is_double_forfeit and 0 or result_of(own, other)) or nil
  local score = points and scale[points]
  team.entries[#team.entries + 1] = {
    round = match.round, opponent = opponent, points = points, score = score, scale = scale,
    board_points = own, other_points = other, is_played = match.is_played or false,
    is_forfeit = not match.is_played, is_voluntary = not match.is_played and points == 0,
  }
  team.points = team.points + (score or 0)
  team.game_points, team.games = team.game_points + own, team.games + match.boards
end

-- Return the result that gives as many match points as a bye. A bye with the points of a draw is no win.
local function result_like(score, scale)
  return score >= scale[2] and 2 or score >= scale[1] and 1 or 0
end

-- Enter the bye of a team. `boards`: the number of boards of a match.
local function sit_out(team, bye, boards, scale)
  local kind = bye_of.KINDS[bye.kind]
  local score = bye.match_points or kind.halves == 0 and 0 or scale[kind.halves]
  local on_boards = bye.game_points and (2 * bye.game_points) // 1 | 0 or kind.halves * boards
  team.entries[#team.entries + 1] = {
    round = bye.round, points = result_like(score, scale), score = score, scale = scale,
    board_points = on_boards, other_points = 0,
    is_played = false, is_bye = true, bye = bye.kind, is_requested = kind.is_requested or false,
    is_voluntary = kind.is_requested or false,
  }
  team.points, team.game_points = team.points + score, team.game_points + on_boards
end

-- Enter the byes of the rounds that are paired.
local function enter_byes(event, teams, matches, scale)
  local last, boards = 0, 1
  for _, match in ipairs(matches) do
    last, boards = math.max(last, match.round or 0), math.max(boards, match.boards)
  end
  for _, bye in ipairs(event.team_byes) do
    if bye_of.KINDS[bye.kind] and bye.round and bye.round <= last then
      sit_out(team_of(teams, bye.team), bye, boards, scale)
    end
  end
end

-- Sort the entries of the teams by round. Byes and forfeited matches may come after the matches of later rounds.
local function sort_entries(teams)
  for _, team in ipairs(teams.list) do
    for i, entry in ipairs(team.entries) do
      entry.order = i
    end
    table.sort(team.entries, function(a, b)
      local x, y = a.round or math.maxinteger, b.round or math.maxinteger
      return x < y or x == y and a.order < b.order
    end)
  end
end

-- ---- boards --------------------------------------------------------------------------------------

local function number_of(record)
  local digits = record.round:match("^%s*%d+%.(%d+)%s*$") or record.round:match("^%s*%d+%.%d+%.(%d+)%s*$")
  return record.board or numbers.whole(digits, 0, numbers.MOST)
end

-- Sort the games of a match by their numbers. Return whether each game has another number.
local function sort_boards(match)
  local is_known, seen = true, {}
  for i, record in ipairs(match.games) do
    local number = number_of(record)
    is_known = is_known and number ~= nil and not seen[number]
    seen[number or 0], record.board_order = true, { number or math.maxinteger, i }
  end
  table.sort(match.games, function(a, b)
    local x, y = a.board_order, b.board_order
    return x[1] < y[1] or x[1] == y[1] and x[2] < y[2]
  end)
  return is_known
end

-- Set `match_board`, the board in the match, of the games for which it is known.
local function set_boards(matches)
  local most, highest = 0, 0
  for _, match in ipairs(matches) do
    match.has_numbers = sort_boards(match)
    if match.games[1].white_team ~= match.a then
      match.a, match.b, match.own, match.other = match.b, match.a, match.other, match.own
    end
    most, highest = math.max(most, match.boards), math.max(highest, number_of(match.games[#match.games]) or 0)
  end
  for _, match in ipairs(matches) do
    for i, record in ipairs(match.games) do
      if highest <= most then
        record.match_board = match.has_numbers and number_of(record) or nil
      else
        record.match_board = match.has_numbers and match.boards == most and i or nil
      end
    end
  end
end

--- Return the board of a player.
---@param player table
---@return integer? board nil if no game of the player has a known board
function M.board(player)
  local counts, best = {}, nil
  for _, entry in ipairs(player.entries) do
    local board = entry.record and entry.record.match_board
    if board then
      counts[board] = (counts[board] or 0) + 1
    end
  end
  for board, games in pairs(counts) do
    if not best or games > counts[best] or games == counts[best] and board < best then
      best = board
    end
  end
  return best
end

--- Return the teams of an event, with the same fields as players, and their matches.
---@param event table made by `lucena.tournament.event`
---@param scale? table made by `lucena.tournament.scoring`: twice the points of a lost [0], tied [1] and won match [2]
---@return table[] teams {name, points (match points), game_points (half points), games, entries}, sorted by name
---@return table[] matches {round, date, a, b, own, other, boards, is_over, games}, in the order of the games. `games`
-- are the records, sorted by board, with `match_board`, nil if unknown
function M.of(event, scale)
  local teams, matches, points = { list = {}, by_name = {} }, {}, { [0] = 0, 1, 2 }
  for result in pairs(scale and points or {}) do
    points[result] = scale[result] // 2
  end
  for _, list in ipairs { event.records, event.empty_boards } do
    for _, record in ipairs(list) do
      if record.white_team and record.black_team and record.white_team ~= record.black_team then
        add_game(match_of(matches, record), record)
      end
    end
  end
  set_boards(matches)
  for _, match in ipairs(matches) do
    local a, b = team_of(teams, match.a), team_of(teams, match.b)
    enter(a, b, match, match.own, match.other, points)
    enter(b, a, match, match.other, match.own, points)
  end
  enter_byes(event, teams, matches, points)
  sort_entries(teams)
  table.sort(teams.list, function(a, b) return a.name < b.name end)
  return teams.list, matches
end

return M
