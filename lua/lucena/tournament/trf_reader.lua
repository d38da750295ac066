--- Reads a tournament report file (`lucena.tournament.trf`) as games without moves. So all reports on tournaments can
-- use it. A bye becomes a game with the tag Bye (`lucena.tournament.bye`). The games of a player with White, and his
-- byes, are on the line of the player, so places in messages are those of the file.
--
-- - A game of less than one move (W, D, L) has the Termination "unrated".
-- - A blank cell is a zero-point bye (Z), as the standard says, except in rounds after the last one that has a game,
--   and except in team events, whose players need not play in each round. A player without any game or bye is kept by
--   a game with the Bye "none".
-- - A participant who is no player, such as "spielfrei" (`lucena.tournament.dummies`), is omitted. A game against him
--   is a bye.
-- - A round without a date has the part of the dates that the first and the last day share: 2026.11.??. Without a last
--   day, nothing is known.
--
-- Each line that is not used is reported, and each cell that contradicts the cell of the opponent.
-- Cost: about 300 bytes per game, until the file is read.
-- @module lucena.tournament.trf_reader

local bye_of = require("lucena.tournament.bye")
local dummies = require("lucena.tournament.dummies")
local lines = require("lucena.tournament.trf_line")
local numbers = require("lucena.number")
local scoring = require("lucena.tournament.scoring")
local teams = require("lucena.tournament.trf_teams")
local trf = require("lucena.tournament.trf")

local M = {}

local MOST_ROUNDS = 300

local natural, report, tag = lines.natural, lines.report, lines.tag

-- ---- lines ---------------------------------------------------------------------------------------

local function field(line, columns)
  return lines.field(line, columns[1], columns[2])
end

-- Titles as older programs write them.
local TITLES = { G = "GM", M = "IM", F = "FM", C = "CM", WG = "WGM", WM = "WIM", WF = "WFM", WC = "WCM" }

local MONTHS = {}
for number, name in ipairs(require("lucena.dates").MONTHS) do
  MONTHS[name:sub(1, 3):lower()] = number
end

-- Return a date as in tags; nil if the text has another form. "May 29, 2020" is that of Lichess.
local function date_of(text)
  local year, month, day = text:match("^(%d%d%d%d)[/.-](%d%d?)[/.-](%d%d?)$")
  if not year then
    local name, other
    day, name, other, year = text:match("^(%d*) ?(%a%a%a)%a*%.? ?(%d?%d?),? (%d%d%d%d)$")
    day = day ~= "" and other == "" and day or day == "" and other ~= "" and other
    month = day and MONTHS[name:lower()]
  end
  return month and ("%s.%02d.%02d"):format(year, tonumber(month), tonumber(day)) or nil
end

