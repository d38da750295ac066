--- Lists the nodes of a game after which a run of moves may be played, the best first. `self` is a placer of
-- lucena.text.place: {matcher, tentative}.
-- Cost: a few nodes for each run.
-- @module lucena.text.candidates

local line = require("lucena.text.line")
local tree = require("lucena.text.tree")

local M = {}

--- A single move in a sentence ("He should have played K R - K 1") becomes part of the game only if the moves after it
-- in the text continue it. Return the possible nodes of such a move. Alternatives to the latest move come first.
function M.tentative(self, game, mention)
  local list, seen = {}, {}
  for _, node in ipairs { game.focus.parent or false, game.focus, game.tip.parent or false, game.tip } do
    local made = node and not seen[node] and line.extend(self.matcher, node, mention)
    seen[node] = true
    list[#list + 1] = made or nil
  end
  return list
end

--- Return the nodes after which the moves `from` and later of a run may be played, the best first.
function M.numbered(self, game, run, from)
  local ply = tree.ply_of(run.moves[from].number)
  local is_score, is_first = run.is_row and run.depth == 0, from == 1
  local list = {}
  -- In text without rows, a move number that begins a sentence continues the game.
  local prefers_tip = is_score
    or run.depth == 0 and is_first and run.begins_sentence and game.tip.ply == ply - 1
  local function add_tentative()
    for _, node in ipairs(self.tentative or {}) do
      list[#list + 1] = node.ply == ply - 1 and node or nil
    end
  end
  local is_new = is_first and run.is_new_sentence
  if not is_new and not is_score then
    add_tentative()
  end
  -- A table of variations continues in its own rows.
  if is_score and game.row and game.row ~= game.tip and game.row.ply == ply - 1 then
    list[#list + 1] = game.row
  end
  for _, node in ipairs(tree.places(game, ply, prefers_tip and game.tip or game.focus)) do
    list[#list + 1] = node
  end
  if is_new or is_score then
    add_tentative()
  end
  return list
end

-- Return whether the separators of a list of moves agree with the side to move after a node. Books print "," after
-- White's moves and ";" after Black's.
local function agrees(run, node)
  for i = 2, #run.moves do
    local separator = run.moves[i].separator
    if separator then
      local is_white = (node.ply + i - 1) % 2 == 1
      return (separator == ",") == is_white
    end
  end
  return true
end

--- Return the nodes after which a list of moves without a number may begin, the best first.
function M.unnumbered(self, game, run)
  local list, seen = {}, {}
  local function add(node)
    -- Words before the moves are stronger evidence than the signs between them.
    if node and not seen[node] and (run.joint ~= nil or agrees(run, node)) then
      seen[node] = true
      list[#list + 1] = node
    end
  end
  local focus, tip = game.focus, game.tip
  for _, node in ipairs(run.joint ~= "resumed" and self.tentative or {}) do
    add(node)
  end
  if run.joint == "resumed" or run.joint == "then" then
    add(focus)
    return list
  elseif run.joint == "or" then
    return { focus.parent }
  end
  add(focus.parent)
  if run.joint ~= "instead" then
    add(focus)
    add(tip.parent)
    add(tip)
    add(focus.parent and focus.parent.parent)
  end
  return list
end

return M
