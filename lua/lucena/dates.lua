--- Writes dates and periods in words: "29–30 May 2020", "29–30 mai 2020". Programs get the dates of PGN, such as
-- 2020.05.29, and tables have these, too, because they can be sorted.
-- @module lucena.dates

local numbers = require("lucena.number")

local M = {}

--- The English names of the months; lucena.render.words translates them.
M.MONTHS = { "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
  "November", "December" }

--- Return the numbers of a date's parts. An impossible month or day counts as unknown.
---@param date string "1938.11.06", "1938.11.??", "1938.11"
---@return integer? year nil if unknown
---@return integer? month
---@return integer? day
-- @usage select(2, require("lucena.dates").parts "1938.11.??") --> 11
function M.parts(date)
  local year, month, day = date:match("^(%d%d%d%d)%.?(%d?%d?)%.?(%d?%d?)")
  if not year or year == "0000" then
    return nil
  end
  month = numbers.whole(month, 1, 12)
  return math.tointeger(tonumber(year)), month, month and numbers.whole(day, 1, 31)
end

local function day_text(day, page)
  return page.lang == "fr" and day == 1 and "1er" or tostring(day)
end

-- Return the parts of a date that a period needs: a day, a month or a year that is also that of its end is omitted.
local function text_of(date, page, without)
  local out = {}
  out[1] = date.day and day_text(date.day, page) or nil
  out[#out + 1] = date.month and without ~= "month" and page.words(M.MONTHS[date.month]) or nil
  out[#out + 1] = not without and tostring(date.year) or nil
  return table.concat(out, " ")
end

-- Return both dates without the parts that only one of them has.
local function equally_precise(from, to)
  local month = from.month and to.month
  local day = month and from.day and to.day
  for _, date in ipairs { from, to } do
    date.month, date.day = month and date.month or nil, day and date.day or nil
  end
  return from, to
end

local function read(date)
  local year, month, day = M.parts(date)
  return year and { year = year, month = month, day = day }
end

--- Write a period in words. If one of its dates is less precise, the other is written as precisely as this one.
---@param from string a date, as PGN writes it
---@param to string the same date for a single day
---@param page table lang and words, as for lucena.report
---@return string? text nil if a year is unknown
-- @usage dates.period("2020.05.29", "2020.05.30", { words = function(word) return word end }) --> 29–30 May 2020
function M.period(from, to, page)
  local first, last = read(from), read(to)
  if not first or not last then
    return nil
  end
  first, last = equally_precise(first, last)
  if first.year ~= last.year then
    return text_of(first, page) .. (first.month and " – " or "–") .. text_of(last, page)
  elseif first.month ~= last.month then
    return text_of(first, page, "year") .. " – " .. text_of(last, page)
  elseif first.day ~= last.day then
    return text_of(first, page, "month") .. "–" .. text_of(last, page)
  end
  return text_of(last, page)
end

return M
