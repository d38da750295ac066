--- The letter of a piece in the alphabets: N, C, S, ♘.
-- @module lucena.explain.letter

local letters = require("lucena.notation.letters")

local PIECES = { { "K", "king" }, { "Q", "queen" }, { "R", "rook" }, { "B", "bishop" }, { "N", "knight" } }

local function is_letter(row, piece, text)
  local white = row.white[piece]
  for _, letter in ipairs(type(white) == "table" and white or { white }) do
    if letter == text then
      return true
    end
  end
  return false
end

local function languages(piece, text)
  local names = {}
  for _, class in ipairs(letters.classes()) do
    if is_letter(class.row, piece, text) then
      names[#names + 1] = class.name
    end
  end
  return #names > 0 and table.concat(names, ", ") or nil
end

local function read(text)
  local section = { title = "Its pieces" }
  for _, piece in ipairs(PIECES) do
    local names = languages(piece[1], text)
    section[#section + 1] = names and { piece[2], names } or nil
  end
  return #section > 0 and {
    headline = "The letter of a piece.", sections = { section },
    where = "At the beginning of a move, or after a promotion.",
    source = "PGN 8.2.3.2, FIDE C.2 and C.3.",
  } or nil
end

return { title = "piece letter", examples = "N, C, ♘", read = read }
