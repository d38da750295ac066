-- Checks limits that apply to every machine: memory does not grow with the input, and time is proportional to the size
-- of the text. Prints two tables, and exits with 1 if a limit is exceeded.
-- Usage: lua5.4 bench/gates.lua [GIGABYTES [NAME]]      (from the top of the tree; `make gates` does it)
--   GIGABYTES   length of the stream of games (default 10); each other stream is a tenth of it
--   NAME        run only the rows with this text in their names
-- The streams are written to a pipe while they are read: the games of spec/data/engine repeatedly, or a single game or
-- token without end. Memory is the peak of the reading process, as measured by Linux.
-- The texts for the time limit are those of spec/pgn/linear_spec.lua, with 1 to 8 MB. Each text is read from memory, a
-- file and a pipe; its games are walked, checked and written. Processor time is measured. If it is too long, it is
-- measured again, and the least value is used, because other programs may slow down the machine.

local new_folder = require "spec.support.folder"
local shapes = require "spec.support.shapes"

local GIGABYTES, NAME = tonumber(arg[1] or 10), arg[2] or ""
-- For games of the maximum size of 16 MiB, the limit is six times this size: memory is needed for the buffer, the game,
-- and garbage that is not collected yet.
local MOST_MIB, MOST_LARGE_MIB = 64, 6 * 16
local MOST_GROWTH = 2.3
local is_well = true

local function row(...)
  local cells = { ... }
  local missed = table.remove(cells)
  is_well = is_well and not missed
  print(("| %s | %s |"):format(table.concat(cells, " | "), missed or "held"))
end

local function has_name(what)
  return what:find(NAME, 1, true) ~= nil
end

-- ---- memory ----------------------------------------------------------------------------------------------

-- Shell commands that write endless text.
local GAMES = "while cat" .. (" spec/data/engine/engine.pgn"):rep(20) .. "; do :; done"

local function endless(head, unit)
  return ("printf '%%s' '%s'; yes '%s' | tr -d '\\n'"):format(head, unit)
end

local function endless_lines(head, unit)
  return ("printf '%%s' '%s'; yes '%s'"):format(head, unit)
end

-- Each game is a little smaller than max_game.
local GAMES_OF_TAGS = "while seq -f '[T%.0f \"x\"]' 1000000; do printf '\\n1. e4 *\\n\\n'; done"

local CHECK = "check -q --summary"
local STREAMS = {
  { "games", GAMES, CHECK },
  { "games", GAMES, "filter -q --count -t White~a" },
  { "games", GAMES, "filter -q --count -e checkmate" },
  { "a comment", endless("1. e4 {", "word "), CHECK },
  { "a comment of lines", endless_lines("1. e4 {", "word"), CHECK },
  { "a game of moves", endless("", "Nf3 Nf6 Ng1 Ng8 "), CHECK },
  { "a game of moves", endless("", "Nf3 Nf6 Ng1 Ng8 "), "filter -q --count -t White~a" },
  { "variations in each other", endless("1. e4 ", "(1. d4 "), CHECK },
  { "variations of a move", endless("1. e4 ", "(1. d4) "), CHECK },
  { "tags", endless_lines("", '[Same "x"]'), CHECK },
  { "games of a million tags", GAMES_OF_TAGS, CHECK, MOST_LARGE_MIB },
  { "a tag value", endless('[Event "', "x"), CHECK },
  { "NAGs", endless("1. e4 ", "$1 "), CHECK },
  { "bad NAGs", endless("1. e4 ", "$999 "), CHECK },
  { "a word", endless("1. e4 ", "x"), CHECK },
  { "words outside a game", endless_lines("1. e4 *\n", "word"), CHECK },
  { "empty lines", endless_lines("1. e4 ", ""), CHECK },
  { "escapes", endless_lines("", "%x"), CHECK },
  { "results", endless("", "* "), CHECK },
}

