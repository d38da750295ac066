--- Puts the pieces of a game into the order of its moves, if the moves of White are printed before those of Black, each
-- with its number on a line of its own. Such a text has two segments: one for each column.
-- Cost: linear in the pieces.
-- @module lucena.text.decoder.layouts

local token = require("lucena.text.decoder.token")

local M = {}

local SHORTEST = 4 -- moves of a column

-- Return the moves of a column as {number, move}; nil if a line has other moves, or numbers that do not count up. A
-- number may be unreadable: then its line has a move only.
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

-- Return the pieces of a list that are no part of a column: words and the result.
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

-- Return the pieces of the game that two columns have.
local function game_of(white, black, rest)
  local list = {}
  for i, row in ipairs(white) do
    list[#list + 1], list[#list + 2] = row.number or row.move, row.number and row.move or nil
    list[#list + 1] = black[i] and black[i].move or nil
  end
  return table.move(rest, 1, #rest, #list + 1, list)
end

-- Return the game of two segments, or nil.
local function join(one, other)
  local white, black = column_of(one), other and column_of(other)
  if white and black and (#white == #black or #white == #black + 1) then
    return game_of(white, black, rest_of(other, black))
  end
end

--- Join the segments that are the two columns of a game.
---@param segments table[][] of lucena.text.decoder.segments
---@return table[][] segments
function M.join(segments)
  local list, at = {}, 1
  while segments[at] do
    local game = join(segments[at], segments[at + 1])
    list[#list + 1], at = game or segments[at], at + (game and 2 or 1)
  end
  return list
end

return M
