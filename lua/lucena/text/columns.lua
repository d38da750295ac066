--- Puts the moves of a score that is printed in several columns into their order:
--
--     1. e4   e5        4. Ba4  Nf6
--     2. Nf3  Nc6       5. O-O  Be7
--     3. Bb5  a6        6. Re1  b5
--
-- The moves are sorted by their numbers if the first number stays the first, and no number comes twice. Moves may be
-- missing: the line then ends before the next number.
--
-- A column of Black's moves after that of White's, each with the numbers from 1 on, is put between White's moves.
-- @module lucena.text.columns

local tree = require("lucena.text.tree")

local M = {}

-- Return the pieces of a run that begin with a number, as {ply, moves}; nil if it does not begin with a number.
local function pieces_of(moves)
  local pieces = {}
  for _, move in ipairs(moves) do
    if move.number then
      pieces[#pieces + 1] = { ply = tree.ply_of(move.number), moves = {}, index = #pieces }
    elseif #pieces == 0 then
      return nil
    end
    local piece = pieces[#pieces].moves
    piece[#piece + 1] = move
  end
  return pieces
end

-- Return whether each piece of a list begins after the last ply of the piece before it. Moves between them may be
-- missing or unreadable.
local function is_in_order(pieces)
  for i = 2, #pieces do
    if pieces[i].ply < pieces[i - 1].ply + #pieces[i - 1].moves then
      return false
    end
  end
  return true
end

--- Sort the moves of rows by their numbers, if they are printed in columns.
---@param moves table[] of a run; changed
function M.sort(moves)
  local pieces = pieces_of(moves)
  if not pieces or is_in_order(pieces) then
    return
  end
  table.sort(pieces, function(a, b)
    return a.ply < b.ply or a.ply == b.ply and a.index < b.index
  end)
  if pieces[1].index == 0 and is_in_order(pieces) then
    local at = 0
    for _, piece in ipairs(pieces) do
      table.move(piece.moves, 1, #piece.moves, at + 1, moves)
      at = at + #piece.moves
    end
  end
end

local SHORTEST = 4 -- moves of a column

-- Return whether a run is a column: each row has a number, one more than the row before, and one move.
local function is_column(run)
  if not run or run.kind ~= "run" or not run.is_row or #run.moves < SHORTEST then
    return false
  end
  for i, move in ipairs(run.moves) do
    if not move.number or move.number.value ~= i or move.number.is_black then
      return false
    end
  end
  return true
end

--- Join a column of White's moves and the column of Black's moves after it.
---@param items table[] of lucena.text.runs
---@return table[] items
function M.join(items)
  local list = {}
  for _, item in ipairs(items) do
    local white = list[#list]
    local size = is_column(white) and is_column(item) and #item.moves
    if size and (size == #white.moves or size == #white.moves - 1) then
      local moves = {}
      for i, move in ipairs(white.moves) do
        moves[#moves + 1] = move
        moves[#moves + 1] = item.moves[i]
      end
      for _, move in ipairs(item.moves) do
        move.number, move.run = nil, white
      end
      white.moves, white.last = moves, item.last
    else
      list[#list + 1] = item
    end
  end
  return list
end

return M
