--- The option --eco of reports: the table of opening names.
-- @module lucena.opening.names

local M = {}

--- The option as a table for reports.
---@type table
M.OPTION = { name = "eco", kind = "file",
  help = "Take opening names from FILE: Lichess's TSV, pgn-extract's eco.pgn or Scid's scid.eco." }

--- Return the table of a file, or Lucena's own.
---@param path? string
---@return lucena.EcoTable? openings
---@return string? err
---@return string? code `cannot_open`, `bad_file`
-- @usage require("lucena.opening.names").table().names "C65" --> Ruy Lopez: Berlin Defence
function M.table(path)
  local own = require("lucena").eco
  if not path then
    return own
  end
  local openings, message, code = own.load(path)
  if not openings then
    return nil, message, code == "cannot_open" and code or "bad_file"
  end
  return openings
end

--- Return the name of a position for a report.
---@param openings lucena.EcoTable
---@param position lucena.Position
---@return string? eco nil if no line of the table reaches the position
---@return table? name {en =, fr =}
-- @usage (require("lucena.opening.names").at(chess.eco, chess.position():play "e4 e6")) --> C00
function M.at(openings, position)
  local found = openings.lookup(position)
  if found then
    return found.eco, { en = found.name, fr = found.name_fr or found.name }
  end
end

return M
