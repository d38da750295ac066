--- The report "table": games grouped by one or two fields, with a number for each group.
--
-- `lucena.field` defines the fields: tags, Year, Opening, WhiteElo/100 ... A field may also be a function of a Game
-- that returns a string or an integer, in Lua or as text. The value of a group is one of these: the count of its games,
-- their share, White's score, or the sum, mean, median, minimum or maximum of a field with integers. Games without that
-- field, or without a result, are ignored. The rows "Player" are the players of both colours: a game is in two rows,
-- and the score is that of the player. If there are columns, a share is relative to the row, otherwise to all games.
-- Spellings of a player that differ in case, accents or blanks are one group, named by the most frequent spelling.
-- Cost: the time to compute the fields, and memory for each group.
-- @module lucena.report.table

local field = require("lucena.field")
local names = require("lucena.opening.names")
local numbers = require("lucena.number")
local people = require("lucena.tournament.names")

local M = {
  summary = "games grouped by any tag or field: count, share, sum, mean, median, min, max",
  state = { "games", "cells" },
  options = {
    { name = "rows", kind = "string", also = "function", default = "ECO", argname = "FIELD",
      help = "The field of the rows: a tag, Year, Decade, Month, Weekday, Volume, Opening, Plies, Moves, MeanElo,"
        .. " EloBand, EloDiff, Ending, RoundNumber, Board, Player (White and Black, so that a game is in two rows),"
        .. " bands of a number (WhiteElo/100), the first characters"
        .. " (Date:7), the number of a query in parentheses: '(count(check))', or a Lua function of a game:"
        .. " 'function(g) return g.tags.Site end'." },
    { name = "columns", kind = "string", also = "function", argname = "FIELD",
      help = "The field of the columns, as for --rows. Default: one column." },
    { name = "value", kind = "string", default = "count", argname = "VALUE",
      help = "The values: count, share, score (of White), sum:FIELD, mean:FIELD,"
        .. " median:FIELD, min:FIELD or max:FIELD." },
    { name = "order", kind = "choice", choices = { "key", "value" }, default = "key",
      help = "The order of the rows. key: by name or number; value: greatest value first." },
    { name = "top", kind = "integer", least = 0, default = 0,
      help = "Show only the N rows with most games; 0: all rows." },
    names.OPTION,
  },
  columns = { { key = "group", title = "Group" }, { key = "total", title = "Total", kind = "integer" } },
}

-- Titles of the values, as parts of the title of the page and of a column.
local NAMES = {
  score = { "Score of White", "Score" },
  count = { "Games", "Games" }, share = { "Games", "Share" }, sum = { "Sum of %s", "Sum" },
  mean = { "Mean of %s", "Mean" }, median = { "Median of %s", "Median" }, min = { "Least %s", "Least" },
  max = { "Greatest %s", "Greatest" },
}

local function is_code(name)
  return type(name) == "function" or type(name) == "string" and (field.is_function(name) or name:find("^%(") ~= nil)
end

-- Return the title of the page. `words` translates the names of fields.
function M.title(options, words)
  local function named(name)
    return words(name:match("^%((.*)%)$") or is_code(name) and "Value" or name)
  end
  local how, of = options.value:match("^(%l+):?(.*)$")
  local titles = NAMES[how]
  local what = words(how == "score" and options.rows == "Player" and titles[2] or titles[1]):format(named(of))
  if options.columns then
    return { "%s by %s and %s", what, named(options.rows), named(options.columns) }
  end
  return { "%s by %s", what, named(options.rows) }
end

local NONE = "\255\0" -- the key of games without a value; no tag has this value, and it sorts last

local HOW = { count = "integer", share = "share", sum = "integer", min = "integer", max = "integer", mean = "decimal",
  median = "decimal", score = "share" }

-- White's half points, and Black's.
local HALVES = { ["1-0"] = 2, ["1/2-1/2"] = 1, ["0-1"] = 0, ["0-0"] = 0, ["1/2-0"] = 1, ["0-1/2"] = 0 }
local BLACK_HALVES = { ["1-0"] = 0, ["1/2-1/2"] = 1, ["0-1"] = 2, ["0-0"] = 0, ["1/2-0"] = 0, ["0-1/2"] = 1 }

-- The fields of values get the side of a row "Player".
local SCORE = { of = function(game, side)
  return (side == "Black" and BLACK_HALVES or HALVES)[require("lucena.result").of(game)]
end }

local function label_of_name(name)
  return name
end

-- The rows "Player": two keys per game.
local PLAYER = { title = "Player", is_name = true, tags = { "White", "Black" }, label = label_of_name,
  sides = { "White", "Black" } }

