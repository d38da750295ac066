--- Repertoires: the positions and moves of a PGN file with variations. Moves are looked up by position, so the order of
-- moves does not matter.
-- @module lucena.opening.book

local chess = require("lucena")

local M = {}

local Book = {}
Book.__index = Book

-- Find a position. Positions with the same key form a list.
function Book:find(board, position)
  local place = self.by_key[board.key]
  if place then
    position = position or getmetatable(board) == "lucena.Position" and board or board:position()
    while place and place.position ~= position do
      place = place.next
    end
  end
  return place
end

function Book:place(position, path, ply)
  local place = self:find(position)
  if not place then
    place = { id = #self.places + 1, position = position, path = path, ply = ply, moves = {}, count = 0,
      next = self.by_key[position.key] }
    self.by_key[position.key] = place
    self.places[place.id] = place
  end
  return place
end

local function add_move(place, code)
  if not place.moves[code] then
    place.moves[code], place.count = true, place.count + 1
  end
end

--- Add a move to the text of a line, such as "1. e4 c5".
---@param path string the line so far
---@param position lucena.Position the position before the move
---@param san string
---@return string
-- @usage require("lucena.opening.book").extended("1. e4", chess.position():play "e4", "c5") --> 1. e4 c5
function M.extended(path, position, san)
  if position.turn == "white" then
    san = ("%d. %s"):format(position.fullmove_number, san)
  elseif path == "" then
    san = ("%d... %s"):format(position.fullmove_number, san)
  end
  return path == "" and san or path .. " " .. san
end

function Book:add(game)
  if not game.start then
    return
  end
  self:place(game.start, "", 0)
  game:walk(function(node)
    local before = self:find(node.parent.position)
    add_move(before, node.move.code)
    self:place(node.position, M.extended(before.path, before.position, node.san), node.ply)
    self.last_ply = math.max(self.last_ply, node.ply)
  end)
end

-- Return the side that plays the repertoire. In most positions, this side has one move, and the other side has several.
local function side_of(places)
  local several = { white = 0, black = 0 }
  for _, place in ipairs(places) do
    local turn = place.position.turn
    several[turn] = several[turn] + math.max(place.count - 1, 0)
  end
  return several.black < several.white and "black" or "white"
end

--- Read a repertoire.
---@param path string a PGN file
---@param side? string "white" or "black"; nil: the side with fewer alternatives
---@return table? book {places, side, last_ply}; a place is {id, position, path, ply, moves = code -> true, count}
---@return string? err
---@return string? code `cannot_open`, `bad_file`
-- @usage #require("lucena.opening.book").read("spec/data/books/small.pgn").places --> 12
function M.read(path, side)
  local reader <close>, err = chess.open(path)
  if not reader then
    return nil, err, "cannot_open"
  end
  local book = setmetatable({ places = {}, by_key = {}, last_ply = 0 }, Book)
  local game, failure = reader:read()
  while game do
    local good, diagnostics = game:check()
    if not good then
      return nil, diagnostics[1].text, "bad_file"
    end
    book:add(game)
    game, failure = reader:read()
  end
  for _, record in ipairs(reader:take_diagnostics()) do
    if record.severity == "error" then
      return nil, record.text, "bad_file"
    end
  end
  if failure then
    return nil, failure, "cannot_open"
  elseif book.last_ply == 0 then
    return nil, path .. ": the file has no moves", "bad_file"
  end
  book.side = side or side_of(book.places)
  return book
end

return M
