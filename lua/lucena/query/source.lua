--- Reads queries as text, as in `lucena filter -e`. The text is one Lua expression. Names of `chess.query` need no
-- prefix. Functions in the text can use `q` (`chess.query`), `chess` and Lua's globals. `and`, `or` and `not` outside
-- functions are rejected, because in Lua `a and b` would mean only `b`. A comma is rejected, too, because Lua would
-- ignore the text after it.
-- @module lucena.query.source

local M = {}

local evaluate

-- Return a function that returns whether a text is a query. An error gets no advice, because advice tries texts with
-- this function.
local function tester(place, own)
  return function(text)
    return require("lucena.query.expression").is_query((evaluate(text, place, own, true)))
  end
end

--- Return the query for a text as it is; nil if it is none. Advice tries texts with this function.
---@param text string
---@return lucena.Query?
-- @usage require("lucena.query.source").plain "fork" --> nil
function M.plain(text)
  local value = evaluate(text, nil, nil, true)
  return require("lucena.query.expression").is_query(value) and value or nil
end

-- Return the value of a name in the expression. `own(name)` returns the caller's variables. `is_plain`: an error
-- gets no advice.
local function look_up(chess, name, own, text, is_plain)
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
  elseif is_plain then
    error("there is no such name", 3)
  end
  error(("there is no '%s' in chess.query; %s"):format(name, require("lucena.query.advice").about_name(name, text)), 3)
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

-- The longest text for which advice is searched, in bytes. The rules of phrases try many parts of a text, so their time
-- grows fast with its length, and people type no longer phrases.
local LONGEST = 250

--- Evaluate an expression.
---@param text string
---@param place? string the name of the text in errors; default: "-e"
---@param own? fun(name: string): any returns the value of a variable that is no name of a query
---@return any? value
---@return string? problem the error, also if a name rejects its arguments
-- @usage require("lucena.query.source").evaluate('player "Carlsen" & checkmate')
function M.evaluate(text, place, own)
  local value, problem, is_fault = evaluate(text, place, own)
  if is_fault then
    return nil, problem
  end
  if #text > LONGEST then
    return value, problem
  end
  local is_wrong = problem or type(value) == "boolean" -- `check == false` is a boolean
  local advice = is_wrong and require("lucena.query.advice").instead(text, tester(place, own))
  local rest
  -- A query that rejects its arguments says itself what to write.
  local is_call = problem and (problem:find "^bad argument" or problem:find " needs arguments$")
  if is_wrong and not advice and not is_call then
    advice, rest = require("lucena.query.advice").of_condition(text)
  end
  if problem and not advice then
    local meaning = text:find("%s/%s") and require("lucena.query.phrase").whole(text)
    advice = meaning and ("'%s' is not a query; write %s"):format(text, meaning)
      or require("lucena.query.beyond").answer(text)
  end
  if problem and not advice and (has_word(text) or text:find("^%s*%a+%-[%a-]+%s*$")) then
    advice = require("lucena.query.phrase").advice(text)
  end
  if problem or advice then
    return nil, advice or not (problem and problem:find "%f[%a]%l+ needs %l") and rest or problem
  end
  return value
end

-- Evaluate an expression as it is. Returns its value, or nil and the error, with advice unless `is_plain`; and whether
-- it is an error in the file of a registered query.
function evaluate(text, place, own, is_plain)
  local word = has_word(text) and require("lucena.query.habits").refused(text)
  if word then
    return nil, ("'%s' is not an operator of queries; use & | ~"):format(word)
  end
  local chess = require("lucena")
  local environment = setmetatable({}, { __index = function(_, name)
    return look_up(chess, name, own, text, is_plain)
  end })
  local chunk, problem = require("lucena.chunk").compile("return " .. text, "=" .. (place or "-e"), environment)
  if not chunk then
    is_plain = is_plain or #text > LONGEST
    return nil, is_plain and problem or require("lucena.query.advice").about_syntax(text, problem, tester(place, own))
  end
  local values = table.pack(require("lucena.argument").attempt(chunk))
  if not values[1] then
    return nil, without_own_place(values[2]), require("lucena.plugin").is_fault(values[2])
  elseif values.n > 2 then
    return nil, "a comma does not combine queries; use & | ~"
  end
  local player = type(values[2]) == "string" and require("lucena.query.advice").as_player(text)
  if player then
    return nil, ("text alone is not a query; %s"):format(player)
  end
  local meaning = type(values[2]) == "number" and not is_plain and require("lucena.query.phrase").whole(text)
  if meaning then
    return nil, ("'%s' is not a query; write %s"):format(text, meaning) -- "1-0" is a number for Lua
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
