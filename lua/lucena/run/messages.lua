--- Writes messages and the progress line to standard error. The progress line is erased before any other text.
-- @module lucena.run.messages

local terminal = require("lucena.run.terminal")

local M = {}

-- The system's error number if a message could not be written, or nil.
local failure

local function write(...)
  local done, _, number = io.stderr:write(...)
  failure = failure or not done and number or nil
end

--- Return the system's error number if a message could not be written, or nil.
---@return integer?
function M.failure()
  return failure
end

-- Whether the progress line is shown, and the time in seconds at which it was last due.
local has_progress, progress_at = false, nil

--- Erase the progress line. Call this before writing other text.
function M.wipe()
  if has_progress then
    io.stderr:write("\r\27[K")
    has_progress = false
  end
end

--- Whether a new progress line is due: one second after the first call, then once per second. The line is shown only if
-- standard error is a terminal. It is not shown if data may appear on the same terminal, directly or through a program
-- such as `less`.
---@param has_data boolean? whether data goes to standard output while reading
---@param is_forced boolean? once per second even if standard error is not a terminal
---@return boolean
function M.is_progress_due(has_data, is_forced)
  local now = os.time()
  progress_at = progress_at or now + 1 -- the clock counts whole seconds, so the first line may come a little early
  if now <= progress_at then
    return false
  end
  progress_at = now
  return is_forced or terminal.is_terminal(2) and not (has_data and not require("lucena.core").is_regular(1))
end

--- Show a text as the progress line.
---@param text string
function M.progress(text)
  io.stderr:write("\r", require("lucena.run.phrase").safe(text), "\27[K")
  has_progress = true
end

-- The language of messages.
local language

--- Set the language of the following messages.
---@param name string
function M.speak(name)
  language = name ~= "en" and name or nil
end

-- The function that gets the lines instead of standard error.
local listener

--- Redirect all following lines to a function.
---@param listen fun(line: string)
function M.divert(listen)
  listener = listen
end

--- Print a line about the data, without a prefix.
---@param line string
function M.say(line)
  if listener then
    listener(line)
    return
  end
  M.wipe()
  write(require("lucena.run.phrase").safe(line), "\n")
end

--- Print a message of one or more lines with the prefix "lucena: ".
---@param message string
function M.note(message)
  local prefix = "lucena: "
  message = language and require("lucena.language").text(language, message) or message
  for line in message:gmatch("[^\n]+") do
    M.say(prefix .. line:gsub("^\t", "  "))
    prefix = ""
  end
end

return M
