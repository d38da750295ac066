--- Reads conditions of SQL, python-chess and CQL, and texts such as `player:Carlsen`, for lucena.query.habits. The
-- result has the operators that lucena.query.habits rewrites.
-- @module lucena.query.other_languages

local M = {}

-- Return the pattern of a keyword of SQL in any case.
local function keyword(word)
  return "%f[%a]" .. word:gsub("%a", function(c) return ("[%s%s]"):format(c:upper(), c) end) .. "%f[%A]"
end

-- Return `White = 'a' or White = 'b'` for the list 'a', 'b'.
local function of_list(name, list)
  local parts = {}
  for value in list:gmatch("[^,]+") do
    parts[#parts + 1] = ("%s = '%s'"):format(name, value:match("^[%s'\"]*(.-)[%s'\"]*$"))
  end
  return "(" .. table.concat(parts, " or ") .. ")"
end

-- Return the regular expression of a pattern of LIKE.
local function of_like(pattern)
  local first, text, last = pattern:match("^(%%?)(.-)(%%?)$")
  return (first == "" and last == "" and "= '%s'" or first == "" and "=~ '^%s'" or "=~ '%s'"):format(text)
end

-- Conditions of SQL.
local function sql(text)
  local condition = text:match("^%s*" .. keyword "select" .. ".-" .. keyword "where" .. "%s+(.+)$")
    or text:match("^%s*" .. keyword "where" .. "%s+(.+)$")
  local result = (condition or text):gsub("%s*;%s*$", "")
    :gsub("(%a+)%s+" .. keyword "between" .. "%s+'?(%d+)'?%s+" .. keyword "and" .. "%s+'?(%d+)'?",
      "%1 >= %2 and %1 <= %3")
    :gsub(keyword "like" .. "%s+'([^']*)'", of_like):gsub(keyword "like" .. '%s+"([^"]*)"', of_like)
    :gsub("(%a+)%s+" .. keyword "in" .. "%s*%(([^()]+)%)", of_list)
  if condition or result ~= text:gsub("%s*;%s*$", "") then
    return result:gsub("%f[%a]AND%f[%A]", "and"):gsub("%f[%a]OR%f[%A]", "or"):gsub("%f[%a]NOT%f[%A]", "not")
  end
end

-- Methods of python-chess.
local METHODS = { checkmate = "checkmate", stalemate = "stalemate", check = "check", repetition = "threefold",
  fivefold_repetition = "fivefold", insufficient_material = "insufficient", capture = "capture",
  en_passant = "en_passant", castling = "castled", seventyfive_moves = "seventyfive", fifty_moves = "fifty" }

local function python(text)
  local result, count = text:gsub("[%a_][%w_]*[.:]is_([%a_]+)(%b())", function(name)
    return METHODS[name]
  end)
  return count > 0 and result ~= text and result or nil
end

-- "white:Carlsen result:1-0"
local function fields(text)
  local parts = {}
  for word in text:gmatch("%S+") do
    local name, value = word:match("^(%a+):([^:=/][^:]*)$")
    if not name then
      return nil
    end
    parts[#parts + 1] = ("%s = %s"):format(name, value)
  end
  return #parts > 0 and table.concat(parts, " and ") or nil
end

-- ---- CQL -----------------------------------------------------------------------------------------

-- Return the letters and the squares of a piece designator of CQL: "Nf7", "[RQ]a7", "q", "A".
local function designator(text)
  local letters, square = text:match("^%[?([KQRBNPkqrbnpAa]+)%]?([a-h]?[1-8]?)$")
  return letters, square ~= "" and square or nil
end

-- Return the query for "Nf7 attacks q".
local function attacks(by, of)
  local letters, from = designator(by)
  local targets, to = designator(of)
  if letters and targets then
    local places = {}
    places[1] = from and ('from = "%s"'):format(from) or nil
    places[#places + 1] = to and ('to = "%s"'):format(to) or nil
    local options = #places > 0 and (", {%s}"):format(table.concat(places, ", ")) or ""
    return ('attacks("%s", "%s"%s)'):format(letters, targets, options)
  end
end

local CQL = { "^piece%s+attacks?%s*%[?%s*(%S+)%s+(%S-)%s*%]?$", "^%(?attacks?%s*%[?%s*(%S+)%s+(%S-)%s*[%])]?$",
  "^(%S+)%s+attacks?%s+(%S+)$", "^(%S+)%s*%->%s*(%S+)$" }

local function cql(text)
  local inner = text:match("^%s*cql%s*%b()%s*(.-)%s*$") or text:match("^%s*(.-)%s*$")
  local flipped = inner:match("^flipcolor%s*{%s*(.-)%s*}$") or inner:match("^flip%s*{%s*(.-)%s*}$")
  for _, pattern in ipairs(CQL) do
    local by, of = (flipped or inner):match(pattern)
    local query = by and attacks(by, of)
    if query then
      return flipped and ("%s | flipped(%s)"):format(query, query) or query
    end
  end
  return inner ~= text:match("^%s*(.-)%s*$") and inner or nil
end

--- Return the condition of a text in another language, or nil.
---@param text string
---@return string?
-- @usage require("lucena.query.other_languages").condition("SELECT * FROM g WHERE Black = 'Tal'") --> Black = 'Tal'
-- @usage require("lucena.query.other_languages").condition("Nf7 attacks q") --> attacks("N", "q", {from = "f7"})
function M.condition(text)
  for _, read in ipairs { sql, python, fields, cql } do
    local condition = read(text)
    if condition then
      return condition
    end
  end
end

return M
