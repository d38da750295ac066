--- Makes file names from the text of games. A name never contains a path, so each file is created in the chosen folder.
-- @module lucena.run.filenames

local core = require("lucena.core")
local format = require("lucena.format")

local M = {}

local MAX = 120 -- longest name in bytes, without its suffix; file systems allow 255

-- Control characters, characters that a common system forbids in file names, and %, which starts an escape.
local FORBIDDEN = '[%c:*?"<>|%%\127]'

local function percent(text)
  return (text:gsub(".", function(char) return ("%%%02X"):format(char:byte()) end))
end

-- Escape control characters beyond ASCII (C1), characters that reorder the text around them, and bytes that are not
-- UTF-8.
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

-- Return the 64-bit FNV-1a hash (Fowler, Noll and Vo).
local function hash(text)
  local h = 0xcbf29ce484222325
  for i = 1, #text do
    h = (h ~ text:byte(i)) * 0x100000001b3
  end
  return ("%016x"):format(h)
end

-- Cut a text to at most `size` bytes, at the boundary of a character or an escape.
local function cut(text, size)
  while size > 0 and text:byte(size + 1) and text:byte(size + 1) & 0xC0 == 0x80 do
    size = size - 1
  end
  text = text:sub(1, size)
  return (text:gsub("%%%x?$", ""))
end

--- Return a safe file name for a text: without a path, not hidden, not like an option, at most 120 bytes.
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

--- Return a function that chooses file names. Two texts never get the same name, even on systems that ignore the case
-- of file names.
---@param suffix string
---@return fun(text: string, key?: any): string if a name is in use for another key (default: the text), a number is
-- added
function M.giver(suffix)
  local given, taken, last = {}, {}, {}
  return function(text, key)
    key = key == nil and text or key
    if not given[key] then
      local base = M.safe(text)
      local folded = core.fold_case(base)
      local name, n = base, last[folded] or 1
      while taken[core.fold_case(name)] do
        n = n + 1
        name = ("%s~%d"):format(base, n)
      end
      taken[core.fold_case(name)], last[folded] = true, n
      given[key] = name .. suffix
    end
    return given[key]
  end
end

return M
