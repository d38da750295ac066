--- The query `instead`: legal moves that were not played. csrc/match/instead.c tries the moves.
-- @module lucena.query.instead

local argument = require("lucena.query.argument")
local expression = require("lucena.query.expression")
local codes = require("lucena.query.instruction").codes

local M = {}

-- Steps that need more than the position and the move before it.
local REFUSED = { repeated = true, piece = true, moves_made = true, has_castled = true, time = true, score = true,
  swing = true, loss = true, sacrifice = true, motif = true }

local function refuse(query, reason)
  argument.fail(1, "instead", ("%s %s"):format(tostring(query), reason))
end

-- Return the query of positions to test after a move. From `stalemate`, `castled` and similar queries of games, take
-- the query of positions inside.
local function to_position(query)
  if query.kind == "step" and not REFUSED[query.step.op] then
    return query
  elseif query.kind == "lift" and (query.how == "ever" or query.how == "at_end") then
    return to_position(query[1])
  elseif query.kind == "flip" then
    return expression.flip(to_position(query[1]), tostring(query))
  elseif query.kind == "not" then
    return ~to_position(query[1])
  elseif query.kind == "and" or query.kind == "or" then
    local parts = {}
    for i, part in ipairs(query) do
      parts[i] = to_position(part)
    end
    return query.kind == "and" and expression.all_of(parts) or expression.any_of(parts)
  elseif query.level == "game" then
    refuse(query, "is about the game; a query of positions expected")
  end
  refuse(query, "cannot be tested after a move that was not played")
end

local SAME = { piece = codes.INSTEAD_SAME_PIECE, squares = codes.INSTEAD_SAME_SQUARES }

--- Matches if another legal move than the played one would satisfy a query. `played "Nf3" & instead(checkmate)` is a
-- missed mate. The query is tested after the other move, as if it had been played; `stalemate`, `checkmate` and
-- `castled` are tested on this move and the position after it. Lua functions, clocks, evaluations, `repeated`,
-- `sacrifice`, `motif`, `has_castled` and queries of one piece are rejected.
---@param query lucena.Query of positions
---@param opts? {same?: "piece"|"squares"} `same`: "piece": only moves of the piece that moved;
-- "squares": only moves from and to the same
-- squares, which differ in the promotion
---@return lucena.Query of positions
-- @usage chess.query.instead(chess.query.checkmate)(chess.game("1. f3 e5 2. g4 d6 *")) --> true
M.instead = expression.maker("instead", "a query", function(query, opts)
  local inner = to_position(expression.operand(query, 2, "instead"))
  opts = opts and argument.options(opts, "instead", { same = SAME }, 2) or {}
  local text = opts.same and ('instead(%s, {same = "%s"})'):format(tostring(query), opts.same)
    or ("instead(%s)"):format(tostring(query))
  return expression.instead(inner, SAME[opts.same] or codes.INSTEAD_ANY, text)
end)

return M
