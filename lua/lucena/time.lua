--- Time controls, dates, and the time that players use.
-- @module lucena.time

local argument = require("lucena.argument")
local core = require("lucena.core")
local numbers = require("lucena.number")

local M = {}

-- Format a text for a message: one line of limited length.
local function quoted(text)
  return '"' .. text:sub(1, 60):gsub("%c", "?") .. '"'
end

-- ---- time controls -------------------------------------------------------------------------------

-- Follows PGN 9.6.1. Tolerated: fractions of a second ("1800+5.232", used in engine matches), and an increment after
-- moves and seconds ("40/5400+30"), which FIDE's time controls need. Nothing is guessed: "5+3" means five seconds plus
-- three per move. A number of more than nine digits is no time control.

---@class lucena.TimeControl
---@field kind string the kind of the first period: "clock", "sandclock", "unknown" or "none"
---@field [integer] {kind: string, moves: integer?, seconds: number?, increment: number?}
local TimeControl = {}
TimeControl.__index = TimeControl
TimeControl.__name = "lucena.TimeControl"
TimeControl.__metatable = TimeControl.__name

-- Convert "90" or "5.25" to a number; nil for other texts.
local function to_seconds(text)
  return numbers.decimal(text, numbers.MOST)
end

-- Read one field between colons; nil if it is invalid.
local function period_of(text)
  if text == "?" then
    return { kind = "unknown" }
  elseif text == "-" then
    return { kind = "none" }
  elseif text:find("^%*") then
    local seconds = to_seconds(text:sub(2))
    return seconds and { kind = "sandclock", seconds = seconds }
  end
  local moves, rest = text:match("^(%d+)/(.*)$")
  local base, increment = (rest or text):match("^([^+]*)%+(.*)$")
  local period = {
    kind = "clock",
    moves = moves and numbers.whole(moves, 1, numbers.MOST),
    seconds = to_seconds(base or rest or text),
    increment = increment and to_seconds(increment),
  }
  local good = period.seconds and (not increment or period.increment) and (not moves or period.moves)
  return good and period or nil
end

--- Read a time control in the form of the TimeControl tag.
---@param text string
---@return lucena.TimeControl? control array of periods, and `kind`, that of the first period. A period is {kind, moves,
-- seconds, increment}. Its kind is "clock", "sandclock", "unknown" ("?") or "none" ("-", no time control). `moves` is
-- nil for all remaining moves; a last period with `moves` repeats. `increment` is nil if there is none. tostring()
-- returns the original text
---@return string? err
---@return string? code `bad_time_control`
-- @usage chess.time_control("40/7200:3600")[2].seconds --> 3600
function M.time_control(text)
  argument.check(text, 1, "time_control", "string")
  local control = {}
  for field in (text:match("^%s*(.-)%s*$") .. ":"):gmatch("([^:]*):") do
    local period = period_of(field)
    if not period then
      return nil, "not a time control: " .. quoted(text), "bad_time_control"
    end
    control[#control + 1] = period
  end
  for _, period in ipairs(control) do
    if period.kind == "none" and #control > 1 then
      return nil, "not a time control: " .. quoted(text) .. " ('-' stands alone)", "bad_time_control"
    end
  end
  control.kind = control[1].kind
  return setmetatable(control, TimeControl)
end

local SIGNS = { unknown = "?", none = "-" }

function TimeControl:__tostring()
  local fields = {}
  for i, period in ipairs(self) do
    local text = SIGNS[period.kind]
    if not text then
      text = (period.moves and period.moves .. "/" or "") .. (period.kind == "sandclock" and "*" or "")
        .. period.seconds .. (period.increment and "+" .. period.increment or "")
    end
    fields[i] = text
  end
  return table.concat(fields, ":")
end

-- ---- dates ---------------------------------------------------------------------------------------

-- Follows PGN 8.1.1.3 and 12 (for sorting, ? counts as 0). A date has ten characters, and any digit may be unknown.
-- Repairs: - or / instead of the point, months and days of one digit, and parts missing at the end ("2019", "2019-05",
-- "?"). Lucena does not guess which number in 04.05.2019 is the month.

---@class lucena.Date
---@field year integer? the year; nil if it is not completely known
---@field month integer? the month, 1 to 12
---@field day integer? the day, 1 to 31
---@field text string the date as YYYY.MM.DD
---@field is_repaired boolean whether the text had another form
local Date = {}
Date.__index = Date
Date.__name = "lucena.Date"
Date.__metatable = Date.__name

local DAYS = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }

