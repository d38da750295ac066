--- miniature: short decisive games. The length is counted in full moves: 25 moves are at most 50 plies.

local q = require("lucena").query

return {
  summary = "decisive games of few moves",
  options = {
    { name = "moves", kind = "integer", least = 0, default = 25, help = "The maximum number of moves." },
  },
  examples = {
    { "games.pgn > short.pgn", passes = 7 },
    { "--moves 20 --list games.pgn", passes = 2 },
  },
  make = function(args)
    return q.result "decisive" & q.moves { max = args.moves }
  end,
}
