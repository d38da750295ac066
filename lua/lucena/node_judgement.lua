--- Adds Node:judgement and Node:loss: how good a move was, by the evaluations in the comments before and after it. They
-- work in variations, too; queries such as `q.blunder` use lucena.annotation, which reads a whole mainline at once.
-- @module lucena.node_judgement

local core = require("lucena.core")
local judgement = require("lucena.judgement")
local of_node = require("lucena.score").of_node

local Node = core.Node

-- Return the scores before and after a move, and the side that made it; nothing if a score is missing. Before the first
-- move of a game from the initial position, the score is Lichess's.
local function change_of(node, name)
  if getmetatable(node) ~= "lucena.Node" then
    local kind = require("lucena.argument").kind(node)
    error(("calling '%s' on bad self (lucena.Node expected, got %s)"):format(name, kind), 3)
  end
  local parent, after = node.parent, of_node(node)
  if not parent or not after then
    return
  end
  local start = parent.position
  local before = of_node(parent) or not parent.parent and start == core.position() and judgement.START
  if before then
    return before, after, start.turn
  end
end

--- Return Lichess's judgement of a move.
---@return string? judgement "inaccuracy", "mistake" or "blunder"; nil for other moves, and if an evaluation is missing;
-- if that of the initial position is missing, it is 0.15
-- @usage chess.game("1. e4 {[%eval 0.3]} f6 {[%eval 3.5]} *").root.next.next:judgement()  --> blunder
function Node:judgement()
  local before, after, side = change_of(self, "judgement")
  return before and judgement.judge(before, after, side)
end

--- Return how much win percentage a move lost for the side that made it.
---@return number? points negative for a gain; nil if an evaluation is missing; if that of the initial position is
-- missing, it is 0.15, as on Lichess
-- @usage ("%.0f"):format(chess.game("1. e4 {[%eval 0.3]} f6 {[%eval 3.5]} *").root.next.next:loss())  --> 26
function Node:loss()
  local before, after, side = change_of(self, "loss")
  return before and judgement.win_percent(before, side) - judgement.win_percent(after, side)
end

return {}
