-- Loops over the mainline: Game:boards, Game:moves and Game:mainline, with and without a tree. Also Game:node_at.
local chess = require "lucena"

-- The line of this tag ends in the first block of 64 bytes, and the text is longer than a block. So the tag section is
-- regular. A shorter text would not be.
local TAG = '[White "A player with a long name, of the club of one town"]'

local FLAT = TAG .. '\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n'

-- Games that may or may not be flat.
local GAMES = {
  flat = FLAT,
  comments = TAG .. '\n\n1. e4 {[%clk 0:01:00]} e5 $1 2. Nf3! Nc6 *',
  variation = TAG .. '\n\n1. e4 (1. d4 d5) e5 2. Nf3 *',
  unfinished = TAG .. '\n\n1. e4 e5 2. Nf3',
  illegal = TAG .. '\n\n1. e4 e5 2. Ke3 Nf6 *',
  ["text after the result"] = TAG .. '\n\n1. e4 e5 1-0 oops',
  ["null move"] = TAG .. '\n\n1. e4 -- 2. d4 *',
  ["set-up position"] = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40"]\n\n40. e4 Kd7 41. Kd2 *',
  ["set-up position, Black to move"] = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"]\n\n40... Kd7 41. e4 *',
  ["bad set-up position"] = '[SetUp "1"]\n[FEN "4k3/9/8 w"]\n\n1. e4 *',
  ["repaired move"] = TAG .. '\n\n1. e2e4 e5 2. Nf3 exf4?? *',
  ["wrong move number"] = TAG .. '\n\n1. e4 e5 7. Nf3 *',
  ["no moves"] = TAG .. '\n\n\n\n*',
  ["no tags"] = "1. e4 e5 *",
  ["unclosed comment"] = TAG .. '\n\n1. e4 e5 {never closed *',
  ["closing parenthesis"] = TAG .. '\n\n1. e4 ) e5 *',
  odd = TAG .. '\n\n1. e4 <x> e5 *',
}

