--- Reads the heading of a game: players, event, place, date, round and opening become tags. The heading is the last
-- group of short lines between the previous game and the first move. Unrecognized text gives no tag.
-- @module lucena.text.heading

local letters = require("lucena.notation.letters")
local players = require("lucena.text.players")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

local LARGEST = 1500 -- bytes before the first move that may be a heading
local LONGEST_LINE = 120

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
local function plain(line)
  line = line:gsub("[\1\r]", "")
  if find(line, "\\", 1, true) then
    line = without_latex(line)
  end
  line = line:gsub("^%s*[#=>]+%s*", ""):gsub("%s*=+%s*$", ""):gsub("''+", ""):gsub("%*%*+", ""):gsub("__+", "")
  return (line:gsub("^(%s*)[*_]([^*_]+)[*_]([%s,.]*)", "%1%2%3"):gsub("%[/?%l+%]", ""))
end

-- Return whether a line has only marks of a table or of markup.
local function is_markup(line)
  return find(line, "^%s*|[-+}|%s]*$") ~= nil or find(line, "^%s*{|") ~= nil or find(line, "^%s*!.*!!") ~= nil
end

-- ---- dates ---------------------------------------------------------------------------------------

local MONTHS = {}
for number, names in ipairs(words.months) do
  for _, name in ipairs(names) do
    MONTHS[name] = number
  end
end

local function lower(text)
  return utf8.len(text) and letters.lower(text) or text
end

local WORD = "([%a\x80-\xFF]+)"

-- Forms of a date, with the order of its parts.
local DATES = {
  { "()%f[%d](%d?%d)%.?[stndrh]*,?%s+" .. WORD .. "[.,]*%s+(%d%d%d%d)()", "dmy" },
  { "()%f[%d](%d?%d)[stndrh]*%s+of%s+" .. WORD .. ",?%s+(%d%d%d%d)()", "dmy" },
  { "()%f[%d](%d?%d)%s+del?%s+" .. WORD .. "%s+del?%s+(%d%d%d%d)()", "dmy" },
  { "()%f[%a\x80-\xFF]" .. WORD .. "%.?%s+(%d?%d)[stndrh]*,%s*(%d%d%d%d)()", "mdy" },
  -- with a time and its zone, as servers print it: "Sun Sep 29, 1:06 CDT 1996"
  { "()%f[%a]" .. WORD .. "%s+(%d?%d),?%s+%d?%d:%d%d[:%d]*%s+%u*%s*(%d%d%d%d)()", "mdy" },
  { "()%f[%d](%d%d%d%d)%.?%s+" .. WORD .. "%s+(%d?%d)%.?()", "ymd" },
  { "()%f[%d](%d%d%d%d)[-.](%d%d)[-.](%d%d)%f[%D]()", "ymd" },
  { "()%f[%d](%d?%d)[./-](%d?%d)[./-](%d%d%d%d)%f[%D]()", "dmy" },
  { "()%f[%a\x80-\xFF]" .. WORD .. "()[.,]?%s+(%d%d%d%d)%f[%D]()", "m-y" },
}

-- Return the number of a month or a day; nil if it is none.
local function number_of(part, most)
  local number = tonumber(part) or MONTHS[lower(part)]
  return number and number >= 1 and number <= most and number or nil
end

local function is_year(year)
  return year ~= nil and year >= 1475 and year <= 2100
end

-- Return the date that three parts give in an order, or nil.
local function date_of(order, ...)
  local parts = {}
  for i = 1, #order do
    parts[sub(order, i, i)] = select(i, ...)
  end
  local year, month, day = tonumber(parts.y), number_of(parts.m, 12), parts.d and number_of(parts.d, 31)
  if not is_year(year) or not month or parts.d and not day then
    return nil
  end
  return day and ("%d.%02d.%02d"):format(year, month, day) or ("%d.%02d.??"):format(year, month)
end

