--- The report "opening": statistics of one position. It shows results by year, the move orders that lead to the
-- position, theory, themes, the squares of the pieces, endings, and players.
--
-- All games that reach the position count, in any order of moves. If a game reaches the position several times, the
-- first time counts. Theory is the lines in the tree of `lucena.opening.tree`, each up to the last move with enough
-- games. Themes (`lucena.opening.themes`) may occur anywhere in the game. The squares of the pieces are recorded
-- `after` plies (an option) after the position; shorter games do not count. The ending of a game is the material of its
-- last position, if no side has more than two pieces.
--
-- Cost: about 150 microseconds for each game that reaches the position, most of it for the themes.
-- @module lucena.report.opening

local chess = require("lucena")
local book_of = require("lucena.opening.book")
local elo = require("lucena.elo")
local format = require("lucena.format")
local lines_of = require("lucena.lines")
local names = require("lucena.opening.names")
local numbers = require("lucena.number")
local root_of = require("lucena.opening.root")
local result_of = require("lucena.result").of
local tally = require("lucena.tally")
local themes_of = require("lucena.opening.themes")
local tree_of = require("lucena.opening.tree")

-- Return the title: with the name of the position, else with its moves or FEN.
local function title_of(options)
  local root = options.position and root_of.parse(options.position)
  local known = root and chess.eco.lookup(root)
  local name = known and { en = known.name, fr = known.name_fr } or options.position
  return name and { "%s: %s", { "Opening report" }, name } or "Opening report"
end

local M = {
  summary = "the games with a position: years, move orders, theory, themes, piece placement, endings",
  state = { "counts", "lines.entries" },
  title = title_of,
  options = {
    { name = "position", kind = "string", help = "The position: a FEN, or moves such as 'e4 c5 Nf3'." },
    { name = "depth", kind = "integer", least = 1, most = 200, default = 10,
      help = "Length of the theory lines in plies." },
    { name = "min", kind = "integer", least = 0,
      help = "Omit lines of fewer games. Default: 2% of the games, at least 2." },
    { name = "after", kind = "integer", least = 0, default = 16, help = "Show the piece placement after N plies." },
    { name = "piece", kind = "choice", choices = { "K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p" },
      help = "Also show a map of the squares that this piece goes to; lower-case letters are Black's pieces." },
    { name = "top", kind = "integer", least = 1, default = 10,
      help = "Number of move orders, endings and players to show." },
    names.OPTION,
  },
}

local COUNTS = {
  { key = "games", title = "Games", kind = "integer" }, { key = "share", title = "Share", kind = "share" },
  { key = "results", title = "White / draw / Black", short = "W / D / B", kind = "graph" },
  { key = "score", title = "White's score", short = "Score", kind = "share" },
  { key = "rating", title = "Rating", kind = "year", spare = true },
}

