-- Compares an index with tables of the same keys in SQLite and LMDB: bytes, time to build, and time to answer.
-- Usage: lucena run bench/databases.lua FILE FOLDER
-- Needs sqlite3, a C compiler and LMDB (Debian: sqlite3 gcc liblmdb-dev).
--
-- FILE.lci must not exist. A table has a row for each position of each mainline: the 64-bit key, the game and the ply,
-- sorted. It has no check against collisions, no players and no statistics. Times are real. Those of the tables do not
-- include the replay, whose rows are written to a file before; those of their answers include the start of a process.

local chess = require "lucena"
local now = require("lucena.system").monotonic

local path, folder = arg[1], assert(arg[2], "see the head of bench/databases.lua")
local QUERIES = 1000

local function size_of(name)
  local file <close> = assert(io.open(name, "rb"))
  return file:seek("end")
end

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function sh(command, ...)
  assert(os.execute(command:format(...)), command)
end

-- Write the rows, and return random positions with their keys.
local function write_rows(name)
  local samples, seen = {}, 0
  local file <close> = assert(io.open(name, "w"))
  for game in chess.games(path) do
    local number = game.number
    for board, ply in game:boards() do
      local key = ("%d"):format(board.key)
      file:write(key, "\t", number, "\t", ply, "\n")
      seen = seen + 1
      local at = seen <= QUERIES and seen or math.random(seen)
      if at <= QUERIES then
        samples[at] = { key = key, position = board:position() }
      end
    end
  end
  return samples, seen
end

local function write(name, lines)
  local file <close> = assert(io.open(name, "w"))
  file:write(table.concat(lines, "\n"), "\n")
end

local ROWS, OUT, SCRIPT = folder .. "/rows.tsv", folder .. "/out", folder .. "/script"

-- The tables: prepare(), build(), ask(samples) with one answer per line in OUT, and the file.
local sqlite = { name = "SQLite", file = folder .. "/positions.sqlite" }

function sqlite.prepare() end

function sqlite.build()
  write(SCRIPT, {
    "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-262144;",
    "CREATE TABLE raw(key INTEGER, game INTEGER, ply INTEGER);",
    ".mode tabs", (".import %s raw"):format(ROWS),
    "CREATE TABLE places(key INTEGER, game INTEGER, ply INTEGER, PRIMARY KEY(key, game, ply)) WITHOUT ROWID;",
    "INSERT INTO places SELECT * FROM raw ORDER BY key, game, ply; DROP TABLE raw; VACUUM;",
  })
  sh("sqlite3 -batch %s <%s >%s", quote(sqlite.file), quote(SCRIPT), quote(OUT))
end

function sqlite.ask(samples)
  local lines = {}
  for i, it in ipairs(samples) do
    lines[i] = ("SELECT count(*) FROM (SELECT DISTINCT game FROM places WHERE key = %s);"):format(it.key)
  end
  write(SCRIPT, lines)
  return function()
    sh("sqlite3 -batch %s <%s >%s", quote(sqlite.file), quote(SCRIPT), quote(OUT))
  end
end

local lmdb = { name = "LMDB", file = folder .. "/lmdb/data.mdb" }
local PROGRAM = folder .. "/lmdb/program"

function lmdb.prepare()
  sh("mkdir %s", quote(folder .. "/lmdb"))
  sh("cc -O2 -o %s %s -llmdb", quote(PROGRAM), quote((arg[0]:gsub("[^/]*$", "lmdb.c"))))
end

function lmdb.build()
  sh("%s build %s <%s", quote(PROGRAM), quote(folder .. "/lmdb"), quote(ROWS))
end

function lmdb.ask(samples)
  local lines = {}
  for i, it in ipairs(samples) do
    lines[i] = it.key
  end
  write(SCRIPT, lines)
  return function()
    sh("%s find %s <%s >%s", quote(PROGRAM), quote(folder .. "/lmdb"), quote(SCRIPT), quote(OUT))
  end
end

local own = { name = "index", file = path .. ".lci" }

function own.prepare() end

function own.build()
  assert(chess.write_index(path))
end

function own.ask(samples)
  local index = assert(chess.index(path))
  return function()
    local counts = {}
    for i, it in ipairs(samples) do
      counts[i] = ("%d"):format(#index:find(it.position))
    end
    write(OUT, counts)
  end
end

-- Return the least time of several runs.
local function time(runs, run)
  local least = math.huge
  for _ = 1, runs do
    local before = now()
    run()
    least = math.min(least, now() - before)
  end
  return least
end

local function games_found()
  local sum = 0
  for line in io.lines(OUT) do
    sum = sum + tonumber(line)
  end
  return sum
end

math.randomseed(1)
local samples, count = write_rows(ROWS)
print(("%d positions"):format(count))
print("| | bytes | build | 1,000 positions, warm | games found |\n|---|---|---|---|---|")
for _, kind in ipairs { own, sqlite, lmdb } do
  kind.prepare()
  local build, ask = time(1, kind.build), kind.ask(samples)
  ask() -- the pages are in the page cache now
  local answer = time(5, ask)
  print(("| %s | %d | %.1f s | %.3f s | %d |"):format(kind.name, size_of(kind.file), build, answer, games_found()))
end
for _, name in ipairs { ROWS, OUT, SCRIPT } do
  os.remove(name)
end
