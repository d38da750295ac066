--- Finds the games that a query may match in the index of a file, so that the other games need not be read.
-- The games found are a superset of the matches: the caller tests them as usual. So that the messages and the exit
-- status of commands are those of reading the whole file, these games are read, too:
--
-- - the games whose mainline is not PGN or has an error, which the query may report;
-- - the game before each other game, because the text between two games may be written;
-- - the last game, after which the end of the file is read.
--
-- Games that are near to each other are read as one part, with the games between them.
-- @module lucena.index.search

local core = require("lucena.core")
local whole = require("lucena.number").whole

local M = {}

-- Bytes between two games that are read as one part: opening a part takes 0.1 ms, as much as testing the games in these
-- bytes, or testing 1 / SLOW of them with a Lua function.
M.NEAR = 1 << 18
local SLOW = 16
local FEW, SPREAD = 4096, 4 -- if more than FEW games and 1 / SPREAD of the games must be read, reading all is as fast
local TWO_MARKS = 32 -- bytes; a compressed file with fewer members must be decoded from its beginning
local SHARE = 8 -- if more than 1 / SHARE of the games are found, reading the whole file is as fast

-- ---- sets of games -------------------------------------------------------------------------------
-- A set of games is an object of the core. nil means that the index does not limit the games.

-- Return a value, or raise the failure of the index, which find() catches.
local function sound(value, message, code)
  if value == nil then
    error({ message = message, code = code }, 0)
  end
  return value
end

-- Return the set of the games in which a player has a color, or either color.
local function of_player(index, name, color)
  return core.fold_name(name) and sound(index.own:played(name, color)) or nil
end

-- Return the set of the games that reach one of the positions; nil if there are too many, or if the index does not have
-- all.
local function of_positions(index, positions)
  local set, most = core.index_games(), index.count // SHARE
  for _, position in ipairs(positions) do
    local found = sound(index:is_complete(position)) and sound(index.own:reached(position, most))
    set = found and set:union(found)
    if not set or #set > most then
      return nil
    end
  end
  return set
end

-- Return the set of the games whose opening may be one of a list. A game reaches the position of its opening.
local function of_openings(index, openings)
  local positions, start = {}, core.position()
  for i, opening in ipairs(openings) do
    positions[i] = start:play(opening.moves) or nil
    if not positions[i] then
      return nil
    end
  end
  return of_positions(index, positions)
end

-- ---- queries -------------------------------------------------------------------------------------
-- `within` is the set of games that other tests have found, or nil.

local of_query

-- Return the set of the games that may pass a test of a player.
local function of_leaf(index, leaf)
  return (leaf.op == "name" or leaf.op == "is" and leaf.text) and of_player(index, leaf.text, leaf.name) or nil
end

local function is_player(leaf)
  return leaf.name == "White" or leaf.name == "Black"
end

