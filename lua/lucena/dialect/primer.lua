--- The notation of a French primer: long notation that names the captured piece, with ++ for double check.
-- @module lucena.dialect.primer

return {
  extend = "ran",
  title = "French primer, Cg1xFf3",
  source = "sbonnuit.free.fr, course for beginners",
  aliases = { "french-primer" },
  alphabet = "french",
  short = "0-0",
  long = "0-0-0",
  double = "++",
}
