--- pgn-extract's -Welalg: piece letter and both squares, en passant marked.
-- @module lucena.dialect.elalg

return {
  extend = "lalg",
  title = "pgn-extract's elalg, Ng1f3",
  source = "pgn-extract, option -Welalg",
  letters = true,
  ep = "ep",
}
