-- Games of fewer than 40 moves. The winner is rated at least 2400, and had an isolated pawn on the d-file for eight
-- plies.
-- Usage: lucena filter scripts/examples/isolani.lua games.pgn > isolani.pgn

local q = require("lucena").query

local function won_by(side, result)
  return q.held(q.isolated { side = side, on = "d" }, 8) & q.elo { min = 2400, side = side } & q.result(result)
end

return (won_by("white", "1-0") | won_by("black", "0-1")) & q.moves { max = 39 }
