-- For a researcher: how often games are decided after castling to the same side and to opposite sides.
-- Usage: lucena filter scripts/examples/castling.lua games.pgn

local q = require("lucena").query
local tally = require("lucena.tally")

local BOTH = q.castled { side = "white" } & q.castled { side = "black" }

return {
  where = BOTH,
  each = function(game, state)
    local kind = q.opposite_castling(game) and "opposite" or "same"
    local decided = game.result ~= "1/2-1/2" and 1 or 0
    tally.merge(state, { [kind] = { games = 1, decided = decided, plies = game.plies } })
  end,
  finish = function(state)
    local rows = { { "castled", "games", "decided %", "moves" } }
    for _, kind in ipairs { "same", "opposite" } do
      local row = state[kind] or { games = 0, decided = 0, plies = 0 }
      local n = math.max(1, row.games)
      rows[#rows + 1] = { kind, row.games, ("%.1f"):format(100 * row.decided / n), ("%.1f"):format(row.plies / 2 / n) }
    end
    return rows
  end,
}
