-- Makes memory allocations fail. Defines the tasks for ctest/oom.c and checks their results.
-- Usage: oom ctest/oom.lua                          prints all units
--        oom ctest/oom.lua FOLDER POINTS UNIT...    runs some units; scripts/dev/oom runs all
-- A unit is a source file, the name of a command, or `load`. For a source file, the examples (@usage in its comments)
-- are the tasks; `load` creates a Lua state and a position. Each task is first run without a failure. Then it is run
-- once for each k, with allocation k failing. If there are more than POINTS allocations, k has POINTS evenly spaced
-- values. The POINTS of a command are divided among its command lines. Each example of a source file gets a 64th of the
-- POINTS. Each k is tried in two ways. First, for odd k, only allocation k fails: Lua collects garbage and tries again,
-- which detects objects that are collected too early. For even k, this second attempt fails, too, which detects code that
-- reports a lack of memory as another error. Second, all allocations from k on fail, which detects memory and files that
-- are not released after an error.
-- Many tries share one process, as in a program that continues after an error. If a try gives a wrong result, each try
-- is repeated in a separate process. Tasks that create a file always run in separate processes, because the file is
-- checked after the Lua state is closed.
-- A correct result is the same as without the failure, or "not enough memory" as an error or as a message after nil. A
-- command must print that message on standard error and exit with status 3. Its -o file must be complete or missing.
-- All blocks must be freed when the state is closed. Any other result is reported as a fault.

-- luacheck: globals host
local tree = require "scripts.dev.tree"

local NEVER = math.maxinteger -- no allocation has this number
local ALL = math.maxinteger -- number of allocations that fail: all from k on
local NO_MEMORY = { "not enough memory", "Cannot allocate memory" }

local function says_no_memory(text)
  for _, words in ipairs(NO_MEMORY) do
    if text:find(words, 1, true) then
      return true
    end
  end
  return false
end

local read, write = tree.read, tree.write

-- ---- examples ------------------------------------------------------------------------------------

-- Run an example. The result is its first value as text, without its memory address, and its second value, which
-- may be a message.
local function run_example(chunk)
  return function()
    local one, two = chunk()
    return (tostring(one):gsub(": 0x%x+$", "")), two
  end
end

local function judge_example(got, wanted)
  if got.is_done and got.one == wanted.one and got.two == wanted.two then
    return nil
  elseif says_no_memory(got.one) or says_no_memory(got.two) then
    return nil
  end
  return (got.is_done and "gave " or "raised ") .. got.one .. (got.two ~= "" and ", " .. got.two or "")
end

local function examples_of(path)
  local tasks, number = {}, 0
  for line in io.lines(path) do
    number = number + 1
    local code = line:match("@usage%s+(.-)%s+%-%->")
    if code then
      local env = setmetatable({ chess = require("lucena") }, { __index = _G })
      local chunk = load("return " .. code, "=usage", "t", env) or load(code, "=usage", "t", env)
      -- Examples of private functions need local names of their file, so they cannot run here.
      local works = chunk and pcall(chunk) and pcall(chunk)
      tasks[#tasks + 1] = works and { name = ("%s:%d"):format(path, number), run = run_example(chunk),
        judge = judge_example, is_example = true } or nil
    end
  end
  return tasks
end

-- ---- commands ------------------------------------------------------------------------------------

