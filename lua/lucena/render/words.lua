--- The words of reports in the reader's language. English is the key and needs no table; what a table does not have
-- stays English. A language is one table here. Texts with %d or %s are filled in after they were looked up.
-- @module lucena.render.words

local M = {}

--- Languages that there are words for, beside English.
M.fr = {
  ["Nothing to show."] = "Rien à montrer.",
  ["Games"] = "Parties", ["Game"] = "Partie", ["Player"] = "Joueur", ["Players"] = "Joueurs",
  ["White"] = "Blancs", ["Black"] = "Noirs", ["Draws"] = "Nulles", ["Draw"] = "Nulle",
  ["White wins"] = "Gains blancs", ["Black wins"] = "Gains noirs", ["Result"] = "Résultat", ["Results"] = "Résultats",
  ["Score"] = "Score", ["Share"] = "Part", ["Year"] = "Année", ["Years"] = "Années", ["Rating"] = "Elo",
  ["Date"] = "Date", ["Event"] = "Tournoi", ["Site"] = "Lieu", ["Round"] = "Ronde", ["Total"] = "Total",
  ["Opening"] = "Ouverture", ["Openings"] = "Ouvertures", ["Moves"] = "Coups", ["Name"] = "Nom", ["Count"] = "Nombre",
  ["none"] = "aucun", ["unknown"] = "inconnu", ["other"] = "autre", ["Value"] = "Valeur", ["Average"] = "Moyenne",
}

--- The languages that can be asked for.
M.LANGUAGES = { "en", "fr" }

--- The words of a language: a function that gives for an English text the reader's.
---@param lang string
---@return fun(text: string): string
-- @usage require("lucena.render.words").of("fr")("Games") --> Parties
function M.of(lang)
  local list = lang ~= "en" and M[lang] or {}
  return function(text)
    return list[text] or text
  end
end

return M
