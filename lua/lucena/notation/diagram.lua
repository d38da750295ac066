--- Reads diagrams drawn with letters or figurines, and FEN with the piece letters of any language.
--
-- A drawing has eight rows. A row has a piece or a sign for an empty square in each column. The columns are separated
-- by blanks or `|`, or not at all. Coordinates and frames are allowed. If the rank numbers increase downwards, Black is
-- at the bottom. Upper-case letters are White's pieces. Figurines show the colour themselves. If the language is not
-- given, it is detected from the letters.
--
-- Boards in documents, books and mails differ. So an empty square may be a blank or any sign in EMPTY. Frames may have
-- ASCII or box-drawing characters, and rank numbers may be on either side.
-- @module lucena.notation.diagram

local argument = require("lucena.argument")
local core = require("lucena.core")
local letters = require("lucena.notation.letters")

local M = {}

local KINDS = { "K", "Q", "R", "B", "N", "P" }
local LARGEST = 4096 -- bytes; a framed board with wide cells has about 1500

local EMPTY = {}
for sign in (". - · • _ * + : # , = ░ ▒ ▓ □ ■ ◻ ◼ ⬜ ⬛ ▫ ▪"):gmatch("%S+") do
  EMPTY[sign] = true
end

-- ---- letters -------------------------------------------------------------------------------------

local FIGURES = {
  ["♔"] = "K", ["♕"] = "Q", ["♖"] = "R", ["♗"] = "B", ["♘"] = "N", ["♙"] = "P",
  ["♚"] = "k", ["♛"] = "q", ["♜"] = "r", ["♝"] = "b", ["♞"] = "n", ["♟"] = "p",
}

