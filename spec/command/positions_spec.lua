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

  it("has records, not games, in the summary, with --jobs, too", function()
    for _, jobs in ipairs { "1", "2" } do
      local r = run { "filter", "--jobs", jobs, "--count", "-e", 'piece("r", "a8")', named }
      assert.equal("lucena: 3 records, 2 matched\n", r.err)
      r = run { "filter", "--jobs", jobs, "--count", "-e", 'piece("r", "a8")', named, "spec/data/pgn/variations.pgn" }
      assert.matches("^lucena: %d+ games, %d+ matched\n$", r.err)
    end
  end)

  it("is shown record by record", function()
    local r = run { "show", named, "3" }
    assert.equal(0, r.code)
    assert.is_truthy(r.out:find("r3k3/8/8/8/8/8/4P3/4K3 b - - 3 9", 1, true), r.out)
  end)

  it("gives explain its position, and the best move as the text", function()
    local best = run { "explain", "--width", "79", other }
    assert.same({ 0, "e4: The pawn on e2 goes to e4." }, { best.code, best.out:match("^[^\n]*") })
    local third = run { "explain", "--width", "79", named, "--record", "3", "Rxa8", "Kd7" }
    assert.equal(2, third.code) -- Rxa8 is no move of Black, who has the rook
    third = run { "explain", "--width", "79", named, "--record", "3", "Ra2", "Kf1", "Ra1+" }
    assert.same({ 0, "Ra1+: The rook on a2 goes to a1, with check." }, { third.code, third.out:match("^[^\n]*") })
    for message, args in pairs {
      ["%s:4 has no best move (bm): give a TEXT"] = { named, "--record", "2" },
      ["there is no record 4 in %s, only 3"] = { named, "--record", "4", "e4" },
      ["--fen and a file of positions exclude each other"] = { named, "--fen", "4k3/8/8/8/8/8/8/4K3 w - -", "Kd1" },
      ["--record takes an integer from 1, not '0'"] = { named, "--record", "0", "e4" },
      ["--record takes an integer from 1, not '99999999999999999999'"] = { named, "--record", ("9"):rep(20), "e4" },
      ["--record takes an integer from 1, not '0x1'"] = { named, "--record", "0x1", "e4" },
      ["--record needs a file of positions"] = { "--record", "1", "e4" },
    } do
      local r = run { "explain", table.unpack(args) }
      assert.same({ 2, "lucena: " .. message:format(named) .. "\n" }, { r.code, r.err:match("[^\n]*\n$") })
    end
  end)

  it("is drawn record by record; a file of games is recognised by its content, too", function()
    local r = run { "board", "--ascii", other }
    assert.same({ 0, 3 }, { r.code, select(2, r.out:gsub("a b c d e f g h", "")) })
    local games = folder:write("games.txt", '[Event "?"]\n\n1. e4 e5 2. Ke2 *\n')
    r = run { "board", "--ascii", games }
    assert.same({ 0, "2 P P P P K P P P" }, { r.code, r.out:match("2 [^\n]*") })
  end)

  it("is loaded by the prompt, by name and by content", function()
    local list = "%f[%w]2  r3k3/8/8/8/8/8/4P3/4K3 w %- %- 0 1"
    for _, path in ipairs { named, other } do
      for _, line in ipairs { "load ", "open ", "" } do
        local r = line == "" and run { stdin = "games\n", path }
          or run { "-e", line .. path, "-e", "games" }
        assert.equal(0, r.code, r.err)
        assert.is_truthy(r.out:find(list), r.out)
      end
    end
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
      .. "lucena: 1 record, errors in 1 place\n" }, r)
  end)

  it("has no ranges", function()
    local r = run { "filter", "--range", "1/2", "-e", "checkmate", named }
    assert.same({ 2, ("lucena: --range is for games, %s has positions\n"):format(named) },
      { r.code, r.err:match("[^\n]*\n$") })
  end)
end)
