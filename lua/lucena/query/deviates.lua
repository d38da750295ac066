--- The query `deviates`: moves that leave the lines of games. The lines become a sorted list of positions and moves,
-- which csrc/match/deviates.c searches.
-- @module lucena.query.deviates

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local class_of = require("lucena.argument").kind

local M = {}

-- Add the moves of a game with its variations by position: known[key][code of the move].
local function add_game(known, game)
  game:walk(function(node)
    if node.move then
      local key = node.parent.position.key
      known[key] = known[key] or {}
      known[key][node.move.code] = true
    end
  end)
end

local function add_file(known, path)
  local reader <close>, message = require("lucena").open(path)
  if not reader then
    argument.fail(1, "deviates", message)
  end
  for game in reader.read, reader do
    add_game(known, game)
  end
  for _, record in ipairs(reader:take_diagnostics()) do
    if record.severity == "error" then
      error(record.text, 0)
    end
  end
end

local function add(known, lines)
  local class = class_of(lines)
  if class == "string" then
    if lines:find("\0", 1, true) then
      argument.fail(1, "deviates", "path holds a NUL")
    end
    add_file(known, lines)
  elseif class == "lucena.Game" then
    add_game(known, lines)
  elseif class == "table" and rawget(lines, 1) ~= nil then
    for _, part in ipairs(lines) do
      add(known, part)
    end
  else
    argument.fail(1, "deviates", ("a path, a Game or an array of these expected, got %s"):format(class))
  end
end

-- Return the moves as binary data: pairs of key and code, in ascending order.
local function packed(known)
  local keys, parts = {}, {}
  for key in pairs(known) do
    keys[#keys + 1] = key
  end
  table.sort(keys, math.ult)
  for _, key in ipairs(keys) do
    for code in pairs(known[key]) do
      parts[#parts + 1] = ("<i8i8"):pack(key, code)
    end
  end
  return table.concat(parts)
end

local function text_of(lines, opts)
  local shown = type(lines) == "string" and ("%q"):format(lines) or "games"
  return opts.side and ('deviates(%s, {side = "%s"})'):format(shown, opts.side) or ("deviates(%s)"):format(shown)
end

--- Matches a move that leaves the lines of moves in `lines`: the position before the move occurs there, but only with
--- other moves. All mainlines and variations count. Positions are compared, so the order of moves does not matter. A
--- move after the end of a line does not match. The match position is the first deviation.
---@param lines string|lucena.Game|table the path of a PGN file, a Game, or an array of these
---@param opts? {side?: "white"|"black"} `side`: the side that leaves the lines
---@return lucena.Query of positions
-- @usage chess.query.deviates(chess.game("1. e4 e5 2. Nf3 *")):find(chess.game("1. e4 e5 2. f4 *")).san --> f4
M.deviates = expression.maker("deviates", "lines", function(lines, opts)
  opts = opts and argument.options(opts, "deviates", { side = board.SIDES }, 2) or {}
  local known, text = {}, text_of(lines, opts)
  add(known, lines)
  local moves = packed(known)
  return expression.named(board.for_side(opts.side, function(color)
    return expression.step(text, { op = "deviates", color = color, moves = moves })
  end), text)
end)

return M
