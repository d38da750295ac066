--- Reading EPD records for a command: the files one after the other, what is said about them, the exit status.
-- What `reading` is for games.
-- @module lucena.run.records

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")
local reading = require("lucena.run.reading")

local M = {}

local SHOWN = 1000 -- diagnostics printed for one file; more are counted
local OFTEN = 8    -- records between two looks at the reader's diagnostics: it holds 1000, and a record may give 100
local MANY = 4096  -- records read at once where no values are made of them

--- What is known of the reading: `records`, `errors` (places), `status`; `options` are the reader's.
---@param args table parsed arguments: strict, quiet, and style for repairs
---@param dialect? lucena.Dialect of the moves
---@return table job
function M.new(args, dialect)
  return {
    records = 0, errors = 0, reported = 0, status = exit.OK, wants_progress = not args.quiet,
    options = { check = true, dialect = dialect, strict = args.strict or false, style = args.style or false },
  }
end

local function look_up(job, reader)
  reading.report(job, reader:take_diagnostics())
  if job.wants_progress and messages.is_progress_due(job.has_data) then
    messages.progress(reader.name .. ": " .. phrase.counted(reader.records, "record"))
  end
end

-- Each record, as a value.
local function scan(job, reader)
  local countdown = OFTEN
  while true do
    local record, problem = reader:read()
    if not record then
      return problem
    end
    job.visit(record, reader)
    countdown = countdown - 1
    if countdown == 0 then
      countdown = OFTEN
      look_up(job, reader)
    end
  end
end

-- Many at once.
local function stride(job, reader)
  while true do
    local result, at_end
    if job.format then
      result, at_end = reader:format(MANY, job.format)
    else
      result, at_end = reader:count(MANY)
    end
    if not result then
      return at_end
    elseif job.take then
      job.take(result)
    end
    look_up(job, reader)
    if at_end then
      return nil
    end
  end
end

local function read_file(job, path)
  local reader <close>, problem = require("lucena").open_epd(path, job.options)
  if not reader then
    return problem
  end
  job.reported = 0
  problem = (job.visit and scan or stride)(job, reader)
  look_up(job, reader)
  job.records = job.records + reader.records
  job.errors = job.errors + reader.errors
  if reader.errors > 0 then
    job.status = math.max(job.status, exit.DATA)
  end
  if job.cut then
    job.cut(reader.name)
  elseif job.reported > SHOWN then
    messages.say(("%s: %s not shown"):format(reader.name, phrase.counted(job.reported - SHOWN, "more diagnostic")))
  end
  return problem
end

--- Read files. The job's fields say what is done with them: `visit(record, reader)` for each record; without it,
-- records are examined many at a time and, where `format` is (the options of EpdReader:format), `take(text)` gets them
-- in canonical form. `abandon()` is called before an error ends the command; `say(record)` in place of printing
-- diagnostics.
---@param job table made by new()
---@param paths string[]
function M.files(job, paths)
  local function handler(value)
    if exit.is_failure(value) or exit.is_interrupt(value) then
      return value
    end
    return exit.failure(exit.USAGE, debug.traceback("internal error: " .. tostring(value), 2))
  end
  for _, path in ipairs(paths) do
    local done, problem = xpcall(read_file, handler, job, path)
    if not done then
      if job.abandon then
        job.abandon()
      end
      error(problem, 0)
    elseif problem then
      messages.note(problem)
      job.status = exit.IO
      job.unread_files = (job.unread_files or 0) + 1
    end
  end
end

--- The line behind all, unless --quiet.
---@param job table
---@param ... string parts, "315 records" is the first
function M.summary(job, ...)
  if not job.wants_progress then
    return
  end
  local parts = { phrase.counted(job.records, "record"), ... }
  if job.errors > 0 then
    parts[#parts + 1] = "errors in " .. phrase.counted(job.errors, "place")
  end
  if job.unread_files then
    parts[#parts + 1] = phrase.counted(job.unread_files, "file") .. " not read"
  end
  messages.note(table.concat(parts, ", "))
end

-- ---- values --------------------------------------------------------------------------------------

local MOVES = { moves = true, line = true, move = true }

-- Moves as SAN, one behind the other.
local function moves_text(record, value, is_line)
  local position, words = record.position, {}
  for i, move in ipairs(type(value) == "table" and value or { value }) do
    words[i] = position:san(move)
    position = is_line and position:play(move) or position
  end
  return table.concat(words, " ")
end

--- What an operation says, to be compared: an integer, a string, or nil when the record has none. Moves are SAN with
-- blanks between; several operands stand as they are written.
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
