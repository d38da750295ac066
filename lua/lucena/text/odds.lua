--- Finds the odds that the words before a game give: "Remove White's Queen's Knight", "ohne Turm a1". The game then
-- starts without this piece or pawn.
--
-- After one of certain words, the text must name a square of the piece, or the piece itself. If it names no side, White
-- gives pieces and Black gives the pawn f7; without a wing, the piece is that of the queen. The last odds before the
-- number of a first move count, at most FARTHEST bytes before it.
-- Cost: linear in the text: a search for each of the words.
-- @module lucena.text.odds

local core = require("lucena.core")
local piece_names = require("lucena.text.piece_names")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

-- Words before the piece: {word, where}. "line": in a short line. "beginning": the word is common in sentences,
-- so it must begin a line or a bracket, after at most the name of a side. "side": a side must follow, too.
local TRIGGERS = {
  { "odds of", "line" }, { "odds:", "line" }, { "vorgabe", "line" }, { "voorgift", "line" },
  { "minus ", "beginning" }, { "ohne ", "beginning" }, { "gibt ", "beginning" }, { "avantage d", "beginning" },
  { "sans ", "beginning" }, { "ventaja d", "beginning" }, { "sin ", "beginning" }, { "vantaggio d", "beginning" },
  { "senza ", "beginning" }, { "zonder ", "beginning" }, { "без ", "beginning" }, { "utan ", "beginning" },
  { "uden ", "beginning" }, { "bez ", "beginning" }, { "sem ", "beginning" },
  { "remove ", "side" }, { "entferne ", "side" },
}
local LONGEST_LINE = 120 -- bytes of the line with the odds
local LONGEST_HEAD = 20 -- bytes of the name of a side before the word
local LONGEST = 44 -- bytes after the word, which name the piece
local SIDE_BEFORE = 40 -- bytes before it, which may name the side
local FARTHEST = 250 -- bytes between the odds and the first move
local FIRST = "[\n).][ \t]*()1%f[^%w][.)]?[ \t]*\r?\n?[ \t]*%f[%a\x80-\xFF]"

