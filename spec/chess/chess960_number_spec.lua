-- Initial positions of Chess960 by number, in both directions.

local chess = require "lucena"

describe("the initial positions of Chess960", function()
  it("have numbers in both directions", function()
    for number = 0, 959 do
      local position = chess.chess960(number)
      assert.equal(number, chess.chess960_number(position))
      assert.equal(number ~= 518, position.is_chess960 or false)
    end
    assert.equal(chess.position(), chess.chess960(518))
  end)

  -- Numbers of the published table: the first, the last, and two between them.
  it("have the numbers of the published table", function()
    for number, row in pairs { [0] = "BBQNNRKR", [959] = "RKRNNQBB", [518] = "RNBQKBNR", [534] = "RNBKQBNR" } do
      assert.equal(row, chess.chess960(number):fen():match("/(%u+) "))
    end
  end)

  it("are the only positions with a number", function()
    assert.is_nil(chess.chess960_number(chess.position():play "e4"))
    assert.is_nil(chess.chess960_number(chess.position "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"))
    assert.is_nil(chess.chess960_number(chess.position "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"))
    for _, wrong in ipairs { 960, -1, 1.5 } do
      local done, message = pcall(chess.chess960, wrong)
      assert.is_false(done)
      assert.matches(("bad argument #1 to 'chess960' (whole number from 0 to 959 expected, got %s)"):format(wrong),
        message, 1, true)
    end
  end)
end)
