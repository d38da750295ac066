--- Reads files in sequence. A file that cannot be read, or that meets an internal error, is reported, and the next one
-- is read.
-- @module lucena.run.files

local exit = require("lucena.run.exit")
local faults = require("lucena.run.faults")
local messages = require("lucena.run.messages")

local M = {}

--- Read files in sequence. If an error ends the command, the client's method `abandon` is called first.
---@param paths string[]
---@param run table `read(path, i)` reads a file and returns an error message, a fault or nil, and whether to stop;
-- `describe(value)`: the message handler; `client` (optional); `tally`
function M.each(paths, run)
  local client = run.client
  for i, path in ipairs(paths) do
    local done, problem, stops = xpcall(run.read, run.describe, path, i)
    if exit.is_fault(problem) then
      faults.report(run.tally, problem, path)
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
