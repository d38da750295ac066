--- Reads queries as text, as in `lucena filter -e`. The text is one Lua expression. Names of `chess.query` need no
-- prefix. Functions in the text can use `q` (`chess.query`), `chess` and Lua's globals. `and`, `or` and `not` outside
-- functions are rejected, because in Lua `a and b` would mean only `b`. A comma is rejected, too, because Lua would
-- ignore the text after it.
-- @module lucena.query.source

local M = {}

local evaluate

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

-- If an expression is nothing but a name ("Carlsen", "B90", with or without quotation marks), return how to write the
-- test. A name may be that of an opening, too.
local function as_player(text)
  local name = text:match("^%s*[\"']?(%u[^%c\"'&|~(){}%[%]=<>;]*)[\"']?%s*$")
  if not name then
    return nil
  end
  local phrase = require("lucena.query.phrase")
  name = name:gsub("%s+$", "")
  local form, opening = phrase.form_of(name), phrase.opening_of(name)
  local whole = not form and name:find("%s") and phrase.whole(name)
  if form or whole then
    return "write " .. (form or whole)
  end
  return is_name(name) and ('write player "%s"'):format(name) .. (opening and ", or " .. opening or "") or nil
end

-- Return the text if it is a query. An error gets no advice, because advice tries texts with this function.
local function if_query(text, place, own)
  return require("lucena.query.expression").is_query((evaluate(text, place, own, true))) and text or nil
end

-- Queries that read any text as a name.
local OF_NAMES = { player = true, white = true, black = true, won = true, lost = true }

