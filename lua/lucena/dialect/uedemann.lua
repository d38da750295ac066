--- Uedemann's telegraph code, with two letters per square. It was never used, and its name often means Gringmuth's
-- code. A square has the vowel of its file and the consonant of its rank. On the queen's side, the vowel is first; on
-- the king's side, the consonant. The code does not define how promotions are written; Gringmuth's letters are used.
-- @module lucena.dialect.uedemann

local VOWELS = "AEIOOIEA" -- the vowel of each file
local CONSONANTS = "BDFGHKLP" -- the consonant of each rank

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
