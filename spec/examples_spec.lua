-- Every script of scripts/examples runs as its "Usage:" line says, on the sample database, without a complaint.

local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"

local function usage_of(path)
  local file = assert(io.open(path, "rb"))
  local usage = file:read("a"):match("\n%-%- Usage: ([^\n]+)")
  file:close()
  return assert(usage, path .. " has a usage line")
end

-- The words of a usage line, with the sample's for what is left open; "[...]" and "> FILE" are left out.
local function words_of(usage)
  local words = {}
  for word in usage:gsub("%b[]", ""):gsub(">.*", ""):gmatch("%S+") do
    words[#words + 1] = word == "games.pgn" and SAMPLE or word == "EVENT" and "Lucena Open" or word
  end
  return words
end

local function run_example(name)
  local path = "scripts/examples/" .. name .. ".lua"
  local words = words_of(usage_of(path))
  assert.equal("lucena", table.remove(words, 1))
  assert.equal(path, words[2])
  words.env = { LC_ALL = "C.UTF-8", NO_COLOR = "1" }
  local r = run(words)
  assert.equal(0, r.code, r.err)
  return r
end

-- Games of the sample that have what a filter looks for, by expected.tsv: number, plies, result, ending, FEN.
local function expected(wanted)
  local count = 0
  for line in io.lines("spec/data/sample/expected.tsv") do
    local number, plies, result = line:match("^(%d+)\t(%d+)\t(%S+)")
    if number and wanted(tonumber(plies), result) then
      count = count + 1
    end
  end
  return count
end

local function copied(r)
  return select(2, r.out:gsub("%[Event ", ""))
end

describe("the example", function()
  local tried = {}
  local function example(name, test)
    tried[name] = true
    it(name, function()
      test(run_example(name))
    end)
  end

  example("miniature", function(r)
    local count = expected(function(plies, result) return plies <= 50 and result ~= "1/2-1/2" end)
    assert.is_true(count > 0)
    assert.equal(count, copied(r))
  end)

  example("long_games", function(r)
    local count = expected(function(plies) return plies > 300 end)
    assert.is_true(count > 0)
    assert.equal(count, copied(r))
  end)

  example("elo", function(r)
    assert.is_true(copied(r) > 0)
    for elo in r.out:gmatch('Elo "(%d+)"') do
      assert.is_true(tonumber(elo) >= 2500)
    end
  end)

  example("underpromotion", function(r)
    -- The sample has no variations, and comments of numbers only.
    local file = assert(io.open(SAMPLE, "rb"))
    local wanted = {}
    for text in (file:read("a") .. "\n[Event "):gmatch("(%[Event .-\n)\n%f[%[]") do
      wanted[#wanted + 1] = text:find("=[NBR]") and text
    end
    file:close()
    assert.is_true(#wanted > 10)
    assert.equal(table.concat(wanted, "\n"), r.out)
  end)

  example("isolani", function(r)
    local chess = require "lucena"
    local found = 0
    for game in chess.games_in(r.out) do
      local side = game.result == "1-0" and "White" or "Black"
      local pawn, held, longest = side == "White" and "P" or "p", 0, 0
      for node in game:mainline() do
        local files = table.concat(node.position:squares(pawn))
        held = files:find("d") and not files:find("[ce]") and held + 1 or 0
        longest = math.max(longest, held)
      end
      assert.is_true(longest >= 8 and game.plies <= 120 and tonumber(game.tags[side .. "Elo"]) >= 2300)
      found = found + 1
    end
    assert.is_true(found > 0)
  end)

  example("openings", function(r)
    assert.is_truthy(r.out:find("^ECO   games  White scores\nD00      16   46.9 %%\n"), r.out)
    assert.equal(16, select(2, r.out:gsub("\n", "")))
  end)

  example("crosstable", function(r)
    local games = 0
    for line in r.out:gmatch("[^\n]+") do
      games = games + (tonumber(line:match(" ([%d.]+)$")) or 0)
    end
    assert.equal(210, games)
  end)

  example("tour", function(r)
    assert.is_truthy(r.out:find("315 games, 40,213 moves", 1, true))
    assert.is_truthy(r.out:find("1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17", 1, true))
    assert.is_falsy(r.out:find("\27", 1, true))
    for line in r.out:gmatch("[^\n]+") do
      assert.is_true(utf8.len(line) < 80, line)
    end
  end)

  it("tour does without Unicode", function()
    local r = run { "run", "scripts/examples/tour.lua", SAMPLE, env = { LC_ALL = "C" } }
    assert.equal(0, r.code)
    assert.is_falsy(r.out:find("[\128-\255]"))
  end)

  it("is tested, whichever it is", function()
    local pipe = assert(io.popen("ls scripts/examples", "r"))
    for name in pipe:lines() do
      assert.is_true(tried[name:match("^(.*)%.lua$")], name)
    end
    pipe:close()
  end)
end)
