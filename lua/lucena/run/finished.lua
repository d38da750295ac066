--- The journal of a command that takes long for each game. The text of each finished game is written to a file beside
-- the output, so that the work is not lost if the process is killed. The next run finds the games there.
--
-- The file has a line for readers, and frames (`lucena.run.frame`): first the settings of the command, then one pair
-- per game, the text that was read and the text to write. If the process is killed while it writes, the last frame is
-- incomplete; it is ignored, and the next game overwrites it.
-- Memory: 100 bytes per finished game. Games are found by a checksum, and the texts are compared.
-- @module lucena.run.finished

local core = require("lucena.core")
local exit = require("lucena.run.exit")
local frame = require("lucena.run.frame")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")

local M = {}

local TITLE = "lucena: unfinished work, used when the command is repeated\n"

local Journal = {}
Journal.__index = Journal

-- Read the next frame. Returns its value, or nil if it is incomplete.
local function read_frame(file)
  local header = file:read(frame.HEADER)
  local number, size
  if header and #header == frame.HEADER then
    number, size = frame.read_header(header)
  end
  local bytes = size and file:read(size)
  local mark = bytes and file:read(frame.MARK)
  if mark and #mark == frame.MARK and frame.is_mark(mark, number, size) then
    return frame.decode(bytes)
  end
end

-- Record that the frame at an offset has a game.
local function remember(self, text, offset)
  local sum = core.checksum(text)
  local offsets = self.offsets[sum] or {}
  self.offsets[sum], offsets[#offsets + 1] = offsets, offset
  self.count = self.count + 1
end

-- Read the file, if it exists. Returns a message if it cannot be used.
local function read_file(self)
  local file = self.path and io.open(self.path, "rb")
  if not file then
    return nil
  end
  local start = file:read(#self.start) or ""
  if start ~= self.start then
    file:close()
    if #start < #self.start and self.start:sub(1, #start) == start then
      return nil -- the process was killed before the first game; the file is written again
    end
    local is_own = start:sub(1, #TITLE) == TITLE
    return ("%s: %s"):format(self.path, is_own
      and "it has games of a command with other options: repeat that command, or remove the file"
      or "not the journal of this command: move it away")
  end
  self.file, self.size = file, #start
  local pair = read_frame(file)
  while pair do
    remember(self, pair[1], self.size)
    self.size = file:seek()
    pair = read_frame(file)
  end
end

local function new(output, settings)
  return setmetatable({ path = output and output ~= "-" and output .. ".unfinished" or nil, offsets = {}, count = 0,
    start = TITLE .. frame.wrap(0, frame.encode(settings, true)) }, Journal)
end

--- Open the journal of an output. It is created when the first game is added. If the file is of another command, the
-- command ends.
---@param output string? the path of -o; nil: no journal
---@param settings table plain data: games that were finished with other settings are not used
---@return table journal
function M.open(output, settings)
  local self = new(output, settings)
  local problem = read_file(self)
  if problem then
    exit.fail(exit.USAGE, problem)
  elseif self.count > 0 then
    messages.note(("%s: continuing after %s"):format(self.path, phrase.counted(self.count, "finished game")))
  end
  return self
end

--- Read the journal in a worker. New games are not written, but returned by take().
---@param output string?
---@param settings table
---@return table journal
function M.read(output, settings)
  local self = new(output, settings)
  read_file(self) -- the main process has reported problems
  self.list = {}
  return self
end

--- Return the text to write for a game, if it is finished.
---@param game lucena.Game
---@return string?
function Journal:find(game)
  if self.count == 0 then
    return nil
  end
  local text = game.text
  for _, offset in ipairs(self.offsets[core.checksum(text)] or {}) do
    self.file:seek("set", offset)
    local pair = read_frame(self.file)
    if pair and pair[1] == text then
      return pair[2]
    end
  end
end

local function check(self, done, message)
  if not done then
    exit.fail(exit.IO, ("cannot write %s"):format(message:find(self.path, 1, true) and message
      or self.path .. ": " .. message))
  end
  return done
end

-- Open the file for writing. `size` is the size of its complete frames.
local function begin(self)
  if self.file then
    self.file:close()
  end
  self.file = check(self, io.open(self.path, self.size and "r+b" or "w+b"))
  self.is_open = true
  if not self.size then
    check(self, self.file:write(self.start))
    self.size = #self.start
  end
end

--- Add a finished game.
---@param text string the text that was read
---@param new_text string the text to write
function Journal:add(text, new_text)
  if self.list then
    self.list[#self.list + 1] = { text, new_text }
  elseif self.path then
    if not self.is_open then
      begin(self)
    end
    local bytes = frame.wrap(self.count & 0xFFFFFFFF, frame.encode { text, new_text })
    check(self, self.file:seek("set", self.size))
    check(self, self.file:write(bytes))
    check(self, self.file:flush())
    remember(self, text, self.size)
    self.size = self.size + #bytes
  end
end

--- Return the games added in a worker since the last call.
---@return table[]
function Journal:take()
  local list = self.list
  self.list = {}
  return list
end

--- Remove the file, because the output is complete.
function Journal:remove()
  if self.file then
    self.file:close()
    self.file = nil
    os.remove(self.path)
  end
end

return M
