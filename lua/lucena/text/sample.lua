--- Reads a part of a text, to compare notations: places and decides its moves without making games.
-- @module lucena.text.sample

local parts = require("lucena.text.parts")
local piece_lists = require("lucena.text.piece_lists")
local resolve = require("lucena.text.resolve")

local M = {}

--- Return a function that returns the moves in a text, folded by lucena.text.fold.
---@param start lucena.Position where games begin
---@return function(folded, dialect)
function M.reader(start)
  return function(folded, dialect)
    local list = {}
    local hidden, list_of_boards = piece_lists.hide(folded)
    parts.each(hidden, list_of_boards, dialect, start, function(game, mentions, _, matcher)
      if game then
        resolve.game(game, matcher, function() return true end, true)
      end
      table.move(mentions, 1, #mentions, #list + 1, list)
    end)
    return list
  end
end

return M
