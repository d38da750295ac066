-- Games of more than 150 moves.
-- Usage: lucena filter scripts/examples/long_games.lua games.pgn > long.pgn

return require("lucena").query.moves { min = 151 }
