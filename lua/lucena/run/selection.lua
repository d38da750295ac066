--- The selection of --games: games by their numbers.
-- @module lucena.run.selection

local M = {}

-- Ranges in ascending order. They do not overlap, and there is a gap between any two.
local Selection = {}
Selection.__index = Selection

local function parse_range(word)
  local first, dash, last = word:match("^(%d+)(%-?)(%d*)$")
  first, last = math.tointeger(tonumber(first)), math.tointeger(tonumber(last))
  if not first or first == 0 or (dash == "" and last) then
    return nil
  end
  last = last or (dash == "-" and math.maxinteger or first)
  return last >= first and { first = first, last = last } or nil
end

-- Join ranges that overlap or touch.
local function joined(ranges)
  table.sort(ranges, function(a, b) return a.first < b.first end)
  local out = {}
  for _, range in ipairs(ranges) do
    local before = out[#out]
    if before and before.last >= range.first - 1 then
      before.last = math.max(before.last, range.last)
    else
      out[#out + 1] = range
    end
  end
  return out
end

--- Parse a selection such as "3,7,10-12,20-".
---@param text string
---@return table? selection nil if the text is not a selection
function M.parse(text)
  local ranges = {}
  for word in (text .. ","):gmatch("([^,]*),") do
    local range = parse_range(word)
    if not range then
      return nil
    end
    ranges[#ranges + 1] = range
  end
  return setmetatable({ ranges = joined(ranges), at = 1 }, Selection)
end

--- Return a copy for reading one file. The games of the file must then be tested in ascending order.
---@return table selection
function Selection:cursor()
  return setmetatable({ ranges = self.ranges, at = 1 }, Selection)
end

--- Return the first selected game that a file does not have, or nil.
---@param games integer the number of games in the file
---@return integer?
function Selection:first_missing(games)
  for _, range in ipairs(self.ranges) do
    if range.first > games then
      return range.first
    end
  end
end

--- Return the first selected game from `number` on, or nil.
function Selection:next(number)
  local range = self.ranges[self.at]
  while range and range.last < number do
    self.at = self.at + 1
    range = self.ranges[self.at]
  end
  return range and math.max(range.first, number)
end

--- Return the number of the last selected game, or nil if the selection is open-ended.
function Selection:last()
  local last = self.ranges[#self.ranges].last
  return last < math.maxinteger and last or nil
end

--- Skip games that are not selected, without creating Games.
---@param reader lucena.Reader
---@return boolean has_more false if no more games are selected
---@return string? problem if reading failed
function Selection:skip(reader)
  while true do
    local number = self:next(reader.read_count + 1)
    if not number or number == reader.read_count + 1 then
      return number ~= nil
    end
    local count, at_end = reader:count(number - reader.read_count - 1)
    if not count then
      return false, at_end
    elseif at_end then
      return true -- the next read reports the end of the file
    end
  end
end

return M
