-- lucena epd: the output and the exit status of each subcommand.

local file = require "spec.support.file"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SUITE, QUIRKS = "spec/data/epd/suite.epd", "spec/data/epd/quirks.epd"
local KINGS = "4k3/8/8/8/8/8/8/4K3 w - -"

local function ok(out, err)
  return { code = 0, out = out, err = err or "" }
end

local function lines_of(path)
  local list = {}
  for line in io.lines(path) do
    list[#list + 1] = line
  end
  return list
end

describe("lucena epd fmt", function()
  it("does not change canonical records", function()
    assert.same(ok(file.read(SUITE), "lucena: 10 records\n"), run { "epd", "fmt", SUITE })
  end)

  it("repairs what it can, and does not change its own output", function()
    local once = run { "epd", "fmt", QUIRKS }
    assert.equal(0, once.code)
    assert.equal([[
1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - bm Rxe5; id "Q.01";
3r3k/8/8/8/8/8/8/K2Q4 w - - bm Qxd8+; id "two words";
4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O; fmvn 9; hmvc 3;
4k3/8/8/8/8/8/8/4K2R w - - bm Kf2; fmvn 40; hmvc 5; id "glued";
4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id "uci and blanks";
4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id "crlf";
4k3/8/8/8/8/8/P7/4K3 w - - cc 000:01:02:03 000:00:00:00; ce 25; id "spelling";
4k3/8/8/8/8/8/P7/4K3 w - - id "tabs";
# a comment
4k3/8/8/8/8/8/8/4K2R w K - D1 15; D2 66; fmvn 1; hmvc 0;
]], once.out)
    assert.equal(QUIRKS .. ":4:32: operation without an opcode ; (warning)\n" .. QUIRKS
      .. ":8:37: missing semicolon after the last operation (warning)\nlucena: 9 records\n", once.err)
    assert.same(ok(once.out, "lucena: 9 records\n"), run { "epd", "fmt", "-", stdin = once.out })
  end)

  it("keeps unreadable text", function()
    local r = run { "epd", "fmt", "-q", stdin = "junk\n" .. KINGS .. ' zz 1;bm Qh5; id "x' }
    assert.equal("junk\n" .. KINGS .. ' bm Qh5; zz 1; id "x\n', r.out)
    assert.equal(1, r.code)
    assert.equal("-:1:5: a record begins with four fields\n-:2:35: illegal move Qh5: in bm\n"
      .. '-:2:43: string is never closed "x: in id\n', r.err)
  end)

  it("writes fields as requested", function()
    local line = "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3\n"
    assert.equal(line, run({ "epd", "fmt", "-q", stdin = line }).out)
    assert.equal("r3k2r/8/8/8/3pP3/8/8/R3K2R b HAha e3\n", run({ "epd", "fmt", "-q", "--shredder", stdin = line }).out)
    line = "r3k2r/8/8/8/4P3/8/8/R3K2R b KQkq e3\n"
    assert.equal((line:gsub("e3", "-")), run({ "epd", "fmt", "-q", stdin = line }).out)
    assert.equal(line, run({ "epd", "fmt", "-q", "--ep", "always", stdin = line }).out)
  end)

  it("reads and writes other notations", function()
    local french, english = KINGS .. " bm Rd1 Rd2;\n", KINGS .. " bm Kd1 Kd2;\n"
    assert.same(ok(french), run { "epd", "fmt", "-q", "--to-dialect", "french", stdin = english })
    assert.same(ok(english), run { "epd", "fmt", "-q", "--dialect", "french", stdin = french })
    assert.same(ok("1\n"), run { "epd", "select", "-qc", "--dialect", "french", "-t", "bm=Kd1 Kd2", stdin = french })
    assert.equal(1, run({ "epd", "check", "-q", stdin = french }).code)
    for option, message in pairs {
      ["--dialect=auto"] = "--dialect auto is for games: the moves of a record are too few",
      ["--to-dialect=pgc"] = "--to-dialect: 'pgc' needs Lua functions, which only `lucena translate` supports",
    } do
      local r = run { "epd", "fmt", option, stdin = "" }
      assert.same({ 2, message }, { r.code, r.err:match("lucena: ([^\n]*)\n$") })
    end
  end)

  it("writes a file completely or not at all", function()
    local folder <close> = new_folder()
    folder:write("a.epd", KINGS .. " bm  Kd2;\n")
    folder:write("out.epd", "old\n")
    local r = run { "epd", "fmt", "-q", "-o", folder:path "out.epd", folder:path "a.epd", folder:path "none.epd" }
    assert.equal(3, r.code)
    assert.equal("old\n", folder:read "out.epd")
    assert.equal(0, run({ "epd", "fmt", "-q", "-o", folder:path "out.epd", folder:path "a.epd" }).code)
    assert.equal(KINGS .. " bm Kd2;\n", folder:read "out.epd")
    assert.equal(0, run({ "epd", "fmt", "-q", "-o", folder:path "a.epd", folder:path "a.epd" }).code)
    assert.equal(KINGS .. " bm Kd2;\n", folder:read "a.epd")
  end)

  it("is idempotent on the larger suites", function()
    local once = run { "epd", "fmt", "-q", need.data "epd/wac.epd", need.data "epd/sts.epd",
      need.data "epd/kaufman.epd", need.data "epd/bratko-kopec.epd", need.data "epd/nolot.epd" }
    assert.equal(1, once.code)
    assert.equal(299 + 1188 + 25 + 24 + 11, select(2, once.out:gsub("\n", "")))
    local twice = run { "epd", "fmt", "-q", stdin = once.out }
    assert.equal(once.out, twice.out)
    assert.equal(select(2, once.err:gsub("\n", "")), select(2, twice.err:gsub("\n", "")))
  end)
end)

describe("lucena epd check", function()
  it("prints nothing for files without errors", function()
    assert.same(ok("", "lucena: 10 records, nothing to report\n"), run { "epd", "check", SUITE })
    assert.same(ok("", "lucena: 10 records, nothing to report\n"), run { "epd", "check", "--style", "--strict", SUITE })
  end)

  it("prints a line for each diagnostic, and a table", function()
    local text = KINGS .. " bm Kd2 Kd4;\n" .. KINGS .. " id x;ce y;\n"
    local lines = "-:1:34: error: illegal move Kd4: in bm [illegal_move]\n"
      .. "-:2:35: warning: wrong type of operand y: in ce, kept as text [bad_operand]\n"
    local kinds = "    count  severity  code          first at\n"
      .. "        1  error     illegal_move  -:1:34\n        1  warning   bad_operand   -:2:35\n"
    assert.same({ code = 1, out = lines .. "\n" .. kinds, err = "lucena: 2 records, errors in 1 place\n" },
      run { "epd", "check", stdin = text })
    assert.same({ code = 1, out = kinds, err = "" }, run { "epd", "check", "-qs", stdin = text })
    assert.same({ code = 1, out = lines, err = "" }, run { "epd", "check", "-q", stdin = text })
    local styled = run { "epd", "check", "-q", "--style", stdin = text }
    local unquoted = "-:2:30: repair: string without quotation marks x: in id [unquoted_string]"
    assert.is_truthy(styled.out:find(unquoted, 1, true))
    assert.is_truthy(styled.out:find("-:2:32: repair: unusual spaces between operations [epd_spaces]", 1, true))
    assert.equal(1, run({ "epd", "check", "-q", "--strict", stdin = KINGS .. " id x;\n" }).code)
    assert.equal(0, run({ "epd", "check", "-q", stdin = KINGS .. " id x;\n" }).code)
  end)

  it("writes JSON and TSV, and stops at --max", function()
    local text = KINGS .. " bm Kd4 Kd5;\n"
    assert.equal('{"file":"-","line":1,"column":30,"severity":"error","code":"illegal_move","record":1,"offset":29,'
      .. '"token":"Kd4","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","message":"illegal move Kd4: in bm"}',
      run({ "epd", "check", "-q", "--format", "json", stdin = text }).out:match("[^\n]*"))
    assert.equal("file\tline\tcolumn\tseverity\tcode\trecord\tply\toffset\ttoken\tfen\tmessage",
      run({ "epd", "check", "-q", "--format", "tsv", stdin = text }).out:match("[^\n]*"))
    local r = run { "epd", "check", "-q", "--max", "1", stdin = text }
    assert.equal(1, select(2, r.out:gsub("\n", "")))
    assert.equal("-: 1 more line not shown\n", r.err)
  end)
end)

describe("lucena epd sort", function()
  it("sorts lines by position, and keeps their bytes", function()
    local lines = lines_of(SUITE)
    local r = run { "epd", "sort", "-q", SUITE }
    table.sort(lines, function(a, b) return a:match("^%S+ %S+ %S+ %S+") < b:match("^%S+ %S+ %S+ %S+") end)
    assert.same(ok(table.concat(lines, "\n") .. "\n"), r)
    assert.equal(QUIRKS and "\t", run({ "epd", "sort", "-q", QUIRKS }).out:match("\t"))
  end)

  it("sorts by an operation: numbers, then text, then records without it", function()
    local function line(ops)
      return KINGS .. " " .. ops .. "\n"
    end
    local text = line 'ce 5; id "a";' .. line 'id "b";' .. line 'ce x; id "c";' .. line 'ce -7; id "d";'
      .. line 'ce 5; id "e";'
    local function order(...)
      return (run({ stdin = text, "epd", "sort", "-q", ... }).out:gsub('[^\n]-id "(%l)";\n', "%1"))
    end
    assert.equal("daecb", order("--by", "ce"))
    assert.equal("aedcb", order("--by=ce", "-r"))
    assert.equal("abcde", order("--by=id"))
    assert.equal("edcba", order("-r", "--by=id"))
    assert.equal("abcde", order("--by=resign"))
  end)
end)

describe("lucena epd select", function()
  local function selected(...)
    local r = run { "epd", "select", "-q", SUITE, ... }
    local list = {}
    for id in r.out:gmatch('id "([^"]*)"') do
      list[#list + 1] = id
    end
    return table.concat(list, ", ")
  end

  it("copies the lines that match tests", function()
    assert.equal("one: back rank, one: scholar, one: smothered, one: fool", selected("-t", "id^one"))
    assert.equal("two: promotion", selected("-t", "id~PROMO"))
    assert.equal("start", selected("-t", "bm=Nf3 d4 e4"))
    assert.equal("one: back rank, two: promotion", selected("-t", "ce>=900"))
    assert.equal("en passant", selected("-t", "ce<0", "-t", "eco"))
    assert.equal("en passant", selected("-v", "-t", "bm"))
    assert.equal("Chess960", selected("-t", "Ae=private"))
    assert.equal("", selected("-t", "id>=5"))
    assert.equal(file.read(SUITE), run({ "epd", "select", "-q", "-t", "id", SUITE }).out)
  end)

  it("copies the lines for which a function returns true", function()
    assert.equal("two: castling is legal and not wanted, two: promotion", selected("-e", "r.bm and #r.bm == 2"))
    assert.equal("one: fool, en passant", selected("-e", "return r.position.turn == 'black'"))
    assert.equal("one: fool", selected("-e", "local p = r.position if p.turn == 'black' then return r.dm end"))
    assert.equal("start", selected("-e", "r.position == chess.position()"))
  end)

  it("counts", function()
    assert.same(ok("4\n", "lucena: 10 records, 4 matched\n"), run { "epd", "select", "-c", "-t", "dm", SUITE })
    assert.same(ok("6\n"), run { "epd", "select", "-qcv", "-t", "dm", SUITE })
  end)

  it("reports errors in the tests", function()
    local r = run { "epd", "select", "-e", "r.nothing", SUITE }
    assert.same({ 2, "" }, { r.code, r.out })
    assert.equal("lucena: -e:1: lucena.EpdRecord has no field 'nothing'", r.err:match("[^\n]*"))
    assert.equal("this was record 1, " .. SUITE .. ":1\n", r.err:match("[^\n]*\n$"))
    for _, case in ipairs {
      { { "-t", "5=x" }, "'5=x' is not a test; give OPCODE or OPCODE=VALUE, with ~ ^ < <= > >= instead of ="
        .. " if needed" },
      { { "-t", "ce>x" }, "'ce>x': the operator > needs a number" },
      { { "-e", "r.=" }, "-e:1: <name> expected near '='" },
      { {}, "give a test, -t OPCODE=VALUE or -e CODE; `lucena help epd` has examples" },
      { { "--by", "id", "-t", "id" }, "--by is an option of `lucena epd sort`" },
    } do
      r = run { "epd", "select", SUITE, table.unpack(case[1]) }
      assert.equal(2, r.code)
      assert.equal("lucena: " .. case[2], r.err:match("(lucena: [^\n]*)\n$"))
    end
  end)
end)

describe("lucena epd stats", function()
  it("counts records, sides, pieces and operations", function()
    local r = run { "epd", "stats", SUITE }
    assert.equal(0, r.code)
    assert.equal([[
records                            10
White to move                       8
Black to move                       2
Chess960                            1
2 to 5 pieces                       3
6 to 7 pieces                       1
8 to 12 pieces                      1
29 to 32 pieces                     5
  id                               10
  dm                                4
]], (r.out:gsub("  bm +9\n", ""):gsub("\n  c0 .*", "\n"):gsub("  ce +%d+\n", "")))
  end)

  it("counts errors", function()
    local r = run { "epd", "stats", "-q", stdin = "junk\n" .. KINGS .. "\n" }
    assert.equal(1, r.code)
    assert.is_truthy(r.out:find("no position +1\nwithout operations +2\n"))
  end)
end)

describe("lucena epd perft", function()
  it("compares the counts of the records", function()
    -- Four positions have more pieces than a game can produce; they get a warning.
    local own = run { "epd", "perft", "--depth", "3", "spec/data/perft/own.epd" }
    assert.same({ 0, "" }, { own.code, own.out })
    assert.equal("lucena: 52 records, 150 counts right, 75 larger or deeper, not counted",
      own.err:match("([^\n]*)\n$"))
    local blocks = "id a\nepd 4k3/8/8/8/8/8/8/4K2R w K -\nperft 1 15\nperft 2 67\n"
    local r = run { "epd", "perft", "--nodes", "70", stdin = blocks .. KINGS .. " D12 999; Dx 5; D1 5; D2 25; D3 x;\n" }
    assert.same({ code = 1, out = "-:2: D2 is 66, not 67\n",
      err = "lucena: 2 records, 3 counts right, 1 wrong, 1 larger or deeper, not counted\n" }, r)
  end)

  it("skips counts and depths that no integer holds", function()
    local large = ("9"):rep(20)
    local r = run { "epd", "perft", stdin = KINGS .. (" D%s 5; D1 5; D2 %s; D3 0x19;\n"):format(large, large) }
    assert.same({ 1, "" }, { r.code, r.out }) -- an opcode has at most 14 characters
    assert.equal("lucena: 1 record, 1 count right, 2 larger or deeper, not counted, errors in 1 place",
      r.err:match("([^\n]*)\n$"))
  end)

  it("counts the collections correctly", function()
    local r = run { "epd", "perft", "-q", need.data "perft/tricky.perft" }
    assert.same({ 0, "" }, { r.code, r.out })
    r = run { "epd", "perft", "--depth", "3", need.data "perft/chess960.epd", need.data "perft/standard.epd" }
    assert.same({ 0, "" }, { r.code, r.out })
    assert.is_truthy(r.err:find("lucena: 1,088 records, 3,258 counts right", 1, true), r.err)
  end)
end)

describe("lucena epd", function()
  it("requires a subcommand", function()
    local r = run { "epd" }
    assert.equal(2, r.code)
    local last = assert(r.err:match("'VERB'\n  fmt     write each.*\n  (test    .*)$"), r.err)
    assert.is_nil(last:find("\n  ?%S"), r.err)
    assert.equal(2, run({ "epd", "test", SUITE }).code)
  end)

  it("reads the other files if one cannot be read", function()
    local r = run { "epd", "stats", "no.epd", SUITE }
    assert.equal(3, r.code)
    assert.equal("lucena: no.epd: cannot open: No such file or directory\nlucena: 10 records, 1 file not read\n", r.err)
    assert.equal(3, run({ "epd", "fmt", SUITE, "-o", "no/such/folder" }).code)
  end)
end)
