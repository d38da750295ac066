--- Part files: the results of --partial for a part of the games. `lucena merge-parts` merges the results of all parts.
-- A file starts with lines for human readers; the first line is SIGN. After an empty line come two values: the
-- description of the part, and its results. Each is encoded by `lucena.run.frame` and preceded by its size and a
-- checksum. A part file contains only data, never code that runs. A truncated or damaged file is rejected. The same
-- part always gives the same bytes.
-- Reading and writing take 12 ns per byte, and need two copies of the results in memory.
-- @module lucena.run.part_file

local file = require("lucena.file")
local frame = require("lucena.run.frame")

local M = {}

local SIGN = "lucena part 1"
local MOST_LINES, MOST_ABOUT = 1 << 14, 1 << 26 -- limits in bytes of the lines and of the description
local HEADER = "<I8i8"

-- Return a checksum that detects accidental changes.
local function sum_of(bytes)
  local sum, unpack = #bytes, string.unpack
  for i = 1, #bytes - 7, 8 do
    sum = (sum ~ unpack("<i8", bytes, i)) * 0x2545F4914F6CDD1D
    sum = sum ~ sum >> 29
  end
  for i = #bytes - #bytes % 8 + 1, #bytes do
    sum = (sum ~ bytes:byte(i)) * 0x2545F4914F6CDD1D
  end
  return sum
end

local function wrapped(value)
  local bytes = frame.encode(value, true)
  return string.pack(HEADER, #bytes, sum_of(bytes)), bytes
end

--- Write a part.
---@param writer lucena.Writer stays open
---@param lines string[] for human readers
---@param about table plain data
---@param results table plain data
---@return any done as returned by Writer:write
---@return string? err
---@return string? code
function M.write(writer, lines, about, results)
  local about_head, about_bytes = wrapped(about)
  local head, bytes = wrapped(results)
  return writer:write(SIGN, "\n", table.concat(lines, "\n"), "\n\n", about_head, about_bytes, head, bytes)
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
  elseif sum_of(bytes) ~= sum then
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
local AGAIN = "%s; make this part again"

-- Return the description of the part or its results; or nil and an error message.
local function read_open(input, size, wants_results)
  if not pass_lines(input) then
    return nil, NO_PART
  end
  local value, problem = read_value(input, math.min(size, MOST_ABOUT))
  if value and wants_results then
    value, problem = read_value(input, size)
    problem = problem or input:read(1) and "there is text after its end"
  end
  return not problem and value or nil, problem and AGAIN:format(problem)
end

local function read(path, wants_results)
  local stream <close>, message = io.open(path, "rb")
  if not stream then
    return nil, file.describe(path, message), "cannot_read"
  end
  local size = stream:seek("end")
  if not size then
    return nil, path .. ": " .. NO_PART, "bad_part"
  end
  stream:seek("set")
  local input = setmetatable({ file = stream }, Input)
  local value, problem = read_open(input, size, wants_results)
  if input.problem then
    return nil, file.describe(path, input.problem), "cannot_read"
  elseif problem then
    return nil, path .. ": " .. problem, "bad_part"
  end
  return value
end

--- Read the description of a part.
---@param path string
---@return table? about
---@return string? err
---@return string? code cannot_read bad_part
-- @usage select(3, require("lucena.run.part_file").about "spec/data/sample/sample.pgn") --> bad_part
function M.about(path)
  return read(path, false)
end

--- Read the results of a part.
---@param path string
---@return table? results
---@return string? err
---@return string? code cannot_read bad_part
-- @usage select(3, require("lucena.run.part_file").results "spec/data/sample/sample.pgn") --> bad_part
function M.results(path)
  return read(path, true)
end

return M
