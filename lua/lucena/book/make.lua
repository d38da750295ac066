--- A library counted from games.
--
-- The first moves of games are kept as lines and made into positions as the tree of openings does it
-- (`lucena.opening.lines`, `lucena.opening.tree`), so memory grows with the number of different lines, not of games.
-- The weight of a move is Polyglot's: 2 for each game that its side won and 1 for each that it did not lose, which
-- counts a game without a result as a draw. Moves of weight 0 (every game lost) are omitted, as Polyglot does.
-- What differs from `polyglot make-book`, on purpose: a game that comes to a position twice counts there once; where
-- weights do not fit in 16 bits, those of the position are brought down in proportion at the end, while Polyglot
-- halves counts and points each time a move has been counted 16384 times; games that begin elsewhere are omitted.
-- Cost: 148,318 games to a depth of 20 plies and 37,375 positions of 5 games and more, 10 s of processor time and
-- 390 MB, nearly all of it the tree's.
-- @module lucena.book.make

local chess = require("lucena")
local edit = require("lucena.book.edit")
local lines_of = require("lucena.opening.lines")
local polyglot = require("lucena.book.polyglot")
local root_of = require("lucena.opening.root")
local tree_of = require("lucena.opening.tree")

local M = {}

---@class lucena.BookBuilder
local Builder = {}
Builder.__index = Builder

--- Begin a library.
---@param depth integer plies of each game that are taken
---@param min integer moves of fewer games are omitted
---@param position? string FEN or moves: where it begins
---@return table? builder
---@return string? err
-- @usage select(2, require("lucena.book.make").new(0, 1)) --> depth: 1 to 200 plies
function M.new(depth, min, position)
  local root, message = root_of.parse(position)
  if not root then
    return nil, message
  elseif depth < 1 or depth > 200 then
    return nil, "depth: 1 to 200 plies"
  elseif min < 1 then
    return nil, "min: 1 or more games"
  end
  return setmetatable({ lines = lines_of.new(root, depth), min = min }, Builder)
end

--- Take a game.
---@param game lucena.Game
---@return boolean taken false: it does not come to the position where the library begins
function Builder:add(game)
  return self.lines:add(game) ~= nil
end

--- Return the counts as plain data, for take() of another builder with the same position and depth.
---@return table state it shares tables with the builder
-- @usage next(require("lucena.book.make").new(20, 1):state().lines) --> nil
function Builder:state()
  return { lines = self.lines.entries }
end

--- Take what another builder counted.
---@param state table of state()
function Builder:take(state)
  self.lines:merge({ entries = state.lines })
end

-- Return the entry of an edge of the tree, or nil if it is omitted from the book.
local function entry_of(position, code, stats, min)
  local s = lines_of.named(stats)
  local other = position.turn == "white" and "black" or "white"
  local won, lost = s[position.turn], s[other]
  local weight = 2 * won + s.games - won - lost
  if s.games >= min and weight > 0 then
    return { raw = polyglot.raw(chess.move(code)), weight = weight, learn = 0, games = s.games, won = won,
      drawn = s.draw, lost = lost }
  end
end

--- Return the places of the book in the order of their keys.
---@return table[] places {key, position, moves}
function Builder:places()
  local places = {}
  for place in tree_of.new(self.lines, self.min):places() do
    local moves, position = {}, place.position
    for code, stats in pairs(place.edges) do
      moves[#moves + 1] = entry_of(position, code, stats, self.min)
    end
    if #moves > 0 then
      places[#places + 1] = { key = position:polyglot_key(), position = position, moves = edit.fitted(moves) }
    end
  end
  return edit.sorted(places)
end

return M
