--- Recognizes moves in algebraic notation in running text: short, long, and with the piece letters of any language.
-- The core decides whether a token is shaped like a move (`Dialect:is_shaped`). This module joins the parts of a move
-- that the printer separated: a move broken after its hyphen, a blank inside a move, "!" or "+" after a blank.
-- @module lucena.text.algebraic

local lexicon = require("lucena.lexicon")
local lookalikes = require("lucena.text.lookalikes")
local named_capture = require("lucena.text.named_capture")
local patterns = require("lucena.text.patterns")
local piece_names = require("lucena.text.piece_names")
local wings = require("lucena.text.wings")

local M = {}

local find, sub = string.find, string.sub

local Algebraic = {}
Algebraic.__index = Algebraic

--- Make a reader of moves in a dialect.
---@param dialect lucena.Dialect
---@return table reader
function M.new(dialect)
  local is_descriptive = dialect.name:find("^descriptive") ~= nil
  return setmetatable({ dialect = dialect, is_descriptive = is_descriptive, shaped = {},
    spellings = not is_descriptive and named_capture.spellings(dialect) or {},
    respell = lookalikes.has(dialect) and lookalikes.cyrillic or nil }, Algebraic)
end

local MOST_SHAPES = 20000

-- Return whether a token is shaped like a move. A dialect made of Lua functions cannot answer this without a position:
-- for such a dialect, a token counts if it contains a capital letter or begins with "0-0".
local function has_shape(dialect, token)
  local known = dialect:is_shaped(token)
  if known == nil then
    return find(token, "%u") ~= nil or find(token, "^0%-0") ~= nil
  end
  return known
end

local function is_shaped(self, token)
  local known = self.shaped[token]
  if known == nil then
    self.count = (self.count or 0) + 1
    if self.count > MOST_SHAPES then
      self.shaped, self.count = {}, 1
    end
    -- "CxP" has no square in descriptive notation.
    local is_named = self.is_descriptive and find(token, "^%u%u?%u?x%u") or nil
    known = #token <= 24 and (find(token, "[1-8]") or find(token, "^[Oo0]%-[Oo0]") or is_named) ~= nil
      and not (self.has_pawn_letters and find(token, "^[a-h][1-8]$"))
      and has_shape(self.dialect, self.respell and self.respell(token) or token)
    self.shaped[token] = known
  end
  return known
end

-- Return a token without the plus that begins "+-", "+=", "+/-" or "+/=" after the move: it means no check.
local function without_evaluation(text, token, last)
  if sub(token, -1) == "+" and find(text, "^/?[%-=]%f[%s\0]", last + 1) then
    return sub(token, 1, -2), last - 1
  end
  return token, last
end

-- Signs after a move: check, mate, en passant, promotion. `text` is the spelling that the dialect reads.
local ENDINGS = {
  { "^%s?%(([QRBNDTFCSLJ])%)", "=%1" }, { "^%s?%(([QRB])%l+%)", "=%1" }, { "^%s?%(becomes (%u)%l*%)", "=%1" },
  { "^,?%s?fait ([DTFC])%f[%A]", "=%1" }, -- French: "P pr C, fait D"
  { "^%s?e%.?%s?p%.", "" }, { "^%s?en pass%.", "" },
  { "^%s?e%.?%s?p%f[%A]", "" }, { "^%s?en passant", "" },
  { "^%s?%+%+%f[^%+%-]", "+", "check" }, { "^%s?%+%f[^%-=/]", "+", "check" }, { "^%s?#", "#", "mate" },
  { "^%s?\xC3[\x89\xA9]ch?%.", "+", "check" }, { "^%s?\xC3[\x89\xA9]ch?%f[%A]", "+", "check" },
  { "^%s?\xC3[\x89\xA9]chec%f[%A]", "+", "check" }, { "^%s?ch%.", "+", "check" }, { "^%s?ch%f[%A]", "+", "check" },
  { "^%s?mat[et]?%f[%A]", "#", "mate" }, { "^%s?checkmate%f[%A]", "#", "mate" },
  { "^%s?check%f[%A]", "+", "check" }, { "^%s?[Ss]chach%f[%A]", "+", "check" }, { "^%s?matt%f[%A]", "#", "mate" },
  { "^%s?scacco%s?matto%f[%A]", "#", "mate" }, { "^%s?scacco%f[%A]", "+", "check" }, { "^%s?sc%.", "+", "check" },
  { "^%s?jaque%f[%A]", "+", "check" }, { "^%s?[!?]+", "" },
}

