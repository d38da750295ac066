--- Moves of the Universal Chess Interface, which engines use: both squares, and the promotion piece in lower case. In
-- Chess960, castling is written as king takes rook, e1h1.
-- @module lucena.dialect.uci

return {
  extend = "lalg",
  title = "UCI, e2e4",
  source = "UCI protocol, April 2006",
  promotion = { signs = "", close = "", letters = { Q = "q", R = "r", B = "b", N = "n" } },
  -- Castling is written as the king's move.
  short = {},
  long = {},
  check = "",
  mate = "",
  null = "0000",
}