local function read_cells(file, entrant, line)
  for round = 1, math.min((line.size - trf.FIRST) // trf.STEP + 1, MOST_ROUNDS) do
    local at = trf.FIRST + trf.STEP * (round - 1)
    local text = line.cut(at, at + 7)
    if text:find("%S") then
      local opponent, color, result = text:sub(1, 4):match("^%s*(%d*)%s*$"), text:sub(6, 6):lower(),
        text:sub(8, 8):upper()
      if not opponent or not color:find("^[wb%- ]?$") or not result:find("^[-+WDL1=0HFUZ ]?$") then
        report(file, entrant.line, at, "error", "bad_trf_field",
          "round %d: '%s' is not an opponent, a colour (w, b or -) and a result", round, text)
      else
        entrant.cells[round] = { opponent = natural(opponent) or 0, color = color, result = result, column = at }
        file.rounds = math.max(file.rounds, round)
        file.paired = entrant.cells[round].opponent > 0 and math.max(file.paired, round) or file.paired
      end
    end
  end
end

local READERS = setmetatable({}, { __index = teams.READERS })

READERS["001"] = function(file, line, number)
  local entrant = { line = number, cells = {} }
  for name, columns in pairs(trf.PLAYER) do
    entrant[name] = field(line, columns)
  end
  local start = natural(entrant.start)
  if not start or start < 1 or file.by_start[start] then
    report(file, number, 5, "error", "bad_trf_field", start and file.by_start[start]
      and "a second player has the starting number %s" or "'%s' is not a starting number", entrant.start)
    return
  elseif entrant.name == "" then
    report(file, number, trf.PLAYER.name[1], "error", "bad_trf_field", "player %d has no name", start)
    return
  end
  entrant.number = start
  entrant.title = TITLES[entrant.title:upper()] or entrant.title:upper()
  if entrant.birth ~= "" and not entrant.birth:find("^%d%d%d%d") then
    report(file, number, 70, "warning", "bad_trf_field", "'%s' is not a date such as 1990/12/31", entrant.birth)
  end
  read_cells(file, entrant, line)
  file.players[#file.players + 1], file.by_start[start] = entrant, entrant
end

-- Read the dates of the rounds, YY/MM/DD.
READERS["132"] = function(file, line)
  for round = 1, MOST_ROUNDS do
    local at = trf.FIRST + trf.STEP * (round - 1)
    local year, month, day = line.cut(at, at + 7):match("^(%d%d)/(%d%d)/(%d%d)$")
    if year then
      file.dates[round] = ("%s%s.%s.%s"):format(tonumber(year) >= 70 and "19" or "20", year, month, day)
    end
  end
end

READERS["240"] = function(file, line, number)
  local kind, round = field(line, { 5, 5 }):upper(), natural(field(line, { 7, 9 }))
  if not kind:find("^[FHZ]$") or not round or round < 1 or round > MOST_ROUNDS then
    report(file, number, 5, "error", "bad_trf_field", "not a kind of bye (F, H or Z) and a round")
    return
  end
  for at = 11, line.size, 5 do
    local start = natural(field(line, { at, at + 3 }))
    if start then
      table.insert(file.byes, { start = start, round = round, result = kind, line = number, column = at })
      file.rounds = math.max(file.rounds, round)
    end
  end
end

-- Letter -> the letter that has the same points. A bye counts as a win or a draw, an absence has no points.
local SCORED = { W = "W", D = "D", L = "L", P = "W", F = "W", H = "D" }
local UNSCORED = { A = true, Z = true }

-- Set the scoring system, as the option --scoring has it, from the points by letter. Returns whether W, D and L are
-- there.
local function set_scoring(file, points, number)
  local text = ("%s-%s-%s"):format(points.W, points.D, points.L)
  local scale = scoring.parse(text)
  if not scale then
    return false
  end
  file.scale, file.scoring = scale, text
  for letter, value in pairs(points) do
    if value ~= (UNSCORED[letter] and "0" or points[SCORED[letter]]) then
      report(file, number, 1, "warning", "unused_trf_line", "the points of %s are not used", letter)
    end
  end
  return true
end

local function plain_number(text)
  local number = numbers.decimal(text, numbers.MOST)
  return number and ("%g"):format(number) or text
end

-- Read the points of a win (W), a draw (D), a loss (L) and others.
READERS["162"] = function(file, line, number)
  local points = {}
  for letter, value in line.text:sub(4):gmatch("(%a)%s*(%d[%d.]*)") do
    points[letter:upper()] = plain_number(value)
  end
  if not set_scoring(file, points, number) then
    report(file, number, 1, "error", "bad_trf_field", "not the points of a win (W), a draw (D) and a loss (L)")
  end
end

-- The lines of pairing programs: one for each result. BBZ: a zero-point bye, BBF: a forfeit loss, BBU: a pairing bye.
local LETTERS = { BBW = "W", BBD = "D", BBL = "L", BBZ = "Z", BBF = "A", BBU = "P" }

for code, letter in pairs(LETTERS) do
  READERS[code] = function(file, line, number)
    local value = field(line, { 4, line.size })
    if not numbers.decimal(value, numbers.MOST) then
      report(file, number, 1, "error", "bad_trf_field", "'%s' is not a number of points", value)
      return
    end
    file.letters[letter], file.letters_line = plain_number(value), number
  end
end

-- XXR is the number of rounds of line 142.
READERS.XXR = function(file, line, number)
  local value = field(line, { 4, line.size })
  if not numbers.whole(value, 1, MOST_ROUNDS) then
    report(file, number, 1, "error", "bad_trf_field", "'%s' is not a number of rounds", value)
    return
  end
  file.tags.EventRounds = file.tags.EventRounds or value
end

-- Use the points of the lines of pairing programs, unless there is a line 162. A missing line has the usual points.
local function apply_letters(file)
  if next(file.letters) and not file.scale then
    local points = file.letters
    points.W, points.D, points.L = points.W or "1", points.D or "0.5", points.L or "0"
    set_scoring(file, points, file.letters_line)
  end
end

-- Lines that say nothing about results or teams. Programs compute them from the other lines. XXC is the colour of the
-- first round, as in line 152.
local SILENT = { XXC = true, ["062"] = true, ["072"] = true, ["082"] = true, ["152"] = true,
  ["172"] = true, ["182"] = true, ["192"] = true, ["202"] = true, ["212"] = true, ["222"] = true, ["352"] = true }

-- Read a fact of the tournament, which becomes a tag.
local function read_fact(file, line, name, number)
  local value = field(line, { 5, line.size })
  local is_date = name:find("Date$") and value ~= ""
  local date = is_date and date_of(value)
  if is_date and not date then
    report(file, number, 5, "warning", "bad_trf_field", "'%s' is not a date such as 2026/12/31", value)
  end
  file.tags[name] = date or value ~= "" and value or nil
end

local function read_line(file, text, number)
  local line = lines.new(text)
  local code = line.cut(1, 3)
  local tournament = trf.TOURNAMENT[code]
  if tournament then
    read_fact(file, line, tournament[1], number)
  elseif READERS[code] then
    READERS[code](file, line, number)
  elseif text:find("%S") and code ~= "###" and not SILENT[code] then
    file.unused[code] = file.unused[code] or { line = number, count = 0 }
    file.unused[code].count = file.unused[code].count + 1
  end
end

-- Report the lines that are not used: each code once, at its first line.
local function report_unused(file)
  for code, it in pairs(file.unused) do
    local message = it.count == 1 and "the line '%s' is not used" or "the lines '%s' are not used (number of lines: %d)"
    report(file, it.line, 1, "warning", "unused_trf_line", message, code:gsub("%c", " "), it.count)
  end
end

-- ---- results -------------------------------------------------------------------------------------

-- The results of White and Black -> the result of the game. A loss for both is 0-0.
local RESULTS = {
  ["10"] = "1-0", ["01"] = "0-1", ["=="] = "1/2-1/2", ["00"] = "0-0", -- lexicon: pairs of codes of TRF
  ["+-"] = "+/-", ["-+"] = "-/+", ["--"] = "-/-", -- lexicon: the same
  WL = "1-0", LW = "0-1", DD = "1/2-1/2", ["  "] = "*", [""] = "*",
}

local POINTS = { ["1"] = 2, ["+"] = 2, W = 2, F = 2, U = 2, ["="] = 1, D = 1, H = 1 }

-- Return whether a participant is no player. One with a rating or a FIDE number is a player, whatever his name.
local function is_dummy(entrant)
  return dummies.is_listed(entrant.name) and not numbers.rating(entrant.rating) and entrant.fide_id == ""
end

-- Remove the participants who are no players. The games against them become byes.
local function remove_dummies(file)
  local players = {}
  for _, entrant in ipairs(file.players) do
    if is_dummy(entrant) then
      file.by_start[entrant.number], file.dummies[entrant.number] = nil, true
      report(file, entrant.line, trf.PLAYER.name[1], "warning", "trf_dummy", "'%s' is taken for byes, not for a player",
        entrant.name)
    else
      players[#players + 1] = entrant
    end
  end
  for _, entrant in ipairs(next(file.dummies) and players or {}) do
    for _, cell in pairs(entrant.cells) do
      if file.dummies[cell.opponent] then
        cell.opponent, cell.result = 0, cell.result == "+" and "U" or cell.result == "-" and "Z" or cell.result
      end
    end
  end
  file.players = players
end

-- Put a bye of a 240 line into the cell of its player.
local function apply_bye(file, bye)
  local entrant = file.by_start[bye.start]
  local cell = entrant and entrant.cells[bye.round]
  if not entrant then
    report(file, bye.line, bye.column, "error", "bad_trf_field", "there is no player %d", bye.start)
  elseif cell and (cell.opponent > 0 or cell.result:find("%S") and cell.result ~= bye.result) then
    report(file, bye.line, bye.column, "error", "trf_conflict", "player %d has another result in round %d", bye.start,
      bye.round)
  else
    entrant.cells[bye.round] = { opponent = 0, color = "-", result = bye.result, column = trf.FIRST }
  end
end

local function apply_byes(file)
  if file.has_numbered then
    teams.apply_byes(file)
    return
  end
  for _, bye in ipairs(file.byes) do
    if bye.is_team then
      report(file, bye.line, bye.column, "error", "bad_trf_field", "there is no team %d", bye.start)
    elseif not file.dummies[bye.start] then
      apply_bye(file, bye)
    end
  end
end

-- Return the cell of the opponent if it has the same game; nil and a message otherwise.
local function mirror(file, entrant, round, cell)
  local other = file.by_start[cell.opponent]
  local back = other and other.cells[round]
  if not other then
    return nil, ("there is no player %d"):format(cell.opponent)
  elseif other == entrant or not back or back.opponent ~= entrant.number then
    return nil, ("player %d has another opponent"):format(cell.opponent)
  elseif cell.color == back.color and cell.color:find("[wb]") then
    return nil, ("player %d has the same colour"):format(cell.opponent)
  end
  return back
end

-- Return whether the player of a cell has White. If neither player has a colour, the lower number has White.
local function is_white(entrant, cell, back)
  if cell.color == "w" or back.color == "b" then
    return true
  end
  return cell.color ~= "b" and back.color ~= "w" and entrant.number < cell.opponent
end

-- Return the kind of the bye of a cell without opponent; nil if it stands for none.
local function bye_in(file, cell, round)
  local kind = bye_of.by_sign(cell and cell.result or " ")
  if kind == "blank" and round > file.paired or file.has_teams and bye_of.KINDS[kind].halves == 0 then
    return nil
  end
  return kind
end

-- If the player has White in a round, return the opponent, the result, and whether the game is unrated.
local function game_of(file, entrant, round)
  local cell = entrant.cells[round]
  local back, message = mirror(file, entrant, round, cell)
  if not back then
    report(file, entrant.line, cell.column, "error", "trf_conflict", "round %d: %s; the game is omitted", round,
      message)
    return nil
  elseif not is_white(entrant, cell, back) then
    return nil
  end
  local result = RESULTS[cell.result .. back.result]
  if not result then
    report(file, entrant.line, cell.column, "error", "trf_conflict",
      "round %d: the results '%s' and '%s' of players %d and %d contradict each other; the game has no result", round,
      cell.result, back.result, entrant.number, cell.opponent)
  end
  return file.by_start[cell.opponent], result or "*", cell.result:find("^[WDL]$") ~= nil
end

-- Compare the points of a player's line with those of the cells. Some programs add the byes of coming rounds.
local function check_points(file, entrant)
  local given, halves, coming = numbers.decimal(entrant.points, numbers.MOST), 0, 0
  local scale = not file.has_teams and file.given_scale or file.scale or scoring.USUAL
  for round, cell in pairs(entrant.cells) do
    local more = cell.result:find("^[Z ]$") and 0 or scale[POINTS[cell.result] or 0]
    halves, coming = halves + (round <= file.paired and more or 0), coming + (round > file.paired and more or 0)
  end
  if given and 2 * given ~= halves and 2 * given ~= halves + coming and not file.has_points then
    report(file, entrant.line, 81, "warning", "trf_points", "the line has %s points, its results give %.1f",
      entrant.points, halves / 2)
  end
end

-- ---- games ---------------------------------------------------------------------------------------

-- Return the tags of a player, for White or Black.
local function player_tags(file, entrant, color)
  local out = { tag(color, entrant.name), tag(color .. "Elo", numbers.rating(entrant.rating) and entrant.rating),
    tag(color .. "Team", file.team_of[entrant.number]) }
  for _, it in ipairs(trf.TAGS) do
    out[#out + 1] = tag(color .. it[1], entrant[it[2]])
  end
  return table.concat(out)
end

-- Set the places of the teams in the file, and of the players in their teams, as text.
local function set_team_places(file)
  for name, members in pairs(file.members) do
    for place, number in ipairs(members) do
      local entrant = file.by_start[number]
      if entrant and file.team_of[number] == name then
        entrant.team_number, entrant.team_place = tostring(members.number), tostring(place)
      end
    end
  end
end

-- Return the board of a player in a match: the number of teammates with an opponent who are listed up to the player,
-- because a file lists a team in the order of the boards.
local function board_of(file, number, round)
  local board = 0
  for _, other in ipairs(file.members[file.team_of[number]] or {}) do
    local entrant = file.by_start[other]
    local cell = entrant and entrant.cells[round]
    board = board + (cell and cell.opponent ~= 0 and 1 or 0)
    if other == number then
      return board
    end
  end
end

-- Return the board of a game; nil if the lists of the two teams give different boards.
local function common_board(file, number, opponent, round)
  local board = board_of(file, number, round)
  return board and board == board_of(file, opponent, round) and tostring(board) or nil
end

local function is_day(text)
  return text ~= nil and text:find("^%d%d%d%d%.%d%d%.%d%d$") ~= nil
end

-- Return the part of the date that two days share. If one of them is missing, nothing is known.
local function shared_date(first, last)
  if not is_day(first) or not is_day(last) then
    return "????.??.??"
  elseif first == last then
    return first
  elseif first:sub(1, 7) == last:sub(1, 7) then
    return first:sub(1, 7) .. ".??"
  end
  return first:sub(1, 4) == last:sub(1, 4) and first:sub(1, 4) .. ".??.??" or "????.??.??"
end

local function tournament_tags(file)
  local out = { tag("Scoring", file.scoring), tag("MatchScoring", file.match_scoring) }
  for _, it in pairs(trf.TOURNAMENT) do
    out[#out + 1] = tag(it[1], file.tags[it[1]])
  end
  table.sort(out)
  return table.concat(out)
end

-- Append the game of a round, if the player has White. Note that both players have a game.
local function put_game(file, entrant, round, head, out)
  local opponent, result, is_unrated = game_of(file, entrant, round)
  if opponent then
    entrant.has_round, opponent.has_round = true, true
    out[#out + 1] = table.concat { head, tag("Date", file.dates[round] or file.day), tag("Round", tostring(round)),
      player_tags(file, entrant, "White"), tag("Board", common_board(file, entrant.number, opponent.number, round)),
      player_tags(file, opponent, "Black"), tag("Result", result), tag("Termination", is_unrated and "unrated"), " * " }
  end
end

-- Append a bye. If the other players of the team have a match, it is a board without an opponent, too.
local function put_bye(file, entrant, round, kind, head, out)
  entrant.has_round = true
  local tags = table.concat { head, tag("Date", round and file.dates[round] or file.day),
    tag("Round", round and tostring(round)), player_tags(file, entrant, "White") }
  out[#out + 1] = tags .. tag("Bye", kind) .. " * "
  out[#out + 1] = kind == "win" and file.has_teams and teams.empty_board(file, entrant, round, tags) or nil
end

-- Return the games and byes of each player, which are on the player's line.
local function lists_of(file, head)
  local lists = {}
  for i, entrant in ipairs(file.players) do
    lists[i] = {}
    for round = 1, file.rounds do
      local cell = entrant.cells[round]
      local kind = not (cell and cell.opponent > 0) and bye_in(file, cell, round)
      if kind then
        put_bye(file, entrant, round, kind, head, lists[i])
      elseif cell and cell.opponent > 0 then
        put_game(file, entrant, round, head, lists[i])
      end
    end
  end
  return lists
end

local function games_of(file)
  local out, at, head = {}, 1, tournament_tags(file)
  file.day = shared_date(file.tags.EventDate, file.tags.EndDate)
  local lists = lists_of(file, head)
  for i, entrant in ipairs(file.players) do
    if not entrant.has_round then
      put_bye(file, entrant, nil, bye_of.NONE, head, lists[i])
    end
    out[#out + 1] = ("\n"):rep(entrant.line - at) .. table.concat(lists[i])
    at = entrant.line
  end
  out[#out + 1] = teams.games(file, function(round)
    return head .. tag("Date", file.dates[round] or file.day) .. tag("Round", tostring(round))
  end) .. "\n"
  return table.concat(out)
end

--- Read a tournament report file as games.
---@param text string
---@param path string for messages
---@param settings? table {scoring: the points "3-1-0" of a win, a draw and a loss, which replace those of the file}
---@return string games PGN
---@return table[] problems diagnostics, in the order of the file
function M.read(text, path, settings)
  local file = { path = path, problems = {}, players = {}, by_start = {}, team_of = {}, members = {}, dates = {},
    byes = {}, dummies = {}, tags = {}, rounds = 0, paired = 0, teams = 0,
    given_scale = scoring.parse(settings and settings.scoring or ""), letters = {}, unused = {}, numbered = {},
    numbered_list = {}, forfeits = {}, matches = {} }
  for number, line in ipairs(trf.lines(text)) do
    file.has_points = file.has_points or line:find("^299 ") ~= nil
    read_line(file, line, number)
  end
  apply_letters(file)
  remove_dummies(file)
  apply_byes(file)
  set_team_places(file)
  for _, entrant in ipairs(file.players) do
    check_points(file, entrant)
  end
  teams.check(file)
  report_unused(file)
  local games = games_of(file)
  table.sort(file.problems, function(a, b)
    if a.line ~= b.line then
      return a.line < b.line
    end
    return a.column < b.column
  end)
  return games, file.problems
end

return M