-- Return the first date of a text as a PGN date, and its first and last byte: "23rd September, 1892", "1913 június 9",
-- "12.3.1978", "May 1909", "1909".
local function date_in(text)
  for _, row in ipairs(DATES) do
    for first, one, other, third, after in text:gmatch(row[1]) do
      local date = date_of(row[2], one, other, third)
      if date then
        return date, first, after - 1
      end
    end
  end
  for first, found in text:gmatch("()%f[%w](%d%d%d%d)%f[%W]") do
    if is_year(tonumber(found)) then
      return found .. ".??.??", first, first + 3
    end
  end
end

-- ---- places and events ---------------------------------------------------------------------------

local function is_event(text)
  for _, word in ipairs(words.events) do
    if text:find(word) then
      return true
    end
  end
  return false
end

-- Return whether a word begins with a small letter and is no particle.
local function is_lower(word)
  local is_small = find(word, "^%l") or find(word, "^\xC3[\xA0-\xBF]") or find(word, "^\xD0[\xB0-\xBF]")
  return is_small ~= nil and not players.is_particle(word)
end

local MOST_OTHER_WORDS = 1 -- words of an event in lower case that are no particles
local LONGEST_EVENT = 80 -- bytes

-- Return whether a line names an event. A sentence with such a word does not.
local function is_title(line)
  local others = 0
  for word in line:gmatch("[^%s,()]+") do
    others = others + (is_lower(word) and not is_event(word) and 1 or 0)
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

-- Return the tags of "place, date" and "event, place, date": {Site, Date, Event}; nil if the text has another form. A
-- citation has more parts, or a number before the date.
local function place_and_date(text)
  text = unbracketed(text):gsub("^%-+%s*", ""):gsub("^(%u%l%l),?%s+", WEEKDAYS)
  local date, first, last = date_in(text)
  if not date then
    return nil
  end
  local before, after = parts_of(without_article(sub(text, 1, first - 1))), sub(text, last + 1)
  if #before > 2 or #after > LONGEST_EVENT or find(after, "^%s*[%a\x80-\xFF]") or find(after, "%d%d%d") then
    return nil
  end
  local tags = { Date = date }
  for _, part in ipairs(before) do
    if is_title(part) and not tags.Event then
      tags.Event = part
    elseif is_place(part) and not tags.Site then
      tags.Site = part
    else
      return nil
    end
  end
  return tags
end

local VERBS = { "^Played [ai][tn] the ", "^Played [ai][tn] ", "^Game played in the ", "^Jouée? au " }

-- Return the tags of a line that names the event: "Karlsbad tournament, 1929".
local function event_in(line)
  local text = unbracketed(line)
  for _, verb in ipairs(VERBS) do
    text = text:gsub(verb, "")
  end
  return is_title(text) and { Event = players.name(text), Date = (date_in(text)) } or nil
end

-- Return the tags of labels: "Event: Hastings", "Datum: 3.5.1929".
local function labels_in(line)
  local tags, label, value = {}, line:match("^%s*" .. WORD .. "%s*:%s*(%S.-)%s*$")
  label = label and lower(label)
  for name, list in pairs(label and words.labels or {}) do
    for _, word in ipairs(list) do
      if word == label then
        tags[name] = name == "Date" and date_in(value) or name ~= "Date" and players.trim(value) or nil
      end
    end
  end
  return tags
end

-- Return the date after its label, inside a line: "Mesa 4   Fecha 3/5/2019".
local function labelled_date(line)
  for _, label in ipairs(words.labels.Date) do
    local rest = lower(line):match("%f[%a]" .. label .. "[:%s]+(%d.*)$")
    local date, first = date_in(rest or "")
    if first == 1 then
      return date
    end
  end
end

