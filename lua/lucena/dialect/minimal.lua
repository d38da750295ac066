--- Minimal algebraic notation: it omits every sign that is not needed.
-- @module lucena.dialect.minimal

return {
  extend = "pgn",
  title = "Minimal, Ne4 and ed5",
  source = "Scidb, compact notation",
  aliases = { "man", "compact" },
  capture_place = "none",
  promotion = { signs = "", close = "" },
  check = "",
  mate = "",
}
