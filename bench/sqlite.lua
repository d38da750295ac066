-- Compares an index with a table of the same keys in SQLite: bytes, time to build, and time to answer.
-- Usage: lucena run bench/sqlite.lua FILE FOLDER        (needs sqlite3; Debian: sqlite3)
--
-- FILE.lci must not exist. The table has a row for each position of each mainline: the 64-bit key, the game and the
-- ply, sorted by key (WITHOUT ROWID). It has no check against collisions, no players and no statistics. Times are real.
-- Those of SQLite do not include the replay, whose rows are written to a file before.

local chess = require "lucena"
local now = require("lucena.system").monotonic

local path, folder = arg[1], assert(arg[2], "see the head of bench/sqlite.lua")
local QUERIES = 1000

local function size_of(name)
  local file <close> = assert(io.open(name, "rb"))
  return file:seek("end")
end

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function sqlite(database, script)
  local pipe = assert(io.popen(("sqlite3 -batch %s >%s"):format(quote(database), quote(folder .. "/out")), "w"))
  pipe:write(script)
  assert(pipe:close(), "sqlite3 failed")
end

-- Write the rows, and return random positions with their keys.
local function write_rows(name)
  local samples, seen = {}, 0
  local file <close> = assert(io.open(name, "w"))
  for game in chess.games(path) do
    local number = game.number
    for board in game:boards() do
      local key = ("%d"):format(board.key)
      file:write(key, "\t", number, "\t", board.ply, "\n")
      seen = seen + 1
      local at = seen <= QUERIES and seen or math.random(seen)
      if at <= QUERIES then
        samples[at] = { key = key, position = board:position() }
      end
    end
  end
  return samples, seen
end

math.randomseed(1)
local rows, database = folder .. "/rows.tsv", folder .. "/positions.sqlite"
local samples, count = write_rows(rows)

local before = now()
sqlite(database, ("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-262144;\n"
  .. "CREATE TABLE raw(key INTEGER, game INTEGER, ply INTEGER);\n.mode tabs\n.import %s raw\n"
  .. "CREATE TABLE places(key INTEGER, game INTEGER, ply INTEGER, PRIMARY KEY(key, game, ply)) WITHOUT ROWID;\n"
  .. "INSERT INTO places SELECT * FROM raw ORDER BY key, game, ply; DROP TABLE raw; VACUUM;\n"):format(rows))
local sqlite_build = now() - before
before = now()
assert(chess.write_index(path))
local own_build = now() - before

local script = {}
for i, it in ipairs(samples) do
  script[i] = ("SELECT count(*) FROM (SELECT DISTINCT game FROM places WHERE key = %s);"):format(it.key)
end
script = table.concat(script, "\n")
sqlite(database, script) -- the pages are in the page cache now
before = now()
sqlite(database, script)
local sqlite_answer = now() - before
local index = assert(chess.index(path))
local function answer()
  local sum = 0
  for _, it in ipairs(samples) do
    sum = sum + #index:find(it.position)
  end
  return sum
end
local sum = answer()
before = now()
answer()
local own_answer = now() - before

local found = 0
for line in io.lines(folder .. "/out") do
  found = found + tonumber(line)
end
print(("%d positions; games found: index %d, SQLite %d"):format(count, sum, found))
print("| | bytes | build | 1,000 positions, warm |\n|---|---|---|---|")
print(("| index | %d | %.1f s | %.2f s |"):format(size_of(path .. ".lci"), own_build, own_answer))
print(("| SQLite | %d | %.1f s | %.2f s |"):format(size_of(database), sqlite_build, sqlite_answer))
os.remove(rows)
os.remove(folder .. "/out")
