--- Finds the dialect of a game that cannot be read as PGN, for a hint in the error message. It is fast, and returns nil
-- if no dialect fits.
-- @module lucena.notation.guess

local M = {}

--- Return the name of the dialect in which all moves of a game's mainline are legal.
---@param text string movetext; only the first 64 KiB are read
---@param start? lucena.Position
---@return string? name
---@return string? proof as the field of `detect.game_with_errors`
-- @usage guess.name("1. e4 e5 2. Cf3 Cc6 3. Fb5") --> french
function M.name(text, start)
  local result = require("lucena.notation.detect").game(text, start)
  if result and not result.is_open then -- several languages may fit equally
    return result.name, result.proof
  end
  return nil
end

return M
