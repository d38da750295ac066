--- Finds the games that a query may match in the index of a file, so that the other games need not be read.
-- The games found are a superset of the matches: the caller tests them as usual. So that the messages and the exit
-- status of commands are those of reading the whole file, these games are read, too:
--
-- - the games whose mainline has an error, which the query may report;
-- - the game before each other game, because the text between two games may be written;
-- - the last game, after which the end of the file is read.
--
-- Games that are near to each other are read as one part, with the games between them.
-- @module lucena.index.search

local core = require("lucena.core")

local M = {}

-- Bytes between two games that are read as one part: opening a part takes 0.1 ms, as much as testing the games in these
-- bytes, or testing 1 / SLOW of them with a Lua function.
M.NEAR = 1 << 18
local SLOW = 16
local FEW, SPREAD = 4096, 4 -- if more than FEW games and 1 / SPREAD of the games must be read, reading all is as fast
local SHARE = 8 -- if more than 1 / SHARE of the games are found, reading the whole file is as fast

-- ---- sets of games -------------------------------------------------------------------------------
-- A set has the numbers of games as keys. nil means that the index does not limit the games.

local function union(a, b)
  for number in pairs(b) do
    a[number] = true
  end
  return a
end

local function intersection(a, b)
  local both = {}
  for number in pairs(a) do
    both[number] = b[number]
  end
  return both
end

-- Return a value, or raise the failure of the index, which find() catches.
local function sound(value, message, code)
  if value == nil then
    error({ message = message, code = code }, 0)
  end
  return value
end

-- Return the set of the numbers of a list.
local function set_of(list)
  local set = {}
  for _, number in ipairs(list) do
    set[number] = true
  end
  return set
end

