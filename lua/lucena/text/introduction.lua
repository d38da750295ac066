--- Reads the sentences that introduce a game: "In the Torneo Mayor de Rosario (1943) the following game was played".
-- They give the event, the place, the date, the round, and the players with "between".
--
-- A sentence counts only if it speaks of a game: it begins with "played", or has the name of an event, or it has a word
-- for an event and its paragraph has one for a game. Then
--
-- - an event is a word for an event with a capital letter, and the names around it;
-- - a place is a name after a preposition of place of the language;
-- - a date is the only one of the sentence; a sentence with two years, or one about a birth or a book, gives none.
--
-- Cost: linear in the text, of which the caller gives at most some lines.
-- @module lucena.text.introduction

local dates = require("lucena.text.dates")
local letters = require("lucena.notation.letters")
local occasion = require("lucena.text.occasion")
local places = require("lucena.text.places")
local players = require("lucena.text.players")
local roles = require("lucena.text.roles")
local rounds = require("lucena.text.rounds")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

local function lower(text)
  return utf8.len(text) and letters.lower(text) or text
end

-- ---- sentences -----------------------------------------------------------------------------------

-- Return whether a full stop after a word ends no sentence: "Mr.", "F.", "4."
local function is_abbreviation(before, after)
  local word = before:match("([%w\x80-\xFF]+)$")
  local plain = word and lower(word)
  if not word and find(before, "[)\"]$") then
    return false -- "(10 April 1936)."
  end
  return not word or words.is_title[plain] or words.is_degree[plain] or utf8.len(word) == 1 or find(word, "^%d%d?$")
    or not find(after, "^%s+[%u\x80-\xFF\"'(*_]")
end

