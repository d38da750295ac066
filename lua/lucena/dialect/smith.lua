--- Smith notation: both squares, then the captured piece (p n b r q k), E for en passant, c or C for castling, then a
-- promotion. It is reversible and easy for programs to read.
-- @module lucena.dialect.smith

return {
  extend = "lalg",
  title = "Smith, e4d5p",
  source = "chessclub.com, Smith notation by W. D. Smith",
  victim = "after",
  victims = { P = "p", N = "n", B = "b", R = "r", Q = "q", K = "k" },
  ep_victim = "E",
  short = {},
  long = {},
  castle_marks = { short = "c", long = "C" },
  check = "",
  mate = "",
  null = {},
}