local function stream(what, generator, command, most, folder)
  local gigabytes = generator == GAMES and GIGABYTES or GIGABYTES / 10
  local path = folder:path "peak"
  local began = os.time()
  os.execute(("{ %s; } 2>/dev/null | head -c %d | %s bench/peak.lua '%s' %s - >/dev/null 2>&1"):format(generator,
    gigabytes * 1e9 // 1, os.getenv("LUA") or "lua5.4", path, command))
  local peak, status = (folder:read("peak") or ""):match("(%d+)\t(%d+)")
  os.remove(path)
  local missed = not peak and "MISSED: it did not end" or tonumber(status) > 1 and "MISSED: exit status " .. status
    or tonumber(peak) > most * 1024 and "MISSED" or false
  row(what, "`" .. command .. "`", ("%.3g GB"):format(gigabytes), ("%.1f MiB of %d"):format((peak or 0) / 1024, most),
    ("%d s"):format(os.time() - began), missed)
end

local function measure_memory(folder)
  local status = io.open "/proc/self/status"
  if not status then
    print "memory: skipped, it needs Linux's /proc"
    return
  end
  status:close()
  print "\n| what has no end | command | read | peak | time | |\n|---|---|---|---|---|---|"
  for _, case in ipairs(STREAMS) do
    if has_name(case[1]) then
      stream(case[1], case[2], case[3], case[4] or MOST_MIB, folder)
    end
  end
end

-- ---- time ------------------------------------------------------------------------------------------------

local MEGABYTES = { 1, 2, 4, 8 }
local TRIES = 4
local TOO_FAST = 0.1 -- seconds; for shorter times, caches and buffer sizes have too much effect

local WAYS = { shapes.from_memory, shapes.from_file, shapes.from_salvage, shapes.from_pipe }

-- Measure the seconds of each way to read a text, and store the least values in `least`.
local function measure_ways(text, folder, least)
  local path = folder:write("a.pgn", text)
  for i, way in ipairs(WAYS) do
    least[i] = math.min(least[i] or math.huge, shapes.seconds(way, way == shapes.from_memory and text or path))
  end
end

-- Return the growth of the time per doubling of the text, for the way with the largest growth. The mean of all
-- doublings is used, because at a single doubling the text may outgrow a cache. Each way is tested separately: a way
-- with quadratic time may be so fast that it does not show in the sum.
local function growth_of(least)
  local first, last, most = least[1], least[#MEGABYTES], 0
  for i = 1, #WAYS do
    local growth = last[i] < TOO_FAST and 0 or (last[i] / first[i]) ^ (1 / (#MEGABYTES - 1))
    most = math.max(most, growth)
  end
  return most
end

local function sum(list)
  local total = 0
  for _, value in ipairs(list) do
    total = total + value
  end
  return total
end

-- Repeat a measurement that is too high. If the time is really quadratic, each measurement is too high.
local function measure_shape(name, shape, folder)
  local least, growth = {}, math.huge
  for _ = 1, TRIES do
    for i, megabytes in ipairs(MEGABYTES) do
      least[i] = least[i] or {}
      measure_ways(shape(megabytes << 20), folder, least[i])
    end
    growth = growth_of(least)
    if growth <= MOST_GROWTH then
      break
    end
  end
  local cells = { name }
  for i, ways in ipairs(least) do
    cells[i + 1] = ("%.3f s"):format(sum(ways))
  end
  cells[#cells + 1] = growth == 0 and "too fast to tell" or ("%.2f"):format(growth)
  cells[#cells + 1] = growth > MOST_GROWTH and "MISSED" or false
  row(table.unpack(cells))
end

local function measure_time(folder)
  print(("\nTwice the text takes at most %.1f times the time\n"):format(MOST_GROWTH))
  print(("| shape | %s MB | a doubling | |"):format(table.concat(MEGABYTES, " MB | ")))
  print("|---|" .. ("---|"):rep(#MEGABYTES) .. "---|---|")
  for _, shape in ipairs(shapes.shapes) do
    if has_name(shape[1]) then
      measure_shape(shape[1], shape[2], folder)
    end
  end
end

io.stdout:setvbuf "line"
do
  local folder <close> = new_folder()
  measure_time(folder)
  measure_memory(folder)
end
print(is_well and "\ngates: OK" or "\ngates: missed, see above")
os.exit(is_well and 0 or 1, true)
