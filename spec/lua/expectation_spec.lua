-- Actual and expected scores of a player: the numbers, and the sections of the report "player".

local chess = require "lucena"
local expectation = require "lucena.expectation"

local function row_of(results)
  local groups = {}
  for _, result in ipairs(results) do
    expectation.count(groups, "x", table.unpack(result))
  end
  return expectation.row("x", groups.x)
end

local function times(n, ...)
  local out = {}
  for _ = 1, n do
    table.move({ ... }, 1, select("#", ...), #out + 1, out)
  end
  return out
end

describe("an expected score", function()
  it("is the mean of FIDE's table over the games with both ratings", function()
    -- FIDE's table: 100 points more give 64 %, 100 points less 36 %.
    local row = row_of { { 2, 2500, 2400 }, { 0, 2500, 2600 }, { 1, nil, 2000 }, { 2 } }
    assert.equal(4, row.games)
    assert.equal(5 / 8, row.score)
    assert.equal(0.5, row.expected)
    assert.equal(0.0, row.gain)
    assert.equal(2333, row.performance) -- 50 % against the mean of 2400, 2600 and 2000
  end)

  it("has a margin of 1.96 standard errors for 10 games or more with different results", function()
    local row = row_of(times(5, { 2 }, { 0 }))
    assert.is_true(math.abs(row.margin - 1.96 * 0.5 / 3) < 1e-12)
    assert.is_nil(row_of(times(4, { 2 }, { 0 })).margin)
    assert.is_nil(row_of(times(20, { 1 })).margin)
  end)

  it("has no performance for fewer than 3 games", function()
    assert.is_nil(row_of(times(2, { 2, 2500, 2400 })).performance)
    assert.equal(3200, row_of(times(3, { 2, 2500, 2400 })).performance)
  end)
end)

describe("the report player", function()
  local function sections_of(pgn)
    local report, out = assert(chess.report("player", { name = "Anna" })), {}
    for game in chess.games_in(pgn) do
      report:add(game)
    end
    for _, section in ipairs(report:sections()) do
      out[section.title] = section.rows
    end
    return out, report
  end

  local GAME = '[Event "%s"]\n[Date "2020.01.01"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n[WhiteElo "2000"]\n'
    .. '[BlackElo "2000"]\n[TimeControl "%s"]\n\n%s\n\n'

  it("has the scores by colour, time control and event, without games that have no result", function()
    local sections = sections_of(GAME:format("Cup", "Anna", "B", "1-0", "180+2", "1-0")
      .. GAME:format("Cup", "C", "Anna", "1-0", "7200", "1-0") .. GAME:format("Open", "D", "Anna", "0-1", "7200", "0-1")
      .. GAME:format("Open", "Anna", "D", "*", "7200", "*"))
    local function texts(rows)
      local out = {}
      for i, row in ipairs(rows) do
        out[i] = ("%s %d %.1f %.1f"):format(row.group, row.games, row.score, row.gain)
      end
      return table.concat(out, "; ")
    end
    assert.equal("White 1 1.0 0.5; Black 2 0.5 0.0; Total 3 0.7 0.5", texts(sections["Actual and expected score"]))
    assert.equal("standard 2 0.5 0.0; blitz 1 1.0 0.5", texts(sections["Time controls"]))
    assert.equal("Cup (2020) 2 0.5 0.0; Open (2020) 1 1.0 0.5", texts(sections.Events))
  end)

  it("draws the margins as error bars", function()
    local _, report = sections_of((GAME:format("Cup", "Anna", "B", "1-0", "180+2", "1-0")
      .. GAME:format("Cup", "Anna", "B", "0-1", "180+2", "0-1") .. GAME:format("Cup", "B", "Anna", "0-1", "60", "0-1"))
      :rep(10))
    local html = report:format "html"
    assert.is_truthy(html:find('stroke-width="1.5"', 1, true))
  end)
end)
