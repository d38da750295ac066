-- Walking through a game's tree, and editing it during the walk.

local chess = require "lucena"

local TEXT = "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. Bf4) (1. c4) 1... e5 (1... c5) 2. Nf3 *"

local function game(text)
  return assert(chess.game(text or TEXT))
end

local function line(g)
  return (g:movetext { width = 0 }:gsub("\n$", ""))
end

local function walked(g, order, visit)
  local sans = {}
  g:walk(function(node)
    sans[#sans + 1] = node.san
    if visit then
      return visit(node)
    end
  end, order and { order = order })
  return table.concat(sans, " ")
end

describe("walking", function()
  it("has four possible orders", function()
    assert.equal("e4 d4 d5 Nf6 c4 Bf4 c4 e5 c5 Nf3", walked(game()))
    assert.equal("e4 d4 d5 Nf6 c4 Bf4 c4 e5 c5 Nf3", walked(game(), "written"))
    assert.equal("e4 e5 Nf3 c5 d4 d5 Bf4 Nf6 c4 c4", walked(game(), "depth"))
    assert.equal("e4 d4 c4 e5 c5 d5 Nf6 Nf3 Bf4 c4", walked(game(), "breadth"))
    assert.equal("e4 e5 Nf3 d4 d5 Bf4 c4 c5 Nf6 c4", walked(game(), "mainline"))
    for _, order in ipairs { "written", "depth", "breadth", "mainline" } do
      assert.equal("", walked(game "*", order))
    end
    assert.has_error(function() game():walk(print, { order = "up" }) end,
      "bad argument #2 to 'walk' (option 'order': breadth, depth, mainline or written expected, got 'up')")
    assert.has_error(function() game():walk(print, { ordre = "depth" }) end,
      "bad argument #2 to 'walk' (unknown option 'ordre'; did you mean 'order'?)")
    assert.has_error(function() game():walk() end, "bad argument #1 to 'walk' (function expected, got nil)")
  end)

  it("skips the subtree if the function returns false", function()
    local function stop(node)
      return node.san ~= "d4" and node.san ~= "e5"
    end
    assert.equal("e4 d4 c4 e5 c5", walked(game(), "written", stop))
    assert.equal("e4 e5 c5 d4 c4", walked(game(), "depth", stop))
    assert.equal("e4 d4 c4 e5 c5", walked(game(), "breadth", stop))
    assert.equal("e4 e5 d4 c4 c5", walked(game(), "mainline", stop))
  end)

  it("can be combined with edits", function()
    for _, order in ipairs { "written", "depth", "breadth", "mainline" } do
      -- Removes the node that is being visited, and one that would be visited later.
      local g = game()
      walked(g, order, function(node)
        if node.san == "d4" then
          node:remove()
        elseif node.san == "e4" and node[2] then
          node[2]:remove()
        end
      end)
      assert.equal("1. e4 (1. c4) 1... e5 2. Nf3 *", line(g))
      -- Removes a node that was visited; the nodes below a later sibling are still visited.
      g = game "1. e4 (1. d4 d5) 1... e5 2. Nf3 *"
      walked(g, order, function(node)
        if node.san == "d4" and g.root[1].san == "e4" then
          g.root[1]:remove()
        end
      end)
      assert.equal("1. d4 d5 *", line(g))
      -- Adds nodes. Added nodes are not visited, so the walk ends.
      g = game "1. Nf3 *"
      local count = 0
      walked(g, order, function(node)
        count = count + 1
        node:add("a6")
        node:add("b6")
        node.parent:add("a3")
      end)
      assert.equal(1, count)
      assert.equal("1. Nf3 (1. a3) 1... a6 (1... b6) *", line(g))
      -- Changes the order of siblings. Each is still visited once.
      g = game()
      local seen = {}
      walked(g, order, function(node)
        seen[#seen + 1] = node.id
        node:promote()
      end)
      table.sort(seen)
      assert.same({ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, seen)
      -- Removes all nodes at the first visit.
      g = game()
      local visits = 0
      walked(g, order, function()
        visits = visits + 1
        while g.root[1] do
          g.root[1]:remove()
        end
      end)
      assert.equal(1, visits)
    end
  end)

  it("works at any depth in any order", function()
    local g = game("1. e4 " .. ("(1. d4 (1. c4 "):rep(450) .. ("))"):rep(450) .. " *")
    for _, order in ipairs { "written", "depth", "breadth", "mainline" } do
      local count = 0
      g:walk(function() count = count + 1 end, { order = order })
      assert.equal(901, count)
    end
  end)
end)

describe("removing nodes by a function", function()
  it("removes those for which it returns true, with their continuations", function()
    local g = chess.game "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"
    assert.equal(2, g:remove_if(function(node) return node.ply == 3 end))
    assert.equal("1. e4 e5 (1... c5) *\n", g:movetext())
    assert.equal(0, g:remove_if(function() end))
    assert.has_error(function() g:remove_if(1) end)
  end)
end)

describe("transforming", function()
  it("removes the parts that the function rejects", function()
    local g = game()
    assert.equal(4, g:transform(function(node) return node.ply <= 1 end))
    assert.equal("1. e4 (1. d4) (1. c4) *", line(g))
    assert.equal(0, g:transform(function() end))
    assert.equal(1, g:transform(function(node) return node.san ~= "e4" end))
    assert.equal("1. d4 (1. c4) *", line(g))
    assert.equal(2, g:transform(function() return false end))
    assert.equal("*", line(g))
  end)

  it("keeps changes of the nodes", function()
    local g = game()
    g:transform(function(node)
      if node.san == "Nf6" then
        node:make_main()
      elseif node.san == "c5" then
        node:remove()
        return false
      elseif #node == 0 then
        node.comment = "end"
        node:add_nag(10)
      end
    end)
    assert.equal("1. d4 (1. e4 e5 2. Nf3 $10 {end}) (1. c4 $10 {end}) 1... Nf6 (1... d5 2. Bf4 $10 {end}) " ..
      "2. c4 $10 {end} *", line(g))
    assert.has_error(function() g:transform(1) end)
  end)
end)

describe("a path", function()
  it("begins with the number of the start position", function()
    local g = game '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20"]\n\n20... Kd7 21. e4 (21. e3 Kd6) *'
    assert.equal("20... Kd7 21. e3 Kd6", g.root[1][2][1]:path())
    assert.equal("20... Kd7", g.root[1]:path())
    assert.has_error(function() g.root.path(g) end,
      "calling 'path' on bad self (lucena.Node expected, got lucena.Game)")
  end)
end)

describe("a new game", function()
  it("is empty and starts from the initial position", function()
    local g = assert(chess.game())
    assert.equal(0, g.plies)
    assert.equal("*", g.result)
    assert.is_true(g.start == chess.position())
    g.root:add_line("e4 e5 Nf3")
    g.tags.White, g.tags.Annotator = "me", "I"
    g.result = "1-0"
    assert.equal(3, g.plies)
    assert.equal([[
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "me"]
[Black "?"]
[Result "1-0"]
[Annotator "I"]

1. e4 e5 2. Nf3 1-0
]], g:pgn())
  end)

  it("is rewritten even if nothing was added", function()
    local g = assert(chess.game())
    assert.is_true(g.is_edited)
    assert.is_truthy(g:pgn():find('[White "?"]', 1, true))
  end)

  it("starts from a Position or a FEN, and has the tags for it", function()
    local FENS = {
      "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20",
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
      "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w Qk - 4 3",
      "rnbqkbnr/ppp1pp1p/6p1/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    }
    for _, fen in ipairs(FENS) do
      for _, given in ipairs { fen, " " .. fen .. "\n", chess.position(fen) } do
        local g = assert(chess.game(given))
        assert.equal(fen, tostring(g.start))
        assert.equal(fen, g.tags.FEN)
        assert.equal("1", g.tags.SetUp)
        local again = assert(chess.game(g:pgn()))
        assert.equal(fen, tostring(again.start))
      end
    end
    local g = assert(chess.game(FENS[1]))
    g.root:add_line("Kd7 e4")
    assert.equal("20... Kd7 21. e4 *\n", g:movetext())
  end)

  it("can be a Chess960 game", function()
    local fen = "bbrknnrq/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNRQ w GCgc - 0 1"
    local start = assert(chess.position(fen))
    local g = assert(chess.game(start))
    assert.equal("Chess960", g.tags.Variant)
    assert(g.root:add_line("Ne3 Ne6 Nf3 Nf6 O-O"))
    local again = assert(chess.game(g:pgn()))
    assert.is_true(again.start == start)
    assert.is_true(again.start.chess960)
    assert.is_true(again.final == g.final)
    assert.equal(5, again.plies)
  end)

  it("is refused for an invalid FEN, or an illegal position", function()
    local g, _, code = chess.game("4k3/8/8/8/8/8/4P3/4K3 x - - 3 20")
    assert.is_nil(g)
    assert.equal("bad_turn", code)
    g, _, code = chess.game("8/8/8/8/8/8/4P3/4K3 w - - 3 20")
    assert.is_nil(g)
    assert.equal("invalid_position", code)
    local odd = assert(chess.position("P6k/8/8/8/8/8/8/K7 w - - 0 1", { allow = { "pawn_on_last_rank" } }))
    g, _, code = chess.game(odd)
    assert.is_nil(g)
    assert.equal("invalid_position", code)
    assert.is_true(assert(chess.game(odd, { allow = { "pawn_on_last_rank" } })).start == odd)
  end)
end)

describe("the nodes of a game", function()
  local function listed(g, opts)
    local sans = {}
    for node in g:nodes(opts) do
      sans[#sans + 1] = node.san
    end
    return table.concat(sans, " ")
  end

  it("are iterated in the orders of walk", function()
    assert.equal(walked(game()), listed(game()))
    for _, order in ipairs { "written", "depth", "breadth", "mainline" } do
      assert.equal(walked(game(), order), listed(game(), { order = order }))
    end
    assert.equal("", listed(game "*"))
    assert.has_error(function() game():nodes { order = "up" } end,
      "bad argument #1 to 'nodes' (option 'order': breadth, depth, mainline or written expected, got 'up')")
  end)

  it("can be removed and added inside the loop", function()
    local g, sans = game(), {}
    for node in g:nodes() do
      sans[#sans + 1] = node.san
      if node.san == "d4" then
        node:remove()
        g.root:add "f4"
      end
    end
    assert.equal("e4 d4 c4 e5 c5 Nf3", table.concat(sans, " "))
  end)

  it("are table keys, however they are accessed", function()
    local g = game()
    local seen = { [g.root[2]] = "d4" }
    assert.equal("d4", seen[g.root[1].sibling])
    assert.equal("d4", seen[g:node(g.root[2].id)])
    assert.equal("d4", seen[g.root[2][1].parent])
    assert.equal("d4", seen[g.root[2][1][1]:history()[1]])
    collectgarbage()
    assert.equal("d4", seen[g.root[2]])
    assert.is_true(rawequal(g.root, g.root[1].parent))
    assert.is_nil(seen[game().root[2]])
  end)

  it("are collected if nothing refers to them", function()
    local g = assert(chess.game(("1. Nf3 Nf6 2. Ng1 Ng8 "):rep(2000) .. "*"))
    local first = g.root
    collectgarbage()
    local before = collectgarbage "count"
    for _ = 1, 20 do
      for node in g:mainline() do
        first = node
      end
    end
    collectgarbage()
    assert.equal(8000, first.ply)
    assert.is_true(collectgarbage "count" - before < 300)
  end)

  it("can be reordered among their siblings", function()
    local g = game "1. e4 (1. d4) (1. c4) (1. b3) *"
    assert.is_true(g.root[3]:move_to(1))
    assert.equal("1. c4 (1. e4) (1. d4) (1. b3) *", line(g))
    assert.is_true(g.root[1]:move_to(4))
    assert.equal("1. e4 (1. d4) (1. b3) (1. c4) *", line(g))
    assert.is_false(g.root[2]:move_to(2))
    assert.has_error(function() g.root[1]:move_to(5) end,
      "bad argument #1 to 'move_to' (an integer from 1 to 4 expected)")
    assert.has_error(function() g.root:move_to(1) end, "bad argument #0 to 'move_to' (the root is not a move)")
  end)
end)

describe("a loop over boards", function()
  it("resets the board after the loop's own moves", function()
    local g = game "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"
    for change = 1, 4 do
      local count = 0
      for board, ply in g:boards() do
        local node = g:node_at(ply)
        count = count + 1
        assert.is_true(board:position() == node.position, node.san)
        assert.equal(ply, board.ply)
        if change == 1 then
          board:play(board:moves()[1])
        elseif change == 2 then
          board:undo()
        elseif change == 3 then
          board:reset()
        else
          board:play(board:moves()[1])
          board:undo()
        end
      end
      assert.equal(6, count)
    end
  end)
end)
