--- Standard input and output with error checks: a failure ends the command.
-- @module lucena.run.stdio

-- luacheck: globals io.write

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")

local M = {}

local function check_output(done, message, number)
  if not done then
    -- The program that reads the pipe has exited. So end without a message, like a program that gets the signal
    -- SIGPIPE.
    exit.fail(number == 32 and exit.PIPE or exit.IO,
      number ~= 32 and "cannot write standard output: " .. message or nil)
  end
end

local sink, narrow

--- Write all text for the terminal in ASCII from now on, because the locale has no other characters. Text that is
-- diverted to files and programs is not changed.
function M.narrow()
  narrow = require("lucena.run.ascii").fold
end

--- Return a text as the terminal shows it: in ASCII after narrow().
---@param text string
---@return string
-- @usage require("lucena.run.stdio").shown "é" --> é
function M.shown(text)
  return narrow and narrow(text) or text
end

--- Return the name of a file for a message. In ASCII, a name without accents could be that of another file, so the
-- other bytes become \xC3.
---@param name string
---@return string
-- @usage require("lucena.run.stdio").exact "é.pgn" --> é.pgn
function M.exact(name)
  return narrow and name:gsub("[\x80-\xFF]", function(byte) return ("\\x%02X"):format(byte:byte()) end) or name
end

--- Pass all text for standard output to a function, including the text of `print` and `io.write` after check_prints.
---@param f? fun(text: string) nil: write to standard output again
---@return fun(text: string)? before the function until now
function M.divert(f)
  local before = sink
  sink = f
  return before
end

--- Write to standard output; a failure ends the command.
---@param ... string|number
function M.write(...)
  if sink then
    sink(table.concat({ ... }))
    return
  end
  messages.wipe()
  if narrow then
    check_output(io.stdout:write(narrow(table.concat({ ... }))))
    return
  end
  check_output(io.stdout:write(...))
end

--- Flush the buffer; a failure ends the command.
function M.flush()
  check_output(io.stdout:flush())
end

--- Make `print` and `io.write` of scripts end the command if writing fails. Lua's own versions ignore failures.
function M.check_prints()
  local write = io.write
  function _G.print(...)
    local n = select("#", ...)
    for i = 1, n do
      M.write(i > 1 and "\t" or "", tostring((select(i, ...))))
    end
    M.write("\n")
  end
  function io.write(...)
    if io.output() == io.stdout then
      M.write(...)
      return io.stdout
    end
    return write(...)
  end
end

--- Iterate over the lines of standard input. If reading fails, the command ends.
---@return fun(): string?
function M.lines()
  return function()
    local line, message = io.read("l")
    if message then
      exit.fail(exit.IO, "standard input: cannot read: " .. message)
    end
    return line
  end
end

return M