-- Return a map from the spellings of the pieces of both colours to English letters, and the length of the longest
-- spelling in bytes.
local function new_spellings(row)
  local spellings, longest = {}, 3
  for figure, letter in pairs(FIGURES) do
    spellings[figure] = letter
  end
  for _, kind in ipairs(KINDS) do
    for _, spelling in ipairs(row.white[kind]) do
      local lower, upper = letters.lower(spelling), letters.title(spelling)
      -- In a script without upper and lower case, letters cannot show the colour.
      if lower ~= upper then
        spellings[upper], spellings[lower] = spellings[upper] or kind, spellings[lower] or kind:lower()
        longest = math.max(longest, #spelling)
      end
    end
  end
  return spellings, longest
end

local known = {} -- what new_spellings() returns, by row: a text may have thousands of boards

local function spellings_of(row)
  known[row] = known[row] or { new_spellings(row) }
  return known[row][1], known[row][2]
end

-- Convert the cells of a row to English letters, with "." for empty squares. A cell is a spelling, a sign, or several
-- of them joined. Returns nil and the other text if a cell has anything else. With `digits`, a digit is a number of
-- empty squares, as in FEN. `used`: gets the kind of piece by its letter.
local function spell(text, spellings, longest, digits, used)
  local out, at = {}, 1
  while at <= #text do
    local letter, size
    for length = math.min(longest, #text - at + 1), 1, -1 do
      local piece = text:sub(at, at + length - 1)
      letter = spellings[piece] or EMPTY[piece] and not digits and "."
      size = length
      if letter then
        break
      end
    end
    letter = letter or digits and text:match("^[1-8~]", at)
    if not letter then
      return nil, text:match("^" .. utf8.charpattern, at)
    end
    if used and letter:find("%a") and not FIGURES[text:sub(at, at + size - 1)] then
      used[letters.lower(text:sub(at, at + size - 1))] = letter:upper()
    end
    out[#out + 1], at = letter, at + size
  end
  return table.concat(out)
end

-- Return whether two letters are the same kind of piece: they are probably pieces of two kinds in another language.
local function is_mixed(used)
  local seen = {}
  for _, kind in pairs(used) do
    if seen[kind] then
      return true
    end
    seen[kind] = true
  end
  return false
end

-- ---- a drawing's rows ----------------------------------------------------------------------------

-- Box-drawing characters that may separate the cells of a row of pieces.
local UPRIGHT = { [0x2502] = true, [0x2503] = true, [0x2551] = true }

-- Return whether a line belongs to a frame: it has box-drawing characters, or at least nine ASCII frame characters (a
-- row of empty squares has at most eight).
local function is_frame(line)
  local rest = line:gsub("[%s|+%-=_]", "")
  local has_stroke = false
  for _, code in utf8.codes(rest, true) do
    if code < 0x2500 or code > 0x257F then
      return false
    end
    has_stroke = has_stroke or not UPRIGHT[code]
  end
  local _, strokes = line:gsub("[%-=_]", "")
  return has_stroke or strokes > 8
end

-- Replace box-drawing characters between the cells by `|`.
local function with_bars(line)
  return (line:gsub("[\xE2][\x94\x95][\x80-\xBF]", "|"):gsub("¦", "|"))
end

-- Return the words of one text line of a diagram, and its rank if a number at the side gives it.
local function words_of(line)
  local words = {}
  for word in line:gmatch("%S+") do
    words[#words + 1] = word
  end
  local rank
  if #words > 1 and words[1]:find("^[1-8][.)]?$") then
    rank = tonumber(table.remove(words, 1):sub(1, 1))
  end
  if #words > 1 and words[#words]:find("^[1-8]$") then
    rank = tonumber(table.remove(words)) or rank
  end
  return words, rank
end

-- Return the cells between `|`, as in "8 | r | n |..."; blanks are empty squares.
local function barred(line)
  local rank = tonumber(line:match("^%s*([1-8])[.)]?%s*|") or line:match("|%s*([1-8])%s*$"))
  local inner = line:match("|(.*)|") or ""
  local cells = {}
  for cell in (inner .. "|"):gmatch("([^|]*)|") do
    cell = cell:match("^%s*(.-)%s*$")
    cells[#cells + 1] = cell == "" and "." or cell
  end
  if #cells == 8 then
    return { cells = cells, rank = rank }
  end
  -- a frame around eight cells without separators
  local words = words_of(inner)
  return { cells = words, text = inner, rank = rank }
end

-- Return "up" for the text line "a b c d e f g h", and "down" for its reverse.
local function files_of(line)
  local text = with_bars(line):lower():gsub("[%s|]", "")
  return text == "abcdefgh" and "up" or text == "hgfedcba" and "down" or nil
end

-- Return the rows of a drawing from top to bottom, and whether its files run from h to a.
local function rows_of(text)
  local rows, files = {}, nil
  for line in (text:gsub("\r\n?", "\n") .. "\n"):gmatch("([^\n]*)\n") do
    local found = files_of(line)
    files = found or files
    if not found and line:find("%S") and not is_frame(line) then
      line = with_bars(line)
      if line:find("|", 1, true) then
        rows[#rows + 1] = barred(line)
      else
        local words, rank = words_of(line)
        local bare = rank and line:match("^%s*[1-8][.)]? (.*)$") or line
        rows[#rows + 1] = { cells = words, rank = rank, text = (bare:gsub("%s+$", "")) }
      end
    elseif not found and #rows < 8 and not line:find("%S") and line ~= "" then
      rows[#rows + 1] = { cells = {}, text = "" } -- only blanks: eight empty squares
    end
  end
  return rows, files
end

-- Split a UTF-8 row in which blanks are empty squares. With `stride` 1 each text column is a square, with 2 every
-- second one.
local function columns_of(text, stride)
  local out, column = {}, 0
  for _, code in utf8.codes(text, true) do
    if column % stride == 0 then
      out[#out + 1] = code == 32 and "." or utf8.char(code)
    elseif code ~= 32 then
      return nil
    end
    column = column + 1
  end
  while #out < 8 do
    out[#out + 1] = "."
  end
  return #out == 8 and out or nil
end

-- Return the eight squares of a row in English letters; or nil, and a text that is no piece.
local function squares_of(row, stride, spellings, longest, used)
  local text, other = spell(table.concat(row.cells), spellings, longest, false, used)
  if text and #text == 8 then
    return text
  end
  local columns = row.text and utf8.len(row.text) and columns_of(row.text, stride)
  text = columns and spell(table.concat(columns), spellings, longest, false, used)
  return text and #text == 8 and text or nil, other
end

-- In a drawing in which blanks are empty squares, return the number of text columns per square.
local function stride_of(rows)
  local widest = 0
  for _, row in ipairs(rows) do
    widest = math.max(widest, row.text and utf8.len(row.text) or 0)
  end
  return widest > 8 and 2 or 1
end

-- Return the rank of each row. Returns nil if the numbers at the side are not ranks.
local function order_of(rows)
  local first, last = rows[1].rank, rows[8].rank
  local is_down = first == 1 or last == 8
  for number, row in ipairs(rows) do
    if row.rank and row.rank ~= (is_down and number or 9 - number) then
      return nil
    end
  end
  return is_down and "down" or "up"
end

-- Return the piece placement of a FEN for eight rows of eight squares, rank 8 first.
local function to_fen(ranks)
  for i, rank in ipairs(ranks) do
    ranks[i] = rank:gsub("%.+", function(empty) return tostring(#empty) end)
  end
  return table.concat(ranks, "/")
end

-- ---- positions -----------------------------------------------------------------------------------

-- Return whether a placement is plausible: one king per side, no pawns on the first or last rank, not too many pieces.
local function is_plausible(placement)
  local _, kings = placement:gsub("K", "")
  local _, other_kings = placement:gsub("k", "")
  local _, pawns = placement:gsub("P", "")
  local _, other_pawns = placement:gsub("p", "")
  local _, white = placement:gsub("%u", "")
  local _, black = placement:gsub("%l", "")
  return kings == 1 and other_kings == 1 and pawns <= 8 and other_pawns <= 8 and white <= 16 and black <= 16
    and not placement:match("^[^/]*"):find("[Pp]") and not placement:match("[^/]*$"):find("[Pp]")
end

-- Return the alphabets to try: the given one, or all.
local function candidates(alphabet)
  if not alphabet then
    return letters.classes()
  end
  local row = letters.find(alphabet)
  return { { name = row.name, row = row } }
end

-- Find the only alphabet that fits the text. `read` makes the piece placement and the other fields of a FEN with the
-- letters of an alphabet, or returns nil and the place of another letter. English is tested first, because most
-- programs draw boards with English letters. If it fits, no other alphabet is tested.
local function decide(alphabet, read)
  local found, is_spelled, has_mixed, place
  for _, class in ipairs(candidates(alphabet)) do
    local spellings, longest = spellings_of(class.row)
    local used = {}
    local fen, other = read(spellings, longest, used)
    place = other
    if fen and not alphabet and is_mixed(used) then
      fen, has_mixed = nil, true
    end
    is_spelled = is_spelled or fen
    if fen and (alphabet or is_plausible(fen:match("^%S+"))) then
      if found and found.fen ~= fen then
        return nil, ("the letters may be %s or %s, name the alphabet"):format(found.name, class.name),
          "unclear_dialect"
      end
      found = found or { fen = fen, name = class.name }
      if class.name == "english" then
        break
      end
    end
  end
  if found then
    return found.fen
  elseif alphabet then
    return nil, ("not a board in %s letters%s"):format(alphabet, place and ": " .. place or ""), "bad_board"
  elseif not is_spelled then
    return nil, has_mixed and "the letters are not those of one language; name the alphabet" or "not a board",
      "bad_board"
  end
  return is_spelled -- if kings are missing or too many, the Setup lists the problems
end

local function to_position(fen, turn)
  local setup, err, code = core.setup(fen)
  if not setup then
    return nil, err, code
  end
  if turn then
    setup.turn = turn
  end
  return setup:position() or setup
end

local function read_drawing(text, opts)
  local rows, files = rows_of(text)
  local order = #rows == 8 and order_of(rows)
  if not order then
    return nil, #rows == 8 and "the numbers beside the board are not those of its ranks"
      or ("a board has 8 rows, this has %d"):format(#rows), "bad_board"
  end
  local stride = stride_of(rows)
  local is_mirrored = files == "down" or files == nil and order == "down"
  local fen, err, code = decide(opts.alphabet, function(spellings, longest, used)
    local ranks = {}
    for number, row in ipairs(rows) do
      local squares, other = squares_of(row, stride, spellings, longest, used)
      if not squares then
        return nil, other and ("'%s' in row %d"):format(argument.shown(other), number)
      end
      ranks[order == "down" and 9 - number or number] = is_mirrored and squares:reverse() or squares
    end
    return to_fen(ranks) .. " w - - 0 1"
  end)
  if not fen then
    return nil, err, code
  end
  return to_position(fen, opts.turn or "white")
end

-- Convert castling rights from the letters of the pieces to English letters. File letters are unchanged.
local function castling_of(field, spellings, longest)
  local spelled = not field:find("^[KQkq]*$") and spell(field, spellings, longest, false)
  return spelled and spelled:find("^[KQkq]+$") and spelled or field
end

local function read_fen(text, opts)
  local placement, rest = text:match("^%s*(%S+)%s*(.-)%s*$")
  local fen, err, code = decide(opts.alphabet, function(spellings, longest, used)
    local ranks = {}
    for rank in (placement .. "/"):gmatch("([^/]*)/") do
      local squares, other = spell(rank, spellings, longest, true, used)
      if not squares then
        return nil, other and ("'%s' in row %d"):format(argument.shown(other), #ranks + 1)
      end
      ranks[#ranks + 1] = squares
    end
    local turn, castling, others = rest:match("^(%S+)%s+(%S+)(.*)$")
    local tail = castling and ("%s %s%s"):format(turn, castling_of(castling, spellings, longest), others) or rest
    return #ranks == 8 and table.concat(ranks, "/") .. " " .. tail or nil
  end)
  if not fen then
    return nil, err, code
  end
  return to_position(fen, opts.turn)
end

--- Read a diagram of eight rows with letters of any language or figurines, or a FEN with letters of any language. For a
-- diagram, White is to move, without castling rights and without an en passant square.
---@param text string UTF-8
---@param opts? {alphabet?: string, turn?: "white"|"black"} `alphabet`: the language of the letters; by default, it is
-- the first language that gives a plausible board and has only one letter for each kind of piece on it, English first.
-- `turn`: the side to move
---@return lucena.Position|lucena.Setup|nil a Setup if the position is not legal
---@return string? err
---@return string? code `bad_board`; `bad_utf8`; `unclear_dialect` if two alphabets give different boards
-- @usage chess.read_diagram("tcfdrfct/pppppppp/8/8/8/8/PPPPPPPP/TCFDRFCT w KQkq - 0 1") == chess.position()  --> true
function M.read_diagram(text, opts)
  argument.check(text, 1, "read_diagram", "string")
  opts = argument.options(opts, 2, "read_diagram", { alphabet = "string", turn = { white = true, black = true } })
  if opts.alphabet and not letters.find(opts.alphabet) then
    argument.bad(2, 2, "read_diagram", "option 'alphabet': unknown alphabet '%s'", opts.alphabet)
  elseif #text > LARGEST then
    return nil, ("a board has at most %d bytes"):format(LARGEST), "bad_board"
  elseif not utf8.len(text) then
    return nil, "text is not UTF-8", "bad_utf8"
  end
  local first = text:match("^%s*(%S+)")
  if first and select(2, first:gsub("/", "")) == 7 then
    return read_fen(text, opts)
  end
  return read_drawing(text, opts)
end

--- The older name of `read_diagram`.
---@param text string
---@param opts? table the options of `chess.read_diagram`
---@return lucena.Position|lucena.Setup|nil
---@return string? err
---@return string? code
-- @usage chess.diagram(chess.position():draw()).turn  --> white
function M.diagram(text, opts)
  return M.read_diagram(text, opts)
end

--- Return the letters of an alphabet with which `draw` draws a board: a map from English letters, for both colours.
---@param alphabet string
---@return table? drawn nil for an unknown alphabet
function M.drawn(alphabet)
  local row = letters.find(alphabet)
  if not row then
    return nil
  end
  local drawn = {}
  for _, kind in ipairs(KINDS) do
    local white, black = row.white[kind][1], row.black[kind][1]
    drawn[kind] = letters.title(white)
    drawn[kind:lower()] = black ~= white and black or letters.lower(white)
  end
  return drawn
end

return M
