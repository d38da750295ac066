--- Reads a line that lists the occasion of a game: "3rd Open «Argo», Volos, round 5, 30/4/1991".
--
-- Its date and its round are cut out. Then the line is divided at commas, dashes, bars, points in the middle, brackets
-- and wide blanks. A part is
--
-- - an event, if it has a word for one and is no sentence,
-- - an opening, or a number with its label ("Board 3", "Partie Nr. 187", "G/60"), which give no tag here,
-- - or a place: a name with capitals.
--
-- A line counts only if it has an event, a round or a date, and at most one part of another kind.
-- @module lucena.text.occasion

local dates = require("lucena.text.dates")
local letters = require("lucena.notation.letters")
local places = require("lucena.text.places")
local players = require("lucena.text.players")
local rounds = require("lucena.text.rounds")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

local is_event = words.is_event

local function lower(text)
  return utf8.len(text) and letters.lower(text) or text
end

-- Return whether a word begins with a small letter and is no particle.
function M.is_lower(word)
  local is_small = find(word, "^%l") or find(word, "^\xC3[\xA0-\xBF]") or find(word, "^\xD0[\xB0-\xBF]")
    or find(word, "^\xD1")
  return is_small ~= nil and not players.is_particle(word)
end

--- Return the number of words in lower case.
function M.count_lower(text)
  local count = 0
  for word in text:gmatch("[^%s,()]+") do
    count = count + (M.is_lower(word) and 1 or 0)
  end
  return count
end

local MOST_OTHER_WORDS = 1 -- words of an event in lower case that are no particles
local LONGEST_EVENT = 80 -- bytes

-- Return whether a line names an event. A sentence with such a word does not.
function M.is_title(line)
  local others = 0
  for word in line:gmatch("[^%s,()]+") do
    others = others + (M.is_lower(word) and not is_event(word) and 1 or 0)
  end
  return is_event(line) and #line <= LONGEST_EVENT and others <= MOST_OTHER_WORDS and not line:find("[:?!;]")
    and not line:find("%l%l%l%l%.%s+%u") and not players.pair(line)
end

local IS_LABEL = {}
for _, list in pairs(words.labels) do
  for _, label in ipairs(list) do
    IS_LABEL[label] = true
  end
end

-- Return whether a text may be the name of a place.
local function is_place(text)
  local first = text:match("^%S+")
  if IS_LABEL[lower(first or "")] then
    return false
  end
  return first ~= nil and players.is_name(text) and players.is_proper(text) and not words.is_no_place[first]
    and not text:find("[:()\"]") and not is_event(text) and not words.is_of_opening(text)
end

-- ---- lists ---------------------------------------------------------------------------------------

local CUT = "\2" -- in place of a date or a round
local LONGEST = 160 -- bytes
local PAGE = "%f[%a][pPS]p?%.%s?%d" -- a citation
local STAMP = "^[ \t]*%[?%d[%d./ -]+,? %d?%d:%d%d.*:%s" -- the date and time of a message in a chat
local MOST_UNKNOWN = 3 -- words in lower case of a part of another kind; a sentence has more
local MOST_SITES = 2 -- names of places after a date: a town and its country
local MOST_WORDS = 9 -- of a part
local MOST_LOWER = 1 -- words in lower case of an event that are no words for events

-- Return a text without the bytes of a part of it.
local function without(text, first, last)
  return sub(text, 1, first - 1) .. CUT .. sub(text, last + 1)
end

-- Cut out the date and the round of a line. Returns the rest and the tags. `year`: a date with the year of a day and a
-- month.
local function cut(line, year)
  local date, first, last = dates.find(line)
  if not date then
    date, first, last = dates.with_year(line, year)
  end
  line = date and without(line, first, last) or line
  local round, from, to = rounds.find(line)
  return round and without(line, from, to) or line, { Date = date, Round = round }
end

-- Signs that divide a line, and dashes, which may also be inside the name of an event.
local SIGNS = { "%s%s%s+", "\u{B7}", "\u{2022}", "%s+/%s+", "[,;()%[%]:]" }
local DASHES = { "%s*\u{2014}%s*", "%s+\u{2013}%s+", "%s+%-+%s+" }

local function count(text)
  return select(2, text:gsub("%S+", ""))
end

-- Articles before the name of an event.
local ARTICLES = {}
for word in ("the a az der die das le la les il lo el los o os het de den det"):gmatch("%S+") do
  ARTICLES[word] = true
end

local VERBS = { "^Played [ai][tn] ", "^From ", "^Game played in ", "^Jouée? au " }

