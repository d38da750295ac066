--- The report "tournaments": dates, sites, numbers of players and games, and the player with most points.
--
-- Games form a tournament if Event, Site and year are equal (the year of EventDate, or else of Date); so a tournament
-- over New Year without EventDate becomes two. Games without Event are omitted and reported. Points are counted from
-- the games in the files by their Result tags, so the player with most points is the winner only if no games are
-- missing. Ties are not broken. A tournament is a match if it has two players. It is a round robin if everybody played
-- the number of games needed to meet each other once (or twice); the pairings are not checked.
--
-- Cost: memory for each player of each tournament.
-- @module lucena.report.tournaments

local halves_of = require("lucena.result").halves
local tally = require("lucena.tally")

local M = {
  summary = "the tournaments in a database: dates, players, games, the player with most points",
  state = { "groups", "without" },
  options = {
    { name = "event", kind = "string", argname = "TEXT",
      help = "Show only tournaments with TEXT in Event or Site, in any case." },
    { name = "min_games", kind = "integer", default = 2, help = "Omit tournaments of fewer games." },
    { name = "order", kind = "choice", choices = { "date", "games", "rating" }, default = "date",
      help = "The order: earliest first, most games first, or highest mean rating first." },
    { name = "top", kind = "integer", default = 0, help = "Show at most N tournaments; 0: all." },
  },
  columns = {
    { key = "event", title = "Event", least = 20 }, { key = "site", title = "Site", optional = true, spare = true },
    { key = "first", title = "From", kind = "date" }, { key = "last", title = "To", kind = "date", spare = true },
    { key = "players", title = "Players", kind = "integer" }, { key = "games", title = "Games", kind = "integer" },
    { key = "kind", title = "Kind", words = true, optional = true, spare = true },
    { key = "rating", title = "Rating", kind = "year", optional = true, spare = true },
    { key = "winner", title = "Most points", least = 20 },
    { key = "points", title = "Points", kind = "points" },
  },
}

local Tournaments = {}
Tournaments.__index = Tournaments

--- Create an empty report. A group is {event, site, first, last, games, players = {name = {games, halves}}, ratings =
-- {name = {sum, games}}}.
function M.new(options)
  return setmetatable({ event = options.event and options.event:lower(), least = options.min_games,
    order = options.order, top = options.top, groups = {}, without = 0 }, Tournaments)
end

-- ---- adding --------------------------------------------------------------------------------------

local function known(text)
  return text and text ~= "" and text ~= "?" and text ~= "-" and text or nil
end

-- Return the sort key of a date, in which unknown parts sort first. The date itself is appended, so that different
-- dates have different keys.
local function comparable(date)
  return date:gsub("?", "0") .. date
end

local function widen(group, first, last)
  if first and (not group.first or comparable(first) < comparable(group.first)) then
    group.first = first
  end
  if last and (not group.last or comparable(last) > comparable(group.last)) then
    group.last = last
  end
end

local function put_player(group, name, halves, elo)
  group.players[name] = group.players[name] or { games = 0, halves = 0 }
  local it = group.players[name]
  it.games, it.halves = it.games + 1, it.halves + halves
  if elo and elo:find("^%d+$") and #elo < 6 and elo ~= "0" then
    group.ratings[name] = group.ratings[name] or { sum = 0, games = 0 }
    tally.bump(group.ratings[name], "sum", math.tointeger(tonumber(elo)))
    tally.bump(group.ratings[name], "games")
  end
end

local function group_at(groups, key, event, site)
  groups[key] = groups[key] or { event = event, site = site, games = 0, players = {}, ratings = {} }
  return groups[key]
end

