-- Queries that call a Lua function with a game or a position.

local chess = require "lucena"
local q = chess.query

local LONG = chess.game("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 *")

local function message_of(f, ...)
  local done, message = pcall(f, ...)
  assert.is_false(done)
  return (message:gsub("^[^:]*:%d+: ", ""):gsub("(%(query_function_spec%.lua):%d+", "%1:N"))
end

describe("functions", function()
  it("of positions are called only where the rest of the query matches", function()
    local seen = {}
    local query = q.capture & q.at(function(board)
      seen[#seen + 1] = board:fen():match("^%S+")
      return board:piece "f3" == "Q"
    end)
    assert.equal("Qxf3", query:find(LONG).san)
    assert.equal(3, #seen)
  end)

  it("work inside held, never and at_end", function()
    local has_queen = q.at(function(b) return b:piece "d1" == "Q" end)
    assert.is_true(q.held(has_queen, 9)(LONG))
    assert.is_false(q.held(has_queen, 10)(LONG))
    assert.is_false(q.never(has_queen)(LONG))
    assert.is_false(q.at_end(has_queen)(LONG))
    assert.is_true((q.at_end(~has_queen) & q.at_end(q.at(function(b) return b:piece "e7" == "q" end)))(LONG))
    assert.is_true((q.at_end(~has_queen) & q.where(function(g) return g.plies == 14 end) & q.ever(has_queen))(LONG))
  end)

  it("are called last, and only if they decide", function()
    local calls = 0
    local function count() calls = calls + 1 return true end
    assert.is_false((count & q.player "Nobody")(LONG))
    assert.is_false((count & q.check)(LONG))
    assert.is_true((count | q.capture)(LONG))
    assert.equal(0, calls)
    assert.is_true((count & q.capture)(LONG))
    assert.equal(1, calls)
  end)

  it("may use other queries, and themselves", function()
    local inner = q.where(function(g) return g.plies == 14 end)
    local query = q.where(function(g) return inner(g) and q.capture(g) end) & inner
    assert.is_true(query(LONG))
  end)

  it("may return a text or a number, which are true as in Lua", function()
    for _, value in ipairs { "x", "", 1, -1, 0.5 } do
      assert.is_true(q.where(function() return value end)(LONG))
      assert.is_true(q.at(function() return value end)(LONG))
      assert.is_true(q.bits(function() return value end)(LONG))
      assert.is_true(q.tags("White", function() return value end)(LONG))
    end
    assert.is_false(q.where(function() return ("x"):find "y" end)(LONG))
  end)

  it("must return no other value, and not 0, which may be a number of things", function()
    for value, text in pairs { [0] = "0 (write ~= 0)", [print] = "a function", [{}] = "a table" } do
      for _, name in ipairs { "where", "at", "bits" } do
        assert.equal("function (query_function_spec.lua:N) returned " .. text
          .. "; a query's function returns true, false, nil, a Node, a text or a number other than 0",
          message_of(q[name](function() return value end), LONG))
      end
    end
    local failing = q.where(function() error("no", 0) end)
    assert.equal("no", message_of(failing, LONG))
    assert.equal("no", message_of(failing, LONG))
  end)

  it("may return only a Node of their game", function()
    local other = chess.game("1. e4 e5 *")
    local query = q.where(function() return other:node(2) end)
    assert.equal("function (query_function_spec.lua:N) returned a Node of another game", message_of(query, LONG))
    assert.has_error(function()
      for _ in chess.games_in("1. e4 e5 *", { query = query }) do end
    end)
    local own = chess.game("1. e4 e5 2. Nf3 *")
    own.tags.White = "x" -- the query tests a copy of an edited game
    assert.equal("Nf3", q.where(function(g) return g:node(3) end):find(own).san)
  end)

  it("of a position get each position, on their own Board, in every game and when nested", function()
    local function fens(played, more)
      local list = {}
      local query = q.at(function(b)
        list[#list + 1] = b:fen() .. b.ply
        b:play(b:moves()[1])
        return more and more() and nil
      end)
      assert.is_false(query(played))
      assert.is_false(query(played))
      return list
    end
    local expected, inner = { LONG.start:fen() .. 0 }, nil
    for node in LONG:mainline() do
      expected[#expected + 1] = node.position:fen() .. node.ply
    end
    table.move(expected, 1, #expected, #expected + 1)
    assert.same(expected, fens(LONG))
    local short = require("lucena").game("1. e4 *")
    assert.same(expected, fens(LONG, function() inner = #fens(short) return true end))
    assert.equal(4, inner)
    -- A function that calls its own query, and a function that fails at first and is called again.
    local depth, itself = 0, nil
    itself = q.at(function(b)
      depth = depth + 1
      return b.fullmove_number == 2 and (depth > 9 or itself(LONG) and b.fullmove_number == 2)
    end)
    assert.equal(2, itself:find(LONG).ply)
    local fails = true
    local failing = q.at(function(b)
      if fails and b.fullmove_number == 3 then
        error("stop", 0)
      end
      return b.fullmove_number == 4
    end)
    assert.same({ false, "stop" }, { pcall(failing, LONG) })
    fails = false
    assert.equal(6, failing:find(LONG).ply)
  end)

  it("may yield", function()
    local query = q.where(function() return coroutine.yield("asked") end)
    local co = coroutine.create(function() return query(LONG) end)
    assert.same({ true, "asked" }, { coroutine.resume(co) })
    assert.same({ true, true }, { coroutine.resume(co, true) })
    local at = q.at(function(b) return coroutine.yield(b.fullmove_number) end)
    co = coroutine.create(function() return at:find(LONG).san end)
    for _, number in ipairs { 1, 1, 2 } do
      assert.same({ true, number }, { coroutine.resume(co, nil) })
    end
    assert.same({ true, LONG.root[1][1].san }, { coroutine.resume(co, true) })
  end)
end)

describe("the Board of a function", function()
  it("counts the plies of the game, not those that the function plays", function()
    local plies = {}
    local query = q.at(function(board)
      plies[#plies + 1] = board.ply
      assert(board:play(board:moves()[1]))
      plies[#plies + 1] = board.ply
      return board:undo() and not board:undo() and board.ply == 3
    end)
    assert.equal("Nf3", query:find(chess.game("1. e4 e5 2. Nf3 Nc6 *")).san)
    assert.same({ 0, 1, 1, 2, 2, 3, 3, 4 }, plies)
    assert.equal(0, chess.board().ply)
  end)

  it("can be set to the start again", function()
    local query = q.at(function(board)
      board:reset()
      return board.ply ~= 0 or board:fen() ~= chess.position():fen()
    end)
    assert.is_false(query(LONG))
  end)
end)
