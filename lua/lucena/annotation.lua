--- Reads the clocks and evaluations in the comments of a mainline, so that all parts of a query can share them. Each
-- game has one Annotation, indexed by ply. Clocks and scores are read on first use, each in one pass over the mainline.
-- Missing values are nil.
-- @module lucena.annotation

local core = require("lucena.core")
local judgement = require("lucena.judgement")
local of_node = require("lucena.score").of_node
require("lucena.games")

local Annotation = {}
Annotation.__index = Annotation

--- Return the annotation of a game.
---@param game lucena.Game
---@return table
function Annotation.of(game)
  return setmetatable({ game = game, first = game.start and game.start.turn }, Annotation)
end

--- Return the side that made the move at a ply; nil for ply 0.
---@param ply integer
---@return string? color
function Annotation:mover(ply)
  if ply == 0 then
    return nil
  end
  return (ply % 2 == 1) == (self.first == "white") and "white" or "black"
end

-- ---- clocks --------------------------------------------------------------------------------------

-- entries[ply] = {white = seconds, black = seconds, spent = seconds}
local function read_clocks(game)
  local entries, shown = { [0] = {} }, {}
  for ply, entry in ipairs(game:clocks()) do
    if entry.clock then
      shown[entry.color] = entry.clock
    end
    entries[ply] = { white = shown.white, black = shown.black, spent = entry.spent }
  end
  return entries
end

local function clocks_of(self)
  self.entries = self.entries or read_clocks(self.game)
  return self.entries
end

--- Return the last known clock time of a side, in seconds.
---@param ply integer
---@param color string
---@return number? seconds
function Annotation:clock(ply, color)
  return (clocks_of(self)[ply] or {})[color]
end

--- Return the seconds spent on the move at a ply.
---@param ply integer
---@return number? seconds
function Annotation:spent(ply)
  return (clocks_of(self)[ply] or {}).spent
end

-- ---- evaluations ---------------------------------------------------------------------------------

-- Return the scores by ply, starting with ply 0. The field `last` is the last ply.
local function read_scores(self)
  local scores, is_told = { [0] = of_node(self.game.root), last = 0 }, false
  for node in self.game:mainline() do
    scores[node.ply] = of_node(node)
    scores.last, is_told = node.ply, is_told or scores[node.ply] ~= nil
  end
  if not scores[0] and is_told and self.game.start == core.position() then
    scores[0] = judgement.START
  end
  return scores
end

local function scores_of(self)
  self.scores = self.scores or read_scores(self)
  return self.scores
end

--- Return the score of a position.
---@param ply integer
---@return table? score as in `lucena.judgement`
function Annotation:score(ply)
  return scores_of(self)[ply]
end

--- Return the scores before and after the move at a ply, if both are known.
---@param ply integer
---@return table? before
---@return table? after
function Annotation:change(ply)
  local before, after = self:score(ply - 1), self:score(ply)
  if before and after then
    return before, after
  end
end

--- Return the loss of win percentage by the move at a ply, in points; a gain is negative.
---@param ply integer
---@return number? points
function Annotation:drop(ply)
  local before, after = self:change(ply)
  local mover = self:mover(ply)
  return before and judgement.win_percent(before, mover) - judgement.win_percent(after, mover)
end

--- Return Lichess's judgement of the move at a ply.
---@param ply integer
---@return string? judgement
function Annotation:judged(ply)
  local before, after = self:change(ply)
  return before and judgement.judge(before, after, self:mover(ply))
end

--- Count the moves of a side that a test accepts.
---@param color string
---@param test fun(ply: integer): boolean
---@return integer? count nil if no move of the side has a score before and after it
function Annotation:count(color, test)
  local known, count = 0, 0
  for ply = 1, scores_of(self).last do
    if self:mover(ply) == color and self:change(ply) then
      known = known + 1
      count = count + (test(ply) and 1 or 0)
    end
  end
  return known > 0 and count or nil
end

--- Return a side's accuracy, from the first to the last move with a score.
---@param color string
---@return number? percent nil if there are no scores, or if a score is missing between the first and the last
function Annotation:accuracy(color)
  local scores = scores_of(self)
  local first, last = 1, scores.last
  while first <= last and not scores[first] do
    first = first + 1
  end
  while last > first and not scores[last] do
    last = last - 1
  end
  first = scores[first - 1] and first - 1 or first
  local list = {}
  for ply = first, last do
    list[#list + 1] = scores[ply]
  end
  if #list < last - first + 1 then
    return nil
  end
  return judgement.accuracy(list, self:mover(first + 1), color)
end

return { of = Annotation.of }
