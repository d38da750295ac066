-- Nothing of the current folder runs that the user did not name. Every command runs in a folder of traps
-- (spec/support/traps.lua): with right and wrong words, with workers, and at the prompt. It is called by its absolute
-- path, by a relative path and through PATH, without LUA_PATH and with one that inserts Lua's defaults. The list of
-- commands is the program's own, so that a new command is tested, too.

local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local pty = require "spec.support.pty"
local traps = require "spec.support.traps"

local LUA = os.getenv("LUCENA_LUA") or "lua5.4"
local ROOT = require("lfs").currentdir()

local GAME = '[Event "?"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The right words of commands for which `games.pgn` alone is wrong or not enough.
local RIGHT = {
  annotate = "--engine ./nosuch games.pgn", board = "", book = "make games.pgn -o book.bin", dialect = "show french",
  dialects = "", epd = "positions.epd", explain = "Nf3", explore = "games.pgn e4", fen = "",
  filter = "-e checkmate games.pgn", help = "filter",
  ["merge-parts"] = "nosuch.part", perft = "2", read = "games.txt", repl = "-e e4 -e ':help board'",
  report = "summary games.pgn", run = "SCRIPTS/run.lua", split = "--every 1 --into out --force games.pgn",
  tag = "--set Event=x games.pgn", translate = "--to french games.pgn",
}

-- Words that name nothing. Each has traps in all folders of modules.
local WRONG = { "nosuch", "frnech", "x", "chek" }

local function command_names()
  return require("lucena.command").names()
end

