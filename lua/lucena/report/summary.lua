--- The report "summary": an overview of a database.
--
-- Results, years, ratings and openings are taken from the tags. Lengths, final positions and errors are taken from the
-- moves. The rating of a game is the mean of both players' ratings, if both are known. Games are grouped in bands of
-- 200 rating points. A score is the share of points in the games with a result.
--
-- Cost: 12 microseconds per game, 2 microseconds more per ply with an evaluation, and memory for each player, event and
-- site.
-- @module lucena.report.summary

local quality = require("lucena.quality")
local result_of = require("lucena.result").of
local names_of = require("lucena.tournament.names")
local numbers = require("lucena.number")
local tally = require("lucena.tally")

local M = {
  summary = "an overview of a database: games, players, years, results, lengths, ratings",
  state = { "counts", "longest", "shortest" },
  title = "Database summary",
  options = {
    { name = "top", kind = "integer", least = 1, default = 10,
      help = "Number of players, openings and terminations to show." },
  },
  columns = {
    { key = "name", title = "", words = true },
    { key = "value", title = "", kind = "integer", or_text = true }, { key = "share", title = "", kind = "share" },
  },
}

local LENGTH, ELO, CENTURY = 10, 200, 40 -- moves and rating points per band; if there are more years, decades are shown

local Summary = {}
Summary.__index = Summary

--- Create an empty report. `counts` holds integers in tables; `longest` and `shortest` describe a game.
function M.new(options)
  return setmetatable({ top = options.top, counts = {
    games = 0, results = {}, other = {}, names = {}, events = {}, sites = {}, years = {}, lengths = {}, ratings = {},
    openings = {}, terminations = {}, ends = {}, has = {}, errors = {}, quality = {},
  } }, Summary)
end

-- ---- adding --------------------------------------------------------------------------------------

local function known(text)
  return text and text ~= "" and text ~= "?" and text ~= "-" and text or nil
end

local function group(counts, key)
  counts[key] = counts[key] or {}
  return counts[key]
end

local function add_players(counts, tags, result)
  for color, tag in pairs { white = "White", black = "Black" } do
    local name = known(tags[tag])
    if name then
      local it, who = group(counts.names, names_of.key(name)), tally.RESULTS[result]
      tally.bump(group(it, "spellings"), name)
      tally.bump(it, "games")
      if who then
        tally.bump(it, who == "draw" and "draw" or who == color and "white" or "black")
      end
    end
  end
end

