--- Queries of how often a query of positions holds in a game: see lucena.query.game_number.
-- @module lucena.query.count

local expression = require("lucena.query.expression")
local numbers = require("lucena.query.game_number")

local M = {}

local made, of_positions = numbers.made, numbers.of_positions

--- The number of positions of the mainline at which a query holds.
---@param query lucena.Query of positions
---@param range? {min?: integer, max?: integer}|integer the number, or a range: then it is a query
---@return lucena.QueryNumber|lucena.Query
-- @usage chess.query.count(chess.query.check)(chess.game "1. e4 f5 2. Qh5+ g6 3. Qxg6+ *") --> 2
M.count = expression.maker("count", "a query of positions", function(query, range)
  query = of_positions(query, "count")
  return made("count", query, range, function(game) return query:count(game) end)
end)

--- The length of the longest run of consecutive positions of the mainline at which a query holds.
---@param query lucena.Query of positions
---@param range? {min?: integer, max?: integer}|integer the number, or a range: then it is a query
---@return lucena.QueryNumber|lucena.Query
-- @usage chess.query.longest(chess.query.bishop_pair)(chess.game "1. e4 e5 2. Bb5 a6 3. Bc6 dxc6 *") --> 7
M.longest = expression.maker("longest", "a query of positions", function(query, range)
  query = of_positions(query, "longest")
  return made("longest", query, range, function(game)
    local best, run, before = 0, 0, nil
    for node in query:places(game) do
      run = before and node.ply == before + 1 and run + 1 or 1
      best, before = math.max(best, run), node.ply
    end
    return best
  end)
end)

return M
