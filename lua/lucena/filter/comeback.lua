--- comeback: games won by a side that had a lost position. The games need comments with [%eval].

local q = require("lucena").query

return {
  summary = "won from a lost position, by the evaluations",
  options = {
    { name = "pawns", kind = "number", default = 3, help = "The minimum deficit of the winner, in pawns." },
  },
  examples = {
    { "--pawns 1 --list games.pgn", passes = 13 },
    { "games.pgn", passes = 1 },
  },
  make = function(args)
    return q.result "1-0" & q.ever(q.eval { side = "white", max = -args.pawns })
      | q.result "0-1" & q.ever(q.eval { side = "black", max = -args.pawns })
  end,
}
