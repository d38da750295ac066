--- Numbers of a game, made from queries of positions: `count(check)` is the number of positions with a check,
-- `longest(check)` the length of the longest run of such positions, and `number(pinned)` the greatest number of pieces
-- of a side that are pinned at one position. With a range, each is a query of games. Without one, it is a function of a
-- Game, usable as a sort key, a column, or a field of a table: `filter --sort='-(longest(check))'`.
-- Cost: count and longest replay the mainline once. number replays it once for each value up to its own.
-- @module lucena.query.game_number

local argument = require("lucena.query.argument")
local expression = require("lucena.query.expression")

local M = {}

local text_of = expression.call_text

---@class lucena.QueryNumber
local Number = { __name = "lucena.QueryNumber", __metatable = "lucena.QueryNumber" }

function Number:__tostring()
  return self.text
end

function Number:__call(game)
  if getmetatable(game) ~= "lucena.Game" then
    error(("'%s' takes a Game, got %s"):format(self.text, require("lucena.argument").kind(game)), 2)
  end
  return self.of(game)
end

-- A comparison in Lua gives true or false, which is no query. `step`: 1 if the limit is excluded.
local function refuse_comparison(a, b, step)
  local is_first = getmetatable(a) == "lucena.QueryNumber"
  local number, limit = is_first and a or b, is_first and b or a
  limit = math.type(limit) == "integer" and limit + (is_first and -step or step) or limit
  error(("'%s' is compared with a range: write %s, {%s = %s})"):format(number.text, number.text:sub(1, -2),
    is_first and "max" or "min", tostring(limit)), 3)
end

function Number.__lt(a, b)
  refuse_comparison(a, b, 1)
end

function Number.__le(a, b)
  refuse_comparison(a, b, 0)
end

--- Return the query of positions, or raise an error.
---@param query any
---@param name string for the message
---@return lucena.Query
function M.of_positions(query, name)
  if not expression.is_query(query) then
    argument.fail(1, name, "a query of positions expected, got " .. require("lucena.argument").kind(query))
  elseif query.level ~= "position" then
    argument.fail(1, name, ("a query of positions expected; %s is about the game"):format(tostring(query)))
  end
  return query
end

--- Return the number, or with a range the query that the number is in it.
---@param name string
---@param query lucena.Query
---@param range? {min?: integer, max?: integer}|integer the number, or a range
---@param of fun(game: lucena.Game): integer
---@return lucena.QueryNumber|lucena.Query
function M.made(name, query, range, of)
  local text = text_of(name, query, range)
  local function value_of(game)
    return game.start and of(game) or nil -- nothing is known of a game with a refused FEN
  end
  if range == nil then
    return setmetatable({ text = text, of = value_of }, Number)
  end
  local lo, hi = argument.range(range, 2, name, true)
  return expression.ask(text, "game", function(game)
    local value = value_of(game)
    return value ~= nil and value >= lo and value <= hi
  end)
end

-- ---- the greatest number -------------------------------------------------------------------------

-- The steps that count pieces, pawns, squares, files or moves.
local COUNTING = {}
for op in ([[on pinned attacks passed isolated doubled backward shield open half_open outpost control attacked guarded
    loose hanging en_prise at_king battery discovered mobility king_files castling]]):gmatch("%S+") do
  COUNTING[op] = true
end

-- Return whether a query counts: it is a counting step, or one of its parts is; of alternatives, all.
local function counts(query)
  if query.kind == "or" then
    for _, child in ipairs(query) do
      if not counts(child) then
        return false
      end
    end
    return true
  elseif query.kind == "and" or query.kind == "flip" then
    for _, child in ipairs(query) do
      if counts(child) then
        return true
      end
    end
  end
  return query.kind == "step" and COUNTING[query.step.op] == true
end

-- Return the query whose counting steps need at least `least`; nil if no number of them is so large.
local function with_minimum(query, least)
  if query.kind == "step" and COUNTING[query.step.op] then
    local fields = {}
    for key, value in pairs(query.step) do
      fields[key] = value
    end
    fields.lo = math.max(least, fields.lo)
    return fields.lo <= fields.hi and expression.step(tostring(query), fields) or nil
  elseif query.kind ~= "and" and query.kind ~= "or" and query.kind ~= "flip" then
    return query
  end
  local parts = {}
  for _, child in ipairs(query) do
    local part = with_minimum(child, least)
    if not part and query.kind ~= "or" then
      return nil
    end
    parts[#parts + 1] = part
  end
  if query.kind == "flip" then
    return expression.flip(parts[1], tostring(query))
  end
  return #parts > 0 and (query.kind == "and" and expression.all_of(parts) or expression.any_of(parts)) or nil
end

--- The greatest number that a query counts at a position of the mainline: of pieces, pawns, squares, files or moves.
---@param query lucena.Query of positions that counts, such as `pinned` or `piece "Q"`
---@param range? {min?: integer, max?: integer}|integer the number, or a range
---@return lucena.QueryNumber|lucena.Query
-- @usage chess.query.number(chess.query.piece "Qq")(chess.game "1. e4 e5 *") --> 2
function M.greatest(query, range)
  query = M.of_positions(query, "number")
  local larger = {}
  if not counts(query) then
    local wanted = 'a tag, or a query that counts (pinned, piece "Q"), expected'
    argument.fail(1, "number", ("%s; %s does not count"):format(wanted, tostring(query)))
  end
  return M.made("number", query, range, function(game)
    local value = 0
    while true do
      if larger[value + 1] == nil then
        larger[value + 1] = with_minimum(query, value + 1) or false
      end
      if not larger[value + 1] or not expression.to_game(larger[value + 1])(game) then
        return value
      end
      value = value + 1
    end
  end)
end

return M
