-- core.last_place: the last position of a game that is in a given set of positions. The results are compared with those
-- of Lua code.

local chess = require "lucena"
local core = require "lucena.core"

local function walked(game, by_key, before)
  local ply = by_key[game.start.key] and before > 0 and 0 or nil
  for board in game:boards() do
    ply = by_key[board.key] and board.ply < before and board.ply or ply
  end
  return ply
end

describe("the last place", function()
  it("is the same as after walking the moves, in all kinds of games", function()
    local by_key, found = {}, 0
    for game in chess.games "spec/data/engine/engine.pgn" do
      if game.number % 5 == 0 then
        for board in game:boards() do
          by_key[board.key] = board.ply % 3 == 0 or nil
        end
      end
    end
    for game in chess.games "spec/data/engine/engine.pgn" do
      for _, before in ipairs { 1000, 10, 1, 0 } do
        local ply, position = core.last_place(game, by_key, before)
        assert.equal(walked(game, by_key, before), ply)
        assert.is_true(ply == nil or by_key[position.key] ~= nil)
        found = found + (ply and ply > 0 and 1 or 0)
      end
    end
    assert.is_true(found > 300, found)
  end)

  it("includes the start, follows null moves, and ends at the last legal move", function()
    local start, d4 = chess.position(), chess.position():play "d4"
    local by_key = { [start.key] = true, [d4.key] = true }
    local function last(text)
      return (core.last_place(chess.game(text), by_key))
    end
    assert.same({ 0, 1, 4, 0 }, { last "1. e4 *", last "1. d4 d5 *", last "1. Nf3 Nf6 2. Ng1 Ng8 *", last "*" })
    assert.equal(3, last "1. -- -- 2. d4 *")
    assert.equal(0, last "1. e4 e5 2. Qh6 Nc6 *")
    assert.is_nil(last('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 *'))
    local edited = chess.game "1. e4 *"
    edited.root[1]:remove()
    edited.root:add "d4"
    assert.equal(1, (core.last_place(edited, by_key)))
  end)

  it("requires a Game and a table", function()
    assert.error_matches(function() core.last_place("1. e4 *", {}) end, "lucena.Game expected")
    assert.error_matches(function() core.last_place(chess.game "1. e4 *") end, "table expected")
  end)
end)
