--- blunder-fest: games in which both sides blundered several times. The games need comments with [%eval]. A blunder
-- loses 15 points of win percentage, as on lichess: see docs/filters.md.

local q = require("lucena").query

return {
  summary = "both sides blundered, by the evaluations",
  options = {
    { name = "each", kind = "integer", least = 0, default = 2, help = "The minimum number of blunders of each side." },
    { name = "drop", kind = "number", default = 15, help = "A blunder loses at least N points of win percentage." },
  },
  examples = {
    { "games.pgn", passes = 0 },
    { "--drop 5 --each 2 --list games.pgn", passes = 1 },
  },
  make = function(args)
    local function side(color)
      return q.blunders { side = color, min = args.each, drop = args.drop }
    end
    return side "white" & side "black"
  end,
}
