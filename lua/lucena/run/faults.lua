--- Reports internal errors, so that the error of one game or one file does not lose the output of the others.
-- An internal error is a fault of Lucena or of an extension; no data may cause one. But if one happens, it is reported
-- with the place of the game, the next game is read, and the exit status is that of exit.INTERNAL. Loops over games
-- (`lucena.run.loop`), records, files and texts use this module. Errors in a user's report are treated in the same way.
-- The loops load it only when there is a fault (`lucena.run.files`), because it would slow every start.
-- @module lucena.run.faults

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")

local M = {}

local SHOWN = 10 -- faults that a process prints; others are only counted

local count, listener = 0, nil

-- ---- messages ------------------------------------------------------------------------------------

--- Redirect the messages about faults to a function: a worker sends them to the process that started it, so that they
-- are the same as those of one process.
---@param listen fun(message: string, trace: string)
function M.divert(listen)
  listener = listen
end

--- Print a message about a fault. The first one has the stack, which a bug report needs.
---@param message string
---@param trace string
function M.show(message, trace)
  if listener then
    return listener(message, trace)
  end
  count = count + 1
  if count <= SHOWN then
    for line in (message .. (count == 1 and trace or "")):gmatch("[^\n]+") do
      messages.say((line:gsub("^\t", "  ")))
    end
  end
end

-- Remove the frames of the loops that called the client: they differ if a worker reads the games.
local function trim(trace)
  local first = trace:find("\n[^\n]*/lucena/run/") or #trace + 1
  return (trace:sub(1, first - 1):gsub("\n%s*%[C%]: in function 'xpcall'$", ""))
end

--- Report a fault.
---@param tally table of `lucena.run.tally`
---@param fault table made by `lucena.run.exit`
---@param place string "games.pgn:14: game 3"
function M.report(tally, fault, place)
  local hint = fault.status == exit.INTERNAL and " (this is a bug of Lucena or of an extension)" or ""
  tally:fault(fault.status)
  M.show(("%s: %s%s"):format(place, fault.message, hint), trim(fault.trace))
end

-- ---- calls ---------------------------------------------------------------------------------------

--- Call a function, and report an internal error in it. Errors that end the command are raised again.
---@param tally table
---@param place string
---@param f function
---@param ... any its arguments
---@return boolean done
---@return any ... the results of f
function M.attempt(tally, place, f, ...)
  local results = table.pack(xpcall(f, exit.describe, ...))
  if results[1] then
    return table.unpack(results, 1, results.n)
  elseif not exit.is_fault(results[2]) then
    error(results[2], 0)
  end
  M.report(tally, results[2], place)
  return false
end

return M
