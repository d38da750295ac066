--- The piece letters of languages, for detection and diagrams. Languages are found by name, and grouped into classes.
-- In diagrams, lower-case letters are Black's pieces. The letters are computed from lucena.dialect.alphabets on first
-- use. A class is all languages that have the same letters for king, queen, rook, bishop and knight, so no game can
-- distinguish them. The class has the name of one of these languages: the first in `ORDER`, or if `ORDER` has none of
-- them, the first in the list of alphabets.
-- @module lucena.notation.letters

local compile = require("lucena.notation.compile")

local M = {}

-- The languages after which classes are named, in this order: the languages with the most chess literature first.
local ORDER = { "english", "german", "french", "spanish", "portuguese", "czech", "dutch", "finnish", "serbian" }

local KINDS = { "K", "Q", "R", "B", "N", "P" }

-- ---- case ----------------------------------------------------------------------------------------

-- Return the lower case of a character in Latin-1, Latin Extended-A, Greek and Cyrillic (Unicode 15). Other characters
-- are unchanged. The locale is ignored: the lower case of I is i, even in Turkish.
local function lower_code(code)
  if code >= 0x41 and code <= 0x5A or code >= 0xC0 and code <= 0xDE and code ~= 0xD7
    or code >= 0x391 and code <= 0x3A9 or code >= 0x410 and code <= 0x42F then
    return code + 32
  elseif code >= 0x139 and code <= 0x148 or code >= 0x179 and code <= 0x17E then
    return code % 2 == 1 and code + 1 or code
  elseif code >= 0x100 and code <= 0x177 and code ~= 0x130 then
    return code | 1
  end
  return code
end

--- Convert a spelling to lower case.
---@param spelling string UTF-8
---@return string
-- @usage letters.lower("Кр") --> кр
function M.lower(spelling)
  local out = {}
  for _, code in utf8.codes(spelling) do
    out[#out + 1] = utf8.char(lower_code(code))
  end
  return table.concat(out)
end

--- Convert the first letter of a spelling to upper case. (Russian sources write the letter of the pawn in lower case.)
---@param spelling string UTF-8
---@return string
-- @usage letters.title("кр") --> Кр
function M.title(spelling)
  local code = utf8.codepoint(spelling)
  for upper = math.max(code - 32, 0x41), code - 1 do
    if lower_code(upper) == code then
      return utf8.char(upper) .. spelling:sub(utf8.offset(spelling, 2))
    end
  end
  return spelling
end

-- ---- alphabets -----------------------------------------------------------------------------------

-- Return the letters of an alphabet's pieces, without pawns, as one text. Languages with the same text are in the same
-- class.
local function key_of(white, black)
  local parts = {}
  for i = 1, 5 do
    parts[i] = table.concat(white[KINDS[i]], "|") .. "/" .. table.concat(black[KINDS[i]], "|")
  end
  return table.concat(parts, " ")
end

local rows, by_name

local function load_rows()
  rows, by_name = {}, {}
  for number, row in ipairs(require("lucena.dialect.alphabets")) do
    local alphabet = compile.alphabet(row)
    local made = {
      code = alphabet.code, name = alphabet.name, white = alphabet.white, black = alphabet.black,
      key = key_of(alphabet.white, alphabet.black), rank = #ORDER + number,
    }
    rows[number] = made
    by_name[made.code], by_name[made.name] = made, made
    for _, name in ipairs(alphabet.also) do
      by_name[name] = by_name[name] or made
    end
  end
  for rank, name in ipairs(ORDER) do
    by_name[name].rank = rank
  end
end

--- Return an alphabet by its name or code, ignoring case.
---@param name string "french", "fr"
---@return table? row {name, code, white = {K = {spelling...}, ... P = {...}}, black = the same,
-- key}
-- @usage letters.find("fr").white.N[1] --> C
function M.find(name)
  if not rows then
    load_rows()
  end
  return by_name[name:lower():match("^%s*(.-)%s*$")]
end

--- Return the names of all alphabets, in the order of the list.
---@return string[]
-- @usage letters.names()[1] --> english
function M.names()
  if not rows then
    load_rows()
  end
  local names = {}
  for i, row in ipairs(rows) do
    names[i] = row.name
  end
  return names
end

-- ---- classes -------------------------------------------------------------------------------------

local classes

--- Return the classes of alphabets, the best-known first. Do not change the result.
---@return table[] classes array of {name, names = all members, row = the row of `name`}
-- @usage letters.classes()[1].name --> english
function M.classes()
  if classes then
    return classes
  elseif not rows then
    load_rows()
  end
  local sorted = table.move(rows, 1, #rows, 1, {})
  table.sort(sorted, function(a, b) return a.rank < b.rank end)
  local found, by_key = {}, {}
  for _, row in ipairs(sorted) do
    local class = by_key[row.key]
    if not class then
      class = { name = row.name, names = {}, row = row }
      by_key[row.key], found[#found + 1] = class, class
    end
    class.names[#class.names + 1] = row.name
  end
  classes = found
  return classes
end

return M
