-- For an author: smothered mates. A knight mates a king whose own pieces stand on every square next to it.
-- Usage: lucena filter scripts/examples/smothered.lua games.pgn > smothered.pgn

local chess = require("lucena")
local bits, q = chess.bits, chess.query

local shut_in = q.at(function(p)
  local around = bits.attacks("k", p:king(p.turn))
  return around & ~p:bits(p.turn) == 0
end)

return q.checkmate & q.at_end((q.move { piece = "N" } | q.move { piece = "n" }) & shut_in)
