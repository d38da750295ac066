--- Text that is safe to show: what a file holds must not steer the terminal.
-- @module lucena.terminal

local M = {}

-- Characters that reorder what stands around them (Unicode 15, UAX #9).
local function is_bidi(code)
  return code == 0x61C or code == 0x200E or code == 0x200F
    or code >= 0x202A and code <= 0x202E or code >= 0x2066 and code <= 0x2069
end

--- Text for a terminal: control characters (C0, DEL, C1), bidi controls and bytes that are no UTF-8 are shown as
--- escapes.
---@param text string
---@return string
-- @usage require("lucena.terminal").safe("a\27[2J")  --> a\x1B[2J
function M.safe(text)
  if not text:find("[%c\127-\255]") then
    return text
  end
  local parts, at = {}, 1
  while at <= #text do
    -- Every position is tried alone: one bad byte spoils nothing behind it.
    local code = utf8.len(text, at, at) and utf8.codepoint(text, at)
    local stop = at + (code and #utf8.char(code) or 1)
    if not code then
      parts[#parts + 1] = ("\\x%02X"):format(text:byte(at))
    elseif code < 0x20 or code == 0x7F then
      parts[#parts + 1] = ("\\x%02X"):format(code)
    elseif code >= 0x80 and code < 0xA0 or is_bidi(code) then
      parts[#parts + 1] = ("\\u{%X}"):format(code)
    else
      parts[#parts + 1] = text:sub(at, stop - 1)
    end
    at = stop
  end
  return table.concat(parts)
end

--- The same for text of several lines: line ends and tabs stay.
---@param text string
---@return string
-- @usage #require("lucena.terminal").safe_lines("a\n\tb")  --> 4
function M.safe_lines(text)
  return (text:gsub("[^\n\t]+", M.safe))
end

--- Columns that a text takes, a character one each.
---@param text string
---@return integer
-- @usage require("lucena.terminal").columns("é4")  --> 2
function M.columns(text)
  return utf8.len(text) or #text
end

--- A text on lines of so many columns.
---@param text string its blanks, line ends too, are where it may be parted
---@param width integer
---@param indent? string before all lines but the first
---@return string
-- @usage require("lucena.terminal").fold("1. e4 e5", 6):gsub("\n", "|")  --> 1. e4|e5
function M.fold(text, width, indent)
  local lines, line = {}, ""
  for word in text:gmatch("%S+") do
    if line:find("%S") and M.columns(line) + 1 + M.columns(word) > width then
      lines[#lines + 1], line = line, indent or ""
    end
    line = line:find("%S") and line .. " " .. word or line .. word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

return M