-- Return the number of the round in a short line: "Round 3", "3. Runde".
local function round_in(line)
  for _, word in ipairs(#line <= LONGEST_EVENT and not find(line, "%l%l%l%.%s*$") and words.rounds or {}) do
    local number = line:match("%f[%w]" .. word .. "%s+(%d+)")
      or line:match("(%d+)%.?[stndrhe]*%s+" .. word .. "%f[%W]")
    if number then
      return number
    end
  end
end

-- Return the date of a line about a game: "played at Paris in 1858".
local function played_in(line)
  for _, word in ipairs(words.played) do
    if find(line, word) then
      return (date_in(line))
    end
  end
end

-- ---- openings ------------------------------------------------------------------------------------

-- Return the number and the opening of "GAME 1. QUEEN'S GAMBIT DECLINED". The number is that of the book.
local function number_in(line)
  for _, word in ipairs(words.games) do
    local number, rest = line:match("^%s*" .. word .. "%s*[NnOor.]*%s*(%d+)[.:)]?%s*(.-)%s*$")
    if number then
      rest = players.name(rest)
      return number, #rest > 3 and #rest < 80 and not rest:find("%d") and words.is_of_opening(rest) and rest or nil
    end
  end
end

local LONGEST_OPENING = 60 -- bytes

-- Return the opening that a line has, and nothing else: "King's Bishop's Gambit."
local function opening_in(line)
  local _, opening = number_in(line)
  local text = players.name(line)
  local is_alone = #text <= LONGEST_OPENING and words.is_of_opening(text) and players.is_name(text)
    and not text:find("[:(]") and players.is_proper(text)
  return opening or is_alone and text or nil
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

-- Return the tags of a line that does not name the players.
local function tags_in(line)
  local name, value = tag_in(line)
  if name then
    return { [name] = value }
  end
  local found = labels_in(line)
  if not next(found) and not players.pair(line) then
    found = place_and_date(line) or event_in(line) or {}
    found.Date = found.Date or played_in(line) or labelled_date(line)
    found.Opening = opening_in(line)
  end
  found.Round = found.Round or round_in(line)
  return found
end

-- ---- the heading ---------------------------------------------------------------------------------

local FEWEST_LOWER = 3 -- words in lower case of a sentence
local MOST_LINES = 12 -- of a heading

local function count_lower(text)
  local count = 0
  for word in text:gmatch("[^%s,()]+") do
    count = count + (is_lower(word) and 1 or 0)
  end
  return count
end

-- Return whether the first line of a paragraph names the players, although sentences follow.
local function names_players(line)
  local pair = players.pair(line)
  return pair ~= nil and (pair.white_elo ~= nil or players.is_heading(line))
end

-- Return the lines before a game that belong to its heading.
local function lines_before(text, from, to)
  local lines, latest = {}, ""
  local block = text:sub(math.max(from, to - LARGEST), to):gsub("\1", ""):gsub("{%s*%d+%s*}", "")
  for line in block:gmatch("([^\r\n]*)\r?\n?") do
    line = is_markup(line) and "" or plain(line)
    if #line > LONGEST_LINE and players.is_heading(latest) then
      latest = "" -- an introduction after the names
    elseif #line > LONGEST_LINE or line:find('^%[%a+%s+"') or line:find("^[%s*]+%*[%s*]*$") or line:find("^%s*|")
      or line:find("^%s*%+%-") then
      lines = {}
    else
      lines[#lines + 1] = line
      latest = line:find("%S") and line or latest
    end
  end
  -- A long paragraph or a paragraph of sentences is not a heading. Keep only the paragraphs after the last such one.
  -- The names of the players are kept before an introduction of one paragraph.
  local kept, paragraph = {}, {}
  local function close()
    local all = table.concat(paragraph, " ")
    local is_short = #paragraph <= 4 and #all < 260 or #paragraph <= MOST_LINES and count_lower(all) < #paragraph
    local is_sentence = #paragraph > 1 and all:find("%l%l%l%.%s*$") and count_lower(all) >= FEWEST_LOWER
    if #paragraph > 0 and (not is_short or is_sentence) then
      kept = players.is_heading(kept[#kept] or "") and kept or {}
      kept[#kept + 1] = names_players(paragraph[1]) and paragraph[1] or nil
    else
      table.move(paragraph, 1, #paragraph, #kept + 1, kept)
    end
    paragraph = {}
  end
  for _, line in ipairs(lines) do
    if line:find("%S") then
      paragraph[#paragraph + 1] = line
    else
      close()
    end
  end
  close()
  return kept
end

local MOST_OTHER = 4 -- lines between the names of the players and the first move

-- Return whether a line before the names is part of the heading: the event, the place and date, or the number.
local function is_mark(line)
  if opening_in(line) then
    return true
  elseif line:find("[%l%)][.!?]%s*$") or line:find(":%s*$") then
    return false
  end
  return number_in(line) ~= nil or is_event(line) or place_and_date(line) ~= nil
end

-- Return whether a line may be between the names of the players and the first move: the opening, or a place.
local function is_free(line)
  return not line:find("^%s*%l") and not line:find("%l%l[.!?]%s*$")
end

-- Return whether a line names the players, the game by its number, or an opening before a colon.
local function is_beginning(line)
  return players.is_heading(line) or players.is_labelled(line) or number_in(line) ~= nil and is_mark(line)
    or line:find(":%s*$") ~= nil and opening_in(line:match("^(.*):")) ~= nil
end

--- Return the offset at which the heading of a game begins; nil if the lines before the first move are not a heading.
---@param text string
---@param from integer the first byte after the moves of the previous game
---@param to integer the last byte before the first move
---@return integer? first
function M.first(text, from, to)
  -- Only these bytes are searched: a search of the whole text would make the cost quadratic.
  local start = math.max(from, to - LARGEST)
  local block = sub(text, start, to)
  local at = start == 1 and 0 or find(block, "\n", 1, true)
  local lines = {}
  while at and at < #block do
    local stop = find(block, "\n", at + 1, true) or #block + 1
    lines[#lines + 1] = { first = start + at, text = plain(sub(block, at + 1, stop - 1)) }
    at = stop
  end
  local first, others = nil, 0
  for i = #lines, 1, -1 do
    local line = lines[i].text
    if not find(line, "%S") then
      goto continue
    elseif #line > LONGEST_LINE then
      break
    elseif is_beginning(line) or first and is_mark(line) then
      first = lines[i].first
    elseif first or others == MOST_OTHER or not is_free(line) then
      break
    else
      others = others + 1
    end
    ::continue::
  end
  return first
end

--- Return whether the line that ends at an offset is a heading: "Martin - Petit 1-0".
---@param text string folded
---@param last integer
---@return boolean
function M.ends_at(text, last)
  local line = sub(text, math.max(1, last - LONGEST_LINE), last):match("\n([^\n]+)$")
  return line ~= nil and players.is_heading(plain(line))
end

--- Return the tags that a heading contains.
---@param text string
---@param from integer the first byte after the previous game
---@param to integer the last byte before the first move
---@return table<string, string> tags
function M.tags(text, from, to)
  local tags = {}
  local lines = lines_before(text, from > 1 and M.first(text, from, to) or from, to)
  players.tags(tags, table.concat(lines, "\n"), lines)
  for _, line in ipairs(lines) do
    for cell in line:gsub("%s%s%s+", "\n"):gmatch("[^\n]+") do
      for name, value in pairs(tags_in(cell)) do
        players.set(tags, name, value)
      end
    end
  end
  return tags
end

-- Return whether each word of a line is in a set.
local function has_all(known, line)
  local is_known = true
  words.each(line, 1, function(word) is_known = is_known and known[word] ~= nil end)
  return is_known
end

--- Return the text before a game without the lines of its heading whose words are all in its tags.
---@param text string
---@param from integer the first byte after the previous game
---@param to integer the last byte before the first move
---@param tags table<string, string>
---@return string
-- @usage heading.without(text, 1, #text, { White = "Martin" })
function M.without(text, from, to, tags)
  local known = {}
  for name, value in pairs(tags) do
    words.each(name .. " " .. value, 1, function(word) known[word] = true end)
  end
  local start = math.max(from, to - LARGEST)
  local block = sub(text, start, to):gsub("[^\r\n]+", function(line)
    return has_all(known, (line:gsub("\1", ""))) and "" or nil
  end)
  return sub(text, from, start - 1) .. block
end

return M