-- Return the text with quotation marks around the words after the name of a query, if that is a query: player Karpov.
local function quoted(text, place, own)
  for at, name, first in text:gmatch("()%f[%w_]([%l_]+) +()") do
    local rest = text:match("^[^&|~(){}\"]+", first)
    local is_value = rest and (not OF_NAMES[name] or is_name(rest) or not rest:find("^%S+%s+%S"))
    if is_value and require("lucena.query").find(name) ~= nil then
      local test = ('%s "%s"'):format(name, (rest:gsub("%s+$", "")))
      local whole = text:sub(1, at - 1) .. test .. text:sub(first + #rest)
      if if_query(test, place, own) and if_query(whole, place, own) then
        return test
      end
    end
  end
end

-- Add a hint to Lua's error "<eof> expected". Its usual causes are missing quotation marks (`player Karpov`), missing
-- braces around options (`won "Karpov", side = "black"`), and a missing operator between two queries (`check
-- checkmate`).
local function advise(text, problem, place, own)
  if problem:find("expected near '='$") then
    return ("%s; options are in braces: won{\"Karpov\", side = \"black\"}"):format(problem)
  end
  local player = as_player(text)
  if player then
    return ("a name alone is not a query; %s"):format(player)
  end
  local phrase = require("lucena.query.phrase")
  local meaning = phrase.whole(text)
  if meaning then
    return ("'%s' is not a query; write %s"):format(text, meaning)
  end
  local near = problem:match("expected near '([%a_][%w_]*)'$")
  if near and if_query(text:gsub("%f[%w_]" .. near .. "%f[^%w_]", "& %0", 1), place, own) then
    return ("%s; combine queries with & | ~: & %s"):format(problem, near)
  end
  local test = quoted(text, place, own)
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

-- Return the value of a name in the expression. `own(name)` returns the caller's variables.
local function look_up(chess, name, own, text)
  local queries = require("lucena.query")
  local value = queries.find(name)
  if value == nil and own then
    value = own(name)
  end
  if value ~= nil then
    return value
  elseif name == "chess" then
    return chess
  elseif name == "q" then
    return chess.query
  elseif _G[name] ~= nil then
    return _G[name]
  end
  local is_argument = text:find("[({=,]%s*" .. name .. "%f[^%w_]") ~= nil
  local advice = as_player(text) or with_argument(name, require("lucena.query.catalogue").say(name), text)
    or name:find("^%u") and (is_argument and ('put text in quotation marks: "%s"'):format(name) or as_player(name))
    or queries.advice(name)
  if text:match("^%s*(%l%l%l%l+)%s*$") and advice:find("lists the names$") then
    advice = ('%s, and a player is player "%s"'):format(advice, name)
  end
  error(("there is no '%s' in chess.query; %s"):format(name, advice), 3)
end

-- Return the problem of a query that cannot be compiled because it is nested too deeply.
local function find_depth(value)
  if getmetatable(value) == "lucena.Query" then
    local done, problem = pcall(require("lucena.query").compiled, value)
    if not done then
      return tostring(problem):match("query is nested too deeply") or error(problem, 0)
    end
  end
end

-- Return an error without a place in Lucena's own code. An expression that is nothing but a call, such as `seq "e4"`,
-- is a tail call, so that the place of an error may be the call in this library that evaluates the expression.
local function without_own_place(problem)
  return (tostring(problem):gsub("^.-lucena/argument%.lua:%d+: ", ""))
end

-- Return whether the text has one of the words that are no operators of queries, perhaps inside a function.
local function has_word(text)
  return text:find("%f[%w_]and%f[^%w_]") or text:find("%f[%w_]or%f[^%w_]") or text:find("%f[%w_]not%f[^%w_]")
end

-- Return the message for a text that is no query but has words of chess ("rook lift", "fourchette") or forms of other
-- languages: it gives the query to write. Returns nil if the text has none of them.
local function instead(text, place, own)
  local rewritten, habit, is_operator = require("lucena.query.habits").rewrite(text)
  if rewritten and if_query(rewritten, place, own) then
    local what = habit:find("^[%a\128-\255]") and not is_operator and "a query" or "an operator of queries"
    return ("'%s' is not %s; write %s"):format(habit, what, rewritten)
  end
end

--- Evaluate an expression.
---@param text string
---@param place? string the name of the text in errors; default: "-e"
---@param own? fun(name: string): any returns the value of a variable that is no name of a query
---@return any? value
---@return string? problem the error, also if a name rejects its arguments
-- @usage require("lucena.query.source").evaluate('player "Carlsen" & checkmate')
function M.evaluate(text, place, own)
  local value, problem = evaluate(text, place, own)
  local advice = (problem or type(value) == "boolean") and instead(text, place, own) -- `check == false` is a boolean
  if problem and not advice then
    advice = require("lucena.query.beyond").answer(text)
  end
  if problem and not advice and (has_word(text) or text:find("^%s*%a+%-[%a-]+%s*$")) then
    advice = require("lucena.query.phrase").advice(text)
  end
  if problem or advice then
    return nil, advice or problem
  end
  return value
end

-- Evaluate an expression as it is. Returns its value, or nil and the error, with advice unless `is_plain`.
function evaluate(text, place, own, is_plain)
  local word = has_word(text) and require("lucena.query.habits").refused(text)
  if word then
    return nil, ("'%s' is not an operator of queries; use & | ~"):format(word)
  end
  local chess = require("lucena")
  local environment = setmetatable({}, { __index = function(_, name)
    return look_up(chess, name, own, text)
  end })
  local chunk, problem = require("lucena.chunk").compile("return " .. text, "=" .. (place or "-e"), environment)
  if not chunk then
    return nil, is_plain and problem or advise(text, problem, place, own)
  end
  local values = table.pack(require("lucena.argument").attempt(chunk))
  if not values[1] then
    return nil, without_own_place(values[2])
  elseif values.n > 2 then
    return nil, "a comma does not combine queries; use & | ~"
  end
  local player = type(values[2]) == "string" and as_player(text)
  if player then
    return nil, ("text alone is not a query; %s"):format(player)
  end
  local called = require("lucena.query.expression").functions[values[2]]
  if called then
    return nil, ("%s needs arguments"):format(called)
  end
  local too_deep = find_depth(values[2])
  if too_deep then
    return nil, too_deep
  end
  return values[2]
end

return M
