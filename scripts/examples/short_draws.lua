-- For a tournament director: the players who drew in 20 moves or fewer, and how often.
-- Usage: lucena filter scripts/examples/short_draws.lua games.pgn

local q = require("lucena").query
local tally = require("lucena.tally")

local function add(state, name)
  state[name] = (state[name] or 0) + 1
end

return {
  where = q.result "draw" & q.moves { max = 20 } & ~(q.threefold | q.stalemate | q.insufficient),
  each = function(game, state)
    add(state, game.tags.White)
    add(state, game.tags.Black)
  end,
  finish = function(state)
    local rows = {}
    for i, name in ipairs(tally.ranked(state)) do
      rows[i] = { state[name], name }
    end
    return rows
  end,
}
