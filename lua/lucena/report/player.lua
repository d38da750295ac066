--- The report "player": results by colour, year, rating, opening and opponent, accuracy and use of time.
--
-- Names are compared as in `chess.query.player`. The report lists the spellings that were counted as the player. A
-- game in which both names match is reported and not counted. Duplicates (the same players, date, round, result and
-- moves) are omitted. For this, the counts of each game are kept, some 500 bytes, and added at the end. Years and
-- ratings are taken from the tags. Openings are found by the positions of the games. Accuracy is computed by Lichess's
-- definition (`lucena.judgement`), as the mean over games in which every move has an evaluation. Accuracy
-- and use of time are shown if comments have evaluations and clocks. `lucena.conversion` counts the winning positions
-- that were won, and `lucena.expectation` compares scores with the ratings. A score is the share of points in the
-- games with a result.
-- @module lucena.report.player

local argument = require("lucena.argument")
local chess = require("lucena")
local conversion = require("lucena.conversion")
local expectation = require("lucena.expectation")
local names_of = require("lucena.tournament.names")
local numbers = require("lucena.number")
local quality = require("lucena.quality")
local record = require("lucena.tournament.record")
local result_of = require("lucena.result").of
local selection = require("lucena.tournament.selection")
local spelling = require("lucena.tournament.spelling")
local tally = require("lucena.tally")

local M = {
  summary = "a player's results by colour, year, opponent, rating and opening; accuracy and time",
  state = { "counts" },
  options = {
    { name = "name", kind = "string", argname = "NAME",
      help = "The player: a surname, or with first names: \"Carlsen, M\". Accents and case are ignored." },
    { name = "top", kind = "integer", least = 1, default = 10,
      help = "Number of openings of each colour, and of opponents, to show." },
    selection.KEEP_DUPLICATES,
  },
}

-- Return the title of the page.
function M.title(options)
  return { "Results of %s", options.name }
end

local BAND = 100    -- rating points per row
local MONTHS = 36   -- with more months that have ratings, ratings are shown by year

