-- Games in which both players are rated 2500 or more.
-- Usage: lucena filter scripts/examples/elo.lua games.pgn > strong.pgn

return require("lucena").query.elo { min = 2500, side = "both" }
