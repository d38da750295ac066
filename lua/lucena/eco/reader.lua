--- Reads opening tables of other programs. The format is detected from the contents of a file, not from its name:
--
--   TSV of lichess-org/chess-openings    eco<TAB>name<TAB>pgn; a first line may name the columns, in any order
--   scid.eco of Scid                     A00b "Barnes Opening"  1.f3 *      entries over several lines, # comments
--   eco.pgn of pgn-extract               games with the tags ECO, Opening, Variation and SubVariation
--
-- Only the first three characters of a code are used, without Scid's additional letters and digits. Names of the first
-- two formats are split at the first colon into opening and variation. Reading stops at the first error, which is
-- reported with file and line.
-- @module lucena.eco.reader

local core = require("lucena.core")
local file = require("lucena.file")

local M = {}

local function bad(path, number, text, code)
  return nil, ("%s:%d: %s"):format(path, number, text), code or "bad_eco"
end

-- Split "Opening: Variation" into two names.
local function split_name(name)
  local opening, variation = name:match("^(.-):%s*(.+)$")
  return opening or name, variation
end

-- Remove move numbers and results from movetext: "1. e4 c5 2.Nf3 *" becomes "e4 c5 Nf3".
local function bare_moves(text)
  local moves = {}
  for word in text:gsub("%d+%.+", " "):gmatch("[^%s*]+") do
    moves[#moves + 1] = word
  end
  return table.concat(moves, " ")
end

-- Play the moves of a line and add its row.
local function add(rows, path, number, eco, name, text)
  local moves = bare_moves(text)
  local position = core.position()
  if moves ~= "" then
    local message, code
    position, message, code = position:play(moves)
    if not position then
      return bad(path, number, message:gsub("^moves:%d+: ", ""), code)
    end
  end
  local opening, variation = split_name(core.to_utf8(name))
  rows[#rows + 1] = { eco = eco, opening = opening, variation = variation, moves = moves, position = position }
  return true
end

-- ---- TSV -----------------------------------------------------------------------------------------

local function fields_of(line)
  local fields = {}
  for field in (line .. "\t"):gmatch("([^\t]*)\t") do
    fields[#fields + 1] = field
  end
  return fields
end

-- Return the indexes of the columns, and the number of the first data line. Returns nil if the first line has column
-- names and one of the three columns is missing.
local function columns_of(first)
  local column = {}
  for i, title in ipairs(fields_of(first)) do
    column[title] = i
  end
  if not column.eco then
    return { eco = 1, name = 2, pgn = 3 }, 1
  end
  return column.name and column.pgn and column, 2
end

local function read_tsv(path, lines, rows)
  local column, first = columns_of(lines[1])
  if not column then
    return bad(path, 1, "the columns eco, name and pgn are needed")
  end
  for number = first, #lines do
    local line = lines[number]
    if line:find("%S") then
      local fields = fields_of(line)
      local eco, name, pgn = fields[column.eco], fields[column.name], fields[column.pgn]
      if not (eco and name and pgn and eco:find("^[A-E]%d%d$") and name ~= "" and pgn:find("%S")) then
        return bad(path, number, "a line must have a code A00 to E99, a name and moves, separated by TABs")
      end
      local done, err, code = add(rows, path, number, eco, name, pgn)
      if not done then
        return nil, err, code
      end
    end
  end
  return true
end

-- ---- scid.eco ------------------------------------------------------------------------------------

local SCID_ENTRY = '^%s*([A-E]%d%d)%l?%d?%s+"([^"]*)"(.*)$'

local function read_scid(path, lines, rows)
  local entry
  for number, line in ipairs(lines) do
    if line:find("%S") and not line:find("^%s*#") then
      local eco, name, rest = line:match(SCID_ENTRY)
      if entry and not eco then
        entry.moves = entry.moves .. " " .. line
      elseif eco and not entry then
        entry = { number = number, eco = eco, name = name, moves = rest }
      else
        return bad(path, entry and entry.number or number, entry and "the entry has no * at its end"
          or 'an entry is a code A00 to E99, a "name" and moves with * behind them')
      end
      if entry.moves:find("%*%s*$") then
        local done, err, code = add(rows, path, entry.number, entry.eco, entry.name, entry.moves)
        if not done then
          return nil, err, code
        end
        entry = nil
      end
    end
  end
  if entry then
    return bad(path, entry.number, "the entry has no * at its end")
  end
  return true
end

-- ---- eco.pgn -------------------------------------------------------------------------------------

local function sans_of(game)
  local list = {}
  for node in game:mainline() do
    list[#list + 1] = node.san
  end
  return table.concat(list, " ")
end

-- Check a game that should be a row of the table. Returns its problem and the line number of the problem, or nil.
local function fault_of(game)
  for _, record in ipairs(game.diagnostics) do
    if record.severity == "error" then
      return record.message, record.line, record.code
    end
  end
  if game.start ~= core.position() then
    return "the line must begin at the initial position", game.line
  elseif not (game.tags.ECO or ""):find("^[A-E]%d%d") then
    return "the game must have a tag ECO, A00 to E99", game.line
  elseif (game.tags.Opening or "") == "" then
    return "the game must have a tag Opening", game.line
  end
end

local function read_pgn(path, rows)
  local reader <close>, problem, problem_code = core.open(path)
  if not reader then
    return nil, problem, problem_code
  end
  local game, failure, failure_code = reader:read()
  while game do
    local moves = sans_of(game)
    local fault, number, code = fault_of(game)
    if fault then
      return bad(path, number, fault, code)
    end
    local parts = {}
    for _, tag in ipairs { "Variation", "SubVariation" } do
      parts[#parts + 1] = game.tags[tag] and core.to_utf8(game.tags[tag])
    end
    rows[#rows + 1] = {
      eco = game.tags.ECO:sub(1, 3), opening = core.to_utf8(game.tags.Opening),
      variation = #parts > 0 and table.concat(parts, ", ") or nil, moves = moves, position = game.final,
    }
    game, failure, failure_code = reader:read()
  end
  for _, record in ipairs(reader:take_diagnostics()) do
    if record.severity == "error" then
      return nil, record.text, record.code
    end
  end
  if failure then
    return nil, failure, failure_code
  end
  return true
end

-- ---- files ---------------------------------------------------------------------------------------

local function read_lines(path)
  local text, err = file.read(path)
  if not text then
    return nil, err, "cannot_open"
  end
  local lines = {}
  for line in (text:gsub("^\u{FEFF}", "") .. "\n"):gmatch("(.-)\r?\n") do
    lines[#lines + 1] = line
  end
  return lines
end

-- Return the format of the file. It is detected from the first line that only one format can have.
local function form_of(lines)
  for _, line in ipairs(lines) do
    if line:find(SCID_ENTRY) then
      return "scid"
    elseif line:find("^[A-E]%d%d\t") or ("\t" .. line .. "\t"):find("\teco\t", 1, true) then
      return "tsv"
    elseif line:find("^%s*%[%w+%s+\"") then
      return "pgn"
    end
  end
end

--- Read a file and add its rows.
---@param path string
---@param rows table[] rows {eco, opening, variation, moves, position} are appended to it
---@return true? done
---@return string? err `FILE:LINE: problem`
---@return string? code
function M.read(path, rows)
  local lines, err, code = read_lines(path)
  if not lines then
    return nil, err, code
  end
  local form = form_of(lines)
  if form == "tsv" then
    return read_tsv(path, lines, rows)
  elseif form == "scid" then
    return read_scid(path, lines, rows)
  elseif form == "pgn" then
    return read_pgn(path, rows)
  end
  return bad(path, 1, "not a table of openings: neither TSV (eco, name, pgn) nor eco.pgn nor scid.eco")
end

return M
