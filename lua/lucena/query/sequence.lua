--- Sequences: queries of positions that hold one after the other.
-- A sequence is a list of states, each of which takes one position of the mainline: {test = number of the query in the
-- sequence's array, or nil for any position, loops = takes more of them, optional = may be left out}. Sequences are
-- parts of longer ones. csrc/match/sequence.c runs them.
-- @module lucena.query.sequence

local argument = require("lucena.query.argument")
local expression = require("lucena.query.expression")

local M = {}

local MOST = 64 -- LC_SEQUENCE_MOST

local function is_sequence(value)
  return expression.is_query(value) and value.kind == "lift" and value.how == "sequence"
end

-- The number of a query in the sequence.
local function test_number(list, query)
  for i, other in ipairs(list) do
    if rawequal(other, query) then
      return i
    end
  end
  list[#list + 1] = query
  return #list
end

-- lo to hi positions of a query, or of any.
local function repeat_state(list, query, lo, hi)
  local test = query and test_number(list, query)
  local count = hi or math.max(lo, 1)
  for i = 1, math.min(count, MOST + 1) do
    list.states[#list.states + 1] = { test = test, optional = i > lo, loops = not hi and i == count }
  end
end

local function splice(list, sequence)
  for _, state in ipairs(sequence.states) do
    local test = state.test and test_number(list, sequence[state.test])
    list.states[#list.states + 1] = { test = test, optional = state.optional, loops = state.loops }
  end
end

local function check_times(name, first, lo, hi)
  if math.type(lo) ~= "integer" or lo < 0 then
    argument.fail(first, name, "a number of positions expected")
  elseif hi ~= nil and (math.type(hi) ~= "integer" or hi < math.max(lo, 1)) then
    argument.fail(first + 1, name, "a number of positions, not below the first, expected")
  end
end

local function finished(list, plies, text, name)
  if #list.states > MOST then
    argument.fail(1, name, ("a sequence has at most %d states"):format(MOST))
  end
  local query = expression.lift("sequence", list[1], plies, text)
  table.move(list, 1, #list, 1, query)
  rawset(query, "states", list.states)
  return query
end

local function check_position_query(value, number, name)
  local query = expression.operand(value, 4)
  if query.level ~= "position" then
    argument.fail(number, name, ("a query of positions expected; %s is about the game"):format(tostring(query)))
  end
  return query
end

--- Any positions, as a part of `seq`: `gap(2)` is two or more, `gap(0, 5)` none to five.
---@param lo integer
---@param hi? integer no limit when left out
---@return lucena.Query
-- @usage local q = chess.query; return q.seq(q.ply(1), q.gap(0), q.check)(chess.game("1. e4 f5 2. Qh5+ *")) --> true
function M.gap(lo, hi)
  check_times("gap", 1, lo, hi)
  local list = { states = {} }
  repeat_state(list, nil, lo, hi)
  return finished(list, nil, expression.call_text("gap", lo, hi), "gap")
end

--- So many positions one after the other, as a query or a part of `seq`: `streak(x, 3)` is three or more.
---@param query lucena.Query of positions
---@param lo integer 1 or more
---@param hi? integer no limit when left out
---@return lucena.Query
-- @usage local q = chess.query; return q.streak(q.capture, 2)(chess.game("1. e4 d5 2. exd5 Qxd5 *")) --> true
function M.streak(query, lo, hi)
  query = check_position_query(query, 1, "streak")
  check_times("streak", 2, lo, hi)
  if lo < 1 then
    argument.fail(2, "streak", "1 or more positions expected")
  end
  local list = { states = {} }
  repeat_state(list, query, lo, hi)
  local text = ("streak(%s, %s)"):format(tostring(query), hi and lo .. ", " .. hi or lo)
  return finished(list, nil, text, "streak")
end

-- One part of a sequence; its text.
local function add_part(list, part, number)
  if math.type(part) == "integer" and part >= 0 then
    if part > 0 then
      repeat_state(list, nil, part, part)
    end
    return tostring(part)
  elseif not is_sequence(part) then
    repeat_state(list, check_position_query(part, number, "seq"), 1, 1)
    return tostring(part)
  elseif rawget(part, "plies") then
    argument.fail(number, "seq", "a sequence with 'within' is no part of another")
  end
  splice(list, part)
  return tostring(part)
end

--- Positions one after the other: each part takes the next position. A part is a query of positions, a number (so many
-- positions of any kind), `gap`, `streak` or another sequence; `{within = n}` at the end: from the first position to
-- the last at most n plies. Its place is its first position: of the sequence that ends first, and of several that end
-- there of the shortest.
---@param ... lucena.Query|integer|table
---@return lucena.Query
-- @usage local q = chess.query; return q.seq(q.played "Bxh7+", 1, q.played "Ng5+"):describe()
function M.seq(...)
  local parts, list, texts, plies = table.pack(...), { states = {} }, {}, nil
  local last = parts[parts.n]
  if type(last) == "table" and not getmetatable(last) then
    plies = argument.options(last, "seq", { within = "number" }).within
    if math.type(plies) ~= "integer" or plies < 0 then
      argument.fail(parts.n, "seq", "option 'within': a number of plies expected")
    end
    parts.n = parts.n - 1
  end
  for i = 1, parts.n do
    texts[i] = add_part(list, parts[i], i)
  end
  if #list == 0 then
    argument.fail(1, "seq", "a query of positions expected")
  end
  texts[#texts + 1] = plies and ("{within = %d}"):format(plies)
  return finished(list, plies, ("seq(%s)"):format(table.concat(texts, ", ")), "seq")
end

return M
