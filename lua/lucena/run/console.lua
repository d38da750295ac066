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
  return setmetatable({ reported = 0, detected = {} }, Console)
end

--- Start a file.
function Console:begin_file()
  self.reported, self.detected = 0, {}
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

--- Count the games whose notation was detected.
---@param counts table name of the notation -> number of games
function Console:count_detected(counts)
  for notation, count in pairs(counts) do
    self.detected[notation] = (self.detected[notation] or 0) + count
  end
end

-- Report the notations that were detected: "french (3 games), german (1 game)".
local function report_detected(name, detected)
  local list = {}
  for notation, count in pairs(detected) do
    list[#list + 1] = ("%s (%s)"):format(notation, phrase.counted(count, "game"))
  end
  table.sort(list)
  if #list > 0 then
    messages.say(("%s: notation was detected automatically: %s (repair)"):format(name, table.concat(list, ", ")))
  end
end

--- End a file: report the notations that were detected, and how many diagnostics were not printed.
---@param name string
function Console:finish_file(name)
  report_detected(name, self.detected)
  self.detected = {}
  if self.reported > SHOWN then
    messages.say(("%s: %s not shown"):format(name, phrase.counted(self.reported - SHOWN, "more diagnostic")))
  end
end

return M
