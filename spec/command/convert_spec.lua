-- lucena convert: every format, the options of the writers, and games that cannot be written.

local file = require "spec.support.file"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/engine/engine.pgn"

local TWO = [[
[White "A, B"]
[Black "=1+1"]

1. e4! {best} (1. d4 d5) 1... e5 2. Nf3+ 1-0

[White "C"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 *
]]

local function convert(options, text)
  return run { "convert", "-q", stdin = text, table.unpack(options) }
end

describe("lucena convert -t", function()
  local function to(format, ...)
    local r = convert({ "-t", format, ... }, TWO)
    assert.same({ 0, "" }, { r.code, r.err })
    return r.out
  end

  it("writes each variation as a game with --split-variations", function()
    local text = "1. e4 {best} e5 (1... c5 2. c3 (2. d4) d5) 2. d4 1-0\n"
    local r = convert({ "--split-variations", "--tags", "none", "--width", "0" }, text)
    local begin = "1. e4 {best} 1... "
    assert.same({ 0, begin .. "e5 2. d4 1-0\n\n" .. begin .. "c5 2. c3 d5 *\n\n" .. begin .. "c5 2. d4 *\n\n" },
      { r.code, r.out })
    assert.equal("e4 e5 d4\ne4 c5 c3 d5\ne4 c5 d4\n", convert({ "--split-variations", "-t", "san" }, text).out)
  end)

  it("pgn writes export format", function()
    local out = to "pgn"
    assert.equal([[
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A, B"]
[Black "=1+1"]
[Result "1-0"]

1. e4 $1 {best} (1. d4 d5) 1... e5 2. Nf3 1-0

]], out:match("^.-1%-0\n\n"))
    assert.equal(out, convert({}, TWO).out)
    assert.equal(out, convert({ "-" }, out).out)
  end)

  it("json and jsonl write objects", function()
    local lines = to "jsonl"
    local first, second = lines:match("^([^\n]*)\n([^\n]*)\n$")
    assert.equal(require("lucena").game(TWO:match("^.-1%-0\n")):json(), first)
    assert.equal("[\n" .. first .. ",\n" .. second .. "\n]\n", to "json")
    assert.equal("[\n\n]\n", convert({ "-t", "json" }, "").out)
  end)

  it("csv and tsv write columns", function()
    assert.equal('White,Black,plies\n"A, B",\'=1+1,3\nC,,1\n', to("csv", "--columns", "White,Black,plies"))
    assert.equal('A, B\t=1+1\nC\t\n', to("tsv", "--columns", "White,Black", "--raw", "--no-header"))
    assert.equal("Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,plies", to("csv"):match("^[^\n]*"))
  end)

  it("csv begins with a byte order mark on request", function()
    assert.equal('\u{FEFF}White\n"A, B"\nC\n', to("csv", "--bom", "--columns", "White"))
    assert.equal('\u{FEFF}"A, B"\nC\n', to("csv", "--bom", "--no-header", "--columns", "White"))
    assert.equal(2, convert({ "--bom" }, TWO).code)
  end)

  it("csv accepts a script's columns", function()
    local folder <close> = new_folder()
    local script = folder:write("c.lua", "return { half = function(g) return g.plies // 2 end }")
    assert.equal("half,White\n1,\"A, B\"\n0,C\n", to("csv", "-s", script, "--columns", "half,White"))
    assert.is_truthy(to("csv", "-s", script):find("^[^\n]*,plies,half\n"))
    script = folder:write("e.lua", "return { half = function(g) return g.nonesuch end }")
    local r = convert({ "-t", "csv", "-s", script }, TWO)
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find("e.lua:1: lucena.Game has no field 'nonesuch'\n.*this was game 1, %-:1\n"), r.err)
    script = folder:write("n.lua", "return 3")
    assert.equal(2, convert({ "-t", "csv", "-s", script }, TWO).code)
  end)

  it("fen and epd write each position, including the first", function()
    assert.equal([[
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
4k3/8/8/8/4P3/8/8/4K3 b - - 0 1
]], to "fen")
    assert.equal("4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/4P3/8/8/4K3 b - -\n", to("epd", "--games", "2"))
  end)

  it("uci and san write one line of moves per game", function()
    assert.equal("e2e4 e7e5 g1f3\nfen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\n", to "uci")
    assert.equal("e4 e5 Nf3\ne4\n", to "san")
  end)
end)

