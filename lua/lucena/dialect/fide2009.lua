--- Algebraic notation of FIDE's Laws of Chess of 2009: as of 2023, but that an x "is inserted", not "may be".
-- Its absence is forgiven as a repair, for "it is not mandatory to record the check, the checkmate and capturing".
-- Castling has zeros there, too. (That e.p. "is appended" is not insisted on: in files it is a word of its own.)
-- @module lucena.dialect.fide2009

return {
  extend = "fide",
  title = "FIDE Laws of 2009",
  source = "FIDE Laws of Chess 2009, appendix C",
  optional = { check = true, capture = false, ep = true },
  capture = "x",
}
