--- The query of games at odds: the start position is the initial position without some pieces or pawns of one side. It
-- is a pattern of the board, so it costs a query of one position, and only games with a FEN tag can match.
-- @module lucena.query.odds

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local material = require("lucena.query.material")
local position = require("lucena.query.position")

local M = {}

local RANKS = { "RNBQKBNR", "PPPPPPPP" }

-- Cells of a pattern for each piece of White: an empty square or this piece. The king is always there.
local CELLS = { K = "K" }
for letter in ("RNBQP"):gmatch(".") do
  CELLS[letter] = ("[^%sKk]"):format(("RNBQPrnbqp"):gsub(letter, ""))
end

-- Return the first two ranks of a side as patterns. `is_giver`: some of its pieces are missing.
local function ranks_of(color, is_giver)
  local list = {}
  for i, rank in ipairs(RANKS) do
    local text = is_giver and rank:gsub(".", CELLS) or rank
    list[i] = color == "white" and text or text:gsub("%a", function(letter)
      return letter == letter:upper() and letter:lower() or letter:upper()
    end)
  end
  return list[1], list[2]
end

local function gives(color)
  local first, second = ranks_of("white", color == "white")
  local last, last_but_one = ranks_of("black", color == "black")
  return position.pattern(("%s/%s/8/8/8/8/%s/%s"):format(last, last_but_one, second, first))
    & material.piece_count { max = 31 } & expression.step("", { op = "ply", lo = 0, hi = 0 })
end

local function odds(text, side)
  return expression.lift("ever", board.for_side(side, function(number)
    return gives(number == 0 and "white" or "black")
  end), nil, text)
end

local function make_odds(opts)
  local text = expression.call_text("odds", opts)
  opts = type(opts) == "string" and { side = opts } or opts
  argument.options(opts, "odds", { side = board.SIDES })
  return odds(text, opts.side)
end

--- Matches if a side gives odds: the game starts from the initial position without some pieces or pawns of that side.
-- Castling rights and the side to move do not matter. `odds "white"`, or {side =}.
-- @usage local start = chess.position "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"
--   return chess.query.odds "white"(chess.game(start)) --> true
M.odds = expression.applicable(odds("odds"), make_odds)

return M
