--- The report "tournaments": dates, sites, numbers of players and games, and the player with the most points.
--
-- `lucena.tournament.event` finds the tournaments, and `lucena.tournament.kind` names their kinds, as for the report
-- "crosstable". Games without Event are omitted, and a note gives the number of omitted games. Ties of the players with
-- the most points are not broken. For teams, match points count; in a knockout, only the players who got furthest.
--
-- Cost: about 200 bytes for each game, kept until the end.
-- @module lucena.report.tournaments

local completeness = require("lucena.tournament.completeness")
local event_of = require("lucena.tournament.event")
local kind_of = require("lucena.tournament.kind")
local knockout = require("lucena.tournament.knockout")
local names = require("lucena.tournament.names")
local players_of = require("lucena.tournament.players").of
local selection = require("lucena.tournament.selection")
local teams_of = require("lucena.tournament.teams")

local M = {
  summary = "the tournaments in a database: dates, players, games, the player with most points",
  takes_tournaments = true,
  state = { "groups", "counts" },
  options = {
    selection.OPTIONS[1], selection.OPTIONS[2],
    { name = "min_games", kind = "integer", least = 1, default = 2, help = "Omit tournaments of fewer games." },
    { name = "min_players", kind = "integer", least = 1, default = 2, help = "Omit tournaments of fewer players." },
    { name = "order", kind = "choice", choices = { "date", "name", "players", "games", "rating" }, default = "date",
      help = "The order: earliest first, by name, or most players, most games or highest mean rating first." },
    { name = "top", kind = "integer", least = 0, default = 0, help = "Show at most N tournaments; 0: all." },
    selection.OPTIONS[3],
  },
  columns = {
    { key = "event", title = "Event", least = 20 }, { key = "site", title = "Site", optional = true, spare = true },
    { key = "first", title = "From", kind = "date", is_main = true },
    { key = "last", title = "To", kind = "date", spare = true },
    { key = "players", title = "Players", kind = "integer" }, { key = "games", title = "Games", kind = "integer" },
    { key = "missing", title = "Missing", kind = "integer", optional = true, spare = true },
    { key = "kind", title = "Kind", words = true, optional = true, spare = true },
    { key = "rating", title = "Rating", kind = "year", optional = true, spare = true },
    { key = "winner", title = "First place", least = 20, is_main = true },
    { key = "points", title = "Points", kind = "points", is_main = false },
  },
  query = selection.query,
}

local Tournaments = {}
Tournaments.__index = Tournaments

function M.new(options)
  return setmetatable({ options = options, groups = {}, counts = { without = 0 } }, Tournaments)
end

-- ---- adding --------------------------------------------------------------------------------------

function Tournaments:add(game)
  local event = game.tags.Event
  if not event or event == "" or event == "?" or event == "-" then
    self.counts.without = self.counts.without + (self.options.event and 0 or 1)
  else
    event_of.add(self.groups, game)
  end
end

function Tournaments:merge(other)
  self.counts.without = self.counts.without + other.counts.without
  event_of.merge(self.groups, other.groups)
end

-- ---- rows ----------------------------------------------------------------------------------------

