--- Reads the games of JSON files for `lucena convert`.
-- @module lucena.run.json_games

local exit = require("lucena.run.exit")
local faults = require("lucena.run.faults")
local files = require("lucena.run.files")
local messages = require("lucena.run.messages")

local M = {}

local IS_UNREAD = { unknown_field = true, duplicate_field = true }

-- Report the fields of a game that were not read. `first` is the number of the file's line on which the game begins.
local function report_fields(input, path, first, game)
  local records = {}
  for _, record in ipairs(game.diagnostics) do
    if IS_UNREAD[record.code] then
      local text = ("%s:%d:%d: %s"):format(path, record.line + first - 1, record.column, record.message)
      records[#records + 1] = { severity = record.severity, text = text }
    end
  end
  if #records > 0 then
    input:report(records)
    input.tally:add_errors(1)
    input.log:hide(game.diagnostics.total - #game.diagnostics)
  end
end

-- Write a game, or report its problem.
local function take(input, path, line, write, game, message)
  local done
  if game then
    done, message = write(game)
  end
  if not done then
    messages.say(("%s:%d: %s"):format(path, line, message))
    input.tally:add(0, 0, 1)
  end
end

-- Call a function for each game of a file, with the number of its line, and of the line on which its text began. Return
-- a message if reading failed. `attempt(line, f, ...)` calls f, and reports an internal error in it.
local function read_lines(file, attempt, visit, opts)
  local number = 0
  while true do
    local line, message = file:read("L")
    if not line then
      return message
    end
    number = number + 1
    if line:find("%S") then
      attempt(number, function()
        visit(number, number, require("lucena").from_json(line, opts))
      end)
    end
  end
end

local function read_array(file, attempt, visit, opts)
  local text, message = file:read("a")
  if not text then
    return message
  end
  local line, counted = 1, 1
  for at, game, problem, code in require("lucena.json").each(text, opts) do
    local _, more = text:sub(counted, at - 1):gsub("\n", "")
    line, counted = line + more, at
    attempt(line, visit, line, 1, game, problem, code)
  end
end

-- Read one file. Return a message if reading failed.
local function read_file(input, path, from, write)
  local file, problem = io.stdin, nil
  if path ~= "-" then
    file, problem = io.open(path, "rb")
  end
  if file then
    input.log:begin_file()
    local number, selection = 0, input.options.games and input.options.games:cursor()
    problem = (from == "json" and read_array or read_lines)(file, function(line, ...)
      faults.attempt(input.tally, ("%s:%d"):format(path, line), ...)
    end, function(line, first, game, message)
      number = number + 1
      if not selection or selection:next(number) == number then
        if game then
          report_fields(input, path, first, game)
        end
        take(input, path, line, write, game, message)
      end
    end, { illegal_moves = input.options.illegal_moves })
    input.tally:add(number, 0, 0)
    if not problem then
      input:report_missing(path, number)
    end
    input.log:finish_file(path)
  end
  if file and path ~= "-" then
    file:close()
  end
  return problem and "cannot read " .. require("lucena.file").describe(path, problem)
end

--- Read the games of files. A file that cannot be read is reported, and the next one is read.
---@param input table of `lucena.run.input`
---@param paths string[]
---@param from string "json" or "jsonl"
---@param write function takes a game, and returns true, or nil and a message
function M.read(input, paths, from, write)
  files.each(paths, { tally = input.tally, describe = exit.describe, read = function(path)
    return read_file(input, path, from, write)
  end })
end

return M
