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

local MOST_GROUPS = codes.ATTACKS_LEAST -- of attacked pieces

-- Return the set of kinds of each group of attacked pieces.
local function groups_of(target)
  local groups = {}
  for group in (type(target) == "string" and target or "?!"):gmatch("%S+") do
    groups[#groups + 1] = group == "?" and ANY_SQUARE or board.kinds_or_mover(group, 2, "attacks")
  end
  if #groups == 0 or #groups > MOST_GROUPS then
    argument.fail(2, "attacks", ("1 to %d groups of pieces expected"):format(MOST_GROUPS))
  end
  return groups
end

-- Return the least number of pieces of the first group that each attacking piece attacks.
local function least_of(least, groups)
  if least and (#groups > 1 or math.type(least) ~= "integer" or least < 1 or least > 64) then
    argument.fail(3, "attacks", "option 'targets': a whole number from 1 expected, and one group of pieces")
  end
  return least or 1
end

--- Matches if pieces attack other pieces of either side: `attacks("N", "qr")` is a white knight that attacks a black
-- queen or rook. "?" is any square, with or without a piece: `attacks("N", "?", {to = "f5"})`. `min` and `max` limit
-- the number of attacking pieces. With several groups, separated by blanks, one piece must attack a piece of each
-- group: a fork of king and rook is `attacks("N", "k r")`. With `targets = 2`, one piece must attack at least two
-- pieces. "mover" is the piece that the last move moved, as attacker or as target.
---@param by string letters as for `piece`, or "mover"
---@param target string groups of letters, or "?", or "mover"
---@param opts? {from?: string, to?: string, min?: integer, max?: integer, targets?: integer} `from` and `to`: squares;
-- `min` and `max`: attacking pieces; `targets`: attacked by each, at least
---@return lucena.Query
-- @usage chess.query.attacks("B", "n", {to = "c6"})(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")) --> true
-- @usage chess.query.attacks("N", "k r")(chess.game("1. Nc3 e5 2. Nd5 d6 3. Nxc7+ *")) --> true
-- @usage chess.query.attacks("mover", "k r")(chess.game("1. Nc3 e5 2. Nd5 d6 3. Nxc7+ *")) --> true
M.attacks = maker("attacks", "two kinds of pieces", function(by, target, opts)
  local kinds = board.kinds_or_mover(by, 1, "attacks")
  local it = opts and argument.options(opts, "attacks", ATTACKS, 3) or {}
  local groups = groups_of(target)
  local least = least_of(it.targets, groups)
  local lo, hi = bounds(it, "attacks")
  return step(text_of("attacks", by, target, opts), { op = "attacks", kinds = kinds, others = groups[1],
    also = table.move(groups, 2, #groups, 1, {}), count = (least - 1) * codes.ATTACKS_LEAST,
    a = board.squares(it.from, 3, "attacks"), b = board.squares(it.to, 3, "attacks"), lo = lo, hi = hi })
end)

--- Matches if any piece of a side attacks at least one of some squares: `controls("white", "d5 e5")`.
---@param side string "white" or "black"
---@param squares string as for `piece`
---@param range? {min?: integer, max?: integer}|integer the number of the squares, or a range
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
-- for `piece` or "mover", on =, min =, max =, xray = true: a line piece also attacks the square through another
-- line piece that attacks it}. The next four queries have the same arguments.
-- @usage chess.query.attacked{piece = "n", on = "c6"}(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")) --> true
M.attacked = of_pieces("attacked", { op = "attacked" }, false, true)

--- Matches if a piece is guarded: another piece of its side attacks its square.
-- @usage chess.query.guarded{piece = "N", on = "f3"}(chess.game("1. Nf3 *")) --> true
M.guarded = of_pieces("guarded", { op = "guarded" }, false, true)

--- Matches if a piece other than the king is not guarded.
-- @usage chess.query.loose{piece = "P", on = "e4"}(chess.game("1. e4 *")) --> true
M.loose = of_pieces("loose", { op = "loose" }, false, true)

--- Matches if a piece other than the king is attacked and not guarded.
-- @usage chess.query.hanging "black"(chess.game("1. e4 e5 2. Nf3 *")) --> true
M.hanging = of_pieces("hanging", { op = "hanging" }, false, true)

--- Matches if a piece is hanging, or is attacked by a less valuable piece. Ascending values: pawn, knight or bishop,
-- rook, queen. This one has no `xray`.
-- @usage chess.query.en_prise{piece = "q"}(chess.game("1. e4 d5 2. exd5 Qxd5 3. Nc3 *")) --> true
M.en_prise = of_pieces("en_prise", { op = "en_prise" })

-- ---- lines -----------------------------------------------------------------------------------------

local DISCOVERED = { piece = "string", target = "string", from = "string", on = "string", min = "number",
  max = "number" }

--- Matches if the last move uncovered an attack: a bishop, rook or queen attacks an enemy piece through a square that
-- the move left (after a capture en passant, also the square of the captured pawn). Takes {piece = letters of the
-- attackers, target = letters of the attacked pieces, from = squares of the attackers, on = squares of the attacked
-- pieces, min =, max = the number of attackers}, or the letters of the attacked pieces: `discovered "Kk"` is a
-- discovered check.
-- @usage chess.query.discovered "Pp"(chess.game("1. a3 h5 2. e3 *")) --> true
M.discovered = expression.applicable(step("discovered", { op = "discovered", kinds = board.ALL_PIECES,
  others = board.ALL_PIECES, a = board.ALL, b = board.ALL, lo = 1, hi = 64 }), function(opts)
  local text = text_of("discovered", opts)
  opts = argument.options(type(opts) == "string" and { target = opts } or opts, "discovered", DISCOVERED)
  local lo, hi = bounds(opts, "discovered")
  return step(text, { op = "discovered", kinds = board.kinds(opts.piece or "Aa", 1, "discovered"),
    others = board.kinds(opts.target or "Aa", 1, "discovered"), a = board.squares(opts.from, 1, "discovered"),
    b = board.squares(opts.on, 1, "discovered"), lo = lo, hi = hi })
end)

local BETWEEN = { piece = "string", from = "string", to = "string", min = "number", max = "number" }

--- Matches if two pieces are on one line, with pieces between them: `between("R", "k", {piece = "n", min = 1})` is
-- a white rook and the black king on one rank or file, with a black knight between them. The line is a rank, file or
-- diagonal along which the first piece moves; for a king, knight or pawn, any of them.
---@param first string letters as for `piece`, or "mover"
---@param second string letters, or "mover"
---@param opts? {piece?: string, min?: integer, max?: integer, from?: string, to?: string} `piece`: the pieces between
-- them that are counted (default: all); `min` and `max`: their number (default: none); `from` and `to`: squares of the
-- two pieces
---@return lucena.Query
-- @usage chess.query.between("Q", "p", {to = "h5"})(chess.game("1. a3 h5 2. e3 *")) --> true
-- @usage chess.query.between("B", "q", {piece = "n", min = 1, max = 1})(chess.game("1. d4 Nf6 2. Bg5 e6 *")) --> true
M.between = maker("between", "two kinds of pieces", function(first, second, opts)
  local it = opts and argument.options(opts, "between", BETWEEN, 3) or {}
  local lo, hi = 0, it.piece and 64 or 0
  if it.min ~= nil or it.max ~= nil then
    lo, hi = argument.range({ min = it.min or 0, max = it.max }, 3, "between", true)
  end
  return step(text_of("between", first, second, opts), { op = "between",
    kinds = board.kinds_or_mover(first, 1, "between"), others = board.kinds_or_mover(second, 2, "between"),
    count = board.kinds_or_mover(it.piece or "Aa", 3, "between"), a = board.squares(it.from, 3, "between"),
    b = board.squares(it.to, 3, "between"), lo = lo, hi = hi })
end)

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
