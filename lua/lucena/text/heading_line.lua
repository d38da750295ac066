--- Reads one line of a heading: the event, the place, the date, the round and the opening in it, and its labels.
-- Unrecognized text gives no tag.
-- @module lucena.text.heading_line

local dates = require("lucena.text.dates")
local letters = require("lucena.notation.letters")
local lexicon = require("lucena.lexicon")
local players = require("lucena.text.players")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

-- ---- lines ---------------------------------------------------------------------------------------

-- Accents of LaTeX, each with letters and their forms with that accent.
local ACCENTS = { ["'"] = "aáeéiíoóuúyýAÁEÉIÍOÓUÚYÝcćnńsśzź", ["`"] = "aàeèiìoòuùAÀEÈIÌOÒUÙ",
  ["^"] = "aâeêiîoôuûAÂEÊIÎOÔUÛ", ['"'] = "aäeëiïoöuüAÄEËIÏOÖUÜ", ["~"] = "aãnñoõAÃNÑOÕ" }

local function accented(mark, letter)
  return ACCENTS[mark]:match(letter .. "([\xC3-\xC5][\x80-\xBF])")
end

local function inner(part)
  return sub(part, 2, -2)
end

-- Return a line of LaTeX as text: "\section*{R\'eti--Tartakower}".
local function without_latex(line)
  line = line:gsub("\\(['`^\"~])%{?(%a)%}?", accented)
  line = line:gsub("\\%a+%*?(%b{})", inner)
  return find(line, "^%s*\\") and "" or line
end

-- Return a line without the marks of markup: "'''Réti – Tartakower'''", "## Réti - Tartakower", "== Games ==".
function M.plain(line)
  line = line:gsub("[\1\r]", "")
  if find(line, "\\", 1, true) then
    line = without_latex(line)
  end
  line = line:gsub("^%s*[#=>]+%s*", ""):gsub("%s*=+%s*$", ""):gsub("''+", ""):gsub("%*%*+", ""):gsub("__+", "")
  line = line:gsub("<ref.-</ref>", ""):gsub("&nbsp;", "      ")
  line = line:gsub("%[%[([^%[%]|]*)%]%]", "%1"):gsub("%[%[[^%[%]|]*|([^%[%]]*)%]%]", "%1")
  line = line:gsub("^%s*[-*+]%s+", "")
  return (line:gsub("^(%s*)[*_]([^*_]+)[*_]([%s,.]*)", "%1%2%3"):gsub("%[/?%l+%]", ""))
end

-- Return whether a line has only marks of a table or of markup.
function M.is_markup(line)
  return find(line, "^%s*|[-+}|%s]*$") ~= nil or find(line, "^%s*{|") ~= nil or find(line, "^%s*!.*!!") ~= nil
end

local function lower(text)
  return utf8.len(text) and letters.lower(text) or text
end

local WORD = "([%a\x80-\xFF]+)"

-- ---- places and events ---------------------------------------------------------------------------

local is_event = words.is_event

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

