--- The tree of a game that lucena.text.place collects. A node is a printed move; its ply is counted from the start of
-- the game. `game.at` lists the nodes of each ply, so that a move number finds the moves that it can follow.
-- Cost: an ancestor is found in logarithmic time.
-- @module lucena.text.tree

local M = {}

local MOST_PLACES = 8 -- nodes that are tried for one run
local MOST_NODES = 64 -- nodes of one ply to which a later number can refer; ancestors of the latest moves always count

--- Plies of a score that is certainly a game.
M.SHORTEST = 5

--- Return the ply of a move number.
function M.ply_of(number)
  return number.value * 2 - (number.is_black and 0 or 1)
end

--- Return the number of half-moves played before a position, according to its move number.
---@param position lucena.Position
---@return integer
function M.ply_before(position)
  return (position.fullmove_number - 1) * 2 + (position.turn == "black" and 1 or 0)
end

--- Return the ancestor of a node at a ply, or nil. `jump` of a node is a distant ancestor, so that the cost is
-- logarithmic. The root's `jump` is the root itself. Move number 0 in a text asks for an ancestor of the root: nil.
function M.ancestor(node, ply)
  while node and node.ply > ply do
    node = node.jump ~= node and node.jump.ply >= ply and node.jump or node.parent
  end
  return node
end

-- Add a node to the list of its ply. A full list drops its older half.
local function list_node(game, node)
  local list = game.at[node.ply] or {}
  if #list == MOST_NODES then
    list = table.move(list, MOST_NODES // 2 + 1, MOST_NODES, 1, {})
  end
  list[#list + 1] = node
  game.at[node.ply] = list
end

--- Add a node to a game. If its parent already has a child with the same move, use that child: sentences often repeat
-- moves. Returns the node.
function M.add_node(game, node)
  local parent, mention = node.parent, node.mention
  local key = mention.shape and mention.shape.key or mention.token.text
  parent.known = parent.known or {}
  local known = parent.known[key]
  mention.state = "placed"
  if known and (known.mention.run.is_row or not mention.run.is_row) then
    mention.repeats, node = known.mention, known
  else
    parent.known[key] = node
    node.jump = parent.ply - parent.jump.ply == parent.jump.ply - parent.jump.jump.ply and parent.jump.jump or parent
    table.insert(parent.children, node)
  end
  list_node(game, node)
  game.focus = node
  return node
end

--- Add the nodes of a line to a game. Returns the last node.
function M.commit(game, nodes)
  local last
  for i, node in ipairs(nodes) do
    node.parent = i > 1 and last or node.parent
    last = M.add_node(game, node)
  end
  return last
end

function M.is_ancestor(node, of)
  return M.ancestor(of, node.ply) == node
end

--- Return the nodes after which a run with a move number may begin, the best first: the ancestor of `near`, then the
-- other nodes of that ply, the latest first.
function M.places(game, ply, near)
  local nodes = game.at[ply - 1] or {}
  local list, seen = {}, {}
  local function add(node)
    if node and node.ply == ply - 1 and not seen[node] and #list < MOST_PLACES then
      list[#list + 1], seen[node] = node, true
    end
  end
  add(M.ancestor(near, ply - 1))
  for i = #nodes, 1, -1 do
    add(nodes[i])
  end
  add(M.ancestor(game.tip, ply - 1))
  return list
end

return M
