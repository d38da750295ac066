-- Odd values and lines of tags in queries, which a reader finds in the bytes of the text.

local chess = require "lucena"

local q = chess.query

-- Whether a query finds the text of a game, the same in a reader and on the Game.
local function finds(query, text)
  local game = assert(chess.games_in(text)())
  local found = query(game)
  local count = 0
  for _ in chess.games({ text = text }, { query = query }) do count = count + 1 end
  assert.equal(found, count == 1, text)
  return found
end

describe("a query of a number in a tag", function()
  it("knows signs, blanks and what is no number", function()
    local below, some = q.number("tag:Score", { max = 0 }), q.number("tag:Score", { min = 1 })
    for value, wanted in pairs {
      ["-5"] = { true, false }, ["-0"] = { true, false }, ["5"] = { false, true }, ["-"] = { false, false },
      [""] = { false, false }, [" 5"] = { false, false }, ["5x"] = { false, true }, ["--5"] = { false, false },
      ["99999999999999999999"] = { false, false },
    } do
      local text = ('[Score "%s"]\n\n1. e4 *\n'):format(value)
      assert.same(wanted, { finds(below, text), finds(some, text) }, value)
    end
  end)

  it("reads tags of all forms of lines", function()
    local tal = q.white "Tal"
    for _, text in ipairs { '[White "Tal"]\r\n\r\n1. e4 *\r\n', '[White  "Tal"]\n\n1. e4 *', '[White "Tal" ]\n\n*',
      ' [White "Tal"] [Black "x"]\n\n1. e4 *', '[White "Tal"]1. e4 *', '[White "Tal"]\r1. e4 *',
      '[White\t"Tal"]\n\n*' } do
      assert.is_true(finds(tal, text), text)
    end
    for _, text in ipairs { '[White "Tala"]\n\n*', '[WhiteX "Tal"]\n\n*', '[White "x"]\n\n{[White "Tal"]} *' } do
      assert.is_false(finds(tal, text), text)
    end
  end)
end)

describe("a query of material", function()
  it("knows which side cannot mate", function()
    local text = '[FEN "4k3/8/8/8/8/8/8/4KB2 w - - 0 1"]\n\n1. Ke2 *\n'
    assert.is_true(finds(q.insufficient, text))
    assert.is_false(finds(q.insufficient, "1. e4 *\n"))
  end)
end)

describe("a query of clocks", function()
  it("also reads games with a clock before the first move", function()
    local text = "{[%clk 0:10:00]} 1. e4 {[%clk 0:10:00]} e5 {[%clk 0:09:58]} 2. d4 {[%clk 0:09:00]} *\n"
    assert.is_true(finds(q.has_clocks, text))
    assert.is_false(finds(q.time_trouble "white", text))
  end)
end)
