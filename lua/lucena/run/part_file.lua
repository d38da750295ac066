--- Part files: the results of --partial for a part of the games. `lucena merge-parts` merges the results of all parts.
-- A file starts with lines for human readers; the first line is SIGN. After an empty line come the results, one value
-- after the other, the description of the part, and the offset of this description. Each value is encoded by
-- `lucena.run.frame` and preceded by its size and a checksum. A part file contains only data, never code that runs. A
-- truncated or damaged file is rejected. The same part always gives the same bytes.
-- Reading and writing need two copies of one result in memory.
-- @module lucena.run.part_file

local checksum = require("lucena.core").checksum
local file = require("lucena.file")
local frame = require("lucena.run.frame")

local M = {}

--- The beginning of a part file of any version.
M.NAME = "lucena part "

local SIGN = M.NAME .. "2"
local MOST_LINES, MOST_ABOUT = 1 << 14, 1 << 26 -- limits in bytes of the lines and of the description
local HEADER = "<I8i8"
local TRAILER, END = "<I8c8", "LcPart2\n"

-- ---- writing -------------------------------------------------------------------------------------

local Output = {}
Output.__index = Output

--- Begin a part.
---@param writer lucena.Writer stays open
---@param lines string[] for human readers
---@return table output
function M.begin(writer, lines)
  local text = table.concat({ SIGN, table.unpack(lines) }, "\n") .. "\n\n"
  return setmetatable({ writer = writer, waiting = text, size = #text }, Output)
end

--- Write a result.
---@param value table plain data
---@return any done as returned by Writer:write
---@return string? err
---@return string? code
function Output:add(value)
  local bytes = frame.encode(value, true)
  local before = self.waiting
  self.waiting, self.size = "", self.size + string.packsize(HEADER) + #bytes
  return self.writer:write(before, string.pack(HEADER, #bytes, checksum(bytes)), bytes)
end

--- Write the description, after all results.
---@param about table plain data
---@return any done as returned by Writer:write
---@return string? err
---@return string? code
function Output:finish(about)
  local offset = self.size
  local done, message, code = self:add(about)
  if not done then
    return nil, message, code
  end
  return self.writer:write(string.pack(TRAILER, offset, END))
end

-- ---- reading -------------------------------------------------------------------------------------

-- A file that is being read, and the first error in it.
local Input = {}
Input.__index = Input

function Input:read(what)
  local bytes, message = self.file:read(what)
  self.problem = self.problem or message
  return bytes
end

-- Return the next value of a file.
local function read_value(input, most)
  local head = input:read(string.packsize(HEADER))
  if not head or #head < string.packsize(HEADER) then
    return nil, "it is truncated"
  end
  local size, sum = string.unpack(HEADER, head)
  if size < 0 or size > most then
    return nil, "it is damaged"
  end
  local bytes = input:read(size)
  if not bytes or #bytes < size then
    return nil, "it is truncated"
  elseif checksum(bytes) ~= sum then
    return nil, "it is damaged"
  end
  local done, value, next_at = require("lucena.argument").attempt(frame.decode, bytes)
  if not done or type(value) ~= "table" or next_at ~= size + 1 then
    return nil, "it is damaged"
  end
  return value
end

-- Skip the lines for human readers. Returns nil if the file is not a part file.
local function pass_lines(input)
  if input:read(#SIGN + 1) ~= SIGN .. "\n" then
    return nil
  end
  local left = MOST_LINES
  repeat
    local line = input:read("L")
    left = left - #(line or "")
  until line == "\n" or not line or left < 0
  return left >= 0
end

local NO_PART = "not a part written by --partial"

-- Find the description. Returns its offset, and the offset of its end; or nil and an error message.
local function find_about(input, size)
  if not pass_lines(input) then
    return nil, NO_PART
  end
  input.at = input.file:seek()
  local last = size - string.packsize(TRAILER)
  local trailer = last >= input.at and input.file:seek("set", last) and input:read(string.packsize(TRAILER))
  local offset, sign
  if trailer then
    offset, sign = string.unpack(TRAILER, trailer)
  end
  if sign ~= END then
    return nil, "it is truncated, or there is text after its end"
  elseif offset < input.at or offset > last then
    return nil, "it is damaged"
  end
  return offset, last
end

-- Open a part. Returns the input, and the offsets of the description and its end; or nil, a message and a code.
local function open(path)
  local stream, message = file.open(path)
  if not stream then
    return nil, message, "cannot_read"
  end
  local size = stream:seek("end")
  if not size then
    stream:close()
    return nil, path .. ": " .. NO_PART, "bad_part"
  end
  stream:seek("set")
  local input = setmetatable({ file = stream, path = path }, Input)
  local offset, last = find_about(input, size)
  if not offset then
    stream:close()
    return nil, input:failure(last)
  end
  return input, offset, last
end

-- Return the message and the code of an error.
function Input:failure(problem)
  if self.problem then
    return file.problem(self.path, "read", self.problem), "cannot_read"
  end
  return ("%s: %s%s"):format(self.path, problem, problem == NO_PART and "" or "; make this part again"), "bad_part"
end

--- Read the description of a part.
---@param path string
---@return table? about
---@return string? err
---@return string? code cannot_read bad_part
-- @usage select(3, require("lucena.run.part_file").about "spec/data/sample/sample.pgn") --> bad_part
function M.about(path)
  local input, offset, last = open(path)
  if not input then
    return nil, offset, last
  end
  input.file:seek("set", offset)
  local about, problem = read_value(input, math.min(last - offset, MOST_ABOUT))
  if about and input.file:seek() ~= last then
    about, problem = nil, "it is damaged"
  end
  input.file:close()
  if not about then
    return nil, input:failure(problem)
  end
  return about
end

local Results = {}
Results.__index = Results

--- Return the next result; nil after the last one.
---@return table? value
---@return string? err
---@return string? code cannot_read bad_part
function Results:next()
  local input = self.input
  local at = input.file:seek()
  if at == self.last then
    return nil
  end
  local value, problem = read_value(input, self.last - at)
  if not value then
    return nil, input:failure(problem)
  end
  return value
end

--- Close the part.
function Results:close()
  self.input.file:close()
end

Results.__close = Results.close

--- Open the results of a part.
---@param path string
---@return table? results
---@return string? err
---@return string? code cannot_read bad_part
-- @usage select(3, require("lucena.run.part_file").results "spec/data/sample/sample.pgn") --> bad_part
function M.results(path)
  local input, offset, last = open(path)
  if not input then
    return nil, offset, last
  end
  input.file:seek("set", input.at)
  return setmetatable({ input = input, last = offset }, Results)
end

return M