-- Return the name of the event of a part, and the place after a preposition; nil if it is a sentence.
local function event_in(part)
  local text, site = part:gsub(CUT .. ".*$", ""):gsub("^.*%-%-%s*", ""), nil
  for _, verb in ipairs(VERBS) do
    text = text:gsub(verb, "")
  end
  local article, noun = text:match("^(%a+)%s+(%S.*)$")
  text = article and ARTICLES[lower(article)] and noun or text
  for before, preposition, after in text:gmatch("()%s+(%S+)%s+()%f[%u\xC3-\xD0]") do
    if places.is_preposition(preposition) and is_event(sub(text, 1, before - 1)) then
      text, site = sub(text, 1, before - 1), places.nominative(players.name(sub(text, after)))
      break
    end
  end
  local others = 0
  for word in text:gmatch("%S+") do
    others = others + (M.is_lower(word) and not is_event(word) and not words.is_of[word] and 1 or 0)
  end
  text = players.name(text)
  local is_name = is_event(text) and count(text) <= MOST_WORDS and others <= MOST_LOWER and not find(text, "[?!]")
    and not find(text, "^%l")
    and not words.is_function[lower(text:match("^%S+"))]
  return is_name and text or nil, site
end

-- Divide a part at its first dash, unless the dash is inside the name of an event.
local function divide(part)
  for _, dash in ipairs(DASHES) do
    local first, last = find(part, dash)
    local left, right = sub(part, 1, (first or 1) - 1), sub(part, (last or 0) + 1)
    if first and (find(right, CUT) or not is_event(left)) then
      return left, right
    end
  end
  return part
end

-- Return the parts of a line.
local function parts_of(line)
  local list = {}
  for _, sign in ipairs(SIGNS) do
    line = line:gsub(sign, "\n")
  end
  local function add(part)
    part = part:gsub("^[%s.]+", ""):gsub("%s+%l%l?%l?%s*$", "")
    list[#list + 1] = find(part, "[%a\x80-\xFF][%a\x80-\xFF]") and part or nil
  end
  for part in line:gsub("(%l%l%l)%.%s+%f[%u\2\xC3-\xD0]", "%1\n"):gmatch("[^\n]+") do
    local rest = part
    repeat
      part, rest = divide(rest)
      add(part)
    until not rest
  end
  return list
end

-- Return whether a part gives no tag here: a number with its label, the day, a composition, an opening.
local function is_other(part)
  return find(part, "%d") and count(part) <= 3 or words.is_weekday[part] or words.is_composition[part:match("^%S+")]
    or words.is_of_opening(part)
    or words.is_variation(part) or find(part, "^%l+%.?$") and #part <= 8
end

--- Return the tags of a line: {Event, Site, Date, Round}; nil if it is something else.
---@param line string
---@param year? string a date with the year of a day and a month
---@return table<string, string>? tags
function M.tags(line, year)
  if #line > LONGEST or find(line, PAGE) or find(line, STAMP)
    or find(line, "%l%l%l[.?!:]%s*$") and M.count_lower(line) > MOST_LOWER + 2 then
    return nil
  end
  line = line:gsub("%s*%([^()]*$", "") -- the beginning of a remark
  local rest, tags = cut(line:match("^%s*([^|]-)%s|%s") or line, year)
  rest = rest:gsub(CUT .. "%.%s*$", CUT) -- "Berlin 1852."
  tags.Round = tags.Round or tags.Date and rest:match("^[^()]*%a%s%((%d%d?)%),") -- "Rematch (6), New York, 1997"
  local unknown, sites, is_after = 0, 0, false
  for _, part in ipairs(parts_of(rest)) do
    local event, site = nil, nil
    if not tags.Event then
      event, site = event_in(part)
    end
    part = players.name(part:gsub(CUT, ""))
    if event and (tags.Date or find(event, "%s") or words.is_compound_event(event)) then
      tags.Event, tags.Site, is_after = event, site or tags.Site, true
    elseif part == "" or is_other(part) then
      unknown = unknown + (words.is_periodical(part) and 1 or 0)
    elseif is_place(part) and not words.is_periodical(part) then
      tags.Site, sites = tags.Site or part, sites + 1
    else
      unknown = unknown + (M.count_lower(part) <= MOST_UNKNOWN and 1 or 2)
    end
  end
  local anchors = (tags.Event and 1 or 0) + (tags.Date and 1 or 0) + (tags.Round and 1 or 0)
  local is_sure = anchors > 1 or tags.Date and tags.Site -- "Bydgoszcz 1990, I liga juniorów"
  if anchors == 0 or unknown > (is_sure and 1 or 0) then
    return nil
  end
  tags.Site = (anchors > 1 or is_after or tags.Date and sites <= MOST_SITES) and tags.Site or nil
  return tags
end

local ANY_YEAR = "2000.??.??"

--- Return whether a line lists an occasion: its date or its round.
---@param line string
---@return boolean
function M.is_listed(line)
  local is_possible = find(line, "%d") and find(line, "[%a\x80-\xFF][%a\x80-\xFF]")
  local tags = is_possible and M.tags(line, ANY_YEAR)
  return tags and (tags.Date or tags.Round) ~= nil or false
end

return M
