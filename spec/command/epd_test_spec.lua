-- lucena epd test: which positions count as solved, points, engines that exit or do not answer, and the commands that
-- the engine gets with each option.

local fake = require "spec.support.fake_engine"
local need = require "spec.support.need"
local run = require "spec.support.run"

-- Runs the command with an engine written in a few lines of Lua.
local function test(suite, changes, ...)
  local argv = fake(changes)
  local words = { "epd", "test", "-q", "--engine", argv[1], "--timeout", "3" }
  for i = 2, #argv do
    words[#words + 1] = "--engine-arg=" .. argv[i]
  end
  table.move({ ... }, 1, select("#", ...), #words + 1, words)
  words.stdin = suite
  local r = run(words)
  -- The measured times differ from run to run.
  r.out = r.out:gsub(" %d%.%d%d ", " 0.00 "):gsub("solution [%d.]+ s, [%d.]+ s", "solution 0.00 s, 0.000 s")
  return r
end

local START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "

describe("lucena epd test", function()
  it("reports solved positions by bm, am and dm, and adds points", function()
    local suite = START .. 'bm d4 e4; id "right";\n' .. START .. 'bm d4; id "wrong"; c0 "d4=10, e4=4, Ke9=99";\n'
      .. START .. 'am e4; id "avoid";\n' .. START .. 'dm 3; id "a name that is too long for its column";\n'
      .. START .. 'dm 1;\n' .. START .. 'id "nothing to test";\n'
    local r = test(suite, [[ function on.go()
      say "info depth 4 score cp 11 pv d2d4"
      say "info depth 5 score mate 2 pv e2e4"
      say "bestmove e2e4"
    end ]])
    assert.same({ code = 0, err = "", out = [[
       id                        solved  move      wanted          seconds  depth    score  points
    1  right                     yes     e4        d4 e4              0.00      5       #2
    2  wrong                     no      e4        d4                           5       #2       4
    3  avoid                     no      e4        not e4                       5       #2
    4  a name that is too long…  yes     e4        mate in 3          0.00      5       #2
    5                            no      e4        mate in 1                    5       #2

solved 2 of 5 (40.0 %)
time to the solution 0.00 s, 0.000 s each
points 4 of 10 (40.0 %)
]] }, r)
  end)

  it("starts another engine if one exits", function()
    local suite = START .. 'bm e4; id "dies";\n' .. START:gsub(" w ", " b ") .. 'bm e5; id "lives";\n'
    local r = test(suite, [[ function on.position(line)
      function on.go()
        if line:find(" w ", 1, true) then os.exit(3) end
        say "bestmove e7e5"
      end
    end ]])
    assert.equal(3, r.code)
    assert.is_truthy(r.err:find("ended with status 3 when it was asked 'go movetime 1000'", 1, true), r.err)
    assert.is_truthy(r.out:find("    1  dies                      lost              e4\n", 1, true), r.out)
    assert.is_truthy(r.out:find("\nsolved 1 of 2 (50.0 %)\n", 1, true), r.out)
  end)

  it("stops if the engine always exits", function()
    local r = test((START .. "bm e4;\n"):rep(9), "function on.go() os.exit(3) end")
    assert.equal(3, r.code)
    assert.is_truthy(r.err:find("this happened 3 times in a row, so the command ends\n", 1, true), r.err)
  end)

  it("gives the engine the limits of the options", function()
    local changes = [[ local told = ""
      function on.setoption(line) told = told .. line:sub(16) .. "," end
      function on.go(line) io.stderr:write(told, line, "\n") say "bestmove e2e4" end ]]
    local r = test(START .. "bm e4;\n", changes, "--depth", "7", "--nodes", "900", "--engine-option", "hash=8",
      "--engine-option", "Style of Play=risky")
    assert.equal("Hash value 8,Style of Play value Risky,go depth 7 nodes 900\n", r.err)
  end)

  it("refuses wrong options", function()
    local function message(...)
      local r = run { "epd", "test", ..., stdin = "" }
      assert.equal("", r.out)
      return r.code .. " " .. r.err:match("([^\n]*)\n$")
    end
    assert.equal("2 lucena: give an engine: --engine stockfish", message())
    assert.equal("lucena: --depth takes an integer from 1 to 1000000000000, not '0'\n",
      run({ "epd", "test", "--engine=x", "--depth=0", stdin = "" }).err:match("[^\n]*\n$"))
    assert.equal("3 lucena: no-such-engine: cannot be started: No such file or directory",
      message("--engine=no-such-engine"))
    local r = test("", "", "--engine-option", "Hash=lots")
    assert.same({ 2, "integer from 1 to 64, not lots\n" }, { r.code, r.err:match("integer from.*$") })
  end)

  it("finds mates with Stockfish", function()
    local r = run { "epd", "test", "-q", "--engine", need.program "stockfish", "--depth", "3", "--engine-option=Hash=1",
      "spec/data/epd/suite.epd" }
    assert.equal(0, r.code)
    assert.is_truthy(r.out:find("one: scholar              yes     Qxf7#", 1, true), r.out)
  end)
end)
