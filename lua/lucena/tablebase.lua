--- Syzygy tablebases: the result of an ending with few pieces, and the best moves.
--
--     assert(chess.tablebase "/usr/share/syzygy")
--     local found = assert(chess.position("8/8/8/8/8/4k3/8/K6R w - - 0 1"):tablebase())
--     print(found.wdl, found.dtz, found.moves[1].san)
--
-- `chess.tablebase(path)` sets the folders; without that call, the environment variable LUCENA_TABLEBASES sets them. A
-- path may have several folders, separated by colons. A program can load tables only once, because libfathom cannot
-- replace them (csrc/binding/syzygy.c). If Lucena was built without libfathom, all functions return nil, message, code.
--
-- **Values**, from the point of view of the side to move:
--
-- - `win`, `draw`, `loss`;
-- - `cursed_win`: a win that takes more than 50 moves without a capture or pawn move, so that the other side can claim
--   a draw;
-- - `blessed_loss`: the opposite of `cursed_win`, for the losing side.
--
-- `dtz` is the number of plies to the next capture or pawn move of the winning line (0 in draws). Syzygy rounds `dtz`,
-- so it may be wrong by one. The values take the half-move clock into account.
--
-- Errors are returned as nil, message, code: `no_tablebase` if no tables are available; `not_in_tablebase` if the
-- position is not in the tables; `irregular_position` if the side to move could capture the king.
-- Once the files are in memory, a look-up takes about 6 microseconds per legal move; the value alone takes 3.
-- @module lucena.tablebase

local argument = require("lucena.argument")

local M = {}

local WORDS = { [-2] = "loss", [-1] = "blessed_loss", [0] = "draw", [1] = "cursed_win", [2] = "win" }
local OTHER = { white = "black", black = "white" }

-- ---- the tables ----------------------------------------------------------------------------------

-- Return the module, which also stores the tables in use: `tables` = {path, pieces}.
local function syzygy()
  local found, module = require("lucena.argument").attempt(require, "lucena.syzygy")
  if found then
    return module
  end
  return nil, "tablebases need libfathom: install it (Debian: libfathom-dev) and build Lucena again", "no_tablebase"
end

local function in_use()
  local module = package.loaded["lucena.syzygy"]
  return module and module.tables
end

local function copy(tables)
  return { path = tables.path, men = tables.men }
end

local function take_up(module, path)
  local men = not path:find("\0", 1, true) and module.use(path) or 0
  if men == 0 then
    return nil, argument.printable(path) .. ": no Syzygy tables (.rtbw) in this folder", "no_tablebase"
  end
  module.tables = { path = path, men = men }
  return copy(module.tables)
end

--- Use the tables of a folder. Without a path, return the tables in use.
---@param path? string folders of .rtbw and .rtbz files, with ":" between them; default LUCENA_TABLEBASES
---@return table? tables {path, men: the largest number of pieces in these tables}
---@return string? err
---@return string? code `no_tablebase`, also if other tables are already loaded
-- @usage select(3, chess.tablebase "no/such/folder")  --> no_tablebase
function M.tablebase(path)
  argument.optional(path, 1, "tablebase", "string")
  local current = in_use()
  if current and (path == nil or path == current.path) then
    return copy(current)
  elseif current then
    return nil, ("the tablebases of %s are in use and cannot be replaced; give all folders in one path, with ':' "
      .. "between them"):format(current.path), "no_tablebase"
  end
  path = path or os.getenv("LUCENA_TABLEBASES") or ""
  local module, err, code = syzygy()
  if not module then
    return nil, err, code
  elseif path == "" then
    return nil, "the folder of the tablebases is unknown; set LUCENA_TABLEBASES=PATH, or call "
      .. "chess.tablebase(PATH), at the prompt: tablebase PATH", "no_tablebase"
  end
  return take_up(module, path)
end

--- Return the largest number of pieces in the loaded tables. If no tables are loaded, load those of LUCENA_TABLEBASES
-- first.
---@return integer? pieces
---@return string? err
---@return string? code `no_tablebase`
function M.max_pieces()
  local tables, err, code = in_use(), nil, nil
  if not tables then
    tables, err, code = M.tablebase()
  end
  return tables and tables.men, err, code
end

-- ---- look-up -------------------------------------------------------------------------------------

local LETTERS = { "K", "Q", "R", "B", "N", "P" }