-- Read the signs after a token. Returns the token with its check sign and promotion, the offset of the last byte,
-- whether the text prints a check, and the annotation marks ("!", "?").
local function endings(self, text, token, last)
  local check, marks = find(token, "[+#]") ~= nil, token:match("[!?]+$")
  token = token:gsub("[!?]+$", "")
  last = select(2, find(text, "^\1*", last + 1)) -- a sign may follow the bytes that pad a move
  for _ = 1, 4 do
    local found = false
    if not find(text, "^,?%s?[(+#!?\xC3cmsSjf]", last + 1) and not find(text, "^%s?e[.np%s]", last + 1) then
      break
    end
    for _, row in ipairs(ENDINGS) do
      local _, stop, piece = find(text, row[1], last + 1)
      if stop then
        local addition = row[2] == "=%1" and "=" .. piece or row[2]
        if row[3] then
          check = true
          token = find(token, "[+#]$") and token or token .. addition
        elseif is_shaped(self, token .. addition) then
          token = token .. addition
        end
        marks = marks or sub(text, last + 1, stop):match("[!?]+")
        last, found = stop, true
        break
      end
    end
    if not found then
      break
    end
  end
  return token, last, check, marks
end

local function trimmed(text, first, last)
  while last > first and find(sub(text, last, last), "[.,:'\"\1_*]") do
    last = last - 1
  end
  return last
end

local LONGEST = 41 -- bytes of a printed move with all its signs

