--- Stores the first moves of many games in little memory, for the opening reports.
--
-- A line has the first moves of a game after a root position, up to a depth. Games with the same line share one entry
-- of `lucena.Lines` (csrc/binding/lines.c). So a line of 20 plies takes about 200 bytes, and adding a game creates no
-- table. No game is omitted, so the tree made of the lines (`lucena.opening.tree`) has exact counts. Memory is
-- proportional to the number of different lines.
--
-- For each line, the most notable game is stored. This is the game with the highest sum of both ratings; of several,
-- the first by file and offset.
-- @module lucena.lines

local chess = require("lucena")
local core = require("lucena.core")

local M = {}

--- The sums of a line, in the order of the statistics of `lucena.opening.tree`. `rated_white` counts games with a
-- result in which White has a rating. `sum_white` is the sum of these ratings, and `halves_white` is the number of half
-- points that Black scored in these games: together they give Black's performance rating. The fields for black give
-- White's performance rating.
M.FIELDS = {
  "games", "white", "draw", "black", "rated_white", "sum_white", "halves_white", "rated_black", "sum_black",
  "halves_black",
}

--- Return the sums by their names.
---@param sums integer[]
---@return table
function M.named(sums)
  local out = {}
  for k, name in ipairs(M.FIELDS) do
    out[name] = sums[k]
  end
  return out
end

local Lines = {}

-- The field `entries` has all lines as plain data: moves -> statistics, both as bytes.
function Lines:__index(name)
  if name == "entries" then
    return self.core:entries()
  end
  return Lines[name]
end

local INITIAL = chess.position()

--- Create an empty collection.
---@param root lucena.Position the position at the start of the lines
---@param depth integer plies
---@param only_results boolean? count only games and results: no ratings, years and notable games
---@return table lines
-- @usage require("lucena.lines").new(chess.position(), 10):games() --> 0
function M.new(root, depth, only_results)
  local query = root ~= INITIAL and require("lucena").query.position(root) or nil
  local lines = core.lines(root, depth, only_results)
  return setmetatable({ root = root, depth = depth, query = query, core = lines }, Lines)
end

--- Add a game. A game that does not reach the root is ignored.
---@param game lucena.Game
---@return integer? before plies of the game that lead to the root
function Lines:add(game)
  local before = self.core:add(game)
  local node = not before and self.query and self.query:find(game)
  return before or node and (self.core:add(game, node.ply)) or nil
end

--- Return a function that adds a game that starts from the root. It returns true for other games, which add() can add.
---@return fun(game: lucena.Game): boolean
function Lines:adder()
  return self.core:adder()
end

--- Return the number of games.
---@return integer
function Lines:games()
  return self.core:games()
end

--- Add the lines of another collection with the same root and depth.
---@param other table
function Lines:merge(other)
  self.core:merge(other.entries)
end

return M
