--- Counting lines of legal moves in steps that Ctrl-C can interrupt: `lucena perft` and `lucena epd perft`.
-- The core cannot be interrupted. It is asked for at most DEEP plies at once; so it pauses several times a second, and
-- is not slower.
-- @module lucena.run.perft

local M = {
  DEEPEST = 12, -- the core counts no deeper
}

local DEEP = 5

--- The lines of `depth` legal moves, 0 to `DEEPEST`.
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
