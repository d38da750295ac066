-- Sheets to write on: `lucena report sheet --blank MOVES` and `--boards N`.

local chess = require "lucena"
local run = require "spec.support.run"

local PAIRINGS = '[Event "Cup"]\n[Round "3"]\n[White "Anna"]\n[Black "<b>_$"]\n[Result "*"]\n\n*\n\n'
  .. '[White "Chloé"]\n\n*\n'

-- The report on games, in a format.
local function sheet(format, options, games, layout)
  local report = assert(chess.report("sheet", options))
  for game in chess.games { text = games or "" } do
    report:add(game)
  end
  return assert(report:format(format, layout))
end

local function count(text, pattern)
  return select(2, text:gsub(pattern, ""))
end

describe("a blank score sheet", function()
  it("has lines for the moves in two columns", function()
    local text = sheet("text", { blank = 5 })
    local line = ("_"):rep(15)
    assert.is_truthy(text:find(("\n  3. %s %s\n"):format(line, line), 1, true))
    assert.is_truthy(text:find(("\n  2. %s %s    5. %s %s\n"):format(line, line, line, line), 1, true))
    assert.equal(6, count(text, "\n?%u%l+: +____+\n"))
  end)

  it("has the known tags of each game in its heading", function()
    local text = sheet("text", { blank = 2 }, PAIRINGS)
    assert.equal(2, count(text, "White: "))
    for _, wanted in ipairs { "White:        Anna\n", "Black:        <b>_$\n", "Event:        Cup\n",
      "Round:        3\n", "Result:       ____", "White:        Chloé\n" } do
      assert.is_truthy(text:find(wanted, 1, true), wanted)
    end
    assert.same({ "Anna", "Chloé" }, { sheet("csv", { blank = 2 }, PAIRINGS):match "\n(%a+),[^\n]*\n([^,]+)," })
  end)

  it("has all numbers once, in every format", function()
    local pattern = { html = '<th scope="row">%d+</th>', markdown = "| %d+%.", latex = "%f[%d]%d+ & \\rule",
      text = "%f[%d]%d+%. _" }
    for format, item in pairs(pattern) do
      for _, moves in ipairs { 1, 60, 61, 125 } do
        assert.equal(moves, count(sheet(format, { blank = moves }), item), format .. moves)
      end
    end
  end)

  it("has all texts escaped", function()
    assert.is_truthy(sheet("html", { blank = 1 }, PAIRINGS):find(">&lt;b&gt;_$<", 1, true))
    assert.is_truthy(sheet("latex", { blank = 1 }, PAIRINGS):find("\\textless{}b\\textgreater{}\\_\\$", 1, true))
    assert.is_truthy(sheet("markdown", { blank = 1 }, PAIRINGS):find("&lt;b&gt;\\_", 1, true))
  end)

  it("is written in French", function()
    local text = sheet("html", { blank = 1 }, PAIRINGS, { lang = "fr" })
    for _, word in ipairs { "Feuille de partie", "Blancs", "Noirs", "Tournoi", "Ronde", "Résultat" } do
      assert.is_truthy(text:find(">" .. word .. "<", 1, true), word)
    end
  end)
end)

describe("a sheet of empty boards", function()
  it("has boards and lines, without tasks and solutions", function()
    local text = sheet("text", { boards = 2, lines = 1 }, PAIRINGS)
    assert.equal(2, count(text, "\n    8 %. %. %. %. %. %. %. %.\n"))
    assert.equal(2, count(text, "\n    ____+"))
    assert.equal(2, count(text, "\n%d%.\n"))
    assert.is_nil(text:find("Solutions", 1, true))
    assert.equal(2, count(sheet("html", { boards = 2 }), "<article"))
    assert.is_truthy(sheet("html", { boards = 2 }, "", { lang = "fr" }):find("<h1>Diagrammes</h1>", 1, true))
  end)
end)

describe("the options of blank sheets", function()
  it("exclude each other and have a limit", function()
    for _, options in ipairs { { "--blank", "1", "--boards", "1" }, { "--boards", "1", "--exercises" } } do
      local result = run { "report", "sheet", stdin = "", table.unpack(options) }
      assert.equal(2, result.code)
      assert.is_truthy(result.err:find("make different sheets; use one of them", 1, true), result.err)
    end
    for _, name in ipairs { "blank", "boards" } do
      assert.is_nil((chess.report("sheet", { [name] = 301 })))
    end
  end)
end)
