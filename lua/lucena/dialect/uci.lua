--- Moves of the Universal Chess Interface, as engines speak: both squares, a promotion in lower case.
-- In Chess960 castling is king takes rook, e1h1.
-- @module lucena.dialect.uci

return {
  extend = "lalg",
  title = "UCI, e2e4",
  source = "UCI protocol, April 2006",
  promotion = { signs = "", close = "", letters = { Q = "q", R = "r", B = "b", N = "n" } },
  -- Castling has no words of its own here.
  short = {},
  long = {},
  check = "",
  mate = "",
  null = "0000",
}
