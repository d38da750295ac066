--- ICCF's numeric notation for correspondence chess. Each square is two digits, so no letters of any language are
-- needed.
-- @module lucena.dialect.iccf

return {
  extend = "lalg",
  title = "ICCF numeric, 5254",
  source = "Wikipedia, ICCF numeric notation; Scidb",
  note = "in Chess960 castling is the king's and the rook's square, as programs do it: no rule was found",
  aliases = { "numeric" },
  files = { "1", "2", "3", "4", "5", "6", "7", "8" },
  promotion = { signs = "", close = "", letters = { Q = "1", R = "2", B = "3", N = "4" } },
  -- Castling is written as the king's move.
  short = {},
  long = {},
  check = "",
  mate = "",
  null = "0000",
  digit_moves = true,
}
