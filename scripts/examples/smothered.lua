-- For an author: smothered mates. A knight mates a king whose own pieces stand on every square next to it.
-- Usage: lucena filter scripts/examples/smothered.lua games.pgn > smothered.pgn

local q = require("lucena").query

local by_white = q.move { piece = "N", mate = true } & q.ring { of = "k", empty = 0, enemy = 0 }

return by_white | q.flipped(by_white)
