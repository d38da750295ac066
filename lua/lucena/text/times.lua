--- Finds the times that servers print after moves, "(0:06)" in lists of moves of FICS and ICC, "[1:23:45]", and the
-- evaluations that programs print at them, "e4/0.35".
-- @module lucena.text.times

local M = {}

-- Hours, minutes and seconds have two digits after a colon, so that results ("1:0") are no times.
local TIMES = { "%f[%d]%d?%d:%d%d:%d%d%f[^%d:]", "%f[%d]%d?%d:%d%d%f[^%d:]" }

local function blank(found)
  return (" "):rep(#found)
end

--- Return a text with blanks in place of times, and of the brackets around them.
---@param text string folded
---@return string text of the same length
-- @usage require("lucena.text.times").hide("e4 (0:06) e5") --> e4        e5
function M.hide(text)
  text = text:gsub("%f[/]/[+-]?%d+%.%d%d[/%d]*%f[^%w]", blank)
  if not text:find("%d:%d%d") then
    return text
  end
  for _, time in ipairs(TIMES) do
    text = text:gsub("%(" .. time .. "%.?%d*%)", blank):gsub("%[" .. time .. "%.?%d*%]", blank):gsub(time, blank)
  end
  return text
end

return M
