--- Openings: the 500 codes of the Encyclopaedia of Chess Openings (ECO) with moves and names, and functions that find
-- the opening of a game or position.
--
--     chess.eco.classify(game)     --> {eco = "B90", name = "Sicilian Defence: Najdorf Variation", ply = 10, ...}
--
-- An opening is a position, not an order of moves: 1. Nf3 d5 2. d4 and 1. d4 d5 2. Nf3 are both D02. A game has the
-- opening of its last position that is in the table. Positions are looked up by Position.key and then compared.
--
-- The data is in lucena/eco/, one file per volume. A file is a list of openings. An opening has an English name, a
-- French name, and rows. A row has a code, moves, and the English and French name of the variation; the row of the
-- opening itself has no names. Moves are in SAN from the initial position, or begin with a code: `B90 g3` continues the
-- moves of the first row of B90. The first row of a code defines the code. Later rows are positions with names of their
-- own, or positions that are often reached by other moves. In a row, `|` separates several move orders or positions
-- with the same name. French names of variations begin with a small letter, because they are written after a comma.
-- The codes are those of the Encyclopaedia (Šahovski informator, Belgrade) as they are generally known. Lichess,
-- pgn-extract and Scid sometimes differ. In these cases, the table has the code that most of them use;
-- spec/eco_spec.lua explains the exceptions. Names are those that players use.
-- Of 798 games of Lichess for which these three tables agree, the table gives one another code: it knows the London
-- System, to which the game transposes.
--
-- The first use takes 1 ms, for a list of keys and one volume (lucena.eco.own). Finding the opening of a game of 80
-- plies then takes about 27 microseconds, 3 of them for reading its moves (measured on 148,318 games).
-- @module lucena.eco

local argument = require("lucena.argument")
local core = require("lucena.core")
require("lucena.games")

---@class lucena.Opening
---@field eco string code, "B90"
---@field name string English, "Sicilian Defence: Najdorf Variation"; for a loaded table, the name in the file
---@field name_fr string? French, "Défense sicilienne, variante Najdorf"; nil for a loaded table
---@field opening string the first part of the name, for the tag Opening
---@field variation string? the rest of the name, for the tag Variation
---@field opening_fr string? the first part of the French name
---@field variation_fr string? the rest of the French name
---@field moves string the moves in the table, with their numbers
---@field line string the older name of `moves`
---@field ply integer? the ply of the game at which the position occurs; only from classify()

-- ---- results for callers -------------------------------------------------------------------------

local function capitalised(text)
  return (text:gsub("^%l", string.upper))
end

