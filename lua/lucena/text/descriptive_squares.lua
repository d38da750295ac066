--- Reads the parts of a move in English descriptive notation: names of pieces and squares, with the spellings of books.
-- Squares count from the side that moves, so a set of squares is {white = set, black = set}.
-- Each function returns what it read and the next offset, or nil.
-- @module lucena.text.descriptive_squares

local M = {}

local find, sub = string.find, string.sub

-- ---- squares -------------------------------------------------------------------------------------

local FILES = {
  K = "e", Q = "d", KB = "f", QB = "c", KN = "g", QN = "b", KR = "h", QR = "a", B = "cf", N = "bg", R = "ah",
}

local square_sets = {}

-- Return the squares of a file name ("KB", "Q") and a rank from 1 to 8; without a rank, all squares of the file.
function M.squares_of(file, rank)
  local key = file .. (rank or "")
  local found = square_sets[key]
  if not found then
    found = { white = {}, black = {} }
    for letter in FILES[file]:gmatch(".") do
      for r = rank or 1, rank or 8 do
        found.white[letter .. r], found.black[letter .. 9 - r] = true, true
      end
    end
    square_sets[key] = found
  end
  return found
end

-- ---- parts of a move -----------------------------------------------------------------------------

-- Return the offset after the blanks inside a move: at most four blanks, or one line break with any blanks around it.
-- If there are more, return `at`.
function M.skip(text, at)
  local _, stop = find(text, "^[ \t\1]*", at)
  local after = stop + 1
  local _, wrapped = find(text, "^\r?\n[ \t\1]*", after)
  if wrapped and not find(text, "^[\r\n]", wrapped + 1) then
    return wrapped + 1
  end
  return after - at <= 4 and after or at
end

-- Return whether a sign after a move begins at an offset, without a space before it: "QxPmate", "PxPe.p.".
function M.has_ending(text, at)
  return find(text, "^ch%f[%A]", at) ~= nil or find(text, "^d[bi][sl]%.?ch%f[%A]", at) ~= nil
    or find(text, "^mate%f[%A]", at) ~= nil or find(text, "^e%.?p%f[%A]", at) ~= nil
end

-- Read a piece name ("Kt", "N", "K", "Q", "R", "B" or "P") and a full stop after it. Returns the English letter and
-- the next offset.
function M.letter_at(text, at)
  local letter = sub(text, at, at)
  if not find(letter, "[KQRBPN]") then
    return nil
  end
  local stop = at
  if letter == "K" and find(text, "^[tT]", at + 1) then
    letter, stop = "N", at + 1
  end
  if find(text, "^%.", stop + 1) then
    stop = stop + 1
  end
  if find(text, "^%l", stop + 1) and not find(text, "^x[^%l]", stop + 1) and not find(text, "^sq", stop + 1)
    and not M.has_ending(text, stop + 1) then
    return nil
  end
  return letter, stop + 1
end

--- The set of the names of pieces, with their prefixes: "K", "QKtP" is QNP.
M.VALID = { K = true, Q = true, B = true, N = true, R = true, P = true }
for _, wing in ipairs { "K", "Q" } do
  for _, piece in ipairs { "B", "N", "R", "P" } do
    M.VALID[wing .. piece] = true
  end
  for _, file in ipairs { "B", "N", "R" } do
    M.VALID[wing .. file .. "P"] = true
  end
end
for _, file in ipairs { "B", "N", "R" } do
  M.VALID[file .. "P"] = true
end

-- Read up to three piece names in sequence: a piece and its prefix, as in "QKtP". Returns the letters and, for each
-- length, the next offset.
function M.name_at(text, at)
  local name, stops = "", {}
  while #name < 3 do
    local start = #name > 0 and M.skip(text, at) or at
    local letter, after = M.letter_at(text, start)
    if not letter then
      break
    end
    name, at = name .. letter, after
    stops[#name] = after
    local _, possessive = find(text, "^'\1*s[ \t\1]+%f[KRBNP]", after) -- "Q's Kt. takes P."
    at = possessive and possessive + 1 or at
  end
  return name, stops
end

-- Remove letters from the end until the name is valid.
function M.longest(name, valid)
  while #name > 0 and not valid[name] do
    name = sub(name, 1, -2)
  end
  return name
end

local ORDINAL = "^%s?[sS][qQ][uare]*%.?"

-- Read a rank: a digit, an ordinal, "sq" or a misprinted 1. Returns it and the next offset. `is_inside`: in brackets.
local function rank_at(text, at, is_inside)
  local start = M.skip(text, at)
  local _, possessive = find(text, "^'\1*s", start)
  start = possessive and M.skip(text, possessive + 1) or start
  local _, stop, digit = find(text, "^([1-8])", start)
  if digit then
    -- A digit on the next line is a rank only if it cannot be a move number.
    local is_wrapped = find(sub(text, at, start), "\n", 1, true)
    local _, word = find(text, "^%.[ \t]+%f[%u]", stop + 1)
    local ends_sentence = word and not M.letter_at(text, word + 1) and not find(text, "^[OC]", word + 1)
    if find(text, "^%d", stop + 1) or is_wrapped and not ends_sentence
      and find(text, is_inside and "^[.:]" or "^[.):]", stop + 1) then
      return nil
    end
    local _, ordinal = find(text, "^[tTsSnNrR]?[hHtTdD]%f[^%w]%.?", stop + 1)
    if not ordinal and find(text, "^%a", stop + 1) and not M.has_ending(text, stop + 1) then
      return nil
    end
    return tonumber(digit), (ordinal or stop) + 1
  end
  _, stop = find(text, ORDINAL, start)
  if stop and stop > start then
    return 1, stop + 1
  end
  _, stop = find(text, "^[lI]%f[^%w]", start)
  if stop then
    return 1, stop + 1
  end
end

-- Read a square: file and rank, as {file, rank}. Returns it and the next offset.
function M.square_at(text, at, is_inside)
  local name, stops = M.name_at(text, at)
  for size = math.min(2, #name), 1, -1 do
    local file = sub(name, 1, size)
    -- Older books write "K. B's 3d".
    if FILES[file] then
      local rank, after = rank_at(text, stops[size], is_inside)
      if rank then
        return { file = file, rank = rank }, after
      end
    end
  end
end

-- Read "(Q 2)", "(K2)", "(B)", "(1)" or "(3rd)" after a piece. Returns {file, rank} and the next offset.
function M.bracket_at(text, at)
  local start = M.skip(text, at)
  local _, open = find(text, "^[(/]", start)
  if not open then
    return nil
  end
  local inner = M.skip(text, open + 1)
  local _, after_words = find(text, "^at%s+", inner)
  inner = after_words and after_words + 1 or inner
  local square, after = M.square_at(text, inner, true)
  if not square then
    local name, stops = M.name_at(text, inner)
    name = M.longest(name, FILES)
    local _, stop, digit = find(text, "^([1-8])[tTsSnNrR]?[hHtTdD]?", inner)
    if #name > 0 then
      square, after = { file = name }, stops[#name]
    elseif digit then
      square, after = { rank = tonumber(digit) }, stop + 1
    end
  end
  if not square or sub(text, open, open) == "/" then
    return square, after
  end
  after = M.skip(text, after)
  if sub(text, after, after) == ")" then
    return square, after + 1
  end
end

return M
