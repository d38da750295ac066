--- Reads files in sequence. A file that cannot be read, or that meets an internal error, is reported, and the next one
-- is read.
-- @module lucena.run.files

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")

local M = {}

--- Call a function that reads games until it has no internal error. It is called again as long as it makes progress:
-- each call continues with the next game. So a game costs nothing.
---@param progress fun(): integer returns the number of games that were read
---@param describe function message handler: returns faults for internal errors
---@param report fun(fault: table) reports the fault of the last game
---@param read function returns a message if reading failed, and whether reading stopped early
---@param ... any its arguments
---@return string|table|nil problem the message; or a fault, if reading cannot go on after it
---@return boolean? is_cut
function M.read_on(progress, describe, report, read, ...)
  while true do
    local before = progress()
    local done, problem, is_cut = xpcall(read, describe, ...)
    if done then
      return problem, is_cut
    elseif not exit.is_fault(problem) then
      error(problem, 0)
    elseif progress() == before then
      return problem, true
    end
    report(problem)
  end
end

--- Read files in sequence. If an error ends the command, the client's method `abandon` is called first.
---@param paths string[]
---@param run table `read(path, i)` reads a file and returns an error message, a fault or nil, and whether to stop;
-- `describe(value)`: the message handler; `client` (optional); `tally`
function M.each(paths, run)
  local client = run.client
  for i, path in ipairs(paths) do
    local done, problem, stops = xpcall(run.read, run.describe, path, i)
    if exit.is_fault(problem) then
      require("lucena.run.faults").report(run.tally, problem, path)
    elseif not done then
      if client and client.abandon then
        client:abandon()
      end
      error(problem, 0)
    elseif problem then
      messages.note(problem)
      run.tally:unread()
    end
    if done and stops then
      return
    end
  end
end

return M
