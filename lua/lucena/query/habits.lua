--- Rewrites forms of other languages to a query: `a && b`, `not a`, `year >= 1990`, `result = 1-0`,
-- `White == "Morphy"`. Words of chess (lucena.query.catalogue) are rewritten, too. Text inside strings, braces and
-- functions is not rewritten. The result is only shown, as the line to write: `=` could mean equal names or the rules
-- of `player`, so Lucena does not choose.
-- @module lucena.query.habits

local tag_names = require("lucena.tag_names")

local M = {}

local WORDS = { ["and"] = "&", ["or"] = "|", ["not"] = "~" }
local SIGNS = { { "&&", "&" }, { "||", "|" }, { "!", "~" } }

local COMPARES = { "=~", "==", "~=", "!=", "<>", ">=", "<=", "=", ">", "<", "~" }
local IS_NEGATIVE = { ["~="] = true, ["!="] = true, ["<>"] = true }

-- Queries of decimal numbers. There, "greater than 3" becomes "at least 3".
local DECIMALS = { ["pawns"] = true, ["a percentage"] = true, ["points"] = true, ["seconds"] = true }

-- ---- comparisons ---------------------------------------------------------------------------------

-- Return a number as it is written in a query. `steps` is 1 or -1 for a limit that is excluded.
local function limit(value, steps, needs)
  local number = tonumber(value)
  local is_exact = math.type(number) == "integer" and not DECIMALS[needs]
  return number and tostring(is_exact and number + steps or number)
end

--- Return the fields {min =, max =} of a comparison with a number, or nil.
---@param operator string
---@param value string
---@param needs? string the argument of the query; amounts such as "pawns" may be decimal
---@return string?
-- @usage require("lucena.query.habits").range(">", "20") --> {min = 21}
function M.range(operator, value, needs)
  local least = operator:find("^>") and limit(value, operator == ">" and 1 or 0, needs)
  local most = operator:find("^<") and limit(value, operator == "<" and -1 or 0, needs)
  if least or most then
    return least and ("{min = %s}"):format(least) or ("{max = %s}"):format(most)
  end
  local number = limit(value, 0, needs)
  return number and ("{min = %s, max = %s}"):format(number, number)
end

local DATES = { [">="] = 'date{from = "%s"}', ["<="] = 'date{to = "%s"}', ["<"] = '~date{from = "%s"}',
  [">"] = '~date{to = "%s"}' }

-- Tags whose query is more than the comparison of a text.
local QUERY_OF = { White = "white", Black = "black", Result = "result", ECO = "eco" }

-- The names of tags in lower case.
local TAG_OF = { event = "Event", site = "Site", round = "Round", whiteelo = "WhiteElo", blackelo = "BlackElo",
  white_elo = "WhiteElo", black_elo = "BlackElo", annotator = "Annotator", termination = "Termination",
  timecontrol = "TimeControl" }

-- Return a match of a tag with a regular expression, as far as it is a text, perhaps at the beginning of the value.
local function of_pattern(name, pattern)
  pattern = pattern:match("^/(.*)/i?$") or pattern
  local is_first = pattern:find("^%^") ~= nil
  local text = pattern:gsub("^%^", ""):gsub("^%.%*", ""):gsub("%.%*%$?$", "")
  return not text:find("[%^%$*+?%[%]()|\\]") and ('%s("%s", "%s")'):format(is_first and "prefix" or "contains", name,
    text) or nil
end

-- Return a comparison with a tag.
local function of_tag(name, operator, value)
  if operator == "~" or operator == "=~" then
    return of_pattern(name, value)
  elseif operator:find("^[<>]") and operator ~= "<>" then
    local bounds = M.range(operator, value)
    return bounds and ('number("%s", %s)'):format(name, bounds)
  elseif QUERY_OF[name] and not value:find(",", 1, true) then -- a name with a comma is a complete one
    return ('%s "%s"'):format(QUERY_OF[name], value)
  end
  return ('tag("%s", "%s")'):format(name, value)
