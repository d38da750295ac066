-- Tables of games: quoting, protection against formulas in spreadsheets, columns.

local chess = require "lucena"
local csv = require "lucena.csv"

describe("a cell", function()
  it("is quoted as RFC 4180 requires", function()
    assert.equal("plain", csv.cell("plain"))
    assert.equal('"a,b"', csv.cell("a,b"))
    assert.equal('"say ""x"""', csv.cell('say "x"'))
    assert.equal('"a\nb"', csv.cell("a\nb"))
    assert.equal('" a"', csv.cell(" a"))
    assert.equal("", csv.cell(nil))
    assert.equal("12", csv.cell(12))
  end)

  it("cannot become a formula", function()
    assert.equal("'=1+1", csv.cell("=1+1"))
    assert.equal("'@SUM(1)", csv.cell("@SUM(1)"))
    assert.equal("'-2+3", csv.cell("-2+3"))
    assert.equal("'+cmd|x", csv.cell("+cmd|x"))
    assert.equal("'\tx", csv.cell("\tx"))
    assert.equal('"\'\rx"', csv.cell("\rx"))
    assert.equal("'-", csv.cell("-"))
  end)

  it("is unchanged if it is a number, or raw", function()
    assert.equal("-5", csv.cell("-5"))
    assert.equal("+0.25", csv.cell("+0.25"))
    assert.equal("-5", csv.cell(-5))
    assert.equal("=1+1", csv.cell("=1+1", false, true))
  end)

  it("of TSV contains no tab or line end", function()
    assert.equal([[a\tb\nc\rd\\e"]], csv.cell('a\tb\nc\rd\\e"', true))
    assert.equal([['\tx]], csv.cell("\tx", true))
  end)

  it("is UTF-8", function()
    assert.equal("\u{E9}", csv.cell("\u{E9}"))
    assert.equal("\u{E9}", csv.cell("\xE9"))
  end)
end)

describe("a table", function()
  local g = chess.game('[White "A, B"]\n[Date "1999.01.??"]\n[WhiteElo "2700"]\n\n1. f3 e5 2. g4 Qh4# 0-1')

  it("has tags and computed columns", function()
    local t = chess.csv { columns = { "White", "Nope", "plies", "moves", "uci", "result", "ending", "year", "errors",
      "number", "line", "file" } }
    assert.equal("White,Nope,plies,moves,uci,result,ending,year,errors,number,line,file\n", t:header())
    assert.equal('"A, B",,4,f3 e5 g4 Qh4#,f2f3 e7e5 g2g4 d8h4,0-1,checkmate,1999,0,1,1,\n', t:row(g))
  end)

  it("has the usual columns, and positions", function()
    assert.equal("Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,plies\n", chess.csv():header())
    assert.equal(',,1999.01.??,,"A, B",,,2700,,,4\n', chess.csv():row(g))
    assert.equal(chess.START_FEN .. "\trnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n",
      chess.csv { columns = { "start_fen", "final_fen" }, tsv = true }:row(g))
  end)

  it("accepts functions", function()
    local functions = { half = function(game) return game.plies // 2 end }
    local t = chess.csv { columns = { "half", "White" }, functions = functions }
    assert.equal('half,White\n2,"A, B"\n', t:header() .. t:row(g))
  end)

  it("raises for unknown columns", function()
    local function message_of(f, ...)
      return select(2, pcall(f, ...)):match("^spec/lua/csv_spec.lua:%d+: (.*)$")
    end
    local writer <close> = chess.writer(function() end)
    local ways = {
      { "#1 to 'csv'", function(opts) chess.csv(opts) end },
      { "#2 to 'export'", function(opts) g:export("csv", opts) end },
      { "#3 to 'export'", function(opts) writer:export(g, "csv", opts) end },
    }
    for _, way in ipairs(ways) do
      for problem, opts in pairs {
        ["'a b' is no column"] = { columns = { "a b" } }, ["number is no column"] = { columns = { 1 } },
        ["'movs' is no column; did you mean 'moves'?"] = { columns = { "movs" } },
        ["'halff' is no column; did you mean 'half'?"] = { columns = { "halff" }, functions = { half = print } },
        ["unknown option 'column'; did you mean 'columns'?"] = { column = { "White" } },
      } do
        assert.equal(("bad argument %s (%s)"):format(way[1], problem), message_of(way[2], opts))
      end
    end
    assert.equal("bad argument #2 to 'export' (unknown option 'column')",
      message_of(function() g:export("json", { column = {} }) end))
    assert.equal("\n", chess.csv { columns = { "annotator" } }:row(g))
  end)

  it("counts errors", function()
    assert.equal("1\n", chess.csv { columns = { "errors" } }:row(chess.game "1. e4 Ke2 *"))
  end)
end)
