--- The notation of pgn-extract's option -Wxolalg: xlalg with castling as O-O.
-- @module lucena.dialect.xolalg

return {
  extend = "xlalg",
  title = "pgn-extract's xolalg, Ng1-f3 and O-O",
  source = "pgn-extract, option -Wxolalg",
  castle = "words",
}
