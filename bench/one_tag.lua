-- The least that a Lua filter does: one tag a game.
return function(game)
  return game.tags.White == "nobody at all"
end