function PLAYER.name_of(game, side)
  local name = game.tags[side]
  return name ~= "?" and name ~= "" and name or NONE
end

local Table = {}
Table.__index = Table

-- Parse "mean:WhiteElo" into "mean" and the field.
local function parse_value(text, openings)
  local how, name = text:match("^(%l+):(.+)$")
  how = how or text
  local wants_field = how ~= "count" and how ~= "share" and how ~= "score"
  if not HOW[how] or wants_field ~= (name ~= nil) then
    return nil, ("option 'value' takes count, share, score, or sum, mean, median, min, max with a field as"
      .. " in mean:WhiteElo, not '%s'"):format(require("lucena.argument").shown(text))
  end
  if name then
    local of, err = field.find(name, openings)
    return of and how, err, of
  end
  return how, nil, how == "score" and SCORE or nil
end

--- Create an empty report. `has_own_code`: errors are the user's. A cell is {n, sum, min, max}, and for a median
-- {counts}, the number of games by value; cells[row][column].
function M.new(options)
  local openings, message, code = names.table(options.eco)
  if not openings then
    return nil, message, code
  end
  local how, err, of = parse_value(options.value, openings)
  if not how then
    return nil, err
  end
  local rows, columns = PLAYER, nil
  if options.rows ~= "Player" then
    rows, err = field.find(options.rows, openings)
  end
  if rows and options.columns then
    columns, err = field.find(options.columns, openings)
  end
  if err then
    return nil, err
  end
  return setmetatable({ rows = rows, columns = columns, how = how, of = of, order = options.order, top = options.top,
    cells = {}, games = 0, names = { options.rows, options.columns },
    has_own_code = is_code(options.rows) or is_code(options.columns)
      or is_code(options.value:match("^%l+:(.+)$")) }, Table)
end

-- ---- adding --------------------------------------------------------------------------------------

local function key_of(it, game)
  local key = it.of(game)
  if key == nil then
    return NONE
  elseif type(key) ~= "string" and math.type(key) ~= "integer" then
    error(("a field of a table gives a string, an integer or nil, not a %s"):format(math.type(key) or type(key)), 0)
  end
  return key
end

local function join(into, from)
  into.n, into.sum = into.n + from.n, into.sum + from.sum
  into.min = math.min(into.min or from.min or 0, from.min or into.min or 0)
  into.max = math.max(into.max or from.max or 0, from.max or into.max or 0)
  if not from.min and into.n == 0 then
    into.min, into.max = nil, nil
  end
  for value, number in pairs(from.counts or {}) do
    into.counts = into.counts or {}
    into.counts[value] = (into.counts[value] or 0) + number
  end
end

local function cell_at(cells, row, column)
  cells[row] = cells[row] or {}
  cells[row][column] = cells[row][column] or { n = 0, sum = 0 }
  return cells[row][column]
end

-- Add a game to a row. `side`: that of a row "Player".
local function add_to_row(self, game, row, side)
  local column = self.columns and key_of(self.columns, game) or NONE
  local value = 0
  if self.of then
    value = self.of.of(game, side)
    if type(value) == "string" then
      value = numbers.whole(value, -numbers.MOST, numbers.MOST)
    end
  end
  if value ~= nil and self.of and not self.of.tag and math.type(value) ~= "integer" then
    error(("a value of a table is a whole number or nil, not a %s"):format(math.type(value) or type(value)), 0)
  end
  if math.type(value) == "integer" then
    join(cell_at(self.cells, row, column), { n = 1, sum = value, min = value, max = value,
      counts = self.how == "median" and { [value] = 1 } or nil })
  end
end

function Table:add(game)
  self.games = self.games + 1
  if not self.rows.sides then
    return add_to_row(self, game, key_of(self.rows, game))
  end
  for _, side in ipairs(self.rows.sides) do
    add_to_row(self, game, PLAYER.name_of(game, side), side)
  end
end

function Table:merge(other)
  self.games = self.games + other.games
  for row, columns in pairs(other.cells) do
    for column, cell in pairs(columns) do
      join(cell_at(self.cells, row, column), cell)
    end
  end
end

-- ---- spellings -----------------------------------------------------------------------------------

-- Return the shown spelling by spelling. `counts`: spelling -> number of games.
local function spellings_of(counts)
  local groups, shown = {}, {}
  for name, number in pairs(counts) do
    local key = people.key(name)
    groups[key] = groups[key] or {}
    groups[key][name] = number
  end
  for name in pairs(counts) do
    shown[name] = people.most_frequent(groups[people.key(name)])
  end
  return shown
end

local function add_count(counts, it, key, number)
  if it and it.is_name and key ~= NONE then
    counts[key] = (counts[key] or 0) + number
  end
