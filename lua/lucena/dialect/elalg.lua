--- The notation of pgn-extract's -Welalg: piece letter and both squares; en passant is marked. A castling king is
-- written like other pieces, Ke1g1. The form of pgn-extract, e1g1, is read, too.
-- @module lucena.dialect.elalg

return {
  extend = "lalg",
  title = "pgn-extract's elalg, Ng1f3",
  source = "pgn-extract, option -Welalg",
  letters = true,
  ep = "ep",
}
