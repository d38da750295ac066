-- lucena filter --jobs and --range: the output must equal that of one process that reads the whole input, even if
-- worker processes die.

local chess = require "lucena"
local children = require "spec.support.children"
local core = require "lucena.core"
local nasty = require "spec.support.nasty"
local new_folder = require "spec.support.folder"
local packed = require "spec.support.packed"
local run = require "spec.support.run"

local SAMPLE = "spec/data/engine/engine.pgn"
local SEED = math.tointeger(tonumber(os.getenv "LUCENA_SEED")) or os.time()

-- A file with every kind of error at its beginning and its end, and correct games between. The errors are text outside
-- games, unclosed variations, unsupported variants and bad moves. --jobs reads the file in three parts: the first has
-- 64 KiB, each of the others twice as much.
local function make_troubled(folder)
  local parts = {}
  for _, row in ipairs(nasty.rows) do
    if not row.is_large and not row.swallows then
      parts[#parts + 1] = nasty.text(row)
    end
  end
  local text = table.concat(parts, "\n") .. '\n[Event "v"]\n[Variant "Atomic"]\n\n1. e4 Nxz9 *\n\nstray words\n\n'
  local sample = assert(folder:read "sample.pgn")
  return folder:write("troubled.pgn", text .. sample:sub(1, 150000) .. "\n\nmore stray words\n\n" .. text)
end

local function make_files(folder)
  local file <close> = assert(io.open(SAMPLE, "rb"))
  folder:write("sample.pgn", file:read("a"))
  make_troubled(folder)
  assert(folder:run("gzip -k troubled.pgn"))
  folder:write("t.zst", packed.zst(folder:read "troubled.pgn"))
end

local function words(...)
  local list = { "filter" }
  for _, word in ipairs { ... } do
    list[#list + 1] = word
  end
  return list
end

-- Compares a run with one job and a run with several: output, messages, the file of --rest, and the exit status. With
-- --limit or --sample, --rest is refused or needs one process.
local function compare(folder, jobs, arguments, path, stdin)
  local results = {}
  for i, count in ipairs { 1, jobs } do
    local request = words("--jobs", count, table.unpack(arguments))
    local line = table.concat(arguments, " ")
    if not (line:find("--count", 1, true) or line:find("--limit", 1, true) or line:find("--sample", 1, true)) then
      request[#request + 1], request[#request + 2] = "--rest", folder:path "rest"
    end
    request[#request + 1], request.stdin = path, stdin
    results[i] = run(request)
    results[i].rest = folder:read "rest"
    os.remove(folder:path "rest")
  end
  assert.same(results[1], results[2])
  return results[1]
end

describe("filter --jobs", function()
  local folder
  setup(function()
    folder = new_folder()
    make_files(folder)
    folder:write("edit.lua", "return { pure = true, where = function(g) g.tags.Annotator = 'me' return true end }")
    folder:write("bad.lua", "return { pure = true, where = function(g) return g.number < 200 or error 'oh' end }")
    folder:write("merge.lua", [[
      return {
        where = function(game) return game.plies > 30 end,
        each = function(game, state) state[game.result or "?"] = (state[game.result or "?"] or 0) + 1 end,
        merge = function(a, b)
          for result, n in pairs(b) do a[result] = (a[result] or 0) + n end
          return a
        end,
        finish = function(state) return { { "1-0", state["1-0"] }, { "0-1", state["0-1"] } } end,
      }]])
  end)
  teardown(function()
    folder:__close()
  end)

  for _, case in ipairs {
    { 2, "--check" },
    { 2, "--check", "--count" },
    { 3, "-e", "plies{max = 60}", "-v", "--limit", "60" },
    { 2, "-t", "White~a", "--games", "3-50,90-150", "--strict" },
    { 2, "-e", "checkmate", "--mark", "mate", "--no-nags" },
    { 2, "-e", "checkmate", "--list", "--sample", "5", "--seed", "1" },
  } do
    it("gives the same output as one process: " .. table.concat(case, " ", 2), function()
      local result = compare(folder, case[1], { table.unpack(case, 2) }, folder:path "troubled.pgn")
      assert.is_truthy(#result.out > 1 and result.code <= 1)
    end)
  end

  -- A worker begins in the middle of the file, so it has not seen the language of the games before.
  it("detects the languages of games as one process", function()
    local texts, sample = {}, {}
    for game in chess.games(SAMPLE) do
      sample[#sample + 1] = game
    end
    for i, dialect in ipairs { "french", "german", "pgn", "russian", "spanish", "lan:dutch" } do
      for k = i, #sample, 3 do
        texts[#texts + 1] = sample[k]:pgn { dialect = dialect }
        -- Each twelfth game has a wrong move.
        texts[#texts] = k % 12 == 0 and texts[#texts]:gsub("( 9%.+ *)%S+", "%1Zz9", 1) or texts[#texts]
      end
    end
    local path = folder:write("languages.pgn", table.concat(texts, "\n"))
    for _, jobs in ipairs { 2, 7 } do
      local result = compare(folder, jobs, { "--dialect", "auto", "--check", "-e", "plies{min = 40}" }, path)
      local languages = {}
      for name in result.err:gmatch("detected automatically: (%S+)") do
        languages[name] = true
      end
      assert.is_truthy(languages.french and languages.german and languages.russian and languages.spanish)
      assert.matches("not a move Zz9", result.err)
      assert.is_true(#result.out > 10000)
    end
  end)

  for _, name in ipairs { "edit.lua", "merge.lua", "bad.lua" } do
    it("runs scripts that allow it: " .. name, function()
      local result = compare(folder, 2, { "-s", folder:path(name) }, SAMPLE)
      assert.equal(name == "bad.lua" and 2 or 0, result.code)
      assert.is_nil(result.err:find("--jobs", 1, true))
    end)
  end

  it("reads files without seeking: a pipe, .gz and .zst", function()
    local plain = compare(folder, 2, { "--check" }, folder:path "troubled.pgn")
    for _, name in ipairs { "troubled.pgn.gz", "t.zst" } do
      assert.equal(plain.out, compare(folder, 2, { "--check" }, folder:path(name)).out)
    end
    assert.equal(plain.out, compare(folder, 2, { "--check" }, "-", folder:read "troubled.pgn").out)
    folder:write("cut.gz", assert(folder:read "troubled.pgn.gz"):sub(1, -5000))
    local cut = compare(folder, 2, { "--check" }, folder:path "cut.gz")
    assert.is_truthy(cut.err:find("compressed input is cut off", 1, true))
  end)

  it("skips games that are too large", function()
    local large = '[Event "large"]\n\n1. e4 {' .. ("x\n"):rep(600000) .. "} *\n\n"
    local games = folder:read "sample.pgn"
    folder:write("large.pgn", games .. "\n" .. large .. "stray words\n\n" .. games:sub(1, 300000) .. "\n" .. large)
    folder:run("gzip -k -1 large.pgn")
    for _, name in ipairs { "large.pgn", "large.pgn.gz" } do
      local result = compare(folder, 2, { "--check", "--max-game", "1" }, folder:path(name))
      assert.equal(1, result.code)
      assert.equal(2, select(2, result.err:gsub("too large", "")))
    end
  end)

  it("calls library functions in Lua, but no functions of the user", function()
    local games = "1. e4 {[%eval 0.1] [%clk 0:00:09]} (1. d4 d5 2. c4 dxc4) *\n\n1. e4 e5 *\n\n"
    local path = folder:write("lines.pgn", games:rep(3000))
    for _, expression in ipairs { "any_line(capture)", "time_spent{max = 9} | time_trouble", "accuracy{min = 0}" } do
      local result = compare(folder, 2, { "--count", "-e", expression }, path)
      assert.equal(0, result.code)
      assert.is_nil(result.err:find("one process", 1, true), expression)
    end
    assert.equal("3000\n", run(words("-q", "--jobs", 2, "-c", "--variations", "-e", "capture", path)).out)
    assert.is_truthy(run(words("-q", "--jobs", 2, "-c", "-e", "any_line(where(function() end))", path)).err
      :find("one process", 1, true))
  end)

  it("opens no more files after --limit", function()
    local alone = run(words("-e", "plies{min = 2}", "--limit", 1, SAMPLE, SAMPLE))
    assert.same(alone, run(words("--jobs", 2, "-e", "plies{min = 2}", "--limit", 1, SAMPLE, SAMPLE)))
  end)

  it("reports options that it does not support", function()
    for _, arguments in ipairs {
      { "-e", "checkmate & function(game) return true end" },
      { "-e", "checkmate", "--skip", "3" },
      { "-e", "checkmate", "--salvage" },
    } do
      local request = words("--jobs", 2, table.unpack(arguments))
      request[#request + 1] = SAMPLE
      local result = run(request)
      assert.equal(0, result.code)
      assert.equal(1, select(2, result.err:gsub("lucena: %-%-jobs: reading in one process: ", "")))
    end
    assert.equal(2, run(words("--jobs", "many", "--check", SAMPLE)).code)
    for _, request in ipairs { { "worker" }, { "worker", "filter", stdin = "x" }, { "worker", "fen", stdin = "x" } } do
      local result = run(request)
      assert.same({ 2, "lucena: this command is only for --jobs of other commands, which starts it\n" },
        { result.code, result.err })
    end
  end)

  it("says nothing if the process that started it has ended", function()
    assert.same({ code = 0, out = "", err = "" }, run { "worker", "filter", stdin = "" })
  end)
end)

describe("the answers of workers", function()
  it("have texts of any length", function()
    local folder <close> = new_folder()
    -- As FEN, this game has more than the 16 MiB that a text may have in the memory shared with the workers.
    local long = '[Event "long"]\n\n' .. ("Nf3 Nf6 Ng1 Ng8\n"):rep(70000) .. "*\n\n"
    local path = folder:write("long.pgn", "1. e4 *\n\n" .. long .. "1. d4 *\n\n")
    local alone = run { "convert", "-q", "-t", "fen", path }
    assert.is_true(#alone.out > 1 << 24)
    local shared = run { "convert", "-q", "-t", "fen", "--jobs", 2, path }
    assert.is_true(alone.out == shared.out)
    assert.same({ 0, "" }, { shared.code, shared.err })
  end)

  it("are written in order, even if the first one comes last", function()
    local folder <close> = new_folder()
    local games = assert(folder:write("games.pgn", (assert(io.open(SAMPLE, "rb")):read("a") .. "\n"):rep(8)))
    local script = folder:write("slow.lua", [[
      return { pure = true, where = function(game)
        for _ = 1, game.number == 1 and 3e7 or 0 do end
        return true
      end }]])
    local result = run(words("-q", "--jobs", 2, "-s", script, games))
    assert.is_true(folder:read "games.pgn" == result.out)
  end)

  it("need no shared memory", function()
    local folder <close> = new_folder()
    make_files(folder)
    local path, errors = folder:path "troubled.pgn", folder:path "err"
    local p <close> = assert(core.process { "sh", "-c", ('ulimit -f 100; exec "$0" "$@" 2>%s'):format(errors),
      os.getenv("LUCENA_LUA") or "lua5.4", "scripts/lucena", "filter", "--check", "--jobs", "2", path })
    local pieces = {}
    for piece in function() return p:read(60) end do
      pieces[#pieces + 1] = piece
    end
    local alone = run(words("--check", path))
    assert.same({ alone.out, alone.err }, { table.concat(pieces), folder:read "err" })
  end)
end)

describe("a worker", function()
  it("reports that the file has changed if a game of its part is missing", function()
    local frame = require "lucena.run.frame"
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", "1. e4 *\n\n1. d4 *\n")
    local changed = path .. ": the file changed while it was read: there is no game after game 2"
    for last, problem in pairs { [2] = false, [3] = changed } do
      local task = { path = path, part = { offset = 0, line = 1, column = 1, games = 0, last = last }, task = {} }
      local argv = { "-e", "capture", path }
      local args = require("lucena.command").find("filter").parser(argv):parse(argv)
      local r = run { "worker", "filter", "-e", "capture", path,
        stdin = frame.wrap(0, frame.encode(args)) .. frame.wrap(1, frame.encode(task)) }
      local _, size = frame.read_header(r.out:sub(1, frame.HEADER))
      local answer = frame.decode(r.out:sub(frame.HEADER + 1, frame.HEADER + size))
      assert.same({ 2, problem or nil }, { answer.tally.count, answer.problem })
    end
  end)
end)

describe("a worker that dies", function()
  local KEPT = "the old file\n"

  -- Runs the command with a script whose function does `what` at game 200.
  local function run_with(folder, what)
    folder:write("out.pgn", KEPT)
    folder:write("script.lua", ([[
      local marker = %q
      return { pure = true, where = function(game)
        if game.number == 200 then %s end
        return true
      end }]]):format(folder:path "marker", what))
    return run(words("-q", "--jobs", 2, "-s", folder:path "script.lua", "-o", folder:path "out.pgn", SAMPLE))
  end

  it("is replaced, and its part is read again", function()
    local folder <close> = new_folder()
    local result = run_with(folder, [[
      if not io.open(marker) then
        io.open(marker, "w"):close()
        os.exit(9)
      end]])
    assert.same({ code = 0, out = "", err = "" }, result)
    assert.equal(assert(io.open(SAMPLE, "rb")):read("a"), folder:read "out.pgn")
  end)

  for how, what in pairs {
    ["ended with status 9"] = "os.exit(9)",
    ["was ended by signal 9"] = "os.execute 'kill -9 $PPID'",
    ["gave no answer that could be read"] = "io.open('/dev/stdout', 'w'):write(('x'):rep(100)):close()",
  } do
    it("twice for the same part is reported, and the old file is kept: " .. how, function()
      local folder <close> = new_folder()
      local result = run_with(folder, what)
      assert.equal(3, result.code)
      local file = SAMPLE:gsub("%p", "%%%0")
      local said = "^lucena: " .. file .. ": the games in bytes %d+ to %d+ were not read: their worker " .. how
        .. ", and another one ended, too\n"
      assert.is_truthy(result.err:find(said), result.err)
      assert.equal(KEPT, folder:read "out.pgn")
      assert.same({ "out.pgn", "script.lua" }, folder:names())
    end)
  end

  -- Kills at most `most` workers. Returns the exit status: it is 3 if both a worker and the other worker that got its
  -- task were killed.
  local function kill_at_random(folder, expected, most)
    folder:write("out.pgn", KEPT)
    local lua = os.getenv("LUCENA_LUA") or "lua5.4"
    local p <close> = assert(core.process { "sh", "-c", 'exec "$0" "$@" 2>' .. folder:path "err", lua, "scripts/lucena",
      "filter", "-q", "--jobs", "2", "-s", folder:path "slow.lua", "-o", folder:path "out.pgn", SAMPLE })
    for _ = 1, math.random(most) do
      p:wait(math.random() * 0.15)
      local victims = children(p.pid)
      if #victims > 0 then
        os.execute("kill -9 " .. victims[math.random(#victims)].pid .. " 2>/dev/null")
      end
    end
    local how, code = p:wait(60)
    assert.equal("exit", how)
    if code == 3 then
      assert.equal(KEPT, folder:read "out.pgn")
      assert.is_truthy(folder:read "err":find("were not read: their worker was ended by signal 9", 1, true))
    else
      assert.equal(0, code)
      assert.is_true(expected == folder:read "out.pgn")
    end
    return code
  end

  it(("at any moment loses nothing without a message, seed %d"):format(SEED), function()
    local folder <close> = new_folder()
    folder:write("slow.lua", [[
      return { pure = true, where = function()
        local sum = 0
        for i = 1, 20000 do sum = sum + i end
        return sum > 0
      end }]])
    local expected = assert(io.open(SAMPLE, "rb")):read("a")
    math.randomseed(SEED)
    assert.equal(0, kill_at_random(folder, expected, 1))
    for _ = 1, os.getenv("LUCENA_LONG") == "1" and 200 or 3 do
      kill_at_random(folder, expected, 3)
    end
  end)
end)

describe("filter --range", function()
  -- The diagnostics of games only. Messages on games of an unsupported variant are removed, because each part reports
  -- once how many such games it has.
  local function said_of_games(text)
    return (text:gsub("lucena:[^\n]*\n", ""):gsub("[^\n]*variant is not supported[^\n]*\n", ""))
  end

  -- Runs the command on each part, and returns the joined output and messages.
  local function together(arguments, n, paths)
    local all = { code = 0, out = "", said = "" }
    for k = 1, n do
      local request = words("--range", k .. "/" .. n, table.unpack(arguments))
      table.move(paths, 1, #paths, #request + 1, request)
      local part = run(request)
      all.code = math.max(all.code, part.code)
      all.out, all.said = all.out .. part.out, all.said .. said_of_games(part.err)
    end
    return all
  end

  local function check(arguments, counts, paths)
    local request = words(table.unpack(arguments))
    table.move(paths, 1, #paths, #request + 1, request)
    local whole = run(request)
    local expected = { code = whole.code, out = whole.out, said = said_of_games(whole.err) }
    for _, n in ipairs(counts) do
      assert.same(expected, together(arguments, n, paths))
    end
  end

  it("gives parts that together are the whole output", function()
    check({ "-t", "Result=1-0" }, os.getenv("LUCENA_LONG") == "1" and { 1, 2, 3, 7, 64 } or { 1, 3, 7 }, { SAMPLE })
    check({ "-e", "checkmate", "--no-comments" }, { 3 }, { SAMPLE, SAMPLE })
  end)

  it("reports each error once, in its part", function()
    local folder <close> = new_folder()
    make_files(folder)
    check({ "--check", "-v", "-t", "Event=v" }, { 5 }, { folder:path "troubled.pgn" })
  end)

  it("assigns a game to the part in which it begins, and numbers games as in the whole file", function()
    local folder <close> = new_folder()
    local text = "1. e4 {\n[Event \"no\"]\n} *\n\n1. d4 {" .. ("x"):rep(100) .. "} *\n\n1. c4 *\n"
    local path = folder:write("a.pgn", text)
    local first, second = run(words("--range", "1/2", "--count", path)), run(words("--range", "2/2", "--count", path))
    assert.same({ "2\n", "1\n" }, { first.out, second.out })
    assert.equal("1. c4 *\n", run(words("--range", "2/2", "--games", "3", path)).out)
    assert.equal("", run(words("--range", "1/2", "--games", "3", path)).out)
  end)

  it("works with --jobs", function()
    local one, many = run(words("--range", "2/3", "-e", "checkmate", SAMPLE)),
      run(words("--range", "2/3", "--jobs", 2, "-e", "checkmate", SAMPLE))
    assert.same(one, many)
  end)

  it("works with compressed files, with any members", function()
    local folder <close> = new_folder()
    make_files(folder)
    local text, members = folder:read "sample.pgn", {}
    for at = 1, #text, 300000 do
      members[#members + 1] = packed.zst(text:sub(at, at + 299999))
    end
    check({ "-e", "checkmate" }, { 1, 2, 7 }, { folder:write("many.zst", table.concat(members)), SAMPLE })
    check({ "--check" }, { 3 }, { "spec/data/compressed/three.pgn.gz", "spec/data/compressed/three.pgn.zst" })
    -- Only the last part reports that the file is truncated.
    check({ "-e", "checkmate" }, { 3 }, { folder:write("cut.zst", table.concat(members):sub(1, -5000)) })
  end)

  it("requires seekable files, and numbers", function()
    local result = run(words("--range", "1/2", "--check", "-"))
    assert.equal(2, result.code)
    assert.is_truthy(result.err:find("standard input cannot be read from an offset; write it to a file first", 1, true))
    for _, range in ipairs { "0/2", "3/2", "1", "1/0", "x/2" } do
      assert.equal(2, run(words("--range", range, "--check", SAMPLE)).code)
    end
    assert.equal(3, run(words("--range", "1/2", "--check", "no-such-file.pgn")).code)
  end)
end)
