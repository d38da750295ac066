-- Makes the same random edits to a game and to a simple model of the game. After each edit, the tree, the plies and the
-- positions of the game must equal those of the model. All methods that return positions are compared. Each run prints
-- its seed; set LUCENA_SEED to it to repeat the run.

local chess = require "lucena"

local seed = tonumber(os.getenv("LUCENA_SEED")) or os.time()

-- ---- the model: nodes are tables with an array of children; positions are replayed from the root ---------

local function new_node(parent, move, id)
  local node = { parent = parent, move = move, id = id, children = {}, nags = {}, comments = {}, before = {} }
  if parent then
    parent.children[#parent.children + 1] = node
  end
  return node
end

local function moves_to(node)
  local moves = {}
  while node.parent do
    table.insert(moves, 1, node.move)
    node = node.parent
  end
  return moves
end

local function position_of(model, node)
  local p = model.start
  for _, move in ipairs(moves_to(node)) do
    p = assert(p:play(move))
  end
  return p
end

local function place_of(node)
  for i, child in ipairs(node.parent.children) do
    if child == node then
      return i
    end
  end
end

-- All nodes that are still in the tree, the root first.
local function nodes_of(model)
  local list, i = { model.root }, 1
  while list[i] do
    for _, child in ipairs(list[i].children) do
      list[#list + 1] = child
    end
    i = i + 1
  end
  return list
end

-- ---- edits: each function changes both the game and the model ---------------------------------------

-- The last one has a NUL.
local TEXTS = { "a", "", "two words", "} brace", "line\nend", "[%clk 0:00:05] x", ("long "):rep(100), "\0" }

local function random_texts()
  local list = {}
  for i = 1, math.random(0, 3) do
    list[i] = TEXTS[math.random(#TEXTS)]
  end
  return list
end

local function child_with(node, move)
  for _, child in ipairs(node.children) do
    if child.move == move then
      return child
    end
  end
end

local EDITS = {}

function EDITS.add(model, game, node)
  local moves = position_of(model, node):moves()
  if #moves == 0 then
    return
  end
  local move = moves[math.random(#moves)]
  local added = assert(game:node(node.id):add(move))
  local known = child_with(node, move)
  if known then
    assert(known.id == added.id, "another node for a move that is there")
  else
    assert(added.id == game.node_count - 1, "an id was used again")
    new_node(node, move, added.id)
  end
end

function EDITS.add_line(model, game, node)
  local p, sans, moves = position_of(model, node), {}, {}
  for i = 1, math.random(40) do
    local legal = p:moves()
    if #legal == 0 then
      break
    end
    moves[i] = legal[math.random(#legal)]
    sans[i] = p:san(moves[i])
    p = p:play(moves[i])
  end
  local last = assert(game:node(node.id):add_line(table.concat(sans, " ")))
  local line = last:history()
  local at = node
  for i, move in ipairs(moves) do
    local id = line[#line - #moves + i].id
    at = child_with(at, move) or new_node(at, move, id)
    assert(at.id == id)
  end
end

function EDITS.remove(model, game, node)
  if node ~= model.root then
    model.removed[node.id] = game:node(node.id)
    game:node(node.id):remove()
    table.remove(node.parent.children, place_of(node))
  end
end

function EDITS.promote(model, game, node)
  if node ~= model.root then
    local list, i = node.parent.children, place_of(node)
    assert(game:node(node.id):promote() == (i > 1))
    if i > 1 then
      list[i], list[i - 1] = list[i - 1], list[i]
    end
  end
end

function EDITS.demote(model, game, node)
  if node ~= model.root then
    local list, i = node.parent.children, place_of(node)
    assert(game:node(node.id):demote() == (i < #list))
    if i < #list then
      list[i], list[i + 1] = list[i + 1], list[i]
    end
  end
end

function EDITS.make_main(model, game, node)
  if node == model.root then
    return
  end
  local any, at = false, node
  while at.parent do
    local i = place_of(at)
    any = any or i > 1
    table.insert(at.parent.children, 1, table.remove(at.parent.children, i))
    at = at.parent
  end
  assert(game:node(node.id):make_main() == any)
end

function EDITS.remove_variations(_, game, node)
  -- This edit is rare, because it removes many nodes.
  if math.random(10) == 1 then
    game:node(node.id):remove_variations()
    while node.children[1] do
      node.children = { node.children[1] }
      node = node.children[1]
    end
  end
end

function EDITS.comments(_, game, node)
  node.comments = random_texts()
  game:node(node.id).comments = node.comments
end

function EDITS.comment(_, game, node)
  local text = TEXTS[math.random(#TEXTS - 1)] -- `comment` takes no NUL, which the list of comments may have
  node.comments = { text }
  game:node(node.id).comment = text
end

function EDITS.comments_before(model, game, node)
  if node ~= model.root then
    node.before = random_texts()
    game:node(node.id).comments_before = node.before
  end
end

function EDITS.nags(_, game, node)
  node.nags = {}
  for i = 1, math.random(0, 3) do
    node.nags[i] = math.random(0, 255)
  end
  game:node(node.id).nags = node.nags
end

function EDITS.add_nag(_, game, node)
  local nag, is_new = math.random(0, 3), true
  for _, have in ipairs(node.nags) do
    is_new = is_new and have ~= nag
  end
  assert(game:node(node.id):add_nag(nag) == is_new)
  if is_new then
    node.nags[#node.nags + 1] = nag
  end
end

local NAMES = {}
for name in pairs(EDITS) do
  NAMES[#NAMES + 1] = name
end
table.sort(NAMES)
-- "add" is more frequent than the other edits, so that trees grow.
for _ = 1, 8 do
  NAMES[#NAMES + 1] = "add"
end

-- ---- comparing --------------------------------------------------------------------------------------

local function compare_node(model, game, node)
  local found = game:node(node.id)
  assert.equal(#moves_to(node), found.ply)
  assert.equal(tostring(position_of(model, node)), tostring(found.position))
  assert.same({ node.nags, node.comments, node.before },
    { { table.unpack(found.nags) }, { table.unpack(found.comments) }, { table.unpack(found.comments_before) } })
  assert.equal(#node.children, #found)
  for i, child in ipairs(node.children) do
    assert.equal(child.id, found[i].id)
    assert.is_true(found[i].parent == found)
    assert.equal(child.move, found[i].move)
  end
end

local function compare(model, game, all)
  local list = nodes_of(model)
  for i = 1, all and #list or math.min(4, #list) do
    compare_node(model, game, all and list[i] or list[math.random(#list)])
  end
  local last = model.root
  while last.children[1] do
    last = last.children[1]
  end
  assert.equal(#moves_to(last), game.plies)
  assert.equal(tostring(position_of(model, last)), tostring(game.final))
  for id, node in pairs(model.removed) do
    assert.is_true(node.is_removed)
    assert.is_nil(game:node(id))
    assert.has_error(function() return node.ply end, "node was removed")
  end
end

local START = {
  "*",
  "1. e4 {a} (1. d4! d5 (1... Nf6 {b}) 2. c4) 1... e5 $14 2. {c} Nf3 Nc6 *",
  '[SetUp "1"]\n[FEN "r3k2r/1P4P1/8/3pP3/8/8/1p4p1/R3K2R w KQkq d6 0 40"]\n\n40. exd6 *',
}

-- Builds the model of a game that was read.
local function model_of(game)
  local model = { start = game.start, removed = {} }
  local function copy(from, parent)
    local node = new_node(parent, from.move, from.id)
    node.nags, node.comments = { table.unpack(from.nags) }, { table.unpack(from.comments) }
    node.before = { table.unpack(from.comments_before) }
    for i = 1, #from do
      copy(from[i], node)
    end
    return node
  end
  model.root = copy(game.root)
  return model
end

describe("random edits", function()
  for number, text in ipairs(START) do
    it(("keep tree, plies and positions correct (start %d, seed %d)"):format(number, seed), function()
      math.randomseed(seed + number)
      for _ = 1, 8 do
        local game = assert(chess.game(text))
        local model = model_of(game)
        for step = 1, 150 do
          local list = nodes_of(model)
          local name = NAMES[math.random(#NAMES)]
          EDITS[name](model, game, list[math.random(#list)])
          compare(model, game, step % 50 == 0)
        end
        -- If the game can be written and is read again, it must be the same. Comments and NAGs are removed first.
        for _, node in ipairs(nodes_of(model)) do
          local found = game:node(node.id)
          found.comments, found.comments_before, found.nags = nil, nil, nil
        end
        local again = assert(chess.game(assert(game:pgn())))
        assert.equal(game:movetext(), again:movetext())
      end
    end)
  end
end)
