--- Lines of a tournament report file: their fields, and the diagnostics about them.
-- @module lucena.tournament.trf_line

local format = require("lucena.format")
local numbers = require("lucena.number")
local trf = require("lucena.tournament.trf")

local M = {}

--- Add a diagnostic.
---@param file table {path, problems}
---@param line integer
---@param column integer
---@param severity string "error", "warning"
---@param code string
---@param message string a format
---@param ... any its values
function M.report(file, line, column, severity, code, message, ...)
  message = message:format(...)
  file.problems[#file.problems + 1] = { code = code, severity = severity, message = message, file = file.path,
    line = line, column = column,
    text = ("%s:%d:%d: %s [%s]"):format(file.path, line, column, message, code) }
end

--- Prepare a line for field().
---@param text string
---@return table line {text, cut: a function that returns columns, size: the number of columns}
function M.new(text)
  local cut, size = trf.cutter(text)
  return { text = text, cut = cut, size = size }
end

--- Return a field without blanks around it. Control characters count as blanks.
---@param line table made by new()
---@param first integer
---@param last integer
---@return string
-- @usage local l = require("lucena.tournament.trf_line"); return l.field(l.new "012 Open ", 4, 9) --> Open
function M.field(line, first, last)
  return (format.trim(line.cut(first, last):gsub("%c", " "), " "):gsub("^ +", ""))
end

--- Return a whole number from 0; nil for other texts.
---@param text string
---@return integer?
-- @usage require("lucena.tournament.trf_line").natural "0012" --> 12
function M.natural(text)
  return numbers.whole(text, 0, numbers.MOST)
end

--- Return a tag pair of a game; "" without a value.
---@param name string
---@param value string?
---@return string
-- @usage require("lucena.tournament.trf_line").tag("Round", "1") --> [Round "1"]
function M.tag(name, value)
  return value and value ~= "" and ('[%s "%s"]'):format(name, value:gsub('[\\"]', "\\%0"):gsub("%c", " ")) or ""
end

return M
