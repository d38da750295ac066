--- The notation of pgn-extract's option -Whalg: lalg with a hyphen, also in captures.
-- @module lucena.dialect.halg

return {
  extend = "lalg",
  title = "pgn-extract's halg, g1-f3",
  source = "pgn-extract, option -Whalg",
  quiet = "-",
  capture = "-",
  capture_place = "before",
}
