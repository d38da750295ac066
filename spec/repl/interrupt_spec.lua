-- Ctrl-C ends the current computation in Lua or in the core, and the session continues.

local new_folder = require "spec.support.folder"
local pty = require "spec.support.pty"
local shell = require "spec.support.shell"
local guard = require "lucena.core".guard

local LUA = os.getenv("LUCENA_LUA") or "lua5.4"
local SESSION = { "scripts/dev/with-build", LUA, "spec/support/edit_session.lua" }
local ENV = { INPUTRC = "/dev/null", TERM = "xterm", LC_ALL = "C.UTF-8" }

-- Each input prints "busy" and then runs forever, or for hours. The word is written in two parts, because the terminal
-- also shows the input as it is typed.
local BUSY = 'io.write("bu", "sy\\n") '
local ENDLESS = {
  "!" .. BUSY .. "while true do end",
  "!" .. BUSY .. "while true do pcall(function() while true do end end) end",
  "!local function f() return f() end " .. BUSY .. "while true do xpcall(f, debug.traceback) end",
  "!" .. BUSY .. '; ("x"):rep(1e7):gsub("x", function() for _ = 1, 1e7 do end end)',
  "!coroutine.wrap(function() " .. BUSY .. "while true do end end)()",
  "!" .. BUSY .. "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
  "!local c = coroutine.wrap(function() coroutine.wrap(function() " .. BUSY .. "repeat until false end)() end) c()",
  "!" .. BUSY .. "chess.position():perft(12)",
  "!" .. BUSY .. 'chess.open("/dev/zero"):read()',
  "!local r = chess.open '-' " .. BUSY .. "r:read()",
}

-- Sends Ctrl-C. If the prompt does not react after a moment, sends it again.
local ENDS = { insist = { "result\tfalse\tinterrupted", "" } }

describe("Ctrl-C", function()
  it("ends loops of Lua, in pcall and coroutines, perft, and readers that wait or search", function()
    local folder <close> = new_folder()
    folder:run "mkfifo pipe.pgn"
    local steps = {
      -- Opening a named pipe waits until a writer opens it.
      { expect = "> " }, { send = "!" .. BUSY .. ("chess.open '%s'\r"):format(folder:path "pipe.pgn") },
      { expect = "busy" }, ENDS,
    }
    for _, code in ipairs(ENDLESS) do
      steps[#steps + 1] = { expect = "> " }
      steps[#steps + 1] = { send = code .. "\r" }
      steps[#steps + 1] = { expect = "busy" }
      steps[#steps + 1] = ENDS
    end
    for _, step in ipairs {
      -- A coroutine that was created by an earlier line.
      { expect = "> " }, { send = "!C = coroutine.create(function() coroutine.yield() while true do end end) "
        .. "return coroutine.resume(C)\r" }, { expect = "result\ttrue\ttrue" },
      { expect = "> " }, { send = "!" .. BUSY .. "coroutine.resume(C)\r" }, { expect = "busy" }, ENDS,
      { expect = "> " }, { send = "!return 20 + 3\r" }, { expect = "result\ttrue\t23" },
      { expect = "> " }, { send = "\4" },
    } do
      steps[#steps + 1] = step
    end
    assert.equal(0, (pty(SESSION, steps, { env = ENV })))
  end)

  it("is not lost if it is pressed before a reader begins to wait", function()
    -- Lua does not call hooks in a finalizer, so the reader starts after the signal has arrived.
    local folder <close> = new_folder()
    local script = folder:write("script.lua", [[
      local chess = require "lucena"
      print(require "lucena.core".guard(function()
        setmetatable({}, { __gc = function()
          io.popen("kill -INT $PPID"):close()
          chess.open("-"):read()
        end })
        collectgarbage()
      end))]])
    -- The shell opens the other end of the pipe but never writes to it.
    folder:run(("mkfifo pipe; cd '%s'; timeout 20 scripts/dev/with-build %s '%s' 0<>'%s' >'%s' 2>&1"):format(
      os.getenv "PWD", LUA, script, folder:path "pipe", folder:path "out"))
    assert.equal("false\tinterrupted\n", folder:read "out")
  end)

  it("ends the program when it is pressed three times, if Lua cannot be interrupted", function()
    local pipe = assert(io.popen("scripts/dev/with-build " .. LUA .. [[ - 2>&1 <<'END'
      local press = "kill -INT $PPID"
      require "lucena.core".guard(function()
        setmetatable({}, { __gc = function()
          for _ = 1, 5 do
            io.popen(press):close()
            io.write "pressed "
            io.flush()
          end
        end })
        collectgarbage()
      end)
END]]))
    local said = pipe:read("a")
    local _, how, number = pipe:close()
    assert.equal("pressed pressed \nstill busy, in code that cannot be interrupted: Ctrl-C again ends the program\n"
      .. "pressed ", said)
    assert.is_true(how == "signal" and number == 2 or how == "exit" and number == 130)
  end)
end)

describe("guard", function()
  it("returns the function's values, or its error unchanged", function()
    assert.same({ true, 1, nil, 3, n = 4 }, table.pack(guard(function(...) return ... end, 1, nil, 3)))
    local object = {}
    assert.same({ false, object, n = 2 }, table.pack(guard(error, object)))
    assert.has_error(function() guard(5) end, "bad argument #1 to 'guard' (function expected, got number)")
    assert.same({ true, false, "inner" }, { guard(guard, error, "inner") })
  end)

  it("leaves the library and the debug hooks unchanged", function()
    local create, wrap, hook = coroutine.create, coroutine.wrap, debug.gethook()
    local _, other, thread, values = guard(function()
      local made = coroutine.create(function(...) return coroutine.yield(...) end)
      return coroutine.create ~= create, made, { coroutine.wrap(function(a) return a, 2 end)(1) }
    end)
    assert.is_true(other)
    assert.equal(create, coroutine.create)
    assert.equal(wrap, coroutine.wrap)
    assert.equal(hook, (debug.gethook()))
    assert.same({ true, 7 }, { coroutine.resume(thread, 7) })
    assert.same({ 1, 2 }, values)
    local _, message = guard(function() coroutine.create() end)
    assert.is_truthy(message:find("bad argument #1 to 'create' (function expected, got no value)", 1, true))
  end)

  it("keeps a function that the program sets in the library during the call", function()
    local library = require "coroutine"
    local create = library.create
    local function mine() end
    guard(function() library.create = mine end)
    assert.equal(mine, library.create)
    library.create = create
  end)
end)

describe("a command that waits for a pipe", function()
  it("ends at the first Ctrl-C, and leaves no file", function()
    local folder <close> = new_folder()
    folder:write("mark.lua",
      ("io.open(%q, 'w'):close()\nreturn function() return true end\n"):format(folder:path "mark"))
    local said = shell(([[
      mkfifo D/pipe
      { cat spec/data/engine/engine.pgn; exec sleep 20; } >D/pipe & writer=$!
      lucena filter D/mark.lua D/pipe -o D/out.pgn 2>&1 & reader=$!
      for i in $(seq 100); do [ -e D/mark ] && break; sleep 0.05; done
      sleep 0.3
      kill -INT $reader
      for i in $(seq 200); do kill -0 $reader 2>/dev/null || break; sleep 0.05; done
      kill -KILL $reader 2>/dev/null && echo it goes on
      wait $reader
      echo $?
      kill $writer]]):gsub("D/", folder.root .. "/"))
    assert.equal("lucena: interrupted\n130\n", said)
    assert.same({ "mark", "mark.lua", "pipe" }, folder:names())
  end)
end)
