--- The report "openings": the moves that were played in a position, with their numbers of games and results.
--
-- Games are grouped by position, not by the order of moves. A row has one move. It counts the games that reached the
-- position before this move in any way, and then played the move. `reached` is the number of games that reached the
-- position after the move, by any move. If that position is already further up in the table, its moves are not
-- repeated.
--
-- Score and performance are given for the side that moves. Performance is the opponents' average rating plus the
-- difference that FIDE's table gives for the score (`lucena.elo`). The notable game is the game with the highest
-- ratings. Readers see it in the first row of the branch in which it was played.
-- Names of openings are those of `lucena.eco` or of --eco.
--
-- Cost: see `lucena.lines` and `lucena.opening.tree`. Memory is proportional to the number of different lines.
-- @module lucena.report.openings

local book_of = require("lucena.opening.book")
local elo = require("lucena.elo")
local lines_of = require("lucena.lines")
local names = require("lucena.opening.names")
local root_of = require("lucena.opening.root")
local tree_of = require("lucena.opening.tree")

local M = {
  summary = "the tree of openings by position: how often each move was played, results, players",
  state = { "lines.entries" },
  options = {
    { name = "depth", kind = "integer", least = 1, most = 200, default = 10, help = "Length of the lines in plies." },
    { name = "min", kind = "integer", least = 0, help = "Omit moves of fewer games. Default: 1% of the games." },
    { name = "position", kind = "string", help = "The first position: a FEN, or moves such as 'e4 c5 Nf3'." },
    names.OPTION,
  },
  columns = {
    { key = "move", title = "Move", kind = "moves" },
    { key = "games", title = "Games", kind = "integer", is_main = true },
    { key = "share", title = "Share", kind = "share" },
    { key = "results", title = "White / draw / Black", short = "W / D / B", kind = "graph" },
    { key = "score", title = "Score", kind = "share", is_main = true },
    { key = "rating", title = "Rating", kind = "year", spare = true },
    { key = "performance", title = "Perf.", kind = "year" },
    { key = "year", title = "Last", kind = "year", spare = true },
    { key = "eco", title = "ECO" }, { key = "opening", title = "Opening", least = 20 },
    { key = "notable", title = "Notable game", least = 24, spare = true, once = true },
    { key = "reached", title = "Reached", kind = "integer", spare = true },
    { key = "line", title = "Line", kind = "moves", for_programs = true },
    { key = "fen", title = "FEN", for_programs = true },
  },
}

local Openings = {}
Openings.__index = Openings

--- Return the query for the games to count: those that reach the position.
---@param options table
---@return lucena.Query?
function M.query(options)
  return options.position and require("lucena").query.position(assert(root_of.parse(options.position))) or nil
end

function M.new(options)
  local root, message = root_of.parse(options.position)
  if not root then
    return nil, message
  end
  local openings, err, code = names.table(options.eco)
  if not openings then
    return nil, err, code
  end
  return setmetatable({ options = options, openings = openings, lines = lines_of.new(root, options.depth) }, Openings)
end

function Openings:add(game)
  self.lines:add(game)
end

function Openings:merge(other)
  self.lines:merge(other.lines)
end

-- ---- rows ----------------------------------------------------------------------------------------

-- Format a move with its number: "12. Nf3", "12... Nf6".
local function numbered(position, san)
  return ("%d%s %s"):format(position.fullmove_number, position.turn == "white" and "." or "...", san)
end

-- Return the share of the points that the side that moves scored, and its performance rating.
local function success(stats, color)
  local results = stats.white + stats.draw + stats.black
  local won = color == "white" and stats.white or stats.black
  local other = color == "white" and "black" or "white"
  return results > 0 and (2 * won + stats.draw) / (2 * results) or nil,
    elo.performance(stats["sum_" .. other], stats["halves_" .. other], stats["rated_" .. other])
end

local Walk = {}
Walk.__index = Walk