function Tournaments:add(game)
  local tags = game.tags
  local event, site = known(tags.Event), known(tags.Site)
  if not event then
    self.without = self.without + 1
    return
  elseif self.event and not (event .. "\n" .. (site or "")):lower():find(self.event, 1, true) then
    return
  end
  local date = tags.Date and tags.Date:find("^%d%d%d%d%.") and tags.Date or nil
  local year = (tags.EventDate or ""):match("^%d%d%d%d") or (date or ""):match("^%d%d%d%d") or ""
  local group = group_at(self.groups, event .. "\0" .. (site or "") .. "\0" .. year, event, site)
  group.games = group.games + 1
  widen(group, date, date)
  local white, black = halves_of(game)
  put_player(group, tags.White or "?", white or 0, tags.WhiteElo)
  put_player(group, tags.Black or "?", black or 0, tags.BlackElo)
end

function Tournaments:merge(other)
  self.without = self.without + other.without
  for key, from in pairs(other.groups) do
    local into = group_at(self.groups, key, from.event, from.site)
    into.games = into.games + from.games
    tally.merge(into.players, from.players)
    tally.merge(into.ratings, from.ratings)
    widen(into, from.first, from.last)
  end
end

-- ---- rows ----------------------------------------------------------------------------------------

-- Return the number of players, the player with most points, and the number of games of each player.
local function standing(group)
  local points, count = {}, 0
  for name, it in pairs(group.players) do
    points[name] = it.halves
    count = count + 1
  end
  local names = tally.ranked(points)
  local best, first = points[names[1]], {}
  for _, name in ipairs(names) do
    if points[name] == best then
      first[#first + 1] = name
    end
  end
  if best == 0 then
    return count, nil, nil
  elseif #first > 3 then
    return count, ("%s + %d"):format(first[1], #first - 1), best
  end
  return count, table.concat(first, "; "), best
end

local function kind_of(group, players)
  local rounds
  for _, it in pairs(group.players) do
    if rounds and it.games ~= rounds then
      return nil
    end
    rounds = it.games
  end
  if players == 2 then
    return "match"
  elseif players < 3 or rounds % (players - 1) ~= 0 then
    return nil
  end
  return rounds == players - 1 and "round robin" or rounds == 2 * (players - 1) and "double round robin" or nil
end

-- Return the mean of the players' mean ratings.
local function rating_of(group)
  local sum, count = 0, 0
  for _, it in pairs(group.ratings) do
    sum, count = sum + it.sum // it.games, count + 1
  end
  return count > 0 and (sum + count // 2) // count or nil
end

local function row_of(key, group)
  local players, winner, points = standing(group)
  return { event = group.event, site = group.site, first = group.first, last = group.last, players = players,
    games = group.games, kind = kind_of(group, players), rating = rating_of(group), winner = winner, points = points,
    sort = key }
end

-- Return the order: by the requested value, then by date, then by name.
local function order_of(order)
  return function(a, b)
    local x, y = order ~= "date" and (a[order] or 0) or 0, order ~= "date" and (b[order] or 0) or 0
    if x ~= y then
      return x > y
    end
    x, y = comparable(a.first or ""), comparable(b.first or "")
    if x ~= y then
      return x < y
    end
    return a.sort < b.sort
  end
end

function Tournaments:sections()
  local rows, small = {}, 0
  for key, group in pairs(self.groups) do
    if group.games >= self.least then
      rows[#rows + 1] = row_of(key, group)
    else
      small = small + 1
    end
  end
  table.sort(rows, order_of(self.order))
  local notes = { { "Tournaments: %s.", #rows } }
  if self.top > 0 and self.top < #rows then
    notes[1] = { "Tournaments: %s, of %s.", self.top, #rows }
    rows = table.move(rows, 1, self.top, 1, {})
  end
  for _, row in ipairs(rows) do
    if not row.kind then
      notes[#notes + 1] = "Where no kind is named, games may be missing: points are those of the games here."
      break
    end
  end
  if small > 0 then
    notes[#notes + 1] = { "Events omitted for too few games: %s.", small }
  end
  if self.without > 0 then
    notes[#notes + 1] = { "Games omitted, because they have no Event: %s.", self.without }
  end
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
      { event = "Cup", site = "Riga", first = "1999.05.0?", last = "1999.05.02", players = 3, games = 3,
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
