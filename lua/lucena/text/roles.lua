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
    negru negrele negrul negre черные черными черных чёрные чёрными чёрных чорні чорними черните μαύρα μαυρα svartur
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
  legyőzte ellen против победил обыграл protiv]]):gmatch("%S+") do
  MEETS[word] = true
end

local LONGEST = 300 -- bytes of a sentence
local MOST_PERSONS = 4

-- Return the tokens of a sentence: {text, first, last}.
local function tokens_of(sentence)
  local list = {}
  for first, word in sentence:gmatch("()([%w\x80-\xFF'_./-]+)") do
    local text = word:gsub("^['.-]+", ""):gsub("['/-]+$", "")
    if not find(text, "^%a\x80?%.$") and not words.is_title[lower(text):gsub("%.$", "")]
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

-- Return the index of the last token of a name that begins at an index, or nil.
local function name_from(sentence, list, i)
  local last, has_name
  for k = i, math.min(#list, i + 5) do
    local token, before = list[k], list[k - 1]
    local is_cut = k > i and find(sub(sentence, before.last + 1, token.first - 1), "[^%s]")
    local begins = (k == 1 or find(sub(sentence, 1, token.first - 1),
    "[.:!?]%s*$")) and words.is_function[lower(token.text)]
    if is_cut or begins then
      break
    elseif is_title(token) then
      last = last or false
    elseif is_part(token) and not (k == i and words.is_function[lower(token.text)]) then
      last, has_name = k, true
    elseif not (has_name and players.is_particle(token.text) and not MEETS[token.text] and token.text ~= "and"
      and token.text ~= "und" and token.text ~= "et" and token.text ~= "e" and token.text ~= "y" and token.text ~= "i"
      and token.text ~= "&" and token.text ~= "и") then
      break
    end
  end
  return has_name and last or nil
end

-- Return the row of persons and colors of a sentence, and whether it has a word for a meeting.
local function row_of(sentence, list)
  local row, meets, i = {}, false, 1
  local text = lower(sentence)
  local language = places.language(text)
  while i <= #list do
    local token = list[i]
    local plain, before = lower(token.text), list[i - 1]
    local color = COLORS[plain]
    local last = not color and name_from(sentence, list, i)
    meets = meets or MEETS[plain] or words.is_game[plain] or false
    if color then
      row[#row + 1] = { color = color }
    elseif last then
      local is_place = before and (language and language.at[lower(before.text)] or places.is_preposition(before.text))
      local is_bracketed = find(sub(sentence, 1, token.first - 1), "%([^()]*$")
      if not is_place and not is_bracketed then
        row[#row + 1] = { name = players.plain_name(sub(sentence, token.first, list[last].last)) }
      end
      i = last
    end
    i = i + 1
  end
  return row, meets
end

-- Return the person that a color of a row belongs to.
local function person_of(row, at, is_after)
  local one = row[at + (is_after and 1 or -1)]
  return one and one.name or nil
end

--- Return the players of a sentence that gives their colors.
---@param sentence string
---@return string? white
---@return string? black
function M.of(sentence)
  if #sentence > LONGEST then
    return nil
  end
  local labelled, other = players.labelled(sentence)
  if labelled then
    return labelled, other
  end
  local row, meets = row_of(sentence, tokens_of(sentence))
  local found, persons, count = {}, {}, 0
  local is_after = row[1] ~= nil and row[1].color ~= nil
  for at, one in ipairs(row) do
    if one.color then
      local name = person_of(row, at, is_after)
      if not name or found[one.color] then
        return nil
      end
      found[one.color], count = name, count + 1
    elseif not persons[one.name] then
      persons[#persons + 1], persons[one.name] = one.name, true
    end
  end
  if count == 0 or #persons > MOST_PERSONS then
    return nil
  elseif count == 1 and #persons == 2 and meets then
    local known = found.white or found.black
    local other = persons[1] == known and persons[2] or persons[1]
    found.white, found.black = found.white or other, found.black or other
  end
  if found.white and found.black and found.white ~= found.black then
    return found.white, found.black
  end
end

return M
