-- FIDE's rating tables, at their limits and between neighbouring rows.

local elo = require "lucena.elo"

describe("ratings", function()
  it("have a difference for each score, symmetrical", function()
    assert.equal(0, elo.difference(9, 9))
    assert.equal(800, elo.difference(4, 2))
    assert.equal(-800, elo.difference(0, 5))
    assert.equal(677, elo.difference(99 * 2, 100))
    assert.equal(401, elo.difference(92 * 2, 100))
    assert.equal(7, elo.difference(51 * 2, 100))
    local last = -801
    for halves = 0, 100 do
      assert.equal(-elo.difference(100 - halves, 50), elo.difference(halves, 50))
      assert.is_true(elo.difference(halves, 50) > last)
      last = elo.difference(halves, 50)
    end
  end)

  it("of a share of points are rounded to whole percents, halves up", function()
    assert.equal(273, elo.difference(5, 3)) -- 83.3 %
    assert.equal(125, elo.difference(4, 3)) -- 66.7 %
    assert.equal(95, elo.difference(10, 8)) -- 62.5 %
  end)

  it("give an expected score, with a maximum difference of 400 points", function()
    for _, case in ipairs { { 3, 50 }, { 4, 51 }, { 10, 51 }, { 11, 52 }, { 92, 63 }, { 357, 89 }, { 358, 90 },
      { 391, 91 }, { 392, 92 }, { 400, 92 }, { 900, 92 } } do
      assert.equal(case[2], elo.expected(1500 + case[1], 1500))
      assert.equal(100 - case[2], elo.expected(1500, 1500 + case[1]))
    end
  end)

  it("have an average, halves rounded up, and a performance", function()
    assert.equal(2403, elo.average(4805, 2))
    assert.is_nil(elo.average(0, 0))
    assert.equal(2593, elo.performance(4800, 3, 2))
    assert.equal(1600, elo.performance(4800, 0, 2))
    assert.is_nil(elo.performance(0, 0, 0))
  end)
end)
