-- Loops over the mainline: Game:boards and Game:mainline, with and without a tree.
local chess = require "lucena"

local FLAT = '[White "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n'

-- Games that may or may not be flat, with their tags so that the tag section is regular.
local GAMES = {
  flat = FLAT,
  comments = '[White "A"]\n\n1. e4 {[%clk 0:01:00]} e5 $1 2. Nf3! Nc6 *',
  variation = '[White "A"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 *',
  unfinished = '[White "A"]\n\n1. e4 e5 2. Nf3',
  illegal = '[White "A"]\n\n1. e4 e5 2. Ke3 Nf6 *',
  ["text after the result"] = '[White "A"]\n\n1. e4 e5 1-0 oops',
  ["null move"] = '[White "A"]\n\n1. e4 -- 2. d4 *',
  ["set-up position"] = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40"]\n\n40. e4 Kd7 41. Kd2 *',
  ["bad set-up position"] = '[SetUp "1"]\n[FEN "4k3/9/8 w"]\n\n1. e4 *',
  ["repaired move"] = '[White "A"]\n\n1. e2e4 e5 2. Nf3 exf4?? *',
  ["wrong move number"] = '[White "A"]\n\n1. e4 e5 7. Nf3 *',
  ["no moves"] = '[White "A"]\n\n*',
  ["no tags"] = "1. e4 e5 *",
  ["unclosed comment"] = '[White "A"]\n\n1. e4 e5 {never closed *',
  ["closing parenthesis"] = '[White "A"]\n\n1. e4 ) e5 *',
  odd = '[White "A"]\n\n1. e4 <x> e5 *',
}

-- Describe a game in a loop of boards, in a loop of nodes, and afterwards.
local function described(game)
  local list = {}
  for board, node in game:boards() do
    list[#list + 1] = { board:fen(), board.ply, node.san, node.id, node.position:fen(), node.is_main }
  end
  for node in game:mainline() do
    list[#list + 1] = { node.token, node.ply, node.comment }
  end
  local examined, has_errors, has_losses = game:was_examined()
  list[#list + 1] = { game.plies, game.rest, game.result, #game.diagnostics, examined, has_errors, has_losses }
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
      for _, method in ipairs { "boards", "mainline" } do
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
      for board, node in game:boards() do
        wanted.data.node = (wanted.data.node or wanted.root)[1]
        local other = wanted.data.node
        count = count + 1
        if count % 7 == game.number % 7 then
          assert.same({ other.id, other.san, other.position:fen() }, { node.id, node.san, board:fen() })
        end
      end
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

  it("has Nodes that can be kept, and are the nodes of the tree", function()
    local game, kept = chess.game(FLAT), {}
    for _, node in game:boards() do
      kept[#kept + 1] = node
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
    local game = chess.game('[White "A"]\n\n' .. ("Nf3 Nf6 Ng1 Ng8 "):rep(TIMES) .. "e4 *")
    local plies, last = 0, nil
    for board, node in game:boards() do
      plies, last = plies + 1, node
      assert.equal(plies % 4 == 0, board:piece "f3" == nil and board:piece "f6" == nil and plies <= 4 * TIMES)
    end
    assert.same({ 4 * TIMES + 1, "e4" }, { plies, last.san })
  end)

  it("keeps the game of a Node that is kept alone", function()
    local last
    for _, node in chess.game(FLAT):boards() do
      last = node
    end
    collectgarbage()
    assert.is_false(last.is_removed)
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", last:path())
  end)

  it("follows changes that its body makes", function()
    local game, seen = chess.game(FLAT), {}
    for board, node in game:boards() do
      seen[#seen + 1] = node.san
      if node.ply == 2 then
        node[1]:remove()
        node:add("d4")
      end
      assert.equal(node.position:fen(), board:fen())
    end
    assert.same({ "e4", "e5", "d4" }, seen)
  end)

  it("ends with an error if its body removes the current node", function()
    for _, name in ipairs { "boards", "mainline" } do
      local game = chess.game(FLAT)
      local ok, message = pcall(function()
        for value, node in game[name](game) do
          (node or value):remove()
        end
      end)
      assert.is_false(ok)
      assert.equal(name == "boards" and "the loop removed its current node" or "node was removed",
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

  it("can be advanced by calls, and returns nil after its end", function()
    local step = chess.game(FLAT):boards()
    local count = 0
    while step() do
      count = count + 1
    end
    assert.equal(6, count)
    assert.is_nil((step()))
  end)

  it("may yield in its body", function()
    local thread = coroutine.wrap(function()
      for board, node in chess.game(FLAT):boards() do
        coroutine.yield(board.ply .. node.san)
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
    local step, game = chess.game(FLAT):mainline()
    local other = chess.game(FLAT)
    assert.has_error(function() step(game, other.root) end, "bad argument #2 to 'step' (node of another game)")
  end)
end)
