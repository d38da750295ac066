-- Errors, yields and to-be-closed variables pass through the loops of the core that call Lua functions, and memory
-- grows as needed. `make test-web` runs this file as WebAssembly, too, where errors leave C functions by other means.

local chess = require "lucena"

local PGN = "1. e4 e5 2. Nf3 Nc6 1-0\n\n1. d4 d5 0-1\n\n1. c4 *\n"

-- Loops that call a function: each takes the function.
local LOOPS = {
  ["a query that is a function"] = function(f)
    for _ in chess.games({ text = PGN }, { query = chess.query.plies(1) & f }) do end -- luacheck: ignore 542
  end,
  ["a function of each position"] = function(f)
    for _ in chess.games({ text = PGN }, { query = chess.query.at(f) }) do end -- luacheck: ignore 542
  end,
  ["a function of bitboards"] = function(f)
    return chess.query.bits(f)(chess.game(PGN:match "[^\n]+"))
  end,
  ["a function in a larger query"] = function(f)
    local q = chess.query
    return (~q.at(f) | q.plies(1000))(chess.game(PGN:match "[^\n]+"))
  end,
}

describe("from the function called by", function()
  for name, loop in pairs(LOOPS) do
    it(name .. ", an error has its value, and the next call works", function()
      local value = {}
      for _ = 1, 200 do
        local ok, err = pcall(loop, function() error(value) end)
        assert.is_false(ok)
        assert.equal(value, err)
      end
      local calls = 0
      loop(function() calls = calls + 1 end)
      assert.is_true(calls > 0)
    end)

    it(name .. ", a coroutine may yield at each call", function()
      local direct, yields = 0, 0
      loop(function() direct = direct + 1 end)
      local thread = coroutine.wrap(function()
        loop(function() coroutine.yield(true) end)
      end)
      while thread() do
        yields = yields + 1
      end
      assert.is_true(direct > 0)
      assert.equal(direct, yields)
    end)

    it(name .. ", to-be-closed variables are closed after an error and in an ended coroutine", function()
      local closed = {}
      local function guard(key)
        return setmetatable({}, { __close = function(_, err) closed[key] = err or "none" end })
      end
      pcall(function()
        local _ <close> = guard "outer"
        loop(function()
          local _ <close> = guard "inner"
          error "stop"
        end)
      end)
      assert.is_truthy(closed.outer:find "stop")
      assert.is_truthy(closed.inner:find "stop")
      local thread = coroutine.create(function()
        local _ <close> = guard "outer"
        loop(function()
          local _ <close> = guard "inner"
          coroutine.yield()
        end)
      end)
      closed = {}
      assert(coroutine.resume(thread))
      assert.same({}, closed)
      assert.is_true(coroutine.close(thread))
      assert.same({ outer = "none", inner = "none" }, closed)
    end)
  end
end)

describe("the loop over games", function()
  local closed
  local function guard()
    return setmetatable({}, { __close = function() closed = closed + 1 end })
  end

  -- luacheck: push ignore 512
  local ENDS = {
    ["break"] = function(f, s, v, c) for _ in f, s, v, c do local _ <close> = guard() break end end,
    ["return"] = function(f, s, v, c) for game in f, s, v, c do local _ <close> = guard() return game end end,
    ["goto"] = function(f, s, v, c) for _ in f, s, v, c do local _ <close> = guard() goto out end ::out:: end,
    ["error"] = function(f, s, v, c) for _ in f, s, v, c do local _ <close> = guard() error "stop" end end,
  }
  -- luacheck: pop

  for name, leave in pairs(ENDS) do
    it("closes its reader and the variables of its body at " .. name, function()
      closed = 0
      local f, s, v, c = chess.games "spec/data/sample/sample.pgn"
      pcall(leave, f, s, v, c)
      assert.equal(1, closed)
      assert.has_error(function() f(s, v) end, "reader is closed")
    end)
  end

  it("reads a text that is larger than the first memory of WebAssembly", function()
    local COPIES, KEPT, FIRST_KIB = 200000, 100000, 32 << 10 -- without garbage, too
    local text, kept, plies = PGN:rep(COPIES), {}, 0
    for game in chess.games_in(text) do
      plies = plies + game.plies
      kept[#kept + 1] = #kept < KEPT and game or nil
    end
    assert.equal(7 * COPIES, plies)
    assert.equal("c4", kept[3].root.next.san)
    assert.equal(KEPT, #kept)
    assert.is_true(collectgarbage "count" > FIRST_KIB)
  end)
end)
