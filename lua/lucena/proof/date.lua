--- Reads dates in unusual forms: 12/03/1978, 1978-03-12, 25.12.1978. It returns every reading, and never chooses one.
-- @module lucena.proof.date

local time = require("lucena.time")

local M = {}

-- Return the date in standard form if there is such a day.
local function written(year, month, day)
  local date = time.date(("%s.%s.%s"):format(year, month, day))
  return date and date.text
end

-- Return the readings of "12/03/1978": the day may come first or second.
local function day_or_month_first(text)
  local a, sign, b, year = text:match("^(%d%d?)([./-])(%d%d?)[./-](%d%d%d%d)$")
  if not sign then
    return {}
  end
  local list = { written(year, b, a) }
  local other = written(year, a, b)
  if other ~= list[1] then
    list[#list + 1] = other
  end
  return list
end

--- Return the dates that a text may mean, in standard form. A date in standard form has itself as its only reading.
---@param text string
---@return string[] readings
-- @usage table.concat(require("lucena.proof.date").readings "12/03/1978", " ") --> 1978.03.12 1978.12.03
function M.readings(text)
  text = text:match("^%s*(.-)%s*$")
  local date = time.date(text)
  return date and { date.text } or day_or_month_first(text)
end

return M
