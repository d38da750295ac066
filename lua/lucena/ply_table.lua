--- Tables of positions: one line for each position of a mainline, as CSV, TSV or JSON Lines. `chess.csv` makes tables
-- of games.
--
-- A column is a value of the ply (PLY), a field of the position (POSITION), a computed value of the game
-- (csv.COMPUTED), a tag, or a function of the Node of the ply. Values of the game are the same on all of its lines, so
-- questions need no second table. Line 0 is the start position, without a move. A game has no lines if its start
-- position is unknown, as with an invalid FEN: otherwise it would count as a game from the initial position.
--
-- The values of a column are an array by ply, which is made once a game. One loop over the Board makes all fields of
-- positions. The Nodes of a game are made only for columns that need them.
-- @module lucena.ply_table

local core = require("lucena.core")
local csv = require("lucena.csv")
local flat = require("lucena.flat")
local format = require("lucena.format")
local json = require("lucena.json")

local M = {}

--- The default columns.
---@type string[]
M.DEFAULT = { "id", "game", "ply", "key", "san", "uci", "eval", "mate", "clock" }

-- ---- values of a game by ply ----------------------------------------------------------------------

-- Return the moves of a text as an array; [0] is nil.
local function words(text)
  local list, n = {}, 0
  for word in text:gmatch("%S+") do
    n = n + 1
    list[n] = word
  end
  return list
end

local function nodes_of(line)
  local list, ply = { [0] = line.game.root }, 0
  for node in line.game:mainline() do
    ply = ply + 1
    list[ply] = node
  end
  return list
end

local function of_nodes(line, f)
  local list = {}
  for ply = 0, line.plies do
    list[ply] = f(line.nodes[ply])
  end
  return list
end

local function nags_of(node)
  local nags = node.nags
  return #nags > 0 and "$" .. table.concat(nags, " $") or nil
end

-- The order of core.line_values().
local VALUES = { "clock", "elapsed", "eval", "mate" }

-- Set the arrays of the commands in comments. An array without values is empty.
local function set_values(line)
  local has_commands = line.game.is_edited or line.game.text:find("[%", 1, true)
  local lists = has_commands and table.pack(core.line_values(line.game, nil)) or {}
  for i, name in ipairs(VALUES) do
    line[name] = lists[i] or {}
  end
end

-- The arrays of a game, each made at its first use.
local LISTS = {
  san = function(line) return words(format.san_moves(line.game)) end,
  uci = function(line) return words(format.uci_moves(line.game)) end,
  nodes = nodes_of,
  nag = function(line) return of_nodes(line, nags_of) end,
  remark = function(line) return of_nodes(line, function(node) return node.remark end) end,
}

local Line = {}

function Line.__index(line, name)
  local list
  if LISTS[name] then
    list = LISTS[name](line)
  else
    set_values(line)
    list = rawget(line, name)
  end
  line[name] = list
  return list
end

-- ---- columns ---------------------------------------------------------------------------------------

local function ply_list(line)
  local list = {}
  for ply = 0, line.plies do
    list[ply] = ply
  end
  return list
end

-- Columns whose text needs no quotes and no escapes in tables, with their types.
local PLAIN = {
  id = "string", key = "string", san = "string", uci = "string", nag = "string", fen = "string",
  game = "number", ply = "number", eval = "number", mate = "number", clock = "number", elapsed = "number",
}

