--- king-hunt: games in which a king is driven towards the other side of the board, and mated before the endgame.

local q = require("lucena").query

local function hunted(king, ranks, queen, winner, moves)
  local far = q.move { piece = king, to = ranks } & q.piece(queen)
  return q.checkmate(winner) & q.within(far, 1, moves) & q.moves { max = moves + 5 }
end

return {
  summary = "a king is driven up the board and mated",
  options = {
    { name = "rank", kind = "integer", least = 0, default = 5,
      help = "The rank that the king must reach, 3 to 8, seen from its own side." },
    { name = "moves", kind = "integer", least = 0, default = 45,
      help = "The king reaches the rank by move N and is mated by move N + 5." },
  },
  examples = {
    { "games.pgn", passes = 2 },
    { "--rank 4 --list games.pgn", passes = 9 },
  },
  make = function(args)
    local white, black = {}, {}
    for rank = args.rank, 8 do
      white[#white + 1], black[#black + 1] = tostring(rank), tostring(9 - rank)
    end
    return hunted("K", table.concat(white, " "), "q", "black", args.moves)
      | hunted("k", table.concat(black, " "), "Q", "white", args.moves)
  end,
}
