--- The notation of pgn-extract's -Wxlalg: piece letter and both squares with a hyphen or x between them. A castling
-- king is written like other pieces, Ke1-g1. The form of pgn-extract, e1-g1, is read, too.
-- @module lucena.dialect.xlalg

return {
  extend = "lalg",
  title = "pgn-extract's xlalg, Ng1-f3",
  source = "pgn-extract, option -Wxlalg",
  letters = true,
  quiet = "-",
  capture_place = "before",
}
