--- Queries as values: their operators, and the tree that they form. `lucena.query` documents their meaning, and
-- `lucena.query.plan` compiles them.
-- A Query is a table {kind, level, text, ...}. `level` is "game" or "position". The kinds are:
--
-- - leaf, of the game: `leaf` has the fields of an lc_QueryLeaf by name.
-- - step, of a position: `step` has the fields of an lc_QueryStep by name; `value` as for ask.
-- - ask, of either level: `ask` is a Lua function. `form` is LC_ASK_ in csrc/match/query.h, the kind of arguments
--   that C passes. With `tags`, an array of names, C passes the values of these tags. With `gather`, Lua passes the
--   table of facts that `gather` makes in one pass over the game, and the ply. `value` is a query of the game:
--   without it, the test holds nowhere. For `any_line`, `inner` is the query that is tested along other lines.
-- - and, or, not, of either level: an array of Queries of the same level.
-- - flip, of a position: [1] is tested with the colors exchanged.
-- - instead, of a position: [1] is tested after each legal move that was not played; `same` limits these moves.
-- - lift, of the game: makes a query of games from the query of positions [1]. `how` is ever, held (at `plies`
--   consecutive positions) or at_end.
-- - lift with `how` = sequence: an array of Queries of positions. `automaton` is made by lucena.query.shape. `required`
--   has queries that must hold somewhere if the sequence matches. `plies` is the maximum length.
--
-- @module lucena.query.expression

local class_of = require("lucena.argument").kind

local M = {}

local Query = { __name = "lucena.Query", __metatable = "lucena.Query" }
M.Query = Query

-- Methods by name. lucena.query adds the methods that run queries.
M.methods = {}

-- The names of chess.query that are functions and no queries, by function. lucena.query adds them.
M.functions = {}

function Query.__index(_, name)
  local method = M.methods[name]
  if method or math.type(name) then -- Lua reads integers to find the end of a list
    return method
  end
  error(require("lucena.suggestion").unknown("lucena.Query", name, M.methods), 2)
end

--- Whether a value is a Query.
---@param value any
---@return boolean
function M.is_query(value)
  return getmetatable(value) == "lucena.Query"
end

-- A comparison never makes a query, so it is an error.
local function compare_query(a, b)
  local query = getmetatable(a) == "lucena.Query" and a or b
  error(("%s is not a number; write a limit as an option, as in elo{min = 2600}"):format(tostring(query)), 2)
end
Query.__lt, Query.__le = compare_query, compare_query

-- ---- names without arguments ---------------------------------------------------------------------

local Maker = { __metatable = "lucena.QueryMaker" }

local function refuse(a, b)
  local maker = getmetatable(a) == "lucena.QueryMaker" and a or b
  error(("%s needs %s"):format(rawget(maker, "name"), rawget(maker, "needs")), 2)
end
Maker.__band, Maker.__bor, Maker.__bnot, Maker.__mul, Maker.__pow = refuse, refuse, refuse, refuse, refuse

-- Raise an error for `moves < 30`. In Lua, a comparison always returns a boolean, never a query. So the message shows
-- the options to write instead.
local function compare(a, b, steps)
  local maker, key = a, "max"
  local number = b
  if getmetatable(a) ~= "lucena.QueryMaker" then
    maker, number, key, steps = b, a, "min", -steps
  end
  local name, needs = rawget(maker, "name"), rawget(maker, "needs")
  if math.type(number) and (needs == "a range" or needs == "a number") then
    number = math.type(number) == "integer" and number + steps or number
    error(("%s is not a number; write %s{%s = %s}"):format(name, name, key, number), 3)
  end
  error(("%s needs %s"):format(name, needs), 3)
end

function Maker.__lt(a, b)
  compare(a, b, -1)
end

function Maker.__le(a, b)
  compare(a, b, 0)
end

--- Raise an error if a name gets more arguments than it takes. Without it, `player("Carlsen", "Anand")` would mean one
-- player.
---@param name string
---@param make function
---@param most integer
---@param level integer for error()
---@param ... any
function M.check_count(name, make, most, level, ...)
  local problem = select("#", ...) > most and require("lucena.query.arity").problem(name, make, most, ...)
  if problem then
    error(problem, level + 1)
  end
end

local function most_arguments(make)
  local info = debug.getinfo(make, "u")
  return info.isvararg and math.maxinteger or info.nparams
end

