--- Finds the games that a query may match in the index of a file, so that a command need not read the other games.
-- The games found are a superset of the matches: the command tests them as usual. So that its messages and its exit
-- status are those of reading the whole file, these games are read, too:
--
-- - the games whose mainline has an error, which the query may report;
-- - the game before each other game, because the text between two games may be written;
-- - the last game, after which the end of the file is read.
--
-- Games that are near to each other are read as one part, with the games between them.
-- @module lucena.run.indexed

local core = require("lucena.core")

local M = {}

-- Bytes between two games that are read as one part: opening a part costs as much as testing the games in these bytes.
M.NEAR = 1 << 18
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

-- Return the set of the games that reach a position; nil if there are too many.
local function of_position(index, position)
  if index.is_cut then
    return nil
  end
  local set, places, left = {}, index.own:places(position), index.count // SHARE
  while true do
    local number, message, code = index.own:next_place(places)
    if message and not number then
      sound(nil, message, code)
    elseif not number then
      return set
    elseif left == 0 then
      return nil
    end
    set[number], left = true, left - 1
  end
end

-- ---- queries -------------------------------------------------------------------------------------

local of_query

-- Return the set of a query "a and b": its limits are those of a and of b.
local function of_all(index, list)
  local set
  for _, query in ipairs(list) do
    local found = of_query(index, query)
    set = set and found and intersection(set, found) or set or found
  end
  return set
end

local function of_any(index, list)
  local set = {}
  for _, query in ipairs(list) do
    local found = of_query(index, query)
    if not found then
      return nil
    end
    set = union(set, found)
  end
  return set
end

-- A query "at some position" holds only in games that reach the position, and so do `held` and `at_end`.
local LIFTS = { ever = true, held = true, at_end = true }

local function of_leaf(index, leaf)
  if leaf.name ~= "White" and leaf.name ~= "Black" or leaf.op ~= "name" and not (leaf.op == "is" and leaf.text) then
    return nil
  end
  return of_player(index, leaf.text, leaf.name)
end

function of_query(index, query)
  local kind = query.kind
  if kind == "and" then
    return of_all(index, query)
  elseif kind == "or" then
    return of_any(index, query)
  elseif kind == "lift" then
    return LIFTS[query.how] and of_query(index, query[1]) or nil
  elseif kind == "leaf" then
    return of_leaf(index, query.leaf)
  elseif kind == "step" and query.step.op == "exact" and query.step.count == 0 then
    return of_position(index, query.step.position)
  end
end

-- Return the set of the games that pass tests of tags, as chess.open takes them.
local function of_tests(index, tests)
  local set
  for _, test in ipairs(tests) do
    local name, operator, value = table.unpack(test)
    local found = operator == "=" and of_leaf(index, { op = "is", name = name, text = value })
    set = set and found and intersection(set, found) or set or found or nil
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
  local list = {}
  for number in pairs(set) do
    list[#list + 1] = number
  end
  table.sort(list)
  return list
end

-- Return the parts of the file that have the games, as core.parts.open takes them.
local function parts_of(index, numbers)
  local parts, to = {}, nil
  for _, number in ipairs(numbers) do
    sound(index.own:has_text(number))
    local entry = sound(index.own:game(number))
    local last = parts[#parts]
    if last and (number - 1 <= last.last or entry.offset - to <= M.NEAR) then
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
  local set, of_tags = query and of_query(index, query), of_tests(index, tests or {})
  set = set and of_tags and intersection(set, of_tags) or set or of_tags
  if not set then
    return nil, index.is_cut and "the index has no positions after ply " .. index.max_ply
      or "the index does not limit the games that this query may match"
  elseif index.count == 0 then
    return nil, "the file has no games"
  end
  local parts = parts_of(index, numbers_of(index, set))
  return parts and { parts = parts, games = index.count, read = count_of(parts, index.count) }
end

--- Find the parts of a file that a command must read.
---@param path string
---@param query? lucena.Query without Lua functions
---@param tests? table[] tests of tags
---@return table? found parts, as core.parts.open takes them; games: number of games of the file; read: in these parts
---@return string? reason why the whole file must be read
---@return string? code of the index's error, if there is one
-- @usage require("lucena.run.indexed").find("spec/data/sample/sample.pgn", chess.query.player "Carlsen") --> nil
function M.find(path, query, tests)
  if path == "-" then
    return nil, "standard input has no index"
  end
  local index <close>, message, code = require("lucena.index").index(path)
  if not index then
    return nil, message, code
  elseif index.info.is_full then
    return nil, "a game of a compressed file cannot be read without the games before it"
  elseif index.info.has_stray then
    return nil, "the file has errors outside its games"
  end
  local done, found, reason = pcall(find, index, query, tests)
  if done then
    return found, reason
  elseif type(found) == "table" and found.code then
    return nil, found.message, found.code
  end
  error(found, 0)
end

return M
