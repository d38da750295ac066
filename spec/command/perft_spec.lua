local run = require "spec.support.run"

local function ok(out)
  return { code = 0, out = out, err = "" }
end

describe("lucena perft", function()
  it("counts from the initial position", function()
    assert.same(ok "1\n", run { "perft", "0" })
    assert.same(ok "197281\n", run { "perft", "4" })
  end)

  it("counts from a FEN", function()
    local kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert.same(ok "97862\n", run { "perft", "3", "--fen", kiwipete })
  end)

  it("prints a count for each move", function()
    assert.same(ok "a8a7 3\na8b7 3\na8b8 3\ntotal 9\n",
      run { "perft", "2", "-d", "--fen", "k7/8/8/8/8/8/8/7K b - - 0 1" })
    assert.same(ok "total 0\n", run { "perft", "3", "--divide", "--fen", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1" })
  end)

  it("refuses an invalid depth", function()
    for _, depth in ipairs { "x", "13", "30", "1.5", "", "9223372036854775807", "99999999999999999999" } do
      for _, divide in ipairs { "--divide", nil } do
        local r = run { "perft", depth, divide }
        assert.equal(2, r.code, depth)
        assert.equal("", r.out)
        assert.is_truthy(r.err:find("^Usage: lucena perft DEPTH"), depth)
        assert.equal(("lucena: depth from 0 to 12 expected, not '%s'\n"):format(depth), r.err:match("[^\n]*\n$"))
      end
    end
    assert.equal(2, run { "perft", "0", "--divide" }.code)
    assert.equal(2, run { "perft", "-1" }.code)
  end)

  it("counts to the same depth as the core, in parts", function()
    local few = "k7/8/K7/P7/8/8/8/8 b - - 0 1"
    local position = require("lucena").position(few)
    for depth = 4, 12 do
      assert.same(ok(position:perft(depth) .. "\n"), run { "perft", tostring(depth), "--fen", few })
    end
    local divided = run { "perft", "7", "-d", "--fen", few }.out
    assert.equal(position:perft(7), tonumber(divided:match("total (%d+)\n$")))
  end)

  it("reports errors in a FEN", function()
    assert.same({ code = 1, out = "", err = "fen:1: bad piece placement\n" }, run { "perft", "1", "--fen", "x" })
  end)
end)
