--- Queries of positions: exact positions, pawn structures, patterns, the side to move, the ply.
-- @module lucena.query.position

local argument = require("lucena.query.argument")
local class_of = require("lucena.argument").kind
local board = require("lucena.query.board")
local core = require("lucena.core")
local expression = require("lucena.query.expression")
local pattern = require("lucena.query.pattern")

local M = {}

local step, text_of, maker = expression.step, expression.call_text, expression.maker
local named, applicable = expression.named, expression.applicable

-- ---- exact positions -----------------------------------------------------------------------------

local function set_of(position, piece)
  local set = 0
  for _, square in ipairs(position:squares(piece)) do
    set = set | 1 << (square:byte(1) - 97 + 8 * (square:byte(2) - 49))
  end
  return set
end

-- Return a Position from a Position, its FEN, or the moves that lead to it.
local function position_of(value, name)
  if getmetatable(value) == "lucena.Position" then
    return value, value:fen()
  end
  if type(value) ~= "string" then
    argument.fail(1, name, ("a FEN, moves or a Position expected, got %s"):format(class_of(value)))
  end
  local position, err
  if value:find("/", 1, true) then
    position, err = core.position(value)
  else
    position, err = core.position():play(value)
  end
  if not position then
    argument.fail(1, name, err)
  end
  return position, value
end

-- Return the fields from which C can tell that the rest of a game cannot reach the position.
local function exact(position, fields)
  local count = 0
  for letter in ("PNBRQKpnbrqk"):gmatch(".") do
    count = count + #position:squares(letter)
  end
  fields.op, fields.position, fields.lo = "exact", position, count
  fields.a = set_of(position, "P") & board.RANK_1 << 8
  fields.b = set_of(position, "p") & board.RANK_1 << 48
  return fields
end

--- Matches this position, reached by any moves. The pieces, the side to move, castling rights, and a legal en passant
-- capture must be equal, as in FIDE Laws 9.2. Clocks are ignored.
---@param position string|lucena.Position a FEN, a Position, or the moves that lead there
---@return lucena.Query
-- @usage chess.query.position "e4 e5 Nf3"(chess.game("1. Nf3 e5 2. e4 *")) --> true
M.position = maker("position", "a position", function(position)
  local it, text = position_of(position, "position")
  return step(text_of("position", text), exact(it, { count = 0 }))
end)

--- Matches this placement of pieces, with either side to move and any castling rights.
---@param position string|lucena.Position as for `position`
---@return lucena.Query
-- @usage chess.query.placement "e4 e5 Nf3"(chess.game("1. Nf3 e6 2. e4 e5 *")) --> true
M.placement = maker("placement", "a position", function(position)
  local it, text = position_of(position, "placement")
  return step(text_of("placement", text), exact(it, { count = 1 }))
end)

local function key_step(name, key, count)
  local is_text = type(key) == "string" and #key <= 16 and key:find("^%x+$")
  local number = is_text and tonumber(key, 16) or key -- results: these are digits
  if math.type(number) ~= "integer" then
    argument.fail(1, name, ("an integer or up to 16 hexadecimal digits expected, got '%s'"):format(tostring(key)))
  end
  return step(text_of(name, key), { op = "key", a = number, count = count })
end

--- Matches positions with this key: Lucena's `Position.key`. Different positions may share a key; `position` compares
-- completely.
---@param key integer|string the number, or hexadecimal digits
---@return lucena.Query
-- @usage chess.query.key(chess.position():play("e4").key)(chess.game("1. e4 *")) --> true
M.key = maker("key", "a key", function(key)
  return key_step("key", key, 0)
end)

--- Matches positions with this key of Polyglot's opening books, as other programs print it.
---@param key integer|string the number, or hexadecimal digits
---@return lucena.Query
-- @usage chess.query.polyglot_key "463b96181691fc9c"(chess.game("*")) --> true
M.polyglot_key = maker("polyglot_key", "a key", function(key)
  return key_step("polyglot_key", key, 1)
end)

