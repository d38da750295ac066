local chess = require("lucena")

local function line(game)
  return (game:movetext { width = 0 }:gsub("\n$", ""))
end

describe("removing", function()
  it("removes the move and its continuation", function()
    local g = chess.game("1. e4 (1. d4 d5) (1. c4) 1... e5 2. Nf3 *")
    local d4, d5 = g.root[2], g.root[2][1]
    d4:remove()
    assert.equal("1. e4 (1. c4) 1... e5 2. Nf3 *", line(g))
    assert.has_error(function() return d4.san end, "node was removed")
    assert.has_error(function() return d5.ply end, "node was removed")
    assert.equal("lucena.Node: removed", tostring(d5))
    assert.is_true(g.is_edited)
    g.root[1]:remove()
    assert.equal("1. c4 *", line(g))
    g.root[1]:remove()
    assert.equal("*", line(g))
    assert.equal(0, #g.root)
  end)

  it("frees memory for moves added later", function()
    local g = chess.game("1. e4 e5 *")
    g.root[1][1]:remove()
    assert.equal("c5", g.root[1]:add("c5").san)
    assert.equal("1. e4 c5 *", line(g))
  end)

  it("keeps an unreadable tail as a comment", function()
    local g = chess.game("1. e4 e5 2. Ke9 *")
    g.root[1][1]:remove()
    assert.equal("1. e4 {2. Ke9} *", line(g))
  end)

  it("raises for the root", function()
    assert.has_error(function() chess.game("*").root:remove() end,
      "calling 'remove' on bad self (the root is no move)")
  end)
end)

describe("promote", function()
  it("moves a variation up", function()
    local g = chess.game("1. e4 (1. d4) (1. c4) 1... e5 *")
    local c4 = g.root[3]
    assert.is_true(c4:promote())
    assert.equal("1. e4 (1. c4) (1. d4) 1... e5 *", line(g))
    assert.is_true(c4:promote())
    assert.is_false(c4:promote())
    assert.equal("1. c4 (1. e4 e5) (1. d4) *", line(g))
    assert.equal("d4", g.root[3].san)
    assert.equal("Nf3", g.root:add("Nf3").san)
    assert.equal("1. c4 (1. e4 e5) (1. d4) (1. Nf3) *", line(g))
    assert.is_true(c4 == g.root[1])
  end)

  it("changes nothing at the top", function()
    local g = chess.game("1. e4 *")
    assert.is_false(g.root[1]:promote())
    assert.is_false(g.is_edited)
  end)
end)

describe("demote", function()
  it("moves a variation down", function()
    local g = chess.game("1. e4 (1. d4) (1. c4) 1... e5 *")
    local e4 = g.root[1]
    assert.is_true(e4:demote())
    assert.equal("1. d4 (1. e4 e5) (1. c4) *", line(g))
    assert.is_true(e4:demote())
    assert.is_false(e4:demote())
    assert.equal("1. d4 (1. c4) (1. e4 e5) *", line(g))
    assert.equal(1, g.plies)
    assert.has_error(function() g.root:demote() end, "calling 'demote' on bad self (the root is no move)")
  end)
end)

describe("make_main", function()
  it("makes a line the mainline from the root, and keeps the order of others", function()
    local g = chess.game("1. e4 (1. d4 d5 (1... f5) (1... Nf6 2. c4 (2. Bg5) 2... e6)) (1. c4) 1... e5 *")
    local bg5 = g.root[2][3][2]
    assert.equal("Bg5", bg5.san)
    assert.is_true(bg5:make_main())
    assert.equal("1. d4 (1. e4 e5) (1. c4) 1... Nf6 (1... d5) (1... f5) 2. Bg5 (2. c4 e6) *", line(g))
    assert.is_false(bg5:make_main())
    assert.equal(3, g.plies)
    assert.equal("black", g.final.turn)
    assert.equal("Bg5", bg5.san)
    assert.has_error(function() g.root:make_main() end)
  end)
end)

describe("removing variations", function()
  it("keeps the main continuation of a node", function()
    local g = chess.game("1. e4 (1. d4) 1... e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 (2. f4) 2... Nc6 *")
    local c5, f4 = g.root[1][2], g.root[1][1][2]
    assert.is_true(c5:remove_variations())
    assert.equal("1. e4 (1. d4) 1... e5 (1... c5 2. Nf3) 2. Nf3 (2. f4) 2... Nc6 *", line(g))
    assert.is_true(g.root[1][1]:remove_variations())
    assert.equal("1. e4 (1. d4) 1... e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *", line(g))
    assert.has_error(function() return f4.san end, "node was removed")
    assert.is_true(g.root:remove_variations())
    assert.is_false(g.root:remove_variations())
    assert.equal("1. e4 e5 2. Nf3 Nc6 *", line(g))
    assert.has_error(function() return c5.san end, "node was removed")
    assert.is_true(c5.is_removed)
    assert.is_false(g.root.is_removed)
    assert.equal("1. e4 (1. c4) 1... e5 2. Nf3 Nc6 *", g.root:add("c4") and line(g))
  end)
end)

describe("adding a line", function()
  it("adds all moves and returns the last", function()
    local g = chess.game("1. e4 e5 *")
    local last = assert(g.root[1]:add_line("1... e5 2. Nf3 Nc6 3.Bb5"))
    assert.equal("Bb5", last.san)
    assert.equal(5, last.ply)
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", line(g))
    local bb5 = chess.position():play("e4 e5 Nf3 Nc6"):parse("Bb5")
    assert.is_true(last == g.root:add_line { "e4", "e5", "Nf3", "Nc6", bb5 })
    assert.equal("Nf6", g.root[1][1][1]:add_line({ "Nf6" }).san)
    assert.equal(5, g.plies)
    assert.is_true(g.root == g.root:add_line(""))
    assert.is_true(g.root == g.root:add_line {})
    local pass = assert(g.root:add_line("d4 -- c4"))
    assert.equal("1. d4 -- 2. c4", pass:path())
  end)

  it("accepts moves of one letter", function()
    local g = chess.game("*", { dialect = assert(chess.dialect { extend = "pgn", null = "-" }) })
    local passes = 20000
    assert.equal(passes, g.root:add_line(("- "):rep(passes)).ply)
  end)

  it("adds nothing if one move cannot be played", function()
    local g = chess.game("1. e4 e5 *")
    local count = g.node_count
    local node, err, code = g.root:add_line("d4 d5 Ke3 Nf6")
    assert.is_nil(node)
    assert.equal("moves:7: illegal move Ke3 (move 2, White)", err)
    assert.equal("illegal_move", code)
    node, err, code = g.root:add_line { "d4", "d5", "foo" }
    assert.is_nil(node)
    assert.equal("move 3: not a move foo (move 2, White)", err)
    assert.equal("bad_move", code)
    node, err, code = g.root:add_line { "d4", chess.position():parse("e4") }
    assert.is_nil(node)
    assert.equal("move 2: illegal move e2e4 (move 1, Black)", err)
    assert.equal("illegal_move", code)
    assert.equal(count, g.node_count)
    assert.is_false(g.is_edited)
    assert.equal("1. e4 e5 *", line(g))
  end)

  it("raises for values that are not moves", function()
    local g = chess.game("1. e4 e5 *")
    assert.has_error(function() g.root:add_line(1) end)
    assert.has_error(function() g.root:add_line() end)
    assert.has_error(function() g.root:add_line { "d4", 5 } end,
      "bad argument #1 to 'add_line' (item 2: string or lucena.Move expected, got number)")
  end)

  it("edits nothing if the line exists already", function()
    local g = chess.game("1. e4 e5 *")
    assert.is_true(g.root[1][1] == g.root:add_line("e4 e5"))
    assert.is_true(g.root[1] == g.root:add("e4"))
    assert.is_false(g.is_edited)
  end)
end)

describe("comments", function()
  -- Texts that could break a writer, and ordinary ones.
  local TEXTS = {
    "plain", "", " ", 'quotes " and \\', "a } b", "two\nlines", "a\r\nb", "%escape", "\n%escape",
    "[Event \"x\"]", "{ open", "1-0", "é ♞", "\xff\xfe", ("long "):rep(5000), "; semicolon",
  }

  it("cannot have a NUL if they are set as one text; lists take the comments of games that were read", function()
    local game = chess.game("1. e4 {[%clk 0:01:00] o\0ld} *")
    local node = game.root[1]
    for name in pairs { comment = true, remark = true } do
      assert.error_matches(function() node[name] = "a\0" end, "a comment cannot hold a NUL")
    end
    node.clock = 5
    local comments = node.comments
    node.comments = comments
    assert.equal("[%clk 0:00:05] o\0ld", node.comment)
  end)

  it("keep their text, except for line ends, which become LF", function()
    for _, given in ipairs(TEXTS) do
      local text = given:gsub("\r\n", "\n")
      local g = chess.game("1. e4 {old} {older} e5 {keep} *")
      local e4 = g.root[1]
      e4.comment = given
      assert.same({ text }, { table.unpack(e4.comments) })
      assert.equal(text, e4.comment)
      e4.comments = { text, "x", text }
      assert.same({ text, "x", text }, { table.unpack(e4.comments) })
      e4.comments_before = { text }
      assert.same({ text }, { table.unpack(e4.comments_before) })
      assert.same({ text, "x", text }, { table.unpack(e4.comments) })
      assert.equal("keep", e4[1].comment)
      assert.is_true(g.is_edited)
      e4.comment = nil
      assert.is_nil(e4.comment)
      assert.same({}, { table.unpack(e4.comments) })
      assert.same({ text }, { table.unpack(e4.comments_before) })
      e4.comments_before = nil
      assert.same({}, { table.unpack(e4.comments_before) })
    end
  end)

  it("are written", function()
    local g = chess.game("1. e4 e5 *")
    g.root.comment = "start"
    g.root[1].comments_before = { "first" }
    g.root[1].comments = { "a", "b" }
    g.root[1].nags = { 1, 14 }
    assert.equal("{start} 1. {first} e4 $1 $14 {a} {b} 1... e5 *", line(g))
    g.root[1].comment = "a }"
    assert.equal("{start} 1. {first} e4 $1 $14 ;a }\n1... e5 *", line(g))
    g.root[1].comment = "a }\nb"
    local text, _, code = g:movetext()
    assert.is_nil(text)
    assert.equal("unwritable_comment", code)
  end)

  it("are arrays of text, and the root has none before it", function()
    local g = chess.game("1. e4 {old} *")
    local e4 = g.root[1]
    assert.has_error(function() e4.comment = 1 end, "lucena.Node field 'comment': string or nil expected, got number")
    assert.has_error(function() e4.comments = "x" end,
      "lucena.Node field 'comments': array of strings or nil expected, got string")
    assert.has_error(function() e4.comments = { "x", 2 } end, "lucena.Node field 'comments': item 2 is no string")
    assert.has_error(function() g.root.comments_before = { "x" } end, "the root has nothing before it")
    g.root.comments_before = {}
    assert.has_error(function() e4.unread = {} end, "lucena.Node field 'unread' cannot be set")
    assert.equal("old", e4.comment)
  end)

  it("do not change unreadable text when they are set", function()
    local g = chess.game("1. e4 (1. d4 {a} Ke9 x) 1... e5 *")
    local d4 = g.root[2]
    assert.same({ "Ke9 x" }, { table.unpack(d4.unread) })
    d4.comment = "b"
    d4:add_nag(1)
    assert.equal("1. e4 (1. d4 $1 {b} Ke9 x) 1... e5 *", line(g))
    d4.comment = nil
    assert.same({ "Ke9 x" }, { table.unpack(d4.unread) })
  end)

  it("that are set repeatedly use no more memory", function()
    local g = chess.game("1. e4 e5 2. Nf3 Nc6 *")
    local nodes = { g.root, g.root[1], g.root[1][1] }
    local text = ("x"):rep(1000)
    local function kib()
      collectgarbage()
      return collectgarbage("count")
    end
    local before
    for i = 1, 20000 do
      nodes[i % 3 + 1].comments = { text, tostring(i) }
      if i == 1000 then
        before = kib()
      end
    end
    assert.is_true(kib() < before + 100)
    assert.same({ text, "20000" }, { table.unpack(nodes[3].comments) })
    assert.same({ text, "19999" }, { table.unpack(nodes[2].comments) })
    assert.same({ text, "19998" }, { table.unpack(nodes[1].comments) })
  end)

  it("survive finalizers that edit the same game", function()
    local g = chess.game("1. e4 e5 *")
    local e4, count = g.root[1], 0
    collectgarbage("generational")
    local function litter()
      setmetatable({}, { __gc = function()
        count = count + 1
        if count < 2000 then
          e4[1].comment = ("y"):rep(count % 700)
          g.root:add(count % 2 == 0 and "d4" or "c4")
          litter()
        end
      end })
    end
    litter()
    for i = 1, 2000 do
      e4.comments = { ("x"):rep(i % 500), "z" }
      assert.same({ ("x"):rep(i % 500), "z" }, { table.unpack(e4.comments) })
    end
    collectgarbage("incremental")
    assert.is_true(count > 0)
  end)

  it("and tags survive finalizers that edit a game while it is parsed or written", function()
    local g
    local function edit()
      local node = g.root:add "a4"
      node.comment = ("z"):rep(400)
      g.tags.Annotator = "z"
      return node
    end
    local count, kept = 0, {}
    local function litter()
      setmetatable({}, { __gc = function()
        if g then
          count = count + 1
          kept[#kept + 1] = edit()
        end
        if count >= 0 then litter() end
      end })
    end
    collectgarbage("incremental", 1, 1000, 1) -- so that nearly every allocation runs a step of the collector
    collectgarbage() -- otherwise the old setting would stay until the next cycle
    litter()
    for round = 1, 100 do
      local game = chess.game("1. e4 {a} e5 (1... c5) 2. Nf3 *")
      g = game
      if round % 2 == 0 then
        game.tags.Opening = "x"
      else
        assert.equal("e4", game.root[1].san)
      end
      local written = game:pgn()
      g = nil
      assert.is_truthy(chess.game(written), written)
      if #kept > 0 then
        assert.equal("z", game.tags.Annotator)
      end
      for i, node in ipairs(kept) do
        assert.equal("a4", node.san)
        kept[i] = nil
      end
    end
    assert.is_true(count > 100)
    count = math.mininteger
    collectgarbage("incremental", 200, 100, 13)
  end)
end)

describe("NAGs", function()
  it("are set, added and removed", function()
    local g = chess.game("1. e4! {x} $14 *")
    local e4 = g.root[1]
    assert.is_true(e4:add_nag(0))
    assert.is_true(e4:add_nag(255))
    assert.is_false(e4:add_nag(14))
    assert.same({ 1, 14, 0, 255 }, { table.unpack(e4.nags) })
    assert.is_true(e4:remove_nag(1))
    assert.is_false(e4:remove_nag(1))
    assert.same({ 14, 0, 255 }, { table.unpack(e4.nags) })
    e4.nags = { 3, 3 }
    assert.same({ 3, 3 }, { table.unpack(e4.nags) })
    assert.equal("1. e4 $3 $3 {x} *", line(g))
    assert.is_true(e4:remove_nag(3))
    assert.same({}, { table.unpack(e4.nags) })
    e4.nags = { 1 }
    e4.nags = nil
    assert.equal("1. e4 {x} *", line(g))
  end)

  it("are integers from 0 to 255", function()
    local e4 = chess.game("1. e4! *").root[1]
    for _, bad in ipairs { -1, 256, 1.5, "1", true } do
      assert.has_error(function() e4:add_nag(bad) end)
      assert.has_error(function() e4:remove_nag(bad) end)
      assert.has_error(function() e4.nags = { 1, bad } end)
    end
    assert.has_error(function() e4.nags = { 1, 256 } end,
      "lucena.Node field 'nags': item 2 is no integer from 0 to 255")
    assert.has_error(function() e4.nags = 1 end,
      "lucena.Node field 'nags': array of integers or nil expected, got number")
    assert.same({ 1 }, { table.unpack(e4.nags) })
  end)
end)

describe("stripping", function()
  local TEXT = "{start} 1. e4! {a [%clk 0:00:01]} (1. d4 {b} d5 $2) {c} 1... e5 {[%clk 0:00:02]} (1... Ke9) 2. Nf3 *"

  local function stripped(opts)
    local g = chess.game(TEXT)
    local any = g:strip(opts)
    return line(g), any, g.is_edited
  end

  it("removes the named parts", function()
    assert.equal("1. e4 $1 (1. d4 d5 $2) 1... e5 (1... Ke9) 2. Nf3 *", (stripped { comments = true }))
    assert.equal("{start} 1. e4 {a [%clk 0:00:01]} (1. d4 {b} 1... d5) 1... {c} e5 {[%clk 0:00:02]} " ..
      "(1... Ke9) 2. Nf3 *", (stripped { nags = true }))
    assert.equal("{start} 1. e4 $1 {a [%clk 0:00:01]} 1... {c} e5 {[%clk 0:00:02]} 2. Nf3 *",
      (stripped { variations = true }))
    assert.equal("{start} 1. e4 $1 {a} (1. d4 {b} 1... d5 $2) 1... {c} e5 (1... Ke9) 2. Nf3 *",
      (stripped { commands = true }))
    assert.equal("1. e4 e5 2. Nf3 *", (stripped()))
    assert.equal("1. e4 e5 2. Nf3 *", (stripped { comments = true, nags = true, variations = true, commands = true }))
    assert.same({ true, true }, { select(2, stripped()) })
    assert.same({ false, false }, { select(2, stripped {}) })
  end)

  it("returns whether anything was removed", function()
    local g = chess.game("1. e4 {x} *")
    assert.is_false(g:strip { nags = true, variations = true, commands = true })
    assert.is_false(g.is_edited)
    assert.has_error(function() g:strip { comment = true } end)
    assert.has_error(function() g:strip(true) end)
  end)
end)

describe("the result", function()
  it("can be set, and the Result tag follows", function()
    local g = chess.game('[Result "*"]\n\n1. e4 *')
    g.result = "1-0"
    assert.equal("1-0", g.result)
    assert.equal("1-0", g.tags.Result)
    assert.equal("1. e4 1-0", line(g))
    assert.is_true(g.is_edited)
    g.result = "1/2-1/2"
    assert.equal("1. e4 1/2-1/2", line(g))
    g = chess.game("1. e4")
    g.result = "*"
    assert.equal("*", g.tags.Result)
    assert.equal("1. e4 *", line(g))
  end)

  it("keeps an unreadable tail", function()
    local g = chess.game("1. e4 e5 2. Ke9 1-0")
    g.result = "0-1"
    assert.equal("1. e4 e5\n2. Ke9\n0-1", line(g))
    g = chess.game("1. e4 e5 2. Ke9")
    g.result = "0-1"
    assert.equal("1. e4 e5\n2. Ke9\n0-1", line(g))
  end)

  it("keeps its unusual spelling if the moves are edited first", function()
    local g = chess.game("1. e4 e5 1/2")
    g.root[1][1]:add("Nf3")
    assert.equal("1/2-1/2", g.result)
    assert.equal("1. e4 e5 2. Nf3 1/2-1/2", line(g))
  end)

  it("must be a result", function()
    local g = chess.game("1. e4 *")
    for _, bad in ipairs { "", "2-0", "1-", 1, true } do
      assert.has_error(function() g.result = bad end)
    end
    assert.has_error(function() g.result = nil end,
      "lucena.Game field 'result': 1-0, 0-1, 1/2-1/2 or * expected, got nil")
    assert.has_error(function() g.result = {} end,
      "lucena.Game field 'result': 1-0, 0-1, 1/2-1/2 or * expected, got table")
    assert.has_error(function() g.result = "2-0" end,
      "lucena.Game field 'result': 1-0, 0-1, 1/2-1/2 or * expected, got '2-0'")
    assert.is_false(g.is_edited)
  end)
end)

describe("a node", function()
  it("is found by its id", function()
    local g = chess.game("1. e4 (1. d4) 1... e5 *")
    assert.equal(4, g.node_count)
    for id = 0, 3 do
      assert.equal(id, g:node(id).id)
    end
    assert.is_nil(g:node(4))
    assert.is_nil(g:node(-1))
    local d4 = g.root[2]
    local id = d4.id
    d4:remove()
    assert.is_nil(g:node(id))
    assert.equal(4, g.node_count)
    assert.has_error(function() g:node("x") end)
    assert.has_error(function() g:node() end)
  end)

  it("returns the line that leads to it", function()
    local g = chess.game("1. e4 (1. d4 d5 2. c4) 1... e5 *")
    local c4 = g.root[2][1][1]
    local nodes = c4:history()
    assert.equal(3, #nodes)
    assert.is_true(nodes[1] == g.root[2])
    assert.is_true(nodes[3] == c4)
    assert.same({}, g.root:history())
    assert.equal("1. d4 d5 2. c4", c4:path())
    assert.equal("", g.root:path())
  end)
end)

describe("plies and the final position", function()
  it("follow edits", function()
    local g = chess.game("1. e4 e5 2. Nf3 *")
    g.root[1][1][1]:add_line("Nc6 Bb5")
    assert.equal(5, g.plies)
    assert.equal("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", tostring(g.final))
    g.root[1][1]:remove()
    assert.equal(1, g.plies)
    g.root[1]:remove()
    assert.equal(0, g.plies)
    assert.is_true(g.final == chess.position())
  end)
end)
