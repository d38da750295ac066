-- Node:graft and Game:copy: copying subtrees and whole games into other trees.

local chess = require "lucena"

local function line(g)
  return (g:movetext { width = 0 }:gsub("\n$", ""))
end

describe("a graft", function()
  it("copies a move and its continuation, with annotations", function()
    local g = chess.game "1. e4 e5 *"
    local from = chess.game "1. {before} d4! {a} {b} d5 (1... Nf6 $14 2. c4 (2. Bg5)) 2. c4 *"
    local copy = g.root:graft(from.root[1])
    assert.equal(g.root[2], copy)
    assert.equal("1. e4 (1. {before} d4 $1 {a} {b} 1... d5 (1... Nf6 $14 2. c4 (2. Bg5)) 2. c4) 1... e5 *", line(g))
    assert.equal("1. {before} d4 $1 {a} {b} 1... d5 (1... Nf6 $14 2. c4 (2. Bg5)) 2. c4 *", line(from))
  end)

  it("merges with existing moves", function()
    local g = chess.game "1. e4 {x} e5 *"
    g.root:graft(chess.game("1. e4! {x} {y} c5 (1... e5 2. Nf3) *").root[1])
    assert.equal("1. e4 $1 {x} {y} 1... e5 (1... c5) 2. Nf3 *", line(g))
  end)

  it("moves a part of a tree if the original is removed", function()
    -- 1. Nf3 d5 2. d4 leads to the same position as 1. d4 d5 2. Nf3, so the continuations can be grafted there.
    local g = chess.game "1. d4 d5 2. Nf3 Nf6 (2... e6 3. c4) *"
    local from, to = g.root[1][1][1], g.root:add_line "Nf3 d5 d4"
    while from[1] do
      assert(to:graft(from[1]))
      from[1]:remove()
    end
    assert.equal("1. d4 (1. Nf3 d5 2. d4 Nf6 (2... e6 3. c4)) 1... d5 2. Nf3 *", line(g))
  end)

  it("is done completely or not at all", function()
    local g = chess.game "1. e4 e5 *"
    local node, err, code = g.root[1][1]:graft(chess.game("1. d4 d5 2. Nf3 Nf6 (2... e6 3. e4 dxe4) *").root[1])
    assert.same({ nil, "illegal_move" }, { node, code })
    assert.equal("illegal move e7e6 (move 3, Black)", err)
    assert.equal("1. e4 e5 *", line(g))
  end)

  it("keeps unreadable text as a comment", function()
    local g = chess.game "1. d4 *"
    g.root:graft(chess.game("1. e4 (1. c4 Ke3 c5) *").root[2])
    assert.equal("1. d4 (1. c4 {Ke3 c5}) *", line(g))
  end)

  it("refuses a move that is illegal in the other position", function()
    local g = chess.game "1. e4 e5 *"
    assert.has_error(function() g.root:graft(g.root) end, "bad argument #1 to 'graft' (the root is not a move)")
    assert.has_error(function() g.root[1][1]:graft(g.root[1]) end,
      "bad argument #1 to 'graft' (the node is part of the line that leads here)")
    assert.has_error(function() g.root:graft(g) end,
      "bad argument #1 to 'graft' (lucena.Node expected, got lucena.Game)")
  end)
end)

describe("a copy of a game", function()
  it("writes the same bytes for every game of the engine's database", function()
    for game in chess.games "spec/data/engine/engine.pgn" do
      local text = game:pgn()
      local untouched = game:copy()
      assert.equal(game.text, untouched.text)
      assert.equal(game.number, untouched.number)
      assert.equal(game.file, untouched.file)
      assert.equal(text, untouched:pgn())
      game:walk(function(node) node.comment = "x" .. node.id end)
      game.tags.Annotator = "me"
      assert.equal(text, untouched:pgn())
      local edited = game:copy()
      local after = game:pgn()
      assert.equal(after, edited:pgn())
      edited.root:remove_variations()
      edited:strip()
      edited.tags.Annotator = nil
      edited.result = "*"
      assert.equal(after, game:pgn())
      assert.are_not.equal(after, edited:pgn())
    end
  end)

  it("has its own nodes with the same ids", function()
    local g = chess.game "1. e4 (1. d4) e5 *"
    local node = g.root[2]
    local copy = g:copy()
    assert.equal("d4", copy:node(node.id).san)
    assert.are_not.equal(node, copy:node(node.id))
    assert.equal(copy, copy.root.game)
    copy.root[1]:remove()
    assert.equal("1. e4 (1. d4) 1... e5 *", line(g))
    assert.equal("1. d4 *", line(copy))
  end)

  it("has the same dialect, and stays valid without the original", function()
    local g = chess.game("1. e4 e5 2. Cf3 *", { dialect = "french" })
    local copy = g:copy()
    g = nil -- luacheck: ignore
    collectgarbage()
    assert.equal("french", copy.dialect)
    assert.equal("Nc6", copy.root[1][1][1]:add("Cc6").san)
    local detected = chess.game("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 *", { dialect = "auto" })
    assert.equal(10, detected.plies)
    assert.equal(10, #detected:copy():codes() // 2)
  end)
end)
