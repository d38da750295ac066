--- isolani: games won by the side with an isolated d-pawn. The pawn must be isolated for N consecutive positions, on
-- any square of the d-file.

local q = require("lucena").query

local function won_by(side, result, args)
  local query = q.result(result) & q.held(q.isolated { side = side, on = "d" }, math.max(1, args.plies))
  if args.elo > 0 then
    query = query & q.elo { side = side, min = args.elo }
  end
  return args.moves > 0 and query & q.moves { max = args.moves } or query
end

return {
  summary = "won by the side with an isolated d-pawn",
  options = {
    { name = "plies", kind = "integer", least = 0, default = 8,
      help = "The number of consecutive positions with the isolated pawn." },
    { name = "elo", kind = "integer", least = 0, default = 0, help = "The minimum Elo of the winner." },
    { name = "moves", kind = "integer", least = 0, default = 0, help = "The maximum number of moves; 0: no limit." },
  },
  examples = {
    { "--elo 2400 --moves 40 games.pgn", passes = 9 },
    { "--plies 30 --list games.pgn", passes = 30 },
  },
  make = function(args)
    return won_by("white", "1-0", args) | won_by("black", "0-1", args)
  end,
}
