-- With all tolerances, correctly written moves of real games must still be read as the same moves without a repair.
-- Moves without their signs must be read as the same move or rejected. They must never be read as another move.

local chess = require "lucena"
local need = require "spec.support.need"

-- Writes each move of up to `limit` games in several dialects, with and without its signs, and reads it again.
local function check(games, limit)
  local english = chess.dialect "english":tolerating "all"
  local others = { chess.dialect "french":tolerating "all", chess.dialect "fide:german":tolerating "all",
    chess.dialect "lan:russian":tolerating "all" }
  local read, moves = 0, 0
  for game in games do
    for node in game:mainline() do
      local p, move = node.parent.position, node.move
      local found, repairs = english:read(p, node.san)
      assert(found == move, node.san)
      assert(#repairs == 0, node.san)
      for _, dialect in ipairs(others) do
        local text = dialect:write(p, move)
        found, repairs = dialect:read(p, text)
        assert(found == move and #repairs == 0, text)
        local bare = text:gsub("[x+#]", "")
        found = dialect:read(p, bare)
        assert(found == move or found == nil, bare)
        if dialect.style == "pgn" then
          assert(found == move, bare) -- in this style, a move without signs is never ambiguous
        end
      end
      moves = moves + 1
    end
    read = read + 1
    if read == limit then
      break
    end
  end
  return read, moves
end

describe("all tolerances together", function()
  it("do not change the sample games", function()
    local games, moves = check(chess.games "spec/data/engine/engine.pgn", 40)
    assert.equal(40, games)
    assert.is_true(moves > 3000, moves)
  end)

  it("do not change 200 tournament games", function()
    local packed, zstd = need.data "throughput/otb.pgn.zst", need.program "zstd"
    local path = os.tmpname()
    assert(os.execute(("'%s' -dcq '%s' 2>/dev/null | head -c 1000000 > '%s'"):format(zstd, packed, path)))
    local good, games, moves = pcall(check, chess.games(path), 200)
    os.remove(path)
    assert.is_true(good, games)
    assert.equal(200, games)
    assert.is_true(moves > 12000, moves)
  end)
end)
