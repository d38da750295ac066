--- Reads dates in the languages of lucena.text.words: "23rd September, 1892", "1913 június 9", "12.VIII.1986", "au mois
-- de mars 1884", "3-5 May 1985", "1909".
--
-- A date has the precision of the text. Of several days ("3-5 May 1985") the month counts; a range of years gives no
-- date. A day and a month without a year are a date only with the year of another one, `M.with_year`.
-- @module lucena.text.dates

local letters = require("lucena.notation.letters")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

local MONTHS = {}
for number, names in ipairs(words.months) do
  for _, name in ipairs(names) do
    MONTHS[name] = number
  end
end
local ROMAN = { I = 1, II = 2, III = 3, IV = 4, V = 5, VI = 6, VII = 7, VIII = 8, IX = 9, X = 10, XI = 11, XII = 12 }

-- Endings of months in languages that add them: "májusában", "toukokuussa". Without them the word is in the table.
local CASES = { "\xC3[\xA1\xA9]b[ae]n$", "b[ae]n$", "i$", "ssa$", "ta$", "n$" }

local WORD = "([%a\x80-\xFF]+)"
local OF = "%s+del?%s+"
local D = "%s+d['\u{2019}]+" -- "11 d'agost de 1934"

-- Forms of a date, with the order of its parts.
local DATES = {
  { "()%f[%d](%d?%d)%.?[stndrhème]*,?%s+" .. WORD .. "[.,]*%s+(%d%d%d%d)()", "dmy" },
  { "()%f[%d](%d?%d)[stndrh]*%s+of%s+" .. WORD .. ",?%s+(%d%d%d%d)()", "dmy" },
  { "()%f[%d](%d?%d)" .. OF .. WORD .. OF .. "(%d%d%d%d)()", "dmy" },
  { "()%f[%d](%d?%d)" .. D .. WORD .. OF .. "(%d%d%d%d)()", "dmy" },
  { "()%f[%a\x80-\xFF]" .. WORD .. "%.?%s+(%d?%d)[stndrh]*,%s*(%d%d%d%d)()", "mdy" },
  { "()%f[%a\x80-\xFF]" .. WORD .. "%.?%s+(%d?%d)%s+(%d%d%d%d)%f[%D]()", "mdy" },
  -- with a time and its zone, as servers print it: "Sun Sep 29, 1:06 CDT 1996"
  { "()%f[%a]" .. WORD .. "%s+(%d?%d),?%s+%d?%d:%d%d[:%d]*%s+%u*%s*(%d%d%d%d)()", "mdy" },
  { "()%f[%d](%d%d%d%d)%.?%s+" .. WORD .. "%s+(%d?%d)%.?()", "ymd" },
  { "()%f[%d](%d%d%d%d)[-.](%d%d)[-.](%d%d)%f[%D]()", "ymd" },
  { "()%f[%d](%d?%d)[./-](%d?%d)[./-](%d%d%d%d)%f[%D]()", "dmy" },
  { "()%f[%d](%d?%d)%.%s+(%d?%d)%.%s+(%d%d%d%d)%f[%D]()", "dmy" },
  { "()%f[%d](%d?%d)%.?[%s./-]+([IVX]+)%.?[%s./-]+(%d%d%d%d)%f[%D]()", "dmy" },
  { "()%f[%a\x80-\xFF]" .. WORD .. "()[.,]?%s+(%d%d%d%d)%f[%D]()", "m-y" },
  { "()%f[%a\x80-\xFF]" .. WORD .. "()" .. OF .. "(%d%d%d%d)%f[%D]()", "m-y" },
  { "()%f[%d](%d%d%d%d)()%.?%s+" .. WORD .. "()", "y-m" },
}

local function lower(text)
  return utf8.len(text) and letters.lower(text) or text
end

