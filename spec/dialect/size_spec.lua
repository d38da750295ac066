-- The memory of dialects. They are built in one large block, and each is then moved to a block of its own size.

local chess = require "lucena"
local core = require "lucena.core"
local dialects = require "lucena.dialect"

local KIB_EACH = 20 -- the large block has 35 KiB

describe("the memory of a dialect", function()
  it("is that of its words", function()
    local names = { "french", "german", "russian", "fide:czech", "lan:polish" }
    local kept = {}
    for _, name in ipairs(names) do
      assert(dialects.tolerant(name, {})) -- the first dialect also loads modules
    end
    collectgarbage()
    collectgarbage()
    local before = collectgarbage "count"
    for i, name in ipairs(names) do
      kept[i] = assert(dialects.tolerant(name, { "check_sign" }))
    end
    collectgarbage()
    collectgarbage()
    local each = (collectgarbage "count" - before) / #names
    assert.equal(#names, #kept)
    assert.is_true(each < KIB_EACH, each)
  end)

  it("does not depend on the dialect that was built before, or on an error", function()
    local board = chess.board()
    for _ = 1, 3 do
      assert.has_error(function() core.dialect { name = "x", pieces = 3 } end)
      local french, german = dialects.tolerant("french", { "check_sign" }), dialects.tolerant("german", {})
      assert.equal("g1f3", board:position():uci(french:read(board, "Cf3")))
      assert.equal("g1f3", board:position():uci(german:read(board, "Sf3")))
      assert.is_nil(german:read(board, "Cf3"))
      assert.is_nil(french:read(board, "Sf3"))
    end
  end)
end)
