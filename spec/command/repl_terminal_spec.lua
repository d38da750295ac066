-- lucena on a terminal: typed and pasted lines, and the files that it reads before the first prompt.

local file = require "spec.support.file"
local folder = require "spec.support.folder"
local pty = require "spec.support.pty"

local LUA = os.getenv("LUCENA_LUA") or "lua5.4"

local GAME = '[White "Tal"]\n[Black "Botvinnik"]\n\n1. e4 c6 2. d4 d5\n3. Nc3 dxe4 {Caro-Kann\nmain line} 4. Nxe4 1-0\n'

describe("lucena on a terminal", function()
  local home
  setup(function()
    home = folder().root
    assert(os.execute(("mkdir -p '%s/config/lucena'"):format(home)))
    file.write(home .. "/config/lucena/init.lua", "function greet() return 'hel' .. 'lo' end\n")
  end)
  teardown(function()
    os.execute(("rm -r '%s'"):format(home))
  end)

  local function type_lines(steps, arguments, env, options)
    local command = { "scripts/dev/with-build", LUA }
    table.move(options or {}, 1, #(options or {}), 3, command)
    command[#command + 1] = "scripts/lucena"
    table.move(arguments or {}, 1, #(arguments or {}), #command + 1, command)
    env = env or {}
    env.INPUTRC, env.TERM, env.LC_ALL, env.HOME = "/dev/null", "xterm", "C.UTF-8", home
    env.XDG_CONFIG_HOME, env.XDG_STATE_HOME = home .. "/config", home .. "/state"
    return pty(command, steps, { env = env, columns = 90, rows = 40 })
  end

  it("shows the move number, plays moves, completes words, and reads pasted text as one input", function()
    local code, seen = type_lines {
      { expect = "1. White> " }, { send = "e4\r" },
      { expect = "B00" }, { expect = "1... Black> " }, { send = "c\t" .. "5\r" },
      { expect = "Sicilian" }, { expect = "2. White> " }, { send = "\27[200~" .. GAME .. "\27[201~\r" },
      { expect = "Tal – Botvinnik, 1-0: 2 tags, " }, { expect = "4... Black> " }, { send = "for i = 1, 2 do\r" },
      { expect = "... " }, { send = "x = i end\r" }, { expect = "4... Black> " }, { send = "=x + 40\r" },
      { expect = "42" }, { expect = "4... Black> " }, { send = "=gre\t()\r" }, { expect = "hello" },
      { expect = "4... Black> " }, { send = "Ke\3" }, { expect = "4... Black> " }, { send = "\4" },
      { expect = "repeat" }, { expect = "4... Black> " }, { send = "\4" },
    }
    assert.equal(0, code)
    assert.is_truthy(seen:find("\27[48;5;", 1, true)) -- colours
    assert.is_truthy(file.read(home .. "/state/lucena/history"):find("e4\n", 1, true))
  end)

  it("continues after Ctrl-C in perft and in Lua", function()
    local code = type_lines {
      -- Lua prints a number first, so that Ctrl-C is sent after the work has begun.
      { expect = "1. White> " }, { send = "=print(6 * 7) or board:perft(9)\r" }, { expect = "42\r" }, { send = "\3" },
      { expect = "interrupted" }, { expect = "1. White> " },
      { send = "print(7 * 8) while true do pcall(error) end\r" }, { expect = "56\r" }, { send = "\3" },
      { expect = "interrupted" }, { expect = "1. White> " }, { send = "quit\r" },
    }
    assert.equal(0, code)
  end)

  it("works without the line editor", function()
    local code = type_lines({
      { expect = "1. White> " }, { send = "e4 c5\r" }, { expect = "Sicilian" }, { expect = "2. White> " },
      { send = GAME:gsub("\n", "\r") }, { expect = "Tal – Botvinnik, 1-0: 2 tags, " }, { expect = "4... Black> " },
      { send = "Ke\3" }, { expect = "4... Black> " }, { send = "print(7 * 8) while true do end\r" },
      { expect = "56\r" }, { send = "\3" }, { expect = "interrupted" }, { expect = "4... Black> " },
      { send = "undo\r" }, { expect = "Sicilian" }, { expect = "2. White> " },
      { send = "\4" }, { expect = "repeat" }, { expect = "2. White> " }, { send = "\4" },
    }, nil, nil, { "-e", "package.preload['lucena.readline'] = function() error 'not built' end" })
    assert.equal(0, code)
    assert.is_truthy(file.read(home .. "/state/lucena/history"):find("e4 c5\n", 1, true))
  end)

  it("shows the prompt after a script, with -i", function()
    local script = home .. "/opening.lua"
    file.write(script, "play 'd4 d5'; answer = ...")
    local code = type_lines({
      { expect = "2. White> " }, { send = "answer\r" }, { expect = "forty" }, { expect = "2. White> " },
      { send = "\4" }, { expect = "repeat" }, { expect = "2. White> " }, { send = "\4" },
    }, { "-i", script, "forty" })
    assert.equal(0, code)
  end)

  it("loses no line if it is killed", function()
    type_lines({
      { expect = "1. White> " }, { send = "a4\r" }, { expect = "1... Black> " },
      { send = "os.execute 'kill -KILL $PPID'\r" },
    })
    local history = file.read(home .. "/state/lucena/history")
    assert.is_truthy(history:find("\na4\nos.execute 'kill -KILL $PPID'\n", 1, true))
  end)

  it("ignores init.lua and prints no colors on request", function()
    local _, seen = type_lines({
      { expect = "1. White> " }, { send = "e4\r" }, { expect = "1... Black> " }, { send = "greet\r" },
      { expect = "There is no 'greet'." }, { expect = "1... Black> " },
      { send = "\4" }, { expect = "repeat" }, { expect = "1... Black> " }, { send = "quit\r" },
    }, { "--no-init" }, { NO_COLOR = "1" })
    assert.is_nil(seen:find("\27[48;5;", 1, true))
  end)

  it("reports errors in init.lua, and shows the prompt", function()
    file.write(home .. "/config/lucena/init.lua", "settings.flip = = true\n")
    type_lines { { expect = "init.lua:1: unexpected symbol" }, { expect = "1. White> " }, { send = "\4" } }
    file.write(home .. "/config/lucena/init.lua", "error 'broken'\n")
    local code = type_lines {
      { expect = "init.lua:1: broken" }, { expect = "1. White> " }, { send = "\4" },
    }
    assert.equal(0, code)
  end)
end)