-- Return the number of the month of a word, or nil.
local function month_of(word)
  local number = tonumber(word) or ROMAN[word]
  local name = not number and lower(word)
  number = number or MONTHS[name]
  for i = 1, number and 0 or #name > 5 and #CASES or 0 do
    number = number or MONTHS[name:gsub(CASES[i], "") .. ""]
  end
  return number and number >= 1 and number <= 12 and math.tointeger(number) or nil
end

local FIRST_BARE = 1600 -- an earlier number without a month is rather a rating

local function is_year(year)
  return year ~= nil and year >= 1475 and year <= 2100
end

-- Return whether a number before an offset is the first day of several: "3-5 May", "3./4. mai".
local function is_range(text, first)
  local before = sub(text, math.max(1, first - 8), first - 1):gsub("\u{2013}", "-")
  return find(before, "%d%.?%s*[-/]%s*$") ~= nil
end

-- Return the date that three parts give in an order, or nil.
local function date_of(order, is_of_range, ...)
  local parts = {}
  for i = 1, #order do
    parts[sub(order, i, i)] = select(i, ...)
  end
  local year, month, day = tonumber(parts.y), month_of(parts.m), tonumber(parts.d)
  if not is_year(year) or not month or parts.d and not (day and day >= 1 and day <= 31) then
    return nil
  end
  return day and not is_of_range and ("%d.%02d.%02d"):format(year, month, day) or ("%d.%02d.??"):format(year, month)
end

local RATING = "%f[%w]%d%d%d%d(%s+%l*%s*[Ee][Ll][Oo]%f[%A])" -- "2010 de elo"

--- Return the first date of a text as a PGN date, and its first and last byte; nil if it has none.
---@param text string
---@return string? date
---@return integer? first
---@return integer? last
-- @usage dates.find("le 3 août 1900") --> 1900.08.03
function M.find(text)
  for _, row in ipairs(find(text, "%d%d%d%d") and DATES or {}) do
    for first, one, other, third, after in text:gmatch(row[1]) do
      local is_of_range = row[2] == "dmy" and is_range(text, first)
      local date = date_of(row[2], is_of_range, one, other, third)
      if date then
        local from = is_of_range and sub(text, 1, first - 1):match("()%f[%d]%d+%D*$") or first
        return date, from, after - 1
      end
    end
  end
  for first, found in text:gsub(RATING, "####%1"):gmatch("()%f[%w](%d%d%d%d)%f[%W]") do
    local after = text:match("^%D*%f[%w](%d%d%d%d)%f[%W]", first + 4)
    if after and find(text, "^%s*[-\x80-\xFF]+%s+[%a\x80-\xFF]", first + 4) then
      return nil -- the ratings of two players
    end
    local is_many = find(text, "^%s?[-/]%d%d", first + 4) or find(text, "^\u{2013}%d%d", first + 4)
      or find(sub(text, math.max(1, first - 8), first - 1), "%d%d%d%d[-/\x80-\xFF]+$")
    if is_year(tonumber(found)) and tonumber(found) >= FIRST_BARE and not is_many then
      return found .. ".??.??", first, first + 3
    end
  end
end

--- Return the only date with a day of a text: "Steinitz (1836-1900) played it on 17 August 1895"; nil if it has none or
-- several.
---@param text string
---@return string? date
function M.only_day(text)
  local date, _, last = M.find(text)
  if not date or find(date, "?", 1, true) then
    return nil
  end
  local other = M.find(sub(text, last + 1))
  return (not other or find(other, "?", 1, true)) and date or nil
end

--- Return whether a word is the name of a month.
---@param word string
---@return boolean
function M.is_month(word)
  return not find(word, "^%d") and not ROMAN[word] and month_of(word) ~= nil
end

--- Return whether a text has one year, or one several times.
---@param text string
---@return boolean
function M.has_one_year(text)
  local year
  for found in text:gmatch("%f[%w](%d%d%d%d)%f[%W]") do
    if is_year(tonumber(found)) then
      if year and year ~= found then
        return false
      end
      year = found
    end
  end
  return year ~= nil
