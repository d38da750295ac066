-- Counts the plies of all games, and the positions with more than eight white pawns (none), in a loop over the boards.
-- Usage: lucena run bench/boards.lua FILE
local chess = require "lucena"

local plies, found = 0, 0
for game in chess.games(arg[1]) do
  for board in game:boards() do
    plies, found = plies + 1, found + (board:count "P" > 8 and 1 or 0)
  end
end
print(("%d plies, %d positions"):format(plies, found))
