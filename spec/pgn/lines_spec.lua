local core = require("lucena.core")

local SEED, ROUNDS = 20261, 5000
local PIECES = { "\n", "\r", "\r\n" }

local function random_blanks()
  local parts = {}
  for i = 1, math.random(1, 300) do
    parts[i] = PIECES[math.random(12)] or " "
  end
  return table.concat(parts)
end

local function count_naively(text)
  local _, lines = text:gsub("\r\n", "\n"):gsub("\r", "\n"):gsub("\n", "\n")
  return lines
end

describe("lines", function()
  it(("are counted in the same way for LF, CRLF and CR (%d texts, seed %d)"):format(ROUNDS, SEED), function()
    math.randomseed(SEED)
    for _ = 1, ROUNDS do
      local blanks = random_blanks()
      local game = core.game_in(blanks .. "1. e4 *", 1, 0, 1, 1)
      assert.equal(1 + count_naively(blanks), game.line)
    end
  end)
end)
