--- Reads the lines of a tournament report file about teams: their players, byes, forfeited matches and points.
--
--     013   a team and its players                 310   the same, with number, match points and game points
--     240   half, full and zero-point byes         320   pairing byes, with their match points and game points
--     330   forfeited matches                      362   the match points of a win (TW), a draw (TD) and a loss (TL)
--
-- In a file with 310 lines, 240 is about teams. Otherwise it is about players, as in individual events.
--
-- Games without players carry them to the reports: a bye of a team has the tags WhiteTeam and Bye, a forfeited match is
-- a forfeit on each board, and a board without an opponent is a forfeit of one player. The points of 310 lines are
-- compared with those of the results, unless lines 299 change points.
-- Source: FIDE Handbook, "Format of Tournament Report File" of 2026.
-- @module lucena.tournament.trf_teams

local lines = require("lucena.tournament.trf_line")
local numbers = require("lucena.number")
local scoring = require("lucena.tournament.scoring")

local M = {}

local MOST_ROUNDS = 300

local field, natural, report, tag = lines.field, lines.natural, lines.report, lines.tag

-- ---- lines ---------------------------------------------------------------------------------------

-- Append the players of a team. A team may have several lines.
local function add_players(file, team, line, first)
  file.has_teams = true
  for at = first, line.size, 5 do
    local number = natural(field(line, at, at + 3))
    if number then
      if not file.members[team.name] then
        file.teams, file.members[team.name] = file.teams + 1, { number = team.number or file.teams + 1 }
      end
      file.team_of[number] = team.name
      table.insert(file.members[team.name], number)
    end
  end
end

--- The functions that read lines: code -> function(file, line, number).
M.READERS = {}

M.READERS["013"] = function(file, line)
  add_players(file, { name = field(line, 5, 36) }, line, 37)
end

