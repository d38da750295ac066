--- Gringmuth's telegraph code: a syllable a square, so that a move is a word of four letters and cheap to cable.
-- The consonant tells the file, the vowel the rank; both differ in the two halves of the board. Castling is the king's
-- move, as Scidb prints it. See nores for the signs that were added later.
-- @module lucena.dialect.gringmuth

local FILES = { "BM", "CN", "DP", "FR", "GS", "HT", "KW", "LZ" } -- consonant on ranks 1 to 4, and on 5 to 8
local VOWELS = "AEIOOIEA" -- by rank

local squares = {}
for file = 1, 8 do
  for rank = 1, 8 do
    local half = rank <= 4 and 1 or 2
    squares[("abcdefgh"):sub(file, file) .. rank] = FILES[file]:sub(half, half) .. VOWELS:sub(rank, rank)
  end
end

return {
  extend = "lalg",
  title = "Gringmuth's telegraph code, GEGO",
  source = "Steinitz 1889; Scidb",
  squares = squares,
  -- The knight is K; the king cannot be meant.
  promotion = { signs = "", close = "", letters = { Q = "Q", R = "R", B = "B", N = "K" } },
  -- Castling has no words of its own here.
  short = {},
  long = {},
  check = "",
  mate = "",
  null = {},
}
