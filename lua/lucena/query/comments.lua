--- Finds the match position of a query of comments: the position of the first comment that it asks for. The core tests
-- the text of a game as a whole, which is fast but gives no position. So the tree is searched, but only if a program
-- asks for the match position. Only `commented` alone or in `a & b` is searched for: elsewhere in a query, as in
-- `a | b`, its match position is the start of the game.
-- @module lucena.query.comments

local M = {}

local function contains(comments, wanted)
  for _, comment in ipairs(comments) do
    if comment:lower():find(wanted, 1, true) then
      return true
    end
  end
  return false
end

local function has(node, wanted)
  return contains(node.comments_before, wanted) or contains(node.comments, wanted)
end

-- Return the first node with a comment that contains the text, in the order of the text.
local function first(game, text)
  local wanted = text:lower()
  if has(game.root, wanted) then
    return game.root
  end
  for node in game:nodes() do
    if has(node, wanted) then
      return node
    end
  end
end

--- Return the latest of a node and the first nodes with the comments that a query asks for.
---@param node lucena.Node
---@param query lucena.Query
---@param game lucena.Game
---@return lucena.Node
function M.later(node, query, game)
  local text = rawget(query, "comment_text")
  if text then
    local other = first(game, text)
    return other and other.ply > node.ply and other or node
  elseif query.kind == "and" and query.level == "game" then
    for _, part in ipairs(query) do
      node = M.later(node, part, game)
    end
  end
  return node
end

return M
