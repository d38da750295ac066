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

--- Return a message of Lua about code of an input, without the name of the chunk: "line:1: text" is "text". The line
-- number is kept if the input has several text lines, or if the code was typed in an earlier input.
---@param message string
---@param language? string the first word of the result: "Lua"
---@return string
-- @usage require("lucena.repl.failure").without_chunk("line#12:2: text", "Lua") --> Lua, line 2: text
function M.without_chunk(message, language)
  return (message:gsub("^line[#%d]*:1: ", language and language .. ": " or "")
    :gsub("^line[#%d]*:(%d+): ", language and language .. ", line %1: " or "line %1: "))
end

-- Return the message for a module that was not found, without the paths that were searched; nil for other errors.
local function missing_module(text)
  local name = text:match("^module '([^'\n]+)' not found:\n")
  local file = name and name:gsub("%.", "/") .. ".lua"
  return name and ("there is no module '%s' in package.path%s"):format(name, require("lucena.file").exists(file)
    and ("; dofile '%s' runs the file of the current folder"):format(file) or "")
end

-- Return the message for a command that was called like a function of Lua, or for a value that was called; nil for
-- other errors.
local function no_function(session, text)
  local name = text:match("attempt to call a nil value %(global '([%a_][%w_]*)'%)$")
  local command = name and session.words[name]
  local kind, method = text:match("attempt to call a (%S+) value %(method '([%w_]+)'%)$")
  if name and require("lucena.repl.run").was_local(session, name) then
    return ("%s: a local variable ends with its input. To keep it, omit `local`."):format(text)
  elseif kind and kind ~= "nil" then
    return ("%s: '%s' is no method; it is read without parentheses, as .%s"):format(text, method, method)
  elseif text:find("attempt to call a table value %(for iterator") then
    return text .. ": an array needs ipairs, as in for _, value in ipairs(list) do"
  end
  return command and ("'%s' is a command, and no function of Lua. Usage: %s"):format(name,
    (command.is_setting and ":" or "") .. name .. (command.usage ~= "" and " " .. command.usage or ""))
end

-- Return the message of an error, without the source position in Lucena's files. If the input has several text lines,
-- the line number is kept. Errors that are no messages, such as tables, are shown like other values.
local function describe(session, value)
  if getmetatable(value) == Failure then
    return value.message
  end
  local has_text, text = pcall(tostring, value)
  if not has_text and text == "not enough memory" then
    error(text, 0)
  elseif not has_text or value == nil then
    return ("an error that is no message, but a value: %s"):format(type(value))
  elseif type(value) ~= "string" and getmetatable(value) == nil then
    return "an error with the value " .. require("lucena.repl.pretty").value(session, value)
  end
  text = M.without_chunk((text:gsub("^[^\n:]*/lucena/[%w_/]+%.lua:%d+: ", "")))
  return missing_module(text) or no_function(session, text) or text
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
  local is_described, message = session.guard(describe, session, value)
  if not is_described and session.is_final(message) then
    error(message, 0)
  end
  message = is_described and message or tostring(message)
  message = message:gsub("`lucena help ", "`:help "):gsub("^lucena has no field '", "chess has no field '")
  session.complain(session:fold(escape.terminal_lines(session:translate(message))))
end

return M
