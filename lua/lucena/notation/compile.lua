--- Compiles a dialect: combines a style with an alphabet into one table, from which the core makes a dialect.
--
--     local spec = assert(compile.flat(style, alphabet, "fide:french"))
--     local dialect = core.dialect(spec)
--
-- Style files, users' files and tables of Lua programs are checked here field by field, so that errors are reported in
-- terms of these files. So the core never finds an error in the table. A field that takes a list may be a single text.
-- A missing field is taken from the parent: the style that this style extends. FIELDS below lists all fields.
-- @module lucena.notation.compile

local tokens = require("lucena.notation.tokens")
local shown = require("lucena.argument").shown

local M = {}

--- The kinds of pieces, in the order of alphabets.
M.PIECES = { "K", "Q", "R", "B", "N", "P" }

--- The tolerances that a dialect has by default: all except the first two of ALL_TOLERANCES.
M.TOLERANCES = {
  "unicode_sign", "castling_sign", "promotion_sign", "ep_mark", "check_sign", "capture_sign", "letter_case",
  "superfluous_origin", "separator", "pawn_letter", "coordinates", "short_capture", "piece_glyph",
}

--- All tolerances. The first two guess. With a wrong origin, another piece may be meant. A missing promotion piece is
-- usually, but not always, a queen.
M.ALL_TOLERANCES = { "wrong_origin", "queen_assumed", table.unpack(M.TOLERANCES) }

-- The maximum length in bytes of a text in a dialect (LC_DIALECT_WORD).
local LONGEST = 64

-- ---- checking ------------------------------------------------------------------------------------

-- The class of errors in the data. Any other error is a bug in this module.
local Fault = {}

local function fault(text, ...)
  error(setmetatable({ text = text:format(...) }, Fault), 0)
end

local function kind_of(value)
  return type(value) == "string" and ("'%s'"):format(shown(value)) or type(value)
end

local function check_text(value, field)
  if type(value) ~= "string" then
    fault("%s: text expected, got %s", field, kind_of(value))
  elseif not utf8.len(value) then
    fault("%s: the text is not UTF-8", field)
  elseif value:find("%c") then
    fault("%s: control character", field)
  end
  return value
end

local function check_word(value, field)
  if #check_text(value, field) > LONGEST then
    fault("%s: '%s' is longer than %d bytes", field, shown(value), LONGEST)
  end
  return value
end

-- Return one text, or an array of texts, as an array.
local function check_list(value, field)
  if type(value) == "string" then
    return { check_word(value, field) }
  elseif type(value) ~= "table" then
    fault("%s: text or a list of texts expected, got %s", field, kind_of(value))
  end
  local list = {}
  for i, word in ipairs(value) do
    list[i] = check_word(word, ("%s[%d]"):format(field, i))
  end
  for key in pairs(value) do
    if not list[key] then
      fault("%s: '%s' is no place in a list", field, shown(key))
    end
  end
  return list
end

