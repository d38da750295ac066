--- Writes to standard error: messages, and the progress line, which is erased before other text.
-- @module lucena.run.messages

local phrase = require("lucena.run.phrase")
local terminal = require("lucena.run.terminal")

local M = {}

-- State of the progress line: whether it is shown, and the second in which it was last due.
local has_progress, progress_at = false, nil

--- Erase the progress line. Call this before writing other text.
function M.wipe()
  if has_progress then
    io.stderr:write("\r\27[K")
    has_progress = false
  end
end

--- Whether a new progress line is due: one second after the first call, then once per second. Only if standard error
-- is a terminal, and never if data may be shown on the same terminal, directly or through a program such as `less`.
---@param has_data boolean? whether data goes to standard output while reading
---@param is_forced boolean? once per second even if standard error is not a terminal
---@return boolean
function M.is_progress_due(has_data, is_forced)
  local now = os.time()
  progress_at = progress_at or now + 1 -- the clock has whole seconds: the next one may be near
  if now <= progress_at then
    return false
  end
  progress_at = now
  return is_forced or terminal.is_terminal(2) and not (has_data and not require("lucena.core").is_regular(1))
end

--- Show a text as the progress line.
---@param text string
function M.progress(text)
  io.stderr:write("\r", phrase.safe(text), "\27[K")
  has_progress = true
end

-- The language of notes.
local language

--- Print the notes that follow in a language.
---@param name string
function M.speak(name)
  language = name ~= "en" and name or nil
end

-- The function that receives lines instead of standard error.
local listener

--- Pass all following lines to a function instead of standard error.
---@param listen fun(line: string)
function M.divert(listen)
  listener = listen
end

--- Print a line about the data.
---@param line string
function M.say(line)
  if listener then
    listener(line)
    return
  end
  M.wipe()
  io.stderr:write(phrase.safe(line), "\n")
end

--- Print a message of one or more lines, "lucena: " before it.
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
