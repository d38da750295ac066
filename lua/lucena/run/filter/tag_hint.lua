--- Finds tests of -t that are written as in other programs: regular expressions (`White~^Fis`, `White=~Fis.*`),
-- wildcards (`White=Fis*`), `==` and `!=`. They would compare the signs as text and find nothing, so they are refused
-- with the test to write instead. `Result=*` is no wildcard.
-- @module lucena.run.filter.tag_hint

local M = {}

-- Texts that only regular expressions have; IN_PART: only after "~". In a value after "=", brackets and backslashes are
-- usual text: `Event=[Rapid] Cup`.
local SIGNS = { "^%^", "%$$", "%.[*+?]", "^/.+/%a*$", "%(.*|.*%)" }
local IN_PART = { "\\[dwsbDWSB.]", "%[[^%]]+%][*+?]?", "[%w)]|[%w(]" }
local WILDCARDS = { "%*.", ".%*" }

local function has_any(text, patterns)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then
      return true
    end
  end
  return false
end

-- Return the pattern of `glob` for a regular expression of text, `.`, `.*` and anchors, or nil.
local function glob_of(value)
  local from, text, to = value:match("^(%^?)(.-)(%$?)$")
  text = text:gsub("%.[*+]", "*")
  if text:find("[\\%[%](){}|+?^$]") then
    return nil
  end
  text = (from == "" and "*" or "") .. text:gsub("%.(.)", "?%1") .. (to == "" and "*" or "")
  return (text:gsub("%*+", "*"))
end

-- Return the test to write for a regular expression.
local function instead(name, value)
  value = value:match("^/(.+)/%a*$") or value
  local beginning = value:match("^%^([%w%s,'-]+)$")
  if beginning then
    return ("-t '%s^%s'"):format(name, beginning)
  elseif value:find("^[%w%s,'-]+$") then
    return ("-t '%s~%s'"):format(name, value)
  end
  if value:find("^%(?[%w%s,'|-]+%)?$") then
    local parts = {}
    for part in value:gmatch("[^|()]+") do
      parts[#parts + 1] = ('contains("%s", "%s")'):format(name, part)
    end
    return ("-e '%s'"):format(table.concat(parts, " | "))
  end
  local glob = glob_of(value)
  return glob and ("-e 'glob(\"%s\", \"%s\")'"):format(name, glob)
    or ("-e 'tags(\"%s\", function(v) return v and v:find \"PATTERN\" ~= nil end)', with a pattern of Lua"):format(name)
end

-- Return the problem of a test that was read as a name, an operator and a value, or nil.
local function problem_of(name, operator, value)
  if operator == "=" and value:find("^=") then
    return ("'==' is no operator of -t; write -t '%s%s'"):format(name, value)
  end
  local pattern = operator == "=" and value:match("^~%s*(.+)$")
  local is_regular = pattern or has_any(value, SIGNS) or operator == "~" and has_any(value, IN_PART)
  if is_regular and not operator:find("[<>]") then
    return ("-t takes no regular expressions; write %s"):format(instead(name, pattern or value))
  elseif operator:find("[=~]") and has_any(value, WILDCARDS) then
    local open = operator == "~" and "*" or ""
    local glob = (open .. value .. open):gsub("%*+", "*")
    return ("-t takes no wildcards; write -e 'glob(\"%s\", \"%s\")'"):format(name, glob)
  end
end

--- Return the problem of a test, and how to write it; nil if it is not in the form of another program.
---@param text string the test
---@param name? string the name, operator and value as which it was read
---@param operator? string
---@param value? string
---@return string?
-- @usage require("lucena.run.filter.tag_hint").problem("White=~X", "White", "=", "~X"):match "t '.*" --> t 'White~X'
function M.problem(text, name, operator, value)
  local tag, negation, other = text:match("^([%w_:/]+)%s*([!~]=)%s*(.*)$")
  if tag then
    return ("'%s' is no operator of -t; write -e '~tag(\"%s\", \"%s\")'"):format(negation, tag, other)
  end
  return name and problem_of(name, operator, value)
end

return M
