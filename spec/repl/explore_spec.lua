-- chess.explore and the command explore: the moves that games played in a position, including games that reached it by
-- another order of moves.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local new = require "spec.support.prompt"

local SAMPLE = "spec/data/sample/sample.pgn"

local GAMES = [[
[White "A"]
[WhiteElo "2000"]
[BlackElo "2200"]
[Date "1999.01.02"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0

[White "B"]
[Result "0-1"]

1. Nf3 Nc6 2. e4 e5 3. Bc4 0-1

[White "C"]
[Date "2005.??.??"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2

[White "D"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 *
]]

describe("chess.explore", function()
  local position = chess.position():play "e4 e5 Nf3 Nc6"

  it("counts the games that reached a position, with transpositions", function()
    local found = chess.explore({ text = GAMES }, position)
    assert.same({ 4, 1, 1, 1, 0.5, 2100, 2005 },
      { found.games, found.white, found.draw, found.black, found.score, found.rating, found.year })
    local bb5, bc4 = table.unpack(found.moves)
    assert.same({ "Bb5", 2, 1, 1, 0, 0.75, 2100, 2005 },
      { bb5.san, bb5.games, bb5.white, bb5.draw, bb5.black, bb5.score, bb5.rating, bb5.year })
    assert.same({ "Bc4", 1, 0 }, { bc4.san, bc4.games, bc4.score })
    assert.is_nil(bc4.rating or bc4.year or found.moves[3])
  end)

  it("takes a list of games, a query, and the initial position by default", function()
    local list = {}
    for game in chess.games_in(GAMES) do
      list[#list + 1] = game
    end
    assert.equal(4, chess.explore(list, position).games)
    assert.equal(1, chess.explore(list, position, { query = chess.query.white "C" }).games)
    assert.equal(1, chess.explore({ text = GAMES }, position, { query = chess.query.white "C" }).games)
    local by_lua = chess.query.where(function(game) return game.tags.White == "B" end)
    assert.equal("Bc4", chess.explore({ text = GAMES }, position, { query = by_lua }).moves[1].san)
    assert.equal("e4", chess.explore(list).moves[1].san)
  end)

  it("agrees with the report of openings", function()
    for _, moves in ipairs { "e4", "d4 Nf6 c4", "e4 e5 Nf3 Nc6 Bb5 a6" } do
      local here = chess.position():play(moves)
      local report = chess.report("openings", { position = here:fen(), depth = 1, min = 1 })
      for game in chess.games(SAMPLE) do
        report:add(game)
      end
      local rows = {}
      for i, row in ipairs(report:rows()) do
        rows[i] = { row.games, row.white, row.draw, row.black, row.score, row.rating, row.year }
      end
      local own = {}
      for i, row in ipairs(chess.explore(SAMPLE, here).moves) do
        own[i] = { row.games, row.white, row.draw, row.black, row.score, row.rating, row.year }
      end
      table.sort(rows, function(a, b) return table.concat(a, " ") < table.concat(b, " ") end)
      table.sort(own, function(a, b) return table.concat(a, " ") < table.concat(b, " ") end)
      assert.same(rows, own)
    end
  end)

  it("raises for wrong arguments", function()
    assert.has_error(function() chess.explore(SAMPLE, 5) end,
      "bad argument #2 to 'explore' (lucena.Position expected, got number)")
    assert.has_error(function() chess.explore(SAMPLE, nil, { start = 1 }) end,
      "bad argument #3 to 'explore' (unknown option 'start')")
  end)
end)

describe("explore", function()
  it("lists the moves of the loaded file and plays one by its number", function()
    local folder <close> = new_folder()
    local session, type_line = new()
    type_line(folder:write("a.pgn", GAMES))
    type_line "new"
    type_line "e4 e5 Nf3 Nc6"
    assert.equal([[
   Move    Games  Share  W / D / B  Score  Rating  Last
1  3. Bb5      2  50.0%  WWWW====   75.0%    2100  2005
2  3. Bc4      1  25.0%  BBBBBBBB    0.0%]], (type_line "explore"))
    assert.equal("explore lists 2 moves here", (type_line "explore 3"))
    type_line "explore 2"
    assert.equal("Bc4", session.node.san)
    assert.equal("One game of the file ends in this position.", (type_line "explore"))
    type_line "new"
    type_line "a3"
    assert.equal("No game of the file reached this position.", (type_line "explore"))
  end)

  it("shows no stored result after the file has changed", function()
    local folder <close> = new_folder()
    local session, type_line = new()
    local path = folder:write("a.pgn", GAMES)
    type_line(path)
    type_line "goto start"
    local first = type_line "explore"
    local calls, explore = 0, chess.explore
    rawset(chess, "explore", function(...)
      calls = calls + 1
      return explore(...)
    end)
    finally(function() rawset(chess, "explore", nil) end)
    assert.equal(first, (type_line "explore"))
    assert.equal(0, calls)
    folder:write("a.pgn", GAMES .. "\n1. d4 *\n")
    assert.is_truthy(type_line("explore"):find("1. d4", 1, true))
    assert.equal(1, calls)
    assert.equal(5, explore(path).games)
    session.settings.explorer, session.settings.board = true, true
    assert.is_truthy(type_line("board"):find("1 e4: 3 games, 75.0%", 1, true))
    assert.equal(1, calls)
  end)

  it("needs a file of games", function()
    local _, type_line = new()
    assert.equal("No file is loaded. To load one: load FILE, or type its name.", (type_line "explore"))
    type_line "spec/data/epd/suite.epd"
    assert.equal("The loaded file has positions; explore needs games.", (type_line "explore"))
  end)
end)
