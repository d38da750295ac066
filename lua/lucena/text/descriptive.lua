--- Recognizes moves in English descriptive notation in running text, with all spellings of books from 1840 to 1980:
-- "P - K B 4", "Kt × P (B 3)", "R(K1)-K7", "P. to K's 4th", "B takes P", "Castles", "P - B 8 (Q) mate".
-- A spelling becomes a *shape*: conditions that a legal move must fulfil. match.lua compares shapes with legal moves.
--
-- Shape: {piece, wing, from, capture, victim, victim_wing, squares, promotion, castle, check, mate, key, no_dash}.
-- Sets of squares are {white = set, black = set}, because ranks count from the side that moves.
-- Cost: linear in the length of the move. No byte is read twice, with one exception: if the comma between two moves is
-- missing, one piece name is read again.
-- @module lucena.text.descriptive

local squares = require("lucena.text.descriptive_squares")

local M = {}

local find, sub = string.find, string.sub
local VALID = squares.VALID
local squares_of = squares.squares_of
local skip = squares.skip
local has_ending = squares.has_ending
local letter_at = squares.letter_at
local name_at = squares.name_at
local longest = squares.longest
local square_at = squares.square_at
local bracket_at = squares.bracket_at

-- ---- signs after a move --------------------------------------------------------------------------

-- Words and their meanings. Longer words come first.
local ENDINGS = {
  { "^%(mate%)", "mate" }, { "^mates?%f[%A]%.?", "mate" }, { "^,%s+mate%f[%A]", "mate" },
  { "^,%s+check%f[%A]", "check" }, { "^checkmates?%f[%A]", "mate" },
  { "^%(?ch%f[%A]%.?%)?", "check" }, { "^%(?d[bio][blsu]*e?%.?%s*ch%f[%A]%.?%)?", "check" },
  { "^check%f[%A]", "check" }, { "^%+%+", "check" }, { "^%+%f[^+/=%-]", "check" }, { "^#", "mate" },
  { "^%(?e%.?%s?p%.%)?", "ep" }, { "^%(?e%.?%s?p%)?%f[^%w]", "ep" }, { "^en pass[ant]*%.?", "ep" },
  { "^%(%s?[!?]+%s?%)", "mark" }, { "^!+", "mark" }, { "^[?!]+", "mark" },
}
local PROMOTIONS = {
  "^=%s?([QRBN])%f[^%w]", "^%(([QRBN])%)", "^%((K)t%)", "^=%s?(K)t", "^/([QRBN])%f[^%w]", "^%(=?(%u)%l*%)",
  "^queens%f[%A]", "^Queens%f[%A]", "^%(?becomes an? (%u)%l*%)?", "^%(?becoming an? (%u)%l*%)?",
}
local PIECES = { Q = "q", R = "r", B = "b", K = "n", N = "n" }

-- A closing bracket belongs to a sign only with its opening bracket. Returns the last byte of the sign.
local function without_bracket(text, first, stop)
  return sub(text, stop, stop) == ")" and sub(text, first, first) ~= "(" and stop - 1 or stop
end

-- Read the signs after the destination, and store them in the shape. Returns the next offset.
local function endings(text, at, shape)
  local last = at
  for _ = 1, 4 do
    local start = skip(text, last)
    local stop
    for _, ending in ipairs(ENDINGS) do
      local _, found = find(text, ending[1], start)
      if found then
        stop = without_bracket(text, start, found)
        shape.check = shape.check or ending[2] == "check" or ending[2] == "mate"
        shape.mate = shape.mate or ending[2] == "mate"
        shape.ep = shape.ep or ending[2] == "ep"
        if ending[2] == "mark" then
          shape.marks = sub(text, start, found):gsub("[^!?]", "")
        end
        break
      end
    end
    if not stop and shape.piece == "P" then
      for _, pattern in ipairs(PROMOTIONS) do
        local _, found, piece = find(text, pattern, start)
        if found then
          stop, shape.promotion = without_bracket(text, start, found), piece and PIECES[piece] or "q"
          break
        end
      end
    end
    if not stop then
      return last
    end
    last = stop + 1
  end
  return last
end

-- ---- moves ---------------------------------------------------------------------------------------

