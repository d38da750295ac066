-- Counts positions by their FENs, for comparison with `lucena report openings`.
-- Usage: lucena run bench/openings.lua FILE DEPTH
local chess = require "lucena"

local counts, depth = {}, tonumber(arg[2])
for game in chess.games(arg[1]) do
  local result = game.tags.Result
  for board, ply in game:boards() do
    if ply > depth then
      break
    end
    local fen = board:fen()
    local at = counts[fen] or {}
    counts[fen] = at
    at[result] = (at[result] or 0) + 1
  end
end
local positions = 0
for _ in pairs(counts) do
  positions = positions + 1
end
print(positions)
