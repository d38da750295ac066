--- Plain coordinates as old programs printed them, in capitals.
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
  -- Castling has no words of its own here.
  short = {},
  long = {},
  check = "",
  mate = "",
}
