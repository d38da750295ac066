--- time-trouble: games lost by a side that had a winning position and then little time. The side must have little time
--- in the winning position or later. By then, the position need no longer be winning. The games need comments
-- with [%eval] and [%clk].

local q = require("lucena").query

local function lost_by(side, result, args)
  local ahead = q.eval { side = side, min = args.pawns }
  local short = q.time_trouble { side = side, under = args.under }
  return q.result(result) & (q.ever(ahead & short) | q.seq(ahead, q.gap(0), short))
end

local GAMES = [[
[Result "0-1"]

1. e4 {[%eval 0.3] [%clk 0:05:00]} e5 {[%eval 3.5] [%clk 0:05:00]} 2. Nf3 {[%eval -4.0] [%clk 0:00:40]} 0-1

[Result "0-1"]

1. e4 {[%eval 0.3] [%clk 0:05:00]} e5 {[%eval 3.5] [%clk 0:00:05]} 2. Nf3 {[%eval -4.0] [%clk 0:01:40]} 0-1
]]

return {
  summary = "lost from a winning position, short of time",
  options = {
    { name = "pawns", kind = "number", default = 3, help = "The minimum advantage, in pawns." },
    { name = "under", kind = "number", default = 60, help = "Time trouble: fewer than N seconds on the clock." },
  },
  examples = {
    { "games.pgn", files = { ["games.pgn"] = GAMES }, passes = 1 },
    { "--pawns 2 --under 30 games.pgn", files = { ["games.pgn"] = GAMES }, passes = 0 },
    { "--under 200 --pawns 1 games.pgn", files = { ["games.pgn"] = GAMES }, passes = 2 },
  },
  make = function(args)
    return lost_by("white", "0-1", args) | lost_by("black", "1-0", args)
  end,
}
