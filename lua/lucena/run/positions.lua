--- Reads files of positions (EPD and FEN) for commands that read games. A record becomes a game without moves on the
-- same line: its position is the tag FEN, its `id` the tag Event, its operations a comment. So line numbers are right.
-- Memory: the text of the file twice. `lucena epd` reads files of any size.
-- @module lucena.run.positions

local chess = require("lucena")
local core = require("lucena.core")
local output = require("lucena.run.output")

local M = {}

-- ---- records as games ----------------------------------------------------------------------------

local function escaped(text)
  return (text:gsub('[\\"]', "\\%0"):gsub("%c", " "))
end

-- Return the operations of a record as text.
local function operations_of(record)
  local list = {}
  for _, operation in ipairs(record.ops) do
    list[#list + 1] = operation.opcode ~= "id" and operation.opcode ~= "hmvc" and operation.opcode ~= "fmvn"
      and table.concat({ operation.opcode, table.unpack(operation.operands) }, " ") or nil
  end
  return table.concat(list, "; ")
end

-- Return the operations as a comment, or "". A comment in braces cannot have a closing brace, so such a comment extends
-- to the line end, after the game.
local function end_of(record)
  local text = operations_of(record)
  if text:find("}", 1, true) then
    return " * ;" .. text
  end
  return (text ~= "" and " {" .. text .. "}" or "") .. " *"
end

local function game_of(record)
  local name = type(record.id) == "string" and ('[Event "%s"] '):format(escaped(record.id)) or ""
  return ('%s[SetUp "1"] [FEN "%s"]%s'):format(name, record.position:fen(), end_of(record))
end

local lines = {} -- path -> line -> the record's text

-- Add the errors among diagnostics to a list.
local function add_errors(errors, records)
  for _, record in ipairs(records) do
    errors[#errors + 1] = record.severity == "error" and record or nil
  end
end

-- Return the text of a file's games, and the errors in the file; or nil and a message.
local function read(path)
  local reader <close>, problem = chess.open_epd(path, { check = true })
  if not reader then
    return nil, problem
  end
  local texts, at, own, errors = {}, 1, {}, {}
  local record, failure = reader:read()
  while record do
    if record.position then
      own[record.line] = record.text
      texts[#texts + 1] = ("\n"):rep(record.line - at) .. game_of(record)
      at = record.line
    end
    add_errors(errors, (reader:take_diagnostics()))
    record, failure = reader:read()
  end
  if failure then
    return nil, failure
  end
  lines[path] = own
  return table.concat(texts) .. "\n", errors
end

--- Open the games of a file, as `core.parts.open` does. A record without a legal position is no game.
---@param path string
---@param options table
---@return lucena.Reader? reader
---@return string|table[] problem the errors in the records; or a message
function M.open(path, options)
  local text, errors = read(path)
  if not text then
    return nil, errors
  end
  options.part = { offset = 0, line = 1, column = 1, games = 0, text = text }
  return core.parts.open(path, options), errors
end

-- ---- copying records -----------------------------------------------------------------------------

local Lines = {}
Lines.__index = Lines

--- Create a sink that writes the records of the selected games unchanged: see `lucena.run.sink`.
---@param path string
---@return table sink
function M.sink(path)
  local writer = output.open(path)
  return setmetatable({ writer = writer, path = path, is_stream = writer.is_stream, unread = 0 }, Lines)
end

function Lines:add(reader, game)
  output.check(self.writer:write(lines[reader.name][game.line], "\n"))
end

function Lines.finish_file() end

function Lines:finish(status)
  output.finish(self.writer, self.path, status)
end

function Lines:abandon()
  output.abandon(self.writer)
end

return M