-- Return the parts of a text between commas, without blanks around them.
local function parts_of(text)
  local list = {}
  for part in text:gmatch("[^,;]+") do
    part = players.trim(part):gsub("%f[^%a]%.$", "")
    list[#list + 1] = part ~= "" and part or nil
  end
  return list
end

local function unbracketed(text)
  return (players.trim(text):gsub("^%((.*)%)%.?$", "%1"))
end

local ARTICLES = { le = true, den = true, am = true, on = true, il = true, el = true,
  a = true, dnia = true }

-- Remove the article of a date: "Paris, le" 3 août 1900.
local function without_article(text)
  local head, word = text:match("^(.*[,%s])(%l+)%s*$")
  return word and ARTICLES[word] and head or text
end

local WEEKDAYS = { Sun = "", Mon = "", Tue = "", Wed = "", Thu = "", Fri = "", Sat = "" }

-- Return whether a text before a date is no place: the name of the day, or a composition with its year.
local function is_of_date(part)
  local word = part:match("^%S+")
  return words.is_weekday[word] or words.is_composition[word] or false
end

-- Return the tags of "place, date" and "event, place, date": {Site, Date, Event}; nil if the text has another form. A
-- citation has more parts, or a number before the date.
function M.place_and_date(text)
  text = unbracketed(text):gsub("^%-+%s*", ""):gsub("^(%u%l%l),?%s+", WEEKDAYS)
  local date, first, last = dates.find(text)
  if not date then
    return nil
  end
  local before, after = parts_of(without_article(sub(text, 1, first - 1))), sub(text, last + 1)
  if #before > 2 or #after > LONGEST_EVENT or find(after, "^[%s)]*[%a\x80-\xFF]") or find(after, "%d%d%d") then
    return nil
  end
  local tags = { Date = date }
  for _, part in ipairs(before) do
    if M.is_title(part) and not tags.Event then
      tags.Event = part
    elseif is_place(part) and not is_of_date(part) and not tags.Site then
      tags.Site = part
    elseif not is_of_date(part) then
      return nil
    end
  end
  return tags
end

local VERBS = { "^Played [ai][tn] the ", "^Played [ai][tn] ", "^Game played in the ", "^Jouée? au " }

--- Return the tags of an event with its place and date in brackets: "Tournoi de Noël (Lyon, 3 mai 1930)"; or nil.
function M.bracketed(text)
  local head, brackets = text:match("^(.-)%s*(%b())%.?%s*$")
  local found = head and M.is_title(head) and M.place_and_date(brackets)
  if found then
    found.Event = head
  end
  return found or nil
end

-- Return the tags of a line that names the event: "Karlsbad tournament, 1929".
local function event_in(line)
  local text = unbracketed(line):gsub("^[Tt][Hh][Ee] ", "")
  for _, verb in ipairs(VERBS) do
    text = text:gsub(verb, "")
  end
  return M.is_title(text) and { Event = players.name(text), Date = (dates.find(text)) } or nil
end

-- Return the value of a label as that of a tag; nil if it is none.
local function value_of(name, value)
  if name == "Date" then
    return dates.labelled(value)
  elseif name == "Result" then
    local figures = value:match("%(([^()]+)%)") or value:match("^%S+") -- "White resigns  (0 - 1)"
    return lexicon.read_result((figures:gsub("%s", "")))
  elseif name == "Round" then
    return value:match("^(%d+)%a%a%f[^%w]") or players.trim(value) -- "6th"
  end
  return players.trim(value)
end

local DOTTED = "^%s*" .. WORD .. "%s+%.+%s*(.-)[%s.]*$" -- "Event ..COUNTY CUP....", as on score sheets

--- Return the tags of labels: "Event: Hastings", "Datum: 3.5.1929", "Round ..4..   Date .19/3/83.".
function M.labels_in(line)
  local tags = {}
  local is_dotted = find(line, DOTTED) ~= nil
  for cell in (is_dotted and line:gsub("%s%s+", "\n") or line):gmatch("[^\n]+") do
    local label, value = cell:match(is_dotted and DOTTED or "^%s*" .. WORD .. "%s*:%s*(%S.-)%s*$")
    label = label and lower(label)
    for name, list in pairs(label and words.labels or {}) do
      for _, word in ipairs(list) do
        if word == label then
          tags[name] = value_of(name, value)
        end
      end
    end
  end
  return tags
end

-- Return the date after its label, inside a line: "Mesa 4   Fecha 3/5/2019".
local function labelled_date(line)
  for _, label in ipairs(words.labels.Date) do
    local rest = lower(line):match("%f[%a]" .. label .. "[:%s]+(%d.*)$")
    local date, first = dates.find(rest or "")
    if first == 1 then
      return date
    end
  end
end

-- Return the number of the round in a short line: "Round 3", "3. Runde".
local function round_in(line)
  return #line <= LONGEST_EVENT and not find(line, "%l%l%l%.%s*$") and words.round(line) or nil
end

-- Return the date of a line about a game: "played at Paris in 1858".
local function played_in(line)
  for _, word in ipairs(words.played) do
    if find(line, word) then
      return (dates.find(line))
    end
  end
end

-- ---- openings ------------------------------------------------------------------------------------

-- Return the number and the opening of "GAME 1. QUEEN'S GAMBIT DECLINED". The number is that of the book.
function M.number_in(line)
  for _, word in ipairs(words.games) do
    local number, rest = line:match("^%s*" .. word .. "%s*[NnOor.]*%s*(%d+)[.:)]?%s*(.-)%s*$")
    if number then
      rest = players.name(rest:match("^([^.:]+%l)%.%s+%u") or rest) -- "GAME 4. Gambit. Played at Leeds"
      return number, #rest > 3 and #rest < 80 and not rest:find("%d") and words.is_of_opening(rest) and rest or nil
    end
  end
end

local LONGEST_OPENING = 60 -- bytes

-- Return the opening that a line has, and nothing else: "King's Bishop's Gambit."
function M.opening_in(line)
  local _, opening = M.number_in(line)
  local text = players.name(line)
  local is_alone = #text <= LONGEST_OPENING and words.is_of_opening(text) and players.is_name(text)
    and not text:find("[:(]") and players.is_proper(text)
  return opening or is_alone and text or nil
end

local ECO = { "[%[(`]([A-E]%d%d)%d?[%])`]", "%f[%a]ECO:?%s*([A-E]%d%d)%f[%W]", "%s%s%s([A-E]%d%d)%s*$",
  "^%s*([A-E]) ?(%d%d)%s%s+%S" }

-- Return the code of the opening in a line: in brackets, after "ECO", or apart at the beginning or the end.
function M.eco_in(line)
  for _, form in ipairs(ECO) do
    local code, rest = line:match(form)
    if code then
      return code .. (rest or "")
    end
  end
end

-- ---- tags ----------------------------------------------------------------------------------------

local TAG = "^%s*%[(%u%a+)%s+(.-)%]%s*$"
local TAG_VALUES = { "^\u{201C}(.*)\u{201D}$", "^\u{201E}(.*)\u{201C}$", "^\u{201E}(.*)\u{201D}$",
  "^\u{AB}%s*(.-)%s*\u{BB}$", "^'(.*)'$" }

-- Return the name and value of a tag with other quotation marks than those of PGN: "[White «Réti»]".
local function tag_in(line)
  local name, text = line:match(TAG)
  for _, form in ipairs(name and TAG_VALUES or {}) do
    local value = text:match(form)
    if value then
      return name, value
    end
  end
end

-- Return the date and the place of "Round 5, 4 August 2009", without the words for the round.
local function without_round(line)
  return (line:gsub("^%s*%a+%s+%d+%s*[,:.-]%s+", ""))
end

-- Return the rest of "Caro-Kann. Osterturnier, Wien, 1931", which begins with an opening, and the opening.
local function without_opening(line)
  local opening, rest = line:match("^%s*([^.,:;]+)%.%s+(%S.*)$")
  if opening and M.opening_in(opening) and dates.find(rest) then
    return rest, opening
  end
  return line
end

-- Return the tags of a line that does not name the players.
function M.tags_in(line)
  local name, value = tag_in(line)
  if name then
    return { [name] = value }
  end
  local opening
  line, opening = without_opening(line)
  local found = M.labels_in(line)
  if not next(found) and not players.pair(line) then
    found = M.bracketed(line) or M.place_and_date(line) or words.round(line) and M.place_and_date(without_round(line))
      or event_in(line) or {}
    found.Date = found.Date or played_in(line) or labelled_date(line)
    found.Opening = opening or M.opening_in(line)
  end
  found.Round = found.Round or round_in(line)
  return found
end

return M
