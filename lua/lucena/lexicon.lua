--- The spellings of results, castling, promotions, check, mate, en passant, move numbers, signs and the null move. The
-- readers of games use the same tables: csrc/notation/lexicon.def, castling.def, promotion.def, suffixes.def,
-- numbers.def, signs.def and csrc/pgn/match_comment.def.
-- @module lucena.lexicon

local core = require("lucena.core")

local M = {}

--- Return the meaning of a whole text as a result.
---@param text string
---@return string? result "1-0", "0-1", "1/2-1/2", "*", "0-0", "1/2-0" or "0-1/2"; nil if the text is no result
---@return integer? white half points; nil for "*"
---@return integer? black
---@return boolean? is_forfeit
---@return string? use "marker", "word", "last" or "tagged": see lexicon.def
-- @usage require("lucena.lexicon").read_result("½ - ½") --> 1/2-1/2
M.read_result = core.read_result

--- Return the entries of the table: {text, result, use}.
---@return table[]
-- @usage require("lucena.lexicon").entries()[1].text --> 1-0
M.entries = core.lexicon

--- Return the signs that mean NAGs: {text, nag, use}, with the uses of signs.def.
---@return table[]
-- @usage require("lucena.lexicon").signs()[1].text --> !
M.signs = core.signs

--- Return the spellings of the null move: {text, is_sign}. The first one is written. Dialects have the signs only.
---@return table[]
-- @usage require("lucena.lexicon").null_moves()[2].text --> Z0
M.null_moves = core.null_moves

--- Return the spellings of castling: {text, is_long, use}, with the uses of castling.def.
---@return table[]
-- @usage require("lucena.lexicon").castlings()[1].text --> O-O
M.castlings = core.castling

--- Return the words about castling: {text, kind}. Kinds: "with_side" and "alone" (castling), and the sides "short" and
-- "long".
---@return table[]
-- @usage require("lucena.lexicon").castling_words()[1].text --> castles
M.castling_words = core.castling_words

--- Return the signs around the piece of a promotion: {text, use}. The text has Q as the piece.
---@return table[]
-- @usage require("lucena.lexicon").promotions()[1].text --> =Q
M.promotions = core.promotions

--- Return the signs after the digits of a move number: {text, periods}. The first one is written.
---@return table[]
-- @usage require("lucena.lexicon").number_signs()[1].text --> .
M.number_signs = core.number_signs

local number_signs = core.number_signs()

--- Return the end of the signs of a move number, and the number of periods that they mean.
---@param text string
---@param at integer the first byte after the digits
---@param last? integer the last byte to read; default: that of the text
---@return integer stop their last byte; at - 1 if there are none
---@return integer periods
-- @usage return select(2, require("lucena.lexicon").number_signs_end("12... e5", 3)) --> 3
function M.number_signs_end(text, at, last)
  local periods, i = 0, 1
  last = last or #text
  while i <= #number_signs and at <= last do
    local sign = number_signs[i]
    i = i + 1
    if text:sub(at, at + #sign.text - 1) == sign.text then
      at, periods, i = at + #sign.text, periods + sign.periods, 1
    end
  end
  return at - 1, periods
end

--- Return the words and signs after a move: {text, kind}. Kinds: "ep", "check", "mate".
---@return table[]
-- @usage require("lucena.lexicon").suffixes()[1].text --> e.p.
M.suffixes = core.suffixes

--- Return the fields of comments in engine matches: {name, meaning}, in the order of match_comment.def.
---@return table[]
-- @usage require("lucena.lexicon").match_fields()[1].name --> d
M.match_fields = core.match_fields

local kind_of

--- Return the kind of a word or sign after a move.
---@param word string
---@return string? kind "ep", "check" or "mate"; nil for other words
-- @usage require("lucena.lexicon").suffix("ch.") --> check
function M.suffix(word)
  if not kind_of then
    kind_of = {}
    for _, entry in ipairs(core.suffixes()) do
      kind_of[entry.text] = entry.kind
    end
  end
  return kind_of[word]
end

local castles, side_of -- sets of words

local function load_castling_words()
  castles, side_of = {}, {}
  for _, entry in ipairs(core.castling_words()) do
    local is_side = entry.kind == "short" or entry.kind == "long"
    local set = is_side and side_of or castles
    set[entry.text] = entry.kind
  end
end

--- Return the castling that two words mean: "petit roque", "castles kingside".
---@param one string in lower case
---@param other string
---@return string? side "short" or "long"; nil for other words
-- @usage require("lucena.lexicon").castles("petit", "roque") --> short
function M.castles(one, other)
  if not castles then
    load_castling_words()
  end
  return castles[one] and side_of[other] or castles[other] and side_of[one]
end

--- Return whether a word alone means castling: "Roque".
---@param word string in lower case
---@return boolean
-- @usage require("lucena.lexicon").is_castling("rochade") --> true
function M.is_castling(word)
  if not castles then
    load_castling_words()
  end
  return castles[word] == "alone"
end

local wing_of

--- Return the wing of a spelling of castling.
---@param word string
---@return string? wing "short" or "long"; nil for other words
-- @usage require("lucena.lexicon").wing("000") --> long
function M.wing(word)
  if not wing_of then
    wing_of = {}
    for _, entry in ipairs(core.castling()) do
      wing_of[entry.text] = entry.is_long and "long" or "short"
    end
  end
  return wing_of[word]
end

local is_offer

--- Return whether a word is a spelling of the offer of a draw.
---@param word string
---@return boolean
-- @usage require("lucena.lexicon").is_offer("(=)") --> true
function M.is_offer(word)
  if not is_offer then
    is_offer = {}
    for _, sign in ipairs(core.signs()) do
      is_offer[sign.text] = sign.use == "offer" or nil
    end
  end
  return is_offer[word] == true
end

local is_null

--- Return whether a word is a spelling of the null move.
---@param word string
---@return boolean
-- @usage require("lucena.lexicon").is_null("@@@@") --> true
function M.is_null(word)
  if not is_null then
    is_null = {}
    for _, entry in ipairs(core.null_moves()) do
      is_null[entry.text] = true
    end
  end
  return is_null[word] == true
end

return M
