--- Descriptive notation, of English books until about 1980: P-K4, KtxP, R(K1)-K4; Spanish and French with their alphabets.
-- Kt is read as N; descriptive:english-old writes it.
-- @module lucena.dialect.descriptive

local descriptive = require("lucena.notation.descriptive")

return {
  extend = "pgn",
  title = "Descriptive, P-K4",
  source = "mychess.de; Chessville; Wikipedia, Descriptive notation",
  aliases = { "edn" },
  hooks = {
    spell = descriptive.spell, fold = descriptive.fold, ending = descriptive.ending, shape = descriptive.shape,
  },
}
