--- Syzygy tablebases: who wins an ending of few pieces, and by which moves.
--
--     assert(chess.tablebase "/usr/share/syzygy")
--     local found = assert(chess.position("8/8/8/8/8/4k3/8/K6R w - - 0 1"):tablebase())
--     print(found.wdl, found.dtz, found.moves[1].san)
--
-- The folders are set by `chess.tablebase(path)`, or by LUCENA_TABLEBASES when that was not called; several
-- folders stand in one path, with colons between them. A program takes up one set of tables: libfathom, which reads
-- them (`lucena.syzygy`, csrc/binding), complains on standard error when it is to change them. Where Lucena was built
-- without libfathom all here returns nil.
--
-- **Words.** From the view of the side to move: `win`; `cursed_win`, a win that takes more than 50 moves without a
-- capture or pawn move, so that the other side can claim a draw; `draw`; `blessed_loss`; `loss`. `dtz` is the number of
-- plies to the next capture or pawn move of the winning line (0 in draws), which Syzygy rounds: it may be one off.
-- The halfmove clock of the position counts.
--
-- What fails returns nil, message, code: `no_tablebase`, where there is nothing to ask; `not_in_tablebase`, where this
-- position is not among what there is.
-- Cost: about 6 microseconds for each legal move, once the files are in memory; 3 for the value alone.
-- @module lucena.tablebase

local argument = require("lucena.argument")

local M = {}

local WORDS = { [-2] = "loss", [-1] = "blessed_loss", [0] = "draw", [1] = "cursed_win", [2] = "win" }
local OTHER = { white = "black", black = "white" }

-- ---- the tables ----------------------------------------------------------------------------------

-- Return the module, which also stores the tables in use: `tables` = {path, pieces}.
local function syzygy()
  local found, module = pcall(require, "lucena.syzygy")
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
    return nil, argument.printable(path) .. ": no Syzygy tables (.rtbw) there", "no_tablebase"
  end
  module.tables = { path = path, men = men }
  return copy(module.tables)
end

--- Use the tables of a folder. Without a path, return the tables in use.
---@param path? string folders of .rtbw and .rtbz files, with ":" between them; default LUCENA_TABLEBASES
---@return table? tables {path, pieces: the most pieces on the board that they know}
---@return string? err
---@return string? code `no_tablebase`, also where others are in use already
-- @usage select(3, chess.tablebase "no/such/folder")  --> no_tablebase
function M.tablebase(path)
  argument.optional(path, 1, "tablebase", "string")
  local current = in_use()
  if current and (path == nil or path == current.path) then
    return copy(current)
  elseif current then
    return nil, ("the tablebases of %s are in use, and others cannot be taken up any more: a program names all folders "
      .. "at once, with ':' between them"):format(current.path), "no_tablebase"
  end
  path = path or os.getenv("LUCENA_TABLEBASES") or ""
  local module, err, code = syzygy()
  if not module then
    return nil, err, code
  elseif path == "" then
    return nil, "where are the tablebases? LUCENA_TABLEBASES=PATH says so, or chess.tablebase(PATH), at the prompt "
      .. "tablebase PATH", "no_tablebase"
  end
  return take_up(module, path)
end

--- Return the largest number of pieces in the tables in use. If none are in use, those of LUCENA_TABLEBASES are loaded.
---@return integer? pieces
---@return string? err
---@return string? code `no_tablebase`
function M.men()
  local tables, err, code = in_use(), nil, nil
  if not tables then
    tables, err, code = M.tablebase()
  end
  return tables and tables.men, err, code
end

-- ---- asking --------------------------------------------------------------------------------------

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

-- Return the reason why a position cannot be looked up or was not found.
local function refusal(position)
  local men, err, code = M.men()
  if not men then
    return err, code
  end
  local material, count = material_of(position)
  if position.castling ~= "-" then
    err = "no tablebase knows positions in which castling is possible"
  elseif count > men then
    err = ("%d pieces are on the board, the tablebases know at most %d"):format(count, men)
  else
    err = ("%s: not all tables of %s, and of what it can become, are there"):format(in_use().path, material)
  end
  return err, "not_in_tablebase"
end

local function may_ask(position)
  local men = M.men()
  return men ~= nil and position.castling == "-" and select(2, position:fen():match("^%S+"):gsub("%a", "")) <= men
end

-- Order moves, best first: by value; mate first; the nearest capture or pawn move of wins, the farthest of losses; then
-- by text.
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

-- A position without legal moves needs no tables.
local function of_end(position)
  local value = position:in_check() and -2 or 0
  return { wdl = WORDS[value], dtz = 0, winner = winner_of(value, position.turn), moves = {} }
end

--- Look up a position in the tablebases. Position:tablebase and Board:tablebase call this function.
---@param position lucena.Position|lucena.Board
---@return table? found {wdl; dtz; winner: who wins with best play, the 50 moves counted, or nil; moves: an array of
-- {move, san, wdl, dtz}, all from the view of the side to move, best first}
---@return string? err
---@return string? code `no_tablebase`, `not_in_tablebase`
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

--- Return only the value, without the list of moves.
---@param position lucena.Position|lucena.Board
---@return string? wdl as of `probe`
---@return string? err
---@return string? code `no_tablebase`, `not_in_tablebase`
function M.wdl(position)
  if may_ask(position) then
    -- With a clock at 0, the tables of values are enough. A draw is a draw with any clock.
    local value = syzygy().value(position)
    if value == 0 or value and position.halfmove_clock == 0 then
      return WORDS[value]
    end
  end
  local found, err, code = M.probe(position)
  return found and found.wdl, err, code
end

return M
