--- Queries of attacks: pins, attacked and controlled squares, guarded and hanging pieces, batteries.
-- csrc/match/control.h has the definitions. A pinned piece still attacks.
-- @module lucena.query.control

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local facts = require("lucena.query.fact")
local codes = require("lucena.query.instruction").codes

local M = {}

local step, text_of, maker = expression.step, expression.call_text, expression.maker
local bounds, fact, of_pieces = facts.bounds, facts.fact, facts.pieces

--- Matches if a piece is pinned against its own king. Takes a side (that of the piece), or {side =, piece = letters as
-- for `piece`, on =, min =, max =}.
-- @usage chess.query.pinned{piece = "n"}(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 *")) --> true
M.pinned = of_pieces("pinned", { op = "pinned" })

-- ---- attacks -------------------------------------------------------------------------------------

local ATTACKS = { from = "string", to = "string", min = "number", max = "number", targets = "number" }
local ANY_SQUARE = board.ALL_PIECES | codes.EMPTY_SQUARES

-- Return the sets of kinds of the attacked pieces, and the least number of them for each attacking piece.
local function targets_of(target, least)
  local first, second = tostring(target):match("^(%a+) (%a+)$")
  if least and (first or math.type(least) ~= "integer" or least < 1 or least > 64) then
    argument.fail(3, "attacks", "option 'targets': a whole number from 1 expected, and one group of pieces")
  end
  if target == "?" then
    return ANY_SQUARE, 0, least or 1
  end
  return board.kinds(first or target, 2, "attacks"), second and board.kinds(second, 2, "attacks") or 0, least or 1
end

--- Matches if pieces attack other pieces of either side: `attacks("N", "qr")` is a white knight that attacks a black
-- queen or rook. "?" is any square, with or without a piece: `attacks("N", "?", {to = "f5"})`. `min` and `max` limit
-- the number of attacking pieces. With two groups, separated by a blank, one piece must attack a piece of each group: a
-- fork of king and rook is `attacks("N", "k r")`. With `targets = 2`, one piece must attack at least two pieces.
---@param by string letters as for `piece`
---@param target string letters, or "?"
---@param opts? table from =, to = squares; min =, max = attacking pieces; targets = attacked by each, at least
---@return lucena.Query
-- @usage chess.query.attacks("B", "n", {to = "c6"})(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")) --> true
-- @usage chess.query.attacks("N", "k r")(chess.game("1. Nc3 e5 2. Nd5 d6 3. Nxc7+ *")) --> true
M.attacks = maker("attacks", "two kinds of pieces", function(by, target, opts)
  local kinds = board.kinds(by, 1, "attacks")
  local it = opts and argument.options(opts, "attacks", ATTACKS, 3) or {}
  local others, also, least = targets_of(target, it.targets)
  local lo, hi = bounds(it, "attacks")
  return step(text_of("attacks", by, target, opts), { op = "attacks", kinds = kinds, others = others,
    count = also + (least - 1) * codes.ATTACKS_LEAST, a = board.squares(it.from, 3, "attacks"),
    b = board.squares(it.to, 3, "attacks"), lo = lo, hi = hi })
end)

--- Matches if any piece of a side attacks at least one of some squares: `controls("white", "d5 e5")`.
---@param side string "white" or "black"
---@param squares string as for `piece`
---@param range? table|integer {min =, max =} of the squares, or the number
---@return lucena.Query
-- @usage chess.query.controls("white", "d5 f5", 2)(chess.game("1. e4 *")) --> true
M.controls = maker("controls", "a side and squares", function(side, squares, range)
  if not board.COLORS[side] then
    argument.fail(1, "controls", "'white' or 'black' expected, got " .. require("lucena.argument").given(side))
  end
  argument.check(squares, 2, "controls", "string")
  local lo, hi = 1, 64
  if range ~= nil then
    lo, hi = argument.range(range, 3, "controls", true)
  end
  return step(text_of("controls", side, squares, range), { op = "control", color = board.COLORS[side],
    a = board.squares(squares, 2, "controls"), lo = lo, hi = hi })
end)

-- ---- pieces that are attacked and guarded -----------------------------------------------------------

--- Matches if a piece is attacked by an enemy piece. Takes a side (that of the piece), or {side =, piece = letters as
-- for `piece`, on =, min =, max =}. The next four queries have the same arguments.
-- @usage chess.query.attacked{piece = "n", on = "c6"}(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")) --> true
M.attacked = of_pieces("attacked", { op = "attacked" })

--- Matches if a piece is guarded: another piece of its side attacks its square.
-- @usage chess.query.guarded{piece = "N", on = "f3"}(chess.game("1. Nf3 *")) --> true
M.guarded = of_pieces("guarded", { op = "guarded" })

--- Matches if a piece other than the king is not guarded.
-- @usage chess.query.loose{piece = "P", on = "e4"}(chess.game("1. e4 *")) --> true
M.loose = of_pieces("loose", { op = "loose" })

--- Matches if a piece other than the king is attacked and not guarded.
-- @usage chess.query.hanging "black"(chess.game("1. e4 e5 2. Nf3 *")) --> true
M.hanging = of_pieces("hanging", { op = "hanging" })

--- Matches if a piece is hanging, or is attacked by a less valuable piece. Ascending values: pawn, knight or bishop,
-- rook, queen.
-- @usage chess.query.en_prise{piece = "q"}(chess.game("1. e4 d5 2. exd5 Qxd5 3. Nc3 *")) --> true
M.en_prise = of_pieces("en_prise", { op = "en_prise" })

-- ---- batteries -----------------------------------------------------------------------------------

local LINES = { file = codes.ON_FILE, rank = codes.ON_RANK, diagonal = codes.ON_DIAGONAL }
local FILE_AND_DIAGONAL = LINES.file | LINES.diagonal

local BATTERY = { side = board.SIDES, pieces = "string", line = LINES, on = "string", at = "string", min = "number",
  max = "number" }

-- Return two sets of kinds: a queen and a bishop of the color for "QB", two rooks for "R", any two sliding pieces for
-- nil.
local function two_kinds(pieces, color)
  local first, second = (pieces or ""):match("^([BRQ])([BRQ]?)$")
  if pieces and not first then
    argument.fail(1, "battery", ("option 'pieces': two letters of BRQ expected, got '%s'"):format(pieces))
  elseif not pieces then
    local movers = (1 << board.KINDS.B | 1 << board.KINDS.R | 1 << board.KINDS.Q) << 6 * color
    return movers, movers
  end
  second = second ~= "" and second or first
  return 1 << board.KINDS[first] + 6 * color, 1 << board.KINDS[second] + 6 * color
end

--- Matches if a side has a battery: two pieces on a rank, file or diagonal along which both can move (queen and rook,
--- queen and bishop, two rooks), with no piece between them. Three such pieces are two batteries. Takes a side, or
--- {side =,
-- pieces = "RR", "QR" or "QB", line = "file", "rank" or "diagonal", on = squares of both pieces, at = squares on that
-- line of which the pieces attack one, min =, max = the number of batteries}.
-- @usage chess.query.battery{pieces = "QB", at = "h7"}(chess.game("1. d4 d5 2. Qd3 e6 3. Qc3 *")) --> false
M.battery = fact("battery", BATTERY, function(opts, text)
  local lo, hi = bounds(opts, "battery")
  local lines = opts.line and LINES[opts.line] or FILE_AND_DIAGONAL
  local on, at = board.squares(opts.on, 1, "battery"), opts.at and board.squares(opts.at, 1, "battery") or 0
  return board.for_side(opts.side, function(color)
    local first, second = two_kinds(opts.pieces, color)
    return step(text, { op = "battery", count = lines, kinds = first, others = second, a = on, b = at,
      lo = lo, hi = hi })
  end)
end)

return M
