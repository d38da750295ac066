--- A FEN, explained field by field. The reader of FENs (csrc/notation/fen.h) finds the errors and repairs.
-- `meaning(text)` explains any text as a FEN, `read(text)` only a text with the form of a FEN.
-- @module lucena.explain.fen

local core = require("lucena.core")

local NAMES = { p = "pawn", n = "knight", b = "bishop", r = "rook", q = "queen", k = "king" }
local SIDES = { white = "White", black = "Black" }

local function is_fen(text)
  local board = text:match("^[%w/~%[%]]+")
  return board ~= nil and (select(2, board:gsub("/", "")) >= 3 or text:find("^[%w/]*/[%w/]* [wb] ") ~= nil)
end

-- Return the pieces of one color on a rank: "rook a8, knight b8".
local function pieces_on(setup, rank, pattern)
  local pieces = {}
  for file in ("abcdefgh"):gmatch(".") do
    local piece = setup:piece(file .. rank)
    if piece and piece:find(pattern) then
      pieces[#pieces + 1] = NAMES[piece:lower()] .. " " .. file .. rank
    end
  end
  return #pieces > 0 and table.concat(pieces, ", ") or nil
end

local function rank_sentence(setup, rank)
  local white, black = pieces_on(setup, rank, "%u"), pieces_on(setup, rank, "%l")
  local parts = { white and "White: " .. white, black and "Black: " .. black }
  if white and black then
    return ("rank %d. %s. %s"):format(rank, parts[1], parts[2])
  end
  return ("rank %d. %s"):format(rank, white and parts[1] or black and parts[2] or "empty")
end

local function board_section(setup, board)
  local section, rank = { title = "Field 1: the pieces" }, 8
  for text in board:gmatch("[^/]+") do
    section[#section + 1] = { text, rank_sentence(setup, rank) }
    rank = rank - 1
  end
  section[#section + 1] = { nil, "The ranks from 8 to 1, each from file a to h. Capitals are White's pieces, small "
    .. "letters Black's. A digit is a number of empty squares." }
  return section
end

local RIGHTS = { K = "White O-O", Q = "White O-O-O", k = "Black O-O", q = "Black O-O-O" }

local function castling_sentence(field)
  if field == "-" then
    return "no side may castle any more"
  end
  local rights = {}
  for letter in field:gmatch(".") do
    rights[#rights + 1] = RIGHTS[letter] or ("%s with the rook on the %s file"):format(
      letter:find("%u") and "White" or "Black", letter:lower())
  end
  return "castling rights: " .. table.concat(rights, ", ") .. " (king and rook have not moved)"
end

-- The meaning of fields 2 to 6.
local MEANINGS = {
  function(setup) return "the side to move: " .. SIDES[setup.turn] .. " (w or b)" end,
  function(_, field) return castling_sentence(field) end,
  function(_, field)
    return field == "-" and "no en passant square: the last move was no double step of a pawn"
      or "the en passant square, which a pawn has just passed by a double step"
  end,
  function() return "half-moves since the last capture or move of a pawn, for the rule of 50 moves" end,
  function() return "the number of the move: 1 at the start, one more after each move of Black" end,
}

local DEFAULTS = { "w", "-", "-", "0", "1" }

local function fields_section(setup, fields)
  local section = { title = "Fields 2 to 6" }
  for i, meaning in ipairs(MEANINGS) do
    local field = fields[i + 1]
    section[i] = { field or "(none)", meaning(setup, field or DEFAULTS[i])
      .. (field and "" or "; missing, so it is read as " .. DEFAULTS[i]) }
  end
  return section
end

-- Return the section with the repairs and the reasons why no game can have the position, and the code of an error.
local function faults_section(setup)
  local section = { title = "Its faults" }
  for _, note in ipairs(setup.diagnostics) do
    section[#section + 1] = { note.code, ("%s (column %d)"):format(note.message, note.column) }
  end
  setup:repair()
  local position, message, code = setup:position()
  if not position then
    section[#section + 1] = { code, message }
  end
  return #section > 0 and section or nil, code
end

local function count(setup)
  local pieces = 0
  for _ in setup:fen():match("^%S+"):gmatch("%a") do
    pieces = pieces + 1
  end
  return pieces
end

local WHERE = "The tag FEN of a game, with the tag SetUp \"1\" (PGN 9.7); the first four fields begin a record of EPD "
  .. "(PGN 16.2); options such as --fen."
local SOURCE = "PGN 16.1; castling with letters of files: X-FEN and Shredder-FEN."

local function meaning_of(text)
  local setup, err, code = core.setup(text)
  if not setup then
    return { headline = ("A FEN with an error: %s."):format(err), code = code, where = WHERE, source = SOURCE }
  end
  local fields = {}
  for field in text:gmatch("%S+") do
    fields[#fields + 1] = field
  end
  local sections = { board_section(setup, fields[1]), fields_section(setup, fields) }
  sections[3], code = faults_section(setup)
  return {
    headline = ("A FEN: a position with %d pieces and pawns, %s to move."):format(count(setup), SIDES[setup.turn]),
    sections = sections, code = code, where = WHERE, source = SOURCE,
  }
end

local function read(text)
  return is_fen(text) and meaning_of(text) or nil
end

return { title = "FEN", examples = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", read = read, meaning = meaning_of }
