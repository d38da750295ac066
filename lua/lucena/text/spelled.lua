--- Rewrites squares that a text spells in other ways, in place:
--
-- - the figures of games by mail: "1) 5254 5755" becomes "1) e2e4 e7e5";
-- - the names of files that players with visual disabilities use: "Springer Gustav 1 Felix 3" becomes "g1f3". The FIDE
--   Laws of Chess have the names Anna, Bella, ... for these players; radio alphabets have others;
-- - moves with the name of the piece, two squares and a word between them: "Springer g1 nach f3".
--
-- The rewritten text has the same length: unused bytes are the byte FILL of lucena.text.fold, and belong to the move.
-- Cost: one pass over the text for each kind that it has.
-- @module lucena.text.spelled

local fold = require("lucena.text.fold")
local letters = require("lucena.notation.letters")
local piece_names = require("lucena.text.piece_names")
local spoken = require("lucena.text.decoder.spoken")

local M = {}

local FEWEST = 3 -- consecutive numbers with two moves in figures
local FEWEST_NAMES = 8 -- squares with the names of their files

local function padded(move, size)
  return move .. fold.FILL:rep(size - #move)
end

-- ---- figures -------------------------------------------------------------------------------------

local FIGURES = "[1-8][1-8]%-?[1-8][1-8][1-4]?"
local PAIR = "()%f[%w](%d%d?%d?)[.:)]?[ \t]+(" .. FIGURES .. ")[ \t,;-]+" .. FIGURES .. "%f[^%w]()"
local PROMOTIONS = { ["1"] = "q", ["2"] = "r", ["3"] = "b", ["4"] = "n" }

local FIRST_KNIGHTS = { ["2113"] = true, ["2133"] = true, ["7163"] = true, ["7183"] = true }

-- Return whether figures are a first move of White. Draughts has such figures, too: "15-18".
local function is_first(figures)
  figures = figures:gsub("%-", "")
  return figures:find("^(%d)2%1[34]$") ~= nil or FIRST_KNIGHTS[figures] ~= nil
end

-- Return the first and last byte of the scores in figures.
local function scores_of(text)
  local list, score = {}, nil
  for first, digits, figures, last in text:gmatch(PAIR) do
    local number = tonumber(digits)
    if number == 1 and is_first(figures) then
      score = { first = first, value = 0, count = 0 }
      list[#list + 1] = score
    elseif number == 1 then
      score = nil
    end
    if score and number > score.value then
      score.value, score.count, score.last = number, score.count + 1, last
    end
  end
  return list
end

local function file_of(digit)
  return string.char(96 + tonumber(digit))
end

local function move_of(figures)
  local from_file, from_rank, to_file, to_rank, piece = figures:gsub("%-", ""):match("(.)(.)(.)(.)(.?)")
  return padded(file_of(from_file) .. from_rank .. file_of(to_file) .. to_rank .. (PROMOTIONS[piece] or ""), #figures)
end

-- The last move of a score may have no reply.
local LAST = "^[^%w]*%d+[.:)]?[ \t]+" .. FIGURES .. "%f[^%w]()"

local function with_letters(text)
  local out, at = {}, 1
  for _, score in ipairs(scores_of(text)) do
    if score.count >= FEWEST and score.first >= at then
      local last = (text:match(LAST, score.last) or score.last) - 1
      out[#out + 1] = text:sub(at, score.first - 1)
      out[#out + 1] = text:sub(score.first, last):gsub("%f[%w]" .. FIGURES .. "%f[^%w]", move_of)
        :gsub("([%dqrbn]\1*)%-(%l%d%l%d)", "%1 %2")
      at = last + 1
    end
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

-- ---- names of files ------------------------------------------------------------------------------

local FILES = {
  a = "anna anton alpha alfa", b = "bella berta bertha bravo", c = "cesar cäsar caesar charlie", d = "david dora delta",
  e = "eva emil echo", f = "felix friedrich fritz foxtrot", g = "gustav golf", h = "hektor hector heinrich hotel",
}
local file_by_name = {}
for file, names in pairs(FILES) do
  for name in names:gmatch("%S+") do
    file_by_name[name] = file
  end
end

local function lower(word)
  return utf8.len(word) and letters.lower(word) or word
end

local NAMED = "(%f[%w\x80-\xFF][%a\x80-\xFF]+)([ \t\1]+)([%w\x80-\xFF]+)"

-- Return the square that two words name, or nil.
local function square_of(one, other)
  local file = file_by_name[lower(one)]
  local rank = file and (math.tointeger(tonumber(other)) or spoken.value(lower(other)))
  return rank and rank >= 1 and rank <= 8 and file .. rank or nil
end

-- Replace the words at an offset, and count them. Words overlap: "Springer Gustav" and "Gustav 1".
local function each_name(text, found)
  local at = 1
  while true do
    local first, last, one, _, other = text:find(NAMED, at)
    if not first then
      return
    end
    local square = square_of(one, other)
    if square then
      found(first, last, square)
    end
    at = square and last + 1 or first + #one
  end
end

local FEWEST_FILES = 3

-- Return whether a text may name squares in this way: it has the names of several files, with a capital.
local function may_name_files(text)
  local count = 0
  for _, names in pairs(FILES) do
    local is_named = false
    for name in names:gmatch("%S+") do
      is_named = is_named or text:find(name:gsub("^%l", string.upper) .. " ", 1, true) ~= nil
    end
    count = count + (is_named and 1 or 0)
  end
  return count >= FEWEST_FILES
end

-- Return the text with squares in place of the names of files, if it has enough of them.
local function with_squares(text)
  if not may_name_files(text) then
    return text
  end
  local out, at, count = {}, 1, 0
  each_name(text, function(first, last, square)
    out[#out + 1] = text:sub(at, first - 1)
    out[#out + 1], at, count = padded(square, last - first + 1), last + 1, count + 1
  end)
  out[#out + 1] = text:sub(at)
  return count >= FEWEST_NAMES and table.concat(out) or text
end

-- ---- the name of a piece and two squares ---------------------------------------------------------

local LONGEST = 80 -- bytes of two squares
local TWO = "^([a-h][1-8]\1*)[ \t]+([a-h][1-8]\1*)%f[^%w\1]()"
local TWO_WITH_VERB = "^([a-h][1-8]\1*)[ \t]+([%a\x80-\xFF]+)[ \t]+([a-h][1-8]\1*)%f[^%w\1]()"

-- Read two squares at an offset: "e2 nach e4", or with the names of files, "Eva 2 Eva 4". Returns the move, its last
-- byte, and whether the first square has the name of its file.
local function squares_at(text, at)
  local part = text:sub(at, at + LONGEST)
  local one, verb, other, after = part:match(TWO_WITH_VERB)
  local captures = verb and piece_names.captures(lower(verb))
  if captures == nil then
    one, other, after = part:match(TWO)
  end
  local is_named = one ~= nil and one:find("\1") ~= nil
  if one and (captures ~= nil or is_named) then
    return one:sub(1, 2) .. (captures and "x" or "") .. other:sub(1, 2), at + after - 2, is_named
  end
end

local NAME = "()%f[%a\x80-\xFF]([%a\x80-\xFF]+)[ \t]+$"
local LONGEST_NAME = 40 -- bytes

-- Return the offset of the name of a piece directly before a square, or nil. `from`: where it may begin.
local function name_before(text, from, square)
  from = math.max(from, square - LONGEST_NAME)
  local at, name = text:sub(from, square - 1):match(NAME)
  local is_free = name and not text:sub(math.max(1, from + at - 4), from + at - 2):find("[%a\x80-\xFF][ \t]*$")
  return is_free and piece_names.piece(lower(name)) and from + at - 1 or nil -- "the Knight f3 to d4" is no move
end

local VERB_BETWEEN = "[a-h][1-8]\1*[ \t]+[%l\x80-\xFF]+[ \t]+[a-h][1-8]"

-- Return the text with one move in place of two squares. A comma before a word for check is hidden.
local function with_moves(text, is_named)
  if not is_named and not text:find(VERB_BETWEEN) then
    return text
  end
  local out, at = {}, 1
  local function replace(first, last, move)
    out[#out + 1] = text:sub(at, first - 1)
    out[#out + 1], at = padded(move, last - first + 1), last + 1
  end
  local from = 1
  while true do
    local first = text:find("%f[a-h][a-h][1-8]%f[^%w]", from)
    if not first then
      break
    end
    local move, last, has_names = squares_at(text, first)
    local name_at = move and name_before(text, at, first)
    if name_at or move and is_named and has_names then
      replace(name_at or first, last, move)
    end
    from = (move and last or first + 1) + 1
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

local CAPTURE = "()%f[%w\x80-\xFF]([%a\x80-\xFF]+)[ \t]+([%a\x80-\xFF]+)[ \t]+([a-h][1-8])\1*()"

-- Return the text with captures by pawns that name their file only: "Eva schlägt David 5".
local function with_captures(text)
  local out, at = {}, 1
  for first, name, verb, square, last in text:gmatch(CAPTURE) do
    local file = file_by_name[lower(name)]
    if file and piece_names.captures(lower(verb)) then
      out[#out + 1] = text:sub(at, first - 1)
      out[#out + 1], at = padded(file .. "x" .. square, last - first), last
    end
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

local CHECKS = { "Schach", "schach", "check", "Check" } -- lexicon: words that are dictated after a comma

local function with_checks(text)
  for _, word in ipairs(CHECKS) do
    text = text:gsub("\1,( " .. word .. ")", "\1\1%1")
  end
  return text
end

--- Rewrite the squares of a text.
---@param folded string
---@return string folded of the same length
-- @usage spelled.rewrite("1) 5254 5755 2) 7163 2836 3) 6125 1716"):sub(4, 12)  --> e2e4 e7e5
function M.rewrite(folded)
  if folded:find(PAIR) then
    folded = with_letters(folded)
  end
  local named = with_squares(folded)
  local is_named = named ~= folded
  return with_checks(with_moves(is_named and with_captures(named) or named, is_named))
end

return M