local GAMES = [[
[Event "One"]
[Site "?"]
[Date "1992.11.04"]
[Round "1"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]
[WhiteElo "2785"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 {[%clk 0:01:00] Ruy Lopez} a6 $1 4. Ba4 (4. Bxc6 dxc6 (4... bxc6 5. d4) 5. O-O) 4... Nf6
5. O-O Be7 6. Re1 b5 7. Bb3 d6 1/2-1/2

[Event "Two"]
[Site "?"]
[Date "1993.01.02"]
[Round "2"]
[White "Spassky, Boris V."]
[Black "Fischer, Robert J."]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Three"]
[White "Anna"]
[Black "Boris"]
[Result "*"]

1. e4 e5 2. Ke2 Nf6 (2... Nc6 *

[Event "Two"]
[White "Spassky, Boris V."]
[Black "Fischer, Robert J."]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
]]

-- Games with errors. They have an illegal move and no unclosed variation. The message for an unclosed variation loads
-- all dialects, which would take most of the time.
local BAD = GAMES:gsub("Ke2 Nf6.-%*", "Ke3 Nf6 *")

local RECORDS = [[
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "one";
4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id "two"; ce 500; c0 "a; b";
4k3/8/8/8/8/8/8/4K2R w K - bm Qh8; id "three";
]]

-- A chess engine, which has a legal move for each position below. Allocations fail only in its parent process.
local ENGINE = [[
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    position)
      case $rest in *moves*) set -- ${rest#*moves} ;; *) set -- ;; esac
      case $(($# % 2))$rest in 1*) move=a7a6 ;; *4K2R*) move=h1h2 ;; *) move=a2a3 ;; esac ;;
    go) echo "info depth 1 score cp 20 pv $move"; echo "bestmove $move" ;;
    quit) exit ;;
  esac
done
]]

local SCRIPT = "local n = 0\nreturn function(game) n = n + 1 return game.plies > n end\n"

-- F is the folder, IN is games.pgn, and BAD is bad.pgn in this folder. The word after -o is the output file.
local COMMANDS = {
  filter = { "-t WhiteElo>2000 IN", "-e checkmate IN -o F/made", "-e player[[Fischer]]&~checkmate -v IN",
    "-e material[[Q_v_R]] IN.gz", "-e line[[e4]] IN.zst", "-s F/script.lua IN.bz2 -o F/made", "F/script.lua IN",
    "-c BAD", "--list" },
  show = { "IN 1", "BAD 1-4 --ply 5" },
  check = { "BAD", "--summary BAD", "--format json IN" },
  convert = { "-t json IN", "-t jsonl IN -o F/made", "-t csv BAD", "--to-dialect german IN", "-f json F/games.json" },
  split = { "--into F/made.d --every 2 BAD", "--into F/made.d --by White IN" },
  merge = { "IN IN -o F/made" },
  dedup = { "IN", "--by players BAD -o F/made" },
  sort = { "--by White IN", "--by=-plies IN -o F/made" },
  sample = { "--count 2 --seed 1 IN" },
  tag = { "--set Annotator=me IN", "--eco --opening-names fr IN -o F/made", "--plycount --hashcode IN -o F/made" },
  annotate = { "--engine sh --engine-arg F/engine.sh --nodes 1 --line 0 --games 2 IN -o F/made" },
  ["merge-parts"] = { "F/part -o F/made.txt", "F/index.part -o F/made.lci" },
  report = { "", "summary BAD", "summary --range 1/2 --partial IN -o F/made.part", "crosstable IN -t html",
    "openings IN -t json", "player --name Fischer IN -t markdown",
    "endings IN -t latex -o F/made" },
  translate = { "-t german IN", "-f french -t english F/french.txt" },
  run = { "F/run.lua BAD" },
  dialects = { "", "russ" },
  dialect = { "show french", "test --positions 2 iccf" },
  perft = { "2 --divide" },
  fen = { "4k3/8/8/8/8/8/8/4K2R/w/K", "-" },
  board = { "IN", "--svg IN -o F/made" },
  epd = { "fmt F/suite.epd -o F/made", "check F/suite.epd", "sort --by id F/suite.epd", "select -t id~o F/suite.epd",
    "stats F/suite.epd", "test --engine sh --engine-arg F/engine.sh --nodes 1 F/suite.epd" },
  book = { "make --min 1 IN -o F/made.bin", "show F/book.bin e4", "walk F/book.bin", "merge F/book.bin -o F/made.epd",
    "prune --top 1 F/book.bin -o F/made.bin", "diff F/book.bin F/book.epd", "check F/book.bin" },
  explain = { "--fen 4k3/8/8/8/8/8/8/4K2R_w_K Rh9", "e4 e5 Ke3" },
  read = { "F/french.txt", "--misprints F/french.txt -o F/made" },
  index = { "IN -o F/made.lci", "IN.gz -o F/made.lci --max-ply 4", "IN --range 1/2 --partial -o F/made.part" },
  explore = { "IN", "-t json IN e4" },
  help = { "", "filter" },
  repl = { "-e 1+1", "-e position():fen()", "-e chess.position():fen()" }, -- the second raises an error
}

-- Split a command line into words. Replaces IN, BAD and F/ by paths, and _ by a blank.
local function words_of(line, folder)
  local words = {}
  for word in line:gmatch("%S+") do
    local before, name = word:gsub("_", " "):match("^(.*)F/(.*)$")
    words[#words + 1] = before and before .. folder .. "/" .. name
      or word:gsub("_", " "):gsub("IN", function() return folder .. "/games.pgn" end)
        :gsub("^BAD$", function() return folder .. "/bad.pgn" end)
  end
  return words
end

local function make_files(folder)
  local games = folder .. "/games.pgn"
  write(games, GAMES)
  write(folder .. "/bad.pgn", BAD)
  for program, ending in pairs { gzip = "gz", zstd = "zst", bzip2 = "bz2" } do
    assert(os.execute(("%s -c '%s' > '%s.%s'"):format(program, games, games, ending)), "no " .. program)
  end
  write(folder .. "/suite.epd", RECORDS)
  write(folder .. "/script.lua", SCRIPT)
  write(folder .. "/french.txt", "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6\n")
  write(folder .. "/run.lua", "local chess = require 'lucena'\nfor g in chess.games(...) do print(g.plies) end\n")
  write(folder .. "/engine.sh", ENGINE)
  -- Each command runs in a separate process. Otherwise, the modules that it loads would slow down all later garbage
  -- collections.
  for _, argv in ipairs { "convert -q -t json IN -o F/games.json", "report summary -q --partial IN -o F/part",
    "index -q --partial IN -o F/index.part",
    "book make -q --min 1 IN -o F/book.bin", "book make -q --min 1 IN -o F/book.epd" } do
    host.start(function()
      return require("lucena.command").main(words_of(argv, folder))
    end, folder)
    local made = host.try(NEVER, 1)
    host.stop()
    assert(made and made.is_done and tonumber(made.one) < 2, read(folder .. "/err"))
  end
end

-- Return the names and contents of all files created in a folder since the last call, as one text, and remove the
-- files. The journal of unfinished work is omitted, because a command that ends early leaves it (lucena.run.finished).
local function take_made(folder, is_inner)
  local core, parts = require("lucena.core"), {}
  for _, name in ipairs(assert(core.list_folder(folder))) do
    local path = folder .. "/" .. name
    if is_inner or name:find("^made") or name:find("^%.") then
      local text = core.is_folder(path) and take_made(path, true) or read(path)
      parts[#parts + 1] = not name:find("%.unfinished$") and ("== %s\n%s"):format(name, text) or nil
      assert(os.remove(path))
    end
  end
  return table.concat(parts)
end

local function judge_command(folder, makes)
  return function(got, wanted)
    got.out, got.err = read(folder .. "/out"), read(folder .. "/err")
    got.made = makes and take_made(folder) or ""
    if wanted == got then -- the first run, with which the other runs are compared, must succeed
      return (tonumber(got.one) or 2) > 1 and ("status %s, said %q"):format(got.one, got.err) or nil
    elseif got.is_done and got.one == wanted.one and got.out == wanted.out and got.err == wanted.err
      and got.made == wanted.made then
      return nil
    end
    local is_told = says_no_memory(got.err)
    if not (got.is_done and got.one == "3" and is_told) then
      return ("status %s, said %q"):format(got.is_done and got.one or "none: raised " .. got.one, got.err)
    elseif got.made ~= "" and got.made ~= wanted.made and not makes:find("%.d") then
      return "left " .. got.made
    end
  end
end

local function command_of(folder, name, line)
  local argv = words_of(line, folder)
  if name ~= "repl" then
    table.insert(argv, 1, name)
  end
  local makes = line:match("F/made%S*")
  local main = require("lucena.command").main
  local task = { name = "lucena " .. (name .. " " .. line):gsub("F/", ""), makes = makes,
    judge = judge_command(folder, makes),
    run = function()
      return main(argv)
    end }
  return task
end

-- ---- from nothing --------------------------------------------------------------------------------

local LOAD = ([[
package.path = %q
local chess = require "lucena"
local p = chess.position()
return tostring(p:play "e4 e5 Nf3"), tostring(#p:moves())
]]):format(package.path)

local function tasks_of(folder, unit)
  if unit == "load" then
    return { { name = "load", text = LOAD, judge = judge_example } }
  elseif unit:find("/") then
    return examples_of(unit)
  end
  local tasks = {}
  make_files(folder)
  for i, line in ipairs(assert(COMMANDS[unit], "no command " .. unit)) do
    tasks[i] = command_of(folder, unit, line)
  end
  return tasks
end

-- ---- sweeping ------------------------------------------------------------------------------------

local SERIES = 32 -- tries in one process; 1 for tasks that create a file, which is checked after the state is closed
local FAULTS_SHOWN = 5

-- Run tries in one process until a try gives a wrong result. The last try is checked after the Lua state is closed,
-- including the files that exist then.
-- --> the fault, or nil; how many tries had a failing allocation; the last outcome; the number of its try.
local function make_tries(task, tries, wanted)
  local number, failed = 0, 0
  local got, fault
  host.start(task.run or task.text, task.folder)
  repeat
    number = number + 1
    got = host.try(tries[number].k, tries[number].many)
    failed = failed + (got and got.has_failed and 1 or 0)
    fault = got and number < #tries and task.judge(got, wanted) or nil
  until fault or not got or number == #tries
  local left, ended = host.stop()
  if got and not fault then
    fault = task.judge(got, wanted or got)
  end
  if ended then
    fault = "ended by " .. ended .. ": " .. (read(task.folder .. "/err") or ""):sub(1, 3000)
  elseif not fault and left ~= 0 then
    fault = ("%d blocks were not given back"):format(left)
  end
  return fault, failed, got, number
end

-- Run tries in one process. If a result is wrong, repeat each try in a separate process to find the faults.
-- --> number of faults
local function make_series(task, tries, wanted, tell)
  local fault, failed, _, last = make_tries(task, tries, wanted)
  if not fault then
    return failed
  end
  local sum, is_found = 0, false
  for _, try in ipairs(tries) do
    local alone, failed_alone = make_tries(task, { try }, wanted)
    sum = sum + failed_alone
    if alone then
      tell(try, alone)
      is_found = true
    end
  end
  if not is_found then
    tell(tries[last], "after others in the same process: " .. fault)
  end
  return sum
end

-- Choose `most` evenly spaced allocations of `count`. Each gives two tries: one or two allocations fail, or all from it
-- on. Returns series of `size` tries.
local function series_of(count, most, size)
  local all, series = {}, nil
  most = math.min(most, count)
  for i = 1, most do
    local k = i * count // most
    for _, many in ipairs { 2 - k % 2, ALL } do
      if not series or #series == size then
        series = {}
        all[#all + 1] = series
      end
      series[#series + 1] = { k = k, many = many }
    end
  end
  return all
end

local function sweep(task, folder, most)
  task.folder = folder
  local tried, faults = 0, 0
  local function tell(try, words)
    faults = faults + 1
    if faults <= FAULTS_SHOWN then
      local which = try.k == NEVER and "none fails"
        or ("allocation %d %s"):format(try.k, try.many == ALL and "and on" or try.many == 2 and "twice" or "once")
      io.stderr:write(("oom: %s: %s: %s\n"):format(task.name, which, words))
    end
  end
  if task.run then
    host.warm(task.run, folder)
    take_made(folder)
  end
  local undisturbed = { k = NEVER, many = 1 }
  local fault, _, wanted = make_tries(task, { undisturbed })
  if fault or not wanted.is_done then
    tell(undisturbed, fault or "raised " .. wanted.one)
    return 0, 1, 0
  end
  for _, series in ipairs(series_of(wanted.count, most, task.makes and 1 or SERIES)) do
    tried = tried + make_series(task, series, wanted, tell)
  end
  return tried, faults, wanted.count
end

local function print_units()
  local names = { "load" }
  for name in pairs(COMMANDS) do
    names[#names + 1] = name
  end
  for _, name in ipairs(require("lucena.command").names()) do
    assert(COMMANDS[name], "no line here for the command " .. name)
  end
  table.sort(names)
  print(table.concat(names, "\n"))
  local pipe = io.popen("grep -l '@usage .*-->' -r csrc/binding lua/lucena | LC_ALL=C sort")
  print((pipe:read("a"):gsub("\n$", "")))
  pipe:close()
end

local folder, most = ...
local units = table.pack(select(3, ...))
if not folder then
  print_units()
  return 0
end
local total, failed, count, allocations = 0, 0, 0, 0
local points = math.tointeger(tonumber(most))
for _, unit in ipairs(units) do
  local tasks = tasks_of(folder, unit)
  for _, task in ipairs(tasks) do
    -- rounded up, so that no unit gets fewer points than POINTS
    local tried, faults, asked = sweep(task, folder, -(-points // (task.is_example and 64 or #tasks)))
    total, failed, count = total + tried, failed + faults, count + 1
    allocations = allocations + asked
  end
end
print(("%s: %d tasks, %d allocations, %d failed in turn, %d faults"):format(table.concat(units, " "), count,
  allocations, total, failed))
return failed == 0 and 0 or 1
