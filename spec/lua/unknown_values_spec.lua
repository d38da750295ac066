-- A value that is unknown is not 0 or a text: no tag, an empty one, "?" and the rating 0 mean the same.

local chess = require "lucena"
local lfs = require "lfs"
local new_folder = require "spec.support.folder"
local query = chess.query
local run = require "spec.support.run"
local sessions = require "lucena.repl.session"

local MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n"

describe("an unknown value", function()
  it("is no rating of a query", function()
    local unrated = chess.game '[WhiteElo "2500"]\n[BlackElo "0"]\n\n1. e4 1-0'
    assert.is_true(query.elo { max = 2500 }(unrated))
    for _, one in ipairs {
      query.elo { max = 1500 }, query.elo { max = 2500, side = "both" }, query.elo_diff(200), query.mean_elo(1),
      query.mean_elo { max = 2000 }, query.higher_won, query.higher_won(100),
    } do
      assert.is_false(one(unrated), tostring(one))
    end
    local rated = chess.game '[WhiteElo "2500"]\n[BlackElo "1400"]\n\n1. e4 1-0'
    assert.is_true((query.elo { max = 1500 } & query.elo_diff(200) & query.mean_elo { max = 2000 }
      & query.higher_won(100))(rated))
  end)

  it("does not make a duplicate another game", function()
    local empty = '[White ""]\n[Black ""]\n[Date ""]\n[Round ""]\n[Result ""]\n\n'
    local question = '[White "?"]\n[Black "?"]\n[Date "????.??.??"]\n[Round "?"]\n[Result "*"]\n\n'
    local games = MOVES .. empty .. MOVES .. question .. MOVES
    for _, words in ipairs { { "dedup" }, { "dedup", "--contained" }, { "merge", "--unique" } } do
      local r = run { words[1], words[2] or "-q", "-q", "-", stdin = games }
      assert.equal(1, select(2, r.out:gsub("Bb5", "")), words[1])
    end
    local named = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n' .. MOVES:gsub("%*", "1-0")
    local copy = run({ "convert", "-q", "-", stdin = named }).out .. "\n"
    local player = run { "report", "player", "-q", "--name", "A", "-", stdin = named .. copy }
    assert.is_truthy(player.out:find("Duplicates omitted: 1", 1, true), player.out)
    local dated = run { "dedup", "-q", "-", stdin = '[Date "1990.??.??"]\n\n' .. MOVES .. question .. MOVES }
    assert.equal(2, select(2, dated.out:gsub("Bb5", "")))
  end)

  it("is one row of a table, and one file of split", function()
    local games = ""
    for _, tag in ipairs { '[Black ""]\n[Date ""]', '[Black "?"]\n[Date "????.??.??"]', '[White "A"]' } do
      games = games .. tag .. "\n\n" .. MOVES
    end
    for _, rows in ipairs { "Black", "Date", "Year" } do
      local r = run { "report", "table", "-q", "--format", "csv", "--rows", rows, "-", stdin = games }
      assert.equal(rows .. ",total\n?,3\n", r.out)
    end
    local folder <close> = new_folder()
    for _, by in ipairs { "Black", "Date" } do
      local into = folder:path(by)
      assert.equal(0, run({ "split", "-q", "--by", by, "--into", into, folder:write("a.pgn", games) }).code)
      local names = {}
      for name in lfs.dir(into) do
        names[#names + 1] = name:find "%w" and name or nil
      end
      assert.same({ "no_" .. by .. ".pgn" }, names)
    end
  end)

  it("comes last in a list of games by date or rating", function()
    local function game(name, tags)
      return ('[White "%s"]\n%s\n1. e4 *\n\n'):format(name, tags)
    end
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", game("Old", '[Date "1990.05.01"]\n[WhiteElo "1400"]\n[BlackElo "1402"]\n')
      .. game("Unknown", '[Date "????.??.??"]\n[WhiteElo "?"]\n')
      .. game("New", '[Date "2001.01.01"]\n[WhiteElo "2700"]\n') .. game("None", ""))
    local out = {}
    local session = sessions.new { out = function(text) out[#out + 1] = text end }
    session:line("load " .. path)
    for _, key in ipairs { "date", "elo" } do
      out = {}
      session:line("games by " .. key)
      local names = {}
      for name in table.concat(out):gmatch "%d  (%u%l+) " do
        names[#names + 1] = name
      end
      assert.equal("New Old Unknown None", table.concat(names, " "), table.concat(out))
    end
  end)
end)