-- Return the material, such as "KRvKP", and the number of pieces.
local function material_of(position)
  local sides, count = {}, 0
  for i, case in ipairs { string.upper, string.lower } do
    local text = {}
    for j, letter in ipairs(LETTERS) do
      local men = #position:squares(case(letter))
      text[j], count = letter:rep(men), count + men
    end
    sides[i] = table.concat(text)
  end
  return table.concat(sides, "v"), count
end

-- Return whether a win by other means than mate is possible.
local function is_of_variant(position)
  return position.variant ~= "Standard" and position.variant ~= "Chess960"
end

-- Return the reason why a position cannot be looked up or was not found.
local function refusal(position)
  if position.is_irregular then
    return "tablebases have no irregular positions: the side to move could capture the king, or a pawn is on rank"
      .. " 1 or 8", "irregular_position"
  end
  if is_of_variant(position) then
    return ("tablebases have no positions of %s"):format(position.variant), "unsupported_variant"
  end
  local most, err, code = M.max_pieces()
  if not most then
    return err, code
  end
  local material, count = material_of(position)
  if position.castling ~= "-" then
    err = "tablebases have no positions in which castling is possible"
  elseif count > most then
    err = ("the board has %d pieces, these tablebases have at most %d"):format(count, most)
  else
    err = ("%s: tables for %s, or for an ending that it can become, are missing"):format(in_use().path, material)
  end
  return err, "not_in_tablebase"
end

local function may_ask(position)
  local most = M.max_pieces()
  return most ~= nil and position.castling == "-" and not position.is_irregular and not is_of_variant(position)
    and select(2, position:fen():match("^%S+"):gsub("%a", "")) <= most
end

-- Return whether a move is better than another. Moves are compared by value, then mates come first. Of two wins, the
-- nearer capture or pawn move comes first; of two losses, the farther. Equal moves are sorted by text.
local function is_better(a, b)
  if a.value ~= b.value then
    return a.value > b.value
  elseif a.mates ~= b.mates then
    return a.mates
  elseif a.dtz ~= b.dtz then
    return (a.dtz < b.dtz) == (a.value > 0)
  end
  return a.san < b.san
end

local function moves_of(position, list)
  for _, item in ipairs(list) do
    item.move = position:parse_uci(item.uci)
    item.san = position:san(item.move)
    item.mates = item.san:find("#", 1, true) ~= nil
  end
  table.sort(list, is_better)
  local moves = {}
  for i, item in ipairs(list) do
    moves[i] = { move = item.move, san = item.san, wdl = WORDS[item.value], dtz = item.dtz }
  end
  return moves
end

local function winner_of(value, turn)
  return value == 2 and turn or value == -2 and OTHER[turn] or nil
end

-- Return the value of a position without legal moves, which needs no tables.
local function of_end(position)
  local value = position:in_check() and -2 or 0
  return { wdl = WORDS[value], dtz = 0, winner = winner_of(value, position.turn), moves = {} }
end

--- Look up a position in the tablebases. Called by Position:tablebase and Board:tablebase.
---@param position lucena.Position|lucena.Board
---@return table? found {wdl; dtz; winner: the side that wins with best play under the 50-move rule, or nil; moves: an
-- array of {move, san, wdl, dtz}, best first}, from the point of view of the side to move
---@return string? err
---@return string? code `no_tablebase`, `not_in_tablebase`, `irregular_position`
-- @usage select(3, chess.position():tablebase()):find("_tablebase") ~= nil  --> true
function M.probe(position)
  if getmetatable(position) ~= "lucena.Board" then
    argument.self(position, "tablebase", "lucena.Position")
  end
  local value, dtz, list
  if may_ask(position) then
    if #position:moves() == 0 then
      return of_end(position)
    end
    value, dtz, list = syzygy().probe(position)
  end
  if not value then
    return nil, refusal(position)
  end
  return { wdl = WORDS[value], dtz = dtz, winner = winner_of(value, position.turn), moves = moves_of(position, list) }
end

--- Return only the value, not the list of moves.
---@param position lucena.Position|lucena.Board
---@return string? wdl as in `probe`
---@return string? err
---@return string? code `no_tablebase`, `not_in_tablebase`, `irregular_position`
function M.wdl(position)
  if may_ask(position) then
    -- If the half-move clock is 0, the table of values is enough. A drawn position is a draw for any clock.
    local value = syzygy().value(position)
    if value == 0 or value and position.halfmove_clock == 0 then
      return WORDS[value]
    end
  end
  local found, err, code = M.probe(position)
  return found and found.wdl, err, code
end

return M