local function with_counts(column)
  return table.move(COUNTS, 1, #COUNTS, 2, { column })
end

M.columns = with_counts { key = "name", title = "", words = true }

--- Return the query for the games to count.
---@param options table
---@return lucena.Query?
function M.query(options)
  local root = options.position and root_of.parse(options.position)
  return root and require("lucena").query.position(root) or nil
end

local Opening = {}
Opening.__index = Opening

function M.new(options)
  if not options.position then
    return nil, "which position? option 'position' takes a FEN, or moves as 'e4 c5 Nf3'"
  end
  local root, message = root_of.parse(options.position)
  if not root then
    return nil, message
  end
  local openings, err, code = names.table(options.eco)
  if not openings then
    return nil, err, code
  end
  return setmetatable({
    options = options, openings = openings, lines = lines_of.new(root, options.depth), themes = themes_of.list(),
    board = chess.board(),
    counts = { all = {}, years = {}, orders = {}, themes = {}, squares = {}, placed = 0, endings = {}, white = {},
      black = {} },
  }, Opening)
end

-- ---- adding --------------------------------------------------------------------------------------

local function put(groups, key, it)
  local counts = groups[key] or {}
  groups[key] = counts
  tally.result(counts, it.result)
  tally.bump(counts, "rated", it.rated)
  tally.bump(counts, "ratings", it.ratings)
end

-- Return the result and the ratings of a game as put() needs them.
local function facts_of(game)
  local tags = game.tags
  local it = { result = result_of(game), rated = 0, ratings = 0 }
  for _, name in ipairs { "WhiteElo", "BlackElo" } do
    local rating = numbers.rating(tags[name])
    if rating then
      it.rated, it.ratings = it.rated + 1, it.ratings + rating
    end
  end
  return it
end

local LETTERS = { "K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p" }
local FRENCH = { K = "R", Q = "D", R = "T", B = "F", N = "C", k = "r", q = "d", r = "t", b = "f", n = "c" }

function Opening:add_squares(game, codes, plies)
  if #codes < 2 * plies then
    return
  end
  local board, squares = self.board, self.counts.squares
  board:reset(game.start)
  for ply = 1, plies do
    board:play(chess.move(string.unpack("=I2", codes, 2 * ply - 1)))
  end
  tally.bump(self.counts, "placed")
  for _, letter in ipairs(LETTERS) do
    squares[letter] = squares[letter] or {}
    for _, square in ipairs(board:squares(letter)) do
      tally.bump(squares[letter], square)
    end
  end
end

-- Return the material, such as "KRB v KR", White's first. Returns nil if a side has more than two pieces, or without a
-- position.
local function ending_of(game)
  if not game.final then
    return nil
  end
  local men = tostring(game.final):match("^%S+")
  local sides = {}
  for i, letters in ipairs { "QRBN", "qrbn" } do
    local text = "K"
    for letter in letters:gmatch(".") do
      local _, count = men:gsub(letter, "")
      text = text .. letter:upper():rep(count)
    end
    if #text > 3 then
      return nil
    end
    sides[i] = text
  end
  return sides[1] .. " v " .. sides[2]
end

function Opening:add(game)
  local before = self.lines:add(game)
  if not before then
    return
  end
  local it, counts, codes, tags = facts_of(game), self.counts, game:codes(), game.tags
  put(counts, "all", it)
  put(counts.years, tonumber((tags.Date or ""):match("^%d%d%d%d")) or 0, it)
  if game.start == chess.position() then
    put(counts.orders, codes:sub(1, 2 * before), it)
  end
  for i, theme in ipairs(self.themes) do
    if theme[2](game) then
      put(counts.themes, i, it)
    end
  end
  self:add_squares(game, codes, before + self.options.after)
  local ending = ending_of(game)
  if ending then
    put(counts.endings, ending, it)
  end
  for _, side in ipairs { "white", "black" } do
    put(counts[side], format.to_utf8(tags[side == "white" and "White" or "Black"] or "?"), it)
  end
end

function Opening:merge(other)
  self.lines:merge(other.lines)
  tally.merge(self.counts, other.counts)
end

-- ---- sections ------------------------------------------------------------------------------------

function Opening:row(counts, row)
  row.games = counts.games or 0
  row.share = row.games > 0 and row.games / self.counts.all.games or nil
  row.white, row.draw, row.black = counts.white or 0, counts.draw or 0, counts.black or 0
  row.results = { row.white, row.draw, row.black }
  row.score = tally.score(counts)
  row.rating = elo.average(counts.ratings or 0, counts.rated or 0)
  return row
end

-- Return a row for each key of the groups, most games first. The row is named text(key), or key if `text` is nil.
function Opening:ranked(groups, text)
  local games = {}
  for key, counts in pairs(groups) do
    games[key] = counts.games
  end
  local rows = {}
  for i, key in ipairs(tally.ranked(games, self.options.top)) do
    rows[i] = self:row(groups[key], { name = text and text(key) or key })
  end
  return rows
end

-- Return the games by year, or by decade if there are many years.
function Opening:trend()
  local years, decades = tally.keys(self.counts.years), {}
  local is_long = #years > 15
  for _, year in ipairs(years) do
    local from = is_long and year // 10 * 10 or year
    decades[from] = tally.merge(decades[from] or {}, self.counts.years[year])
  end
  local rows = {}
  for _, from in ipairs(tally.keys(decades)) do
    local name = from == 0 and "?" or is_long and ("%d-%d"):format(from, from + 9) or ("%d"):format(from)
    rows[#rows + 1] = self:row(decades[from], { name = name })
  end
  return { title = "Trend", columns = with_counts { key = "name", title = "Year" }, rows = rows,
    chart = { kind = "bars", x = "name", y = { "games" } } }
end

-- Return the moves with these codes, from the initial position, as a line in SAN.
local function line_of(codes)
  local position, path = chess.position(), ""
  for i = 1, #codes, 2 do
    local move = chess.move((string.unpack("=I2", codes, i)))
    path = book_of.extended(path, position, position:san(move))
    position = position:play(move)
  end
  return path
end

-- Call self:put_line() for each line of the tree, up to its last move with enough games. The moves are played from the
-- root, because the positions in the tree may have other move numbers. `opening` is the last opening on the line.
function Opening:walk_theory(rows, tree, min)
  local seen = {}
  local function go(place, position, path, stats, opening)
    local is_end = true
    seen[place] = true
    for _, item in ipairs(tree:moves(place)) do
      if item.stats[1] >= min then
        is_end = false
        local line = book_of.extended(path, position, position:san(item.move))
        local after = position:play(item.move)
        local found = self.openings.lookup(after) or opening
        if item.place and not seen[item.place] then
          go(item.place, after, line, item.stats, found)
        else
          self:put_line(rows, line, item.stats, found)
        end
      end
    end
    if is_end and stats then
      self:put_line(rows, path, stats, opening)
    end
  end
  local root = tree:find(self.lines.root)
  if root then
    go(root, self.lines.root, "", nil, self.openings.lookup(self.lines.root))
  end
end

function Opening:theory()
  local min = self.options.min or math.max(((self.counts.all.games or 0) + 49) // 50, 2)
  local rows = {}
  self:walk_theory(rows, tree_of.new(self.lines, min), min)
  local columns = with_counts { key = "line", title = "Line", kind = "moves" }
  columns[#columns + 1] = { key = "opening", title = "Opening", least = 20, spare = true }
  return { title = "Theory", columns = columns, rows = rows,
    notes = min > 1 and { { "Lines of fewer than %s games are omitted", min } } or nil }
end

function Opening:put_line(rows, line, sums, opening)
  local stats = lines_of.named(sums)
  local counts = { games = stats.games, white = stats.white, draw = stats.draw, black = stats.black,
    ratings = stats.sum_white + stats.sum_black, rated = stats.rated_white + stats.rated_black }
  rows[#rows + 1] = self:row(counts, {
    line = { san = line, fen = self.lines.root:fen() },
    opening = opening and { en = opening.eco .. " " .. opening.name,
      fr = opening.eco .. " " .. (opening.name_fr or opening.name) },
  })
end

function Opening:theme_section()
  local rows = {}
  for i, theme in ipairs(self.themes) do
    rows[i] = self:row(self.counts.themes[i] or {}, { name = theme[1] })
  end
  return { title = "Themes", columns = M.columns, rows = rows }
end

-- Return the most common squares of each piece: "f3 45%".
function Opening:placement()
  local rows, placed = {}, self.counts.placed
  for _, letter in ipairs(LETTERS) do
    local squares, row = self.counts.squares[letter], { name = { en = letter, fr = FRENCH[letter] } }
    if letter:upper() ~= "P" and squares then
      for i, square in ipairs(tally.ranked(squares, 5)) do
        row["s" .. i] = ("%s %d%%"):format(square, (200 * squares[square] + placed) // (2 * placed))
      end
      rows[#rows + 1] = row
    end
  end
  local columns = { { key = "name", title = "Piece" } }
  for i = 1, 5 do
    columns[i + 1] = { key = "s" .. i, title = tostring(i) }
  end
  return { title = "Where the pieces stand", columns = columns, rows = rows, notes = {
    { "%s half-moves after the position, in %s games; small letters are Black's", self.options.after, placed },
  } }
end

function Opening:map()
  local squares, rows = self.counts.squares[self.options.piece] or {}, {}
  local columns = { { key = "rank", title = "" } }
  for file in ("abcdefgh"):gmatch(".") do
    columns[#columns + 1] = { key = file, title = file, kind = "share", digits = 0 }
  end
  for rank = 8, 1, -1 do
    local row = { rank = tostring(rank) }
    for file in ("abcdefgh"):gmatch(".") do
      local count = squares[file .. rank]
      row[file] = count and count / self.counts.placed
    end
    rows[#rows + 1] = row
  end
  return { title = "Map of " .. self.options.piece, columns = columns, rows = rows, board = self:heat(squares) }
end

-- Return the frequencies as a board: the more often a piece is on a square, the stronger the square's colour.
function Opening:heat(squares)
  local most, marks, list = 0, {}, {}
  for _, count in pairs(squares) do
    most = math.max(most, count)
  end
  for i, square in ipairs(tally.ranked(squares, 64)) do
    local count = squares[square]
    marks[i] = { square = square, color = "red", opacity = 0.05 + 0.9 * count / most }
    list[i] = ("%s %.0f%%"):format(square, 100 * count / self.counts.placed)
  end
  return { position = chess.setup("8/8/8/8/8/8/8/8 w - - 0 1"), marks = marks, desc = table.concat(list, ", ") }
end

function Opening:sections()
  local counts = self.counts
  local function by_name(title, column, groups, text)
    return { title = title, columns = with_counts(column), rows = self:ranked(groups, text) }
  end
  local sections = {
    { title = "Results", columns = M.columns, rows = { self:row(counts.all, { name = "All games" }) },
      board = { position = self.lines.root } },
    self:trend(),
    by_name("Move orders", { key = "name", title = "Line", kind = "moves" }, counts.orders, line_of),
    self:theory(), self:theme_section(), self:placement(),
    by_name("Endings", { key = "name", title = "Ending" }, counts.endings),
    by_name("With White", { key = "name", title = "Player" }, counts.white),
    by_name("With Black", { key = "name", title = "Player" }, counts.black),
  }
  if self.options.piece then
    table.insert(sections, 7, self:map())
  end
  return sections
end

M.examples = {
  {
    options = { position = "d4 d5 c4", after = 1, piece = "N" },
    pgn = '[Result "1-0"]\n\n1. c4 d5 2. d4 Nf6 1-0\n\n[Result "0-1"]\n\n1. d4 d5 2. c4 e6 3. Nc3 0-1\n\n1. e4 1-0\n',
    rows = { { name = "All games", games = 2, share = 1.0, white = 1, draw = 0, black = 1, score = 0.5 } },
  },
}

return M
