--- Reads which player has which color in a sentence: "Abel, who had White, met Cobb", "am Spitzenbrett führte Otto Abel
-- die weißen, Hans Cobb die schwarzen Steine", "weiß hat der Jan Abel gespielt und schwarz der Ben Cobb".
--
-- A sentence is a row of persons and colors. A person is a name with capitals, with its titles, and a place or a rating
-- in brackets after it; a name after a preposition of place is none. A color belongs to the person
--
-- - before it, if the row begins with a person, or
-- - after it, if the row begins with a color.
--
-- With one color, the other player is the other person of the sentence, if it has two and a word for a game.
-- @module lucena.text.roles

local dates = require("lucena.text.dates")
local letters = require("lucena.notation.letters")
local places = require("lucena.text.places")
local players = require("lucena.text.players")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

local function lower(text)
  return utf8.len(text) and letters.lower(text) or text
end

-- Words for the colors, in their forms in sentences.
local COLORS = {}
for color, list in pairs {
  white = [[white whites weiß weiss weißen weissen weiße weisse blancs blanches blanc blancas bianchi bianco brancas
    wit witte hvid hvide hvit hvite hvitt vit vita białe białymi białych bílé bílými bílý bílého biele bielymi biely
    világos világossal bijeli bijelim beli belim belimi alb albele albul albe белые белыми белых білі білими белите
    λευκά
    λευκα hvítt hvítur valkeilla valkea valkoinen valkoisilla valgete valged beyaz beyazlarla blanques]],
  black = [[black blacks schwarz schwarzen schwarze noirs noires noir negras neri nero pretas negre zwart zwarte sort
  sorte
    svart svarta czarne czarnymi czarnych černé černými černý čierne čiernymi čierny sötét sötéttel crni crnim črni
    črnimi
    negru negrele negrul negre negre черные черными черных чёрные чёрными чёрных чорні чорними черните μαύρα μαυρα
    svartur
    mustilla musta mustade mustad siyah siyahlarla negres]] } do
  for word in list:gmatch("%S+") do
    COLORS[word] = color
  end
end

-- Words that show that two persons of a sentence played with each other.
local MEETS = {}
for word in ([[met meets faced against beat defeated vs played gegen schlug besiegte traf contre battit affronta contra
  venció derrotó batte contro sconfisse batté vinse versloeg tegen slog mot besegrade pokonał wygrał przeciw proti
  porazil
  legyőzte ellen против победил обыграл protiv mod møtte mødte mötte kohtasi întâlnit învins rencontra had hatte avait
  tenía tinha aveva havde hade hadde conduisait conducía conduzia conduceva führte vedl miał grał играл führt conduit
  llevó llevaba handled conducted playing conducting игравший игравшие играющий spielend]]):gmatch("%S+") do
  MEETS[word] = true
end

-- Words directly before the opponent.
local AGAINST = {}
for word in ("against contre contra gegen tegen mot mod proti przeciw против contro vs protiv kontra beat met meets"
  .. " defeated faced schlug besiegte battit venció derrotó sconfisse batté versloeg slog porazil pokonał legyőzte"
  .. " победил обыграл pe"):gmatch("%S+") do
  AGAINST[word] = true
end

local OWN = {}
for word in ("his her my our their the seinen ihren meinen son sa mon ma su mi suo sua mio il zijn haar mijn"
  ):gmatch("%S+") do
  OWN[word] = true
end

local LONGEST = 300 -- bytes of a sentence
local MOST_PERSONS = 4

local INITIAL = "^[%u\xC3-\xD1][\x80-\xBF]?%.$"

-- The author, who is a person without a name.
local SELF = {}
for word in ("I me ich mich je moi yo mí eu mim io ik mij jag mig jeg meg ja mnie já mne я меня мной én eu minä meinä"
  .. " ben bana"):gmatch("%S+") do
  SELF[word] = true
end

-- Nouns before a name that are no part of it.
local NOUNS = {}
for word in ([[gegner gegnerin meister großmeister spieler spielerin altmeister kandidat nestor champion master player
  grandmaster opponent brett board partie game club notar doktor maestro gran campeón maître joueur mestre meester
  notaris tegenstander mistr mistrz mester]]):gmatch("%S+") do
  NOUNS[word] = true
