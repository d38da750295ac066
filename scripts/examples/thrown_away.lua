-- For a coach: games that a player lost in time trouble after an evaluation of at least three pawns for that player.
-- Usage: lucena filter scripts/examples/thrown_away.lua --mark won games.pgn

local q = require("lucena").query

local function lost_by(side, result)
  local won = q.eval { side = side, min = 3 }
  local error_in_trouble = q.mistake(side) | q.blunder(side)
  return q.result(result) & q.seq(won, q.gap(0), error_in_trouble & q.time_trouble(side))
end

return lost_by("white", "0-1") | lost_by("black", "1-0")
