--- Explains the text of a move: its parts, and the dialects that can read it. It also explains why the move is legal or
-- not, why it is written in this way, and how other notations write it. Each sentence names its source: FIDE means the
-- Laws of Chess of 2023, appendix C; PGN means the standard of 1994.
-- @module lucena.notation.explain

local argument = require("lucena.argument")
local candidates = require("lucena.notation.candidates")
local core = require("lucena.core")
local dialects = require("lucena.dialect")
local letters = require("lucena.notation.letters")
local reasons = require("lucena.notation.reasons")
local shapes = require("lucena.notation.shape")
local widths = require("lucena.render.width")

local M = {}

-- Dialects for the section "Written", one per family of similar dialects: {title, name}.
local FAMILIES = {
  { "PGN", "pgn" }, { "FIDE English", "fide" }, { "FIDE French", "fide:french" }, { "French", "french" },
  { "German", "german" }, { "Spanish", "spanish" }, { "Russian", "russian" }, { "figurines", "figurine" },
  { "long", "lan" }, { "minimal", "minimal" }, { "engines (UCI)", "uci" }, { "ICCF", "iccf" }, { "Smith", "smith" },
  { "descriptive", "descriptive" }, { "telegraph", "gringmuth" },
}

-- Dialects without the usual letters.
local OTHERS = {
  "fide", "iccf", "uci", "smith", "descriptive", "descriptive:spanish", "descriptive:french", "gringmuth",
}

local PIECES = { K = "king", Q = "queen", R = "rook", B = "bishop", N = "knight" }

-- ---- parts ---------------------------------------------------------------------------------------

local ROLES = {
  origin = "the square of departure: both standards allow the long form (FIDE C.8)",
  file = "the file of departure",
  rank = "the rank of departure",
  hyphen = "separates the squares of the long form",
  capture = "takes (FIDE C.9, PGN 8.2.3.3)",
  destination = "the square of arrival (FIDE C.8, PGN 8.2.3.3)",
  promotion_sign = "sets off the new piece: PGN has = (PGN 8.2.3.3), FIDE nothing (FIDE C.11)",
  ep = "en passant: FIDE allows it (FIDE C.9), PGN has no such sign (PGN 8.2.3.3)",
  check = "check (PGN 8.2.3.5, FIDE C.13)",
  mate = "mate (PGN 8.2.3.5, FIDE C.13)",
  annotation = "the annotator's opinion, no part of the move (PGN 8.2.3.8)",
}

local function part_meaning(part, shape)
  if part.role == "piece" then
    return "a " .. PIECES[shape.kind]
  elseif part.role == "promotion" then
    return "the pawn becomes a " .. PIECES[shape.promotion]
  elseif part.role == "castling" then
    return ("castling on the %s's side: PGN has the letter O (PGN 8.2.3.3), FIDE the digit 0 (FIDE C.13)"):format(
      shape.castling == "short" and "king" or "queen")
  elseif part.role == "file" and shape.kind == "P" then
    return "the file of departure, by which a pawn that takes is named (FIDE C.9, PGN 8.2.3.3)"
  elseif part.role == "file" or part.role == "rank" then
    return ROLES[part.role]
      .. ", which distinguishes it from another piece that reaches the square (FIDE C.10, PGN 8.2.3.4)"
  end
  return ROLES[part.role]
end

-- ---- readings ------------------------------------------------------------------------------------