--- The columns of a ply, with their descriptions. A column has one of three functions: `of_game` returns the value of
-- all lines, `of_board` the value of a position, and `list` an array by ply. Without one, it is an array of LISTS.
M.PLY = {
  id = { of_game = flat.id, about = "a hash of the roster and the moves, 16 hexadecimal digits" },
  game = { of_game = function(game) return game.number or 1 end, about = "the number of the game in its file" },
  ply = { list = ply_list, about = "plies since the start position" },
  key = { of_board = function(board) return ("%016x"):format(board.key) end, about = "a hash of the position" },
  fen = { of_board = function(board) return board:fen() end, about = "the position as FEN" },
  san = { about = "the move that leads to the position, as SAN" },
  uci = { about = "the same move as UCI" },
  nag = { about = "the NAGs of the move, such as $1 $14" },
  remark = { about = "the comments after the move without their commands" },
  eval = { about = "[%eval] in pawns from White's view" },
  mate = { about = "[%eval] in moves to mate, negative if Black mates" },
  clock = { about = "[%clk] in seconds" },
  elapsed = { about = "[%emt] in seconds" },
}

for name, column in pairs(M.PLY) do
  if not (column.of_game or column.of_board or column.list) then
    column.list = function(line)
      return line[name]
    end
  end
end

--- The fields of a Position that can be columns.
M.POSITION = { "castling", "ep", "fullmove_number", "halfmove_clock", "is_check", "is_irregular", "turn", "variant" }

local OF_POSITION = {}
for _, name in ipairs(M.POSITION) do
  OF_POSITION[name] = {
    of_board = function(board)
      return board[name]
    end,
  }
end

-- Return the column of a function of a script.
local function own_column(f)
  return {
    list = function(line)
      return of_nodes(line, f)
    end,
  }
end

-- Return the columns by name that are no tags. A value of the ply wins over a value of the game with the same name,
-- such as `uci`.
local function columns_by_name(functions)
  local all = {}
  for name, computed in pairs(csv.COMPUTED) do
    all[name] = { of_game = computed[1] }
  end
  for _, columns in ipairs { OF_POSITION, M.PLY } do
    for name, column in pairs(columns) do
      all[name] = column
    end
  end
  for name, f in pairs(functions) do
    all[name] = own_column(f)
  end
  return all
end

--- Return the function of a Node that returns a tag of its game.
---@param name string
---@return fun(node: lucena.Node): string?
-- @usage require("lucena.ply_table").tag_column("White")(chess.game('[White "Morphy"] *').root) --> Morphy
function M.tag_column(name)
  return function(node)
    return node.game.tags[name]
  end
end

--- Return a set of the names of columns that are no tags.
---@return table<string, true>
-- @usage require("lucena.ply_table").known().fen --> true
function M.known()
  local known = columns_by_name({})
  for name in pairs(known) do
    known[name] = true
  end
  return known
end

-- ---- lines -----------------------------------------------------------------------------------------

local PlyTable = { __name = "lucena.PlyTable" }
PlyTable.__index = PlyTable

-- Return the arrays of the columns that need a Board, by the number of the column.
local function board_lists(self, line)
  local lists, columns = {}, self.columns
  if #self.boards == 0 then
    return lists
  end
  for _, i in ipairs(self.boards) do
    lists[i] = { [0] = columns[i].of_board(line.game.start) }
  end
  for board, ply in line.game:boards() do
    for _, i in ipairs(self.boards) do
      lists[i][ply] = columns[i].of_board(board)
    end
  end
  return lists
end

-- Return the texts of the values that are the same on all lines, and the arrays of the other columns, each by the
-- number of the column.
local function read_columns(self, line)
  local cells, lists = {}, board_lists(self, line)
  for i, column in ipairs(self.columns) do
    local value
    if column.of_game then
      value = column.of_game(line.game)
    else
      lists[i] = lists[i] or column.list(line)
    end
    cells[i] = value ~= nil and (self.text[i] and self.text[i](value) or value) or ""
  end
  return cells, lists
end

-- Set the cells of a ply that differ from those of other plies.
local function set_cells(self, cells, lists, ply)
  local text = self.text
  for i, list in pairs(lists) do
    local value = list[ply]
    if value == nil then
      cells[i] = ""
    elseif text[i] then
      cells[i] = text[i](value) or ""
    else
      cells[i] = value
    end
  end
end

