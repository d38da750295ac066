--- Exit statuses, and errors that contain an exit status. `fail` raises such an error; `lucena.command.main` prints its
-- message and exits with the status.
-- @module lucena.run.exit

local plugin = require("lucena.plugin")

local M = {}

--- Exit statuses, the same for every command.
M.OK, M.DATA, M.USAGE, M.IO, M.INTERNAL = 0, 1, 2, 3, 4
M.INTERRUPTED, M.PIPE = 130, 141

-- From the mildest to the gravest. Unread input is graver than an internal error: after it, no file is written.
local RANK = { [M.OK] = 0, [M.DATA] = 1, [M.USAGE] = 2, [M.INTERNAL] = 3, [M.IO] = 4 }

--- Return the graver one of two exit statuses of data.
---@param a integer
---@param b integer
---@return integer
function M.worst(a, b)
  return RANK[a] < RANK[b] and b or a
end

local Failure = {}

--- Create an error value that ends the command: main() prints the message, if any, and exits with the status.
---@param status integer
---@param message? string without "lucena: "
function M.failure(status, message)
  return setmetatable({ status = status, message = message }, Failure)
end

--- End the command.
---@param status integer
---@param message? string
function M.fail(status, message)
  error(M.failure(status, message))
end

--- Whether an error value was made by fail().
---@return boolean
function M.is_failure(value)
  return getmetatable(value) == Failure
end

-- ---- internal errors -----------------------------------------------------------------------------

local Fault = {}

--- Create an error value that concerns one game or one file. The other ones are read: see `lucena.run.faults`.
---@param status integer
---@param message string
---@param trace? string of the stack
function M.fault(status, message, trace)
  return setmetatable({ status = status, message = message, trace = trace or "" }, Fault)
end

--- Whether an error value was made by fault().
---@return boolean
function M.is_fault(value)
  return getmetatable(value) == Fault
end

--- Whether an error ends the command: a failure, Ctrl-C, a lack of memory, or a wrong file of an extension.
---@return boolean
function M.is_end(value)
  return M.is_failure(value) or M.is_interrupt(value) or M.is_no_memory(value) or plugin.is_fault(value)
end

--- A message handler for xpcall: an internal error becomes a fault. It loads no module, because memory or the stack may
-- be exhausted.
---@param value any
---@return any
function M.describe(value)
  if M.is_end(value) or M.is_fault(value) then
    return value
  end
  return M.fault(M.INTERNAL, "internal error: " .. tostring(value), debug.traceback("", 2))
end

-- ---- errors of the system ------------------------------------------------------------------------

--- Whether an error is Ctrl-C. The interpreter lua5.4 raises "interrupted!" for it.
---@return boolean
function M.is_interrupt(value)
  return type(value) == "string" and value:find("interrupted!", 1, true) ~= nil
end

--- Whether an error message reports a lack of memory, in the words of Lua or of the operating system.
---@return boolean
function M.is_no_memory(value)
  return type(value) == "string"
    and (value:find("not enough memory", 1, true) or value:find("Cannot allocate memory", 1, true)) ~= nil
end

return M
