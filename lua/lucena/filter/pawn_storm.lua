--- pawn-storm: games with castling to opposite sides in which two of the winner's pawns advanced against the enemy
-- king. The pawns are on their fifth rank or beyond, on the three files in front of that king.

local q = require("lucena").query

local function storm(side, men, ranks, king, files)
  local squares = {}
  for file in files:gmatch(".") do
    for rank in ranks:gmatch(".") do
      squares[#squares + 1] = file .. rank
    end
  end
  local result = side == "white" and "1-0" or "0-1"
  return q.result(result) & q.ever(q.piece(men, table.concat(squares, " "), { min = 2 }) & king)
end

local function of(side, men, ranks, enemy, home)
  return storm(side, men, ranks, q.piece(enemy, "g" .. home .. " h" .. home), "fgh")
    | storm(side, men, ranks, q.piece(enemy, "a" .. home .. " b" .. home .. " c" .. home), "abc")
end

return {
  summary = "castling to opposite sides, won with a pawn storm",
  options = {},
  examples = {
    { "games.pgn", passes = 5 },
  },
  make = function()
    return q.opposite_castling & (of("white", "P", "567", "k", "8") | of("black", "p", "432", "K", "1"))
  end,
}
