--- Gringmuth's telegraph code, with one syllable per square. So a move is a word of four letters, which is cheap to
-- cable. The consonant gives the file, and the vowel gives the rank. Ranks 1 to 4 have other consonants than ranks 5 to
-- 8. Castling is written as the king's move, as in Scidb. The dialect nores adds signs that were invented later.
-- @module lucena.dialect.gringmuth

local FILES = { "BM", "CN", "DP", "FR", "GS", "HT", "KW", "LZ" } -- consonants of each file: ranks 1 to 4, 5 to 8
local VOWELS = "AEIOOIEA" -- the vowel of each rank

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
  -- As a promotion piece, K means the knight: a pawn cannot become a king.
  promotion = { signs = "", close = "", letters = { Q = "Q", R = "R", B = "B", N = "K" } },
  -- Castling is written as the king's move.
  short = {},
  long = {},
  check = "",
  mate = "",
  null = {},
}
