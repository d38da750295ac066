-- For a tournament director: the players who drew in 20 moves or fewer, and how often.
-- Usage: lucena filter scripts/examples/short_draws.lua games.pgn
-- The same as a report: lucena report table --rows Player --order value -e 'result "draw" & moves{max = 20}' games.pgn

local q = require("lucena").query
local tally = require("lucena.tally")

return {
  where = q.result "draw" & q.moves { max = 20 } & ~(q.threefold | q.stalemate | q.insufficient),
  each = function(game, state)
    tally.merge(state, { [game.tags.White] = 1 })
    tally.merge(state, { [game.tags.Black] = 1 })
  end,
  finish = function(state)
    local rows = {}
    for i, name in ipairs(tally.ranked(state)) do
      rows[i] = { state[name], name }
    end
    return rows
  end,
}
