--- Reads the words of phrases about numbers: "before move 10", "over 100 moves", "between 2010 and 2015", "both rated
-- over 2700", "five checks in a row". lucena.query.wording has the form of rules.
-- @module lucena.query.wording_numbers

local M = {}

-- Words for limits: {"min" or "max", steps to a limit that is included}.
local LIMITS = {
  over = { "min", 1 }, above = { "min", 1 }, ["more than"] = { "min", 1 }, ["longer than"] = { "min", 1 },
  ["greater than"] = { "min", 1 }, ["higher than"] = { "min", 1 }, after = { "min", 1 }, ["at least"] = { "min", 0 },
  since = { "min", 0 }, from = { "min", 0 }, under = { "max", -1 }, below = { "max", -1 },
  ["less than"] = { "max", -1 },
  ["fewer than"] = { "max", -1 }, ["shorter than"] = { "max", -1 }, ["lower than"] = { "max", -1 },
  before = { "max", -1 }, ["at most"] = { "max", 0 }, ["up to"] = { "max", 0 }, within = { "max", 0 },
  ["no more than"] = { "max", 0 }, ["until"] = { "max", 0 },
}

local LIMIT_WORDS = { between = true }
for words in pairs(LIMITS) do
  LIMIT_WORDS[words:match("^%a+")] = true
end

--- Return whether a word begins the words for a limit.
---@param word string in lower case
---@return boolean
-- @usage require("lucena.query.wording_numbers").is_limit("over") --> true
function M.is_limit(word)
  return LIMIT_WORDS[word] == true
end

-- Names of decades.
local DECADES = { thirties = 1930, forties = 1940, fifties = 1950, sixties = 1960, seventies = 1970, eighties = 1980,
  nineties = 1990, ["30s"] = 1930, ["40s"] = 1940, ["50s"] = 1950, ["60s"] = 1960, ["70s"] = 1970, ["80s"] = 1980,
  ["90s"] = 1990 }

-- Read a limit at the beginning of a text: "over 100 rest" is {min = 101} and "rest"; "100 rest" is exact. Also
-- "between 10 and 20", "10 to 20", "10-20", "100+".
local function range_of(text)
  local low, high, rest = text:match("^between (%d+) and (%d+)(.*)$")
  if not low then
    low, high, rest = text:gsub("^from ", ""):match("^(%d+) ?%-? ?t?o? (%d+)(.*)$")
  end
  if low then
    return { min = tonumber(low), max = tonumber(high) }, rest
  end
  for count = 3, 1, -1 do
    local words, number, after = text:match("^(" .. ("%a+ "):rep(count) .. ")(%d+)(.*)$")
    local limit = words and LIMITS[words:sub(1, -2)]
    if limit then
      return { [limit[1]] = tonumber(number) + limit[2] }, after
    end
  end
  local number, plus, after = text:match("^(%d+)(%+?)(.*)$")
  if number then
    return { min = tonumber(number), max = plus == "" and tonumber(number) or nil }, after
  end
end

