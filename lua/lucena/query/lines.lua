--- Tests queries in the variations of a game, too, not only in the mainline. Each variation is tested as a game of its
-- own: the moves that lead to it, followed by the variation. The reader tests the mainline first, so games without
-- variations need no more time. If the mainline does not match, a Game is made for each variation. This takes about 3
-- microseconds per variation, and 100 ns per move of its line.
-- @module lucena.query.lines

local core = require("lucena.core")
local expression = require("lucena.query.expression")
local plan = require("lucena.query.plan")

-- The text of a line is made from a tree. An illegal move in it was played, so it is allowed here.
local LINE_OPTIONS = core.reading_options(nil, nil, nil, true)

-- Return the node of a copy of the game that corresponds to a node of the game.
local function same_place(node, game)
  if node.game == game then
    return node
  elseif not node.parent then
    return game.root
  end
  for i = 1, #node.parent do
    if node.parent[i] == node then
      return same_place(node.parent, game)[i]
    end
  end
end

-- Return the node after N plies on the line that contains a node.
local function node_at(node, ply)
  while node.ply > ply do
    node = node.parent
  end
  while node.ply < ply do
    node = node[1]
  end
  return node
end

-- Return the first matching line as a Game, the first node of its variation, and the match position.
local function find_line(query, game)
  local variation = core.next_variation(game)
  while variation do
    local line = core.game_in(core.line_text(variation), 1, 0, 1, 1, LINE_OPTIONS)
    local found = query:find(line)
    if found then
      return line, variation, found
    end
    variation = core.next_variation(game, variation)
  end
end

-- Return the matching line as a Game. For the mainline, or if no line matches, return the game itself.
local function line_of(query, game)
  return not query(game) and find_line(query, require("lucena.query").as_text(game)) or game
end

local function ask_variations(query, game)
  local _, variation, found = find_line(query, require("lucena.query").as_text(game))
  return variation and same_place(node_at(variation, found.ply), game)
end

-- Separate the tests of tags, which have the same result for all lines. They are tested first, once per game.
local function split(along)
  local tags, rest = {}, {}
  for _, query in ipairs(along.kind == "and" and along or { along }) do
    local list = plan.is_of_tags(query) and tags or rest
    list[#list + 1] = query
  end
  return tags, rest
end

-- Test the mainline, then the variations.
local function ask_lines(along)
  local variations = expression.ask(("variations, %s"):format(tostring(along)), "game", function(game)
    return ask_variations(along, game)
  end)
  rawset(variations, "inner", along) -- any_line calls the functions of this query
  local has_variations = expression.leaf("has_variations", { op = "variation" })
  return expression.any_of { along, expression.all_of { has_variations, variations } }
end

--- Match if the query matches the mainline or a variation. A variation is tested as a game that begins with the moves
-- before it. The match position is a node of that line. A Lua function of a game gets the line as a Game.
---@param query lucena.Query|function
---@return lucena.Query
-- @usage chess.query.any_line(chess.query.played "d4")(chess.game("1. e4 (1. d4 d5) *")) --> true
local function any_line(query)
  local along = expression.to_game(expression.operand(query, 2, "any_line"))
  local text = ("any_line(%s)"):format(tostring(along))
  local tags, rest = split(along)
  tags[#tags + 1] = rest[1] and ask_lines(expression.all_of(rest))
  local it = expression.named(expression.all_of(tags), text)
  rawset(it, "along", function(game) -- used by explain()
    return along, line_of(along, game)
  end)
  return it
end

return { any_line = any_line }
