--- Descriptive notation: P-K4, KtxP, R(K1)-K4, PxPe.p. Files are named after the pieces that start the game on them.
-- Ranks are counted from the side of the player who moves. A move is written only as fully as needed to be unambiguous.
--
-- This module makes all usual spellings of a move. A spelling combines a name of the piece (R, KR, R(1), R(K), R(K1))
-- with a name of the destination (K4, or B4 for KB4) or of the captured piece (P, BP, KBP, P(KB4)). An ending for
-- promotion or en passant may follow. hooks.lua finds the moves that have a given spelling, and writes the shortest
-- spelling that no other move has.
--
-- Check signs are not compared: a missing or superfluous sign is accepted. But if a text with a check sign can mean
-- several moves, only moves that give check are meant, as in "QxP ch", or "R ch" without a square.
--
-- KR is the king's rook, QR the queen's rook. Rooks and knights can be distinguished while one of the two is on its
-- home square. Bishops are distinguished by the colour of their squares. If the rooks cannot be distinguished, KR and
-- QR each mean both of them, so the text is reported as ambiguous.
--
-- Customs differ by language: see CONVENTIONS below. All other alphabets follow the English customs, with their own
-- letters. Sources: mychess.de, Chessville and Wikipedia for English; Scidb, Wikipedia for Spanish; a Paris book of
-- 1925 and the FIDE rules of 1930 (fr.wikisource.org) for French.
-- @module lucena.notation.descriptive

local lexicon = require("lucena.lexicon")

local M = {}

-- rank_first: 3FR for KB3. piece_first: FR, not RF. arrival: a piece is identified by its origin square, T4CR-2CR.
local ENGLISH = {
  quiet = "-", capture = "x", short = "O-O", long = "O-O-O", ep = "e.p.", check = "ch", double = "dbl.ch",
  discovered = "dis.ch", mate = "mate",
}
local SPANISH = {
  rank_first = true, piece_first = true, quiet = "", capture = "x", short = "0-0", long = "0-0-0", ep = "d.p.",
  check = "+", double = "+", discovered = "+", mate = "++",
}
local CONVENTIONS = {
  spanish = SPANISH, portuguese = SPANISH,
  french = {
    rank_first = true, piece_first = true, arrival = true, quiet = "", capture = " pr ", short = "0-0",
    long = "0-0-0", ep = "e.p.", check = "+", double = "++", discovered = "+", mate = "mat",
  },
}

-- The pieces of the first rank in the initial position, from a to h: the wing ("" for queen and king) and the kind.
local FILE_NAMES = {
  { "Q", "R" }, { "Q", "N" }, { "Q", "B" }, { "", "Q" }, { "", "K" }, { "K", "B" }, { "K", "N" }, { "K", "R" },
}

local FILE_ALONE = "%([^%d)]+%)"

local HOME = { R = { a = "Q", h = "K" }, N = { b = "Q", g = "K" } }

-- ---- folding -------------------------------------------------------------------------------------