-- Return the names of the players with the most points, and these points.
local function best_of(players)
  local best, first = 0, {}
  for _, player in ipairs(players) do
    if player.points > best then
      best, first = player.points, {}
    end
    if player.points == best then
      first[#first + 1] = player.name
    end
  end
  if best == 0 then
    return nil, nil
  elseif #first > 3 then
    return ("%s + %d"):format(first[1], #first - 1), best
  end
  return table.concat(first, "; "), best
end

-- Return the mean of the players' mean ratings.
local function rating_of(players)
  local sum, count = 0, 0
  for _, player in ipairs(players) do
    local own, games = 0, 0
    for _, entry in ipairs(player.entries) do
      own, games = own + (entry.own_rating or 0), games + (entry.own_rating and 1 or 0)
    end
    if games > 0 then
      sum, count = sum + own // games, count + 1
    end
  end
  return count > 0 and (sum + count // 2) // count or nil
end

local function known(text)
  return text ~= "" and text ~= "?" and text ~= "-" and text or nil
end

local function row_of(event)
  local players, rounds = players_of(event)
  local kind, is_given = kind_of.of(event, players, rounds)
  local found, winner, points
  if kind == "teams" then
    local teams, matches = teams_of.of(event, event.match_scale)
    local is_robin = #teams > 2 and kind_of.of_teams(event, teams, rounds) == "robin"
    found = completeness.of_teams(matches, teams, rounds, is_robin)
    winner, points = best_of(teams)
    points = points and 2 * points
  else
    found = completeness.of(kind, players, rounds)
    local has_final = kind == "knockout" and not found.is_single
    winner, points = best_of(has_final and knockout.leaders(players, rounds) or players)
  end
  found.is_given = is_given
  return {
    event = event.name, site = known(event.site), first = known(event.from), last = known(event.to), players = #players,
    games = #event.records, kind = kind_of.words(kind, found),
    missing = not found.is_complete and found.expected - found.present or nil, rating = rating_of(players),
    winner = winner, points = points, date = event.from:gsub("?", "0") .. event.from,
    key = names.key(event.name),
  }
end

local DESCENDING = { players = true, games = true, rating = true }

-- Return a function that sorts tournaments: by the requested value, then by date, then by name.
local function order_of(order)
  return function(a, b)
    local x, y = DESCENDING[order] and (a[order] or 0) or 0, DESCENDING[order] and (b[order] or 0) or 0
    if x ~= y then
      return x > y
    elseif order == "name" and a.key ~= b.key then
      return a.key < b.key
    end
    x, y = a.date, b.date
    if x ~= y then
      return x < y
    end
    return a.number < b.number
  end
end

-- Return the rows of the selected tournaments, the number of omitted tournaments, of duplicates and of spellings.
local function rows_of(self)
  local rows, omitted = {}, { small = 0, few = 0, duplicates = 0, joined = 0, selected = 0 }
  local accepts = selection.new(self.options)
  event_of.each(self.groups, self.options, function(event)
    if not accepts(event) then
      return
    end
    omitted.selected = omitted.selected + 1
    if #event.records < self.options.min_games then
      omitted.small = omitted.small + 1
      return
    end
    local row = row_of(event)
    if row.players < self.options.min_players then
      omitted.few = omitted.few + 1
      return
    end
    rows[#rows + 1], row.number = row, #rows + 1
    omitted.duplicates = omitted.duplicates + event.duplicates
    omitted.joined = omitted.joined + event.joined
  end)
  table.sort(rows, order_of(self.options.order))
  return rows, omitted
end

function Tournaments:sections()
  local options = self.options
  local rows, omitted = rows_of(self)
  if omitted.selected == 0 and (options.event or options.year) then
    return nil, selection.message(options), "unknown_event"
  end
  local notes = { { "Tournaments: %s.", #rows } }
  if options.top > 0 and options.top < #rows then
    notes[1] = { "Tournaments: %s, of %s.", options.top, #rows }
    rows = table.move(rows, 1, options.top, 1, {})
  end
  for _, row in ipairs(rows) do
    if row.missing then
      notes[#notes + 1] = "Where games are missing, points are those of the games present."
      break
    end
  end
  local function say(number, text)
    notes[#notes + 1] = number > 0 and { text, number } or nil
  end
  say(omitted.duplicates, "Duplicates omitted: %s")
  say(omitted.joined, "Names joined: %s")
  say(omitted.small, "Events omitted for too few games: %s.")
  say(omitted.few, "Events omitted for too few players: %s.")
  say(self.counts.without, "Games omitted, because they have no Event: %s.")
  return { { columns = M.columns, rows = rows, notes = notes } }
end

local function game(white, black, result, date)
  return ([=[
[Event "Cup"]
[Site "Riga"]
[Date "%s"]
[White "%s"]
[Black "%s"]
[WhiteElo "2400"]
[Result "%s"]

%s

]=]):format(date, white, black, result, result)
end

M.examples = {
  {
    pgn = game("A", "B", "1-0", "1999.05.0?") .. game("B", "C", "1/2-1/2", "1999.05.02")
      .. game("C", "A", "0-1", "1999.05.??") .. '[Event "Other"]\n[Result "1-0"]\n\n1-0\n\n[White "X"]\n\n*\n',
    rows = {
      { event = "Cup", site = "Riga", first = "1999.05.0?", last = "1999.05.0?", players = 3, games = 3,
        kind = "round robin", rating = 2400, winner = "A", points = 4 },
    },
  },
  {
    options = { min_games = 1, order = "games", top = 1, event = "rig" },
    pgn = game("A", "B", "1-0", "1999.05.01") .. game("B", "A", "1-0", "1999.05.02"),
    rows = { { event = "Cup", players = 2, kind = "match", winner = "A; B", points = 2 } },
  },
}

return M
