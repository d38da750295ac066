-- The lucena command itself: how it finds its subcommands, help, usage errors, exit statuses.

local run = require "spec.support.run"
local exit = require "lucena.run.exit"
local messages = require "lucena.run.messages"
local phrase = require "lucena.run.phrase"

local function names_of(listing)
  local names = {}
  for name in (listing:match("^(.-)\nExamples:") or listing):gmatch("\n  (%l[%l-]*)  ") do
    names[#names + 1] = name
  end
  return names
end

describe("lucena", function()
  it("prints its version", function()
    local r = run { "--version" }
    assert.same({ code = 0, out = require("lucena")._VERSION .. "\n", err = "" }, r)
  end)

  it("without arguments runs the lines of standard input", function()
    assert.same({ code = 0, out = "", err = "" }, run {})
    assert.same({ code = 0, out = "5\n", err = "" }, run { stdin = "=2 + 3" })
  end)

  it("refuses an unknown command", function()
    for _, name in ipairs { "frobnicate", "support", "reading", "output", "init", "../perft", "" } do
      assert.same({ code = 2, out = "",
        err = ("lucena: unknown command '%s' (`lucena help` lists them)\n"):format(name) }, run { name })
    end
  end)

  it("suggests a similar command", function()
    for wrong, right in pairs {
      crosstable = "lucena report crosstable", filtre = "filter", chek = "check", merrge = "merge", shaw = "show",
      ruun = "run",
    } do
      assert.equal(("lucena: unknown command '%s' (did you mean '%s'?)\n"):format(wrong, right), run { wrong }.err)
    end
  end)

  it("refuses an unknown option", function()
    assert.same({ code = 2, out = "", err = "lucena: unknown option '--frob' (`lucena help` lists the commands)\n" },
      run { "--frob" })
  end)

  it("suggests a similar option, in the same line", function()
    local r = run { "perft", "3", "--divid" }
    assert.equal(2, r.code)
    assert.equal("lucena: unknown option '--divid'; did you mean '--divide'?", r.err:match("([^\n]*)\n$"))
  end)

  it("reports insufficient memory", function()
    local r = run { "run", "-", stdin = "io.read(1 << 44)" }
    r.err = r.err:gsub("^==%d+==WARNING: AddressSanitizer[^\n]*\n", "") -- only AddressSanitizer prints this line
    assert.same({ code = 3, out = "", err = "lucena: not enough memory\n" }, r)
  end)

  it("reports insufficient memory in a line of the prompt", function()
    assert.same({ code = 3, out = "", err = "lucena: not enough memory\n" },
      run { "-e", "error('not enough memory', 0)" })
  end)

  it("escapes text of the command line in messages", function()
    assert.equal("lucena: unknown command '\\x1B[2J' (`lucena help` lists them)\n", run { "\27[2J" }.err)
  end)
end)

describe("lucena help", function()
  local overview = run { "help", "--all" }

  it("lists every command of the folder, by group", function()
    assert.same({ "repl", "show", "explain", "board", "filter", "check", "report", "sample", "index", "convert",
      "read", "translate", "merge", "dedup", "sort", "split", "tag", "annotate", "fen", "epd", "explore",
      "book", "perft", "dialects",
      "dialect", "run", "merge-parts", "help" }, names_of(overview.out))
    assert.equal(0, overview.code)
    assert.equal("", overview.err)
  end)

  it("shows at most twelve commands on the first screen", function()
    local first = run { "help" }
    assert.is_true(#names_of(first.out) <= 12 and #names_of(first.out) >= 8)
    assert.is_true(select(2, first.out:gsub("\n", "")) <= 24)
    assert.same(first, run { "-h" })
  end)

  it("prints the same as --help, with all commands", function()
    assert.same(overview, run { "--help" })
  end)

  it("refuses a command with --all", function()
    assert.equal("lucena: --all cannot be combined with a COMMAND",
      run({ "help", "filter", "--all" }).err:match("([^\n]*)\n$"))
  end)

  it("prints the same page as --help of each command", function()
    for _, name in ipairs(names_of(overview.out)) do
      local page = run { "help", name }
      assert.equal(0, page.code)
      assert.is_truthy(page.out:find("^Usage: lucena " .. name:gsub("%-", "%%-") .. " "), name)
      assert.same(page, run { name, "--help" })
      for line in page.out:gmatch("[^\n]+") do
        assert.is_true(#line < 80, line)
      end
    end
  end)

  it("prints the same short page as -h of each command", function()
    for _, name in ipairs(names_of(overview.out)) do
      local page = run { name, "-h" }
      assert.same({ 0, "" }, { page.code, page.err })
      assert.is_truthy(page.out:find("^Usage: lucena " .. name:gsub("%-", "%%-") .. " "), name)
      assert.is_truthy(page.out:find("`lucena " .. name .. " --help` shows the whole page", 1, true), name)
      assert.is_true(select(2, page.out:gsub("\n", "")) <= 24, page.out)
      for line in page.out:gmatch("[^\n]+") do
        assert.is_true(#line < 80, line)
      end
    end
  end)

  it("names options of the short page that exist", function()
    for _, name in ipairs(names_of(overview.out)) do
      local parser = require("lucena.command").find(name).parser()
      local known = {}
      for _, option in ipairs(parser._options) do
        for _, alias in ipairs(option._aliases) do
          known[alias] = true
        end
      end
      for alias in pairs(parser.common_names or {}) do
        assert.is_true(known[alias], ("%s: %s"):format(name, alias))
      end
    end
  end)

  it("has one line for each option", function()
    local page = run { "help", "filter" }.out
    for _, label in ipairs { "--help", "-s, --script FILE", "-t, --tag TEST", "--check", "-o, --output FILE" } do
      assert.is_truthy(page:find("\n   " .. label .. "  ", 1, true), label)
    end
    assert.is_truthy(run { "help", "fen" }.out:find("\n   --ep MODE  ", 1, true))
  end)

  it("refuses an unknown command", function()
    assert.equal(2, run { "help", "frobnicate" }.code)
  end)

  it("reports that it could not be written", function()
    local shell = ("'%s' scripts/lucena help 2>&1 >/dev/full; echo $?"):format(os.getenv("LUCENA_LUA") or "lua5.4")
    local pipe = assert(io.popen(shell, "r"))
    local text = pipe:read("a")
    pipe:close()
    assert.equal("lucena: cannot write standard output: No space left on device\n3\n", text)
  end)
end)

describe("the command without LUA_PATH", function()
  local function answer(prepare)
    -- LD_PRELOAD is set only for the tested command, because a sanitizer would report memory leaks of the other
    -- programs.
    local run_it = "LD_PRELOAD=$preload '%s' \"$d/bin/lucena\" perft 2 2>&1; rm -r \"$d\""
    local shell = "preload=$LD_PRELOAD; unset LD_PRELOAD LUA_PATH LUA_PATH_5_4 LUA_CPATH LUA_CPATH_5_4; "
      .. "d=$(mktemp -d) && mkdir \"$d/bin\" && " .. prepare .. " && "
      .. run_it:format(os.getenv("LUCENA_LUA") or "lua5.4")
    local pipe = assert(io.popen(shell, "r"))
    local text = pipe:read("a")
    pipe:close()
    return text
  end

  it("can be a symbolic link to a checkout", function()
    assert.equal("400\n", answer 'ln -s "$PWD/scripts/lucena" "$d/bin/lucena"')
  end)

  it("can be installed in a folder that Lua does not search", function()
    assert.equal("400\n", answer [[
      mkdir -p "$d/share/lua" "$d/lib/lua" && cp scripts/lucena "$d/bin" && ln -s "$PWD/lua" "$d/share/lua/5.4" &&
      ln -s "$(cd "${LUCENA_BUILD:-build}" && pwd)" "$d/lib/lua/5.4"]])
  end)
end)

describe("the progress line", function()
  local now, shown, conditions, fresh, stdio
  local core = require "lucena.core"
  local is_terminal, is_regular, time, stderr = core.is_terminal, core.is_regular, os.time, io.stderr -- luacheck: ignore

  -- Loads separate copies of the modules, with a replaced clock and terminal.
  before_each(function()
    now, shown, conditions = 100, "", { shows_errors = true, has_file = true }
    os.time = function() return now end -- luacheck: ignore
    core.is_terminal = function(fd) return fd == 2 and conditions.shows_errors end
    core.is_regular = function(fd) return fd == 1 and conditions.has_file end
    io.stderr = { write = function(_, ...) shown = shown .. table.concat { ... } end } -- luacheck: ignore
    fresh = assert(loadfile "lua/lucena/run/messages.lua")()
    package.loaded["lucena.run.messages"] = fresh
    stdio = assert(loadfile "lua/lucena/run/stdio.lua")()
    package.loaded["lucena.run.messages"] = messages
  end)

  after_each(function()
    core.is_terminal, core.is_regular, os.time, io.stderr = is_terminal, is_regular, time, stderr -- luacheck: ignore
  end)

  it("is first printed after a second, and then every second", function()
    assert.is_false(fresh.is_progress_due())
    now = 101 -- the clock may have advanced by only a part of the second
    assert.is_false(fresh.is_progress_due())
    now = 102
    assert.is_true(fresh.is_progress_due())
    assert.is_false(fresh.is_progress_due())
    now = 103
    assert.is_true(fresh.is_progress_due())
  end)

  it("is not printed without a terminal, or if it would mix with data", function()
    local function is_due(has_data)
      fresh.is_progress_due(has_data)
      now = now + 5
      return fresh.is_progress_due(has_data)
    end
    assert.is_true(is_due(true))
    conditions.has_file = false
    fresh = assert(loadfile "lua/lucena/run/messages.lua")()
    assert.is_false(is_due(true))
    assert.is_true(is_due(false))
    conditions.shows_errors = false
    fresh = assert(loadfile "lua/lucena/run/messages.lua")()
    assert.is_false(is_due(false))
  end)

  it("is erased before other output", function()
    for _, write in ipairs {
      function() fresh.say "x" end,
      function() fresh.note "x" end,
      function() stdio.write("") end,
      function() fresh.wipe() end,
    } do
      shown = ""
      fresh.progress "a\27b"
      assert.equal("\ra\\x1Bb\27[K", shown)
      write()
      local wiped = "\ra\\x1Bb\27[K\r\27[K"
      assert.equal(wiped, shown:sub(1, #wiped))
      local length = #shown
      fresh.wipe()
      assert.equal(length, #shown)
    end
  end)

  it("is erased at the end of a command in all cases", function()
    local commands = require "lucena.command"
    for status, ending in pairs {
      [0] = function() end,
      [141] = function() exit.fail(exit.PIPE) end,
      [3] = function() exit.fail(exit.IO) end,
    } do
      package.loaded["lucena.command.ends"] = {
        summary = "ends",
        parser = function() return { parse = function() return {} end } end,
        run = function()
          messages.progress "on the way"
          return ending()
        end,
      }
      local searchpath = package.searchpath
      package.searchpath = function(name, path) -- luacheck: ignore
        return name == "lucena.command.ends" and "ends" or searchpath(name, path)
      end
      shown = ""
      local got = commands.main { "ends" }
      package.searchpath = searchpath -- luacheck: ignore
      package.loaded["lucena.command.ends"] = nil
      assert.equal(status, got)
      assert.equal("\ron the way\27[K\r\27[K", shown)
    end
  end)
end)

describe("a program with the core preloaded", function()
  it("is not reported as not built", function()
    local find = package.cpath
    package.preload["lucena.core"] = package.preload["lucena.core"] or function() return require "lucena.core" end
    package.cpath = "/nonexistent/?.so" -- luacheck: ignore
    local written, write = "", io.stdout
    io.stdout = { write = function(_, ...) written = written .. table.concat { ... } return true end, -- luacheck: ignore
      flush = function() return true end }
    local status = require("lucena.command").main { "perft", "2" }
    io.stdout, package.cpath, package.preload["lucena.core"] = write, find, nil -- luacheck: ignore
    assert.same({ 0, "400\n" }, { status, written:match("^%d+\n") })
  end)
end)

describe("an installation with a missing file", function()
  it("is reported by every command", function()
    for _, verb in ipairs { "check", "sort", "help" } do
      local r = run { verb, env = { LUCENA_BUILD = "/nonexistent", LUA_CPATH_5_4 = "/nonexistent/?.so" } }
      assert.same({ 3, "lucena: the C core is not built: run `make` in the source tree\n" }, { r.code, r.err })
    end
    local r = run { "check", env = { LUA_PATH_5_4 = "/nonexistent/?.lua" } }
    assert.equal(3, r.code)
    assert.is_truthy(r.err:find("^lucena: the Lua module argparse is missing: apt%-get install lua%-argparse, or"
      .. " luarocks %-%-lua%-version 5.4 install argparse;"))
  end)
end)

describe("messages", function()
  it("show control characters as escapes", function()
    assert.equal("a\\x1B[2J\\x00\\x7F\\x0A\\x09", phrase.safe("a\27[2J\0\127\n\t"))
    assert.equal("\\u{85}\\u{9B}", phrase.safe("\u{85}\u{9B}"))
    assert.equal("\\u{202E}\\u{2066}\\u{200F}\\u{61C}", phrase.safe("\u{202E}\u{2066}\u{200F}\u{61C}"))
  end)

  it("show invalid UTF-8 as escapes, and valid UTF-8 unchanged", function()
    assert.equal("é\\x80ͼ\\xAB♞\\xE2\\x82", phrase.safe("é\x80ͼ\xAB♞\xE2\x82"))
    assert.equal("plain", phrase.safe("plain"))
  end)

  it("print numbers with thousands separators", function()
    assert.equal("0 games", phrase.counted(0, "game"))
    assert.equal("1 game", phrase.counted(1, "game"))
    assert.equal("999 games", phrase.counted(999, "game"))
    assert.equal("1,234,567 games", phrase.counted(1234567, "game"))
  end)
end)
