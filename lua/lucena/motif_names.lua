--- The names of motifs in English and French, and other words for them.
-- lucena.query.motif has a definition for each row.
-- @module lucena.motif_names

local M = {}

--- {name, name in French, other words}.
M.ROWS = {
  { "fork", "fourchette" },
  { "pin", "clouage", "absolute pin" },
  { "skewer", "enfilade" },
  { "discovered attack", "attaque à la découverte", "discovered check, discovery, échec à la découverte" },
  { "double check", "échec double", "double échec" },
  { "hanging piece", "pièce en prise" },
  { "trapped piece", "pièce enfermée" },
  { "sacrifice", "sacrifice" },
  { "back-rank mate", "mat du couloir", "back rank" },
  { "smothered mate", "mat étouffé", "smothered" },
}

return M
