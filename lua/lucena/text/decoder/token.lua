--- Parses a word as the spelling of a move, without a position: its signs, castling, promotion, and its characters.
--
-- Token: {text, chars: the characters without signs, castle, promotion: a character, has_check, has_capture,
-- is_confused: whether two characters are printed for one}.
-- Cost: linear in the word; words of more than LONGEST bytes are no moves.
-- @module lucena.text.decoder.token

local lexicon = require("lucena.lexicon")

local M = {}

local LONGEST = 24

--- Characters that are mistaken for others in scans and by keyboards, and the character they stand for.
---@type table<string, string>
M.confusions = { l = "1", I = "1", i = "1", ["|"] = "1", S = "5", B = "8", z = "2", Z = "2", t = "f",
  b = "6", q = "g", ["6"] = "b", ["9"] = "g", G = "6", ["&"] = "8", ["0"] = "6", ["З"] = "3", ["з"] = "3", ["с"] = "c",
  ["е"] = "e", ["а"] = "a", ["ç"] = "c", ["Ç"] = "c", ["é"] = "e", ["ê"] = "e", ["è"] = "e" }

--- A second character that one may stand for: "LfSxc5" for "Lf8xc5".
---@type table<string, string>
M.others = { S = "8", B = "3", t = "1" }

--- Characters that scanners print for the letter of a piece, and the letters they stand for.
---@type table<string, string[]>
M.letters = { ["8"] = { "B", "S" }, ["5"] = { "S" }, ["0"] = { "D", "Q", "C" }, O = { "D", "Q", "C" },
  ["1"] = { "L", "T" }, l = { "L", "T" }, I = { "L", "T" }, M = { "N" }, H = { "N" }, G = { "C" }, P = { "F" },
  E = { "F" }, ["6"] = { "B" }, ["£"] = { "L" }, ["$"] = { "S" }, ["7"] = { "T" }, J = { "T" }, X = { "K" },
  ["П"] = { "Л" }, ["О"] = { "С", "Ф" }, K = { "К" }, C = { "С" } }

--- Characters of squares that scanners mistake for each other.
---@type table<string, string>
M.twins = { c = "e", e = "c", b = "h", h = "b", ["3"] = "8", ["8"] = "3" }

local FILE, RANK = "^[a-h]$", "^[1-8]$"

local function is_like(char, pattern)
  local other = M.confusions[char]
  return char:find(pattern) ~= nil or other ~= nil and other:find(pattern) ~= nil
end

local function castle_of(core)
  return lexicon.wing((core:gsub("О", "0"):gsub("о", "0"):gsub("[Oo]", "0"))) -- the first two are Cyrillic
end

local MOST_LETTERS = 2 -- of a piece
local MOST_CHARACTERS = 7

-- Return whether only files and ranks are between the letters of a piece and the destination.
local function has_origin(chars)
  local first = 1
  while first <= #chars - 2 and not chars[first]:find("^[a-h1-8]$") do
    first = first + 1
  end
  for i = first, #chars - 2 do
    if not is_like(chars[i], "^[a-h1-8]$") then
      return false
    end
  end
  return first <= MOST_LETTERS + 1
end

-- Two characters that scanners print for one, before a rank: "cl4" for d4, "li4" for h4.
local PAIRS = { { "cl([1-8lISB])", "d%1" }, { "li([1-8])", "h%1" }, { "ii([1-8])", "h%1" }, { "I%-I", "H" },
  { "ri([a-h])", "n%1" } }

-- Remove the signs around a move, and report a check.
local function strip(word)
  local core = word:gsub("[\1|'\"*_]", ""):gsub("^[.,:;]+", "")
  local has_check = core:find("[+#]") ~= nil
  core = core:gsub("[.,;!?]+$", ""):gsub("[+#]+", ""):gsub("[!?]+", "")
  local mate = core:match("^(.+[1-8])mate?$") or core:match("^(.+[1-8])ch$")
    or core:match("^(.+[a-h][1-8])[ft]$") -- a scanned dagger
  return mate or core, has_check or mate ~= nil
end

local function characters(text)
  local list = {}
  for char in text:gmatch(utf8.charpattern) do
    list[#list + 1] = char
  end
  return list
end

-- Return the characters without the signs of captures and hyphens, and whether a capture is printed.
local function without_signs(list)
  local kept, has_capture = {}, false
  for i, char in ipairs(list) do
    if char == "x" or char == ":" or i > 1 and (char == "X" or char == "х") -- the last one is Cyrillic
      or char == "z" and i > 1 and i == #list - 2 then
      has_capture = true
    elseif char ~= "-" then
      kept[#kept + 1] = char
    end
  end
  return kept, has_capture
end

local known, count = {}, 0
local MOST = 5000

-- Return whether characters end with a square, perhaps as it is scanned. Two letters that are both mistaken are a word,
-- and digits alone are a number.
local function ends_with_square(chars)
  local size = #chars
  local file, rank = chars[size - 1], chars[size]
  local is_exact = file:find(FILE) or rank:find(RANK)
  return is_like(file, FILE) and is_like(rank, RANK) and (size > 2 or is_exact ~= nil)
    and table.concat(chars):find("[^%d|&$]") ~= nil
end

-- Read the characters of a move that is not castling.
local function read(core)
  local chars, has_capture = without_signs(characters(core))
  local size = #chars
  if size < 2 or size > MOST_CHARACTERS then
    return nil
  end
  local is_square = ends_with_square(chars)
  local is_short = chars[1]:find(FILE) and chars[size]:find(FILE) and (size == 2 or size == 3 and chars[2]:find(RANK))
  if is_square and has_origin(chars) or is_short then
    return { chars = chars, has_capture = has_capture, is_short = not is_square }
  end
end

-- Read a move in which two characters are printed for one.
local function read_pairs(core)
  for _, row in ipairs(PAIRS) do
    local single, pairs_found = core:gsub(row[1], row[2])
    local found = pairs_found > 0 and read(single)
    if found then
      found.is_confused = true
      return found
    end
  end
end

local function parse(word)
  if #word > LONGEST then
    return nil
  end
  local core, has_check = strip(word)
  local castle = castle_of(core)
  if castle then
    return { text = word, castle = castle, has_check = has_check, chars = {} }
  end
  local before, promotion = core:match("^(.*[18])=?%(?([^%s%d=():]+)%)?$")
  if before and utf8.len(promotion) == 1 then
    core = before
  else
    promotion = nil
  end
  if not utf8.len(core) then
    return nil
  end
  core = core:gsub("([1-8])[ae]p$", "%1")
  local found = read(core) or read_pairs(core)
  if found then
    found.text, found.promotion, found.has_check = word, promotion, has_check
  end
  return found
end

--- Parse a word.
---@param word string
---@return table? token nil if the word cannot be a move
-- @usage token.parse("Nxf3+").has_capture  --> true
function M.parse(word)
  local found = known[word]
  if found == nil then
    count = count + 1
    if count > MOST then
      known, count = {}, 1
    end
    found = parse(word) or false
    known[word] = found
  end
  return found or nil
end

return M
