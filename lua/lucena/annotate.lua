--- Adds evaluations to a game: [%eval] after each move of the mainline, NAGs for mistakes, and the better lines. The
-- thresholds are defined in lucena.judgement, so that NAGs agree with queries such as `q.blunder`.
-- Existing annotations stay: evaluations are not computed again, and a move with a NAG from $1 to $6 gets no other NAG.
-- If a variation already begins with the first move of a better line, the line is not added. So an interrupted
-- annotation can be continued. The cost is one engine search for the start position and for each position without an
-- evaluation.
-- @module lucena.annotate

local argument = require("lucena.argument")
local judgement = require("lucena.judgement")
require("lucena.games")

local M = {}

local NAGS = { inaccuracy = 6, mistake = 2, blunder = 4 }
local LINE = 8 -- maximum length of a better line, in plies

-- Return the evaluation in the node's comments, or the score of a win on the board; nil if there is neither.
local function known(node)
  local score = node.score
  if score and score.moves ~= 0 then
    return score
  end
  local outcome = node.position and node.position:outcome()
  return outcome and outcome.winner and { mate = outcome.winner, moves = 0 } or nil
end

--- Return whether every position after a move of the mainline has an evaluation, so that no search is needed.
---@param game lucena.Game
---@return boolean
-- @usage chess.is_annotated(chess.game "1. e4 {[%eval 0.3]} e5 *")  --> false
function M.is_annotated(game)
  argument.class(game, 1, "is_annotated", "lucena.Game")
  for node in game:mainline() do
    if not known(node) then
      return false
    end
  end
  return true
end

local function add_nag(node, judged)
  for _, nag in ipairs(node.nags) do
    if nag >= 1 and nag <= 6 then
      return
    end
  end
  node:add_nag(NAGS[judged])
end

-- Add the better line as a variation that replaces the move.
local function add_line(node, moves, most)
  local parent, best = node.parent, moves[1]
  if not best or most == 0 then
    return
  end
  for i = 1, #parent do
    if parent[i].move == best then
      return
    end
  end
  local first = assert(parent:add(best))
  if most > 1 and #moves > 1 then
    assert(first:add_line(table.move(moves, 2, math.min(#moves, most), 1, {})))
  end
end

-- Return the `score` and `pv` of a position, from an earlier search or a new one. Each position is searched only once.
local function ask(self, place)
  if not place.asked then
    place.asked = true
    local result, err = self.ask(place.node)
    if result then
      place.score, place.pv = place.score or result.score, result.pv
      self.count = self.count + 1
    else
      self.problem = self.problem or err or "no answer"
    end
  end
  return place
end

local function judge(self, before, after)
  local node = after.node
  if not before.score then
    ask(self, before)
  end
  local judged = before.score and after.score
    and judgement.judge(before.score, after.score, node.parent.position.turn)
  if judged then
    add_nag(node, judged)
    add_line(node, ask(self, before).pv or {}, self.line)
  end
end

--- Annotate a game in place.
---@param game lucena.Game
---@param question function takes a Node to evaluate, and returns the results of Engine:analyse
---@param opts? {line?: integer} `line`: the maximum length of better lines in plies, default 8, 0 for none
---@return integer count number of new evaluations; after an error, the game keeps the evaluations made before it
---@return string? problem the first error
-- @usage chess.annotate(game, function(node) return engine:analyse(node, { depth = 12 }) end)
function M.annotate(game, question, opts)
  argument.class(game, 1, "annotate", "lucena.Game")
  argument.check(question, 2, "annotate", "function")
  opts = argument.options(opts, 3, "annotate", { line = "number" })
  local self = { ask = question, line = opts.line or LINE, count = 0 }
  local nodes = {}
  for node in game:mainline() do
    nodes[#nodes + 1] = node
  end
  local before = { node = game.root, score = known(game.root) }
  for _, node in ipairs(nodes) do
    local after = { node = node, score = known(node) }
    local is_new = not after.score
    if is_new and ask(self, after).score then
      local score = after.score
      -- [%eval] cannot express a bound, so the bound is written as an exact score.
      node.score = { pawns = score.pawns, mate = score.mate, moves = score.moves }
    end
    if is_new then -- a checkmate is not a new evaluation, and cannot be a mistake
      judge(self, before, after)
    end
    before = after
  end
  return self.count, self.problem
end

return M
