-- lucena check: listing, summary table, output formats and exit statuses.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/engine/engine.pgn"

local BAD = [[
[Result "0-1"]

1. e4 e5 1-0

1. e4 e5 2. Ke3 *

1. e4 (1. Nf5) 1... e5 *
]]

local LINES = [[
-:3:10: warning: Result tag and game end disagree: the tag says 0-1, the moves end with 1-0 [result_mismatch]
-:5:13: error: illegal move Ke3 (move 2, White) [illegal_move]
-:7:11: error: illegal move Nf5 (move 1, White) [illegal_move]
]]

local TABLE = [[
    count  severity  code             first at
        2  error     illegal_move     -:5:13
        1  warning   result_mismatch  -:3:10
]]

local function check(options, text)
  return run { "check", stdin = text, table.unpack(options) }
end

describe("lucena check", function()
  it("prints only a summary for files without errors", function()
    assert.same({ code = 0, out = "", err = "lucena: 315 games, 40,213 plies, nothing to report\n" },
      run { "check", SAMPLE })
    assert.same({ code = 0, out = "", err = "" }, run { "check", "-q", SAMPLE })
  end)

  it("prints a line for each diagnostic, and a table", function()
    assert.same({ code = 1, out = LINES .. "\n" .. TABLE, err = "lucena: 3 games, 6 plies, errors in 2 places\n" },
      check({}, BAD))
    assert.same({ code = 1, out = LINES, err = "" }, check({ "-q" }, BAD))
    assert.same({ code = 1, out = TABLE, err = "" }, check({ "-qs" }, BAD))
  end)

  it("exits with 0 after warnings unless --strict", function()
    local text = "1. e4\n"
    assert.equal(0, check({ "-q" }, text).code)
    assert.same({ code = 1, out = "-:1:6: error: game ends without a result [no_result]\n", err = "" },
      check({ "-q", "--strict" }, text))
  end)

  it("reports results that contradict checkmate or stalemate", function()
    local mate = "1. f3 e5 2. g4 Qh4# "
    local function line(result)
      return check({ "-q" }, mate .. result .. "\n").out
    end
    local text = "-:1:21: warning: result contradicts the last position %s: White is checkmated [impossible_result]\n"
    assert.equal(text:format "1-0", line "1-0")
    assert.equal(text:format "1/2-1/2", line "1/2-1/2")
    assert.equal("", line "0-1")
    assert.equal("", line "*")
    local black = '[FEN "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]\n\n0-1\n'
    assert.equal("-:3:1: warning: result contradicts the last position 0-1: Black is checkmated [impossible_result]\n",
      check({ "-q" }, black).out)
    local stalemate = '[FEN "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]\n\n'
    assert.equal("-:3:1: warning: result contradicts the last position 1-0: it is stalemate [impossible_result]\n",
      check({ "-q" }, stalemate .. "1-0\n").out)
    assert.equal("", check({ "-q" }, stalemate .. "1/2-1/2\n").out)
    assert.equal("-:1:21: avertissement : le résultat contredit la dernière position 1-0 : les Blancs sont mat "
      .. "[impossible_result]\n", check({ "-q", "--lang", "fr" }, mate .. "1-0\n").out)
  end)

  it("reads only the games of --games", function()
    local r = check({ "--games", "2" }, BAD)
    assert.same({ 1, "lucena: 2 games, 2 plies, errors in 1 place\n" }, { r.code, r.err })
    assert.is_truthy(r.out:find("^%-:5:13: error: illegal move Ke3[^\n]*\n\n"))
    assert.equal(0, check({ "--games", "1" }, BAD).code)
  end)

  it("reports unusual spellings with --style", function()
    local text = "1. e2e4 0-0 *\n"
    assert.same({ code = 1, out = "-:1:9: error: illegal move 0-0 (move 1, Black) [illegal_move]\n", err = "" },
      check({ "-q" }, text))
    assert.equal("-:1:4: repair: move is not in standard SAN e2e4 (move 1, White) [san_style]\n",
      check({ "-q", "--style" }, text).out:match("^[^\n]*\n"))
  end)

  it("prints TSV and JSON", function()
    local r = check({ "-q", "--format", "tsv", "--games", "2" }, BAD)
    assert.equal("file\tline\tcolumn\tseverity\tcode\tgame\tply\toffset\ttoken\tfen\tmessage\n-\t5\t13\terror\t"
      .. "illegal_move\t2\t2\t42\tKe3\trnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\t"
      .. "illegal move Ke3 (move 2, White)\n", r.out)
    local lines = check({ "-q", "--format", "json" }, BAD).out
    assert.equal("illegal_move", require("dkjson").decode(lines:match("\n(.-)\n")).code)
    assert.equal("code\tseverity\tcount\tfile\tline\tcolumn\nillegal_move\terror\t2\t-\t5\t13\n"
      .. "result_mismatch\twarning\t1\t-\t3\t10\n", check({ "-qs", "--format", "tsv" }, BAD).out)
    assert.equal('{"code":"illegal_move","severity":"error","count":2,"file":"-","line":5,"column":13}',
      check({ "-qs", "--format", "json" }, BAD).out:match("^[^\n]*"))
  end)

  it("counts all diagnostics, however many there are", function()
    local text = ("1. e5 *\n"):rep(20000)
    local r = check({ "--max", "2" }, text)
    assert.equal("lucena: 20,000 games, 0 plies, errors in 20,000 places\n", r.err:match("[^\n]*\n$"))
    assert.is_truthy(r.err:find("-: 19,998 more lines not shown\n", 1, true))
    assert.is_truthy(r.out:find("\n\n    count[^\n]*\n   20,000  error     illegal_move  %-:1:4\n$"), r.out)
    local _, lines = check({ "-q", "--max", "0" }, text).out:gsub("\n", "")
    assert.equal(20000, lines)
    _, lines = check({ "-q" }, text).out:gsub("\n", "")
    assert.equal(1000, lines)
  end)

  it("shows no control characters", function()
    local r = run { "check", "spec/data/nasty/pgn/p62_terminal_esc.pgn" }
    assert.equal(0, r.code)
    assert.is_truthy(r.out:find("\\x1b", 1, true))
    assert.is_falsy((r.out .. r.err):find("[\27\r\b]"))
  end)

  it("reads the other files if one is missing", function()
    local folder <close> = new_folder()
    local r = run { "check", "-q", folder:path "no.pgn", folder:write("a.pgn", "1. Ke3 *\n") }
    assert.equal(3, r.code)
    assert.is_truthy(r.err:find("^lucena: [^\n]*/no.pgn: cannot open: No such file or directory\n$"))
    assert.is_truthy(r.out:find("a.pgn:1:4: error", 1, true))
    assert.equal("lucena: 0 games, 0 plies, 1 file not read\n",
      run { "check", folder:path "no.pgn" }.err:match("[^\n]*\n$"))
  end)

  it("reads games up to the size of --max-game", function()
    local text = "1. e4 {" .. ("x "):rep(600000) .. "} e5 *\n"
    assert.equal("lucena: 1 game, 2 plies\n", check({ "-s", "--max-game", "2" }, text).err)
    local r = check({ "--max-game", "1" }, text)
    assert.is_truthy(r.out:find("^%-:1:1: error: game is too large to hold: the limit is 1048576 bytes; [^\n]* "
      .. "%[game_too_large%]\n"))
    assert.equal(1, r.code)
  end)

  it("uses the given limits for warnings", function()
    local text = '[Result "1-0"]\n\n1. e4 {good} (1. d4 (1. c4)) 1-0\n'
    assert.equal("", check({ "-q" }, text).out)
    for _, jobs in ipairs { "1", "2" } do
      local r = run { "filter", "-q", "--check", "--jobs", jobs, "--allow", "comment=3", "--allow", "nesting=1",
        stdin = text }
      assert.equal(1, r.code)
      assert.equal("-:3:7: comment is too long {: the limit is 3; --allow comment=N sets it "
        .. "(limits = {comment = N} in Lua) (warning)\n"
        .. "-:3:21: variations are nested too deeply (: the limit is 1; --allow nesting=N sets it "
        .. "(limits = {nesting = N} in Lua)\n", r.err)
    end
  end)

  it("finds nothing in an empty file", function()
    assert.same({ code = 0, out = "", err = "lucena: 0 games, 0 plies, nothing to report\n" }, check({}, ""))
  end)

  it("refuses wrong use", function()
    for _, options in ipairs { { "--max", "x" }, { "--format", "xml" }, { "--games", "0" }, { "--games", "3-1" },
      { "--games", "1,,2" }, { "--games", "" }, { "--games", "-3" }, { "--max-game", "0" }, { "--allow", "comment" },
      { "--allow", "token=1" }, { "--allow", "tags=1073741825" }, { "--frob" } } do
      local r = check(options, "")
      assert.equal(2, r.code, table.concat(options, " "))
      assert.equal("", r.out)
    end
  end)

  it("reports that its output cannot be written, and ends silently at a closed pipe", function()
    assert.equal("lucena: cannot write standard output: No space left on device\n3\n",
      shell("echo '1. Ke3 *' | lucena check -q 2>&1 >/dev/full; echo $?"))
    assert.equal("-:1:4: error: illegal move e5 (move 1, White) [illegal_move]\n141\n",
      shell("for i in {1..20000}; do echo '1. e5 *'; done | lucena check --max 0 2>&1 | head -n 1; "
        .. "echo ${PIPESTATUS[1]}"))
  end)
end)
