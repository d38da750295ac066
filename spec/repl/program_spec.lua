-- Commands for programmers, commands of the user, and redirected output.

local new_folder = require "spec.support.folder"
local new_prompt = require "spec.support.prompt"
local pty = require "spec.support.pty"
local run = require "spec.support.run"

-- Returns a session, and a function that types an input and returns only its output.
local function new_session()
  local session, type_line = new_prompt()
  return session, function(line)
    return (type_line(line))
  end
end

-- Types lines at the prompt on a terminal, and expects texts. Returns all output, and the folder's history.
local function prompt(steps, env)
  local folder <close> = new_folder()
  local all = { INPUTRC = "/dev/null", TERM = "xterm", LC_ALL = "C.UTF-8", HOME = folder.root,
    XDG_STATE_HOME = folder:path "state", XDG_CONFIG_HOME = folder:path "config" }
  for name, value in pairs(env and env(folder) or {}) do
    all[name] = value
  end
  table.insert(steps, 1, { expect = "White> " })
  steps[#steps + 1] = { send = "\21quit\rquit\r" }
  local code, seen = pty({ "scripts/dev/with-build", os.getenv "LUCENA_LUA" or "lua5.4", "scripts/lucena" }, steps,
    { env = all })
  assert.equal(0, code, seen)
  return seen, folder:read "state/lucena/history"
end

describe("a command of the user", function()
  it("is an alias of a line, and its arguments are added to the line", function()
    local _, type_line = new_session()
    assert.equal("", type_line ":alias ml moves")
    assert.equal("Nf3 Nh3", type_line "ml g1")
    assert.equal("ml: moves", type_line ":alias")
    assert.matches("\nYour own commands\n.*\n  ml %[%.%.%.%] +moves\n", type_line ":help")
    assert.equal("", type_line ":alias ml -")
    assert.matches("^Lua: syntax error", type_line "ml g1")
    assert.equal("there is no command 'ml'", type_line ":alias ml -")
  end)

  it("is a Lua function, called with the text after the name", function()
    local session, type_line = new_session()
    type_line "command('twice', function(text) got = text .. text end, 'double a text')"
    assert.equal("twice: double a text", type_line ":command")
    type_line "twice a b"
    assert.equal("a ba b", session.environment.got)
    type_line "alias('thrice', 'twice c')"
    type_line "thrice"
    assert.equal("cc", session.environment.got)
    type_line ":alias ping pong"
    type_line ":alias pong ping"
    assert.equal("the aliases call each other without end", type_line "ping")
    type_line ":alias ping -"
    type_line ":alias pong -"
    type_line ":alias twice -"
    type_line ":alias thrice -"
  end)

  it("does not replace commands of Lucena and has a name of letters", function()
    local _, type_line = new_session()
    assert.equal("'back' is a command of Lucena", type_line ":alias back forward")
    assert.equal("'back' is a command of Lucena", type_line ":alias back -")
    assert.equal("a command's name has only the letters a to z", type_line ":alias a1 forward")
    assert.equal("the line begins with the name itself", type_line ":alias again again 5")
    assert.equal("usage: command(name, function(text) ... end, summary)", type_line "command('x', 5)")
  end)

  it("can be defined in init.lua", function()
    local folder <close> = new_folder()
    folder:run "mkdir -p config/lucena"
    folder:write("config/lucena/init.lua", "alias('gg', 'moves g1') command('hi', function() print 'hello' end)")
    prompt({ { send = "gg\r" }, { expect = "Nf3 Nh3" }, { send = "hi\r" }, { expect = "hello" } }, function()
      return { XDG_CONFIG_HOME = folder:path "config" }
    end)
  end)
end)

describe("output", function()
  it("is written to a file by > and appended by >>", function()
    local folder <close> = new_folder()
    local _, type_line = new_session()
    assert.equal("", type_line("moves g1 > " .. folder:path "out.txt"))
    assert.equal("", type_line("=6 * 7 >> " .. folder:path "out.txt"))
    assert.equal("Nf3 Nh3\n42\n", folder:read "out.txt")
    assert.matches("^cannot write .*none/out.txt: No such file", type_line("moves > " .. folder:path "none/out.txt"))
  end)

  it("is passed to a shell command by |", function()
    local r = run { "-e", "e4 | head -n 1", "-e", "moves b8 | tr N S", "--ascii" }
    assert.equal("8  r  n  b  q  k  b  n  r    1. e4\n", r.out:match("^[^\n]*\n"))
    assert.matches("\nSa6 Sc6\n$", r.out)
  end)

  it("of print is redirected, too", function()
    local r = run { "-e", "for i = 1, 5 do print(i) io.write(i, ' ') end | tail -n 2", "-e", "print 'end'" }
    assert.equal("4 5\n5 end\n", r.out)
  end)

  it("may be read in part: the program ends before it has read everything", function()
    local r = run { "-e", "=('x'):rep(300000) | head -c 3", "-e", "='still here'" }
    assert.equal("xxxstill here\n", r.out)
    assert.equal(0, r.code)
  end)

  it("is not redirected by operators of Lua and of queries", function()
    local _, type_line = new_session()
    assert.equal("true", type_line "=2 > 1")
    assert.equal("7", type_line "=3 | 4")
    type_line "t = { x = 3 }"
    assert.equal("true", type_line "=5 > t.x")
    assert.matches("^No file is loaded", type_line "filter checkmate | stalemate")
    assert.matches("^No file is loaded", type_line "filter plies > 30")
    type_line "e4"
    type_line "comment see | head a > b.txt"
    assert.equal("see | head a > b.txt", type_line "comment")
  end)

  it("of a line that fails is not written", function()
    local folder <close> = new_folder()
    local _, type_line = new_prompt()
    local text, done = type_line("Ke2 > " .. folder:path "out.txt")
    assert.is_false(done)
    assert.matches("^Ke2: ", text)
    assert.is_nil(io.open(folder:path "out.txt"))
  end)
end)

describe("the pager", function()
  local COUNTS = { PAGER = "echo lines: $(wc -l)" }

  it("gets all output of a line that is longer than the screen, after its first screenful", function()
    local seen = prompt({
      { send = "moves e2\r" }, { expect = "e3 e4" }, { expect = "White> " },
      { send = "for i = 1, 30 do print('line ' .. i) end\r" }, { expect = "line 22" }, { expect = "lines: 30" },
      { send = "=('word '):rep(500)\r" }, { expect = "lines: 1" },
      { send = ":set pager off\r" }, { expect = "White> " },
      { send = "for i = 1, 30 do print('row ' .. i) end\r" }, { expect = "row 30" },
    }, function() return COUNTS end)
    assert.is_nil(seen:find("line 23\r\n", 1, true))
  end)

  it("is not used for output without end, and shows the output of a line that fails", function()
    prompt({
      { send = "for i = 1, 45 do print((i .. ' '):rep(50000)) end print(6 * 7 .. '!')\r" }, { expect = "42!" },
      { send = "for i = 1, 30 do print(i) end error 'no more'\r" }, { expect = "lines: 3" },
    }, function() return COUNTS end)
  end)

  it("is not used if the board is shown", function()
    local seen = prompt({
      { send = "for i = 1, 30 do print(i) end play 'e4'\r" }, { expect = "Black> " }, { send = "moves\r" },
      { expect = "Nf6" },
    }, function() return COUNTS end)
    assert.is_nil(seen:find "lines:")
  end)

  it("is PAGER, or less, or more, but not cat", function()
    for value, on in pairs { cat = "off", ["more -s"] = "on" } do
      prompt({ { send = "e4 e5\r" }, { expect = "2. White" }, { send = ":set\r" }, { expect = "pager       " .. on } },
        function() return { PAGER = value } end)
    end
  end)
end)

describe("!", function()
  it("runs a shell command and prints an exit status other than 0", function()
    local r = run { "-e", "!echo from the shell", "-e", "!exit 3" }
    assert.equal("from the shell\n(exit status 3)\n", r.out)
    local _, type_line = new_session()
    assert.matches("a NAG: %$5", (type_line "!?"))
  end)
end)

describe("name?", function()
  it("shows the comment directly above a function in its file", function()
    local folder <close> = new_folder()
    local path = folder:write("own.lua", "-- Not this.\n\n-- Multiply by three.\n--- x: a \27number \n"
      .. "function triple(x)\n  return 3 * x\nend\n\nfunction bare() end\n")
    local _, type_line = new_session()
    type_line(path)
    assert.equal("triple = function(x) at " .. path .. ":5\n  Multiply by three.\n  x: a \\x1Bnumber",
      (type_line "triple?"))
    assert.equal("bare = function() at " .. path .. ":9", (type_line "bare?"))
    folder:write("own.lua", "-- Another.\n-- Another.\n-- Another.\n-- Another.\nx = 1\n")
    assert.equal("triple = function(x) at " .. path .. ":5", (type_line "triple?"))
    os.remove(path)
    assert.equal("triple = function(x) at " .. path .. ":5", (type_line "triple?"))
  end)
end)

describe("name??", function()
  it("shows the source of a function in a file, and of a command", function()
    local folder <close> = new_folder()
    folder:write("own.lua", "function triple(x)\n  return 3 * x\nend\n")
    local _, type_line = new_session()
    type_line(("dofile %q"):format(folder:path "own.lua"))
    assert.equal(folder:path "own.lua" .. ":1\nfunction triple(x)\n  return 3 * x\nend", type_line "triple??")
    assert.matches("lucena/repl/commands/walk.lua:%d+\nlocal function back%(session, rest%)\n", type_line "back??")
    assert.matches("^triple = function%(x%) at .*own%.lua:1$", type_line "triple?")
    assert.equal("no help on 'none.triple'; :help lists the commands", type_line "none.triple?")
    type_line "f = function() end"
    assert.equal("f = function() end", type_line "f??")
    assert.equal("string.rep is a function in C", type_line "string.rep??")
    assert.equal("there is no function or command 'none'", type_line "none??")
    triple = nil -- luacheck: ignore (dofile has set it)
  end)
end)

describe(":timeit", function()
  it("runs code many times", function()
    local _, type_line = new_session()
    assert.matches("^[%d.e+]+ [mµn]*s per run %(%d+ runs, processor time%)$", type_line ":timeit #board:moves()")
    assert.equal("there is no x", type_line ":timeit error 'there is no x'")
    assert.matches("^Lua: ", type_line ":timeit end")
  end)
end)

describe(":reload", function()
  it("loads a module again, into the same table", function()
    local folder <close> = new_folder()
    local path = package.path
    package.path = folder:path "?.lua;" .. path
    folder:write("reloaded.lua", "return { a = 1, old = true }")
    local _, type_line = new_session()
    type_line "m = require 'reloaded'"
    folder:write("reloaded.lua", "return { a = 2 }")
    assert.equal("loaded again: reloaded", type_line ":reload reloaded")
    assert.equal("there is no Lua module 'missing' in package.path", type_line ":reload missing")
    assert.equal("{ a = 2 }", type_line "m")
    folder:write("reloaded.lua", "return {")
    assert.matches("unexpected symbol", type_line ":reload reloaded")
    assert.equal("{ a = 2 }", type_line "require 'reloaded'")
    assert.equal("modules of Lucena cannot be loaded again", type_line ":reload lucena.json")
    folder:write("line.lua", "x = 5")
    type_line(":reload " .. folder:path "line.lua")
    assert.equal("5", type_line "x")
    package.path = path
    package.loaded.reloaded = nil
  end)
end)

describe(":reload without a name", function()
  it("loads the last module or file again, even after an error", function()
    local folder <close> = new_folder()
    local _, type_line = new_session()
    assert.equal("usage: :reload MODULE, or :reload FILE.lua; after that, :reload alone loads the same again",
      (type_line ":reload"))
    local path = folder:write("line.lua", "x = 5")
    type_line(path)
    folder:write("line.lua", "x = ")
    assert.matches("unexpected symbol", (type_line ":reload"))
    folder:write("line.lua", "x = 6")
    assert.equal("run: " .. path, (type_line ":reload"))
    assert.equal("6", (type_line "x"))
    package.preload.preloaded = function() return {} end
    type_line ":reload preloaded"
    assert.equal("loaded again: preloaded", (type_line ":reload"))
    package.preload.preloaded, package.loaded.preloaded = nil, nil
  end)
end)

describe(":edit", function()
  it("edits the last input and runs it", function()
    prompt({ { send = "=1 + 1\r" }, { expect = "2" }, { send = ":edit\r" }, { expect = "=40 + 1" }, { expect = "41" } },
      function() return { VISUAL = "sed -i 's/1 + 1/40 + 1/'" } end)
  end)

  it("edits a file and runs it, and reports an editor that fails", function()
    local folder <close> = new_folder()
    folder:write("a.lua", "answer = 1")
    prompt({ { send = ":edit " .. folder:path "a.lua" .. "\r" }, { expect = "run: " }, { send = "=answer + 1\r" },
      { expect = "43" } }, function() return { VISUAL = "sed -i s/1/42/" } end)
    prompt({ { send = ":edit\r" }, { expect = "the editor failed: false" } }, function()
      return { VISUAL = "false" }
    end)
  end)
end)

describe("a typed block", function()
  it("is one entry of the history, in this session and in the next", function()
    local _, history = prompt { { send = "for i = 1, 2 do\r" }, { expect = "... " }, { send = "print(i + 70)\r" },
      { expect = "... " }, { send = "end\r" }, { expect = "71" }, { expect = "White> " },
      { send = "\16" }, { expect = "for i = 1, 2 do" }, { expect = "end" }, { send = "\r" }, { expect = "72" },
      { expect = "White> " } }
    local file = os.tmpname()
    local out <close> = assert(io.open(file, "wb"))
    out:write(history)
    out:close()
    local lines = require("lucena.repl.history").open(file).lines
    os.remove(file)
    assert.same({ "for i = 1, 2 do\nprint(i + 70)\nend", "quit" }, lines)
  end)
end)

describe("settings", function()
  it("cannot be replaced by another value", function()
    local session, type_line = new_session()
    assert.equal("settings cannot be replaced; settings.NAME = VALUE changes one", type_line "settings = 5")
    assert.equal("table", type(session.environment.settings))
  end)
end)

describe("the source of a function", function()
  it("that was typed is its input, also after other inputs", function()
    local _, type_line = new_prompt()
    type_line "function f(a)\n  return a\nend"
    type_line "g = function() error('x') end"
    assert.equal("function f(a)\n  return a\nend", (type_line "f??"))
    assert.equal("g = function() error('x') end", (type_line "g??"))
    assert.equal("x", (type_line "g()"))
    type_line "h = load 'return 1'"
    assert.equal("the source of h is not in a file: it was typed in line 0 of an input", (type_line "h??"))
  end)
end)
