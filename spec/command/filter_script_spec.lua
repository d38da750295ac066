-- lucena filter SCRIPT: what a script may return, and what is done with it.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"
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

-- The command with -q, a script and the sample behind the words given.
local function filter(text, ...)
  return run { "filter", "-q", script(text), SAMPLE, ... }
end

local function copied(r)
  return select(2, r.out:gsub("%[Event ", ""))
end

describe("a script", function()
  it("may return a query or a function, or one in a table", function()
    for _, text in ipairs { "return q.checkmate", "return {where = q.checkmate, pure = true}",
      "return {where = function(g) return q.checkmate(g) end}", "return function(g) return q.checkmate:find(g) end",
      "return {each = function(g) return q.checkmate(g) end}" } do
      assert.same({ code = 0, out = "256\n", err = "" }, filter(text, "-c"))
      assert.same({ code = 0, out = "59\n", err = "" }, filter(text, "-c", "-v"))
    end
  end)

  it("returns nothing else", function()
    for text, problem in pairs {
      ["return {where = 3}"] = "this one returned a number",
      ["return {where = function() end, evry = 1}"] = "the field 'evry' of a filter is not known; "
        .. "there are where, each, finish, merge, pure",
      ["return {were = q.check}"] = "the field 'were' of a filter is not known; did you mean 'where'?",
      ["return {each = q.check}"] = "its field 'each' is a table, not a function",
      ["return {}"] = "this one returned a table with neither 'where' nor 'each'",
      ["return {where = q.check, finish = print}"] = "this one has 'finish', but no 'each' that it could speak of",
      ["return {where = q.check, merge = print}"] = "this one has 'merge', but no 'each' that makes a state",
      ["return q.player"] = "player (needs a name)",
    } do
      local message = "lucena: %s: a filter script returns a function of a game, a query, or a table with them, "
        .. "{where = either, each =, finish =}; %s\n"
      assert.same({ code = 2, out = "", err = message:format(folder:path "script.lua", problem) }, filter(text))
    end
  end)

  it("stands beside -e and -t: all have to pass", function()
    for _, text in ipairs { "return q.checkmate", "return function(g) return q.checkmate(g) end",
      "return {each = function(g) return q.checkmate(g) end}" } do
      assert.equal("4\n", filter(text, "-c", "-e", "moves{max = 25}").out)
      assert.equal("4\n", filter(text, "-c", "-e", "function(g) return g.plies <= 50 end").out)
      assert.equal("1\n", filter(text, "-c", "-t", "White~Morphy").out)
    end
  end)
end)

describe("each", function()
  it("is called with the games that pass, may change them, and drops those it says false of", function()
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

  it("has what it returns printed in place of the games", function()
    for value, out in pairs {
      ['("%d won"):format(state["1-0"])'] = "5 won\n",
      ['"a\\nb\\n"'] = "a\nb\n",
      ['{{"won", state["1-0"]}, "and", {"lost", state["0-1"] or 0, true}}'] = "won\t5\nand\nlost\t2\ttrue\n",
      ["nil"] = "",
    } do
      assert.same({ code = 0, out = out, err = "" }, filter(COUNT:format(value)))
    end
  end)

  it("leaves the games to -o, and the number to --count", function()
    local path = folder:path "hits.pgn"
    assert.equal("5\n", filter(COUNT:format 'state["1-0"]', "-o", path).out)
    assert.equal(7, copied { out = folder:read "hits.pgn" })
    assert.equal("7\n", filter(COUNT:format 'error("not called")', "--count").out)
  end)

  it("is told when it fails", function()
    local r = filter(COUNT:format "q.check")
    assert.same({ 2, "" }, { r.code, r.out })
    assert.is_truthy(r.err:find("finish returns a text, rows or nothing, not a lucena.Query", 1, true), r.err)
    r = filter(COUNT:format "state.x.y")
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find("script.lua:6: attempt to index a nil value (field 'x')", 1, true), r.err)
  end)
end)