-- Check names. A name of blanks only is an error, because blanks around a move are ignored.
local function check_names(value, field, what)
  local list = check_list(value, field)
  for i = 1, math.max(1, #list) do
    if not (list[i] or ""):find("%S") then
      fault("%s: %s expected", field, what)
    end
  end
  return list
end

local function check_keys(value, field, allowed)
  if type(value) ~= "table" then
    fault("%s: table expected, got %s", field, kind_of(value))
  end
  for key in pairs(value) do
    if not allowed[key] then
      local names = {}
      for name in pairs(allowed) do
        names[#names + 1] = name
      end
      table.sort(names)
      local hint = require("lucena.suggestion").find(tostring(key), names)
      local where = field == "" and "unknown field" or field .. ": unknown field"
      fault("%s '%s'%s", where, shown(key), hint and ("; did you mean '%s'?"):format(hint) or "")
    end
  end
end

local function boolean(value, field)
  if type(value) ~= "boolean" then
    fault("%s: true or false expected, got %s", field, kind_of(value))
  end
  return value
end

local function one_of(...)
  local names = { ... }
  return function(value, field)
    for _, name in ipairs(names) do
      if value == name then
        return value
      end
    end
    fault("%s: '%s' expected, got %s", field, table.concat(names, "', '", 1, #names - 1) .. "' or '" .. names[#names],
      kind_of(value))
  end
end

-- Check eight names of files or ranks.
local function eight(value, field)
  if type(value) ~= "table" or #value ~= 8 then
    fault("%s: a list of 8 expected, got %s", field, type(value) == "table" and #value or kind_of(value))
  end
  local out = {}
  for i, name in ipairs(value) do
    out[i] = check_names(name, ("%s[%d]"):format(field, i), "a name")
  end
  return out
end

local function check_squares(value, field)
  local known = {}
  for i = 0, 63 do
    local square = ("abcdefgh"):sub(i % 8 + 1, i % 8 + 1) .. i // 8 + 1
    known[i + 1], known[square] = square, true
  end
  check_keys(value, field, known)
  local out = {}
  for _, square in ipairs(known) do
    if value[square] == nil then
      fault("%s: %s is missing", field, square)
    end
    out[square] = check_names(value[square], field .. "." .. square, "a name")
  end
  return out
end

-- Separate the spellings of a letter, which are joined by "|" as in alphabets: "Kt|N" becomes {"Kt", "N"}.
local function split(value)
  local out = {}
  for _, word in ipairs(type(value) == "table" and value or { value }) do
    if type(word) == "string" and word:find("|", 1, true) then
      for spelling in (word .. "|"):gmatch("([^|]*)|") do
        out[#out + 1] = spelling
      end
    else
      out[#out + 1] = word
    end
  end
  return type(value) == "table" and #out == #value and value or #out == 1 and out[1] or out
end

local IS_PIECE = { K = true, Q = true, R = true, B = true, N = true, P = true }

-- Check the letters of pieces. All pieces in `needed` must be present.
local function check_letters(value, field, needed)
  check_keys(value, field, IS_PIECE)
  local out = {}
  for piece in needed:gmatch(".") do
    if value[piece] == nil then
      fault("%s: the letter of %s is missing", field, piece)
    end
    out[piece] = check_names(split(value[piece]), field .. "." .. piece, "a letter")
  end
  for piece, letters in pairs(value) do
    out[piece] = out[piece] or check_list(split(letters), field .. "." .. piece)
  end
  return out
end

-- Add the letters in `base` for pieces that have no letters. If no piece is missing, return `letters` itself.
local function completed(letters, base)
  local has_all = type(letters) ~= "table" or letters.K and letters.Q and letters.R and letters.B and letters.N
  if has_all then
    return letters
  end
  return M.changed(base, letters)
end

-- Check the letters of pieces. Missing letters are taken from `base`, {white = {K = {"R"}, ...}, black = ...}.
local function check_pieces(value, field, base)
  local function side(letters, name, color)
    local out = check_letters(base and completed(letters, base[color]) or letters, name, "KQRBN")
    out.P = out.P and out.P[1] and out.P or { "" }
    return out
  end
  if type(value) == "table" and (value.white ~= nil or value.black ~= nil) then
    check_keys(value, field, { white = true, black = true })
    local white = side(value.white, field .. ".white", "white")
    return { white = white, black = side(value.black, field .. ".black", "black") }
  end
  local white = side(value, field, "white")
  if base and base.white ~= base.black then
    return { white = white, black = side(value, field, "black") }
  end
  return { white = white, black = white }
end

local function check_promotion(value, field)
  check_keys(value, field, { signs = true, close = true, letters = true })
  return {
    signs = check_list(value.signs or "", field .. ".signs"),
    close = check_list(value.close or "", field .. ".close"),
    letters = value.letters and check_letters(value.letters, field .. ".letters", "QRBN"),
  }
end

local function check_optional(value, field)
  check_keys(value, field, { check = true, capture = true, capture_pawn = true, ep = true })
  local out = {}
  for name, is in pairs(value) do
    out[name] = boolean(is, field .. "." .. name)
  end
  return out
end

local function check_castle_marks(value, field)
  check_keys(value, field, { short = true, long = true })
  return { short = check_list(value.short, field .. ".short"), long = check_list(value.long, field .. ".long") }
end

local function check_wings(value, field)
  check_keys(value, field, { king = true, queen = true, always = true })
  return {
    king = check_names(value.king, field .. ".king", "a name"),
    queen = check_names(value.queen, field .. ".queen", "a name"),
    always = value.always ~= nil and boolean(value.always, field .. ".always"),
  }
end

local PARTS = { piece = true, origin = true, sign = true, square = true }

-- Check the order of a move's parts. It is a text ("origin sign square piece") or a list. Each part occurs once.
local function check_order(value, field)
  local list = {}
  if type(value) == "string" then
    for name in value:gmatch("%S+") do
      list[#list + 1] = name
    end
  else
    list = check_list(value, field)
  end
  local seen = {}
  for _, name in ipairs(list) do
    if not PARTS[name] or seen[name] then
      fault("%s: '%s' is %s", field, shown(name), PARTS[name] and "repeated" or "not a part of a move")
    end
    seen[name] = true
  end
  if #list ~= 4 then
    fault("%s: expected piece, origin, sign and square, each once", field)
  end
  return list
end

local function check_tolerances(value, field)
  if value == "all" then
    return M.ALL_TOLERANCES
  end
  local list = type(value) == "table" and value or { value }
  for _, name in ipairs(list) do
    local known = false
    check_text(name, field)
    for _, tolerance in ipairs(M.ALL_TOLERANCES) do
      known = known or tolerance == name
    end
    if not known then
      local hint = require("lucena.suggestion").find(name, M.ALL_TOLERANCES)
      fault("%s: there is no '%s'%s", field, shown(name), hint and ("; did you mean '%s'?"):format(hint) or "")
    end
  end
  return list
end

local function check_hooks(value, field)
  check_keys(value, field, {
    print = true, spell = true, parse = true, fold = true, shape = true, choose = true, ending = true,
  })
  for name, hook in pairs(value) do
    if type(hook) ~= "function" then
      fault("%s.%s: function expected, got %s", field, name, kind_of(hook))
    end
  end
  if not (value.print or value.spell) then
    fault("%s: a print or spell function is needed", field)
  end
  return value
end

-- Add the letter of the pawn, so that it is read. It is not written. A letter that begins with O is not added, because
-- castling begins with O.
local function with_silent_pawn(letters)
  local out = { P = { "" } }
  for _, piece in ipairs(M.PIECES) do
    out[piece] = out[piece] or letters[piece]
  end
  for _, spelling in ipairs(letters.P) do
    if not spelling:find("^O") then
      out.P[#out.P + 1] = spelling
    end
  end
  return out
end

-- Return the default piece letters of a style: those of its parent if it has one, else those of the alphabet.
local function base_letters(parent, alphabet)
  if parent.pieces then
    return parent.pieces
  end
  local white = with_silent_pawn(alphabet.white)
  return { white = white, black = alphabet.black == alphabet.white and white or with_silent_pawn(alphabet.black) }
end

-- Check that a field has a function. The sandbox keeps the function, and passes `true` in its place.
local function check_function(value, field)
  if value ~= true then
    fault("%s: function expected, got %s", field, kind_of(value))
  end
  return value
end

-- The fields of a style. Each has a function that checks its value and returns it in full form.
local FIELDS = {
  -- identification
  name = check_text, title = check_text, source = check_text, note = check_text, verified = boolean,
  aliases = check_list, extend = check_text, alphabet = check_text,
  -- pieces and squares
  letters = boolean, pieces = check_pieces, files = eight, ranks = eight, squares = check_squares,
  order = check_order, separator = check_word,
  -- origin of the moving piece
  origin = one_of("minimal", "always", "never", "wing"), pawn_origin = one_of("capture", "always", "never"),
  origin_open = check_list, origin_close = check_list, wings = check_wings,
  pawn_capture = one_of("square", "files"),
  -- signs
  quiet = check_list, capture = check_list, capture_place = one_of("before", "after", "none"),
  victim = one_of("none", "before", "after"), promotion = check_promotion, ep = check_list, ep_victim = check_list,
  victims = function(value, field) return check_letters(value, field, "QRBNP") end,
  castle = one_of("words", "king", "rook"), short = check_list, long = check_list, castle_marks = check_castle_marks,
  check = check_list, mate = check_list, double = check_list, optional = check_optional, null = check_list,
  digit_moves = boolean,
  -- options of reading
  tolerances = check_tolerances, hooks = check_hooks, print = check_function, read = check_function,
}

-- Fields that are not inherited from the parent.
local OWN = { name = true, aliases = true, extend = true, title = true, note = true, verified = true, source = true }

--- Check a style, and return its fields in full form. Missing fields are taken from the parent.
---@param style table
---@param parent? table a style in full form
---@param alphabet? table made by alphabet(): the letters that are missing in `pieces`; default: none
---@return table? style
---@return string? err such as "pieces: the letter of B is missing"
function M.style(style, parent, alphabet)
  local done, result = pcall(function()
    local full = {}
    check_keys(style, "", FIELDS)
    for name, value in pairs(style) do
      full[name] = FIELDS[name](value, name, name == "pieces" and alphabet and base_letters(parent, alphabet) or nil)
    end
    return full
  end)
  if not done then
    if getmetatable(result) ~= Fault then
      error(result, 0)
    end
    return nil, result.text
  end
  for name, value in pairs(parent or {}) do
    if result[name] == nil and not OWN[name] then
      result[name] = value
    end
  end
  if result.origin == "wing" and not result.wings then
    return nil, "origin: 'wing' needs the names in the field wings: {king = \"K\", queen = \"Q\"}"
  elseif style.ep_victim and result.victim == "none" then
    return nil, "ep_victim: nobody taken is named, victim must be 'before' or 'after'"
  elseif result.victim == "none" then
    result.ep_victim = nil
  end
  return result
end

-- ---- alphabets -----------------------------------------------------------------------------------

-- Convert "K Q R B Kt|N P" to { K = { "K" }, ..., N = { "Kt", "N" }, P = { "P" } }.
local function letters_of(text)
  local letters, i = {}, 0
  for field in text:gmatch("%S+") do
    i = i + 1
    local list = {}
    for spelling in field:gmatch("[^|]+") do
      list[#list + 1] = spelling
    end
    letters[M.PIECES[i]] = list
  end
  return letters
end

-- Return all letters of captured pieces of either color, including the letter of the pawn.
local function victims_of(white, black)
  if white == black then
    return white
  end
  local out = {}
  for piece, list in pairs(white) do
    out[piece] = table.move(black[piece], 1, #black[piece], #list + 1, { table.unpack(list) })
  end
  return out
end

-- Return the first spelling of each piece. For the pawn, this is the name of a captured pawn.
local function first_of(letters)
  local out = {}
  for piece, list in pairs(letters) do
    out[piece] = list[1]
  end
  return out
end

--- Convert a row of alphabets.lua to a table: code, name, title, source, verified, letters (white, black), also.
---@param row table
---@return table
function M.alphabet(row)
  local white = letters_of(row[3])
  local title = row.title or row[2]:gsub("%f[%a]%l", string.upper):gsub("-", " ")
  return {
    code = row[1], name = row[2], title = title, source = row[4], verified = row.verified ~= false,
    also = row.also or {}, white = white, black = row.black and letters_of(row.black) or white,
  }
end

-- ---- the table for the core ----------------------------------------------------------------------

local COPIED = {
  "letters", "files", "ranks", "squares", "origin", "pawn_origin", "origin_open", "origin_close", "quiet", "capture",
  "capture_place", "victim", "promotion", "ep", "ep_victim", "castle", "short", "long", "castle_marks", "check", "mate",
  "double", "optional", "null", "digit_moves", "hooks", "order", "separator", "wings", "pawn_capture",
}

-- Set the letters of moving pieces, at the beginning of moves, and the letters of captured pieces.
local function set_letters(spec, style, alphabet)
  if style.pieces then
    spec.pieces = style.pieces
    spec.victims = style.victims
    return
  end
  spec.pieces = base_letters(style, alphabet)
  spec.victims = style.victims or victims_of(alphabet.white, alphabet.black)
end

--- Return whether moves of a style contain piece letters, at least as promotion pieces.
---@param style table in full form
---@return boolean
function M.has_letters(style)
  return not style.pieces and (style.letters ~= false or not (style.promotion.letters or style.hooks))
end

-- Add the words of a value: a text, or a table of values. A text without blanks is a word only if blanks separate the
-- parts of a move. Marks that may follow any move, such as " e.p.", are not added.
local function add_words(value, words, is_split)
  if type(value) == "table" then
    for _, inner in pairs(value) do
      add_words(inner, words, is_split)
    end
  elseif type(value) == "string" and (is_split or value:find("%s"))
    and not tokens.is_mark(value:match("^%s*(.-)%s*$")) then
    for word in value:gmatch("%S+") do
      words[word] = true
    end
  end
end

-- Return the maximum number of blanks in a text of a value, and whether the value has a text that is not empty.
local function blanks_of(value)
  if type(value) == "string" then
    return select(2, value:gsub("%s+", "")), value ~= ""
  end
  local most, has_text = 0, false
  for _, inner in pairs(type(value) == "table" and value or {}) do
    local blanks, is_text = blanks_of(inner)
    most, has_text = math.max(most, blanks), has_text or is_text
  end
  return most, has_text
end

-- The parts of a move, each with the fields whose texts can be there; two squares, each with its signs.
local WORDED = { { "wings" }, { "quiet", "capture" }, { "ep" }, { "ep_victim" }, { "castle_marks" },
  { "check", "mate", "double" } }
local SQUARE = { { "files", "squares" }, { "ranks" }, { "origin_open" }, { "origin_close" } }

-- Return an upper limit of the number of words in a move.
local function count_words(spec)
  local promotion, joints, count = spec.promotion, blanks_of(spec.separator), 1
  local function add(...)
    local blanks, has_text = blanks_of { ... }
    count = count + blanks + (has_text and joints or 0)
  end
  local function add_parts(parts)
    for _, fields in ipairs(parts) do
      local texts = {}
      for i, field in ipairs(fields) do
        texts[i] = spec[field] or ""
      end
      add(table.unpack(texts))
    end
  end
  add(spec.pieces)
  add(spec.victims)
  add(promotion.signs)
  add(promotion.letters or spec.pieces)
  add(promotion.close)
  add_parts(SQUARE)
  add_parts(SQUARE)
  add_parts(WORDED)
  local castling = blanks_of { spec.short, spec.long } + blanks_of { spec.check, spec.mate, spec.double } + joints
  return math.max(count, castling + 1)
end

--- Return the table for core.dialect().
---@param style table in full form, as style() returns it, with at least the fields of the pgn style
---@param alphabet table as alphabet() returns it
---@param name string of the dialect
---@param style_name string
---@return table spec
function M.flat(style, alphabet, name, style_name)
  local spec = { name = name, style = style_name, alphabet = not style.pieces and alphabet.name or nil }
  local words, is_split = {}, blanks_of(style.separator) > 0
  for _, field in ipairs(COPIED) do
    spec[field] = style[field]
    add_words(style[field], words, is_split)
  end
  set_letters(spec, style, alphabet)
  add_words({ spec.pieces, spec.victims }, words, is_split)
  spec.tolerances = style.tolerances or M.TOLERANCES
  local is_used = M.has_letters(style)
  spec.info = {
    title = style.title or name,
    note = style.note,
    source = style.source,
    verified = style.verified ~= false and (not is_used or alphabet.verified),
    alphabet = alphabet.name,
    alphabet_title = alphabet.title,
    alphabet_source = alphabet.source,
    has_letters = is_used,
    words = (next(words) or style.print) and words, -- the set of words that moves contain between blanks
    most_words = not style.print and count_words(spec) or nil, -- of a move; unknown for a function
    letters = first_of(spec.victims or spec.pieces.white),
    hooks = style.hooks,
    spec = spec,
  }
  return spec
end

--- Return a copy of the table with some fields changed.
---@param spec table as flat() returns it
---@param changes table
---@return table spec a new table
-- @usage compile.changed(dialect.info.spec, {tolerances = {}})
function M.changed(spec, changes)
  local out = {}
  for field, value in pairs(spec) do
    out[field] = value
  end
  for field, value in pairs(changes) do
    out[field] = value
  end
  return out
end

return M
