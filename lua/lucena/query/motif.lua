--- Tactical motifs by name: `motif "fork"`. lucena.query.motif_shapes has the definitions, and lucena.query.motif_line
-- says when a motif gains. Cheap tests in C choose the positions for which the functions in Lua are called.
-- @module lucena.query.motif

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local catalogue = require("lucena.query.catalogue")
local expression = require("lucena.query.expression")
local Line = require("lucena.query.motif_line")
local names = require("lucena.motif_names")
local shapes = require("lucena.query.motif_shapes")

local M = {}

local PLIES, MOST = 8, 1000

-- Return the queries of chess.query, which this module is a part of.
local function queries()
  return require("lucena.query").query
end

local PIECES = { white = "BRQ", black = "brq" }
local TAKEN = { white = "nbrq", black = "NBRQ" }
local OTHER = { white = "black", black = "white" }

local function mates(q, side)
  return q.move { mate = true, side = side }
end

local function takes_piece(q, side)
  return q.capture { takes = TAKEN[side], side = side }
end

local TARGETS = { white = "nbrqk", black = "NBRQK" }

local function attacks_two(q, side)
  return q.attacks("mover", TARGETS[side], { targets = 2 })
end

-- A check by another piece than the moved one (after castling, the rook is another one), or a capture along a line.
local function may_be_discovered(q, side)
  local own, other = side == "white" and "K" or "k", side == "white" and "k" or "K"
  return q.check(OTHER[side]) & (~q.attacks("mover", other) | q.move { piece = own })
    | q.capture { piece = PIECES[side], side = side }
end

-- {definition, condition in C for a side} of each row of lucena.motif_names.
local DEFINITIONS = {
  { shapes.fork, attacks_two },
  { shapes.pin, function(q, side) return q.pinned(OTHER[side]) end },
  { shapes.skewer, function(q, side) return q.capture { piece = PIECES[side], side = side } end },
  { shapes.discovered_attack, may_be_discovered },
  { shapes.double_check, function(q, side) return q.double_check(OTHER[side]) end },
  { shapes.hanging_piece, takes_piece },
  { shapes.trapped_piece, takes_piece },
  { shapes.sacrifice, function(q, side) return q.to_move(OTHER[side]) end },
  { shapes.back_rank_mate, mates },
  { shapes.smothered_mate, mates },
}

-- Return a name without case, accents and signs: "back-rank mate", "backRankMate" and "back_rank_mate" are the same.
local function folded(name)
  return catalogue.folded((name:gsub("(%l)(%u)", "%1 %2")))
end

local function has_word(row, wanted)
  for word in table.concat(row, ","):gmatch("[^,]+") do
    if folded(word):match("^ ?(.*)$") == wanted then
      return true
    end
  end
  return false
end

-- Return the number of the motif with a name. Another name is an error of the caller.
local function number_of(name)
  argument.check(name, 1, "motif", "string")
  local wanted, known = folded(name), {}
  for i, row in ipairs(names.ROWS) do
    known[i] = row[1]
    if has_word(row, wanted) then
      return i
    end
  end
  local near = require("lucena.suggestion").find(name, known)
  argument.fail(1, "motif", ("there is no motif '%s'; %s"):format(name, near and ("did you mean '%s'?"):format(near)
    or "there are " .. table.concat(known, ", ")))
end

-- Return the query for one side.
local function of_side(definition, side, opts, text)
  local q, holds = queries(), definition[1]
  local asked = expression.ask(text, "position", function(line, ply)
    return holds(line, ply) and (opts.gain == false or line:gains(ply, opts.plies or PLIES))
  end, { gather = Line.of })
  return expression.all_of { q.to_move(OTHER[side]), ~q.ply(0), definition[2](q, side), asked }
end

--- Matches a tactical motif of the side that has just moved. The motifs are "fork", "pin", "skewer", "discovered
-- attack", "double check", "hanging piece", "trapped piece", "sacrifice", "back-rank mate" and "smothered mate", as
-- lichess defines them for puzzles. A skewer, a discovered attack without check, a hanging and a trapped piece match at
-- the capture. A motif must gain: within `plies` (default 8) plies, the side mates or the game ends with its win; or
-- the side has more material at their end than before. `gain = false` omits this condition. In a puzzle, a line from a
-- set-up position without a result, the motifs of the side with the last move gain. {name, side =, gain =, plies =}.
---@param motif string|table
---@return lucena.Query
-- @usage chess.query.motif "fork"(chess.game('[FEN "r3k3/8/8/3N4/8/8/8/4K3 w - -"]\n\n1. Nc7+ Kd7 2. Nxa8 *')) --> true
-- @usage chess.query.motif{"smothered mate"}(chess.game "1. e4 Nc6 2. Ne2 Nd4 3. g3 Nf3# 0-1") --> true
M.motif = expression.maker("motif", "a name", function(motif)
  local opts = type(motif) == "table" and argument.options(motif, "motif",
    { side = board.SIDES, gain = "boolean", plies = "number" }) or {}
  local found = DEFINITIONS[number_of(type(motif) == "table" and motif[1] or motif)]
  if opts.plies and (math.type(opts.plies) ~= "integer" or opts.plies < 1 or opts.plies > MOST) then
    argument.fail(1, "motif", ("option 'plies': a whole number, 1 to %d, expected"):format(MOST))
  end
  local text = expression.call_text("motif", motif)
  local sides = { opts.side ~= "black" and of_side(found, "white", opts, text) or nil }
  sides[#sides + 1] = opts.side ~= "white" and of_side(found, "black", opts, text) or nil
  return expression.named(expression.any_of(sides), text)
end)

return M
