--- Queries of tablebases: the value of a position, moves that change the value, and results that contradict it.
-- Without tablebases (`lucena.tablebase`), a test raises an error. C skips positions with more pieces than the
-- tablebases have.
-- @module lucena.query.tablebase

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local lines = require("lucena.tablebase.line")
local tablebase = require("lucena.tablebase")

local M = {}

local SIDES = board.SIDES
local WORDS = { win = true, cursed_win = true, draw = true, blessed_loss = true, loss = true }
local MIRROR = { win = "loss", cursed_win = "blessed_loss", draw = "draw", blessed_loss = "cursed_win", loss = "win" }

-- Return the value of a position for White; nil if it is not in the tables.
local function wdl_of(position)
  local wdl, err, code = tablebase.wdl(position)
  if code == "no_tablebase" then
    error(err, 0)
  end
  return wdl and position.turn == "black" and MIRROR[wdl] or wdl
end

local function of_position(text, wdl, side)
  local mirrored = MIRROR[wdl]
  local asked = expression.ask(text, "position", function(position)
    local found = wdl_of(position)
    return found ~= nil and (side ~= "black" and found == wdl or side ~= "white" and found == mirrored)
  end)
  return expression.named(expression.all_of { lines.few_pieces(), asked }, text)
end

--- Matches if the position has this tablebase value, computed with the 50-move rule. The words are those of
-- `Position:tablebase`.
---@param opts string|{[1]: string, side?: "white"|"black"} "win", "cursed_win", "draw", "blessed_loss" or "loss", for
-- either side, or for a side
---@return lucena.Query
-- @usage tostring(chess.query.tablebase { "win", side = "white" }) --> tablebase{"win", side = "white"}
M.tablebase = expression.maker("tablebase", "a word such as \"win\"", function(opts)
  local text = expression.call_text("tablebase", opts)
  opts = argument.options(type(opts) == "string" and { opts } or opts, "tablebase", { side = SIDES })
  if not WORDS[opts[1]] or #opts > 1 then
    argument.fail(1, "tablebase", ("'%s' is none of %s"):format(tostring(opts[1]), argument.values_of(WORDS)))
  end
  return of_position(text, opts[1], opts.side or "either")
end)

local function mistake(text, opts)
  local asked = expression.ask(text, "position", function(line, ply)
    local found = line:mistake(ply)
    return found ~= nil and (opts.side == nil or opts.side == "either" or opts.side == found.color)
  end, { gather = lines.of })
  return expression.named(expression.all_of { lines.few_pieces(), asked }, text)
end

--- Matches if the move gave away a result: it turned a win into a draw or loss, or a draw into a loss. Takes a side, or
-- {side =}.
-- @usage tostring(chess.query.tablebase_mistake "white") --> tablebase_mistake "white"
M.tablebase_mistake = expression.applicable(mistake("tablebase_mistake", {}), function(opts)
  local text = expression.call_text("tablebase_mistake", opts)
  opts = type(opts) == "string" and { side = opts } or opts
  return mistake(text, argument.options(opts, "tablebase_mistake", { side = SIDES }))
end)

--- Matches if the game's result contradicts the tablebase value of its last position: it is a draw and a side won, or
-- it is won and this side did not win. If the win takes more than 50 moves, both results are accepted.
-- @usage tostring(chess.query.wrong_result) --> wrong_result
M.wrong_result = expression.named(expression.all_of {
  expression.lift("at_end", lines.few_pieces(), nil, "few pieces at the end"),
  expression.ask("wrong_result", "game", function(line) return line:wrong_result() ~= nil end, { gather = lines.of }),
}, "wrong_result")

return M