end

-- Return a comparison with a query, or nil if it has no such form.
local function of_query(name, operator, value)
  local query = require("lucena.query").find(name)
  if value == "true" or value == "false" then
    return (value == "false" and "~" or "") .. name
  end
  local needs = getmetatable(query) == "lucena.QueryMaker" and rawget(query, "needs") or nil
  if tonumber(value) and needs ~= "a name" and needs ~= "a code" then
    return name .. M.range(operator, value, needs)
  end
  local is_order = operator:find("^[<>]") and operator ~= "<>"
  return query ~= nil and not is_order and ('%s "%s"'):format(name, value) or nil
end

--- Return the query for a comparison, or nil.
---@param name string of a tag, a query or a word of chess
---@param operator string
---@param value string
---@return string?
-- @usage require("lucena.query.habits").comparison("White", "==", "Tal") --> white "Tal"
function M.comparison(name, operator, value)
  local lower = name:lower()
  local text
  if lower == "ply" and operator:find("^[<>]") then
    lower = "plies" -- a query of the game, which "ply" is not
  end
  if lower == "date" and value:find("^%d%d%d%d$") and operator:find("^==?$") then
    text = ("year(%s)"):format(value)
  elseif lower == "date" and DATES[operator] then
    text = DATES[operator]:format((value:gsub("[-/]", ".")))
  elseif tag_names.is_known(name) then
    text = of_tag(name, operator, value)
  elseif require("lucena.query").find(lower) ~= nil then
    text = of_query(lower, operator, value)
  elseif TAG_OF[lower] then
    local is_text = operator == "=" and lower ~= "round" and not tonumber(value)
    text = of_tag(TAG_OF[lower], is_text and "~" or operator, value)
  else
    local said, is_example = require("lucena.query.catalogue").say(lower)
    local query = is_example and said:match("^(%a+)[{(]")
    text = query and of_query(query, operator, value)
  end
  return text and (IS_NEGATIVE[operator] and "~" or "") .. text
end

