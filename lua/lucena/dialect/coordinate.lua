--- Plain coordinates in capitals, as old programs printed them.
-- @module lucena.dialect.coordinate

return {
  extend = "lalg",
  title = "Coordinates, E2-E4",
  source = "Chessprogramming wiki, Algebraic Chess Notation",
  files = { { "A", "a" }, { "B", "b" }, { "C", "c" }, { "D", "d" }, { "E", "e" }, { "F", "f" }, { "G", "g" },
    { "H", "h" } },
  quiet = { "-", "" },
  capture = { "x", "-", "" },
  capture_place = "before",
  -- Castling is written as the king's move.
  short = {},
  long = {},
  check = "",
  mate = "",
}
