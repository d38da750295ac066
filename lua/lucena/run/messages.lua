--- Standard error: messages, and the progress line, which makes room for anything else that is written.
-- @module lucena.run.messages

local phrase = require("lucena.run.phrase")
local terminal = require("lucena.run.terminal")

local M = {}

-- The progress line: whether it is there, and the second in which it was last due.
local has_progress, progress_at = false, nil

--- Take the progress line away. Whatever else is written does so first.
function M.wipe()
  if has_progress then
    io.stderr:write("\r\27[K")
    has_progress = false
  end
end

--- Whether it is time for a (new) progress line: never before a second has passed since the first call, then once a
-- second; only where standard error is a terminal, and not when data may run into it: on a terminal, or through a
-- pipe to a program such as `less`.
---@param has_data boolean? whether data goes to standard output meanwhile
---@param is_forced boolean? once a second wherever it goes
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

-- Who gets the lines in place of standard error.
local listener

--- Give what would be printed from here on to a function, line by line.
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
  for line in message:gmatch("[^\n]+") do
    M.say(prefix .. line:gsub("^\t", "  "))
    prefix = ""
  end
end

return M
