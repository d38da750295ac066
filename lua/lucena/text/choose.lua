--- Determines the notation of a text by reading samples of it. The candidates are the notations whose piece letters
-- occur in the text. The notation in which most moves are legal wins; between equals, the better-known one.
--
-- Cost: at most SAMPLES samples of SIZE bytes are read, once for each group of candidates that give the letters in them
-- the same meaning. So a text without piece letters is not read at all.
-- @module lucena.text.choose

local alphabets = require("lucena.text.alphabets")
local dialects = require("lucena.dialect")
local letters = require("lucena.notation.letters")

local M = {}

local SIZE, SAMPLES = 1 << 14, 3
local MOST_LANGUAGES = 12

-- ---- samples -------------------------------------------------------------------------------------

-- The destination of a move in descriptive notation.
local DESCRIPTIVE = "[KQRBNP]t?[ \1]?[-x][ \1]*[KQRBN]t?[ \1]?[KQRBN]?t?[ \1]?[1-8]%f[^%w]"

-- Moves of French, Spanish and Portuguese books, with the number before the letter of the square: "P4R", "C3AR",
-- "C 3 FR".
local NUMBER_FIRST = "%f[%w][PCABFDTR] ?[1-8] ?[ABCDFTR][RD]?%f[^%w]"

-- Count the words that look like moves.
local function count_moves(folded)
  return select(2, folded:gsub("[a-h][1-8]%f[^%w]", "")) + select(2, folded:gsub(DESCRIPTIVE, ""))
    + select(2, folded:gsub(NUMBER_FIRST, ""))
end

