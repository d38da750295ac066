--- repertoire: games that leave the lines of a PGN file. Its lines are the mainlines and variations. Positions are
-- compared, so the order of moves does not matter. A game leaves the file when it plays a move that the file does not
-- have, from a position for which the file has other moves. A game that continues after the end of a line has not left
-- the file. --list and --mark show the move that leaves the file.

local chess = require("lucena")

local FILES = { ["lines.pgn"] = "1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6)) 2. Nf3 Nc6 3. Bc4 (3. Bb5 a6) *" }

return {
  summary = "games that leave the lines of a PGN file",
  options = {
    { name = "lines", kind = "file", help = "A PGN file with the lines, as games and variations." },
    { name = "side", kind = "side", default = "either", help = "The side that leaves the lines." },
  },
  examples = {
    { "--lines lines.pgn --list games.pgn", files = FILES, passes = 295 },
    { "--lines lines.pgn --side white --mark 'left here' games.pgn", files = FILES, passes = 197 },
  },
  make = function(args)
    return chess.query.deviates(args.lines, { side = args.side })
  end,
}
