--- Divides a text with moves into tokens with their offsets, so that a caller can replace the moves and copy all other
--- bytes. The tokens do not depend on a dialect or position: a token that may be a move is a `word`, and the caller
--- tries to read it. The text is PGN movetext, or prose such as a page of a book. In prose, `;` and `%` are
--- punctuation.
--
-- Cost: linear in the length of any text, because no byte is scanned twice. A word longer than 255 bytes (PGN 7) cannot
-- be a move; its kind is `text`.
-- @module lucena.notation.tokens

local lexicon = require("lucena.lexicon")
local signs_end = lexicon.number_signs_end

local M = {}

local byte, find, sub = string.byte, string.find, string.sub

--- Maximum length in bytes of a word that may be a move: a PGN symbol (PGN 7).
M.LONGEST = 255

-- ---- blanks and signs ----------------------------------------------------------------------------

-- Blanks beyond ASCII: the no-break space (French typography has one after "12."), the spaces from U+2000 on, narrow
-- and ideographic spaces, and the byte order mark.
local BLANKS = { ["\u{A0}"] = true, ["\u{202F}"] = true, ["\u{205F}"] = true, ["\u{3000}"] = true, ["\u{FEFF}"] = true }
for code = 0x2000, 0x200B do
  BLANKS[utf8.char(code)] = true
end

-- Return the length of the non-ASCII blank at an offset, or nil.
local function wide_blank(text, at)
  return BLANKS[sub(text, at, at + 2)] and 3 or BLANKS[sub(text, at, at + 1)] and 2 or nil
end

-- Return the first offset from `at` on that is not a blank, or nil.
local function skip_blanks(text, at)
  while true do
    at = find(text, "%S", at)
    local size = at and byte(text, at) >= 0xC2 and wide_blank(text, at)
    if not size then
      return at
    end
    at = at + size
  end
end

-- Signs before or after a word in prose that are not part of the word.
local QUOTES = {
  '"', "'", "`", "„", "“", "”", "‚", "‘", "’", "«", "»", "‹", "›", "¿", "¡", "—", "–",
}
local BEFORE, BEHIND = {}, { [","] = true, ["."] = true, ["…"] = true, ["!"] = true, ["?"] = true, ["‼"] = true,
  ["⁇"] = true, ["⁈"] = true, ["⁉"] = true }
for _, sign in ipairs(QUOTES) do
  BEFORE[sign], BEHIND[sign] = true, true
end

-- The bytes with which such a sign can begin or end. Most words have none of them at their ends, so a quick test is
-- enough.
local IS_EDGE = {}
for _, set in ipairs { BEFORE, BEHIND } do
  for sign in pairs(set) do
    IS_EDGE[byte(sign)], IS_EDGE[byte(sign, -1)] = true, true
  end
end

-- Return the length of the sign at the beginning or the end of a span; nil if there is none.
local function sign_at(set, text, first, last, at_end)
  if not IS_EDGE[byte(text, at_end and last or first)] then
    return nil
  end
  for size = 1, 3 do
    local piece = at_end and sub(text, last - size + 1, last) or sub(text, first, first + size - 1)
    if last - first + 1 >= size and set[piece] then
      return size
    end
  end
end

-- ---- words ---------------------------------------------------------------------------------------

-- Return whether a bracket belongs to a move, as in a promotion "e8(D)", or in descriptive notation "R(K1)-K4",
-- "N(KB3)xB", "(ep)". Any other bracket is a variation, even directly after a move: "e4(d4)".
local function is_inside_move(inner)
  return find(inner, "^%u%u?%u?[1-8]?$") or find(inner, "^[1-8]$") or find(inner, "^e%.?p%.?$")
    or find(inner, "^[\xC2-\xF4][\x80-\xBF]+$") and utf8.len(inner) == 1
end

-- Return the last byte of the bracket that begins at `at` and belongs to the word before it, or nil.
local function bracket_end(text, at)
  local close = find(sub(text, at + 1, at + 6), ")", 1, true)
  return close and is_inside_move(sub(text, at + 1, at + close - 1)) and at + close or nil
end

-- Return the last byte of the word that begins at `first`.
local function word_end(text, first, last)
  local at = first
  while true do
    local stop = find(text, "[%s{}()%[%];$\xC2\xE2\xE3\xEF]", at)
    if not stop or stop > last then
      return last
    end
    local code = byte(text, stop)
    if code >= 0xC2 then
      if wide_blank(text, stop) then
        return stop - 1
      end
      at = stop + 1
    else
      local close = code == 40 and stop > first and bracket_end(text, stop)
      if not close then
        return stop - 1
      end
      at = close + 1
    end
  end
end

local LONGEST_RESULT = 20

