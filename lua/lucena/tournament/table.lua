--- The tables of one tournament: the standings with the results of all games, and notes, for example on missing games.
-- The reports "crosstable" and "event" show them.
-- @module lucena.tournament.table

local bracket = require("lucena.tournament.bracket")
local bye_of = require("lucena.tournament.bye")
local byes_of = require("lucena.tournament.byes")
local cells = require("lucena.tournament.cells")
local completeness = require("lucena.tournament.completeness")
local kind_of = require("lucena.tournament.kind")
local knockout = require("lucena.tournament.knockout")
local players_of = require("lucena.tournament.players")
local playoff = require("lucena.tournament.playoff")
local scoring = require("lucena.tournament.scoring")
local spelling = require("lucena.tournament.spelling")
local standings = require("lucena.tournament.standings")
local teams_of = require("lucena.tournament.teams")
local tiebreaks_of = require("lucena.tournament.tiebreaks")
local trim = require("lucena.format").trim

local M = {}

--- The options of reports that show these tables.
M.OPTIONS = {
  { name = "kind", kind = "choice", default = "auto", choices = { "auto", table.unpack(kind_of.KINDS) },
    help = "The kind of event." },
  { name = "tiebreaks", kind = "string",
    help = "The tie-breaks in order, such as DE,BH-C1,SB. Default: the usual ones for the kind of event." },
  { name = "byes", kind = "file", help = "A file of byes, one per line: 3 half Smith, John." },
  { name = "scoring", kind = "string", argname = "W-D-L",
    help = "Points for a win, a draw and a loss, such as 3-1-0. Default: 1-0.5-0; for matches of teams, 2-1-0." },
  { name = "armageddon", kind = "string", argname = "W-L",
    help = "Points for winning and losing an Armageddon game that decides a draw, such as 1.5-1." },
  { name = "k", kind = "integer", help = "Show rating changes for this K-factor." },
  { name = "rounds", kind = "integer", help = "The planned number of rounds. Default: the tag EventRounds." },
  { name = "rules", kind = "choice", default = "2026", choices = { "2024", "2026" },
    help = "The tie-break rules: 2024 for events before March 2026." },
}

--- The columns that every such table has.
M.COLUMNS = {
  { key = "place", title = "#", kind = "integer" }, { key = "name", title = "Player", least = 16 },
  { key = "points", title = "Points", kind = "points" },
}

--- Parse the options, and read the file of byes.
---@param options table
---@return table? settings
---@return string? err
---@return string? code `cannot_open`, `bad_file` for the file of byes; nil for other options
function M.settings(options)
  local settings = { kind = options.kind, k = options.k, rules = options.rules, rounds = options.rounds, byes = {} }
  if settings.rounds and settings.rounds < 1 then
    return nil, ("'%d': expected the planned number of rounds, 1 or more"):format(settings.rounds)
  end
  if options.byes then
    local byes, message, code = byes_of.read(options.byes)
    if not byes then
      return nil, message, code
    end
    settings.byes = byes
  end
  if options.tiebreaks then
    local tiebreaks, message = tiebreaks_of.parse(options.tiebreaks)
    if not tiebreaks then
      return nil, message
    end
    settings.tiebreaks = tiebreaks
  end
  for name, parse in pairs { scoring = scoring.parse, armageddon = scoring.parse_armageddon } do
    if options[name] then
      local points, message = parse(options[name])
      if not points then
        return nil, message
      end
      settings[name] = points
    end
  end
  return settings
end

-- ---- tables --------------------------------------------------------------------------------------

local function has_any(rows, key)
  for _, row in ipairs(rows) do
    if row[key] ~= nil then
      return true
    end
  end
  return false
end

-- Return the rank: "3-4" for players who share places three and four.
local function rank_text(sorted, i)
  local rank, last = sorted[i].rank, i
  while sorted[last + 1] and sorted[last + 1].rank == rank do
    last = last + 1
  end
  return last > rank and ("%d-%d"):format(rank, last) or tostring(rank)
end

