-- lucena.Node: a node of a game's tree, its properties, and adding moves.

local chess = require "lucena"
local items = require "spec.support.items"

local function one(text)
  return assert(chess.game(text))
end

-- The node at the end of the mainline.
local function last(g)
  local node = g.root
  while node[1] do
    node = node[1]
  end
  return node
end

describe("a Node", function()
  local g = one "{start} 1. {before} e4!? $14 {a} {b} (1. d4 Nf6) {late} 1... e5 2. Ng1-f3 *"
  local root = g.root
  local e4 = root[1]

  it("has fields", function()
    assert.equal(1, e4.id)
    assert.equal(1, e4.ply)
    assert.equal("e4", e4.san)
    assert.equal("e4!?", e4.token)
    assert.equal("e2e4", tostring(e4.move))
    assert.equal("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", tostring(e4.position))
    assert.same({ "a", "b" }, { table.unpack(e4.comments) })
    assert.equal("a b", e4.comment)
    assert.same({ "before" }, { table.unpack(e4.comments_before) })
    assert.same({ 5, 14 }, { table.unpack(e4.nags) })
    assert.is_true(e4.parent == root)
    assert.is_true(e4.game.root == root)
    assert.equal("lucena.Node: 1. e4", tostring(e4))
    assert.equal("lucena.Node", getmetatable(e4))
  end)

  it("has its main continuation and siblings", function()
    assert.equal(e4, root.next)
    assert.equal("e5", e4.next.san)
    assert.is_nil(last(g).next)
    assert.equal("d4", e4.sibling.san)
    assert.is_nil(root[2].sibling)
    assert.is_nil(root.sibling)
    assert.is_nil(e4.next.sibling)
    assert.same({ 1, 2, 1, 1 }, { e4.index, root[2].index, root[2][1].index, e4.next.index })
    assert.is_nil(root.index)
    assert.is_true(root.is_main and e4.is_main and e4.next.is_main)
    assert.is_false(root[2].is_main or root[2][1].is_main)
    local count, node = 0, root
    while node.next do
      node, count = node.next, count + 1
    end
    assert.equal(g.plies, count)
  end)

  it("keeps the NAGs of marks when moves are added", function()
    local edited = one "1. e4 *"
    assert.same({ 1 }, { table.unpack(edited.root:add("d4!").nags) })
    assert.same({ 5 }, { table.unpack(edited.root:add("c4!?").nags) })
    assert.same({ 3 }, { table.unpack(edited.root:add("e4!!").nags) })
    assert.same({ 3 }, { table.unpack(edited.root:add("e4!!").nags) })
    assert.equal("f4", edited.root:add_line("f4 d5?! c4??").parent.parent.san)
    assert.equal("1. e4 $3 (1. d4 $1) (1. c4 $5) (1. f4 d5 $6 2. c4 $4) *\n", edited:movetext())
    local french = chess.game("1. e4 *", { dialect = "french" })
    assert.same({ 1 }, { table.unpack(french.root:add("Cf3!").nags) })
  end)

  it("has read-only fields", function()
    assert.has_error(function() root[1] = nil end, "lucena.Node field '1' cannot be set")
    assert.has_error(function() table.remove(root) end, "lucena.Node field '2' cannot be set")
  end)

  it("has no move if it is the root", function()
    assert.equal(0, root.id)
    assert.equal(0, root.ply)
    assert.is_nil(root.move)
    assert.is_nil(root.san)
    assert.is_nil(root.token)
    assert.is_nil(root.parent)
    assert.same({ "start" }, { table.unpack(root.comments) })
    assert.same({}, { table.unpack(root.nags) })
    assert.is_true(root.position == chess.position())
    assert.equal("lucena.Node: start", tostring(root))
  end)

  it("has children: the main continuation, then variations", function()
    assert.equal(2, #root)
    assert.equal("d4", root[2].san)
    assert.equal("Nf6", root[2][1].san)
    assert.equal("lucena.Node: 1... Nf6", tostring(root[2][1]))
    assert.is_nil(root[3])
    assert.is_nil(root[0])
    assert.is_nil(root[-1])
    assert.is_nil(root[math.maxinteger])
    assert.equal("d4", root[2.0].san)
    for _, key in ipairs { 1.5, "2", 0 / 0, math.huge } do
      assert.has_error(function() return root[key] end)
    end
    assert.equal(0, #root[2][1])
    assert.is_nil(root[2][1].comment)
    assert.same({ "late" }, { table.unpack(e4[1].comments_before) })
  end)

  it("equals itself, and no node of another game", function()
    assert.is_true(root[1] == root[1])
    assert.is_false(root[1] == root[2])
    assert.is_false(root[1] == one("1. e4 *").root[1])
    assert.is_false(root == 1)
  end)

  it("computes positions in any order", function()
    local wanted, nodes = {}, {}
    local long = one(("Nf3 Nf6 Ng1 Ng8 "):rep(60) .. "*")
    local p = long.start
    for node in long:mainline() do
      p = p:play(node.move)
      nodes[#nodes + 1], wanted[#wanted + 1] = node, tostring(p)
    end
    for k = 1, 500 do
      local i = k * 89 % #nodes + 1 -- forwards and backwards, by all distances
      assert.equal(wanted[i], tostring(nodes[i].position))
    end
    for i = #nodes, 1, -1 do
      assert.equal(wanted[i], tostring(nodes[i].position))
    end
  end)

  it("has no other fields", function()
    assert.has_error(function() return e4.foo end, "lucena.Node has no field 'foo'")
    assert.has_error(function() return e4[1.5] end, "lucena.Node has no field '1.5'")
    assert.has_error(function() return e4[true] end)
    assert.has_error(function() e4.foo = 1 end, "lucena.Node has no field 'foo'")
    assert.has_error(function() e4.san = "e5" end, "lucena.Node field 'san' cannot be set")
    assert.has_error(function() e4[1] = e4 end, "lucena.Node field '1' cannot be set")
    assert.has_error(function() e4.add(g, "e5") end)
    assert.has_error(function() e4.repetitions() end)
  end)
end)

describe("add", function()
  it("makes the main continuation, then variations", function()
    local g = one "1. e4 *"
    local e4 = g.root[1]
    local e5 = assert(e4:add "e5")
    assert.equal("e5", e5.san)
    assert.equal(2, e5.ply)
    assert.is_nil(e5.token)
    assert.is_true(e4[1] == e5)
    local c5 = assert(e4:add "c5")
    assert.is_true(e4[2] == c5)
    assert.equal(2, #e4)
    assert.is_true(g.is_edited)
    assert.equal("1. e4 e5 (1... c5) *\n", g:movetext())
    assert.equal("1. e4 *", g.text)
  end)

  it("returns the existing node if the move is there", function()
    local g = one "1. e4 (1. d4) *"
    assert.is_true(g.root:add "d4" == g.root[2])
    assert.is_true(g.root:add "e4" == g.root[1])
    assert.equal(2, #g.root)
  end)

  it("accepts a Move, and null moves out of check", function()
    local g = one "*"
    local e4 = g.root:add(chess.position():parse "e4")
    assert.equal("e4", e4.san)
    assert.equal("--", e4:add("--").san)
    local node, message, code = e4:add(chess.position():parse "e4")
    assert.is_nil(node)
    assert.equal("illegal move e2e4 (move 1, Black)", message)
    assert.equal("illegal_move", code)
  end)

  it("reports why a move cannot be added", function()
    local root = one("*").root
    for _, row in ipairs {
      { "Cf3", "not a move Cf3 (move 1, White)", "bad_move" },
      { "e5", "illegal move e5 (move 1, White)", "illegal_move" },
      { "", 'not a move "" (move 1, White)', "bad_move" },
    } do
      assert.same({ nil, row[2], row[3] }, { root:add(row[1]) })
    end
    assert.equal(0, #root)
    local mate = last(one "1. f3 e5 2. g4 Qh4# *")
    assert.same({ nil, "move after the end of play a3 (move 3, White)", "game_over" }, { mate:add "a3" })
    assert.has_error(function() root:add(1) end,
      "bad argument #1 to 'add' (string or lucena.Move expected, got number)")
    assert.has_error(function() root:add() end)
  end)

  local SEED = 11
  it("builds a whole game, which reads back the same, seed " .. SEED, function()
    local g = one "*"
    local node, p = g.root, chess.position()
    math.randomseed(SEED)
    for _ = 1, 300 do
      local moves = p:moves()
      if #moves == 0 then
        break
      end
      for _ = 1, math.random(3) do
        assert(node:add(moves[math.random(#moves)]))
      end
      node = node[1]
      p = p:play(node.move)
      assert.is_true(p == node.position)
    end
    local again = one(g:pgn())
    local function moves(of)
      local list = {}
      of:walk(function(n) list[#list + 1] = n.ply .. n.san end)
      return table.concat(list, " ")
    end
    assert.equal(moves(g), moves(again))
    assert.equal(tostring(node.position), tostring(again.final))
  end)

  it("keeps older Nodes valid", function()
    local g = one "1. e4 e5 *"
    local e5 = g.root[1][1]
    for _, move in ipairs(e5.position:moves()) do
      e5:add(move)
    end
    assert.equal("e5", e5.san)
    assert.equal(#e5.position:moves(), #e5)
  end)
end)

describe("outcome", function()
  local SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "
  -- movetext or PGN, outcome, outcome with claims
  local ROWS = {
    { "1. e4 *" },
    { "1. f3 e5 2. g4 Qh4# *", { reason = "checkmate", winner = "black" } },
    { '[FEN "7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"]\n\n1. Qf7 *', { reason = "stalemate" } },
    { '[FEN "8/8/4k3/8/8/3K1n2/8/8 w - - 0 1"]\n\n1. Ke3 *', { reason = "insufficient_material" } },
    { '[FEN "8/8/4kr2/8/8/3K4/8/8 w - - 149 100"]\n\n1. Kd4 *', { reason = "seventyfive_moves" } },
    { '[FEN "8/8/4kr2/8/8/3K4/8/8 w - - 98 100"]\n\n1. Kd4 *' },
    { '[FEN "8/8/4kr2/8/8/3K4/8/8 w - - 99 100"]\n\n1. Kd4 *', nil, { reason = "fifty_moves", claim = true } },
    { SHUFFLE .. "*" },
    { SHUFFLE:rep(2) .. "*", nil, { reason = "threefold_repetition", claim = true } },
    { SHUFFLE:rep(3) .. "*", nil, { reason = "threefold_repetition", claim = true } },
    { SHUFFLE:rep(4) .. "*", { reason = "fivefold_repetition" } },
    { "e4 e5 " .. SHUFFLE:rep(2) .. "*", nil, { reason = "threefold_repetition", claim = true } },
    -- an en passant square without a legal capture does not make the position different
    { "e4 " .. ("Nf6 Nf3 Ng8 Ng1 "):rep(2) .. "*", nil, { reason = "threefold_repetition", claim = true } },
    -- different castling rights do
    { "e4 e5 Ke2 Ke7 Ke1 Ke8 " .. "Ke2 Ke7 Ke1 Ke8 *" },
    { "e4 e5 Ke2 Ke7 Ke1 Ke8 " .. ("Ke2 Ke7 Ke1 Ke8 "):rep(2) .. "*", nil,
      { reason = "threefold_repetition", claim = true } },
  }
  for _, row in ipairs(ROWS) do
    it("of " .. row[1]:gsub("%c", " "):sub(1, 70), function()
      local g = one(row[1])
      assert.same({ total = 0 }, items(g.diagnostics))
      local node = last(g)
      assert.same(row[2], node:outcome())
      assert.same(row[2], node:outcome { claims = false })
      assert.same(row[2] or row[3], node:outcome { claims = true })
      if row[2] or row[3] then
        assert.same(row[2] or row[3], node:outcome { intended = true })
      end
    end)
  end

  -- movetext or PGN, reason, an intended move that gives the claim
  local INTENDED = {
    { SHUFFLE .. "*" },
    { SHUFFLE .. "Nf3 Nf6 *" },
    { SHUFFLE .. "Nf3 Nf6 Ng1 *", "threefold_repetition", "f6g8" },
    { "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 *" }, -- different castling rights
    { "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 *", "threefold_repetition", "e8e7" },
    { '[FEN "8/8/4kr2/8/8/3K4/8/8 w - - 97 100"]\n\n1. Kd4 *' },
    { '[FEN "8/8/4kr2/8/8/3K4/8/8 w - - 98 100"]\n\n1. Kd4 *', "fifty_moves", "e6f5" },
    -- Kc1 would be stalemate
    { '[FEN "8/8/8/8/8/8/p1K5/k7 w - - 99 100"]\n\n*', "fifty_moves", "c2d1" },
  }
  for _, row in ipairs(INTENDED) do
    it("by an intended move in " .. row[1]:gsub("%c", " "):sub(1, 70), function()
      local node = last(one(row[1]))
      local expected = row[2] and { reason = row[2], claim = true, move = node.position:parse_uci(row[3]) } or nil
      assert.is_nil(node:outcome { claims = true })
      assert.same(expected, node:outcome { intended = true })
    end)
  end

  it("counts repetitions from the root, not in other variations", function()
    local g = one(SHUFFLE:rep(2) .. "Nc3 (Nf3 Nf6 Ng1 Ng8) Nc6 Nb1 Nb8 *")
    local found = {}
    for node in g:mainline() do
      found[#found + 1] = node:repetitions()
    end
    assert.same({ 1, 1, 1, 2, 2, 2, 2, 3, 1, 1, 1, 4 }, found)
    local branch = g.root
    for _ = 1, 8 do
      branch = branch[1]
    end
    assert.equal(4, branch[2][1][1][1]:repetitions())
    assert.equal(1, g.root:repetitions())
  end)

  it("raises for unknown options", function()
    local root = one("*").root
    assert.has_error(function() root:outcome { claim = true } end,
      "bad argument #1 to 'outcome' (unknown option 'claim'; did you mean 'claims'?)")
    assert.has_error(function() root:outcome { claims = 1 } end,
      "bad argument #1 to 'outcome' (option 'claims': boolean expected, got number)")
  end)
end)

describe("a Node of a copied game", function()
  for name, used in pairs { ["that has a tree"] = true, ["that has no tree"] = false } do
    it("is one object, and can be a table key: copy of a game " .. name, function()
      local game, seen = one "1. e4 (1. d4 d5) e5 2. Nf3 *", {}
      local copy = (used and game.root.game or game):copy()
      for node in copy:mainline() do
        seen[node] = node.san
      end
      for node in copy:mainline() do
        assert.equal(node.san, seen[node])
      end
      assert.is_true(rawequal(copy.root, copy.root[1].parent))
      assert.is_false(rawequal(copy.root, game.root))
    end)
  end
end)
