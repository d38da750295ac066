--- Joins moves whose parts a text prints with blanks between them, in place:
--
-- - the letter and the square: "2. S f3" and "2. S g1-f3" become "2. Sf3" and "2. Sg1-f3";
-- - the two squares of long notation: "1° e2 e4   e7 e5 2° C g1 f3" becomes "1. e2-e4   e7-e5 2. Cg1-f3"; "pr." between
--   the squares is the sign of a capture;
-- - long captures with a word for the capture: "e5 per d4", "Cf6 prend e4";
-- - castling: "0 - 0".
--
-- Old German, Italian and French books print so. Single moves in prose are left as they are ("at move 5 I e4 ..."):
-- a text needs FEWEST numbers with a letter and a square, a score whose first move has two squares, or FEWEST captures
-- with a word.
-- The rewritten text has the same length: unused bytes are the byte FILL of lucena.text.fold, and belong to the move.
-- Cost: linear; one search of a text without such moves.
-- @module lucena.text.spaced

local fold = require("lucena.text.fold")

local letters = require("lucena.notation.letters")
local piece_names = require("lucena.text.piece_names")

local M = {}

local FEWEST = 3

local LETTER = "%f[%w\x80-\xF4]([%u\xC3-\xD0][\x80-\xBF]?) "
local NUMBERED = "%f[%d]%d%d?[.)]?%s+" .. LETTER .. "[a-h]?[1-8]?[-x:]?[a-h][1-8]%f[^%w]"
local SHORT = "(" .. LETTER .. ")([a-h]?[1-8]?[-x:]?[a-h][1-8]=?%u?[+#]?)%f[^%w]"

local CAPTURE = "%f[%w\x80-\xF4]([%ua-h\xC3-\xD0][\x80-\xBF]?)( x" .. fold.FILL .. "* )([a-h][1-8])%f[^%w]" -- "C x d5"

local function padded(move, size)
  return move .. fold.FILL:rep(size - #move)
end

-- Castling with blanks, as in columns: "0 - 0". A result has other figures.
local function with_castling(text)
  for _, zero in ipairs(text:find("[0O] %- [0O]") and { "0", "O" } or {}) do
    local long = ("%%f[%%w]%s %%- %s %%- %s%%f[^%%w]"):format(zero, zero, zero)
    local short = ("%%f[%%w]%s %%- %s%%f[^%%w]"):format(zero, zero)
    text = text:gsub(long, padded(("%s-%s-%s"):format(zero, zero, zero), 9))
      :gsub(short, padded(("%s-%s"):format(zero, zero), 5))
  end
  return text
end

local function with_short(text)
  local at = 1
  for _ = 1, FEWEST do
    local _, stop = text:find(NUMBERED, at)
    if not stop then
      return text
    end
    at = stop + 1
  end
  text = text:gsub(SHORT, function(before, letter, square)
    return padded(letter .. square, #before + #square)
  end)
  return (text:gsub(CAPTURE, function(letter, sign, square)
    return padded(letter .. "x" .. square, #letter + #sign + #square)
  end))
end

-- ---- two squares -----------------------------------------------------------------------------------

-- The first number of a score and a first move of a pawn. In short notation, two such squares cannot follow each other.
local FIRST = "()1[.)\xC2]\xB0?[ \t]*%u? ?([a-h])2 %2[34]%f[^%w]"

local LONG = { { "%f[%w](%u?)( ?)([a-h][1-8]) pr?%.? ?([a-h][1-8])%f[^%w]", "x" },
  { "%f[%w](%u?)( ?)([a-h][1-8])[ \t]([a-h][1-8])%f[^%w]", "-" } }

local function with_long(score)
  score = score:gsub("%f[%d](%d+)\xC2[\xB0\xBA]", "%1. ")
  for _, row in ipairs(LONG) do
    score = score:gsub("()" .. row[1] .. "()", function(first, letter, blank, from, to, last)
      local move = letter .. from .. row[2] .. to
      return letter == "" and blank .. padded(move, last - first - #blank) or padded(move, last - first)
    end)
  end
  return score
end

-- Return the text with the moves of its scores in long notation joined.
local function with_scores(text)
  local first = text:match(FIRST)
  if not first then
    return text
  end
  local out, at = { text:sub(1, first - 1) }, first
  while at do
    local following = text:match(FIRST, at + 1)
    out[#out + 1] = with_long(text:sub(at, (following or 0) - 1))
    at = following
  end
  return table.concat(out)
end

-- ---- words for captures ----------------------------------------------------------------------------

local NAMED = "%f[%w\x80-\xF4](%u?[a-h][1-8])([ \t]+)([%l\x80-\xF4][%l\x80-\xBF]*)([ \t]+[a-h][1-8])%f[^%w]"

-- Return the text with "x" in place of words for captures between two squares, if it has enough of them.
local function with_captures(text)
  local count = 0
  local joined = text:gsub(NAMED, function(from, before, word, to)
    if utf8.len(word) and piece_names.captures(letters.lower(word)) then
      count = count + 1
      return padded(from .. "x" .. to:sub(-2), #from + #before + #word + #to)
    end
  end)
  return count >= FEWEST and joined or text
end

--- Join the moves of a text.
---@param folded string
---@return string folded of the same length
-- @usage spaced.join("1. e4 e5 2. S f3 S c6 3. L b5 4. L a4"):gsub("\1", "")  --> 1. e4 e5 2. Sf3 Sc6 3. Lb5 4. La4
function M.join(folded)
  return with_captures(with_short(with_scores(with_castling(folded))))
end

return M
