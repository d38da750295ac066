--- Counts lines of legal moves for `lucena perft` and `lucena epd perft`, so that Ctrl-C can interrupt the counting.
-- A call of the core cannot be interrupted. So each call counts at most DEEP plies and ends within a fraction of a
-- second; this is not slower.
-- @module lucena.run.perft

local M = {
  DEEPEST = 12, -- the core's limit
}

local DEEP = 5

--- Count the lines of `depth` legal moves, 0 to `DEEPEST`.
---@param position lucena.Position
---@param depth integer
---@return integer
function M.count(position, depth)
  if depth <= DEEP then
    return position:perft(depth)
  end
  local nodes = 0
  for _, move in ipairs(position:moves()) do
    nodes = nodes + M.count(position:play(move), depth - 1)
  end
  return nodes
end

return M