local function result_columns(title, kind, ...)
  local columns = { { key = "group", title = title, kind = kind, words = kind == "text" }, ... }
  for _, column in ipairs {
    { key = "games", title = "Games", kind = "integer" }, { key = "won", title = "Won", kind = "integer" },
    { key = "drawn", title = "Drawn", kind = "integer" }, { key = "lost", title = "Lost", kind = "integer" },
    { key = "unknown", title = "No result", kind = "integer", optional = true },
    { key = "score", title = "Score", kind = "share" }, { key = "graph", title = "Results", kind = "graph" },
    { key = "opponents", title = "Opposition", kind = "year", optional = true },
  } do
    columns[#columns + 1] = column
  end
  return columns
end

M.columns = result_columns("Colour", "text")

function M.query(options)
  return require("lucena").query.player(options.name)
end

local Player = {}
Player.__index = Player

-- Return empty counts. The groups are {games, white, draw, black, elo, elos}: "white" counts the player's wins, "black"
-- the losses. "elo" is the sum of the opponents' ratings, "elos" the number of these ratings.
local function new_counts()
  return { names = {}, sides = {}, years = {}, bands = {}, openings = { white = {}, black = {} }, opponents = {},
    spellings = {}, expected = {}, classes = {}, events = {}, ratings = {}, quality = {}, conversion = {}, both = 0 }
end

--- Create an empty report. `counts` has the packed counts of single games: `games` by the hash that duplicates share,
-- `others` of the games without moves, and of all games with `keep_duplicates`.
function M.new(options)
  if not options.name then
    return nil, "whose results? option 'name' takes a player's name"
  elseif not chess.fold_name(options.name) then
    return nil, ("option 'name' takes a name, which has letters, not '%s'")
      :format(argument.shown(options.name))
  end
  local q = require("lucena").query
  return setmetatable({
    is_white = q.white(options.name), is_black = q.black(options.name), top = options.top, name = options.name,
    keeps_duplicates = options.keep_duplicates, counts = { games = {}, others = {}, duplicates = 0 },
  }, Player)
end

-- ---- adding --------------------------------------------------------------------------------------

-- Count a game in a group. `who` is "white" if the player won, "black" if the player lost.
local function put(groups, key, who, elo)
  groups[key] = groups[key] or { games = 0 }
  local it = groups[key]
  it.games = it.games + 1
  if who then
    tally.bump(it, who)
  end
  if elo then
    tally.bump(it, "elo", elo)
    tally.bump(it, "elos")
  end
end

-- Return the code and the names of a game's opening. They are found by the positions, because a code can have several
-- openings.
local function opening_of(game)
  local opening = chess.eco.classify(game)
  return opening and ("%s\0%s\0%s"):format(opening.eco, opening.name, opening.name_fr or opening.name) or "?"
end

local function add_ratings(counts, tags, own)
  local year, month = (tags.Date or ""):match("^(%d%d%d%d)%.(%d%d)")
  year = year or (tags.Date or ""):match("^%d%d%d%d")
  local elo = numbers.rating(tags[own .. "Elo"])
  if elo and year then
    local key = year .. "." .. (month or "??")
    counts.ratings[key] = counts.ratings[key] or { sum = 0, games = 0 }
    tally.bump(counts.ratings[key], "sum", elo)
    tally.bump(counts.ratings[key], "games")
  end
end

-- FIDE's classes of time controls, in the order of the section.
local CLASSES = { "standard", "rapid", "blitz", "correspondence" }

local function class_of(game)
  for _, class in ipairs(game.tags.TimeControl and CLASSES or {}) do
    if chess.query.time_class { class, by = "fide" }(game) then
      return class
    end
  end
  return "unknown"
end

-- Count a game with a result. `own_elo` and `elo` are the ratings of the player and of the opponent.
local function add_expectation(counts, game, color, halves, own_elo, elo)
  local tags = game.tags
  expectation.count(counts.expected, color, halves, own_elo, elo)
  expectation.count(counts.expected, "total", halves, own_elo, elo)
  expectation.count(counts.classes, class_of(game), halves, own_elo, elo)
  if tags.Event and tags.Event:find("[^?%s]") then
    local year = (tags.EventDate or tags.Date or ""):match("^%d%d%d%d") or "????"
    expectation.count(counts.events, year .. "\0" .. tags.Event, halves, own_elo, elo)
  end
end

-- `who` is as for put().
local function add_play(counts, game, color, who)
  if game.text:find("[%", 1, true) then
    local facts = quality.count(counts.quality, game, color)
    quality.count_time(counts.quality, game, color)
    if facts and who then
      conversion.count(counts.conversion, facts, game.plies, color, who)
    end
    local accuracy = facts and facts:accuracy(color)
    if accuracy then
      tally.bump(counts, "accuracy", math.floor(accuracy * 100 + 0.5))
      tally.bump(counts, "judged")
    end
  end
end

-- Return the counts of one game.
local function counts_of(self, game)
  local as_white, as_black = self.is_white(game), self.is_black(game)
  local counts, tags = new_counts(), game.tags
  if as_white == as_black then
    counts.both = as_white and 1 or 0
    return counts
  end
  local color, own, other = "white", "White", "Black"
  if as_black then
    color, own, other = "black", "Black", "White"
  end
  local who = tally.RESULTS[result_of(game)]
  who = who ~= "draw" and who and (who == color and "white" or "black") or who
  local elo = numbers.rating(tags[other .. "Elo"])
  tally.bump(counts.names, tags[own])
  put(counts.sides, color, who, elo)
  local opponent = tags[other] or "?"
  put(counts.opponents, names_of.key(opponent), who, elo)
  counts.spellings[names_of.key(opponent)] = counts.spellings[names_of.key(opponent)] or {}
  tally.bump(counts.spellings[names_of.key(opponent)], opponent)
  put(counts.years, math.tointeger(tonumber((tags.Date or ""):match("^%d%d%d%d"))) or 0, who, elo)
  if game.plies > 0 then -- forfeits have no opening
    put(counts.openings[color], opening_of(game), who, elo)
  end
  if elo then
    put(counts.bands, elo // BAND, who, elo)
  end
  if who then
    local halves = who == "draw" and 1 or who == "white" and 2 or 0
    add_expectation(counts, game, color, halves, numbers.rating(tags[own .. "Elo"]), elo)
  end
  add_ratings(counts, tags, own)
  add_play(counts, game, color, who)
  return counts
end

function Player:add(game)
  local counts, hash = self.counts, not self.keeps_duplicates and record.identity(game)
  if not hash then
    counts.others[#counts.others + 1] = tally.pack(counts_of(self, game))
  elseif counts.games[hash] then
    counts.duplicates = counts.duplicates + 1
  else
    counts.games[hash] = tally.pack(counts_of(self, game))
  end
end

-- The games of `other` come later in the input, so the first of several duplicates counts.
function Player:merge(other)
  local counts, more = self.counts, other.counts
  table.move(more.others, 1, #more.others, #counts.others + 1, counts.others)
  counts.duplicates = counts.duplicates + more.duplicates
  for hash, packed in pairs(more.games) do
    counts.duplicates = counts.duplicates + (counts.games[hash] and 1 or 0)
    counts.games[hash] = counts.games[hash] or packed
  end
end

-- Return the counts of all games.
local function total_of(self)
  local total = new_counts()
  for _, list in ipairs { self.counts.games, self.counts.others } do
    for _, packed in pairs(list) do
      tally.merge(total, tally.unpack(packed))
    end
  end
  total.duplicates = self.counts.duplicates
  return total
end

-- ---- sections ------------------------------------------------------------------------------------

local function row_of(name, it)
  local won, drawn, lost = it.white or 0, it.draw or 0, it.black or 0
  return {
    group = name, games = it.games, won = won, drawn = drawn, lost = lost, score = tally.score(it),
    unknown = it.games > won + drawn + lost and it.games - won - drawn - lost or nil,
    graph = won + drawn + lost > 0 and { won, drawn, lost } or nil,
    opponents = it.elos and (it.elo + it.elos // 2) // it.elos,
  }
end

local function overall(counts)
  local rows, all = {}, { games = 0 }
  for _, side in ipairs { { "White", "white" }, { "Black", "black" } } do
    local it = counts.sides[side[2]] or { games = 0 }
    rows[#rows + 1] = row_of(side[1], it)
    tally.merge(all, it)
  end
  rows[3] = row_of("Total", all)
  rows[3].is_total = true
  local notes, names = {}, {}
  for i, name in ipairs(tally.ranked(counts.names)) do
    names[i] = ("%s (%d)"):format(name, counts.names[name])
  end
  if #names > 0 then
    notes[1] = { "Names that were taken for the player: %s.", table.concat(names, "; ") }
  end
  if counts.duplicates > 0 then
    notes[#notes + 1] = { "Duplicates omitted: %s", counts.duplicates }
  end
  if counts.both > 0 then
    notes[#notes + 1] = { "Games not counted, because the name fits both players: %s.", counts.both }
  end
  if counts.judged then
    notes[#notes + 1] = { "Accuracy: %s%% on average. Games with evaluations: %s.",
      counts.accuracy / counts.judged / 100, counts.judged }
  end
  return { title = "Score", columns = M.columns, rows = rows, notes = notes }
end

local function years(counts)
  local rows = {}
  for i, year in ipairs(tally.keys(counts.years)) do
    rows[i] = row_of(year ~= 0 and year or "?", counts.years[year])
  end
  if rows[1] and rows[1].group == "?" then
    rows[#rows + 1] = table.remove(rows, 1)
  end
  return { title = "Years", columns = result_columns("Year", "year"), rows = rows,
    chart = { kind = "stacked", x = "group", y = { "won", "drawn", "lost" } } }
end

local RATING_COLUMNS = {
  { key = "time", title = "Date", kind = "date" }, { key = "rating", title = "Rating", kind = "year" },
  { key = "games", title = "Games", kind = "integer" },
}

-- Return the mean rating of the games by month, or by year if there are many months.
local function ratings(counts)
  local groups, keys = counts.ratings, tally.keys(counts.ratings)
  if #keys > MONTHS then
    groups = {}
    for _, key in ipairs(keys) do
      local year = key:sub(1, 4)
      groups[year] = tally.merge(groups[year] or {}, counts.ratings[key])
    end
    keys = tally.keys(groups)
  end
  local rows = {}
  for i, key in ipairs(keys) do
    local it = groups[key]
    rows[i] = { time = key, rating = (it.sum + it.games // 2) // it.games, games = it.games }
  end
  local is_mixed = #tally.keys(counts.classes) > 1
  return { title = "Rating", columns = RATING_COLUMNS, rows = rows,
    notes = is_mixed and { { "Mean of the ratings in the games, for all time controls together." } } or nil,
    chart = { kind = "line", x = "time", y = { "rating" } } }
end

local function bands(counts)
  local rows = {}
  for i, key in ipairs(tally.keys(counts.bands)) do
    rows[i] = row_of(("%d-%d"):format(key * BAND, (key + 1) * BAND - 1), counts.bands[key])
  end
  return { title = "By the opponents' rating", columns = result_columns("Rating"), rows = rows,
    chart = { kind = "bars", x = "group", y = { "score" } } }
end

-- Put diagrams of the positions of openings into rows. The rows count openings by code and name. If several positions
-- have the same code and name, the first of the table is drawn.
local function put_diagrams(rows, color)
  local wanted = {}
  for _, row in ipairs(rows) do
    wanted[row.group .. (row.name and row.name.en or "")] = row
  end
  for opening in chess.eco.openings() do
    local key = opening.eco .. opening.name
    if wanted[key] then
      wanted[key].diagram = { position = chess.position():play(opening.moves), flip = color == "black" }
      wanted[key] = nil
    end
  end
end

local UNKNOWN = { en = "No known opening", fr = "Ouverture inconnue" }

local function openings(counts, color, title, top)
  local rows = {}
  for i, key in ipairs(tally.largest(counts.openings[color], top)) do
    local code, name, french = key:match("^(.-)%z(.-)%z(.*)$")
    rows[i] = row_of(code or "?", counts.openings[color][key])
    rows[i].name = code and { en = name, fr = french } or UNKNOWN
  end
  put_diagrams(rows, color)
  return { title = title, columns = result_columns("ECO", nil, { key = "name", title = "Name" }), rows = rows }
end

local MOST_DOUBTFUL = 10 -- pairs of opponents' names

local function opponents(counts, top)
  local rows, shown, names, notes = {}, {}, {}, {}
  for i, key in ipairs(tally.largest(counts.opponents, top)) do
    shown[i] = names_of.most_frequent(counts.spellings[key])
    rows[i] = row_of(shown[i], counts.opponents[key])
  end
  for _, spellings in pairs(counts.spellings) do
    names[#names + 1] = names_of.most_frequent(spellings)
  end
  table.sort(names)
  for i, pair in ipairs(spelling.abbreviations(shown, names)) do
    notes[i] = i <= MOST_DOUBTFUL and { "One player under two names? %s; %s", pair[1], pair[2] } or nil
  end
  return { title = "Head to head", columns = result_columns("Opponent"), rows = rows, notes = notes }
end

local function section_of(title, columns, rows)
  return { title = title, columns = columns, rows = rows,
    chart = { kind = "bars", x = "group", y = { "score", "expected" }, margins = { score = "margin" } } }
end

local function expected(counts)
  local rows = {}
  for _, side in ipairs { { "White", "white" }, { "Black", "black" }, { "Total", "total" } } do
    local it = counts.expected[side[2]]
    rows[#rows + 1] = it and expectation.row(side[1], it) or nil
  end
  if rows[1] then
    rows[#rows].is_total = true
  end
  local it = counts.expected.total
  return section_of("Actual and expected score", expectation.columns("Colour", true), it and it.rated and rows or {})
end

local function classes(counts)
  local rows = {}
  for _, class in ipairs(CLASSES) do
    rows[#rows + 1] = counts.classes[class] and expectation.row(class, counts.classes[class]) or nil
  end
  if #rows > 0 and counts.classes.unknown then
    rows[#rows + 1] = expectation.row("unknown", counts.classes.unknown)
  end
  local section = section_of("Time controls", expectation.columns("Time control", true), rows)
  section.notes = {
    { "FIDE's classes, by the time for 60 moves: blitz up to 10 minutes (bullet, too), rapid under 60." },
  }
  return section
end

-- Return the events with most games, in the order of time.
local function events(counts, top)
  local keys, rows = tally.largest(counts.events, top), {}
  table.sort(keys)
  for i, key in ipairs(keys) do
    local year, name = key:match("^(.-)%z(.*)$")
    rows[i] = expectation.row(year == "????" and name or ("%s (%s)"):format(name, year), counts.events[key])
  end
  return { title = "Events", columns = expectation.columns("Event"), rows = rows }
end

--- Return the sections; empty ones are omitted. If no game has the player, return nil, a message and the code
-- `unknown_player`.
function Player:sections()
  local counts, top = total_of(self), self.top
  if next(counts.names) == nil and counts.both == 0 then
    return nil, ("there is no game of a player '%s'"):format(argument.shown(self.name)), "unknown_player"
  end
  local list = {
    overall(counts), years(counts), ratings(counts), bands(counts), openings(counts, "white", "Openings as White", top),
    openings(counts, "black", "Openings as Black", top), opponents(counts, top),
  }
  for _, section in ipairs(quality.sections(counts.quality)) do
    list[#list + 1] = section
  end
  list[#list + 1] = conversion.section(counts.conversion)
  table.move({ expected(counts), classes(counts), events(counts, top) }, 1, 3, #list + 1, list)
  local out = {}
  for i, section in ipairs(list) do
    out[#out + 1] = (i == 1 or #section.rows > 0) and section or nil
  end
  return out
end

M.examples = {
  {
    options = { name = "morphy" },
    pgn = [=[
[White "Morphy, Paul"]
[Black "Anderssen, Adolf"]
[BlackElo "2600"]
[Result "1-0"]
[Date "1858.12.??"]
[ECO "C51"]

1-0

[White "Anderssen, Adolf"]
[Black "Paul Morphy"]
[Result "1/2-1/2"]
[Date "1858.12.??"]

1/2-1/2

[White "Morphy, Alonzo"]
[Black "Morphy, Paul"]
[Result "0-1"]

0-1
]=],
    rows = {
      { group = "White", games = 1, won = 1, drawn = 0, lost = 0, score = 1.0, graph = { 1, 0, 0 }, opponents = 2600 },
      { group = "Black", games = 1, won = 0, drawn = 1, lost = 0, score = 0.5, graph = { 0, 1, 0 } },
      { group = "Total", games = 2, won = 1, drawn = 1, lost = 0, score = 0.75, graph = { 1, 1, 0 }, opponents = 2600,
        is_total = true },
    },
  },
}

return M
