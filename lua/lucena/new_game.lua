--- Creates games without moves. Commands do not need this function, so it is not in lucena.games.
-- @module lucena.new_game

local argument = require("lucena.argument")
local core = require("lucena.core")

local M = {}

local OPTIONS = { start = true, tags = "table", dialect = true }

local function set_tag(tags, name, value)
  tags[name] = value
end

--- Create a game without moves.
---@param opts? {start?: string|lucena.Position, tags?: table<string, string>, dialect?: string|lucena.Dialect}
-- `start`: the start position, a FEN or a Position; `tags`: values by name; `dialect`: the notation of moves added
-- later
---@return lucena.Game? game
---@return string? err if the FEN is invalid, or no game can start from the position
---@return string? code a code of `chess.position`
-- @usage chess.new_game{tags = {White = "Anderssen"}}.tags.White --> Anderssen
function M.new_game(opts)
  opts = argument.options(opts, 1, "new_game", OPTIONS)
  local start = opts.start
  if type(start) == "string" then
    local position, err, code = core.position(start)
    if not position then
      return nil, err, code
    end
    start = position
  elseif start ~= nil and getmetatable(start) ~= "lucena.Position" then
    argument.bad(2, 1, "new_game", "option 'start': string or lucena.Position expected, got %s", argument.kind(start))
  end
  local create = require("lucena.games").game
  local game, err, code = argument.call(2, 1, "new_game", create, start, { dialect = opts.dialect })
  if not game then
    return nil, err, code
  end
  local names = {}
  for name in pairs(opts.tags or {}) do
    names[#names + 1] = name
  end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  for _, name in ipairs(names) do
    local done, problem = argument.attempt(set_tag, game.tags, name, opts.tags[name])
    if not done then
      argument.bad(2, 1, "new_game", "option 'tags': %s", (problem:gsub("^.-:%d+: ", "")))
    end
  end
  return game
end

return M
