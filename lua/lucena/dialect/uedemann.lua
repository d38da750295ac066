--- Uedemann's telegraph code: two letters per square. It was never used, and its name often stands for Gringmuth's
-- code. On the queen's side the vowel of the file precedes the consonant of the rank, on the king's side it follows it.
-- The code does not say how promotions are written; Gringmuth's letters are used.
-- @module lucena.dialect.uedemann

local VOWELS = "AEIOOIEA" -- by file
local CONSONANTS = "BDFGHKLP" -- by rank

local squares = {}
for file = 1, 8 do
  for rank = 1, 8 do
    local vowel, consonant = VOWELS:sub(file, file), CONSONANTS:sub(rank, rank)
    squares[("abcdefgh"):sub(file, file) .. rank] = file <= 4 and vowel .. consonant or consonant .. vowel
  end
end

return {
  extend = "gringmuth",
  title = "Uedemann's telegraph code, DOGO",
  source = "Wikipedia, Chess notation (telegraph codes)",
  verified = false,
  squares = squares,
}
