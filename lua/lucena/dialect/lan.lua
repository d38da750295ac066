--- Long algebraic notation: both squares of every move.
-- @module lucena.dialect.lan

return {
  extend = "pgn",
  title = "Long algebraic, Ng1-f3",
  source = "FIDE Laws of Chess 2023, C.8; Scidb",
  aliases = { "long" },
  origin = "always",
  pawn_origin = "always",
  quiet = "-",
  capture = "x",
}