-- Return the columns other than results, with one row per player.
local function rows_of(sorted, tiebreaks, k)
  local rows = {}
  for i, player in ipairs(sorted) do
    local performance, change = standings.rating(player, k)
    local is_tied = i > 1 and sorted[i - 1].rank == player.rank
    rows[i] = {
      place = i, rank = is_tied and rows[i - 1].rank or rank_text(sorted, i), name = player.name,
      rating = player.rating, points = player.points, games = #player.entries, performance = performance,
      change = change, board_points = player.game_points,
    }
    for _, tiebreak in ipairs(tiebreaks) do
      rows[i][tiebreak.name] = standings.value(player, tiebreak)
    end
  end
  return rows
end

-- Add the columns of a list for which at least one row has a value.
local function add_columns(columns, rows, list)
  for _, column in ipairs(list) do
    if has_any(rows, column.key) then
      columns[#columns + 1] = column
    end
  end
end

local function is_shared(rows)
  for _, row in ipairs(rows) do
    if row.rank:find("-", 1, true) then
      return true
    end
  end
  return false
end

local function differ(rows, key)
  for _, row in ipairs(rows) do
    if row[key] ~= rows[1][key] then
      return true
    end
  end
  return false
end

local function columns_of(rows, middle, tiebreaks, what)
  local columns = { M.COLUMNS[1] }
  if is_shared(rows) and not what.is_incomplete then
    columns[2] = { key = "rank", title = "Rank", align = "right" }
  end
  columns[#columns + 1] = { key = "name", title = what.title or "Player" }
  add_columns(columns, rows, { { key = "rating", title = "Rating", kind = "year" } })
  table.move(middle, 1, #middle, #columns + 1, columns)
  if differ(rows, "games") then
    columns[#columns + 1] = { key = "games", title = what.games or "Games", kind = "integer" }
  end
  columns[#columns + 1] = { key = "points", title = what.points or "Points", kind = what.points_kind or "points" }
  for i, tiebreak in ipairs(tiebreaks) do
    add_columns(columns, rows, {
      { key = tiebreak.name, title = tiebreak.name, kind = tiebreak.kind, digits = tiebreak.digits, is_main = i == 1 },
    })
  end
  add_columns(columns, rows, {
    { key = "performance", title = "Perf.", kind = "year", spare = true },
    { key = "change", title = "Rating change", kind = "decimal" },
  })
  return columns
end

-- ---- notes ---------------------------------------------------------------------------------------

local CUTS = { C = "Cut", M = "Median" }

-- By the words for the kind, see `lucena.tournament.kind`.
local KIND_NOTES = {
  ["quintuple round robin"] = "Quintuple round robin, %s players, %s games",
  ["round robin"] = "Round robin, %s players, %s games",
  ["double round robin"] = "Double round robin, %s players, %s games",
  ["triple round robin"] = "Triple round robin, %s players, %s games",
  ["quadruple round robin"] = "Quadruple round robin, %s players, %s games",
  ["Swiss system"] = "Swiss system, %s players, %s games", knockout = "Knockout, %s players, %s games",
  match = "Match, %s players, %s games", matches = "Matches, %s players, %s games",
  teams = "Teams, %s players, %s games",
}
local UNKNOWN_KIND = "Kind unknown, %s players, %s games"

local PROGRESS_NOTES = {
  games = {
    unranked = "Incomplete: %s of %s games present; without ranks and tie-breaks",
    ranked = "Incomplete: %s of %s games present", in_progress = "In progress: %s of %s games played",
  },
  matches = {
    unranked = "Incomplete: %s of %s matches present; without ranks and tie-breaks",
    ranked = "Incomplete: %s of %s matches present", in_progress = "In progress: %s of %s matches played",
  },
}

-- Return the texts that explain the columns of tie-breaks, such as "BH-C1 (Buchholz Cut 1), WIN (wins)". The renderer
-- translates the names.
local function explained(tiebreaks)
  local texts = {}
  for i, tiebreak in ipairs(tiebreaks) do
    local letter, number = tiebreak.name:match("%-([CM])(%d+)$")
    texts[#texts + 1] = (i > 1 and ", " or "") .. tiebreak.name .. " ("
    texts[#texts + 1] = tiebreak.title
    if letter then
      table.move({ " ", CUTS[letter], " " .. number }, 1, 3, #texts + 1, texts)
    end
    texts[#texts + 1] = ")"
  end
  return texts
end

-- Return the note on missing games; nil if all games are present. In a Swiss, the expected number is only the largest
-- possible one.
local function progress_note(it)
  local found = it.found
  local texts = PROGRESS_NOTES[found.unit]
  if not found.is_complete then
    return { it.is_ranked and texts.ranked or texts.unranked, found.present, found.expected }
  elseif it.kind ~= "swiss" and (found.expected or 0) > found.present then
    return { texts.in_progress, found.present, found.expected }
  end
end

local MOST_LISTED = 8

-- Return the first texts of a list as one text.
local function few(list)
  return table.concat(list, "; ", 1, math.min(#list, MOST_LISTED)) .. (#list > MOST_LISTED and "; …" or "")
end

-- Return the note that explains the signs in the cells; nil if there are none. Only the table of a Swiss shows byes.
-- Those of a knockout and of teams show points of matches.
local function signs_note(it)
  if it.kind == "knockout" then
    return "A cell has the opponent's row and the points of the match: 4: 2½-1½"
  elseif it.are_teams_swiss then
    return "A cell has the opponent's row and the points on the boards: 4:2½"
  end
  for _, player in ipairs(it.kind ~= "teams" and it.players or {}) do
    for _, entry in ipairs(player.entries) do
      if it.kind == "swiss" and (entry.is_bye or entry.is_forfeit) then
        return "In the columns of rounds, +1, +½ and +0 are byes; + and - after a colour are forfeits"
      elseif entry.is_forfeit then
        return "+ and - are forfeits"
      end
    end
  end
end

-- Return each player who has no game in some rounds, with the rounds: "Smith, John 2, 4".
local function absences(it)
  local list = {}
  for i, player in ipairs(it.sorted) do
    local rounds, row = {}, it.rows[i]
    for round = 1, it.rounds do
      rounds[#rounds + 1] = row["r" .. round] == "?" and round or nil
    end
    list[#list + 1] = rounds[1] and player.name .. " " .. table.concat(rounds, ", ") or nil
  end
  return list
end

local BYE_SIGNS = { [2] = "1", [1] = "½", [0] = "0" }

-- Return the byes of coming rounds: "Smith, John 5 (½)".
local function coming_byes(it)
  local list = {}
  for i, bye in ipairs(it.coming) do
    list[i] = ("%s %d (%s)"):format(bye.name, bye.round, BYE_SIGNS[bye_of.KINDS[bye.kind].halves])
  end
  return list
end

-- Return the pairs with more games than the others: "Smith, John – Roe, Jane (3)".
local function extra_games(found)
  local list = {}
  for i, met in ipairs(found.extra or {}) do
    list[i] = ("%s – %s (%d)"):format(met[1].name, met[2].name, met[3])
  end
  return list
end

local function has_armageddon(players)
  for _, player in ipairs(players) do
    for _, entry in ipairs(player.entries) do
      if entry.is_armageddon then
        return true
      end
    end
  end
  return false
end

local function has_tiebreak(it, base)
  for _, tiebreak in ipairs(it.tiebreaks) do
    if tiebreak.base == base then
      return true
    end
  end
  return false
end

local function without_teams(event)
  local count = 0
  for _, record in ipairs(event.records) do
    count = count + (record.white_team and record.black_team and 0 or 1)
  end
  return count
end

-- Return the decided games without moves that are not called forfeits, with the round, if most games of the event have
-- moves: "Smith, John – Roe, Jane 3.4". In a file of results alone, no game has moves.
local function without_moves(records)
  local bare, with = {}, 0
  for _, record in ipairs(records) do
    local is_decided = record.white_halves and record.white_halves ~= record.black_halves
    if record.plies == 0 and is_decided and not record.is_forfeit and not record.is_unrated then
      bare[#bare + 1] = ("%s – %s %s"):format(record.white, record.black, record.round)
    end
    with = with + (record.plies > 0 and 1 or 0)
  end
  return 2 * with > #records and bare or {}
end

-- Return the teams that have two matches in a round, with the round: "Riga 3". If games have no rounds, there are none.
local function double_matches(it)
  local list = {}
  for _, team in ipairs(it.teams) do
    local seen = {}
    for _, entry in ipairs(team.entries) do
      if entry.round and seen[entry.round] then
        list[#list + 1] = ("%s %d"):format(team.name, entry.round)
      end
      seen[entry.round or 0] = true
    end
  end
  return list
end

local function note_teams(it, say)
  local event, without, double = it.event, without_teams(it.event), double_matches(it)
  say(event.added_teams, "Missing tags of teams, taken from other games: %s", event.added_teams)
  say(event.lone_boards, "Boards with one player, which count for the teams only: %s", event.lone_boards)
  say(without, "Games without two teams, which count in no match: %s", without)
  say(#double, "Teams with two matches in a round; a team may have two names: %s", few(double))
end

local function notes_of(it)
  local notes = { { KIND_NOTES[kind_of.words(it.kind, it.found)] or UNKNOWN_KIND, #it.players, #it.event.records } }
  local function say(number, ...)
    if number > 0 then
      notes[#notes + 1] = { ... }
    end
  end
  notes[2] = progress_note(it)
  local extra = extra_games(it.found)
  say(#extra, it.kind == "teams" and "Teams with more matches than the other pairs: %s"
    or "Players with more games than the other pairs: %s", few(extra))
  local doubtful = spelling.pairs(it.players)
  for _, pair in ipairs(doubtful) do
    notes[#notes + 1] = { "One player under two names? %s; %s", pair[1], pair[2] }
  end
  say(#doubtful, "If they are one player, points and kind are wrong; correct the games with `lucena tag --names FILE`")
  say(has_armageddon(it.players) and 1 or 0, "In parentheses: Armageddon games, which decide the draw before them")
  say(it.event.duplicates, "Duplicates omitted: %s", it.event.duplicates)
  say(#it.event.contradictions, "Duplicates with different results, of which the first counts: %s",
    few(it.event.contradictions))
  say(it.event.joined, "Names joined: %s (%s)", it.event.joined, few(it.event.changes))
  for _, it_is in ipairs(playoff.matches(it.event.playoffs)) do
    notes[#notes + 1] = { "Tie-break games, which do not count: %s – %s %s", it_is.white, it_is.black, it_is.score }
  end
  say(#it.event.taken, "Taken for byes, not for players: %s", few(it.event.taken))
  say(#it.event.suspicious, "Players without a game, a rating or points, who may be none: %s", few(it.event.suspicious))
  say(#it.event.suspicious, "If such a name means a bye, correct the games with `lucena tag --names FILE`: %s = Bye",
    it.event.suspicious[1])
  say(#it.coming, "Byes of rounds that are not paired yet: %s", few(coming_byes(it)))
  say(math.max((it.planned or 0) - it.rounds, 0), "After round %s of %s", it.rounds, it.planned)
  say(it.event.unknown, "Games of unknown players omitted: %s", it.event.unknown)
  local bare = without_moves(it.event.records)
  say(#bare, "Games without moves, which count as played unless their Result is +/- or -/+: %s (%s)", #bare, few(bare))
  if it.kind == "teams" then
    note_teams(it, say)
  elseif not kind_of.words(it.kind, it.found) then
    local kinds = kind_of.fitting(it.players, it.rounds)
    say(#kinds, "Kinds that fit the pairings: %s", #kinds > 0 and "--kind " .. table.concat(kinds, ", --kind ") or "")
  elseif it.kind == "swiss" and not it.is_given and 2 * it.rounds >= #it.players - 1 then
    notes[#notes + 1] = "If it is a round robin in progress: --kind robin"
  end
  say(#it.tiebreaks, "Tie-breaks: %s", explained(it.tiebreaks))
  if not (it.are_teams_swiss or it.kind == "swiss") and has_tiebreak(it, "DE") and it.sorted[1]
    and it.sorted[1].context.lacks_encounters then
    notes[#notes + 1] = "DE counts the games among tied players; it does not rank them while one is missing"
  end
  notes[#notes + 1] = signs_note(it)
  say(it.unknown or 0, "Byes unknown: %s rounds of players without a game; list them with --byes FILE (%s)", it.unknown,
    few(absences(it)))
  say(it.left_out or 0, "Rounds are omitted: a player has %s games", it.left_out)
  say(it.unfinished, "Games without a result: %s", it.unfinished)
  return notes
end

-- Return the dates of an event: "2013.03.15 – 2013.04.01".
local function dates_of(event)
  local from, to = trim(event.from, ".?"), trim(event.to, ".?")
  return from == to and from or from .. " – " .. to
end

-- Return the name, the place and the dates that are known.
local function known(event, dates)
  local parts = {}
  for _, part in ipairs { event.name, event.site, dates } do
    parts[#parts + 1] = part ~= "?" and part ~= "" and part or nil
  end
  parts[1] = parts[1] or "?"
  return parts
end

--- Return the name, place and dates of an event, for programs.
---@param event table
---@return string
function M.title(event)
  return table.concat(known(event, dates_of(event)), ", ")
end

-- Return the parts of the title that readers see.
local function heading_of(event, suffix)
  local parts = known(event, event.from ~= "" and { from = event.from, to = event.to } or "")
  parts.suffix = suffix
  return parts
end

-- Return a section of an event with its titles: for programs, and in parts for readers.
local function titled(event, suffix, contents)
  return setmetatable({ title = M.title(event) .. suffix, heading = heading_of(event, suffix) },
    { __index = contents })
end

-- ---- an event ------------------------------------------------------------------------------------

-- For each kind of event: a function that ranks the players, and returns their rows and the columns between the names
-- and the points.
local LAYOUTS = {}

local MOST_PLAYOFFS = 1 << 16 -- more than the half points in tie-break games

local function ranked(it, players, context)
  context.rounds, context.planned, context.rules = it.rounds, it.planned, it.rules
  local sorted = standings.rank(players, it.tiebreaks, context)
  it.sorted = sorted
  local rows = rows_of(sorted, it.tiebreaks, it.k)
  for _, row in ipairs(it.has_links and rows or {}) do
    row.games_of = {}
  end
  return sorted, rows
end

-- Tie-break games decide before all other tie-breaks.
function LAYOUTS.robin(it)
  local decided = playoff.points(it.event.playoffs)
  local sorted, rows = ranked(it, it.players, { first = next(decided) and function(player)
    return player.points * MOST_PLAYOFFS + (decided[player.name] or 0)
  end or nil })
  return rows, cells.opponents(sorted, rows)
end

function LAYOUTS.match(it)
  local sorted, rows = ranked(it, it.players, {})
  return rows, cells.games(sorted, rows, it.rounds)
end

function LAYOUTS.swiss(it)
  local sorted, rows = ranked(it, it.players, { is_swiss = true })
  local columns
  columns, it.unknown, it.left_out = cells.rounds(sorted, rows, it.rounds)
  return rows, columns
end

function LAYOUTS.knockout(it)
  local progress, matches = knockout.progress(it.players, it.rounds)
  local sorted, rows = ranked(it, it.players, { first = function(player) return progress[player] end })
  return rows, cells.matches(sorted, rows, matches, it.rounds)
end

-- Teams are ranked like individual players: as in a round robin, or as in a Swiss tournament. The cells have the points
-- of a match, which do not show who won it.
function LAYOUTS.teams(it)
  local sorted, rows = ranked(it, it.teams, { is_swiss = it.are_teams_swiss })
  local columns, _
  if it.are_teams_swiss then
    columns, _, it.left_out = cells.rounds(sorted, rows, it.rounds)
  else
    columns = cells.opponents(sorted, rows)
  end
  for _, column in ipairs(columns) do
    column.has_points = column.is_cell
  end
  return rows, columns
end

local TEAM_WORDS = { title = "Team", points = "Match points", points_kind = "integer", games = "Matches" }

-- Mark the players some of whose games are missing. Their performance would be that of a part of the event.
local function mark_partial(it)
  local found = it.found
  for _, player in ipairs(found.is_complete and {} or it.players) do
    player.is_partial = it.kind ~= "robin" or (found.games[player] or 0) < found.meetings * (#it.players - 1)
  end
end

-- Find out whether games are missing. If they are, omit the tie-breaks, except if the user gave a list of tie-breaks.
local function check_completeness(it)
  if it.kind == "teams" then
    it.teams, it.matches = teams_of.of(it.event, it.match_scale)
    local pairings = #it.teams > 2 and kind_of.of_teams(it.event, it.teams, it.rounds)
    it.are_teams_swiss = pairings == "swiss"
    it.found = completeness.of_teams(it.matches, it.teams, it.rounds, pairings == "robin")
    it.tiebreaks = tiebreaks_of.for_teams(it.tiebreaks)
  else
    it.found = completeness.of(it.kind, it.players, it.rounds)
    it.found.is_given = it.is_given
    it.rounds = it.found.is_single and bracket.flatten(it.players) or it.rounds
  end
  it.is_ranked = it.found.is_complete or it.has_own_tiebreaks
  it.tiebreaks = it.is_ranked and it.tiebreaks or {}
  if not it.is_ranked and it.kind ~= "teams" then
    mark_partial(it)
  end
end

-- Return a section with the players of all teams, best scores first.
local function boards_section(it)
  local sorted = standings.rank(it.players, {}, { rounds = it.rounds })
  local rows = rows_of(sorted, {}, it.k)
  for i, player in ipairs(sorted) do
    rows[i].team, rows[i].board = player.team, teams_of.board(player)
  end
  local columns = columns_of(rows, { { key = "team", title = "Team" } }, {}, {})
  local notes = {}
  if not it.is_ranked then
    notes[1] = "Without results by board, because games are missing"
  elseif not has_any(rows, "board") then
    notes[1] = "Without results by board, because the boards are unknown"
  end
  return { columns = columns, rows = rows, notes = notes }
end

-- The columns of the results by board.
local PRIZES = {
  { key = "board", title = "Board", kind = "integer" }, M.COLUMNS[1], M.COLUMNS[2],
  { key = "team", title = "Team" }, { key = "games", title = "Games", kind = "integer" }, M.COLUMNS[3],
  { key = "performance", title = "Perf.", kind = "year", optional = true },
}

-- Sort by board, then the best first. Players with equal values stay in order.
local function is_better(a, b)
  if a.board ~= b.board then
    return a.board < b.board
  elseif a.points ~= b.points then
    return a.points > b.points
  end
  local x, y = a.performance or 0, b.performance or 0
  return x > y or x == y and a.order < b.order
end

-- Return the rows of `boards` by board, for the prizes of the best players on each board. Returns nil if no board is
-- known, or if games are missing.
local function prizes_section(it, boards)
  local rows = {}
  for i, row in ipairs(it.is_ranked and boards.rows or {}) do
    rows[#rows + 1] = row.board and { board = row.board, name = row.name, team = row.team, games = row.games,
      points = row.points, performance = row.performance, order = i } or nil
  end
  table.sort(rows, is_better)
  local last, place = nil, 0
  for _, row in ipairs(rows) do
    last, place = row.board, row.board == last and place + 1 or 1
    row.place, row.order = place, nil
  end
  return rows[1] and { columns = PRIZES, rows = rows, notes = {
    "The board of a player is that of most games. The order is by points, then by performance rating.",
  } } or nil
end

--- Append the sections of an event: one section, or up to three for teams.
---@param it table made by open(). With `has_links`, rows have `games_of`, the games of each cell. put() sets `sorted`
-- (the ranked players or teams), `matches` (of teams, made by `lucena.tournament.teams`), `found`, made by
-- `lucena.tournament.completeness`, and `are_teams_swiss`.
---@param out table[]
function M.put(it, out)
  check_completeness(it)
  local rows, middle = LAYOUTS[it.kind](it)
  it.rows = rows
  local is_team = it.kind == "teams"
  local columns = columns_of(rows, middle, it.tiebreaks, setmetatable({ is_incomplete = not it.is_ranked },
    { __index = is_team and TEAM_WORDS or nil }))
  out[#out + 1] = titled(it.event, "", { columns = columns, rows = rows, notes = notes_of(it) })
  if is_team then
    local boards = boards_section(it)
    out[#out + 1] = titled(it.event, ": players", boards)
    local prizes = prizes_section(it, boards)
    out[#out + 1] = prizes and titled(it.event, ": results by board", prizes)
  end
end

-- Return the byes of an event, and why others cannot be used: see `lucena.tournament.byes`.
local function byes_of_event(byes, event, planned)
  if byes[1] then
    return byes_of.of(byes, event.name, players_of.rounds(event), planned)
  end
  return byes, {}
end

-- Return the message about an option that does not fit the events.
local function options_problem(events, settings)
  local has_teams, has_matches = false, false
  for _, event in ipairs(events) do
    has_teams = has_teams or #event.records > without_teams(event)
    has_matches = has_matches or settings.kind == "auto" and kind_of.has_teams(event)
  end
  if settings.kind == "teams" and events[1] and not has_teams then
    return "option 'kind': no game has teams, that is, the tags WhiteTeam and BlackTeam"
  end
  for _, halves in pairs((has_matches or settings.kind == "teams") and settings.scoring or {}) do
    if halves % 2 ~= 0 then
      return "option 'scoring': the points of matches are whole numbers, such as 3-2-1"
    end
  end
end

--- Return the first error in the file of byes, or in an option: a bye that fits none of the events to which it applies.
---@param events table[] made by `lucena.tournament.event`
---@param settings table made by settings()
---@return string? err with file and line
---@return string? code `bad_file`; nil for an option that does not fit
function M.problem(events, settings)
  local problem = options_problem(events, settings)
  if problem then
    return problem
  end
  local is_used, why = {}, {}
  for _, event in ipairs(events) do
    local _, obstacles = byes_of_event(settings.byes, event, settings.rounds or event.planned)
    for _, bye in ipairs(settings.byes) do
      local applies = not bye.event or bye.event == event.name
      is_used[bye] = is_used[bye] or applies and not obstacles[bye]
      why[bye] = why[bye] or obstacles[bye]
    end
  end
  for _, bye in ipairs(settings.byes) do
    if why[bye] and not is_used[bye] then
      return bye.place .. ": " .. why[bye], "bad_file"
    end
  end
end

--- Prepare the tables of an event.
---@param event table made by `lucena.tournament.event`
---@param settings table made by settings()
---@return table it event, players, rounds, unfinished, kind, tiebreaks
function M.open(event, settings)
  local has_teams = settings.kind == "teams" or settings.kind == "auto" and kind_of.has_teams(event)
  local it = { event = event, k = settings.k, rules = settings.rules, planned = settings.rounds or event.planned,
    scale = not has_teams and settings.scoring or event.scale,
    match_scale = has_teams and (settings.scoring or event.match_scale) or nil,
    has_own_tiebreaks = settings.tiebreaks ~= nil }
  if settings.armageddon then
    scoring.mark(event)
  end
  local byes = byes_of_event(settings.byes, event, it.planned)
  it.players, it.rounds, it.unfinished, it.coming = players_of.of(event, byes, it.scale, settings.armageddon)
  it.kind, it.is_given = settings.kind, true
  if it.kind == "auto" and byes[1] and not has_teams then
    it.kind = "swiss" -- only a Swiss has a list of byes
  elseif it.kind == "auto" then
    it.kind, it.is_given = kind_of.of(event, it.players, it.rounds)
  end
  it.tiebreaks = settings.tiebreaks or tiebreaks_of.parse(standings.DEFAULTS[it.kind])
  return it
end

return M
