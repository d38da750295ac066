-- core.keys: hashes that are equal for equal games. command/dedup_spec tests which games count as equal.

local chess = require "lucena"
local core = require "lucena.core"

local PIECES = { "Nf3", "Nc3", "Na3", "Nh3", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3" }

describe("keys", function()
  it("map each string to its first number, like a table, while the memory grows", function()
    local keys, first = core.keys(false), {}
    local games = {}
    for i, san in ipairs(PIECES) do
      games[i] = chess.game("1. " .. san .. " *")
    end
    local seed = 1
    for number = 1, 12000 do
      seed = seed * 1103515245 + 12345 & 0x7fffffff
      local i, more = seed >> 8 & 7, ("x"):rep(seed >> 12 & 511) .. (seed >> 21 & 15)
      local key = i .. more
      assert.equal(first[key], keys:add(number, games[i + 1], more))
      first[key] = first[key] or number
    end
  end)

  it("distinguish the parts of a string", function()
    local keys, game = core.keys(true), chess.game("1. e4 e5 *")
    local codes = game:codes()
    assert.is_nil(keys:add(1, chess.game("1. e4 *"), codes:sub(3)))
    assert.is_nil(keys:add(2, game))
    assert.is_nil(keys:add(3, game, codes))
    assert.is_nil(keys:add(4, chess.game("*"), codes))
    assert.equal(3, keys:add(5, game, codes))
  end)

  it("can be games larger than a block of memory", function()
    local keys = core.keys(false)
    local long = { "" }
    for _ = 1, 20000 do
      long[#long + 1] = "Nf3 Nf6 Ng1 Ng8"
    end
    local text = table.concat(long, " ")
    for round = 1, 2 do
      for i = 1, 8 do
        assert.equal(round == 2 and i or nil, keys:add(8 * round - 8 + i, chess.game(text .. " " .. PIECES[i] .. " *")))
      end
    end
  end)

  it("include the moves of an edited game", function()
    local keys, game = core.keys(false), chess.game("1. e4 *")
    assert.is_nil(keys:add(1, game))
    game.root[1]:add("e5")
    assert.is_nil(keys:add(2, game))
    assert.equal(2, keys:add(3, chess.game("1. e4 e5 *")))
  end)

  it("raise for wrong arguments", function()
    local game = chess.game("1. e4 *")
    assert.error_matches(function() core.keys(1) end, "boolean expected, got number")
    assert.error_matches(function() core.keys(true, 0) end, "no number of plies")
    assert.error_matches(function() core.keys(true):add(0, game) end, "a number from 1 to 4294967295")
    assert.error_matches(function() core.keys(true):add(1, "x") end, "lucena.Game expected, got string")
    assert.error_matches(function() core.keys(true):add(1, game, 5) end, "string expected, got number")
  end)
end)
