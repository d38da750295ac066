-- Files of positions in commands that read games.

local file = require "spec.support.file"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local EPD = [[
# comment

4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "one";
r3k3/8/8/8/8/8/4P3/4K3 w - - c0 "a {brace} and \"quotes\"";
r3k3/8/8/8/8/8/4P3/4K3 b - - 3 9
]]

describe("a file of positions", function()
  local folder, named, other

  setup(function()
    folder = new_folder()
    named, other = folder:write("a.epd", EPD), folder:write("positions.txt", EPD:gsub("^#[^\n]*\n\n", ""))
  end)

  teardown(function()
    getmetatable(folder).__close(folder)
  end)

  it("is converted to FENs, known by its name or by its content", function()
    local fens = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nr3k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nr3k3/8/8/8/8/8/4P3/4K3 b - - 3 9\n"
    assert.same({ code = 0, out = fens, err = "" }, run { "convert", "-q", "-t", "fen", named })
    assert.same({ code = 0, out = fens, err = "" }, run { "convert", "-q", "-t", "fen", other })
    local r = run { "convert", "-t", "epd", named }
    assert.same({ 2, "lucena: -t epd would omit the operations of the records: use lucena epd fmt\n" },
      { r.code, r.err:match("[^\n]*\n$") })
  end)

  it("is converted to games with the operations as comments", function()
    local games = run { "convert", "-q", "-t", "pgn", "--tags", "all", named }
    assert.equal(0, games.code)
    assert.is_truthy(games.out:find('[Event "one"]', 1, true))
    assert.is_truthy(games.out:find('\n\n{bm e4} *\n', 1, true), games.out)
    assert.is_truthy(games.out:find('[FEN "r3k3/8/8/8/8/8/4P3/4K3 b - - 3 9"]', 1, true))
  end)

  it("is filtered by queries of positions; its lines are copied", function()
    assert.same({ code = 0, err = "", out = EPD:match("r3k3.*$") },
      run { "filter", "-q", "-e", 'piece("r", "a8")', named })
    assert.equal("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";\n",
      run { "filter", "-q", "-v", "-e", 'piece("r", "a8")', other }.out)
    local out = folder:path("out.epd")
    assert.equal(0, run({ "filter", "-q", "-e", 'piece("r", "a8")', "-o", out, named }).code)
    assert.equal(EPD:match("r3k3.*$"), file.read(out))
    assert.equal("2\n", run { "filter", "-q", "--jobs", "2", "--count", "-e", 'piece("r", "a8")', named }.out)
  end)

  it("is shown record by record", function()
    local r = run { "show", named, "3" }
    assert.equal(0, r.code)
    assert.is_truthy(r.out:find("r3k3/8/8/8/8/8/4P3/4K3 b - - 3 9", 1, true), r.out)
  end)

  it("is checked as EPD", function()
    assert.same({ code = 0, out = "", err = "lucena: 3 records, nothing to report\n" }, run { "check", named })
    local bad = folder:write("bad.fen", "4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/8/8/4P3 w - -\n")
    local r = run { "check", "-q", bad }
    assert.same({ 1, bad .. ":2:18: error: bad piece placement [bad_board]\n" }, { r.code, r.out })
    local pgn = folder:write("a.pgn", "1. e4 *\n")
    r = run { "check", named, pgn }
    assert.same({ 2, ("lucena: check files of positions (%s) and files of games separately\n"):format(named) },
      { r.code, r.err:match("[^\n]*\n$") })
  end)

  it("reports damaged records on their lines", function()
    local bad = folder:write("bad.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n\nthis is no position\n")
    local r = run { "convert", "-t", "fen", bad }
    assert.same({ code = 1, out = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n", err = bad .. ":3:1: bad piece placement this\n"
      .. "lucena: 1 game, errors in 1 place\n" }, r)
  end)

  it("has no ranges", function()
    local r = run { "filter", "--range", "1/2", "-e", "checkmate", named }
    assert.same({ 2, ("lucena: --range is for games, %s has positions\n"):format(named) },
      { r.code, r.err:match("[^\n]*\n$") })
  end)
end)
