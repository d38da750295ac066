--- Opening books: Polyglot books (.bin) and EPD books (.epd), with the same functions.
--
--     local book = assert(chess.book "gm2600.bin")
--     for _, m in ipairs(book:moves(chess.position())) do print(m.san, m.weight, m.share) end
--
-- A Polyglot book is not loaded: a look-up reads a few blocks of the file (`lucena.book.polyglot`). An EPD book is read
-- completely when it is opened (`lucena.book.epd`).
-- A Polyglot book contains only hash keys of positions, so a look-up compares keys. An EPD book contains the positions,
-- so a look-up compares positions.
-- @module lucena.book

local argument = require("lucena.argument")
local chess = require("lucena")
local edit = require("lucena.book.edit")
local polyglot = require("lucena.book.polyglot")

local M = {}

---@class lucena.Book
---@field path string the file
---@field format string the format: "polyglot" or "epd"
---@field problems string[] messages about unreadable lines of an EPD book
local Book = {}
Book.__index = Book
Book.__name = "lucena.Book"
Book.__metatable = Book.__name

-- ---- opening -------------------------------------------------------------------------------------

--- Return the format of a book by its file name: "polyglot" for .bin, "epd" for .epd (also .epd.gz, .zst, .bz2).
---@param path string
---@return string? format
---@return string? err
-- @usage require("lucena.book").format_of "a/b.epd.zst" --> epd
function M.format_of(path)
  local name = path:lower():gsub("%.gz$", ""):gsub("%.zst$", ""):gsub("%.bz2$", "")
  if path:lower():find("%.bin$") then
    return "polyglot"
  elseif name:find("%.epd$") or path == "-" then
    return "epd"
  end
  return nil, argument.printable(path) .. ": the name of an opening book ends in .bin (Polyglot) or .epd"
end

--- Return an iterator over an array of positions with their moves.
---@param places table[]
---@return function
-- @usage require("lucena.book").each({ "a" })() --> a
function M.each(places)
  local i = 0
  return function()
    i = i + 1
    return places[i]
  end
end

local function index_of(places)
  local index, size = {}, 0
  for _, place in ipairs(places) do
    index[place.key] = place
    size = size + #place.moves
  end
  return index, size
end

