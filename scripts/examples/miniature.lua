-- Decisive games of at most 25 moves.
-- Usage: lucena filter scripts/examples/miniature.lua games.pgn > short.pgn

local q = require("lucena").query

return q.result "decisive" & q.moves { max = 25 }
