--- The piece letters that a path of the decoder knows: an alphabet, and the letters that the path has bound itself. A
-- letter that no alphabet knows may stand for any piece; it is bound at its first use, and keeps its meaning.
--
-- Alphabet: {id, hash: a number of the id, pieces: a map from spellings to "K", "Q", ..., has: the set of these pieces,
-- is_open: whether letters of other pieces may be bound, name: of the language, or nil}. Alphabets with the same
-- letters have the same id, so that paths can be compared.
-- @module lucena.text.decoder.alphabet

local letters = require("lucena.notation.letters")

local M = {}

local KINDS = { "K", "Q", "R", "B", "N", "P" }

local function id_of(pieces, is_open)
  local list = { is_open and "|" or "/" }
  for spelling, piece in pairs(pieces) do
    list[#list + 1] = spelling .. piece
  end
  table.sort(list)
  return table.concat(list, " ")
end

local FNV_START, FNV_PRIME = 0xcbf29ce484222325, 0x100000001b3

-- Return the FNV-1a hash of a text.
local function hash_of(text)
  local hash = FNV_START
  for i = 1, #text do
    hash = (hash ~ text:byte(i)) * FNV_PRIME
  end
  return hash
end

--- Make an alphabet.
---@param pieces table<string, string> spelling to English letter
---@param is_open? boolean
---@return table
function M.new(pieces, is_open)
  local has = {}
  for _, piece in pairs(pieces) do
    has[piece] = true
  end
  local id = id_of(pieces, is_open)
  return { id = id, hash = hash_of(id), pieces = pieces, has = has, is_open = is_open or false, bound = {} }
end

--- Return the alphabet of a row of lucena.notation.letters.
---@param row table
---@return table
function M.of_row(row)
  local pieces = {}
  for _, side in ipairs { "white", "black" } do
    for _, kind in ipairs(KINDS) do
      for _, spelling in ipairs(row[side][kind]) do
        pieces[spelling] = pieces[spelling] or kind
      end
    end
  end
  local alphabet = M.new(pieces)
  alphabet.name = row.name
  return alphabet
end

--- Return the alphabet with one more letter.
---@param alphabet table
---@param spelling string
---@param piece string
---@return table
function M.bind(alphabet, spelling, piece)
  local key = spelling .. piece
  local known = alphabet.bound[key]
  if not known then
    local pieces = {}
    for name, kind in pairs(alphabet.pieces) do
      pieces[name] = kind
    end
    pieces[spelling] = piece
    known = M.new(pieces, true)
    alphabet.bound[key] = known
  end
  return known
end

-- Figurines have the same meaning in every alphabet.
local FIGURINES = { ["♔"] = "K", ["♕"] = "Q", ["♖"] = "R", ["♗"] = "B", ["♘"] = "N", ["♙"] = "P", ["♚"] = "K",
  ["♛"] = "Q", ["♜"] = "R", ["♝"] = "B", ["♞"] = "N", ["♟"] = "P" }

--- Return the piece that some first characters of a list spell, with their number.
---@param alphabet table
---@param chars string[]
---@return string? piece
---@return integer? count
function M.piece_of(alphabet, chars)
  local two = chars[2] and alphabet.pieces[chars[1] .. chars[2]]
  if two then
    return two, 2
  end
  local one = alphabet.pieces[chars[1]] or FIGURINES[chars[1]]
  return one, one and 1 or nil
end

--- Return the alphabet with its letters in lower case, too: "n" for "N", and "b" for "B", although it names a file.
---@param alphabet table
---@return table
function M.in_lower_case(alphabet)
  local known = alphabet.lower
  if not known then
    local pieces = {}
    for spelling, piece in pairs(alphabet.pieces) do
      pieces[spelling] = piece
      local lower = letters.lower(spelling)
      pieces[lower] = alphabet.pieces[lower] or piece
    end
    known = M.new(pieces, alphabet.is_open)
    known.name, alphabet.lower = alphabet.name, known
  end
  return known
end

--- Return the piece of a letter in the other case: "n" for "N". Letters of files have one case only.
---@param alphabet table
---@param char string
---@return string? piece
function M.other_case(alphabet, char)
  local title = not char:find("^[a-h]$") and letters.title(char) or char
  return title ~= char and alphabet.pieces[title] or nil
end

return M
