-- Measures Lucena and other programs, and prints a table; see bench/README.md.
-- Usage: lua5.4 bench/run.lua [--keep] [--base TREE] [--rows TEXT] [ROUNDS]   (from the top of the tree; `make bench`)
--   --keep   add the table to bench/results.md, before the tables of earlier runs
--   --base   compare with another built source tree of Lucena instead (bench/pair.lua), with 15 ROUNDS by default
--   --rows   only rows with this text in their names
--   ROUNDS   how often each pair of commands is run (default 7)

local tree = require "scripts.dev.tree"

local keep, base, only, rounds = false, nil, nil, nil
local argv = table.move(arg, 1, #arg, 1, {})
while argv[1] do
  local word = table.remove(argv, 1)
  if word == "--keep" then
    keep = true
  elseif word == "--base" then
    base = table.remove(argv, 1)
  elseif word == "--rows" then
    only = table.remove(argv, 1)
  else
    rounds = assert(math.tointeger(tonumber(word)), "see the head of bench/run.lua")
  end
end
rounds = rounds or (base and 15 or 7)

-- ---- small tools -----------------------------------------------------------------------------------------

local function output_of(command)
  local pipe = assert(io.popen(command, "r"))
  local text = pipe:read("a")
  pipe:close()
  return text
end

local function first_line(command)
  return output_of(command):match("[^\n]*")
end

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function program(name)
  local path = first_line("PATH=\"$PATH:/usr/games\" command -v " .. name)
  return path ~= "" and path or nil
end

local read, write = tree.read, tree.write

local function say(...)
  io.stderr:write(string.format(...), "\n")
end

-- ---- the machine -----------------------------------------------------------------------------------------

local LUA = os.getenv("LUA") or "lua5.4"
local LUCENA = LUA .. " scripts/lucena"
-- With --base, other programs are not compared: the command `true` runs in their place.
local PEERS = base and { ["pgn-extract"] = "true", stockfish = "true" }
  or { ["pgn-extract"] = program("pgn-extract"), stockfish = program("stockfish") }
local HYPERFINE = program("hyperfine")

local folder = first_line("mktemp -d")
local _ <close> = setmetatable({}, { __close = function() os.execute("rm -rf " .. quote(folder)) end })

-- Return the decompressed database, or nil and the reason why it is missing.
local function find_games()
  local packed = (os.getenv("LUCENA_DATA") or "../shared/data") .. "/throughput/otb.pgn.zst"
  if not read(packed) then
    return nil, "no LUCENA_DATA/throughput/otb.pgn.zst"
  elseif not program("zstd") then
    return nil, "install zstd"
  end
  local path = folder .. "/otb.pgn"
  assert(os.execute(("zstd -dq %s -o %s"):format(quote(packed), quote(path))))
  return path
end

local GAMES, NO_GAMES = find_games()

-- ---- measuring -------------------------------------------------------------------------------------------

-- Return the times of one run in seconds: {user, total (processor time), elapsed}.
local function measure(command)
  local user, system, elapsed
  if HYPERFINE then
    local csv = folder .. "/run.csv"
    assert(os.execute(("hyperfine -N -i -r 1 --export-csv %s %s >%s 2>&1"):format(
      csv, quote("sh -c " .. quote(command)), folder .. "/hyperfine.txt")))
    user, system, elapsed = read(csv):match("\n.*,([%d.]+),([%d.]+),([%d.]+),[%d.]+%s*$")
  else
    local shell = ("TIMEFORMAT='%%3U %%3S %%3R'; time { %s; } >/dev/null 2>/dev/null"):format(command)
    user, system, elapsed = output_of("bash -c " .. quote(shell) .. " 2>&1")
      :match("([%d.]+) ([%d.]+) ([%d.]+)%s*$")
  end
  return { user = tonumber(user), total = tonumber(user) + tonumber(system), elapsed = tonumber(elapsed) }
end

-- Return the least times of several runs of each command as a list of {user =, total =, elapsed =}. The commands run
-- alternately, so that other programs slow down all of them. `count` is the number of rounds.
local function measure_all(commands, count)
  if base then
    error({ command = commands[1] })
  end
  local best = {}
  for _ = 1, count do
    for i, command in ipairs(commands) do
      local times = measure(command)
      for name, least in pairs(best[i] or {}) do
        times[name] = math.min(least, times[name])
      end
      best[i] = times
    end
  end
  return best
end

-- ---- the rows --------------------------------------------------------------------------------------------

local rows = {}

-- A row is {task, Lucena's time, the other program's, ratio or share, target, note}, or {task, "skipped: REASON"}.
local function row(task, target, needs, run)
  if only and not task:find(only, 1, true) then
    return
  end
  for _, need in ipairs(needs) do
    if need == "games" and not GAMES then
      rows[#rows + 1] = { task = task, skipped = NO_GAMES }
      return
    elseif need ~= "games" and not PEERS[need] then
      rows[#rows + 1] = { task = task, skipped = "install " .. need }
      return
    end
  end
  if base then
    local _, result = pcall(run)
    local command = type(result) == "table" and (result.command or result.commands and result.commands[1]) or ""
    if command:find(LUCENA, 1, true) == 1 and not command:find "no%-init" then
      rows[#rows + 1] = { task = task, command = command }
    end
    return
  end
  say("measuring: %s", task)
  local result = run()
  result.task, result.target = task, target
  rows[#rows + 1] = result
end

local function seconds(value)
  return ("%.3f s"):format(value)
end

-- Both programs must find the same number of games or nodes; otherwise, the times cannot be compared.
local function check_equal(task, ours, peers)
  if ours ~= peers and not base then
    error(("%s: Lucena finds %s, the other program %s"):format(task, tostring(ours), tostring(peers)), 0)
  end
end

local function games_of(command)
  return tonumber(output_of(command .. " 2>/dev/null"):match("%d+"))
end

local function lines_of(command)
  return tonumber(output_of(command .. " 2>/dev/null | grep -c ."))
end

local function compare(ours, peer, count)
  local best = measure_all({ ours, peer }, count)
  return { ours = seconds(best[1].total), peer = seconds(best[2].total), value = best[2].total / best[1].total,
    unit = "x", commands = { ours, peer } }
end

local file = GAMES and quote(GAMES)
local RARE = "Kieseritzky"

row("header-only filter, a rare name", "25x, then 45x", { "games", "pgn-extract" }, function()
  local ours = ("%s filter -q --count -t White^%s %s"):format(LUCENA, RARE, file)
  local peer = ("%s -s -Tw%s %s"):format(PEERS["pgn-extract"], RARE, file)
  local found = select(2, output_of(peer .. " 2>/dev/null"):gsub("%[White ", ""))
  check_equal("header-only filter", games_of(ours), found)
  return compare(ours, peer, rounds)
end)

-- Compare a query with pgn-extract, whose criteria are in `flags` or in a file that `flags` names.
local function query_row(task, target, expression, flags, criteria)
  row(task, target, { "games", "pgn-extract" }, function()
    local words = quote(flags)
    if criteria then
      local path = folder .. "/criteria.txt"
      write(path, criteria .. "\n")
      words = quote(flags .. path)
    end
    local ours = ("%s filter -q --count -e %s %s"):format(LUCENA, quote(expression), file)
    local peer = ("%s -s %s %s"):format(PEERS["pgn-extract"], words, file)
    local found = select(2, output_of(peer .. " 2>/dev/null"):gsub("%[White ", ""))
    check_equal(task, games_of(ours), found)
    return compare(ours, peer, math.min(rounds, 3))
  end)
end

local POSITION = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"
local PATTERN = "?????rk?/?????aaa/*/*/*/8/P[BP]P*/??KR????"

query_row("query: a player, a rare name", "35x, then 45x", ('white "%s"'):format(RARE), "-Tw" .. RARE)
-- pgn-extract adds 2 to the number of plies before the material.
query_row("query: material, held for some plies", "20x, then 27x", 'material("3 R v BN", {first = "white"})', "-y",
  "2 R BN")
query_row("query: a pattern of the board", "20x, then 27x", ('pattern "%s"'):format(PATTERN), "-Tf" .. PATTERN)
query_row("query: an exact position", "20x, then 27x", ('position "%s"'):format(POSITION), "-x", POSITION)

local check = file and ("%s filter -q --check --count %s"):format(LUCENA, file)

row("legal replay of every mainline", "14x, then 20x, 30x", { "games", "pgn-extract" }, function()
  local peer = ("%s -s -r %s"):format(PEERS["pgn-extract"], file)
  local result = compare(check, peer, math.min(rounds, 3))
  local megabytes = #read(GAMES) / 1e6 / tonumber(result.ours:match("[%d.]+"))
  result.note = ("%.0f MB/s"):format(megabytes)
  return result
end)

-- Lua functions that are called for every game.
for _, case in ipairs { { "that reads a tag of each game", "one_tag" }, { "of the value of a tag", "tag_value" } } do
  row("the same, and a Lua function " .. case[1], "10 %, then 5 %", { "games" }, function()
    local ours = ("%s filter -q --check --count bench/%s.lua %s"):format(LUCENA, case[2], file)
    check_equal("Lua function", games_of(ours), 0)
    local best = measure_all({ ours, check }, 2 * rounds)
    return { ours = seconds(best[1].total), peer = seconds(best[2].total) .. " without it",
      value = 100 * (best[1].total / best[2].total - 1), unit = " % more", commands = { ours, check } }
  end)
end

-- Functions that are called at every position. None of them matches, so that every game is read to its end.
local FUNCTIONS = {
  { "empty", "at(function() end)", "75 ns, then 60" },
  { "that reads the ply", "at(function(_, ply) return ply > 5000 end)", "115 ns, then 85" },
  { "with one method of the Board", 'at(function(board) return board:count "P" > 8 end)', "115 ns, then 85" },
  { "of bitboards", [[bits(function(p, _, _, _, _, _, w)
    local own = p & w
    return own & (own - 1) == 0 and own > 1 << 60
  end)]], "105 ns, then 90" },
}
local plies

for _, case in ipairs(FUNCTIONS) do
  row(("a Lua function of each position, %s"):format(case[1]), case[3], { "games" }, function()
    local ours = ("%s filter -q --count -e %s %s"):format(LUCENA, quote(case[2]), file)
    plies = plies or base and 1 or tonumber(output_of(("%s report summary -q -t json %s"):format(LUCENA, file))
      :match '"Plies","value":(%d+)')
    check_equal(case[1], games_of(ours), 0)
    local best = measure_all({ ours, check }, rounds)
    return { ours = seconds(best[1].total), peer = seconds(best[2].total) .. " only replay",
      value = best[1].total / plies * 1e9, unit = " ns a ply", commands = { ours, check } }
  end)
end

row("a Lua loop over the boards of each game, with one method", "140 ns, then 100", { "games" }, function()
  local ours = ("%s run bench/boards.lua %s"):format(LUCENA, file)
  local count, found = output_of(ours .. " 2>/dev/null"):match "(%d+) plies, (%d+)"
  check_equal("boards", tonumber(found), 0)
  local best = measure_all({ ours, check }, rounds)
  return { ours = seconds(best[1].total), peer = seconds(best[2].total) .. " only replay",
    value = best[1].total / tonumber(count) * 1e9, unit = " ns a ply", commands = { ours, check } }
end)

-- Compare the user time of the two programs, without the time for their start and end.
local function compare_perft(name, depth, fen)
  local fen_option = fen and " --fen " .. quote(fen) or ""
  local input, nothing = folder .. "/go.txt", folder .. "/quit.txt"
  write(input, ("position %s\ngo perft %d\nquit\n"):format(fen and "fen " .. fen or "startpos", depth))
  write(nothing, "quit\n")
  local ours, start = LUCENA .. " perft " .. depth .. fen_option, LUCENA .. " perft 0" .. fen_option
  local peer = PEERS.stockfish .. " <" .. quote(input)
  local nodes = games_of(ours)
  check_equal("perft " .. name, nodes, tonumber(output_of(peer):match("Nodes searched: (%d+)")))
  local best = measure_all({ ours, start, peer, PEERS.stockfish .. " <" .. quote(nothing) }, rounds)
  local own, other = best[1].user - best[2].user, best[3].user - best[4].user
  return { ours = seconds(own), peer = seconds(other), value = other / own, unit = "x",
    note = ("%.0f million nodes/s"):format(nodes / own / 1e6), commands = { ours, "stockfish: go perft " .. depth } }
end

row("lucena check", "12x", { "games", "pgn-extract" }, function()
  local ours = ("%s check -q --summary %s"):format(LUCENA, file)
  return compare(ours, ("%s -s -r %s"):format(PEERS["pgn-extract"], file), math.min(rounds, 3))
end)

row("PGN rewritten with newly generated SAN", "14x, then 20x", { "games", "pgn-extract" }, function()
  local ours = ("%s convert -q -t pgn %s"):format(LUCENA, file)
  return compare(ours, ("%s -s %s"):format(PEERS["pgn-extract"], file), math.min(rounds, 3))
end)

-- The database is rewritten in a language, read back, and rewritten in PGN. Each time is compared with that of the same
-- command in English. Cyrillic letters take two bytes, and one Russian piece has two letters. FIDE's notation omits the
-- sign of capture and long algebraic notation has both squares, so they are read with the cache of dialect_memo.c.
for _, case in ipairs { { "french", "0.8x" }, { "russian", "0.8x" }, { "fide", "0.25x" }, { "lan", "0.25x" },
  { "informant", "0.25x" }, { "coordinate", "" } } do
  local language, target = case[1], case[2]
  local foreign, english = folder .. "/" .. language .. ".pgn", folder .. "/english.pgn"
  local function convert(options, path)
    return ("%s convert -q %s %s"):format(LUCENA, options, quote(path))
  end

  -- Write the files, once. Games with Russian letters are written in UTF-8, so the English file must be UTF-8, too.
  local to_foreign = convert("--to-dialect " .. language, english)
  local function write_files()
    if not read(foreign) then
      os.execute(("%s >%s 2>/dev/null"):format(convert("--encoding utf-8", GAMES), quote(english)))
      os.execute(("%s >%s 2>/dev/null"):format(to_foreign, quote(foreign)))
    end
  end

  row("PGN rewritten in " .. language .. ", against English", target, { "games" }, function()
    write_files()
    return compare(to_foreign, convert("", english), rounds)
  end)

  local name = language:gsub("^%l", string.upper)
  row(("moves read in %s (left), in English (right)"):format(name), target, { "games" }, function()
    write_files()
    local count = "%s filter -q --check --count %s %s"
    local here = count:format(LUCENA, "--dialect " .. language, quote(foreign))
    local there = count:format(LUCENA, "", quote(english))
    check_equal(language .. " read back", games_of(here), games_of(there))
    return compare(here, there, rounds)
  end)

  row(language .. " rewritten as PGN, against English", target, { "games" }, function()
    write_files()
    local here, there = convert("--dialect " .. language, foreign), convert("", english)
    local function sum_of(command)
      return first_line(command .. " 2>/dev/null | cksum")
    end
    check_equal(language .. " rewritten as PGN", sum_of(here), sum_of(there))
    return compare(here, there, rounds)
  end)
end

-- Styles of the user's own are written and read, and compared with French: the piece after the square, long notation,
-- and wings.
for _, style in ipairs { "club", "postcard", "wings" } do
  local french, own = folder .. "/french.pgn", ("%s/%s.pgn"):format(folder, style)
  local STYLE = ("spec/data/dialects/%s.lua"):format(style)
  local function convert(options, path)
    return ("%s convert -q %s %s"):format(LUCENA, options, path)
  end

  row(("PGN rewritten in a style of your own (%s), against French"):format(style), "0.3x", { "games" }, function()
    local here, there = convert("--to-dialect " .. STYLE, GAMES), convert("--to-dialect french", GAMES)
    os.execute(("%s >%s 2>/dev/null"):format(here, quote(own)))
    os.execute(("%s >%s 2>/dev/null"):format(there, quote(french)))
    return compare(here, there, rounds)
  end)

  row(("a style of your own (%s) rewritten as PGN, against French"):format(style), "0.3x", { "games" }, function()
    return compare(convert("--dialect " .. STYLE, quote(own)), convert("--dialect french", quote(french)), rounds)
  end)
end

-- Commands that do much the same work as another command of Lucena, whose time is the measure.
for _, it in ipairs {
  { "tags edited, against convert", "0.5x", "tag --set Annotator=me", "convert" },
  { "duplicates omitted by merge, against dedup", "0.77x", "merge --unique", "dedup" },
  { "one tree of all games, against report openings", "0.5x", "merge --tree --depth 20 --min 5",
    "report openings --depth 20" },
  { "a page with 1,000 boards, against convert", "", "report sheet -t html --limit 1000 --games 1-1000",
    "convert --games 1-1000" },
  { "translate, against convert, 1,000 games", "0.33x", "translate --to french", "convert --to-dialect french", true },
} do
  row(it[1], it[2], { "games" }, function()
    local path = file
    if it[5] then
      path = quote(folder .. "/first.pgn")
      os.execute(("%s filter -q --games 1-1000 %s >%s"):format(LUCENA, file, path))
    end
    local output = quote(folder .. "/out")
    local command = ("%s %%s -q -o %s %s"):format(LUCENA, output, path)
    return compare(command:format(it[3]), command:format(it[4]), math.min(rounds, 3))
  end)
end

row("full JSON of every game, against compact", "0.5x", { "games" }, function()
  local command = ("%s convert -q -t jsonl %%s %s"):format(LUCENA, file)
  return compare(command:format(""), command:format("--compact"), math.min(rounds, 3))
end)

row("EPD of every position", "18x, then 28x", { "games", "pgn-extract" }, function()
  local ours = ("%s convert -q -t epd %s"):format(LUCENA, file)
  local peer = ("%s -s -Wepd %s"):format(PEERS["pgn-extract"], file)
  -- pgn-extract writes empty lines between games, and omits games with unreadable moves.
  local found, theirs = lines_of(ours), lines_of(peer)
  assert(base or found >= theirs and found - theirs < 100,
    ("EPD: Lucena finds %d, the other program %d"):format(found, theirs))
  return compare(ours, peer, math.min(rounds, 3))
end)

-- ---- lines of text ---------------------------------------------------------------------------------------

-- Write the decompressed positions of openings `times` times to a file. Returns its path, or nil without the data.
local function openings(name, times)
  local packed = (os.getenv("LUCENA_DATA") or "../shared/data") .. "/openings/" .. name .. ".epd.zst"
  if not read(packed) or not program("zstd") then
    return nil
  end
  local path = ("%s/%s.epd"):format(folder, name)
  local text = output_of("zstd -dqc " .. quote(packed))
  write(path, text:rep(times))
  return path
end

-- Return the results of bench/fields.c: nanoseconds by name.
local function fields_of(path)
  local found, command = {}, ("%s/bench_fields %s 200"):format(os.getenv("BUILD") or "build", quote(path))
  for name, value in output_of(command):gmatch("([^\t\n]+)\t([%d.]+)") do
    found[name] = tonumber(value)
  end
  return found, command
end

for _, name in ipairs { "popular_positions", "dfrc_openings" } do
  local path = openings(name, 16)
  local function openings_row(task, target, run)
    row(task:format(name), target, {}, path and run or function()
      return { skipped = "no LUCENA_DATA/openings, or install zstd" }
    end)
  end

  openings_row("EPD read, checked and written, %s", "1.5 million/s", function()
    local command = ("%s epd fmt -q %s"):format(LUCENA, quote(path))
    local time, count = measure_all({ command }, rounds)[1].total, lines_of("cat " .. quote(path))
    return { ours = seconds(time), value = count / time / 1e6, unit = " million/s", commands = { command } }
  end)
  for _, part in ipairs { { "record", "" }, { "read", "80 ns, then 40 ns" }, { "written", "20 ns, then 11 ns" } } do
    openings_row((part[1] == "record" and "the same" or "FEN " .. part[1]) .. " in C, %s", part[2], function()
      local found, command = fields_of(path)
      local value = found[part[1]] or error(command .. ": no output; make build/bench_fields", 0)
      return { ours = "", value = value, unit = " ns", commands = { command } }
    end)
  end
end

row("a tree of every game, in a Lua loop", "5x", { "games", "pgn-extract" }, function()
  local ours = ("%s run bench/tree.lua %s"):format(LUCENA, file)
  return compare(ours, ("%s -s -r %s"):format(PEERS["pgn-extract"], file), math.min(rounds, 3))
end)

row("a tree of openings, 20 plies, against ECO codes", "1x", { "games", "pgn-extract" }, function()
  local ours = ("%s report openings -q --depth 20 %s"):format(LUCENA, file)
  return compare(ours, ("%s -s -e/usr/share/pgn-extract/eco.pgn %s"):format(PEERS["pgn-extract"], file), 1)
end)

row("the same, against a script that counts FENs", "1x", { "games" }, function()
  local ours = ("%s report openings -q --depth 20 %s"):format(LUCENA, file)
  return compare(ours, ("%s run bench/openings.lua %s 20"):format(LUCENA, file), 1)
end)

for _, it in ipairs {
  { "legal replay", "filter -q --check --count", "1.7x, then 1.9x" },
  { "query battery", "filter -q --count -e 'battery{min = 3}'", "1.9x" },
  { "PGN rewritten", "convert -q", "1.8x, then 1.9x" },
} do
  row(("two workers (left) and one process, elapsed time: %s"):format(it[1]), it[3], { "games" }, function()
    local one = ("%s %s %s"):format(LUCENA, it[2], file)
    local two = one .. " --jobs 2"
    local best = measure_all({ two, one }, rounds)
    return { ours = seconds(best[1].elapsed), peer = seconds(best[2].elapsed), unit = "x", commands = { two, one },
      value = best[2].elapsed / best[1].elapsed, note = ("processor time %.2f"):format(best[1].total / best[2].total) }
  end)
end

row("compact JSON of every game", "45 s/GB, then 25", { "games" }, function()
  local ours = ("%s convert -q -t jsonl --compact %s"):format(LUCENA, file)
  local best = measure_all({ ours }, rounds)
  return { ours = seconds(best[1].total), value = best[1].total / (#read(GAMES) / 1e9), unit = " s/GB",
    commands = { ours } }
end)

for _, kind in ipairs { { "zst", "zstd -dqc" }, { "gz", "gzip -dc" } } do
  local suffix, unpack = kind[1], kind[2]
  row("header-only filter of ." .. suffix, "1x", { "games" }, function()
    local packed = folder .. "/otb.pgn." .. suffix
    assert(os.execute((suffix == "gz" and "gzip -c %s >%s" or "zstd -q %s -o %s"):format(file, quote(packed))))
    local ours = ("%s filter -q --count -t White^%s %s"):format(LUCENA, RARE, quote(packed))
    return compare(ours, unpack .. " " .. quote(packed), rounds)
  end)
end

row("perft 6 of the initial position", "1.3x, then 2.5x", { "stockfish" }, function()
  return compare_perft("startpos", 6)
end)

row("perft 5 of Kiwipete", "1.3x, then 2.5x", { "stockfish" }, function()
  return compare_perft("kiwipete", 5, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
end)

row("detection of a game's language among all", "", { "games" }, function()
  local command = ("%s run bench/detect.lua %s"):format(LUCENA, file)
  local time, games, right = output_of(command):match("([%d.]+)\t(%d+)\t(%d+)")
  return { ours = time .. " s", value = tonumber(games) / tonumber(time), unit = " games/s",
    note = ("%.1f %% of %s decided"):format(100 * right / games, games), commands = { command } }
end)

-- The time is wall-clock time, because a user must wait for it. It includes leaving the prompt.
row("from start to the first prompt, and out again", "50 ms", {}, function()
  local pty = require "spec.support.pty" -- compiles its helper program on first use
  local steps, script = { { expect = "White> " }, { send = "\4" } }, folder .. "/keys.txt"
  local env = { XDG_STATE_HOME = folder, INPUTRC = "/dev/null", TERM = "xterm" }
  pty({ LUA, "scripts/lucena", "--no-init" }, steps, { env = env })
  write(script, "expect White> \nsend \\x04\n")
  local least, count = math.huge, 10
  for _ = 1, rounds do
    local one = ("XDG_STATE_HOME=%s TERM=xterm %s/spec/pty 80 24 %s --no-init <%s"):format(quote(folder),
      quote(os.getenv("LUCENA_BUILD") or "build"), LUCENA, quote(script))
    local shell = ("TIMEFORMAT=%%R; time for ((i = 0; i < %d; i++)); do %s; done >/dev/null"):format(count, one)
    least = math.min(least, tonumber(output_of("bash -c " .. quote(shell) .. " 2>&1"):match("([%d.]+)%s*$")) / count)
  end
  return { ours = seconds(least), value = 1000 * least, unit = " ms", commands = { LUCENA .. " --no-init" } }
end)

row("peak memory, every game through Lua", "8 MB, then 4 MB", { "games" }, function()
  local command = ("%s run bench/memory.lua %s"):format(LUCENA, file)
  local games, peak = output_of(command):match("(%d+)\t(%d+)")
  return { ours = ("%.1f MB"):format(tonumber(peak) * 1024 / 1e6), value = tonumber(peak) * 1024 / 1e6,
    unit = " MB", note = games .. " games", commands = { command } }
end)

if base then
  local is_good = require("bench.pair").run(rows, base, rounds)
  os.execute("rm -rf " .. quote(folder))
  os.exit(is_good)
end

-- ---- the table -------------------------------------------------------------------------------------------

-- The newest table in bench/results.md, for comparison.
local kept = read("bench/results.md") or ""
local newest = kept:match("\n## .-\n## ") or kept:match("\n## .*") or ""

local function before(task)
  for line in newest:gmatch("[^\n]+") do
    local name, value = line:match("^| (.-) | [^|]* | [^|]* | ([^|]*) |")
    if name == task then
      return value
    end
  end
end

local function value_of(result)
  return ("%.1f%s"):format(result.value, result.unit)
end

local lines = {
  "| task | Lucena | the other | measured | at least, then | |",
  "|---|---|---|---|---|---|",
}
for _, result in ipairs(rows) do
  if result.skipped then
    lines[#lines + 1] = ("| %s | | | skipped: %s | | |"):format(result.task, result.skipped)
  else
    lines[#lines + 1] = ("| %s | %s | %s | %s | %s | %s |"):format(result.task, result.ours, result.peer or "",
      value_of(result), result.target, result.note or "")
  end
end
local tabulated = table.concat(lines, "\n")

local function versions()
  local list = { _VERSION, require("lucena")._VERSION }
  if PEERS["pgn-extract"] then
    list[#list + 1] = first_line(PEERS["pgn-extract"] .. " --version 2>&1")
  end
  if PEERS.stockfish then
    list[#list + 1] = first_line("echo quit | " .. PEERS.stockfish):match("^Stockfish %S+")
  end
  list[#list + 1] = first_line("cc --version")
  return table.concat(list, "; ")
end

local function command_lines()
  local seen, list = {}, {}
  for _, result in ipairs(rows) do
    for _, command in ipairs(result.commands or {}) do
      command = command:gsub("'?" .. folder:gsub("%p", "%%%0") .. "/([%w_]+%.%w+)'?", "%1"):gsub("^/%S+/", "")
      if not seen[command] then
        seen[command] = true
        list[#list + 1] = "    " .. command
      end
    end
  end
  return table.concat(list, "\n")
end

print(tabulated)
for _, result in ipairs(rows) do
  local earlier = before(result.task)
  if earlier and result.value then
    print(("%s: %s, kept: %s"):format(result.task, value_of(result), earlier))
  end
end

if keep then
  local cpu = (read("/proc/cpuinfo") or ""):match("model name%s*: ([^\n]*)") or first_line("uname -m")
  local section = ("## %s, %s\n\n%s\n\nBest of %d rounds, processor time. %s.\n\n%s\n"):format(
    os.date("%Y-%m-%d"), cpu, tabulated, rounds, versions(), command_lines())
  local head, older = "# Results\n", kept:match("(\n## .*)") or ""
  write("bench/results.md", head .. "\n" .. section .. older)
  say("kept in bench/results.md")
end
