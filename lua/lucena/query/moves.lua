--- Queries of moves. They test the position after a move: `played "Nxf7" & check` is a move Nxf7 that gives check.
-- @module lucena.query.moves

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")
local codes = require("lucena.query.instruction").codes
local lexicon = require("lucena.lexicon")

local M = {}

local step, leaf, text_of, maker = expression.step, expression.leaf, expression.call_text, expression.maker
local named, applicable, any_of = expression.named, expression.applicable, expression.any_of

local SHORT, LONG, PLAIN = codes.MOVED_SHORT, codes.MOVED_LONG, codes.MOVED_PLAIN
local EN_PASSANT, NULL = codes.MOVED_EN_PASSANT, codes.MOVED_NULL
local CHECK, MATE = codes.MOVED_CHECK, codes.MOVED_MATE
local ALL_TAKEN = board.ALL_PIECES

-- Bits of the promotion pieces.
local PROMOTIONS = { N = 1 << 1, B = 1 << 2, R = 1 << 3, Q = 1 << 4 }

-- ---- moves by SAN --------------------------------------------------------------------------------

local CASTLING = { short = SHORT, long = LONG }

-- Return the kinds of a letter for both sides.
local function kinds_of(letter)
  return 1 << board.KINDS[letter] | 1 << board.KINDS[letter:lower()]
end

local function sign_of(mark)
  return mark == "+" and CHECK or mark == "#" and MATE or 0
end

-- Parse a move in SAN into fields of a step; nil if it is not a move. Omitted parts of the move match anything.
local function parse_san(text)
  local body, mark = text:match("^(.-)([+#]?)$")
  local wing = body and lexicon.wing(body)
  if wing then
    return { op = "moved", hi = CASTLING[wing] | sign_of(mark) }
  elseif lexicon.is_null(text) then
    return { op = "moved", hi = NULL }
  end
  local letter, file, rank, takes, to, becomes = body:match("^([NBRQK]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])=?([NBRQ]?)$")
  if not letter then
    return nil
  end
  return {
    op = "moved", kinds = kinds_of(letter == "" and "P" or letter),
    a = file .. rank ~= "" and board.squares(file .. rank) or 0, b = board.squares(to),
    others = takes ~= "" and ALL_TAKEN or 0, lo = becomes ~= "" and PROMOTIONS[becomes] or 0,
    hi = PLAIN | sign_of(mark),
  }
end

local function check_san(text, number, name)
  local fields = type(text) == "string" and parse_san(text)
  if not fields then
    argument.fail(number, name, ("a move such as Nxf7 expected, got '%s'"):format(tostring(text)))
  end
  return fields
end

