--- The log of most commands: prints diagnostics as lines on standard error, up to a limit per file. An Input
-- (`lucena.run.input`) can have another log with the same methods: `lucena check` uses `lucena.run.diagnostics`, and
-- workers
-- collect diagnostics for the process that started them.
-- @module lucena.run.console

local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")

local M = {}

local SHOWN = 1000 -- diagnostics printed per file; others are only counted

local Console = {}
Console.__index = Console

--- Create a log.
---@return table
function M.new()
  return setmetatable({ reported = 0 }, Console)
end

--- Start a file.
function Console:begin_file()
  self.reported = 0
end

--- Log a diagnostic.
---@param record table
function Console:report(record)
  self.reported = self.reported + 1
  if self.reported <= SHOWN then
    messages.say(record.severity == "error" and record.text or record.text .. " (" .. record.severity .. ")")
  end
end

--- Count diagnostics that were discarded before they reached the log.
---@param count integer
function Console:hide(count)
  self.reported = self.reported + count
end

--- End a file: report how many diagnostics were not printed.
---@param name string
function Console:finish_file(name)
  if self.reported > SHOWN then
    messages.say(("%s: %s not shown"):format(name, phrase.counted(self.reported - SHOWN, "more diagnostic")))
  end
end

return M
