--- Tables of games, one line per game, with tags and computed columns. CSV is quoted as in RFC 4180, with LF as line
-- end. In TSV, the characters TAB, LF, CR and \ inside a cell are written \t \n \r \\.
--
-- Spreadsheets run a cell that begins with = + - @ TAB or CR as a formula. Such cells get a ' before them, as OWASP
-- recommends ("CSV Injection"), unless they are numbers such as -5 or +0.25. With the option `raw`, no ' is added. The
-- text is always UTF-8, even if the game has another encoding.
-- @module lucena.csv

local argument = require("lucena.argument")
local flat = require("lucena.flat")
local format = require("lucena.format")
local suggestion = require("lucena.suggestion")

local M = {}

-- ---- cells ---------------------------------------------------------------------------------------

local TSV_ESCAPES = { ["\t"] = "\\t", ["\n"] = "\\n", ["\r"] = "\\r", ["\\"] = "\\\\" }

--- Format a value as a cell.
---@param value string|number|boolean|nil
---@param is_tsv boolean?
---@param raw boolean? do not protect against formulas
---@return string
function M.cell(value, is_tsv, raw)
  local text = value == nil and "" or format.to_utf8(tostring(value))
  if not raw and text:find("^[=+%-@\t\r]") and not text:find("^[+-]?%d+%.?%d*$") then
    text = "'" .. text
  end
  if is_tsv then
    return (text:gsub("[\t\n\r\\]", TSV_ESCAPES))
  elseif text:find('[",\r\n]') or text:find("^%s") or (text:byte(-1) or 33) <= 32 then
    return '"' .. text:gsub('"', '""') .. '"'
  end
  return text
end

-- ---- columns -------------------------------------------------------------------------------------

local function count_errors(game)
  local count = 0
  for _, record in ipairs(game.diagnostics) do
    count = count + (record.severity == "error" and 1 or 0)
  end
  return count
end

-- Return how the final position ends the game: "checkmate", "stalemate" and so on.
local function ending(game)
  local outcome = game.final and game.final:outcome()
  return outcome and outcome.reason
end

--- Computed columns by name: a function of a Game, and a description of its value.
M.COMPUTED = {
  plies = { function(game) return game.plies end, "the readable plies of the mainline" },
  moves = { format.san_moves, "the mainline as SAN" },
  uci = { format.uci_moves, "the mainline as UCI" },
  result = { function(game) return game.result end, "the result after the moves" },
  ending = { ending, "checkmate, stalemate ... if the last position ends the game" },
  start_fen = { function(game) return game.start and tostring(game.start) end, "the first position" },
  final_fen = { function(game) return game.final and tostring(game.final) end, "the last position" },
  year = { function(game) return game.tags.Date and game.tags.Date:match("^%d%d%d%d") end, "of the Date" },
  errors = { count_errors, "the number of errors in the game" },
  file = { function(game) return game.file end, "the file of the game" },
  number = { function(game) return game.number end, "its number there" },
  line = { function(game) return game.line end, "the line on which the game begins" },
  id = { flat.id, "a hash of the roster and the moves, 16 hexadecimal digits" },
  date = { flat.date, "of the Date as YYYY-MM-DD, if it is complete" },
  white_elo = { flat.white_elo, "of the WhiteElo, a number" },
  black_elo = { flat.black_elo, "of the BlackElo, a number" },
  base = { flat.base, "the seconds of the TimeControl, if it has one period" },
  increment = { flat.increment, "the seconds added per move" },
}

--- The default columns.
M.DEFAULT = { "Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO", "plies" }

--- Return the function of the column of a tag.
---@param name string
---@return fun(game: lucena.Game): string?
-- @usage require("lucena.csv").tag_column("White")(chess.game '[White "Morphy"] *') --> Morphy
function M.tag_column(name)
  return function(game)
    return game.tags[name]
  end
end

---@class lucena.Csv
local Csv = { __name = "lucena.Csv", __metatable = "lucena.Csv" }
Csv.__index = Csv

function Csv:__tostring()
  return "lucena.Csv: " .. table.concat(self.names, ",")
end

-- Return "; did you mean ..." for a misspelled column: a name with a small letter that is near a known name. Return nil
-- for other names, which are tags.
local function misspelled(name, functions)
  local known = {}
  for _, names in ipairs { M.COMPUTED, functions } do
    for other in pairs(names) do
      known[other] = true
    end
  end
  for _, tag in ipairs(M.DEFAULT) do
    known[tag] = true
  end
  local hint = name:find("^%l") and suggestion.hint(name, known) or ""
  return hint ~= "" and hint or nil
end

-- Return the functions of the columns. A name that is neither in `functions` nor a computed column is a tag.
local function find_columns(names, functions)
  local columns = {}
  for i, name in ipairs(names) do
    local computed = M.COMPUTED[name]
    columns[i] = functions[name] or computed and computed[1]
    local is_name = type(name) == "string" and argument.is_tag_name(name)
    local hint = not columns[i] and is_name and misspelled(name, functions)
    if not columns[i] and (not is_name or hint) then
      argument.bad(3, 1, "csv", "%s is no column%s", argument.given(name), hint or "")
    end
    columns[i] = columns[i] or M.tag_column(name)
  end
  return columns
end

local function join(cells, opts)
  for i = 1, cells.n do
    cells[i] = M.cell(cells[i], opts.tsv, opts.raw)
  end
  return table.concat(cells, opts.tsv and "\t" or ",", 1, cells.n) .. "\n"
end

--- Return a new table of games, to be written line by line.
---@param opts? {columns?: string[], functions?: table<string, function>, tsv?: boolean, raw?: boolean}
-- `columns`: names of tags and computed columns (a name with a small letter that is nearly that of a column raises);
-- `functions`: additional computed columns, functions of a Game
---@return lucena.Csv table its methods header() and row() return lines
-- @usage chess.csv{columns = {"White", "plies"}}:row(chess.game "1. e4 *"):sub(1, 2) --> ,1
function M.csv(opts)
  opts = argument.options(opts, 1, "csv", { columns = "table", functions = "table", tsv = "boolean", raw = "boolean" })
  local names = opts.columns or M.DEFAULT
  return setmetatable({ names = names, columns = find_columns(names, opts.functions or {}), opts = opts }, Csv)
end

--- Return the line with the names of the columns.
---@return string
-- @usage chess.csv{columns = {"White", "plies"}}:header():match("[^\r\n]+") --> White,plies
function Csv:header()
  argument.self(self, "header", "lucena.Csv")
  local cells = table.move(self.names, 1, #self.names, 1, { n = #self.names })
  return join(cells, { tsv = self.opts.tsv, raw = true })
end

--- Return the line of a game, with its line end.
---@param game lucena.Game
---@return string
-- @usage chess.csv{columns = {"plies"}}:row(chess.game "1. e4 e5 *"):match("%d+") --> 2
function Csv:row(game)
  argument.self(self, "row", "lucena.Csv")
  argument.class(game, 1, "row", "lucena.Game")
  local cells = { n = #self.columns }
  for i, column in ipairs(self.columns) do
    cells[i] = column(game)
  end
  return join(cells, self.opts)
end

return M
