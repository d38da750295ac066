--- Judges moves by evaluations, with Lichess's win percentage, judgements and accuracy.
-- A score is {pawns = number from White's point of view} or {mate = color of the side that mates, moves = integer}.
--
-- **Sources**, all of lichess.org: the page /page/accuracy (win percentage, accuracy of a move); in the repositories
-- lila and scalachess the files Advice.scala, eval.scala and AccuracyPercent.scala (judgements, accuracy of a game).
-- **Units.** Lichess's thresholds 0.1, 0.2 and 0.3 of the judgements are differences of winning chances from -1 to 1;
-- in points of win percentage they are 5, 10 and 15. Judgements use evaluations without a limit; win percentage and
-- accuracy limit them to 10 pawns, and a mate counts as 10 pawns.
-- **Difference.** Lichess assumes its evaluation of the initial position, 0.15 (`M.START`), for every game;
-- `lucena.annotation` does so only for games that start there.
-- @module lucena.judgement

local definitions = require("lucena.definitions").value

local M = {}

M.START = { pawns = 0.15 }

local MOST = 10 -- pawns; larger evaluations are limited to this

--- The greatest change of the winning chances per pawn, which is in equal positions.
M.STEEPEST = 0.368208 / 2

-- Return the winning chances, from -1 (lost) to 1 (won).
local function chances(pawns)
  return 2 / (1 + math.exp(-0.368208 * pawns)) - 1
end

--- Return a score in pawns from a side's point of view; a mate is infinite.
---@param score table
---@param color string
---@return number
-- @usage require("lucena.judgement").pawns({pawns = 0.5}, "black") --> -0.5
function M.pawns(score, color)
  if score.mate then
    return score.mate == color and math.huge or -math.huge
  end
  return color == "white" and score.pawns or -score.pawns
end

--- Return the score in pawns from a side's point of view, limited to 10 pawns.
---@param score table
---@param color string
---@return number
function M.limited(score, color)
  return math.max(-MOST, math.min(MOST, M.pawns(score, color)))
end

--- Return the win percentage of a side.
---@param score table
---@param color string
---@return number
-- @usage require("lucena.judgement").win_percent({pawns = 0}, "white") --> 50.0
function M.win_percent(score, color)
  return 50 + 50 * chances(M.limited(score, color))
end

-- ---- judgements ----------------------------------------------------------------------------------

-- Judge a move that missed or allowed a mate. The position before or after the move has a mate; `pawns` is the
-- evaluation of the other position.
local function mate_judgement(pawns)
  return pawns > 9.99 and "inaccuracy" or pawns > 7 and "mistake" or "blunder"
end

-- Judge a move with a mate before or after it. The number of moves to the mate is ignored.
local function judge_mate(before, after, color)
  if before.mate == color and after.mate ~= color then
    return mate_judgement(after.mate and 0 or M.pawns(after, color))
  elseif not before.mate and after.mate and after.mate ~= color then
    return mate_judgement(-M.pawns(before, color))
  end
end

--- Return Lichess's judgement of a move.
---@param before table the score before it
---@param after table the score after it
---@param color string the side that moved
---@return string? judgement "inaccuracy", "mistake" or "blunder"; nil for other moves
function M.judge(before, after, color)
  if before.mate or after.mate then
    return judge_mate(before, after, color)
  end
  local drop = chances(M.pawns(before, color)) - chances(M.pawns(after, color))
  local points = 50 * drop -- points of win percentage
  return points >= definitions.blunder and "blunder" or points >= definitions.mistake and "mistake"
    or points >= definitions.inaccuracy and "inaccuracy" or nil
end

-- ---- accuracy ------------------------------------------------------------------------------------

--- Return the accuracy of a move from the mover's win percentages before and after it. (Unlike its page, Lichess's
-- code gives 100 to a move that loses nothing, and adds one point because evaluations are not exact.)
---@param before number
---@param after number
---@return number percent
function M.move_accuracy(before, after)
  if after >= before then
    return 100
  end
  local percent = 103.1668100711649 * math.exp(-0.04354415386753951 * (before - after)) - 3.166924740191411 + 1
  return math.max(0, math.min(100, percent))
end

local function deviation(values, first, last)
  local sum, squares, count = 0, 0, last - first + 1
  for i = first, last do
    sum = sum + values[i]
  end
  for i = first, last do
    squares = squares + (values[i] - sum / count) ^ 2
  end
  return math.sqrt(squares / count)
end

--- Return the accuracy of a side's moves: the average of their harmonic mean and their weighted mean. The weight of a
-- move is the standard deviation of the win percentages around it.
---@param scores table array; the first score is the one before the first move
---@param first_color string the side that made the first move
---@param color string
---@return number? percent nil if the side made no move
function M.accuracy(scores, first_color, color)
  local wins, count = {}, #scores - 1
  for i, score in ipairs(scores) do
    wins[i] = M.win_percent(score, "white")
  end
  local window = math.max(2, math.min(8, count // 10))
  local sum, weights, inverse, moves = 0, 0, 0, 0
  for i = first_color == color and 1 or 2, count, 2 do
    local start = math.max(1, i + 2 - window)
    local weight = math.max(0.5, math.min(12, deviation(wins, start, start + window - 1)))
    local accuracy = M.move_accuracy(M.win_percent(scores[i], color), M.win_percent(scores[i + 1], color))
    sum, weights, moves = sum + accuracy * weight, weights + weight, moves + 1
    inverse = inverse + 1 / math.max(1, accuracy)
  end
  return moves > 0 and (sum / weights + moves / inverse) / 2 or nil
end

return M