describe("the layout options", function()
  local function moves(...)
    local r = convert({ "--games", "1", ... }, TWO)
    assert.same({ 0, "" }, { r.code, r.err })
    return r.out:match("\n\n(.*)\n$")
  end

  it("omit parts", function()
    assert.equal("1. e4 $1 (1. d4 d5) 1... e5 2. Nf3 1-0\n", moves "--no-comments")
    assert.equal("1. e4 {best} (1. d4 d5) 1... e5 2. Nf3 1-0\n", moves "--no-nags")
    assert.equal("1. e4 $1 {best} 1... e5 2. Nf3 1-0\n", moves "--no-variations")
    assert.equal("e4 $1 {best} (d4 d5) e5 Nf3 1-0\n", moves "--no-numbers")
    assert.equal("1. e4 e5 2. Nf3 1-0\n", moves "--reduced")
  end)

  it("omit results and check marks", function()
    assert.equal("1. e4 $1 {best} (1. d4 d5) 1... e5 2. Nf3\n", moves "--no-results")
    assert.equal("1. f3 e5 2. g4 Qh4 0-1\n\n",
      convert({ "--no-checks", "--tags", "none" }, "1. f3 e5 2. g4 Qh4# 0-1").out)
  end)

  it("change the layout of lines", function()
    assert.equal("1. e4 $1\n{best}\n(1. d4 d5)\n1... e5 2.\nNf3 1-0\n", moves("--width", "10"))
    local text = "1. e4 {" .. ("word "):rep(30) .. "} *\n"
    assert.equal(text, convert({ "--width", "0" }, text).out:match("\n\n(.*)\n$"))
    assert.is_truthy(convert({ "--no-wrap-comments" }, text).out:find(("word "):rep(30), 1, true))
    assert.is_falsy(convert({}, text).out:find(("word "):rep(30), 1, true))
  end)

  it("select tags", function()
    assert.equal('[Black "=1+1"]\n[White "A, B"]\n\n', convert({ "--games", "1", "--tags", "Black,White" }, TWO).out
      :match("^.-\n\n"))
    local reduced = convert({ "--reduced", "--games", "2" }, TWO).out
    assert.is_truthy(reduced:find('^%[Event "%?"%]'))
  end)

  it("add a comment after each move", function()
    assert.is_truthy(convert({ "--fen-comments", "--width", "0" }, "1. e4 *").out:find(
      "1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} *", 1, true))
    assert.is_truthy(convert({ "--hash-comments" }, "1. e4 *").out:find("1%. e4 {%x+} %*"))
    assert.is_truthy(convert({ "--material-comments" }, "1. e4 *").out:find("1%. e4 {[^}]+} %*"))
  end)

  it("convert text to UTF-8", function()
    local text = '[White "Andr\xE9"]\n\n1. e4 {\xFC} *\n'
    local out = convert({ "--encoding", "utf-8" }, text).out
    assert.is_truthy(out:find('[White "Andr\u{E9}"]', 1, true))
    assert.is_truthy(out:find("{\u{FC}}", 1, true))
    assert.is_truthy(convert({}, text).out:find("Andr\xE9", 1, true))
  end)

  it("also affect JSON if JSON has the feature", function()
    local out = convert({ "-t", "jsonl", "--no-comments", "--no-variations", "--no-nags", "--tags", "White" }, TWO).out
    assert.equal('{"tags":{"White":"A, B"},"result":"1-0","moves":[{"san":"e4","uci":"e2e4"},{"san":"e5","uci":"e7e5"},'
      .. '{"san":"Nf3","uci":"g1f3"}],"repairs":[{"code":"san_style","ply":3,"text":"Nf3+"}]}', out:match("^[^\n]*"))
  end)
end)

describe("lucena convert -f", function()
  it("reads its own output", function()
    local folder <close> = new_folder()
    local pgn, lines, array = folder:path "a.pgn", folder:path "a.jsonl", folder:path "a.json"
    assert.equal(0, run { "convert", "-q", SAMPLE, "-o", pgn }.code)
    assert.equal(0, run { "convert", "-q", SAMPLE, "-o", lines }.code)
    assert.equal(0, run { "convert", "-q", SAMPLE, "-o", array }.code)
    local text = file.read(pgn)
    assert.is_true(text == run { "convert", "-q", lines }.out)
    assert.is_true(text == run { "convert", "-q", array }.out)
    assert.is_true(text == run { "convert", "-q", "-f", "json", stdin = file.read(array) }.out)
  end)

  it("reports objects that are not games, and converts the others", function()
    local text = '{"result":"*"}\n\n{"moves":[{"san":"Ke2"}]}\nx\n{"result":"1-0"}\n'
    local r = run { "convert", "-f", "jsonl", "-t", "jsonl", stdin = text }
    assert.equal('{"tags":{},"result":"*","moves":[]}\n{"tags":{},"result":"1-0","moves":[]}\n', r.out)
    assert.equal(1, r.code)
    assert.equal("-:3: moves[1]: illegal move Ke2 (move 1, White)\n", r.err:match("^[^\n]*\n"))
    assert.is_truthy(r.err:find("\n%-:4: not JSON[^\n]*\nlucena: 4 games, errors in 2 places\n$"), r.err)
    r = run { "convert", "-q", "-f", "json", stdin = '[{"result":"*"},\n\n{"moves":[{"san":"Ke2"}]}]' }
    assert.equal("-:3: moves[1]: illegal move Ke2 (move 1, White)\n", r.err)
  end)

  it("reports unknown fields and writes the games", function()
    local game = '{"moves":[{"san":"e4","comment":"x"}],"result":"*"}'
    local r = run { "convert", "-f", "jsonl", "-t", "san", stdin = game .. "\n\n" .. game .. "\n" }
    local message = "-:%d:23: unknown JSON field comment: in moves[1]; did you mean 'comments'?\n"
    assert.same({ code = 1, out = "e4\ne4\n", err = message:format(1) .. message:format(3)
      .. "lucena: 2 games, errors in 2 places\n" }, r)
    r = run { "convert", "-q", "-f", "json", "-t", "san", stdin = "\u{FEFF}[" .. game .. ",\n\n " .. game .. "]" }
    assert.equal("e4\ne4\n", r.out)
    assert.same({ "1:24", "3:24" }, { r.err:match "^%-:(%d+:%d+).-\n%-:(%d+:%d+)" })
    assert.equal(1, r.code)
    r = run { "convert", "-q", "-f", "jsonl", "-t", "san", "--games", "2", stdin = game .. '\n{"result":"*"}\n' }
    assert.same({ code = 0, out = "\n", err = "" }, r)
  end)

  it("selects the games of --games", function()
    local text = '{"result":"*"}\n{"result":"1-0"}\n{"result":"0-1"}\n'
    assert.equal('{"tags":{},"result":"1-0","moves":[]}\n',
      convert({ "-f", "jsonl", "-t", "jsonl", "--games", "2" }, text).out)
  end)

  it("reports a file that cannot be read", function()
    for _, format in ipairs { "json", "jsonl" } do
      local r = convert({ "-f", format, "no.json", "/tmp" }, "")
      assert.equal(3, r.code)
      assert.is_truthy(r.err:find("no.json: cannot open: No such file", 1, true), r.err)
      assert.is_truthy(r.err:find("/tmp: cannot open: Is a directory", 1, true), r.err)
    end
  end)
end)

