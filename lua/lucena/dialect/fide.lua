--- Algebraic notation of FIDE's Laws of Chess of 2023, as players write it on score sheets. Castling is 0-0 with
-- zeros, the promoted piece follows the square, and x, +, # and e.p. are optional.
-- @module lucena.dialect.fide

return {
  extend = "pgn",
  title = "FIDE Laws of 2023",
  source = "FIDE Laws of Chess 2023, appendix C",
  aliases = { "fide2023" },
  -- The Laws say "may be inserted" (C.9) and "may be appended" (C.13).
  optional = { check = true, capture = true, ep = true },
  capture = { "x", ":" },
  promotion = { signs = "", close = "" },
  ep = { " e.p.", "e.p." },
  short = "0-0",
  long = "0-0-0",
  mate = { "#", "++" },
}