local function sorted(set)
  local list = {}
  for number in pairs(set) do
    list[#list + 1] = number
  end
  table.sort(list)
  return list
end

-- Return the set of the games in which a player has a color.
local function of_player(index, name, color)
  if not core.fold_name(name) then
    return nil
  end
  local set, is_black = {}, color == "Black" and 1 or 0
  for _, item in ipairs(sound(index.own:names(name))) do
    for _, entry in ipairs(sound(index.own:played(item.number))) do
      if entry % 2 == is_black then
        set[entry // 2] = true
      end
    end
  end
  return set
end

-- Add the games that reach a position to a set. Returns the number of games that may still be added; nil if there are
-- too many.
local function add_position(index, position, set, left)
  local places = index.own:places(position)
  while true do
    local number, message, code = index.own:next_place(places)
    if message and not number then
      sound(nil, message, code)
    elseif not number then
      return left
    elseif left == 0 then
      return nil
    end
    set[number], left = true, left - 1
  end
end

-- Return the set of the games that reach one of the positions; nil if there are too many, or if the index does not have
-- all.
local function of_positions(index, positions)
  local set, left = {}, index.count // SHARE
  for _, position in ipairs(positions) do
    left = sound(index:is_complete(position)) and add_position(index, position, set, left)
    if not left then
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

-- Return the set of the games that may pass a test of a tag.
local function of_leaf(index, leaf, within)
  local is_player = leaf.name == "White" or leaf.name == "Black"
  if is_player and (leaf.op == "name" or leaf.op == "is" and leaf.text) then
    return of_player(index, leaf.text, leaf.name)
  elseif is_player then
    return nil
  end
  local list = sound(index.own:select(leaf, within and sorted(within), not within and index.count // SHARE or nil))
  return list and set_of(list) or nil
end

-- Return whether a query tests only tags that the entries of games have. Such a query is answered last, because
-- then only the entries of the games found so far are compared.
local function is_of_entries(query)
  if query.kind == "leaf" then
    return query.leaf.name ~= "White" and query.leaf.name ~= "Black"
  elseif query.kind ~= "and" and query.kind ~= "or" then
    return false
  end
  for _, part in ipairs(query) do
    if not is_of_entries(part) then
      return false
    end
  end
  return true
end

-- Return the set of a query "a and b": its limits are those of a and of b.
local function of_all(index, list, within)
  local set = within
  for pass = 1, 2 do
    for _, query in ipairs(list) do
      if is_of_entries(query) == (pass == 2) then
        local found = of_query(index, query, set)
        set = set and found and intersection(set, found) or set or found
      end
    end
  end
  return set
end

local function of_any(index, list, within)
  local set = {}
  for _, query in ipairs(list) do
    local found = of_query(index, query, within)
    if not found then
      return nil
    end
    set = union(set, found)
  end
  return set
end

-- A query "at some position" holds only in games that reach the position, and so do `held` and `at_end`.
local LIFTS = { ever = true, held = true, at_end = true }

function of_query(index, query, within)
  local kind = query.kind
  if kind == "and" then
    return of_all(index, query, within)
  elseif kind == "or" then
    return of_any(index, query, within)
  elseif kind == "lift" then
    return LIFTS[query.how] and of_query(index, query[1], within) or nil
  elseif kind == "leaf" then
    return of_leaf(index, query.leaf, within)
  elseif kind == "ask" then
    return query.openings and of_openings(index, query.openings) or nil
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
  local number = RANGES[operator] and math.tointeger(tonumber(value))
  if number and number > LEAST and number < MOST then
    local lo, hi = RANGES[operator](number)
    return { op = "number", name = name, lo = lo, hi = hi }
  elseif operator == "=" then
    return { op = (name == "White" or name == "Black") and "is" or "begins", name = name, text = value }
  end
  return { op = operator == "^" and "begins" or operator, name = name, text = value }
end

-- Return the set of the games that pass tests of tags, as chess.open takes them.
local function of_tests(index, tests, within)
  local set = within
  for pass = 1, 2 do
    for _, test in ipairs(tests) do
      local leaf = leaf_of(table.unpack(test))
      if (leaf.op == "is") == (pass == 1) then
        local found = of_leaf(index, leaf, set)
        set = set and found and intersection(set, found) or set or found
      end
    end
  end
  return set
end

-- ---- parts ---------------------------------------------------------------------------------------

-- Return the sorted numbers of the games to read.
local function numbers_of(index, set)
  for _, number in ipairs(sound(index.own:unread())) do
    set[number] = true
  end
  set[index.count] = true
  return sorted(set)
end

-- Return the parts of the file that have the games, as core.parts.open takes them.
local function parts_of(index, numbers, near)
  local parts, to = {}, nil
  for _, number in ipairs(numbers) do
    local entry = sound(index.own:game(number))
    local last = parts[#parts]
    if last and (number - 1 <= last.last or entry.offset - to <= near) then
      last.last = number
    else
      local first = sound(index.own:game(math.max(number - 1, 1)))
      if first.line == 0 or first.column == 0 then
        return nil
      end
      parts[#parts + 1] = number <= 2 and { offset = 0, line = 1, column = 1, games = 0, last = number }
        or { offset = first.offset, line = first.line, column = first.column, games = number - 2, last = number }
    end
    to = entry.offset + entry.size
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

local function find(index, query, tests)
  local set = of_tests(index, tests or {}, query and of_query(index, query) or nil)
  if not set then
    return nil, index.is_cut and "the index has no positions after ply " .. index.max_ply
      or index.is_shared and "the index has only positions that several games reach"
      or "the index does not limit the games that this query may match"
  elseif index.count == 0 then
    return nil, "the file has no games"
  end
  local is_slow = query and select(2, require("lucena.query").compiled(query))
  local numbers = numbers_of(index, set)
  local parts = parts_of(index, numbers, is_slow and M.NEAR // SLOW or M.NEAR)
  local read = parts and count_of(parts, index.count)
  if not parts then
    return nil, "a line or column of the file is too large"
  elseif not is_slow and read > FEW and read > index.count // SPREAD then
    return nil, "the games that the index finds are spread over the file"
  end
  for _, number in ipairs(numbers) do
    sound(index.own:has_text(number))
  end
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
    if index.info.is_full then
      return nil, "a game of a compressed file cannot be read without the games before it"
    elseif index.info.has_stray then
      return nil, "the file has errors outside its games"
    end
    return find(index, query, tests)
  end)
end

-- ---- the moves of a position ---------------------------------------------------------------------

local MOST_UNREAD = 64

-- Return whether a game reaches the position if its notation is detected, or if it is read as PGN, as in the index.
local function may_reach(game, position)
  local other = require("lucena").game(game.text, { dialect = "auto" })
  return not other or core.first_place(game, position) ~= nil or core.first_place(other, position) ~= nil
end

-- Report whether the index has the moves that games played in the position, if the notation is detected. A game whose
-- mainline has an error may be in another notation.
local function is_detected(index, position)
  local unread = sound(index.own:unread())
  if #unread > MOST_UNREAD or #unread > 0 and index.info.is_full then
    return false
  end
  for _, number in ipairs(unread) do
    if may_reach(sound(index:game(number)), position) then
      return false
    end
  end
  return true
end

--- Find the moves that games of a file played in a position.
---@param path string
---@param position lucena.Position
---@param dialect string? nil or "pgn", or "auto"
---@return table? found as chess.explore returns it; nil if the games must be read
-- @usage require("lucena.index.search").moves("spec/data/sample/sample.pgn", chess.position()) --> nil
function M.moves(path, position, dialect)
  return (with_index(path, function(index)
    local is_same = sound(index:is_complete(position)) and (dialect ~= "auto" or is_detected(index, position))
    return is_same and sound(index:moves(position)) or nil
  end))
end

--- Iterate over the games of a file that match a query, if its index finds them.
---@param path string
---@param query lucena.Query
---@return (fun(): lucena.Game?)? iterator nil if all games must be read
-- @usage require("lucena.index.search").games("spec/data/sample/sample.pgn", chess.query.player "Carlsen") --> nil
function M.games(path, query)
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
    reader = found.parts[at] and sure(core.parts.open(path, { part = found.parts[at], query = program }))
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
