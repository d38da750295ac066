-- lucena filter SCRIPT: the values that a script may return, and the effect of each on the game.

local four = require "spec.support.four"
local new_folder = require "spec.support.folder"
local read = require("spec.support.file").read
local run = require "spec.support.run"

local FOUR, game, ILLEGAL = four.text, four.game, four.ILLEGAL
local SAMPLE = "spec/data/engine/engine.pgn"
local CHESS = 'local chess = require "lucena"\nlocal q = chess.query\n'

local folder

setup(function()
  folder = new_folder()
end)

teardown(function()
  folder:__close()
end)

local function script(text)
  return folder:write("script.lua", CHESS .. text)
end

-- Runs the command with -q, the given arguments, a script and the sample.
local function filter(text, ...)
  return run { "filter", "-q", script(text), SAMPLE, ... }
end

local function file(name, text)
  return folder:write(name, text)
end

local function events(condition)
  return four.events(folder, condition)
end

local function copied(r)
  return select(2, r.out:gsub("%[Event ", ""))
end

describe("a script", function()
  it("can return a query or a function, or one in a table", function()
    for _, text in ipairs { "return q.checkmate", "return {where = q.checkmate, pure = true}",
      "return {where = function(g) return q.checkmate(g) end}", "return function(g) return q.checkmate:find(g) end",
      "return {each = function(g) return q.checkmate(g) end}" } do
      assert.same({ code = 0, out = "256\n", err = "" }, filter(text, "-c"))
      assert.same({ code = 0, out = "59\n", err = "" }, filter(text, "-c", "-v"))
    end
  end)

  it("has all methods of its game, also without loading lucena", function()
    local all = { code = 0, out = "315\n", err = "" }
    for _, use in ipairs { "g:boards()", "g:walk(function() end)", "g.root:path()", "g.final:opening()",
      "g.final:board()", "g:json()" } do
      local path = file("plain.lua", ("return function(g) return %s ~= 0 end"):format(use))
      assert.same(all, run { "filter", "-q", "-c", path, SAMPLE }, use)
    end
    local wrong = run { "filter", "-q", "-c", file("plain.lua", "return function(g) return g:bords() end"), SAMPLE }
    assert.matches("plain.lua:1: lucena.Game has no field 'bords'; did you mean 'boards'?", wrong.err, 1, true)
  end)

  it("cannot return anything else", function()
    for text, problem in pairs {
      ["return {where = 3}"] = "got a number",
      ["return {where = function() end, evry = 1}"] = "the field 'evry' of a filter is unknown; "
        .. "the fields are where, each, finish, merge, pure, Tag, Comment, NAG, Variation, Move",
      ["return {were = q.check}"] = "the field 'were' of a filter is unknown; did you mean 'where'?",
      ["return {each = q.check}"] = "its field 'each' is a table, not a function",
      ["return {}"] = "got a table without 'where', 'each' and handlers (Tag, Comment, NAG, "
        .. "Variation, Move)",
      ["return {where = q.check, finish = print}"] = "this script has 'finish' but no 'each'",
      ["return {where = q.check, merge = print}"] = "this script has 'merge' but no 'each'",
      ["return q.player"] = "player needs a name",
    } do
      local message = "lucena: %s: a filter script returns a function of a game, a query, or a table "
        .. "{where = function or query, each = function, finish = function}; %s\n"
      assert.same({ code = 2, out = "", err = message:format(folder:path "script.lua", problem) }, filter(text))
    end
  end)

  it("works with -e and -t: all three must match", function()
    for _, text in ipairs { "return q.checkmate", "return function(g) return q.checkmate(g) end",
      "return {each = function(g) return q.checkmate(g) end}" } do
      assert.equal("4\n", filter(text, "-c", "-e", "moves{max = 25}").out)
      assert.equal("4\n", filter(text, "-c", "-e", "function(g) return g.plies <= 50 end").out)
      assert.equal("1\n", filter(text, "-c", "-t", "White~Morphy").out)
    end
  end)
end)

