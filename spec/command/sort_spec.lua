-- lucena sort: the order of the PGN standard and other orders. Each game must be copied unchanged.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/engine/engine.pgn"

-- Sorts games that have these values of a tag, and returns the values in the new order.
local function order_of(tag, values, by)
  local parts = {}
  for i, value in ipairs(values) do
    parts[i] = value and ('[%s "%s"]\n\n*\n\n'):format(tag, value) or '[Annotator "none"]\n\n*\n\n'
  end
  local request = { "sort", "-q", stdin = table.concat(parts) }
  if by then
    table.insert(request, "--by=" .. by)
  end
  local found = {}
  for value in run(request).out:gmatch('%[%w+ "(.-)"%]') do
    found[#found + 1] = value
  end
  return found
end

describe("lucena sort", function()
  it("compares numbers of dates, rounds and ratings", function()
    assert.same({ "none", "????.??.??", "1999.??.??", "1999.1.2", "1999.12.01", "2000.01.01" },
      order_of("Date", { "2000.01.01", "1999.12.01", "1999.1.2", "1999.??.??", "????.??.??", false }))
    assert.same({ "none", "?", "-", "2", "3.1.2", "3.2", "10", "final" },
      order_of("Round", { "final", "10", "3.2", "3.1.2", "2", "-", "?", false }))
    assert.same({ "2700", "900", "none" }, order_of("WhiteElo", { "900", false, "2700" }, "-WhiteElo"))
  end)

  it("compares text byte by byte", function()
    assert.same({ "none", "B", "a", "ab", "é" }, order_of("White", { "é", "ab", "a", "B", false }))
    assert.same({ "é", "ab", "a", "B", "none" }, order_of("White", { "ab", false, "é", "B", "a" }, "-White"))
  end)

  it("sorts by the values of queries and functions", function()
    local games = '[White "a"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *\n\n[White "b"]\n\n1. e4 *\n\n'
      .. '[White "c"]\n\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ *\n\n[White "d"]\n\n1. d4 *\n'
    local function order(by, ...)
      local r = run { "sort", "-q", "--by=" .. by, stdin = games, ... }
      assert.equal("", r.err)
      local found = {}
      for name in r.out:gmatch '%[White "(.)"%]' do
        found[#found + 1] = name
      end
      return table.concat(found)
    end
    assert.equal("bdac", order "(check)")
    assert.equal("cabd", order "-(check)")
    assert.equal("dbac", order "(check),-White")
    assert.equal("bacd", order '-(player "b"),White')
    assert.equal("cdab", order "(function(g) return ({ a = 2, b = 10, c = -3.5, d = 1e-9 })[g.tags.White] end)")
    assert.equal("dbca", order "(function(g) return ({ a = 'z', b = 10, c = 'a' })[g.tags.White] end)")
    assert.equal("dacb", order '(function(g) return ({ a = 0 / 0, b = "", c = false })[g.tags.White] end),-White')
    assert.equal(order "-(check),White", order("-(check),White", "--jobs", "2"))
  end)

  it("rejects keys that compute no value, and gives the game of an error", function()
    local function failure(by)
      local r = run { "sort", "--by=" .. by, stdin = "1. e4 *\n\n1. d4 *\n" }
      assert.equal(2, r.code)
      assert.equal("", r.out)
      return r.err
    end
    assert.is_truthy(failure("(checks)"):find("'checks' is not a query; write (check)", 1, true))
    assert.is_truthy(failure("(player)"):find("--by: player needs a name", 1, true))
    assert.is_truthy(failure("(3)"):find("expected a query, the number of a query or a function of a game, not a", 1,
      true))
    assert.is_truthy(failure("(check"):find("queries in parentheses, not '(check'", 1, true))
    assert.is_truthy(failure("(check)x"):find("not '(check)x'", 1, true))
    assert.is_truthy(failure("(function() return {} end)"):find("is a table, not a number, text or boolean", 1, true))
    local err = failure("(function(g) return g.x end)")
    assert.is_truthy(err:find("lucena.Game has no field 'x'\nthis was game 1, -:1", 1, true), err)
  end)

  it("has the same keys as filter --sort, also in workers", function()
    local sample = "spec/data/sample/sample.pgn"
    local function filtered(by, jobs)
      return run({ "filter", "-q", "--jobs", jobs, "--sort=" .. by, "-e", "plies{min = 0}", sample }).out
    end
    for _, by in ipairs { "-(check)", "(checkmate),-plies", "-(function(g) return g.plies end),White",
      "Month,-(capture)", "-(ever(check)),movetext" } do
      local sorted = run({ "sort", "-q", "--by=" .. by, sample }).out
      assert.equal(sorted, filtered(by, 1), by)
      assert.equal(sorted, filtered(by, 2), by)
    end
    local r = run { "filter", "--sort=(function(g) return g.x end)", stdin = "1. e4 *\n" }
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find("lucena.Game has no field 'x'\nthis was game 1, -:1", 1, true), r.err)
    r = run { "filter", "--sort=(check", stdin = "1. e4 *" }
    assert.is_truthy(r.err:find("--sort takes names of tags, plies and movetext, and queries in parentheses", 1, true))
  end)

  it("sorts by the keys in sequence, and is stable", function()
    local function game(white, eco, site)
      return ('[Site "%s"]\n[White "%s"]\n[ECO "%s"]\n\n*\n\n'):format(site, white, eco)
    end
    local text = game("A", "C20", 1) .. game("B", "B10", 2) .. game("A", "B10", 3) .. game("A", "C20", 4)
      .. game("AB", "A00", 5)
    local function sites(by)
      return (run({ "sort", "-q", "--by=" .. by, stdin = text }).out:gsub('.-%[Site "(%d)"%]', "%1 "):match("^[%d ]+"))
    end
    assert.equal("3 1 4 5 2 ", sites "White,ECO")
    assert.equal("1 4 3 5 2 ", sites "White,-ECO")
    assert.equal("2 5 1 3 4 ", sites "-White")
  end)

  it("compares movetexts last, and plies as numbers", function()
    local text = "1. e4 e5 *\n\n1. d4 {b} *\n\n1. d4 {a} *\n\n1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 *\n"
    assert.equal("1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 *\n\n1. d4 {a} *\n\n1. d4 {b} *\n\n1. e4 e5 *\n",
      run({ "sort", "-q", stdin = text }).out)
    assert.equal("1. e4 e5 *\n\n1. d4 {b} *\n\n1. d4 {a} *\n\n1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 *\n",
      run({ "sort", "-q", "--by=-movetext", stdin = text }).out)
    assert.equal("1. d4 {b} *\n\n1. d4 {a} *\n\n1. e4 e5 *\n\n1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 *\n",
      run({ "sort", "-q", "--by", "plies", stdin = text }).out)
  end)

  it("does not change any game, from files, pipes and compressed files", function()
    local folder <close> = new_folder()
    local root = io.popen("pwd"):read("l")
    assert.is_true(folder:run(("gzip -c '%s/%s' > a.pgn.gz"):format(root, SAMPLE)))
    local by = "--by=-plies,White"
    local wanted = run { "sort", by, SAMPLE }
    assert.same({ 0, "lucena: 315 games, 315 sorted\n" }, { wanted.code, wanted.err })
    assert.is_true(wanted.out ~= io.open(SAMPLE):read("a"))
    assert.equal(wanted.out, run({ "sort", "-q", by, folder:path "a.pgn.gz" }).out)
    assert.equal(wanted.out, shell(("cat %s | lucena sort -q %s"):format(SAMPLE, by)))
    assert.equal(wanted.out, shell(("lucena sort -q %s <(cat %s)"):format(by, SAMPLE)))
    -- The sample is in the standard's order, so sorting the mixed file restores it.
    local mixed = folder:write("mixed.pgn", wanted.out)
    local texts = {}
    for name, path in pairs { once = SAMPLE, back = mixed } do
      texts[name] = run({ "sort", "-q", path }).out
    end
    assert.equal(texts.once, texts.back)
  end)

  it("sorts many files into one, which can be one of them", function()
    local folder <close> = new_folder()
    local request = { "sort", "-q" }
    for i = 70, 1, -1 do
      request[#request + 1] = folder:write(i .. ".pgn", ('[Round "%d"]\n\n*\n\n[Round "%d"]\n\n*\n'):format(i, i + 100))
    end
    table.move({ "-o", folder:path "1.pgn" }, 1, 2, #request + 1, request)
    assert.equal(0, run(request).code)
    local wanted = {}
    for i = 1, 170 do
      if i <= 70 or i > 100 then
        wanted[#wanted + 1] = ('[Round "%d"]\n\n*\n'):format(i)
      end
    end
    assert.equal(table.concat(wanted, "\n"), folder:read "1.pgn")
    assert.equal(3, run({ "sort", "-q", folder:path "2.pgn", folder:path "no.pgn", "-o", folder:path "1.pgn" }).code)
    assert.equal(table.concat(wanted, "\n"), folder:read "1.pgn")
  end)

  it("selects the games of --games, and closes a comment that would include the next game", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", '[White "C"]\n\n*\n\n[White "B"]\n\n*\n\n[White "A"]\n\n1. e4 {open')
    assert.equal('[White "A"]\n\n1. e4 {open}\n\n[White "B"]\n\n*\n',
      run({ "sort", "-q", "--games", "2-", path }).out)
  end)

  it("takes a descending key after --by, too", function()
    assert.equal(run({ "sort", "-q", "--by=-WhiteElo", SAMPLE }).out,
      run({ "sort", "-q", "--by", "-WhiteElo", SAMPLE }).out)
  end)

  it("refuses wrong use, and reports that it cannot write", function()
    for _, by in ipairs { "", "a b", "White,,Black", "movetext,White", "--White" } do
      assert.equal(2, run({ "sort", "--by=" .. by, stdin = "" }).code, by)
    end
    assert.equal("", run({ "sort", "-q", stdin = "" }).out)
    assert.equal("lucena: standard output: cannot write: No space left on device\n3\n",
      shell(("lucena sort -q %s 2>&1 >/dev/full; echo $?"):format(SAMPLE)))
  end)

  it("reports a file that has changed since it was read", function()
    local folder <close> = new_folder()
    local path = folder:write("games.pgn", '[White "B"]\n\n1. e4 *\n\n[White "A"]\n\n1. d4 *\n')
    folder:write("changed.pgn", '[White "B"]\n\n1. e3 *\n\n[White "A"]\n\n1. d4 *\n')
    -- The command reads games.pgn and then opens the pipe. Before that, the shell cannot open the pipe for writing. So
    -- the shell changes games.pgn after the command has read it.
    local line = "mkfifo D/pipe; lucena sort --by White D/games.pgn D/pipe 2>&1 >/dev/null & exec 3>D/pipe; "
      .. "cat D/changed.pgn >D/games.pgn; exec 3>&-; wait $!; echo $?"
    local said, status = shell((line:gsub("D/", folder.root .. "/"))):match("^(.-)\n.*(%d)\n$")
    assert.same({ ("lucena: %s: cannot be read again: it has been changed"):format(path), "3" }, { said, status })
  end)
end)
