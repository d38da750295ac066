--- Makes tests of positions that are queries themselves and can also be called with a side or options: `passed`,
-- `passed "white"`, `passed{side = "white", on = "7"}`.
-- @module lucena.query.fact

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")

local M = {}

local step, named = expression.step, expression.named

--- Return the bounds {min =, max =} of a table of options. Default: at least one.
---@param opts table
---@param name string the query, for messages
---@return integer lo
---@return integer hi
function M.bounds(opts, name)
  if opts.min == nil and opts.max == nil then
    return 1, 64
  end
  return argument.range({ min = opts.min or 0, max = opts.max }, 1, name, true)
end

--- Make a name that is a query and can also be called with a side or options.
---@param name string
---@param allowed table as for lucena.query.argument.options
---@param make fun(opts: table, text: string): lucena.Query
---@param number? string the option that a single number sets
---@return lucena.Query
function M.fact(name, allowed, make, number)
  local function apply(opts)
    local text = expression.call_text(name, opts)
    if type(opts) == "string" then
      opts = { side = opts }
    elseif number and type(opts) == "number" then
      opts = { [number] = opts }
    end
    argument.options(opts, name, allowed)
    return named(make(opts, text), text)
  end
  return expression.applicable(named(make({}, name), name), apply)
end

-- Return the side of the pieces of these kinds; "either" if both sides have such pieces.
local function side_of(opts, kinds, name, is_others)
  local has_white, has_black = kinds & board.WHITE_PIECES ~= 0, kinds & board.BLACK_PIECES ~= 0
  if is_others then
    has_white, has_black = has_black, has_white
  end
  local side = has_white and (has_black and "either" or "white") or "black"
  if opts.side == nil or opts.side == "either" then
    return side
  elseif side ~= "either" and side ~= opts.side then
    argument.fail(1, name, "options 'piece' and 'side' name different sides")
  end
  return opts.side
end

local PIECES = { side = board.SIDES, piece = "string", on = "string", min = "number", max = "number" }
local WITH_XRAY = { xray = "boolean" }
for key, value in pairs(PIECES) do
  WITH_XRAY[key] = value
end

--- Make a test that counts a side's pieces with a property: {side =, piece =, on =, min =, max =}.
---@param name string
---@param fields table the fields of the step except color, kinds, squares and bounds
---@param is_others? boolean the pieces belong to the opponent of the option `side`
---@param has_xray? boolean there is an option `xray`
---@return lucena.Query
function M.pieces(name, fields, is_others, has_xray)
  return M.fact(name, has_xray and WITH_XRAY or PIECES, function(opts, text)
    local lo, hi = M.bounds(opts, name)
    local kinds = opts.piece and board.kinds_or_mover(opts.piece, 1, name) or board.ALL_PIECES
    local set = board.squares(opts.on, 1, name)
    return board.for_side(side_of(opts, kinds, name, is_others), function(color)
      local it = { color = is_others and 1 - color or color, kinds = kinds, a = set, lo = lo, hi = hi,
        count = opts.xray and 1 or nil }
      for key, value in pairs(fields) do
        it[key] = value
      end
      return step(text, it)
    end)
  end)
end

return M
