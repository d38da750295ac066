--- Node:graft: copies a part of a tree to another place in the same game or in another game.
-- If a move already exists at the new place, it is not added again, and the moves after it are merged. All moves are
-- checked before anything is added, so that an error changes nothing. The functions use explicit stacks, because
-- variations can be nested deeper than Lua can recurse.
-- Each copied move creates one Position.
-- @module lucena.graft

local argument = require("lucena.argument")
local core = require("lucena.core")

local Node = core.Node

-- Push the children of a node onto a stack, the first child last.
local function push_children(stack, node, target)
  local first = #stack + 1
  for i = 1, #node do
    table.insert(stack, first, { node = node[i], target = target })
  end
end

-- Play the move of a node, and all moves after it, from a position. Returns nil, message and code if a move is not
-- legal.
local function try(node, position)
  local stack = { { node = node, target = position } }
  while #stack > 0 do
    local entry = table.remove(stack)
    local after, message, code = entry.target:play(entry.node.move)
    if not after then
      return nil, message, code
    end
    push_children(stack, entry.node, after)
  end
  return true
end

local function has(list, text)
  for _, other in ipairs(list) do
    if other == text then
      return true
    end
  end
  return false
end

-- Return the texts of a first list, followed by those texts of a second list that are not in the first.
local function united(list, more)
  local out = table.move(list, 1, #list, 1, {})
  for _, text in ipairs(more) do
    out[#out + 1] = not has(out, text) and text or nil
  end
  return out
end

-- Copy comments and NAGs. Unreadable text of a variation becomes a comment, because it is not part of this game's text.
local function copy_notes(from, to)
  to.comments_before = united(to.comments_before, from.comments_before)
  to.comments = united(united(to.comments, from.comments), from.unread)
  for _, nag in ipairs(from.nags) do
    to:add_nag(nag)
  end
end

--- Add a copy of another node's move and of all moves after it, with variations, comments and NAGs.
-- To move a part of the tree, graft it and remove the original.
---@param node lucena.Node of this game or another one
---@return lucena.Node? node the copy of the move
---@return string? err
---@return string? code illegal_move: a move is not legal here; nothing was added
-- @usage local g = chess.game "1. e4 *"; g.root:graft(chess.game("1. d4 d5 *").root[1])
-- return g.root[2][1].san --> d5
function Node:graft(node)
  argument.self(self, "graft", "lucena.Node")
  argument.class(node, 1, "graft", "lucena.Node")
  if not node.parent then
    argument.bad(2, 1, "graft", "the root is not a move")
  end
  for _, at in ipairs(self:history()) do
    if at == node then
      argument.bad(2, 1, "graft", "the node is part of the line that leads here")
    end
  end
  local good, message, code = try(node, self.position)
  if not good then
    return nil, message, code
  end
  local stack, copy = { { node = node, target = self } }, nil
  while #stack > 0 do
    local entry = table.remove(stack)
    local new = assert(entry.target:add(entry.node.move))
    copy = copy or new
    copy_notes(entry.node, new)
    push_children(stack, entry.node, new)
  end
  return copy
end

return {}
