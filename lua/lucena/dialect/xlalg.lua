--- The notation of pgn-extract's option -Wxlalg: piece letter and both squares with a hyphen or x between them.
-- Castling is written like other king moves, Ke1-g1. pgn-extract writes e1-g1, which is read, too.
-- @module lucena.dialect.xlalg

return {
  extend = "lalg",
  title = "pgn-extract's xlalg, Ng1-f3",
  source = "pgn-extract, option -Wxlalg",
  letters = true,
  quiet = "-",
  capture_place = "before",
}
