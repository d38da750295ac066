--- Chooses the node after which the moves of a run are played: the node after which most moves of the run are legal;
-- between equals, the node after which most moves of later runs are legal. `self` is a placer of lucena.text.place:
-- {matcher, items, index}.
-- Cost: at most MOST_AHEAD later runs are read for a node.
-- @module lucena.text.ahead

local line = require("lucena.text.line")
local tree = require("lucena.text.tree")

local M = {}

local LATEST_PLY = 2000
local MOST_AHEAD = 8 -- later runs that are read to choose between nodes

--- Number of items that are searched for later runs.
M.LOOKAHEAD = 4 * MOST_AHEAD

--- Read the moves of a run after a node until a move is illegal or has the wrong number. Returns the new nodes.
function M.try(self, node, moves, first)
  local nodes = {}
  for i = first or 1, #moves do
    local mention = moves[i]
    local number = mention.number
    if i > (first or 1) and number and tree.ply_of(number) ~= node.ply + 1 or node.ply >= LATEST_PLY then
      break
    end
    local after = line.extend(self.matcher, node, mention)
    if not after then
      break
    end
    nodes[#nodes + 1] = after
    node = after
  end
  return nodes
end

--- Return the new nodes of a run after the candidate with the most legal moves; between equals, the first.
function M.best_of(self, list, moves, from)
  local best, most = nil, 0
  for _, node in ipairs(list) do
    local nodes = M.try(self, node, moves, from)
    if #nodes > most then
      best, most = nodes, #nodes
    end
    if most == #moves - from + 1 then
      break
    end
  end
  return best
end

-- Return how an item changes the depth of brackets.
local function deepens(item)
  return item.kind == "open" and 1 or item.kind == "close" and -1 or 0
end

--- Count the moves of later runs that continue a line, or branch off from it. A run without a number counts if the next
-- number follows it. `root`: the node before the line, or nil. Without a root, the line is a note: the moves after its
-- closing bracket, the rows of the game and moves at the beginning of a paragraph are no evidence for it.
function M.count_ahead(self, node, index, root)
  local count, seen, unnumbered, depth = 0, 0, nil, 0
  local path = { [node.ply] = node }
  if root then
    path[root.ply] = root
  end
  for i = index + 1, math.min(#self.items, index + M.LOOKAHEAD) do
    local run = self.items[i]
    depth = depth + deepens(run)
    local is_game = run.depth == 0 and (run.is_row or run.begins_paragraph and run.number)
    local is_outside = not root and (depth < 0 or is_game)
    if run.kind == "result" or run.kind == "tag" or run.kind == "title" or seen == MOST_AHEAD or is_outside then
      break
    elseif run.kind == "run" then
      seen = seen + 1
      local ply = run.number and tree.ply_of(run.number)
      local follows = unnumbered and ply == unnumbered.ply + 1
      local nodes = (ply == nil or path[ply - 1] or follows)
        and M.try(self, ply and (path[ply - 1] or unnumbered) or node, run.moves) or {}
      if ply then
        count = count + #nodes
        for _, one in ipairs(nodes) do
          path[one.ply], node = one, one
        end
      else
        unnumbered = #nodes == #run.moves and nodes[#nodes] or unnumbered
      end
    end
  end
  return count
end

--- Return the new nodes of a run in a sentence after the candidate with the most legal moves; between equals, the
-- candidate after which most moves of later runs are legal.
function M.best_ahead(self, list, moves, from)
  local best, most, ahead = nil, 0, nil
  for _, node in ipairs(list) do
    local nodes = M.try(self, node, moves, from)
    if #nodes > most then
      best, most, ahead = nodes, #nodes, nil
    elseif #nodes == most and most > 0 then
      ahead = ahead or M.count_ahead(self, best[#best], self.index)
      local other = M.count_ahead(self, nodes[#nodes], self.index)
      if other > ahead then
        best, ahead = nodes, other
      end
    end
  end
  return best
end

return M
