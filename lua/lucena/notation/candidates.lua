--- Which classes of alphabets (lucena.notation.letters) may read a game, by the letters at the beginning of its moves.
-- Detection (lucena.notation.detect) plays the game only with these. A class has an entry for each letter that it
-- writes or reads; the classes that have all letters of a game are kept by that set of letters, because games of one
-- file have the same few sets.
-- @module lucena.notation.candidates

local dialects = require("lucena.dialect")
local letters = require("lucena.notation.letters")

local M = {}

-- The tolerances used while languages are compared: they concern signs and superfluous text. Two kinds of tolerances
-- are excluded. The first kind could turn one piece into another: b is a file, so the case of letters must not be
-- ignored. The second kind accepts moves in coordinates. Coordinates are a style of their own, which is tested
-- separately.
M.SAFE = {
  "unicode_sign", "castling_sign", "promotion_sign", "ep_mark", "check_sign", "capture_sign", "superfluous_origin",
  "separator", "short_capture", "piece_glyph",
}

-- Return the letters at the beginning of a word that name a piece; nil for pawn moves and castling.
local function head_of(word)
  return word:find("[1-8]") and word:match("^([^a-h1-8x:%-%(]+)") or nil
end

local safe_dialects = {}

--- Return the name of a style with a class.
---@param style string
---@param class table one of letters.classes()
---@return string
function M.combined(style, class)
  return style == "pgn" and class.name or style .. ":" .. class.name
end

--- Return the dialect that combines a style with a class, with the tolerances of detection.
---@param style string
---@param class table one of letters.classes()
---@return Dialect? dialect nil if the style has no letters to replace
function M.dialect_of(style, class)
  local name = M.combined(style, class)
  local found = safe_dialects[name]
  if found == nil then
    local made = dialects.tolerant(name, M.SAFE)
    found = made and not made.has_hooks and made or false
    safe_dialects[name] = found
  end
  return found or nil
end

-- For each class, the letters at the beginning of its moves. The value is 0 for letters that the class writes, and 1
-- for letters that it only reads ("N", where books print "Kt").
local heads_by_class = {}

local function heads_of(class)
  local heads = heads_by_class[class]
  if not heads then
    heads = {}
    for _, side in ipairs { "white", "black" } do
      for kind, spellings in pairs(class.row[side]) do
        for i, spelling in ipairs(kind ~= "P" and spellings or {}) do
          local head = head_of(spelling .. "1") or spelling
          heads[head] = math.min(heads[head] or 1, i - 1, 1)
        end
      end
    end
    heads_by_class[class] = heads
  end
  return heads
end

--- Count the words that begin with a letter that the class only reads.
---@param class table
---@param words string[]
---@return integer
function M.count_odd(class, words)
  local heads, count = heads_of(class), 0
  for _, word in ipairs(words) do
    local head = head_of(word)
    count = count + (head and heads[head] or 0)
  end
  return count
end

-- Return the kinds of pieces for which a class has one spelling only, those that move in most games first.
local function plain_kinds(class)
  local kinds = {}
  for _, kind in ipairs { "N", "B", "R", "Q", "K" } do
    local spellings, same = class.row.white[kind], class.row.black[kind]
    if #spellings == 1 and #same == 1 and same[1] == spellings[1] then
      kinds[#kinds + 1] = kind
    end
  end
  return kinds
end

-- Return whether another class writes pieces with the letters of these kinds, too. A class that only reads a letter
-- counts as not reading it, because best_of() prefers the class that writes it.
local function reads_kinds_of(other, class, kinds)
  for _, kind in ipairs(kinds) do
    local letter = class.row.white[kind][1]
    if heads_of(other)[head_of(letter .. "1") or letter] ~= 0 then
      return false
    end
  end
  return true
end

local proofs = {}

--- Return the kinds of pieces that prove a class, such as "BN": no other class writes all their letters. So a game in
-- this class in which these pieces move cannot be in another class.
---@param class table
---@return string kinds "" if no letters prove the class
function M.proof_of(class)
  if proofs[class] then
    return proofs[class]
  end
  local function is_proof(kinds)
    for _, other in ipairs(letters.classes()) do
      if other ~= class and reads_kinds_of(other, class, kinds) then
        return false
      end
    end
    return true
  end
  local kinds = plain_kinds(class)
  for i = #kinds, 1, -1 do -- leave out each kind that is not needed
    local fewer = table.move(kinds, 1, i - 1, 1, {})
    table.move(kinds, i + 1, #kinds, i, fewer)
    kinds = is_proof(fewer) and fewer or kinds
  end
  proofs[class] = is_proof(kinds) and table.concat(kinds) or ""
  return proofs[class]
end

-- A cache: set of piece letters -> classes. It is emptied if it grows too large.
local inventory, inventory_size = {}, 0
local MOST_INVENTORIES = 4096

--- Return the letters that name pieces in the words, and whether a word is prose: it has four or more letters and
-- nothing else. With letters for pieces, each move has a digit or a sign.
---@param words string[]
---@return string[] list sorted, each once
---@return boolean has_prose
function M.heads_in(words)
  local set, list, has_prose = {}, {}, false
  for _, word in ipairs(words) do
    local head = head_of(word)
    if head and not set[head] then
      set[head] = true
      list[#list + 1] = head
    elseif not head and #word > 3 and word:find("^%a+$") then
      has_prose = true
    end
  end
  table.sort(list)
  return list, has_prose
end

--- Return the classes that have all letters of a list.
---@param list string[] as returned by M.heads_in
---@return table[] classes possibly none
function M.fitting(list)
  local key = table.concat(list, "\0")
  local found = inventory[key]
  if not found then
    found = {}
    for _, class in ipairs(letters.classes()) do
      local heads, fits = heads_of(class), true
      for _, head in ipairs(list) do
        fits = fits and heads[head] ~= nil
      end
      found[#found + 1] = fits and class or nil
    end
    if inventory_size == MOST_INVENTORIES then
      inventory, inventory_size = {}, 0
    end
    inventory[key], inventory_size = found, inventory_size + 1
  end
  return found
end

--- Return the classes that may read the words in a style other than PGN. A word that begins with a sign, such as a
-- figurine, may be readable although no class has it.
---@param list string[] their letters
---@param fit table[] the classes with all of them
---@param has_prose boolean
---@return table[] classes
function M.of_styles(list, fit, has_prose)
  if has_prose then
    return {}
  end
  for _, head in ipairs(list) do
    if head:find("[^%a]") then
      return letters.classes()
    end
  end
  return fit
end

return M
