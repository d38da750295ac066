-- lucena filter: what is copied, what is said, and the exit status.

local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"
local folder

local function read(path)
  local file = io.open(path, "rb")
  local text = file and file:read("a")
  if file then
    file:close()
  end
  return text
end

local function file(name, text)
  local path = folder .. "/" .. name
  local out = assert(io.open(path, "wb"))
  assert(out:write(text))
  assert(out:close())
  return path
end

-- The command, with the options given, on a script and a text read from standard input.
local function filter(options, text)
  local words = { "filter", stdin = text }
  for i, option in ipairs(options) do
    words[i + 1] = option
  end
  return run(words)
end

-- Four games, the third with an illegal move and the fourth with one in a variation.
local FOUR = [[
[Event "a"]
[White "Anna"]
[WhiteElo "2400"]

1. e4 e5 1-0

[Event "b"]
[White "Boris"]
[WhiteElo "2500"]

1. d4 *


[Event "c"]
[White "Carla"]

1. e4 e5 2. Ke3 Nf6 0-1

[Event "d"]
[White "Anna Maria"]
[WhiteElo "?"]

1. c4 (1. Nf5 d5) 1... c5 1/2-1/2
]]

-- A game of FOUR alone.
local function game(name)
  return FOUR:match('(%[Event "' .. name .. '"%]\n.-\n\n[^\n]+)')
end

local ILLEGAL = "-:17:13: illegal move Ke3 (move 2, White)\n"
local IN_VARIATION = "-:23:11: illegal move Nf5 (move 1, White)\n"

local function events(condition)
  return file("events.lua", "return function(game) return (" .. condition .. ") end")
end

setup(function()
  local pipe = assert(io.popen("mktemp -d", "r"))
  folder = pipe:read("l")
  pipe:close()
end)

teardown(function()
  os.execute("rm -r '" .. folder .. "'")
end)