-- Return whether a word is a result that no other word looks like: not 0-0, which is castling, nor +/-, a sign.
local function is_result(word)
  if #word > LONGEST_RESULT or not find(word, "^[01*\xC2]") then
    return false
  end
  local use = select(5, lexicon.read_result(word))
  return use ~= nil and use ~= "tagged"
end

-- Return whether a word is a suffix of suffixes.def: it belongs to the move before it, even after a blank. A check sign
-- may follow e.p. directly.
local function is_mark(word)
  return lexicon.suffix(word) ~= nil or lexicon.suffix(word:match("^(e.*p%.?)[+#]$") or "") == "ep"
end

--- Return whether a word is a sign that belongs to the move before it, in any notation.
---@param word string
---@return boolean
-- @usage tokens.is_mark("e.p.")  --> true
function M.is_mark(word)
  return is_mark(word)
end

-- Return the kind of a word if the whole word determines it, else nil.
local function kind_of(word)
  return is_result(word) and "result" or is_mark(word) and "mark" or find(word, "^%d+$") and "digits"
    or signs_end(word, 1) == #word and "dots" or nil
end

-- Return the last byte of the move number at the beginning of a word: "12.", "12...", "12…", "12.…". Returns nil if
-- there is none.
local function number_end(text, first, last)
  local code = byte(text, first)
  if code < 48 or code > 57 then
    return nil
  end
  local _, digits = find(sub(text, first, math.min(last, first + 9)), "^%d+")
  local at = digits and first + digits
  if not at or at > last then
    return nil
  end
  local stop = signs_end(text, at, last)
  return stop >= at and stop or nil
end

-- ---- tags and comments ---------------------------------------------------------------------------

-- Return the last byte of a tag, which begins with `[Name "`. It ends at the first `]` directly after a quotation mark,
-- or at the end of the text line. Returns nil if the text is not a tag.
local function tag_end(text, first, last)
  local _, at = find(text, '^%[%s*%a[%w_]*%s*"', first)
  if not at or at > last then
    return nil
  end
  while true do
    at = find(text, '["\\\r\n]', at + 1)
    local code = at and byte(text, at)
    if not at or at > last then
      return last
    elseif code == 92 then
      at = at + 1
    elseif code ~= 34 then
      return at - 1
    elseif find(text, "^[ \t]*%]", at + 1) then
      return find(text, "]", at, true)
    end
  end
end

local function line_end(text, first, last)
  local at = find(text, "[\r\n]", first)
  return at and at <= last and at - 1 or last
end

-- ---- signs ---------------------------------------------------------------------------------------

local use_of -- the use of each sign in signs.def

local function sign_use(word)
  if not use_of then
    use_of = {}
    for _, sign in ipairs(lexicon.signs()) do
      use_of[sign.text] = sign.use
    end
  end
  return use_of[word]
end

local IN_BRACKETS = { word = "word", offer = "offer" }

-- Return the kind and the offset of the last byte of a sign in brackets, such as (+), [] or (=), or nil.
local function bracket_sign(text, at, last)
  local close = find(sub(text, at, math.min(at + 2, last)), "[])]")
  local kind = close and IN_BRACKETS[sign_use(sub(text, at, at + close - 1))]
  return kind, kind and at + close - 1
end

-- ---- splitting -----------------------------------------------------------------------------------

-- Return the kind and the last byte of a token that begins with a special sign. Returns nil for a word.
local function special(text, at, last, is_prose)
  local code = byte(text, at)
  if code == 123 then -- {
    local close = find(text, "}", at, true)
    return "comment", close and close <= last and close or last
  elseif (code == 40 or code == 91) and bracket_sign(text, at, last) then -- (+), [] or (=)
    return bracket_sign(text, at, last)
  elseif code == 40 then -- (
    local close = bracket_end(text, at)
    local has_mark = close and is_mark(sub(text, at, close))
    return has_mark and "mark" or "open", has_mark and close or at
  elseif code == 41 then -- )
    return "close", at
  elseif code == 91 then -- [
    local stop = tag_end(text, at, last)
    return stop and "tag" or "text", stop or at
  elseif code == 36 then -- $
    local _, stop = find(text, "^%$%d+", at)
    return stop and "nag" or "text", stop and math.min(stop, last) or at
  elseif code == 59 and not is_prose then -- ;
    return "comment", line_end(text, at, last)
  elseif code == 37 and not is_prose and (at == 1 or find(text, "^[\r\n]", at - 1)) then -- %
    return "escape", line_end(text, at, last)
  elseif code == 125 or code == 93 or code == 59 then -- } ] ;
    return "text", at
  end
end

