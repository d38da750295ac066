--- The notation of pgn-extract's option -Welalg: piece letter and both squares; en passant is marked. Castling is
-- written like other king moves, Ke1g1. pgn-extract writes e1g1, which is read, too.
-- @module lucena.dialect.elalg

return {
  extend = "lalg",
  title = "pgn-extract's elalg, Ng1f3",
  source = "pgn-extract, option -Welalg",
  letters = true,
  ep = "ep",
}
