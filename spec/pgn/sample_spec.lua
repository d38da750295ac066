-- The sample database against what was written down when it was made.

local chess = require "lucena"

local PATH = "spec/data/sample/sample.pgn"

local function expected()
  local rows = {}
  for line in io.lines("spec/data/sample/expected.tsv") do
    local number, plies, result, ending, fen = line:match("^(%d+)\t(%d+)\t(%S+)\t(%S+)\t(.+)$")
    if number then
      rows[#rows + 1] = { number = math.tointeger(number), plies = math.tointeger(plies), result = result,
                          ending = ending, fen = fen }
    end
  end
  return rows
end

describe("the sample database", function()
  local ROWS = expected()

  it("is listed whole", function()
    assert.equal(315, #ROWS)
    local plies = 0
    for _, row in ipairs(ROWS) do
      plies = plies + row.plies
    end
    assert.equal(40213, plies)
  end)

  it("holds the games that are listed, without a fault", function()
    local count = 0
    for g in chess.games(PATH) do
      count = count + 1
      local row = ROWS[count]
      assert.same({ row.number, row.plies, row.result, row.fen },
        { g.number, g.plies, g.result, tostring(g.final) })
      assert.equal(row.result, g.tags.Result)
      assert.is_nil(g.rest)
      assert.same({ total = 0 }, g.diagnostics)
      local good, diagnostics = g:check()
      assert.is_true(good)
      assert.same({ total = 0 }, diagnostics)
    end
    assert.equal(315, count)
  end)

  it("ends its games as listed", function()
    for g in chess.games(PATH) do
      local row, last = ROWS[g.number], g.root
      for node in g:mainline() do
        last = node
      end
      local outcome = last:outcome { claims = true }
      assert.equal(row.ending, outcome and outcome.reason or "-", "game " .. g.number)
      if row.ending == "checkmate" then
        assert.equal(row.result == "1-0" and "white" or "black", outcome.winner)
      end
    end
  end)

  it("is written as it was read: it is in export format", function()
    local identical = 0
    for g in chess.games(PATH) do
      local written = assert(g:pgn())
      -- Where a line is broken inside a comment is a matter of taste.
      assert.equal((g.text:gsub("%s+", " ")), (written:gsub("%s+", " "):sub(1, -2)))
      if not g.text:find("{", 1, true) then
        assert.equal(g.text .. "\n", written)
        identical = identical + 1
      end
    end
    assert.equal(225, identical)
  end)

  it("passes a checking reader", function()
    local reader <close> = assert(chess.open(PATH, { check = true }))
    assert.equal(315, reader:count())
    assert.equal(315, reader.games)
    assert.equal(315, reader.examined)
    assert.equal(0, reader.errors)
    assert.same({}, reader:take_diagnostics())
  end)
end)
