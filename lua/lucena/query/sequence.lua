--- Sequences: queries that hold at consecutive positions. lucena.query.shape compiles them to automata, and
-- csrc/match/sequence.c runs the automata.
-- @module lucena.query.sequence

local argument = require("lucena.query.argument")
local expression = require("lucena.query.expression")
local shapes = require("lucena.query.shape")

local M = {}

local finish = shapes.finish

local function check_times(name, first, lo, hi)
  if math.type(lo) ~= "integer" or lo < 0 then
    argument.fail(first, name, "a number of positions expected")
  elseif hi ~= nil and (math.type(hi) ~= "integer" or hi < math.max(lo, 1)) then
    argument.fail(first + 1, name, "a number of positions expected, at least 1 and at least the first number")
  end
end

-- ---- names ---------------------------------------------------------------------------------------

--- Any positions, as a part of `seq`: `gap(2)` is two or more positions, `gap(0, 5)` is at most five.
---@param lo integer
---@param hi? integer default: no limit
---@return lucena.Query
-- @usage local q = chess.query; return q.seq(q.ply(1), q.gap(0), q.check)(chess.game("1. e4 f5 2. Qh5+ *")) --> true
function M.gap(lo, hi)
  check_times("gap", 1, lo, hi)
  return finish({ kind = "times", part = shapes.one(), lo = lo, hi = hi }, expression.call_text("gap", lo, hi), "gap")
end

--- Repeat a query of positions or a sequence. The result is a query, or a part of `seq`. `streak(x, 3)` matches three
--- or more consecutive positions at which x holds. With 0, the part is optional.
---@param query lucena.Query of positions, or a sequence
---@param lo integer
---@param hi? integer default: no limit
---@return lucena.Query
-- @usage local q = chess.query; return q.streak(q.capture, 2)(chess.game("1. e4 d5 2. exd5 Qxd5 *")) --> true
function M.streak(query, lo, hi)
  local part = shapes.shape_of(expression.operand(query, 2, "streak"), 1, "streak")
  check_times("streak", 2, lo, hi)
  local text = ("streak(%s, %s)"):format(tostring(query), hi and lo .. ", " .. hi or lo)
  return finish({ kind = "times", part = part, lo = lo, hi = hi }, text, "streak")
end

local OPTIONS = { within = "number", from_start = "boolean", at_end = "boolean" }

-- Return the options after the parts, or nil.
local function take_options(parts)
  local last = parts[parts.n]
  if type(last) ~= "table" or getmetatable(last) then
    return nil
  end
  local opts = argument.options(last, "seq", OPTIONS)
  if opts.within and (math.type(opts.within) ~= "integer" or opts.within < 0) then
    argument.fail(parts.n, "seq", "option 'within': a number of plies expected")
  end
  parts.n = parts.n - 1
  return opts
end

--- Matches consecutive positions: each part matches the next position. A part is a query of positions, a number (of
-- arbitrary positions), `gap`, `streak`, another sequence, or alternatives of these with `|`. As in LPeg, `a * b` is
-- `seq(a, b)`, `a^2` is `streak(a, 2)` and `a^-2` is `streak(a, 0, 2)`.
-- The last argument may be a table of options: {within = n: at most n plies from the first position to the last,
-- from_start = true: the sequence begins at the start of the game, at_end = true: it ends at the last position}. The
-- match position is the first position of the sequence. If several sequences match, the one that ends first is used. If
-- several end there, the shortest of them is used.
---@param ... lucena.Query|integer|table
---@return lucena.Query
-- @usage local q = chess.query; return q.seq(q.played "Bxh7+", 1, q.played "Ng5+"):describe()
function M.seq(...)
  local parts, shape, texts = table.pack(...), { kind = "list" }, {}
  local opts = take_options(parts)
  for i = 1, parts.n do
    shape[i], texts[i] = shapes.shape_of(parts[i], i, "seq"), tostring(parts[i])
  end
  if not texts[1] or not table.concat(texts):find("%D") then
    argument.fail(1, "seq", "a query of positions expected")
  end
  local text = table.concat(texts, ", ") .. (opts and next(opts) and ", " .. expression.call_text("", opts) or "")
  local query = finish(shape, ("seq(%s)"):format(text), "seq", opts)
  rawset(query, "beginnings", function()
    return shapes.beginnings(shape, texts, opts or {})
  end)
  return query
end

return M
