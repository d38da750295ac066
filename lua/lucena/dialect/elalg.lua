--- pgn-extract's -Welalg: piece letter and both squares, en passant marked.
-- A castling king is named as other pieces are, Ke1g1; pgn-extract's e1g1 is read, too.
-- @module lucena.dialect.elalg

return {
  extend = "lalg",
  title = "pgn-extract's elalg, Ng1f3",
  source = "pgn-extract, option -Welalg",
  letters = true,
  ep = "ep",
}
