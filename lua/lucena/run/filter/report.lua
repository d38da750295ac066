--- What a filter's `finish` returns, printed in place of the games.
-- @module lucena.run.filter.report

local exit = require("lucena.run.exit")
local script = require("lucena.run.script")
local stdio = require("lucena.run.stdio")

local M = {}

local function print_rows(rows)
  for _, row in ipairs(rows) do
    local cells = {}
    for i, cell in ipairs(type(row) == "table" and row or { row }) do
      cells[i] = tostring(cell)
    end
    stdio.write(table.concat(cells, "\t"), "\n")
  end
end

-- A text, or rows, each a text or a list of cells, which get tabs between.
local function print_report(report, state, source)
  local value = report(state)
  if type(value) == "string" or type(value) == "number" then
    stdio.write(value, tostring(value):find("\n$") and "" or "\n")
  elseif type(value) == "table" and getmetatable(value) == nil then
    print_rows(value)
  elseif value ~= nil then
    exit.fail(exit.USAGE, ("%s: finish returns a text, rows or nothing, not a %s"):format(
      source, getmetatable(value) or type(value)))
  end
  stdio.flush()
end

--- Call it, and print. An error in it ends the command, as one of the script.
---@param report function
---@param state any what was gathered
---@param source string the script
function M.print(report, state, source)
  local done, failure = xpcall(print_report, script.traceback, report, state, source)
  if not done then
    error(failure, 0)
  end
end

return M
