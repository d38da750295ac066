--- Tactical motifs by name: `motif "fork"`. csrc/match/motif.c has the definitions, and says when a motif gains.
-- @module lucena.query.motif

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local catalogue = require("lucena.query.catalogue")
local codes = require("lucena.query.instruction").codes
local expression = require("lucena.query.expression")
local names = require("lucena.motif_names")

local M = {}

local PLIES, MOST = 8, 100

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

--- Matches a tactical motif of the side that has just moved. The motifs are "fork", "pin", "skewer", "discovered
-- attack", "double check", "hanging piece", "trapped piece", "sacrifice", "back-rank mate" and "smothered mate", as
-- lichess defines them for puzzles. A skewer, a discovered attack without check, a hanging and a trapped piece match at
-- the capture. A motif must gain: within `plies` (default 8) plies, the side mates or the game ends with its win; or
-- the side has more material at their end than before. `gain = false` omits this condition. In a puzzle, a line from a
-- set-up position without a result, the motifs of the side with the last move gain. {name, side =, gain =, plies =}.
---@param motif string|{[1]: string, side?: "white"|"black"|"either", gain?: boolean, plies?: integer}
---@return lucena.Query
-- @usage chess.query.motif "fork"(chess.game('[FEN "r3k3/8/8/3N4/8/8/8/4K3 w - -"]\n\n1. Nc7+ Kd7 2. Nxa8 *')) --> true
-- @usage chess.query.motif{"smothered mate"}(chess.game "1. e4 Nc6 2. Ne2 Nd4 3. g3 Nf3# 0-1") --> true
M.motif = expression.maker("motif", "a name", function(motif)
  local opts = type(motif) == "table" and argument.options(motif, "motif",
    { side = board.SIDES, gain = "boolean", plies = "number" }) or {}
  local row = names.ROWS[number_of(type(motif) == "table" and motif[1] or motif)]
  if opts.plies and (math.type(opts.plies) ~= "integer" or opts.plies < 1 or opts.plies > MOST) then
    argument.fail(1, "motif", ("option 'plies': a whole number, 1 to %d, expected"):format(MOST))
  end
  local text = expression.call_text("motif", motif)
  local code = codes["MOTIF_" .. row[1]:upper():gsub("[ -]", "_")]
  local color = board.COLORS[opts.side]
  return expression.step(text, { op = "motif", color = color, others = color and 0 or 1, count = code,
    lo = opts.gain == false and 0 or opts.plies or PLIES })
end)

return M
