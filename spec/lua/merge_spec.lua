-- Merging many games into one tree, and splitting one tree into many games.

local chess = require "lucena"

local function game(text)
  return assert(chess.game(text))
end

local function line(g)
  return (g:movetext { width = 0 }:gsub("\n$", ""))
end

describe("merging", function()
  it("omits moves of few games, also if some games have comments", function()
    local games = { "1. e4 e5 2. Nf3 1-0", "1. d4 *", "1. e4 e5 2. Nc3 1-0", "1. e4 c5 0-1", "1. d4 d5 1/2-1/2", "*" }
    local plain = "1. e4 (1. d4) 1... e5"
    local function tree(list, opts)
      for i, text in ipairs(list) do
        list[i] = chess.game(text)
      end
      local merged, counts = chess.merge(list, opts)
      return merged:movetext { width = 0, results = false }:gsub("%s+$", ""), counts[0].games, counts[1].white
    end
    assert.same({ plain, 6, 2 }, { tree(games, { min = 2, order = "games" }) })
    -- With a thousand games that have comments, the games are put into the tree before the last one is read.
    local many = { "1. e4 c5 1-0", "1. c4 *" }
    for i = 3, 1010 do
      many[i] = "1. e4 {x} e5 1-0"
    end
    many[#many + 1] = "1. c4 *"
    assert.same({ "1. e4 {x} (1. c4) 1... e5", 1011, 1009 }, { tree(many, { min = 2, order = "games" }) })
    assert.same({ "1. e4 {x} (1. d4) 1... e5", 7, 3 },
      { tree({ "1. e4 {x} 1-0", "1. e4 e5 2. Nf3 1-0", "1. d4 *", "1. e4 e5 2. Nc3 1-0", "1. e4 c5 0-1",
        "1. d4 d5 1/2-1/2", "*" }, { min = 2, order = "games" }) })
  end)

  it("joins equal moves and keeps the others as variations", function()
    local tree = assert(chess.merge { game "1. e4 e5 2. Nf3 1-0", game "1. e4 c5 0-1", game "1. d4 d5 *",
                                      game "1. e4 e5 2. Nf3 Nc6 1/2-1/2" })
    assert.equal("1. e4 (1. d4 d5) 1... e5 (1... c5) 2. Nf3 Nc6 *", line(tree))
    assert.equal("*", tree.result)
  end)

  it("counts the games with each move in the mainline, and their results", function()
    local tree, counts = chess.merge {
      game "1. e4 e5 (1... c6) 1-0", game "1. e4 c5 0-1", game "1. d4 (1. e4 c5) 1/2-1/2", game "1. e4 *",
    }
    local e4 = tree.root[1]
    assert.same({ games = 4, white = 1, draws = 1, black = 1 }, counts[0])
    assert.same({ games = 3, white = 1, draws = 0, black = 1 }, counts[e4.id])
    assert.same({ games = 1, white = 1, draws = 0, black = 0 }, counts[e4[1].id])
    assert.same({ "c6", { games = 0, white = 0, draws = 0, black = 0 } }, { e4[2].san, counts[e4[2].id] })
    assert.same({ "c5", { games = 1, white = 0, draws = 0, black = 1 } }, { e4[3].san, counts[e4[3].id] })
    assert.same({ games = 1, white = 0, draws = 1, black = 0 }, counts[tree.root[2].id])
  end)

  it("keeps comments and NAGs of all games, equal ones once", function()
    local tree = chess.merge {
      game "{start} 1. e4! {a} {b} (1. {x} d4 {v}) 1... e5 *",
      game "{start} 1. e4 $1 $14 {b} {c} 1... e5 {d} *",
      game "{other} 1. d4 {v} {w} *",
    }
    assert.equal("{start} {other} 1. e4 $1 $14 {a} {b} {c} (1. {x} d4 {v} {w}) 1... e5 {d} *", line(tree))
  end)

  it("omits variations on request", function()
    local tree = chess.merge({ game "1. e4 (1. d4 d5) 1... e5 *", game "1. c4 (1. b3) *" }, { variations = false })
    assert.equal("1. e4 (1. c4) 1... e5 *", line(tree))
  end)

  it("writes the counts on request", function()
    local tree = chess.merge({ game "1. e4 {x} e5 1-0", game "1. e4 (1. d4) 1/2-1/2" }, { counts = true })
    assert.equal("1. e4 {x} {2 games: +1 =1 -0} (1. d4) 1... e5 {1 game: +1 =0 -0} *", line(tree))
  end)

  it("keeps unreadable text as comments", function()
    local tree = chess.merge { game "1. e4 e5 2. Ke9 foo 1-0", game "1. e4 (1. d4 Ke9 bar) 1... e5 2. Nf3 *" }
    assert.equal("1. e4 (1. d4 {Ke9 bar}) 1... e5 {2. Ke9 foo} 2. Nf3 *", line(tree))
  end)

  it("keeps the tags that are equal in all games", function()
    local tree = chess.merge {
      game '[Event "E"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n[PlyCount "1"]\n\n1. e4 1-0',
      game '[Event "E"]\n[White "A"]\n[Black "C"]\n[Result "1-0"]\n[PlyCount "1"]\n\n1. d4 1-0',
    }
    assert.equal("E", tree.tags.Event)
    assert.equal("A", tree.tags.White)
    assert.is_nil(tree.tags.Black)
    assert.is_nil(tree.tags.PlyCount)
    assert.equal("*", tree.tags.Result)
  end)

  it("keeps the result of copies of one game", function()
    local function result(...)
      local list = {}
      for i, text in ipairs { ... } do
        list[i] = game(text)
      end
      local tree = chess.merge(list)
      assert.equal(tree.result, tree.tags.Result or tree.result)
      return tree.result
    end
    assert.equal("1-0", result("1. e4 e5 1-0", "1. e4 {good} e5 1-0", '[Result "1-0"]\n\n1. e4 (1. d4) 1... e5'))
    assert.equal("1-0", result("1. e4 1-0", "1. e4 e5 2. Nf3 1-0"))
    assert.equal("*", result("1. e4 e5 1-0", "1. e4 e5 0-1"))
    assert.equal("*", result("1. e4 e5 1-0", "1. e4 e5 *"))
    assert.equal("*", result("1. e4 e5 1-0", "1. e4 c5 1-0", "1. e4 e5 1-0"))
  end)

  it("keeps the order of the tags", function()
    local names = { "Event", "White", "ECO", "Opening", "Annotator", "Board", "Mode", "Time", "Zone" }
    local g = game('[' .. table.concat(names, ' "x"]\n[') .. ' "x"]\n\n1. e4 (1. d4) *')
    for _, new in ipairs { chess.merge { g, g }, g:explode()[2] } do
      local found = {}
      for name, value in pairs(new.tags) do
        found[#found + 1] = value == "x" and name or nil
      end
      assert.same(names, found)
    end
  end)

  it("keeps the readable part of damaged tags", function()
    local g = game '[B: "x"]\n[White "a\0b"]\n[Event "E"]\n\n1. e4 *'
    for _, new in ipairs { chess.merge { g }, g:explode()[1] } do
      assert.same({ "a b", "E" }, { new.tags.White, new.tags.Event })
      assert.is_nil(new.tags["B:"])
    end
  end)

  it("refuses different start positions, and no games", function()
    local FEN = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n'
    assert.has_error(function() chess.merge({}, { min = 0 }) end,
      "bad argument #2 to 'merge' (option 'min': integer from 1 expected, got 0)")
    local tree, err, code = chess.merge { game "1. e4 *", game(FEN .. "1. e4 *") }
    assert.is_nil(tree)
    assert.equal("game 2 starts from another position than the first", err)
    assert.equal("different_start", code)
    tree = assert(chess.merge { game(FEN .. "1. e4 *"), game(FEN .. "1. e3 *") })
    assert.equal("1. e4 (1. e3) *", line(tree))
    assert.equal("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", tree.tags.FEN)
    tree, err, code = chess.merge {}
    assert.same({ nil, "no game to merge", "no_game" }, { tree, err, code })
  end)

  it("accepts an iterator", function()
    local tree, counts = chess.merge(chess.games_in "1. e4 1-0 1. d4 0-1 1. e4 e5 *")
    assert.equal("1. e4 (1. d4) 1... e5 *", line(tree))
    assert.equal(3, counts[0].games)
  end)

  it("raises for wrong arguments", function()
    assert.has_error(function() chess.merge() end, "bad argument #1 to 'merge' (table expected, got nil)")
    assert.has_error(function() chess.merge { 1 } end,
      "bad argument #1 to 'merge' (item 1: lucena.Game expected, got number)")
    assert.has_error(function() chess.merge({}, { count = true }) end,
      "bad argument #2 to 'merge' (unknown option 'count'; did you mean 'counts'?)")
  end)

  it("takes time in proportion to the games", function()
    local function time(n)
      local list = {}
      for i = 1, n do
        list[i] = game(("1. e4 {comment %d} e5 {%d} *"):format(i, i))
      end
      local start = os.clock()
      local tree = assert(chess.merge(list))
      assert.equal(n, #tree.root[1].comments)
      return os.clock() - start
    end
    -- 16 times as many games may take at most 40 times as long. This is tried five times, because other programs also
    -- run.
    local is_linear = false
    for _ = 1, 5 do
      is_linear = is_linear or time(8000) < 40 * math.max(time(500), 0.001)
    end
    assert.is_true(is_linear)
  end)
end)

describe("exploding", function()
  it("makes a game of each line", function()
    local g = game('[White "A"]\n[Result "1-0"]\n[PlyCount "3"]\n\n{start} 1. e4! {a} (1. d4 {b} d5 (1... Nf6 $2)) ' ..
      "1... e5 (1... c5 {c}) 2. Nf3 {end} 1-0")
    local list = g:explode()
    local lines = {}
    for i, one in ipairs(list) do
      lines[i] = line(one)
      assert.equal("A", one.tags.White)
      assert.is_nil(one.tags.PlyCount)
    end
    assert.same({
      "{start} 1. e4 $1 {a} 1... e5 2. Nf3 {end} 1-0",
      "{start} 1. d4 {b} 1... d5 *",
      "{start} 1. e4 $1 {a} 1... c5 {c} *",
      "{start} 1. d4 {b} 1... Nf6 $2 *",
    }, lines)
    assert.equal("1-0", list[1].tags.Result)
    assert.equal("*", list[2].tags.Result)
  end)

  it("returns one game if there are no variations, or no moves", function()
    assert.equal("1. e4 e5 *", line(game("1. e4 e5 *"):explode()[1]))
    local tagged = game '[Result "1/2"]\n\n1. e4 (1. d4) e5'
    assert.same({ "1/2-1/2", "*" }, { tagged:explode()[1].result, tagged:explode()[2].result })
    assert.equal(1, #game("1. e4 e5 *"):explode())
    local list = game("{nothing} 1/2-1/2"):explode()
    assert.equal(1, #list)
    assert.equal("{nothing} 1/2-1/2", line(list[1]))
  end)

  it("keeps the start position and unreadable text", function()
    local g = game '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 9"]\n\n9. e4 (9. e3 Zz9) 9... Kd7 10. Ke9 1-0'
    local list = g:explode()
    assert.equal("9. e4 Kd7 {10. Ke9} 1-0", line(list[1]))
    assert.equal("9. e3 {Zz9} *", line(list[2]))
    assert.equal("4k3/8/8/8/8/8/4P3/4K3 w - - 0 9", list[2].tags.FEN)
  end)

  it("is undone by merging", function()
    local g = game "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. Bf4) (1. c4) 1... e5 (1... c5) 2. Nf3 *"
    local tree = assert(chess.merge(g:explode()))
    assert.equal(line(g), line(tree))
  end)
end)
