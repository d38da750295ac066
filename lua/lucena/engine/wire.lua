--- The connection to an engine: sends commands and reads lines. Every wait has a time limit. After an error, the engine
--- is killed, the reason is stored, and every later call returns this reason. Times are in seconds of system.monotonic.
-- @module lucena.engine.wire

local argument = require("lucena.argument")
local system = require("lucena.system")

local Wire = {}
Wire.__index = Wire

local M = {}

-- Debian's packages install engines in /usr/games, which is not in root's PATH.
local function in_games(argv)
  local found = table.move(argv, 1, #argv, 1, {})
  found[1] = "/usr/games/" .. argv[1]
  return found
end

--- Start a program.
---@param argv string[]
---@return table? wire with `name`, the name of the program
---@return string? err
---@return string? code engine_missing
function M.open(argv)
  local process, err = system.process(argv)
  if not process and not argv[1]:find("/", 1, true) then
    process = system.process(in_games(argv))
  end
  if not process then
    return nil, err, "engine_missing"
  end
  return setmetatable({ process = process, name = argument.shown(argv[1]), asked = "" }, Wire)
end

--- Kill the engine and store the reason. Later calls return it.
---@param text string the reason, which follows the program's name in messages
---@param code string
---@return nil
---@return string err
---@return string code
function Wire:give_up(text, code)
  if not self.trouble then
    self.trouble = { ("%s: %s"):format(self.name, text), code }
    self.process:close()
  end
  return nil, self.trouble[1], self.trouble[2]
end

-- Handle the end of the engine: it closed its pipe, or the pipe failed.
local function lose(self, err)
  local how, code = self.process:wait(0.2)
  local ending = how == "exit" and ("ended with status %d"):format(code)
    or how == "signal" and ("was ended by signal %d"):format(code)
    or err == "Message too long" and "wrote a line without end"
    or err == "Cannot allocate memory" and "could not be read (" .. err .. ")" or "closed its output"
  return self:give_up(("%s when it was asked '%s'"):format(ending, self.asked), "engine_died")
end

--- Handle an engine that did not reply in time.
---@param seconds number the time that it had
---@return nil
---@return string err
---@return string code engine_timeout
function Wire:time_out(seconds)
  return self:give_up(("no answer to '%s' in %g seconds"):format(self.asked, seconds), "engine_timeout")
end

--- Send a command, which must be one line.
---@param command string
---@param seconds number the time limit for writing it
---@return boolean? done
---@return string? err
---@return string? code engine_died, engine_timeout
function Wire:send(command, seconds)
  if self.trouble then
    return self:give_up()
  end
  assert(not command:find("%c"), "a command holds a control character")
  self.asked = argument.shown(command)
  local text, first, deadline = command .. "\n", 1, system.monotonic() + seconds
  while first <= #text do
    local left = deadline - system.monotonic()
    if left <= 0 then
      return self:time_out(seconds)
    end
    local count, err = self.process:write(text, left, first)
    if not count then
      return lose(self, err)
    end
    first = first + count
  end
  return true
end

--- Return the next line. The deadline also applies to an engine that never stops writing.
---@param deadline number
---@return string? line nil without an error: the time is over, and the engine still runs
---@return string? err
---@return string? code engine_died
function Wire:read(deadline)
  if self.trouble then
    return self:give_up()
  end
  while true do
    local left = deadline - system.monotonic()
    if left <= 0 then
      return nil
    end
    local line, err, code = self.process:read_line(left)
    if line then
      return line
    elseif code ~= "timeout" then -- a timeout may be caused by a signal
      return lose(self, err)
    end
  end
end

--- Ask the engine to quit, wait for at most `seconds`, and kill it if it still runs.
---@param seconds number
function Wire:quit(seconds)
  if not self.trouble and self:send("quit", seconds) then
    self.process:close_input()
    self.process:wait(seconds)
  end
  self:give_up("it was closed", "engine_closed")
end

return M
