--- sacrifice: games in which the winner had less material for some plies. A pawn counts 1, a knight or bishop 3, a rook
-- 5, a queen 9.

local q = require("lucena").query

local function won_by(side, result, args)
  return q.result(result) & q.held(q.imbalance { side = side, max = -args.pawns }, math.max(1, args.plies))
end

return {
  summary = "the winner was down in material for a while",
  options = {
    { name = "pawns", kind = "integer", least = 0, default = 3, help = "The minimum deficit of material, in pawns." },
    { name = "plies", kind = "integer", least = 0, default = 8,
      help = "The number of consecutive positions with this deficit." },
  },
  examples = {
    { "games.pgn", passes = 11 },
    { "--pawns 5 --plies 12 --list games.pgn", passes = 1 },
  },
  make = function(args)
    return won_by("white", "1-0", args) | won_by("black", "0-1", args)
  end,
}
