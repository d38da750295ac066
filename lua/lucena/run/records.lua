--- Reads EPD records for a command: opens the files in sequence, reports diagnostics and determines the exit status.
-- `lucena.run.input` does the same for games.
-- @module lucena.run.records

local console = require("lucena.run.console")
local exit = require("lucena.run.exit")
local files = require("lucena.run.files")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")
local tallies = require("lucena.run.tally")

local M = {}

local OFTEN = 8    -- records between two checks of the diagnostics: a reader stores 1000, a record may have 100
local MANY = 4096  -- records read per call if no Lua values are made of them

local Records = {}
Records.__index = Records

--- Create an input of records. All fields of its client are optional:
--
-- - `visit(record, reader)` is called for each record. Without `visit`, many records are examined at a time.
-- - `take(text)` gets records in canonical form, if there is no `visit` and the field `format` has options of
--   EpdReader:format.
-- - `abandon()` is called before an error ends the command.
-- - `has_data`: data is written to standard output.
---@param args table parsed arguments: strict, quiet, and style for repairs
---@param dialect? lucena.Dialect of the moves
---@param log? table in place of `lucena.run.console`
---@return table input `tally`
function M.new(args, dialect, log)
  local options = { check = true, dialect = dialect, strict = args.strict or false, style = args.style or false }
  return setmetatable({ tally = tallies.new("record"), log = log or console.new(), quiet = args.quiet,
    options = options }, Records)
end

local function look_up(self, reader)
  self.tally:report((reader:take_diagnostics()), self.log)
  if not self.quiet and messages.is_progress_due(self.client.has_data) then
    messages.progress(reader.name .. ": " .. phrase.counted(reader.records, "record"))
  end
end

-- Visit each record.
local function scan(self, reader)
  local client, countdown = self.client, OFTEN
  while true do
    local record, problem = reader:read()
    if not record then
      return problem
    end
    client:visit(record, reader)
    countdown = countdown - 1
    if countdown == 0 then
      countdown = OFTEN
      look_up(self, reader)
    end
  end
end

-- Examine or format many records at a time.
local function stride(self, reader)
  local client = self.client
  while true do
    local result, at_end
    if client.format then
      result, at_end = reader:format(MANY, client.format)
    else
      result, at_end = reader:count(MANY)
    end
    if not result then
      return at_end
    elseif client.take then
      client:take(result)
    end
    look_up(self, reader)
    if at_end then
      return nil
    end
  end
end

local function read_file(self, path)
  local reader <close>, problem = require("lucena").open_epd(path, self.options)
  if not reader then
    return problem
  end
  self.log:begin_file()
  problem = files.read_on(function() return reader.records end, exit.describe, function(fault)
    require("lucena.run.faults").report(self.tally, fault, ("%s: record %d"):format(reader.name, reader.records))
  end, self.client.visit and scan or stride, self, reader)
  look_up(self, reader)
  self.tally:add(reader.records, 0, reader.errors)
  self.log:finish_file(reader.name)
  return problem
end

--- Read files for a client.
---@param paths string[]
---@param client table
function Records:read(paths, client)
  self.client = client
  files.each(paths, {
    tally = self.tally, client = client,
    read = function(path)
      return read_file(self, path)
    end,
    describe = exit.describe,
  })
end

--- Print the line after all files, unless --quiet.
---@param ... string? further parts of the line; its first part is the number of records, "315 records"
function Records:summary(...)
  if not self.quiet then
    self.tally:summary(...)
  end
end

-- ---- operations that no record has ---------------------------------------------------------------

local Search = {}
Search.__index = Search

--- Create a search for opcodes, to report those that no record has: they are usually misspelled.
---@param opcodes string[]
---@return table search
function M.search(opcodes)
  local missing = {}
  for _, opcode in ipairs(opcodes) do
    missing[opcode] = true
  end
  return setmetatable({ missing = missing, seen = {} }, Search)
end

--- Look at a record.
---@param record lucena.EpdRecord
function Search:visit(record)
  if next(self.missing) then
    for _, op in ipairs(record.ops) do
      self.missing[op.opcode], self.seen[op.opcode] = nil, true
    end
  end
end

--- Print a hint for each opcode that was not found.
function Search:report()
  for _, opcode in ipairs(require("lucena.tally").keys(self.missing)) do
    local names = require("lucena.tally").keys(self.seen)
    local meant = require("lucena.suggestion").find(opcode, names)
    messages.say(("no record has the operation '%s'%s"):format(opcode,
      meant and ("; did you mean '%s'?"):format(meant) or ""))
  end
end

-- ---- values --------------------------------------------------------------------------------------

local MOVES = { moves = true, line = true, move = true }

-- Format moves as SAN, separated by blanks.
local function moves_text(record, value, is_line)
  local position, words = record.position, {}
  for i, move in ipairs(type(value) == "table" and value or { value }) do
    words[i] = position:san(move)
    position = is_line and position:play(move) or position -- results: it is legal
  end
  return table.concat(words, " ")
end

--- Return the value of an operation for comparison: an integer, a string, or nil if the record lacks the operation.
-- Moves are in SAN, separated by blanks. Several operands are returned as written.
---@param record lucena.EpdRecord
---@param name string opcode
---@return integer|string|nil
function M.value(record, name)
  local value = record:get(name)
  if value == nil or math.type(value) == "integer" or type(value) == "string" then
    return value
  end
  local kind = require("lucena").epd_kind(name)
  if MOVES[kind] then
    return moves_text(record, value, kind == "line")
  end
  for _, op in ipairs(record.ops) do
    if op.opcode == name then
      return op.text
    end
  end
end

return M
