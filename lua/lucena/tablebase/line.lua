--- What tablebases say along the mainline of a game: the values of its last positions, and where a result was given
-- away. Read once for all that is asked of a game.
--
-- It begins at the end of the game and goes back to the first position that the tables do not have, so it costs a probe
-- for each position of the ending and one more, whatever came before.
--
-- **Wrong.** A move is a mistake when the tables knew the position before it, too, and it made a won position one that
-- is not (a win that takes more than 50 moves is none), or a drawn one a lost one. A result is wrong when the last
-- position is a draw and a side won, or a win for a side that did not; of wins beyond 50 moves both may come. Such a
-- result may be right all the same: flags fall, and players resign in drawn positions.
-- @module lucena.tablebase.line

local chess = require("lucena")
local tablebase = require("lucena.tablebase")

local Line = {}
Line.__index = Line

local M = {}

local MOST_PIECES = 7 -- of any Syzygy table

--- A query of positions with few enough pieces for a table.
---@return lucena.Query
-- @usage tostring(require("lucena.tablebase.line").few_pieces()) --> piece_count{max = 7}
function M.few_pieces()
  return chess.query.piece_count { max = MOST_PIECES }
end

local NUMBERS = { loss = -2, blessed_loss = -1, draw = 0, cursed_win = 1, win = 2 }
local WORDS = { [-2] = "loss", [-1] = "blessed_loss", [0] = "draw", [1] = "cursed_win", [2] = "win" }

-- What counts: 1 a win, -1 a loss, 0 everything between.
local function points(value)
  return value == 2 and 1 or value == -2 and -1 or 0
end

local function view(value, color)
  return color == "white" and value or -value
end

--- The values of a game's ending. Raises when there are no tables at all.
---@param game lucena.Game
---@return table line
function M.of(game)
  local men, err = tablebase.men()
  if not men then
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

--- What a position is for a side, as `Position:tablebase` says it; nil when the tables do not know it.
---@param ply integer
---@param color string
---@return string? wdl
function Line:wdl(ply, color)
  local value = self.values[ply]
  return value and WORDS[view(value, color)]
end

--- Whether the move that led to a ply gave something away.
---@param ply integer
---@return table? mistake {node, color, from, to}: the move, whose it was, and what their position was and is
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

--- Whether the game's result is not what its last position is.
---@return string? wdl what the last position is for White; nil when nothing is wrong or known
function Line:wrong_result()
  local value, won = self.values[self.last], WON[self.result]
  local is_cursed = value == 1 or value == -1
  local is_wrong = value and won and (is_cursed and won == -2 * value or not is_cursed and won ~= value)
  return is_wrong and WORDS[value] or nil
end

return M
