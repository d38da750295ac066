--- The result of a game, in any of its spellings. All reports count results with this module.
--
-- The tag Result decides. If the tag is missing or its text is not a result, the end of the movetext decides.
--
--     1-0       also 1:0, 1 - 0
--     1/2-1/2   also 1/2, ½-½, ½, 0.5-0.5, =-=
--     +/-       a forfeit, also +:-, +--; likewise -/+ and -/-
--     0-0       a loss for both players
--
-- @module lucena.result

local M = {}

-- spelling -> {result, half points of White, half points of Black, whether it is a forfeit}
local SPELLINGS = { ["0-0"] = { "0-0", 0, 0, false }, ["*"] = { "*" } }

local function add(result, white, black, is_forfeit, ...)
  for _, spelling in ipairs { result, ... } do
    SPELLINGS[spelling] = { result, white, black, is_forfeit }
  end
end

add("1-0", 2, 0, false, "1:0", "1–0")
add("0-1", 0, 2, false, "0:1", "0–1")
add("1/2-1/2", 1, 1, false, "1/2", "½-½", "½–½", "½:½", "½", "0.5-0.5", "1/2:1/2", "=-=")
for _, sign in ipairs { "/", ":", "-" } do
  add("+" .. sign .. "-", 2, 0, true)
  add("-" .. sign .. "+", 0, 2, true)
  add("-" .. sign .. "-", 0, 0, true)
end

local PLAIN = { ["1-0"] = "1-0", ["0-1"] = "0-1", ["1/2-1/2"] = "1/2-1/2" }

local function found(game)
  local tag = game.tags.Result
  local entry = SPELLINGS[tag] or tag and SPELLINGS[tag:gsub("%s+", "")]
  return entry and entry[2] and entry or SPELLINGS[game.result] or entry
end

--- Return the result of a game.
---@param game lucena.Game
---@return string? result "1-0", "0-1", "1/2-1/2", "0-0" (forfeits too), "*", or another text of the tag; nil if the
-- game has neither
-- @usage require("lucena.result").of(chess.game '[Result "1/2"]\n\n1. e4 *') --> 1/2-1/2
function M.of(game)
  local tag = game.tags.Result
  if PLAIN[tag] then
    return tag
  end
  local entry = found(game)
  if not entry then
    return tag
  elseif not entry[4] then
    return entry[1]
  end
  return entry[2] > 0 and "1-0" or entry[3] > 0 and "0-1" or "0-0"
end

--- Return the half points of both players, and whether the game is a forfeit.
---@param game lucena.Game
---@return integer? white nil without a result
---@return integer? black
---@return boolean? is_forfeit
-- @usage require("lucena.result").halves(chess.game "1. e4 1-0") --> 2
function M.halves(game)
  local entry = found(game)
  if entry then
    return entry[2], entry[3], entry[4]
  end
end

return M
