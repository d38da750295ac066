-- A minimal Lua filter: it reads one tag per game.
return function(game)
  return game.tags.White == "nobody at all"
end
