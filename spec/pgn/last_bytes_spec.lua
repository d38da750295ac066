-- The end of a file acts as a line end: commands end the games that they copy with a line end, so a file that is cut
-- off anywhere has the same games before and after a copy.

local chess = require "lucena"
local messy = require "spec.support.messy_games"

local SEED = math.tointeger(tonumber(os.getenv "LUCENA_SEED")) or 1
local FILES = os.getenv "LUCENA_LONG" == "1" and 1000 or 25

local TEXTS = {
  "[\n\n[Event", '[Event "a"]\n[Site "b"]\n[Event', '[White "a"]\n\n\n[White', '[White "a"]\n\n[Wh', "1. e4 e5\n\n1.",
  "1. e4 e5\n\n1.d", "1. e4 *\nstray\n1. d4", "1. e4 1-0", "stray\n[Event", "1. e4\n[Event", "1. e4 {a", "1. e4\n\n1",
}

local function games_of(text)
  local list = {}
  local reader <close> = assert(chess.open { text = text })
  for game in reader do
    list[#list + 1] = game.text
  end
  return list
end

local function compare(text)
  local expected = games_of(text .. "\n")
  local last = expected[#expected]
  if last and #last > 0 and last:sub(-1) == "\n" then -- a comment that is never closed
    expected[#expected] = last:sub(1, -2)
  end
  assert.same(expected, games_of(text))
end

describe("the end of a file", function()
  it("acts as a line end", function()
    for _, text in ipairs(TEXTS) do
      compare(text)
    end
  end)

  it("acts as a line end after each byte of messy files, seed " .. SEED, function()
    math.randomseed(SEED)
    for _ = 1, FILES do
      local text = messy(300)
      for size = 1, #text do
        compare(text:sub(1, size))
      end
    end
  end)
end)
