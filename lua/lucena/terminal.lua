--- Text that is safe to show: what a file holds must not steer the terminal.
-- @module lucena.terminal

local M = {}

--- Text for a terminal: `lucena.render.escape.terminal`.
-- @function terminal.safe
---@param text string
---@return string
-- @usage require("lucena.terminal").safe("a\27[2J")  --> a\x1B[2J
M.safe = require("lucena.render.escape").terminal

--- The same for text of several lines: line ends and tabs stay.
---@param text string
---@return string
-- @usage #require("lucena.terminal").safe_lines("a\n\tb")  --> 4
function M.safe_lines(text)
  return (text:gsub("[^\n\t]+", M.safe))
end

--- Columns that a text takes: `lucena.render.width.of`.
-- @function terminal.columns
---@param text string
---@return integer
-- @usage require("lucena.terminal").columns("é4")  --> 2
M.columns = require("lucena.render.width").of

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
