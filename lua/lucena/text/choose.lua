--- Determines the notation of a text by reading samples of it. The candidates are the notations whose piece letters
-- occur in the text. The notation in which most moves are legal wins; between equals, the better-known one.
--
-- Cost: at most SAMPLES samples of SIZE bytes are read, once for each candidate.
-- @module lucena.text.choose

local dialects = require("lucena.dialect")
local letters = require("lucena.notation.letters")
local lookalikes = require("lucena.text.lookalikes")

local M = {}

local SIZE, SAMPLES = 1 << 14, 3
local MOST_LANGUAGES = 12

-- ---- samples -------------------------------------------------------------------------------------

-- The destination of a move in descriptive notation.
local DESCRIPTIVE = "[KQRBNP]t?[ \1]?[-x][ \1]*[KQRBN]t?[ \1]?[KQRBN]?t?[ \1]?[1-8]%f[^%w]"

-- Moves of French and Spanish books, with the number before the letter of the square: "P4R", "C3AR", "F5CD".
local NUMBER_FIRST = "%f[%w][PCAFDTR][1-8][ACDFTR][RD]?%f[^%w]"

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

-- Up to two letters, followed by one or two squares.
local LETTERS = "%f[%w\x80-\xF4]([%u\xC2-\xF4][\x80-\xBF]*[%l\xC2-\xF4]?[\x80-\xBF]*)"
  .. "%-?\1*[x:]?\1*[a-h]?[1-8]?[-x:]?\1*[a-h][1-8]"

-- Count the letters before squares: "Sf3", "Sg1-f3", "К:d4".
local function heads_of(folded)
  local counts, total = {}, 0
  for head in folded:gmatch(LETTERS) do
    head = head:gsub("[a-hx]$", "")
    counts[head] = (counts[head] or 0) + 1
    total = total + 1
  end
  return counts, total
end

local function has_letter(row, head)
  for _, side in ipairs { "white", "black" } do
    for _, spellings in pairs(row[side]) do
      for _, spelling in ipairs(spellings) do
        if spelling == head then
          return true
        end
      end
    end
  end
  return false
end

-- Return the groups of languages that use most of these letters, the best first.
local function languages_of(folded)
  local counts, total = heads_of(folded)
  local list, has_cyrillic = {}, false
  for head in pairs(counts) do
    has_cyrillic = has_cyrillic or head:find("^[\xD0\xD1]") ~= nil
  end
  for order, class in ipairs(letters.classes()) do
    local known = 0
    for head, count in pairs(counts) do
      local is_known = has_letter(class.row, head)
        or has_cyrillic and has_letter(class.row, lookalikes.cyrillic(head))
      known = known + (is_known and count or 0)
    end
    if total == 0 or known * 10 >= total * 7 then
      list[#list + 1] = { name = class.name, known = known, order = order }
    end
  end
  table.sort(list, function(a, b) return a.known > b.known or a.known == b.known and a.order < b.order end)
  local names = {}
  for i = 1, math.min(#list, MOST_LANGUAGES) do
    names[i] = list[i].name
  end
  return names
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

--- Return the names of the notations in which the text may be written. If it has more descriptive moves than names of
-- squares, only descriptive notation is possible.
---@param folded string
---@return string[]
function M.names(folded)
  local described = select(2, folded:gsub(DESCRIPTIVE, ""))
    + select(2, folded:gsub("[KQRBNP]t?%.? to [KQRBN]", ""))
  local squares = select(2, folded:gsub("[a-h][1-8]%f[^%w]", ""))
  local number_first = select(2, folded:gsub(NUMBER_FIRST, ""))
  if number_first > squares and number_first > described then
    return { "descriptive:spanish", "descriptive:french" }
  elseif described > squares then
    return { "descriptive" }
  end
  local names = languages_of(folded)
  if described > 0 then
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
  local names = M.names(#samples == 1 and folded or fold(table.concat(samples, "\n\n")))
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