local function is_leap(year)
  return year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0)
end

-- Return the smallest number that matches a text of digits and question marks.
local function least(digits)
  return tonumber((digits:gsub("%?", "0")))
end

local function days_in(year, month)
  return month == 2 and year and not is_leap(year) and 28 or DAYS[month] or 31
end

local function is_possible(year, month, day)
  local known_year, known_month = tonumber(year), tonumber(month)
  return known_year ~= 0 and known_month ~= 0 and tonumber(day) ~= 0 and least(month) <= 12
    and least(day) <= days_in(math.tointeger(known_year), math.tointeger(known_month))
end

-- Split a date into year, month and day, as digits and question marks; nil if the text is not a date.
local function split_date(text)
  if text == "?" then
    return "????", "??", "??"
  end
  local year, sign, rest = text:match("^([%d?][%d?][%d?][%d?])([%.%-/]?)(.*)$")
  if not year or (sign == "") ~= (rest == "") then
    return nil
  elseif sign == "" then
    return year, "??", "??"
  end
  local month, day = rest:match("^([%d?]+)%" .. sign .. "([%d?]+)$")
  month, day = month or rest:match("^[%d?]+$"), day or "??"
  if not month or #month > 2 or #day > 2 then
    return nil
  end
  local function two(part)
    return #part == 2 and part or part == "?" and "??" or "0" .. part
  end
  return year, two(month), two(day)
end

--- Read a date in the form of the Date and EventDate tags: YYYY.MM.DD, with ? for unknown digits.
---@param text string
---@return lucena.Date? date {year, month, day}, integers, or nil if not completely known; `is_repaired` if the text
-- had another form (2019-05-04, 2019/5/4, 2019). Dates can be compared with == < <=; unknown digits count as 0.
-- tostring() gives YYYY.MM.DD.
---@return string? err
---@return string? code `bad_date`
-- @usage chess.date("2019.05.??") < chess.date("2019.05.04") --> true
function M.date(text)
  argument.check(text, 1, "date", "string")
  local year, month, day = split_date(text:match("^%s*(.-)%s*$"))
  if not year or not is_possible(year, month, day) then
    return nil, (year and "no such day: " or "not a date: ") .. quoted(text), "bad_date"
  end
  local written = ("%s.%s.%s"):format(year, month, day)
  return setmetatable({
    year = math.tointeger(tonumber(year)), month = math.tointeger(tonumber(month)), day = math.tointeger(tonumber(day)),
    text = written, is_repaired = written ~= text,
  }, Date)
end

local function key(date)
  return (date.text:gsub("%?", "0"))
end

--- Compare two dates; unknown digits count as 0.
---@param other Date
---@return integer -1, 0 or 1
-- @usage chess.date("1999.??.??"):compare(chess.date("2000.01.01")) --> -1
function Date:compare(other)
  argument.self(self, "compare", "lucena.Date")
  argument.class(other, 1, "compare", "lucena.Date")
  local a, b = key(self), key(other)
  return a < b and -1 or a > b and 1 or 0
end

function Date:__tostring()
  return self.text
end

function Date.__eq(a, b)
  return getmetatable(a) == getmetatable(b) and key(a) == key(b)
end

-- Return the sort key of a date. Raises an error for other values, as Lua's comparison does.
local function key_in_order(value)
  if getmetatable(value) ~= "lucena.Date" then
    error(("attempt to compare lucena.Date with %s"):format(type(value)), 3)
  end
  return key(value)
end

function Date.__lt(a, b)
  return key_in_order(a) < key_in_order(b)
end

function Date.__le(a, b)
  return key_in_order(a) <= key_in_order(b)
end

-- ---- time spent ----------------------------------------------------------------------------------

