-- lucena filter SCRIPT: handlers by kind of element, several scripts, and scripts with options of their own.

local chess = require "lucena"
local handlers = require "lucena.run.filter.handlers"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local HEAD = '[Event "x"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Bob"]\n[Black "Al"]\n[Result "*"]\n'
local MOVES = "{start} 1. e4 $1 {best} (1. d4 d5 2. c4 (2. Nf3 Nf6) 2... e6 3. Nc3) (1. c4 {keep} 1... e5) 1... e5\n"
  .. "2. Nf3 {good} *\n"
local TEXT = HEAD .. "\n" .. MOVES

local folder

setup(function()
  folder = new_folder()
end)

teardown(function()
  folder:__close()
end)

-- Write scripts, and run them on TEXT. Returns the result.
local function filter(scripts, ...)
  local request = { "filter", "-q", stdin = TEXT }
  for i, text in ipairs(scripts) do
    request[#request + 1] = "-s"
    request[#request + 1] = folder:write(i .. ".lua", text)
  end
  for _, word in ipairs { ... } do
    request[#request + 1] = word
  end
  return run(request)
end

local function moves(script)
  local result = filter({ script }, "--width", "0")
  assert.equal("", result.err)
  return result.out:match("\n\n(.-)\n*$")
end

describe("a handler", function()
  it("keeps, replaces or deletes its elements", function()
    for script, expected in pairs {
      ["Comment = function(t) if t == 'best' then return false elseif t == 'keep' then return 'K' end end"] =
        "{start} 1. e4 $1 (1. d4 d5 2. c4 (2. Nf3 Nf6) 2... e6 3. Nc3) (1. c4 {K} 1... e5) 1... e5 2. Nf3 {good} *",
      ["NAG = function(n, node) assert(node.san == 'e4') return n + 2 end"] =
        "{start} 1. e4 $3 {best} (1. d4 d5 2. c4 (2. Nf3 Nf6) 2... e6 3. Nc3) (1. c4 {keep} 1... e5) 1... e5 "
        .. "2. Nf3 {good} *",
      ["Variation = function(v) return v.plies <= 4 end"] =
        "{start} 1. e4 $1 {best} (1. c4 {keep} 1... e5) 1... e5 2. Nf3 {good} *",
      ["Variation = function(v) if v.depth > 1 then return false end end"] =
        "{start} 1. e4 $1 {best} (1. d4 d5 2. c4 e6 3. Nc3) (1. c4 {keep} 1... e5) 1... e5 2. Nf3 {good} *",
      ["Move = function(n) return n.ply <= 2 end"] =
        "{start} 1. e4 $1 {best} (1. d4 d5) (1. c4 {keep} 1... e5) 1... e5 *",
    } do
      assert.equal(expected, moves("return {" .. script .. "}"), script)
    end
  end)

  it("changes tags by name, or all", function()
    local by_name = filter { "return {Tag = {White = string.upper, Event = function() return false end}}" }
    assert.equal((HEAD:gsub("Bob", "BOB"):gsub('"x"', '"?"')), by_name.out:sub(1, #HEAD))
    local all = filter { "return {Tag = function(name, value, game) return #name == 5 and value .. game.plies end}" }
    assert.equal('[White "Bob3"]\n[Black "Al3"]', all.out:match('%[White.*Al3"%]'))
  end)

  it("is called in the order of the text, also in deep variations", function()
    local depth, seen = 2000, {}
    local text = ("1. e4 (1. d4 "):rep(depth) .. (")"):rep(depth) .. " e5 *"
    local game = chess.game(text, { limits = { nesting = depth + 1 } })
    handlers.make({ Move = function(node) seen[#seen + 1] = node.san end })(game)
    local count = 0
    game:walk(function() count = count + 1 end)
    assert.equal(count, #seen)
    seen = {}
    local ordered = chess.game("1. e4 (1. d4 d5 (1... Nf6)) (1. c4) e5 2. Nf3 *")
    handlers.make({ Move = function(node) seen[#seen + 1] = node.san end })(ordered)
    assert.equal("e4 d4 d5 Nf6 c4 e5 Nf3", table.concat(seen, " "))
  end)

  it("leaves a game that it does not change byte for byte", function()
    local text = "[White \"a\"]   \n1.e4!   e5 {x}\n*"
    local script = "return {Move = function() end, NAG = function(n) return n end, Comment = function(t) return t end, "
      .. "Tag = function(_, v) return v end, Variation = function() return true end}"
    assert.equal(text, run({ "filter", "-q", folder:write("1.lua", script), stdin = text }).out:gsub("\n$", ""))
  end)

  it("may remove parts of the game itself", function()
    assert.equal("{start} 1. e4 $1 {best} (1. c4 {keep} 1... e5) 1... e5 *",
      moves "return {Move = function(n) if n.san == 'Nf3' or n.san == 'd4' then n:remove() end end}")
    assert.equal("{start} 1. e4 $1 {best} (1. d4 d5 2. c4 (2. Nf3 Nf6) 2... e6 3. Nc3) 1... e5 2. Nf3 {good} *",
      moves "return {Variation = function(v) if v.plies == 2 and v.depth == 1 then v.node:remove() end end}")
    local tags = "return {Tag = function(name, value, game) game.tags.Black = nil return value:upper() end}"
    assert.is_nil(filter({ tags }).out:find "Al")
  end)

  it("has its results and its type checked", function()
    for script, problem in pairs {
      ["Comment = function() return 5 end"] = "1.lua: Comment must return nothing, true, false or a string, not 5\n",
      ["NAG = function() return 'x' end"] = "NAG must return nothing, true, false or an integer from 0 to 255, not x\n",
      ["NAG = function() return 256 end"] = "1.lua: NAG must return nothing, true, false or an integer from 0 to 255",
      ["Comment = function() return 'a\\0b' end"] = "1.lua: Comment must return nothing, true, false or a string",
      ["Move = function() return 'd4' end"] = "1.lua: Move must return nothing, true or false, not d4\n",
      ["Tag = {White = function() return 1 end}"] = "1.lua: Tag.White must return nothing, true, false or a string",
      ["Comment = 5"] = "the handler Comment is a number, not a function\n",
      ["Tag = {White = 'x'}"] = "the handler Tag.White is a string, not a function\n",
      ["Tag = 'x'"] = "the handler Tag is a string, not a function or a table of functions\n",
      ["Nag = print"] = "the field 'Nag' of a filter is unknown; did you mean 'NAG'?\n",
    } do
      local result = filter { "return {" .. script .. "}" }
      assert.equal(2, result.code, script)
      assert.is_truthy(result.err:find(problem, 1, true), result.err)
    end
  end)
end)

describe("several scripts", function()
  local UPPER = "return {Tag = {White = string.upper}, pure = true}"

  it("run in order, each on the result of those before", function()
    local test = "return {where = function(g) return g.tags.White == 'BOB' end}"
    assert.equal("1\n", filter({ UPPER, test }, "-c").out)
    assert.equal("0\n", filter({ test, UPPER }, "-c").out)
    local query = "return {where = require('lucena').query.tag('White', 'BOB'), NAG = function() return false end}"
    assert.is_truthy(filter({ UPPER, query }).out:find('"BOB"%].*1%. e4 {best}'))
  end)

  it("have states of their own, and print one report at most", function()
    local count = "return {each = function(g, s) s.n = (s.n or 0) + g.plies end, "
      .. "finish = function(s) return 'plies ' .. s.n end}"
    local drop = "return {each = function(g, s) s.n = 'x' return g.plies > 2 end}"
    assert.equal("plies 3\n", filter({ drop, count }).out)
    local two = filter { count, count }
    assert.equal(2, two.code)
    assert.is_truthy(two.err:find("print a report; run them in two commands\n", 1, true), two.err)
  end)

  it("exclude --variations, and workers with standard input", function()
    local two = filter({ "return require('lucena').query.checkmate", UPPER }, "--variations")
    assert.is_truthy(two.err:find("--variations takes one script, not several\n", 1, true), two.err)
    local input = run { "filter", "-c", "-s", folder:write("1.lua", UPPER), "-s", "-", "--jobs", "2",
      folder:write("a.pgn", TEXT), stdin = UPPER }
    assert.equal("1\n", input.out)
    assert.is_truthy(input.err:find("a script is on standard input", 1, true), input.err)
  end)

  it("run in workers if all are pure", function()
    local pure = "return {NAG = function() return false end, pure = true}"
    local one, jobs = filter({ UPPER, pure }), filter({ UPPER, pure }, "--jobs", "2")
    assert.same(one, jobs)
    local not_pure = filter({ UPPER, "return {NAG = print}" }, "--jobs", "2", "-c")
    assert.is_truthy(not_pure.err:find("reading in one process", 1, true), not_pure.err)
  end)
end)

describe("a script with options", function()
  local SCRIPT = [[
return {
  summary = "games with at most N plies",
  options = { { name = "most_plies", kind = "integer", least = 1, default = 2, help = "The most plies." },
              { name = "deny", kind = "boolean", help = "Match none." } },
  make = function(v) return function(g) return g.plies <= v.most_plies and not v.deny end end,
}]]

  local function count(text, ...)
    return run { "filter", "-q", "-c", folder:write("own.lua", text), stdin = TEXT, ... }
  end

  it("reads them, shows them, and checks their values", function()
    assert.equal("0\n", count(SCRIPT).out)
    assert.equal("1\n", count(SCRIPT, "--most-plies", "3").out)
    assert.equal("0\n", count(SCRIPT, "--most-plies", "3", "--deny").out)
    local page = count(SCRIPT, "--help").out
    assert.is_truthy(page:find("\nGames with at most N plies.\n", 1, true), page)
    assert.is_truthy(page:find("   --most-plies N           The most plies. Default: 2.\n", 1, true), page)
    for word, problem in pairs { ["--most-plies=0"] = "--most-plies takes an integer from 1, not '0'",
      ["--most-plis=1"] = "unknown option '--most-plis'; did you mean '--most-plies'?" } do
      local result = count(SCRIPT, word)
      assert.equal(2, result.code)
      assert.is_truthy(result.err:find(problem, 1, true), result.err)
    end
  end)

  it("has its fields checked", function()
    for text, problem in pairs {
      ["return {make = 1}"] = "own.lua: field 'make' must be a function, not a number\n",
      ["return {make = print, optons = {}}"] = "own.lua: unknown field 'optons'; did you mean 'options'?\n",
      ["return {make = print, options = {{name = 'a', kind = 'word'}}}"] =
        "own.lua: option 1: the kind is integer, number,",
      ["return {make = print, options = {{name = 'a', kind = 'side', default = 'x'}}}"] =
        "own.lua: option 1: the default is none of the choices\n",
      ["return {make = function() return false end}"] = "or a table {where = function or query, each = function, "
        .. "finish = function}; got a boolean\n",
      ["return {make = function() return x.y end}"] = "own.lua:1: attempt to index a nil value (global 'x')\n",
      ["return {make = print, options = {{name = 'limit', kind = 'integer'}}}"] =
        "own.lua: option 1: --limit is an option of lucena filter\n",
      ["return {make = print, options = {{name = 'a b', kind = 'integer'}}}"] = "the name 'a b' must be small letters",
      ["return {make = print, options = {{name = 'a', kind = 'integer'}, {name = 'a', kind = 'integer'}}}"] =
        "own.lua: option 2: the name 'a' is there twice\n",
      ["return {make = print, options = {{name = 'a', kind = 'integer', help = {}}}}"] =
        "own.lua: option 1: field 'help' must be a string, not a table\n",
      ["return {make = print, options = {{name = 'a', kind = 'integer', least = 5, default = 3}}}"] =
        "own.lua: option 1: the default must be an integer from 5\n",
      ["return {make = print, options = {a = {}}}"] = "own.lua: field 'options' must be an array\n",
      ["return {make = function() end}"] = "own.lua: a filter script returns a function of a game",
      ["return {make = print, options = {{name = 'a', kind = 'string'}}}"] = "own.lua needs --a TEXT\n",
    } do
      local result = count(text)
      assert.equal(2, result.code, text)
      assert.is_truthy(result.err:find(problem, 1, true), result.err)
    end
  end)

  it("is found by name in the user's folder", function()
    local at <close> = new_folder()
    assert(os.execute("mkdir -p '" .. at.root .. "/lucena/filters'"))
    at:write("lucena/filters/shorties.lua", SCRIPT)
    local result = run { "filter", "-q", "-c", "shorties", "--most-plies", "3", stdin = TEXT,
      env = { XDG_DATA_HOME = at.root } }
    assert.same({ "", "1\n" }, { result.err, result.out })
  end)
end)
