--- The errors of inputs. A command ends its input by raising a failure; Lua code can catch it. Any other error value is
-- described in one line.
-- @module lucena.repl.failure

local escape = require("lucena.render.escape")

local M = {}

-- The class of error values with a message.
local Failure = {}

function Failure:__tostring()
  return self.message
end

--- Raise a failure.
---@param message string
function M.raise(message)
  error(setmetatable({ message = message }, Failure))
end

-- Return the message of an error, without the source position in Lucena's files. If the input has several text lines,
-- the line number is kept.
local function describe(value)
  if getmetatable(value) == Failure then
    return value.message
  end
  local has_text, text = pcall(tostring, value)
  if not has_text and text == "not enough memory" then
    error(text, 0)
  elseif not has_text or value == nil or type(value) == "table" and text:find("^table: ") then
    return ("an error that is no message, but a value: %s"):format(type(value))
  end
  local message = text:gsub("^[^\n:]*/lucena/[%w_/]+%.lua:%d+: ", "")
  return (message:gsub("^line:1: ", ""):gsub("^line:(%d+): ", "line %1: "))
end

--- Print the error that ended an input, in the language of the session.
---@param session table
---@param value any the error
function M.report(session, value)
  if getmetatable(value) ~= Failure then
    collectgarbage() -- ends the engine if its search was interrupted
  end
  if value == "interrupted" and package.loaded["lucena.repl.analysis"] then
    require("lucena.repl.analysis").finish(session)
  end
  local is_described, message = session.guard(describe, value)
  if not is_described and session.is_final(message) then
    error(message, 0)
  end
  message = is_described and message or tostring(message)
  session.complain(session:fold(escape.terminal_lines(session:translate(message))))
end

return M
