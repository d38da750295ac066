--- Numbers in the text of tags, comments and files: one grammar for all readers.
-- Such text may have any number of digits, or be `1e400` or `0x10`. tonumber() reads most of it: as a float that no
-- integer can hold, as infinity, or as a number that no chess program means. Here a number has decimal digits and
-- limits. Any other text is no number, which is nil. So sums of numbers are exact, and "%d" takes each of them.
-- @module lucena.number

local M = {}

--- The largest number of nine digits: the limit of counts that have no natural limit. Eight thousand million of them
-- have a sum that is an integer.
M.MOST = 999999999

--- Read an integer; blanks around it are ignored.
---@param text string?
---@param least integer if it is negative, the text may begin with a minus sign
---@param most integer
---@return integer? number nil if the text is no integer, or if it is out of range
-- @usage require("lucena.number").whole("12", 0, 99) --> 12
-- @usage require("lucena.number").whole("0x10", 0, 99) == nil --> true
function M.whole(text, least, most)
  local digits = text and text:match(least < 0 and "^%s*(%-?%d+)%s*$" or "^%s*(%d+)%s*$")
  local number = digits and math.tointeger(tonumber(digits))
  return number and number >= least and number <= most and number or nil
end

--- Read a number from 0 on that may have a fraction: "90" or "5.25".
---@param text string?
---@param most number
---@return number? number an integer if it has no fraction
-- @usage require("lucena.number").decimal("5.25", 10) --> 5.25
function M.decimal(text, most)
  local number = text and (text:find("^%d+$") or text:find("^%d+%.%d+$")) and tonumber(text)
  if number and number <= most then
    return math.tointeger(number) or number
  end
end

--- Read a rating. 0 means that a player has none, and no federation, server or engine list has six digits.
---@param text string? the value of a tag such as WhiteElo
---@return integer? rating 1 to 99999
-- @usage require("lucena.number").rating("2400") --> 2400
function M.rating(text)
  return M.whole(text, 1, 99999)
end

return M
