--- Algebraic notation of FIDE's Laws of Chess of 2009: as of 2023, but that e.p. "is appended", not "may be".
-- Castling has zeros there, too; and though the rules insert an x, "it is not mandatory to record the check, the
-- checkmate and capturing".
-- @module lucena.dialect.fide2009

return {
  extend = "fide",
  title = "FIDE Laws of 2009",
  source = "FIDE Laws of Chess 2009, appendix C",
  optional = { check = true, capture = true, ep = false },
}
