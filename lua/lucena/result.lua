--- The result of a game, in any of its spellings. All reports count results with this module.
--
-- The tag Result decides. If the tag is missing or its text is not a result, the end of the movetext decides.
-- csrc/notation/lexicon.def has the spellings. A forfeit counts as 1-0, 0-1 or, for both players, 0-0.
--
-- @module lucena.result

local lexicon = require("lucena.lexicon")

local M = {}

-- Return the text of the game that tells the result; nil if none does.
local function text_of(game)
  local tag = game.tags.Result
  local result = tag and lexicon.read_result(tag)
  if result and result ~= "*" then
    return tag
  end
  return game.result or result and tag
end

--- Return the result of a game.
---@param game lucena.Game
---@return string? result "1-0", "0-1", "1/2-1/2", "0-0" (forfeits too), "1/2-0", "0-1/2", "*", or another text of the
-- tag; nil if the game has neither
-- @usage require("lucena.result").of(chess.game '[Result "1/2"]\n\n1. e4 *') --> 1/2-1/2
function M.of(game)
  local text = text_of(game)
  return text and lexicon.read_result(text) or game.tags.Result
end

--- Return the half points of both players, and whether the game is a forfeit.
---@param game lucena.Game
---@return integer? white nil without a result
---@return integer? black
---@return boolean? is_forfeit
-- @usage require("lucena.result").halves(chess.game "1. e4 1-0") --> 2
function M.halves(game)
  local text = text_of(game)
  if text then
    return select(2, lexicon.read_result(text))
  end
end

return M
