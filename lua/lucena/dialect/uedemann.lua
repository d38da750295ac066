--- Uedemann's telegraph code: two letters a square. It was never used, and its name often stands for Gringmuth's.
-- On the queen's side the file's vowel comes before the rank's consonant, on the king's side after it. The code says
-- nothing of promotions: their letters are Gringmuth's.
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
