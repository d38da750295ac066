-- lucena filter: which games are copied, messages, and the exit status.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local four = require "spec.support.four"
local pgn_files = require "spec.support.pgn_files"
local read = require("spec.support.file").read
local run = require "spec.support.run"

local FOUR, game, filter = four.text, four.game, four.filter
local ILLEGAL, IN_VARIATION = four.ILLEGAL, four.IN_VARIATION
local SAMPLE = "spec/data/engine/engine.pgn"

local folder

local function file(name, text)
  return folder:write(name, text)
end

local function events(condition)
  return four.events(folder, condition)
end

setup(function()
  folder = new_folder()
end)

teardown(function()
  folder:__close()
end)

describe("lucena filter copies", function()
  it("the games for which the function returns true", function()
    local script = events "game.tags.Event == 'b'"
    assert.same({ code = 0, out = game "b" .. "\n", err = "" }, filter({ "-q", script }, FOUR))
  end)

  it("no games if it returns false or nil", function()
    assert.same({ code = 0, out = "", err = "" }, filter({ "-q", events "false" }, FOUR))
    assert.same({ code = 0, out = "", err = "" }, filter({ "-q", events "nil" }, FOUR))
  end)

  it("all games byte for byte, including the text between and around them", function()
    local all = file("all.lua", "return function() return true end")
    for _, text in ipairs {
      FOUR, FOUR:gsub("\n$", ""), "\n\n" .. FOUR .. "\n\n", "\u{FEFF}" .. FOUR, FOUR:gsub("\n", "\r\n"),
      "1-0", "1. e4 * 1. d4 *", "% a line\n{a comment}\n\n" .. FOUR, "",
    } do
      assert.equal(text, filter({ "-q", all }, text).out)
    end
  end)

  it("every file of the test data, including text outside games", function()
    local seen = 0
    for _, path in ipairs(pgn_files()) do
      -- A file without games has no games to copy.
      local reader <close> = assert(chess.open(path))
      if reader:count() > 0 then
        seen = seen + 1
        assert.is_true(read(path) == run { "filter", "-q", "--check", path }.out, path)
      end
    end
    assert.is_true(seen > 15)
  end)

  it("selected games with one blank line between them", function()
    local r = filter({ "-q", events "game.tags.Event == 'a' or game.tags.Event == 'c'" }, FOUR)
    assert.equal(game "a" .. "\n\n" .. game "c" .. "\n", r.out)
  end)

  it("neighboring games with the text between them", function()
    local r = filter({ "-q", events "game.tags.Event == 'b' or game.tags.Event == 'c'" }, FOUR)
    assert.equal(game "b" .. "\n\n\n" .. game "c" .. "\n", r.out)
  end)

  it("with the line ends of the file", function()
    local r = filter({ "-q", events "game.tags.Event ~= 'b'" }, (FOUR:gsub("\n", "\r\n")))
    assert.equal((game "a" .. "\n\n" .. game "c" .. "\n\n" .. game "d" .. "\n"):gsub("\n", "\r\n"), r.out)
    r = filter({ "-q", "-t", "Event=b" }, (FOUR:gsub("\n", "\r\n")))
    assert.equal((game "b" .. "\n"):gsub("\n", "\r\n"), r.out)
  end)

  it("files in sequence, a blank line between", function()
    for _, tail in ipairs { "", "\n", "\n\n", "\r\n\r\n" } do
      local first, second = file("1.pgn", "1. e4 *" .. tail), file("2.pgn", "\n\n1. d4 *\n")
      local r = run { "filter", "-q", "--check", first, second }
      local between = tail:find("\n\r?\n") and tail or "\n\n"
      assert.equal("1. e4 *" .. between .. "1. d4 *\n", r.out)
    end
  end)

  it("each game in exactly one of two complementary selections", function()
    local script = file("even.lua", "return function(game) return game.number % 2 == 0 end")
    local even, odd = run { "filter", script, SAMPLE }, run { "filter", "-v", script, SAMPLE }
    assert.equal("lucena: 315 games, 157 matched, 157 copied without checking their moves\n", even.err)
    assert.equal("lucena: 315 games, 158 matched, 158 copied without checking their moves\n", odd.err)
    local both = filter({ "-q", "--check", "--count" }, even.out .. "\n" .. odd.out)
    assert.same({ code = 0, out = "315\n", err = "" }, both)
  end)
end)