end

-- Return the cells with one group for all spellings of a name.
local function joined_cells(self)
  local of_rows, of_columns, cells = {}, {}, {}
  for row, columns in pairs(self.cells) do
    for column, cell in pairs(columns) do
      add_count(of_rows, self.rows, row, cell.n)
      add_count(of_columns, self.columns, column, cell.n)
    end
  end
  of_rows, of_columns = spellings_of(of_rows), spellings_of(of_columns)
  for row, columns in pairs(self.cells) do
    for column, cell in pairs(columns) do
      join(cell_at(cells, of_rows[row] or row, of_columns[column] or column), cell)
    end
  end
  return cells
end

-- ---- rows ----------------------------------------------------------------------------------------

-- Order keys: integers before strings, each in ascending order.
local function is_before(a, b)
  if math.type(a) == math.type(b) then
    return a < b
  end
  return math.type(a) ~= nil
end

local function sorted_keys(list)
  local keys = {}
  for key in pairs(list) do
    keys[#keys + 1] = key
  end
  table.sort(keys, is_before)
  return keys
end

-- Return the median of a cell: the middle value, or the mean of the two middle values.
local function median_of(cell)
  local seen, lower = 0, nil
  for _, value in ipairs(sorted_keys(cell.counts)) do
    seen = seen + cell.counts[value]
    if not lower and 2 * seen >= cell.n then
      lower = value
    end
    if 2 * seen > cell.n then
      return (lower + value) / 2
    end
  end
end

local function value_of(self, cell, whole)
  if not cell or cell.n == 0 then
    return nil
  elseif self.how == "count" then
    return cell.n
  elseif self.how == "share" then
    return whole > 0 and cell.n / whole or nil
  elseif self.how == "mean" then
    return cell.sum / cell.n
  elseif self.how == "median" then
    return median_of(cell)
  elseif self.how == "score" then
    return cell.sum / (2 * cell.n)
  end
  return cell[self.how]
end

local function sum_of(columns)
  local total = { n = 0, sum = 0 }
  for _, cell in pairs(columns) do
    join(total, cell)
  end
  return total
end

-- Return the rows to show, {key, cells, total}: all rows, or those with most games and one row for all others.
local function chosen(self, cells)
  local list = {}
  for i, key in ipairs(sorted_keys(cells)) do
    list[i] = { key = key, cells = cells[key], total = sum_of(cells[key]), place = i }
  end
  if self.top <= 0 or self.top >= #list then
    return list, nil
  end
  table.sort(list, function(a, b)
    return a.total.n > b.total.n or a.total.n == b.total.n and a.place < b.place
  end)
  local others = { cells = {}, count = #list - self.top }
  for i = self.top + 1, #list do
    for column, cell in pairs(list[i].cells) do
      join(cell_at({ others.cells }, 1, column), cell)
    end
    list[i] = nil
  end
  others.total = sum_of(others.cells)
  table.sort(list, function(a, b) return a.place < b.place end)
  return list, others
end

local function label(it, key)
  return key == NONE and "?" or it.label(key) or "?"
end

local function columns_of(self, keys)
  local kind = HOW[self.how]
  local columns = { { key = "group", title = self.rows.title, name = self.rows.title, words = self.rows.words } }
  for i, key in ipairs(keys) do
    local name = label(self.columns, key)
    name = type(name) == "table" and name.en or name
    columns[#columns + 1] = { key = "c" .. i, title = name, name = name, kind = kind }
  end
  local title = self.columns and "Total" or NAMES[self.how][2]
  columns[#columns + 1] = { key = "total", title = title, kind = kind }
  return columns
end

local function row_of(self, name, it, keys)
  local row = { group = name }
  for i, key in ipairs(keys) do
    row["c" .. i] = value_of(self, it.cells[key], it.total.n)
  end
  row.total = value_of(self, it.total, self.columns and it.total.n or self.games)
  return row
end

-- Return a note for the rows and the columns if no game has a value for them: the name may be misspelled.
local function notes_of(self, all, own)
  local notes = {}
  for i, keys in ipairs { own, all } do
    local name = self.names[i]
    if keys[NONE] and next(keys) == NONE and not next(keys, NONE) and type(name) == "string" and not is_code(name) then
      notes[#notes + 1] = { "No game has a value for %s.", name }
    end
  end
  return #notes > 0 and notes or nil
end

function Table:sections()
  local own = joined_cells(self)
  local list, others = chosen(self, own)
  local all = { cells = {} }
  for _, columns in pairs(own) do
    for column, cell in pairs(columns) do
      join(cell_at({ all.cells }, 1, column), cell)
    end
  end
  all.total = sum_of(all.cells)
  local keys = self.columns and sorted_keys(all.cells) or {}
  local rows = {}
  for i, it in ipairs(list) do
    rows[i] = row_of(self, label(self.rows, it.key), it, keys)
    rows[i].place, rows[i].order = i, value_of(self, it.total, self.games)
  end
  if self.order == "value" then
    table.sort(rows, function(a, b) return a.order > b.order or a.order == b.order and a.place < b.place end)
  end
  if others then
    rows[#rows + 1] = row_of(self, {
      en = ("other (%d)"):format(others.count), fr = ("autres (%d)"):format(others.count) }, others, keys)
    rows[#rows].is_rest = true
  end
  if #rows > 1 and not self.rows.sides then -- with Player, each game would count twice
    rows[#rows + 1] = row_of(self, "Total", all, keys)
    rows[#rows].is_total = true
  end
  return { { columns = columns_of(self, keys), rows = rows, notes = notes_of(self, all.cells, own),
    chart = not self.columns and { kind = "bars", x = "group", y = { "total" } } or nil } }
end

local PGN = [=[
[White "A"]
[ECO "B90"]
[Date "1999.12.31"]
[WhiteElo "2500"]
[Result "1-0"]

1-0

[White "B"]
[ECO "C50"]
[Date "2000.01.01"]
[WhiteElo "2600"]
[Result "1-0"]

1-0

[White "C"]
[ECO "B90"]
[Date "2000.02.??"]
[Result "1/2-1/2"]

1/2-1/2
]=]

M.examples = {
  { pgn = PGN, rows = { { group = "B90", total = 2 }, { group = "C50", total = 1 }, { group = "Total", total = 3 } } },
  {
    pgn = PGN, options = { rows = "Annotator" },
    rows = { { group = "?", total = 3 } }, -- and a note
  },
  {
    pgn = PGN, options = { rows = "ECO", columns = "Result" },
    rows = {
      { group = "B90", c1 = 1, c2 = 1, total = 2 }, { group = "C50", c1 = 1, total = 1 },
      { group = "Total", c1 = 2, c2 = 1, total = 3 },
    },
  },
  {
    pgn = PGN, options = { rows = "Weekday" },
    rows = { { group = "Friday", total = 1 }, { group = "Saturday", total = 1 }, { group = "?", total = 1 },
      { group = "Total", total = 3 } },
  },
  {
    pgn = PGN, options = { rows = "Decade", value = "mean:WhiteElo" },
    rows = { { group = "1990-1999", total = 2500.0 }, { group = "2000-2009", total = 2600.0 },
      { group = "Total", total = 2550.0 } },
  },
  {
    pgn = PGN .. '[WhiteElo "2900"]\n\n*\n', options = { rows = "Result", value = "median:WhiteElo" },
    rows = { { group = "1-0", total = 2550.0 }, { group = "*", total = 2900.0 }, { group = "Total", total = 2600.0 } },
  },
  {
    pgn = PGN .. "[ECO \"B90\"]\n\n*\n", options = { value = "score" },
    rows = { { group = "B90", total = 0.75 }, { group = "C50", total = 1.0 }, { group = "Total", total = 2.5 / 3 } },
  },
  {
    pgn = PGN, options = { rows = 'function(g) return #(g.tags.ECO or "") + #(g.result or "") end' },
    rows = { { group = "6", total = 2 }, { group = "10", total = 1 }, { group = "Total", total = 3 } },
  },
  {
    pgn = PGN .. '[White "B"]\n[Black "A"]\n[Result "1-0"]\n\n1-0\n', options = { rows = "Player", value = "score" },
    rows = { { group = "A", total = 0.5 }, { group = "B", total = 1.0 }, { group = "C", total = 0.5 },
      { group = "?", total = 0.5 / 3 } },
  },
  {
    pgn = PGN, options = { rows = "Result", value = "min:WhiteElo" },
    rows = { { group = "1-0", total = 2500 } },
  },
  {
    pgn = PGN, options = { rows = "Result", value = "max:WhiteElo" },
    rows = { { group = "1-0", total = 2600 } },
  },
  {
    pgn = '[White "M\u{fc}ller, J"]\n\n*\n\n[White "MULLER,J"]\n\n*\n', options = { rows = "White" },
    rows = { { group = "M\u{fc}ller, J", total = 2 } },
  },
  {
    pgn = PGN, options = { rows = "WhiteElo/100", value = "share", order = "value", top = 1 },
    rows = { { group = "2500-2599", total = 1 / 3 }, { group = { en = "other (2)", fr = "autres (2)" }, total = 2 / 3 },
      { group = "Total", total = 1.0 } },
  },
}

return M
