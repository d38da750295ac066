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

--- Start a command. Its standard input is the returned file.
---@param command string
---@return file*? file
---@return string? err
-- @usage require("lucena.repl.shell").open("cat"):close() --> true
function M.open(command)
  io.stdout:flush()
  return io.popen(command, "w")
end

return M
