--- Joins the words of a dictated move into one piece, with the text of a printed move: "knight takes e five, check"
-- becomes "♘xe5+", and "castles kingside" becomes "O-O". Figurines are read with every alphabet. Number words before
-- such a move become move numbers: "Seven: pawn to d4", "move two, knight f3".
-- Cost: linear in the pieces.
-- @module lucena.text.decoder.spoken

local lexicon = require("lucena.lexicon")
local letters = require("lucena.notation.letters")
local piece_names = require("lucena.text.piece_names")
local token = require("lucena.text.decoder.token")

local M = {}

local FIGURINES = { K = "♔", Q = "♕", R = "♖", B = "♗", N = "♘", P = "♙" }

-- The number words of each language, from 1 on.
local NUMERALS = {
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    .. "eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven "
    .. "twenty-eight twenty-nine thirty thirty-one thirty-two thirty-three thirty-four thirty-five thirty-six "
    .. "thirty-seven thirty-eight thirty-nine forty",
  "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    .. "achtzehn neunzehn zwanzig",
  "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf "
    .. "vingt",
  "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho "
    .. "diecinueve veinte",
  "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette "
    .. "diciotto diciannove venti",
  "een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien "
    .. "negentien twintig",
  "um dois três quatro cinco seis sete oito nove dez",
  "один два три четыре пять шесть семь восемь девять десять",
}

local SIGNS = { check = "+", mate = "#" } -- by the kind of the word

-- Verbs before the piece of a promotion: "promotes to a queen", "wird Dame".
local PROMOTES = { promotes = true, promoting = true, becomes = true, becoming = true, equals = true, makes = true,
  queens = true, wird = true, umgewandelt = true, devient = true, promu = true, corona = true, ["promociona"] = true,
  promuove = true, diventa = true, promoveert = true, wordt = true }
local MOST_BETWEEN = 2 -- words between the verb and the piece: "to a"
local FROM = { on = true, from = true, von = true, de = true, da = true, van = true } -- before the square of departure
local ON = { on = true, op = true, su = true, sur = true, ["на"] = true } -- after a word for a capture
local MOVE = { move = true, zug = true, coup = true, jugada = true, mossa = true, zet = true } -- before a number word

local values = {}
for _, row in ipairs(NUMERALS) do
  local count = 0
  for word in row:gmatch("%S+") do
    count = count + 1
    values[word] = count
  end
end

-- Return the word of a piece in lower case, without punctuation, and the punctuation after it. For other pieces, "".
local function word_of(piece)
  if not piece or piece.kind ~= "word" and not piece.is_bare then
    return "", ""
  end
  local word, after = piece.text:match("^[\"'\1]*(.-)([.,;:!?\"'\1]*)$")
  return utf8.len(word) and letters.lower(word) or "", after
end

-- Read a square: "e5", "e five", "e 5". Returns it with the index of its last piece.
local function square_at(pieces, at)
  local word, after = word_of(pieces[at])
  if word:find("^[a-h][1-8]$") then
    return word, at
  elseif word:find("^[a-h]$") and after == "" then
    local rank = word_of(pieces[at + 1])
    local value = values[rank] or tonumber(rank:match("^[1-8]$"))
    if value and value <= 8 then
      return word .. value, at + 1
    end
  end
end

-- Read the name of a piece: "knight", "e-pawn", "e" in "e takes d5". Returns its figurine and the file, if
-- one is named.
local function name_at(pieces, at)
  local word = word_of(pieces[at])
  if word:find("^[a-h]$") then
    return piece_names.captures(word_of(pieces[at + 1])) and FIGURINES.P .. word
  end
  local file, pawn = word:match("^([a-h])%-(.+)$")
  local piece = piece_names.piece(file and pawn or word)
  return piece and FIGURINES[piece] .. (file or "")
end

-- Read the file or rank of a piece before its square: "rook a to e one", "knight b d two", "cavallo b d7". In
-- languages other than English, "a" before a square is the word "to".
local function mark_at(pieces, at)
  local word, after = word_of(pieces[at])
  local mark = word:match("^[a-h]$") or word:match("^[1-8]$") or (values[word] or 9) <= 8 and tostring(values[word])
  local is_verb = piece_names.captures(word_of(pieces[at + 1])) ~= nil
  local before = word_of(pieces[at - 1])
  if not mark or after ~= "" or mark == "a" and not is_verb and before ~= "rook" and before ~= "knight" then
    return nil
  end
  return square_at(pieces, is_verb and at + 2 or at + 1) and mark
end

-- Read the file after a word for "from", before a square or the words before it: "torre de a a e8", "peón de e por d5".
local function file_at(pieces, at)
  local file, after = word_of(pieces[at])
  local is_before = square_at(pieces, at + 1) or piece_names.captures(word_of(pieces[at + 1])) ~= nil
  return is_before and after == "" and file:match("^[a-h]$") or nil
