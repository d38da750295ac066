-- For a tournament director: games whose result contradicts the final position.
-- Usage: lucena filter scripts/examples/wrong_result.lua --list games.pgn

local q = require("lucena").query

return q.checkmate "white" & ~q.result "1-0" | q.checkmate "black" & ~q.result "0-1"
  | (q.stalemate | q.insufficient) & ~q.result "draw"
