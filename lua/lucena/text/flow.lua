--- Finds the order in which the lines of a page are read:
--
-- - two columns of text side by side, of which each has a score that begins with number 1: the left one is read first;
-- - the rows of a score sheet with the number between the moves, "e4  1  e5": the number is read first.
--
-- The new order is a permutation of the bytes of the text, so that each word remains. A blank between two columns
-- becomes a line break. `map` has the place of each byte in the page.
-- Cost: linear in the text; a page of at most LARGEST bytes is searched for columns.
-- @module lucena.text.flow

local token = require("lucena.text.decoder.token")

local M = {}

local LARGEST = 1 << 15 -- bytes
local FEWEST = 4 -- rows of a column or a sheet

-- Return the lines of a text: {first, last: without the line break}.
local function lines_of(text)
  local lines, at = {}, 1
  while at <= #text do
    local stop = text:find("\n", at, true) or #text + 1
    lines[#lines + 1] = { first = at, last = stop - 1 }
    at = stop + 1
  end
  return lines
end

-- Return whether a word has the shape of a move in algebraic or descriptive notation.
local function is_move(word)
  return token.parse(word) ~= nil or word:find("^%u%w*[-x]%w+%p*$") ~= nil
end

-- ---- numbers between the moves -------------------------------------------------------------------

local HALF = "^()[%s|:]*()([^%s|]+)()[ \t]+(%d%d?%d?)[.)]?()%f[%s\0]()"

-- Return the parts of a line that are a move of White and its number: {first, middle, last, value}.
local function halves_of(line)
  local list, at = {}, 1
  while true do
    local part = line:sub(at)
    local _, _, word, middle, digits, after = part:match(HALF)
    if not word then
      return list
    elseif is_move(word) then
      list[#list + 1] = { first = at, middle = at + middle - 1, last = at + after - 2, value = tonumber(digits) }
    end
    local reply = part:match("^[ \t]*[^%s|]+()", after)
    at = reply and at + reply - 1 or #line + 1
  end
end

-- Return the halves of the lines by their index, if the first ones are FEWEST numbers in sequence.
local function sheet_of(text, lines)
  local rows, value, count = {}, 0, 0
  for i, line in ipairs(lines) do
    local halves = halves_of(text:sub(line.first, line.last))
    if halves[1] then
      rows[i] = halves
      count = halves[1].value == value + 1 and count + 1 or count
      value = halves[1].value
    end
  end
  return count >= FEWEST and rows or nil
end

-- Add the ranges of a line of a score sheet.
local function add_row(ranges, line, halves)
  local at = line.first
  for _, half in ipairs(halves) do
    local first, middle, last = line.first + half.first - 1, line.first + half.middle - 1, line.first + half.last - 1
    ranges[#ranges + 1] = { at, first - 1 }
    ranges[#ranges + 1] = { middle, last }
    ranges[#ranges + 1] = { first, middle - 1 }
    at = last + 1
  end
  ranges[#ranges + 1] = { at, line.last + 1 }
end

-- ---- columns of text -----------------------------------------------------------------------------

local NARROWEST, WIDEST = 12, 100 -- characters of the left column
local MOST_CROSSING = 0.1 -- of the lines between the first row of both columns and the last one
local RIGHT = "%S[ \t][ \t]+1[.)]?[ \t]*[%a\x80-\xFF]" -- the first row of the right column

-- Set the offsets of the characters of a line, and the column of its last one that is no blank.
local function measure(text, line)
  line.offsets, line.width = {}, 0
  for at, char in text:sub(line.first, line.last):gmatch("()([%z\1-\x7F\xC2-\xF4][\x80-\xBF]*)") do
    line.offsets[#line.offsets + 1] = line.first + at - 1
    line.width = char:find("%s") and line.width or #line.offsets
  end
end

-- Return whether a line has text on both sides of a column without two blanks before it.
local function crosses(text, line, column)
  return line.width >= column and not text:find("^%s%s", line.offsets[column - 1])
end

local NUMBER = "%f[%w](%d%d?%d?)[.)]?%s*()"
local LONGEST_MOVE = 20 -- bytes
local MOST_MISSING = 2 -- numbers, whose moves may be on two lines

-- Return the latest number of a score after a line, if a pair of moves is in it.
local function next_number(part, value)
  for digits, at in part:gmatch(NUMBER) do
    local number = tonumber(digits)
    local is_next = value == 0 and number == 1 or value > 0 and number > value and number <= value + MOST_MISSING + 1
    local white, black = part:sub(at, at + 2 * LONGEST_MOVE):match("^(%S+)%s+(%S+)")
    if is_next and white and is_move(white) and is_move(black) then
      return next_number(part:sub(select(2, part:find(black, 1, true)) + 1), number)
    end
  end
  return value
end

-- Return the first and last line of the score in the parts of lines after a column, or before it; nil if fewer than
-- FEWEST lines have pairs of moves with numbers from 1 on.
local function rows_of(text, lines, column, is_right)
  local value, count, top, bottom = 0, 0, nil, nil
  for i, line in ipairs(lines) do
    local cut = line.offsets[column]
    local first, last = is_right and cut or line.first, is_right and line.last or cut and cut - 1 or line.last
    local is_part = cut ~= nil or not is_right
    local after = is_part and next_number(text:sub(first, last), value) or value
    if after > value then
      value, count, top, bottom = after, count + 1, top or i, i
    end
  end
  return count >= FEWEST and top or nil, bottom
end

-- Return the number of lines between two of them that are not divided at a column; nil if they are many.
local function count_crossing(text, lines, column, top, bottom)
  local count = 0
  for i = top, bottom do
    count = count + (crosses(text, lines[i], column) and 1 or 0)
  end
  return count <= MOST_CROSSING * (bottom - top + 1) and count or nil
end

-- Return the column with which a right column of text begins, or nil: two columns before it are blank. It is the last
-- of the first ones that fewest lines cross.
local function column_of(text, lines)
  if not text:find(RIGHT) then
    return nil
  end
  for _, line in ipairs(lines) do
    measure(text, line)
  end
  local best, least = nil, math.huge
  for column = NARROWEST, WIDEST do
    local top, bottom = rows_of(text, lines, column, true)
    local left, left_end = nil, nil
    if top then
      left, left_end = rows_of(text, lines, column, false)
    end
    local count = left and count_crossing(text, lines, column, math.min(top, left), math.max(bottom, left_end))
    if count and (count < least or count == least and column == best + 1) then
      best, least = column, count
    end
  end
  return best
end

-- Return the ranges of a text with two columns. A line that crosses the blank column ends both.
local function columns(text, lines, column)
  local ranges, right, breaks = {}, {}, {}
  local function flush()
    local last = right[1] and ranges[#ranges]
    if last and breaks[last[2]] and last[2] > last[1] then
      breaks[last[2]] = "\n\n" -- the right column begins a paragraph
    end
    table.move(right, 1, #right, #ranges + 1, ranges)
    right = {}
  end
  for _, line in ipairs(lines) do
    if line.width < column then
      ranges[#ranges + 1] = { line.first, line.last + 1 }
    elseif crosses(text, line, column) then
      flush()
      ranges[#ranges + 1] = { line.first, line.last + 1 }
    else
      local cut = line.offsets[column]
      ranges[#ranges + 1], right[#right + 1] = { line.first, cut }, { cut + 1, line.last + 1 }
      breaks[cut] = "\n"
    end
  end
  flush()
  return ranges, breaks
end

-- ---- the order -----------------------------------------------------------------------------------

local Flow = {}
Flow.__index = Flow

--- Return a text of the same length as the page in the order of reading.
---@param text string
---@return string
function Flow:apply(text)
  local out = {}
  text = self.before and self.before:apply(text) or text
  for i, range in ipairs(self.ranges) do
    local part, line_break = text:sub(range[1], range[2]), self.breaks[range[2]]
    out[i] = line_break and part:sub(1, -1 - #line_break) .. line_break or part
  end
  return table.concat(out)
end

-- Return the index of the last entry of a list whose field is not above a value.
local function search(list, field, value)
  local low, high = 1, #list
  while low < high do
    local middle = (low + high + 1) // 2
    if list[middle][field] <= value then
      low = middle
    else
      high = middle - 1
    end
  end
  return list[low]
end

--- Return the offset in the page of an offset in the ordered text.
---@param offset integer
---@return integer
function Flow:map(offset)
  local range = search(self.ranges, "at", offset)
  local at = range[1] + offset - range.at
  return self.before and self.before:map(at) or at
end

--- Return the offset in the ordered text of an offset in the page.
---@param offset integer
---@return integer
---@return integer last the end of the text that follows in both orders
function Flow:back(offset)
  offset = self.before and self.before:back(offset) or offset
  local range = search(self.sorted, 1, offset)
  return range.at + offset - range[1], range.at + range[2] - range[1]
end

--- Return the number of the line that contains an offset of the ordered text, and the offset in that text at which the
-- line would begin: as lucena.text.cursor.
---@param offset integer
---@return integer line
---@return integer start
function Flow:seek(offset)
  local at = self:map(offset)
  local line = search(self.page, "first", at)
  return line.number, offset - (at - line.first)
end

local function new(lines, ranges, breaks, size, before)
  local kept, at = {}, 1
  for _, range in ipairs(ranges) do
    range[2] = math.min(range[2], size)
    if range[2] >= range[1] then
      range.at, at = at, at + range[2] - range[1] + 1
      kept[#kept + 1] = range
    end
  end
  for i, line in ipairs(lines) do
    line.number, line.offsets = i, nil
  end
  local sorted = table.move(kept, 1, #kept, 1, {})
  table.sort(sorted, function(a, b) return a[1] < b[1] end)
  return setmetatable({ before = before, page = before and before.page or lines,
    ranges = kept, sorted = sorted, breaks = breaks }, Flow)
end

-- Return the order of the rows of score sheets; nil if there are none.
local function sheets(text, before)
  local lines = lines_of(text)
  local rows, ranges = sheet_of(text, lines), {}
  for i, line in ipairs(rows and lines or {}) do
    add_row(ranges, line, rows[i] or {})
  end
  return rows and new(lines, ranges, {}, #text, before) or before
end

local MOST_COLUMNS = 4

--- Return the order of the lines of a page; nil if it is that of the text.
---@param text string
---@return table? flow
function M.of(text)
  if #text > LARGEST then
    return nil
  end
  local flow
  for _ = 2, MOST_COLUMNS do
    local lines = lines_of(text)
    local column = column_of(text, lines)
    if not column then
      break
    end
    local ranges, breaks = columns(text, lines, column)
    flow = new(lines, ranges, breaks, #text, flow)
    local last = flow.before
    flow.before = nil
    text, flow.before = flow:apply(text), last
  end
  return sheets(text, flow)
end

return M
