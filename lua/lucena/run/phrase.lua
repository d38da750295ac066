--- Parts of messages: text that is safe to show, numbers and their nouns.
-- @module lucena.run.phrase

local M = {}

--- Make a text safe for a terminal. This is `lucena.render.escape.terminal`.
---@param text string
---@return string
-- @usage require("lucena.run.phrase").safe("a\27[2J") --> a\x1B[2J
function M.safe(text)
  return require("lucena.render.escape").terminal(text)
end

--- Format an integer with thousands separators.
---@param n integer
---@return string
-- @usage require("lucena.run.phrase").group(148318) --> 148,318
function M.group(n)
  local text = ("%d"):format(n):reverse():gsub("(%d%d%d)", "%1,"):reverse()
  return (text:gsub("^,", ""))
end

--- Format a number and its noun: "1 game", "2,000 games".
---@param n integer
---@param noun string
---@return string
function M.counted(n, noun)
  return M.group(n) .. " " .. noun .. (n == 1 and "" or "s")
end

return M
