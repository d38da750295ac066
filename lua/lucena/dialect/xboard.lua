--- Moves of the xboard (WinBoard) protocol: as UCI's, but its own null move.
-- Chess960 castling, O-O in that protocol, is read; it is written as king takes rook, which xboard reads too.
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
