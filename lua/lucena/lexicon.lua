--- The spellings of results, castling, signs and the null move: csrc/notation/lexicon.def, castling.def and signs.def,
-- the tables that the readers of games use.
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