end

-- Return the tokens of a sentence: {text, first, last}.
local function tokens_of(sentence)
  local list = {}
  for first, word in sentence:gmatch("()([%w\x80-\xFF'_./-]+)") do
    local text = word:gsub("^['.-]+", ""):gsub("['/-]+$", "")
    if not find(text, INITIAL) and not words.is_title[lower(text):gsub("%.$", "")]
      and not words.is_degree[lower(text):gsub("%.$", "")] then
      text = text:gsub("%.+$", "")
    end
    list[#list + 1] = text ~= "" and { text = text, first = first, last = first + #text - 1 } or nil
  end
  return list
end

local function is_title(token)
  local plain = lower(token.text):gsub("%.$", "")
  return words.is_title[plain] or words.is_degree[plain] or false
end

-- Return whether a token may be part of a name.
local function is_part(token)
  local plain = lower(token.text)
  return players.is_proper(token.text) and not COLORS[plain] and not find(token.text,
  "%d") and not words.is_event(token.text)
    and not words.is_weekday[token.text] and not dates.is_month(token.text) and not words.is_of_opening(token.text)
    and not words.is_club(token.text)
end

-- Return whether a particle may be inside a name: "de", "von", but not "and".
local function is_inside(token)
  local text = token.text
  return players.is_particle(text) and not MEETS[text] and not words.is_and[text] and text ~= "&" and text ~= "и"
end

local MOST_STRICT = 2 -- words of a name in a language whose nouns have capitals; one after initials

-- Return the index of the last token of a name that begins at an index, or nil. `is_strict`: nouns have capitals.
local function name_from(sentence, list, i, is_strict)
  local last, count, has_initial = nil, 0, false
  for k = i, math.min(#list, i + 5) do
    local token, before = list[k], list[k - 1]
    local plain = lower(token.text)
    local begins = (k == 1 or find(sub(sentence, 1, token.first - 1), "[.:!?]%s*$"))
      and (words.is_function[plain] or words.is_played(plain))
    if k > i and find(sub(sentence, before.last + 1, token.first - 1), "[^%s]") or begins then
      break
    elseif find(token.text, INITIAL) then
      has_initial, last = true, count > 0 and k or last
    elseif is_title(token) then
      last = last or nil
    elseif is_part(token) and not NOUNS[plain] and not (k == i and words.is_function[plain]) then
      count, last = count + 1, k
      if is_strict and count >= (has_initial and 1 or MOST_STRICT) then
        break
      end
    elseif not (count > 0 and is_inside(token)) then
      break
    end
  end
  return count > 0 and last or nil
end

-- Articles and possessives before nouns that are no persons: "the Queen", "seine Dame".
local ARTICLES = {}
for word in ("the his her its their a an der die das den dem des ein eine einen seine seinen ihre sein son sa ses"
  .. " su sus sua seu"):gmatch("%S+") do
  ARTICLES[word] = true
end

-- Return whether a name is that of a place, of an event or of a thing, or in brackets.
local function is_other(sentence, list, i, last, language)
  local before, after = list[i - 1], list[last + 1]
  if before and ARTICLES[before.text] and i == last or after and words.is_event(after.text)
    or before and words.is_event(before.text) then
    return true
  end
  local is_place = before and (language and language.at[lower(before.text)] or places.is_preposition(before.text))
  return is_place or find(sub(sentence, 1, list[i].first - 1), "%([^()]*$") ~= nil
end

local RATING = "^%s*%([^()]-(%d%d%d%d)%)"

-- Return whether the word "against" is before a name, perhaps with words for a person: "against his pupil C. Torre".
local function is_after_against(list, i)
  local before, other, third = list[i - 1], list[i - 2], list[i - 3]
  if before and AGAINST[before.text] then
    return true
  end
  return third ~= nil and AGAINST[third.text] and OWN[lower(other.text)] and find(before.text, "^%l") ~= nil or false
end

-- Return the row of persons and colors of a sentence, and whether it has a word for a meeting.
local function row_of(sentence, list)
  local row, meets, i, clause = {}, false, 1, 1
  local language = places.language(lower(sentence))
  while i <= #list do
    local token = list[i]
    local plain = lower(token.text)
    local color = COLORS[plain]
    local last = not color and name_from(sentence, list, i, language and language.is_strict)
    meets = meets or MEETS[plain] or words.is_game[plain] or false
    if i > 1 and find(sub(sentence, list[i - 1].last + 1, token.first - 1), "[;,:]") then
      clause = clause + 1
    end
    if color or SELF[token.text] or SELF[plain] and plain ~= "i" then
      row[#row + 1] = { clause = clause, color = color, name = not color and "" or nil }
    elseif last then
      if not is_other(sentence, list, i, last, language) then
        local after = list[last + 1]
        row[#row + 1] = { clause = clause, is_rival = is_after_against(list, i),
          is_doubtful = i == 1 and last == 1 and not (after and MEETS[lower(after.text)]),
          name = players.plain_name(sub(sentence, token.first, list[last].last)),
          elo = sub(sentence, list[last].last + 1):match(RATING) }
      end
      i = last
    end
    i = i + 1
  end
  return row, meets
end

-- Return the only person of a clause; nil if it has none or several.
local function only_person(row, clause)
  local found
  for _, one in ipairs(row) do
    if one.name and one.clause == clause then
      if found then
        return nil
      end
      found = one
    end
  end
  return found
end

-- Return the persons of the colors of a row; nil if a color has none or several.
local function by_color(row)
  local found, count = {}, 0
  local step = row[1] and row[1].color and 1 or -1
  for at, one in ipairs(row) do
    local person = one.color and (only_person(row, one.clause) or row[at + step])
    if person and not person.name or one.color and (not person or found[one.color]) then
      return nil
    elseif one.color then
      found[one.color], count = person, count + 1
    end
  end
  return count > 0 and found or nil
end

-- Return the persons of a row, each once.
local function persons_of(row)
  local list, known = {}, {}
  for _, one in ipairs(row) do
    if one.name and not known[one.name] then
      known[one.name], list[#list + 1] = true, one
    end
  end
  return list
end

local function named(person)
  return person and person.name ~= "" and person.name or nil
end

local INFLECTED = { "\u{430}$", "\u{443}$", "\u{44B}\u{43C}$", "\u{43E}\u{439}$", "\u{43E}\u{43C}$" } -- а у ым ой ом

-- Return whether a Cyrillic name is probably no nominative: "против Белова".
local function is_inflected(name)
  for _, ending in ipairs(INFLECTED) do
    if find(name, ending) then
      return true
    end
  end
  return false
end

-- Return the opponent of a person: the one after "against", or the only other person.
local function rival_of(persons, known)
  for _, one in ipairs(persons) do
    if one.is_rival and one.name ~= known.name then
      return not is_inflected(one.name) and one or nil
    end
  end
  local other = #persons == 2 and (persons[1].name == known.name and persons[2] or persons[1]) or nil
  return other and not is_inflected(other.name) and other or nil
end

-- Return whether a sentence has a word for a color.
local function has_color(sentence)
  for word in lower(sentence):gmatch("[%a\x80-\xFF]+") do
    if COLORS[word] then
      return true
    end
  end
  return false
end

--- Return the players of a sentence that gives their colors. One of them may be unknown.
---@param sentence string
---@return string? white
---@return string? black
---@return string? white_elo
---@return string? black_elo
function M.of(sentence)
  if #sentence > LONGEST or not has_color(sentence) then
    return nil
  end
  local labelled, second = players.labelled(sentence)
  if labelled then
    return labelled, second
  end
  local row, meets = row_of(sentence, tokens_of(sentence))
  local found, persons = by_color(row), persons_of(row)
  if not found or #persons > MOST_PERSONS then
    return nil
  end
  local white, black = found.white, found.black
  if not (white and black) then
    local known = white or black
    local rival = rival_of(persons, known)
    if not meets or known.is_doubtful then
      return nil
    end
    rival = rival and not rival.is_doubtful and rival or nil
    white, black = white or rival, black or rival
  end
  if named(white) ~= named(black) then
    return named(white), named(black), white and white.elo, black and black.elo
  end
end

return M
