--- Queries that follow one piece through the game, and `flipped`, which exchanges the colors of a query. A piece is
-- identified by its home square: its square at the start of the game or in the set-up position. It keeps its home when
-- it castles (king and rook) and when it is promoted. A captured piece has no square. csrc/match/pieces.c follows the
-- pieces.
-- @module lucena.query.pieces

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local codes = require("lucena.query.instruction").codes
local shape = require("lucena.query.shape")

local M = {}

local maker, text_of = expression.maker, expression.call_text

local function kinds_of(letters, name)
  return letters and board.kinds(letters, 1, name) or board.ALL_PIECES
end

-- ---- where it is ---------------------------------------------------------------------------------

local MAN = { from = "string", on = "string", piece = "string", moved = "boolean" }

--- Matches if a piece from a home square is now on some square: {from = home squares, on = current squares, piece =
-- its current kind (letters as for the query `piece`), moved = true: it made the last move}. A string is the home
-- square.
---@param opts {from?: string, on?: string, piece?: string, moved?: boolean}|string
---@return lucena.Query of positions
-- @usage chess.query.man{from = "g1", on = "e5"}(chess.game("1. Nf3 d6 2. Ne5 *")) --> true
M.man = maker("man", "a home square", function(opts)
  local text = text_of("man", opts)
  opts = type(opts) == "string" and { from = opts } or opts
  argument.options(opts, "man", MAN)
  if not opts.from then
    argument.fail(1, "man", "option 'from': home squares expected")
  end
  return expression.step(text, {
    op = "piece", a = board.squares(opts.from, 1, "man"), b = board.squares(opts.on, 1, "man"),
    kinds = kinds_of(opts.piece, "man"), lo = 1, hi = 64, count = opts.moved and 1 or 0,
  })
end)

-- ---- actions of a piece -------------------------------------------------------------------------

local MADE = { from = "string", on = "string", piece = "string", min = "number", max = "number" }

--- Matches if a piece has made a number of moves: {from = its home squares, on = its current squares, piece = its
--- current kind (letters as for the query `piece`), min =, max = the number of moves}. Castling is a move of the king
--- and of the rook. For
-- moves in sequence, use `streak`.
---@param opts {from?: string, on?: string, piece?: string, min?: integer, max?: integer}
---@return lucena.Query of positions
-- @usage chess.query.moves_made{piece = "K", min = 2}(chess.game("1. e4 e5 2. Ke2 d6 3. Ke3 *")) --> true
M.moves_made = maker("moves_made", "options", function(opts)
  argument.options(opts, "moves_made", MADE)
  if opts.min == nil and opts.max == nil then
    argument.fail(1, "moves_made", "option 'min' or 'max' expected: moves_made{piece = \"K\", min = 10}")
  end
  local lo, hi = argument.range({ min = opts.min, max = opts.max }, 1, "moves_made", true)
  return expression.step(text_of("moves_made", opts), {
    op = "moves_made", a = board.squares(opts.from, 1, "moves_made"), b = board.squares(opts.on, 1, "moves_made"),
    kinds = kinds_of(opts.piece, "moves_made"), lo = lo, hi = hi,
  })
end)

local FOLLOW = { from = "string", piece = "string", taken = "boolean", any_order = "boolean", start = "boolean" }

-- Return the query for a part: either squares that the piece reaches, or a query of the move.
local function part_of(value, number)
  if type(value) == "string" then
    local squares = board.squares(value, 1, "follow")
    return { squares = squares, start = squares, query = expression.step("", { op = "always" }) }
  end
  local query = expression.operand(value, 4)
  if query.level ~= "position" then
    argument.fail(1, "follow", ("part %d: squares or a query of positions expected; %s is about the game"):format(
      number, tostring(query)))
  end
  return { squares = board.ALL, start = 0, query = query }
end

local function follow(text, leaf, texts)
  local query = expression.leaf(text, leaf)
  rawset(query, "beginnings", function()
    local list = {}
    for i in ipairs(leaf.parts) do
      local is_last = i == #leaf.parts
      local one = { op = "follow", homes = leaf.homes, kinds = leaf.kinds, taken = is_last and leaf.taken or 0,
        any_order = leaf.any_order, start = leaf.start, parts = table.move(leaf.parts, 1, i, 1, {}) }
      list[i] = { expression.leaf(texts[i], one), texts[i] }
    end
    return list
  end)
  return query
end

