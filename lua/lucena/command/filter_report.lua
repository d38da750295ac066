--- What a filter's `finish` returns, printed in place of the games.
-- @module lucena.command.filter_report

local support = require("lucena.command.support")

local M = {}

local function print_rows(rows)
  for _, row in ipairs(rows) do
    local cells = {}
    for i, cell in ipairs(type(row) == "table" and row or { row }) do
      cells[i] = tostring(cell)
    end
    support.write(table.concat(cells, "\t"), "\n")
  end
end

-- A text, or rows, each a text or a list of cells, which get tabs between.
local function print_report(job)
  local value = job.report(job.state)
  if type(value) == "string" or type(value) == "number" then
    support.write(value, tostring(value):find("\n$") and "" or "\n")
  elseif type(value) == "table" and getmetatable(value) == nil then
    print_rows(value)
  elseif value ~= nil then
    support.fail(support.USAGE, ("%s: finish returns a text, rows or nothing, not a %s"):format(
      job.source, getmetatable(value) or type(value)))
  end
  support.flush()
end

--- Call it, and print. An error in it ends the command, as one of the script.
---@param job table `report`, `state`, `source`
function M.print(job)
  local done, failure = xpcall(print_report, support.traceback, job)
  if not done then
    error(failure, 0)
  end
end

return M
