--- upset: games won by the player with the lower rating.

local q = require("lucena").query

return {
  summary = "the lower rated player won",
  options = {
    { name = "by", kind = "integer", least = 0, default = 200, help = "The minimum difference of the ratings." },
  },
  examples = {
    { "--by 100 games.pgn", passes = 6 },
    { "--list games.pgn", passes = 5 },
  },
  make = function(args)
    return q.lower_won(math.max(1, args.by))
  end,
}