-- Find the longest text at an offset that is shaped like a move. Returns the offset of its last byte, and its token.
local function token_at(self, text, at)
  -- Only LONGEST bytes are searched, so that a long word costs no more than a short one.
  local _, size = find(sub(text, at, at + LONGEST), "^[%w\x80-\xFF%-+#=:/\1'!?.]+")
  if not size or size > LONGEST then
    return nil
  end
  local last = trimmed(text, at, at + size - 1)
  local function token_of(to)
    return (sub(text, at, to):gsub("[\1%s]", ""))
  end
  if sub(text, last - 2, last) == "+/-" and last - at > 3 then
    last = last - 3 -- the sign of mate in old books
  end
  local token = token_of(last)
  -- If the token ends in a hyphen, the move continues after blanks or on the next line of the text.
  if find(token, "[%-x:]$") then
    local _, more = find(text, "^[ \t]*\r?\n?[ \t]*[%w+#=!?]+", last + 1)
    if more and more - last < 60 then
      more = trimmed(text, at, more)
      if is_shaped(self, token_of(more):gsub("[!?]+$", "")) then
        return token_of(more), more
      end
    end
    local bare = token:gsub("[%-:]+$", "")
    return bare ~= token and is_shaped(self, bare) and bare or nil, last - (#token - #bare)
  end
  local passing = token:match("^(.*[1-8])[ae]%.?p$") -- "exd6ap", "exd6e.p."
  if passing and is_shaped(self, passing) then
    return passing, last
  end
  while #token > 1 do
    if is_shaped(self, (token:gsub("[!?]+$", ""))) then
      return token, last
    end
    local cut = token:match("^(.*[%w!?+#])[^%w!?+#]+%w*[!?+#]*$") -- "Bxe3,(3)", "e4-e5" stays together above
    if not cut or cut == token then
      return nil
    end
    last = at + #cut - 1
    token = cut
  end
end

-- What follows a short capture in a score: the next number, or the end of a line, a bracket or the text.
local AFTER_SHORT = { "^[+#!?.,;]*%s+%d+%f[%D]", "^[+#!?.,;]*[ \t]*[\r\n()%[%]]", "^[+#!?.,;]*[ \t]*$" }

-- Read a capture by a pawn that names only the files: "ed", "exd", "e:d". Two letters may also be a word ("ed" and
-- "de"), so they must follow a number, or be the last word before a number.
local function short_capture(self, text, at, is_numbered)
  local _, stop, from, sign, to = find(text, "^([a-h])([x:]?)([a-h])%f[^%w]", at)
  if not stop or math.abs(from:byte() - to:byte()) ~= 1
    or not (is_numbered or patterns.any(text, AFTER_SHORT, stop + 1)) then
    return nil
  end
  local token = from .. (sign == "" and "" or "x") .. to
  if has_shape(self.dialect, token) then
    return token, stop
  end
end

-- Read a move whose 1 was scanned as "l" or "I": "Rel", "cxdI=Q". Outside a score these letters are a word ("Del"), so
-- the move must follow a number, or a number must follow it.
local function scanned_one(self, text, at, is_numbered)
  local _, _, printed = find(sub(text, at, at + LONGEST), "^([%w\x80-\xFF%-=x:\1]+)")
  local token, count = (printed or ""):gsub("%f[a-h]([a-h])[lI]%f[^%w]", "%11")
  if count == 0 or not find(token, "^[%u\x80-\xFF]") and not find(token, "[x=]") then
    return nil
  end
  local last = at + #printed - 1
  if (is_numbered or find(text, "^[+#!?]*%s+%d+%s?%.", last + 1)) and is_shaped(self, token) then
    return token, last
  end
end

-- "Roque" or "Roca" alone: castling to the side on which it is legal.
local ANY_SIDE = { castle = "any", piece = "K", is_castling = true, key = "castling" }

-- Read a word for castling that does not name the side. "Roque (D)" does: it is long.
local function castling_alone(text, at)
  local word = text:match("^%a+", at)
  local _, long = find(text, "^%s?%([DQ]%)", at + #(word or ""))
  if word and lexicon.is_castling(word:lower()) then
    return ANY_SIDE, long or at + #word - 1, long and "O-O-O"
  end
end

local PAIR = "^([%a\x80-\xFF']+)[ -]([%a\x80-\xFF']+)"

-- Read castling in words after a number or a move: "12. petit roque".
local function castling(text, at)
  local _, size, one, other = find(sub(text, at, at + LONGEST), PAIR)
  local side = size and lexicon.castles(one:lower(), other:lower())
  if side then
    return side == "long" and "O-O-O" or "O-O", at + size - 1 -- lexicon: written
  end
end

local APART = "^([%a\x80-\xFF]+)[ \t]+([a-h]?[1-8]?)[ \t]*([-x:]?)\1*[ \t]*([a-h][1-8])%f[^%w]"

-- Read a move whose letter, sign and squares are apart: "Q x d3", "S f3", "S ge2", "S g1-f3", "d x e4".
local function apart(self, text, at)
  local _, size, letter, origin, sign, square = find(sub(text, at, at + LONGEST), APART)
  if not size or find(letter, "^%l") and (#letter > 1 or sign == "") then
    return nil
  end
  sign = sign == "-" and "" or sign
  local token = letter .. origin .. (sign == "" and "" or "x") .. square
  return is_shaped(self, token) and token or nil, at + size - 1
end

-- Moves of French and Spanish books with blanks: "P 4 R", "C 3 FR", "CD 2 R"; captures in words: "F pr. PC",
-- "PF pr P"; captures with a sign: "P x P".
local SPACED = { "^(%u[DR]?) ?([1-8]) ?(%u[DR]?)%f[^%w]", "^(%u[TCFADR]?[DR]?) ?(p%l?%l?%l?%l?)%.? (%u%u?)%f[^%w]",
  "^(%u[TCFADR]?[DR]?) (x) (%u%u?)%f[^%w]" }

-- A wing after a square, or the file of a captured pawn, after another blank: "C 3 F R", "D pr P F". Letters before a
-- number or the word for a capture are the next piece: "P 4 F D 2 R".
local LETTERS = { "^ ([DR])%f[^%w]()", "^ ([TCFADR][DR]?)%f[^%w]()" }
local NEXT_MOVE = { "^ ?[1-8] ?[TCFADR]", "^ pr?%l?%l?%f[%A]", "^ ?x" }

-- Return a token and its last byte, with the letters after it.
local function with_letters(self, text, token, last)
  local _, _, letters, stop = find(text, find(token, "xP$") and LETTERS[2] or LETTERS[1], last + 1)
  if not letters or patterns.any(text, NEXT_MOVE, stop)
    or not is_shaped(self, token .. letters) then
    return token, last
  end
  return token .. letters, stop - 1
end

local WITH_ORIGIN = "^%u%([1-8]?%u?%u?%)x?[%u%d]+%f[^%w]" -- "C(4)xPR", "T(1A)1R"

-- Read such a move.
local function spaced(self, text, at)
  local part = sub(text, at, at + LONGEST)
  local origin = part:match(WITH_ORIGIN)
  if origin and is_shaped(self, origin) then
    return origin, at + #origin - 1
  end
  for _, pattern in ipairs(SPACED) do
    local _, size, piece, middle, rest = find(part, pattern)
    local token = size and piece .. (find(middle, "%d") and middle or "x") .. rest
    if token and is_shaped(self, token) then
      return with_letters(self, text, token, at + size - 1)
    end
  end
end

-- Return a token and its last byte, with the promotion after it: "P8A=D", "P 8 A = D".
local function promoted(self, text, token, last)
  local _, stop, piece = find(text, "^ ?= ?(%u)%f[^%w]", last + 1)
  if piece and is_shaped(self, token .. "=" .. piece) then
    return token .. "=" .. piece, stop
  end
  return token, last
end

-- Read a move with the name of its piece: "Springer f3".
local function named(self, text, at)
  local piece, rest, last = piece_names.read(text, at)
  local alphabet = self.dialect.info.letters
  if piece and alphabet then
    return (piece == "P" and "" or alphabet[piece] or "") .. rest, last
  end
end

--- Read a move at a letter.
---@param text string folded
---@param at integer
---@param is_expected? boolean the move follows a number or a move
---@param is_numbered? boolean the move follows a number
---@return table? mention the printed move: {token = {text, dialect, check}, marks}
---@return integer? last
function Algebraic:read(text, at, is_expected, is_numbered)
  local token, last
  if self.is_descriptive then
    token, last = spaced(self, text, at)
  end
  if not token then
    token, last = token_at(self, text, at)
  end
  if token and self.is_descriptive then
    -- The square or the rank of the captured piece: "DxC(7)+", "P pr P (6 F D)".
    local _, stop, square = find(text, "^(%(%u?%u?[1-8]%u?%u?%)[+#]?)", last + 1)
    if not stop then
      _, stop, square = find(text, "^ ?(%([1-8] ?%u ?%u?%))", last + 1) -- not the number of a note: "D pr D (2)"
    end
    square = square and square:gsub(" ", "")
    if square and is_shaped(self, token .. square) then
      token, last = token .. square, stop
    end
    token, last = promoted(self, text, token, last)
  end
  if not token and is_expected then
    token, last = scanned_one(self, text, at, is_numbered)
  end
  if not token and is_expected then
    token, last = castling(text, at)
  end
  if not token and is_expected then
    token, last = apart(self, text, at)
  end
  if not token and is_expected then
    token, last = named(self, text, at)
  end
  if not token and is_expected then
    token, last = short_capture(self, text, at, is_numbered)
  end
  local check, marks
  if not token and is_expected then
    local shape, stop, side = castling_alone(text, at)
    if shape and not side then
      return { shape = shape }, stop
    end
    token, last = side, stop
  end
  if not token then
    local shape
    shape, last = named_capture.read(self.spellings, text, at)
    if not shape then
      return nil
    end
    last, check, marks = select(2, endings(self, text, sub(text, at, last), last))
    return { shape = named_capture.finish(shape, check), marks = marks }, last
  elseif find(token, "^%d") then
    return nil
  end
  token, last = without_evaluation(text, token, last)
  token, last, check, marks = endings(self, text, token, last)
  token = self.respell and self.respell(token) or token
  local hint = self.is_descriptive and wings.hint_of(token) or nil
  return { token = { text = token, dialect = self.dialect, check = check, hint = hint }, marks = marks }, last
end

-- Return castling without hyphens, "00" and "000", and its last byte. Clocks, squares and scores also begin so.
local function zeros(text, at)
  local _, stop = find(text, "^000?%f[^%w]", at)
  if stop and not find(text, "^[.:,/\\%-]?%w", stop + 1) then
    return lexicon.wing(sub(text, at, stop)), stop
  end
end

-- Castling that begins with a zero, the longer pattern first. A zero and a letter may be mixed: "0-O".
local ZEROS = { "^0%s?%-\1*%s?0%s?%-\1*%s?0%f[^%w]", "^0%-[0Oo]%-[0Oo]%f[^%w]", "^0%s?%-\1*%s?0%f[^%w]",
  "^0%-[Oo]%f[^%w]" }

local function castling_end(text, at)
  for _, pattern in ipairs(ZEROS) do
    local _, stop = find(text, pattern, at)
    if stop then
      return stop
    end
  end
end

--- Read a move that begins with a digit: castling with zeros.
---@param text string folded
---@param at integer
---@param is_expected? boolean the move follows a number or a move
---@return table? mention
---@return integer? last
function Algebraic:digits(text, at, is_expected)
  local stop = find(text, "^0", at) and castling_end(text, at) -- most digits begin a move number
  local wing = stop and (#sub(text, at, stop):gsub("[%s\1]", "") > 3 and "long" or "short")
  if not wing and is_expected then
    wing, stop = zeros(text, at)
  end
  if wing then
    local token = wing == "long" and "O-O-O" or "O-O"
    local last, check, marks
    token, last, check, marks = endings(self, text, token, stop)
    return { token = { text = token, dialect = self.dialect, check = check }, marks = marks }, last
  end
end

return M
