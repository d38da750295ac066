-- For an author: Greek gifts, Bxh7+ Kxh7 Ng5+, and how often they won, by the square to which the king then moved.
-- Usage: lucena filter scripts/examples/greek_gift.lua games.pgn
-- To get the games: lucena filter greek-gift games.pgn

local q = require("lucena").query
local tally = require("lucena.tally")

local GIFT = q.seq(q.played "Bxh7+", q.played "Kxh7", q.played "Ng5+")

return {
  where = GIFT,
  each = function(game, state)
    local reply = GIFT:find(game)[1][1][1]
    tally.merge(state, { [reply and reply.san or "(none)"] = { games = 1, won = game.result == "1-0" and 1 or 0 } })
  end,
  finish = function(state)
    local rows = { { "reply", "games", "won" } }
    for i, san in ipairs(tally.largest(state)) do
      rows[i + 1] = { san, state[san].games, state[san].won }
    end
    return rows
  end,
}
