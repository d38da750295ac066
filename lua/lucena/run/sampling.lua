--- Random samples, reproducible with the same seed.
-- @module lucena.run.sampling

local option_values = require("lucena.run.option_values")

local M = {}

--- Seed the random numbers with the given seed, or with a new one.
---@param text string?
---@param parser table
---@return integer seed
function M.seed(text, parser)
  local seed = option_values.number(text, "--seed", { kind = "integer" }, parser)
  if not seed then
    math.randomseed()
    seed = math.random(1 << 31)
  end
  math.randomseed(seed)
  return seed
end

--- Draw N of an unknown number of items in one pass, storing only N items. Each set of N items is equally likely. This
-- is algorithm R of Vitter, "Random sampling with a reservoir", 1985.
---@param count integer
---@return function next called for each item: returns the index (1 to `count`) at which to store it, or nil to skip it
function M.reservoir(count)
  local seen = 0
  return function()
    seen = seen + 1
    -- math.random() gives the same numbers for a seed in every Lua 5.4
    local place = seen <= count and seen or 1 + math.floor(math.random() * seen)
    return place <= count and place or nil
  end
end

return M