describe("each", function()
  it("is called with the matching games, can change them, and omits those for which it returns false", function()
    local rest = folder:path "rest.pgn"
    local r = filter([[return {
      where = q.white "Morphy" | q.black "Morphy",
      each = function(game, state)
        state.n = (state.n or 0) + 1
        game.tags.Annotator = "number " .. state.n
        return state.n == 1
      end,
    }]], "--rest", rest)
    assert.equal(0, r.code)
    assert.same({ 1, 314 }, { copied(r), copied { out = folder:read "rest.pgn" } })
    assert.is_truthy(r.out:find('[Annotator "number 1"]', 1, true), r.out)
    assert.is_nil(folder:read("rest.pgn"):find("number", 1, true))
  end)

  it("returns false or nothing", function()
    local r = filter("return {each = function() return 3 end}")
    assert.same({ code = 2, out = "", err = ("lucena: %s: each returns false to drop a game, or nothing, not a number\n"
      .. "this was game 1, %s:1\n"):format(folder:path "script.lua", SAMPLE) }, r)
  end)
end)

describe("finish", function()
  local COUNT = [[return {
    where = q.moves { max = 25 },
    each = function(game, state) state[game.result] = (state[game.result] or 0) + 1 end,
    finish = function(state) return %s end,
  }]]

  it("returns the output, which is printed instead of the games", function()
    for value, out in pairs {
      ['("%d won"):format(state["1-0"])'] = "5 won\n",
      ['"a\\nb\\n"'] = "a\nb\n",
      ['{{"won", state["1-0"]}, "and", {"lost", state["0-1"] or 0, true}}'] = "won\t5\nand\nlost\t2\ttrue\n",
      ["nil"] = "",
    } do
      assert.same({ code = 0, out = out, err = "" }, filter(COUNT:format(value)))
    end
  end)

  it("changes neither the games of -o nor the count of --count", function()
    local path = folder:path "hits.pgn"
    assert.equal("5\n", filter(COUNT:format 'state["1-0"]', "-o", path).out)
    assert.equal(7, copied { out = folder:read "hits.pgn" })
    assert.equal("7\n", filter(COUNT:format 'error("not called")', "--count").out)
  end)

  it("is reported if it fails", function()
    local r = filter(COUNT:format "q.check")
    assert.same({ 2, "" }, { r.code, r.out })
    assert.is_truthy(r.err:find("finish returns a text, rows or nothing, not a lucena.Query", 1, true), r.err)
    r = filter(COUNT:format "state.x.y")
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find("script.lua:6: attempt to index a nil value (field 'x')", 1, true), r.err)
  end)
end)