M.READERS["310"] = function(file, line, number)
  local team = { number = natural(field(line, 5, 7)), name = field(line, 9, 40), line = number,
    match = numbers.decimal(field(line, 55, 60), numbers.MOST),
    game = numbers.decimal(field(line, 62, 67), numbers.MOST), byes = {} }
  add_players(file, team, line, 74)
  if not team.number or team.number < 1 or file.numbered[team.number] then
    report(file, number, 5, "error", "bad_trf_field", "'%s' is not the number of one team", field(line, 5, 7))
  else
    file.numbered[team.number], file.has_numbered = team, true
    file.numbered_list[#file.numbered_list + 1] = team
  end
end

M.READERS["320"] = function(file, line, number)
  local match, game = field(line, 5, 8), field(line, 10, 13)
  for at = 15, math.min(line.size, 15 + 4 * (MOST_ROUNDS - 1)), 4 do
    local team = natural(field(line, at, at + 2))
    if team and team > 0 then
      table.insert(file.byes, { start = team, round = (at - 15) // 4 + 1, kind = "pairing", line = number, column = at,
        match = numbers.decimal(match, numbers.MOST), game = numbers.decimal(game, numbers.MOST), is_team = true })
    end
  end
end

local FORFEITS = { ["+-"] = "+/-", ["-+"] = "-/+", ["--"] = "-/-" }

M.READERS["330"] = function(file, line, number)
  local it = { result = FORFEITS[field(line, 5, 6)], round = natural(field(line, 8, 10)),
    white = natural(field(line, 12, 14)), black = natural(field(line, 16, 18)), line = number }
  if not (it.result and it.round and it.white and it.black) or it.round < 1 or it.round > MOST_ROUNDS then
    report(file, number, 5, "error", "bad_trf_field", "not a result (+-, -+ or --), a round and two teams")
    return
  end
  file.forfeits[#file.forfeits + 1] = it
end

M.READERS["362"] = function(file, line, number)
  local points = {}
  for letter, value in line.text:sub(4):gmatch("T([WDL])%s*(%d[%d.]*)") do
    local decimal = numbers.decimal(value, numbers.MOST)
    points[letter] = decimal and ("%g"):format(decimal)
  end
  local text = ("%s-%s-%s"):format(points.W or "2", points.D or "1", points.L or "0")
  local scale = scoring.parse(text)
  if not scale or not text:find("^%d+%-%d+%-%d+$") then
    report(file, number, 1, "warning", "unused_trf_line", "the points of matches are no whole numbers, and not used")
    return
  end
  file.match_scale, file.match_scoring = scale, text
end

-- ---- byes and forfeits ---------------------------------------------------------------------------

--- Give the byes of lines 240 and 320 to the teams.
---@param file table
function M.apply_byes(file)
  for _, bye in ipairs(file.byes) do
    local team = file.numbered[bye.start]
    if not team then
      report(file, bye.line, bye.column, "error", "bad_trf_field", "there is no team %d", bye.start)
    elseif team.byes[bye.round] then
      report(file, bye.line, bye.column, "error", "trf_conflict", "team %d has two byes in round %d", bye.start,
        bye.round)
    else
      team.byes[bye.round] = bye
    end
  end
  local kept = {}
  for _, it in ipairs(file.forfeits) do
    it.white, it.black = file.numbered[it.white], file.numbered[it.black]
    if not (it.white and it.black) then
      report(file, it.line, 12, "error", "bad_trf_field", "a team of the forfeited match has no line 310")
    end
    kept[#kept + 1] = it.white and it.black and it or nil
  end
  file.forfeits = kept
end

-- ---- matches -------------------------------------------------------------------------------------

local HALVES = { ["1"] = 2, ["+"] = 2, W = 2, ["="] = 1, D = 1 }

-- Return whether the opponent of a cell has the same game. If not, the reader omits the game.
local function is_mutual(file, number, round, cell)
  local other = file.by_start[cell.opponent]
  local back = other and other.cells[round]
  return back ~= nil and back.opponent == number and not (back.color == cell.color and cell.color:find("[wb]"))
end

-- Return the match of a team in a round: {opponent, halves, boards, is_open}; false if no player has an opponent.
local function find_match(file, name, round)
  local scale, match, seen = file.scale or scoring.USUAL, { halves = 0, boards = 0 }, {}
  for _, number in ipairs(file.members[name] or {}) do
    local entrant = not seen[number] and file.team_of[number] == name and file.by_start[number]
    local cell = entrant and entrant.cells[round]
    seen[number] = true
    if cell and (cell.opponent == 0 and cell.result == "+" or is_mutual(file, number, round, cell)) then
      match.opponent = match.opponent or file.team_of[cell.opponent]
      match.halves, match.boards = match.halves + scale[HALVES[cell.result] or 0], match.boards + 1
      match.is_open = match.is_open or not cell.result:find("%S")
    end
  end
  return match.opponent and match
end

-- Return the same; nil if there is none. Each match is computed once, because it is asked for by each of its boards.
local function match_of(file, name, round)
  file.matches[name] = file.matches[name] or {}
  local known = file.matches[name]
  if known[round] == nil then
    known[round] = find_match(file, name, round) or false
  end
  return known[round] or nil
end

-- Return the number of boards of the matches: the largest number in any match.
local function boards_of(file)
  local most = 1
  for name in pairs(file.members) do
    for round = 1, file.paired do
      local match = match_of(file, name, round)
      most = math.max(most, match and match.boards or 0)
    end
  end
  return most
end

-- ---- games ---------------------------------------------------------------------------------------

local KINDS = { F = "full", H = "half", Z = "zero" }

local function points_text(bye)
  return bye.match and bye.game and ("%g-%g"):format(bye.match, bye.game) or nil
end

--- Return the games without two players: byes of teams, forfeited matches, and boards without an opponent.
---@param file table
---@param head fun(round: integer): string returns the tags of the tournament and the round
---@return string games
function M.games(file, head)
  local out, boards = {}, boards_of(file)
  for _, team in ipairs(file.numbered_list) do
    for round, bye in pairs(team.byes) do
      out[#out + 1] = table.concat { head(round), tag("WhiteTeam", team.name), tag("WhiteTeamNumber",
        tostring(team.number)), tag("Bye", bye.kind or KINDS[bye.result]), tag("ByePoints", points_text(bye)), " * " }
    end
  end
  table.sort(out)
  for _, it in ipairs(file.forfeits) do
    local match = match_of(file, it.white.name, it.round)
    for board = 1, match and match.opponent == it.black.name and 0 or boards do
      out[#out + 1] = table.concat { head(it.round), tag("Board", tostring(board)), tag("WhiteTeam", it.white.name),
        tag("BlackTeam", it.black.name), tag("Result", it.result), " * " }
    end
  end
  return table.concat(out)
end

--- Return the game of a board without an opponent, for the match of the two teams; nil if the team has no match.
---@param file table
---@param entrant table the player who came
---@param round integer
---@param head string the tags of the tournament, the round and the player
---@return string?
function M.empty_board(file, entrant, round, head)
  local name = file.team_of[entrant.number]
  local match = name and match_of(file, name, round)
  return match and head .. tag("BlackTeam", match.opponent) .. tag("Result", "+/-") .. " * " or nil
end

-- ---- the points of teams -------------------------------------------------------------------------

-- Return the match points and the half points on the boards that a team has in a round; nil if they are unknown.
local function points_in(file, team, round, boards)
  local scale = file.match_scale or { [0] = 0, 2, 4 }
  local bye, match = team.byes[round], match_of(file, team.name, round)
  if bye then
    local full = bye.result == "F" and 2 or bye.result == "H" and 1 or 0
    return bye.match or scale[full] / 2, bye.game and 2 * bye.game or boards * full
  end
  for _, it in ipairs(file.forfeits) do
    if it.round == round and (it.white == team or it.black == team) and not match then
      local has_won = it.result == (it.white == team and "+/-" or "-/+")
      return scale[has_won and 2 or 0] / 2, has_won and 2 * boards or 0
    end
  end
  local back = match and match_of(file, match.opponent, round)
  if not match then
    return 0, 0
  elseif match.is_open or not back or back.opponent ~= team.name then
    return nil
  end
  local result = match.halves > back.halves and 2 or match.halves == back.halves and 1 or 0
  return scale[result] / 2, match.halves
end

-- Compare the points of a 310 line with those of the results.
local function check_team(file, team, boards)
  local match, halves = 0, 0
  for round = 1, file.paired do
    local more, on_boards = points_in(file, team, round, boards)
    if not more then
      return
    end
    match, halves = match + more, halves + on_boards
  end
  if team.match and team.match ~= match then
    report(file, team.line, 55, "warning", "trf_points", "the line has %g match points, its results give %g",
      team.match, match)
  end
  if team.game and 2 * team.game ~= halves then
    report(file, team.line, 62, "warning", "trf_points", "the line has %g game points, its results give %g", team.game,
      halves / 2)
  end
end

--- Compare the points of all 310 lines with those of the results.
---@param file table
function M.check(file)
  local boards = boards_of(file)
  for _, team in ipairs(file.has_points and {} or file.numbered_list) do
    check_team(file, team, boards)
  end
end

return M