describe("lucena filter -t", function()
  local function matching(...)
    local options = { "-q", ... }
    local names = {}
    for name in filter(options, FOUR).out:gmatch('%[Event "(.-)"%]') do
      names[#names + 1] = name
    end
    return table.concat(names)
  end

  it("tests tags", function()
    assert.equal("a", matching("-t", "White=Anna"))
    assert.equal("ad", matching("-t", "White~ANNA"))
    assert.equal("ad", matching("-t", "White^Anna"))
    assert.equal("ad", matching("-t", "White^ANNA"))
    assert.equal("", matching("-t", "White^Maria"))
    assert.equal("", matching("-t", "White=anna"))
    assert.equal("b", matching("-t", "WhiteElo>2400"))
    assert.equal("ab", matching("-t", "WhiteElo>=2400"))
    assert.equal("a", matching("-t", "WhiteElo<2500"))
    assert.equal("ab", matching("-t", "WhiteElo<=2500"))
    assert.equal("", matching("-t", "Nothing="))
  end)

  it("names similar values if none is equal", function()
    local done = run { "filter", "--count", "-t", "White=Fisher", "spec/data/sample/sample.pgn" }
    assert.equal("0\n", done.out)
    assert.is_truthy(done.err:find("no White is 'Fisher'; did you mean 'Fischer, Robert James'?\n", 1, true), done.err)
    done = run { "filter", "--count", "-t", "White=Tal", "spec/data/sample/sample.pgn" }
    assert.is_truthy(done.err:find("did you mean 'Tal, Mikhail'? -t 'White~Tal' finds a part", 1, true), done.err)
    assert.is_falsy(run({ "filter", "--count", "-t", "White=Zzzz", "spec/data/sample/sample.pgn" }).err:find "did you")
  end)

  it("reads results in other words than those of PGN, and ranges of ECO codes", function()
    local sample = "spec/data/sample/sample.pgn"
    local function count(test)
      return math.tointeger(run({ "filter", "-q", "--count", "-t", test, sample }).out)
    end
    assert.is_true(count "Result=1/2-1/2" > 100)
    for _, result in ipairs { "1/2", "draw", "½-½" } do
      assert.equal(count "Result=1/2-1/2", count("Result=" .. result))
    end
    assert.equal(count "Result=1-0" + count "Result=0-1", count "Result=decisive")
    assert.equal(math.tointeger(run({ "filter", "-q", "--count", "-e", 'eco "B90-B99"', sample }).out),
      count "ECO=B90-B99")
    local wrong = run { "filter", "-q", "--count", "-t", "Result=drawn", sample }
    assert.equal(2, wrong.code)
    assert.is_truthy(wrong.err:find("'drawn' is none of 1-0 0-1 1/2-1/2", 1, true), wrong.err)
  end)

  it("requires all of them to match, and the script", function()
    assert.equal("a", matching("-t", "White~anna", "-t", "WhiteElo>1"))
    assert.equal("d", matching("-t", "White~anna", events "game.tags.Event > 'a'"))
  end)

  it("inverts the selection with -v", function()
    assert.equal("abc", matching("-v", "-t", "White~anna", events "game.tags.Event > 'a'"))
  end)

  it("and -v -t divide the games into two sets, for any tags", function()
    local values = {
      [[Anna]], [[anna \"the \\\" smith]], [[a\\b]], "\xC9ric", "\u{C9}RIC", "2500", "2500x", " 2500", "-3", "", "?",
      "99999999999999999999", [[\"2500\"]],
    }
    local text = ""
    for i, value in ipairs(values) do
      text = text .. ('[Event "%d"]\n[White "%s"]\n\n*\n\n'):format(i, value)
    end
    text = text .. '[Event "none"]\n\n*\n\n[White "first"]\n[White "Anna"]\n[Event "twice"]\n\n*\n'
    local function found(...)
      local events_of, count = {}, 0
      for name in filter({ "-q", ... }, text).out:gmatch('%[Event "(.-)"%]') do
        events_of[name], count = true, count + 1
      end
      return events_of, count
    end
    for _, test in ipairs {
      "White=Anna", 'White~"THE', [[White~\]], [[White=a\b]], [[White=a\\b]], [[White^"2]], "White~\u{C9}ric",
      "White^\xC9", "White>=2500", "White<2500", "White<=-3", "White>9999999999", "White=", "White~", "White^",
    } do
      local passed, first = found("-t", test)
      local failed, second = found("-v", "-t", test)
      assert.equal(#values + 2, first + second, test)
      for name in pairs(passed) do
        assert.is_nil(failed[name], test .. " " .. name)
      end
    end
    assert.is_true(found("-t", [[White=a\b]])["3"])
    assert.is_true(found("-t", 'White~"THE')["2"])
    assert.is_true(found("-v", "-t", "White=Anna").twice)
  end)

  it("refuses an invalid test", function()
    for _, test in ipairs { "White", "=x", "White:x", "WhiteElo>=high", "WhiteElo>" } do
      local r = filter({ "-t", test }, FOUR)
      assert.equal(2, r.code, test)
      assert.is_truthy(r.err:find("'" .. test .. "'", 1, true), r.err)
    end
    local many = {}
    for i = 1, 34, 2 do
      many[i], many[i + 1] = "-t", "White=x"
    end
    assert.is_truthy(filter(many, FOUR).err:find("at most 16 tests are allowed", 1, true))
  end)
end)

describe("lucena filter --count", function()
  it("prints the number of matching games, and copies none", function()
    assert.same({ code = 0, out = "2\n", err = "lucena: 4 games, 2 matched\n" },
      filter({ "-c", "-t", "White~anna" }, FOUR))
    assert.same({ code = 0, out = "1\n", err = "" }, filter({ "-qc", events "game.tags.Event == 'b'" }, FOUR))
    assert.same({ code = 0, out = "3\n", err = "" }, filter({ "-qc", "-v", "-t", "White=Anna" }, FOUR))
    assert.equal("630\n", run { "filter", "-qc", SAMPLE, SAMPLE }.out)
  end)

  it("cannot be used with an output file", function()
    assert.equal(2, filter({ "-c", "-o", folder:path "x", "-t", "White=x" }, FOUR).code)
  end)
end)

describe("lucena filter --games", function()
  it("copies the games of these numbers", function()
    assert.equal(game "b" .. "\n\n" .. game "d" .. "\n", filter({ "-q", "--games", "4,2" }, FOUR).out)
    assert.equal(game "b" .. "\n\n\n" .. game "c" .. "\n\n" .. game "d" .. "\n",
      filter({ "-q", "--games", "2-3,3-" }, FOUR).out)
    assert.equal("", filter({ "-q", "--games", "9" }, FOUR).out)
    assert.equal(FOUR, filter({ "-q", "--games", "1-" }, FOUR).out)
  end)

  it("stops reading after the last requested game", function()
    local r = filter({ "--games", "1-2" }, FOUR)
    assert.equal("lucena: 2 games, 2 matched, 2 copied without checking their moves\n", r.err)
    assert.equal(game "a" .. "\n\n" .. game "b" .. "\n", r.out)
    assert.same({ code = 0, out = "2\n", err = "" }, filter({ "-qc", "--check", "--games", "1-2" }, FOUR))
  end)

  it("works with tests, scripts and --check", function()
    assert.equal(game "d" .. "\n", filter({ "-q", "--games", "2-4", "-t", "White~anna" }, FOUR).out)
    assert.equal(game "b" .. "\n", filter({ "-q", "--games", "2,4", events "game.plies == 1" }, FOUR).out)
    assert.same({ code = 1, out = "1\n", err = IN_VARIATION }, filter({ "-qc", "--check", "--games", "4" }, FOUR))
    assert.equal("2\n", filter({ "-qc", "--games", "1,3" }, FOUR).out)
    assert.equal(game "a" .. "\n\n" .. game "c" .. "\n", filter({ "-qv", "--games", "1,3", "-t", "Event=b" }, FOUR).out)
  end)

  it("counts from one in each file", function()
    local first, second = file("1.pgn", "1. e4 *\n1. d4 *\n"), file("2.pgn", "1. c4 *\n1. b4 *\n")
    assert.equal("1. d4 *\n\n1. b4 *\n", run { "filter", "-q", "--games", "2", first, second }.out)
  end)

  it("refuses text that is not a list of numbers", function()
    for _, list in ipairs { "", "0", "3-1", "1,,2", "1-2-3" } do
      local r = filter({ "--games=" .. list }, FOUR)
      assert.equal(2, r.code, list)
      assert.is_truthy(r.err:find("names no games", 1, true), r.err)
    end
  end)
end)

describe("--games", function()
  it("reports a missing game", function()
    local r = filter({ "--games", "2,7-9" }, FOUR)
    assert.same({ 0, "-: there is no game 7, only 4 games\n"
      .. "lucena: 4 games, 1 matched, 1 copied without checking their moves\n" }, { r.code, r.err })
    assert.equal("", filter({ "-q", "--games", "1-9" }, "1. e4 *\n").err)
    assert.equal("-: there is no game 1, and no other\n", filter({ "-q", "--games", "1" }, "").err)
  end)
end)

describe("--limit", function()
  it("copies N games, and stops reading", function()
    local r = filter({ "-t", "White^Anna", "--limit", "1" }, FOUR)
    assert.same({ 0, FOUR:match("^.-1%-0\n"), "lucena: 1 game, 1 matched, 1 copied without checking their moves\n" },
      { r.code, r.out, r.err })
    local script = file("all.lua", "return function(g) return g.plies > 0 end")
    r = filter({ "-q", script, "--limit", "1" }, "1. e4 Ke3 *\n")
    assert.same({ code = 1, out = "1. e4 Ke3 *\n", err = "-:1:7: illegal move Ke3 (move 1, Black)\n" }, r)
    assert.equal("2\n", filter({ "-qc", "--limit", "2" }, FOUR).out)
    assert.equal("4\n", filter({ "-qc", "--limit", "9" }, FOUR).out)
    local pgn = file("four.pgn", FOUR)
    assert.same({ code = 0, out = "5\n", err = "" },
      run { "filter", "-qc", "--limit", "5", "--", pgn, pgn, folder:path "never-opened" })
    assert.equal(2, filter({ "--limit", "0" }, FOUR).code)
  end)

  it("adds the line end after the last game of a file", function()
    assert.equal('[A "b"]\r\n\r\n1. e4 *\r\n',
      filter({ "-q", "--limit", "1" }, '[A "b"]\r\n\r\n1. e4 *\r\n\r\n[A "c"]\r\n\r\n*\r\n').out)
  end)
end)

describe("errors in the data", function()
  it("are not found in games that are only copied", function()
    local r = filter({ events "true" }, FOUR)
    assert.same({ code = 0, out = FOUR,
      err = "lucena: 4 games, 4 matched, 4 copied without checking their moves\n" }, r)
  end)

  it("are reported if the script reads the mainline", function()
    local r = filter({ events "game.plies > 0" }, FOUR)
    assert.same({ code = 1, out = FOUR, err = ILLEGAL .. "lucena: 4 games, 4 matched, errors in 1 place\n" }, r)
  end)

  it("are reported if the script walks the tree", function()
    local r = filter({ events "game.root and false" }, FOUR)
    assert.same({ code = 1, out = "",
      err = ILLEGAL .. IN_VARIATION .. "lucena: 4 games, 0 matched, errors in 2 places\n" }, r)
  end)

  it("are all reported with --check, each once", function()
    local expected = { code = 1, out = "4\n", err = ILLEGAL .. IN_VARIATION }
    assert.same(expected, filter({ "-qc", "--check" }, FOUR))
    assert.same(expected, filter({ "-qc", "--check", events "game.root and game.plies > 0" }, FOUR))
  end)

  it("are reported for games that do not match", function()
    local r = filter({ "-q", "--check", "-t", "Event=a" }, FOUR)
    assert.same({ code = 1, out = game "a" .. "\n", err = ILLEGAL .. IN_VARIATION }, r)
  end)

  it("include warnings with --strict", function()
    local text = '[Result "0-1"]\n\n1. e4 1-0\n'
    local err = "-:3:7: Result tag and game end disagree: the tag says 0-1, the moves end with 1-0"
    assert.same({ code = 0, out = "1\n", err = err .. " (warning)\n" }, filter({ "-qc", "--check" }, text))
    assert.same({ code = 1, out = "1\n", err = err .. "\n" }, filter({ "-qc", "--check", "--strict" }, text))
    local reads = events "game.plies == 1"
    assert.same({ code = 0, out = "1\n", err = "" }, filter({ "-qc", reads }, text))
    assert.same({ code = 1, out = "1\n", err = err .. "\n" }, filter({ "-qc", "--strict", reads }, text))
  end)

  it("never become moves", function()
    local r = filter({ "-qc", "--check", "--dialect", "pgn" }, "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 *\n")
    assert.same({ code = 1, out = "1\n", err = "-:1:13: not a move Cf3 (move 2, White)\n-:1:13: moves are in another"
      .. ' notation: french; read it with --dialect french (dialect = "french" in Lua) (warning)\n' }, r)
  end)

  it("are shown without control characters", function()
    local r = filter({ "-qc", "--check" }, "1. e4 \27[2J\u{202E} *\n")
    assert.equal(1, r.code)
    assert.is_falsy(r.err:find("[\27\u{202E}]"))
  end)

  it("outside games are stray text", function()
    local r = filter({ "-qc" }, FOUR .. "\n\nDear reader,\n\n[Event \"e\"]\n\n*\n")
    assert.same({ code = 0, out = "5\n", err = '-:26:1: text outside any game "Dear reader," (warning)\n' }, r)
  end)

  it("are counted but not printed after the first messages", function()
    local r = filter({ "-qc", events "game.plies > 9" }, ("1. e5 *\n"):rep(1500))
    assert.equal(1, r.code)
    local _, lines = r.err:gsub("illegal move e5", "")
    assert.equal(1000, lines)
    assert.is_truthy(r.err:find("\n%-: 500 more diagnostics not shown\n$"), r.err:sub(-100))
    -- With --check the reader counts the diagnostics itself: 90 per game.
    r = filter({ "-qc", "--check", events "true" }, ("1. e4 " .. ("$999 "):rep(90) .. "*\n"):rep(300))
    assert.is_truthy(r.err:find("\n%-: 26,000 more diagnostics not shown\n$"), r.err:sub(-100))
  end)
end)

describe("usage", function()
  it("requires a script or a test", function()
    local r = filter({}, FOUR)
    assert.equal(2, r.code)
    assert.equal("", r.out)
    assert.is_truthy(r.err:find("give a query (-e), a SCRIPT.lua or NAME, a test (-t), --games, --check", 1, true))
    assert.equal(2, filter({ "-x" }, FOUR).code)
  end)
end)

describe("files", function()
  it("that cannot be read are reported, and the others are read", function()
    local pgn = file("four.pgn", FOUR)
    local r = run { "filter", "-qc", "--check", folder:path "no.pgn", folder.root, pgn }
    assert.equal(3, r.code)
    assert.equal("4\n", r.out)
    local missing = "lucena: " .. folder:path "no.pgn" .. ": cannot open: No such file or directory\n"
    assert.is_truthy(r.err:find(missing, 1, true), r.err)
    assert.is_truthy(r.err:find("Is a directory", 1, true), r.err)
    assert.is_truthy(r.err:find("illegal move Ke3", 1, true))
  end)

  it("named - mean standard input", function()
    assert.same({ code = 0, out = "2\n", err = "" }, filter({ "-qc", "-t", "White~anna", "-" }, FOUR))
  end)

  it("that are named pipes are opened once, even if their name could be that of a filter", function()
    local pipe = folder:path "pipe"
    folder:run(([[mkfifo '%s'; (printf '1. e4 *\n' >'%s') & :]]):format(pipe, pipe))
    assert.same({ code = 0, out = "1\n", err = "" }, run { "filter", "-qc", "-e", "~check", "pipe", cwd = folder.root })
  end)
end)
