--- Random samples, reproducible with the same seed.
-- @module lucena.run.sampling

local M = {}

--- Start the random numbers with a seed: the one given, or a new one.
---@param text string?
---@param parser table
---@return integer seed
function M.seed(text, parser)
  local seed = text and text:find("^%-?%d+$") and math.tointeger(tonumber(text))
  if text and not seed then
    parser:error(("--seed takes an integer, not '%s'"):format(text))
  elseif not seed then
    math.randomseed()
    seed = math.random(1 << 31)
  end
  math.randomseed(seed)
  return seed
end

--- Draw N of an unknown number of items in one pass, each set as likely as another, holding only N items: Vitter,
-- "Random sampling with a reservoir", 1985, algorithm R.
---@param count integer
---@return function next called for each: the place, 1 to `count`, where it takes what was there; nil when not drawn
function M.reservoir(count)
  local seen = 0
  return function()
    seen = seen + 1
    -- From a number in [0, 1), which is the same in every Lua 5.4.
    local place = seen <= count and seen or 1 + math.floor(math.random() * seen)
    return place <= count and place or nil
  end
end

return M
