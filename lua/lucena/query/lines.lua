--- Queries along every line of a game, not only the mainline.
-- A variation is asked as a game of its own: the moves that lead to it, the variation, and on to its end. The mainline
-- is asked first, by the reader, with all else; a game without a variation costs nothing more. Only then is a Game
-- made, and of each variation another one. Cost: some 3 microseconds a variation, and 100 ns a move of its line.
-- @module lucena.query.lines

local core = require("lucena.core")
local expression = require("lucena.query.expression")
local plan = require("lucena.query.plan")

-- The node of the same place in another copy of the game.
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

-- The node after N plies of the line through a node.
local function node_at(node, ply)
  while node.ply > ply do
    node = node.parent
  end
  while node.ply < ply do
    node = node[1]
  end
  return node
end

-- The first line that passes, as a Game; its variation's first node, and the place in the line.
local function find_line(query, game)
  local variation = core.next_variation(game)
  while variation do
    local line = core.game_in(core.line_text(variation), 1, 0, 1, 1)
    local found = query:find(line)
    if found then
      return line, variation, found
    end
    variation = core.next_variation(game, variation)
  end
end

-- The line along which a query passes, as a Game; the game itself for the mainline, or none.
local function line_of(query, game)
  return not query(game) and find_line(query, require("lucena.query").as_text(game)) or game
end

local function ask_variations(query, game)
  local _, variation, found = find_line(query, require("lucena.query").as_text(game))
  return variation and same_place(node_at(variation, found.ply), game)
end

-- What tags say is so of all lines: it is asked first, of the game.
local function split(along)
  local tags, rest = {}, {}
  for _, query in ipairs(along.kind == "and" and along or { along }) do
    local list = plan.is_of_tags(query) and tags or rest
    list[#list + 1] = query
  end
  return tags, rest
end

-- Along the mainline, or a variation.
local function ask_lines(along)
  local variations = expression.ask(("variations, %s"):format(tostring(along)), "game", function(game)
    return ask_variations(along, game)
  end)
  rawset(variations, "inner", along) -- whose functions it calls
  local has_variations = expression.leaf("has_variations", { op = "variation" })
  return expression.any_of { along, expression.all_of { has_variations, variations } }
end

--- Of some line of the game: its mainline, or a variation with the moves before it, which is then asked as if it were
-- the game. Its place is a node of that line. A Lua function of a game is given the line as a Game.
---@param query lucena.Query|function
---@return lucena.Query
-- @usage chess.query.any_line(chess.query.played "d4")(chess.game("1. e4 (1. d4 d5) *")) --> true
local function any_line(query)
  local along = expression.to_game(expression.operand(query, 2))
  local text = ("any_line(%s)"):format(tostring(along))
  local tags, rest = split(along)
  tags[#tags + 1] = rest[1] and ask_lines(expression.all_of(rest))
  local it = expression.named(expression.all_of(tags), text)
  rawset(it, "along", function(game) -- for explain()
    return along, line_of(along, game)
  end)
  return it
end

return { any_line = any_line }
