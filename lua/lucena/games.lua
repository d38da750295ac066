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

-- ---- arguments -----------------------------------------------------------------------------------

-- What is called with wrong arguments blames the line that called it, under the name it was called by.
local function check_argument(value, number, name, expected)
  if type(value) ~= expected then
    error(("bad argument #%d to '%s' (%s expected, got %s)"):format(number, name, expected, type(value)), 3)
  end
end

local function check_game(value, name)
  if getmetatable(value) ~= "lucena.Game" then
    error(("calling '%s' on bad self (lucena.Game expected, got %s)"):format(name, type(value)), 3)
  end
end

-- The results of a function of the core that does the work of `name`, whose arguments are its own; `is_method` when
-- the first of them is self, which is not counted.
local function call(name, is_method, f, ...)
  local results = table.pack(pcall(f, ...))
  if results[1] then
    return table.unpack(results, 2, results.n)
  end
  local message = results[2]
  if type(message) == "string" then
    message = message:gsub("^bad argument #(%d+) to '[^']*'", function(number)
      return ("bad argument #%d to '%s'"):format(is_method and number - 1 or number, name)
    end)
  end
  error(message, 3)
end

-- ---- games of a text -----------------------------------------------------------------------------

-- A function that returns the next game, or nil at the end, and the text before it that belongs to no game.
local function split(text)
  local number, at, line, column = 1, 0, 1, 1
  return function()
    local first, last
    while at >= 0 do
      local from, game, is_stray = at
      game, at, line, column, is_stray = core.game_in(text, number, at, line, column)
      if is_stray then
        first, last = first or from + 1, at
      elseif game or at < 0 then
        number = number + 1
        return game, first and text:sub(first, last):match("^%s*(.*)$")
      end
    end
  end
end

--- Iterate over the games of a text. Text that belongs to no game is handed out beside them: with a game, what
-- stands before it, and with the last game what stands behind it. (A text without any game is one that
-- `chess.game` refuses.)
---@param text string any number of games
---@return function iterator of (Game, text before it that is no game or nil, with the last game such text behind it)
-- @usage for g, before in chess.games_in("1. e4 * 1. d4 *") do print(g.root[1].san, before) end
function M.games_in(text)
  check_argument(text, 1, "games_in", "string")
  local next_game = split(text)
  local game, before = next_game()
  return function()
    if not game then
      return nil
    end
    local found, stray = game, before
    game, before = next_game()
    return found, stray, not game and before or nil
  end
end

--- The one game of a text. There may be comments and white space around it, and nothing else.
---@param text string
---@return lucena.Game? game
---@return string? err
---@return string? code `no_game`, `more_games`, `stray_text`
-- @usage chess.game("1. e4 e5 2. Nf3 *").plies --> 3
function M.game(text)
  check_argument(text, 1, "game", "string")
  local next_game = M.games_in(text)
  local game, before, behind = next_game()
  if not game then
    return nil, "no game in the text", "no_game"
  elseif next_game() then
    return nil, "more than one game in the text, use chess.games_in", "more_games"
  elseif before or behind then
    local where = before and "before" or "behind"
    return nil, ("there is text %s the game that is no part of it, use chess.games_in"):format(where), "stray_text"
  end
  return game
end

-- ---- games of a file -----------------------------------------------------------------------------

-- The options of chess.games: those of chess.open, and `where`.
local function without_where(opts)
  local where = opts and opts.where
  if where == nil then
    return opts, nil
  elseif type(where) ~= "function" then
    error(("bad argument #2 to 'games' (option 'where': function expected, got %s)"):format(type(where)), 3)
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
  if opts ~= nil then
    check_argument(opts, 2, "games", "table")
  end
  local reader_opts, where = without_where(opts)
  local reader, err = call("games", false, core.open, path, reader_opts)
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

-- ---- methods of Game -----------------------------------------------------------------------------

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
  check_game(self, "pgn")
  local movetext, err, code = call("pgn", true, Game.movetext, self, opts)
  if not movetext then
    return nil, err, code
  end
  return tag_section(self) .. "\n" .. movetext
end

--- Call a function with every node but the root: each move, then the variations on it, then what follows.
---@param visit fun(node: lucena.Node) return false to leave out what lies behind the node
-- @usage chess.game("1. e4 (1. d4) e5 *"):walk(function(node) print(node.san) end) --> e4 d4 e5
function Game:walk(visit)
  check_game(self, "walk")
  check_argument(visit, 1, "walk", "function")
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
  check_game(self, "boards")
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
