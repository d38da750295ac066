-- Decisive games of at most 25 moves.
-- Usage: lucena filter scripts/examples/miniature.lua games.pgn > short.pgn

return function(game)
  local result = game.result
  -- The result is in the text; counting plies plays the game. What costs less comes first.
  return (result == "1-0" or result == "0-1") and game.plies <= 50
end