--- Return the sentences of a paragraph.
---@param text string without line breaks
---@return string[]
function M.sentences(text)
  local list, from = {}, 1
  for at in text:gmatch("()[.!?]+[)\"']?%s") do
    local stop = select(2, find(text, "^[.!?]+[)\"']?", at))
    local before, after = sub(text, math.max(from, at - 40), at - 1), sub(text, stop + 1, stop + 40)
    if find(text, "^[!?]", at) or not is_abbreviation(before, after) then
      list[#list + 1] = sub(text, from, stop)
      from = stop + 1
    end
  end
  list[#list + 1] = sub(text, from)
  return list
end

-- ---- events --------------------------------------------------------------------------------------

-- Return the words of a sentence: {text, first, last, head}, without the punctuation around them. `gap`: whether
-- punctuation other than a blank is before it.
local function words_of(sentence)
  local list, after = {}, 0
  for first, word in sentence:gmatch("()([%w\x80-\xFF'./-]+)") do
    local plain = word:gsub("^['.-]+", "")
    first = first + #word - #plain
    plain = plain:gsub("['/-]+$", "")
    if not find(plain, "^%u%.$") then
      plain = plain:gsub("%.+$", "")
    end
    if plain ~= "" then
      list[#list + 1] = { text = plain, first = first, last = first + #plain - 1,
        is_cut = find(sub(sentence, after + 1, first - 1), "[^%s']") ~= nil }
      after = first + #plain - 1
    end
  end
  return list
end

local function is_capital(word)
  return players.is_proper(word) and not players.is_particle(word)
end

local ORDINAL = "^%d+[stndrh]+$"

-- Return whether a word may be part of the name of an event before its head: "Ashdown" Memorial, "14th".
local function is_modifier(word)
  return (is_capital(word) or find(word, ORDINAL) or find(word, "^%d+TH$")) and not words.is_function[lower(word)]
    and not dates.is_month(word)
end

-- Return the first word of the name of an event that ends with a head.
local function first_of(list, head)
  local first = head
  while first > 1 and not list[first].is_cut do
    local before = list[first - 1]
    if is_modifier(before.text) then
      first = first - 1
    elseif first > 2 and lower(before.text) == "of" and not before.is_cut and is_modifier(list[first - 2].text) then
      first = first - 2
    else
      break
    end
  end
  return first
end

-- Return the last word of the name of an event that begins with a head, and whether names follow it.
local function last_of(list, head, has_modifiers)
  local last = head
  local after = list[head + 1]
  if after and not after.is_cut and (words.is_region[after.text] or words.is_kind[after.text]) then
    return head + 1
  end
  while list[last + 1] and not list[last + 1].is_cut and is_modifier(list[last + 1].text) do
    last = last + 1
  end
  local joint, name = list[last + 1], list[last + 2]
  local has_article = name and not name.is_cut and words.is_article[lower(name.text)]
  name = has_article and list[last + 3] or name
  if last == head and not has_modifiers and name and not joint.is_cut and not name.is_cut
    and words.is_of[lower(joint.text)] and is_modifier(name.text) then
    last = last + (has_article and 3 or 2)
    while list[last + 1] and not list[last + 1].is_cut and is_modifier(list[last + 1].text) do
      last = last + 1
    end
  end
  return last
end

-- Return whether a word is the head of the name of an event. It may have small letters, if other names follow:
-- "чемпионат Москвы", "second congress of the Midland Union".
local function is_head(list, i)
  local word = list[i].text
  if not words.is_event(word) or find(word, "%d") then
    return false
  end
  if words.is_single_event(word) or is_capital(word) or i > 1 and not list[i].is_cut and is_capital(list[i - 1].text)
    and words.is_compound_event(word) and not words.is_function[lower(list[i - 1].text)] then
    return true
  end
  local after, name = list[i + 1], list[i + 2]
  if not after or after.is_cut then
    return false
  elseif words.is_kind[after.text] then
    return true
  elseif is_capital(after.text) and not words.is_weekday[after.text] and not dates.is_month(after.text) then
    return true
  elseif words.is_event(after.text) then
    return is_head(list, i + 1)
  end
  local has_article = name and words.is_article[lower(name.text)]
  name = has_article and list[i + 3] or name
  return words.is_of[lower(after.text)] and name and not name.is_cut and is_capital(name.text) or false
end

--- Return the name of an event in a sentence, and its last byte; nil if it has none.
---@param sentence string
---@return string? event
---@return integer? first
---@return integer? last
function M.event(sentence)
  for first, quoted, after in sentence:gmatch("\u{201E}()([^\x80\u{201E}][^\"\u{201C}\u{201D}]+)()") do
    if words.is_event(quoted) and find(quoted, "^%u") and find(quoted, "%s") then
      return quoted, first, after - 1
    end
  end
  local list = words_of(sentence)
  for i = 1, #list do
    if is_head(list, i) then
      local head = i
      while list[head + 1] and not list[head + 1].is_cut and words.is_event(list[head + 1].text) do
        head = head + 1 -- "полуфинал первенства"
      end
      local first = first_of(list, i)
      local last = last_of(list, head, first < i)
      local name = sub(sentence, list[first].first, list[last].last)
      -- A lone word for an event names none: "Match", "The Tournament".
      if last > first or words.is_compound_event(list[i].text) or words.is_single_event(list[i].text) then
        return places.nominative(letters.title(name)), list[first].first, list[last].last
      end
    end
  end
end

-- ---- places --------------------------------------------------------------------------------------

-- Return the name of a place that begins at a word: "Reggio Emilia", "Nykøbing F.", "New York".
local function place_from(list, i, is_known)
  local last
  for k = i, math.min(i + 3, #list) do
    local word = list[k]
    if k > i and word.is_cut then
      break
    elseif is_modifier(word.text) and not is_known[word.text] and not words.is_event(word.text)
      and not find(word.text, "^%d") and not find(word.text, "^%u$") and not words.is_no_place[word.text] then
      last = k
    elseif not (k > i and players.is_particle(word.text) and lower(word.text) ~= "and") then
      break
    end
  end
  return last
end

local ON_RIVER = "^%s+a%.%s?%f[%u]%u[%l.]*" -- "Frankfurt a. M."
local BEFORE_YEAR = "^%s+%l+%s+[%a\x80-\xFF]+%.?%s+%d%d%d%d" -- "zu Soest am Ostermontag 1927"

-- Return the names after prepositions of place in a sentence: {text, first, last}. `event`: its first and last byte; a
-- name after "de" that follows it is its place.
local function places_after(sentence, list, language, is_known, event, is_played)
  local found = {}
  for i = 1, #list - 1 do
    local word, at = list[i], i + 1
    local name = lower(word.text)
    local is_next = event and word.first > event.last and word.first <= event.last + 2
    local is_place = language.at[name] or is_next and words.is_of[name]
    if is_place and is_played and language.article and list[at].text == language.article then
      at = at + 1
    end
    local last = is_place and list[at] and not list[at].is_cut and place_from(list, at, is_known)
    local place = last and sub(sentence, list[at].first, list[last].last)
    local rest = last and sub(sentence, list[last].last + 1)
    local is_of_event = last and event and list[at].first <= event.last and list[last].last >= event.first
    local is_closed = last and not is_of_event and (not language.is_strict or find(rest, "^%s*[,.(]")
      or find(rest, ON_RIVER) or find(rest, "^%s+%l*%s*%d") or find(rest, BEFORE_YEAR) or not find(rest, "%S"))
    if is_closed and not words.is_of_opening(place) then
      found[#found + 1] = { text = place .. (rest:match(ON_RIVER) or ""), first = list[at].first,
        last = list[last].last }
    end
  end
  return found
end

-- Return the place after the name of a house, "the Ship Hotel, Rotherham", or the name itself.
local function without_house(sentence, place)
  local town = words.is_house(place.text) and sub(sentence, place.last + 1):match("^,%s+(%f[%u\xC3-\xD0][^,.;:()%d]+)")
  town = town and players.is_proper(town) and town or nil
  return town or not words.is_house(place.text) and place.text or nil
end

local NEAR = 24 -- bytes between two places, of which the second one has the first: "in the Hall of the Club in Leeds"

-- Return the place of a sentence: that in brackets with a date, or after a preposition. Two places are a doubt, which
-- gives none, unless one has the other, or only one is next to the date.
local function place_in(sentence, found)
  for inside, rest in sentence:gmatch("%((%f[%u\xC3-\xD0][^(),%d]+),([^()]+)%)") do
    if players.is_proper(inside) and not words.is_event(inside) and dates.has_one_year(rest) and dates.find(rest) then
      return inside
    end
  end
  local chosen
  for _, place in ipairs(found) do
    local town = without_house(sentence, place)
    local is_dated = find(sub(sentence, place.last + 1), "^[,%s]+%l*%s*[%d(]") ~= nil
    if town and chosen and chosen.text ~= town then
      local is_inner = place.first - chosen.last <= NEAR and not find(sub(sentence, chosen.last, place.first), "[;.]")
      if chosen.is_dated == is_dated and not is_inner then
        return nil
      end
    end
    if town and (not chosen or is_dated or not chosen.is_dated) then
      chosen = { text = town, last = place.last, is_dated = is_dated }
    end
  end
  return chosen and places.nominative(chosen.text)
end

-- ---- the introduction ----------------------------------------------------------------------------

local function has_word(set, text)
  for word in lower(text):gmatch("[%a\x80-\xFF]+") do
    if set[word] then
      return true
    end
  end
  return false
end

-- Return whether a sentence begins with "Played", "Partie jouée", "The following game was played".
local function is_played(sentence)
  local beginning = sub(sentence, 1, 60)
  for _, word in ipairs(words.played) do
    if find(beginning, "^%s*" .. word) or find(beginning, "^%s*%S+%s+" .. word) then
      return true
    end
  end
  return false
end

-- Return whether a sentence says in the passive voice that a game was played, and has not several years.
local function is_passive(sentence)
  for i, word in ipairs(words.played) do
    local form = (i == 1 and "was " or "%f[%a\x80-\xFF]") .. word
    if find(sentence, form) then
      return dates.has_one_year(sentence) or not find(sentence, "%d%d%d%d")
    end
  end
  return false
end

local YEAR = "%f[%w][lI](%d%d%d)%f[%W]" -- an OCR error: "l897"

local FEWEST_LOWER = 4 -- words in lower case of a sentence that speaks of an event; a heading has fewer

local PLAIN_EVENT = "^(%S+)[%l%s']-%s+(%l+)%s+(%u[%a\x80-\xFF%s-]+)$"

-- Return the place in the name of a tournament: "Torneig de Hastings". A championship has the name of a country.
local function place_of(event)
  local head, of, place = (event or ""):match(PLAIN_EVENT)
  local is_named = head and words.is_tournament(head) and words.is_of[of] and not words.is_event(place)
    and not words.is_club(place) and not words.is_feast(place)
  return is_named and place or nil
end

-- Return whether a sentence is about something else: a life, a book, another page.
local function is_other(sentence)
  return find(sentence, "%f[%a]p%.%s?%d") or find(sentence, "%f[%a]S%.%s?%d") or has_word(words.is_past, sentence)
end

-- Return the date of a sentence about a game. A day and a month have the year of the page.
local function date_in(sentence, memory)
  if dates.has_one_year(sentence) then
    return (dates.find(sentence))
  elseif dates.only_day(sentence) then
    return dates.only_day(sentence)
  elseif memory.printed then
    return dates.with_year(sentence, memory.printed, true) or dates.relative(sentence, memory.printed)
  end
  return (dates.with_year(sentence, memory.date))
end

-- Return the players, the place and the date that a sentence quotes: "Here it is, Lasker - Bauer, Amsterdam 1889."
local function quoted(sentence)
  for first in ("," .. sentence):gmatch("[,:;]()") do
    local clause, after = sub(sentence, first):match("^%s*([^,:;(]+)[,(]%s*([^;]*%d%d%d%d)")
    if clause and players.is_heading(clause) then
      local pair, found = players.pair(clause), occasion.tags(after)
      if found and found.Date then
        found.White, found.Black = pair.white, pair.black
        return found
      end
    end
  end
end

-- Add the tags of a sentence of a paragraph. `memory`: of lucena.text.heading.
local function add_sentence(tags, sentence, paragraph, is_known, memory)
  local has_event, played = words.is_event(sentence), is_played(sentence) or is_passive(sentence)
  local white, black = players.between(sentence)
  local has_colors, white_elo, black_elo = false, nil, nil
  if not white then
    white, black, white_elo, black_elo = roles.of(sentence)
    has_colors = (white or black) ~= nil
  end
  for name, value in pairs(quoted(sentence) or {}) do
    players.set(tags.own, name, value)
  end
  local round = rounds.find(sentence, memory.latest and memory.latest.Round)
  if find(sentence, ":%s*$") then
    players.set(tags.own, "Round", round) -- "The third round went so:"
  end
  if not (has_event or played or white or black or round) or is_other(sentence) then
    return
  end
  local event, first, last
  if has_event then
    event, first, last = M.event(sentence)
  end
  local date = date_in(sentence, memory)
  local is_of_round = round and (has_word(words.is_game, paragraph) or date)
  if not (event or played or white or black or is_of_round or has_event and has_word(words.is_game, paragraph)) then
    return
  end
  local is_one = played or (white or black) ~= nil or occasion.count_lower(sentence) < FEWEST_LOWER
  local target = is_one and tags.own or tags.general
  players.set(target, "Event", event)
  players.set(dates.has_one_year(sentence) and target or tags.own, "Date", date)
  players.set(tags.own, "Round", round)
  if has_colors or white and has_word(words.is_game, paragraph) then
    players.set(tags.own, "White", white)
    players.set(tags.own, "Black", black)
    players.set(tags.own, "WhiteElo", white_elo)
    players.set(tags.own, "BlackElo", black_elo)
  end
  local language = places.language(lower(paragraph))
  if language then
    local found = places_after(sentence, words_of(sentence), language, is_known,
      last and { first = first, last = last }, played)
    players.set(target, "Site", place_in(sentence, found) or places.of_adjective(sentence) or place_of(event))
  end
end

--- Return the tags of the paragraphs before a game. `general` are tags of the event, `own` those of this game alone.
---@param paragraphs string[]
---@param names table<string, true> words that are no places: those of the players
---@param memory table of lucena.text.heading, with the dates of the page
---@return {general: table<string, string>, own: table<string, string>}
function M.tags(paragraphs, names, memory)
  local tags = { general = {}, own = {} }
  for i = #paragraphs, 1, -1 do
    local text = paragraphs[i]:gsub(YEAR, "1%1")
    local had_players = tags.own.White or tags.own.Black
    for _, sentence in ipairs(M.sentences(text)) do
      add_sentence(tags, sentence, text, names, memory)
    end
    if not had_players and tags.own.White and tags.own.Black and not is_other(text) then
      players.set(tags.own, "Date", dates.only_day(text)) -- that of another sentence about them
    end
  end
  return tags
end

return M
