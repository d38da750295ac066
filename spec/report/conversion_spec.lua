-- Winning positions that were won and lost positions that were saved, and the boards of a player's openings.

local chess = require "lucena"
local section_of = require "spec.support.section_of"

-- Returns a game whose comments have these evaluations; "" is a move without one.
local function game_of(white, black, result, evaluations)
  local MOVES = { "Nf3", "Nf6", "Ng1", "Ng8" }
  local out = { ('[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n'):format(white, black, result) }
  for i, text in ipairs(evaluations) do
    out[#out + 1] = ("%s%s "):format(MOVES[(i - 1) % 4 + 1], text ~= "" and (" {[%%eval %s]}"):format(text) or "")
  end
  return table.concat(out) .. result .. "\n\n"
end

local function report_of(pgn)
  local report = assert(chess.report("player", { name = "Anna" }))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  return report
end

local function counts_of(pgn)
  local out, section = {}, section_of(report_of(pgn), "Winning and lost positions")
  for i, row in ipairs(section and section.rows or {}) do
    out[i] = ("%s %d: %d %d %d"):format(row.group, row.games, row.won, row.drawn, row.lost)
  end
  return table.concat(out, "; "), section
end

local WINNING, LOSING = { "3", "3.5", "#5", "4" }, { "-3", "-9", "#-2", "-3" }

describe("the section on winning and lost positions", function()
  it("counts the results of winning and lost positions, from the player's side", function()
    local text, section = counts_of(game_of("Anna", "B", "1-0", WINNING) .. game_of("Anna", "B", "1/2-1/2", WINNING)
      .. game_of("B", "Anna", "1-0", LOSING) .. game_of("Anna", "B", "0-1", LOSING)
      .. game_of("B", "Anna", "1/2-1/2", WINNING) .. game_of("B", "Anna", "0-1", WINNING))
    assert.equal("winning 3: 1 1 1; lost 3: 1 1 1", text)
    assert.equal(1 / 3, section.rows[1].converted)
    assert.equal(2 / 3, section.rows[2].saved)
    assert.equal(6, section.notes[1][4])
  end)

  it("counts a game that was won and lost in both rows", function()
    assert.equal("winning 1: 0 0 1; lost 1: 0 0 1", (counts_of(game_of("Anna", "B", "0-1",
      { "3", "3", "3", "3", "-3", "-3", "-3", "-3" }))))
  end)

  for name, evaluations in pairs {
    ["3 plies"] = { "3", "3", "3", "2.99", "3" }, ["a gap in the evaluations"] = { "3", "3", "3", "", "3", "3", "3" },
    ["less than 3 pawns"] = { "2.9", "2.99", "2.9", "2.9", "2.9" },
  } do
    it("does not count " .. name, function()
      assert.equal("", (counts_of(game_of("Anna", "B", "1-0", evaluations))))
    end)
  end

  it("does not count games without a result", function()
    assert.equal("", (counts_of(game_of("Anna", "B", "*", WINNING))))
  end)

  it("has the sum of the counts of two parts", function()
    local one, two = report_of(game_of("Anna", "B", "1-0", WINNING)), report_of(game_of("Anna", "B", "0-1", WINNING))
    one:merge(two)
    assert.same({ 2, 1 }, { section_of(one, "Winning and lost positions").rows[1].games,
      section_of(one, "Winning and lost positions").rows[1].won })
  end)
end)

describe("the openings of a player", function()
  local PGN = '[White "Anna"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 c5 2. Nf3 1-0\n\n'
    .. '[White "B"]\n[Black "Anna"]\n[Result "0-1"]\n\n1. d4 d5 2. c4 0-1\n\n'

  it("have a diagram of the opening below the table in HTML, from the player's side", function()
    local report = report_of(PGN)
    local white = section_of(report, "Openings as White").rows[1]
    local black = section_of(report, "Openings as Black").rows[1]
    assert.equal(chess.position():play("e4 c5 Nf3"), white.diagram.position)
    assert.equal(chess.position():play("d4 d5 c4"), black.diagram.position)
    assert.same({ false, true }, { white.diagram.flip, black.diagram.flip })
    local _, boards = report:format("html"):gsub('class="board"', "")
    assert.equal(2, boards)
    assert.is_truthy(report:format("html"):find("</svg><figcaption>Queen's Gambit</figcaption>", 1, true))
  end)

  it("have no boards in other formats", function()
    for _, format in ipairs { "text", "csv", "json", "markdown", "latex" } do
      assert.is_nil(report_of(PGN):format(format):find("board", 1, true))
    end
  end)

  it("omit games without moves, such as forfeits", function()
    local report = report_of(PGN .. '[White "Anna"]\n[Black "C"]\n[Result "+/-"]\n\n+/-\n\n')
    assert.equal(1, #section_of(report, "Openings as White").rows)
    assert.equal(2, report:sections()[1].rows[1].games)
  end)
end)
