-- Reads every game into a tree. Usage: lucena run bench/tree.lua FILE...
local chess = require "lucena"

local plies = 0
for _, path in ipairs(arg) do
  for game in chess.games(path) do
    local first = game.root[1]
    plies = plies + (first and first.ply or 0)
  end
end
print(plies)
