--- Reads EPD records from lines and files, and sets their operations. The core parses and writes single records.
-- @module lucena.epd

local argument = require("lucena.argument")
local core = require("lucena.core")
require("lucena.position")

local M = {
  epd_kind = core.epd_kind,
  open_epd = core.open_epd,
}

local EpdRecord = core.EpdRecord

--- Read one record from a line of EPD, or make a record without operations from a Position. If an operation is invalid,
-- `record.diagnostics` reports it, and the other operations are read.
---@param line string|lucena.Position
---@param opts? {strict?: boolean, dialect?: string|Dialect} `strict`: reject a record with any diagnostic; `dialect`:
-- the notation of its moves
---@return lucena.EpdRecord? record
---@return string? err `epd:1:COLUMN: problem`
---@return string? code `more_records`; a code of the position; `unsupported_variant` for a Position of King of the Hill
-- or Three-check; with `strict` any code of EPD
-- @usage tostring(chess.epd(chess.position())) --> rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
function M.epd(line, opts)
  if getmetatable(line) == "lucena.Position" then
    if line.variant ~= "Standard" and line.variant ~= "Chess960" then
      return nil, ("epd:1:1: EPD has no positions of %s"):format(line.variant), "unsupported_variant"
    end
    line = line:fen():match("^%S+ %S+ %S+ %S+")
  end
  argument.check(line, 1, "epd", "string")
  if opts ~= nil then
    argument.options(opts, 2, "epd", { dialect = true, strict = "boolean" })
  end
  local record, err, code = argument.call(2, nil, "epd", core.epd, line, opts)
  return record, err, code -- no tail call, so that error messages name the caller
end

--- Iterate over the records of a file, in constant memory; "-" is standard input. The file is closed at the end of the
-- loop, also after a break. Bad data does not end the loop: a record with a bad position has `position` nil. If reading
-- fails, the loop raises a lucena.Error after the records before the failure.
---@param path string|function|table|userdata a path or a source, as `chess.open` takes it
---@param opts? table the options of `chess.open_epd`
---@return fun(): lucena.EpdRecord iterator
---@return nil
---@return nil
---@return lucena.EpdReader reader a `for` loop closes it
-- @usage for r in chess.epd_records("wac.epd") do print(r.id, r.bm[1]) end
-- @usage for r in chess.epd_records(io.lines("wac.epd.gz", 65536)) do print(r.id) end
function M.epd_records(path, opts)
  argument.options(opts, 2, "epd_records",
    { check = "boolean", dialect = true, strict = "boolean", style = "boolean" })
  local reader, err, code = argument.call(2, nil, "epd_records", core.open_epd, path, opts)
  if not reader then
    require("lucena.failure").raise(err, code)
  end
  local function next_record()
    local record, message, why, cause = reader:read()
    if message then
      require("lucena.failure").raise(message, why, cause)
    end
    return record
  end
  return next_record, nil, nil, reader
end

-- ---- values as operands --------------------------------------------------------------------------

local function refuse(opcode, expected, value)
  argument.bad(0, 2, "set", "%s takes %s, got %s", opcode, expected,
    math.type(value) == "float" and "a float" or type(value))
end

local function quote(text)
  return '"' .. text:gsub('[\\"]', "\\%0") .. '"'
end

local function is_move(value)
  return getmetatable(value) == "lucena.Move"
end

-- Format a move in the record's notation. A string is a move in any notation that can be read.
local function move_text(position, value, opcode, dialect)
  if type(value) == "string" then
    local move, err, code = position:parse(value, dialect)
    move = move or position:parse_uci(value)
    if not move then
      return nil, err, code
    end
    value = move
  elseif not is_move(value) then
    refuse(opcode, "Moves or strings", value)
  end
  local text, err, code = position:write(value, dialect)
  return text and (text:find("[%s;\"]") and quote(text) or text), err, code, value
end

local function each(value)
  return type(value) == "table" and value or { value }
end

local function moves_text(record, opcode, value, is_line)
  local position, words = record.position, {}
  if not position then
    return nil, "the record has no legal position, so moves cannot be read", "invalid_position"
  end
  for i, move in ipairs(each(value)) do
    local text, err, code, played = move_text(position, move, opcode, record.dialect)
    if not text then
      return nil, err, code
    end
    words[i] = text
    position = is_line and position:play(played) or position -- results: it is legal
  end
  return table.concat(words, " ")