end

-- Forms of a day and a month, with the order of its parts.
local SHORT = { { "()%f[%d](%d?%d)%.?[stndrh]*%s+" .. WORD .. "()", "dm" },
  { "()%f[%d](%d?%d)%s+de%s+" .. WORD .. "()", "dm" },
  { "()%f[%a\x80-\xFF]" .. WORD .. "%.?%s+(%d?%d)[stndrh]*%f[^%w]()", "md" } }

-- Return a date with a month and a day in the year of a page that is printed on another date. A later day is that of
-- the year before.
local function dated(month, day, printed, is_printed)
  local year = tonumber(sub(printed, 1, 4))
  local date = ("%d.%02d.%s"):format(year, month, day and ("%02d"):format(day) or "??")
  local is_later = is_printed and find(printed, "^%d+%.%d%d") and sub(date, 6, 7) > sub(printed, 6, 7)
  return is_later and ("%d"):format(year - 1) .. sub(date, 5) or date
end

--- Return the date of a day and a month without a year, in the year of another date: "Round 1 (3 May)".
---@param text string
---@param date? string as that of `find`
---@param is_printed? boolean whether `date` is the date of a page, which is not before the game
---@return string? date
---@return integer? first
---@return integer? last
function M.with_year(text, date, is_printed)
  for _, row in ipairs(date and SHORT or {}) do
    for first, one, other, after in text:gmatch(row[1]) do
      local day, name = tonumber(row[2] == "dm" and one or other), row[2] == "dm" and other or one
      local month = MONTHS[lower(name)]
      if month and day and day >= 1 and day <= 31 then
        return dated(month, day, date, is_printed), first, after - 1
      end
    end
  end
end

-- Words before or after a month of the last year, and patterns of a day of the last month.
local LAST = {}
for word in ("last dernier dernière pasado pasada passado passada scorso scorsa letzten vorigen jongstleden verleden"
  .. " ubiegłego zeszłego minulého прошлого múlt sidste sista"):gmatch("%S+") do
  LAST[word] = true
end
local DAYS = { "%f[%a]dia%s+(%d%d?)%f[%D]", "%f[%a]día%s+(%d%d?)%f[%D]", "%f[%d](%d%d?)[stndrh]+%s+inst%f[%A]",
  "%f[%d](%d%d?)[stndrh]+%s+ult%f[%A]" }

--- Return the date that a text gives from the date of its page: "in January last", "dia 5", "the 5th ult.".
---@param text string
---@param printed string the date of the page
---@return string? date
function M.relative(text, printed)
  local latest
  for word in text:gmatch("[%a\x80-\xFF]+") do
    local name = lower(word)
    local month = MONTHS[name] and latest and LAST[latest] and MONTHS[name] or LAST[name] and latest and MONTHS[latest]
    if month then
      return dated(month, nil, printed, true)
    end
    latest = name
  end
  local month, day_printed = printed:match("^%d+%.(%d%d)%.(%d*)")
  for i, form in ipairs(month and DAYS or {}) do
    local day = tonumber(text:match(form))
    if day and day >= 1 and day <= 31 then
      local is_before = i == #DAYS or day_printed ~= "" and day > tonumber(day_printed)
      month = tonumber(month) - (is_before and 1 or 0)
      return dated(month > 0 and month or 12, day, printed, true)
    end
  end
end

--- Return the date of a label, whose year may have two digits: "19/3/83".
---@param text string
---@return string? date
function M.labelled(text)
  local day, month, year = text:match("^%D*(%d?%d)[./-](%d?%d)[./-](%d%d)%f[%D]%s*")
  if not day or find(text, "%d%d%d%d") then
    return (M.find(text))
  end
  local century = tonumber(year) < 30 and 2000 or 1900
  return date_of("dmy", false, day, month, tostring(century + tonumber(year)))
end

return M