local function braces(range, more)
  local parts = {}
  for _, bound in ipairs { "min", "max" } do
    parts[#parts + 1] = range[bound] and ("%s = %s"):format(bound, range[bound]) or nil
  end
  parts[#parts + 1] = more
  return "{" .. table.concat(parts, ", ") .. "}"
end

-- Return the rest of a text after one of the words, or nil.
local function after_word(text, ...)
  for _, word in ipairs { ... } do
    local rest = text:match("^ ?" .. word .. "%f[^%w](.*)$")
    if rest then
      return rest
    end
  end
end

-- "before move 10", "at move 20"
local function move_number(text)
  local words, number, rest = text:match("^(%a*) ?move (%d+)(.*)$")
  if number then
    local limit = LIMITS[words] or words == "by" and LIMITS.within
    local range = limit and { [limit[1]] = tonumber(number) + limit[2] } or
      { min = tonumber(number), max = tonumber(number) }
    local is_known = limit or words == "" or words == "at" or words == "on" or words == "in"
    return is_known and "move_number" .. braces(range) or nil, rest
  end
  number, rest = text:match("^in the first (%d+) moves(.*)$")
  return number and ("move_number{max = %s}"):format(number), rest
end

-- "over 100 moves", "in 20 moves", "30 moves or less"
local function length(text)
  local is_in = text:find("^in %d")
  local range, rest = range_of((text:gsub("^in ", "")))
  local name = range and (after_word(rest, "moves", "move") and "moves" or after_word(rest, "plies", "half moves")
    and "plies")
  if not name then
    return nil
  end
  rest = after_word(rest, "moves", "move", "plies", "half moves")
  local low, high = after_word(rest, "or more", "or longer", "or over"), after_word(rest, "or less", "or fewer",
    "or shorter", "or under")
  if is_in or high then
    range = { max = range.max or range.min }
  elseif low then
    range = { min = range.min or range.max }
  end
  return name .. braces(range), low or high or rest
end

-- "less than 10 seconds on the clock", "under 30 seconds left"
local function time_left(text)
  local range, rest = range_of(text)
  rest = range and after_word(rest, "seconds", "second")
  if rest then
    return "time_left" .. braces(range), after_word(rest, "on the clock", "left", "remaining") or rest
  end
end

local SIDES = { white = "white", black = "black", both = "both", ["both players"] = "both", ["both sides"] = "both",
  either = "either" }

local function is_rating(range)
  local least, most = range.min or 800, range.max or 3500
  return least >= 700 and most <= 3500
end

-- Return the range of a mean of two ratings, which is a multiple of a half: more than 2500 is 2500.5 or more.
local function halves(text, range)
  local is_excluded = not text:find("at least", 1, true) and not text:find("at most", 1, true)
    and not text:find("%d%+") and (range.min == nil) ~= (range.max == nil)
  if is_excluded then
    return { min = range.min and range.min - 0.5, max = range.max and range.max + 0.5 }
  end
  return range
end

-- Return the side at the beginning of a text, and the rest.
local function side_at(text)
  for _, words in ipairs { "both players", "both sides", "both", "white", "black", "either" } do
    local rest = after_word(text, words)
    if rest then
      return SIDES[words], rest
    end
  end
end

-- "elo over 2700", "both players rated over 2700", "white elo over 2700", "rated 2700+"
local function rating(text)
  local mean = after_word(text, "average", "mean")
  local side, rest = side_at(mean or text)
  rest = rest or mean or text
  rest = after_word(rest, "are", "is", "players", "have", "has") or rest
  local of_elo = after_word(rest, "elos?", "ratings?", "rated")
  if of_elo and not side then
    side, rest = side_at(of_elo)
    rest = rest or of_elo
  else
    rest = of_elo or rest
  end
  rest = after_word(rest, "is", "are", "of", "at", "with", "a") or rest
  local range, after = range_of(rest:match("^ *(.*)$"))
  local elo = range and after_word(after, "elo", "elos", "rating", "points")
  after, of_elo = elo or after, of_elo or elo
  local is_enough = of_elo or mean or range and (side == "both" or side and (range.min or range.max) > 2101)
  if is_enough and range and is_rating(range) and not after:find("^ moves") then
    if range.min and range.min == range.max then
      range.max = nil
    end
    if mean then
      return "mean_elo" .. braces(halves(text, range)), after
    end
    return "elo" .. braces(range, side and side ~= "either" and ('side = "%s"'):format(side) or nil), after
  end
end

local function is_year(number)
  return number == nil or number >= 1450 and number <= 2100
end

-- Words for limits of amounts: "below 2000" is a rating, or the year only after a word such as "year".
local AMOUNTS = { over = true, above = true, under = true, below = true, more = true, less = true, fewer = true,
  higher = true, lower = true, greater = true, at = true }

-- "between 2010 and 2015", "since 2015", "in 2010", "year 2010-2015"
local function year(text)
  local rest = after_word(text, "years?", "dates?", "played", "in", "during") or text
  rest = after_word(rest, "in") or rest
  if rest == text and (AMOUNTS[text:match("^%a+")]) then
    return nil
  end
  local range, after = range_of(rest:match("^ *(.*)$"))
  if range and is_year(range.min) and is_year(range.max) then
    local is_one = range.min == range.max
    return is_one and ("year(%d)"):format(range.min) or "year" .. braces(range), after
  end
end

local MONTHS = {}
for i, words in ipairs { "january janvier januar", "february février februar", "march mars märz", "april avril",
  "may mai", "june juin juni", "july juillet juli", "august août", "september septembre", "october octobre oktober",
  "november novembre", "december décembre dezember" } do
  for word in words:gmatch("%S+") do
    MONTHS[word] = i
  end
end

--- Return whether a word is the name of a month.
---@param word string in lower case
---@return boolean
-- @usage require("lucena.query.wording_numbers").is_month("may") --> true
function M.is_month(word)
  return MONTHS[word] ~= nil
end

-- "in january 2010", "the 1980s", "19th century"
local function period(text)
  local rest = text:gsub("^in ", ""):gsub("^from ", ""):gsub("^during ", ""):gsub("^the ", "")
  local month, of_month, after = rest:match("^([%a\128-\255]+) (%d%d%d%d)(.*)$")
  if MONTHS[month] then
    local date = ("%s.%02d"):format(of_month, MONTHS[month])
    return ('date{from = "%s", to = "%s"}'):format(date, date), after
  end
  local decade
  decade, after = rest:match("^(%d%d%d)0'?s(.*)$")
  if decade then
    return ("year{min = %s0, max = %s9}"):format(decade, decade), after
  end
  local word
  word, after = rest:match("^'?(%w+)(.*)$")
  if DECADES[word] then
    return ("year{min = %d, max = %d}"):format(DECADES[word], DECADES[word] + 9), after
  end
  local century
  century, after = rest:match("^(%d%d)%a%a century(.*)$")
  if century then
    return ("year{min = %d01, max = %d00}"):format(century - 1, century), after
  end
end

-- Days with a name: month and day.
local DAYS = { ["christmas day"] = "12.25", christmas = "12.25", ["christmas eve"] = "12.24",
  ["new year's day"] = "01.01", ["new year's eve"] = "12.31", ["april fools"] = "04.01", ["halloween"] = "10.31",
  ["valentine's day"] = "02.14" }

-- "christmas", "on 25 december", "on december 25", "in december": each year
local function day(text)
  local rest = after_word(text, "played", "on", "in", "at") or text
  rest = (after_word(rest, "on", "in", "at") or rest):match("^ *(.*)$"):gsub("^the ", "")
  for _, name in ipairs { "christmas day", "christmas eve", "christmas", "new year's day", "new year's eve",
    "april fools", "halloween", "valentine's day" } do
    local after = after_word(rest, name)
    if after then
      return ('glob("Date", "*.%s")'):format(DAYS[name]), after
    end
  end
  local number, month, after = rest:match("^(%d%d?) ([%a\128-\255]+)(.*)$")
  if not MONTHS[month] then
    month, number, after = rest:match("^([%a\128-\255]+) (%d%d?)%f[%D](.*)$")
  end
  local year_of = MONTHS[month] and after:match("^ (%d%d%d%d)%f[%D]")
  if year_of then
    local date = ("%s.%02d.%02d"):format(year_of, MONTHS[month], tonumber(number))
    return ('date{from = "%s", to = "%s"}'):format(date, date), after:sub(6)
  elseif MONTHS[month] and tonumber(number) <= 31 then
    return ('glob("Date", "*.%02d.%02d")'):format(MONTHS[month], tonumber(number)), after
  end
  month, after = rest:match("^([%a\128-\255]+)(.*)$")
  if MONTHS[month] and rest ~= text then
    return ('glob("Date", "*.%02d.*")'):format(MONTHS[month]), after
  end
end

local COUNTED = { check = "check", capture = "capture", promotion = "promotion" }
local SEVERAL = { "check", "capture", "promotion" }

local LETTERS = { pawns = "Pp", knights = "Nn", bishops = "Bb", rooks = "Rr", queens = "Qq", pawn = "Pp" }

-- "at most 3 pawns": those of both sides
local function limited_pieces(text)
  local range, rest = range_of(text)
  local word, after = (rest or ""):match("^ (%a+)(.*)$")
  if range and LETTERS[word] and not text:find("^%d") and not (range.min and range.max) then
    after = after_word(after, "on the board", "left") or after
    return ('piece("%s", nil, %s)'):format(LETTERS[word], braces(range)), after
  end
end

-- "fewer than 8 pieces on the board", "piece count under 8"
local function piece_count(text)
  local rest = after_word(text, "piece count", "pieces")
  local range, after = range_of((rest or text):match("^ *(.*)$"))
  after = range and (rest and after or after_word(after, "pieces"))
  if after then
    return "piece_count" .. braces(range), after_word(after, "left on the board", "on the board", "left") or after
  end
end

-- "five checks in a row", "more than 10 checks"
local function several(text)
  local range, rest = range_of(text)
  rest = range and (after_word(rest, "consecutive", "successive") or rest)
  for _, name in ipairs(rest and SEVERAL or {}) do
    local after = after_word(rest, name .. "s")
    local in_row = after and (after_word(after, "in a row", "in succession") or after_word(text, "%d+ consecutive")
      and after)
    if in_row then
      local unit = name == "capture" and "capture" or name .. " * 1"
      return ("streak(%s, %d)"):format(unit, range.min or range.max), in_row
    elseif after then
      range.max = range.min ~= range.max and range.max or nil
      return ("count(%s, %s)"):format(COUNTED[name], braces(range)), after
    end
  end
end

-- "rating difference over 300", "upset of 300", "lower rated by 300", "upset: lower rated player won by 200 points"
local function difference(text)
  local upset = after_word(text, "upsets?")
  local rest = after_word(upset or text, "lower rated players? won", "lower rated won", "lower rated",
    "underdogs? won", "underdogs? wins?", "underdog") or upset
  local name = rest and "lower_won"
  if not rest then
    name = "elo_diff"
    rest = after_word(text, "rating difference", "elo difference", "rating gap", "elo gap", "difference")
  end
  rest = rest and (after_word(rest, "by", "of") or rest)
  local range, after = range_of(rest and rest:match("^ *(.*)$") or "")
  if range and range.min then
    after = after_word(after, "points") or after
    return name == "lower_won" and ("lower_won(%d)"):format(range.min)
      or "elo_diff" .. braces({ min = range.min, max = range.max ~= range.min and range.max or nil }), after
  end
end

-- "round 3"
local function round(text)
  local number, rest = text:match("^round (%d+)(.*)$")
  return number and ('tag("Round", "%s")'):format(number), rest
end

-- "50 move rule"
local function move_rule(text)
  local number, rest = text:match("^(%d+) moves? rule(.*)$")
  local name = number == "50" and "fifty" or number == "75" and "seventyfive" or nil
  return name, rest
end

local READERS = { move_rule, move_number, length, time_left, rating, period, day, year, several,
  limited_pieces, piece_count, difference, round }

--- The rules: each reads the text of the words, with numbers as digits.
M.RULES = {}

local function rule(read)
  return function(words, at, text)
    local query, rest = read(text)
    if query and not rest:find("^%w") then
      local _, left = rest:gsub("%S+", "")
      return query, #words - at + 1 - left
    end
  end
end

for i, read in ipairs(READERS) do
  M.RULES[i] = rule(read)
end

--- The rule of "before move 10". Its query is about positions.
---@type function
-- @usage require("lucena.query.wording_numbers").move_number({ 1, 2 }, 1, "by move 9") --> move_number{max = 9}
M.move_number = rule(move_number)

return M
