--- The notation of the Chess Informant: figurines, no sign for captures, castling with zeros.
-- @module lucena.dialect.informant

return {
  extend = "minimal",
  title = "Informant's, figurines without x",
  source = "from memory of the printed volumes",
  verified = false,
  alphabet = "figurine",
  short = "0-0",
  long = "0-0-0",
  check = "+",
  mate = "#",
}
