-- All reports must count each spelling of a result in the same way.

local chess = require "lucena"
local result = require "lucena.result"

-- Returns a game of A and B with a Result tag and a game termination marker.
local function game_of(tag, ending)
  local line = tag and '[Result "' .. tag .. '"]\n' or ""
  return ('[Event "X"]\n[White "A"]\n[Black "B"]\n%s\n1. e4 e5 %s\n\n'):format(line, ending)
end

-- Returns A's half points in each report, or nil if there is no result.
local function points_by_report(pgn)
  local function rows_of(name, options, number)
    local report = assert(chess.report(name, options))
    for game in chess.games_in(pgn) do
      report:add(game)
    end
    return report:sections()[number or 1].rows
  end
  local player = rows_of("player", { name = "A" })[1]
  local cross = rows_of("crosstable", { min_games = 1 })
  local winner = rows_of("tournaments", { min_games = 1 })[1]
  local opening = rows_of("openings", { min = 1, depth = 1 })[1]
  local score = rows_of("table", { rows = "Result" })[1]
  return {
    player = 2 * player.won + player.drawn,
    crosstable = cross[1].name == "A" and cross[1].points or cross[2].points,
    tournaments = winner.winner == "B" and 0 or winner.points or 0,
    openings = 2 * opening.results[1] + opening.results[2],
    table = ({ ["1-0"] = 2, ["1/2-1/2"] = 1 })[score.group] or 0,
  }
end

describe("a result", function()
  local SPELLINGS = {
    [2] = { "1-0", "1:0", "1 - 0", "+/-", "+:-", "+--" },
    [1] = { "1/2-1/2", "1/2", "½-½", "½", "0.5-0.5", "=-=" },
    [0] = { "0-1", "0:1", "-/+" },
  }

  for points, spellings in pairs(SPELLINGS) do
    for _, spelling in ipairs(spellings) do
      it(("'%s' gives the first player %d half points in all reports"):format(spelling, points), function()
        for report, halves in pairs(points_by_report(game_of(spelling, "*"))) do
          assert.equal(points, halves, report)
        end
      end)
    end
  end

  it("is taken from the movetext if the tag has no result", function()
    for _, tag in ipairs { "*", "?", "", "none" } do
      assert.equal("1-0", result.of(chess.game(game_of(tag, "1-0"))))
    end
    assert.equal("1-0", result.of(chess.game(game_of(nil, "1-0"))))
    assert.equal("0-1", result.of(chess.game(game_of("0-1", "1-0"))))
  end)

  it("is the game termination marker, or without one the tag, if neither is a result", function()
    assert.equal("adjourned", result.of(chess.game(game_of("adjourned", ""))))
    assert.equal("*", result.of(chess.game(game_of("adjourned", "*"))))
    assert.is_nil(result.halves(chess.game(game_of("*", "*"))))
  end)

  it("is counted in the games and the columns of a player", function()
    local report = chess.report("player", { name = "A" })
    report:add(chess.game(game_of("*", "*")))
    report:add(chess.game(game_of("1-0", "1-0")))
    local row = report:rows()[1]
    assert.same({ 2, 1, 0, 0, 1 }, { row.games, row.won, row.drawn, row.lost, row.unknown })
  end)
end)

describe("the year of a game", function()
  it("has no chart in the summary of no games, which says so", function()
    local summary = chess.report "summary"
    assert.is_nil(summary:format("html"):find("<svg", 1, true))
    assert.same({ { "There are no games." } }, summary:sections()[1].notes)
    summary:add(chess.game "1. e4 1-0")
    assert.same({ { "Shortest decided game: %s (moves: %s)." } }, { { summary:sections()[1].notes[2][1] } })
    assert.is_truthy(summary:format("html"):find("<svg", 1, true))
  end)

  it("is the same in summary and table, even if the month is impossible", function()
    local game = chess.game '[Date "2011.19.11"]\n\n1. e4 *'
    local summary, rows = chess.report "summary", chess.report("table", { rows = "Year" })
    summary:add(game)
    rows:add(game)
    local years
    for _, row in ipairs(summary:rows()) do
      years = row.name == "Years" and row.value or years
    end
    assert.equal("2011", years)
    assert.is_truthy(rows:format("csv"):find("2011", 1, true))
  end)
end)