-- Add a dialect's reading to an array of {move, names, repairs}, one entry per move.
local function add_reading(readings, p, text, dialect)
  local move, repairs
  if dialect then
    move, repairs = dialect:read(p, text)
  end
  if not move then
    return
  end
  for _, reading in ipairs(readings) do
    if reading.move == move and (#reading.repairs == 0) == (#repairs == 0) then
      reading.names[#reading.names + 1] = dialect.name
      return
    end
  end
  readings[#readings + 1] = { move = move, names = { dialect.name }, repairs = repairs }
end

-- Return the readings without repairs; if there are none, all readings.
local function exact(readings)
  local out = {}
  for _, reading in ipairs(readings) do
    out[#out + 1] = #reading.repairs == 0 and reading or nil
  end
  return #out > 0 and out or readings, #out > 0
end

-- Return the moves that the text can mean in the position, the best-known languages first. These are tried in turn
-- until one finds a move: PGN's style; FIDE's and other styles; English with all tolerances; the reader of PGN.
local function read_all(p, text)
  local readings = {}
  for _, class in ipairs(letters.classes()) do
    add_reading(readings, p, text, candidates.dialect_of("pgn", class))
  end
  local found, is_exact = exact(readings)
  if is_exact then
    return found
  end
  for _, class in ipairs(letters.classes()) do
    add_reading(readings, p, text, candidates.dialect_of("fide", class))
  end
  for _, name in ipairs(OTHERS) do
    add_reading(readings, p, text, dialects.find(name))
  end
  if #readings == 0 then
    add_reading(readings, p, text, dialects.find("english"))
  end
  local move = #readings == 0 and p:parse(text)
  if move then
    return { { move = move, names = { "pgn" }, repairs = {} } } -- spellings that only the reader of PGN knows: pass, <>
  end
  return (exact(readings))
end

-- Return the possible meanings of the text in any position: the kinds of pieces with their languages, and the parts of
-- the first meaning.
local function shapes_of(text)
  local kinds, first = {}, nil
  for _, class in ipairs(letters.classes()) do
    local shape = shapes.of(text, class.row.white)
    if shape then
      first = first or shape
      local key = shape.kind .. (shape.promotion or "")
      kinds[key] = kinds[key] or { shape = shape, names = {} }
      table.insert(kinds[key].names, class.name)
      if kinds[key].index == nil then
        kinds[#kinds + 1] = kinds[key]
        kinds[key].index = #kinds
      end
    end
  end
  return kinds, first
end

-- ---- sections ------------------------------------------------------------------------------------

local function title(name)
  return name:gsub("^%l", string.upper)
end

local MOST_NAMES = 8

-- Join names: "french, spanish, ... and 3 more".
local function some_names(names)
  if #names <= MOST_NAMES then
    return reasons.list(names)
  end
  return table.concat(names, ", ", 1, MOST_NAMES) .. (" and %d more"):format(#names - MOST_NAMES)
end

local function add(section, ...)
  section[#section + 1] = table.pack(...)
end

local function add_parts(sections, shape)
  local section = { title = "Its parts" }
  for _, part in ipairs(shape.parts) do
    add(section, part.text, part_meaning(part, shape))
  end
  sections[#sections + 1] = section
end

-- Add a row {text, titles} to a section, or add the title to an existing row with this text.
local function add_title(section, text, family)
  for _, row in ipairs(section) do
    if row[1] == text then
      row[2] = row[2] .. ", " .. family
      return
    end
  end
  add(section, text, family)
end

-- Add the spellings of a move in each family.
local function add_spellings(sections, p, move)
  local section = { title = "Written" }
  for _, family in ipairs(FAMILIES) do
    local dialect = dialects.find(family[2])
    local text = dialect and dialect:write(p, move)
    if text then
      add_title(section, text, family[1])
    end
  end
  sections[#sections + 1] = section
  return section
end

-- Return how a dialect reads the text: the title of a row, and the text that follows the names of dialects in the row.
local function how_read(dialect, p, text, move)
  local found, repairs = dialect:read(p, text)
  if not found then
    return "not at all", ""
  elseif found ~= move then
    return "as another move", ""
  elseif #repairs == 0 then
    return "as written", ""
  end
  return "with repairs", (" (%s)"):format(table.concat(repairs, ", "))
end

-- Add a row for each different reading of the text, with the families that read it so.
local function add_readings(sections, p, text, move)
  local section, rows = { title = ("%s is read"):format(text) }, {}
  for _, row_title in ipairs { "as written", "with repairs", "as another move", "not at all" } do
    for _, family in ipairs(FAMILIES) do
      local how, why = how_read(dialects.find(family[2]), p, text, move)
      local row = rows[how .. why]
      if how == row_title and row then
        row.names[#row.names + 1] = family[1]
      elseif how == row_title then
        row = { title = row_title, why = why, names = { family[1] } }
        rows[how .. why], rows[#rows + 1] = row, row
      end
    end
  end
  for _, row in ipairs(rows) do
    add(section, row.title, table.concat(row.names, ", ") .. row.why)
  end
  sections[#sections + 1] = section
end

local function add_why(sections, name, sentences)
  local section = { title = name }
  for _, sentence in ipairs(sentences) do
    add(section, nil, title(sentence) .. ".")
  end
  if #section > 0 then
    sections[#sections + 1] = section
  end
end

local REPAIRS = {
  unicode_sign = "a Unicode sign replaces the usual one", castling_sign = "castling is written with other signs",
  promotion_sign = "the promotion is written with other signs", ep_mark = "the en passant mark is unusual here",
  check_sign = "the check sign is missing or wrong", capture_sign = "the capture sign is missing or wrong",
  letter_case = "upper and lower case are exchanged", superfluous_origin = "the departure square is not needed",
  separator = "another sign separates the squares", pawn_letter = "this notation has no letter for pawns",
  coordinates = "this notation does not write squares alone", short_capture = "the arrival square is incomplete",
  piece_glyph = "a figurine replaces the letter",
}

local function repair_sentences(repairs)
  local out = {}
  for i, name in ipairs(repairs) do
    out[i] = ("%s (%s)"):format(REPAIRS[name] or name, name)
  end
  return out
end

-- ---- the explanation -----------------------------------------------------------------------------

---@class lucena.Explanation
---@field text string the text that is explained
---@field headline string the explanation in one line
---@field kind string the kind of text: "move", or the name of a file of lua/lucena/explain/
---@field move lucena.Move? the move, if it is legal
---@field dialect string? the dialect in which it was read
---@field dialects string[]? all dialects that read it as this move
---@field repairs string[]? what was repaired
---@field spellings table? the move in other notations
---@field code string? if it is not a legal move, the reason: bad_move, illegal_move, ambiguous_move
---@field sections table[] the sections of the page: {title, {text or nil, sentence}...}
local Explanation = { __name = "lucena.Explanation", __metatable = "lucena.Explanation" }
Explanation.__index = Explanation

local function explain_move(self, p, reading, shape)
  local sections = self.sections
  self.move, self.repairs = reading.move, reading.repairs
  self.headline = reasons.sentence(p, reading.move)
  if shape then
    add_parts(sections, shape)
  end
  add_why(sections, "Why so", reasons.why_so(p, reading.move))
  add_why(sections, ("Repaired, as %s reads it"):format(self.dialect), repair_sentences(reading.repairs))
  self.spellings = add_spellings(sections, p, reading.move)
  add_readings(sections, p, self.text, reading.move)
end

-- Add the meanings of the text in languages other than the one in which it was read, from reading number `first` on.
local function add_others(self, p, readings, first)
  local section = { title = "In other languages" }
  for i = first, #readings do
    local reading = readings[i]
    if reading.move ~= self.move then
      add(section, p:san(reading.move), ("%s (%s)"):format(reasons.sentence(p, reading.move),
        some_names(reading.names)))
    end
  end
  if #section > 0 then
    self.sections[#self.sections + 1] = section
  end
end

-- Explain a text that means several moves in one dialect.
local function explain_ambiguous(self, p, dialect, moves)
  self.code, self.headline = "ambiguous_move", ("%d moves match this text, so it is ambiguous."):format(#moves)
  local section = { title = "It may be" }
  for _, move in ipairs(moves) do
    add(section, dialect:write(p, move) or p:san(move), reasons.sentence(p, move))
  end
  self.sections[#self.sections + 1] = section
end

local function refusal(p)
  return ("%s cannot play that."):format(p.turn == "white" and "White" or "Black")
end

local function explain_illegal(self, p, kinds, asked)
  self.code, self.headline = "illegal_move", refusal(p)
  add_parts(self.sections, kinds[1].shape)
  for i, kind in ipairs(kinds) do
    if i == 1 or kinds[1].names[1] ~= "english" then
      local names = #kinds > 1 and kind.shape.kind ~= "P" and
        ("Why not, as a %s (%s)"):format(PIECES[kind.shape.kind], some_names(kind.names)) or "Why not"
      add_why(self.sections, names, reasons.why_not(p, kind.shape))
    end
  end
  local other = not p:in_check() and p:pass()
  local move = other and asked and asked:read(other, self.text)
  if move then
    add_why(self.sections, "The other side", { ("it would be a move of %s: %s"):format(
      p.turn == "white" and "Black" or "White", reasons.sentence(other, move):gsub("%.$", "")) })
  end
end

local function explain_nothing(self)
  self.code, self.headline = "bad_move", "This is not a move in any notation that Lucena knows."
  for _, entry in ipairs(core.refused()) do
    if entry.text == self.text then
      self.headline = "This is not read: the move is written "
        .. (entry.written ~= "" and entry.written or "without it") .. "."
    end
  end
end

-- Return the parts of the text in each alphabet, or in only one alphabet if it is given.
local function kinds_for(dialect, text)
  if not dialect then
    return shapes_of(text)
  end
  local alphabet = dialect.alphabet and letters.find(dialect.alphabet)
  local pieces = alphabet and alphabet.white or not dialect.has_hooks and dialect.info.spec.pieces.white
  local shape = pieces and shapes.of(text, pieces)
  return shape and { { shape = shape, names = { dialect.name } } } or {}, shape
end

local function explain_here(self, p, dialect)
  local kinds = kinds_for(dialect, self.text)
  if dialect then
    local move, repairs, code = dialect:read(p, self.text)
    if move then
      return explain_move(self, p, { move = move, repairs = repairs }, kinds[1] and kinds[1].shape)
    elseif #kinds == 0 and code ~= "ambiguous_move" then
      -- on an error, `repairs` is the message
      self.code, self.headline = code, code == "illegal_move" and refusal(p) or title(repairs) .. "."
      return
    end
  end
  local readings = dialect and {} or read_all(p, self.text)
  if #readings > 0 then
    self.dialect, self.dialects = readings[1].names[1], readings[1].names
    local row = letters.find(self.dialect:match("[^:]*$"))
    explain_move(self, p, readings[1], row and shapes.of(self.text, row.white))
    return add_others(self, p, readings, 2)
  end
  local right = core.respelled(p, self.text)
  if right then
    self.code, self.headline = "bad_move", title(right) .. "."
    return
  end
  local asked = dialect or dialects.find(kinds[1] and kinds[1].names[1] or "english")
  local moves = asked:candidates(p, self.text)
  if #moves > 1 then
    return explain_ambiguous(self, p, asked, moves)
  elseif #kinds > 0 then
    return explain_illegal(self, p, kinds, asked)
  end
  explain_nothing(self)
end

local function new(text)
  return setmetatable({ text = text, kind = "move", sections = {} }, Explanation)
end

--- Explain the text of a move: see Position:explain and Board:explain. A text that is no move is explained as a token
-- of another kind (lucena.explain).
---@param self lucena.Position|lucena.Board
---@param text string one move
---@param dialect? string|Dialect the dialect of the text; nil: all are tried
---@param has_others? boolean whether the meanings in other languages are added, if it is no legal move in the dialect
---@return table? explanation {text; headline; move, if it is legal; dialect and dialects in which it was read;
-- repairs; code, if it is not a legal move: bad_move, illegal_move, ambiguous_move; sections: array of {title, {text
-- or nil, sentence}...}; page(width, heading)}
---@return string? err for an unknown dialect
---@return string? code bad_dialect
function M.of(self, text, dialect, has_others)
  local class = getmetatable(self)
  if class ~= "lucena.Position" and class ~= "lucena.Board" then
    error("calling 'explain' on bad self (lucena.Position expected, got " .. type(self) .. ")", 2)
  end
  argument.check(text, 1, "explain", "string")
  if type(dialect) == "string" then
    local found, err, code = dialects.find(dialect)
    if not found then
      return nil, err, code
    end
    dialect = found
  elseif dialect ~= nil and getmetatable(dialect) ~= "lucena.Dialect" then
    argument.bad(2, 2, "explain", "string or lucena.Dialect expected, got %s", argument.kind(dialect))
  end
  local explanation = new(text)
  explanation.dialect = dialect and dialect.name
  local position = class == "lucena.Board" and self:position() or self -- results: a Board has a position
  explain_here(explanation, position, dialect)
  if has_others and explanation.code then
    add_others(explanation, position, read_all(position, text), 1)
  end
  require("lucena.explain").complete(explanation, position, dialect)
  return explanation
end

-- Return the parts of a move in a dialect with piece letters. Returns nil if the dialect lacks one of the letters.
local function lay_out(shape, dialect)
  local spec = dialect.info.spec
  local function first(list)
    return type(list) == "table" and list[1] or list or ""
  end
  if shape.castling then
    return first(spec[shape.castling])
  end
  local piece = first(spec.pieces.white[shape.kind])
  local origin = shape.kind == "P" and (shape.is_capture and (shape.file or shape.from and shape.from:sub(1, 1)) or "")
    or shape.from or shape.file or shape.rank or ""
  local capture = shape.is_capture and spec.capture_place == "before" and first(spec.capture) or ""
  local promotion = shape.promotion and first(spec.promotion.signs) .. first(spec.pieces.white[shape.promotion])
    .. first(spec.promotion.close) or ""
  return piece .. origin .. capture .. shape.to .. promotion .. (shape.is_ep and first(spec.ep) or "")
end

-- Dialects that can write a move without a position.
local IN_PARTS = { "pgn", "fide", "fide:french", "french", "german", "spanish", "russian", "figurine", "minimal" }

local function add_layouts(sections, shape)
  local section = { title = "Written, where it is a move" }
  for _, family in ipairs(FAMILIES) do
    for _, name in ipairs(IN_PARTS) do
      if name == family[2] then
        add_title(section, lay_out(shape, dialects.find(name)), family[1])
      end
    end
  end
  sections[#sections + 1] = section
end

--- Explain a text as a move without a position: its parts, and the languages that have its letters.
---@param text string
---@return table? explanation as returned by Position:explain(); nil if it does not have the form of a move
-- @usage explain.shape("exd6ep").headline --> A pawn takes on d6.
function M.shape(text)
  local kinds, first = shapes_of(text)
  if not first then
    return nil
  end
  local explanation = new(text)
  local who = first.castling and "The king castles" or first.kind == "P" and "A pawn" or #kinds > 1 and "A piece"
    or "A " .. PIECES[first.kind]
  local where = first.castling and "" or (first.is_capture and " takes on %s" or " goes to %s"):format(first.to)
  explanation.headline = who .. where .. "."
  add_parts(explanation.sections, first)
  if first.kind ~= "P" and not first.castling or first.promotion then
    local section = { title = "Its letters" }
    for _, kind in ipairs(kinds) do
      local piece = PIECES[kind.shape.promotion or kind.shape.kind]
      add(section, piece, some_names(kind.names))
    end
    explanation.sections[#explanation.sections + 1] = section
  end
  add_layouts(explanation.sections, first)
  return explanation
end

-- ---- text ----------------------------------------------------------------------------------------

local function section_text(section, width, heading, word)
  local widest = 0
  for _, row in ipairs(section) do
    widest = row[1] and math.max(widest, math.min(widths.of(word(row[1])), 20)) or widest
  end
  local lines = { heading(word(section.title)) }
  for _, row in ipairs(section) do
    local first = row[1] and word(row[1])
    local label = first and first .. (" "):rep(widest - widths.of(first)) .. "  " or ""
    local indent = 2 + (row[1] and widest + 2 or 0)
    lines[#lines + 1] = "  " .. label .. widths.fold(word(row[2]), width - indent):gsub("\n", "\n" .. (" "):rep(indent))
  end
  return table.concat(lines, "\n")
end

--- Format the explanation as text.
---@param width? integer columns, default 79
---@param heading? fun(title: string): string formats the titles
---@param lang? string "en" (default) or "fr"
---@return string without a line end after the last line
-- @usage chess.position():explain("e5"):page(60):match("[^\n]+") --> e5: White cannot play that.
function Explanation:page(width, heading, lang)
  argument.self(self, "page", "lucena.Explanation")
  argument.optional(width, 1, "page", "number")
  argument.optional(heading, 2, "page", "function")
  argument.optional(lang, 3, "page", "string")
  width, heading = width or 79, heading or function(text) return text end
  local function word(text)
    return lang and require("lucena.language").explanation(lang, text, lang == "fr" and self.french or nil) or text
  end
  local colon = lang == "fr" and " : " or ": "
  local parts = { widths.fold(self.text .. colon .. word(self.headline), width) }
  for _, section in ipairs(self.sections) do
    if lang ~= "fr" or section.title ~= "French" then -- the French headline has it
      parts[#parts + 1] = section_text(section, width, heading, word)
    end
  end
  return table.concat(parts, "\n\n")
end

function Explanation:__tostring()
  return self:page()
end

return M
