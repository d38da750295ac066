-- The two databases in this tree, compared with the values that were recorded when the databases were made: the sample
-- database of real games, and games that an engine played for the specs.

local chess = require "lucena"
local items = require "spec.support.items"

local DATABASES = {
  { name = "the sample database", folder = "spec/data/sample", file = "sample.pgn", games = 314, plies = 25827,
    without_comments = 274 },
  { name = "the engine's games", folder = "spec/data/engine", file = "engine.pgn", games = 315, plies = 40213,
    without_comments = 225 },
}

local function expected(folder)
  local rows = {}
  for line in io.lines(folder .. "/expected.tsv") do
    local number, plies, result, ending, fen = line:match("^(%d+)\t(%d+)\t(%S+)\t(%S+)\t(.+)$")
    if number then
      rows[#rows + 1] = { number = math.tointeger(number), plies = math.tointeger(plies), result = result,
                          ending = ending, fen = fen }
    end
  end
  return rows
end

for _, database in ipairs(DATABASES) do
  describe(database.name, function()
    local rows = expected(database.folder)
    local path = database.folder .. "/" .. database.file

    it("is completely listed", function()
      assert.equal(database.games, #rows)
      local plies = 0
      for _, row in ipairs(rows) do
        plies = plies + row.plies
      end
      assert.equal(database.plies, plies)
    end)

    it("contains the listed games, without errors", function()
      local count = 0
      for g in chess.games(path) do
        count = count + 1
        local row = rows[count]
        assert.same({ row.number, row.plies, row.result, row.fen },
          { g.number, g.plies, g.result, tostring(g.final) })
        assert.equal(row.result, g.tags.Result)
        assert.is_nil(g.rest)
        assert.same({ total = 0 }, items(g.diagnostics))
        local good, diagnostics = g:check()
        assert.is_true(good)
        assert.same({ total = 0 }, diagnostics)
      end
      assert.equal(database.games, count)
    end)

    it("has the listed final positions", function()
      for g in chess.games(path) do
        local row, last = rows[g.number], g.root
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

    it("is in export format, so that writing does not change it", function()
      local identical = 0
      for g in chess.games(path) do
        local written = assert(g:pgn())
        -- Inside comments, line breaks may differ.
        assert.equal((g.text:gsub("%s+", " ")), (written:gsub("%s+", " "):sub(1, -2)))
        if not g.text:find("{", 1, true) then
          assert.equal(g.text .. "\n", written)
          identical = identical + 1
        end
      end
      assert.equal(database.without_comments, identical)
    end)

    it("has no diagnostics in a checking reader", function()
      local reader <close> = assert(chess.open(path, { check = true }))
      assert.equal(database.games, reader:count())
      assert.equal(database.games, reader.read_count)
      assert.equal(database.games, reader.examined)
      assert.equal(0, reader.errors)
      assert.same({}, reader:take_diagnostics())
    end)
  end)
end