-- Return the samples: the parts of the text with most moves, in the order of the text.
local function samples_of(text, folded)
  if #text <= SIZE * SAMPLES then
    return { text }
  end
  local parts = {}
  for first = 1, #text, SIZE do
    local part = text:sub(first, first + SIZE - 1)
    parts[#parts + 1] = { text = part, first = first, count = count_moves(folded:sub(first, first + SIZE - 1)) }
  end
  table.sort(parts, function(a, b) return a.count > b.count or a.count == b.count and a.first < b.first end)
  local chosen = table.move(parts, 1, SAMPLES, 1, {})
  table.sort(chosen, function(a, b) return a.first < b.first end)
  local texts = {}
  for i, part in ipairs(chosen) do
    -- Begin with a game, if there is one, because other moves have no position.
    local first = part.first
    local start = text:sub(math.max(1, first - SIZE), first + SIZE - 1):find("\n[ \t(]*1[.)]%s?%S")
    first = start and math.max(1, first - SIZE) + start or first
    texts[i] = text:sub(first, part.first + SIZE - 1)
  end
  return texts
end

-- ---- languages -----------------------------------------------------------------------------------

-- Return the languages that read no letter as a pawn, if there are any and the text has pawn moves without a letter. A
-- Finnish book prints `S` for all pawns or for none; a misprinted German knight must not become a Finnish pawn.
local function without_pawns(list, folded)
  local kept = {}
  for _, language in ipairs(alphabets.has_bare_pawns(folded) and list or {}) do
    kept[#kept + 1] = not language.names_pawns and language or nil
  end
  return #kept > 0 and kept or list
end

-- Return the groups of languages that use most of these letters, the best first.
local function languages_of(folded)
  local counts, total = alphabets.heads(folded)
  local list = {}
  for order, class in ipairs(letters.classes()) do
    local known = alphabets.known(class, counts)
    if total == 0 or known * 10 >= total * 7 then
      list[#list + 1] = { name = class.name, known = known, order = order,
        names_pawns = alphabets.names_pawns(class, counts) }
    end
  end
  list = without_pawns(list, folded)
  table.sort(list, function(a, b) return a.known > b.known or a.known == b.known and a.order < b.order end)
  local names = {}
  for i = 1, math.min(#list, MOST_LANGUAGES) do
    names[i] = list[i].name
  end
  return names
end

-- ---- groups of languages -------------------------------------------------------------------------

-- A word between blanks that cannot be a part of a move with a piece letter: it has no digit, bracket or sign.
local PLAIN_WORD = "%f[^%s\0][^%s%dx:=()/#+%-]+%f[%s\0]"

local SCANNED_ONE = "%f[a-h]([a-h])[lI]%f[^%w]" -- "Rel" may be the move Re1

-- Return whether a piece letter may occur in a sample, given in lower case and without squares. Letters outside ASCII
-- are not compared. K and C may be printed for Cyrillic letters: see lucena.text.lookalikes.
local function may_occur(spelling, lowered)
  local first = spelling:sub(1, 1):lower()
  local is_ascii = first < "\x80"
  return lowered:find(is_ascii and first or "[kc\x80-\xFF]", 1, is_ascii) ~= nil
end

local KINDS = { "K", "Q", "R", "B", "N", "P" }

-- Return the meaning that a language gives to the letters of a sample, as a text.
local function meaning_of(row, lowered)
  local parts = {}
  for _, side in ipairs { "white", "black" } do
    for _, kind in ipairs(KINDS) do
      for _, spelling in ipairs(row[side][kind]) do
        parts[#parts + 1] = may_occur(spelling, lowered) and side .. kind .. spelling or nil
      end
    end
  end
  return table.concat(parts, " ")
end

--- Return the first name of each group of languages that read the samples alike.
---@param names string[] languages and notations
---@param folded string the samples
---@return string[]
function M.distinct(names, folded)
  local lowered = folded:gsub(SCANNED_ONE, "%11"):gsub(PLAIN_WORD, ""):gsub("[a-h][1-8]%f[^%w]", ""):lower()
  local kept, seen = {}, {}
  for _, name in ipairs(names) do
    local row = letters.find(name)
    local meaning = row and meaning_of(row, lowered) or name
    kept[#kept + 1] = not seen[meaning] and name or nil
    seen[meaning] = true
  end
  return kept
end

-- ---- choosing ------------------------------------------------------------------------------------

-- Return the number of moves attached to a game minus the number of illegal moves.
local function score_of(mentions)
  local score = 0
  for _, mention in ipairs(mentions) do
    if mention.target then
      score = score + 1
    elseif mention.state == "unread" and mention.reason == "illegal" then
      score = score - 1
    end
  end
  return score
end

--- Count the moves and squares of each kind of notation.
---@param folded string
---@return {squares: integer, described: integer, number_first: integer}
function M.count(folded)
  return {
    squares = select(2, folded:gsub("[a-h][1-8]%f[^%w]", "")),
    described = select(2, folded:gsub(DESCRIPTIVE, "")) + select(2, folded:gsub("[KQRBNP]t?%.? to [KQRBN]", "")),
    number_first = select(2, folded:gsub(NUMBER_FIRST, "")),
  }
end

--- Return the names of the notations in which the text may be written. If it has more descriptive moves than names of
-- squares, only descriptive notation is possible.
---@param folded string
---@return string[]
function M.names(folded)
  local counts = M.count(folded)
  if counts.number_first > counts.squares and counts.number_first > counts.described then
    return { "descriptive:spanish", "descriptive:french", "descriptive:portuguese" }
  elseif counts.described > counts.squares then
    return { "descriptive" }
  end
  local names = languages_of(folded)
  if counts.described > 0 then
    names[#names + 1] = "descriptive"
  end
  return names
end

--- Return the dialect in which a text is written.
---@param folded string
---@param text string
---@param read function(folded, dialect): returns the moves in a text
---@return lucena.Dialect? dialect nil if the text has no moves on a board
function M.dialect(folded, text, read)
  local fold = require("lucena.text.fold").fold
  local samples = samples_of(text, folded)
  local sampled = #samples == 1 and folded or fold(table.concat(samples, "\n\n"))
  local names = M.distinct(M.names(sampled), sampled)
  if #names == 1 then
    return dialects.find(names[1])
  end
  local best, most = nil, 0
  for _, name in ipairs(names) do
    local dialect = dialects.find(name)
    local score = 0
    for _, sample in ipairs(samples) do
      score = score + score_of(read(fold(sample), dialect))
    end
    if score > most then
      best, most = dialect, score
    end
  end
  return best or (names[1] and dialects.find(names[1]))
end

return M
