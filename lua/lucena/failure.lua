--- lucena.Error: raised by loops when reading fails, because a loop cannot return nil, a message and a code.
-- tostring() and concatenation give its message, so programs that expect a string still work.
-- @module lucena.failure

local M = {}

---@class lucena.Error
---@field message string the problem
---@field code string the code, such as "cannot_open"; functions return it after nil and the message
---@field cause? any the value that the source raised, if it is not a text
local Error = { __name = "lucena.Error", __metatable = "lucena.Error" }

function Error:__tostring()
  return self.message
end

function Error.__concat(a, b)
  return tostring(a) .. tostring(b)
end

--- Raise an Error.
---@param message string
---@param code string
---@param cause? any
function M.raise(message, code, cause)
  error(setmetatable({ message = message, code = code, cause = cause }, Error), 0)
end

return M
