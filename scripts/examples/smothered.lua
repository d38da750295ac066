-- For an author: smothered mates. A knight mates a king in the corner that its own pieces keep from escaping.
-- Usage: lucena filter scripts/examples/smothered.lua games.pgn > smothered.pgn

local q = require("lucena").query

local shut_in = q.pattern("??????[rnbq]k/??????[pnbrq][pnbrq]/*/*/*/*/*/*", { colors = true, mirror = true })

return q.checkmate & q.at_end((q.move { piece = "N" } | q.move { piece = "n" }) & shut_in)