-- The time added to a side's clock during the game. The seconds of a period are due when the moves of the previous
-- period have been made. Many clocks add the seconds a few moves later; the clock time then increases at that move.
local Bank = {}
Bank.__index = Bank

local function new_bank(control)
  local first = control and control[1]
  if not first or first.kind ~= "clock" then
    return setmetatable({ moves = 0 }, Bank) -- it is unknown when time was added to the clock
  end
  return setmetatable({
    control = control, period = 1, left = first.moves, moves = 0, last = first.seconds,
    increment = first.increment or 0,
  }, Bank)
end

-- Count a move of the side. Returns the seconds of a period that begins after it, or 0.
function Bank:count_move()
  self.moves = self.moves + 1
  if not self.left then
    return 0
  end
  self.left = self.left - 1
  if self.left > 0 then
    return 0
  end
  local next_period = self.control[self.period + 1]
  local period = next_period or self.control[self.period]
  self.period = self.period + (next_period and 1 or 0)
  self.left = period.moves
  self.next_increment = period.increment or 0
  return period.seconds or 0
end

-- Return whether the clock adds the seconds of a period with this move. It does so in two cases: the clock gains more
-- than the increment with this move, or it never gains more than the increment later.
local function comes_now(list, index, last, increment, seconds)
  local clock = list[index].clock
  if not clock or not last or clock > last + increment + 1 then
    return true
  end
  for i = index + 2, #list, 2 do
    local later = list[i].clock
    if not later then
      return true
    elseif later > clock + increment + math.min(60, seconds / 2) then
      return false
    end
    clock = later
  end
  return true
end

-- Return the seconds that this side spent on entry `index`.
function Bank:spend(list, index)
  local entry, increment = list[index], self.increment
  local due = self:count_move()
  if due > 0 and not comes_now(list, index, self.last, increment or 0, due) then
    self.late, due = due, 0
  end
  local spent = entry.elapsed
  if not spent and entry.clock and self.last and increment then
    spent = self.last + increment + due - entry.clock
    if spent < -1 and self.late then
      spent, self.late = spent + self.late, nil
    elseif spent < -1 and self.moves == 1 then
      spent = spent + increment -- because some clocks add the increment before the first move
    end
    -- Clocks show whole seconds, so a time of -1 is a rounding error. A lower time means that the arbiter changed the
    -- clock.
    spent = spent >= 0 and spent or spent >= -1 and 0 or nil
  end
  local known = self.last and spent and increment and self.last - spent + increment + due
  self.last = entry.clock or known or nil
  self.increment = self.next_increment or self.increment
  self.next_increment = nil
  return spent
end

--- Return the clocks of the mainline and the time spent on each move. The time spent is the side's clock before the
-- move (initially the seconds of the time control) minus its clock after the move, plus the increment, plus the
-- seconds of a period that begins. If there is a command [%emt], its value is used. Without a time control with clock
-- and increment, only [%emt] is used.
---@param opts? {time_control?: string} replaces the tag TimeControl
---@return table array with an entry per ply: {ply, color, clock, spent}, in seconds; unknown values are nil,
-- and so is the time spent if the clock gained more than it should
-- @usage local g = chess.game('[TimeControl "60+1"]\n\n1. e4 {[%clk 0:00:58]} *'); return g:clocks()[1].spent --> 3.0
function core.Game:clocks(opts)
  argument.self(self, "clocks", "lucena.Game")
  opts = argument.options(opts, 1, "clocks", { time_control = "string" })
  local control = opts.time_control or self.tags.TimeControl
  control = control and M.time_control(control)
  local list, banks = {}, { new_bank(control), new_bank(control) }
  local is_white = not self.start or self.start.turn == "white"
  for node in self:mainline() do
    list[#list + 1] = {
      ply = node.ply, color = is_white and "white" or "black", clock = node.clock, elapsed = node.elapsed,
    }
    is_white = not is_white
  end
  for i, entry in ipairs(list) do
    entry.spent = banks[1 + i % 2]:spend(list, i)
  end
  for _, entry in ipairs(list) do
    entry.elapsed = nil
  end
  return list
end

return M