-- Return the modules that wrong words could name.
local function tempting()
  local names, words = { "home/.config/lucena/init" }, table.move(WRONG, 1, #WRONG, 1, {})
  for _, command in ipairs(command_names()) do
    words[#words + 1] = command:gsub("-", "_") .. "x"
  end
  for _, word in ipairs(words) do
    for _, place in ipairs { "command", "filter", "report", "dialect", "extension", "sheet", "query", "language",
      "repl/commands", "render", "text" } do
      names[#names + 1] = ("lucena/%s/%s"):format(place, word)
    end
    names[#names + 1] = word
  end
  return names
end

-- Lines for more than the names of commands.
local OTHERS = {
  "--version", "-h", "", "nosuch", "games.pgn", "nosuch.pgn", "filter nosuch games.pgn", "filter -e nosuch games.pgn",
  "convert -t nosuch games.pgn", "report nosuch games.pgn", "dialects frnech", "help nosuch", "-e hello",
  "-e 'e4 Zz9'", "-e ':help nosuch'", "-e ':dialect frnech'", "-e 'Springer f3'", "-e 'report nosuch'", "report",
  "filter --list-filters", "filter -e 'opening \"x\"' games.pgn", "--dialect-path . check --dialect frnech games.pgn",
  "convert -t json games.pgn", "convert -f json games.json", "annotate --tablebases . games.pgn",
  "report sheet --format nosuch games.pgn", "merge-parts games.pgn", "SCRIPTS/prompt.lua",
  "filter SCRIPTS/filter.lua games.pgn", "report SCRIPTS/report.lua games.pgn",
  "check --dialect SCRIPTS/dialect.lua games.pgn", "dedup --keep SCRIPTS/keep.lua games.pgn",
}

-- Return the lines with the right words of every command.
local function right_words()
  local list = {}
  for i, name in ipairs(command_names()) do
    list[i] = name .. " " .. (RIGHT[name] or "games.pgn")
  end
  return list
end

-- Return all lines. Of each command, there are right words, a mistyped name, a mistyped dialect, and workers.
local function all_words()
  local list = table.move(OTHERS, 1, #OTHERS, 1, {})
  for _, right in ipairs(right_words()) do
    for _, words in ipairs { right, right:gsub("^%S+", "%0x"), right .. " --dialect frnech", right .. " --jobs 2" } do
      list[#list + 1] = words
    end
  end
  return list
end

-- Scripts in another folder than the traps, which use a module beside them.
local SCRIPTS = {
  helper = "return { answer = 42 }",
  ["inner/init"] = "return { answer = 43 }",
  run = 'print(require("helper").answer, require("inner").answer)',
  prompt = 'print(require("helper").answer, require("inner").answer)',
  filter = [[
local answer = require("helper").answer
return { pure = true, where = function() return answer == 42 end }]],
  report = [[
local answer = require("helper").answer
local Count = { add = function() end, merge = function() end }
Count.__index = Count
function Count.sections()
  return { { columns = { { key = "n", title = "N" } }, rows = { { n = answer } } } }
end
return { state = {}, new = function() return setmetatable({}, Count) end }]],
  keep = 'return require("helper").answer == 42 and function(a) return a end',
  dialect = 'return { extend = "fide" }',
}

-- Lines that are typed at the prompt, and beginnings of lines to complete.
local KEYS = {
  "hello", "x", "exti", "Zz9", "e4 Zz9", "help me", ":help nosuch", ":dialect nosuch", "report", "report nosuch",
  "Springer f3", "find nosuch", ":dialect fr\t\t", ":help no\t\t", "report no\t\t", "no\t\t", "=chess.query.no\t\t",
  "=require('no\t\t", ":load x\t\t", "=chess.no\t\t", ":reload no\t\t",
}

describe("in a folder with modules of a stranger, the command", function()
  local folder, scripts

  setup(function()
    folder, scripts = new_folder(), new_folder()
    traps.set(folder.root, tempting())
    folder:write("games.pgn", GAME:rep(20))
    folder:write("games.txt", "1. e4 e5 2. Nf3")
    folder:write("games.json", "[]")
    folder:write("positions.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"x\";\n")
    assert(folder:run(("ln -s %s tree"):format(quoted(ROOT))))
    assert(scripts:run "mkdir inner")
    for name, text in pairs(SCRIPTS) do
      scripts:write(name .. ".lua", text)
    end
  end)

  teardown(function()
    local _ <close> = folder
    local _ <close> = scripts
  end)

  -- The ways to call the command, and the settings. Relative folders of the user's files must be ignored.
  local WAYS = {
    { "by its path", ("%s %s/scripts/lucena"):format(quoted(LUA), quoted(ROOT)) },
    { "by a relative path", quoted(LUA) .. " tree/scripts/lucena" },
    { "through PATH", ("env PATH=%s/scripts:$PATH lucena"):format(quoted(ROOT)) },
  }
  local CLEAN = "unset LUA_PATH LUA_CPATH LUA_PATH_5_4 LUA_CPATH_5_4; export INPUTRC=/dev/null LC_ALL=C.UTF-8 "
    .. "HOME=home XDG_CONFIG_HOME=. XDG_DATA_HOME=. XDG_STATE_HOME= "
  local SETTINGS = {
    { "without LUA_PATH", CLEAN },
    { "with LUA_PATH=;;", CLEAN .. "'LUA_PATH=;;' 'LUA_CPATH=;;'" },
    { "with LUA_PATH_5_4=;;", CLEAN .. "'LUA_PATH_5_4=;;' 'LUA_CPATH_5_4=;;'" },
  }
  local COUNT = "filter -q --count -e checkmate games.pgn"

  -- Run lines of a shell in the folder. Returns the output.
  local function sh(settings, lines)
    local path = scripts:write("lines.sh", settings .. "\n" .. lines:gsub("SCRIPTS", (scripts.root:gsub("%%", "%%%%"))))
    local pipe = assert(io.popen(("cd %s && sh %s 2>&1 </dev/null"):format(quoted(folder.root), quoted(path))))
    local text = pipe:read("a")
    pipe:close()
    return text
  end

  -- Run command lines. Returns the number that ended with each exit status.
  local function run_all(settings, command, list)
    local lines = {}
    for i, words in ipairs(list) do
      lines[i] = ("%s %s >/dev/null 2>&1 </dev/null; echo $?\n"):format(command, words)
    end
    local counts = {}
    for status in sh(settings, table.concat(lines)):gmatch("%d+") do
      counts[status] = (counts[status] or 0) + 1
    end
    return counts
  end

  -- Each of the nine combinations gets a ninth of the command lines.
  for i, way in ipairs(WAYS) do
    for j, setting in ipairs(SETTINGS) do
      it(("runs none of them, called %s %s"):format(way[1], setting[1]), function()
        local list = {}
        for number, words in ipairs(all_words()) do
          list[#list + 1] = number % 9 == 3 * i + j - 4 and words or nil
        end
        local counts = run_all(setting[2], way[2], list)
        assert.equal("", traps.sprung(folder.root))
        assert.is_nil(counts["126"] or counts["127"]) -- the command was found
        assert.equal("20\n42\t43\n", sh(setting[2], ("%s %s\n%s run SCRIPTS/run.lua"):format(way[2], COUNT, way[2])))
        assert.equal("", traps.sprung(folder.root))
      end)
    end
  end

  it("runs none of them at the prompt, also when words are completed", function()
    local steps = { { expect = "White> " } }
    for i, keys in ipairs(KEYS) do
      local is_completed = keys:find("\t") ~= nil
      steps[#steps + 1] = { send = keys .. (is_completed and "\3" or "\r") }
      steps[#steps + 1] = { insist = { tostring(1000 + i), ("=1000 + %d\r"):format(i) } } -- the line was read
    end
    steps[#steps + 1] = { send = "quit\r" }
    for _, setting in ipairs(SETTINGS) do
      local lines = ("cd %s\n%s\nexec %s"):format(quoted(folder.root), setting[2], WAYS[2][2])
      local command = scripts:write("prompt.sh", lines)
      pty({ "sh", command }, steps, { env = { TERM = "xterm" }, columns = 90, rows = 40 })
      assert.equal("", traps.sprung(folder.root))
    end
  end)

  it("opens no module by a relative path", function()
    local strace = need.program "strace"
    if not os.execute(strace .. " -o /dev/null true 2>/dev/null") then
      need.program "strace that may be used"
    end
    local lines = table.move(OTHERS, 1, 12, #command_names() + 1, right_words())
    for i, words in ipairs(lines) do
      lines[i] = ("%s -f -qq -e trace=open,openat -A -o %s -- %s %s >/dev/null 2>&1 </dev/null\n"):format(strace,
        quoted(scripts:path "trace"), WAYS[i % 3 + 1][2], words)
    end
    sh(SETTINGS[2][2], table.concat(lines))
    local count = 0
    for line in io.lines(scripts:path "trace") do
      local path = line:match('^[^"]*"([^"]*)"')
      if path and (path:find("%.lua$") or path:find("%.so$")) then
        count = count + 1
        assert.equal("/", path:sub(1, 1), line)
      end
    end
    assert.is_true(count > 1000)
    assert.equal("", traps.sprung(folder.root))
  end)

  it("runs none of them after an installation", function()
    local make = "env -u LD_PRELOAD -u MAKEFLAGS -u CFLAGS -u LUCENA_BUILD make -s install-modules install-command "
      .. "BUILD=build PREFIX=%s >/dev/null 2>&1"
    assert(os.execute(make:format(quoted(scripts:path "prefix"))))
    assert(folder:run(("ln -sf %s installed"):format(quoted(scripts:path "prefix"))))
    for _, command in ipairs { scripts:path "prefix/bin/lucena", "installed/bin/lucena",
      ("env PATH=%s/bin:$PATH lucena"):format(scripts:path "prefix"), "env PATH=installed/bin:$PATH lucena" } do
      for _, setting in ipairs(SETTINGS) do
        local lines = "unset LUCENA_BUILD\n%s %s\n{ %s chek games.pgn; %s filter -e nosuch games.pgn; } 2>/dev/null"
        assert.equal("20\n", sh(setting[2], lines:format(command, COUNT, command, command)))
        assert.equal("", traps.sprung(folder.root))
      end
    end
  end)

  it("finds the modules beside a script, also with workers", function()
    assert.equal("42\t43\n42\t43\n20\n20\n42\n", sh(CLEAN, ([[
lucena() { %s "$@"; }
lucena run SCRIPTS/run.lua
lucena SCRIPTS/prompt.lua
lucena filter -q --count SCRIPTS/filter.lua games.pgn
lucena filter -q --count --jobs 2 SCRIPTS/filter.lua games.pgn
lucena report SCRIPTS/report.lua -q -t csv games.pgn | tail -n 1 | tr -d '\r']]):format(WAYS[1][2])))
    assert.equal("", traps.sprung(folder.root))
  end)

  it("runs modules of a relative folder that LUA_PATH names", function()
    folder:write("own.lua", "return 7")
    scripts:write("own.lua", "return 8")
    scripts:write("asks.lua", "print((require 'own'))")
    local line = WAYS[1][2] .. " run SCRIPTS/asks.lua"
    assert.equal("8\n", sh(CLEAN .. "'LUA_PATH=;;'", line))
    assert.equal("7\n", sh(CLEAN .. "'LUA_PATH=;;./?.lua'", line))
    assert.equal("7\n", sh(CLEAN .. "'LUA_PATH_5_4=;;./?.lua' 'LUA_PATH=;;'", line))
    -- Nothing replaces the core.
    assert.equal("20\n", sh(CLEAN .. "'LUA_PATH=;;./?.lua'", WAYS[1][2] .. " " .. COUNT))
    assert.equal("", traps.sprung(folder.root))
  end)

  it("finds no module of Lucena beside a script", function()
    assert(scripts:run "mkdir -p lucena")
    scripts:write("lucena/own.lua", "return 8")
    scripts:write("asks.lua", "print((pcall(require, 'lucena.own')))")
    assert.equal("false\n", sh(CLEAN, WAYS[1][2] .. " run SCRIPTS/asks.lua"))
  end)

  it("is not misled by the names of folders that have a meaning in Lua's paths", function()
    assert(folder:run("mkdir -p own/scripts own/lua 'a;own' && ln -s ../../lucena own/lua/lucena"))
    assert(folder:run(("ln -s %s 'x;own' && ln -s %s 'own?'"):format(quoted(ROOT), quoted(ROOT))))
    for _, command in ipairs { "'x;own/scripts/lucena'", "\"$PWD/x;own/scripts/lucena\"", "'own?/scripts/lucena'",
      "'../tree/scripts/lucena'" } do
      local enter = command:find("..", 1, true) and "cd 'a;own'; " or ""
      local line = ("%s%s %s -e 'print(package.path)'"):format(enter, quoted(LUA), command)
      for template in sh(CLEAN, line):gmatch("[^;\n]+") do
        assert.matches("^/", template)
      end
      assert.equal("", traps.sprung(folder.root))
    end
  end)

  it("is different for a program that only requires `lucena`: Lua's own rules hold", function()
    sh(CLEAN, ("%s -e 'require \"lucena.core\"'"):format(quoted(LUA)))
    assert.matches("^lucena/core by:", traps.sprung(folder.root))
  end)
end)
