--- Exit statuses, and errors that contain an exit status. `fail` raises such an error; `lucena.command.main` prints its
-- message and exits with the status.
-- @module lucena.run.exit

local M = {}

--- Exit statuses, the same for every command.
M.OK, M.DATA, M.USAGE, M.IO = 0, 1, 2, 3
M.INTERRUPTED, M.PIPE = 130, 141

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