-- Return the first and last byte of a word without the punctuation around it.
local function trim(text, first, last)
  local size = sign_at(BEFORE, text, first, last, false)
  while size do
    first = first + size
    size = sign_at(BEFORE, text, first, last, false)
  end
  size = sign_at(BEHIND, text, first, last, true)
  while size do
    last = last - size
    size = sign_at(BEHIND, text, first, last, true)
  end
  return first, last
end

-- A cutter divides a text. It is {text, at, last, is_prose, depth, queued_first, queued_last}. `depth` is the number of
-- open brackets. `queued_first` and `queued_last` are the first and last byte of the next token, if a word with a move
-- number was split.

-- Return a word, or the move number at its beginning. The rest is then queued as the next token.
local function cut_word(cutter, from, to)
  local text = cutter.text
  local stop = number_end(text, from, to)
  if stop then
    if stop < to then
      cutter.queued_first, cutter.queued_last = stop + 1, to
    end
    return "number", from, stop
  end
  local kind = kind_of(sub(text, from, to))
  if kind == "digits" and cutter.depth == 0 and byte(text, to + 1) == 41 and to < cutter.last then -- "12)"
    cutter.at = to + 2
    return "number", from, to + 1
  elseif kind then
    return kind, from, to
  end
  local a, b = trim(text, from, to)
  if a > b then
    return "text", from, to
  end
  -- such as "12" in quotation marks, or a result followed by a comma
  return (a ~= from or b ~= to) and kind_of(sub(text, a, b)) or "word", a, b
end

-- Return the next token.
local function step(cutter)
  local text, last, from = cutter.text, cutter.last, cutter.queued_first
  if from then
    cutter.queued_first = nil
    return cut_word(cutter, from, cutter.queued_last)
  end
  from = cutter.at <= last and skip_blanks(text, cutter.at) or last + 1
  if from > last then
    cutter.at = last + 1
    return nil
  end
  local kind, stop = special(text, from, last, cutter.is_prose)
  if kind then
    cutter.at = stop + 1
    cutter.depth = kind == "open" and cutter.depth + 1 or kind == "close" and math.max(cutter.depth - 1, 0)
      or cutter.depth
    return kind, from, stop
  end
  stop = word_end(text, from, last)
  cutter.at = stop + 1
  if stop - from >= M.LONGEST then
    return "text", from, stop
  end
  return cut_word(cutter, from, stop)
end

--- Iterate over the tokens of a text: kind, first byte and last byte (from 1, inclusive). Bytes outside tokens are
-- blanks, and punctuation around words: commas, quotation marks, `!` and `?`.
--
-- Kinds: `tag`, `comment` (with its braces or semicolon), `escape` (a `%` line), `number` ("12.", "12...", "12…",
-- "12)"), `digits` (a move number without a dot, or a move in a notation of digits), `dots` (alone, after a number),
-- `result`, `nag` ("$5"), `offer` ("(=)"), `open` and `close` (parentheses), `mark` (e.p., check and mate signs after a
-- blank), `word` (any text that can be a move) and `text` (any other).
---@param text string
---@param first? integer the first byte to read, default 1
---@param last? integer the last byte to read, default #text
---@param is_prose? boolean whether `;` and `%` are punctuation; default false
---@return function iterator of (kind, first, last)
---@return table state of the iterator
-- @usage for kind, a, b in tokens.each("1. e4 e5") do print(kind, a, b) end
function M.each(text, first, last, is_prose)
  return step, { text = text, at = first or 1, last = last or #text, is_prose = is_prose, depth = 0 }
end

local IS_SIGN = { mark = true, word = true, glued = true }

--- Return whether a word is an annotation sign: "+-", "±", "o^". Other words without letters and digits,
-- except null moves, are signs, too, because they cannot be moves.
---@param word string
---@return boolean
-- @usage tokens.is_sign("±") --> true
function M.is_sign(word)
  return IS_SIGN[sign_use(word)] or not find(word, "[%w\x80-\xFF]") and not lexicon.is_null(word)
    or find(word, "^[\xC2\xE2][\x80-\xBF]+$") ~= nil and utf8.len(word) == 1
end

--- Return whether a word is a sign of the Chess Informant that looks like a piece letter: N (novelty), RR (remark), D
-- (diagram). In notations that write "D pr F", such a word may be part of a move.
---@param word string
---@return boolean
-- @usage tokens.is_letter_sign("N") --> true
function M.is_letter_sign(word)
  return sign_use(word) == "letter"
end

--- Return the move number of a token, and whether Black's move follows it ("12...", "12…").
---@param text string a token of kind `number` or `digits`
---@return integer? number nil if it is too large
---@return boolean is_black
-- @usage (tokens.number("12...")) --> 12
function M.number(text)
  local digits = text:match("^%d+")
  local _, periods = signs_end(text, #digits + 1)
  return #digits <= 4 and math.tointeger(tonumber(digits)) or nil, periods >= 2
end

return M
