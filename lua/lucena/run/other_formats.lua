--- Reads the games of files in other formats than PGN for `lucena convert` and `lucena check`: see `lucena.reader`.
-- @module lucena.run.other_formats

local argument = require("lucena.argument")
local exit = require("lucena.run.exit")
local faults = require("lucena.run.faults")
local files = require("lucena.run.files")
local line_file = require("lucena.line_file")
local messages = require("lucena.run.messages")

local M = {}

local IS_UNREAD = { unknown_field = true, duplicate_field = true }

-- Return a diagnostic of a file. Those about fields have their place in the text of the game, which begins at the line
-- `at.text`; those about PGN inside of a record have the line of the record.
local function of_file(path, at, record)
  local is_unread = IS_UNREAD[record.code]
  local line, column = is_unread and record.line + at.text - 1 or at.line, is_unread and record.column or 1
  local place = is_unread and ("%s:%d:%d"):format(path, line, column) or ("%s:%d"):format(path, line)
  return { severity = record.severity, code = record.code, message = record.message, token = record.token,
    file = path, line = line, column = column, text = ("%s: %s"):format(place, record.message) }
end

-- Report the errors of a game, and the fields that were not read.
local function report_errors(input, path, at, game)
  local records = {}
  for _, record in ipairs(game.diagnostics) do
    if IS_UNREAD[record.code] or record.severity == "error" then
      records[#records + 1] = of_file(path, at, record)
    elseif record.code == "dialect_detected" and not input.options.quiet then
      input.log:count_detected { [game.dialect] = 1 }
    end
  end
  if #records > 0 then
    input:report(records)
    input.tally:add_errors(1)
    input.log:hide(game.diagnostics.total - #game.diagnostics)
  end
end

-- Write a game, or report its problem.
local function take(input, path, at, write, game, message)
  local done
  if game then
    report_errors(input, path, at, game)
    input.tally:add_plies(game.plies)
    done, message = write(game)
  end
  if not done then
    input:report { of_file(path, at, { severity = "error", code = "bad_record", message = message }) }
    input.tally:add_errors(1)
  end
end

-- Return the game of a record.
local function game_of(record, message, options)
  if type(record) == "string" then
    record, message = require("lucena").game(record, options)
  end
  local is_game = getmetatable(record) == "lucena.Game"
  return is_game and record or nil,
    message or "a game or its PGN expected from the reader, got " .. argument.kind(record)
end

-- Call a reader. Returns its iterator.
local function iterator_of(reader, file, options)
  local next_record = reader(file, options)
  if type(next_record) ~= "function" then
    error(("an iterator expected from the reader, got %s"):format(argument.kind(next_record)), 0)
  end
  return next_record
end

-- Read the games of an open file. `take_next(at, record, message)` is called for each record. An error in the reader
-- ends the file, because its iterator cannot be called again.
local function each_record(input, path, file, reader, options, take_next)
  local done, next_record = faults.attempt(input.tally, path, iterator_of, reader, file, options)
  local record, message, line, text
  while done do
    done, record, message, line, text = faults.attempt(input.tally, ("%s:%d"):format(path, file.line + 1), next_record)
    if not done then
      messages.say(("%s:%d: the rest of the file is not read"):format(path, file.line + 1))
      return
    elseif record == nil and not message then
      return
    end
    line = line or math.max(file.line, 1)
    local at = { line = line, text = text or line }
    faults.attempt(input.tally, ("%s:%d"):format(path, line), take_next, at, record, message)
  end
end

-- Read one file. Return a message if reading failed.
local function read_file(input, path, reader, write)
  local file <close>, problem = line_file.open(path)
  if not file then
    return problem
  end
  local options = { illegal_moves = input.options.illegal_moves, allow = input.options.allow }
  local number, selection = 0, input.options.games and input.options.games:cursor()
  input.log:begin_file()
  each_record(input, path, file, reader, options, function(at, record, message)
    number = number + 1
    if not selection or selection:next(number) == number then
      take(input, path, at, write, game_of(record, message, options))
    end
  end)
  input.tally:add(number, 0, 0)
  if not file.problem then
    input:report_missing(path, number)
  end
  input.log:finish_file(path)
  return file.problem
end

--- Read the games of files. A file that cannot be read is reported, and the next one is read.
---@param input table of `lucena.run.input`
---@param paths string[]
---@param reader function of `lucena.reader`
---@param write function takes a game, and returns true, or nil and a message
function M.read(input, paths, reader, write)
  files.each(paths, { tally = input.tally, describe = exit.describe, read = function(path)
    return read_file(input, path, reader, write)
  end })
end

return M
