--- Makes compressed files without a program: the bytes are stored uncompressed in the frames of the formats.
--
--     local packed = require "spec.support.packed"
--     packed.gz(text)                         a gzip member (RFC 1952)
--     packed.zst(text)                        a zstd frame (RFC 8878) without checksum, in blocks of 1000 bytes
--     packed.zst(text, { window_log = 28 })   a frame that requires a window of 2^28 bytes; 10 is the minimum
--     packed.zst_run(0, 16, { ... })          a frame that repeats one byte 16 * 128 KiB times
--     packed.skippable("notes")               a zstd frame that decompresses to nothing

local M = {}

local CRC = {}
for i = 0, 255 do
  local c = i
  for _ = 1, 8 do
    c = c & 1 == 1 and c >> 1 ~ 0xEDB88320 or c >> 1
  end
  CRC[i] = c
end

local function crc32(text)
  local c = 0xFFFFFFFF
  for i = 1, #text do
    c = CRC[(c ~ text:byte(i)) & 0xFF] ~ c >> 8
  end
  return c ~ 0xFFFFFFFF
end

---@param text string
---@return string member
function M.gz(text)
  local parts = { "\x1f\x8b\x08\0\0\0\0\0\0\xff" }
  local at = 1
  repeat
    local piece = text:sub(at, at + 65534)
    at = at + #piece
    parts[#parts + 1] = string.pack("<BI2I2", at > #text and 1 or 0, #piece, ~#piece & 0xFFFF) .. piece
  until at > #text
  parts[#parts + 1] = string.pack("<I4I4", crc32(text), #text)
  return table.concat(parts)
end

local BLOCK = 131072

local function frame_header(opts)
  local log = opts and opts.window_log or 17
  local dictionary = opts and opts.dictionary
  return "\x28\xB5\x2F\xFD" .. (dictionary and "\x01" or "\0") .. string.char(log - 10 << 3)
    .. (dictionary and string.char(dictionary) or "")
end

-- kind 0: the bytes follow; kind 1: a single byte follows and is repeated `size` times.
local function block_header(is_last, kind, size)
  return string.pack("<I3", (is_last and 1 or 0) | kind << 1 | size << 3)
end

---@param text string
---@param opts? table window_log = logarithm of the window size (default 17); dictionary = id of a required dictionary;
--  block = bytes per block (default 1000)
---@return string frame
function M.zst(text, opts)
  local parts = { frame_header(opts) }
  local at, size = 1, opts and opts.block or 1000
  repeat
    local piece = text:sub(at, at + size - 1)
    at = at + #piece
    parts[#parts + 1] = block_header(at > #text, 0, #piece) .. piece
  until at > #text
  return table.concat(parts)
end

---@param byte integer
---@param count integer blocks of 128 KiB
---@param opts? table window_log
---@return string frame
function M.zst_run(byte, count, opts)
  local block = block_header(false, 1, BLOCK) .. string.char(byte)
  return frame_header(opts) .. block:rep(count - 1) .. block_header(true, 1, BLOCK) .. string.char(byte)
end

---@param text string
---@return string frame
function M.skippable(text)
  return "\x50\x2A\x4D\x18" .. string.pack("<s4", text)
end

return M