describe("errors", function()
  it("in games are reported, and readable games are written", function()
    local r = convert({ "-t", "san" }, "1. e4 Ke2 *\n\n1. d4 *\n")
    assert.same({ code = 1, out = "e4\nd4\n", err = "-:1:7: illegal move Ke2 (move 1, Black)\n" }, r)
  end)

  it("of usage are reported", function()
    for _, options in ipairs { { "-t", "xml" }, { "-t", "csv", "--width", "3" }, { "-t", "json", "--no-checks" },
      { "--columns", "White" }, { "--raw" }, { "-t", "csv", "--columns", "a b" }, { "--width", "x" },
      { "--width", "70000" }, { "--tags", "White,White" }, { "--tags", "a-b" }, { "--reduced", "--tags", "all" },
      { "--fen-comments", "--hash-comments" }, { "-f", "json", "--salvage" }, { "--encoding", "latin-1" } } do
      local r = convert(options, "")
      assert.equal(2, r.code, table.concat(options, " "))
      assert.equal("", r.out)
    end
  end)

  it("keep the old output file if an input is missing", function()
    local folder <close> = new_folder()
    local out = folder:write("a.pgn", "old")
    local r = run { "convert", "-q", "-o", out, folder:path "no.pgn", SAMPLE }
    assert.equal(3, r.code)
    assert.equal("old", folder:read "a.pgn")
    assert.same({ "a.pgn" }, folder:names())
  end)

  it("of standard output are reported, but not a closed pipe", function()
    assert.equal("lucena: standard output: cannot write: No space left on device\n3\n",
      shell("lucena convert -q " .. SAMPLE .. " 2>&1 >/dev/full; echo $?"))
    assert.equal('[Event "London"]\n141\n',
      shell("lucena convert -q " .. SAMPLE .. " 2>&1 | head -n 1; echo ${PIPESTATUS[0]}"))
  end)

  it("include a comment that is never closed, as in every command that reads the moves", function()
    local folder <close> = new_folder()
    local path = folder:write("x.pgn", '[Event "a"]\n\n1. e4 e5 {oops\n\n' .. TWO:gsub("[{}]", ""))
    for _, words in ipairs {
      { "convert", path }, { "convert", "-t", "csv", path }, { "report", "summary", path },
      { "sort", "--by=plies", path }, { "dedup", path }, { "tag", "--plycount", path, "-o", folder:path "y" },
      { "filter", "-e", "check", path },
      { "book", "make", path },
    } do
      local r = run(words)
      assert.equal(1, r.code, table.concat(words, " ") .. r.err)
      assert.is_truthy(r.err:find("comment is never closed", 1, true), r.err)
    end
  end)

  it("refuses a name for compressed files, as the output is plain text", function()
    local folder <close> = new_folder()
    for _, words in ipairs { { "convert" }, { "sort", "--by", "White" }, { "tag", "--set", "A=b" }, { "merge" } } do
      for _, suffix in ipairs { ".gz", ".zst", ".bz2" } do
        local r = run { words[1], "-o", folder:path("x.pgn" .. suffix), SAMPLE, table.unpack(words, 2) }
        assert.equal(2, r.code)
        assert.is_truthy(r.err:find("output is not compressed, name it " .. folder:path "x.pgn", 1, true))
      end
    end
    assert.same({}, folder:names())
  end)
end)
