--- Reads the names in phrases: words of lucena.query.catalogue, openings, players ("Carlsen won with black", "Anand vs
-- Kramnik") and values of tags. lucena.query.wording has the form of rules.
-- @module lucena.query.wording_names

local catalogue = require("lucena.query.catalogue")
local numbers = require("lucena.query.wording_numbers")
local pieces = require("lucena.query.wording_pieces")
local vocabulary = require("lucena.query.wording_words")

local M = {}

local FILLER, NEGATIONS, SIDES = vocabulary.FILLER, vocabulary.NEGATIONS, vocabulary.SIDES
local key, skip, raw_text, other = vocabulary.key, vocabulary.skip, vocabulary.raw, vocabulary.other

-- ---- words of chess and openings -------------------------------------------------------------------

-- Return the longest sequence of words for which `of` returns a query. `is_row`: "sides" may be the last word.
local function longest(words, at, most, of, is_row)
  if FILLER[key(words, at)] then
    return nil
  end
  for last = math.min(#words, at + most - 1), at, -1 do
    local is_end = not FILLER[key(words, last)] or is_row and not catalogue.is_empty(key(words, last))
    local query = is_end and of(raw_text(words, at, last))
    if query then
      return query, last - at + 1
    end
  end
end

local function word_of_chess(words, at)
  return longest(words, at, 7, function(phrase)
    local query, is_example = catalogue.say(phrase)
    return not is_example and query
  end, true)
end

-- The words of the names of openings that mean more than an opening.
local NO_OPENING = {}
for word in ([[white black attack defence defense variation game king queen rook bishop knight pawn kings queens rooks
  bishops knights pawns center centre closed open exchange line main accepted declined double modern classical system
  advance advanced reversed three normal early delayed quiet slow mating short counter attacking bishop's king's queen's
  sacrifice symmetrical flank pirate wrong free first second small large great grand other central against opening
  openings count piece pieces blanc blancs noir noirs dame roi fou tour
  cavalier pion]]):gmatch("%S+") do
  NO_OPENING[word] = true
end

-- Players whose names are those of openings, too. Beside other words, such a name alone means the player.
local PLAYERS = {}
for word in ([[alekhine anand anderssen botvinnik bronstein capablanca carlsen euwe fischer karpov kasparov keres
  korchnoi kramnik larsen lasker morphy petrosian smyslov spassky staunton steinitz tal]]):gmatch("%S+") do
  PLAYERS[word] = true
end

local function opening(words, at)
  return longest(words, at, 4, function(phrase)
    local lower = phrase:lower()
    local is_usual = #phrase > 4 and not phrase:find("%d") and not NO_OPENING[lower] and not PLAYERS[lower]
      and not require("lucena.query.foreign_words").has(phrase)
    return is_usual and require("lucena.query.opening_names").has(phrase)
      and ('opening "%s"'):format((phrase:gsub("^%l", string.upper)))
  end)
end

-- ---- players -------------------------------------------------------------------------------------

-- What a verb says about its subject, and the same about the opponent.
local VERBS = { won = "won", wins = "won", win = "won", winning = "won", lost = "lost", loses = "lost", lose = "lost",
  losing = "lost", loss = "lost", losses = "lost", victory = "won", victories = "won", drew = "drew", draws = "drew" }
local OPPOSITE = { won = "lost", lost = "won", drew = "drew" }
-- Verbs with an object: "beat Anand"; with "by", the subject lost.
local BEATS = { beat = true, beats = true, beaten = true, defeated = true, defeats = true }
local VERSUS = { vs = true, v = true, against = true, versus = true, ["-"] = true }

-- Words that begin names of openings, and are not names of players as "Alekhine" is.
local OF_OPENINGS = {}
for word in ([[sicilian french italian spanish scotch dutch english vienna indian slav semi-slav catalan benoni
  scandinavian caro-kann caro ruy nimzo-indian queen's king's dragon scheveningen berlin london budapest danish latin
  gambit russian hungarian stonewall hedgehog grünfeld grunfeld pirc benko philidor petroff petrov winawer colle
  trompowsky nimzo-larsen muzio]]):gmatch("%S+") do
  OF_OPENINGS[word] = true
end

-- Towns and tournaments, which are no players.
local PLACES = {}
for name in ([[wijk aan zee, wijk, linares, hastings, tata steel, corus, candidates, candidates tournament, olympiad,
  dortmund, gibraltar, biel, zurich, moscow, new york, st petersburg, saint petersburg, nottingham, avro, bled,
  world championship, world cup, grand prix, sinquefield, sinquefield cup, norway chess, interzonal, mar del plata,
  titled tuesday, speed chess championship, us championship, european championship]]):gmatch("[^,]+") do
  PLACES[name:match("^%s*(.-)%s*$"):gsub("%s+", " ")] = true
end

-- Words between the parts of a phrase, which begin or end no name.
local NO_NAMES = {}
for word in ([[but and then also later after when while only both very most even]]):gmatch("%S+") do
  NO_NAMES[word] = true
end

local function is_known(words, at)
  local word = key(words, at)
  if NO_NAMES[word] then
    return true
  end
  return FILLER[word] or NEGATIONS[word] or SIDES[word] or VERBS[word] or BEATS[word] or VERSUS[word]
    or numbers.is_limit(word) or pieces.is_piece(words, at) or require("lucena.query").find(word) ~= nil
    or word_of_chess(words, at) ~= nil
end

-- Return whether a word ends with "'s", as in "Tal's losses".
local function is_possessive(words, at)
  return words[at].raw:find("'s$") ~= nil
end

-- Return the name at a position, of one to three words with capitals, and its number of words. `is_sure`: a word in
-- lower case is a name, too, unless it is known. `excluded`: words that end a name.
local function name_at(words, at, is_sure, excluded)
  local last = at - 1
  local function is_free(place)
    local is_other = place > at and PLAYERS[key(words, place)] and PLAYERS[key(words, place - 1)]
    return not is_other and not is_known(words, place) and not (excluded and excluded[key(words, place)])
  end
  while last < at + 2 and words[last + 1] and words[last + 1].raw:find("^%u[%a\128-\255'.-]*$")
    and is_free(last + 1) do
    last = last + 1
    if is_possessive(words, last) then
      break
    end
  end
  if last < at and is_sure and key(words, at):find("^[%a\128-\255][%a\128-\255]+'?s?$") and is_free(at) then
    last = at
  end
  if last >= at then
    return (raw_text(words, at, last):gsub("'s$", "")), last - at + 1
  end
end

-- Read "with black", "as white", "with the black pieces", "black": the side, and the position after it.
local function side_at(words, at)
  local first = at
  while FILLER[key(words, at)] do
    at = at + 1
  end
  local side = SIDES[key(words, at)]
  if not side then
    return nil, first
  end
  return side, key(words, at + 1) == "pieces" and at + 2 or at + 1
end

local function of_player(name, verb, side)
  local of_side = side and ('{"%s", side = "%s"}'):format(name, side) or (' "%s"'):format(name)
  if verb == "drew" then
    return ('%s & result "draw"'):format(side and ('%s "%s"'):format(side, name) or "player" .. of_side)
  elseif verb then
    return verb .. of_side
  end
  return side and ('%s "%s"'):format(side, name) or "player" .. of_side
end

-- Read the verb at a position: what it says about the subject, the position after it, and whether the opponent must
-- follow. "won", "lost to", "won against", "drew with", "beat", "beaten by", "vs"
local function verb_at(words, at)
  local verb, after = VERBS[key(words, at)], key(words, at + 1)
  if BEATS[key(words, at)] then
    local is_passive = after == "by"
    return is_passive and "lost" or "won", is_passive and at + 2 or at + 1, true
  elseif verb then
    local is_linked = VERSUS[after] or verb == "lost" and after == "to" or verb == "won" and after == "over"
      or verb == "drew" and after == "with" and not side_at(words, at + 2)
    return verb, is_linked and at + 2 or at + 1, is_linked
  end
  return nil, VERSUS[key(words, at)] and at + 1 or at, VERSUS[key(words, at)]
end

-- Read "did not win", "never lost": the verb and the position after it.
local function denied_verb(words, at)
  local first = skip(words, at)
  if NEGATIONS[key(words, first)] then
    local verb = VERBS[key(words, first + 1)]
    local is_last = not words[first + 2] or not name_at(words, first + 2)
    return verb and verb ~= "drew" and is_last and verb, first + 2
  end
end

-- "lost to Carlsen", "beat Carlsen", "won by Carlsen", "won Carlsen", "player Carlsen"
local function led_player(words, at)
  local verb, after, is_linked = verb_at(words, at)
  if is_linked and not verb or not verb and key(words, at) ~= "player" then
    return nil
  end
  after = skip(words, verb and after or at + 1)
  local name, count = name_at(words, after, true, OF_OPENINGS)
  local is_sure = name and (not verb or is_linked or words[after].raw:find("^%u") or key(words, after - 1) == "by")
  if is_sure then
    local side
    side, at = side_at(words, after + count)
    if is_linked and side then
      side = other(side) -- the side of the subject
    end
    return of_player(name, is_linked and OPPOSITE[verb] or verb, side), at
  end
end

-- "Sicilian" in "Kasparov Sicilian with black": return its query, the side, and the position after both.
local function opening_of_side(words, at)
  local query, count = opening(words, at)
  local side, after = side_at(words, at + (count or 0))
  if query and side and not VERBS[key(words, after)] then
    return query, side, after
  end
end

-- "Carlsen won with black", "carlsen black won", "won by Carlsen", "Carlsen vs Anand", "Carlsen with white"
local function player(words, at)
  local query, after = led_player(words, at)
  if query then
    return query, after - at
  end
  local name, count = name_at(words, at, true, OF_OPENINGS)
  if not name or PLACES[name:lower()] then
    return nil
  end
  local denied, denied_after = denied_verb(words, at + count)
  if denied then
    return ('player "%s" & ~%s "%s"'):format(name, denied, name), denied_after - at
  end
  local line, of_line, after_line = opening_of_side(words, at + count)
  if line then
    return of_player(name, nil, of_line) .. " & " .. line, after_line - at
  end
  local side, verb, is_linked, opponent
  side, after = side_at(words, at + count)
  verb, after, is_linked = verb_at(words, key(words, after) == "was" and after + 1 or after)
  if verb and not side and not is_linked then
    side, after = side_at(words, after)
    is_linked = VERSUS[key(words, after)]
    after = is_linked and after + 1 or after
  end
  if is_linked then
    opponent, count = name_at(words, after, true, OF_OPENINGS)
    if not opponent then
      return nil
    end
    after = after + count
  end
  if opponent and verb and not side then
    side, after = side_at(words, after)
  end
  local is_sure = words[at].raw:find("^%u") and (side or not opening(words, at)) or verb or opponent
  query = is_sure and of_player(name, verb, side)
  return query and opponent and ('%s & player "%s"'):format(query, opponent) or query or nil, after - at
end

-- "event Linares", "site London"
local TAGS = { event = "Event", tournament = "Event", site = "Site", city = "Site" }

local function tag(words, at)
  local name = TAGS[key(words, at)]
  local value, count = name_at(words, at + 1, true)
  if name and value then
    return ('contains("%s", "%s")'):format(name, value), count + 1
  end
end

local PARTICLES = { aan = true, del = true, de = true, la = true, of = true, am = true, an = true, der = true }

-- "Wijk aan Zee", "in Buenos Aires", "at Reykjavik"
local function place(words, at)
  local is_led = key(words, at) == "in" or key(words, at) == "at"
  local first = is_led and skip(words, at) or at
  for last = math.min(#words, first + 3), first, -1 do
    if PLACES[raw_text(words, first, last):lower()] then
      local name = raw_text(words, first, last):gsub("%s[Tt]ournament$", "")
      return ('any_tag "%s"'):format(name), last - at + 1
    end
  end
  local last = first
  while is_led and words[last] and (words[last].raw:find("^%u[%a\128-\255'.-]*$") and not is_known(words, last)
    or last > first and PARTICLES[key(words, last)]) do
    last = last + 1
  end
  if last > first and not OF_OPENINGS[key(words, first)] and not numbers.is_month(key(words, first)) then
    return ('any_tag "%s"'):format(raw_text(words, first, last - 1)), last - at
  end
end

local SAN = "^%d*%.*[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]=?[QRBN]?[+#]?$"

-- "1.d4 d5 2.c4", "starting with e4", "played 1.e4"
local function moves(words, at)
  local first = key(words, at):find("^start") and key(words, at + 1) == "with" and at + 2
    or key(words, at):find("^begin") and key(words, at + 1) == "with" and at + 2 or at
  local last = first - 1
  while words[last + 1] and (words[last + 1].raw:find(SAN) or words[last + 1].raw:find("^%d*%.*O%-O")
    or words[last + 1].number and words[last + 2] and words[last + 2].raw:find("^%u?[a-hx1-8]+[+#]?$")) do
    last = last + 1
  end
  local text = last >= first and raw_text(words, first, last)
  local is_line = text and (first > at or text:find("^1%.") or last >= first + 1)
  if is_line and require("lucena.argument").attempt(require("lucena.query").query.line, text) then
    return ('line "%s"'):format(text), last - at + 1
  end
end

local RESULTS = { ["1-0"] = "1-0", ["0-1"] = "0-1", ["\u{BD}-\u{BD}"] = "draw" }

-- "1-0"
local function result(words, at)
  local value = RESULTS[key(words, at)]
  return value and ('result "%s"'):format(value), 1
end

--- The rules.
M.RULES = { word_of_chess, result, player, tag, opening, place, moves }

return M
