--- The segments of an index as one index. A file of games that grows gets a segment for the games that were added. Each
-- segment is an index of its own; the numbers of its games and names begin at 1.
-- @module lucena.index.segments

local argument = require("lucena.argument")
local core = require("lucena.core")

local M = {}

-- An object has the methods of lucena.IndexFile. `list`: the segments, oldest first; `before[i]`: the number of games
-- before segment i. The number of a name has the number of its segment in its upper bits.
local Segments = {}
Segments.__index = Segments

local NAME_BITS = 32

--- The number of segments that an index may have. Each open segment takes a descriptor and up to 2 MiB.
M.MOST = 32

-- Open the segment that ends with a page; `count` segments are open.
local function open_segment(file, path, page, count)
  if count == M.MOST then
    return nil, ("%s: the index has more than %d segments (index the file again)"):format(argument.printable(file),
      M.MOST), "damaged_index"
  end
  return core.open_index(file, path, page)
end

--- Open an index with all its segments.
---@param file string
---@param path string the file of games
---@return table? own an IndexFile, or an object with its methods
---@return string? err
---@return string? code
function M.open(file, path)
  local own, err, code = core.open_index(file, path)
  local before = own and own:info().before or 0
  if before == 0 then
    return own, err, code
  end
  local list, games, sum = { own }, {}, 0
  while before > 0 do
    own, err, code = open_segment(file, path, before, #list)
    if not own then
      for _, opened in ipairs(list) do
        opened:close()
      end
      return nil, err, code
    end
    table.insert(list, 1, own)
    before = own:info().before
  end
  for i, segment in ipairs(list) do
    games[i], sum = sum, sum + segment:info().games
  end
  return setmetatable({ list = list, before = games }, Segments)
end

local PAGES = 1024 -- pages between two calls of `progress`

--- Compare the checksums of all pages of an index.
---@param own table an IndexFile, or an object of open()
---@param progress function is called now and then
---@return boolean? true
---@return string? err
---@return string? code
function M.verify(own, progress)
  for first = 0, own:info().pages - 1, PAGES do
    local is_good, err, code = own:verify(first, PAGES)
    if not is_good then
      return nil, err, code
    end
    progress()
  end
  return true
end

function Segments:close()
  for _, own in ipairs(self.list) do
    own:close()
  end
end

Segments.__close = Segments.close

-- The sums of all segments; other fields are those of the last one. A position of two segments counts twice.
local SUMS = { "games", "places", "positions", "players", "events" }

function Segments:info()
  local last = self.list[#self.list]:info()
  last.segments = #self.list
  for i = 1, #self.list - 1 do
    local info = self.list[i]:info()
    for _, name in ipairs(SUMS) do
      last[name] = last[name] + info[name]
    end
    for name, size in pairs(info.part) do
      last.part[name] = last.part[name] + size
    end
    last.is_cut, last.has_stray = last.is_cut or info.is_cut, last.has_stray or info.has_stray
  end
  return last
end

-- The checksums of all pages, also those of earlier segments.
function Segments:verify(...)
  return self.list[#self.list]:verify(...)
end

-- Return the segment of a game, and the game's number in it.
local function segment_of(self, number)
  local i = #self.list
  while number <= self.before[i] do
    i = i - 1
  end
  return self.list[i], number - self.before[i]
end

function Segments:game(number)
  local own, local_number = segment_of(self, number)
  local entry, err, code = own:game(local_number)
  if entry then
    entry.number = number
  end
  return entry, err, code
end

function Segments:is_text(number, text)
  local own, local_number = segment_of(self, number)
  return own:is_text(local_number, text)
end

function Segments:spot(number)
  local own, local_number = segment_of(self, number)
  return own:spot(local_number)
end

-- Return the games of a set that are in segment i, with their numbers in it.
local function part_of(self, games, i)
  return games:part(self.before[i], self.before[i + 1] or math.maxinteger)
end

function Segments:has_texts(games)
  for i, own in ipairs(self.list) do
    local has, err, code = own:has_texts(part_of(self, games, i))
    if not has then
      return nil, err, code
    end
  end
  return true
end

-- Return the results of a function for each segment as one list. The function returns a list, or nil and an error.
local function joined(self, get)
  local all = {}
  for i, own in ipairs(self.list) do
    local list, err, code = get(own, i)
    if not list then
      return nil, err, code
    end
    table.move(list, 1, #list, #all + 1, all)
  end
  return all
end

function Segments:unread()
  return joined(self, function(own, i)
    local list, err, code = own:unread()
    for at, number in ipairs(list or {}) do
      list[at] = number + self.before[i]
    end
    return list, err, code
  end)
end

function Segments:names(text, is_prefix)
  return joined(self, function(own, i)
    local list, err, code = own:names(text, is_prefix)
    for _, item in ipairs(list or {}) do
      item.number = item.number | i << NAME_BITS
    end
    return list, err, code
  end)
end

-- Return the sets of a function for each segment as one set. The function returns a set; or nil or false, and an error.
local function united(self, get)
  local all = core.index_games()
  for i, own in ipairs(self.list) do
    local games, err, code = get(own, i, #all)
    if not games then
      return games, err, code
    end
    all:append(games, self.before[i])
  end
  return all
end

function Segments:played(name, color)
  return united(self, function(own)
    return own:played(name, color)
  end)
end

function Segments:reached(position, most)
  return united(self, function(own, _, count)
    return own:reached(position, most - count)
  end)
end

function Segments:select(test, games, most)
  return united(self, function(own, i, count)
    return own:select(test, games and part_of(self, games, i), most and most - count)
  end)
end

function Segments:find(position)
  local numbers, plies = {}, {}
  for i, own in ipairs(self.list) do
    local list, found, code = own:find(position)
    if not list then
      return nil, found, code
    end
    for at, number in ipairs(list) do
      numbers[#numbers + 1], plies[#plies + 1] = number + self.before[i], found[at]
    end
  end
  return numbers, plies
end

function Segments:places(position)
  local places, err, code = self.list[1]:places(position)
  if not places then
    return nil, err, code
  end
  return { position = position, at = 1, places = places }
end

function Segments:next_place(it)
  while true do
    local number, ply, move = self.list[it.at]:next_place(it.places)
    if number then
      return number + self.before[it.at], ply, move
    elseif ply then
      return nil, ply, move
    elseif it.at == #self.list then
      return nil
    end
    it.at = it.at + 1
    local places, err, code = self.list[it.at]:places(it.position)
    if not places then
      return nil, err, code
    end
    it.places = places
  end
end

local COUNTS = { "games", "white", "draw", "black", "sum", "rated" }

local function add_row(into, row)
  for _, name in ipairs(COUNTS) do
    into[name] = into[name] + row[name]
  end
  into.year = row.year and math.max(row.year, into.year or 0) or into.year
end

function Segments:moves(position, filter, games)
  local rows, by_move = {}, {}
  for i, own in ipairs(self.list) do
    local list, err, code = own:moves(position, filter, games and part_of(self, games, i))
    if not list then
      return nil, err, code
    end
    for _, row in ipairs(list) do
      local key = row.move and tostring(row.move) or ""
      if by_move[key] then
        add_row(by_move[key], row)
      else
        by_move[key], rows[#rows + 1] = row, row
      end
    end
  end
  return rows
end

return M
