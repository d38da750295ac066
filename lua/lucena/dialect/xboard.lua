--- Moves of the xboard (WinBoard) protocol: like UCI's, with another null move. In Chess960, the protocol writes
-- castling as O-O, which is read. Castling is written as king takes rook, which xboard reads, too.
-- @module lucena.dialect.xboard

return {
  extend = "uci",
  title = "xboard and WinBoard, e2e4",
  source = "Chess Engine Communication Protocol",
  aliases = { "winboard", "cecp" },
  short = "O-O",
  long = "O-O-O",
  null = "@@@@",
}
