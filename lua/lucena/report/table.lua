--- The report "table": games grouped by one or two fields, with a number for each group.
--
-- `lucena.field` defines the fields: tags, Year, Opening, WhiteElo/100 ... A field may also be a function of a Game
-- that returns a string or an integer, in Lua or as text. The value of a group is one of these: the count of its games,
-- their share, White's score, or the sum, mean, median, minimum or maximum of a field with integers. Games without that
-- field, or without a result, are ignored. Several values are columns of their own. The rows "Player" are the players
-- of both colours: a game is in two rows, and the score is that of the player. If there are columns, a share is
-- relative to the row, otherwise to all games. Spellings of a player that differ in case, accents or blanks are one
-- group, named by the most frequent spelling. Cost: the time to compute the fields, and memory for each group.
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
        .. " median:FIELD, min:FIELD or max:FIELD; without --columns also several: count,score,mean:Plies." },
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

local NONE = "\255\0" -- the key of games without a value; no tag has this value, and it sorts last

local HOW = { count = "integer", share = "share", sum = "integer", min = "integer", max = "integer", mean = "decimal",
  median = "decimal", score = "share" }

-- Split "count,mean:Plies" at the commas before the name of a value. A function has commas of its own.
local function split(text)
  local list, first = {}, 1
  for comma, how, last in text:gmatch "(),%s*(%l+)()" do
    if HOW[how] and text:find("^%s*[:,]", last) or HOW[how] and last > #text then
      list[#list + 1], first = text:sub(first, comma - 1), comma + 1
    end
  end
  list[#list + 1] = text:sub(first)
  for i, part in ipairs(list) do
    list[i] = part:match "^%s*(.-)%s*$"
  end
  return list
end

-- Return the title of the page. `words` translates the names of fields.
function M.title(options, words)
  local function named(name)
    return words(name:match("^%((.*)%)$") or is_code(name) and "Value" or name)
  end
  local list = split(options.value)
  for i, value in ipairs(list) do
    local how, of = value:match("^(%l+):?(.*)$")
    local titles = NAMES[how]
    list[i] = words(how == "score" and options.rows == "Player" and titles[2] or titles[1]):format(named(of))
  end
  local what = table.concat(list, ", ")
  if options.columns then
    return { "%s by %s and %s", what, named(options.rows), named(options.columns) }
  end
  return { "%s by %s", what, named(options.rows) }
end

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

-- Parse "mean:WhiteElo": return {how = "mean", of = the field}, or nil and a message.
local function parse_value(text, openings)
  local how, name = text:match("^(%l+):(.+)$")
  how = how or text
  local wants_field = how ~= "count" and how ~= "share" and how ~= "score"
  if not HOW[how] or wants_field ~= (name ~= nil) then
    return nil, ("option 'value' takes count, share, score, or sum, mean, median, min, max with a field as"
      .. " in mean:WhiteElo, not '%s'"):format(require("lucena.argument").shown(text))
  elseif not name then
    return { how = how, of = how == "score" and SCORE or nil }
  end
  local of, err = field.find(name, openings)
  return of and { how = how, of = of, name = name, has_own_code = is_code(name) }, err
end

local function parse_values(options, openings)
  local values = {}
  for i, text in ipairs(split(options.value)) do
    local value, err = parse_value(text, openings)
    if not value then
      return nil, err
    end
    values[i] = value
  end
  if #values > 1 and options.columns then
    return nil, "option 'columns' takes one value, not several"
  end
  return values
end

--- Create an empty report. `has_own_code`: errors are the user's. A cell is {n, sum, min, max}, and for a median
-- {counts}, the number of games by value; cells[row][column]. With several
-- values, the columns are their numbers.
function M.new(options)
  local openings, message, code = names.table(options.eco)
  if not openings then
    return nil, message, code
  end
  local values, err = parse_values(options, openings)
  if not values then
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
  local has_own_code = is_code(options.rows) or is_code(options.columns)
  for _, value in ipairs(values) do
    has_own_code = has_own_code or value.has_own_code
  end
  return setmetatable({ rows = rows, columns = columns, values = values, order = options.order, top = options.top,
    cells = {}, games = 0, names = { options.rows, options.columns }, has_own_code = has_own_code }, Table)
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

-- Return the whole number of a value for a game; nil if there is none.
local function number_of(value, game, side)
  if not value.of then
    return 0
  end
  local number = value.of.of(game, side)
  if type(number) == "string" then
    number = numbers.whole(number, -numbers.MOST, numbers.MOST)
  end
  if number ~= nil and not value.of.tag and math.type(number) ~= "integer" then
    error(("a value of a table is a whole number or nil, not a %s"):format(math.type(number) or type(number)), 0)
  end
  return number
end

-- Add a game to a row. `side`: that of a row "Player".
local function add_to_row(self, game, row, side)
  local column = self.columns and key_of(self.columns, game) or NONE
  for i, value in ipairs(self.values) do
    local number = number_of(value, game, side)
    if math.type(number) == "integer" then
      join(cell_at(self.cells, row, #self.values > 1 and i or column), { n = 1, sum = number, min = number,
        max = number, counts = value.how == "median" and { [number] = 1 } or nil })
    end
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

-- Return the number to show for a cell. `whole`: the games of which a share is a part.
local function shown_of(how, cell, whole)
  if not cell or cell.n == 0 then
    return nil
  elseif how == "count" then
    return cell.n
  elseif how == "share" then
    return whole > 0 and cell.n / whole or nil
  elseif how == "mean" then
    return cell.sum / cell.n
  elseif how == "median" then
    return median_of(cell)
  elseif how == "score" then
    return cell.sum / (2 * cell.n)
  end
  return cell[how]
end

-- Return the cell of a whole row; with several values, that of the first.
local function total_of(self, columns)
  local total = { n = 0, sum = 0 }
  if #self.values > 1 then
    return columns[1] or total
  end
  for _, cell in pairs(columns) do
    join(total, cell)
  end
  return total
end

-- Return the rows to show, {key, cells, total}: all rows, or those with most games and one row for all others.
local function chosen(self, cells)
  local list = {}
  for i, key in ipairs(sorted_keys(cells)) do
    list[i] = { key = key, cells = cells[key], total = total_of(self, cells[key]), place = i }
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
  others.total = total_of(self, others.cells)
  table.sort(list, function(a, b) return a.place < b.place end)
  return list, others
end

local function label(it, key)
  return key == NONE and "?" or it.label(key) or "?"
end

-- Return the title of the column of one of several values. Two means differ by their fields.
local function title_of(self, value)
  local same = 0
  for _, other in ipairs(self.values) do
    same = same + (other.how == value.how and 1 or 0)
  end
  if same == 1 or not value.name then
    return NAMES[value.how][2]
  end
  return value.has_own_code and "Value" or value.name
end

local function columns_of(self, keys)
  local columns = { { key = "group", title = self.rows.title, name = self.rows.title, words = self.rows.words } }
  if #self.values > 1 then
    for i, value in ipairs(self.values) do
      columns[i + 1] = { key = "c" .. i, title = title_of(self, value), kind = HOW[value.how] }
    end
    return columns
  end
  local how = self.values[1].how
  for i, key in ipairs(keys) do
    local name = label(self.columns, key)
    name = type(name) == "table" and name.en or name
    columns[#columns + 1] = { key = "c" .. i, title = name, name = name, kind = HOW[how] }
  end
  columns[#columns + 1] = { key = "total", title = self.columns and "Total" or NAMES[how][2], kind = HOW[how] }
  return columns
end

local function row_of(self, name, it, keys)
  local row, how = { group = name }, self.values[1].how
  if #self.values > 1 then
    for i, value in ipairs(self.values) do
      row["c" .. i] = shown_of(value.how, it.cells[i], self.games)
    end
    return row
  end
  for i, key in ipairs(keys) do
    row["c" .. i] = shown_of(how, it.cells[key], it.total.n)
  end
  row.total = shown_of(how, it.total, self.columns and it.total.n or self.games)
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
  all.total = total_of(self, all.cells)
  local keys = self.columns and sorted_keys(all.cells) or {}
  local rows = {}
  for i, it in ipairs(list) do
    rows[i] = row_of(self, label(self.rows, it.key), it, keys)
    rows[i].place, rows[i].order = i, shown_of(self.values[1].how, it.total, self.games) or 0
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
    chart = not self.columns and #self.values == 1 and { kind = "bars", x = "group", y = { "total" } } or nil } }
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
    pgn = PGN, options = { value = "count, score,mean:WhiteElo" },
    rows = { { group = "B90", c1 = 2, c2 = 0.75, c3 = 2500.0 }, { group = "C50", c1 = 1, c2 = 1.0, c3 = 2600.0 },
      { group = "Total", c1 = 3, c2 = 2.5 / 3, c3 = 2550.0 } },
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
