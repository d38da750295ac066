--- Reads the words of phrases about pieces: "knight on f5", "rook on the 7th", "three queens", "promotion to knight",
-- "queen vs rook", "mate with a pawn". lucena.query.wording has the form of rules.
-- @module lucena.query.wording_pieces

local M = {}

local LETTERS = { pawn = "P", knight = "N", bishop = "B", rook = "R", queen = "Q", king = "K" }
local RANKS = { first = 1, second = 2, third = 3, fourth = 4, fifth = 5, sixth = 6, seventh = 7, eighth = 8,
  ["1st"] = 1, ["2nd"] = 2, ["3rd"] = 3, ["4th"] = 4, ["5th"] = 5, ["6th"] = 6, ["7th"] = 7, ["8th"] = 8 }
local CENTER = "c4 d4 e4 f4 c5 d5 e5 f5"
local RIM = "a h"
local PLACES = { center = CENTER, centre = CENTER, light = "light", dark = "dark", white = "light", black = "dark",
  rim = RIM, edge = "a h 1 8" }
-- Sides of the board as the owner of a piece sees them: the ranks for White and for Black.
local FAR = { other = true, far = true, opposite = true }
-- Places of one word.
local IS_ONE = { center = true, centre = true, rim = true, edge = true }
local VERSUS = { v = true, vs = true, ["vs."] = true, versus = true, against = true }
local ON = { on = true, at = true, ["in"] = true, to = true, reaching = true, reaches = true, onto = true }

local function key(words, at)
  return words[at] and words[at].key or ""
end

local function letter_at(words, at)
  return LETTERS[(key(words, at):gsub("s$", ""))]
end

--- Return whether a word is the name of a piece.
---@param words table[]
---@param at integer
---@return boolean
-- @usage require("lucena.query.wording_pieces").is_piece({ { key = "rooks" } }, 1) --> true
function M.is_piece(words, at)
  return letter_at(words, at) ~= nil
end

local ARTICLES = { the = true, a = true, an = true, his = true }

-- Return the position after articles and after `that`, if it is there. "a" before "file" and at the end is no article.
local function skip(words, at, that)
  while ARTICLES[key(words, at)] do
    local following = key(words, at + 1)
    if key(words, at) == "a" and (following == "" or following == "file") then
      break
    end
    at = at + 1
  end
  return that and that[key(words, at)] and skip(words, at + 1) or at
end

--- Return the letter of a piece, perhaps after an article, and the position after it; nil if there is no piece.
---@param words table[]
---@param at integer
---@return string? letter
---@return integer? after
-- @usage (require("lucena.query.wording_pieces").piece_at({ { key = "a" }, { key = "king" } }, 1)) --> K
function M.piece_at(words, at)
  local first = skip(words, at)
  local letter = letter_at(words, first)
  return letter, letter and first + 1
end

--- Read a place: "f5", "the c file", "the seventh (rank)", "the centre". Returns the squares as White and as Black sees
-- them, which differ for a rank, and the position after the place.
---@param words table[]
---@param at integer
---@return string? squares
---@return string? mirrored the same squares as seen by Black
---@return integer? after
-- @usage require("lucena.query.wording_pieces").place({ { key = "7th" } }, 1) --> 7
function M.place(words, at)
  at = skip(words, at)
  local word, following = key(words, at), key(words, at + 1)
  local rank = RANKS[word]
  if rank then
    return tostring(rank), tostring(9 - rank), following == "rank" and at + 2 or at + 1
  elseif FAR[word] and (following == "side" or following == "end") then
    local is_board = key(words, at + 2) == "of" and key(words, skip(words, at + 3)) == "board"
    return "7 8", "1 2", is_board and skip(words, at + 3) + 1 or at + 2
  elseif word == "rank" and following:find("^[1-8]$") or word == "file" and following:find("^[a-h]$") then
    return following, following, at + 2
  elseif word:find("^[a-h][1-8]$") then
    return word, word, at + 1
  elseif word:find("^[a-h]$") then
    return word, word, following == "file" and at + 2 or at + 1
  elseif PLACES[word] and (IS_ONE[word] or following == "squares" or following == "square") then
    return PLACES[word], PLACES[word], IS_ONE[word] and at + 1 or at + 2
  end
end

-- Return `white | black`, or one query for both sides if the squares are the same.
local function placed(letter, squares, mirrored)
  if squares == mirrored then
    return ('piece("%s%s", "%s")'):format(letter, letter:lower(), squares)
  end
  return ('piece("%s", "%s") | piece("%s", "%s")'):format(letter, squares, letter:lower(), mirrored)
