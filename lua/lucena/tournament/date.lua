--- Ranges of days for dates of games. A day is an integer, computed as if all months had 31 days. This is precise
-- enough for the gaps between the rounds of a tournament.
-- @module lucena.tournament.date

local dates = require("lucena.dates")

local M = {}

--- Return the first and the last day that a date may mean.
---@param date string "1938.11.06", "1938.11.??", "1938.??.??"; impossible months and days count as unknown
---@return integer? first nil if the year is unknown
---@return integer? last
---@return string? precision "day", "month" or "year"
-- @usage select(3, require("lucena.tournament.date").range "1938.11.??") --> month
function M.range(date)
  local year, month, day = dates.parts(date)
  if not year then
    return nil
  end
  local first = 372 * year
  if not month then
    return first, first + 371, "year"
  end
  first = first + 31 * (month - 1)
  if not day then
    return first, first + 30, "month"
  end
  return first + day - 1, first + day - 1, "day"
end

-- Return a sort key. Unknown parts come first. The key ends with the date, so different dates have different keys.
local function key_of(date)
  return date:gsub("?", "0") .. date
end

--- Return whether a date is before another one.
---@param a string
---@param b string
---@return boolean
-- @usage require("lucena.tournament.date").is_before("1938.11.??", "1938.11.06") --> true
function M.is_before(a, b)
  return key_of(a) < key_of(b)
end

return M