-- Patterns of check signs and similar text after a move, in lower case: phrases, then the words of the lexicon. Longer
-- texts come first.
local CHECKS = { "discovered%-?check", "doublecheck", "dis%-?ch", "disc%-?ch", "dbl%-?ch", "double%-?ch" }
for _, entry in ipairs(lexicon.suffixes()) do
  if entry.kind ~= "ep" then
    CHECKS[#CHECKS + 1] = (entry.text:gsub("%p", "%%%0"))
  end
end
table.sort(CHECKS, function(a, b) return #a > #b or #a == #b and a < b end)

local function without_check(key)
  local before
  local given = false
  repeat
    before = key
    for _, sign in ipairs(CHECKS) do
      key = key:gsub(sign .. "$", "")
    end
    key = key:gsub("%(%)$", "")
    given = given or key ~= before
  until key == before
  return key, given
end

-- Convert the spelling of 19th-century books: "P. to K's B's 4th", "R. to K's sq.", "Kt. takes P."
local function from_prose(key)
  key = key:gsub("kt", "n"):gsub("'s", ""):gsub("’s", "")
  key = key:gsub("(%d)[snrt][tdh]%f[%W]", "%1"):gsub("(%d)[snrt][tdh]$", "%1")
  key = key:gsub("enpassant$", "ep"):gsub("inpassing$", "ep"):gsub("^([kqrbnp]+)to([kqrbn])", "%1%2")
  return (key:gsub("([kqrbn])sq$", "%11"):gsub("([kqrbn])sq%f[%W]", "%11"))
end

--- Return the key of a text. Texts with the same key have the same meaning. The key is in lower case, without blanks,
-- dots, dashes and check signs. It has x for all words for captures, n for Kt if N is the knight, and parentheses
-- around additions. Returns nil for texts longer than any move.
---@param text string
---@param info table
---@return string? key
---@return boolean? says_check true if the text has a check sign
function M.fold(text, info)
  if #text > 40 then
    return nil
  end
  local key = text:lower()
  for _, dash in ipairs { "‐", "‑", "‒", "–", "—", "−" } do
    key = key:gsub(dash, "-")
  end
  key = key:gsub("\u{A0}", ""):gsub("[%s.]", ""):gsub("×", "x"):gsub("takes", "x"):gsub(":", "x"):gsub("0", "o")
  if info.alphabet == "french" then
    key = key:gsub("pr", "x")
  elseif info.alphabet == "spanish" then
    key = key:gsub("[ad]p$", "ep") -- al paso, de paso
  end
  local given
  key, given = without_check(key)
  if info.alphabet:find("^english") then
    key = from_prose(key)
  end
  key = key:gsub("%(ep%)$", "ep"):gsub("[=/](%a+)$", "(%1)"):gsub("/(%w+)", "(%1)")
  key = key:gsub("%-", "")
  if given and #key > 0 and not key:find("[%dx]") and not key:find("^o?oo$") and not key:find("^castles") then
    key = key .. "+"
  end
  return key, given
end

--- If a text has a check sign, return only the moves that give check: "QxP ch" cannot be a capture without check.
---@param position Position
---@param moves Move[]
---@param text string
---@param info table
---@return Move[] moves all given moves if the text has no check sign, or if none of them gives check
function M.choose(position, moves, text, info)
  local _, says_check = M.fold(text, info)
  local checks = {}
  for _, move in ipairs(says_check and moves or {}) do
    checks[#checks + 1] = position:gives_check(move) and move or nil
  end
  return #checks > 0 and checks or moves
end

-- Return the same as fold() for a text that this module made. Such a text needs fewer replacements.
local function own_key(text, info)
  local key = text:lower():gsub("[%s.%-]", "")
  if info.alphabet == "french" then
    key = key:gsub("pr", "x")
  elseif info.alphabet:find("^english") then
    key = key:gsub("kt", "n")
  end
  return key
end

-- ---- names of squares and pieces -----------------------------------------------------------------

-- Return the names of the files, the full name first: { {"QR", "R"}, ..., {"Q"}, {"K"}, ... }. They are computed once
-- per alphabet.
local files_by_letters = setmetatable({}, { __mode = "k" })

local function files_of(info, custom)
  local files = files_by_letters[info.letters]
  if not files then
    files = {}
    for i, name in ipairs(FILE_NAMES) do
      local side, kind = info.letters[name[1]] or "", info.letters[name[2]]
      local full = custom.piece_first and kind .. side or side .. kind
      files[i] = side == "" and { full } or { full, kind }
    end
    files_by_letters[info.letters] = files
  end
  return files
end

local function file_of(square)
  return square:byte(1) - 96
end

-- Return the names of a square from the mover's point of view: { "KB3", "B3" }.
local function names_of(square, color, info, custom)
  local rank = square:byte(2) - 48
  rank = color == "white" and rank or 9 - rank
  local names = {}
  for i, file in ipairs(files_of(info, custom)[file_of(square)]) do
    names[i] = custom.rank_first and rank .. file or file .. rank
  end
  return names, tostring(rank)
end

-- Return the wing (king's or queen's side) of a rook or knight on its home square, or of a bishop on any square.
-- Returns nil for other pieces and squares.
local function home_wing(kind, square, color)
  if kind == "B" then
    local is_light = (square:byte(1) + square:byte(2)) % 2 == 1
    return is_light == (color == "white") and "K" or "Q"
  end
  local rank = color == "white" and "1" or "8"
  return HOME[kind] and square:sub(2) == rank and HOME[kind][square:sub(1, 1)] or nil
end

-- Return the wings to which a piece may belong: "K", "Q", "KQ", or "" for pieces that have no wing.
local function wings_of(position, kind, square, color)
  if not HOME[kind] and kind ~= "B" then
    return ""
  end
  local own = home_wing(kind, square, color)
  if own and (kind == "B" or not position.chess960) then
    return own
  end
  local taken = ""
  if not position.chess960 then
    for _, other in ipairs(position:squares(color == "white" and kind or kind:lower())) do
      taken = taken .. (other ~= square and home_wing(kind, other, color) or "")
    end
  end
  local left = ("KQ"):gsub("[" .. (taken == "" and " " or taken) .. "]", "")
  return left == "" and "KQ" or left
end

-- Return the names of a piece: "R" and "KR"; a pawn is named by its file, "BP", "KBP".
local function names_of_piece(position, kind, square, color, info, custom)
  local letter = info.letters[kind]
  local names = { letter }
  local function add(prefix)
    names[#names + 1] = custom.piece_first and letter .. prefix or prefix .. letter
  end
  if kind == "P" then
    for _, file in ipairs(files_of(info, custom)[file_of(square)]) do
      add(file)
    end
  else
    for wing in wings_of(position, kind, square, color):gmatch(".") do
      add(info.letters[wing])
    end
  end
  return names
end

-- Return all ways to identify the moving or captured piece: by its names, or by its letter with a rank, file or square.
local function ways_to_tell(position, kind, square, mover, color, info, custom)
  local ways = names_of_piece(position, kind, square, color, info, custom)
  local squares, rank = names_of(square, mover, info, custom)
  local letter = info.letters[kind]
  if custom.arrival then
    ways[#ways + 1] = letter .. squares[1] .. "-"
  end
  ways[#ways + 1] = letter .. "(" .. rank .. ")"
  for i, name in ipairs(squares) do
    ways[#ways + 1] = letter .. "(" .. files_of(info, custom)[file_of(square)][i] .. ")"
    ways[#ways + 1] = letter .. "(" .. name .. ")"
  end
  return ways
end

-- ---- spellings -----------------------------------------------------------------------------------

local function castling(move, custom, info)
  local short = move.to:sub(1, 1) == "g"
  local letters = info.letters
  local side = letters[short and "K" or "Q"]:lower()
  local list = { { text = short and custom.short or custom.long, key = short and "oo" or "ooo" }, { key = "castles" } }
  for _, more in ipairs { side, side .. letters.R:lower(), short and "kingside" or "queenside",
    "(" .. side .. ")", "(" .. side .. letters.R:lower() .. ")" } do
    list[#list + 1] = { key = "castles" .. more }
  end
  return list
end

-- Return the square of the captured piece, or nil.
local function victim_square(position, move)
  if not position:is_capture(move) then
    return nil
  elseif position:piece(move.to) then
    return move.to
  end
  return move.to:sub(1, 1) .. move.from:sub(2, 2)
end

-- Return all ways to write the destination or the captured piece.
local function ways_to_go(position, move, mover, info, custom)
  local taken = victim_square(position, move)
  if not taken then
    return (names_of(move.to, mover, info, custom)), custom.quiet
  end
  local kind = position:piece(taken):upper()
  local color = mover == "white" and "black" or "white"
  return ways_to_tell(position, kind, taken, mover, color, info, custom), custom.capture
end

-- Add the spellings of a capture en passant with the square of destination: "PxP(6FD) e.p."
local function add_destinations(list, move, mover, from, info, custom)
  for _, before in ipairs(from) do
    for _, name in ipairs((names_of(move.to, mover, info, custom))) do
      local key = own_key(("%s%s%s(%s)"):format(before, custom.capture, info.letters.P, name), info)
      list[#list + 1], list[#list + 2] = { key = key }, { key = key .. "ep" }
    end
  end
end

--- Return all spellings of a move, as hooks.lua expects them.
---@param position Position
---@param move Move
---@param info table
---@return table[] list
function M.spell(position, move, info)
  local custom = CONVENTIONS[info.alphabet] or ENGLISH
  if move.is_null then
    return {}
  elseif move.is_castling then
    return castling(move, custom, info)
  end
  local mover = position.turn
  local kind = position:piece(move.from):upper()
  local from = ways_to_tell(position, kind, move.from, mover, mover, info, custom)
  local to, sign = ways_to_go(position, move, mover, info, custom)
  local behind = move.promotion and "(" .. info.letters[move.promotion] .. ")" or ""
  local is_ep = kind == "P" and position:is_capture(move) and not position:piece(move.to)
  local list = {}
  for _, before in ipairs(from) do
    for _, goal in ipairs(to) do
      local text = before:find("-$") and before .. (sign == "" and goal or sign:gsub("^ ", "") .. goal)
        or before .. sign .. goal
      text = text .. behind
      -- A piece with only a file, as in R(K)-Q1, is read but not written, because no source prints it.
      local is_written = not before:find(FILE_ALONE) and not goal:find(FILE_ALONE)
      list[#list + 1] = { text = is_written and text or nil, key = own_key(text, info) }
      if is_ep then
        local plain = list[#list]
        list[#list + 1] = { text = plain.text and text .. custom.ep, key = plain.key .. "ep" }
        plain.text = nil
      end
    end
  end
  if is_ep then
    add_destinations(list, move, mover, from, info, custom)
  end
  if position:gives_check(move) then
    list[#list + 1] = { key = own_key(info.letters[kind], info) .. "+" }
  end
  return list
end

-- Return the squares from which the king of the side to move is attacked.
local function checkers(position)
  local color = position.turn
  local king = position:squares(color == "white" and "K" or "k")[1]
  return position:attackers(king, color == "white" and "black" or "white")
end

--- Return the check sign after a move, or "".
---@param position Position
---@param move Move
---@param info table
---@return string
function M.ending(position, move, info)
  if move.is_null or not position:gives_check(move) then
    return ""
  end
  local custom = CONVENTIONS[info.alphabet] or ENGLISH
  local after = assert(position:play(move))
  if #after:moves() == 0 and after:outcome().reason == "checkmate" then
    return custom.mate
  end
  local from = checkers(after)
  if #from > 1 then
    return custom.double
  end
  local is_discovered = from[1] ~= move.to and not move.is_castling
  return is_discovered and custom.discovered or custom.check
end

--- Return whether a text has the form of a move: it has a piece, and also a rank, a capture or a check sign.
---@param text string
---@param info table
---@return boolean
function M.shape(text, info)
  local key = M.fold(text, info)
  if not key then
    return false
  end
  return key:find("^o?oo$") ~= nil or key:find("^castles") ~= nil
    or key:find("^[^%d%s!-']+[%d+x]") ~= nil and not key:find("^[a-h][1-8]")
end

return M
