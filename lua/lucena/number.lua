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

-- Return the text of a limit: 1048576, not 1048576.0.
local function shown(limit)
  return ("%s"):format(math.tointeger(limit) or limit)
end

--- Return what an option with limits takes, for help and messages.
---@param rule table `kind`: "integer" or "number"; `least`, `most`: the limits (default: none); `noun`, such
-- as "a number of plies"
---@return string
-- @usage require("lucena.number").expected {kind = "integer", least = 1, most = 9} --> an integer from 1 to 9
function M.expected(rule)
  local noun = rule.noun or rule.kind == "integer" and "an integer" or "a number"
  local least, most = rule.least and (" from %s"):format(shown(rule.least)), rule.most and shown(rule.most)
  return noun .. (least or "") .. (most and (least and " to " or " up to ") .. most or "")
end

--- Return whether a number is within the limits of an option.
---@param rule table as for expected()
---@param value number
---@return boolean
-- @usage require("lucena.number").is_within({least = 1}, 0) --> false
function M.is_within(rule, value)
  return value >= (rule.least or -math.huge) and value <= (rule.most or math.huge)
end

--- Read the text of an option that takes a number: decimal digits, with a minus sign before them or a fraction after
-- them. Command line, prompt and page read the numbers of all options here.
---@param rule table as for expected()
---@param text string
---@return number? value
---@return string? expected what the option takes
-- @usage require("lucena.number").read({kind = "integer", least = 1}, "12") --> 12
function M.read(rule, text)
  local has_form = text:find("^%-?%d+$") or rule.kind ~= "integer" and text:find("^%-?%d+%.%d+$")
  local value = has_form and tonumber(text)
  value = value and (rule.kind ~= "integer" and value or math.tointeger(value))
  if not value or not M.is_within(rule, value) then
    return nil, M.expected(rule)
  end
  return value
end

--- Read a rating. 0 means that a player has none, and no federation, server or engine list has six digits.
---@param text string? the value of a tag such as WhiteElo
---@return integer? rating 1 to 99999
-- @usage require("lucena.number").rating("2400") --> 2400
function M.rating(text)
  return M.whole(text, 1, 99999)
end

return M
