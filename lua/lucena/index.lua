--- An index of a file of games: which games reach a position, what was played there, and who played.
--
--     local index = assert(chess.index "games.pgn")
--     for _, m in ipairs(index:moves().moves) do print(m.san, m.games, m.score) end
--
-- The index of games.pgn is the file games.pgn.lci, which `lucena index` or chess.write_index writes.
-- csrc/index/format.h describes it. An index has the mainlines of all games, read as PGN with the default options.
-- It is not used after the file of games has changed: its size, the time of its last change and 64 of its blocks are
-- compared when it is opened, and the text of each game that is read.
-- @module lucena.index

local argument = require("lucena.argument")
local core = require("lucena.core")
local explore = require("lucena.explore")
local failure = require("lucena.failure")
local writing = require("lucena.index.writing")

local M = {}

-- Raise an error unless a value can be a path. The error names the line that called the public function.
local function check_path(path, name)
  if type(path) ~= "string" then
    argument.bad(3, 1, name, "string expected, got %s", argument.kind(path))
  elseif path:find("\0", 1, true) then
    argument.bad(3, 1, name, "path holds a NUL")
  end
end

---@class lucena.Index
---@field path string the file of games
---@field file string the index
---@field count integer number of games
---@field places integer number of positions in all games
---@field positions integer number of different positions
---@field names integer number of different names of players
---@field max_ply integer the last ply whose positions are indexed
---@field is_cut boolean a game has positions after that ply, which are not found
---@field is_shared boolean only positions that at least two games reach are found
local Index = {}
Index.__index = Index
Index.__name = "lucena.Index"
Index.__metatable = Index.__name

--- Return the name of the index of a file.
---@param path string
---@return string
-- @usage require("lucena.index").file_of "games.pgn" --> games.pgn.lci
function M.file_of(path)
  return path .. ".lci"
end

-- ---- opening -------------------------------------------------------------------------------------

local function stale(file)
  return nil, argument.printable(file) .. ": the file of games has changed since it was indexed (index it again)",
    "stale_index"
end

--- Open the index of a file of games.
---@param path string the file of games
---@param opts? {file?: string} `file`: the index; default: PATH.lci
---@return lucena.Index? index
---@return string? err
---@return string? code `cannot_open`, `cannot_read`, `not_index`, `other_index` (of another version), `stale_index`
-- (the games have changed), `damaged_index`
-- @usage select(3, chess.index "spec/data/sample/sample.pgn") --> cannot_open
function M.index(path, opts)
  check_path(path, "index")
  opts = argument.options(opts, 2, "index", { file = "string" })
  local file = opts.file or M.file_of(path)
  local own, err, code = core.open_index(file, path)
  if not own then
    return nil, err, code
  end
  local info = own:info()
  local source, message, why = core.index_source(path)
  if source ~= info.source then
    own:close()
    if not source then
      return nil, message, why
    end
    return stale(file)
  end
  return setmetatable({
    own = own, path = path, file = file, info = info, count = info.games, places = info.places,
    positions = info.positions, names = info.players, max_ply = info.max_ply, is_cut = info.is_cut,
    is_shared = info.is_shared,
  }, Index)
end

--- Close the index. Closing again does nothing.
-- @usage -- index:close()
function Index:close()
  argument.self(self, "close", "lucena.Index")
  self.own:close()
end

function Index:__tostring()
  return "lucena.Index: " .. self.path
end

Index.__close = Index.close
Index.__gc = function(self) self.own:close() end

-- ---- games ---------------------------------------------------------------------------------------

local function check_number(self, number, name)
  if type(number) ~= "number" then
    argument.bad(3, 1, name, "number expected, got %s", argument.kind(number))
  elseif not math.tointeger(number) or number < 1 or number > self.count then
    argument.bad(3, 1, name, "the number of a game, 1 to %d, expected, got %s", self.count, tostring(number))
  end
end

--- Return what the index has about a game, without reading the game.
---@param number integer from 1
---@return table? entry number, offset, size, line, column, plies; and white, black, event, white_elo, black_elo, date,
-- eco, result, as far as the game has them
---@return string? err
---@return string? code
-- @usage -- index:entry(1).white
function Index:entry(number)
  argument.self(self, "entry", "lucena.Index")
  check_number(self, number, "entry")
  return self.own:game(math.tointeger(number))
end

-- Read a game. Returns nil, a message and a code on failure.
local function read_game(self, number)
  local entry, err, code = self.own:game(number)
  if not entry then
    return nil, err, code
  end
  local part = { offset = entry.offset, line = math.max(entry.line, 1), column = math.max(entry.column, 1),
    games = number - 1, last = number }
  if self.info.is_full then
    part.mark_packed, part.mark_offset, code = self.own:mark(entry.offset)
    if code then
      return nil, part.mark_offset, code
    end
  end
  local reader <close>, message, why = core.parts.open(self.path, { part = part })
  local game
  if reader then
    game, message, why = reader:read()
  end
  if message then
    return nil, message, why
  elseif not game then
    return stale(self.file)
  end
  local is_same, problem, of = self.own:is_text(number, game.text)
  if is_same == nil then
    return nil, problem, of
  elseif not is_same then
    return stale(self.file)
  end
  return game
