--- Cuts a text into pieces for the decoder: numbers, brackets, results and words, with their offsets. A number that is
-- glued to the move before it ("Sf62.c4") is a piece of its own. Blanks, and signs without letters, are no pieces.
--
-- Piece: {kind, first, last, text, line: the offset of the first byte of its line}; a `number` has {value,
-- is_black, is_bare, begins_line}, a `result` has {value}, a `word` of a correction has the `move` that it means.
-- Kinds: number, open, close, result, word.
-- Cost: linear in the text: each pattern is anchored at an offset and reads one piece.
-- @module lucena.text.decoder.pieces

local core = require("lucena.core")
local endings = require("lucena.text.endings")

local M = {}

local find, sub = string.find, string.sub

-- Digits, also as they are scanned: "l." for "1.", "lO." for "10.".
local DIGITS = { l = "1", I = "1", i = "1", O = "0", o = "0", S = "5", B = "8", Z = "2" }

local LISTED = "^(%d+)%)()"
local LONGEST_BRACKET = 60 -- bytes of words in brackets before a number

-- Forms of a number: the digits with the signs after them. Full stops may follow after blanks.
local FORMS = {
  "^([%dlIO]+)%.[.\1]*()", "^([%dlI][%dliIOoSBZ]?),%f[%s]()", "^([%dlI][%dliIOoSBZ]?)%.[.\1]*()",
  "^([%dlIO]+)\1*%-?%.%.+()", "^%((%d+)%)()", "^%[(%d+)%]()", LISTED, "^(%d+):%f[%s]()",
  "^(%d+)\xC2[\xB0\xBA]%.?()", "^(%d+)[/-]\1*%f[%s]()", -- 1° e4, 1º e4, 1/ e4, 1- e4
}

local LONGEST_NUMBER = 12 -- bytes
local DECIMAL = "^%d+%.%d+%f[^%w.%-]" -- seconds, an evaluation

local function value_of(digits)
  local plain = digits:gsub("%a", DIGITS)
  return #plain <= 3 and tonumber(plain) or nil
end

local WIDEST_INDENT = 200 -- bytes, with those of markup

-- Return whether only blanks and markup are before an offset on its line.
local function begins_line(text, at)
  local before = sub(text, math.max(1, at - WIDEST_INDENT), at - 1)
  return find(before, "\n[ \t\1]*$") ~= nil or #before < WIDEST_INDENT and not find(before, "[^ \t\1]")
end

local function number_of(text, at, stop, digits, is_bare)
  local dots = select(2, sub(text, at, stop):gsub("%.", ""))
  return { kind = "number", first = at, last = stop, text = sub(text, at, stop), value = value_of(digits),
    is_black = dots >= 2, is_bare = is_bare, begins_line = begins_line(text, at) }
end

-- Return whether digits before a closing bracket end words in brackets, "(Posts: 15)".
local function ends_bracket(text, at)
  return find(sub(text, math.max(1, at - LONGEST_BRACKET), at - 1), "%([^()\n]*[^()%s][^()\n]*$") ~= nil
end

