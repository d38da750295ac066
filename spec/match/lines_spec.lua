-- Queries along every line, compared with a walk through random trees; and small games with one rule of lines each.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local q = chess.query

-- ---- trees ---------------------------------------------------------------------------------------

local seed = 20260104

local function random(n)
  seed = seed * 6364136223846793005 + 1442695040888963407
  return (seed >> 33) % n + 1
end

local function random_move(node)
  local moves = node.position:moves()
  return moves[1] and moves[random(#moves)]
end

local function grow(node, plies)
  for _ = 1, plies do
    local move = random_move(node)
    if not move then
      return
    end
    node = node:add(move)
    if random(6) == 1 then
      node.comment = ("[%%eval %d.5]"):format(random(5) - 3)
    end
  end
end

local function random_tree()
  local game = chess.game()
  grow(game.root, 20)
  for _ = 1, 6 do
    local nodes = {}
    game:walk(function(node)
      nodes[#nodes + 1] = node
    end)
    grow(nodes[random(#nodes)], random(8))
  end
  return assert(chess.game(game:pgn()))
end

-- The nodes of the line through `head`, by ply: from the root to `head`, and then its mainline.
local function nodes_of(head)
  local list, node = { [head.ply] = head }, head
  while node.parent do
    node = node.parent
    list[node.ply] = node
  end
  node = head
  while node[1] do
    node = node[1]
    list[node.ply] = node
  end
  return list
end

-- The mainline, and the line of each variation in the order of the text.
local function lines_of(game)
  local heads = {}
  game:walk(function(node)
    if node.parent and node.parent[1] ~= node then
      heads[#heads + 1] = node
    end
  end)
  table.sort(heads, function(a, b) return a.id < b.id end)
  local lines = { nodes_of(game.root) }
  for i, head in ipairs(heads) do
    lines[i + 1] = nodes_of(head)
  end
  return lines
end

local function first(line, test)
  for ply = 0, #line do
    if test(line[ply], line) then
      return line[ply]
    end
  end
end

local function score(node)
  return node.eval or -9
end

-- Rows: a query, and the node of a line at which it matches; nil or false for no match.
local ROWS = {
  { q.check, function(line) return first(line, function(node) return node.position:in_check() end) end },
  { q.capture & q.to_move "white", function(line)
    return first(line, function(node)
      return node.parent and node.position.turn == "white" and node.parent.position:is_capture(node.move)
    end)
  end },
  { q.eval(2), function(line) return first(line, function(node) return score(node) >= 2 end) end },
  { q.plies { max = 6 }, function(line) return #line <= 6 and line[#line] end },
  { q.never(q.capture), function(line)
    local is_taken = first(line, function(node) return node.move and node.parent.position:is_capture(node.move) end)
    return not is_taken and line[0]
  end },
  { q.at(function(board) return #board:moves() < 12 end), function(line)
    return first(line, function(node) return #node.position:moves() < 12 end)
  end },
  { q.where(function(line) return line.plies % 7 == 0 end), function(line) return #line % 7 == 0 and line[0] end },
}

describe("along every line", function()
  it("a query matches at the same place as in a walk of the tree", function()
    local found, inside, total = 0, 0, 0
    for _ = 1, 25 do
      local game = random_tree()
      local lines = lines_of(game)
      for i, row in ipairs(ROWS) do
        local expected, number
        for n, line in ipairs(lines) do
          expected = expected or row[2](line) or nil
          number = number or expected and n
        end
        local node = q.any_line(row[1]):find(game)
        assert.equal(expected and expected.id, node and node.id, i .. " " .. game.text)
        total, found = total + 1, found + (node and 1 or 0)
        inside = inside + (number and number > 1 and 1 or 0)
      end
    end
    assert.is_true(found < total and inside > total / 8, ("%d, %d of %d"):format(found, inside, total))
  end)
end)

-- ---- small games ---------------------------------------------------------------------------------

local TEXT = [[
[White "A"]

1. e4 (1. d4 {x} d5 (1... Nf6 $1 2. c4 g6 {[%eval 3.0]}) 2. c4) (1. c4) 1... e5 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 1-0
]]

local function at(query, text)
  local node = query:find((assert(chess.game(text))))
  return node and (node.san or "start")
end

describe("a line", function()
  it("contains the moves before its variation, and those of the variation", function()
    local core = require("lucena.core")
    local game, list = chess.game(TEXT), {}
    local node = core.next_variation(game)
    while node do
      list[#list + 1] = core.line_text(node):gsub("%s+", " "):gsub("^.-%] ", "")
      node = core.next_variation(game, node)
    end
    assert.same({
      "1. d4 {x} 1... d5 2. c4 1-0", "1. d4 {x} 1... Nf6 $1 2. c4 2... g6 {[%eval 3.0]} 1-0", "1. c4 1-0",
      "1. e4 1... e5 2. f4 2... exf4 3. Nf3 1-0",
    }, { list[1], list[2], list[3], list[4] })
    assert.equal(4, #list)
  end)

  it("is tested only on request, and completely", function()
    assert.is_nil(at(q.capture, TEXT))
    assert.equal("exf4", at(q.any_line(q.capture), TEXT))
    assert.equal("f4", at(q.any_line(q.seq(q.played "f4", q.capture)), TEXT))
    assert.is_nil(at(q.any_line(q.ever(q.played "f4") & q.ever(q.played "Nc6")), TEXT))
    assert.equal("Nc6", at(q.any_line(q.played "f4") & q.any_line(q.played "Nc6") & q.white "A", TEXT))
    assert.equal("g6", at(q.any_line(q.played "g6" & q.eval(2)), TEXT))
    assert.is_nil(at(q.any_line(q.white "B"), TEXT))
  end)

  it("is read in the notation of its game, and in its current state", function()
    local french = chess.game("1. e4 e5 (1... Cf6 2. e5) 2. Cf3 *", { dialect = "french" })
    assert.equal("Nf6", q.any_line(q.played "Nf6"):find(french).san)
    local game = chess.game(TEXT)
    local node = game.root[1][1]:add "Bc4"
    assert.equal(node, q.any_line(q.played "Bc4"):find(game))
    game.tags.White = "B"
    assert.equal("c4", (q.any_line(q.played "c4" & q.white "B")):find(game).san)
  end)

  it("ends at an unreadable move", function()
    assert.equal("d4", at(q.any_line(q.played "d4"), "1. e4 (1. d4 Ke3 d5) 1... e5 *"))
    assert.is_nil(at(q.any_line(q.played "d5"), "1. e4 (1. d4 Ke3 d5) (1. Ke2) 1... e5 *"))
  end)

  it("is tested by readers too, after the mainline", function()
    local folder <close> = new_folder()
    local path = folder:write("lines.pgn", "1. e4 (1. d4) *\n\n1. d4 *\n\n1. e4 e5 *\n\n1. c4 (1. e4 (1. d4)) *\n")
    local numbers = {}
    for game in chess.games(path, { query = q.any_line(q.played "d4") }) do
      numbers[#numbers + 1] = game.number
    end
    assert.same({ 1, 2, 4 }, numbers)
  end)

  it("is not tested in games whose tags do not match", function()
    local asked = 0
    local query = q.any_line(q.white "B" & (q.result "1-0" | q.tag "tag:X") & function() asked = asked + 1 end)
    assert.is_false(query(chess.game(TEXT)))
    assert.equal(0, asked)
    assert.is_false(q.any_line(q.white "A" & function() asked = asked + 1 end)(chess.game(TEXT)))
    assert.equal(5, asked)
    assert.equal("start", at(q.any_line(q.white "A"), TEXT))
  end)

  it("has a plan and an explanation", function()
    local query = q.any_line(q.seq(q.played "f4", q.capture))
    local lines = query:explain(chess.game(TEXT))
    assert.equal("yes " .. tostring(query) .. "  (2.f4, in a variation)\n  yes seq(played \"f4\", capture)  (2.f4)\n"
      .. "    yes played \"f4\"  (2.f4)\n    yes capture  (2...exf4)", lines)
    assert.is_truthy(query:describe():find("2. text: has_variations", 1, true))
    assert.is_truthy(query:describe():find("4. Lua: variations, seq", 1, true))
    assert.has_error(function() q.flipped(query) end)
  end)
end)

describe("a function that returns a Node", function()
  it("determines the result of find, also in a variation", function()
    local game = chess.game(TEXT)
    local node = game.root[2][2]
    assert.equal("Nf6", node.san)
    assert.equal(node, q.where(function() return node end):find(game))
    assert.equal(node, (q.played "e4" & function() return node end):find(game))
    assert.equal("Nc6", (q.played "Nc6" & function() return node end):find(game).san)
  end)
end)
