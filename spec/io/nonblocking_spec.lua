-- Standard streams that another program has made non-blocking. No data may be lost while the other end is slow. `dd` of
-- the GNU coreutils is such a program: the flag belongs to the open file, which dd shares with Lucena.

local shell = require "spec.support.shell"

local SAMPLE = "spec/data/engine/engine.pgn"
local OUT, IN = "dd if=/dev/null oflag=nonblock status=none", "dd count=0 of=/dev/null iflag=nonblock status=none"

-- Runs a command whose output goes into a pipe with a slow reader. Returns the number of bytes and the exit status.
local function into_slow_pipe(command)
  return shell(("{ %s; %s 2>/dev/null; echo $? >&3; } 3>&1 1> >(sleep 0.2; wc -c)"):format(OUT, command))
end

-- The name of the module is written in two parts, because spec.support.shell replaces the word `lucena`.
local PROGRAM = (os.getenv("LUCENA_LUA") or "lua5.4") .. [[ -e 'local chess = require("luc" .. "ena") ]]

local function lines_of(text)
  local list = {}
  for line in text:gmatch("%d+") do
    list[#list + 1] = math.tointeger(line)
  end
  table.sort(list)
  return list
end

describe("a standard stream that does not block", function()
  local size = #require("spec.support.file").read(SAMPLE)

  it("is written completely by commands and scripts", function()
    assert.same({ 0, size }, lines_of(into_slow_pipe("lucena merge " .. SAMPLE)))
    local script = "-e 'for i = 1, 30000 do print(123456789) end'"
    assert.same({ 0, 300000 }, lines_of(into_slow_pipe("lucena " .. script)))
  end)

  it("is written completely by programs", function()
    local program = PROGRAM .. [[local w = chess.writer("-"); w:write(("x"):rep(300000)); assert(w:close())']]
    assert.same({ 0, 300000 }, lines_of(into_slow_pipe(program)))
  end)

  it("is read completely", function()
    local program = PROGRAM .. [[for g in chess.games("-") do print(#g.text) end']]
    local line = "{ echo e4 \\*; sleep 0.2; echo d4 \\*; } | { %s; sleep 0.1; %s; }"
    assert.equal("4\n4\n", shell(line:format(IN, program)))
  end)
end)
