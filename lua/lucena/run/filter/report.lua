--- Prints the result of a script's function `finish`.
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

-- Print a text or rows. A row is a text or a list of cells, which are separated by tabs.
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

--- Call `finish` and print its result. An error in `finish` ends the command as an error of the script.
---@param report function
---@param state any the state that `each` filled
---@param source string the name of the script
function M.print(report, state, source)
  local done, failure = xpcall(print_report, script.traceback, report, state, source)
  if not done then
    error(failure, 0)
  end
end

return M
