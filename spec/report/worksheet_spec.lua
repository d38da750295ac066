-- Worksheets: `lucena report sheet --exercises`, from EPD, from games with FEN and from matches of a query.

local chess = require "lucena"
local run = require "spec.support.run"

-- The output of `lucena report sheet --exercises`.
local function sheet(...)
  local result = run { "report", "sheet", "-q", "--exercises", ... }
  assert.equal(0, result.code, result.err)
  return result.out
end

local SUITE, SAMPLE = "spec/data/epd/suite.epd", "spec/data/sample/sample.pgn"

local function rows_of(pgn, options)
  options.exercises = true
  local report = assert(chess.report("sheet", options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  local out = {}
  for i, row in ipairs(report:rows()) do
    out[i] = ("%s | %s | %s"):format(row.task, row.solution, row.source)
  end
  return out
end

local MATE = '[White "Anna"]\n[Black "Boris"]\n[Event "Cup"]\n[Date "2020.01.02"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'

describe("a worksheet", function()
  it("has the position before a match at the end of a game, and its move as the solution", function()
    assert.same({ "Black to move | 2... Qh4# | Anna – Boris, Cup, 2020" }, rows_of(MATE, { at = "checkmate" }))
    assert.same({ "White to move | 2. g4 Qh4# | Anna – Boris, Cup, 2020" },
      rows_of(MATE, { at = chess.query.checkmate, before = 2 }))
    assert.same({ "White to move | 2. g4 | Anna – Boris, Cup, 2020" },
      rows_of(MATE, { at = "checkmate", before = 2, solution = 1 }))
  end)

  it("has the start positions of games with FEN, and omits games without a position", function()
    local study = '[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]\n[SetUp "1"]\n\n{a study} 1. Ra8# *\n'
    assert.same({ "White to move | 1. Ra8# | " }, rows_of(MATE .. "\n" .. study, {}))
  end)

  it("has the tasks and solutions of EPD records", function()
    local rows = sheet("-t", "csv", SUITE)
    assert.is_truthy(rows:find("\n1,6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1,"
      .. "White mates in 1,1. Ra8#,one: back rank\n", 1, true))
    assert.is_truthy(rows:find("Black to move,1... dxe3 2. Nf3,en passant\n", 1, true))
    assert.is_truthy(rows:find("White to move,1. a8=Q+; 1. a8=R+,two: promotion\n", 1, true))
    assert.is_truthy(rows:find("\n10,8/8/8/8/8/4k3/4p3/4K3 w - - 0 1,White to move,,none\n", 1, true))
  end)

  it("has the number of moves of dm, also without a solution", function()
    local pgn = '[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]\n\n{dm 1} *\n'
    assert.same({ "White mates in 1 |  | " }, rows_of(pgn, {}))
  end)

  it("says why there is no exercise", function()
    assert.is_truthy(sheet("-t", "text", "-e", "elo{min = 4000}", SAMPLE):find(
      "Nothing to show: no game has a position that matches the query.", 1, true))
    assert.is_truthy(sheet("-t", "text", "spec/data/engine/engine.pgn"):find(
      "Nothing to show: exercises need EPD, games with a FEN, or -e.", 1, true))
  end)

  it("has the moves to avoid", function()
    assert.same({ "White to move | Avoid: 1. O-O | " },
      rows_of('[FEN "4k3/8/8/8/8/8/P7/4K2R w K - 0 1"]\n\n{am O-O} *\n', {}))
  end)

  it("uses the query of -e, also with several processes", function()
    local wanted = sheet("-e", "checkmate", SAMPLE)
    assert.equal(10, select(2, wanted:gsub("\n%d+%. %a+ to move\n", "")))
    assert.equal(wanted, sheet("-e", "checkmate", "--jobs", "2", SAMPLE))
  end)

  it("has lines to write on, and solutions unless they are not wanted", function()
    local text = sheet("--limit", "2", "--lines", "4", SUITE)
    assert.equal(8, select(2, text:gsub("\n    ____+", "")))
    assert.is_truthy(text:find("\nSolutions\n\n1. 1. Ra8# (one: back rank)\n2. 1. Qxf7# (one: scholar)\n", 1, true))
    text = sheet("--limit", "2", "--solution", "0", SUITE)
    assert.is_nil(text:find("Ra8", 1, true))
  end)

  it("is written in French, with French moves", function()
    local text = sheet("--lang", "fr", "--limit", "1", SUITE)
    assert.is_truthy(text:find("1. Les blancs matent en 1\n", 1, true))
    assert.is_truthy(text:find("1. 1. Ta8# (one: back rank)\n", 1, true))
  end)

  it("has all texts escaped", function()
    local pgn = '[White "<b>_$"]\n[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]\n\n1. Ra8# *\n'
    local report = assert(chess.report("sheet", { exercises = true }))
    report:add(chess.game(pgn))
    assert.is_truthy(report:format("html"):find("&lt;b&gt;_$ – ?", 1, true))
    assert.is_truthy(report:format("latex"):find("\\textless{}b\\textgreater{}\\_\\$ -- ?", 1, true))
    assert.is_truthy(report:format("markdown"):find("&lt;b&gt;\\_", 1, true))
  end)

  it("rejects wrong options", function()
    local result = run { "report", "sheet", "--exercises", "--at", "chekmate", SAMPLE }
    assert.equal(2, result.code)
    assert.is_truthy(result.err:find("--at: there is no 'chekmate' in chess.query; did you mean 'checkmate'?", 1, true))
    result = run { "report", "sheet", "--lines", "21", SAMPLE }
    assert.equal(2, result.code)
    assert.is_truthy(result.err:find("before and solution are numbers from 0, and lines from 0 to 20", 1, true))
  end)
end)

describe("the page of a worksheet in a browser", function()
  it("fits screens and paper, and the solutions begin on a new page", function()
    local browser <close> = require "spec.support.chromium" ()
    local folder <close> = require "spec.support.folder" ()
    sheet("-o", folder:path "sheet.html", SUITE)
    browser:open(folder:path "sheet.html")
    for _, width in ipairs { 1280, 360 } do
      browser:resize(width, 740)
      assert.is_true(browser:eval "document.documentElement.scrollWidth <= innerWidth", width)
    end
    assert.same({}, browser:faults())
    browser:media("light", "print")
    assert.equal("page", browser:eval 'getComputedStyle(document.querySelector(".solutions")).breakBefore')
    assert.equal(30, browser:eval 'document.querySelectorAll(".exercise .line").length')
    assert.same({}, browser.said)
  end)
end)
