--- Compiles sequences to automata. The shape of a sequence is a tree. Its nodes are {kind = "one", query = nil for any
-- position}, which matches one position; "list" and "alt" with parts; and "times" with `part`, `lo` and `hi`. Sequences
-- can be parts of longer sequences.
-- `finish` makes the automaton for csrc/match/sequence.c. Each node "one", repeated as often as required, is a state
-- (Glushkov's construction).
-- @module lucena.query.shape

local argument = require("lucena.query.argument")
local expression = require("lucena.query.expression")
local codes = require("lucena.query.instruction").codes

local M = {}

local MOST = codes.SEQUENCE_MOST -- maximum number of states
local ANCHORS = { from_start = codes.SEQUENCE_FROM_START, at_end = codes.SEQUENCE_AT_END,
  last_place = codes.SEQUENCE_LAST_PLACE } -- only for the beginnings of a sequence, which explain() tests

-- ---- automata ------------------------------------------------------------------------------------

-- A part of an automaton: the states that can match its first and its last position, as bit sets, and whether the part
-- can be empty.
local EMPTY = { first = 0, last = 0, is_nullable = true }

-- Add transitions from each state of one set to each state of another set.
local function link(build, from, to)
  for i = 1, #build.follow do
    if from >> (i - 1) & 1 == 1 then
      build.follow[i] = build.follow[i] | to
    end
  end
end

local function concat(build, a, b)
  link(build, a.last, b.first)
  return {
    first = a.first | (a.is_nullable and b.first or 0), last = b.last | (b.is_nullable and a.last or 0),
    is_nullable = a.is_nullable and b.is_nullable,
  }
end

local function optional(a)
  return { first = a.first, last = a.last, is_nullable = true }
end

-- Return the index of a query in the sequence.
local function test_number(build, query)
  for i, other in ipairs(build.tests) do
    if rawequal(other, query) then
      return i
    end
  end
  build.tests[#build.tests + 1] = query
  build.states[#build.tests] = 0
  return #build.tests
end

local function add_state(build, query)
  local number = #build.follow + 1
  if number > MOST then
    argument.fail(1, build.name, ("a sequence has at most %d states"):format(MOST))
  end
  local bit = 1 << (number - 1)
  build.follow[number] = 0
  if query then
    local test = test_number(build, query)
    build.states[test] = build.states[test] | bit
  end
  return { first = bit, last = bit, is_nullable = false }
end

local add

-- Add a part `lo` times, then optional copies up to `hi`. The parts are added from the last one to the first.
local function add_times(build, shape)
  local all, rest = EMPTY, EMPTY
  for i = 1, shape.lo do
    local part = add(build, shape.part)
    if i == shape.lo and not shape.hi then
      link(build, part.last, part.first)
    end
    all = concat(build, all, part)
  end
  if not shape.hi and shape.lo == 0 then
    local part = add(build, shape.part)
    link(build, part.last, part.first)
    return optional(part)
  end
  for _ = shape.lo + 1, shape.hi or 0 do
    rest = optional(concat(build, add(build, shape.part), rest))
  end
  return concat(build, all, rest)
end

function add(build, shape)
  if shape.kind == "one" then
    return add_state(build, shape.query)
  elseif shape.kind == "times" then
    return add_times(build, shape)
  end
  local all = shape.kind == "list" and EMPTY or { first = 0, last = 0, is_nullable = false }
  for _, inner in ipairs(shape) do
    local part = add(build, inner)
    if shape.kind == "list" then
      all = concat(build, all, part)
    else
      all = { first = all.first | part.first, last = all.last | part.last,
        is_nullable = all.is_nullable or part.is_nullable }
    end
  end
  return all
end

-- Collect the queries each of which must hold at some position if the sequence matches.
local function required_of(shape, list)
  if shape.kind == "one" then
    list[#list + 1] = shape.query
  elseif shape.kind == "list" then
    for _, part in ipairs(shape) do
      required_of(part, list)
    end
  elseif shape.kind == "times" and shape.lo > 0 then
    required_of(shape.part, list)
  end
  return list
end

--- Make a sequence of a shape.
---@param shape table
---@param text string the result of tostring()
---@param name string the function to name in an error, if the sequence is too long
---@param opts? table within, and names in ANCHORS
---@return lucena.Query
function M.finish(shape, text, name, opts)
  local build = { name = name, follow = {}, tests = {}, states = {} }
  local all = add(build, shape)
  opts = opts or {}
  local query = expression.lift("sequence", build.tests[1], opts.within, text)
  table.move(build.tests, 1, #build.tests, 1, query)
  local anchors = 0
  for option, bit in pairs(ANCHORS) do
    anchors = anchors | (opts[option] and bit or 0)
  end
  rawset(query, "shape", shape)
  rawset(query, "required", required_of(shape, {}))
  rawset(query, "opts", next(opts) and opts or nil)
  rawset(query, "automaton", { follow = build.follow, states = build.states, first = all.first, last = all.last,
    anchors = anchors })
  return query
end

-- ---- parts ---------------------------------------------------------------------------------------

local function is_sequence(value)
  return value.kind == "lift" and value.how == "sequence"
end

--- Return the shape of one position, with a query or for any position.
---@param query? lucena.Query
---@return table
function M.one(query)
  return { kind = "one", query = query }
end

local one = M.one

-- Return the alternatives of a query made with `|`: sequences and queries of positions; nil for other queries of
-- games.
local function alternatives(query, number, name)
  if query.kind ~= "or" or query.level ~= "game" or rawget(query, "text") then
    return nil
  end
  local shape = { kind = "alt" }
  for i, child in ipairs(query) do
    local is_position = child.kind == "lift" and child.how == "ever" and tostring(child) == tostring(child[1])
    if not is_position and not is_sequence(child) and not rawget(child, "is_final") then
      return nil
    end
    shape[i] = is_position and one(child[1]) or M.shape_of(child, number, name)
  end
  return shape
end

--- Return the shape of a part: a query of positions, a number of arbitrary positions, or a sequence.
---@param value any
---@param number integer index of the argument, for messages
---@param name string the query, for messages
---@return table
function M.shape_of(value, number, name)
  if math.type(value) == "integer" and value >= 0 then
    return { kind = "times", part = one(), lo = value, hi = value }
  end
  local query = expression.operand(value, 4)
  if is_sequence(query) then
    if rawget(query, "opts") then
      argument.fail(number, name, "a sequence with 'within', 'from_start' or 'at_end' cannot be part of another")
    end
    return query.shape
  elseif rawget(query, "is_final") then
    return one(expression.named(query[1], tostring(query)))
  end
  local shape = alternatives(query, number, name) or query.level == "position" and one(query)
  if not shape then
    argument.fail(number, name, ("a query of positions expected; %s is about the game"):format(tostring(query)))
  end
  return shape
end

local function is_nullable(shape)
  if shape.kind == "one" then
    return false
  elseif shape.kind == "times" then
    return shape.lo == 0 or is_nullable(shape.part)
  end
  for _, part in ipairs(shape) do
    if is_nullable(part) == (shape.kind == "alt") then
      return shape.kind == "alt"
    end
  end
  return shape.kind == "list"
end

--- Return the beginnings of a sequence, each one part longer than the previous one, for explain(). The match position
-- of a beginning is its end. Parts that match any position, and optional parts, are skipped.
---@param shape table
---@param texts string[] the texts of the parts
---@param opts table
---@return table list of {query, text of its last part}
function M.beginnings(shape, texts, opts)
  local list, begun = {}, { kind = "list" }
  for i, part in ipairs(shape) do
    begun[i] = part
    if texts[i]:find("%D") and not is_nullable(part) then
      local own = { within = opts.within, from_start = opts.from_start, at_end = i == #shape and opts.at_end,
        last_place = true }
      list[#list + 1] = { M.finish({ kind = "list", table.unpack(begun) }, texts[i], "seq", own), texts[i] }
    end
  end
  return list
end

--- Return a copy of a sequence with changed queries.
---@param query lucena.Query a sequence
---@param change fun(query: lucena.Query): lucena.Query
---@param text string
---@return lucena.Query
function M.map(query, change, text)
  local changed = {}
  local function copy(shape)
    local it = { kind = shape.kind, lo = shape.lo, hi = shape.hi, part = shape.part and copy(shape.part) }
    if shape.query then
      changed[shape.query] = changed[shape.query] or change(shape.query)
      it.query = changed[shape.query]
    end
    for i, part in ipairs(shape) do
      it[i] = copy(part)
    end
    return it
  end
  return M.finish(copy(query.shape), text, "seq", rawget(query, "opts"))
end

return M
