--- Puts the pieces of scores in columns into the order of the moves. columns.lua sorts columns side by side.
--
-- This file joins a column of White's moves and a column of Black's that is printed after it. Each line has a number
-- and a move. Each column begins with number 1, so it is a segment of its own. The pieces of both are put into the
-- order of the moves.
-- Cost: linear in the pieces.
-- @module lucena.text.decoder.layouts

local columns = require("lucena.text.decoder.columns")
local token = require("lucena.text.decoder.token")

local M = {}

local SHORTEST = 4 -- moves of a column

-- Return the moves of a column as {number, move}; nil if a line has more than one move, or if the numbers do not
-- increase. A number may be unreadable: then its row has only the move.
local function column_of(pieces)
  local column, number, value = {}, nil, 0
  for _, piece in ipairs(pieces) do
    if piece.kind == "number" then
      if number or piece.is_black or not piece.begins_line or piece.value <= value then
        return nil
      end
      number, value = piece, piece.value
    elseif piece.kind == "word" and token.parse(piece.text) then
      column[#column + 1] = { number = number, move = piece }
      number = nil
    elseif piece.kind ~= "word" and piece.kind ~= "result" then
      return nil
    end
  end
  return #column >= SHORTEST and column[#column].number and column[#column].number.value == #column and column or nil
end

-- Return the words and results of a list that are not part of a column.
local function rest_of(pieces, column)
  local taken, rest = {}, {}
  for _, row in ipairs(column) do
    taken[row.move] = true
  end
  for _, piece in ipairs(pieces) do
    if piece.kind == "result" or piece.kind == "word" and not taken[piece] then
      rest[#rest + 1] = piece
    end
  end
  return rest
end

-- Return the pieces of the game that two columns make.
local function game_of(white, black, rest)
  local list = {}
  for i, row in ipairs(white) do
    list[#list + 1], list[#list + 2] = row.number or row.move, row.number and row.move or nil
    list[#list + 1] = black[i] and black[i].move or nil
  end
  return table.move(rest, 1, #rest, #list + 1, list)
end

-- Return the pieces of the game if two segments are its columns, or nil.
local function join(one, other)
  local white, black = column_of(one), other and column_of(other)
  if white and black and (#white == #black or #white == #black + 1) then
    return game_of(white, black, rest_of(other, black))
  end
end

--- Join the segments that are the two columns of a game, and sort the pieces of columns side by side.
---@param segments table[][] of lucena.text.decoder.segments
---@param text string folded
---@return table[][] segments
function M.join(segments, text)
  local list, at = {}, 1
  while segments[at] do
    local game = join(segments[at], segments[at + 1])
    list[#list + 1], at = game or columns.sort(segments[at], text), at + (game and 2 or 1)
  end
  return list
end

return M
