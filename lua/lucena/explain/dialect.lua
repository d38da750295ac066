--- The name of a notation: a style, an alphabet, or both.
-- @module lucena.explain.dialect

local dialects = require("lucena.dialect")

local PIECES = { "K", "Q", "R", "B", "N" }

local function letters_of(info)
  local letters = {}
  for i, piece in ipairs(info.has_letters and info.letters and PIECES or {}) do
    letters[i] = info.letters[piece]
  end
  return #letters == #PIECES and table.concat(letters, " ") or nil
end

local function read(text)
  local dialect = #text > 1 and text:find("^%l[%l%d:_-]*$") and dialects.find(text)
  if not dialect then
    return nil
  end
  local info, letters = dialect.info, letters_of(dialect.info)
  local sections = { { title = "A move, a capture, castling, a promotion, en passant",
    { nil, table.concat(dialects.examples(dialect), ", ") } } }
  if letters then
    table.insert(sections, 1, { title = "King, queen, rook, bishop, knight", { nil, letters } })
  end
  local is_alphabet = dialect.style == "pgn" and dialect.name ~= "pgn"
  return {
    headline = ("A notation: %s."):format(is_alphabet and info.alphabet_title or info.title), sections = sections,
    where = "With --dialect, `:dialect` at the prompt and options `dialect` of functions.",
    source = (is_alphabet and info.alphabet_source or info.source or "Lucena") .. ".",
  }
end

return { title = "notation", examples = "french, fide:german, uci", read = read }