end

local function clock_text(seconds, opcode)
  if math.type(seconds) ~= "integer" or seconds < 0 or seconds >= 86400000 then
    refuse(opcode, "{white = seconds, black = seconds}", seconds)
  end
  return ("%03d:%02d:%02d:%02d"):format(seconds // 86400, seconds // 3600 % 24, seconds // 60 % 60, seconds % 60)
end

local TIME = { "year", "month", "day", "hour", "min", "sec" }

local function time_text(value, opcode)
  local numbers = {}
  for i, name in ipairs(TIME) do
    numbers[i] = type(value) == "table" and value[name]
    if math.type(numbers[i]) ~= "integer" then
      refuse(opcode, "{year, month, day, hour, min, sec}", value)
    end
  end
  return ("%04d.%02d.%02d %02d:%02d:%02d"):format(table.unpack(numbers))
end

local function pairs_text(value, opcode)
  if type(value) ~= "table" then
    refuse(opcode, "a table from tag to value", value)
  end
  local words = {}
  for name, text in pairs(value) do
    if type(name) ~= "string" or type(text) ~= "string" then
      refuse(opcode, "a table from tag to value", type(name) == "string" and text or name)
    end
    words[#words + 1] = name .. " " .. quote(text)
  end
  table.sort(words)
  return table.concat(words, " ")
end

-- Format an operand of an opcode that the standard does not define.
local function any_text(value, opcode)
  if type(value) == "string" then
    return quote(value)
  elseif math.type(value) == "integer" then
    return ("%d"):format(value)
  end
  refuse(opcode, "strings, integers or true", value)
end

local function anys_text(value, opcode)
  if value == true then
    return ""
  end
  local words = {}
  for i, word in ipairs(each(value)) do
    words[i] = any_text(word, opcode)
  end
  return table.concat(words, " ")
end

-- Formatters, by the kinds that chess.epd_kind returns. Each formatter returns text, or nil, message, code.
local TEXT = {
  moves = function(value, opcode, record) return moves_text(record, opcode, value, false) end,
  line = function(value, opcode, record) return moves_text(record, opcode, value, true) end,
  move = function(value, opcode, record)
    if type(value) == "table" then
      refuse(opcode, "one Move or string", value)
    end
    return moves_text(record, opcode, value, false)
  end,
  number = function(value, opcode)
    return math.type(value) == "integer" and ("%d"):format(value) or refuse(opcode, "an integer", value)
  end,
  string = function(value, opcode)
    return type(value) == "string" and quote(value) or refuse(opcode, "a string", value)
  end,
  word = function(value, opcode)
    return type(value) == "string" and value or refuse(opcode, "a string", value)
  end,
  flag = function(value, opcode)
    return value == true and "" or refuse(opcode, "true or false", value)
  end,
  clocks = function(value, opcode)
    if type(value) ~= "table" then
      refuse(opcode, "{white = seconds, black = seconds}", value)
    end
    return clock_text(value.white, opcode) .. " " .. clock_text(value.black, opcode)
  end,
  time = time_text,
  pairs = pairs_text,
}

--- Set an operation, or add one. The value has the type that `record:get` returns; moves may also be strings. For an
-- opcode that the standard does not define, the value is a string, an integer, an array of these, or true. nil and
-- false remove the operation. The rest of the record is unchanged.
---@param opcode string
---@param value any
---@return any? value as `record:get` returns it; true if the operation was removed
---@return string? err
---@return string? code why it cannot be written: `operand_range`, `unwritable_operand`, `illegal_move` or another code
-- of moves
-- @usage local r = chess.epd(chess.position()); r:set("bm", { "e4", "d4" }); return tostring(r):sub(-9) --> bm d4 e4;
function EpdRecord:set(opcode, value)
  argument.self(self, "set", "lucena.EpdRecord")
  argument.check(opcode, 1, "set", "string")
  if value == nil or value == false then
    argument.call(2, 1, "set", self.remove, self, opcode)
    return true
  end
  local done, text, err, code = pcall(TEXT[core.epd_kind(opcode)] or anys_text, value, opcode, self)
  if not done then
    error(text, 2)
  elseif not text then
    return nil, err, code
  end
  return argument.call(2, 1, "set", self.set_text, self, opcode, text)
end

return M