describe("lucena filter copies", function()
  it("the games for which the function returns true", function()
    local script = events "game.tags.Event == 'b'"
    assert.same({ code = 0, out = game "b" .. "\n", err = "" }, filter({ "-q", script }, FOUR))
  end)

  it("none when it returns false or nil", function()
    assert.same({ code = 0, out = "", err = "" }, filter({ "-q", events "false" }, FOUR))
    assert.same({ code = 0, out = "", err = "" }, filter({ "-q", events "nil" }, FOUR))
  end)

  it("all byte for byte, with what stands between and around", function()
    local all = file("all.lua", "return function() return true end")
    for _, text in ipairs {
      FOUR, FOUR:gsub("\n$", ""), "\n\n" .. FOUR .. "\n\n", "\u{FEFF}" .. FOUR, FOUR:gsub("\n", "\r\n"),
      "1-0", "1. e4 * 1. d4 *", "% a line\n{a comment}\n\n" .. FOUR, "",
    } do
      assert.equal(text, filter({ "-q", all }, text).out)
    end
  end)

  it("every file of the tree's data, stray text too", function()
    local pipe = assert(io.popen("ls spec/data/pgn/*.pgn spec/data/nasty/pgn/*.pgn", "r"))
    local seen = 0
    for path in pipe:lines() do
      -- Where there is no game nothing can be copied.
      local games = tonumber(run { "filter", "-q", "--count", path }.out)
      if games > 0 then
        seen = seen + 1
        assert.is_true(read(path) == run { "filter", "-q", "--check", path }.out, path)
      end
    end
    pipe:close()
    assert.is_true(seen > 50)
  end)

  it("selected games with one blank line between", function()
    local r = filter({ "-q", events "game.tags.Event == 'a' or game.tags.Event == 'c'" }, FOUR)
    assert.equal(game "a" .. "\n\n" .. game "c" .. "\n", r.out)
  end)

  it("neighbours with what stood between them", function()
    local r = filter({ "-q", events "game.tags.Event == 'b' or game.tags.Event == 'c'" }, FOUR)
    assert.equal(game "b" .. "\n\n\n" .. game "c" .. "\n", r.out)
  end)

  it("with the line ends of the file", function()
    local r = filter({ "-q", events "game.tags.Event ~= 'b'" }, (FOUR:gsub("\n", "\r\n")))
    assert.equal((game "a" .. "\n\n" .. game "c" .. "\n\n" .. game "d" .. "\n"):gsub("\n", "\r\n"), r.out)
    r = filter({ "-q", "-t", "Event=b" }, (FOUR:gsub("\n", "\r\n")))
    assert.equal((game "b" .. "\n"):gsub("\n", "\r\n"), r.out)
  end)

  it("files one behind the other, a blank line between", function()
    for _, tail in ipairs { "", "\n", "\n\n", "\r\n\r\n" } do
      local first, second = file("1.pgn", "1. e4 *" .. tail), file("2.pgn", "\n\n1. d4 *\n")
      local r = run { "filter", "-q", "--check", first, second }
      local between = tail:find("\n\r?\n") and tail or "\n\n"
      assert.equal("1. e4 *" .. between .. "1. d4 *\n", r.out)
    end
  end)

  it("nothing that the two halves of a selection do not hold together", function()
    local script = file("even.lua", "return function(game) return game.number % 2 == 0 end")
    local even, odd = run { "filter", script, SAMPLE }, run { "filter", "-v", script, SAMPLE }
    assert.equal("lucena: 315 games, 157 matched, 157 copied without reading their moves\n", even.err)
    assert.equal("lucena: 315 games, 158 matched, 158 copied without reading their moves\n", odd.err)
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

  it("wants all of them, and the script", function()
    assert.equal("a", matching("-t", "White~anna", "-t", "WhiteElo>1"))
    assert.equal("d", matching("-t", "White~anna", events "game.tags.Event > 'a'"))
  end)

  it("gives the rest with -v", function()
    for _, test in ipairs { "White=Anna", "White~ANNA", "White^Anna", "WhiteElo>2400", "WhiteElo>=2400",
      "WhiteElo<2500", "WhiteElo<=2500", "Nothing=" } do
      local both = matching("-t", test) .. matching("-v", "-t", test)
      assert.equal(4, #both, test)
    end
    assert.equal("abc", matching("-v", "-t", "White~anna", events "game.tags.Event > 'a'"))
  end)

  it("and -v -t part the games in two, whatever the tags hold", function()
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

  it("refuses what is no test", function()
    for _, test in ipairs { "White", "=x", "White:x", "WhiteElo>=high", "WhiteElo>" } do
      local r = filter({ "-t", test }, FOUR)
      assert.equal(2, r.code, test)
      assert.is_truthy(r.err:find("'" .. test .. "'", 1, true), r.err)
    end
    local many = {}
    for i = 1, 34, 2 do
      many[i], many[i + 1] = "-t", "White=x"
    end
    assert.is_truthy(filter(many, FOUR).err:find("at most 16 tests are possible", 1, true))
  end)
end)

describe("lucena filter --count", function()
  it("prints how many games match, and copies none", function()
    assert.same({ code = 0, out = "2\n", err = "lucena: 4 games, 2 matched\n" },
      filter({ "-c", "-t", "White~anna" }, FOUR))
    assert.same({ code = 0, out = "1\n", err = "" }, filter({ "-qc", events "game.tags.Event == 'b'" }, FOUR))
    assert.same({ code = 0, out = "3\n", err = "" }, filter({ "-qc", "-v", "-t", "White=Anna" }, FOUR))
    assert.equal("630\n", run { "filter", "-qc", SAMPLE, SAMPLE }.out)
  end)

  it("goes with no output file", function()
    assert.equal(2, filter({ "-c", "-o", folder .. "/x", "-t", "White=x" }, FOUR).code)
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

  it("reads no further than it has to", function()
    local r = filter({ "--games", "1-2" }, FOUR)
    assert.equal("lucena: 2 games, 2 matched, 2 copied without reading their moves\n", r.err)
    assert.equal(game "a" .. "\n\n" .. game "b" .. "\n", r.out)
    assert.same({ code = 0, out = "2\n", err = "" }, filter({ "-qc", "--check", "--games", "1-2" }, FOUR))
  end)

  it("goes with tests, scripts and --check", function()
    assert.equal(game "d" .. "\n", filter({ "-q", "--games", "2-4", "-t", "White~anna" }, FOUR).out)
    assert.equal(game "b" .. "\n", filter({ "-q", "--games", "2,4", events "game.plies == 1" }, FOUR).out)
    assert.same({ code = 1, out = "1\n", err = IN_VARIATION }, filter({ "-qc", "--check", "--games", "4" }, FOUR))
    assert.equal("2\n", filter({ "-qc", "--games", "1,3" }, FOUR).out)
    assert.equal(game "a" .. "\n\n" .. game "c" .. "\n", filter({ "-qv", "--games", "1,3", "-t", "Event=b" }, FOUR).out)
  end)

  it("counts anew in each file", function()
    local first, second = file("1.pgn", "1. e4 *\n1. d4 *\n"), file("2.pgn", "1. c4 *\n1. b4 *\n")
    assert.equal("1. d4 *\n\n1. b4 *\n", run { "filter", "-q", "--games", "2", first, second }.out)
  end)

  it("refuses what names no games", function()
    for _, list in ipairs { "", "0", "x", "3-1", "1,,2", "1-2-3", "-", ",", "1.5" } do
      local r = filter({ "--games=" .. list }, FOUR)
      assert.equal(2, r.code, list)
      assert.is_truthy(r.err:find("names no games", 1, true), r.err)
    end
  end)
end)

describe("lucena filter --rest", function()
  it("has all the games that do not pass", function()
    local rest = folder .. "/rest.pgn"
    local r = filter({ "-q", "--rest", rest, "-t", "White~anna", events "game.tags.Event == 'a'" }, FOUR)
    assert.equal(game "a" .. "\n", r.out)
    assert.equal(game "b" .. "\n\n\n" .. game "c" .. "\n\n" .. game "d" .. "\n", read(rest))
    filter({ "-qv", "--rest", rest, "-t", "Event=a" }, FOUR)
    assert.equal(game "a" .. "\n", read(rest))
  end)

  it("leaves both files as they were when something fails", function()
    local rest, out = file("rest.pgn", "old"), file("hits.pgn", "old")
    local script = file("late.lua", "return function(game) return game.number < 3 or error('third') end")
    assert.equal(2, filter({ "-q", "-o", out, "--rest", rest, script }, FOUR).code)
    assert.same({ "old", "old" }, { read(rest), read(out) })
    assert.equal(2, filter({ "-q", "-o", out, "--rest", out, script }, FOUR).code)
  end)
end)

describe("lucena filter --mark", function()
  it("puts a comment in front of the moves, and changes nothing else", function()
    local r = filter({ "-q", "--mark", "hit", "-t", "Event=b" }, FOUR)
    assert.equal((game "b" .. "\n"):gsub("1%. d4", "{hit}\n1. d4"), r.out)
    assert.equal("{hit}\n1. e4 *\n", filter({ "-q", "--mark", "hit", events "true" }, "1. e4 *\n").out)
    assert.equal('[A "b"]\n\n{hit}\n1. e4 *\n',
      filter({ "-q", "--mark", "hit", events "true" }, '[A "b"] 1. e4 *\n').out)
    assert.equal('[A "b"]\r\n\r\n{hit}\r\n1. e4 *\r\n',
      filter({ "-q", "--mark", "hit", events "true" }, '[A "b"]\r\n\r\n1. e4 *\r\n').out)
  end)

  it("refuses braces", function()
    assert.equal(2, filter({ "--mark", "a}b", events "true" }, FOUR).code)
  end)
end)

describe("the writer switches", function()
  it("have each game that is copied written anew", function()
    local r = filter({ "-q", "-t", "Event=d", "--no-variations", "--no-numbers" }, FOUR)
    assert.is_truthy(r.out:find('^%[Event "d"%]\n%[Site "%?"%]\n.*%[WhiteElo "%?"%]\n\nc4 c5 1/2%-1/2\n$'), r.out)
    assert.equal(2, filter({ "-qc", "--no-comments" }, FOUR).code)
    assert.equal(2, filter({ "--width", "x" }, FOUR).code)
  end)

  it("go with a mark and a script that changes games", function()
    local script = file("change.lua", "return function(game) game.tags.White = 'me' return game.number == 2 end")
    local r = filter({ "-q", "--mark", "hit", "--width", "0", script }, FOUR)
    assert.is_truthy(r.out:find('[White "me"]\n', 1, true))
    assert.is_truthy(r.out:find("\n\n{hit}\n1. d4 *\n", 1, true), r.out)
  end)
end)

describe("lucena filter --salvage", function()
  it("finds the games inside a comment that is never closed", function()
    local text = '[Event "a"]\n\n1. e4 {open\n\n[Event "b"]\n\n1. d4 *\n'
    assert.equal("1\n", filter({ "-qc" }, text).out)
    assert.equal("2\n", filter({ "-qc", "--salvage" }, text).out)
    assert.equal('[Event "b"]\n\n1. d4 *\n', filter({ "-q", "--salvage", "-t", "Event=b" }, text).out)
  end)
end)

describe("a file that ends in a comment", function()
  it("does not swallow the next one", function()
    local first, second = file("1.pgn", '[White "a"]\n\n1. e4 {open'), file("2.pgn", '[White "a"]\n\n*\n')
    local r = run { "filter", "-q", "-t", "White=a", first, second }
    assert.equal('[White "a"]\n\n1. e4 {open}\n\n[White "a"]\n\n*\n', r.out)
    assert.equal(read(first), run { "filter", "-q", "-t", "White=a", first }.out)
  end)
end)

describe("errors in the data", function()
  it("are not met in games that nothing reads", function()
    local r = filter({ events "true" }, FOUR)
    assert.same({ code = 0, out = FOUR, err = "lucena: 4 games, 4 matched, 4 copied without reading their moves\n" }, r)
  end)

  it("are said when the script reads the mainline", function()
    local r = filter({ events "game.plies > 0" }, FOUR)
    assert.same({ code = 1, out = FOUR, err = ILLEGAL .. "lucena: 4 games, 4 matched, errors in 1 place\n" }, r)
  end)

  it("are said when the script walks the tree", function()
    local r = filter({ events "game.root and false" }, FOUR)
    assert.same({ code = 1, out = "",
      err = ILLEGAL .. IN_VARIATION .. "lucena: 4 games, 0 matched, errors in 2 places\n" }, r)
  end)

  it("are all said with --check, once", function()
    local expected = { code = 1, out = "4\n", err = ILLEGAL .. IN_VARIATION }
    assert.same(expected, filter({ "-qc", "--check" }, FOUR))
    assert.same(expected, filter({ "-qc", "--check", events "game.root and game.plies > 0" }, FOUR))
  end)

  it("are said for games that do not match", function()
    local r = filter({ "-q", "--check", "-t", "Event=a" }, FOUR)
    assert.same({ code = 1, out = game "a" .. "\n", err = ILLEGAL .. IN_VARIATION }, r)
  end)

  it("are more with --strict", function()
    local text = '[Result "0-1"]\n\n1. e4 1-0\n'
    local err = "-:3:7: Result tag and game end disagree: the tag says 0-1, the moves end with 1-0"
    assert.same({ code = 0, out = "1\n", err = err .. " (warning)\n" }, filter({ "-qc", "--check" }, text))
    assert.same({ code = 1, out = "1\n", err = err .. "\n" }, filter({ "-qc", "--check", "--strict" }, text))
    local reads = events "game.plies == 1"
    assert.same({ code = 0, out = "1\n", err = "" }, filter({ "-qc", reads }, text))
    assert.same({ code = 1, out = "1\n", err = err .. "\n" }, filter({ "-qc", "--strict", reads }, text))
  end)

  it("never become moves", function()
    local r = filter({ "-qc", "--check" }, "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 *\n")
    assert.same({ code = 1, out = "1\n", err = "-:1:13: not a move Cf3 (move 2, White)\n-:1:13: game reads in another"
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

  it("are counted when they are too many to show", function()
    local r = filter({ "-qc", events "game.plies > 9" }, ("1. e5 *\n"):rep(1500))
    assert.equal(1, r.code)
    local _, lines = r.err:gsub("illegal move e5", "")
    assert.equal(1000, lines)
    assert.is_truthy(r.err:find("\n%-: 500 more diagnostics not shown\n$"), r.err:sub(-100))
    -- Ninety in each game, and with --check the reader has them.
    r = filter({ "-qc", "--check", events "true" }, ("1. e4 " .. ("$999 "):rep(90) .. "*\n"):rep(300))
    assert.is_truthy(r.err:find("\n%-: 26,000 more diagnostics not shown\n$"), r.err:sub(-100))
  end)
end)

describe("errors in a script", function()
  it("name the script's line and the game", function()
    local script = file("error.lua", "return function(game)\n  return game.tags.Elo.x\nend\n")
    local err = "lucena: %s:2: attempt to index a nil value (field 'Elo')\nthis was game 1, -:1\n"
    assert.same({ code = 2, out = "", err = err:format(script) }, filter({ script }, FOUR))
  end)

  it("come behind the games found before", function()
    local script = file("late.lua", "return function(game) return game.number < 3 or error('third') end")
    local r = filter({ script }, FOUR)
    assert.equal(2, r.code)
    assert.equal(game "a" .. "\n\n" .. game "b" .. "\n", r.out)
    assert.is_truthy(r.err:find("third\nthis was game 3, %-:14\n"), r.err)
  end)

  it("are answers that are neither true nor false", function()
    for kind, value in pairs { number = "0", string = "'yes'", table = "{}" } do
      local script = events(value)
      local err = "lucena: %s: filter must return true or false, not a %s\nthis was game 1, -:1\n"
      err = err:format(script, kind)
      assert.same({ code = 2, out = "", err = err }, filter({ script }, FOUR))
      assert.same({ code = 2, out = "", err = err }, filter({ "-v", script }, FOUR))
    end
  end)

  it("are scripts that return no function", function()
    local nothing, number = file("nothing.lua", ""), file("number.lua", "return 1")
    local message = "lucena: %s: a filter script returns a function of a game, a query, or a table with them, "
      .. "{where = either, each =, finish =}; this one returned %s\n"
    assert.same({ code = 2, out = "", err = message:format(nothing, "nothing") }, filter({ nothing }, FOUR))
    assert.same({ code = 2, out = "", err = message:format(number, "a number") }, filter({ number }, FOUR))
  end)

  it("are syntax errors and missing scripts", function()
    assert.equal(2, filter({ file("syntax.lua", "return function(") }, FOUR).code)
    assert.same({ code = 3, out = "", err = "lucena: cannot read no.lua: No such file or directory\n" },
      filter({ "no.lua" }, FOUR))
  end)

  it("do not arise from scripts of any name, given with -s", function()
    local script = file("script", "return function(game) return game.tags.Event == 'd' end")
    assert.equal(game "d" .. "\n", filter({ "-q", "-s", script }, FOUR).out)
    local pgn = file("four.pgn", FOUR)
    assert.equal(game "d" .. "\n", run { "filter", "-q", "-s", "-", pgn, stdin = read(script) }.out)
  end)
end)

describe("a script that changes games", function()
  local function change(condition, action)
    return file("change.lua", ("return function(game) if %s then %s end return true end"):format(condition, action))
  end
  local ANNOTATED = [[
[Event "b"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Boris"]
[Black "?"]
[Result "*"]
[Annotator "me"]
[WhiteElo "2500"]

1. d4 *]]

  it("has them written as they are then, and the others byte for byte", function()
    local script = change("game.number == 2", "game.tags.Annotator = 'me'")
    local r = filter({ script }, FOUR)
    assert.same({ code = 0, out = game "a" .. "\n\n" .. ANNOTATED .. "\n\n\n" .. game "c" .. "\n\n" .. game "d" .. "\n",
      err = "lucena: 4 games, 4 matched, 3 copied without reading their moves\n" }, r)
    r = filter({ "-q", "-t", "Event=b", script }, (FOUR:gsub("\n", "\r\n")))
    assert.equal((ANNOTATED .. "\n"):gsub("\n", "\r\n"), r.out)
  end)

  it("has what they cannot be read to the end for said and kept", function()
    local r = filter({ "-q", "-t", "Event=c", change("true", "game.tags.White = nil") }, FOUR)
    assert.equal(1, r.code)
    assert.equal(ILLEGAL, r.err)
    assert.is_truthy(r.out:find("\n\n1. e4 e5%s[2. ]*Ke3 Nf6%s0%-1\n$"), r.out)
    assert.is_truthy(r.out:find('\n[White "?"]\n', 1, true), r.out)
  end)

  it("may change moves", function()
    local script = change("#game.root > 1", "game.root[2]:remove()")
    local text = "1. c4 (1. d4 d5) 1... c5 *\n\n1. e4  {as it stands} *\n"
    local r = filter({ "-q", script }, text)
    assert.same({ 0, "" }, { r.code, r.err })
    assert.is_truthy(r.out:find("\n\n1. c4 c5 %*\n\n1. e4  {as it stands} %*\n$"), r.out)
    -- What was read is judged, not what is left of it.
    r = filter({ "-q", script }, (text:gsub("d5", "Nd5")))
    assert.same({ 1, "-:1:14: illegal move Nd5 (move 1, Black)\n" }, { r.code, r.err })
  end)

  it("has each begin a line", function()
    local script = change("true", "game.tags.Event = 'x'")
    for _, text in ipairs { "1. e4 * 1. d4 *", "0-1*", "1. e4 *\n1. d4 *", "\u{FEFF}1. e4 * {c} 1. d4 *\n" } do
      local out = filter({ "-q", script }, text).out
      local _, tags = out:gsub('%f[^\0\n]%[Event "x"%]\n', "")
      if out:find("^\u{FEFF}%[") then
        tags = tags + 1
      end
      assert.equal(2, tags, out)
      assert.equal("2\n", filter({ "-qc", "--check", "-t", "Event=x" }, out).out)
    end
  end)

  it("is told of a game that cannot be written, and nothing is replaced", function()
    -- What cannot be written is for Game:pgn to say.
    local script = change("game.number == 2", [[
      game.tags.Annotator = "me"
      require("lucena.core").Game.pgn = function() return nil, "no letters left", "unwritable" end]])
    local r = filter({ "-q", script }, FOUR)
    assert.same({ code = 1, out = game "a" .. "\n",
      err = "lucena: -:7: game 2 was changed and cannot be written: no letters left\n" }, r)
    local out = file("kept.pgn", "old")
    assert.equal(1, filter({ "-q", "-o", out, script }, FOUR).code)
    assert.equal("old", read(out))
  end)
end)

describe("--limit", function()
  it("copies so many games, and reads no further", function()
    local r = filter({ "-t", "White^Anna", "--limit", "1" }, FOUR)
    assert.same({ 0, FOUR:match("^.-1%-0\n"), "lucena: 1 game, 1 matched, 1 copied without reading their moves\n" },
      { r.code, r.out, r.err })
    local script = file("all.lua", "return function(g) return g.plies > 0 end")
    r = filter({ "-q", script, "--limit", "1" }, "1. e4 Ke3 *\n")
    assert.same({ code = 1, out = "1. e4 Ke3 *\n", err = "-:1:7: illegal move Ke3 (move 1, Black)\n" }, r)
    assert.equal("2\n", filter({ "-qc", "--limit", "2" }, FOUR).out)
    assert.equal("4\n", filter({ "-qc", "--limit", "9" }, FOUR).out)
    local pgn = file("four.pgn", FOUR)
    assert.same({ code = 0, out = "5\n", err = "" },
      run { "filter", "-qc", "--limit", "5", "--", pgn, pgn, folder .. "/never-opened" })
    assert.equal(2, filter({ "--limit", "0" }, FOUR).code)
  end)

  it("gives the last game of a file its line end", function()
    assert.equal('[A "b"]\r\n\r\n1. e4 *\r\n',
      filter({ "-q", "--limit", "1" }, '[A "b"]\r\n\r\n1. e4 *\r\n\r\n[A "c"]\r\n\r\n*\r\n').out)
  end)
end)

describe("--games", function()
  it("says when there is no such game", function()
    local r = filter({ "--games", "2,7-9" }, FOUR)
    assert.same({ 0, "-: there is no game 7, only 4 games\n"
      .. "lucena: 4 games, 1 matched, 1 copied without reading their moves\n" }, { r.code, r.err })
    assert.equal("", filter({ "-q", "--games", "1-9" }, "1. e4 *\n").err)
    assert.equal("-: there is no game 1, and no other\n", filter({ "-q", "--games", "1" }, "").err)
  end)
end)

describe("--mark", function()
  it("is in the encoding of the game", function()
    local latin = '[White "J\xF6rg"]\n\n1. e4 *\n'
    assert.equal('[White "J\xF6rg"]\n\n{M\xFCller}\n1. e4 *\n', filter({ "-q", "--mark", "M\u{FC}ller" }, latin).out)
    local r = filter({ "-q", "--mark", "\u{141}" }, latin)
    assert.same({ 1, "lucena: -:1: game 1: --mark: '\u{141}' cannot be written in latin-1, which this game is in\n" },
      { r.code, r.err })
  end)
end)

describe("usage", function()
  it("wants a script or a test", function()
    local r = filter({}, FOUR)
    assert.equal(2, r.code)
    assert.equal("", r.out)
    assert.is_truthy(r.err:find("give a query (-e), a SCRIPT.lua or NAME, a test (-t), --games, --check", 1, true))
    assert.equal(2, filter({ "-x" }, FOUR).code)
  end)
end)

describe("files", function()
  it("that cannot be read are said, and the others are read", function()
    local pgn = file("four.pgn", FOUR)
    local r = run { "filter", "-qc", "--check", folder .. "/no.pgn", folder, pgn }
    assert.equal(3, r.code)
    assert.equal("4\n", r.out)
    local missing = "lucena: " .. folder .. "/no.pgn: cannot open: No such file or directory\n"
    assert.is_truthy(r.err:find(missing, 1, true), r.err)
    assert.is_truthy(r.err:find("Is a directory", 1, true), r.err)
    assert.is_truthy(r.err:find("illegal move Ke3", 1, true))
  end)

  it("named - are standard input", function()
    assert.same({ code = 0, out = "2\n", err = "" }, filter({ "-qc", "-t", "White~anna", "-" }, FOUR))
  end)
end)

describe("lucena filter -o", function()
  local function leftovers()
    local pipe = assert(io.popen("ls -A '" .. folder .. "/out'", "r"))
    local text = pipe:read("a")
    pipe:close()
    return text
  end

  before_each(function()
    os.execute(("rm -rf '%s/out'; mkdir '%s/out'"):format(folder, folder))
  end)

  it("writes the file", function()
    local out = folder .. "/out/x.pgn"
    assert.same({ code = 0, out = "", err = "" }, filter({ "-q", "-o", out, "-t", "Event=b" }, FOUR))
    assert.equal(game "b" .. "\n", read(out))
    assert.equal("x.pgn\n", leftovers())
  end)

  it("may replace its input", function()
    local path = file("out/x.pgn", FOUR)
    assert.equal(0, run { "filter", "-q", "-o", path, "-t", "Event=b", path }.code)
    assert.equal(game "b" .. "\n", read(path))
  end)

  it("leaves the file as it was after a script error", function()
    local out = file("out/x.pgn", "old")
    local script = file("late.lua", "return function(game) return game.number < 3 or error('third') end")
    assert.equal(2, filter({ "-q", "-o", out, script }, FOUR).code)
    assert.equal("old", read(out))
    assert.equal("x.pgn\n", leftovers())
  end)

  it("leaves the file as it was when an input cannot be read", function()
    local out, pgn = file("out/x.pgn", "old"), file("four.pgn", FOUR)
    for _, inputs in ipairs { { folder .. "/no.pgn", pgn }, { pgn, folder }, { pgn, "/proc/self/mem" } } do
      local r = run { "filter", "-q", "-o", out, "-t", "Event=b", inputs[1], inputs[2] }
      assert.equal(3, r.code)
      assert.equal("old", read(out))
      local said = "\nlucena: " .. out .. ": not written, because not all input could be read\n$"
      assert.is_truthy(r.err:find(said), r.err)
    end
    os.remove(out)
    assert.equal(3, run { "filter", "-q", "-o", out, "-t", "Event=b", pgn, folder .. "/no.pgn" }.code)
    assert.equal("", leftovers())
  end)

  it("gives a stream what was found all the same", function()
    local pgn = file("four.pgn", FOUR)
    for _, stream in ipairs { "-", "/dev/stdout", "/dev/fd/1" } do
      local r = run { "filter", "-q", "-o", stream, "-t", "Event=b", folder .. "/no.pgn", pgn }
      assert.equal(3, r.code)
      assert.equal(game "b" .. "\n", r.out)
      assert.is_falsy(r.err:find("not written", 1, true), r.err)
    end
  end)

  it("replaces no file behind a descriptor", function()
    local out, pgn = file("out/x.pgn", "old\n"), file("four.pgn", FOUR)
    local lucena = ("'%s' scripts/lucena"):format(os.getenv("LUCENA_LUA") or "lua5.4")
    for _, stream in ipairs { "-", "/dev/stdout", "/dev/fd/1" } do
      file("out/x.pgn", "old\n")
      assert.is_true(os.execute(("{ echo first; %s filter -q -o %s -t Event=b '%s'; echo last; } >>'%s'"):format(
        lucena, stream, pgn, out)))
      assert.equal("old\nfirst\n" .. game "b" .. "\nlast\n", read(out), stream)
    end
  end)

  it("is published when there are errors in the data", function()
    local out = folder .. "/out/x.pgn"
    assert.equal(1, filter({ "-q", "-o", out, "--check" }, FOUR).code)
    assert.equal(FOUR, read(out))
  end)

  it("says when it cannot be written", function()
    local r = filter({ "-q", "-o", folder .. "/none/x.pgn", "-t", "Event=b" }, FOUR)
    assert.equal(3, r.code)
    assert.is_truthy(r.err:find("^lucena: .*/none/x.pgn: cannot write: No such file or directory\n$"), r.err)
  end)
end)

describe("standard output", function()
  local shell = require("spec.support.shell")

  it("that is full is an error", function()
    assert.equal("lucena: standard output: cannot write: No space left on device\n3\n",
      shell("lucena filter -q --check " .. SAMPLE .. " 2>&1 >/dev/full; echo $?"))
    assert.equal("lucena: cannot write standard output: No space left on device\n3\n",
      shell("lucena filter -q --count " .. SAMPLE .. " 2>&1 >/dev/full; echo $?"))
  end)

  it("that nobody reads any more ends the run quietly", function()
    assert.equal("[Event \"London\"]\n141\n",
      shell("lucena filter --check " .. SAMPLE .. " 2>&1 | head -n 1; echo ${PIPESTATUS[0]}"))
    assert.equal("[Event \"London\"]\n141\n",
      shell("trap \"\" PIPE; lucena filter --check " .. SAMPLE .. " 2>&1 | head -n 1; echo ${PIPESTATUS[0]}"))
  end)
end)