--- Matches if one piece does several things in sequence, with any moves between them. A part is a text of squares that
-- the piece reaches, or a query of the position after a move of the piece. Fields besides the parts: {from = home
-- squares, piece = its kind on the home square, as for `piece`, taken = true: it is captured afterwards, any_order =
-- true: the parts may happen in any order, start = true: its home square counts as reached}. The match position is
-- after the last of these moves.
---@param opts {from?: string, piece?: string, taken?: boolean, any_order?: boolean, start?: boolean} and the parts
---@return lucena.Query of games
-- @usage chess.query.follow{from = "g1", "e5", taken = true}(chess.game("1. Nf3 d6 2. Ne5 dxe5 *")) --> true
M.follow = maker("follow", "options", function(opts)
  argument.options(opts, "follow", FOLLOW)
  local parts, texts, shown = {}, {}, {}
  for key, value in pairs(opts) do
    shown[key] = type(key) == "string" and value or nil
  end
  for i, value in ipairs(opts) do
    parts[i], texts[i] = part_of(value, i), type(value) == "string" and text_of("", value):sub(2) or tostring(value)
  end
  if #parts == 0 and not opts.taken or #parts > codes.FOLLOW_MOST then
    argument.fail(1, "follow", "1 to 64 parts expected: squares, or queries of moves")
  end
  local options = next(shown) and text_of("", shown):sub(2, -2) or nil
  local leaf = { op = "follow", homes = board.squares(opts.from, 1, "follow"), kinds = kinds_of(opts.piece, "follow"),
    taken = opts.taken and 1 or 0, any_order = opts.any_order and 1 or 0,
    start = opts.start and 1 or 0, parts = parts }
  local all = table.move(texts, 1, #texts, 1, {})
  all[#all + 1] = options
  return follow(("follow{%s}"):format(table.concat(all, ", ")), leaf, texts)
end)

-- ---- both colours --------------------------------------------------------------------------------

local flip

-- Exchange the kinds of White and Black.
local function flip_kinds(kinds)
  return kinds >> 6 & 0x3f | (kinds & 0x3f) << 6
end

-- Exchange the ranks of a set of squares: the first with the eighth, and so on.
local function flip_squares(squares)
  return (string.unpack("<i8", string.pack(">i8", squares)))
end

local function flip_follow(leaf, text)
  local parts, texts = {}, {}
  for i, part in ipairs(leaf.parts) do
    parts[i] = { squares = flip_squares(part.squares), start = flip_squares(part.start), query = flip(part.query) }
    texts[i] = ("part %d"):format(i)
  end
  return follow(text, { op = "follow", homes = flip_squares(leaf.homes), kinds = flip_kinds(leaf.kinds),
    taken = leaf.taken, any_order = leaf.any_order, start = leaf.start, parts = parts }, texts)
end

-- Reject queries of clocks and evaluations. They depend on the ply, not only on the position.
local function refuse_comments(query)
  if rawget(query, "value") or rawget(query, "gather") then
    argument.fail(1, "flipped", ("%s needs the moves or comments of the game"):format(tostring(query)))
  end
  for _, child in ipairs(query) do
    refuse_comments(child)
  end
end

function flip(query)
  local text = ("flipped(%s)"):format(tostring(query))
  if query.level == "position" then
    refuse_comments(query)
    return expression.flip(query, text)
  elseif query.kind == "not" then
    return ~flip(query[1])
  elseif query.kind == "and" or query.kind == "or" then
    local all = flip(query[1])
    for i = 2, #query do
      all = query.kind == "and" and all & flip(query[i]) or query.kind == "or" and all | flip(query[i])
    end
    return all
  elseif query.kind == "leaf" and query.leaf.op == "follow" then
    return flip_follow(query.leaf, text)
  elseif query.kind == "lift" and query.how == "sequence" then
    return shape.map(query, flip, text)
  elseif query.kind == "lift" then
    return expression.lift(query.how, flip(query[1]), rawget(query, "plies"), text)
  end
  argument.fail(1, "flipped", ("a query of positions, or one made of it, expected; %s is about the game"):format(
    tostring(query)))
end

--- Return the same query with the colors exchanged: White's pieces become Black's, and the ranks are reversed. So `x |
--- flipped(x)` matches if x holds for either side. A Lua function gets the exchanged position. The argument may be a
--- query of
-- positions, `held`, `at_end`, `castled`, a sequence, `follow`, or a combination of these with `&`, `|` and `~`.
---@param query lucena.Query
---@return lucena.Query
-- @usage local q = chess.query; return q.flipped(q.piece("N", "f3"))(chess.game("1. e4 Nf6 *")) --> true
function M.flipped(query)
  return flip(expression.operand(query, 2, "flipped"))
end

return M
