--- Phases of a game: `phase "endgame"`. See lucena.phases.
-- @module lucena.query.phase

local argument = require("lucena.query.argument")
local expression = require("lucena.query.expression")
local phases = require("lucena.phases")

local M = {}

local PHASES = { opening = true, middlegame = true, endgame = true }

--- Matches in a phase of the game, as lichess divides it: "opening", "middlegame" or "endgame".
---@param phase string
---@return lucena.Query
-- @usage chess.query.at_end(chess.query.phase "opening")(chess.game "1. e4 e5 2. Nf3 *") --> true
M.phase = expression.maker("phase", "a name", function(phase)
  if not PHASES[phase] then
    argument.fail(1, "phase", ("'opening', 'middlegame' or 'endgame' expected, got '%s'"):format(tostring(phase)))
  end
  return expression.ask(expression.call_text("phase", phase), "position", function(all, ply)
    return ply >= all[phase][1] and ply < all[phase][2]
  end, { gather = phases.of })
end)

return M
