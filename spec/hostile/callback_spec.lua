-- Harmful callbacks: they raise an error (also one that is not a string), yield, close the reader, begin a second
-- iteration, change the game, or collect garbage. Each is tested in every place that takes a function.

local chess = require "lucena"
local q = chess.query

local FILE = "spec/data/engine/engine.pgn"
local TEXT = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *"

-- Calls the harmful code in the middle of an operation.
local PLACES = {
  ["chess.games, where"] = function(f) return (chess.games(FILE, { where = f })()) end,
  ["chess.games, query and function"] = function(f)
    return (chess.games(FILE, { query = q.result "1-0" & f })())
  end,
  ["Query()"] = function(f) return (q.result "*" & f)(chess.game(TEXT)) end,
  ["Query:find"] = function(f) return q.at(f):find(chess.game(TEXT)) end,
  ["Query:explain"] = function(f) return (q.result "*" & f):explain(chess.game(TEXT)) end,
  ["Game:walk"] = function(f) chess.game(TEXT):walk(f) end,
  ["chess.csv, functions"] = function(f)
    chess.csv({ columns = { "x" }, functions = { x = f } }):row(chess.game(TEXT))
  end,
  ["chess.annotate"] = function(f)
    return chess.annotate(chess.game(TEXT), function(node)
      f(node)
      return nil, "no answer"
    end)
  end,
}

local function each(run)
  for name, place in pairs(PLACES) do
    run(place, name)
  end
end

describe("a callback", function()
  it("that raises has its error reported, for any value", function()
    local object = setmetatable({}, { __tostring = function() return "object" end })
    each(function(place, name)
      local done, raised = pcall(place, function() error(object) end)
      assert.is_false(done, name)
      assert.is_true(rawequal(raised, object) or tostring(raised):find("object", 1, true) ~= nil, name)
      done, raised = pcall(place, function() error("boom", 0) end)
      assert.is_false(done, name)
      assert.is_truthy(tostring(raised):find("boom", 1, true), name)
      done = pcall(place, function() error(nil) end)
      assert.is_false(done, name)
    end)
  end)

  it("that yields is resumed, or raises an error", function()
    local yielded = 0
    each(function(place, name)
      local thread = coroutine.create(function() return place(function() return coroutine.yield("asked") end) end)
      local done, what = coroutine.resume(thread)
      if done then
        assert.equal("asked", what, name)
        yielded = yielded + 1
        for _ = 1, 2000 do
          if coroutine.status(thread) == "dead" then break end
          assert.is_true(coroutine.resume(thread, nil), name)
        end
        assert.equal("dead", coroutine.status(thread), name)
      else
        assert.is_truthy(tostring(what):find("attempt to yield", 1, true), name .. ": " .. tostring(what))
      end
    end)
    assert.is_true(yielded >= 6, yielded .. " places can be yielded from")
  end)

  it("that collects garbage has no effect", function()
    each(function(place, name)
      local without = table.pack(pcall(place, function() end))
      local with = table.pack(pcall(place, function()
        collectgarbage()
        collectgarbage()
      end))
      assert.equal(without[1], with[1], name)
      assert.equal(type(without[2]), type(with[2]), name)
    end)
  end)

  it("that calls the same function again gets a result or an error", function()
    each(function(place, name)
      local most = 0
      local function again()
        if most < 4 then
          most = most + 1
          place(again)
        end
      end
      assert.is_true(pcall(place, again), name)
      assert.equal(4, most, name)
    end)
  end)

  it("that changes the current game gets a result or an error", function()
    for _, change in ipairs {
      function(game) game.root[1]:remove() end,
      function(game) game.root[1][2]:promote() end,
      function(game) game.root[1][1][1]:add "Nf6" end,
      function(game) game.tags.White = "changed" end,
      function(game) for i = 1, 50 do game.root[1].comment = ("long "):rep(i) end end,
    } do
      for _, walk in ipairs {
        function(game, f) game:walk(f) end,
        function(game, f) for _ in game:mainline() do f() end end,
        function(game, f) q.at(function() f() end):find(game) end,
        function(game, f) (q.checkmate | function() f() end)(game) end,
        function(game, f) chess.annotate(game, function() f() return nil, "none" end) end,
        function(game, f) for _ in pairs(game.tags) do f() end end,
      } do
        local game = chess.game('[White "x"]\n[Black "y"]\n\n' .. TEXT)
        local count = 0
        local done, message = pcall(walk, game, function()
          count = count + 1
          if count == 1 then change(game) end
        end)
        assert.is_true(done or type(message) == "string")
        assert.is_true(done or not message:find "attempt to", message)
        assert.is_string(game:pgn())
      end
    end
  end)
end)

-- This is a separate function because of Lua 5.4.4. There, a break out of the loop would not close the loop's reader,
-- because the function has another <close> variable.
local function first_number()
  local next_game, _, _, reader <close> = chess.games(FILE)
  return reader and next_game().number
end

describe("a reader in use", function()
  it("that its own loop or filter closes ends or raises an error", function()
    local count = 0
    local reader = assert(chess.open(FILE))
    for game in function() return reader:read() end do
      count = count + 1
      assert.is_string(game.text)
      if count == 3 then break end
    end
    reader:close()
    local done, message = pcall(reader.read, reader)
    assert.is_false(done)
    assert.is_truthy(message:find("closed", 1, true), message)

    for _, how in ipairs { "where", "body" } do
      local iterator, state, start, to_close
      local function shut()
        to_close:close()
        return true
      end
      iterator, state, start, to_close = chess.games(FILE, { where = how == "where" and shut or nil })
      done, message = pcall(function()
        for game in iterator, state, start, to_close do
          if how == "body" then shut() end
          assert.is_string(game.text)
        end
      end)
      assert.is_true(done or tostring(message):find("closed", 1, true) ~= nil, message)
    end
  end)

  it("leaves its games valid when it is collected, and is independent of another reader of the file", function()
    local kept = {}
    for a in chess.games(FILE) do
      assert.equal(1, first_number())
      kept[#kept + 1] = a
      collectgarbage "step"
      if #kept == 20 then break end
    end
    collectgarbage()
    for number, game in ipairs(kept) do
      assert.equal(number, game.number)
      assert.is_true(game.plies > 0)
    end
  end)

  it("is closed by a loop that raises, a coroutine that is closed, and a state that collects it", function()
    for _ = 1, 50 do
      pcall(function() for _ in chess.games(FILE) do error "out" end end)
      local thread = coroutine.create(function() for g in chess.games(FILE) do coroutine.yield(g) end end)
      assert.is_true(coroutine.resume(thread))
      assert.is_true(coroutine.close(thread))
      coroutine.resume(coroutine.create(function() for g in chess.games(FILE) do coroutine.yield(g) end end))
    end
    collectgarbage()
    local open = 0
    local pipe = io.popen "ls /proc/$PPID/fd 2>/dev/null"
    for _ in pipe:lines() do open = open + 1 end
    pipe:close()
    assert.is_true(open < 40, open .. " descriptors open")
  end)
end)
