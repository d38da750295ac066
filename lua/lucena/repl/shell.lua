--- Runs shell commands that the user typed: `!COMMAND`, `LINE | COMMAND`, and the editor of `:edit`. No other file of
-- Lucena runs a shell.
-- @module lucena.repl.shell

local M = {}

--- Run a command on the terminal.
---@param command string
---@return boolean? done
---@return string? why "exit" or "signal"
---@return integer? status
-- @usage require("lucena.repl.shell").run("true") --> true
function M.run(command)
  io.stdout:flush()
  return os.execute(command)
end

--- Run a command with a text as its standard input, from a temporary file. With a pipe, a program that ends before it
-- has read everything, such as `head` or a pager, would end Lucena by the signal SIGPIPE.
---@param text string
---@param command string
---@return boolean done
---@return string? err
-- @usage require("lucena.repl.shell").feed("some text", "grep -q text") --> true
function M.feed(text, command)
  local path, err = require("lucena.file").temporary(text)
  if not path then
    return false, err
  end
  M.run(("{ %s\n} <'%s'"):format(command, path))
  os.remove(path)
  return true
end

--- Return whether a program of this name is in a folder of PATH.
---@param name string
---@return boolean
-- @usage require("lucena.repl.shell").has "sh" --> true
function M.has(name)
  for folder in (os.getenv("PATH") or ""):gmatch("[^:]+") do
    local file = io.open(folder .. "/" .. name, "rb")
    if file then
      file:close()
      return true
    end
  end
  return false
end

return M