local CASTLING = {
  { "^[O0o]%s?%-%-?\1*%s?[O0o]%s?%-%-?\1*%s?[O0o]", "long" }, { "^[O0o]%s?%-%-?\1*%s?[O0o]", "short" },
}
local CASTLING_WORDS = {
  { "^%(?Q%.?%s?R%.?%)?%f[%A]", "long" }, { "^%(?K%.?%s?R%.?%)?%f[%A]", "short" },
  { "^%(?Q%.?'?s? side%)?", "long" }, { "^%(?K%.?'?s? side%)?", "short" },
  { "^%(?Queen'?\1*s?[ -][sS]?ide%)?", "long" }, { "^%(?King'?\1*s?[ -][sS]?ide%)?", "short" },
  { "^on the Queen'?\1*s[ -]side", "long" }, { "^on the King'?\1*s[ -]side", "short" },
}

local function castling_at(text, at)
  for _, row in ipairs(CASTLING) do
    local _, stop = find(text, row[1], at)
    if stop and (not find(text, "^%w", stop + 1) or has_ending(text, stop + 1)) then
      return row[2], stop + 1
    end
  end
  local _, stop = find(text, "^[Cc]astles%f[%A]", at)
  if not stop then
    return nil
  end
  local start = skip(text, stop + 1)
  for _, row in ipairs(CASTLING_WORDS) do
    local _, last = find(text, row[1], start)
    if last then
      return row[2], without_bracket(text, start, last) + 1
    end
  end
  return "any", stop + 1
end

-- Read the sign between piece and destination. Returns "-" or "x" and the next offset.
local function sign_at(text, at)
  local start = skip(text, at)
  local _, stop = find(text, "^%-\1*%-?\1*", start)
  if stop then
    return "-", stop + 1
  end
  _, stop = find(text, "^[xX]\1*", start)
  if stop and not find(text, "^%l", stop + 1) then
    return "x", stop + 1
  end
  _, stop = find(text, "^to%s+", start)
  if stop then
    return "-", stop + 1
  end
  _, stop = find(text, "^takes%s+", start)
  if not stop then
    _, stop = find(text, "^tks%.?%s+", start)
  end
  if stop then
    return "x", stop + 1
  end
end

-- Return whether a hyphen, "x" or "takes" follows. If so, the letter before it begins another move.
local function has_sign(text, at)
  return sign_at(text, at) ~= nil
end

-- Return whether a sign follows, or a square in brackets and a sign: "Q × Q R (K 1) × Q" is two moves.
local function has_sign_or_origin(text, at)
  local _, last = bracket_at(text, at)
  return has_sign(text, last or at)
end

-- Return whether a square is a captured piece and the number of the next move: "K × Kt 5. P - Q 4". On the next line,
-- or after two blanks, the number may have no full stop; after one blank, too, if the square is only a piece's name
-- and a number ("QPxB 5 O-O", usual in English books of 1850 to 1920), because captures name pieces.
local function is_number(text, at, after)
  local _, stop = find(text, "^%.+[ \t]*\r?\n?[ \t]*", after)
  local square = not stop and sub(text, at, after - 1)
  local is_apart = square and (find(square, "\n[ \t]*%d$") or find(square, "[ \t][ \t]%d$"))
  if is_apart or square and (find(square, "^[QRBN][ \t]%d$") or find(square, "^Kt[ \t]%d$")) then
    _, stop = find(text, "^[ \t]+", after)
  end
  if not stop or not find(text, "^%s%d", after - 2) then
    return false
  end
  return letter_at(text, stop + 1) ~= nil or castling_at(text, stop + 1) ~= nil
end

