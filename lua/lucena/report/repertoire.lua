--- The report "repertoire": how far games follow a repertoire, where they leave it, and the results of its lines.
--
-- The repertoire is a PGN file with variations (`lucena.opening.book`). Games are compared with it by position. So a
-- game may enter the repertoire by another order of moves, or leave it and enter it again. A game leaves the repertoire
-- at the last position that both have in common. The comparison ends eight plies after the length of the repertoire's
-- longest line.
--
-- Scores are given for the side that plays the repertoire. A line ends at a position for which the repertoire has no
-- move.
--
-- Cost: 25 microseconds per game, and a small table for each position and move at which games left the repertoire.
-- @module lucena.report.repertoire

local book_of = require("lucena.opening.book")
local chess = require("lucena")
local elo = require("lucena.elo")
local numbers = require("lucena.number")
local result_of = require("lucena.result").of
local tally = require("lucena.tally")

local M = {
  summary = "a repertoire compared with a database: where games leave it, results of its lines",
  state = { "all", "left", "ends" },
  options = {
    { name = "repertoire", kind = "file", help = "The PGN file with the repertoire." },
    { name = "side", kind = "choice", default = "auto", choices = { "auto", "white", "black" },
      help = "The side of the repertoire; auto is the side with fewer alternatives." },
    { name = "min", kind = "integer", least = 0, help = "Omit rows of fewer games. Default: 0.1% of the games." },
  },
}

-- The counts of a row.
local COUNTS = {
  { key = "games", title = "Games", kind = "integer" }, { key = "share", title = "Share", kind = "share" },
  { key = "results", title = "White / draw / Black", short = "W / D / B", kind = "graph" },
  { key = "score", title = "Score", kind = "share" }, { key = "rating", title = "Rating", kind = "year" },
}