end

local WALKS = { walk = true, walks = true, march = true, marches = true, hunt = true, journey = true }

local STUCK = { stuck = true, caught = true, stays = true, left = true, remains = true, still = true, uncastled = true }

-- "king in the centre", "king stuck in the centre": it has not castled and is on the d or e file. Without a number of a
-- move, this is the middlegame.
local function home_king(words, at)
  local first = at + 1
  while STUCK[key(words, first)] do
    first = first + 1
  end
  local squares, _, after = M.place(words, skip(words, first, ON))
  if squares ~= CENTER then
    return nil
  end
  local is_at_move = key(words, after + 1) == "move"
  local phase = is_at_move and "" or ' & phase "middlegame"'
  return ('piece("K", "d1 e1 d2 e2") & ~has_castled "white"%s | piece("k", "d8 e8 d7 e7") & ~has_castled "black"%s')
    :format(phase, phase), after - at
end

-- "both queens still on the board", "queens on at move 40"
local function queens(words, at)
  local first = key(words, at) == "both" and at + 1 or at
  if key(words, first) == "queens" then
    local on = key(words, first + 1) == "still" and first + 2 or first + 1
    local is_long = key(words, skip(words, on + 1)) == "board"
    local is_end = on + 1 > #words or key(words, on + 1) == "at" or key(words, on + 1) == "after"
    if key(words, on) == "on" and (is_long or is_end) then
      return 'piece("Q") & piece("q")', (is_long and skip(words, on + 1) or on) + 1 - at
    end
  end
end

local NONE = { no = true, ["not"] = true, without = true }

-- "no rooks", "without queens"
local function none(words, at)
  local letter = NONE[key(words, at)] and letter_at(words, at + 1)
  if letter and letter ~= "K" and key(words, at + 1):find("s$") and not M.place(words, skip(words, at + 2, ON)) then
    local low = letter:lower()
    local is_long = key(words, at + 2) == "on" and key(words, skip(words, at + 3)) == "board"
    local query = ("pieces{white = {%s = 0}, black = {%s = 0}}"):format(low, low)
    return query, is_long and skip(words, at + 3) + 1 - at or 2
  end
end

-- "knight on f5", "pawn a7", "rook on the 7th", "king walk to the eighth rank"
local function piece_on(words, at)
  local letter = letter_at(words, at)
  local squares, mirrored, after = nil, nil, nil
  if letter == "K" and home_king(words, at) then
    return home_king(words, at)
  elseif letter then
    squares, mirrored, after = M.place(words, skip(words, WALKS[key(words, at + 1)] and at + 2 or at + 1, ON))
  end
  if squares then
    return placed(letter, squares, mirrored), after - at
  end
end

-- "three queens", "3 queens on the board": queens are counted together, other pieces for each side.
local function many(words, at)
  local count, side = tonumber(words[at].number or ""), key(words, at + 1)
  side = (side == "white" or side == "black") and side
  local place = side and at + 2 or at + 1
  local letter = letter_at(words, place)
  if count and letter and key(words, place):find("s$") then
    local least = ("{min = %d}"):format(count)
    if key(words, place + 1) == "each" then
      local exact = ("{min = %d, max = %d}"):format(count, count)
      local form = 'piece("%s", nil, %s) & piece("%s", nil, %s)'
      return form:format(letter, exact, letter:lower(), exact), place + 2 - at
    end
    local of_side = side and ('piece("%s", nil, %s)'):format(side == "white" and letter or letter:lower(), least)
    local query = of_side or letter == "Q" and ('piece("Qq", nil, %s)'):format(least)
      or ('piece("%s", nil, %s) | piece("%s", nil, %s)'):format(letter, least, letter:lower(), least)
    local squares, mirrored, after = nil, nil, nil
    if ON[key(words, place + 1)] then
      squares, mirrored, after = M.place(words, skip(words, place + 1, ON))
    end
    if squares and not side then
      local form = 'piece("%s", "%s", %s) | piece("%s", "%s", %s)'
      return form:format(letter, squares, least, letter:lower(), mirrored, least), after - at
    end
    local is_long = key(words, place + 1) == "on" and key(words, skip(words, place + 2)) == "board"
    return query, is_long and skip(words, place + 2) + 1 - at or place + 1 - at
  end
end

local PROMOTES = { promotion = true, promotions = true, promoted = true, promotes = true, promote = true,
  promoting = true, underpromotion = true, underpromotions = true }

