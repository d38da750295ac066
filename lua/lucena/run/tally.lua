--- Counts games (or records), plies, errors and unreadable files, and determines the exit status. Each worker counts
-- for its part. The counts are merged in the order of the games.
-- @module lucena.run.tally

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")

local M = {}

local Tally = {}
Tally.__index = Tally

--- Create an empty tally. `passed`: games that were only counted; `errors`: errors in the data; `losses`: places with
-- text that is lost in the output; `faults`: internal errors.
---@param noun? string the objects that are counted, default "game"
---@return table tally
function M.new(noun)
  return setmetatable({ noun = noun or "game", count = 0, passed = 0, plies = 0, errors = 0,
    faults = 0, unread_files = 0, status = exit.OK }, Tally)
end

--- Name the objects of a file: "record" in files of positions, else "game". Objects of both kinds are called games.
---@param noun string
function Tally:counts(noun)
  self.noun = (self.first_noun or noun) == noun and noun or "game"
  self.first_noun = self.first_noun or noun
end

--- Set the exit status, unless it is already a graver one.
---@param status integer
function Tally:fail(status)
  self.status = exit.worst(self.status, status)
end

--- Count games, their plies and their errors.
---@param games integer
---@param plies integer
---@param errors integer
function Tally:add(games, plies, errors)
  self.count, self.plies = self.count + games, self.plies + plies
  if errors > 0 then
    self.errors = self.errors + errors
    self:fail(exit.DATA)
  end
end

--- Count plies only.
---@param plies integer
function Tally:add_plies(plies)
  self.plies = self.plies + plies
end

--- Count errors whose diagnostics are logged elsewhere.
---@param count integer
function Tally:add_errors(count)
  self.errors = self.errors + count
end

--- Log diagnostics. An error raises the exit status.
---@param records table[]
---@param log table
---@param is_of_reader boolean? the records come from the reader, not from a game
---@return boolean has_error
function Tally:report(records, log, is_of_reader)
  local has_error = false
  for _, record in ipairs(records) do
    log:report(record, is_of_reader)
    has_error = has_error or record.severity == "error"
  end
  if has_error then
    self:fail(exit.DATA)
  end
  return has_error
end

--- Add to the number of games that were only counted.
---@param games integer
function Tally:pass(games)
  self.passed = self.passed + games
end

--- Count an internal error: see `lucena.run.faults`.
---@param status integer
function Tally:fault(status)
  self.faults = self.faults + 1
  self:fail(status)
end

--- Count a file that could not be read.
function Tally:unread()
  self.unread_files = self.unread_files + 1
  self:fail(exit.IO)
end

local COUNTS = { "count", "passed", "plies", "errors", "faults" }

--- Return the tally of a part as plain data.
---@return table
function Tally:plain()
  local plain = { status = self.status }
  for _, name in ipairs(COUNTS) do
    plain[name] = self[name]
  end
  return plain
end

--- Add the tally of a part.
---@param plain table made by plain()
function Tally:merge(plain)
  for _, name in ipairs(COUNTS) do
    self[name] = self[name] + plain[name]
  end
  self:fail(plain.status)
end

--- Print the line after all files.
---@param ... string? further parts of the line; its first part is the number of games, "315 games"
function Tally:summary(...)
  local parts = { phrase.counted(self.count, self.noun), ... }
  if self.errors > 0 then
    parts[#parts + 1] = "errors in " .. phrase.counted(self.errors, "place")
  end
  if self.faults > 0 then
    parts[#parts + 1] = "failed in " .. phrase.counted(self.faults, "place")
  end
  if self.unread_files > 0 then
    parts[#parts + 1] = phrase.counted(self.unread_files, "file") .. " not read"
  end
  messages.note(table.concat(parts, ", "))
end

return M
