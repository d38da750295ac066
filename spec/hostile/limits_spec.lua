-- Limits of the system: descriptors (`ulimit -n`), memory (`ulimit -v`), and a missing or full /tmp. Every command runs
-- at each limit of descriptors until the limit no longer matters, with and without --jobs. It works as without the
-- limit, or its messages name the limit and its status is 3. The command lines come from scripts/dev/command_lines.lua;
-- a command without a line fails here. `make oom` and `make iofail` make single allocations and calls fail.
local command_lines = require "scripts.dev.command_lines"
local commands = require "lucena.command"
local lfs = require "lfs"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local TREE, LUA = lfs.currentdir(), os.getenv("LUCENA_LUA") or "lua5.4"
local UNLIMITED = 256 -- descriptors

-- ---- the command lines ---------------------------------------------------------------------------

-- Return the words of a line that select a command, and whether it has --jobs.
local function command_of(line)
  local name, verb = line:match("^(%S+) ?(%S*)")
  local command = commands.find(name) or commands.find "repl"
  local parser = command.parser { verb }
  for _, option in ipairs(parser._options) do
    if option._aliases[1] == "--jobs" then
      return name, verb, true
    end
  end
  return name, verb, false
end

-- Return a line for each command, and for each verb of a command with verbs; and those with --jobs.
local function lines()
  local list, seen = {}, {}
  for _, row in ipairs(command_lines.LINES) do
    local line = row[2]:gsub("(a%.pgn)%.%w+", "%1")
    local name, verb, has_jobs = command_of(line)
    local key = (name == "epd" or name == "book") and name .. " " .. verb or name
    if not seen[key] then
      seen[key], seen[name] = true, true
      list[#list + 1] = { line = line, is_script = row.refuses ~= nil }
      if has_jobs then
        list[#list + 1] = { line = key .. " --jobs 3" .. line:sub(#key + 1), has_jobs = true }
      end
    end
  end
  return list, seen
end

-- ---- running -------------------------------------------------------------------------------------

-- Replace numbers with a point, such as the seconds of an engine.
local function timeless(text)
  return (text:gsub("%d+%.%d+", "0"))
end

-- Run a line in a new copy of the files. `limit` is an argument of ulimit. Only the interpreter loads a sanitizer's
-- library. If cp and the other programs loaded it, too, that would take longer than the command.
local function result_of(folder, line, limit)
  local words, input = line:match("^(.-) < (.*)$")
  os.execute(([[export PRELOADED="$LD_PRELOAD" LD_PRELOAD=; cd '%s' && rm -rf p && cp -Rp base p && cd p && HOME=. \
    ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" timeout 60 sh -c 'ulimit %s; LD_PRELOAD=$PRELOADED exec %s "$@"' \
    sh '%s/scripts/lucena' %s <%s >../out 2>../err; echo $? >../code]])
    :format(folder.root, limit, LUA, TREE, words or line, input or "/dev/null"))
  return { code = tonumber(folder:read "code"), out = timeless(folder:read "out"), err = folder:read "err" }
end

local function is_same(got, clean)
  return got.code == clean.code and got.out == clean.out
end

-- Return what is wrong with a refusal, or nil. An uncaught error of a script has a traceback and the status 2.
local function fault_of(got, reason, is_script)
  if got.code ~= (is_script and 2 or 3) then
    return "status " .. got.code
  elseif not got.err:find(reason, 1, true) then
    return "another reason"
  end
  for line in got.err:gmatch("[^\n]*\n") do
    if not (line:find("^lucena: ") or is_script) or line:find("internal error", 1, true) then
      return "a line that is no message"
    end
  end
end

-- ---- descriptors ---------------------------------------------------------------------------------

-- Return the limits for a line. With three descriptors, the interpreter cannot open its own files. With --jobs, workers
-- can be started from 13 on; two commands run at each limit below, the others at some.
local function limits_of(item)
  if not item.has_jobs then
    return { 4, 5, 6, 7, 8, 9, 10, 11, 12 }
  elseif item.line:find("^filter ") or item.line:find("^index ") then
    return { 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17 }
  end
  return { 4, 5, 6, 12, 14, 17 }
end

describe("a limit of descriptors", function()
  local list, seen = lines()

  it("is tested with every command", function()
    for _, name in ipairs(commands.names()) do
      assert.is_true(seen[name], name .. ": no line in scripts/dev/command_lines.lua")
    end
  end)

  it("is reported, or does not matter", function()
    local folder <close> = new_folder()
    assert(lfs.mkdir(folder:path "base"))
    command_lines.make_files(folder:path "base", TREE)
    local faults, refused, worked = {}, 0, 0
    for _, item in ipairs(list) do
      local clean = result_of(folder, item.line, "-n " .. UNLIMITED)
      assert.equal(0, clean.code, item.line .. "\n" .. clean.err)
      for _, limit in ipairs(limits_of(item)) do
        local got = result_of(folder, item.line, "-n " .. limit)
        local works = is_same(got, clean)
        refused, worked = refused + (works and 0 or 1), worked + (works and 1 or 0)
        local fault = not works and fault_of(got, "Too many open files", item.is_script)
        faults[#faults + 1] = fault and ("%s: -n %d: %s:\n%s"):format(item.line, limit, fault, got.err) or nil
        if works and not got.err:find("Too many open files", 1, true) then
          break -- a higher limit does not matter
        end
      end
    end
    assert.same({}, faults)
    assert.is_true(refused > #list and worked > #list // 2, ("%d, %d"):format(refused, worked))
  end)

  it("lets one process read the games if no worker can be started", function()
    local games = "spec/data/sample/sample.pgn"
    local folder <close> = new_folder()
    local command = ("sh -c 'ulimit -n %%d; exec %s scripts/lucena convert -t uci --jobs 3 %s' 2>%s | cksum")
      :format(LUA, games, folder:path "err")
    local sums = {}
    for _, limit in ipairs { 8, 14, 16, 18, UNLIMITED } do
      local pipe <close> = assert(io.popen(command:format(limit)))
      sums[pipe:read "a"] = true
      local err = folder:read "err"
      local is_alone = err:find("^lucena: %-%-jobs: reading in one process: [^\n]*: Too many open files\n")
      assert.equal(limit == 8, is_alone ~= nil, limit .. ": " .. err)
    end
    assert.is_nil(next(sums, (next(sums))), "the outputs differ")
  end)
end)

-- ---- memory --------------------------------------------------------------------------------------

describe("a limit of memory", function()
  it("is reported, with and without workers", function()
    if os.getenv("PRELOAD") and os.getenv("PRELOAD") ~= "" then
      pending("skipped: no limit of addresses with a sanitizer")
      return
    end
    local folder <close> = new_folder()
    assert(lfs.mkdir(folder:path "base"))
    folder:write("base/a.pgn", command_lines.GAMES:rep(20))
    for _, line in ipairs { "sort --jobs 2 --by White a.pgn", "convert -t json a.pgn", "report summary --jobs 2 a.pgn",
      "dedup a.pgn -o new.pgn" } do
      local clean, is_short = result_of(folder, line, "-v unlimited"), false
      for kilobytes = 7000, 13000, 1500 do
        local got = result_of(folder, line, "-v " .. kilobytes)
        local is_loaded = not got.err:find("shared object", 1, true) -- by the system, before Lucena runs
        is_short = is_short or got.code == 3
        assert.is_true(is_same(got, clean) or not is_loaded
          or fault_of(got, "memory") == nil, line .. ": " .. kilobytes .. ": " .. got.err)
      end
      assert.is_true(is_short, line)
    end
  end)
end)

-- ---- temporary files -----------------------------------------------------------------------------

describe("a temporary file", function()
  local file, shell = require "lucena.file", require "lucena.repl.shell"
  local tmpname = os.tmpname
  local function name_with(f)
    os.tmpname = f -- luacheck: ignore
  end
  after_each(function() name_with(tmpname) end)

  it("that cannot be created is reported", function()
    local message = "no temporary file: unable to generate a unique filename"
    name_with(function() error("unable to generate a unique filename", 0) end)
    assert.same({ n = 2, nil, message }, table.pack(file.temporary "e4"))
    assert.same({ n = 2, false, message }, table.pack(shell.feed("e4", "cat")))
  end)

  it("that cannot be written is reported and removed", function()
    local folder <close> = new_folder()
    local path = folder:path "temporary"
    name_with(function()
      assert(lfs.link("/dev/full", path, true))
      return path
    end)
    local message = path .. ": cannot write: No space left on device"
    assert.same({ n = 2, nil, message }, table.pack(file.temporary "e4"))
    assert.same({ n = 2, false, message }, table.pack(shell.feed("e4", "cat")))
    assert.same({}, folder:names())
  end)

  it("is not needed by dedup --partial", function()
    local folder <close> = new_folder()
    local games = folder:write("a.pgn", command_lines.GAMES:rep(2))
    assert.is_true(folder:run(("%s -e 'os.tmpname = error' '%s/scripts/lucena' dedup -q --range 1/1 --partial -o part"
      .. " %s"):format(LUA, TREE, games)))
    assert.same({ "a.pgn", "part" }, folder:names())
  end)
end)

-- ---- pipes ---------------------------------------------------------------------------------------

describe("lucena index", function()
  it("says the same for a named pipe as for standard input", function()
    local folder <close> = new_folder()
    local pipe = folder:path "pipe"
    assert.is_true(folder:run "mkfifo pipe")
    for path, name in pairs { ["-"] = "standard input", [pipe] = "a pipe: " .. pipe } do
      for _, option in ipairs { "-q", "--check", "--partial" } do
        local got = run { "index", option, path, option == "--partial" and "-o" or nil, folder:path "part" }
        assert.equal(2, got.code, got.err)
        assert.equal(("lucena: an index needs a file, not %s\n"):format(name), got.err:match("[^\n]*\n$"))
      end
    end
  end)
end)

-- ---- links ---------------------------------------------------------------------------------------

describe("an output with hard links", function()
  it("is a new file, and the other names keep the old contents and its permissions", function()
    local folder <close> = new_folder()
    local games = folder:write("a.pgn", command_lines.GAMES)
    assert.is_true(folder:run "echo old >out.pgn && chmod 640 out.pgn && ln out.pgn other")
    assert.equal(0, run { "filter", "-q", "-t", "White~Beta", games, "-o", folder:path "out.pgn" }.code)
    assert.equal("old\n", folder:read "other")
    assert.equal("rw-r-----", lfs.attributes(folder:path "out.pgn", "permissions"))
    assert.equal(1, lfs.attributes(folder:path "out.pgn", "nlink"))
  end)
end)
