--- Names for files made of what stands in games: always a plain name in one folder, whatever the text holds.
-- @module lucena.command.filenames

local format = require("lucena.format")

local M = {}

local MAX = 120 -- bytes of a name, without its suffix; file systems hold 255

-- What no file name may hold on any common system, control characters, and the sign of the escapes itself.
local FORBIDDEN = '[%c:*?"<>|%%\127]'

local function percent(text)
  return (text:gsub(".", function(char) return ("%%%02X"):format(char:byte()) end))
end

-- Control characters beyond ASCII (C1), characters that reorder what stands around them, and bytes that are no UTF-8.
local function escape_unicode(text)
  local parts = {}
  local at = 1
  while at <= #text do
    local code = utf8.len(text, at, at) and utf8.codepoint(text, at)
    local char = code and utf8.char(code) or text:sub(at, at)
    local is_bad = not code or code >= 0x80 and code < 0xA0 or code == 0x61C or code >= 0x200B and code <= 0x200F
      or code >= 0x2028 and code <= 0x202E or code >= 0x2060 and code <= 0x206F or code == 0xFEFF
    parts[#parts + 1] = is_bad and percent(char) or char
    at = at + #char
  end
  return table.concat(parts)
end

-- FNV-1a, 64 bits, by Fowler, Noll and Vo.
local function hash(text)
  local h = 0xcbf29ce484222325
  for i = 1, #text do
    h = (h ~ text:byte(i)) * 0x100000001b3
  end
  return ("%016x"):format(h)
end

-- Cut to so many bytes, not inside a character or an escape.
local function cut(text, size)
  while size > 0 and text:byte(size + 1) and text:byte(size + 1) & 0xC0 == 0x80 do
    size = size - 1
  end
  text = text:sub(1, size)
  return (text:gsub("%%%x?$", ""))
end

--- A file name for a text: no path, nothing hidden, nothing that looks like an option, at most 120 bytes.
---@param text string
---@return string
-- @usage filenames.safe("../../etc/passwd") --> %2E%2E_.._etc_passwd
function M.safe(text)
  local name = format.to_utf8(text):gsub("[/\\]", "_")
  name = escape_unicode(name:gsub(FORBIDDEN, percent))
  name = name:gsub("^[.]+", percent):gsub("^[ ~-]", percent)
  local bare = format.trim(name, ". ")
  name = bare .. percent(name:sub(#bare + 1))
  if #name > MAX then
    name = cut(name, MAX - 17) .. "~" .. hash(text)
  end
  return name
end

-- Capitals beyond ASCII, of Latin, Greek, Cyrillic and Armenian: first, last, how far to the next, and to the small
-- letter.
local CAPITALS = {
  { 0xC0, 0xD6, 1, 32 }, { 0xD8, 0xDE, 1, 32 }, { 0x100, 0x136, 2, 1 }, { 0x139, 0x147, 2, 1 }, { 0x14A, 0x176, 2, 1 },
  { 0x178, 0x178, 1, -121 }, { 0x179, 0x17D, 2, 1 }, { 0x386, 0x386, 1, 38 }, { 0x388, 0x38A, 1, 37 },
  { 0x38C, 0x38C, 1, 64 }, { 0x38E, 0x38F, 1, 63 }, { 0x391, 0x3AB, 1, 32 }, { 0x400, 0x40F, 1, 80 },
  { 0x410, 0x42F, 1, 32 }, { 0x460, 0x480, 2, 1 }, { 0x48A, 0x4BE, 2, 1 }, { 0x4D0, 0x52E, 2, 1 },
  { 0x531, 0x556, 1, 48 }, { 0x1E00, 0x1E94, 2, 1 }, { 0x1EA0, 0x1EFE, 2, 1 },
}

local SMALL = {}
for _, row in ipairs(CAPITALS) do
  for code = row[1], row[2], row[3] do
    SMALL[utf8.char(code)] = utf8.char(code + row[4])
  end
end

-- A name as it is where case does not count.
local function folded(name)
  return (name:lower():gsub(utf8.charpattern, SMALL))
end

--- A giver of names: two texts never get the same one, also where file names that differ by case alone are the same.
---@param suffix string
---@return fun(text: string, key?: any): string with a key, it is the key that the name belongs to
function M.giver(suffix)
  local given, taken = {}, {}
  return function(text, key)
    key = key == nil and text or key
    if not given[key] then
      local base = M.safe(text)
      local name, n = base, 1
      while taken[folded(name)] do
        n = n + 1
        name = ("%s~%d"):format(base, n)
      end
      taken[folded(name)] = true
      given[key] = name .. suffix
    end
    return given[key]
  end
end

return M
