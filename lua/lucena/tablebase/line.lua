--- Looks up the last positions of a game's mainline in tablebases, and finds moves that turned a won or drawn position
-- into a worse one. The values are computed once for all queries of a game.
--
-- The look-ups begin at the end of the game and go back to the first position that is not in the tablebases. So there
-- is one look-up for each position of the ending, and one for the position before them.
--
-- **Definitions.** A move is a mistake if it turned a won position into a position that is not won, or a drawn position
-- into a lost position. Both positions must be in the tablebases. A win that takes more than 50 moves does not count as
-- won. A result is wrong in two cases: the last position is a draw but a side won, or the last position is won for a
-- side that did not win. For wins that take more than 50 moves, both results are accepted. A wrong result can still be
-- correct: players lose on time, or resign in drawn positions.
-- @module lucena.tablebase.line

local chess = require("lucena")
local tablebase = require("lucena.tablebase")

local Line = {}
Line.__index = Line

local M = {}

local MOST_PIECES = 7 -- the maximum number of pieces in Syzygy tablebases

--- Return a query for positions with few enough pieces for Syzygy tablebases.
---@return lucena.Query
-- @usage tostring(require("lucena.tablebase.line").few_pieces()) --> piece_count{max = 7}
function M.few_pieces()
  return chess.query.piece_count { max = MOST_PIECES }
end

local NUMBERS = { loss = -2, blessed_loss = -1, draw = 0, cursed_win = 1, win = 2 }
local WORDS = { [-2] = "loss", [-1] = "blessed_loss", [0] = "draw", [1] = "cursed_win", [2] = "win" }

-- Values: 1 for a win, -1 for a loss, 0 for all others.
local function points(value)
  return value == 2 and 1 or value == -2 and -1 or 0
end

local function view(value, color)
  return color == "white" and value or -value
end

--- Return the values of a game's ending. Raises an error if no tablebases are loaded.
---@param game lucena.Game
---@return table line
function M.of(game)
  local most, err = tablebase.max_pieces()
  if not most then
    error(err, 0)
  end
  local nodes = { [0] = game.root }
  for node in game:mainline() do
    nodes[node.ply] = node
  end
  local self = setmetatable({ nodes = nodes, values = {}, last = #nodes, first = #nodes + 1, result = game.result },
    Line)
  for ply = self.last, 0, -1 do
    local position = nodes[ply].position
    local word = tablebase.wdl(position)
    if not word then
      break
    end
    self.values[ply], self.first = view(NUMBERS[word], position.turn), ply
  end
  return self
end

--- Return the value of a position for a side, as `Position:tablebase` does; nil if it is not in the tablebases.
---@param ply integer
---@param color string
---@return string? wdl
function Line:wdl(ply, color)
  local value = self.values[ply]
  return value and WORDS[view(value, color)]
end

--- Return the mistake that the move at a ply is; nil if it is none.
---@param ply integer
---@return table? mistake {node, color, from, to}: the node and the side of the move, and the values of the positions
-- before and after it
function Line:mistake(ply)
  local before, after = self.values[ply - 1], self.values[ply]
  if not (before and after) then
    return nil
  end
  local node = self.nodes[ply]
  local color = node.parent.position.turn
  if points(view(after, color)) < points(view(before, color)) then
    return { node = node, color = color, from = self:wdl(ply - 1, color), to = self:wdl(ply, color) }
  end
end

local WON = { ["1-0"] = 2, ["0-1"] = -2, ["1/2-1/2"] = 0 }

--- Return the value of the last position if the game's result contradicts it.
---@return string? wdl the value for White; nil if the result agrees or the value is unknown
function Line:wrong_result()
  local value, won = self.values[self.last], WON[self.result]
  local is_cursed = value == 1 or value == -1
  local is_wrong = value and won and (is_cursed and won == -2 * value or not is_cursed and won ~= value)
  return is_wrong and WORDS[value] or nil
end

return M