local HOME = { Q = "d", R = "ah", B = "cf", N = "bg" } -- the files of the pieces, the queen's wing first
local SIDES, KING_WORDS = {}, { "king", "könig", "koenig", "roi", "rey", "%f[%w]re%f[%W]", "rei", "koning" }
for side, list in pairs { white = words.white, black = words.black } do
  for _, word in ipairs(list) do
    SIDES[#SIDES + 1] = { side = side, pattern = "%f[%w\x80-\xFF]" .. word:lower() }
  end
end

-- Return the side that a text names first, or last; nil if it names none.
local function side_in(text, is_last)
  local side, found = nil, nil
  for _, row in ipairs(SIDES) do
    local at = find(text, row.pattern)
    if at and (not found or is_last == (at > found)) then
      side, found = row.side, at
    end
  end
  return side
end

local function has_king(text)
  for _, word in ipairs(KING_WORDS) do
    if find(text, word) then
      return true
    end
  end
  return false
end

-- The letters of a piece in old books: "Q. Kt.", "Q. Kn.", "K. B. P.", "K. Bos P.".
local LETTERS = "^[^%w]*([kq])%.? ?([rbk][tn]?)%l?%l?[.']*s? ?(p?)%f[%W]"
local OF_LETTERS = { r = "R", b = "B", kt = "N", kn = "N" }

-- Words for several pieces or moves: "two knights", "rook and pawn", "pawn and two moves". Which ones are given is then
-- not known for certain.
local SEVERAL = { two = true, both = true, zwei = true, beide = true, deux = true, dos = true, due = true, duas = true }
local AND = { ["and"] = true, und = true, et = true, y = true, e = true, en = true, och = true, og = true,
  ["и"] = true }

-- Return the first piece that words name, whether a pawn of its file is meant, and whether the piece is that of the
-- king: "king's bishop's pawn", "Damenspringer". Returns nil for several pieces.
local function piece_in(part)
  local wing, letter, pawn = part:match(LETTERS)
  if OF_LETTERS[letter] then
    return OF_LETTERS[letter], pawn == "p", wing == "k"
  end
  local found, is_pawn, is_joined
  for word in part:gmatch("[%a\x80-\xFF]+") do
    local piece = piece_names.piece(word) or piece_names.piece((word:gsub("^damen", ""):gsub("^königs", "")))
    if SEVERAL[word] or is_joined and piece then
      return nil
    end
    is_pawn = is_pawn or piece == "P"
    found = found or (piece == "R" or piece == "B" or piece == "N") and piece or nil
    is_joined = is_joined or (found or is_pawn) and AND[word]
  end
  local is_queen = not found and not is_pawn and (find(part, "^%W*the queen") or find(part, "^%W*queen%f[^%w']"))
  return found or is_queen and "Q" or nil, is_pawn, has_king(part)
end

-- Return the square of a piece, or of a pawn before it.
local function home_of(piece, is_pawn, is_king, side)
  local files = HOME[piece or "B"]
  local file = (is_king or not piece) and sub(files, -1) or sub(files, 1, 1)
  local rank = is_pawn and (side == "white" and "2" or "7") or side == "black" and "8" or "1"
  return file .. rank
end

local START = core.position()

-- Return the square of the odds that a text names after a word, or nil. `before`: the text before the word.
local function square_of(before, part, where)
  local side = side_in(part, false) or where ~= "side" and side_in(before, true) or nil
  local square = part:match("%f[a-h]([a-h][1278])%f[^%w]")
  if where == "side" and not side then
    return nil
  elseif square then
    return START:piece(square):upper() ~= "K" and square or nil
  end
  local piece, is_pawn, is_king = piece_in((part:gsub("^%s*white'\1*s%s+", ""):gsub("^%s*black'\1*s%s+", "")))
  return (piece or is_pawn) and home_of(piece, is_pawn, is_king, side) or nil
end

local LOST_RIGHTS = { a1 = "Q", h1 = "K", a8 = "q", h8 = "k" }

-- Return the start position without the piece of a square.
local function without(square)
  local file, rank = square:byte() - 96, tonumber(sub(square, 2))
  local rows = { "rnbqkbnr", "pppppppp", "8", "8", "8", "8", "PPPPPPPP", "RNBQKBNR" }
  local row = rows[9 - rank]
  rows[9 - rank] = sub(row, 1, file - 1) .. "1" .. sub(row, file + 1)
  local rights = ("KQkq"):gsub(LOST_RIGHTS[square] or "%-", "")
  return core.position(table.concat(rows, "/") .. " w " .. rights .. " - 0 1")
end

-- Return whether a word is in a short line, and, if it must be, at the beginning of the line or of a bracket.
local function is_heading(lowered, first, where)
  local before = sub(lowered, math.max(1, first - LONGEST_LINE), first - 1):match("[^\n]*$")
  local after = sub(lowered, first, first + LONGEST_LINE):match("^[^\n]*")
  local head = before:match("[^(]*$"):match("^%s*(.-)[%s:]*$")
  local is_beginning = head == "" or #head < LONGEST_HEAD and side_in(head, false) ~= nil
  return #before + #after <= LONGEST_LINE and (where == "line" or is_beginning)
end

-- Add the odds after each place of a word, by the offset of the first move.
local function add(found, folded, lowered, word, where)
  local first, stop = find(lowered, word, 1, true)
  while first do
    local part = sub(lowered, stop + 1, stop + LONGEST):match("^[^\n]*")
    local before = sub(lowered, math.max(1, first - SIDE_BEFORE), first - 1)
    local square = is_heading(lowered, first, where) and square_of(before, part, where)
    local number = square and sub(folded, stop + 1, stop + FARTHEST):match(FIRST)
    local move = number and stop + number
    if move and (not found[move] or found[move].from < first) then
      found[move] = { from = first, square = square }
    end
    first, stop = find(lowered, word, stop + 1, true)
  end
end

--- Add the start positions of games at odds to the boards of a text.
---@param folded string of lucena.text.fold
---@param list table[] of lucena.text.boards
---@return table[] list with items {kind = "position", first, last, position, ply, is_odds}, in the order of the text
function M.add(folded, list)
  local lowered, found = folded:lower(), {}
  for _, row in ipairs(TRIGGERS) do
    add(found, folded, lowered, row[1], row[2])
  end
  for move, odds in pairs(found) do
    list[#list + 1] = { kind = "position", first = move - 1, last = move - 2, position = without(odds.square), ply = 0,
      is_odds = true }
  end
  table.sort(list, function(a, b) return a.first < b.first end)
  return list
end

return M