--- Matches if a move was played by either side: "Nf7", or one of several: "Nf7 Nxf7 Bxf7". Omitted parts match
-- anything: "Nf7" is also Ngxf7+; "Nxf7" captures, "Ngf7" comes from the g-file, "Nf7+" gives check, "e8=Q" promotes to
-- a queen.
---@param moves string in SAN, English letters
---@return lucena.Query
-- @usage chess.query.played "Qh5+"(chess.game("1. e4 f5 2. Qh5+ *")) --> true
M.played = maker("played", "a move", function(moves)
  argument.check(moves, 1, "played", "string")
  local list = {}
  for word in moves:gmatch("%S+") do
    list[#list + 1] = step(text_of("played", word), check_san(word, 1, "played"))
  end
  if #list == 0 then
    argument.fail(1, "played", "a move such as Nxf7 expected")
  end
  return named(any_of(list), text_of("played", moves))
end)

-- ---- moves by properties -------------------------------------------------------------------------

local MOVE = { piece = "string", from = "string", to = "string", takes = "string", becomes = "string",
  side = board.SIDES, quiet = "boolean", check = "boolean", mate = "boolean" }

local function becomes_of(letters, name)
  local set = 0
  for letter in (letters or ""):gmatch(".") do
    if not PROMOTIONS[letter:upper()] then
      argument.fail(1, name, ("option 'becomes': letters of NBRQ expected, got '%s'"):format(letters))
    end
    set = set | PROMOTIONS[letter:upper()]
  end
  return set
end

local function move_fields(opts, name)
  local kinds = opts.piece and board.kinds(opts.piece, 1, name) or board.ALL_PIECES
  if opts.side == "white" or opts.side == "black" then
    kinds = kinds & (opts.side == "white" and board.WHITE_PIECES or board.BLACK_PIECES)
    if kinds == 0 then
      argument.fail(1, name, "options 'piece' and 'side' name different sides")
    end
  end
  return {
    op = "moved", kinds = kinds,
    a = opts.from and board.squares(opts.from, 1, name) or 0, b = opts.to and board.squares(opts.to, 1, name) or 0,
    others = opts.takes and board.kinds_or_mover(opts.takes, 1, name) or opts.quiet and codes.MOVED_QUIETLY or 0,
    lo = becomes_of(opts.becomes, name), hi = (opts.check and CHECK or 0) | (opts.mate and MATE or 0),
  }
end

--- Matches a move by its properties: {piece = letters as for `piece`, from =, to = squares, takes = letters, or "mover"
-- for the piece that made the move before, becomes = letters of NBRQ, side =, quiet = true: no capture, check = true:
-- gives check, mate = true: gives mate}. All given properties must hold.
---@param opts {piece?: string, from?: string, to?: string, takes?: string, becomes?: string, side?: "white"|"black",
-- quiet?: boolean, check?: boolean, mate?: boolean}
---@return lucena.Query
-- @usage chess.query.move{piece = "P", takes = "p", to = "d5"}(chess.game("1. e4 d5 2. exd5 *")) --> true
M.move = maker("move", "options", function(opts)
  argument.options(opts, "move", MOVE)
  return step(text_of("move", opts), move_fields(opts, "move"))
end)

-- Make a name that is a query, and that can also be called with some of the options of `move`.
local function kind_of_move(name, allowed, complete)
  local function make(opts, text)
    local fields = move_fields(opts, name)
    for key, value in pairs(complete) do
      if fields[key] == nil or fields[key] == 0 then
        fields[key] = value
      end
    end
    return step(text, fields)
  end
  M[name] = applicable(make({}, name), function(opts)
    local text = text_of(name, opts)
    opts = type(opts) == "string" and { side = opts } or opts
    argument.options(opts, name, allowed)
    return make(opts, text)
  end)
end

--- Matches a capture: {piece =, takes =, from =, to =, side =}, as for `move`; a string is the side.
-- @usage chess.query.capture{takes = "p"}(chess.game("1. e4 d5 2. exd5 *")) --> true
kind_of_move("capture", { piece = "string", takes = "string", from = "string", to = "string", side = board.SIDES },
  { others = ALL_TAKEN })

--- Matches a promotion: {becomes = "N", side =, to =}; a string is the side.
-- @usage chess.query.promotion{becomes = "Q"}(chess.game("1. e4 *")) --> false
kind_of_move("promotion", { becomes = "string", to = "string", takes = "string", side = board.SIDES },
  { lo = PROMOTIONS.N | PROMOTIONS.B | PROMOTIONS.R | PROMOTIONS.Q })

--- Matches an en passant capture; a string is the side.
-- @usage chess.query.en_passant(chess.game("1. e4 a6 2. e5 d5 3. exd6 *")) --> true
kind_of_move("en_passant", { side = board.SIDES }, { hi = EN_PASSANT })

-- ---- openings ------------------------------------------------------------------------------------

-- Parse an element of a line, "cxd4|Nf6", "!Nf3|Ne2" or "*", into a query of the move.
local function parse_element(word, any_order)
  if word == "*" then
    return step("*", { op = "always" })
  end
  local denied, moves = word:match("^(!?)(.+)$")
  if not moves or (denied == "!" and any_order) then
    return nil
  end
  local list = {}
  for move in (moves .. "|"):gmatch("(.-)|") do
    local fields = parse_san(move)
    if not fields then
      return nil
    end
    list[#list + 1] = step(move, fields)
  end
  local query = any_of(list)
  return denied == "!" and ~query or query
end

local function parse_line(text, opts)
  local entries = {}
  for word in text:gmatch("%S+") do
    word = word:gsub("^%d+%.+", "")
    if word ~= "" then
      local element = parse_element(word, opts.any_order)
      if not element then
        argument.fail(1, "line", ("'%s' is not a move of a line%s"):format(word,
          opts.any_order and word:sub(1, 1) == "!" and " of any order" or ""))
      end
      entries[#entries + 1] = element
    end
  end
  if #entries == 0 or #entries > 64 then
    argument.fail(1, "line", "a line has 1 to 64 moves")
  end
  return leaf(text_of("line", text), { op = opts.any_order and "any_order" or "line", entries = entries })
end

--- Matches if the game begins with these moves: "e4 c5 * Nc3". Moves are written as for `played`. `*` is any move,
-- `d4|d3` one of two moves, `!Nf3` any other move. A ` | ` with blanks separates alternative lines. With any_order =
-- true, each side may play its moves in any order. The match position is after the last move. To find a position
-- reached by any moves, use `position`.
---@param text string
---@param opts? {any_order?: boolean}
---@return lucena.Query
-- @usage chess.query.line "e4 c5 * Nc6 | e4 e6"(chess.game("1. e4 c5 2. Nf3 Nc6 *")) --> true
M.line = maker("line", "moves", function(text, opts)
  argument.check(text, 1, "line", "string")
  opts = opts and argument.options(opts, "line", { any_order = "boolean" }, 2) or {}
  local list = {}
  for part in (text:gsub("%s+|%s+", "\0") .. "\0"):gmatch("(.-)\0") do
    list[#list + 1] = parse_line(part, opts)
  end
  return named(any_of(list), text_of("line", text, next(opts) and opts or nil))
end)

return M