-- Read a piece after a verb and a word such as "to", or before the verb. Returns its letter and the number of words.
local function piece_of(words, at, verbs, links)
  local letter, after
  if verbs[key(words, at)] then
    after = skip(words, at + 1, links)
    letter = letter_at(words, after)
  elseif verbs[key(words, at + 1)] then
    letter, after = letter_at(words, at), at + 1
  end
  return letter, letter and after + 1 - at
end

local TO, BY = { to = true, into = true }, { by = true, with = true }

-- "promotion to knight", "knight promotion", "promotes to a rook"
local function promotion(words, at)
  local letter, count = piece_of(words, at, PROMOTES, TO)
  if letter then
    return ('promotion{becomes = "%s"}'):format(letter), count
  end
end

local MATES = { mate = true, checkmate = true, mates = true, mated = true, checkmates = true }

local GIVES = { gives = true, gave = true, giving = true, delivers = true, delivered = true, delivering = true }

-- "knight mate", "pawn gives mate", "mate with a pawn", "checkmate by the queen", "mate with Qh7"
local function mate(words, at)
  local move = MATES[key(words, at)] and BY[key(words, at + 1)] and words[at + 2] and words[at + 2].raw
  if move and move:find("^[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]$") and move:find("^.+%d$") then
    return ('played "%s#"'):format(move), 3
  end
  local letter, count = piece_of(words, at, MATES, BY)
  if not letter and GIVES[key(words, at + 1)] and MATES[key(words, at + 2)] then
    letter, count = letter_at(words, at), 3
  end
  if letter then
    return ('move{piece = "%s%s", mate = true}'):format(letter, letter:lower()), count
  end
end

local SACRIFICES = { sacrifice = true, sacrifices = true, sacrificed = true, sac = true, sacs = true,
  sacrificing = true }
-- The least loss of material.
local LOSSES = { P = 1, N = 2, B = 2, R = 3, Q = 4 }

