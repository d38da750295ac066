-- Games in which both players are rated 2500 or more.
-- Usage: lucena filter scripts/examples/elo.lua games.pgn > strong.pgn

local LEAST = 2500

return function(game)
  local white, black = tonumber(game.tags.WhiteElo), tonumber(game.tags.BlackElo)
  return white ~= nil and black ~= nil and white >= LEAST and black >= LEAST
end