-- Describe a game in loops of boards, of moves and of nodes, and afterwards.
local function described(game)
  local list = {}
  for board, ply in game:boards() do
    list[#list + 1] = { board:fen(), board.ply, ply }
  end
  for move, ply in game:moves() do
    list[#list + 1] = { tostring(move), ply }
  end
  for ply = -1, #list do
    local node = game:node_at(ply)
    local fen = node and node.position and node.position:fen()
    list[#list + 1] = node and { node.id, node.ply, node.san, fen, node.is_main } or "no node"
  end
  for node in game:mainline() do
    list[#list + 1] = { node.token, node.ply, node.comment }
  end
  local examined, has_errors = game:was_examined()
  list[#list + 1] = { game.plies, game.rest, game.result, #game.diagnostics, examined, has_errors }
  return list
end

describe("a loop over the mainline", function()
  for name, text in pairs(GAMES) do
    it("returns the same values as the tree: " .. name, function()
      local wanted = chess.game(text)
      assert.is_truthy(wanted.root) -- builds the tree
      assert.same(described(wanted), described(chess.game(text)))
    end)

    it("reads the whole game if it ends early: " .. name, function()
      for _, method in ipairs { "boards", "moves", "mainline" } do
        local wanted, game = chess.game(text), chess.game(text)
        assert.is_truthy(wanted.root)
        local step, state = game[method](game)
        step(state, nil)
        assert.same({ wanted:was_examined() }, { game:was_examined() })
      end
    end)
  end

  it("returns the same values as the tree for the sample games", function()
    local count = 0
    for game in chess.games "spec/data/sample/sample.pgn" do
      local wanted = chess.game(game.text)
      assert.is_truthy(wanted.root)
      local next_move, other = game:moves(), wanted.root
      for board, ply in game:boards() do
        other = other[1]
        count = count + 1
        local move, same_ply = next_move()
        assert.is_true(move == other.move and ply == other.ply and same_ply == ply and board.ply == ply)
        if count % 7 == game.number % 7 then
          local node = game:node_at(ply)
          assert.same({ other.id, other.san, other.position:fen() }, { node.id, node.san, board:fen() })
        end
      end
      assert.is_nil(other[1])
      assert.is_nil((next_move()))
    end
    assert.is_true(count > 20000)
  end)

  it("sets the Board to each position if its body uses no Node", function()
    local plies = 0
    for game in chess.games "spec/data/sample/sample.pgn" do
      local wanted, found = {}, {}
      for node in chess.game(game.text):mainline() do
        wanted[#wanted + 1] = node.position:fen()
      end
      for board in game:boards() do
        found[#found + 1] = board:fen()
      end
      assert.same(wanted, found)
      plies = plies + #found
    end
    assert.is_true(plies > 20000)
  end)

  it("builds no tree for a game without variations and errors", function()
    local game = chess.game(TAG .. "\n\n" .. ("Nf3 Nf6 Ng1 Ng8 "):rep(1000) .. "*")
    collectgarbage "stop"
    local before = collectgarbage "count"
    local node = game:node_at(3000)
    local step = game:mainline()
    step(game, node)
    local after = collectgarbage "count"
    collectgarbage "restart"
    assert.is_true(after - before < 4, "it builds a tree")
    assert.equal(3000, node.id)
    assert.equal("Ng8", node.san)
  end)

  it("has Nodes that can be kept, and are the nodes of the tree", function()
    local game, kept = chess.game(FLAT), {}
    for _, ply in game:boards() do
      kept[ply] = game:node_at(ply)
    end
    for node in game:mainline() do
      assert.is_true(rawequal(kept[node.ply], node))
    end
    collectgarbage()
    for i, node in ipairs(kept) do
      assert.is_true(rawequal(node, game:node(i)))
      assert.equal(i, node.id)
    end
    assert.same({ "e4", "a6" }, { kept[1].san, kept[6].san })
    assert.equal("lucena.Node: 3. Bb5", tostring(kept[5]))
  end)

  it("reads a game of more moves than usual", function()
    local TIMES = 400
    local game = chess.game(TAG .. "\n\n" .. ("Nf3 Nf6 Ng1 Ng8 "):rep(TIMES) .. "e4 *")
    local plies = 0
    for board, ply in game:boards() do
      plies = plies + 1
      assert.equal(plies, ply)
      assert.equal(plies % 4 == 0, board:piece "f3" == nil and board:piece "f6" == nil and plies <= 4 * TIMES)
    end
    assert.same({ 4 * TIMES + 1, "e4" }, { plies, game:node_at(plies).san })
  end)

  it("keeps the game of a Node that is kept alone", function()
    local last = chess.game(FLAT):node_at(6)
    collectgarbage()
    assert.is_false(last.is_removed)
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", last:path())
  end)

  it("follows changes that its body makes", function()
    local game, seen = chess.game(FLAT), {}
    local next_move = game:moves()
    for board, ply in game:boards() do
      local node = game:node_at(ply)
      assert.is_true(node.move == next_move())
      seen[#seen + 1] = node.san
      if ply == 2 then
        node[1]:remove()
        node:add("d4")
      end
      assert.equal(node.position:fen(), board:fen())
    end
    assert.same({ "e4", "e5", "d4" }, seen)
  end)

  it("ends with an error if its body removes the current node", function()
    for _, name in ipairs { "boards", "moves", "mainline" } do
      local game = chess.game(FLAT)
      local ok, message = pcall(function()
        for value, ply in game[name](game) do
          (ply and game:node_at(ply) or value):remove()
        end
      end)
      assert.is_false(ok)
      assert.equal(name == "mainline" and "node was removed" or "the loop removed its current node",
        message:match ": (.*)" or message)
    end
  end)

  it("has a Board that can be used after the loop, and that belongs to one loop", function()
    local game, kept = chess.game(FLAT), nil
    for board in game:boards() do
      kept = board
      for other in game:boards() do
        assert.is_false(rawequal(other, board))
      end
      board:play(board:moves()[1])
    end
    assert.equal(7, kept.ply)
    assert.is_true(kept:undo())
    assert.equal(game.final:fen(), kept:fen())
  end)

  it("has the right positions if other loops run meanwhile", function()
    local texts = { FLAT, GAMES["null move"], GAMES.variation, TAG .. "\n\n" .. ("Nc3 Nc6 Nb1 Nb8 "):rep(100) .. "*" }
    local wanted, loops = {}, {}
    for i, text in ipairs(texts) do
      wanted[i] = {}
      for node in chess.game(text):mainline() do
        wanted[i][node.ply] = node.position.key
      end
    end
    local games = { chess.game(texts[1]), chess.game(texts[2]), chess.game(texts[3]), chess.game(texts[4]) }
    for i = 0, 11 do
      loops[i + 1] = { keys = wanted[i % 4 + 1], step = games[i % 4 + 1]:boards() }
    end
    local plies = 0
    for round = 1, 401 do
      for _, loop in ipairs(loops) do
        local board, ply = loop.step()
        if board then
          assert.is_true(loop.keys[ply] == board.key)
          plies = plies + 1
        end
      end
      if round == 3 then
        assert.equal("Nf3", games[1].root.next.next.next.san) -- the loops follow the tree from here
      end
    end
    assert.equal(3 * (6 + 3 + 3 + 400), plies)
  end)

  it("has the right positions if finalizers loop over games", function()
    local other, game, keys, ran = chess.game(TAG .. "\n\n1. d4 d5 2. c4 e6 3. Nc3 *"), chess.game(FLAT), {}, 0
    for board, ply in game:boards() do
      keys[ply] = board.key
    end
    local function finalizer()
      for _ in other:boards() do
        ran = ran + 1
      end
    end
    collectgarbage("incremental", 10, 1000, 1) -- a step of the collector at nearly every allocation
    local wrong = 0
    for _ = 1, 3000 do
      setmetatable({}, { __gc = finalizer })
      for board, ply in game:boards() do
        wrong = wrong + (board.key == keys[ply] and 0 or 1)
      end
    end
    collectgarbage("incremental", 200, 100, 13) -- the defaults
    assert.equal(0, wrong)
    assert.is_true(ran > 0)
  end)

  it("can be advanced by calls, and returns nil after its end", function()
    for _, name in ipairs { "boards", "moves" } do
      local game = chess.game(FLAT)
      local step = game[name](game)
      game = nil
      collectgarbage()
      local count = 0
      while step(game) do
        count = count + 1
      end
      assert.equal(6, count)
      assert.is_nil((step()))
    end
  end)

  it("may yield in its body", function()
    local thread = coroutine.wrap(function()
      local game = chess.game(FLAT)
      for board, ply in game:boards() do
        coroutine.yield(board.ply .. game:node_at(ply).san)
      end
    end)
    local seen = {}
    for text in thread do
      collectgarbage()
      seen[#seen + 1] = text
    end
    assert.equal("1e4 2e5 3Nf3 4Nc6 5Bb5 6a6", table.concat(seen, " "))
  end)

  it("checks its game", function()
    assert.has_error(function() chess.game(FLAT).boards(1) end,
      "bad argument #1 to 'boards' (lucena.Game expected, got number)")
    assert.has_error(function() chess.game(FLAT).moves(1) end,
      "bad argument #1 to 'moves' (lucena.Game expected, got number)")
    assert.has_error(function() chess.game(FLAT).node_at(1, 1) end,
      "bad argument #1 to 'node_at' (lucena.Game expected, got number)")
    local step, game = chess.game(FLAT):mainline()
    local other = chess.game(FLAT)
    assert.has_error(function() step(game, other.root) end, "bad argument #2 to 'step' (node of another game)")
  end)
end)

describe("the plies of a loop", function()
  it("are those of a function of positions, also from a set-up position", function()
    for name, text in pairs(GAMES) do
      local game, seen, asked = chess.game(text), {}, {}
      local next_move = game:moves()
      for board, ply in game:boards() do
        assert.equal(ply, select(2, next_move()), name)
        seen[#seen + 1] = ("%d %d %s"):format(ply, board.ply, board:fen())
      end
      chess.query.at(function(board, ply)
        asked[#asked + 1] = ply > 0 and ("%d %d %s"):format(ply, board.ply, board:fen()) or nil
      end)(chess.game(text))
      assert.same(asked, seen, name)
    end
  end)
end)

describe("Game:node_at", function()
  it("returns the nodes of the mainline, and nil for other plies", function()
    for name, text in pairs(GAMES) do
      local game, wanted = chess.game(text), chess.game(text).root
      for ply = 0, game.plies do
        local node = game:node_at(ply)
        assert.same({ wanted.id, ply, wanted.san }, { node.id, node.ply, node.san }, name)
        wanted = wanted.next
      end
      assert.is_nil(wanted, name)
      for _, ply in ipairs { -1, game.plies + 1, math.mininteger, math.maxinteger } do
        assert.is_nil(game:node_at(ply), name)
        assert.is_nil(chess.game(text):node_at(ply), name)
      end
    end
  end)

  it("follows changes of the game", function()
    for _, text in ipairs { FLAT, GAMES.variation } do
      local game = chess.game(text)
      local first = game:node_at(1)
      assert.is_true(rawequal(first, game.root.next))
      game:node_at(2):remove()
      assert.is_nil(game:node_at(2))
      assert.is_true(rawequal(assert(first:add_line "c5 Nf3"), game:node_at(3)))
      first.parent:add "c4":make_main()
      assert.equal("c4", game:node_at(1).san)
      assert.is_nil(game:node_at(2))
    end
  end)

  it("checks the ply", function()
    local game = chess.game(FLAT)
    for _, case in ipairs { { "x", "number expected, got string" }, { 1.5, "number has no integer representation" },
      { {}, "number expected, got table" } } do
      assert.has_error(function() game:node_at(case[1]) end, ("bad argument #1 to 'node_at' (%s)"):format(case[2]))
    end
    assert.has_error(function() game:node_at() end, "bad argument #1 to 'node_at' (number expected, got no value)")
  end)
end)

describe("a loop over moves", function()
  it("returns Moves that can be kept", function()
    local kept = {}
    for move, ply in chess.game(FLAT):moves() do
      kept[ply] = move
    end
    collectgarbage()
    assert.equal("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", ("%s %s %s %s %s %s"):format(table.unpack(kept)))
    assert.is_true(rawequal(kept[1], chess.position():parse "e4"))
  end)
end)
