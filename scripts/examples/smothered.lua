-- For an author: smothered mates. A knight mates a king whose own pieces stand on every square next to it.
-- Usage: lucena filter scripts/examples/smothered.lua games.pgn > smothered.pgn

return require("lucena").query.motif "smothered mate"
