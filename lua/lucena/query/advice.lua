--- Advice about texts that are no queries: what to write instead of a name alone, a word of chess, a habit of another
-- language, a misspelled name. Only an error loads this module.
-- @module lucena.query.advice

local M = {}

-- Words of names that begin with a small letter.
local PARTICLES = { van = true, von = true, de = true, der = true, den = true, la = true, le = true, di = true }

-- Return whether a text has the form of a name: one to three words with capitals, besides particles.
local function is_name(text)
  local count = 0
  for word in text:gmatch("%S+") do
    if not PARTICLES[word] then
      count = count + (word:find("^[%u\128-\255]") and 1 or 4)
    end
  end
  return count >= 1 and count <= 3
end

--- If an expression is nothing but a name ("Carlsen", "B90", with or without quotation marks), return how to write the
-- test. A name may be that of an opening, too.
---@param text string
---@return string? advice "write player \"Carlsen\""
function M.as_player(text)
  local name = text:match("^%s*[\"']?(%u[^%c\"'&|~(){}%[%]=<>;]*)[\"']?%s*$")
  if not name then
    return nil
  end
  local phrase = require("lucena.query.phrase")
  name = name:gsub("%s+$", "")
  local form, opening = phrase.form_of(name), phrase.opening_of(name)
  local whole = not form and name:find("%s") and phrase.whole(name)
  local said, is_example = require("lucena.query.catalogue").say(name)
  if form or whole then
    return "write " .. (form or whole)
  elseif said and not is_example and not opening then
    return ('write %s, or player "%s"'):format(said, name)
  end
  return is_name(name) and ('write player "%s"'):format(name) .. (opening and ", or " .. opening or "") or nil
end

-- Queries that read any text as a name.
local OF_NAMES = { player = true, white = true, black = true, won = true, lost = true }

-- Return the text with quotation marks around the words after the name of a query, if that is a query: player Karpov.
local function quoted(text, is_query)
  for at, name, first in text:gmatch("()%f[%w_]([%l_]+) +()") do
    local rest = text:match("^[^&|~(){}\"]+", first)
    local is_value = rest and (not OF_NAMES[name] or is_name(rest) or not rest:find("^%S+%s+%S"))
    if is_value and require("lucena.query").find(name) ~= nil then
      local test = ('%s "%s"'):format(name, (rest:gsub("%s+$", "")))
      local whole = text:sub(1, at - 1) .. test .. text:sub(first + #rest)
      if is_query(test) and is_query(whole) then
        return test
      end
    end
  end
end

--- Add a hint to Lua's error "<eof> expected". Its usual causes are missing quotation marks (`player Karpov`), missing
-- braces around options (`won "Karpov", side = "black"`), and a missing operator between two queries (`check
-- checkmate`).
---@param text string
---@param problem string Lua's error
---@param is_query fun(text: string): boolean
---@return string
function M.about_syntax(text, problem, is_query)
  if problem:find("expected near '='$") then
    return ("%s; options are in braces: won{\"Karpov\", side = \"black\"}"):format(problem)
  end
  local player = M.as_player(text)
  if player then
    return ("a name alone is not a query; %s"):format(player)
  end
  local phrase = require("lucena.query.phrase")
  local meaning = phrase.whole(text)
  if meaning then
    return ("'%s' is not a query; write %s"):format(text, meaning)
  end
  local near = problem:match("expected near '([%a_][%w_]*)'$")
  if near and is_query((text:gsub("%f[%w_]" .. near .. "%f[^%w_]", "& %0", 1))) then
    return ("%s; combine queries with & | ~: & %s"):format(problem, near)
  end
  local test = quoted(text, is_query)
  if test then
    return ("%s; put text in quotation marks: %s"):format(problem, test)
  end
  local said = near and require("lucena.query.catalogue").say(near)
  return phrase.advice(text) or said and ("%s; for '%s' write %s"):format(problem, near, said) or problem
end

-- Return the query for an unknown name that has an argument in the text: `ECO "B90"`, `upset(300)`. `said` is the query
-- for the name, with a value of an example, which the argument replaces.
local function with_argument(name, said, text)
  local called = text:match("%f[%w_]" .. name .. "(%f[^%w_].*)") or ""
  local value = called:match("^%s*%(?%s*(\"[^\"]*\")") or called:match("^%s*%((%d+)%)")
  local lower = require("lucena.query").find(name:lower()) ~= nil and name:lower()
  if not value then
    return lower and ("did you mean '%s'?"):format(lower)
  elseif lower then
    return "write " .. lower .. (value:find('^"') and " " .. value or "(" .. value .. ")")
  end
  local before, after = (said or ""):match(value:find('^"') and '^(.*)"[^"]*"(%)?)$' or "^(.-)%d+([)}])$")
  return before and ("write %s%s%s"):format(before, value, after)
end

--- Return advice about an unknown name in an expression.
---@param name string
---@param text string the expression
---@return string
function M.about_name(name, text)
  local is_argument = text:find("[({=,]%s*" .. name .. "%f[^%w_]") ~= nil
  local advice = M.as_player(text) or with_argument(name, require("lucena.query.catalogue").say(name), text)
    or name:find("^%u") and (is_argument and ('put text in quotation marks: "%s"'):format(name) or M.as_player(name))
    or require("lucena.query").advice(name)
  if text:match("^%s*(%l%l%l%l+)%s*$") and advice:find("lists the names$") then
    advice = ('%s, and a player is player "%s"'):format(advice, name)
  end
  return advice
end

--- Return the message for a text that is no query but has words of chess ("rook lift", "fourchette") or forms of other
-- languages: it gives the query to write. Returns nil if the text has none of them.
---@param text string
---@param is_query fun(text: string): boolean
---@return string?
function M.instead(text, is_query)
  local rewritten, habit, is_operator = require("lucena.query.habits").rewrite(text)
  if rewritten and is_query(rewritten) then
    local condition, unknown = require("lucena.query.condition").query(text)
    if condition and not unknown[1] and condition:find("never(", 1, true) then
      rewritten = condition -- "not check" is about all positions
    end
    local is_word = habit == text or habit:find("^[%a\128-\255]") and not is_operator
    local what = is_word and "a query" or "an operator of queries"
    return ("'%s' is not %s; write %s"):format(habit, what, rewritten)
  end
end

-- Return whether a text has a sign of programs, so that it is no phrase: "moves < 30" is both.
local function is_condition(text)
  return text:find("[=<>!|&%[(\"]") ~= nil
end

--- Return the message for a condition as programs write it: the query to write. If a part is not understood, this is
-- the second result, which names the part.
---@param text string
---@return string? advice
---@return string? rest
-- @usage require("lucena.query.advice").of_condition("x() > 1 && mate") --> nil
function M.of_condition(text)
  local query, unknown
  if is_condition(text) then
    query, unknown = require("lucena.query.condition").query(text)
  end
  if not unknown or not query and not unknown[1] then
    return nil
  elseif query and not unknown[1] then
    return ("'%s' is not a query; write %s"):format(text, query)
  end
  local outside = text:gsub("%b{}", ""):gsub("%f[%w]and%f[%W]", "&&"):gsub("%f[%w]or%f[%W]", "||")
  local is_program = outside:find("&&", 1, true) or outside:find("||", 1, true) or outside:find("[=!<>]")
  if not is_program then
    return nil
  end
  local names = "'" .. table.concat(unknown, "', '") .. "'"
  return nil, query and ("%s is not understood; the other conditions are %s"):format(names, query)
    or ("%s is not understood; `lucena help queries` lists all queries"):format(names)
end

return M
