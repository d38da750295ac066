--- Finds the dialect of a game that cannot be read as PGN, for a hint. It is fast, and returns nothing if no dialect
-- fits.
-- @module lucena.notation.guess

local M = {}

--- Return the name of the dialect in which every move of a game's mainline can be played.
---@param text string movetext; what is after 64 KiB is not looked at
---@param start? lucena.Position
---@return string? name
-- @usage guess.name("1. e4 e5 2. Cf3 Cc6 3. Fb5") --> "french"
function M.name(text, start)
  local result = require("lucena.notation.detect").game(text, start)
  return result and not result.is_open and result.name or nil -- a language that is open is not named
end

return M
