--- Changes bytes of an index file, and corrects the checksums of the pages.

local M = {}

local PAGE, PAYLOAD = 4096, 4088
local PARTS = 16 + 8 + 9 * 8 + 64 + 8 -- the offset of the table of parts in the head

M.PAGE, M.PAYLOAD = PAGE, PAYLOAD

--- The numbers of parts.
M.GAMES, M.NAMES, M.NAME_ENDS, M.WORDS, M.PLAYED_ENDS = 0, 1, 2, 5, 7
M.PLACES, M.PLACE_FENCES, M.UNREAD = 8, 9, 12

-- The hash of csrc/index/pages.c.
local function mix(hash, word)
  hash = (hash ~ word) * 0x9e3779b97f4a7c15
  return hash ~ hash >> 29
end

local function hash(page, number)
  local a, b, c, d = number, ~number, PAYLOAD, 1
  local w, x, y, z
  for at = 1, PAYLOAD - 31, 32 do
    w, x, y, z = string.unpack("<i8i8i8i8", page, at)
    a, b, c, d = mix(a, w), mix(b, x), mix(c, y), mix(d, z)
  end
  w, x, y = string.unpack("<i8i8i8", page, PAYLOAD - 23) -- the last 24 bytes
  local all = mix(mix(mix(mix(a, w), mix(b, x)), mix(c, y)), d)
  return mix(all, all >> 32)
end

--- Replace bytes of one page, and correct its checksum.
---@param bytes string the index
---@param at integer the offset in the file
---@param text string
---@return string
function M.changed(bytes, at, text)
  local number = at // PAGE
  local first = number * PAGE
  assert(at + #text <= first + PAYLOAD, "not in one page")
  bytes = bytes:sub(1, at) .. text .. bytes:sub(at + #text + 1)
  local page = bytes:sub(first + 1, first + PAYLOAD)
  return bytes:sub(1, first + PAYLOAD) .. string.pack("<i8", hash(page, number)) .. bytes:sub(first + PAGE + 1)
end

--- Return the first and the last offset, exclusive, of a part in the stream of an index.
---@param bytes string
---@param part integer
---@return integer first
---@return integer last
function M.range_of(bytes, part)
  local first, last = string.unpack("<I8I8", bytes, #bytes - PAGE + PARTS + 16 * part + 1)
  return first, last
end

--- Return the offset in the file of a byte of a part.
---@param bytes string
---@param part integer
---@param offset integer
---@return integer
function M.place_of(bytes, part, offset)
  local from = M.range_of(bytes, part) + offset
  return from // PAYLOAD * PAGE + from % PAYLOAD
end

--- Replace the first bytes of a part.
---@param bytes string
---@param part integer
---@param text string
---@return string
function M.with_part(bytes, part, text)
  local first, last = M.range_of(bytes, part)
  assert(#text <= last - first, "longer than the part")
  local done = 0
  while done < #text do
    local at = M.place_of(bytes, part, done)
    local size = math.min(#text - done, PAYLOAD - at % PAGE)
    bytes = M.changed(bytes, at, text:sub(done + 1, done + size))
    done = done + size
  end
  return bytes
end

--- Make the head say that pages of another segment come before it, as in indexes of earlier versions.
---@param bytes string an index
---@return string
function M.with_segments(bytes)
  return M.changed(bytes, #bytes - PAGE + PARTS - 8, string.pack("<i8", 1))
end

return M
