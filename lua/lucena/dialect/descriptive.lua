--- Descriptive notation, used in English books until about 1980: P-K4, NxP, R(K1)-K4. With the Spanish or French
-- alphabet it follows the customs of these languages: P4R, C3FR. Kt is read as N; descriptive:english-old writes Kt.
-- @module lucena.dialect.descriptive

local descriptive = require("lucena.notation.descriptive")

return {
  extend = "pgn",
  title = "Descriptive, P-K4",
  source = "mychess.de; Chessville; Wikipedia, Descriptive notation",
  aliases = { "edn" },
  hooks = {
    spell = descriptive.spell, fold = descriptive.fold, ending = descriptive.ending, shape = descriptive.shape,
    choose = descriptive.choose,
  },
}