-- Return the text of `sacrifice` with some fields that are there.
local function sacrifice_of(...)
  local fields = {}
  for _, field in ipairs { ... } do
    fields[#fields + 1] = field ~= "" and field or nil
  end
  return #fields > 0 and ("sacrifice{%s}"):format(table.concat(fields, ", ")) or "sacrifice"
end

-- "knight sacrifice on f7": the knight goes there. White sacrifices on the ranks from 5 on, Black on the others.
local function moved_sacrifice(letter, square, is_white)
  local piece = is_white and letter or letter:lower()
  return ('move{piece = "%s", to = "%s"} & sacrifice{piece = "%s", on = "%s", points = 1}'):format(piece, square, piece,
    square)
end

-- "sacrifice on f7", "knight sacrifice on e6", "sacrificed a rook"
local function sacrifice(words, at)
  local letter, count = piece_of(words, at, SACRIFICES, { of = true })
  if not letter and not SACRIFICES[key(words, at)] then
    return nil
  end
  local after = at + (count or 1)
  local squares, _, stop
  if ON[key(words, after)] then
    squares, _, stop = M.place(words, skip(words, after, ON))
  end
  if squares or letter and letter ~= "Q" and letter ~= "K" then
    local rank = squares and squares:match("^%a(%d)$")
    if rank and letter and LOSSES[letter] then
      return moved_sacrifice(letter, squares, tonumber(rank) > 4), stop - at
    end
    local piece = letter and ('piece = "%s%s"'):format(letter, letter:lower()) or ""
    local points = (letter == "R" or letter == "P") and "points = " .. LOSSES[letter] or ""
    return sacrifice_of(piece, points, squares and ('on = "%s"'):format(squares) or ""), (stop or after) - at
  end
end

local GAINS = { win = true, wins = true, winning = true, won = true, gain = true, gains = true }
local LOSES = { loses = true, lost = true, losing = true, loss = true, lose = true }
local ENDINGS = { ending = true, endings = true, endgame = true, endgames = true }
local OF = { of = true }

-- "wins the queen", "win of a rook", "black lost a knight": the side of the query for White comes first.
local function gain(words, at)
  local is_gain = GAINS[key(words, at)]
  local first = (is_gain or LOSES[key(words, at)]) and skip(words, at + 1, OF)
  local letter = first and letter_at(words, first)
  if letter and LOSSES[letter] and first > at + 1 and not ENDINGS[key(words, first + 1)] then
    local form = ('sacrifice{piece = "%%s", points = %d, plies = 4, voluntary = false}'):format(LOSSES[letter])
    local white, black = form:format(letter), form:format(letter:lower())
    return is_gain and black .. " | " .. white or white .. " | " .. black, first + 1 - at
  end
end

local VALUES = { P = 1, N = 3, B = 3, R = 5, Q = 9, piece = 3 }
local UP = { up = true, ahead = true, more = true, extra = true }
local DOWN = { down = true, behind = true, less = true }

-- Read "a rook", "two pawns", "a piece": their value and the position after them.
local function worth_at(words, at)
  at = skip(words, at)
  local count = tonumber(words[at] and words[at].number or "")
  at = count and at + 1 or at
  local letter = letter_at(words, at) or key(words, at):match("^piece")
  local value = letter and VALUES[letter]
  return value and value * (count or 1), at + 1
end

-- "up a rook", "two pawns down", "a piece ahead": for at least four plies. The query for White comes first.
local function lead(words, at)
  local sign, first = key(words, at), at + 1
  local value, after = worth_at(words, first)
  if not (value and (UP[sign] or DOWN[sign])) then
    value, after = worth_at(words, at)
    sign, after = key(words, after), after + 1
  end
  if value and (UP[sign] or DOWN[sign]) then
    local white = ("held(imbalance{min = %d}, 4)"):format(value)
    local black = ("held(imbalance{max = -%d}, 4)"):format(value)
    return UP[sign] and white .. " | " .. black or black .. " | " .. white, after - at
  end
end

-- Read "queen", "two rooks", "rook and bishop", "bishop pair", "king and pawn": letters for `material`, and the
-- position after them.
local function army(words, at)
  local letters, after = "", at
  repeat
    at = skip(words, at)
    local count = tonumber(words[at] and words[at].number or "")
    local place = count and at + 1 or at
    local letter = letter_at(words, place)
    if not letter then
      break
    end
    local is_pair = key(words, place + 1) == "pair"
    count = is_pair and 2 or count or 1
    letters = letters .. (letter == "K" and "" or letter .. (count > 1 and count or ""))
    after = place + (is_pair and 2 or 1)
    at = after + 1
  until key(words, after) ~= "and" and key(words, after) ~= "+"
  return letters, after
end

local WITH_OR_OF = { with = true, of = true }

-- "queen vs rook", "ending of rook and pawn against rook", "bishop and knight mate"
local function material(words, at)
  local begin = (ENDINGS[key(words, at)] or MATES[key(words, at)]) and skip(words, at + 1, WITH_OR_OF) or at
  local first, middle = army(words, begin)
  if VERSUS[key(words, middle)] and middle > at then
    local second, after = army(words, middle + 1)
    if after > middle + 1 then
      if not (first .. second):find("P") then -- who names no pawns does not say that there are none
        first, second = first .. "P*", second .. "P*"
      end
      return ('material "%s v %s"'):format(first, second), after - at + (ENDINGS[key(words, after)] and 1 or 0)
    end
  elseif #first > 1 and (MATES[key(words, middle)] or begin > at and MATES[key(words, at)]) then
    return ('material "%s v" & checkmate'):format(first), middle - at + (begin > at and 0 or 1)
  end
end

-- The properties of pawns that take squares: "isolated pawn on d4", "doubled pawns on the c file".
local ON_SQUARES = { passed = true, isolated = true, doubled = true, backward = true, outpost = true }

local function pawns(words, at)
  local first, name, of_piece = at, key(words, at), ""
  local number = words[at].number
  if number and ON_SQUARES[key(words, at + 1)] and key(words, at + 2) == "pawns" then
    local form = '%s{side = "%s", min = %s}'
    name = key(words, at + 1)
    return form:format(name, "white", number) .. " | " .. form:format(name, "black", number), 3
  end
  if name == "knight" and key(words, at + 1) == "outpost" then
    at, name, of_piece = at + 1, "outpost", 'piece = "Nn", '
  end
  if ON_SQUARES[name] then
    local after = at + (key(words, at + 1):find("^pawns?$") and 2 or 1)
    local squares, mirrored, stop = M.place(words, skip(words, after, ON))
    if squares and squares == mirrored then
      return ('%s{%son = "%s"}'):format(name, of_piece, squares), stop - first
    elseif squares then
      return ('%s{side = "white", on = "%s"} | %s{side = "black", on = "%s"}'):format(name, squares, name, mirrored),
        stop - first
    end
  end
end

--- The rules.
M.RULES = { piece_on, queens, none, many, promotion, mate, sacrifice, gain, lead, material, pawns }

return M
