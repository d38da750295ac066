-- Decisive games of at most 25 moves.
-- Usage: lucena filter scripts/examples/miniature.lua games.pgn > short.pgn

return function(game)
  local result = game.result
  -- Check the result first, because it is in the text. To compute `plies`, the game must be played.
  return (result == "1-0" or result == "0-1") and game.plies <= 50
end
