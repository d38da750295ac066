-- A minimal Lua filter that reads the same tag as one_tag.lua, without a Game.
return require("lucena").query.tags("White", function(white)
  return white == "nobody at all"
end)
