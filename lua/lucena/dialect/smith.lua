--- Smith notation. A move is both squares, then a letter for a captured piece (p n b r q k), E for en passant or c or C
-- for castling, then the promotion piece. It can be taken back without a board, and is easy for programs to read.
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
