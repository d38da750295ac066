--- The loaded file: opening it, the list of its games, and searches.
--
-- A file is a path. The page puts dropped files into the memory file system of the worker. When a file is opened, one
-- pass reads the tags of all games into rows; then every page of the list, and a search for words, need no reading.
-- Cost: about 100 bytes per game, and one pass over the file.
-- @module lucena.web.files

local chess = require("lucena")
local changes = require("lucena.web.changes")
local games = require("lucena.web.game")
local keeping = require("lucena.repl.keeping")
local message = require("lucena.web.message")
local position_file = require("lucena.position_file")
local result_of = require("lucena.result").of
local shelves = require("lucena.repl.shelf")
local to_utf8 = require("lucena.format").to_utf8

local M = { handlers = {} }

local PAGE = 100 -- rows in a reply, if the request names no number
local TAGS = { "White", "Black", "Result", "Date", "Event", "ECO", "WhiteElo", "BlackElo" }

-- ---- kinds of files ------------------------------------------------------------------------------

local PACKED = { gz = true, zst = true, bz2 = true }

-- Return the kind of a file by its name and content: "games", "positions" or "text".
local function kind_of(path)
  local last = position_file.suffix(path)
  if position_file.has(path) then
    return "positions"
  elseif last == "pgn" or PACKED[path:match("%.(%w+)$")] and last ~= "txt" then
    return "games"
  end
  local first = position_file.first_line(path)
  local is_pgn = first:find("^%s*%[%a[%w_]*%s+\"") or first:find("^%%") or first:find("^%s*1%.%s*%a%w+ ")
  return is_pgn and "games" or "text"
end

-- ---- rows ----------------------------------------------------------------------------------------

local function row_of(game)
  local tags, out = game.tags, {}
  for i, name in ipairs(TAGS) do
    local value = name == "Result" and result_of(game) or tags[name]
    out[i] = value and to_utf8(value):gsub("%c", " ") or ""
  end
  return table.concat(out, "\t")
end

local function record_row(game)
  local name = game.tags.Event
  return table.concat({ game.start and game.start:fen() or "", name and to_utf8(name):gsub("%c", " ") or "" }, "\t")
end

local function row_maker(shelf)
  return shelf.is_records and record_row or row_of
end

