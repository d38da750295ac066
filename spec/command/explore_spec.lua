-- lucena explore: queries, sides and standard input, with and without an index.

local file = require "spec.support.file"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"

-- Return the first row of the table as csv: the most frequent move, its games and its results.
local function first(args, stdin)
  local r = run { "explore", "-t", "csv", stdin = stdin, table.unpack(args) }
  assert.equal("", r.err)
  return r.out:match "\n[^,]*,([^,]*,[^,]*),[^,]*,([^,]*,[^,]*,[^,]*)"
end

-- Count the games of a query by a filter.
local function count(query)
  return tonumber(run { "filter", "-q", "--count", "-e", query, SAMPLE }.out)
end

describe("lucena explore", function()
  it("counts the games of one colour, of a query and of standard input, also with an index", function()
    local folder <close> = new_folder()
    local path = folder:write("games.pgn", file.read(SAMPLE))
    for round = 1, 2 do
      for _, case in ipairs {
        { { "--player", "Carlsen, M", "--side", "white" }, 'white "Carlsen, M"' },
        { { "--player", "Carlsen, M", "--side", "black" }, 'black "Carlsen, M"' },
        { { "-e", 'result "1-0"' }, 'result "1-0"' },
        { { "-e", "function(g) return g.plies > 60 end" }, "function(g) return g.plies > 60 end" },
        { { "-e", "elo(2700)", "--player", "Carlsen", "--side", "white" }, 'elo(2700) & white "Carlsen"' },
      } do
        local rows = run { "explore", "-t", "csv", path, table.unpack(case[1]) }.out
        local games = 0
        for number in rows:gmatch "\n[^,]*,[^,]*,(%d+)" do
          games = games + number
        end
        assert.equal(count(case[2]), games, case[2] .. " " .. round)
        assert.equal(rows, run { stdin = file.read(SAMPLE), "explore", "-t", "csv", "-", table.unpack(case[1]) }.out)
      end
      assert.equal(0, run { "index", "-q", path }.code)
    end
    assert.equal(0, run { "explore", path, "--require-index", "--player", "Carlsen", "--side", "black" }.code)
  end)

  it("prints no messages with -q", function()
    for _, extra in ipairs { {}, { "-q" } } do
      local r = run { "explore", SAMPLE, "--player", "Carlsn", table.unpack(extra) }
      assert.equal(0, r.code)
      assert.equal(extra[1] == nil, r.err ~= "")
    end
  end)

  it("rejects a side without a player, and wrong queries", function()
    for message, args in pairs {
      ["--side needs --player"] = { "--side", "white" },
      ["--query: there is no 'foo' in chess.query; `lucena help queries` lists the names"] = { "-e", "foo" },
      ["--query: expected a query"] = { "-e", "12" },
    } do
      local r = run { "explore", SAMPLE, table.unpack(args) }
      assert.same({ 2, "lucena: " .. message }, { r.code, r.err:match "([^\n]*)\n$" })
    end
  end)

  it("begins at the most frequent move", function()
    assert.same({ "e4,140", "56,52,32" }, { first { SAMPLE } })
  end)
end)