--- Return a function that checks the number of its arguments.
---@param name string
---@param make function
---@return function
function M.counted(name, make)
  local most = most_arguments(make)
  return most == math.maxinteger and make or function(...)
    M.check_count(name, make, most, 2, ...)
    return make(...)
  end
end

function Maker:__call(...)
  local make = rawget(self, "make")
  M.check_count(rawget(self, "name"), make, rawget(self, "most"), 2, ...)
  return make(...)
end

function Maker:__index(name)
  error(("%s has no field '%s'; it needs %s"):format(rawget(self, "name"), name, rawget(self, "needs")), 2)
end

function Maker:__tostring()
  return ("%s (needs %s)"):format(rawget(self, "name"), rawget(self, "needs"))
end

--- Return a name that becomes a Query when it is called, such as `player`.
---@param name string
---@param needs string its arguments, such as "a name", for the error message if they are missing
---@param make function
---@return table
function M.maker(name, needs, make)
  return setmetatable({ name = name, needs = needs, make = make, most = most_arguments(make) }, Maker)
end

-- ---- construction --------------------------------------------------------------------------------

local function new(fields)
  -- Optional fields are read with rawget, because reading an unknown field raises an error.
  return setmetatable(fields, Query)
end

--- Return a test of the game.
---@param text string the result of tostring()
---@param leaf table
---@return lucena.Query
function M.leaf(text, leaf)
  return new { kind = "leaf", level = "game", text = text, leaf = leaf }
end

--- Return a test of a position.
---@param text string
---@param step table
---@return lucena.Query
function M.step(text, step)
  return new { kind = "step", level = "position", text = text, step = step }
end

--- Return an operand that calls a Lua function.
---@param text string
---@param level string "game" or "position"
---@param ask function
---@param of? table the fields `gather`, `value`, `form` and `tags`; `openings`: a list, which has the opening of each
-- match
---@return lucena.Query
function M.ask(text, level, ask, of)
  of = of or {}
  return new { kind = "ask", level = level, text = text, ask = ask, gather = of.gather, value = of.value,
    form = of.form, tags = of.tags, openings = of.openings }
end

--- Return the same query with another text.
---@param query lucena.Query
---@param text string
---@return lucena.Query
function M.named(query, text)
  local copy = {}
  for key, value in pairs(query) do
    copy[key] = value
  end
  copy.text, copy.plan, copy.apply = text, nil, nil
  return new(copy)
end

--- Make a Query that can also be called with an argument, which gives another Query.
---@param query lucena.Query
---@param apply function
---@return lucena.Query
function M.applicable(query, apply)
  rawset(query, "apply", apply)
  return query
end

--- Turn a query of positions into a query of games.
---@param how string ever, held or at_end
---@param query lucena.Query
---@param plies? integer
---@param text string
---@return lucena.Query
function M.lift(how, query, plies, text)
  return new { kind = "lift", level = "game", how = how, plies = plies, text = text, query }
end

--- Return a query of positions that tests the position with the colors exchanged.
---@param query lucena.Query
---@param text string
---@return lucena.Query
function M.flip(query, text)
  return new { kind = "flip", level = "position", text = text, query }
end

--- Return a query of positions that is tested after the legal moves that were not played.
---@param query lucena.Query
---@param same integer LC_INSTEAD_ in csrc/match/query.h
---@param text string
---@return lucena.Query
function M.instead(query, same, text)
  return new { kind = "instead", level = "position", same = same, text = text, query }
end

--- Turn a query of positions into the query of games "at some position".
---@param query lucena.Query
---@return lucena.Query
function M.to_game(query)
  if query.level == "game" then
    return query
  end
  return M.lift("ever", query, nil, tostring(query))
end

--- Return a text for a function: file and line of its definition.
---@param f function
---@return string
function M.function_text(f)
  local info = debug.getinfo(f, "S")
  return ("function (%s:%d)"):format(info.short_src:match("[^/]*$"), info.linedefined)
end

--- Raise an error if a value is a function of `chess.query`: its arguments are missing.
---@param value any
---@param level integer for error()
function M.check_arguments(value, level)
  if value ~= nil and M.functions[value] then
    error(("%s needs arguments"):format(M.functions[value]), level + 1)
  end
end

