--- Gringmuth's telegraph code: one syllable per square. So a move is a word of four letters, cheap to cable. The
-- consonant gives the file, the vowel the rank; both differ in the two halves of the board. Castling is written as the
-- king's move, as in Scidb. For signs that were added later, see nores.
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
  -- The knight is K, because a pawn cannot be promoted to a king.
  promotion = { signs = "", close = "", letters = { Q = "Q", R = "R", B = "B", N = "K" } },
  -- Castling is written as the king's move.
  short = {},
  long = {},
  check = "",
  mate = "",
  null = {},
}
