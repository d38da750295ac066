-- lucena sample: the number of games, their equal chances, and their order.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/engine/engine.pgn"

local function numbered(count)
  local parts = {}
  for i = 1, count do
    parts[i] = ('[Round "%d"]\n\n*\n'):format(i)
  end
  return table.concat(parts, "\n")
end

local function rounds_of(text)
  local list = {}
  for number in text:gmatch('%[Round "(%d+)"%]\n\n%*\n') do
    list[#list + 1] = math.tointeger(tonumber(number))
  end
  return list
end

describe("lucena sample", function()
  it("draws N different games, in their order", function()
    for seed = 1, 5 do
      local r = run { "sample", "--count", 20, "--seed", seed, stdin = numbered(100) }
      assert.same({ 0, "lucena: 100 games, 20 drawn\n" }, { r.code, r.err })
      local list = rounds_of(r.out)
      assert.equal(20, #list)
      for i = 2, #list do
        assert.is_true(list[i] > list[i - 1])
      end
    end
  end)

  it("draws all games if there are not more", function()
    assert.equal(numbered(7), run({ "sample", "-q", "-n", 7, stdin = numbered(7) }).out)
    assert.equal(numbered(7), run({ "sample", "-q", "-n", 8, stdin = numbered(7) }).out)
    assert.equal(numbered(7), run({ "sample", "-q", "--share", 1, stdin = numbered(7) }).out)
    assert.equal("", run({ "sample", "-q", "--share", 0, stdin = numbered(7) }).out)
    assert.equal("", run({ "sample", "-q", "-n", 8, stdin = "" }).out)
  end)

  it("draws the same games with the same seed, and prints a random seed", function()
    local text = numbered(200)
    for _, how in ipairs { "--count=30", "--share=0.2" } do
      local free = run { "sample", how, stdin = text }
      local seed = assert(free.err:match(", seed (%d+)\n$"), free.err)
      assert.equal(free.out, run({ "sample", "-q", how, "--seed", seed, stdin = text }).out)
      assert.is_true(free.out ~= run({ "sample", "-q", how, "--seed=-1", stdin = text }).out)
    end
  end)

  it("draws each game with the same probability", function()
    -- Draw 5 of 10 games 100 times. Each game is expected 50 times, with a standard deviation of 5. The seeds are
    -- fixed, so the result is always the same.
    local drawn, folder <close> = {}, new_folder()
    local path = folder:write("ten.pgn", numbered(10))
    local out = shell(("for s in $(seq 100); do lucena sample -q -n 5 --seed $s %s; done"):format(path))
    for _, number in ipairs(rounds_of(out)) do
      drawn[number] = (drawn[number] or 0) + 1
    end
    for number = 1, 10 do
      assert.is_true(math.abs(drawn[number] - 50) <= 20, number .. ": " .. drawn[number])
    end
  end)

  it("draws about the requested percentage", function()
    local count = #rounds_of(run({ "sample", "-q", "--share", "0.3", "--seed", 5, stdin = numbered(1000) }).out)
    assert.is_true(count > 230 and count < 370, count)
  end)

  it("draws only from --games, and copies their bytes", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", '[White "A"]\r\n\r\n1. e4  *\r\n\r\n\r\n[White "B"]\n\n1. d4 {x')
    local first, second = '[White "A"]\r\n\r\n1. e4  *\r\n\r\n', '[White "B"]\n\n1. d4 {x'
    for _, how in ipairs { "--count=9", "--share=1" } do
      assert.equal(first .. second .. "}\n\n" .. first .. second .. "\n", run({ "sample", "-q", how, path, path }).out)
    end
    assert.equal(second .. "\n", run({ "sample", "-q", "--share", 1, "--games", 2, path }).out)
    local r = run { "sample", "-q", "-n", 3, "--seed", 1, SAMPLE, "-o", folder:path "out.pgn" }
    assert.same({ 0, "" }, { r.code, r.out })
    assert.equal(3, select(2, folder:read("out.pgn"):gsub("%[Event ", "")))
  end)

  it("refuses wrong use", function()
    for _, words in ipairs {
      {}, { "-n", "1", "--share", "0.5" }, { "-n", "0" }, { "-n", "x" }, { "--share", "1.5" }, { "--share", "x" },
      { "-n", "1", "--seed", "x" },
    } do
      local request = { "sample", stdin = "" }
      table.move(words, 1, #words, 2, request)
      assert.equal(2, run(request).code, table.concat(words, " "))
    end
  end)
end)
