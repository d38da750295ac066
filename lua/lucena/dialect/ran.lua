--- Reversible algebraic notation: long notation that names the captured piece, so moves can be taken back without a
-- board.
-- @module lucena.dialect.ran

return {
  extend = "lan",
  title = "Reversible algebraic, Nf6xPe4",
  source = "Scidb; Wikipedia, Chess notation",
  aliases = { "reversible" },
  victim = "before",
}
