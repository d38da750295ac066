--- Counts how often a player won winning positions and saved lost ones, from the evaluations in comments.
--
-- A player had a winning position if the evaluation was at least 3 pawns in the player's favour after 4 consecutive
-- plies; a mate counts as more. A lost position is the same for the opponent. A game can have both. Games without a
-- result do not count. All counts are integers, so that reports can add them.
-- Cost: one look at each score, which `lucena.annotation` has read already.
-- @module lucena.conversion

local judgement = require("lucena.judgement")
local tally = require("lucena.tally")

local M = {}

--- The evaluation in pawns, and the number of consecutive plies, that make a position winning or lost.
M.PAWNS, M.PLIES = 3, 4

-- Return whether a side had the evaluation in enough consecutive positions. A position without a score ends a row.
local function was_winning(facts, plies, color)
  local row = 0
  for ply = 0, plies do
    local score = facts:score(ply)
    row = score and judgement.pawns(score, color) >= M.PAWNS and row + 1 or 0
    if row == M.PLIES then
      return true
    end
  end
  return false
end

local function put(counts, key, who)
  counts[key] = counts[key] or {}
  tally.bump(counts[key], who)
end

--- Count a game with a result.
---@param counts table to add to: `games`; `winning` and `losing` have {white, draw, black}, as the report "player"
---@param facts table made by `lucena.annotation`
---@param plies integer of the game
---@param color string the player's side
---@param who string "white" if the player won, "black" if the player lost, or "draw"
-- @usage local counts, game = {}, chess.game "1. e4 {[%eval 0.1]} e5 {[%eval 0.2]} 1-0"
-- require("lucena.conversion").count(counts, require("lucena.annotation").of(game), 2, "white", "white")
-- return counts.games --> 1
function M.count(counts, facts, plies, color, who)
  tally.bump(counts, "games")
  if was_winning(facts, plies, color) then
    put(counts, "winning", who)
  end
  if was_winning(facts, plies, color == "white" and "black" or "white") then
    put(counts, "losing", who)
  end
end

-- ---- the section ---------------------------------------------------------------------------------

local COLUMNS = {
  { key = "group", title = "Position", words = true }, { key = "games", title = "Games", kind = "integer" },
  { key = "won", title = "Won", kind = "integer" }, { key = "drawn", title = "Drawn", kind = "integer" },
  { key = "lost", title = "Lost", kind = "integer" },
  { key = "converted", title = "Converted", kind = "share", optional = true, hint = "won" },
  { key = "saved", title = "Saved", kind = "share", optional = true, hint = "drawn or won" },
  { key = "graph", title = "Results", kind = "graph" },
}

local function row_of(name, it)
  local won, drawn, lost = it.white or 0, it.draw or 0, it.black or 0
  return { group = name, games = won + drawn + lost, won = won, drawn = drawn, lost = lost,
    graph = { won, drawn, lost } }
end

--- Return the section of a report. It has no rows if no game had a winning or lost position.
---@param counts table
---@return table section
function M.section(counts)
  local rows = {}
  if counts.winning then
    local row = row_of("winning", counts.winning)
    row.converted = row.won / row.games
    rows[1] = row
  end
  if counts.losing then
    local row = row_of("lost", counts.losing)
    row.saved = (row.won + row.drawn) / row.games
    rows[#rows + 1] = row
  end
  local rule = "Winning: %s pawns or more for the player after %s consecutive plies. Lost: the same for the opponent. "
    .. "Games with a result and evaluations: %s."
  return { title = "Winning and lost positions", columns = COLUMNS, rows = rows,
    notes = { { rule, M.PAWNS, M.PLIES, counts.games or 0 } } }
end

return M
