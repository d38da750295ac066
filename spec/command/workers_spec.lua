-- --jobs of the commands that write games: the output, the messages, the written files and the exit status are those of
-- one process. spec/command/jobs_spec.lua tests workers that die, with `filter`.

local core = require "lucena.core"
local fake = require "spec.support.fake_engine"
local nasty = require "spec.support.nasty"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SAMPLE = "spec/data/engine/engine.pgn"

-- A file with every kind of error before and after 400 KB of games, some of them twice.
local function make_troubled(folder)
  local rows = {}
  for _, row in ipairs(nasty.rows) do
    if not row.is_large and not row.swallows then
      rows[#rows + 1] = nasty.text(row)
    end
  end
  local file <close> = assert(io.open(SAMPLE, "rb"))
  local text, sample = table.concat(rows, "\n") .. "\n\nstray words\n\n", file:read("a")
  local first = sample:sub(1, 150000)
  return folder:write("troubled.pgn", text .. first .. "\n\nmore stray words\n\n" .. first .. "\n\n*\n\n" .. text)
end

-- Splits a request of words separated by blanks. NAME/ is the folder, `...` the input.
local function words_of(request, folder, inputs, jobs)
  local words = {}
  for word in request:gmatch("%S+") do
    words[#words + 1] = (word:gsub("^NAME", folder:path "out"))
    if #words == 1 and jobs then
      words[2], words[3] = "--jobs", jobs
    end
  end
  return table.move(inputs, 1, #inputs, #words + 1, words)
end

-- Runs a request. Returns the result, and all files it has written, by name.
local function result_of(words, stdin, folder)
  words.stdin = stdin
  local out = folder:renew "out"
  local result = run(words)
  result.files = {}
  for _, name in ipairs(core.list_folder(out)) do
    result.files[name] = folder:read("out/" .. name)
  end
  return result
end

local REQUESTS = {
  "convert", "convert -t json --no-comments", "convert -t jsonl", "convert -t csv --bom", "convert -t fen",
  "convert -t tsv --columns White,number,line,errors,file", "convert --split-variations --width 0 -t pgn",
  "convert --encoding utf-8 --allow positions", "convert --games 3-50,90-150 --strict -o NAME/a.san",
  "convert -q --salvage -t uci", "convert --repair",
  "convert -t jsonl --compact", "convert -t json --compact", "convert -t csv --per ply --bom",
  "convert -t jsonl --per ply",
  "tag --plycount -o -", "tag --eco --opening-names fr", "tag --fix results,dates --drop Nix -o NAME/a.pgn",
  "tag --line-numbers Lines --set White=Jo -o NAME/a.pgn", "tag --games 5-300 --hashcode -o -",
  "tag --rename Elo=WhiteElo --drop ECO -q",
  "sort", "sort --by=-plies,White -o NAME/a.pgn", "sort --by ECO,-movetext --games 5-300 --strict", "sort --salvage",
  "split --by White,Black --into NAME", "split --by Date:4 --into NAME --strict", "split --every 100 --into NAME",
  "merge --unique -o NAME/a.pgn", "merge --unique --check", "merge --width 60", "merge -u --no-nags", "merge --tree -q",
  "dedup", "dedup --by players --list", "dedup --by exact --duplicates NAME/b.pgn", "dedup --by plies:6 --list",
  "dedup --by position:9 -o NAME/a.pgn", "dedup --keep longest --list -o NAME/a.pgn", "dedup --contained --list",
  "dedup --keep annotated --by plies:2 --duplicates NAME/b.pgn", "dedup --games 3-50,90-150 --strict",
}

describe("--jobs of commands that write games", function()
  local folder, path
  setup(function()
    folder = new_folder()
    path = make_troubled(folder)
    assert(folder:run "gzip -k troubled.pgn")
  end)
  teardown(function()
    folder:__close()
  end)

  local function read(name)
    local file <close> = assert(io.open(name, "rb"))
    return file:read("a")
  end

  for _, request in ipairs(REQUESTS) do
    it("gives the same result as one process: " .. request, function()
      local alone = result_of(words_of(request, folder, { path }), nil, folder)
      assert.is_true(alone.code <= 1)
      for _, jobs in ipairs { 1, 2, 7 } do
        local shared = result_of(words_of(request, folder, { path }, jobs), nil, folder)
        shared.err = shared.err:gsub("^lucena: %-%-jobs: reading in one process:[^\n]*\n", "")
        assert.same(alone, shared)
      end
    end)
  end

  for _, request in ipairs { "convert -t jsonl", "tag --plycount -o -", "sort", "split --by ECO:1 --into NAME",
    "merge -u", "dedup --list --keep longest -o NAME/a", "dedup --by exact", "dedup" } do
    it("works with pipes, compressed files and several files: " .. request, function()
      local text = read(path)
      assert.same(result_of(words_of(request, folder, {}), text, folder),
        result_of(words_of(request, folder, {}, 2), text, folder))
      local inputs = { path .. ".gz", folder:path "missing.pgn", SAMPLE }
      local alone = result_of(words_of(request, folder, inputs), nil, folder)
      assert.equal(3, alone.code)
      assert.same(alone, result_of(words_of(request, folder, inputs, 2), nil, folder))
    end)
  end

  for _, request in ipairs { "convert -t jsonl", "tag --plycount", "sort", "merge -u", "dedup" } do
    it("reports a full disk: " .. request, function()
      local out = request .. " -o /dev/full"
      local result = run(words_of(out, folder, { SAMPLE }, 2))
      assert.equal(3, result.code)
      assert.matches("/dev/full: .*No space left", result.err)
    end)
  end

  it("is not for options that need all games in one process", function()
    local script = folder:write("name.lua", "return function(g) return g.tags.White or 'none' end")
    local keep = folder:write("keep.lua", "return function(a, b) return b end")
    for reason, request in pairs {
      ["--every only counts games"] = "split --every 100 --force --into NAME",
      ["a script may depend on all games"] = "split --force --into NAME -s " .. script,
      ["--tree adds the games to one tree"] = "merge --tree",
      ["with --unique, only games that are not duplicates are rewritten"] = "merge -u --no-nags",
      ["a script for --keep needs the games"] = "dedup --keep " .. keep,
    } do
      local result = run(words_of(request, folder, { SAMPLE }, 2))
      assert.equal(0, result.code)
      assert.equal("lucena: --jobs: reading in one process: " .. reason, result.err:match("^[^\n]*"))
    end
  end)

  it("runs scripts of columns in several processes only if they are pure", function()
    local column = "seen = 0 return { %s count = function(g) seen = seen + 1 return g.number end }"
    local result = {}
    for i, pure in ipairs { "pure = true,", "" } do
      local script = folder:write("columns.lua", column:format(pure))
      result[i] = run { "convert", "-q", "-t", "csv", "--columns", "count", "-s", script, "--jobs", 2, SAMPLE }
    end
    assert.equal(result[1].out, result[2].out)
    assert.same({ "", "lucena: --jobs: reading in one process: only scripts with pure = true can run in several\n" },
      { result[1].err, result[2].err })
  end)
end)

describe("annotate --jobs", function()
  local GAMES = {}
  for i = 1, 40 do
    GAMES[i] = ('[White "%d"]\n\n1. %s *\n'):format(i, i % 7 == 0 and "e4 Qxh8" or i % 5 == 0 and "d4 {[%eval 0.2]}"
      or ("e4 e5"):sub(1, 2 + i % 2 * 3))
  end
  local TEXT = table.concat(GAMES, "\n")

  -- Returns a request with an engine. `go` is Lua code that runs for each position; `at` is the ply.
  local function request_of(path, go, ...)
    local argv = fake(([[
      local at
      function on.position(line) at = select(2, line:gsub(" %%l%%d%%l%%d", "")) end
      function on.go()
        %s
        say("info depth 1 score cp " .. (at %% 2 == 0 and 100 or -100))
        say("bestmove " .. (at %% 2 == 0 and "h2h3" or "h7h6"))
      end ]]):format(go or ""))
    local words = { "annotate", "--engine", argv[1], "--timeout=9", "--line=0" }
    for i = 2, #argv do
      words[#words + 1] = "--engine-arg=" .. argv[i]
    end
    table.move({ ... }, 1, select("#", ...), #words + 1, words)
    words[#words + 1] = path
    return words
  end

  it("gives the same result as one engine", function()
    local folder <close> = new_folder()
    local path = folder:write("in.pgn", TEXT)
    local alone = run(request_of(path))
    assert.equal(1, alone.code)
    local expected = '[White "3"]\n[Black "?"]\n[Result "*"]\n\n1. e4 {[%eval 1.00]} 1... e5 {'
    assert.is_truthy(alone.out:find(expected, 1, true))
    for _, jobs in ipairs { 1, 2, 7 } do
      assert.same(alone, run(request_of(path, nil, "--jobs", jobs)))
    end
  end)

  it("copies the other games if the engines fail", function()
    local folder <close> = new_folder()
    local path = folder:write("in.pgn", TEXT)
    local result = run(request_of(path, "os.exit(3)", "--jobs", 2))
    assert.same({ TEXT, 3 }, { result.out, result.code })
    assert.matches("3 times in a row, so the command ends\n", result.err)
  end)

  -- Starts the command in a process, and ends it by a signal when it has annotated two games.
  local function stop(folder, path, signal, jobs)
    local out = folder:path "out.pgn"
    local words = request_of(path, 'local t = os.clock() while os.clock() < t + 0.05 do end', "--jobs", tostring(jobs),
      "-o", out)
    table.insert(words, 1, "scripts/lucena")
    table.insert(words, 1, os.getenv("LUCENA_LUA") or "lua5.4")
    local shell = 'exec "$0" "$@" 2>' .. folder:path "err"
    local p <close> = assert(core.process { "sh", "-c", shell, table.unpack(words) })
    for _ = 1, 600 do
      local text = folder:read "out.pgn.unfinished"
      if text and select(2, text:gsub("%%eval 1.00", "")) > 2 then
        break
      end
      p:wait(0.05)
    end
    assert(os.execute(("kill -%s %d"):format(signal, p.pid)))
    return p:wait(30)
  end

  for _, jobs in ipairs { 1, 2 } do
    it(("continues after kill -9, with %d engines"):format(jobs), function()
      local folder <close> = new_folder()
      local path = folder:write("in.pgn", TEXT)
      assert.equal("signal", (stop(folder, path, "KILL", jobs)))
      assert.is_nil(folder:read "out.pgn")
      -- The last record is incomplete.
      local journal = folder:read "out.pgn.unfinished"
      folder:write("out.pgn.unfinished", journal:sub(1, -3))
      local log = folder:path "log"
      local words = request_of(path, ("io.open(%q, 'a'):write('x'):close()"):format(log), "--jobs", jobs, "-o",
        folder:path "out.pgn")
      -- The code of the engine is one of the settings.
      local other = run(words)
      assert.same({ 2, ("lucena: %s.unfinished: it has games of a command with other options: repeat that command,"
        .. " or remove the file\n"):format(folder:path "out.pgn") }, { other.code, other.err })
      local result = run(request_of(path, 'local t = os.clock() while os.clock() < t + 0.05 do end', "--jobs", jobs,
        "-o", folder:path "out.pgn"))
      assert.equal(1, result.code)
      assert.matches("out.pgn.unfinished: continuing after %d+ finished games?\n", result.err)
      assert.equal(run(request_of(path)).out, folder:read "out.pgn")
      assert.is_nil(folder:read "out.pgn.unfinished")
    end)

    it(("writes the finished games after Ctrl-C, with %d engines"):format(jobs), function()
      local folder <close> = new_folder()
      local path = folder:write("in.pgn", TEXT)
      assert.same({ "exit", 130 }, { stop(folder, path, "INT", jobs) })
      local out = folder:read "out.pgn"
      assert.is_truthy(out:find("[%eval 1.00]", 1, true))
      assert.is_truthy(out:find(GAMES[39], 1, true))
      assert.matches("interrupted; run the same command on the output to continue\n$", folder:read "err")
      assert.is_nil(folder:read "out.pgn.unfinished")
      local again = run(request_of(folder:path "out.pgn", nil, "--jobs", jobs))
      assert.equal(run(request_of(path)).out, again.out)
    end)
  end

  it("does not use a file that is no journal", function()
    local folder <close> = new_folder()
    local path = folder:write("in.pgn", TEXT)
    folder:write("out.pgn.unfinished", "my notes")
    local result = run(request_of(path, nil, "-o", folder:path "out.pgn"))
    assert.same({ 2, ("lucena: %s.unfinished: not the journal of this command: move it away\n")
      :format(folder:path "out.pgn") }, { result.code, result.err })
    assert.equal("my notes", folder:read "out.pgn.unfinished")
  end)
end)
