--- underpromotion: games in which a pawn is promoted to a rook, bishop or knight.

local q = require("lucena").query

return {
  summary = "a pawn is promoted to a rook, bishop or knight",
  options = {
    { name = "piece", kind = "string", default = "RBN", help = "The letters of the promotion pieces." },
  },
  examples = {
    { "games.pgn", passes = 36 },
    { "--piece N --list games.pgn", passes = 2 },
  },
  make = function(args)
    local query
    for letter in args.piece:upper():gmatch("[RBN]") do
      local one = q.promotion { becomes = letter }
      query = query and query | one or one
    end
    return query or error("--piece takes letters of R, B and N", 0)
  end,
}
