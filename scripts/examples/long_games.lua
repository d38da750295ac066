-- Games of more than 150 moves.
-- Usage: lucena filter scripts/examples/long_games.lua games.pgn > long.pgn

return function(game)
  return game.plies > 300
end
