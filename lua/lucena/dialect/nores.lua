--- Gringmuth's code with signs added by Nores: check C, mate M, en passant P, castling L. Castling is written as the
-- squares of king and rook. The sign for stalemate, S, is neither written nor read.
-- @module lucena.dialect.nores

return {
  extend = "gringmuth",
  title = "Gringmuth's code with Nores' signs, GALAL",
  source = "Steinitz 1889; jmcvey.net on telegraphic codes",
  castle = "rook",
  castle_marks = { short = "L", long = "L" },
  ep = "P",
  check = "C",
  mate = "M",
}
