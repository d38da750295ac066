--- The tree of a game: visits nodes and changes their order.
-- @module lucena.tree

local argument = require("lucena.argument")
local core = require("lucena.core")

local Game, Node = core.Game, core.Node

-- ---- walking -------------------------------------------------------------------------------------

-- Each order is a function of (root, enter). It calls enter(node), which returns whether to continue with the nodes
-- after it. The functions use explicit stacks, because variations can be nested deeper than C or Lua can recurse. Nodes
-- may be removed during a walk.

-- Return the current children of a node.
local function children(node)
  local list = {}
  local child = not node.is_removed and node[1] or nil
  while child do
    list[#list + 1] = child
    child = child.sibling
  end
  return list
end

-- The order of movetext: a move, the variations that replace it, the moves after it.
local function in_written_order(root, enter)
  local stack = { { behind = root } }
  while #stack > 0 do
    local entry = table.remove(stack)
    if entry.behind then
      local list = children(entry.behind)
      if list[1] and enter(list[1]) then
        stack[#stack + 1] = { behind = list[1] }
      end
      for i = #list, 2, -1 do
        stack[#stack + 1] = { node = list[i] }
      end
    elseif enter(entry.node) then
      stack[#stack + 1] = { behind = entry.node }
    end
  end
end

local function in_depth_order(root, enter)
  local stack = { root }
  while #stack > 0 do
    local node = table.remove(stack)
    if node == root or enter(node) then
      local list = children(node)
      for i = #list, 1, -1 do
        stack[#stack + 1] = list[i]
      end
    end
  end
end

local function in_breadth_order(root, enter)
  local queue, first = { root }, 1
  while queue[first] do
    local node = queue[first]
    queue[first] = false
    first = first + 1
    if node == root or enter(node) then
      local list = children(node)
      table.move(list, 1, #list, #queue + 1, queue)
    end
  end
end

-- The first order is: the mainline to its end; then each variation of the mainline to its end; then the variations of
-- these variations.
local function in_line_order(root, enter)
  local queue, first = { root }, 1
  while queue[first] do
    local node = queue[first]
    queue[first] = false
    first = first + 1
    while node and (node == root or enter(node)) do
      local list = children(node)
      table.move(list, 2, #list, #queue + 1, queue)
      node = list[1]
    end
  end
end

local ORDERS = {
  written = in_written_order, depth = in_depth_order, breadth = in_breadth_order, mainline = in_line_order,
}

local function walk(game, visit, order)
  local count = game.node_count
  ORDERS[order or "written"](game.root, function(node)
    return not node.is_removed and node.id < count and visit(node) ~= false and not node.is_removed
  end)
end

--- Call a function for every node except the root. The function may change the tree; nodes that it adds or removes are
-- not visited.
---@param visit fun(node: lucena.Node) returns false to skip the nodes after it
---@param opts? {order?: string} "written" (default: a move, its variations, the moves after it), "depth" (a move, the
-- moves after its main continuation, then its variations), "breadth" (ply by ply), "mainline" (the mainline to its
-- end, then each variation to its end)
-- @usage chess.game("1. e4 (1. d4) e5 *"):walk(function(node) print(node.san) end) -- e4, d4, e5
function Game:walk(visit, opts)
  argument.self(self, "walk", "lucena.Game")
  argument.check(visit, 1, "walk", "function")
  walk(self, visit, argument.options(opts, 2, "walk", { order = ORDERS }).order)
end

-- Remove the nodes for which a function returns true, with all moves after them. Returns their number.
local function remove_if(self, is_unwanted)
  local count = 0
  walk(self, function(node)
    if not is_unwanted(node) then
      return true
    end
    count = count + 1
    if not node.is_removed then
      node:remove()
    end
    return false
  end)
  return count
end

--- Call a function for every node except the root, in the order of movetext, and remove the nodes for which it returns
-- true, with all moves after them. The function may also change comments, NAGs and the order of moves.
---@param is_unwanted fun(node: lucena.Node): boolean?
---@return integer count of nodes for which it returned true
-- @usage chess.game("1. e4 e5 2. Nf3 *"):remove_if(function(node) return node.ply > 2 end) --> 1
function Game:remove_if(is_unwanted)
  argument.self(self, "remove_if", "lucena.Game")
  argument.check(is_unwanted, 1, "remove_if", "function")
  return remove_if(self, is_unwanted)
end

--- An older method: like `remove_if`, but removes the nodes for which the function returns false.
---@param change fun(node: lucena.Node): boolean?
---@return integer count of nodes for which it returned false
-- @usage chess.game("1. e4 e5 2. Nf3 *"):transform(function(node) return node.ply <= 2 end) --> 1
function Game:transform(change)
  argument.self(self, "transform", "lucena.Game")
  argument.check(change, 1, "transform", "function")
  return remove_if(self, function(node) return change(node) == false end)
end

--- Iterate over all nodes except the root, in an order of `Game:walk`. Nodes that the loop adds or removes are
-- skipped.
---@param opts? {order?: string} as for `Game:walk`
---@return fun(): lucena.Node iterator
-- @usage for node in chess.game("1. e4 (1. d4) e5 *"):nodes() do print(node.san) end -- e4, d4, e5
function Game:nodes(opts)
  argument.self(self, "nodes", "lucena.Game")
  local order = argument.options(opts, 1, "nodes", { order = ORDERS }).order
  return coroutine.wrap(function()
    walk(self, coroutine.yield, order)
  end)
end

-- ---- order -----------------------------------------------------------------------------------------

--- Move the node, with all moves after it, to another place among its siblings.
---@param index integer 1: the main continuation, 2: the first variation, ...
---@return boolean false if the node is there already
-- @usage local g = chess.game "1. e4 (1. d4) (1. c4) *"; g.root[3]:move_to(1)
-- return g.root[1].san --> c4
function Node:move_to(index)
  argument.self(self, "move_to", "lucena.Node")
  local parent, from = self.parent, self.index
  if not parent then
    error("bad argument #0 to 'move_to' (the root is not a move)", 2)
  elseif math.type(index) ~= "integer" or index < 1 or index > #parent then
    argument.bad(2, 1, "move_to", "an integer from 1 to %d expected", #parent)
  end
  for _ = from + 1, index do
    self:demote()
  end
  for _ = index + 1, from do
    self:promote()
  end
  return from ~= index
end

-- ---- lines ---------------------------------------------------------------------------------------

--- Return the moves that lead to a node as text with move numbers; "" for the root.
---@return string
-- @usage chess.game("1. e4 e5 (1... c5 2. Nf3) *").root[1][2][1]:path() --> 1. e4 c5 2. Nf3
function Node:path()
  argument.self(self, "path", "lucena.Node")
  local start = self.game.start
  if not start then
    return "" -- no move of the game can be played, so this is the root
  end
  local number, is_white, words = start.fullmove_number, start.turn == "white", {}
  for i, node in ipairs(self:history()) do
    if is_white or i == 1 then
      words[#words + 1] = number .. (is_white and "." or "...")
    end
    words[#words + 1] = node.san
    number, is_white = number + (is_white and 0 or 1), not is_white
  end
  return table.concat(words, " ")
end

return {}
