--- Divides a text into zones, if it has games in descriptive and in algebraic notation, or in several languages: a
-- column that quotes an old book, a reader's game in another notation, a bulletin of two countries. Each zone has its
-- own notation, and is read as a text of its own.
--
-- A game begins with the number 1 at the beginning of a line. Up to the next such number, the squares of one notation
-- are counted. Without LEAST of them, or if the other notation has many, too, the part belongs to the zone before it.
-- Languages are distinguished by their piece letters: the letters of a part are of another language if one language has
-- nearly all of them, and those of the zone have fewer than six in ten. Scanned texts have some wrong letters.
-- The heading of the first game of a zone belongs to that zone.
-- Cost: linear in the text; at most MOST zones, each of which is read with blanks in place of the others.
-- @module lucena.text.zones

local alphabets = require("lucena.text.alphabets")
local choose = require("lucena.text.choose")
local heading = require("lucena.text.heading")
local letters = require("lucena.notation.letters")

local M = {}

local MOST = 8 -- zones
local LEAST = 5 -- squares of the notation of a part
local CLEAR = 3 -- times as many squares as the other notations have
local LARGEST = 1500 -- bytes of a heading
local FIRST = "\n[ \t*_|\1]*1%f[^%d][.)]?[ \t|]*()%f[%a\x80-\xFF]"

-- Return the notation of most squares in a part; nil if it is not clear.
local function notation_of(part)
  local counts = choose.count(part)
  local names = { "squares", "described", "number_first" }
  table.sort(names, function(a, b) return counts[a] > counts[b] end)
  local most, other = counts[names[1]], counts[names[2]]
  return most >= LEAST and most >= CLEAR * other and names[1] or nil
end

-- Return the groups of languages that use at least a number of the piece letters.
local function using(classes, counts, least, no_pawns)
  local list = {}
  for _, class in ipairs(classes) do
    list[#list + 1] = alphabets.known(class, counts, no_pawns) >= least and class or nil
  end
  return list
end

-- Return the languages of a zone with another part, and whether the part is of other languages. `known`: the languages
-- that are possible before the part.
local function languages_with(known, part)
  local counts, total = alphabets.heads(part)
  if total < LEAST then
    return known, false
  end
  local no_pawns = alphabets.has_bare_pawns(part)
  local kept = using(known, counts, 0.6 * total, no_pawns)
  if #kept > 0 then
    return kept, false
  end
  local others = using(letters.classes(), counts, 0.9 * total, no_pawns)
  return #others > 0 and others or known, #others > 0
end

-- Return the offsets at which games begin.
local function starts_of(folded)
  local starts, at = { 1 }, 1
  while true do
    local first, stop = folded:find(FIRST, at)
    if not first then
      return starts
    end
    starts[#starts + 1], at = first + 1, stop
  end
end

local RULE = "^.*\n[ \t]*[-=_*~][-=_*~ \t]*[-=_*~][ \t]*\r?\n()%s*%S" -- a line between two articles

-- Return the first byte of the heading of a game: that after a line of signs; or else of a known form of heading, or
-- of the game's paragraph.
local function beginning_of(folded, from, start)
  local before = folded:sub(math.max(from, start - LARGEST), start - 1)
  local after_rule = before:match(RULE)
  if after_rule and not before:find("[a-h][1-8]%f[^%w]", after_rule) then
    return start - #before + after_rule - 1
  end
  local paragraph = before:match("^.*\n[ \t]*\r?\n()%s*%S") or #before + 1
  return heading.first(folded, from, start - 1) or start - #before + paragraph - 1
end

--- Return the zones of a text.
---@param folded string of lucena.text.fold
---@return table[] zones {first, last}; only one for a text with one notation
function M.list(folded)
  local starts, zones, notation, languages = starts_of(folded), { { first = 1 } }, nil, letters.classes()
  local fewest = folded:find("^[ \t]*1[.) \t]") and 2 or 3
  for i, start in ipairs(#starts >= fewest and starts or {}) do -- fewer than two games need no division
    local part = folded:sub(start, (starts[i + 1] or #folded + 1) - 1)
    local now, is_foreign = notation_of(part), false
    if now == "squares" then
      languages, is_foreign = languages_with(languages, part)
    end
    if (now and notation and now ~= notation or is_foreign) and #zones < MOST then
      local first = beginning_of(folded, starts[i - 1] + 1, start)
      zones[#zones].last = first - 1
      zones[#zones + 1] = { first = first }
    end
    notation = now or notation
  end
  zones[#zones].last = #folded
  return zones
end

--- Return a text with blanks in place of all bytes outside a zone, except line breaks.
---@param text string
---@param zone {first: integer, last: integer}
---@return string
function M.only(text, zone)
  local function blank(part)
    return (part:gsub("[^\r\n]", " "))
  end
  return blank(text:sub(1, zone.first - 1)) .. text:sub(zone.first, zone.last) .. blank(text:sub(zone.last + 1))
end

return M
