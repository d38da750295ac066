-- lucena.List: changing the arrays of a Node changes the game; changing the arrays of other objects raises an error.

local chess = require "lucena"

local function game()
  return assert(chess.game "1. {x} e4! $14 {a} {b [%csl Re4] [%cal Ge2e4]} (1. d4 Ke3) e5 *")
end

local function line(g)
  return (g:movetext { width = 0 }:gsub("\n$", ""))
end

describe("a list of a Node", function()
  it("can be read like an array", function()
    local node = game().root.next
    assert.same({ 1, 14 }, { table.unpack(node.nags) })
    assert.equal("1 14", table.concat(node.nags, " "))
    assert.equal(2, #node.comments)
    assert.is_nil(node.comments[3])
    assert.is_nil(node.comments[0])
    local seen = {}
    for i, text in ipairs(node.comments) do
      seen[i] = text
    end
    for i, text in pairs(node.comments) do
      assert.equal(seen[i], text)
    end
    assert.equal("a", seen[1])
    assert.equal("e4", node.marks[1].square)
    assert.equal("lucena.List: nags (2)", tostring(node.nags))
    assert.equal("lucena.List", getmetatable(node.nags))
    assert.has_error(function() return node.nags.first end, "lucena.List has no field 'first'")
  end)

  it("changes the game when it is changed", function()
    local g = game()
    local node = g.root.next
    table.insert(node.comments, 1, "first")
    table.remove(node.nags, 1)
    node.nags[#node.nags + 1] = 10
    node.comments_before[1] = "y"
    table.insert(node.marks, { square = "d4", color = "green" })
    table.insert(node.next.comments, "last")
    assert.equal("1. {y} e4 $14 $10 {first} {a} {b [%csl Re4,Gd4] [%cal Ge2e4]} (1. d4 {Ke3}) 1... e5 {last} *",
      (line(g):gsub("1%. d4 Ke3", "1. d4 {Ke3}")))
    assert.is_true(g.is_edited)
    assert.equal(line(g), line(g:copy()))
  end)

  it("shows later changes of the game", function()
    local node = game().root.next
    local nags, comments = node.nags, node.comments
    node:add_nag(99)
    node.comment = "only"
    assert.same({ 1, 14, 99 }, { table.unpack(nags) })
    assert.same({ "only" }, { table.unpack(comments) })
    node.nags = nil
    assert.equal(0, #nags)
    node:remove()
    assert.has_error(function() return #nags end, "node was removed")
  end)

  it("can be assigned to another Node", function()
    local g = game()
    local node = g.root.next
    node.next.comments, node.next.nags, node.next.arrows = node.comments, node.nags, node.arrows
    node.comments = {}
    assert.same({ "a", "b [%csl Re4] [%cal Ge2e4]" }, { table.unpack(node.next.comments) })
    assert.same({ 1, 14 }, { table.unpack(node.next.nags) })
    local other = chess.game "1. d4 {z} *"
    node.comments = other.root.next.comments
    assert.same({ "z" }, { table.unpack(node.comments) })
  end)

  it("rejects invalid values, and is then unchanged", function()
    local node = game().root.next
    local variation = node.sibling
    for expected, change in pairs {
      ["lucena.Node field 'nags': item 2 is no integer from 0 to 255"] = function() node.nags[2] = 300 end,
      ["lucena.Node field 'nags': item 4 of 2 cannot be set"] = function() node.nags[4] = 1 end,
      ["lucena.List has no field 'x'"] = function() node.nags.x = 1 end,
      ["lucena.Node field 'nags': item 1 of 2 cannot be nil, use table.remove"] = function() node.nags[1] = nil end,
      ["lucena.Node field 'comments': item 1 is no string"] = function() node.comments[1] = false end,
      ["lucena.Node field 'unread' cannot be set"] = function() table.insert(variation.unread, "x") end,
      ["lucena.Node field 'commands' cannot be set"] = function() node.commands[1] = {} end,
    } do
      assert.has_error(change, expected)
    end
    assert.same({ 1, 14 }, { table.unpack(node.nags) })
    assert.equal("a", node.comments[1])
  end)
end)

describe("a list of another class", function()
  it("raises for every change, and can be read like an array", function()
    local other = chess.game '[White "a"]\n[White "b"]\n\n1. e4 e5 2. Ke3 *'
    local record = chess.epd "4k3/8/8/8/8/8/8/4K3 w - - bm Ke3;"
    for expected, list in pairs {
      ["lucena.Game field 'diagnostics' cannot be changed"] = other.diagnostics,
      ["lucena.Game field 'duplicate_tags' cannot be changed"] = other.duplicate_tags,
      ["lucena.EpdRecord field 'diagnostics' cannot be changed"] = record.diagnostics,
      ["lucena.EpdRecord field 'ops' cannot be changed"] = record.ops,
      ["lucena.Setup field 'diagnostics' cannot be changed"] = chess.setup("8/8/8/8/8/8/8/8").diagnostics,
    } do
      assert.is_true(#list > 0)
      assert.equal("lucena.List", getmetatable(list))
      assert.equal(#list, select("#", table.unpack(list)))
      assert.has_error(function() table.insert(list, {}) end, expected)
      assert.has_error(function() table.remove(list) end, expected)
      assert.has_error(function() list[1] = nil end, expected)
      assert.has_error(function() list.total = 0 end, expected)
      assert.has_error(function() return list.first end, "lucena.List has no field 'first'")
    end
    assert.equal(2, other.diagnostics.total)
    assert.has_error(function() other.root.comments = other.diagnostics end,
      "lucena.Node field 'comments': item 1 is no string")
  end)
end)