-- Return the row of one move in a position that `total` games reached. `path` is the line to the position.
function Walk:row(position, item, total, level, path)
  local stats = lines_of.named(item.stats)
  local after, san = position:play(item.move), position:san(item.move)
  local row = {
    level = level, move = { san = numbered(position, san), fen = position:fen() },
    line = { san = book_of.extended(path, position, san), fen = self.root:fen() }, fen = after:fen(),
    games = stats.games, share = stats.games / total, results = { stats.white, stats.draw, stats.black },
    white = stats.white, draw = stats.draw, black = stats.black, year = item.stats.year > 0 and item.stats.year or nil,
    reached = item.place and item.place.stats[1] or nil, notable = item.stats.notable,
    rating = elo.average(stats.sum_white + stats.sum_black, stats.rated_white + stats.rated_black),
  }
  row.score, row.performance = success(stats, position.turn)
  row.eco, row.opening = names.at(self.openings, after)
  return row
end

-- Add the moves of a vertex of the tree, each followed by the replies. `position` was played from the root, because the
-- vertex's own position may have other move numbers.
function Walk:add(place, position, level, path)
  self.seen[place] = true
  for _, item in ipairs(self.tree:moves(place)) do
    if item.stats[1] >= self.min then
      local row = self:row(position, item, place.stats[1], level, path)
      self.rows[#self.rows + 1] = row
      if item.place and self.seen[item.place] then
        row.move.san = row.move.san .. " ↑"
        self.has_transpositions = true
      elseif item.place then
        self:add(item.place, position:play(item.move), level + 1, row.line.san)
      end
    end
  end
end

-- Return the columns. Where no position was reached by other moves, "Reached" has the same numbers as "Games", and only
-- programs get it.
local function columns_of(rows)
  local columns = { table.unpack(M.columns) }
  for _, row in ipairs(rows) do
    if row.reached and row.reached ~= row.games then
      return columns
    end
  end
  for i, column in ipairs(columns) do
    if column.key == "reached" then
      columns[i] = setmetatable({ for_programs = true }, { __index = column })
    end
  end
  return columns
end

function Openings:sections()
  local games = self.lines:games()
  local min = self.options.min or (games + 99) // 100
  local tree = tree_of.new(self.lines, min)
  local walk = setmetatable({ tree = tree, root = self.lines.root, openings = self.openings, min = min, rows = {},
    seen = {} }, Walk)
  local root = tree:find(self.lines.root)
  if root then
    walk:add(root, self.lines.root, 0, "")
  end
  local notes = { { "Games that come to the position: %s", games }, "Score is that of the side that makes the move" }
  if min > 1 then
    notes[#notes + 1] = { "Moves of fewer than %s games are omitted", min }
  end
  if walk.has_transpositions then
    notes[#notes + 1] = "↑ the position stands further up already, with its moves"
  end
  return { { title = self.options.position, columns = columns_of(walk.rows), rows = walk.rows, notes = notes,
    tree = true,
    board = self.options.position and { position = self.lines.root } or nil } }
end

M.examples = {
  {
    options = { depth = 4, min = 1 },
    pgn = [[
[White "A"]
[Black "B"]
[WhiteElo "2400"]
[BlackElo "2500"]
[Date "1999.01.02"]
[Result "1-0"]

1. d4 d5 2. Nf3 Nf6 1-0

[White "C"]
[Black "D"]
[Date "2001.??.??"]
[Result "1/2-1/2"]

1. Nf3 d5 2. d4 Nf6 1/2-1/2
]],
    rows = {
      { level = 0, games = 1, share = 0.5, reached = 1, year = 2001, score = 0.5 },
      { level = 1, games = 1, share = 1.0 },
      { level = 2, games = 1, reached = 2, eco = "D02" },
      { level = 3, games = 2, rating = 2450, notable = "A - B 1-0, 1999", results = { 1, 1, 0 } },
      { level = 0, games = 1, score = 1.0, performance = 3300 },
      { level = 1, score = 0.0, performance = 1600 },
      { level = 2, games = 1, reached = 2 },
    },
  },
}

return M