end

local function origin_at(pieces, at)
  local mark = not square_at(pieces, at) and mark_at(pieces, at)
  local is_from = FROM[word_of(pieces[at])]
  local file = is_from and not square_at(pieces, at + 1) and file_at(pieces, at + 1)
  if mark then
    return mark, at + 1
  elseif file then
    return file, at + 2
  elseif is_from then
    local square, last = square_at(pieces, at + 1)
    if square and (square_at(pieces, last + 1) or piece_names.captures(word_of(pieces[last + 1])) ~= nil) then
      return square, last + 1
    end
  end
  return "", at
end

-- Read castling: "castles kingside", "short castle".
local function castling_at(pieces, at)
  local one, other = word_of(pieces[at]), word_of(pieces[at + 1])
  local side = lexicon.castles(one, other)
  if side then
    return side == "long" and "O-O-O" or "O-O", at + 1 -- lexicon: written
  end
end

-- Read the words between a piece and its square: "takes", "to", "takes on". Returns whether the move captures, and the
-- index of the square.
local function verb_at(pieces, at)
  local captures = piece_names.captures(word_of(pieces[at]))
  local has_on = captures and (piece_names.captures(word_of(pieces[at + 1])) == false or ON[word_of(pieces[at + 1])])
  return captures, captures == nil and at or has_on and at + 2 or at + 1
end

-- Read a move: a piece and its square, castling, or only a square with a number word ("e four"). The last form is read
-- only in a score: after a number or a move.
local function move_at(pieces, at, is_score)
  local name = name_at(pieces, at)
  if not name then
    local square, last = square_at(pieces, at)
    if square and last > at and is_score and values[word_of(pieces[last])] then
      return square, last
    end
    return castling_at(pieces, at)
  end
  local origin, after = origin_at(pieces, at + 1)
  local captures, to = verb_at(pieces, after)
  local square, last = square_at(pieces, to)
  if square then
    return name .. origin .. (captures and "x" or "") .. square, last
  end
end

-- Return the sign of the promotion after a move, and the index of its last word: "promotes to a queen".
local function promotion_at(pieces, at)
  local verb = word_of(pieces[at])
  for i = at + 1, PROMOTES[verb] and at + 1 + MOST_BETWEEN or at do
    local piece = piece_names.piece(word_of(pieces[i]))
    if piece then
      return "=" .. FIGURINES[piece], i
    end
  end
  return verb == "queens" and "=" .. FIGURINES.Q or "", verb == "queens" and at or at - 1
end

-- Return a piece that replaces those from `first` to `last`, and the words for a promotion, check or mate after them.
local function joined(pieces, first, last, text)
  local promotion
  promotion, last = promotion_at(pieces, last + 1)
  text = text .. promotion
  local sign = SIGNS[lexicon.suffix(word_of(pieces[last + 1]))]
  last = sign and last + 1 or last
  return { kind = "word", first = pieces[first].first, last = pieces[last].last, line = pieces[first].line,
    text = text .. (sign or "") }, last
end

-- Return a number that replaces a number word directly before a move: "Seven:", "move two". It counts as the beginning
-- of a line.
local function numbered(pieces, first)
  local at = MOVE[word_of(pieces[first])] and first + 1 or first
  local word, after = word_of(pieces[at])
  local value = values[word]
  if value and (at > first or after:find("[.:,]")) and move_at(pieces, at + 1, false) then
    return { kind = "number", value = value, first = pieces[first].first, last = pieces[at].last,
      line = pieces[first].line, text = pieces[at].text, is_black = false, begins_line = true }, at
  end
end

-- Return the piece that begins at an index, with the index of its last part.
local function piece_at(pieces, at, latest)
  local one = pieces[at]
  if one.kind ~= "word" then
    return one, at
  end
  local number, last = numbered(pieces, at)
  if number then
    return number, last
  end
  local is_score = latest ~= nil and (latest.kind == "number" or token.parse(latest.text) ~= nil)
  local text
  text, last = move_at(pieces, at, is_score)
  if text then
    return joined(pieces, at, last, text)
  end
  local printed = one.text:match("^(.-[1-8])[,;]?$") -- "f3 check"
  if printed and SIGNS[lexicon.suffix(word_of(pieces[at + 1]))] and token.parse(printed) then
    return joined(pieces, at, at, printed)
  end
  return one, at
end

--- Return the value of a number word.
---@param word string in lower case
---@return integer?
-- @usage spoken.value("drei")  --> 3
function M.value(word)
  return values[word]
end

--- Join the words of dictated moves.
---@param pieces table[] of lucena.text.decoder.pieces
---@return table[] pieces
function M.join(pieces)
  local list, at = {}, 1
  while at <= #pieces do
    local piece, last = piece_at(pieces, at, list[#list])
    list[#list + 1], at = piece, last + 1
  end
  return list
end

return M
