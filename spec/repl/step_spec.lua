-- Step mode: keys move through the game, and the board is redrawn in place.

local pty = require "spec.support.pty"
local new_folder = require "spec.support.folder"

local GAMES = [[
[White "Anna"]
[Black "Bert"]

1. e4 {[%clk 1:05:09] [%eval 0.31] the best} e5 (1... c5 {Sicilian} 2. Nf3) (1... e6) 2. Nf3 *

[White "Carla"]
[Black "Dora"]

1. d4 *
]]

-- Starts the prompt with two games, sends keys, and types `quit` twice at the end, because the game may be changed.
-- Returns all output.
local function prompt(steps, env)
  local folder <close> = new_folder()
  folder:write("two.pgn", GAMES)
  local all = { INPUTRC = "/dev/null", TERM = "xterm", LC_ALL = "C.UTF-8", HOME = folder.root,
    XDG_STATE_HOME = folder:path "state", XDG_CONFIG_HOME = folder:path "config" }
  for name, value in pairs(env or {}) do
    all[name] = value
  end
  table.insert(steps, 1, { expect = "1. White> " })
  steps[#steps + 1] = { send = "\21quit\rquit\r" }
  local code, seen = pty({ "scripts/dev/with-build", os.getenv "LUCENA_LUA" or "lua5.4", "scripts/lucena", "--color",
    "never", folder:path "two.pgn" }, steps, { env = all })
  assert.equal(0, code, seen)
  return seen
end

describe("step mode", function()
  it("begins with Left or Right on an empty line, and steps through moves and variations", function()
    prompt {
      { send = "\27[C" }, { expect = "1. e4" }, { expect = "Evaluation: +0.31, Clock: 1:05:09" },
      { expect = "the best" }, { expect = "Esc: end." },
      { send = "\27[C" }, { expect = "1... e5" }, { send = "\27[B" }, { expect = "1... c5" }, { expect = "Sicilian" },
      { send = "\27[B" }, { expect = "1... e6" },
      { send = "\27[B" }, { expect = "There is no further variation here." },
      { send = "\27[A\27[A" }, { expect = "1... e5" }, { send = "\27OF" }, { expect = "2. Nf3" },
      { send = "\27[C" }, { expect = "This is the end of the line." },
      { send = "\27OH" }, { expect = "Start" }, { send = "\27" }, { expect = "1. White> " },
      { send = "e4 e5\r" }, { expect = "2. White> " },
      { send = "\27[D" }, { expect = "1. e4" }, { expect = "Esc: end." }, { send = "\r" }, { expect = "1... Black> " },
    }
  end)

  it("redraws in place: the cursor goes up by the number of drawn lines, and the hint is erased at the end", function()
    local seen = prompt { { send = "\27[C" }, { expect = "Esc: end." }, { send = "\27[C" }, { expect = "Esc: end." },
      { send = "\27" }, { expect = "2. White> " } }
    assert.is_truthy(seen:find("Esc: end.\27[K\r\n\27[J\27[10A8  ", 1, true), seen)
    assert.is_truthy(seen:find("\27[?2004l\r\27[1A\27[J", 1, true), seen)
  end)

  it("lists its keys in at most 39 columns, because a longer line would not be erased as a whole", function()
    local seen = prompt { { send = "\27[C" }, { expect = "Esc: end." }, { send = "?" }, { expect = "and type" },
      { send = "\27" }, { expect = "1... Black> " } }
    local list = seen:match("Left, Right  .-and type")
    for line in list:gmatch("[^\r\n]+") do
      assert.is_true(#line:gsub("\27%[K", "") <= 39, line)
    end
  end)

  it("opens the other games, turns the board and lists its keys", function()
    prompt {
      { send = "\27[C" }, { expect = "1. e4" }, { send = "\27[6~" }, { expect = "Game 2: Carla – Dora" },
      { send = "\27[6~" }, { expect = "This is the last one." }, { send = "\6" }, { expect = "h  g  f  e" },
      { send = "?" }, { expect = "Ctrl-F              turn the board" }, { send = "\27[C" }, { expect = "1. d4" },
      { send = "\27[5~" }, { expect = "Game 1: Anna – Bert" }, { send = "\27" }, { expect = "1. White> " },
    }
  end)

  it("warns before it leaves a changed game; the same key again leaves it", function()
    prompt {
      { send = "e4 {good}\r" }, { expect = "1... Black> " }, { send = "\27[D" }, { expect = "Esc: end." },
      { send = "\27[6~" }, { expect = "The game has changes that are not saved" }, { expect = "undo returns to it)." },
      { send = "\27[6~" }, { expect = "Game 2" }, { send = "\27" }, { expect = "1. White> " },
    }
  end)

  it("ends at any other key, which goes to the next input: characters, editing keys, pasted text", function()
    prompt {
      { send = "\27[C" }, { expect = "Esc: end." }, { send = "é" }, { expect = "Black> é" },
      { send = "\127=6*7\r" }, { expect = "42" }, { expect = "Black> " },
      { send = "\27[C" }, { expect = "Esc: end." }, { send = "\16" }, { expect = "White> =6*7" },
      { send = "\21" }, { send = "\27[D" }, { expect = "Esc: end." }, { send = "\27[200~c6\27[201~" },
      { expect = "Black> \27[7mc6" }, { send = "\r" }, { expect = "2. White> " },
    }
  end)

  it("does not begin in a line with text, and Ctrl-C ends it", function()
    prompt {
      { send = "5\27[D4\27[C\1=\r" }, { expect = "45" }, { expect = "1. White> " },
      { send = "\27[C" }, { expect = "Esc: end." }, { send = "\3" }, { expect = "1... Black> " },
      { send = "do\r" }, { expect = "... " }, { send = "\27[Dend\r" }, { expect = "1... Black> " },
    }
  end)

  it("begins with the command step, which needs a terminal", function()
    prompt { { send = "step\r" }, { expect = "Esc: end." }, { send = "\27[C" }, { expect = "1. e4" },
      { send = "\27" }, { expect = "1... Black> " } }
    local _, type_line = require("spec.support.prompt")()
    assert.equal("step needs a terminal and readline; use forward and back", (type_line "step"))
  end)

  it("keeps the keys that were typed ahead of it", function()
    prompt { { send = "step\r\27[C\27[C=12\2\0043\r" }, { expect = "1... e5" }, { expect = "\r13\r\n" },
      { expect = "2. White> " } }
  end)

  it("draws again after a resize", function()
    prompt { { send = "\27[C" }, { expect = "Esc: end." }, { resize = "100 30" }, { expect = "\27[H\27[2J" },
      { expect = "1. e4" }, { send = "\27" }, { expect = "1... Black> " } }
  end)

  it("prints every board on a dumb terminal, and the keys once", function()
    local seen = prompt({ { send = "\27[C" }, { expect = "1. e4" }, { expect = "a  b  c" }, { expect = "Esc: end." },
      { send = "\27[C" }, { expect = "1... e5" }, { expect = "a  b  c" }, { send = "\27" }, { expect = "2. White> " } },
      { TERM = "dumb" })
    assert.is_nil(seen:match("\27%[%d*[AJ]"), seen)
    assert.equal(1, select(2, seen:gsub("Esc: end%.", "")))
  end)
end)