--- Return the query for an operand: a Query, or a function of a game.
---@param value any
---@param level? integer for error()
---@param name? string the function whose first argument is the operand; nil: it is the operand of an operator
---@return lucena.Query
function M.operand(value, level, name)
  M.check_arguments(value, (level or 1) + 1)
  if M.is_query(value) then
    return value
  elseif type(value) == "function" then
    return M.ask(M.function_text(value), "game", value)
  elseif getmetatable(value) == "lucena.QueryMaker" then
    error(("%s needs %s"):format(rawget(value, "name"), rawget(value, "needs")), (level or 1) + 1)
  end
  local text = name and ("bad argument #1 to '%s' (query or function expected, got %%s)"):format(name)
    or "a query is combined with queries and functions, not with a %s"
  error(text:format(class_of(value)), (level or 1) + 1)
end

-- Combine operands. Nested lists of the same kind are merged. If one operand is a query of games, so is the result.
local function combine(kind, operands)
  local level = "position"
  for _, query in ipairs(operands) do
    level = query.level == "game" and "game" or level
  end
  local list = {}
  for _, query in ipairs(operands) do
    if query.kind == kind and query.level == level and not rawget(query, "text") then
      table.move(query, 1, #query, #list + 1, list)
    else
      list[#list + 1] = level == "game" and M.to_game(query) or query
    end
  end
  list.kind, list.level = kind, level
  return new(list)
end

--- Match if all operands match.
---@param operands lucena.Query[]
---@return lucena.Query
function M.all_of(operands)
  return #operands == 1 and operands[1] or combine("and", operands)
end

--- Match if at least one operand matches.
---@param operands lucena.Query[]
---@return lucena.Query
function M.any_of(operands)
  return #operands == 1 and operands[1] or combine("or", operands)
end

function Query.__band(a, b)
  return combine("and", { M.operand(a, 2), M.operand(b, 2) })
end

function Query.__bor(a, b)
  return combine("or", { M.operand(a, 2), M.operand(b, 2) })
end

function Query.__bnot(a)
  return new { kind = "not", level = a.level, a }
end

-- Combine factors to one sequence.
function Query.__mul(a, b)
  for _, factor in ipairs { { a }, { b } } do
    if math.type(factor[1]) ~= "integer" then
      M.operand(factor[1], 2)
    end
  end
  local factors = M.is_query(a) and rawget(a, "factors") or { a }
  factors = table.move(factors, 1, #factors, 1, {})
  factors[#factors + 1] = b
  local query = require("lucena.query.sequence").seq(table.unpack(factors))
  rawset(query, "factors", factors)
  return query
end

function Query.__pow(query, count)
  if not M.is_query(query) or math.type(count) ~= "integer" then
    error("x^n needs a query x and a whole number n", 2)
  end
  local streak = require("lucena.query.sequence").streak
  if count < 0 then
    return streak(query, 0, -count)
  end
  return streak(query, count)
end

-- ---- as text -------------------------------------------------------------------------------------

local SIGNS = { ["and"] = " & ", ["or"] = " | " }

local function enclosed(query)
  local text = tostring(query)
  local is_list = not rawget(query, "text") and SIGNS[query.kind]
  return is_list and "(" .. text .. ")" or text
end

function Query:__tostring()
  local text = rawget(self, "text")
  if text then
    return text
  elseif self.kind == "not" then
    return "~" .. enclosed(self[1])
  end
  local parts = {}
  for i, query in ipairs(self) do
    parts[i] = query.kind ~= self.kind and enclosed(query) or tostring(query)
  end
  return table.concat(parts, SIGNS[self.kind])
end

local function show(value)
  if type(value) == "string" then
    return '"' .. value:gsub('[%c"\\]', function(c) return ("\\%03d"):format(c:byte()) end) .. '"'
  elseif type(value) ~= "table" or getmetatable(value) then
    return tostring(value)
  end
  local parts, keys = {}, {}
  for i, item in ipairs(value) do
    parts[i] = show(item)
  end
  for key in pairs(value) do
    if type(key) == "string" then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    parts[#parts + 1] = key .. " = " .. show(value[key])
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

--- Return the text of a name with arguments: `player "Carlsen"`, `elo{min = 2700}`.
---@param name string
---@param ... any
---@return string
function M.call_text(name, ...)
  local args = table.pack(...)
  while args.n > 0 and args[args.n] == nil do
    args.n = args.n - 1
  end
  if args.n == 0 then
    return name
  elseif args.n == 1 and type(args[1]) == "string" then
    return name .. " " .. show(args[1])
  elseif args.n == 1 and type(args[1]) == "table" and not getmetatable(args[1]) then
    return name .. show(args[1])
  end
  for i = 1, args.n do
    args[i] = show(args[i])
  end
  return name .. "(" .. table.concat(args, ", ") .. ")"
end

return M
