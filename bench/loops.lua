-- Compares the loops over a mainline, for docs/library.md: processor time per move, the least of five rounds.
-- Usage: lucena run bench/loops.lua FILE
local chess = require "lucena"

local games, plies, sum = {}, 0, 0
for game in chess.games(arg[1]) do
  games[#games + 1], plies = game, plies + game.plies
end

local function measure(name, loop)
  local least = math.huge
  for _ = 1, 5 do
    local begun = os.clock()
    for _, game in ipairs(games) do
      loop(game)
    end
    least = math.min(least, os.clock() - begun)
  end
  print(("%-24s %.2f microseconds per move"):format(name, least / plies * 1e6))
end

measure("boards", function(game) for board in game:boards() do sum = sum ~ board.key end end)
measure("boards, game:node_at", function(game)
  for _, ply in game:boards() do sum = sum ~ game:node_at(ply).id end
end)
measure("moves", function(game) for move in game:moves() do sum = sum ~ (move and 1) end end)
measure("mainline", function(game) for node in game:mainline() do sum = sum ~ (node and 1) end end)
measure("mainline, node.position", function(game) for node in game:mainline() do sum = sum ~ node.position.key end end)
