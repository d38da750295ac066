--- Builds requests to an engine: the position, the limits and the commands.
-- @module lucena.engine.request

local argument = require("lucena.argument")

local M = {}

--- Return the position to search: a Position, or a Node with the moves before it. From these moves, the engine detects
-- repetitions. UCI has no null moves and no illegal moves. So the moves begin after the last null or illegal move, and
-- after the last irregular position (Position.is_irregular).
---@param what lucena.Position|lucena.Node other values raise an error
---@param name string the name of the called function, for messages
---@return lucena.Position
---@return string command
function M.place(what, name)
  local class = getmetatable(what)
  if class == "lucena.Position" then
    return what, "position fen " .. what:fen()
  elseif class ~= "lucena.Node" then
    argument.bad(4, 1, name, "lucena.Position or lucena.Node expected, got %s",
      type(class) == "string" and class or type(what))
  elseif not what.position then
    argument.bad(4, 1, name, "the game of the node has no start position")
  end
  local moves, node = {}, what
  while node.move and tostring(node.move) ~= "0000" and not node.is_illegal do
    local before = node.parent.position
    if before.is_irregular then
      break
    end
    table.insert(moves, 1, before:uci(node.move))
    node = node.parent
  end
  local line = #moves > 0 and " moves " .. table.concat(moves, " ") or ""
  return what.position, "position fen " .. node.position:fen() .. line
end

--- The options of a search, and the options of choosing a move, as argument.options takes them.
M.LIMITS = { depth = "number", nodes = "number", time = "number", multipv = "number", searchmoves = "table",
  each = "function" }

local CLOCKS = { white_time = "wtime", black_time = "btime", white_increment = "winc", black_increment = "binc" }
M.PLAY = { moves_to_go = "number" }
for name, kind in pairs(M.LIMITS) do
  M.PLAY[name] = name ~= "multipv" and kind or nil
end
for name in pairs(CLOCKS) do
  M.PLAY[name] = "number"
end

-- Options that are integers of at least 1, and options in seconds.
local COUNTS = { "depth", "nodes", "multipv", "moves_to_go" }
local SECONDS = { "time", "white_time", "black_time", "white_increment", "black_increment" }

--- Raise an error if a number is out of range, or if the search would never end.
---@param opts table
---@param name string the name of the called function, for messages
function M.check(opts, name)
  local function refuse(text)
    argument.bad(5, 2, name, "%s", text)
  end
  for _, key in ipairs(COUNTS) do
    local value = opts[key]
    if value and not (math.type(value) == "integer" and value >= 1 and value <= 1 << 53) then
      refuse(("option '%s': an integer from 1"):format(key))
    end
  end
  for _, key in ipairs(SECONDS) do
    local value = opts[key]
    if value and not (value >= 0 and value <= 1e6) then
      refuse(("option '%s': seconds from 0 to a million"):format(key))
    end
  end
  if not (opts.depth or opts.nodes or opts.time or opts.white_time or opts.black_time) then
    refuse("give depth, nodes or time")
  end
end

-- Return a Move from a Move or its text in SAN or UCI.
local function move_of(position, move)
  if type(move) ~= "string" then
    return move
  end
  local found, err, code = position:parse(move)
  return found or position:parse_uci(move), err, code
end

--- Return the command that starts the search.
---@param position lucena.Position
---@param opts table checked
---@return string? command
---@return string? err
---@return string? code `illegal_move` or another code of moves, for a move in `searchmoves`
function M.command(position, opts)
  local words = { "go" }
  local function put(key, value)
    words[#words + 1] = ("%s %d"):format(key, value)
  end
  for name, key in pairs(CLOCKS) do
    if opts[name] then
      put(key, math.floor(opts[name] * 1000))
    end
  end
  for _, pair in ipairs { { "moves_to_go", "movestogo" }, { "depth", "depth" }, { "nodes", "nodes" } } do
    if opts[pair[1]] then
      put(pair[2], opts[pair[1]])
    end
  end
  if opts.time then
    put("movetime", math.max(1, math.floor(opts.time * 1000)))
  end
  for i, wanted in ipairs(opts.searchmoves or {}) do
    local move, err, code = move_of(position, wanted)
    local text = move and position:uci(move)
    if not text then
      return nil, err or ("illegal move %s"):format(argument.shown(wanted)), code or "illegal_move"
    end
    words[#words + 1] = (i == 1 and "searchmoves " or "") .. text
  end
  return table.concat(words, " ")
end

return M
