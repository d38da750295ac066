--- The notation of pgn-extract's option -Wlalg: both squares, and no piece letter except for a promotion.
-- @module lucena.dialect.lalg

return {
  extend = "pgn",
  title = "pgn-extract's lalg, g1f3",
  source = "pgn-extract, option -Wlalg",
  letters = false,
  origin = "always",
  pawn_origin = "always",
  capture_place = "none",
  promotion = { signs = "", close = "" },
  castle = "king",
}
