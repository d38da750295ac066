--- PGN's movetext: standard algebraic notation, which programs exchange, with the letters of any language. Every other
-- style that is a table extends this style. So this style sets all fields.
-- @module lucena.dialect.pgn

-- The standard has no null move. ChessBase's sign is written; the other signs are read, too. The words "null" and
-- "pass" are read in movetext and at the prompt only, because prose has them, too.
local NULL = {}
for _, entry in ipairs(require("lucena.lexicon").null_moves()) do
  NULL[#NULL + 1] = entry.is_sign and entry.text or nil
end

return {
  title = "PGN, standard algebraic notation",
  source = "PGN standard 1994, section 8.2.3",
  aliases = { "san" },
  alphabet = "english",
  letters = true,
  files = { "a", "b", "c", "d", "e", "f", "g", "h" },
  ranks = { "1", "2", "3", "4", "5", "6", "7", "8" },
  origin = "minimal",
  pawn_origin = "capture",
  origin_open = "",
  origin_close = "",
  quiet = "",
  capture = "x",
  capture_place = "before",
  victim = "none",
  promotion = { signs = "=", close = "" },
  ep = "",
  castle = "words",
  short = "O-O",
  long = "O-O-O",
  check = "+",
  mate = "#",
  optional = {},
  null = NULL,
}
