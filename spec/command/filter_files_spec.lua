-- lucena filter: the files that it writes, and the games in these files that are not copied unchanged.

local four = require "spec.support.four"
local new_folder = require "spec.support.folder"
local read = require("spec.support.file").read
local run = require "spec.support.run"

local FOUR, game, filter = four.text, four.game, four.filter
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

describe("lucena filter -o", function()
  local old = folder
  before_each(function()
    old, folder = folder, new_folder()
  end)

  after_each(function()
    folder:__close()
    folder = old
  end)

  it("writes the file", function()
    local out = folder:path "x.pgn"
    assert.same({ code = 0, out = "", err = "" }, filter({ "-q", "-o", out, "-t", "Event=b" }, FOUR))
    assert.equal(game "b" .. "\n", read(out))
    assert.same({ "x.pgn" }, folder:names())
  end)

  it("can replace its input", function()
    local path = file("x.pgn", FOUR)
    assert.equal(0, run { "filter", "-q", "-o", path, "-t", "Event=b", path }.code)
    assert.equal(game "b" .. "\n", read(path))
  end)

  it("keeps the old file after a script error", function()
    local out = file("x.pgn", "old")
    local script = file("late.lua", "return function(game) return game.number < 3 or error('third') end")
    assert.equal(2, filter({ "-q", "-o", out, script }, FOUR).code)
    assert.equal("old", read(out))
    assert.same({ "late.lua", "x.pgn" }, folder:names())
  end)

  it("keeps the old file if an input cannot be read", function()
    local out, pgn = file("x.pgn", "old"), file("four.pgn", FOUR)
    for _, inputs in ipairs { { folder:path "no.pgn", pgn }, { pgn, folder.root }, { pgn, "/proc/self/mem" } } do
      local r = run { "filter", "-q", "-o", out, "-t", "Event=b", inputs[1], inputs[2] }
      assert.equal(3, r.code)
      assert.equal("old", read(out))
      local said = "\nlucena: " .. out .. ": not written, because not all input could be read\n$"
      assert.is_truthy(r.err:find(said), r.err)
    end
    os.remove(out)
    assert.equal(3, run { "filter", "-q", "-o", out, "-t", "Event=b", pgn, folder:path "no.pgn" }.code)
    assert.same({ "four.pgn" }, folder:names())
  end)

  it("writes the games found before the error to a stream", function()
    local pgn = file("four.pgn", FOUR)
    for _, stream in ipairs { "-", "/dev/stdout", "/dev/fd/1" } do
      local r = run { "filter", "-q", "-o", stream, "-t", "Event=b", folder:path "no.pgn", pgn }
      assert.equal(3, r.code)
      assert.equal(game "b" .. "\n", r.out)
      assert.is_falsy(r.err:find("not written", 1, true), r.err)
    end
  end)

  it("does not replace the file of a descriptor", function()
    local out, pgn = file("x.pgn", "old\n"), file("four.pgn", FOUR)
    local lucena = ("'%s' scripts/lucena"):format(os.getenv("LUCENA_LUA") or "lua5.4")
    for _, stream in ipairs { "-", "/dev/stdout", "/dev/fd/1" } do
      file("x.pgn", "old\n")
      assert.is_true(os.execute(("{ echo first; %s filter -q -o %s -t Event=b '%s'; echo last; } >>'%s'"):format(
        lucena, stream, pgn, out)))
      assert.equal("old\nfirst\n" .. game "b" .. "\nlast\n", read(out), stream)
    end
  end)

  it("replaces the file in spite of errors in the data", function()
    local out = folder:path "x.pgn"
    assert.equal(1, filter({ "-q", "-o", out, "--check" }, FOUR).code)
    assert.equal(FOUR, read(out))
  end)

  it("reports that it cannot be written", function()
    local r = filter({ "-q", "-o", folder:path "none/x.pgn", "-t", "Event=b" }, FOUR)
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

  it("that is a closed pipe ends the run without a message", function()
    assert.equal("[Event \"London\"]\n141\n",
      shell("lucena filter --check " .. SAMPLE .. " 2>&1 | head -n 1; echo ${PIPESTATUS[0]}"))
    assert.equal("[Event \"London\"]\n141\n",
      shell("trap \"\" PIPE; lucena filter --check " .. SAMPLE .. " 2>&1 | head -n 1; echo ${PIPESTATUS[0]}"))
  end)
end)

describe("lucena filter --rest", function()
  it("receives all other games", function()
    local rest = folder:path "rest.pgn"
    local r = filter({ "-q", "--rest", rest, "-t", "White~anna", events "game.tags.Event == 'a'" }, FOUR)
    assert.equal(game "a" .. "\n", r.out)
    assert.equal(game "b" .. "\n\n\n" .. game "c" .. "\n\n" .. game "d" .. "\n", read(rest))
    filter({ "-qv", "--rest", rest, "-t", "Event=a" }, FOUR)
    assert.equal(game "a" .. "\n", read(rest))
  end)

  it("leaves both files unchanged after an error", function()
    local rest, out = file("rest.pgn", "old"), file("hits.pgn", "old")
    local script = file("late.lua", "return function(game) return game.number < 3 or error('third') end")
    assert.equal(2, filter({ "-q", "-o", out, "--rest", rest, script }, FOUR).code)
    assert.same({ "old", "old" }, { read(rest), read(out) })
    assert.equal(2, filter({ "-q", "-o", out, "--rest", out, script }, FOUR).code)
  end)
end)

describe("the layout options", function()
  it("rewrite each game that is copied", function()
    local r = filter({ "-q", "-t", "Event=d", "--no-variations", "--no-numbers" }, FOUR)
    assert.is_truthy(r.out:find('^%[Event "d"%]\n%[Site "%?"%]\n.*%[WhiteElo "%?"%]\n\nc4 c5 1/2%-1/2\n$'), r.out)
    assert.equal(2, filter({ "-qc", "--no-comments" }, FOUR).code)
    assert.equal(2, filter({ "--width", "x" }, FOUR).code)
  end)

  it("work with a mark and a script that changes games", function()
    local script = file("change.lua", "return function(game) game.tags.White = 'me' return game.number == 2 end")
    local r = filter({ "-q", "--mark", "hit", "--width", "0", script }, FOUR)
    assert.is_truthy(r.out:find('[White "me"]\n', 1, true))
    assert.is_truthy(r.out:find("\n\n{hit}\n1. d4 *\n", 1, true), r.out)
  end)
end)

describe("lucena filter --mark", function()
  it("adds a comment before the moves, and changes nothing else", function()
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

describe("--mark", function()
  it("is written in the encoding of the game", function()
    local latin = '[White "J\xF6rg"]\n\n1. e4 *\n'
    assert.equal('[White "J\xF6rg"]\n\n{M\xFCller}\n1. e4 *\n', filter({ "-q", "--mark", "M\u{FC}ller" }, latin).out)
    local r = filter({ "-q", "--mark", "\u{141}" }, latin)
    assert.same({ 1,
      "lucena: -:1: game 1: --mark: '\u{141}' cannot be written in latin-1, the encoding of this game\n" },
      { r.code, r.err })
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
  it("does not include the next file in the comment", function()
    local first, second = file("1.pgn", '[White "a"]\n\n1. e4 {open'), file("2.pgn", '[White "a"]\n\n*\n')
    local r = run { "filter", "-q", "-t", "White=a", first, second }
    assert.equal('[White "a"]\n\n1. e4 {open}\n\n[White "a"]\n\n*\n', r.out)
    assert.equal(read(first), run { "filter", "-q", "-t", "White=a", first }.out)
  end)
end)
