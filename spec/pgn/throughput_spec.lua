-- Large real files. Games, counts and final positions must equal the recorded ones (spec/data/throughput/SOURCE.txt). A
-- full copy must be identical, and memory must not grow with the file. The tests of copies and memory also use a small
-- file, so that they run on every machine.

local chess = require "lucena"
local need = require "spec.support.need"
local shell = require "spec.support.shell"
local new_folder = require "spec.support.folder"
local read = require("spec.support.file").read

local SAMPLE = "spec/data/engine/engine.pgn"

-- "GAMES PLIES SUM CODES": SUM is the sum of the keys of all final positions modulo 2^64 (a game whose FEN gives no
-- position has none); the codes have their counts.
local function summary(path)
  local reader <close> = assert(chess.open(path, { check = true }))
  local games, plies, sum, counts = 0, 0, 0, {}
  local function take()
    for _, d in ipairs(reader:take_diagnostics()) do
      counts[d.code] = (counts[d.code] or 0) + 1
    end
  end
  for g in function() return (reader:read()) end do
    games, plies, sum = games + 1, plies + g.plies, sum + (g.final and g.final.key or 0)
    if games % 500 == 0 then
      take()
    end
  end
  take()
  local codes = {}
  for code, count in pairs(counts) do
    codes[#codes + 1] = code .. "=" .. count
  end
  table.sort(codes)
  return ("%d %d %016x %s"):format(games, plies, sum, codes[1] and table.concat(codes, ",") or "-")
end

local function md5_of_moves(path)
  need.program("md5sum")
  return shell(("lucena convert -q --to uci %s 2>/dev/null | md5sum"):format(path)):match("^%x+")
end

local FILES = {}
for line in io.lines("spec/data/throughput/expected.tsv") do
  local name, wanted, moves = line:match("^([^\t#]+)\t(.*)\t(%x+)$")
  if name then
    FILES[#FILES + 1] = { name = name, wanted = wanted:gsub("\t", " "), moves = moves }
  end
end

describe("a large file", function()
  it("of each kind has a row", function()
    assert.equal(5, #FILES)
  end)

  for _, row in ipairs(FILES) do
    it("such as " .. row.name .. " has the games and final positions recorded", function()
      assert.equal(row.wanted, summary(need.data("throughput/" .. row.name)))
    end)

    it("such as " .. row.name .. " has the moves recorded", function()
      assert.equal(row.moves, md5_of_moves(need.data("throughput/" .. row.name)))
    end)

    it("such as " .. row.name .. " is copied byte for byte", function()
      local path = need.data("throughput/" .. row.name)
      need.program("zstd")
      local folder <close> = new_folder()
      local script = folder:write("all.lua", "return function(g) return g ~= nil end")
      for _, how in ipairs { "--games 1-", "-s " .. script } do
        assert.equal("0\n", shell(("set -o pipefail; lucena filter -q %s %s | cmp - <(zstd -dc %s); echo $?")
          :format(how, path, path)))
      end
    end)
  end

  it("is copied byte for byte, ten times the sample", function()
    local folder <close> = new_folder()
    local text = read(SAMPLE):rep(10, "\n")
    local path = folder:write("a.pgn", text)
    local script = folder:write("all.lua", "return function(g) return g ~= nil end")
    for _, how in ipairs { "--games 1-", "-s " .. script } do
      assert.is_true(text == shell(("lucena filter -q %s %s"):format(how, path)))
    end
  end)
end)

-- ---- memory -----------------------------------------------------------------------------------------

-- A Lua file that runs before the command. When the command ends, it prints the peak of resident memory.
local SAY_PEAK = [[
local exit = os.exit
os.exit = function(...)
  for line in io.lines("/proc/self/status") do
    if line:find("^VmHWM") then io.stderr:write(line, "\n") end
  end
  exit(...)
end]]

local COMMANDS = {
  "filter -q --games 1- %s", "filter -q -s %s.lua %s", "check -q %s", "convert -q %s", "convert -q --to uci %s",
  "convert -q --to csv %s", "convert -q --to jsonl %s",
}

-- This is not tested under a sanitizer, which needs many times the memory of the program.
if not os.getenv("LD_PRELOAD") and io.open("/proc/self/status") then
  describe("peak memory", function()
    local folder, small, large

    -- The peak in MiB. `input`: a redirection for the command.
    local function peak_of(command, input)
      local said = shell(("LUA_INIT_5_4=@%s lucena %s %s 2>&1 >/dev/null"):format(folder:path "say.lua", command,
        input or ""))
      return tonumber(said:match("VmHWM:%s*(%d+) kB")) / 1024
    end

    setup(function()
      folder = new_folder()
      folder:write("say.lua", SAY_PEAK)
      local text = read(SAMPLE)
      small, large = folder:write("small.pgn", text:rep(2, "\n")), folder:write("large.pgn", text:rep(8, "\n"))
      for _, path in ipairs { small, large } do
        folder:write(path:match("[^/]+$") .. ".lua", "return function(g) return g.plies > 0 end")
      end
    end)

    teardown(function()
      folder:__close()
    end)

    for _, command in ipairs(COMMANDS) do
      it(("of lucena %s is the same for a file and one four times as large"):format(command:match("[^%%]+")), function()
        local least, most = peak_of(command:gsub("%%s", small)), peak_of(command:gsub("%%s", large))
        assert.is_true(most <= 64 and most - least < 3, ("%.1f and %.1f MiB"):format(least, most))
      end)
    end

    it("is small for a pipe and for compressed input", function()
      local path = need.data("throughput/otb.pgn.zst")
      need.program("zstd")
      local plain, packed = peak_of("check -q -", ("< <(zstd -dc %s)"):format(path)), peak_of("check -q " .. path)
      assert.is_true(plain <= 64, plain .. " MiB")
      -- The window of zstd -19 is 8 MiB.
      assert.is_true(packed <= 64 + 8, packed .. " MiB")
    end)
  end)
end
