-- For an author: queen sacrifices after which the side without the queen mates within five moves.
-- Usage: lucena filter scripts/examples/queen_for_mate.lua --list games.pgn

local q = require("lucena").query

local function mated_by(side, queen, other)
  local given = q.capture { takes = queen } & q.piece(queen, nil, { max = 0 }) & q.piece(other)
  return q.checkmate(side) & q.at_end(q.piece(queen, nil, { max = 0 })) & function(game)
    local node = given:find(game)
    return node and game.plies - node.ply <= 9 and node
  end
end

return mated_by("white", "Q", "q") | mated_by("black", "q", "Q")
