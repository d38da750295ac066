--- Old German notation: the sign of a capture follows the square.
-- @module lucena.dialect.old_german

return {
  extend = "pgn",
  title = "Old German, Se4: and ed5:",
  source = "Scidb, German notation",
  aliases = { "gan" },
  alphabet = "german",
  capture = ":",
  capture_place = "after",
}