describe("errors in a script", function()
  it("are reported with the script's line and the game", function()
    local path = file("error.lua", "return function(game)\n  return game.tags.Elo.x\nend\n")
    local err = "lucena: %s:2: attempt to index a nil value (field 'Elo')\nthis was game 1, -:1\n"
    assert.same({ code = 2, out = "", err = err:format(path) }, four.filter({ path }, FOUR))
  end)

  it("are reported after the games found before", function()
    local path = file("late.lua", "return function(game) return game.number < 3 or error('third') end")
    local r = four.filter({ path }, FOUR)
    assert.equal(2, r.code)
    assert.equal(game "a" .. "\n\n" .. game "b" .. "\n", r.out)
    assert.is_truthy(r.err:find("third\nthis was game 3, %-:14\n"), r.err)
  end)

  it("do not include texts and numbers, which are true", function()
    for _, value in ipairs { "'yes'", "1", "('x'):find 'x'" } do
      assert.same(four.filter({ events "true" }, FOUR), four.filter({ events(value) }, FOUR))
    end
  end)

  it("include other return values, and 0", function()
    for kind, value in pairs { ["0 (write ~= 0)"] = "0", ["a table"] = "{}", ["a function"] = "print" } do
      local path = events(value)
      local err = "lucena: %s: filter must return true or false, not %s\nthis was game 1, -:1\n"
      err = err:format(path, kind)
      assert.same({ code = 2, out = "", err = err }, four.filter({ path }, FOUR))
      assert.same({ code = 2, out = "", err = err }, four.filter({ "-v", path }, FOUR))
    end
  end)

  it("include syntax errors and missing scripts", function()
    assert.equal(2, four.filter({ file("syntax.lua", "return function(") }, FOUR).code)
    assert.same({ code = 3, out = "", err = "lucena: no.lua: cannot open: No such file or directory\n" },
      four.filter({ "no.lua" }, FOUR))
  end)

  it("do not depend on the file name, with -s", function()
    local path = file("script", "return function(game) return game.tags.Event == 'd' end")
    assert.equal(game "d" .. "\n", four.filter({ "-q", "-s", path }, FOUR).out)
    local pgn = file("four.pgn", FOUR)
    assert.equal(game "d" .. "\n", run { "filter", "-q", "-s", "-", pgn, stdin = read(path) }.out)
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

  it("writes them in their final state, and the others byte for byte", function()
    local path = change("game.number == 2", "game.tags.Annotator = 'me'")
    local r = four.filter({ path }, FOUR)
    assert.same({ code = 0, out = game "a" .. "\n\n" .. ANNOTATED .. "\n\n\n" .. game "c" .. "\n\n" .. game "d" .. "\n",
      err = "lucena: 4 games, 4 matched, 3 copied without checking their moves\n" }, r)
    r = four.filter({ "-q", "-t", "Event=b", path }, (FOUR:gsub("\n", "\r\n")))
    assert.equal((ANNOTATED .. "\n"):gsub("\n", "\r\n"), r.out)
  end)

  it("reports why they cannot be read completely, and keeps the text", function()
    local r = four.filter({ "-q", "-t", "Event=c", change("true", "game.tags.White = nil") }, FOUR)
    assert.equal(1, r.code)
    assert.equal(ILLEGAL, r.err)
    assert.is_truthy(r.out:find("\n\n1. e4 e5%s[2. ]*Ke3 Nf6%s0%-1\n$"), r.out)
    assert.is_truthy(r.out:find('\n[White "?"]\n', 1, true), r.out)
  end)

  it("can change moves", function()
    local path = change("#game.root > 1", "game.root[2]:remove()")
    local text = "1. c4 (1. d4 d5) 1... c5 *\n\n1. e4  {as it stands} *\n"
    local r = four.filter({ "-q", path }, text)
    assert.same({ 0, "" }, { r.code, r.err })
    assert.is_truthy(r.out:find("\n\n1. c4 c5 %*\n\n1. e4  {as it stands} %*\n$"), r.out)
    -- The errors are those of the game in the file, before the script changed it.
    r = four.filter({ "-q", path }, (text:gsub("d5", "Nd5")))
    assert.same({ 1, "-:1:14: illegal move Nd5 (move 1, Black)\n" }, { r.code, r.err })
  end)

  it("writes each at the beginning of a line", function()
    local path = change("true", "game.tags.Event = 'x'")
    for _, text in ipairs { "1. e4 * 1. d4 *", "0-1 1. d4 *", "1. e4 *\n1. d4 *", "\u{FEFF}1. e4 * {c} 1. d4 *\n" } do
      local out = four.filter({ "-q", path }, text).out
      local _, tags = out:gsub('%f[^\0\n]%[Event "x"%]\n', "")
      if out:find("^\u{FEFF}%[") then
        tags = tags + 1
      end
      assert.equal(2, tags, out)
      assert.equal("2\n", four.filter({ "-qc", "--check", "-t", "Event=x" }, out).out)
    end
  end)

  it("reports a game that cannot be written, and replaces no file", function()
    -- Game:pgn decides whether a game can be written, so a function that fails replaces it here.
    local path = change("game.number == 2", [[
      game.tags.Annotator = "me"
      require("lucena.core").Game.pgn = function() return nil, "no letters left", "unwritable" end]])
    local r = four.filter({ "-q", path }, FOUR)
    assert.same({ code = 1, out = game "a" .. "\n",
      err = "lucena: -:7: game 2 was changed and cannot be written: no letters left\n" }, r)
    local out = file("kept.pgn", "old")
    assert.equal(1, four.filter({ "-q", "-o", out, path }, FOUR).code)
    assert.equal("old", read(out))
  end)
end)