local function open_epd(book)
  local read, problems, code = require("lucena.book.epd").read(book.path)
  if not read then
    return nil, problems, code
  end
  local places = {}
  for place in edit.merged { M.each(edit.sorted(read)) } do
    places[#places + 1] = place
  end
  book.list, book.problems = places, problems
  book.index, book.size = index_of(places)
  return book
end

--- Open an opening book.
---@param path string .bin or .epd
---@return lucena.Book? book close it, or let the garbage collector do so
---@return string? err
---@return string? code `cannot_open`; `bad_book`: not a Polyglot book, or an unknown file name suffix
-- @usage select(3, chess.book "README.md") --> bad_book
function M.book(path)
  argument.check(path, 1, "book", "string")
  local format, message = M.format_of(path)
  if not format then
    return nil, message, "bad_book"
  end
  local book = setmetatable({ path = path, format = format, problems = {} }, Book)
  if format == "epd" then
    return open_epd(book)
  end
  local file, err, code = polyglot.open(path)
  if not file then
    return nil, err, code
  end
  book.file, book.size = file, file.size
  return book
end

--- Close the file. Closing it again does nothing.
-- @usage local book = chess.book "spec/data/books/small.bin"; book:close()
function Book:close()
  argument.self(self, "close", "lucena.Book")
  if self.file then
    self.file:close()
  end
end

Book.__gc, Book.__close = Book.close, Book.close

--- Return the number of moves in the book: `#book`.
function Book:__len()
  return self.size
end

function Book:__tostring()
  return ("lucena.Book: %s"):format(self.path)
end

-- ---- looking up ----------------------------------------------------------------------------------

-- Return the entries of the book for a position, as they are stored.
local function find(book, position)
  if book.file then
    return book.file:find(position:polyglot_key())
  end
  local place = book.index[position:polyglot_key()]
  return place and place.position == position and place.moves or {}
end

-- Return the share of points scored by the side to move; nil if no game has a result.
local function score_of(entry)
  local results = entry.games and entry.won + entry.drawn + entry.lost or 0
  return results > 0 and (entry.won + entry.drawn / 2) / results or nil
end

--- Return the book moves of a position, greatest weight first.
---@param position lucena.Position
---@return table[] moves {move, san, weight, share, learn, raw}. `share` is the weight divided by the sum of all weights
-- (0 if the sum is 0). EPD books with game counts also give games, won, drawn, lost and score, for the side to move;
-- `score` is its share of the points, from 0 to 1. Empty if the position is not in the book
---@return string[] illegal the book's moves that are not legal in the position, such as e2e4
-- @usage local b = chess.book "spec/data/books/small.epd"; return b:moves(chess.position())[1].san --> e4
function Book:moves(position)
  argument.self(self, "moves", "lucena.Book")
  argument.class(position, 1, "moves", "lucena.Position")
  local list, illegal, total = {}, {}, 0
  for _, entry in ipairs(find(self, position)) do
    local move, is_loose = polyglot.move(position, entry.raw)
    if move then
      list[#list + 1] = { move = move, san = position:san(move), weight = entry.weight, learn = entry.learn or 0,
        raw = entry.raw, is_loose = is_loose or nil, games = entry.games, won = entry.won, drawn = entry.drawn,
        lost = entry.lost, score = score_of(entry) }
      total = total + entry.weight
    else
      illegal[#illegal + 1] = polyglot.text(entry.raw)
    end
  end
  for _, item in ipairs(list) do
    item.share = total > 0 and item.weight / total or 0
  end
  table.sort(list, function(a, b)
    return a.weight > b.weight or a.weight == b.weight and a.raw < b.raw
  end)
  return list, illegal
end

--- Iterate over all moves of the book, as they are stored. They are sorted by key if the book is sorted.
---@return function iterator of {key (Polyglot's), position (nil in a Polyglot book), uci ("e1h1" for castling), raw,
-- weight, learn}
-- @usage local b = chess.book "spec/data/books/small.bin"; return b:entries()().uci --> e2e4
function Book:entries()
  argument.self(self, "entries", "lucena.Book")
  local place, i
  local next_place = self:places()
  return function()
    while not place or i >= #place.moves do
      place, i = next_place(), 0
      if not place then
        return nil
      end
    end
    i = i + 1
    local entry = place.moves[i]
    return { key = place.key, position = place.position, uci = polyglot.text(entry.raw), raw = entry.raw,
      weight = entry.weight, learn = entry.learn or 0 }
  end
end

local DISORDER = "%s: entry %d is out of order; a Polyglot book is sorted by key, so this one is damaged"

-- Return an iterator over the positions of a Polyglot book with their entries. Raises {code = "bad_book", message} if a
-- key is out of order.
local function file_places(file)
  local next_entry, path = file:entries(), file.path
  local number, key, entry = next_entry()
  return function()
    if not key then
      return nil
    end
    local place = { key = key, moves = {} }
    while key == place.key do
      place.moves[#place.moves + 1] = entry
      number, key, entry = next_entry()
    end
    if key and math.ult(key, place.key) then
      polyglot.fail("bad_book", DISORDER:format(path, number))
    end
    return place
  end
end

--- Iterate over the positions, sorted by key as unsigned numbers. For Polyglot books, this takes constant memory.
---@return function iterator of {key, position (nil in a Polyglot book), moves = array of {raw, weight, learn, ...}}
-- @usage #chess.book "spec/data/books/small.bin":places()().moves --> 2
function Book:places()
  argument.self(self, "places", "lucena.Book")
  if self.file then
    return file_places(self.file)
  end
  local next_place = M.each(self.list)
  return function() -- a copy, because the caller may change the list
    local place = next_place()
    local moves = {}
    for i, move in ipairs(place and place.moves or {}) do
      moves[i] = {}
      for name, value in pairs(move) do
        moves[i][name] = value
      end
    end
    return place and { key = place.key, position = place.position, moves = moves }
  end
end

-- ---- walking -------------------------------------------------------------------------------------

-- Add the position after a move from `here` to `reached`, if it is not there yet.
local function reach(reached, here, item)
  local after = here.position:play(item.move)
  local key = after:polyglot_key()
  if not reached.by_key[key] then
    reached[#reached + 1] = { position = after, ply = here.ply + 1 }
    reached.by_key[key] = #reached
  end
end

-- Return the set of all keys in the books. Searching the files for each legal move would take 10 times as long.
local function keys_of(books)
  local keys = {}
  for _, book in ipairs(books) do
    for entry in book:entries() do
      keys[entry.key] = true
    end
  end
  return keys
end

-- Return the legal moves that lead to a position in the books.
local function replies(keys, position)
  local list = {}
  for _, move in ipairs(position:moves()) do
    list[#list + 1] = keys[position:play(move):polyglot_key()] and { move = move } or nil
  end
  return list
end

-- Return the moves of the books in a position. If the books have no move there, return the legal moves that lead to a
-- book position.
local function onward(books, keys, position)
  local list = {}
  for _, book in ipairs(keys[position:polyglot_key()] and books or {}) do
    local moves = book:moves(position)
    table.move(moves, 1, #moves, #list + 1, list)
  end
  return #list > 0 and list or replies(keys, position)
end

--- Return the positions that the lines of several books reach, nearest first. In a position without book moves, all
-- legal moves that lead to a book position are followed, because a repertoire has only the moves of one side. Memory
-- is proportional to the number of positions.
---@param books lucena.Book[]
---@param from? lucena.Position default: the initial position
---@param depth? integer plies; default: no limit
---@param is_all? boolean also follow moves that lead to a book position but are not in the book
---@return table reached array of {position, ply, moves (as in Book:moves; only `move` for moves that are not in the
-- book; nil at the maximum depth)}; `by_key` maps Polyglot keys to indexes
-- @usage #require("lucena.book").reached { chess.book "spec/data/books/small.epd" } --> 9
function M.reached(books, from, depth, is_all)
  from = from or chess.position()
  local keys = keys_of(books)
  local reached, i = { { position = from, ply = 0 }, by_key = { [from:polyglot_key()] = 1 } }, 0
  while i < #reached do
    i = i + 1
    local here = reached[i]
    if here.ply < (depth or math.huge) then
      here.moves = onward(books, keys, here.position)
      for _, item in ipairs(here.moves) do
        reach(reached, here, item)
      end
      for _, item in ipairs(is_all and replies(keys, here.position) or {}) do
        reach(reached, here, item)
      end
    end
  end
  return reached
end

--- Return the positions that the lines of the book reach, nearest first.
---@param from? lucena.Position default: the initial position
---@param depth? integer plies; default: no limit
---@return table reached array of {position, ply, moves = as of Book:moves}
-- @usage chess.book("spec/data/books/small.bin"):reached(nil, 1)[2].position.turn --> black
function Book:reached(from, depth)
  argument.self(self, "reached", "lucena.Book")
  if from ~= nil then
    argument.class(from, 1, "reached", "lucena.Position")
  end
  argument.optional(depth, 2, "reached", "number")
  return M.reached({ self }, from, depth)
end

return M