-- Return the text of a line of JSON: an object of the columns that have a value.
local function members(self, cells)
  local parts, n, before, after = self.parts, 1, self.before, self.after
  for i = 1, #cells do
    local cell = cells[i]
    if cell ~= "" then
      parts[n + 1], parts[n + 2], parts[n + 3], n = before[i], cell, after[i], n + 3
    end
  end
  parts[n] = n == 1 and "{}" or parts[n] == "," and "}" or '"}'
  local text = table.concat(parts, "", 1, n)
  parts[1] = "{"
  return text
end

--- Return the lines of a game; an empty text if its start position is unknown.
---@param game lucena.Game
---@return string
function PlyTable:row(game)
  if not game.start then
    return ""
  end
  local line = setmetatable({ game = game, plies = game.plies }, Line)
  local cells, lists = read_columns(self, line)
  local rows, mark = {}, self.mark
  for ply = 0, line.plies do
    set_cells(self, cells, lists, ply)
    rows[ply + 1] = mark and table.concat(cells, mark) or members(self, cells)
  end
  rows[#rows + 1] = ""
  return table.concat(rows, "\n")
end

--- Return the line with the names of the columns; an empty text for JSON Lines.
---@return string
function PlyTable:header()
  return self.title
end

-- Set the separator of CSV or TSV, and the functions that write values.
local function write_table(self, is_tsv, raw)
  local cell = csv.cell
  local function text(value)
    return cell(value, is_tsv, raw)
  end
  self.mark = is_tsv and "\t" or ","
  local names = {}
  for i, name in ipairs(self.names) do
    names[i] = cell(name, is_tsv, true)
  end
  self.title = table.concat(names, self.mark) .. "\n"
  for i in ipairs(self.names) do
    self.text[i] = not self.plain[i] and text
  end
end

-- Return the text of a value in JSON, or nil if there is no value. A number that is not finite has no JSON.
local function json_text(value)
  local kind = type(value)
  if kind == "number" then
    local is_finite = value == value and value ~= math.huge and value ~= -math.huge
    return is_finite and value or nil
  elseif kind == "boolean" then
    return tostring(value)
  end
  return json.quote(format.to_utf8(tostring(value)))
end

-- Set the texts before and after the values of members, and the functions that write values.
local function write_json(self)
  self.title, self.parts, self.before, self.after = "", { "{" }, {}, {}
  for i, name in ipairs(self.names) do
    local kind = self.plain[i]
    local quote = kind == "string" and '"' or ""
    self.before[i], self.after[i] = json.quote(name) .. ":" .. quote, quote .. ","
    self.text[i] = not kind and json_text
  end
end

--- Return a new table of positions. Its methods header() and row() return lines, as those of `chess.csv`.
---@param to string "csv", "tsv" or "jsonl"
---@param opts {columns?: string[], functions?: table<string, function>, raw?: boolean}
-- `columns`: names (default DEFAULT; a name of no other column is a tag); `functions`: additional columns, functions
-- of a Node
---@return table
-- @usage local t = require("lucena.ply_table").new("csv", {columns = {"White", "ply", "san"}})
-- return t:row(chess.game '[White "Morphy"] 1. e4 *'):match("\n(.-)\n") --> Morphy,1,e4
function M.new(to, opts)
  local functions = opts.functions or {}
  local all = columns_by_name(functions)
  local self = setmetatable({ names = opts.columns or M.DEFAULT, columns = {}, boards = {}, plain = {}, text = {} },
    PlyTable)
  for i, name in ipairs(self.names) do
    self.columns[i] = all[name] or { of_game = csv.tag_column(name) }
    self.boards[#self.boards + 1] = self.columns[i].of_board and i
    self.plain[i] = not functions[name] and PLAIN[name]
  end
  if to == "jsonl" then
    write_json(self)
  else
    write_table(self, to == "tsv", opts.raw)
  end
  return self
end

return M
