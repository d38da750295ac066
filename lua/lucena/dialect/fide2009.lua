--- Algebraic notation of FIDE's Laws of Chess of 2009: captures are marked, castling has the letter O.
-- @module lucena.dialect.fide2009

return {
  extend = "fide",
  title = "FIDE Laws of 2009",
  source = "FIDE Laws of Chess 2009, appendix C",
  optional = { check = true, capture = false, ep = true },
  capture = "x",
  short = "O-O",
  long = "O-O-O",
}
