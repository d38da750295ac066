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

  it("take the string of a game in place of the game", function()
    local texts = { "1. e4 *", "1. e4 e5 *",
      '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *', "1. e4 {x} (1. d4) 1-0",
      "1. e4 Nxz9 *", "*", "1. e4 *" }
    for _, takes_all in ipairs { true, false } do
      for _, plies in ipairs { 1, 2, 1000 } do
        for _, more in ipairs { "", "x" } do
          local keys, others = core.keys(takes_all, plies), core.keys(takes_all, plies)
          for number, text in ipairs(texts) do
            local game = chess.game(text)
            local key = core.game_key(game, takes_all, plies, more)
            assert.equal(keys:add(number, game, more), key and others:add(number, key))
          end
        end
      end
    end
    assert.is_nil(core.game_key(chess.game("1. e4 Nxz9 *"), false))
    assert.is_nil(core.game_key(chess.game("*"), false))
  end)

  it("raise for wrong arguments", function()
    local game = chess.game("1. e4 *")
    assert.error_matches(function() core.keys(1) end, "boolean expected, got number")
    assert.error_matches(function() core.keys(true, 0) end, "number of plies expected, got 0")
    assert.error_matches(function() core.keys(true):add(0, game) end, "number from 1 to 4294967295 expected, got 0")
    assert.error_matches(function() core.keys(true):add(1, 5) end, "lucena.Game expected, got number")
    assert.error_matches(function() core.game_key(game) end, "boolean expected, got no value")
    assert.error_matches(function() core.game_key(game, true, 0) end, "number of plies expected, got 0")
    assert.error_matches(function() core.game_key("x", true) end, "lucena.Game expected, got string")
    assert.error_matches(function() core.game_key(game, true, nil, 5) end, "string expected, got number")
    assert.error_matches(function() core.keys(true):add(1, game, 5) end, "string expected, got number")
  end)
end)