end

--- Read a game.
---@param number integer from 1
---@return lucena.Game? game
---@return string? err
---@return string? code
-- @usage -- index:game(17)
function Index:game(number)
  argument.self(self, "game", "lucena.Index")
  check_number(self, number, "game")
  return read_game(self, math.tointeger(number))
end

-- ---- players -------------------------------------------------------------------------------------

--- List players: those whose name agrees with a name, as in the query `player`; or with `prefix`, those with a word
-- that begins with a text (its first eight letters).
---@param name string
---@param opts? {prefix?: boolean}
---@return table[]? players {name, games}, most games first
---@return string? err
---@return string? code
-- @usage -- index:players("carl", {prefix = true})
function Index:players(name, opts)
  argument.self(self, "players", "lucena.Index")
  argument.check(name, 1, "players", "string")
  opts = argument.options(opts, 2, "players", { prefix = "boolean" })
  local found, err, code = self.own:names(name, opts.prefix)
  if not found then
    return nil, err, code
  end
  local list, seen, by_name = {}, {}, {}
  for _, item in ipairs(found) do
    local player = by_name[item.name]
    if not player then
      player = { name = item.name, games = 0 }
      by_name[item.name], list[#list + 1] = player, player
    end
    if not seen[item.number] then -- several words of a name may begin with the text
      player.games = player.games + item.games
    end
    seen[item.number] = true
  end
  table.sort(list, function(a, b)
    return a.games > b.games or a.games == b.games and a.name < b.name
  end)
  return list
end

-- ---- positions -----------------------------------------------------------------------------------

--- The greatest Elo that moves() takes.
M.MOST_ELO = 9999 -- an index has 16 bits for an Elo, and greater tags as the greatest number
local FILTER = { player = "string", since = "string", elo = "number" }

-- Return the filter of the core for options, and the set of the player's games.
local function filter_of(self, opts, name)
  local filter, games = nil, nil
  if opts.since then
    local year, month, day = opts.since:match("^(%d%d%d%d)%.?(%d?%d?)%.?(%d?%d?)$")
    if not year then
      argument.bad(3, 2, name, "option 'since': a date such as 1972, 1972.07 or 1972.07.11 expected, got '%s'",
        argument.printable(opts.since))
    end
    filter = { from = tonumber(year) * 10000 + (tonumber(month) or 0) * 100 + (tonumber(day) or 0) }
  end
  if opts.elo then
    filter = filter or {}
    filter.elo = math.tointeger(opts.elo)
    if not filter.elo or filter.elo < 1 or filter.elo > M.MOST_ELO then
      argument.bad(3, 2, name, "option 'elo': integer from 1 to %d expected", M.MOST_ELO)
    end
  end
  if opts.player == "" then
    argument.bad(3, 2, name, "option 'player': a name expected, got ''")
  elseif opts.player then
    local err, code
    games, err, code = self.own:played(opts.player)
    if not games then
      return nil, nil, err, code
    end
  end
  return filter, games
end

--- Count the moves that games played in a position. A game counts once, with its move after the first occurrence of
-- the position. Only mainlines count.
---@param position? lucena.Position default: the initial position
---@param opts? {player?: string, since?: string, elo?: integer} count only games of a player, of a date ("1972",
-- "1972.07.11") or later, with a player of at least this Elo; each means the same as the query `player`, `date` or
-- `elo`
---@return table? found the same as that of chess.explore
---@return string? err
---@return string? code
-- @usage -- index:moves(chess.position():play "e4", {since = "2020"}).moves[1].san
function Index:moves(position, opts)
  argument.self(self, "moves", "lucena.Index")
  if position == nil then
    position = core.position()
  end
  argument.class(position, 1, "moves", "lucena.Position")
  opts = argument.options(opts, 2, "moves", FILTER)
  local filter, games, err, code = filter_of(self, opts, "moves")
  if err then
    return nil, err, code
  end
  local rows, message, why = self.own:moves(position, filter, games)
  if not rows then
    return nil, message, why
  end
  local by_move, last = {}, { games = 0, white = 0, draw = 0, black = 0, sum = 0, rated = 0 }
  for _, row in ipairs(rows) do
    if row.move then
      by_move[tostring(row.move)] = row
    else
      last = row
    end
  end
  return explore.result(last, by_move, position)
end

--- Return whether the index has all games that reach a position: always, except if `is_cut`, or if `is_shared` and
-- fewer than two games reach it.
---@param position lucena.Position
---@return boolean?
---@return string? err
---@return string? code
-- @usage -- index:is_complete(chess.position():play "e4")
function Index:is_complete(position)
  argument.self(self, "is_complete", "lucena.Index")
  argument.class(position, 1, "is_complete", "lucena.Position")
  if self.is_cut or not self.is_shared then
    return not self.is_cut
  end
  local number
  local places, message, code = self.own:places(position)
  if places then
    number, message, code = self.own:next_place(places)
  end
  if message and not number then
    return nil, message, code
  end
  return number ~= nil
end

--- Find the games that reach a position.
---@param position lucena.Position
---@return integer[]? numbers of games, sorted
---@return integer[]|string plies of the first occurrence; or the error's message
---@return string? code
-- @usage -- #index:find(chess.position():play "e4")
function Index:find(position)
  argument.self(self, "find", "lucena.Index")
  argument.class(position, 1, "find", "lucena.Position")
  return self.own:find(position)
end

--- Iterate over the games that reach a position, in the order of the file. If reading fails, the loop raises a
-- lucena.Error.
---@param position lucena.Position
---@return fun(): lucena.Game, integer iterator of (Game, ply of the first occurrence)
-- @usage -- for game, ply in index:games(chess.position():play "d4 f5") do print(game.number, ply) end
function Index:games(position)
  argument.self(self, "games", "lucena.Index")
  argument.class(position, 1, "games", "lucena.Position")
  local places, problem, reason = self.own:places(position)
  if not places then
    failure.raise(problem, reason)
  end
  return function()
    local number, ply, code = self.own:next_place(places)
    if not number then
      return ply and failure.raise(ply, code) or nil
    end
    local game, err, why = read_game(self, number)
    if not game then
      failure.raise(err, why)
    end
    return game, ply
  end
end

-- ---- verifying -----------------------------------------------------------------------------------

--- Compare all checksums of the index. With `games`, also read the file of games, and compare the text of each game.
---@param opts? {games?: boolean, progress?: function} `progress` is called now and then
---@return boolean? true
---@return string? err
---@return string? code
-- @usage -- assert(index:verify())
function Index:verify(opts)
  argument.self(self, "verify", "lucena.Index")
  opts = argument.options(opts, 1, "verify", { games = "boolean", progress = "function" })
  local progress = opts.progress or function() end
  local is_good, err, why = writing.verify(self.own, progress)
  if not is_good or not opts.games then
    return is_good, err, why
  end
  local is_same, more, code = writing.compare(self.path, self.own, self.count, progress)
  if is_same == nil then
    return nil, more, code
  elseif not is_same or more then
    return stale(self.file)
  end
  return true
end

-- ---- writing -------------------------------------------------------------------------------------

local MOST_PLY, MOST_MEMORY = 65535, 1 << 20

local function write(path, file, opts)
  local target <close>, err, code = writing.begin(path, file, opts)
  if not target then
    return nil, err, code
  end
  local reader <close>, message, why = core.open(path)
  if not reader then
    return nil, message, why
  end
  local is_read, problem, of = writing.read(reader, writing.new_part(opts), function(part)
    return target:absorb(part)
  end, function()
    if opts.progress then
      opts.progress(reader, target.builder)
    end
  end)
  if not is_read then
    return nil, problem, of
  end
  return target:finish(reader.read_count, core.indexing.marks(reader))
end

--- Write the index of a file of games. It appears completely or not at all.
---@param path string the file of games
---@param opts? {file?: string, max_ply?: integer, shared_only?: boolean, memory?: integer, progress?: function}
-- `file`: the index, default PATH.lci; `max_ply`: index no positions after this ply; `shared_only`: index only
-- positions that at least two games reach; `memory`: MiB for sorting, default 256; the index is the same for any
-- memory; `progress(reader, builder)` is called now and then
---@return integer? games
---@return string? err
---@return string? code `cannot_open`, `cannot_read`, `cannot_write`, `utf16`, `stale_index`: the file changed
-- while it was read
-- @usage select(3, chess.write_index "no/such/file.pgn") --> cannot_open
function M.write_index(path, opts)
  check_path(path, "write_index")
  opts = argument.options(opts, 2, "write_index",
    { file = "string", max_ply = "number", shared_only = "boolean", memory = "number",
      progress = "function" })
  for name, most in pairs { max_ply = MOST_PLY, memory = MOST_MEMORY } do
    local value, least = opts[name], name == "memory" and 1 or 0
    if value and (not math.tointeger(value) or value < least or value > most) then
      argument.bad(3, 2, "write_index", "option '%s': integer from %d to %d expected, got %s", name, least, most,
        tostring(value))
    end
  end
  return write(path, opts.file or M.file_of(path), opts)
end

return M
