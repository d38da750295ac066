--- Makes an opening book from games.
--
-- The first moves of games are stored as lines and converted to positions, as for the tree of openings
-- (`lucena.lines`, `lucena.opening.tree`). So memory is proportional to the number of different lines, not to
-- the number of games.
--
-- The weight of a move is Polyglot's: 2 for each game that the mover won, and 1 for each draw. A game without a result
-- counts as a draw. Moves of weight 0 (every game was lost) are omitted, as in Polyglot.
--
-- Intended differences from `polyglot make-book`:
--
-- - A game that reaches a position twice counts once there.
-- - If weights do not fit into 16 bits, the weights of the position are scaled down in proportion at the end. Polyglot
--   halves counts and points after every 16384 games.
-- - Games from another start position are omitted.
--
-- A book from 148,318 games to a depth of 20 plies, with moves of at least 5 games, takes 0.7 s of processor time and
-- 50 MB.
-- @module lucena.book.make

local edit = require("lucena.book.edit")
local lines_of = require("lucena.lines")
local root_of = require("lucena.opening.root")
local tree_of = require("lucena.opening.tree")

local M = {}

---@class lucena.BookBuilder
local Builder = {}
Builder.__index = Builder

--- Create a builder.
---@param depth integer the number of plies to use of each game
---@param min integer omit moves of fewer games
---@param position? string FEN or moves: the first position of the book
---@param keep? {side?: string, score?: number} write only moves of "white" or "black", and moves with at least this
-- score for their side, from 0 to 1
---@return table? builder
---@return string? err
-- @usage select(2, require("lucena.book.make").new(0, 1)) --> depth: 1 to 200 plies
function M.new(depth, min, position, keep)
  local root, message = root_of.parse(position)
  if not root then
    return nil, message
  elseif depth < 1 or depth > 200 then
    return nil, "depth: 1 to 200 plies"
  elseif min < 1 then
    return nil, "min: 1 or more games"
  end
  return setmetatable({ lines = lines_of.new(root, depth, true), min = min, keep = keep or {} }, Builder)
end

--- Count a game.
---@param game lucena.Game
---@return boolean taken false if the game does not reach the first position of the book
function Builder:add(game)
  return self.lines:add(game) ~= nil
end

--- Return a function that counts a game that starts from the first position. It returns true for other games: then call
-- add().
---@return fun(game: lucena.Game): boolean
-- @usage require("lucena.book.make").new(20, 1):adder()(require("lucena").game "1. e4 *") --> false
function Builder:adder()
  return self.lines:adder()
end

--- Return the counts as plain data, for take() of another builder with the same position and depth.
---@return table state shares tables with the builder
-- @usage next(require("lucena.book.make").new(20, 1):state().lines) --> nil
function Builder:state()
  return { lines = self.lines.entries }
end

--- Add the counts of another builder.
---@param state table made by state()
function Builder:take(state)
  self.lines:merge({ entries = state.lines })
end

-- Return the moves of a place that are kept. The weight is 2 for a win and 1 for a draw, so it gives the score.
local function kept_moves(moves, least)
  local kept = {}
  for _, move in ipairs(moves) do
    kept[#kept + 1] = move.weight >= 2 * least * move.games and move or nil
  end
  return kept
end

-- Return an iterator over the places that have kept moves.
local function filtered(each, keep)
  return function()
    for place in each do
      place.moves = kept_moves(place.moves, keep.score or 0)
      if #place.moves > 0 and (not keep.side or place.position.turn == keep.side) then
        return place
      end
    end
  end
end

--- Iterate over the places of the book, sorted by key.
---@return function iterator of {key, position, moves}
-- @usage require("lucena.book.make").new(20, 1):each()() --> nil
function Builder:each()
  local each = tree_of.new(self.lines, self.min):book(self.min)
  return next(self.keep) and filtered(each, self.keep) or each
end

--- Iterate over the same places in the form in which `lucena.book.write` writes them fastest.
---@param format string "polyglot" or "epd"
---@return function iterator of a text and its number of moves, or of places
function Builder:written(format)
  local is_fast = format == "polyglot" and not next(self.keep)
  return is_fast and tree_of.new(self.lines, self.min):polyglot(self.min) or self:each()
end

--- Return the places of the book, sorted by key.
---@return table[] places {key, position, moves}
function Builder:places()
  local places = {}
  for place in self:each() do
    edit.fitted(place.moves)
    places[#places + 1] = place
  end
  return places
end

return M
