--- Describes the size of a game: the numbers of its tags, moves, variations and comments.
-- @module lucena.repl.digest

local M = {}

local function counted(count, noun)
  return count > 0 and ("%d %s%s"):format(count, noun, count == 1 and "" or "s") or nil
end

--- Count the parts of a game. Cost: one pass over its nodes.
---@param game lucena.Game
---@return {tags: integer, moves: integer, variations: integer, comments: integer} `tags`: without
-- the result; `moves`: full moves of the mainline
-- @usage require("lucena.repl.digest").count(require("lucena").game "1. e4 (1. d4) e5 {x} *").variations --> 1
function M.count(game)
  local tags, plies, variations, comments = 0, 0, 0, 0
  for name in pairs(game.tags) do
    tags = tags + (name ~= "Result" and 1 or 0)
  end
  local stack = { game.root }
  while #stack > 0 do
    local node = table.remove(stack)
    comments = comments + (node.comment and 1 or 0)
    plies = plies + (node.ply > 0 and node.is_main and 1 or 0)
    variations = variations + (node.ply > 0 and node.index > 1 and 1 or 0)
    local child = node[1]
    while child do
      stack[#stack + 1], child = child, child.sibling
    end
  end
  return { tags = tags, moves = (plies + 1) // 2, variations = variations, comments = comments }
end

--- Return the parts of a game in words.
---@param game lucena.Game
---@return string "2 tags, 5 moves, 1 variation"
-- @usage require("lucena.repl.digest").parts(require("lucena").game "1. e4 (1. d4) e5 *") --> 1 move, 1 variation
function M.parts(game)
  local count, words = M.count(game), {}
  for _, noun in ipairs { "tag", "move", "variation", "comment" } do
    words[#words + 1] = counted(count[noun .. "s"], noun)
  end
  return #words > 0 and table.concat(words, ", ") or "no moves"
end

return M