-- Return the operator at a position and the position after it.
local function operator_at(text, at)
  for _, operator in ipairs(COMPARES) do
    if text:sub(at, at + #operator - 1) == operator then
      return operator, at + #operator
    end
  end
end

-- Return the value at a position, without quotation marks, and the position after it. A value without quotation marks
-- ends before an operator.
local function value_at(text, at)
  local quote, quoted, after = text:match("^%s*([\"'])(.-)%1()", at)
  if quote then
    return quoted, after
  end
  local start, plain = text:match("^%s*()([^%s\"'&|~(){},=<>!][^\"'&|~(){},=<>!]*)", at)
  if plain then
    plain = plain:match("^(.-)%s+and%s") or plain:match("^(.-)%s+or%s") or plain:match("^(.-)%s*$")
    return plain, start + #plain
  end
end

-- Return the query for a comparison that begins with a name at a position, the position after it, and its operator.
local function comparison_at(text, name, at)
  local operator, after = operator_at(text, text:match("^%s*()", at))
  local is_text = operator ~= "~" or text:find("^%s*[\"']", after) -- `a ~ b` is no comparison
  if operator and is_text then
    local value, stop = value_at(text, after)
    local query = value and M.comparison(name, operator, value)
    return query, stop, operator
  end
end

-- ---- the text ------------------------------------------------------------------------------------

--- Return the position after a string or comment of Lua that begins at a position; nil if none begins there.
---@param text string
---@param at integer
---@return integer? after
-- @usage require("lucena.query.habits").after_text('"a)b" c', 1) --> 6
function M.after_text(text, at)
  local comment = text:match("^%-%-", at) and 2 or 0
  local level = text:match("^%[(=*)%[", at + comment)
  if level then
    local _, stop = text:find("]" .. level .. "]", at + comment, true)
    return stop and stop + 1 or #text + 1
  elseif comment > 0 then
    return (text:find("\n", at, true) or #text) + 1
  end
  local quote = text:match("^[\"']", at)
  while quote do
    at = at + 1
    local c = text:sub(at, at)
    if c == quote or c == "" then
      return at + 1
    elseif c == "\\" then
      at = at + 1
    end
  end
end

local DEPTHS = { ["function"] = 1, ["if"] = 1, ["do"] = 1, ["repeat"] = 1, ["end"] = -1, ["until"] = -1,
  ["{"] = 1, ["}"] = -1 }

-- Visit the parts of a text: strings, words and other characters. `visit(part, at, is_inner)` may return the position
-- at which to continue. `is_inner`: the part is a string, or inside a function or braces.
local function visit_parts(text, visit)
  local at, depth = 1, 0
  while at <= #text do
    local after = M.after_text(text, at)
    local part = after and text:sub(at, after - 1) or text:match("^[%a_][%w_]*", at) or text:sub(at, at)
    local change = not after and DEPTHS[part] or 0
    local go_on = visit(part, at, after or depth > 0 or change ~= 0)
    depth, at = depth + change, go_on or at + #part
  end
end

--- Return the first `and`, `or` or `not` outside functions and braces: in Lua, `a and b` would mean only `b`.
---@param text string
---@return string? word
-- @usage require("lucena.query.habits").refused("check and capture") --> and
function M.refused(text)
  local found
  visit_parts(text, function(part, _, is_inner)
    if not is_inner and WORDS[part] then
      found = found or part
    end
  end)
  return found
end

-- Return the query for the longest word of chess at a position, the position after it, and the word. The name of a
-- query keeps its meaning.
local function chess_word_at(text, at)
  local catalogue, find = require("lucena.query.catalogue"), require("lucena.query").find
  local phrase = text:match("^[%a\128-\255][%w\128-\255'_ -]*", at)
  while phrase do
    local word = phrase:match("^(.-)[%s-]*$")
    local query = find(word) == nil and catalogue.say(word)
    if query then
      local is_part = at > 1 or at + #phrase <= #text
      return is_part and query:find(" [&|] ") and "(" .. query .. ")" or query, at + #word, word
    end
    phrase = word:match("^(.*)[ -]")
  end
end

-- Return the replacement of an operator at `at`, the position after it, and the operator.
local function operator_word(text, part, at)
  for _, sign in ipairs(SIGNS) do
    if text:sub(at, at + #sign[1] - 1) == sign[1] then
      return sign[2], at + #sign[1], sign[1]
    end
  end
  return WORDS[part], at + #part, part
end

-- Return the text without blanks after ~ and at both ends.
local function tidy(parts)
  return (table.concat(parts):gsub("~%s+", "~"):gsub("^%s+", ""):gsub("%s+$", ""))
end

--- Rewrite the habits in a text.
---@param text string
---@return string? rewritten nil if the text has no such habit
---@return string? habit the first one
---@return boolean? is_operator whether it is one of && || ! and or not
-- @usage require("lucena.query.habits").rewrite("check && year >= 1990") --> check & year{min = 1990}
function M.rewrite(text)
  local condition = require("lucena.query.other_languages").condition(text)
  if condition then
    return M.rewrite(condition) or condition, text
  end
  local parts, first, is_first_operator = {}, nil, nil
  visit_parts(text, function(part, at, is_inner)
    local new, after, habit
    local is_operator = false
    if not is_inner then
      new, after, habit = operator_word(text, part, at)
      is_operator = new ~= nil
      if not new and part:find("^[%a_]") then
        new, after, habit = comparison_at(text, part, at + #part)
      end
      if not new and part:find("^[%a\128-\255]") then
        new, after, habit = chess_word_at(text, at)
      end
    end
    parts[#parts + 1] = new or part
    if new and not first then
      first, is_first_operator = habit, is_operator
    end
    return new and after or nil
  end)
  return first and tidy(parts), first, is_first_operator
end

return M
