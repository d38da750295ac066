-- The prompt must survive random inputs in a session, and random keys on a terminal. This test is short;
-- scripts/dev/repl_storm.lua runs longer.

local history = require "lucena.repl.history"
local new_folder = require "spec.support.folder"
local storm = require "spec.support.storm"

local SEED = 1851

describe("random lines", function()
  it("cause no error of the prompt in a game without a position, or with digits in a comment", function()
    local folder <close> = new_folder()
    assert.same({}, storm.run({ count = 1450, seed = 58, folder = folder }).faults)
  end)

  it("do not end the session or cause an internal error, and are all saved in the history", function()
    local folder <close> = new_folder()
    local report = storm.run { count = 1000, seed = SEED, folder = folder }
    for _, fault in ipairs(report.faults) do
      assert.is_nil(("line %d, %q: %s"):format(fault.count, fault.line, fault.what))
    end
    assert.is_true(report.answers)
    assert.is_true(report.failed > 100 and report.failed < 600)
    assert.is_true(report.kilobytes < 64 * 1024)
    local at = 0
    for line in io.lines(folder:path "history") do
      at = at + 1
      assert.equal(report.wanted[at], (line:gsub("\\(.)", { n = "\n", ["\\"] = "\\" })))
    end
    assert.equal(#report.wanted, at)
    assert.is_true(#history.open(folder:path "history").lines <= at)
    local pipe <close> = assert(io.popen(("ls -l '%s/history'"):format(folder.root)))
    assert.equal("-rw-------", pipe:read("a"):sub(1, 10))
  end)
end)

describe("random keys", function()
  it("do not end the prompt, and the history has the typed lines", function()
    local folder <close> = new_folder()
    local report = storm.type { count = 250, seed = SEED, folder = folder }
    assert.equal(0, report.code)
    assert.equal(25, report.known)
    assert.equal(report.known, report.kept)
    assert.is_true(report.kilobytes < 64 * 1024)
  end)

  it("do not end the prompt by the name of a command, or with changes that are not saved", function()
    local folder <close> = new_folder()
    local typed = "q\rexit\rbye\r:quit\re4\rnew\rnew\r"
    local report = storm.type { count = 10, seed = SEED, folder = folder, typed = typed }
    assert.same({ 0, 1, 1 }, { report.code, report.known, report.kept })
  end)

  it("are read in order, even if a line was recalled from the history", function()
    local function kept(lines)
      return table.pack(storm.kept({ "a", "b", "c" }, lines:gmatch "%a"))
    end
    assert.same({ 3, nil, n = 2 }, kept "a x b a b c a")
    assert.same({ 2, "b", n = 2 }, kept "a x c a")
    assert.same({ 2, "b", n = 2 }, kept "b a c")
    assert.same({ 0, "a", n = 2 }, kept "")
  end)
end)