-- Read the captured part of a move: a square, or a piece with its prefix and square. Returns the next offset, or nil.
local function victim_at(text, at, shape)
  at = skip(text, at)
  local square, after = square_at(text, at)
  if square and not has_sign(text, after) and not is_number(text, at, after) then
    shape.square = square
    return after
  end
  local name, stops = name_at(text, at)
  name = longest(name, VALID)
  while #name > 1 and has_sign_or_origin(text, stops[#name]) do
    name = longest(sub(name, 1, -2), VALID)
  end
  if #name == 0 then
    return nil
  end
  shape.victim, shape.victim_prefix = sub(name, -1), sub(name, 1, -2)
  after = stops[#name]
  local bracket, last = bracket_at(text, after)
  if not bracket then
    local _, words = find(text, "^%s+[ao][tn]%s+", after)
    if words then
      bracket, last = square_at(text, words + 1)
    end
  end
  if bracket and shape.piece == "P" and not bracket.rank and PIECES[bracket.file] then
    shape.letter = bracket.file -- "P × R (Q)" is a promotion, or a capture on the file of the queen
  elseif bracket then
    shape.square = bracket
  end
  return bracket and last or after
end

local function key_of(s)
  local square = s.square or {}
  local origin = s.origin or {}
  return table.concat({ s.piece or "", s.prefix or "", origin.file or "", origin.rank or "", s.sign or "",
    s.victim or "", s.victim_prefix or "", square.file or "", square.rank or "", s.promotion or "", s.castle or "",
    s.check and "+" or "", s.mate and "#" or "", s.ep and "e" or "", s.letter or "",
    s.steps or "" }, "/")
end

local ANY_RANK = {}
for rank = 1, 8 do
  local set = { white = {}, black = {} }
  for _, file in ipairs { "a", "b", "c", "d", "e", "f", "g", "h" } do
    set.white[file .. rank], set.black[file .. 9 - rank] = true, true
  end
  ANY_RANK[rank] = set
end

local shapes = setmetatable({}, { __mode = "v" })

-- Complete a shape. Equal shapes share one table, which is returned.
local function finish(shape)
  local key = key_of(shape)
  local known = shapes[key]
  if known then
    return known
  end
  shape.key = key
  local square, origin = shape.square, shape.origin
  if shape.letter then
    shape.file_or_promotion = { squares = squares_of(shape.letter), promotion = PIECES[shape.letter] }
  end
  if square then
    shape.squares = square.file and squares_of(square.file, square.rank) or ANY_RANK[square.rank]
  end
  if origin then
    shape.from = origin.file and squares_of(origin.file, origin.rank) or ANY_RANK[origin.rank]
  elseif shape.piece == "P" and shape.prefix ~= "" and shape.prefix then
    shape.from = squares_of(shape.prefix)
  elseif shape.prefix ~= "" then
    shape.wing = shape.prefix
  end
  local prefix = shape.victim_prefix
  if prefix and prefix ~= "" then
    if shape.victim == "P" then
      shape.victim_squares = squares_of(prefix)
    else
      shape.victim_wing = prefix
    end
  end
  shapes[key] = shape
  return shape
end

-- Read the file and the steps of a pawn, as lucena.text.treatise writes them: "QB+1". Returns the next offset.
local function steps_at(text, at, shape)
  local _, last, file, steps = find(text, "^([KQ]?[KQRB]t?)%+([12])", at)
  if last and shape.piece == "P" then
    shape.square, shape.steps = { file = file:gsub("Kt", "N") }, tonumber(steps)
    return last + 1
  end
end

-- Read a piece move. Returns the shape and the next offset, or nil.
local function piece_move(text, at)
  local name, stops = name_at(text, at)
  name = longest(name, VALID)
  while #name > 0 do
    local shape = { piece = sub(name, -1), prefix = sub(name, 1, -2) }
    local after = stops[#name]
    local origin, stop = bracket_at(text, after)
    if origin and sub(text, skip(text, after), skip(text, after)) == "(" then
      shape.origin, after = origin, stop
    end
    local sign, start = sign_at(text, after)
    if sign then
      shape.sign = sign
      local last
      if sign == "x" then
        last = victim_at(text, start, shape)
      else
        shape.square, last = square_at(text, skip(text, start))
        if not last then
          last = steps_at(text, start, shape)
        end
      end
      if last and (not find(text, "^%a", last) or has_ending(text, last)) then
        return shape, endings(text, last, shape)
      end
      return nil
    end
    name = longest(sub(name, 1, -2), VALID)
  end
end

-- Read a move whose hyphen is missing: "P K 4". Such text is a move only after a move number or another move.
local function bare_move(text, at)
  local name, stops = name_at(text, at)
  for size = math.min(2, #name), 1, -1 do
    local piece = sub(name, 1, size)
    if VALID[piece] then
      local square, last = square_at(text, skip(text, stops[size]))
      if square and (not find(text, "^%a", last) or has_ending(text, last)) then
        local shape = { piece = sub(piece, -1), prefix = sub(piece, 1, -2), sign = "-", square = square }
        return shape, endings(text, last, shape)
      end
    end
  end
end

--- Read a move that begins at an offset.
---@param text string folded by lucena.text.fold
---@param at integer
---@param is_expected boolean whether a number or a move is directly before it
---@return table? shape
---@return integer? last the last byte of the move
-- @usage descriptive.read("P - K 4", 1, true).piece --> P
function M.read(text, at, is_expected)
  if not find(text, "^[KQRBPNO0oCc]", at) then
    return nil
  end
  local castle, stop = castling_at(text, at)
  if castle and (is_expected or castle ~= "any") then
    local shape = { castle = castle, piece = "K", is_castling = true }
    stop = endings(text, stop, shape)
    return finish(shape), stop - 1, shape.marks
  end
  local shape, after = piece_move(text, at)
  if not shape and is_expected then
    shape, after = bare_move(text, at)
  end
  if shape then
    local marks = shape.marks
    return finish(shape), after - 1, marks
  end
end

return M