-- Read a number at an offset: "12.", "12...", "12. ...", "(12)", "[12]", "12", "l.".
local function number_at(text, at)
  local part = sub(text, at, at + LONGEST_NUMBER) -- a search of the whole text would make the cost quadratic
  if find(part, DECIMAL) then
    return nil
  end
  for _, form in ipairs(FORMS) do
    local digits, after = part:match(form)
    after = after and at + after - 1
    local is_inside = digits and form == LISTED and ends_bracket(text, at)
    if digits and not is_inside and find(digits, "^[lI%d]%w*$") and value_of(digits) then
      local more = sub(text, after, after + LONGEST_NUMBER):match("^[ \t]*%.%.[.\1]*()")
      more = more and after + more - 2
      return number_of(text, at, more or after - 1, digits, false)
    end
  end
  local digits = part:match("^(%d%d?%d?)%f[%s]") or find(part, LISTED) and part:match("^%d%d?%d?%f[)]")
  return digits and number_of(text, at, at + #digits - 1, digits, true) or nil
end

-- LaTeX writes results with two hyphens.
local RESULTS = { "^1%-[-\1]*0%f[^%w]", "^0%-[-\1]*1%f[^%w]", "^1/2%-[-\1]*1/2", "^½%-[-\1]*½" }

local function result_at(text, at)
  for _, form in ipairs(RESULTS) do
    local _, stop = find(text, form, at)
    if stop then
      return { kind = "result", first = at, last = stop, text = sub(text, at, stop),
        value = core.read_result((sub(text, at, stop):gsub("%-[-\1]*", "-"))) }
    end
  end
end

local BRACKETS = { ["("] = "open", ["["] = "open", [")"] = "close", ["]"] = "close" }

local LONGEST_WORD = 60 -- bytes; a longer word is cut

-- Words that another piece touches, a number or a result: "Sf62.c4", "Sf6l0. c4", "chess|1-0", the
-- letter of the next move: "Sf3S c6".
local GLUED = { "^(..-[1-8O+#!?])%d+%.%f[^.]", "^(..-[1-8O+#!?])%d+%.%.", "^(..-[1-8])[lI][%dlIO]?%.", "^(.*%l%l)|.",
  "^(.-[a-h][2-7])%u$", "^(.-[a-h][2-7])\xD0[\x90-\xAF]$" }

-- Read a word: all bytes up to a blank, a bracket or a brace, or up to a piece that touches it.
local function word_at(text, at)
  local part = sub(text, at, at + LONGEST_WORD - 1):match("^[^%s()%[%]{}]+")
  for _, form in ipairs(GLUED) do
    part = part:match(form) or part
  end
  part = part:match("^(.-\1?\1?)\1*$") -- at most two such bytes belong to a sign; others are markup
  return { kind = "word", first = at, last = at + #part - 1, text = part }
end

local function piece_at(text, at)
  local kind = BRACKETS[sub(text, at, at)]
  return number_at(text, at) or result_at(text, at)
    or kind and { kind = kind, first = at, last = at, text = sub(text, at, at) } or word_at(text, at)
end

-- Return the piece of a correction.
local function word_of(text, one)
  return { kind = "word", first = one.first, last = one.last, text = sub(text, one.first, one.last), move = one.move }
end

local REACH = 80 -- bytes of a resignation
local MOST_MARKS = 8

-- Return the offset of the next piece. Braces and bytes of markup are skipped like blanks. So are marks of emphasis and
-- of table cells before a number or a result: "\\mainline{1. e4}", "'''1. e4'''", "|½-½".
local function next_at(text, from)
  local at = find(text, "[^%s{}\1]", from)
  local marks = at and sub(text, at, at + MOST_MARKS):match("^['*_|\"]+%f[%d\xC2]")
  return marks and at + #marks or at
end

-- Return a result without a value after the word that ends a resignation: "and Black resigned". `from`: the byte after
-- the latest number or move.
local function resignation(text, piece, from)
  if endings.may_resign(piece.text) and endings.resigns(text, math.max(from, piece.last - REACH), piece.last) then
    return { kind = "result", first = piece.last, last = piece.last, text = "", line = piece.line }
  end
end

--- Return the pieces of a part of a text.
---@param text string folded
---@param first integer
---@param last integer
---@param forced? table<integer, table> of lucena.text.corrections
---@return table[] pieces
-- @usage #pieces.list("1. e4 e5 (1... c5)", 1, 18)  --> 7
function M.list(text, first, last, forced)
  local list, at = {}, next_at(text, first)
  local line, newline = first, find(text, "\n", first, true)
  local latest = first -- the byte after the latest number or move
  while at and at <= last do
    while newline and newline < at do
      line, newline = newline + 1, find(text, "\n", newline + 1, true)
    end
    local one = forced and forced[at]
    local piece = one and word_of(text, one) or piece_at(text, at)
    piece.line = line
    if piece.kind ~= "word" or find(piece.text, "[%w\x80-\xFF]") then
      list[#list + 1] = piece
      list[#list + 1] = piece.kind == "word" and resignation(text, piece, latest) or nil
      latest = find(piece.text, "[%d0O]") and piece.last + 1 or latest
    end
    at = next_at(text, piece.last + 1)
  end
  return list
end

return M