-- Add move numbers to "e4 c5 Nf3".
local function numbered(moves)
  local parts, ply = {}, 0
  for san in moves:gmatch("%S+") do
    parts[#parts + 1] = ply % 2 == 0 and ("%d. %s"):format(ply // 2 + 1, san) or san
    ply = ply + 1
  end
  return table.concat(parts, " ")
end

local function french_name(row)
  return row.opening_fr and row.opening_fr .. (row.variation_fr and ", " .. row.variation_fr or "")
end

local function english_name(row)
  return row.opening .. (row.variation and ": " .. row.variation or "")
end

local Opening = argument.new_class("lucena.Opening", function(opening)
  return ("%s %s"):format(opening.eco, opening.name)
end)

-- Return a new table for the caller, who may change it.
local function opening_of(row, ply)
  local moves = numbered(row.moves)
  return setmetatable({
    eco = row.eco, name = english_name(row), name_fr = french_name(row),
    opening = row.opening, variation = row.variation,
    opening_fr = row.opening_fr, variation_fr = row.variation_fr and capitalised(row.variation_fr),
    moves = moves, line = moves, ply = ply,
  }, Opening)
end

-- ---- the index -----------------------------------------------------------------------------------

-- An index has the fields `rows`: a list; `by_key`: the number of the row with this key of a position; `complete`: a
-- function after which `by_key` has all keys; `by_code`: the first row of a code. Rows are {eco, opening, variation,
-- opening_fr, variation_fr, moves, position}; the rows of Lucena's own table have no position before `position_of`
-- needs it.
local function position_of(row)
  row.position = row.position or assert(core.position():play(row.moves))
  return row.position
end

-- The index of a loaded table. If two rows have the same position, the first is used. If two positions have the same
-- key, rows form a list by their field `next`.
local function index_of(rows)
  local by_key, by_code = {}, {}
  for number, row in ipairs(rows) do
    local other = rows[by_key[row.position.key]]
    while other and other.position ~= row.position and other.next do
      other = other.next
    end
    if not other then
      by_key[row.position.key] = number
    elseif other.position ~= row.position then
      other.next = row
    end
    by_code[row.eco] = by_code[row.eco] or row
  end
  return { rows = rows, by_key = by_key, by_code = by_code, complete = function() end }
end

-- Return the row with the position of a Position or Board.
local function find(index, place)
  local row = index.rows[index.by_key[place.key]]
  if row then
    local position = getmetatable(place) == "lucena.Board" and place:position() or place -- results: a Board has one
    while row and position_of(row) ~= position do
      row = row.next
    end
  end
  return row
end

-- ---- tables --------------------------------------------------------------------------------------

-- The functions of a table. Here, each function has the index as its first argument. Programs call the functions
-- without this argument.
---@class lucena.EcoTable
local Table = {}

--- Return the opening of a game: that of the last mainline position that is in the table. The order of moves does not
-- matter. Returns nil if there is none, for example if the game has no moves or starts from a set-up position.
---@param game lucena.Game
---@return lucena.Opening? opening
-- @usage chess.eco.classify(chess.game "1. Nf3 d5 2. d4 *").eco --> D02
function Table.classify(index, game)
  argument.class(game, 1, "classify", "lucena.Game")
  local row, ply, position
  index.complete()
  repeat -- Equal keys do not prove equal positions, so the positions are compared, too.
    ply, position = core.last_place(game, index.by_key, ply)
    row = ply and find(index, position)
  until row or not ply
  return row and opening_of(row, ply)
end

--- Return the opening with this position.
---@param position lucena.Position|lucena.Board
---@return lucena.Opening? opening nil if no line of the table has the position
-- @usage chess.eco.lookup(chess.position():play "e4 e6").name --> French Defence
function Table.lookup(index, position)
  if getmetatable(position) ~= "lucena.Board" then
    argument.class(position, 1, "lookup", "lucena.Position")
  end
  local row = find(index, position)
  return row and opening_of(row)
end

local function no_code(code)
  return nil, ("no opening has the code '%s'"):format(argument.shown(code)), "unknown_eco"
end

--- Return the moves that define an ECO code.
---@param code string "A00" to "E99"
---@return string? moves
---@return string? err
---@return string? code `unknown_eco`
-- @usage chess.eco.moves "C65" --> 1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6
function Table.moves(index, code)
  argument.check(code, 1, "moves", "string")
  local row = index.by_code[code]
  if not row then
    return no_code(code)
  end
  return numbered(row.moves)
end

--- Return the moves that define an ECO code: the older name of `moves`.
---@param code string
---@return string? moves
---@return string? err
---@return string? code
-- @usage chess.eco.line "C65" --> 1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6
function Table.line(index, code)
  return Table.moves(index, code)
end

--- Return the names of an ECO code, from the row of the table that defines the code.
---@param code string "A00" to "E99"
---@return string? name English; for a loaded table, the name in the file
---@return string? name_fr French, only for Lucena's own table; or an error message if there is no name
---@return string? code `unknown_eco`
-- @usage select(2, chess.eco.names "C65") --> Partie espagnole, défense berlinoise
function Table.names(index, code)
  argument.check(code, 1, "names", "string")
  local row = index.by_code[code]
  if not row then
    return no_code(code)
  end
  return english_name(row), french_name(row)
end

--- Iterate over all openings of the table, in the order of the table.
---@return fun(): lucena.Opening iterator
-- @usage chess.eco.openings()().moves --> 1. a3
function Table.openings(index)
  local i = 0
  return function()
    i = i + 1
    return index.rows[i] and opening_of(index.rows[i])
  end
end

local load_table

local EcoTable = argument.new_class("lucena.EcoTable", function()
  return "openings with their ECO codes"
end)

-- Return a table of openings. Its index is made on first use.
local function new_table(make_index)
  local index
  local M = setmetatable({ load = load_table }, EcoTable)
  for name, f in pairs(Table) do
    M[name] = function(...)
      index = index or make_index()
      if rawequal((...), M) then -- called as a method, with a colon
        return f(index, select(2, ...))
      end
      return f(index, ...)
    end
  end
  return M
end

--- Load another table, with the same functions, from files in the formats of Lichess (TSV), pgn-extract (eco.pgn) or
-- Scid (scid.eco). Several files make one table. If several lines lead to the same position, the first is used.
-- @function chess.eco.load
---@param ... string paths
---@return lucena.EcoTable? table
---@return string? err with file and line
---@return string? code `cannot_open`, `bad_eco`, or the code of a bad move
-- @usage select(2, chess.eco.load "none.tsv") --> none.tsv: cannot open: No such file or directory
function load_table(...)
  for i = 1, math.max(1, select("#", ...)) do
    argument.check((select(i, ...)), i, "load", "string")
  end
  local reader = require("lucena.eco.reader")
  local rows = {}
  for _, path in ipairs { ... } do
    local done, err, code = reader.read(path, rows)
    if not done then
      return nil, err, code
    end
  end
  return new_table(function() return index_of(rows) end)
end

local own = new_table(function() return require("lucena.eco.own").index() end)

--- Return the opening of the game in Lucena's own table; the same as `chess.eco.classify(game)`.
---@return lucena.Opening? opening nil if no position of the mainline is in the table
-- @usage chess.game("1. e4 c5 2. Nf3 d6 *"):opening().eco --> B50
function core.Game:opening()
  argument.self(self, "opening", "lucena.Game")
  return own.classify(self)
end

--- Return the opening with this position in Lucena's own table; the same as `chess.eco.lookup(position)`.
---@return lucena.Opening? opening nil if no line of the table has the position
-- @usage chess.position():play("e4 e6"):opening().name --> French Defence
function core.Position:opening()
  argument.self(self, "opening", "lucena.Position")
  return own.lookup(self)
end

function core.Board:opening()
  argument.self(self, "opening", "lucena.Board")
  return own.lookup(self)
end

return { eco = own }
