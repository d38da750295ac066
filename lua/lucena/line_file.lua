--- Reads a text file line by line or whole. Compressed files are decompressed, UTF-16 is converted, and a byte order
-- mark is omitted, as when games are read. The methods `read`, `lines` and `close` are those of Lua's files. Memory: a
-- block of 256 KiB and the current line.
-- @module lucena.line_file

local core = require("lucena.core")

local M = {}

local BLOCK <const> = 1 << 18

local File = {}
File.__index = File

--- Open a file.
---@param path string "-" is standard input
---@return table? file `line` is the number of the last line that was read
---@return string? err
---@return string? code cannot_open unsupported_compression
-- @usage require("lucena.line_file").open("README.md"):read() --> # Lucena
function M.open(path)
  local input, message, code = core.open_input(path)
  if not input then
    return nil, message, code
  end
  local self = setmetatable({ input = input, block = "", at = 1, line = 0 }, File)
  self:fill()
  self.at = self.block:find("^\u{FEFF}") and 4 or 1
  return self
end

-- Read the next block. Returns nil at the end; `problem` and `code` then have the error, if there was one.
function File:fill()
  local bytes, problem, code = self.input:read(BLOCK)
  self.block, self.at = bytes or "", 1
  self.problem, self.code = self.problem or problem, self.code or code
  return bytes
end

-- Return the rest of the text with its line end, or nil.
function File:read_line()
  local pieces = {}
  repeat
    local last = self.block:find("\n", self.at, true)
    pieces[#pieces + 1] = self.block:sub(self.at, last or -1)
    self.at = (last or #self.block) + 1
  until last or not self:fill()
  local line = table.concat(pieces)
  if line == "" then
    return nil
  end
  self.line = self.line + 1
  return line
end

function File:read_all()
  local pieces = { self.block:sub(self.at) }
  while self:fill() do
    pieces[#pieces + 1] = self.block
  end
  self.at = #self.block + 1
  local text = table.concat(pieces)
  self.line = self.line + select(2, text:gsub("\n", ""))
  return text
end

--- Read the next line or the rest of the file.
---@param what? string "l": a line without its line end (LF or CRLF), the default; "L": with it; "a": the rest
---@return string? text nil at the end; with "a" "" at the end, and nil if reading failed
---@return string? err if reading failed, or if compressed data is truncated or damaged
---@return string? code
function File:read(what)
  local text
  if what == "a" then
    text = self:read_all()
  else
    text = self:read_line()
    text = text and what ~= "L" and text:gsub("\r?\n$", "") or text
  end
  if text and (what ~= "a" or not self.problem) then
    return text
  end
  return nil, self.problem, self.code
end

--- Return an iterator over the lines. The error that ended it, if any, is in `problem`.
---@param what? string "l" or "L"
---@return fun(): string?
function File:lines(what)
  return function()
    return (self:read(what))
  end
end

--- Close the file.
function File:close()
  self.input:close()
end

File.__close = File.close

return M
