--- Braille chess notation, as far as sources are known. Letters of squares and pieces are braille cells; digits are
-- lowered cells. Sources are known for these: the squares, S for the knight, the letters of king, queen and rook, and
-- the check sign. No source is known for the signs of captures and promotions, so x and = of literary braille are used.
-- Mate is written as check. The cell of the bishop is also that of the b-file, so a bishop move may look like a pawn
-- move. In this case, both squares are written.
-- @module lucena.dialect.braille

local LETTERS = {
  a = "⠁", b = "⠃", c = "⠉", d = "⠙", e = "⠑", f = "⠋", g = "⠛", h = "⠓",
  k = "⠅", q = "⠟", r = "⠗", n = "⠎", x = "⠭", o = "⠕",
}
local DIGITS = { "⠂", "⠆", "⠒", "⠲", "⠢", "⠖", "⠶", "⠦" }
local EQUALS, CHECK, HYPHEN = "⠶⠶", "⠜⠏", "⠤"

local function cells(text)
  return (text:gsub(".", function(c) return LETTERS[c:lower()] or DIGITS[tonumber(c)] or c == "-" and HYPHEN or "" end))
end

-- Return the spellings of a move, from the shortest (SAN without its signs) to that with both squares.
local function spell(position, move)
  if move.is_null then
    return {}
  end
  local san = position:san(move):gsub("[+#]", "")
  if move.is_castling then
    return { cells(san) }
  end
  local kind = position:piece(move.from):upper()
  local letter = kind == "P" and "" or cells(kind)
  local takes = position:is_capture(move) and LETTERS.x or ""
  local promotion = move.promotion and EQUALS .. cells(move.promotion) or ""
  return { cells(san:gsub("=.*", "")) .. promotion, letter .. cells(move.from) .. takes .. cells(move.to) .. promotion }
end

local function ending(position, move)
  return not move.is_null and position:gives_check(move) and CHECK or ""
end

local function fold(text)
  return (text:gsub("%s", ""):gsub("\u{2800}", ""):gsub(CHECK .. "$", ""))
end

return {
  extend = "pgn",
  title = "Braille, ⠑⠲",
  source = "Braille Authority of the United Kingdom, chess notation, 2015 (in part)",
  verified = false,
  letters = false,
  hooks = { spell = spell, ending = ending, fold = fold },
}