-- Return a query that tests only tags which the entries of games have, as lists of tests: a game must pass at least one
-- test of each list. Returns nil for other queries.
local function lists_of(query)
  if query.kind == "leaf" then
    return not is_player(query.leaf) and { { query.leaf } } or nil
  elseif query.kind ~= "and" and query.kind ~= "or" then
    return nil
  end
  local lists, alternatives = {}, {}
  for _, part in ipairs(query) do
    local found = lists_of(part)
    if not found or query.kind == "or" and #found ~= 1 then
      return nil
    end
    table.move(found, 1, #found, #lists + 1, lists)
    table.move(found[1], 1, #found[1], #alternatives + 1, alternatives)
  end
  return query.kind == "and" and lists or { alternatives }
end

-- Return the set of the games that may pass the lists of tests.
local function of_lists(index, lists, within)
  return sound(index.own:select(lists, within, not within and index.count // SHARE or nil)) or nil
end

-- Return the set of a query "a and b": its limits are those of a and of b. The tests of entries come last, all at once,
-- because then only the entries of the games found so far are read.
local function of_all(index, list, within)
  local set, lists = within, {}
  for _, query in ipairs(list) do
    local more = lists_of(query)
    local found = not more and of_query(index, query, set)
    table.move(more or {}, 1, more and #more or 0, #lists + 1, lists)
    set = set and found and set:common(found) or set or found or nil
  end
  return #lists > 0 and of_lists(index, lists, set) or set
end

-- Return the name if a query is "White or Black has a name", as `player` makes it. Then the names are compared once.
local function either_color(query)
  if #query ~= 2 or query[1].kind ~= "leaf" or query[2].kind ~= "leaf" then
    return nil
  end
  local a, b = query[1].leaf, query[2].leaf
  local is_both = a.op == "name" and b.op == "name" and a.text == b.text and a.name ~= b.name
  return is_both and is_player(a) and is_player(b) and a.text or nil
end

local function of_any(index, list, within)
  local name = either_color(list)
  if name then
    return of_player(index, name)
  end
  local set = core.index_games()
  for _, query in ipairs(list) do
    local found = of_query(index, query, within)
    if not found then
      return nil
    end
    set = set:union(found)
  end
  return set
end

-- A query "at some position" holds only in games that reach the position, and so do `held` and `at_end`.
local LIFTS = { ever = true, held = true, at_end = true }

function of_query(index, query, within)
  local kind, lists = query.kind, lists_of(query)
  if lists then
    return of_lists(index, lists, within)
  elseif kind == "and" then
    return of_all(index, query, within)
  elseif kind == "or" then
    return of_any(index, query, within)
  elseif kind == "lift" then
    return LIFTS[query.how] and of_query(index, query[1], within) or nil
  elseif kind == "leaf" then
    return of_leaf(index, query.leaf)
  elseif kind == "ask" then
    local openings = rawget(query, "openings") -- judgements have none
    return openings and of_openings(index, openings) or nil
  elseif kind == "step" and query.step.op == "exact" and query.step.count == 0 then
    return of_positions(index, { query.step.position })
  end
end

local LEAST, MOST = math.mininteger, math.maxinteger
local RANGES = {
  ["<"] = function(number) return LEAST, number - 1 end,
  ["<="] = function(number) return LEAST, number end,
  [">"] = function(number) return number + 1, MOST end,
  [">="] = function(number) return number, MOST end,
}

-- Return a test of a tag as the leaf of a query that no fewer games pass.
local function leaf_of(name, operator, value)
  local number = RANGES[operator] and whole(value, LEAST + 1, MOST - 1)
  if number then
    local lo, hi = RANGES[operator](number)
    return { op = "number", name = name, lo = lo, hi = hi }
  elseif operator == "=" then
    return { op = (name == "White" or name == "Black") and "is" or "begins", name = name, text = value }
  end
  return { op = operator == "^" and "begins" or operator, name = name, text = value }
end

-- Return the set of the games that pass tests of tags, as chess.open takes them.
local function of_tests(index, tests, within)
  local parts = {}
  for i, test in ipairs(tests) do
    parts[i] = { kind = "leaf", leaf = leaf_of(table.unpack(test)) }
  end
  return of_all(index, parts, within)
end

-- ---- parts ---------------------------------------------------------------------------------------

-- Return the set of the games to read.
local function needed(index, set)
  return set:union(core.index_games(sound(index.own:unread()))):union(core.index_games { index.count })
end

-- Return the offset, size, line and column of a game.
local function spot_of(index, number)
  local offset, size, line, column = index.own:spot(number)
  return sound(offset, size, line), size, line, column
end

-- Return where decoding begins to read a byte of a compressed file: the offsets in the file and in the stream.
local function mark_of(index, offset)
  local packed, at, code = index.own:mark(offset)
  return sound(packed, at, code), at
end

-- Return the parts of the file that have the games, as core.parts.open takes them.
local function parts_of(index, numbers, near)
  local parts, to = {}, nil
  for _, number in ipairs(numbers) do
    local offset, size = spot_of(index, number)
    local last, is_same = parts[#parts], false
    if last and index.info.is_full then
      is_same = select(2, mark_of(index, offset)) <= to
    end
    if last and (is_same or number - 1 <= last.last or offset - to <= near) then
      last.last = number
    else
      local first, _, line, column = spot_of(index, math.max(number - 1, 1))
      if line == 0 or column == 0 then
        return nil
      end
      parts[#parts + 1] = number <= 2 and { offset = 0, line = 1, column = 1, games = 0, last = number }
        or { offset = first, line = line, column = column, games = number - 2, last = number }
      if index.info.is_full then
        local part = parts[#parts]
        part.mark_packed, part.mark_offset = mark_of(index, part.offset)
      end
    end
    to = offset + size
  end
  if #parts > 0 then
    parts[#parts].last = nil -- read to the end of the file
  end
  return parts
end

-- Return the number of games in the parts.
local function count_of(parts, count)
  local sum = 0
  for _, part in ipairs(parts) do
    sum = sum + (part.last or count) - part.games
  end
  return sum
end

--- Find the games that a query may match.
---@param index lucena.Index
---@param query? lucena.Query
---@param tests? table[] tests of tags
---@return table? set of the core; nil if the index does not limit the games. If the index fails, an error is raised
-- @usage -- #search.select(index, chess.query.player "Carlsen")
function M.select(index, query, tests)
  return of_tests(index, tests or {}, query and of_query(index, query) or nil)
end

local function find(index, query, tests)
  local set = M.select(index, query, tests)
  if not set then
    return nil, index.is_cut and "the index has no positions after ply " .. index.max_ply
      or index.is_shared and "the index has only positions that several games reach"
      or "the index does not limit the games that this query may match"
  elseif index.count == 0 then
    return nil, "the file has no games"
  end
  local is_slow = query and select(2, require("lucena.query").compiled(query))
  local games = needed(index, set)
  local parts = parts_of(index, games:list(), is_slow and M.NEAR // SLOW or M.NEAR)
  local read = parts and count_of(parts, index.count)
  if not parts then
    return nil, "a line or column of the file is too large"
  elseif not is_slow and read > FEW and read > index.count // SPREAD then
    return nil, "the games that the index finds are spread over the file"
  end
  sound(index.own:has_texts(games))
  return { parts = parts, games = index.count, read = read }
end

-- Call a function with the index of a file. If the index fails meanwhile, return nil, a message and a code.
local function with_index(path, run, ...)
  if path:find("\0", 1, true) then
    return nil, "the path has a NUL" -- the reader of games raises the error
  end
  local index <close>, message, code = require("lucena.index").index(path)
  if not index then
    return nil, message, code
  end
  local done, found, reason = pcall(run, index, ...)
  if done then
    return found, reason
  elseif type(found) == "table" and found.code then
    return nil, found.message, found.code
  end
  error(found, 0)
end

--- Find the parts of a file to read for a query.
---@param path string
---@param query? lucena.Query without Lua functions of the user
---@param tests? table[] tests of tags
---@return table? found parts, as core.parts.open takes them; games: number of games of the file; read: in these parts
---@return string? reason why the whole file must be read
---@return string? code of the index's error, if there is one
-- @usage require("lucena.index.search").find("spec/data/sample/sample.pgn", chess.query.player "Carlsen") --> nil
function M.find(path, query, tests)
  return with_index(path, function(index)
    if index.info.is_full and index.info.part.marks < TWO_MARKS then
      return nil, "a game of a compressed file cannot be read without the games before it"
    elseif index.info.has_stray then
      return nil, "the file has errors outside its games"
    end
    return find(index, query, tests)
  end)
end

-- ---- the moves of a position ---------------------------------------------------------------------

--- Find the moves that games of a file played in a position.
---@param path string
---@param position lucena.Position
---@param dialect string? nil or "auto", as in the index; or "pgn"
---@return table? found as chess.explore returns it; nil if the games must be read
-- @usage require("lucena.index.search").moves("spec/data/sample/sample.pgn", chess.position()) --> nil
function M.moves(path, position, dialect)
  return (with_index(path, function(index)
    -- A game that cannot be read as PGN may be in the index in another notation.
    local is_same = sound(index:is_complete(position)) and (dialect ~= "pgn" or #sound(index.own:unread()) == 0)
    return is_same and sound(index:moves(position)) or nil
  end))
end

--- Iterate over the games of a file that match a query, if its index finds them.
---@param path string
---@param query lucena.Query
---@param dialect string? nil or "auto", as in the index; or "pgn"
---@return (fun(): lucena.Game?)? iterator nil if all games must be read
-- @usage require("lucena.index.search").games("spec/data/sample/sample.pgn", chess.query.player "Carlsen") --> nil
function M.games(path, query, dialect)
  local found = M.find(path, query)
  if not found then
    return nil
  end
  local program, has_functions = require("lucena.query").compiled(query)
  local at, reader = 0, nil
  local function sure(value, message, code)
    return not message and value or message and require("lucena.failure").raise(message, code)
  end
  -- Begin the next part. Returns false after the last one.
  local function advance()
    at = at + 1
    if reader then
      reader:close()
    end
    reader = found.parts[at] and sure(core.parts.open(path, { part = found.parts[at], query = program,
      dialect = dialect }))
    return reader ~= nil
  end
  return function()
    while reader or advance() do
      local game = sure(reader:read())
      if game and (not has_functions or query(game)) then
        return game
      elseif not game and not advance() then
        return nil
      end
    end
  end
end

return M
