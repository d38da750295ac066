--- Puts the moves of a score that is printed in several columns into their order:
--
--     1. e4   e5        4. Ba4  Nf6
--     2. Nf3  Nc6       5. O-O  Be7
--     3. Bb5  a6        6. Re1  b5
--
-- The moves are sorted by their numbers if the first number stays the first, and no number comes twice. Moves may be
-- missing: the line then ends before the next number.
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

return M
