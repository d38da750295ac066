--- Loads the scripts of users, and reports where in a script an error happened.
-- @module lucena.run.script

local exit = require("lucena.run.exit")

local M = {}

-- Remove the stack frames that the author of a script need not see: those of Lucena, of error(), and of the prompt's
-- functions.
local function trim(trace)
  trace = trace:gsub("^\n%s*%[C%]: in function 'error'", ""):gsub("^\n%s*%[C%]: in function 'assert'", "")
  while trace:find("^\n[^\n]*/lucena/repl/") or trace:find("^\n[^\n]*/lucena/failure%.lua")
    or trace:find("^\n%s*%(%.%.%.tail calls%.%.%.%)") do
    trace = trace:gsub("^\n[^\n]*", "")
  end
  local command, run = trace:find("\n[^\n]*/lucena/command/"), trace:find("\n[^\n]*/lucena/run/")
  local at = math.min(command or #trace + 1, run or #trace + 1)
  trace = trace:sub(1, at - 1):gsub("\n%s*%[C%]: in function 'xpcall'$", "")
  return trace
end

--- A message handler for xpcall that calls a script. It converts the error to a failure with its place in the script.
---@param value any
---@return any
function M.traceback(value)
  if exit.is_failure(value) or exit.is_interrupt(value) or exit.is_no_memory(value) then
    return value
  end
  local message = type(value) == "string" and value
    or debug.getmetatable(value) and debug.getmetatable(value).__tostring and tostring(value)
    or ("the error is a %s"):format(type(value))
  local frames = trim(debug.traceback("", 2):gsub("^\n?stack traceback:", ""))
  -- If the message already has the place, a traceback of one frame adds no information.
  local _, count = frames:gsub("\n", "")
  local is_told = count > (type(value) == "string" and 1 or 0)
  return exit.failure(exit.USAGE, is_told and message .. "\ncalled from:" .. frames or message)
end

--- Load a script from text. Ends the command if the file is not a script; binary chunks are rejected.
---@param path string "-" is standard input
---@param environment? table of the script's global variables
---@return function chunk
function M.load(path, environment)
  local file = require("lucena.file")
  local text, message
  if path == "-" then
    text, message = file.rest(io.stdin)
    message = message and file.problem("standard input", "read", message)
  else
    text, message = file.read(path)
    require("lucena.beside").add(path)
  end
  if not text then
    exit.fail(exit.IO, message)
  end
  -- As loadfile() does, skip a byte order mark and a first line that names the interpreter.
  text = text:gsub("^\u{FEFF}", ""):gsub("^#[^\n]*", "")
  local chunk
  chunk, message = require("lucena.chunk").compile(text, path == "-" and "=stdin" or "@" .. path, environment)
  return chunk or exit.fail(exit.USAGE, message)
end

--- Load a script and run it. An error in it ends the command.
---@param path string "-" is standard input
---@param ... any the script's arguments
---@return any value the script's first result
function M.run(path, ...)
  local done, value = xpcall(M.load(path), M.traceback, ...)
  if not done then
    error(value, 0)
  end
  return value
end

return M
