--- pgn-extract's -Wxlalg: piece letter, both squares, a hyphen or x between them.
-- A castling king is named as other pieces are, Ke1-g1; pgn-extract's e1-g1 is read, too.
-- @module lucena.dialect.xlalg

return {
  extend = "lalg",
  title = "pgn-extract's xlalg, Ng1-f3",
  source = "pgn-extract, option -Wxlalg",
  letters = true,
  quiet = "-",
  capture_place = "before",
}
