--- Computes ratings by FIDE's rules.
-- Source: FIDE Handbook B.02, "FIDE Rating Regulations", section 8, in force from 1 March 2024. A difference of more
-- than 400 points counts as 400 in `expected` (8.3.1). FIDE's later rules for the highest ratings are not included.
-- @module lucena.elo

local M = {}

-- 8.1.1: the rating difference for a score of 50, 51 ... 100 percent. For a score below 50 percent, it is the negative
-- difference for 100 minus the score.
local DP = {
  0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
  202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
  677, 800,
}

-- 8.1.2: the greatest rating difference at which the stronger player is expected to score 50, 51, 52 ... percent.
local PD = {
  3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
  206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
  735,
}

-- Round a quotient to the nearest integer, halves up.
local function rounded(sum, count)
  return (2 * sum + count) // (2 * count)
end

--- Return the average of ratings, rounded to the nearest integer, halves up (C.07 article 10.1).
---@param sum integer
---@param count integer
---@return integer? average nil if there are none
-- @usage require("lucena.elo").average(4805, 2) --> 2403
function M.average(sum, count)
  return count > 0 and rounded(sum, count) or nil
end

--- Return the rating difference for a score: -800 for 0 %, 800 for 100 %.
---@param halves integer half points
---@param games integer 1 or more
---@return integer difference
-- @usage require("lucena.elo").difference(3, 2) --> 193
function M.difference(halves, games)
  local percent = rounded(100 * halves, 2 * games)
  return percent >= 50 and DP[percent - 49] or -DP[51 - percent]
end

--- Return the performance rating: the opponents' average rating plus the difference for the score.
---@param sum integer of the opponents' ratings
---@param halves integer half points scored against them
---@param games integer
---@return integer? rating nil if there are no games
-- @usage require("lucena.elo").performance(4800, 3, 2) --> 2593
function M.performance(sum, halves, games)
  return games > 0 and rounded(sum, games) + M.difference(halves, games) or nil
end

--- Return the expected score of a game, in hundredths of a point.
---@param own integer
---@param other integer
---@return integer percent 0 to 100
-- @usage require("lucena.elo").expected(2400, 2500) --> 36
function M.expected(own, other)
  local difference = math.min(math.abs(own - other), 400)
  local percent = 50
  while PD[percent - 49] < difference do
    percent = percent + 1
  end
  return own >= other and percent or 100 - percent
end

return M
