--- Reads moves with the name of the piece in place of its letter, as dictated scores, chats and LaTeX have them:
-- "Springer f3", "cavalier prend e5", "конь c6", "knight takes e5", "\\knight f3".
-- Such words are a move only in a score, that is, directly after a number or a move.
-- Cost: one word at an offset.
-- @module lucena.text.piece_names

local letters = require("lucena.notation.letters")

local M = {}

-- The names of the pieces in lower case. A name has one meaning in all languages of the list.
local NAMES = {
  K = "king könig koenig roi rey re koning король król rei král király kung konge kuningas",
  Q = "queen dame reina donna dama regina ферзь hetman hölgy vezér dronning drottning",
  R = "rook turm tour torre toren ладья wieża věž bástya torn tårn torni",
  B = "bishop läufer laeufer fou alfil alfiere loper слон goniec laufer bispo střelec futó löpare løber løper lähetti",
  N = "knight springer cavalier caballo cavallo paard конь skoczek cavalo jezdec huszár hingst häst springare hevonen",
  P = "pawn bauer pion peón pedone pion пешка pionek peão pěšec gyalog bonde sotilas",
}

-- Words between the name of a piece and its destination. True: the move captures.
local VERBS = {
  takes = true, captures = true, x = true, ["schlägt"] = true, nimmt = true, prend = true, captura = true, toma = true,
  por = true, per = true, come = true, prende = true, mangia = true, slaat = true, ["бьет"] = true, ["бьёт"] = true,
  bije = true, bierze = true, bere = true, ["üt"] = true, ["slår"] = true, to = false, nach = false, auf = false,
  en = false, a = false, ["in"] = false, naar = false, na = false,
}

local pieces = {}
for piece, names in pairs(NAMES) do
  for name in names:gmatch("%S+") do
    pieces[name] = piece
  end
end

local WORD = "^([%a\x80-\xFF]+)[ \t\1]+()"

-- Return the word at an offset in lower case, and the offset of the next word. Bytes that are not UTF-8 are no word.
local function word_at(text, at)
  local word, after = text:sub(at, at + 40):match(WORD)
  if word and utf8.len(word) then
    return letters.lower(word), at + after - 1
  end
end

--- Return the piece that a word names.
---@param word string in lower case
---@return string? piece an English letter
function M.piece(word)
  return pieces[word]
end

--- Return whether a word between a piece and its square means that the move captures: true or false; nil if the word
-- is no such word.
---@param word string in lower case
---@return boolean? captures
function M.captures(word)
  return VERBS[word]
end

--- Read a move that names its piece.
---@param text string folded
---@param at integer
---@return string? piece an English letter
---@return string? rest the move after the letter: "xe5", "f3"
---@return integer? last
-- @usage piece_names.read("Springer schlägt e5", 1)  --> N
function M.read(text, at)
  local word, after = word_at(text, at)
  local piece = pieces[word or ""]
  if not piece then
    return nil
  end
  local verb, next_word = word_at(text, after)
  local captures = VERBS[verb or ""]
  if captures ~= nil then
    after = next_word
  end
  local square = text:match("^[a-h][1-8]%f[^%w]", after)
  if square then
    return piece, (captures and "x" or "") .. square, after + 1
  end
end

return M
