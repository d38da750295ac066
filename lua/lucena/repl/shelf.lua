--- The loaded file of games or positions. Only the current place in the file is stored, so files may have any size. To
-- open a later game, the file is read up to that game. To open an earlier game, it is read from its beginning.
-- @module lucena.repl.shelf

local chess = require("lucena")
local core = require("lucena.core")
local operations = require("lucena.repl.operations")

local M = {}

local Shelf = {}
Shelf.__index = Shelf

-- ---- kinds of files ------------------------------------------------------------------------------

local function open_games(self)
  return chess.open(self.path, { dialect = self.dialect })
end

local function read_game(self)
  return self.reader:read()
end

local function open_records(self)
  return chess.open_epd(self.path)
end

local MOST_SKIPPED = 20 -- messages per command
local MOST_PROBLEMS = 500 -- messages that `problems` lists

-- Add a message, once. After MOST_SKIPPED messages, only add that there are more.
local function note(self, text)
  local problems = self.problems
  if problems[text] then
    return
  elseif #problems < MOST_PROBLEMS then
    problems[#problems + 1], problems[text] = text, true
  end
  local at = math.min(#self.skipped, MOST_SKIPPED) + 1
  self.skipped[at] = at <= MOST_SKIPPED and text
    or ("and more, which lucena %s lists"):format(self.is_records and "epd check" or "check")
end

-- Return the next record as a game that starts from the record's position. Records without a legal position are
-- skipped, and the reasons are added to `skipped`.
local function read_record(self)
  while true do
    local record, why = self.reader:read()
    if not record then
      return nil, why
    end
    local game
    if record.position then
      game, why = chess.game(record.position)
    else
      why = record.diagnostics[1].message
    end
    if game then
      game.tags.Event = record.id
      return operations.keep(game, record)
    end
    note(self, ("line %d is skipped: %s"):format(record.line, why))
  end
end

-- ---- reading -------------------------------------------------------------------------------------

--- Open a file of games, or of positions, which are known by the file's name or content.
---@param path string
---@param dialect string "auto" or a name
---@return table? shelf {path, at: number of the last game that was read; count: number of games, if known; is_records;
-- skipped: messages about skipped text and damaged ends of files, which the caller prints and removes}
---@return string? err
function M.open(path, dialect)
  local is_records = require("lucena.position_file").has(path)
  local self = setmetatable({
    path = path, dialect = dialect, at = 0, furthest = 0, open = is_records and open_records or open_games,
    read = is_records and read_record or read_game, is_records = is_records, skipped = {}, problems = {},
    reported = {},
  }, Shelf)
  self.identity = core.file_identity(path) -- before the first byte is read
  local reader, err = self:open()
  if not reader then
    return nil, err
  end
  self.reader = reader
  return self
end

--- Make a list of games from their texts, for example from pasted text.
---@param name string
---@param games lucena.Game[]
---@return table shelf
function M.of(name, games)
  return setmetatable({
    path = name, at = 0, reader = 1, games = games, count = #games, skipped = {}, problems = {},
    reported = {}, close = function() end,
    open = function() return 1 end,
  }, Shelf)
end

-- Add the reader's diagnostics. Diagnostics about the text before a game are added only at the first reading of that
-- game.
function Shelf:note_diagnostics(is_end)
  for _, record in ipairs(self.reader:take_diagnostics()) do
    if is_end or self.at == self.furthest then
      note(self, ("line %d: %s"):format(record.line, record.message))
    end
  end
  self.furthest = math.max(self.furthest, self.at + (is_end and 0 or 1))
end

--- Add the errors of games that a search skipped, and the text outside games. Those of each game are added once.
---@param records lucena.Diagnostic[]
function Shelf:note_errors(records)
  local reported = {}
  for _, record in ipairs(records) do
    if record.code == "stray_text" then
      note(self, ("line %d: %s"):format(record.line, record.message))
    elseif record.severity == "error" and record.ply and not self.reported[record.game] then
      note(self, ("game %d, line %d: %s"):format(record.game, record.line, record.message))
      reported[record.game] = true
    end
  end
  for number in pairs(reported) do
    self.reported[number] = true
  end
end

--- Read the moves of all games of the file, or all its positions, and add the errors. Cost: one pass over the file.
---@param current? integer the number of the current game, whose diagnostics the caller lists
---@return string? err
function Shelf:examine(current)
  local list, err = M.open(self.path, self.dialect)
  if not list then
    return err
  end
  list.problems, list.reported = self.problems, self.reported
  local game
  repeat
    game, err = list:next()
    if game and not self.is_records and list.at ~= current then
      list:note_errors(game.diagnostics)
    end
  until not game
  list:close()
  return err
end

--- The same as note_errors for a game that may be unread: a search reads only the games whose moves it needs.
---@param game lucena.Game
function Shelf:note_game(game)
  local examined, has_errors = game:was_examined()
  if examined and has_errors then
    self:note_errors(game.diagnostics)
  end
end

-- Return the next game. A game of a list is copied, so that changes do not reach the list.
function Shelf:next()
  local game, err
  if self.games then
    game = self.games[self.at + 1]
    game = game and operations.keep(game:copy(), operations.of(game))
  else
    game, err = self:read()
    self:note_diagnostics(not game)
  end
  if game then
    self.at = self.at + 1
  elseif not err then
    self.count = self.at
  end
  return game, err
end

--- Return the game with this number. Each call reads the file and returns a new Game.
---@param number integer
---@return lucena.Game? game nil if the file has no such game
---@return string? err if reading failed
function Shelf:get(number)
  if self.count and number > self.count then
    return nil
  end
  if number <= self.at then
    local reader, err = self:open()
    if not reader then
      return nil, err
    end
    self:close()
    self.reader, self.at = reader, 0
  end
  while self.at < number - 1 do
    local game, err = self:next()
    if not game then
      return nil, err
    end
  end
  return self:next()
end

-- ---- the selected games ----------------------------------------------------------------------------

-- Return two functions: an iterator over the game numbers of the matches, and a function that counts all games read.
local function matches(self, query)
  local at = 0
  if self.games then
    return function()
      repeat
        at = at + 1
      until not self.games[at] or query(self.games[at])
      return self.games[at] and at
    end, function() return #self.games end
  end
  local program, has_functions = require("lucena.query").compiled(query)
  local next_game, _, _, reader = chess.games(self.path, { dialect = self.dialect, query = program,
    where = has_functions and function(game)
      local is_match = query(game)
      return is_match or self:note_game(game)
    end or nil })
  return function()
    local game = next_game()
    self:note_errors(reader:take_diagnostics())
    return game and game.number
  end, function() return reader.read_count end
end

--- Select the games that match a query. Sets `query`, `hits` (the numbers of these games) and `total`. If no game
-- matches, nothing changes. Cost: one pass over the file.
---@param query? lucena.Query nil: all games
---@return integer count of the matches
---@return integer total
function Shelf:filter(query)
  if not query then
    self.query, self.hits, self.total = nil, nil, nil
    return 0, 0
  end
  local hits = {}
  local next_match, count_all = matches(self, query)
  for number in next_match do
    hits[#hits + 1] = number
  end
  local total = count_all()
  if hits[1] then
    self.query, self.hits, self.total = query, hits, total
  end
  return #hits, total
end

--- Return the number of the next selected game after a game, or of the previous one.
---@param number integer
---@param is_back? boolean
---@return integer? number nil if there is none
function Shelf:neighbour(number, is_back)
  if not self.hits then
    return is_back and (number > 1 and number - 1 or nil) or not is_back and number + 1 or nil
  end
  local low, high = 1, #self.hits + 1 -- binary search for the first hit greater than `number`
  while low < high do
    local middle = (low + high) // 2
    if self.hits[middle] > number then
      high = middle
    else
      low = middle + 1
    end
  end
  if is_back then
    return self.hits[self.hits[low - 1] == number and low - 2 or low - 1]
  end
  return self.hits[low]
end

--- Return the next selected game after the last one that was read.
---@return lucena.Game? game
---@return string? err
function Shelf:next_selected()
  if not self.hits then
    return self:next()
  end
  local number = self:neighbour(self.at)
  if not number then
    return nil
  end
  return self:get(number)
end

--- Read the file again up to the current game, because the file was written.
function Shelf:reload()
  local at = self.at
  self:close()
  self.identity, self.count, self.names, self.at, self.furthest = core.file_identity(self.path), nil, nil, 0, 0
  self.reader = assert(self:open())
  while self.at < at and self:next() do end
  self.skipped = {}
  local query = self.query
  self:filter()
  if query then
    self:filter(query) -- the changed game may have begun or ceased to match
  end
end

local MOST_LOOKED_AT = 2000

--- Return names of players from the first games, for completion.
---@return string[]
function Shelf:players()
  if self.games or self.is_records then
    return {}
  elseif not self.names then
    local seen, reader = {}, self:open()
    self.names = {}
    for _ = 1, reader and MOST_LOOKED_AT or 0 do
      local game = reader:read()
      for _, color in ipairs(game and { "White", "Black" } or {}) do
        local name = game.tags[color]
        if name and not seen[name] then
          seen[name], self.names[#self.names + 1] = true, name
        end
      end
    end
    table.sort(self.names)
  end
  return self.names
end

function Shelf:close()
  if not self.games then
    self.reader:close()
  end
end

--- Report the records and the text that were skipped, and the end of a damaged file. Each is reported once.
---@param session table
---@param shelf table an open file, or a list of games
function M.say_skipped(session, shelf)
  for i, text in ipairs(shelf.skipped) do
    session:say(text)
    shelf.skipped[i] = nil
  end
end

return M
