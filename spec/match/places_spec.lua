-- Query:test for one position, Query:places for all match positions; chess.query.parse.

local chess = require "lucena"
local q = chess.query

local GAME = "1. e4 f5 2. Qh5+ g6 3. Qxg6+ (3. Qd1 Nf6 (3... d5 4. Qh5) 4. d3) hxg6 4. Bb5 c6 5. Bxc6 Nxc6 *"

local function listed(query, game)
  local out = {}
  for node in query:places(game) do
    out[#out + 1] = node.san or "start"
  end
  return table.concat(out, " ")
end

describe("the places of a query", function()
  it("are all nodes of the mainline where it matches", function()
    local game = chess.game(GAME)
    assert.equal("Qh5+ Qxg6+", listed(q.check, game))
    assert.equal("hxg6 Bxc6 Nxc6", listed(q.capture & ~q.check, game))
    assert.equal("start e4 f5 g6 hxg6 Bb5 c6 Bxc6 Nxc6", listed(~q.check, game))
    assert.equal("", listed(q.played "a1", game))
    assert.equal("Qh5+ Qxg6+", listed(q.check, game))
  end)

  it("are the same as those found in Lua, in the games of the sample, also with functions", function()
    local queries = {
      [q.check] = function(p) return p:in_check() end,
      [q.check "black"] = function(p) return p:in_check() and p.turn == "black" end,
      [q.check | q.at(function(b) return #b:moves() < 5 end)] = function(p) return p:in_check() or #p:moves() < 5 end,
      [q.at(function(b) return #b:moves() > 45 end) & ~q.check] = function(p) return #p:moves() > 45 end,
    }
    local found = 0
    for game in chess.games "spec/data/sample/sample.pgn" do
      for query, holds in pairs(queries) do
        local wanted, node = {}, game.root
        while node do
          wanted[#wanted + 1] = holds(node.position) and (node.san or "start") or nil
          node = node.next
        end
        found = found + #wanted
        assert.equal(table.concat(wanted, " "), listed(query, game))
      end
      if game.number == 60 then
        break
      end
    end
    assert.is_true(found > 500, found)
  end)

  it("can be iterated in a nested loop", function()
    local game, counts = chess.game(GAME), {}
    local inner = q.check
    local query = q.at(function()
      counts[#counts + 1] = #listed(inner, game)
      return true
    end)
    assert.equal(11, select(2, listed(query, game):gsub("%S+", "")))
    assert.equal(11, #counts)
    assert.equal(10, counts[11])
  end)

  it("follow changes of the game", function()
    local game = chess.game(GAME)
    game.root[1][1][1][1][2]:make_main()
    assert.equal("Qh5+", listed(q.check, game))
  end)

  it("exist only for queries of positions", function()
    assert.has_error(function() q.player("A"):places(chess.game "*") end,
      "'player \"A\"' is about games: 'places' needs a query of positions")
    assert.has_error(function() q.check:places(chess.position()) end,
      "bad argument #1 to 'places' (lucena.Game expected, got lucena.Position)")
  end)
end)

describe("a test", function()
  local game = chess.game("[White \"A\"]\n\n" .. GAME)

  it("accepts a game, a node or a position", function()
    assert.is_true(q.check:test(game))
    assert.is_true(q.check:test(game.root[1][1][1]))
    assert.is_false(q.check:test(game.root[1][1][1][1]))
    assert.is_false(q.check:test(game.root))
    assert.is_true(q.check:test(game.root[1][1][1].position))
    assert.is_true(q.played("Qh5+"):test(game.root[1][1][1]))
    assert.is_false(q.played("Qh5+"):test(game.root[1][1][1].position))
    local board = chess.board()
    assert.is_false(q.check:test(board))
  end)

  it("accepts nodes in variations", function()
    local variation = game.root[1][1][1][1][2]
    assert.equal("Qd1", variation.san)
    assert.is_false(q.check:test(variation))
    assert.is_true(q.played("Qd1"):test(variation))
    assert.is_true(q.check:test(variation[2][1]) == variation[2][1].position:in_check())
    assert.equal("Qh5", variation[2][1].san:sub(1, 3))
  end)

  it("of a query of games uses the game up to the node", function()
    local mate = chess.game "1. f3 e5 2. g4 (2. h4 h5) Qh4# *"
    local last = mate.root[1][1][1][1]
    assert.same({ true, false, false }, { q.checkmate:test(last), q.checkmate:test(last.parent),
      q.checkmate:test(mate.root[1][1][2][1]) })
    assert.is_true(q.checkmate:test(last.position))
    assert.is_true(q.white("A"):test(game.root[1]))
    assert.is_false(q.white("B"):test(game.root[1]))
  end)

  it("sees changed tags and results, also at a node of a variation", function()
    local changed = chess.game '[White "A"]\n[Event "X"]\n\n1. e4 e5 (1... d5 2. exd5) 2. Nf3 1-0'
    local nodes = { changed.root.next, changed.root.next.next.sibling.next }
    changed.tags.White, changed.tags.Event, changed.tags.Annotator, changed.result = "B", nil, "C", "0-1"
    for _, node in ipairs(nodes) do
      assert.is_true(q.player("B"):test(node))
      assert.is_false(q.player("A"):test(node))
      assert.is_true((q.player "B" & q.tag("Annotator", "C") & q.result "0-1" & ~q.any_tag "X"):test(node))
    end
    assert.is_true((q.capture & q.player "B"):test(nodes[2]))
    assert.equal("B", changed.tags.White)
  end)

  it("rejects other values", function()
    assert.has_error(function() q.check:test() end,
      "bad argument #1 to 'test' (lucena.Game, lucena.Node or lucena.Position expected, got nil)")
    assert.has_error(function() q.check:test "1. e4 *" end,
      "bad argument #1 to 'test' (lucena.Game, lucena.Node or lucena.Position expected, got string)")
  end)
end)

describe("a call", function()
  it("with nil raises, so that a missing game does not match", function()
    assert.has_error(function() q.checkmate(nil) end, "'checkmate' takes a Game, got nil")
    assert.has_error(function() q.check(nil) end, "'check' takes a Game, got nil")
    assert.equal(q.check, q.check())
  end)

  it("with a position or a node suggests test", function()
    assert.has_error(function() q.check(chess.position()) end,
      "'check' takes a Game, got lucena.Position; use query:test(...)")
    assert.has_error(function() q.checkmate(chess.game("*").root) end,
      "'checkmate' takes a Game, got lucena.Node; use query:test(...)")
  end)
end)

describe("parse", function()
  it("returns the query of a text", function()
    local query = assert(q.parse 'check & ~result "1-0"')
    assert.is_true(query(chess.game(GAME)))
    assert.is_true(q.parse "function(g) return g.plies == 10 end"(chess.game(GAME)))
  end)

  it("returns nil, a message and a code for an invalid text", function()
    for text, message in pairs {
      ["chekmate"] = "there is no 'chekmate' in chess.query; did you mean 'checkmate'?",
      ["3"] = "expected a query: got a number",
      ["player"] = "expected a query: got player (needs a name)",
      [""] = "expected a query, not an empty expression",
      ["check and check"] = "'and' is not an operator of queries; write check & check",
    } do
      local query, err, code = q.parse(text)
      assert.same({ nil, message, "bad_query" }, { query, err, code })
    end
    assert.same({ nil, "query:1: unexpected symbol near <eof>", "bad_query" }, { q.parse "check &" })
    assert.has_error(function() q.parse(1) end, "bad argument #1 to 'parse' (string expected, got number)")
  end)
end)

describe("query:find_all and query:count", function()
  it("return the positions that query:places iterates over, and their number", function()
    for game in chess.games "spec/data/sample/sample.pgn" do
      for _, query in ipairs { q.check, q.piece("Q", "h5") } do
        local list = query:find_all(game)
        local i = 0
        for node in query:places(game) do
          i = i + 1
          assert.equal(node, list[i])
        end
        assert.same({ i, i }, { #list, query:count(game) })
      end
    end
    assert.equal(2, q.check:count(chess.game "1. e4 f5 2. Qh5+ g6 3. Qxg6+ *"))
  end)
end)
