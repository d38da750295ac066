-- For a researcher: how often the side with an extra pawn wins a rook ending.
-- Usage: lucena filter scripts/examples/rook_endings.lua games.pgn

local q = require("lucena").query
local tally = require("lucena.tally")

local ROOKS = q.pieces { white = { q = 0, r = 1, b = 0, n = 0 }, black = { q = 0, r = 1, b = 0, n = 0 } }
local WHITE = q.held(ROOKS & q.imbalance { min = 1, max = 1 }, 10)
local BLACK = q.held(ROOKS & q.imbalance { min = -1, max = -1 }, 10)

return {
  where = WHITE | BLACK,
  each = function(game, state)
    -- If both sides were a pawn up at some time, only the first of them counts.
    local white, black = WHITE:find(game), BLACK:find(game)
    local is_white = white ~= nil and (not black or white.ply < black.ply)
    local outcome = game.result == "1/2-1/2" and "drawn" or (game.result == "1-0") == is_white and "won" or "lost"
    tally.merge(state, { [outcome] = 1 })
  end,
  finish = function(state)
    return { { "won", state.won or 0 }, { "drawn", state.drawn or 0 }, { "lost", state.lost or 0 } }
  end,
}