local function with_counts(...)
  return table.move(COUNTS, 1, #COUNTS, select("#", ...) + 1, { ... })
end

M.columns = with_counts({ key = "name", title = "", words = true })

local AFTER = 8 -- plies after the length of the longest line in which a game may enter again

local Repertoire = {}
Repertoire.__index = Repertoire

function M.new(options)
  if not options.repertoire then
    return nil, "which repertoire? option 'repertoire' takes a PGN file with variations"
  end
  local book, message, code = book_of.read(options.repertoire, options.side ~= "auto" and options.side or nil)
  if not book then
    return nil, message, code
  end
  return setmetatable({ options = options, book = book, all = {}, left = {}, ends = {}, board = chess.board() },
    Repertoire)
end

-- ---- games ---------------------------------------------------------------------------------------

local function count(counts, game)
  local tags = game.tags
  tally.result(counts, result_of(game))
  for _, name in ipairs { "WhiteElo", "BlackElo" } do
    local rating = numbers.rating(tags[name])
    if rating then
      tally.bump(counts, "rated")
      tally.bump(counts, "ratings", rating)
    end
  end
end

local function at(counts, key)
  counts[key] = counts[key] or {}
  return counts[key]
end

-- Return the last position of the repertoire that a game reaches, the number of plies before it, and all ends of lines
-- that the game reached. A game without a start position reaches none.
local function follow(self, codes, start)
  local board, book = self.board, self.book
  if not start then
    return nil, 0, {}
  end
  board:reset(start)
  local last, plies, ends = book:find(board), 0, {}
  for ply = 1, math.min(#codes // 2, book.last_ply + AFTER) do
    board:play(chess.move(string.unpack("=I2", codes, 2 * ply - 1)))
    local place = book:find(board)
    if place then
      last, plies = place, ply
      ends[place.id] = place.count == 0 or nil
    end
  end
  return last, plies, ends
end

--- Count a game.
function Repertoire:add(game)
  local codes = game:codes()
  local last, plies, ends = follow(self, codes, game.start)
  count(self.all, game)
  if last then
    local code = #codes >= 2 * plies + 2 and string.unpack("=I2", codes, 2 * plies + 1) or 0
    count(at(at(self.left, last.id), code), game)
    for id in pairs(ends) do
      count(at(self.ends, id), game)
    end
  end
end

function Repertoire:merge(other)
  for _, name in ipairs { "all", "left", "ends" } do
    tally.merge(self[name], other[name])
  end
end

-- ---- rows ----------------------------------------------------------------------------------------

function Repertoire:row(counts, row)
  local all = self.all.games or 0
  row.games = counts.games or 0
  row.share = all > 0 and row.games / all or nil
  row.white, row.draw, row.black = counts.white or 0, counts.draw or 0, counts.black or 0
  row.results = { row.white, row.draw, row.black }
  row.score = tally.score(counts, self.book.side)
  row.rating = elo.average(counts.ratings or 0, counts.rated or 0)
  return row
end

-- Return how games left the repertoire at `place`. "end": a line ended; "over": the game ended inside a line; "reply":
-- by a move of the opponent; "choice": by another move of the repertoire's side.
function Repertoire:way(place, code)
  if place.count == 0 then
    return "end"
  elseif code == 0 then
    return "over"
  end
  return place.position.turn == self.book.side and "choice" or "reply"
end

-- Call visit(place, code, counts, way) for each move with which games left the repertoire. `way` is the result of
-- Repertoire:way().
function Repertoire:each(visit)
  for id, codes in pairs(self.left) do
    local place = self.book.places[id]
    for code, counts in pairs(codes) do
      visit(place, code, counts, self:way(place, code))
    end
  end
end

local WAYS = {
  { "end", "Came to the end of a line" },
  { "reply", "Left by a reply that is not in the repertoire" },
  { "choice", "Left by another choice of its side" },
  { "over", "Ended within the repertoire" },
  { "outside", "Never in it" },
}

function Repertoire:overview()
  local sums, rows = { outside = tally.merge({}, self.all) }, {}
  self:each(function(_, _, counts, way)
    tally.merge(at(sums, way), counts)
    for key, value in pairs(counts) do
      sums.outside[key] = sums.outside[key] - value
    end
  end)
  rows[1] = self:row(self.all, { name = "All games" })
  for _, way in ipairs(WAYS) do
    rows[#rows + 1] = self:row(sums[way[1]] or {}, { name = way[2] })
  end
  local text = self.book.side == "white" and "Repertoire for White, %s positions"
    or "Repertoire for Black, %s positions"
  return { title = "Overview", columns = M.columns, rows = rows, notes = { { text, #self.book.places } } }
end

local function by_games(a, b)
  if a.games ~= b.games then
    return a.games > b.games
  end
  return a.line < b.line or a.line == b.line and (a.code or 0) < (b.code or 0)
end

-- Return the repertoire's moves in the position `place`.
local function own_moves(place)
  local list = {}
  for code in pairs(place.moves) do
    list[#list + 1] = place.position:san(chess.move(code))
  end
  table.sort(list)
  return table.concat(list, ", ")
end

function Repertoire:leavings(wanted, min)
  local rows = {}
  self:each(function(place, code, counts, way)
    if way == wanted and counts.games >= min then
      local san = place.position:san(chess.move(code))
      rows[#rows + 1] = self:row(counts, {
        line = book_of.extended(place.path, place.position, san), code = code, own = own_moves(place),
      })
    end
  end)
  table.sort(rows, by_games)
  return rows
end

function Repertoire:ends_of_lines()
  local rows = {}
  for _, place in ipairs(self.book.places) do
    if place.count == 0 then
      rows[#rows + 1] = self:row(self.ends[place.id] or {}, { line = place.path })
    end
  end
  table.sort(rows, by_games)
  return rows
end

function Repertoire:sections()
  local min = self.options.min or math.max(((self.all.games or 0) + 999) // 1000, 1)
  local line = { key = "line", title = "Line", kind = "moves" }
  local notes = min > 1 and { { "Rows of fewer than %s games are omitted", min } } or {}
  return {
    self:overview(),
    { title = "Replies that are missing", columns = with_counts(line, { key = "own", title = "Known replies" }),
      rows = self:leavings("reply", min), notes = notes },
    { title = "Ends of lines", columns = with_counts(line), rows = self:ends_of_lines() },
    { title = "Other choices", columns = with_counts(line, { key = "own", title = "Repertoire" }),
      rows = self:leavings("choice", min), notes = notes },
  }
end

M.examples = {
  {
    options = { repertoire = "spec/data/repertoire/repertoire.pgn", min = 1 },
    pgn = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1-0\n\n1. e4 e5 2. Nf3 d6 1/2-1/2\n\n1. d4 e6 2. e4 d5 3. Nc3 Bb4 0-1\n\n"
      .. "1. d4 d5 1-0\n\n1. e4 1-0\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n",
    rows = {
      { name = "All games", games = 6, score = 0.75 },
      { name = "Came to the end of a line", games = 2, score = 0.5 },
      { name = "Left by a reply that is not in the repertoire", games = 1, score = 0.5 },
      { name = "Left by another choice of its side", games = 1 },
      { name = "Ended within the repertoire", games = 1 },
      { name = "Never in it", games = 1 },
    },
  },
}

return M
