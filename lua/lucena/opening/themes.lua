--- Themes in games of an opening: queries with names.
-- @module lucena.opening.themes

local M = {}

-- A structure counts only if it lasts for N plies. During exchanges, structures arise for a few plies.
local LASTING = 8
local EARLY = 25 -- moves

--- Return the themes in their order.
---@return table[] {name, query}
-- @usage #require("lucena.opening.themes").list() --> 16
function M.list()
  local q = require("lucena").query
  local function lasting(query)
    return q.held(query, LASTING)
  end
  local function castled_short(side)
    return q.castled { side = side, kind = "short" }
  end
  local pair = { white = q.bishop_pair "white", black = q.bishop_pair "black" }
  return {
    { "Both sides castled short", castled_short "white" & castled_short "black" },
    { "Castled on opposite sides", q.opposite_castling },
    { "White did not castle", ~q.castled "white" },
    { "Black did not castle", ~q.castled "black" },
    { "No queens by move 25", q.within(q.pieces { white = { q = 0 }, black = { q = 0 } }, 1, EARLY) },
    { "White had an isolated d-pawn", lasting(q.isolated { side = "white", on = "d" }) },
    { "Black had an isolated d-pawn", lasting(q.isolated { side = "black", on = "d" }) },
    { "White had doubled pawns", lasting(q.doubled "white") },
    { "Black had doubled pawns", lasting(q.doubled "black") },
    { "White had the pair of bishops alone", lasting(pair.white & ~pair.black) },
    { "Black had the pair of bishops alone", lasting(pair.black & ~pair.white) },
    { "Bishops of opposite colours", lasting(q.opposite_bishops) },
    { "White had a passed pawn", lasting(q.passed "white") },
    { "Black had a passed pawn", lasting(q.passed "black") },
    { "Decided by move 25", q.moves { max = EARLY } & q.result "decisive" },
    { "Mate on the board", q.checkmate },
  }
end

return M
