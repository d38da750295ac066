--- Queries of material: the pieces on the board, on any squares.
-- @module lucena.query.material

local argument = require("lucena.query.argument")
local class_of = require("lucena.argument").kind
local board = require("lucena.query.board")
local expression = require("lucena.query.expression")

local M = {}

local step, text_of, maker = expression.step, expression.call_text, expression.maker

local MANY = 1000 -- more pieces than a board can have

-- ---- conditions ----------------------------------------------------------------------------------

-- Make a condition: an array of twelve weights, then minimum and maximum (csrc/match/query.h, lc_Balance).
local function condition(weights, least, most)
  local out = {}
  for kind = 0, 11 do
    out[kind + 1] = weights[kind] or 0
  end
  out[13], out[14] = least, most
  return out
end

-- If every condition is an exact number of a kind, pack the numbers into one integer, with five bits per kind. Then one
-- comparison tests all of them.
local function pack(conditions)
  local mask, value, rest = 0, 0, {}
  for _, it in ipairs(conditions) do
    local kind, kinds = nil, 0
    for i = 1, 12 do
      if it[i] ~= 0 then
        kind, kinds = i - 1, kinds + 1
      end
    end
    if kinds == 1 and it[kind + 1] == 1 and it[13] == it[14] and it[13] < 31 then
      mask, value = mask | 31 << 5 * kind, value | it[13] << 5 * kind
    else
      rest[#rest + 1] = it
    end
  end
  return mask, value, rest
end

-- Make a step that tests all conditions. They hold only if the board has at least `fewest` pieces and pawns.
local function material_step(text, conditions, fewest)
  local mask, value, rest = pack(conditions)
  return step(text, { op = "material", a = mask, b = value, balances = rest, lo = fewest })
end

-- ---- pgn-extract's syntax ------------------------------------------------------------------------

-- Kinds of each letter, for White.
local LETTERS = { p = { 0 }, n = { 1 }, b = { 2 }, r = { 3 }, q = { 4 }, l = { 1, 2 } }

-- Parse the count after a letter. Returns its minimum and maximum. For a comparison with the opponent, also returns the
-- minimum and maximum of the difference, or "#".
local function parse_count(text, at)
  local digit, sign = text:match("^(%d?)([*+-]?)", at)
  local is_relative = text:find("^%d?[<>]", at) ~= nil
  local least, most, given = 1, 1, false
  if not is_relative and (digit ~= "" or sign ~= "") then
    local number = tonumber(digit) or 1
    at, given = at + #digit + #sign, true
    least, most = number, number
    if sign == "*" then
      least, most = 0, MANY
    elseif sign == "+" then
      most = MANY
    elseif sign == "-" then
      least = 0
    end
  end
  return least, most, given, at
end

local function parse_relation(text, at)
  local digit, sign = text:match("^(%d?)([<>]=?)", at)
  if digit then
    local number = tonumber(digit) or 1
    local low = sign:sub(1, 1) == "<"
    local far = #sign == 2 and number or MANY
    return { low and -far or number, low and -number or far }, at + #digit + #sign
  end
  sign = text:match("^[=#]", at)
  if sign == "=" then
    return { 0, 0 }, at + 1
  elseif sign == "#" then
    return "#", at + 1
  end
  return nil, at
end

-- Parse one side into an array of {letter, least, most, relation}. Returns nil and the offset if the text is
-- unreadable.
local function parse_side(text)
  local items, at = {}, 1
  text = text:lower()
  while at <= #text do
    local letter = text:sub(at, at)
    if not LETTERS[letter] and letter ~= "k" then
      return nil, at
    end
    local least, most, given, behind = parse_count(text, at + 1)
    local relation
    relation, at = parse_relation(text, behind)
    if relation and not given then
      least, most = 0, MANY
    end
    local before = items[#items]
    if before and before.letter == letter and not relation and not before.relation then
      before.least, before.most = before.least + least, before.most + most -- "rr" is two rooks, "rr+" two or more
    elseif letter ~= "k" then
      items[#items + 1] = { letter = letter, least = least, most = most, relation = relation }
    end
  end
  return items
end

local function weights_of(letter, side, weight, out)
  for _, kind in ipairs(LETTERS[letter]) do
    out[kind + 6 * side] = weight
  end
  return out
end

-- Return the conditions of one side. Pieces that are not named must be absent. A condition "#" (unequal) becomes a
-- separate query.
local function side_conditions(items, side, conditions, unequal)
  local named, fewest = {}, 1
  for _, item in ipairs(items) do
    named[item.letter] = true
    fewest = fewest + item.least
    if item.least > 0 or item.most < MANY then
      conditions[#conditions + 1] = condition(weights_of(item.letter, side, 1, {}), item.least, item.most)
    end
    if item.relation then
      local weights = weights_of(item.letter, 1 - side, -1, weights_of(item.letter, side, 1, {}))
      local is_unequal = item.relation == "#"
      local list = is_unequal and unequal or conditions
      list[#list + 1] = condition(weights, is_unequal and 0 or item.relation[1], is_unequal and 0 or item.relation[2])
    end
  end
  for letter in ("pnbrq"):gmatch(".") do
    if not named[letter] and not (named.l and (letter == "n" or letter == "b")) then
      conditions[#conditions + 1] = condition(weights_of(letter, side, 1, {}), 0, 0)
    end
  end
  return fewest
end

local function balance(text, first, second, first_side)
  local conditions, unequal = {}, {}
  local fewest = side_conditions(first, first_side, conditions, unequal)
    + side_conditions(second, 1 - first_side, conditions, unequal)
  local query = material_step(text, conditions, fewest)
  for _, it in ipairs(unequal) do
    query = query & ~material_step(text, { it }, 0)
  end
  return query
end

local FIRST = { white = true, black = true, either = true }

-- Split the material of two sides in Scoutfish's notation, "KRPKR", before the second king.
local function split_at_king(word)
  local first, second = word:upper():match("^(K[PNBRQ]*)(K[PNBRQ]*)$")
  return first and { first, second } or { word }
end

-- The number of half-moves for which pgn-extract requires the material, if its description gives no number.
local HALF_MOVES = 2

-- Split the words of both sides at a `v`. A side without a word is a bare king: "BP v".
local function split_at_v(words, v_at)
  if #words == 1 and v_at then
    table.insert(words, v_at, "K")
  end
  return words
end

-- Parse "QR v QR" or "10 R2P+ R=P*" into the two sides and the number of positions. Without a `v`, the text is
-- pgn-extract's: the number is one of half-moves, which have one position more.
local function parse(text)
  local plies, rest = text:match("^%s*(%d+)%s+(.*)$")
  local words, v_at = {}, nil
  for word in (rest or text):gmatch("%S+") do
    local lower = word:lower()
    if lower ~= "v" and lower ~= "vs" and lower ~= "-" then
      words[#words + 1] = word
    else
      v_at = #words + 1
    end
  end
  local is_peer = not v_at and #words == 2
  words = #words == 1 and not v_at and split_at_king(words[1]) or split_at_v(words, v_at)
  if #words ~= 2 then
    return nil, "the material of two sides expected, such as 'QR v QB'"
  end
  local first, second = parse_side(words[1]), parse_side(words[2])
  if not first or not second then
    return nil, ("'%s' is no material"):format(first and words[2] or words[1])
  end
  local number = plies and math.min(math.tointeger(plies) or math.huge, argument.MOST_PLIES - 1)
  return first, second, is_peer and (number or HALF_MOVES) + 1 or number
end

--- Matches if the two sides have this material. It is given without kings: "R v BN", "QR v QR"; with kings, as in
-- Scoutfish: "KRPKR"; or as in pgn-extract: "q*r+l*p+ q=r1<=l2>=p1<".
-- A letter (PNBRQ, or L for knight or bishop; capitals or small letters) is followed by its count: a number, `*` any,
-- `+` one or more, `2+` at least two, `2-` at most two. A comparison with the opponent may follow: `=` equal, `#`
-- unequal, `>` more, `2>` at least two more, `2>=` exactly two more; `<` likewise. Pieces that are not named must be
-- absent. A side without pieces is a bare king: "BP v". A number at the start is the number of consecutive positions
-- with the material: "10 R v BN". In the form of pgn-extract, without a `v`, the material must last for two half-moves,
-- which are three positions; a number at the start replaces the two: "10 R2P+ R=P*".
---@param text string
---@param opts? {first?: "white"|"black"} `first`: the side of the first material; default: either
---@return lucena.Query
-- @usage chess.query.material "QR2B2N2P8 v QR2B2N2P8"(chess.game("*")) --> true
M.material = maker("material", "the material of two sides", function(text, opts)
  argument.check(text, 1, "material", "string")
  opts = opts and argument.options(opts, "material", { first = FIRST }, 2) or {}
  local first, second, plies = parse(text)
  if not first then
    argument.fail(1, "material", second)
  end
  local whole, list = text_of("material", text, next(opts) and opts or nil), {}
  if opts.first ~= "black" then
    list[1] = balance(whole, first, second, 0)
  end
  if opts.first ~= "white" then
    list[#list + 1] = balance(whole, first, second, 1)
  end
  local query = expression.named(expression.any_of(list), whole)
  return plies and plies > 1 and expression.lift("held", query, plies, whole) or query
end)

-- ---- numbers of pieces ---------------------------------------------------------------------------

local KINDS = { p = 0, n = 1, b = 2, r = 3, q = 4 }

local function add_counts(counts, side, conditions)
  if type(counts) ~= "table" then
    argument.fail(1, "pieces", ("a table of numbers by letter expected, got %s"):format(class_of(counts)))
  end
  local fewest = 0
  for letter, range in pairs(counts) do
    local kind = KINDS[tostring(letter):lower()]
    if not kind then
      argument.fail(1, "pieces", ("letters are p n b r q, got '%s'"):format(tostring(letter)))
    end
    local lo, hi = argument.range(range, 1, "pieces", true)
    conditions[#conditions + 1] = condition({ [kind + 6 * side] = 1 }, math.max(lo, 0), math.min(hi, MANY))
    fewest = fewest + math.max(lo, 0)
  end
  return fewest
end

--- Matches if the sides have these numbers of pieces: `pieces{white = {q = 1, r = {min = 1}}, black = {p = 8}}`.
-- Pieces that are not named are ignored.
---@param sides {white?: table<string, integer|{min?: integer, max?: integer}>, black?: table<string,
-- integer|{min?: integer, max?: integer}>} `white`, `black`: from letters to numbers or {min =, max =}
---@return lucena.Query
-- @usage chess.query.pieces{white = {q = 0}}(chess.game("1. e4 *")) --> false
M.pieces = maker("pieces", "numbers", function(sides)
  argument.options(sides, "pieces", { white = "table", black = "table" })
  local conditions, fewest = {}, 2
  for side, color in ipairs { "white", "black" } do
    fewest = fewest + (sides[color] and add_counts(sides[color], side - 1, conditions) or 0)
  end
  local shown = {}
  for color, counts in pairs(sides) do
    shown[color] = counts
  end
  return material_step(text_of("pieces", shown), conditions, fewest)
end)

local COUNTED = { min = "number", max = "number", of = "string", white = "any", black = "any" }

--- Matches if the number of pieces on the board, including pawns and kings, is in a range: `piece_count{max = 7}`. `of`
--- names the pieces to count, in the letters of `piece`: "NBRQ" are White's pieces without pawns and king, "Aa" (the
--- default) all. `white` and `black` limit the pieces of each side: `piece_count{white = 2, black = {max = 3}}`.
---@param range integer|{min?: integer, max?: integer, of?: string, white?: integer|{min?: integer, max?: integer},
-- black?: integer|{min?: integer, max?: integer}} a number, or a range; `of`: the letters of the pieces;
-- `white`, `black`: the pieces of a side, a number or {min =, max =}
---@return lucena.Query
-- @usage chess.query.piece_count{of = "nbrq", max = 6}(chess.game("1. e4 d5 2. exd5 Qxd5 3. Nc3 *")) --> false
-- @usage chess.query.piece_count{white = 16, black = 15}(chess.game("1. e4 d5 2. exd5 *")) --> true
M.piece_count = maker("piece_count", "a number or a range", function(range)
  local opts = type(range) == "table" and argument.options(range, "piece_count", COUNTED) or {}
  local kinds = board.kinds(opts.of or "Aa", 1, "piece_count")
  local conditions, fewest = {}, 2
  local function add(lo, hi, counted)
    local weights = {}
    for kind = 0, 11 do
      weights[kind] = counted >> kind & 1
    end
    conditions[#conditions + 1] = condition(weights, math.max(lo, 0), math.min(hi, MANY))
    fewest = math.max(fewest, lo)
  end
  local has_sides = opts.white ~= nil or opts.black ~= nil
  if not has_sides or opts.min ~= nil or opts.max ~= nil then
    local bounds = type(range) == "table" and { min = opts.min, max = opts.max } or range
    local lo, hi = argument.range(bounds, 1, "piece_count", true)
    add(lo, hi, kinds)
  end
  for _, side in ipairs { "white", "black" } do
    if opts[side] ~= nil then
      local lo, hi = argument.range_of(opts, side, "piece_count")
      add(lo, hi, kinds & (side == "white" and board.WHITE_PIECES or board.BLACK_PIECES))
    end
  end
  return material_step(text_of("piece_count", range), conditions, fewest)
end)

-- The usual values of the pieces in pawns.
local VALUES = { [0] = 1, 3, 3, 5, 9 }

-- Parse "BPvN" into the differences of each kind, White's number minus Black's; nil if the text is invalid.
local function parse_imbalance(text)
  local white, black = text:upper():match("^([PNBRQ]*)%s*V%s*([PNBRQ]*)$")
  if not white then
    return nil
  end
  local more = {}
  for letter, kind in pairs(KINDS) do
    local _, own = white:gsub(letter:upper(), "")
    local _, enemy = black:gsub(letter:upper(), "")
    more[kind] = own - enemy
  end
  return more
end

-- Make a test for an exact difference in material. Before the v are the pieces that White has more than Black; after
-- the v are the pieces that Black has more than White. All other kinds have equal numbers.
local function exact_imbalance(text)
  local more = parse_imbalance(text)
  if not more then
    argument.fail(1, "imbalance", ("expected the extra pieces of White and of Black (BvN, PPv), got '%s'"):format(text))
  end
  local conditions = {}
  for kind = 0, 4 do
    conditions[#conditions + 1] = condition({ [kind] = 1, [kind + 6] = -1 }, more[kind], more[kind])
  end
  return material_step(text_of("imbalance", text), conditions, 0)
end

--- Matches if White's material minus Black's, in pawns (knight and bishop 3, rook 5, queen 9), is in a range. With
-- `side`, it is the material of that side minus the material of the opponent. A string names the extra pieces of White
-- and of Black, as in Scoutfish: "BvN" is a bishop against a knight, "PPv" two extra white pawns, "v" equal numbers of
-- every kind.
---@param range {min?: integer, max?: integer, side?: "white"|"black"}|integer|string a number is the minimum
---@return lucena.Query
-- @usage chess.query.imbalance{min = 1}(chess.game("1. e4 d5 2. exd5 *")) --> true
M.imbalance = maker("imbalance", "a range", function(range)
  if type(range) == "string" then
    return exact_imbalance(range)
  end
  local lo, hi = argument.range(range, 1, "imbalance")
  local side = type(range) == "table" and range.side or "white"
  if not board.COLORS[side] then
    argument.fail(1, "imbalance", ("option 'side': '%s' is none of %s"):format(tostring(side),
      argument.values_of(board.COLORS)))
  end
  local weights = {}
  for kind, value in pairs(VALUES) do
    weights[kind], weights[kind + 6] = value, -value
  end
  if side == "black" then
    lo, hi = -hi, -lo
  end
  local it = condition(weights, math.max(lo, -MANY), math.min(hi, MANY))
  return material_step(text_of("imbalance", range), { it }, 0)
end)

return M
