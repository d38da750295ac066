--- Query:test and Query:places: test a query of positions at one position, or list all positions where it holds. The
-- query is combined with a function that records each match and returns false, so that one replay of the line finds all
-- matches.
-- @module lucena.query.places

local argument = require("lucena.argument")
local core = require("lucena.core")
local expression = require("lucena.query.expression")

local methods = expression.methods

-- The line comes from a game tree. Illegal moves in the tree were allowed, so they are allowed here, too.
local LINE_OPTIONS = core.reading_options(nil, nil, nil, true)

-- Return the plies of the line at which the query holds, in ascending order. The query is combined once with a function
-- that adds plies to `noted.list`, and the combination is stored.
local function plies_of(query, game)
  local collecting, noted = rawget(query, "collecting"), rawget(query, "noted")
  if not collecting then
    noted = {}
    local note = expression.ask("noted", "position", function(board)
      noted.list[#noted.list + 1] = board.ply
      return false
    end)
    rawset(note, "is_last", true)
    collecting = expression.to_game(expression.all_of { query, note })
    rawset(query, "collecting", collecting)
    rawset(query, "noted", noted)
  end
  local before, list = noted.list, {}
  noted.list = list
  local done, problem = pcall(collecting, game)
  noted.list = before
  if not done then
    error(problem, 0)
  end
  return list
end

local function has(list, ply)
  for _, other in ipairs(list) do
    if other == ply then
      return true
    end
  end
  return false
end

-- Return the line through a node as a game. Its text has the tags of the original text, so tags that were changed are
-- copied afterwards.
local function line_through(node)
  local line, tags = core.game_in(core.line_text(node), 1, 0, 1, 1, LINE_OPTIONS), node.game.tags
  local names = {}
  for _, list in ipairs(node.game.is_edited and { line.tags, tags } or {}) do
    for name in pairs(list) do
      names[name] = true
    end
  end
  for name in pairs(names) do
    if line.tags[name] ~= tags[name] then
      line.tags[name] = tags[name]
    end
  end
  return line
end

-- Return the game of the moves that lead to a node.
local function game_up_to(node)
  local line = line_through(node)
  local last = line.root
  while last.ply < node.ply do
    last = last.next
  end
  if last.next then
    last.next:remove()
  end
  return line
end

local function test_node(query, node)
  if query.level == "game" then
    return query(game_up_to(node))
  end
  local line = node.is_main and node.game or line_through(node)
  return has(plies_of(query, line), node.ply)
end

--- Test a Game, Node or Position. A query of positions holds for a Node if it holds exactly at that Node; a query of
-- games is tested on the moves up to the Node. In both cases, the tags and the result are those of the Node's game. A
-- Position is tested as a game that starts there and has neither moves nor tags.
---@param x lucena.Game|lucena.Node|lucena.Position|lucena.Board
---@return boolean
-- @usage chess.query.check:test(chess.position "4k3/8/8/8/8/8/8/4R1K1 b - -") --> true
function methods:test(x)
  local kind = argument.kind(x)
  if kind == "lucena.Game" then
    return self(x)
  elseif kind == "lucena.Board" then
    x, kind = x:position(), "lucena.Position"
  end
  if kind ~= "lucena.Node" and kind ~= "lucena.Position" then
    argument.bad(2, 1, "test", "lucena.Game, lucena.Node or lucena.Position expected, got %s", kind)
  end
  if kind == "lucena.Node" then
    return test_node(self, x)
  end
  local game, message = require("lucena").game(x)
  if not game then
    argument.bad(2, 1, "test", "%s", message)
  end
  return self(game)
end

-- Check the arguments of a method. Errors give the line of its caller.
local function check(query, game, name)
  if getmetatable(game) ~= "lucena.Game" then
    argument.bad(3, 1, name, "lucena.Game expected, got %s", argument.kind(game))
  elseif query.level ~= "position" then
    error(("'%s' is about games: '%s' needs a query of positions"):format(tostring(query), name), 3)
  end
end

--- Iterate over all positions of the mainline where a query of positions holds. The iterator returns the Nodes of the
-- moves that lead to these positions, in order; the root for the start position.
---@param game lucena.Game
---@return fun(): lucena.Node iterator
-- @usage for node in chess.query.check:places(chess.game "1. e4 f5 2. Qh5+ g6 *") do print(node.san) end
function methods:places(game)
  check(self, game, "places")
  local list, i, node = plies_of(self, game), 0, game.root
  return function()
    i = i + 1
    while node and list[i] and node.ply < list[i] do
      node = node.next
    end
    return list[i] and node or nil
  end
end

--- Return an array of all positions of the mainline where a query of positions holds. See places().
---@param game lucena.Game
---@return lucena.Node[] nodes
-- @usage #chess.query.check:find_all(chess.game "1. e4 f5 2. Qh5+ g6 3. Qxg6+ *") --> 2
function methods:find_all(game)
  check(self, game, "find_all")
  local list = {}
  for node in self:places(game) do
    list[#list + 1] = node
  end
  return list
end

--- Return the number of positions of the mainline where a query of positions holds.
---@param game lucena.Game
---@return integer
-- @usage chess.query.check:count(chess.game "1. e4 f5 2. Qh5+ g6 3. Qxg6+ *") --> 2
function methods:count(game)
  check(self, game, "count")
  return #self:find_all(game)
end

return {}
