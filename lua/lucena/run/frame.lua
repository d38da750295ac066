--- Encodes Lua values as bytes, and puts them into frames for pipes between processes.
-- A frame has a header (sign, number, length), the bytes of a value, and an end mark computed from number and length.
-- The end mark detects truncated frames and other output in the pipe. There is no checksum, because pipes do not change
-- bytes. Cost: encoding an answer of a worker takes some microseconds; put() copies no long string, decode() copies it
-- once.
-- @module lucena.run.frame

local byte, pack, unpack = string.byte, string.pack, string.unpack

local M = {}

-- ---- values --------------------------------------------------------------------------------------

local encode

-- Sort numbers before strings, each in ascending order.
local function ordered_keys(value)
  local keys = {}
  for key in next, value do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b)
    if type(a) == type(b) then
      return a < b
    end
    return type(a) == "number"
  end)
  return keys
end

local LONG = 1 << 12 -- bytes

local ENCODERS = {
  ["nil"] = function(out) out[#out + 1] = "n" end,
  boolean = function(out, value) out[#out + 1] = value and "t" or "f" end,
  string = function(out, value)
    if #value < LONG then
      out[#out + 1] = pack("<c1s8", "s", value)
    else -- without a copy
      out[#out + 1], out[#out + 2] = pack("<c1I8", "s", #value), value
    end
  end,
  number = function(out, value)
    out[#out + 1] = math.type(value) == "integer" and pack("<c1i8", "i", value) or pack("<c1d", "d", value)
  end,
  table = function(out, value, depth)
    if getmetatable(value) ~= nil then
      error("a table with a metatable is no plain data", 0)
    end
    out[#out + 1] = "{"
    if out.is_ordered then
      for _, key in ipairs(ordered_keys(value)) do
        encode(out, key, depth)
        encode(out, value[key], depth)
      end
    else
      for key, item in next, value do
        encode(out, key, depth)
        encode(out, item, depth)
      end
    end
    out[#out + 1] = "}"
  end,
}

local MOST_DEEP = 100 -- deeper tables, or tables that contain themselves, are rejected

function encode(out, value, depth)
  local encoder = ENCODERS[type(value)]
  if not encoder then
    error(("a %s is no plain data"):format(type(value)), 0)
  elseif depth == MOST_DEEP then
    error("tables in tables in tables, 100 deep: no plain data", 0)
  end
  encoder(out, value, depth + 1)
end

--- Encode a value. Raises an error unless it is nil, a boolean, a number, a string, or a table of these without a
-- metatable.
---@param value any
---@param is_ordered? boolean write keys (numbers or strings) in sorted order, so that equal values give equal bytes
---@return string
-- @usage require("lucena.run.frame").decode(require("lucena.run.frame").encode{a = {1, "x"}}).a[2] --> x
function M.encode(value, is_ordered)
  local out = { is_ordered = is_ordered }
  encode(out, value, 0)
  return table.concat(out)
end

-- by the first byte of a value
local DECODERS
local TABLE_END = ("}"):byte()

DECODERS = {
  [("n"):byte()] = function(_, at) return nil, at end,
  [("t"):byte()] = function(_, at) return true, at end,
  [("f"):byte()] = function(_, at) return false, at end,
  [("s"):byte()] = function(text, at) return unpack("<s8", text, at) end,
  [("i"):byte()] = function(text, at) return unpack("<i8", text, at) end,
  [("d"):byte()] = function(text, at) return unpack("<d", text, at) end,
  [("{"):byte()] = function(text, at)
    local value, kind = {}, byte(text, at)
    while kind ~= TABLE_END do
      local key, item
      key, at = DECODERS[kind](text, at + 1)
      item, at = DECODERS[byte(text, at)](text, at + 1)
      value[key], kind = item, byte(text, at)
    end
    return value, at + 1
  end,
}

--- Decode a value. Raises an error if the bytes were not written by encode().
---@param text string made by encode()
---@return any value
---@return integer next the index after its last byte
function M.decode(text)
  return DECODERS[byte(text, 1)](text, 2)
end

-- ---- frames --------------------------------------------------------------------------------------

local SIGN = "LcF1"
local HEADER = "<c4I4I8"

--- The sizes in bytes of a frame's header and end mark.
M.HEADER, M.MARK = string.packsize(HEADER), 8

local function mark(number, size)
  return pack("<I4I4", number ~ 0x5A17C0DE, size & 0xFFFFFFFF ~ 0x1E2D3C4B)
end

--- Make a frame.
---@param number integer 0 to 2^32 - 1, the number of the task
---@param bytes string
---@return string
function M.wrap(number, bytes)
  return pack(HEADER, SIGN, number, #bytes) .. bytes .. mark(number, #bytes)
end

--- Write a frame with a value to a file. Long strings in the value are not copied.
---@param file file*
---@param number integer as for wrap()
---@param value any as for encode()
function M.put(file, number, value)
  local out, size = {}, 0
  encode(out, value, 0)
  for _, piece in ipairs(out) do
    size = size + #piece
  end
  file:write(pack(HEADER, SIGN, number, size))
  for _, piece in ipairs(out) do
    file:write(piece)
  end
  file:write(mark(number, size))
  file:flush()
end

--- Decode a header.
---@param header string HEADER bytes
---@return integer? number nil if the bytes are not a header
---@return integer? size of the bytes that follow, before the end mark
function M.read_header(header)
  local sign, number, size = unpack(HEADER, header)
  if sign == SIGN and size >= 0 and size < 1 << 40 then
    return number, size
  end
end

--- Return whether the end mark of a frame is correct.
---@param text string MARK bytes
---@param number integer
---@param size integer
---@return boolean
function M.is_mark(text, number, size)
  return text == mark(number, size)
end

return M