--- Matches if the pawns of both sides are exactly on these squares.
---@param position string|lucena.Position as for `position`
---@return lucena.Query
-- @usage chess.query.same_pawns "e4 e5 Nf3"(chess.game("1. e4 e5 2. Bc4 *")) --> true
M.same_pawns = maker("same_pawns", "a position", function(position)
  local it, text = position_of(position, "same_pawns")
  local white, black = set_of(it, "P"), set_of(it, "p")
  -- Pairs of sets of squares in lc_Position (0 pawns, 6 and 7 the sides' pieces, 8 empty), with squares that they may
  -- not share.
  local block = { 0, 6, ~white, 0, 7, ~black, 8, 7, white | black, 1, 1, white | black, 2, 2, white | black,
    3, 3, white | black, 4, 4, white | black, 5, 5, white | black }
  return step(text_of("same_pawns", text), { op = "pattern", groups = { { block } },
    a = white & board.RANK_1 << 8, b = black & board.RANK_1 << 48 })
end)

-- ---- patterns ------------------------------------------------------------------------------------

local OPTIONS = { colors = "boolean", mirror = "boolean", shift = "boolean" }

local function compile(ranks, is_shifted)
  if not is_shifted then
    return pattern.compile(ranks)
  end
  local fields = pattern.compile_shifted(ranks)
  if not fields then
    argument.fail(1, "pattern", "a pattern with `shift` has at most one * in a rank")
  end
  return fields
end

--- Matches if the board matches a pattern, written like the first field of a FEN in pgn-extract's syntax. `?` is any
-- square, `!` any piece, `A` a white piece, `a` a black one, `*` any number of any squares, `[QRq]` one of these
-- pieces, `[^Pp]` any other piece or an empty square. `/` separates ranks, the eighth first. A digit is a number of
-- empty squares.
-- With `shift`, the pattern may be anywhere on the board: all its squares except those of `?` and `*` are moved by the
-- same number of files and ranks. The options can be combined.
---@param text string
---@param opts? {colors?: boolean, mirror?: boolean, shift?: boolean} `colors`: also match with the colors exchanged;
-- `mirror`: also with left and right exchanged; `shift`: also elsewhere on the board
---@return lucena.Query
-- @usage chess.query.pattern "*/*/*/*/4P3/*/*/*"(chess.game("1. e4 *")) --> true
M.pattern = maker("pattern", "a pattern", function(text, opts)
  argument.check(text, 1, "pattern", "string")
  if opts ~= nil then
    argument.options(opts, "pattern", OPTIONS, 2)
  end
  local ranks, problem = pattern.parse(text)
  if not ranks then
    argument.fail(1, "pattern", problem)
  end
  local list, whole = {}, text_of("pattern", text, opts)
  for _, variant in ipairs(pattern.variants(ranks, opts or {})) do
    list[#list + 1] = step(whole, compile(variant, opts and opts.shift))
  end
  return named(expression.any_of(list), whole)
end)

--- Matches if pieces are on squares: `piece("N", "f5")` is a white knight on f5, `piece("Rr", "7")` a rook of either
-- side on the seventh rank, `piece("P", "e", {min = 2})` two white pawns on the e-file.
---@param pieces string letters: PNBRQK White's, pnbrqk Black's, A and a any piece of White or Black
---@param squares? string squares, files and ranks, separated by blanks; nil: anywhere
---@param range? {min?: integer, max?: integer}|integer the number, or a range; nil: one or more
---@return lucena.Query
-- @usage chess.query.piece("N", "f3")(chess.game("1. Nf3 *")) --> true
M.piece = maker("piece", "men", function(men, squares, range)
  local lo, hi = 1, 64
  local kinds, set = board.kinds(men, 1, "piece"), board.squares(squares, 2, "piece")
  if range ~= nil then
    lo, hi = argument.range(range, 3, "piece", true)
  end
  return step(text_of("piece", men, squares, range), { op = "on", kinds = kinds, a = set, lo = lo, hi = hi })
end)

-- ---- when ----------------------------------------------------------------------------------------

--- Matches if this side is to move.
---@param side string "white" or "black"
---@return lucena.Query
-- @usage chess.query.to_move "black"(chess.game("1. e4 *")) --> true
M.to_move = maker("to_move", "a side", function(side)
  if not board.COLORS[side] then
    argument.fail(1, "to_move", "'white' or 'black' expected, got " .. require("lucena.argument").given(side))
  end
  return step(text_of("to_move", side), { op = "turn", color = board.COLORS[side] })
end)

--- Matches after N plies of the game; 0 is the start position.
---@param range {min?: integer, max?: integer}|integer the number, or a range
---@return lucena.Query
-- @usage (chess.query.ply(2) & chess.query.capture)(chess.game("1. e4 d5 2. exd5 *")) --> false
M.ply = maker("ply", "a number", function(range)
  local lo, hi = argument.range(range, 1, "ply", true)
  return step(text_of("ply", range), { op = "ply", lo = lo, hi = hi })
end)

--- Matches if the number of the last move is in a range.
---@param range {min?: integer, max?: integer}|integer the number, or a range
---@return lucena.Query
-- @usage (chess.query.move_number(2) & chess.query.capture)(chess.game("1. e4 d5 2. exd5 *")) --> true
M.move_number = maker("move_number", "a number", function(range)
  local lo, hi = argument.range(range, 1, "move_number", true)
  return step(text_of("move_number", range), { op = "number", lo = lo, hi = hi })
end)

--- Matches if the number of plies since the last capture or pawn move is in a range.
---@param range {min?: integer, max?: integer}|integer a number is the minimum
---@return lucena.Query
-- @usage chess.query.quiet_plies(2)(chess.game("1. Nf3 Nf6 *")) --> true
M.quiet_plies = maker("quiet_plies", "a number", function(range)
  local lo, hi = argument.range(range, 1, "quiet_plies")
  return step(text_of("quiet_plies", range), { op = "clock", lo = lo, hi = hi })
end)

--- Matches if this position has occurred N times so far.
---@param times integer 2 or more
---@return lucena.Query
-- @usage chess.query.repeated(2)(chess.game("1. Nf3 Nf6 2. Ng1 Ng8 *")) --> true
M.repeated = maker("repeated", "a number", function(times)
  if math.type(times) ~= "integer" or times < 2 or times > 1000 then
    argument.fail(1, "repeated", "a number of times, 2 or more, expected")
  end
  return step(text_of("repeated", times), { op = "repeated", lo = times })
end)

local MOBILITY = { piece = "string", on = "string", min = "number", max = "number" }

--- Matches if the side to move has a number of legal moves: `mobility(1)` is a forced move. With options {piece =
-- letters as for `piece`, on = squares, min =, max =}, the moves of these pieces are counted, and the side to move must
-- have such a piece there.
---@param range {min?: integer, max?: integer}|integer
---@return lucena.Query
-- @usage chess.query.mobility{piece = "q", max = 0}(chess.game("1. e4 e5 *")) --> true
M.mobility = maker("mobility", "a number or options", function(range)
  local opts = type(range) == "table" and argument.options(range, "mobility", MOBILITY) or {}
  local lo, hi = argument.range(type(range) == "table" and { min = opts.min, max = opts.max } or range, 1, "mobility",
    true)
  return step(text_of("mobility", range), { op = "mobility", lo = lo, hi = hi,
    kinds = board.kinds(opts.piece or "Aa", 1, "mobility"), a = board.squares(opts.on, 1, "mobility") })
end)

local function of_side_in_check(name, op)
  return applicable(step(name, { op = op }), function(side)
    if not board.COLORS[side] then
      argument.fail(1, name, "'white' or 'black' expected, got " .. require("lucena.argument").given(side))
    end
    return named(step("", { op = "turn", color = board.COLORS[side] }) & step(name, { op = op }), text_of(name, side))
  end)
end

--- Matches if the side to move is in check by two pieces; `double_check "white"`: if White is.
-- @usage chess.query.double_check(chess.game("1. e4 e5 2. Nf3 f5 3. Nxe5 Qe7 4. Ng6 Qxe4+ *")) --> false
M.double_check = of_side_in_check("double_check", "double_check")

--- Matches if the side to move is in check; `check "white"`: if White is.
-- @usage chess.query.check "black"(chess.game("1. e4 f5 2. Qh5+ *")) --> true
M.check = of_side_in_check("check", "check")

return M
