--- Minimal algebraic notation: no sign that can be done without.
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
