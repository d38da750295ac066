--- Counts lines of legal moves in steps that Ctrl-C can interrupt, for `lucena perft` and `lucena epd perft`. The core
-- cannot be interrupted, so it counts at most DEEP plies at once: it pauses several times a second and is not slower.
-- @module lucena.run.perft

local M = {
  DEEPEST = 12, -- the core counts no deeper
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