local function add_tags(counts, tags, result)
  add_players(counts, tags, result)
  for kind, tag in pairs { events = "Event", sites = "Site", terminations = "Termination" } do
    local text = known(tags[tag])
    if text then
      tally.bump(counts[kind], text)
    end
  end
  local year = tags.Date and math.tointeger(tonumber(tags.Date:match("^%d%d%d%d")))
  if year then
    tally.result(group(counts.years, year), result)
  end
  local white, black = numbers.rating(tags.WhiteElo), numbers.rating(tags.BlackElo)
  if white and black then
    tally.result(group(counts.ratings, (white + black) // 2 // ELO), result)
  end
  local code = tags.ECO and tags.ECO:match("^[A-E]%d%d")
  if code then
    tally.result(group(counts.openings, code), result)
  end
end

-- Queries about comments, NAGs and variations, compiled once.
local facts
local function has_of(game)
  if not facts then
    local q = require("lucena").query
    facts = { comments = q.commented, variations = q.has_variations, clocks = q.has_clocks,
      evaluations = q.has_evaluations }
  end
  local out = { annotated = 1 }
  for name, query in pairs(facts) do
    out[name] = query(game) and 1 or 0
  end
  return out
end

local function add_moves(self, game, result)
  local counts, plies = self.counts, game.plies
  tally.bump(counts, "plies", plies)
  tally.result(group(counts.lengths, (plies + 1) // 2 // LENGTH), result)
  local outcome = game.final and game.final:outcome()
  tally.bump(counts.ends, outcome and outcome.reason or "other")
  if require("lucena").query.annotated(game) then
    tally.merge(counts.has, has_of(game))
    quality.count(counts.quality, game)
  end
  local _, has_errors = game:was_examined()
  if has_errors then
    tally.bump(counts, "bad")
    for _, record in ipairs(game.diagnostics) do
      if record.severity == "error" then
        tally.bump(counts.errors, record.code)
      end
    end
  end
end

-- Return the longer or the shorter game, by `sign`. Of equally long games, return the first one in its file.
local function further(a, b, sign)
  if not a or not b then
    return a or b
  elseif a.plies ~= b.plies then
    return (a.plies - b.plies) * sign > 0 and a or b
  elseif a.file ~= b.file then
    return a.file < b.file and a or b
  end
  return a.offset <= b.offset and a or b
end

local function add_extremes(self, game, result)
  local plies = game.plies
  local is_decided = (result == "1-0" or result == "0-1") and plies > 0
  local is_longest = not self.longest or plies >= self.longest.plies
  if is_longest or is_decided and (not self.shortest or plies <= self.shortest.plies) then
    local tags = game.tags
    local it = { plies = plies, file = game.file or "", offset = game.offset, white = tags.White or "?",
      black = tags.Black or "?", date = tags.Date or "?" }
    self.longest = further(self.longest, it, 1)
    self.shortest = is_decided and further(self.shortest, it, -1) or self.shortest
  end
end

function Summary:add(game)
  local tags, counts = game.tags, self.counts
  local result = result_of(game)
  tally.bump(counts, "games")
  tally.result(counts.results, result)
  if not tally.RESULTS[result] then
    tally.bump(counts.other, known(result) and (result == "*" and "*" or "other") or "none")
  end
  add_tags(counts, tags, result)
  add_moves(self, game, result)
  add_extremes(self, game, result)
end

function Summary:merge(other)
  tally.merge(self.counts, other.counts)
  self.longest = further(self.longest, other.longest, 1)
  self.shortest = further(self.shortest, other.shortest, -1)
end

-- ---- sections ------------------------------------------------------------------------------------

local function size(list)
  local count = 0
  for _ in pairs(list) do
    count = count + 1
  end
  return count
end

local function described(it)
  local year = it.date:match("^%d%d%d%d")
  return ("%s - %s%s"):format(it.white, it.black, year and ", " .. year or ""), (it.plies + 1) // 2
end

local function overview(self)
  local counts = self.counts
  local total, has = counts.games, counts.has
  local rows = {}
  local function put(name, value, share)
    rows[#rows + 1] = { name = name, value = value, share = share and total > 0 and value / total or nil }
  end
  local function games_with(name, count)
    put(name, count or 0, true)
  end
  put("Games", total)
  put("Players", size(counts.names))
  put("Events", size(counts.events))
  put("Sites", size(counts.sites))
  local years = tally.keys(counts.years)
  if #years > 0 then
    put("Years", years[1] == years[#years] and ("%d"):format(years[1]) or ("%d-%d"):format(years[1], years[#years]))
  end
  put("Plies", counts.plies or 0)
  if total > 0 then
    put("Moves a game, on average", (10 * (counts.plies or 0) + total) // (2 * total) / 10)
    games_with("Games with both ratings", M.sum(counts.ratings))
    games_with("Games with an ECO code", M.sum(counts.openings))
    games_with("Annotated games", has.annotated)
    games_with("... with comments", has.comments)
    games_with("... with variations", has.variations)
    games_with("... with clocks", has.clocks)
    games_with("... with evaluations", has.evaluations)
    games_with("Games with errors", counts.bad)
  end
  local notes = { self.counts.games == 0 and { "There are no games." } or nil }
  if self.longest then
    notes[#notes + 1] = { "Longest game: %s (moves: %s).", described(self.longest) }
  end
  if self.shortest then
    notes[#notes + 1] = { "Shortest decided game: %s (moves: %s).", described(self.shortest) }
  end
  return { title = "Overview", columns = M.columns, rows = rows, notes = notes }
end

--- Return the sum of groups of results.
function M.sum(groups)
  local total = 0
  for _, it in pairs(groups) do
    total = total + it.games
  end
  return total
end

local RESULT_COLUMNS = {
  { key = "result", title = "Result", words = true }, { key = "games", title = "Games", kind = "integer" },
  { key = "share", title = "Share", kind = "share" },
}

local function results(counts)
  local rows = {}
  local function put(name, games)
    rows[#rows + 1] = { result = name, games = games, share = counts.games > 0 and games / counts.games or nil }
  end
  put("White wins", counts.results.white or 0)
  put("Draws", counts.results.draw or 0)
  put("Black wins", counts.results.black or 0)
  for _, it in ipairs { { "*", "Unfinished (*)" }, { "other", "Another text" }, { "none", "No Result tag" } } do
    if counts.other[it[1]] then
      put(it[2], counts.other[it[1]])
    end
  end
  return { title = "Results", columns = RESULT_COLUMNS, rows = rows,
    chart = counts.games > 0 and { kind = "bars", x = "result", y = { "games" } } or nil }
end

-- Return the columns for groups of games with their results.
local function group_columns(title, kind, more)
  local columns = { { key = "group", title = title, kind = kind, align = kind ~= "text" and "right" or nil } }
  columns[#columns + 1] = more
  for _, column in ipairs {
    { key = "games", title = "Games", kind = "integer" }, { key = "share", title = "Share", kind = "share" },
    { key = "white", title = "White", kind = "share" }, { key = "draw", title = "Draw", kind = "share" },
    { key = "black", title = "Black", kind = "share" }, { key = "score", title = "White's score", kind = "share" },
  } do
    columns[#columns + 1] = column
  end
  return columns
end

local function group_row(name, it, total)
  local known_results = (it.white or 0) + (it.draw or 0) + (it.black or 0)
  local function part(key)
    return known_results > 0 and (it[key] or 0) / known_results or nil
  end
  return { group = name, games = it.games, share = it.games / total, white = part "white", draw = part "draw",
    black = part "black", score = tally.score(it) }
end

local function ordered(groups, total, name_of)
  local rows = {}
  for i, key in ipairs(tally.keys(groups)) do
    rows[i] = group_row(name_of(key), groups[key], total)
  end
  return rows
end

local function band(width)
  return function(key) return ("%d-%d"):format(key * width, (key + 1) * width - 1) end
end

local BARS = { kind = "bars", x = "group", y = { "games" } }

local function lengths(counts)
  return { title = "Game length", columns = group_columns("Moves"), chart = BARS,
    rows = ordered(counts.lengths, counts.games, band(LENGTH)) }
end

local function years(counts)
  local list = tally.keys(counts.years)
  if #list == 0 or list[#list] - list[1] < CENTURY then
    return { title = "Years", columns = group_columns("Year", "year"), chart = BARS,
      rows = ordered(counts.years, counts.games, function(year) return year end) }
  end
  local decades = {}
  for year, it in pairs(counts.years) do
    tally.merge(group(decades, year // 10), it)
  end
  return { title = "Decades", columns = group_columns("Years"), chart = BARS,
    rows = ordered(decades, counts.games, band(10)) }
end

local function ratings(counts)
  return { title = "Ratings", columns = group_columns("Mean rating"), chart = BARS,
    rows = ordered(counts.ratings, counts.games, band(ELO)) }
end

-- Return one name for all openings with a code: the name of the variation if all have the same variation, else that of
-- the opening. A code with several openings, such as A00, gets the name of the first one and "and others".
local function shared_name(list)
  local first, has_one, has_variation = list[1], true, true
  for _, opening in ipairs(list) do
    has_one = has_one and opening.opening == first.opening
    has_variation = has_variation and opening.name == first.name
  end
  if has_variation then
    return { en = first.name, fr = first.name_fr }
  elseif has_one then
    return { en = first.opening, fr = first.opening_fr }
  end
  return { en = first.opening .. " and others", fr = first.opening_fr .. " et d’autres" }
end

local names_by_code -- made when a report is first written, because the table has thousands of openings

local function shared_names()
  if not names_by_code then
    local lists = {}
    for opening in require("lucena").eco.openings() do
      local list = lists[opening.eco] or {}
      lists[opening.eco] = list
      list[#list + 1] = opening
    end
    names_by_code = {}
    for code, list in pairs(lists) do
      names_by_code[code] = shared_name(list)
    end
  end
  return names_by_code
end

local function openings(counts, top)
  local rows = {}
  for i, code in ipairs(tally.largest(counts.openings, top)) do
    rows[i] = group_row(code, counts.openings[code], counts.games)
    rows[i].name = shared_names()[code]
  end
  return { title = "Openings", columns = group_columns("ECO", "text", { key = "name", title = "Name" }), rows = rows }
end

local PLAYER_COLUMNS = {
  { key = "name", title = "Player" }, { key = "games", title = "Games", kind = "integer" },
  { key = "won", title = "Won", kind = "integer" }, { key = "drawn", title = "Drawn", kind = "integer" },
  { key = "lost", title = "Lost", kind = "integer" }, { key = "score", title = "Score", kind = "share" },
}

local function players(counts, top)
  local rows = {}
  for i, key in ipairs(tally.largest(counts.names, top)) do
    local it = counts.names[key]
    rows[i] = { name = names_of.most_frequent(it.spellings), games = it.games, won = it.white or 0,
      drawn = it.draw or 0, lost = it.black or 0, score = tally.score(it) }
  end
  return { title = "Players with most games", columns = PLAYER_COLUMNS, rows = rows }
end

-- Names of the endings of a game, by the reason that Position:outcome returns.
local ENDS = {
  checkmate = "checkmate", stalemate = "stalemate", insufficient_material = "too little material to mate",
  seventyfive_moves = "75 moves without a capture or a pawn's move", king_in_center = "king in the center",
  three_checks = "third check", other = "none that ends the game",
}

local function counted(title, head, counts, total, top, names)
  local rows = {}
  for i, name in ipairs(tally.ranked(counts, top)) do
    rows[i] = { name = names and names[name] or name, games = counts[name], share = total and counts[name] / total }
  end
  local columns = { { key = "name", title = head, words = names ~= nil }, { key = "games", title = "Count",
    kind = "integer" }, total and { key = "share", title = "Share", kind = "share" } }
  return { title = title, columns = columns, rows = rows }
end

--- Return the sections; empty ones are omitted.
function Summary:sections()
  local counts, top = self.counts, self.top
  local list = {
    overview(self), results(counts), lengths(counts), years(counts), ratings(counts), openings(counts, top),
    players(counts, top), counted("Termination tags", "Termination", counts.terminations, counts.games, top),
    counted("The last position", "Position", counts.ends, counts.games, top, ENDS),
    counted("Errors", "Code", counts.errors, nil, 100),
  }
  table.move(quality.sections(counts.quality), 1, 3, #list + 1, list)
  local out = {}
  for i, section in ipairs(list) do
    out[#out + 1] = (i <= 2 or #section.rows > 0) and section or nil
  end
  return out
end

M.examples = {
  {
    pgn = [=[
[White "A"]
[Black "B"]
[Date "1999.??.??"]
[Result "1-0"]
[WhiteElo "2400"]
[BlackElo "2500"]
[ECO "C50"]

1. e4 {good} e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "B"]
[Black "C"]
[Date "2001.01.02"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
]=],
    rows = {
      { name = "Games", value = 2 }, { name = "Players", value = 3 }, { name = "Events", value = 0 },
      { name = "Sites", value = 0 }, { name = "Years", value = "1999-2001" }, { name = "Plies", value = 11 },
      { name = "Moves a game, on average", value = 2.8 },
      { name = "Games with both ratings", value = 1, share = 0.5 },
      { name = "Games with an ECO code", value = 1 }, { name = "Annotated games", value = 1 },
      { name = "... with comments", value = 1 }, { name = "... with variations", value = 0 },
      { name = "... with clocks", value = 0 }, { name = "... with evaluations", value = 0 },
      { name = "Games with errors", value = 0 },
    },
  },
}

return M
