--- Games: from text, from files, and back to PGN.
-- The core reads and keeps; what is convenience stands here.
-- @module lucena.games

local core = require("lucena.core")
require("lucena.position") -- what Lua adds to the Positions that games hand out

local M = {
  open = core.open,
  writer = core.writer,
}

local Game = core.Game

--- Iterate over the games of a text.
---@param text string any number of games
---@return function iterator of Game
-- @usage for g in chess.games_in("1. e4 * 1. d4 *") do print(g.root[1].san) end
function M.games_in(text)
  local at, line, number = 0, 1, 0
  return function()
    while at >= 0 do
      local game
      game, at, line = core.game_in(text, at, nil, number + 1, line)
      if game then
        number = number + 1
        return game
      end
    end
  end
end

--- The one game of a text.
---@param text string
---@return lucena.Game? game
---@return string? err
---@return string? code `no_game`, `more_games`
-- @usage chess.game("1. e4 e5 2. Nf3 *").plies --> 3
function M.game(text)
  if type(text) ~= "string" then
    error("bad argument #1 to 'game' (string expected, got " .. type(text) .. ")", 2)
  end
  local next_game = M.games_in(text)
  local game = next_game()
  if not game then
    return nil, "no game in the text", "no_game"
  end
  if next_game() then
    return nil, "more than one game in the text, use chess.games_in", "more_games"
  end
  return game
end

local function without_where(opts)
  local where = opts and opts.where
  if where == nil then
    return opts, nil
  end
  local rest = {}
  for name, value in pairs(opts) do
    if name ~= "where" then
      rest[name] = value
    end
  end
  return rest, where
end

--- Iterate over the games of a file; "-" is standard input. The file is closed when the loop ends, however it
-- ends. Bad data never ends the loop; a failure of input raises, after the good games.
---@param path string
---@param opts? table what `chess.open` takes, and `where`: a function of a Game that says whether it is wanted
---@return function iterator, nil, nil, lucena.Reader reader the last is to be closed
-- @usage for g in chess.games("games.pgn", {where = function(g) return g.plies > 100 end}) do print(g) end
function M.games(path, opts)
  local reader_opts, where = without_where(opts)
  local reader, err = core.open(path, reader_opts)
  if not reader then
    error(err, 0)
  end
  local function next_game()
    local game, failure = reader:read()
    while game and where and not where(game) do
      game, failure = reader:read()
    end
    if failure then
      error(failure, 0)
    end
    return game
  end
  return next_game, nil, nil, reader
end

-- PGN 8.1.1: the Seven Tag Roster in its order, with what stands for "unknown".
local ROSTER = {
  { "Event", "?" }, { "Site", "?" }, { "Date", "????.??.??" }, { "Round", "?" }, { "White", "?" }, { "Black", "?" },
  { "Result", "*" },
}
local IN_ROSTER = {}
for _, tag in ipairs(ROSTER) do
  IN_ROSTER[tag[1]] = true
end

local function tag_line(name, value)
  return ('[%s "%s"]\n'):format(name, (value:gsub('[\\"]', "\\%0")))
end

local function tag_section(game)
  local lines, others = {}, {}
  for _, tag in ipairs(ROSTER) do
    local value = game.tags[tag[1]] or (tag[1] == "Result" and game.result) or tag[2]
    lines[#lines + 1] = tag_line(tag[1], value)
  end
  for name in pairs(game.tags) do
    if not IN_ROSTER[name] then
      others[#others + 1] = name
    end
  end
  if game.tags.FEN and not game.tags.SetUp then
    others[#others + 1] = "SetUp" -- PGN 9.7.1 wants it beside FEN; many programs leave it out
  end
  table.sort(others)
  for _, name in ipairs(others) do
    lines[#lines + 1] = tag_line(name, game.tags[name] or "1")
  end
  return table.concat(lines)
end

--- The game in PGN export format (PGN 3.2): the seven tags, the others in ASCII order, an empty line, the
-- movetext, and a line end.
---@param opts? table what `Game:movetext` takes
---@return string? text
---@return string? err
---@return string? code `unwritable_comment`
-- @usage print(chess.game("1. e4 e5 *"):pgn{width = 60})
function Game:pgn(opts)
  local movetext, err, code = self:movetext(opts)
  if not movetext then
    return nil, err, code
  end
  return tag_section(self) .. "\n" .. movetext
end

--- Call a function with every node but the root: each move, then the variations on it, then what follows.
---@param visit fun(node: lucena.Node) return false to leave out what lies behind the node
-- @usage chess.game("1. e4 (1. d4) e5 *"):walk(function(node) print(node.san) end) --> e4 d4 e5
function Game:walk(visit)
  if type(visit) ~= "function" then
    error("bad argument #1 to 'walk' (function expected, got " .. type(visit) .. ")", 2)
  end
  -- An explicit stack: variations may be nested deeper than C or Lua can recurse.
  local stack = {}
  local function push_children(node)
    local main = node[1]
    if not main then
      return
    end
    stack[#stack + 1] = { node = main, is_main = true }
  end
  push_children(self.root)
  while #stack > 0 do
    local entry = table.remove(stack)
    if entry.behind then
      push_children(entry.behind)
    else
      local goes_on = visit(entry.node) ~= false
      if goes_on then
        stack[#stack + 1] = { behind = entry.node }
      end
      if entry.is_main then
        local parent = entry.node.parent
        for i = #parent, 2, -1 do
          stack[#stack + 1] = { node = parent[i] }
        end
      end
    end
  end
end

--- Play through the mainline on one Board that is used again for every move.
---@return function iterator of (Board after the move, Node)
-- @usage for board, node in chess.game("1. e4 e5 *"):boards() do print(node.san, board:fen()) end
function Game:boards()
  local node = self.root
  local board = core.board(self.start)
  return function()
    node = node[1]
    if node then
      board:play(node.move)
      return board, node
    end
  end
end

return M
