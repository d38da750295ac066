--- A sign that is a part of a move, alone: x + # e.p. =. The styles of notation have the lists of their signs, and the
-- lexicon those of all texts.
-- Cost: the first sign compiles all styles, some hundredths of a second.
-- @module lucena.explain.sign

local dialects = require("lucena.dialect")
local lexicon = require("lucena.lexicon")

-- {field of a style, meaning, source}
local ROLES = {
  { "check", "check", "PGN 8.2.3.5, FIDE C.13" },
  { "mate", "checkmate", "PGN 8.2.3.5, FIDE C.13" },
  { "capture", "a capture", "PGN 8.2.3.3, FIDE C.9" },
  { "ep", "en passant: the pawn takes a pawn that has just passed the square", "FIDE C.9; PGN has no such sign" },
  { "promotion", "the promotion of a pawn: the new piece follows", "PGN 8.2.3.3; FIDE has no such sign (C.11)" },
}

-- The roles of words and signs of the lexicon that no style has, by their kind.
local WORDS = {
  check = ROLES[1], mate = ROLES[2], ep = ROLES[4], promotion = ROLES[5],
  alone = { nil, "castling", "PGN 8.2.3.3, FIDE C.13" },
  short = { nil, "castling on the king's side", "PGN 8.2.3.3, FIDE C.13" },
  long = { nil, "castling on the queen's side", "PGN 8.2.3.3, FIDE C.13" },
}
WORDS.with_side = WORDS.alone

-- The offer of a draw is no part of a move, and no style has it.
local OFFER = {
  headline = "The offer of a draw.",
  where = "After the move, on the score sheet of a player. PGN has no such sign; in a PGN file, it is kept as text.",
  source = "FIDE C.12.",
}

local function has_sign(spec, field, text)
  local signs = field == "promotion" and spec.promotion.signs or spec[field]
  for _, sign in ipairs(type(signs) == "table" and signs or { signs }) do
    if type(sign) == "string" and sign ~= "" and sign:match("^%s*(.-)%s*$") == text then
      return true
    end
  end
  return false
end

-- Return the names of the styles with the sign, by the number of its role.
local function styles_with(text)
  local found = {}
  for _, row in ipairs(dialects.dialects()) do
    local info = not row.is_alphabet and row.style and dialects.find(row.name).info
    for i, role in ipairs(info and info.spec and ROLES or {}) do
      if has_sign(info.spec, role[1], text) then
        found[i] = found[i] or {}
        table.insert(found[i], row.name)
      end
    end
  end
  return found
end

-- Return the role of an entry of the lexicon, or nil. "long" is the name of a notation first.
local function role_of(text)
  if require("lucena.explain.dialect").read(text) then
    return nil
  end
  for _, list in ipairs { lexicon.suffixes(), lexicon.castling_words(), lexicon.promotions() } do
    for _, entry in ipairs(list) do
      if entry.text == text then
        return WORDS[entry.kind or text ~= "Q" and "promotion"]
      end
    end
  end
end

local function read(text)
  if lexicon.is_offer(text) then
    return OFFER
  end
  local found, first = #text <= 8 and styles_with(text) or {}, nil
  local section = { title = "The sign in notations" }
  for i, role in ipairs(ROLES) do
    if found[i] then
      first = first or role
      section[#section + 1] = { role[1], table.concat(found[i], ", ") }
    end
  end
  first = first or role_of(text)
  return first and {
    headline = ("A sign in a move: %s."):format(first[2]), sections = { section[1] and section },
    where = "Only as a part of a move.", source = first[3] .. ".",
  }
end

return { title = "sign", examples = "x, +, #, e.p., (=)", read = read }
