--- Finds the times that servers print after moves, "(0:06)" in lists of moves of FICS and ICC, "[1:23:45]", "1.2s" in
-- lists copied from a web page, and the evaluations that programs print at them, "e4/0.35".
-- @module lucena.text.times

local M = {}

-- Hours, minutes and seconds have two digits after a colon, so that results ("1:0") are no times.
local TIMES = { "%f[%d]%d?%d:%d%d:%d%d%f[^%d:]", "%f[%d]%d?%d:%d%d%f[^%d:]" }

-- Seconds: with a fraction ("21.3s"), or alone on a line ("21s", "1m 5s").
local SECONDS = "%f[%w.]%d+%.%ds%f[%W]"
local LINES = { "\n[ \t]*%d+%s?s[ \t]*%f[\r\n\0]", "\n[ \t]*%d+%s?m[ \t]*%d+%s?s[ \t]*%f[\r\n\0]" }

local function blank(found)
  return (found:gsub("[^\r\n]", " "))
end

-- Return a text with blanks in place of seconds.
local function without_seconds(text)
  text = text:gsub(SECONDS, blank)
  for _, line in ipairs(LINES) do
    text = text:gsub(line, blank)
  end
  return text
end

--- Return a text with blanks in place of times, and of the brackets around them.
---@param text string folded
---@return string text of the same length
-- @usage require("lucena.text.times").hide("e4 (0:06) e5") --> e4        e5
function M.hide(text)
  text = text:gsub("%f[/]/[+-]?%d+%.%d%d[/%d]*%f[^%w]", blank)
  if text:find("%ds%f[%W]") then
    text = without_seconds(text)
  end
  if not text:find("%d:%d%d") then
    return text
  end
  for _, time in ipairs(TIMES) do
    text = text:gsub("%(" .. time .. "%.?%d*%)", blank):gsub("%[" .. time .. "%.?%d*%]", blank):gsub(time, blank)
  end
  return text
end

return M