-- Read all rows of a file.
local function read_rows(web, shelf)
  local rows, row, list = {}, row_maker(shelf), shelf.games and shelves.of(shelf.path, shelf.games) or nil
  if not list then
    list = web:must(shelves.open(shelf.path, shelf.dialect))
  end
  local size = not shelf.games and require("lucena.core").file_size(shelf.path) or nil
  repeat
    local game, err = list:next()
    if game then
      rows[#rows + 1] = row(game)
      web:step(size and list.reader.bytes or #rows, size)
    elseif err then
      list.problems[#list.problems + 1] = err
    end
  until not game
  for i, text in ipairs(list.problems) do
    shelf.problems[i] = text
  end
  list:close()
  return rows
end

-- Load the rows of a shelf, and make it the loaded file.
local function adopt(web, shelf, name)
  local rows = read_rows(web, shelf)
  if #rows == 0 then
    web:fail(("%s holds no game"):format(name))
  end
  if web.repl.shelf then
    web.repl.shelf:close()
  end
  shelf.count = #rows
  web.repl.shelf, web.shelf, web.rows, web.file = shelf, shelf, rows, name
  web.row_of, web.changed = row_maker(shelf), {}
  web.hits, web.query, web.is_words = nil, nil, nil
  web.sort, web.order, web.places = nil, nil, nil
end

--- Load a list of games as if they were a file.
---@param web table
---@param name string
---@param list lucena.Game[]
function M.load(web, name, list)
  adopt(web, shelves.of(name, list), name)
end

-- ---- the order -----------------------------------------------------------------------------------

-- Return the field of a row that a column shows, for comparison: without case and accents.
local function value_of(row, column)
  local at = 0
  for value in (row .. "\t"):gmatch("([^\t]*)\t") do
    at = at + 1
    if at == column then
      return chess.fold_name(value) or ""
    end
  end
  return ""
end

-- Order the selected games by a column of the list; 0 is the number. Games without a value come last in both
-- directions, and games with the same value stay in the order of the file.
local function order(web)
  local sort, numbers, values = web.sort, {}, {}
  web.order, web.places = nil, nil
  if not sort then
    return
  end
  for i = 1, web.hits and #web.hits or #web.rows do
    local number = web.hits and web.hits[i] or i
    numbers[i], values[number] = number, sort.column == 0 and number or value_of(web.rows[number], sort.column)
  end
  table.sort(numbers, function(a, b)
    local x, y = values[a], values[b]
    if x == y then
      return a < b
    elseif x == "" or y == "" then
      return y == ""
    end
    return sort.down and x > y or not sort.down and x < y
  end)
  web.order, web.places = numbers, {}
  for i, number in ipairs(numbers) do
    web.places[number] = i
  end
end

-- ---- the list ------------------------------------------------------------------------------------

local function page_of(web, first, count)
  local rows, total = message.list {}, web.hits and #web.hits or #web.rows
  local shown = web.order or web.hits
  for i = first, math.min(first + count - 1, total) do
    local number = shown and shown[i] or i
    local row = message.list { number }
    for value in (web.rows[number] .. "\t"):gmatch("([^\t]*)\t") do
      row[#row + 1] = value
    end
    rows[#rows + 1] = row
  end
  local problems = message.list {}
  for i = 1, math.min(#web.shelf.problems, 20) do
    problems[i] = web:text(web.shelf.problems[i])
  end
  return {
    name = web.file, kind = web.shelf.is_records and "positions" or "games", first = first, rows = rows,
    matches = total, total = #web.rows, sort = web.sort, query = web.query, is_words = web.is_words,
    problems = problems,
  }
end

-- Return the numbers of the rows that have all words of a text.
local function words_in(web, text)
  local words, hits = {}, {}
  for word in chess.fold_name(text):gmatch("[^%s,]+") do
    words[#words + 1] = word
  end
  for number, row in ipairs(web.rows) do
    local folded, is_match = chess.fold_name(row), true
    for _, word in ipairs(words) do
      is_match = is_match and folded:find(word, 1, true) ~= nil
    end
    hits[#hits + 1] = is_match and number or nil
  end
  return hits
end

-- Return the numbers of the games of the file that match a query.
local function matches_in_file(web, query)
  local shelf, hits = web.shelf, {}
  if shelf.games then
    for number, game in ipairs(shelf.games) do
      hits[#hits + 1] = query(game) and number or nil
    end
    return hits
  end
  local next_game, _, _, reader = chess.games(shelf.path, { dialect = shelf.dialect, query = query })
  for game in next_game do
    hits[#hits + 1] = game.number
    web:step(game.number, #web.rows)
  end
  reader:close()
  return hits
end

-- Return the numbers of the games that match a query, as they are now: changed games with their changes.
local function matches(web, query)
  local hits = {}
  for _, number in ipairs(matches_in_file(web, query)) do
    hits[#hits + 1] = not web.changed[number] and number or nil
  end
  for number in pairs(web.changed) do
    hits[#hits + 1] = query(changes.game(web, number)) and number or nil
  end
  table.sort(hits)
  return hits
end

-- Select the games that match the text of the query box: a query, or words that a row of the list must have.
local function select_games(web, text)
  if text == "" then
    web.hits, web.query, web.is_words = nil, nil, nil
    web.shelf:filter()
    return
  end
  local query, problem = chess.query.parse(text)
  local is_words = not query and not text:find("[%%&|~(){}\"=<>]")
  if not query and not is_words then
    web:fail(problem)
  elseif is_words or web.shelf.is_records then
    web.hits = words_in(web, text)
  else
    web.hits = matches(web, query)
  end
  web.query, web.is_words = text, is_words or nil
  -- The filter of the prompt selects the same games.
  local shelf = web.shelf
  shelf.query, shelf.hits, shelf.total = query or nil, web.hits[1] and web.hits or nil, #web.rows
end

--- Return an iterator over the selected games.
---@param web table
---@return fun(): lucena.Game?
function M.selected(web)
  local shelf, at, hit = web.shelf, 0, 1
  local list = shelf.games and shelves.of(shelf.path, shelf.games) or web:must(shelves.open(shelf.path, shelf.dialect))
  return function()
    while true do
      local game = list:next()
      at = at + 1
      if not game or web.hits and not web.hits[hit] then
        list:close()
        return nil
      elseif not web.hits or web.hits[hit] == at then
        hit = hit + 1
        web:step(at, #web.rows)
        return changes.game(web, at, game) or game
      end
    end
  end
end

-- ---- messages ------------------------------------------------------------------------------------

-- Open a file of games or positions. For a text, only its kind is returned, and the page shows it.
function M.handlers.open(web, request)
  local path, name = web:must(request.path, "no path"), request.name or request.path
  local kind = request.kind or kind_of(path)
  if kind == "text" then
    return { kind = kind, name = name }
  end
  adopt(web, web:must(shelves.open(path, "auto")), name)
  return { kind = kind, list = page_of(web, 1, request.count or PAGE) }
end

-- Load games from a text, such as pasted PGN.
function M.handlers.paste(web, request)
  local list = {}
  for game in chess.games({ text = request.text or "" }, { dialect = "auto" }) do
    list[#list + 1] = game
  end
  web:must(list[1], "the text holds no game")
  M.load(web, request.name or web.page.words("Games"), list)
  return { kind = "games", list = page_of(web, 1, request.count or PAGE) }
end

-- Check the order that the page asks for: {column, down}; a column of the list, from 0.
local function sort_of(web, given)
  local column = math.tointeger(given.column)
  if not column or column < 0 or column > #TAGS then
    web:fail("no column")
  end
  return { column = column, down = given.down == true }
end

-- A page of the list. With `query`, select the games that match first. With `sort`, order them first.
function M.handlers.list(web, request)
  web:must(web.rows, "no file is loaded")
  if request.query and request.query ~= (web.query or "") then
    select_games(web, request.query)
    order(web)
  end
  if type(request.sort) == "table" then
    web.sort = sort_of(web, request.sort)
    order(web)
  end
  return { list = page_of(web, math.max(1, request.first or 1), request.count or PAGE) }
end

-- Open the game with a number, with its changes.
function M.handlers.game(web, request)
  local shelf = web:must(web.shelf, "no file is loaded")
  local number = web:must(math.tointeger(request.number), "no number")
  local game, err = shelf:get(number)
  web:must(game, err or ("%s has %d games"):format(web.file, #web.rows))
  keeping.as_step(web.repl, function()
    local changed = changes.game(web, number)
    if changed then
      keeping.take(web.repl, changed, game, web.changed[number])
    else
      web.repl:set_game(game, nil, number, require("lucena.repl.saving").place(shelf, game))
    end
    return true
  end)
  web.repl.is_changed = false
  return { game = games.view(web) }
end

--- Return where the current game is in the list: its number, and the numbers of the selected games before and after it,
-- in the order of the list.
---@param web table
---@return table {number, previous, next}; a missing field: there is none
function M.around(web)
  local number = changes.number(web)
  local place = number and web.places and web.places[number]
  if place then
    return { number = number, previous = web.order[place - 1], next = web.order[place + 1] }
  end
  local after = number and web.shelf:neighbour(number)
  return { number = number, previous = number and web.shelf:neighbour(number, true),
    next = after and after <= #web.rows and after or nil }
end

return M
