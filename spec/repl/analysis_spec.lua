-- The result of eval: the prompt redraws it while the engine thinks, keeps it after Ctrl-C, and plays the best move on
-- `play best`.

local fake = require "spec.support.fake_engine"
local new_folder = require "spec.support.folder"
local pty = require "spec.support.pty"
local sessions = require "lucena.repl.session"

local LINES = [[
function on.go()
  say "info depth 1 multipv 1 score cp 20 pv e2e4"
  say "info depth 1 multipv 2 score cp 10 pv d2d4 d7d5"
  say "info depth 2 multipv 1 score cp 35 pv e2e4 e7e5"
  say "bestmove e2e4"
end]]

-- Returns a function that types an input and returns the output; the session; and the texts that were drawn.
local function new(changes)
  local written, drawn = {}, {}
  local session = sessions.new { out = function(text) written[#written + 1] = text end,
    redraw = function(text, lines) drawn[#drawn + 1] = { text, lines } end }
  session.settings.board, session.engine_spec = false, fake(changes)
  return function(line)
    written = {}
    local done = session:line(line)
    return table.concat(written):gsub("\n$", ""), done
  end, session, drawn
end

describe("eval", function()
  it("redraws one block, and prints the result at the end", function()
    local type_line, session, drawn = new(LINES)
    assert.equal("+0.35, depth 2 (Fake 1)\n1 +0.35 1. e4 e5\n2 +0.10 1. d4 d5", (type_line "eval lines 2"))
    session.engine:quit()
    assert.same({
      { "+0.20, depth 1 (Fake 1)\n1. e4", 0 },
      { "+0.20, depth 1 (Fake 1)\n1 +0.20 1. e4\n2 +0.10 1. d4 d5", 2 },
      { "+0.35, depth 2 (Fake 1)\n1 +0.35 1. e4 e5\n2 +0.10 1. d4 d5", 3 },
      { "", 3 },
    }, drawn)
    assert.equal("usage: eval lines N, with N from 1 to 50", (type_line "eval lines 99"))
  end)

  it("redraws whole rows on a narrow terminal: no row is wider than the terminal", function()
    local type_line, session, drawn = new(LINES)
    session.settings.width = 20
    type_line "eval"
    session.engine:quit()
    assert.same({ "+0.20, depth 1 (Fake\n  1)\n1. e4", 0 }, drawn[1])
    assert.equal(3, drawn[2][2])
  end)

  it("is played by play best here, and by vary best in place of the last move", function()
    local type_line, session = new(LINES)
    type_line "eval"
    type_line "d4"
    assert.equal("the last eval was for another position", (type_line "play best"))
    type_line "vary best"
    assert.equal("e4", session.node.san)
    type_line "new"
    type_line "Nf3 Nf6 Ng1 Ng8"
    type_line "eval"
    session.engine:quit()
    assert.equal("the last eval was for this position: play best", (type_line "vary best"))
    type_line "play best"
    assert.equal("e4", session.node.san)
  end)

  it("keeps the result so far if it is interrupted", function()
    local folder <close> = new_folder()
    local words = fake 'function on.go() say "info depth 5 score cp 33 pv e2e4 e7e5" end function on.stop() end'
    folder:write("engine.lua", words[3])
    local code, seen = pty({ "scripts/dev/with-build", words[1], "scripts/lucena", "--no-init", "--ascii" }, {
      { expect = "1. White> " }, { send = (":engine %s %s\r"):format(words[1], folder:path "engine.lua") },
      { expect = "eval and hint use" }, { expect = "1. White> " }, { send = "eval 600\r" },
      { expect = "+0.33, depth 5 (Fake 1)" }, { send = "\3" },
      { expect = "+0.33, depth 5 (Fake 1)" }, { expect = "1. e4 e5" }, { expect = "interrupted" },
      { expect = "1. White> " }, { send = "play best\r" }, { expect = "1... Black> " }, { send = "=node.eval\r" },
      { expect = "0.33" }, { expect = "1... Black> " }, { send = "new\r" }, { expect = "input to leave it" },
      { send = "new\r" }, { expect = "1. White> " }, { send = "\4" },
    }, { env = { INPUTRC = "/dev/null", TERM = "xterm", LC_ALL = "C.UTF-8", HOME = folder.root } })
    assert.equal(0, code, seen)
  end)
end)

describe("the best move", function()
  it("is played, or added as a variation, with its evaluation", function()
    local type_line, session = new(LINES)
    assert.equal("eval has found no move yet", (type_line "play best"))
    type_line "eval"
    type_line "d4"
    assert.equal("the last eval was for another position", (type_line "play best"))
    assert.equal("", (type_line "vary best"))
    session.engine:quit()
    assert.equal("1. d4 (1. e4 {[%eval 0.35]}) *\n", session.game:movetext())
    type_line "undo"
    assert.equal("1. d4 *\n", session.game:movetext())
  end)
end)

describe("eco", function()
  it("finds parts of names", function()
    local type_line = new()
    local text = type_line "eco najdorf"
    assert.is_truthy(text:find("^B90 Sicilian Defence: Najdorf Variation: "))
    assert.is_truthy(type_line("eco sicilian"):find("\nand %d+ more$"))
    assert.is_truthy(type_line("eco nosuch"):find("no opening has the name or code 'nosuch'", 1, true))
  end)
end)
