--- Reads a phrase as a player would say it, and returns the query for it: "queens exchanged before move 10", "white
-- castled kingside", "no castling", "Carlsen won with black". The phrase is a sequence of terms, which are combined
-- with `&`. A term is a row of lucena.query.catalogue, the name of a player or an opening, or the words of a rule.
--
-- A rule is a function of the words, the position of its first word, the text from there, and the depth of terms. It
-- returns the query, and the number of its words; nil if it does not apply. Of all rules, the one that reads most words
-- counts. The text is in lower case, with numbers as digits.
--
-- Nothing is dropped: words that no rule reads are reported, and a negation without a term leaves no query.
-- @module lucena.query.wording

local argument = require("lucena.argument")
local catalogue = require("lucena.query.catalogue")
local numbers = require("lucena.query.wording_numbers")
local pieces = require("lucena.query.wording_pieces")

local M = {}

-- Words without a meaning of their own.
local FILLER = {}
for word in ([[a an the of in with to on by and where which that who when all any some every each game games
  position positions is are was were be been has have had do does did there it its his their plays played playing
  find show list search me for at as won't board occurs occurred happened happens get gets got give gives gave giving
  please side sides player players file files ending's]]):gmatch("%S+") do
  FILLER[word] = true
end

local NEGATIONS = { no = true, ["not"] = true, never = true, without = true, neither = true, nobody = true,
  none = true, ["nor"] = true, ["didn't"] = true, ["doesn't"] = true, ["isn't"] = true, missing = true }
local SIDES = { white = "white", black = "black" }

local DIGITS = { one = "1", two = "2", three = "3", four = "4", five = "5", six = "6", seven = "7", eight = "8",
  nine = "9", ten = "10", twenty = "20", thirty = "30", forty = "40", fifty = "50", hundred = "100" }

local SIGNS = { [">"] = " over ", [">="] = " at least ", ["<"] = " under ", ["<="] = " at most " }

local function is_query(text)
  return require("lucena.query").query.parse(text) ~= nil
end

-- ---- words ---------------------------------------------------------------------------------------

-- Return the words of a phrase: {raw =, key = in lower case, number = its digits}.
local function words_of(phrase)
  local words = {}
  phrase = phrase:gsub("(%d%d%d)%-(%d%d%d)", "%1 to %2"):gsub("[<>]=?", SIGNS)
  for raw in phrase:gmatch("[^%s,;]+") do
    raw = raw:gsub("[.!?:]+$", "")
    local key = raw:lower()
    words[#words + 1] = raw ~= "" and { raw = raw, key = key, number = DIGITS[key] or key:match("^%d+$") } or nil
  end
  return words
end

local function text_of(words, at)
  local list = {}
  for i = at, #words do
    list[#list + 1] = words[i].number or words[i].key
  end
  return table.concat(list, " ")
end

local function raw_text(words, at, last)
  local list = {}
  for i = at, last do
    list[#list + 1] = words[i].raw
  end
  return table.concat(list, " ")
end

local function key(words, at)
  return words[at] and words[at].key or ""
end

-- Return the position of the first word from `at` that has a meaning.
local function skip(words, at)
  while words[at] and FILLER[key(words, at)] do
    at = at + 1
  end
  return at
end

-- ---- rules of words in the tables ----------------------------------------------------------------

-- Return the longest sequence of words for which `of` returns a query.
local function longest(words, at, most, of)
  if FILLER[key(words, at)] then
    return nil
  end
  for last = math.min(#words, at + most - 1), at, -1 do
    local query = not FILLER[key(words, last)] and of(raw_text(words, at, last))
    if query then
      return query, last - at + 1
    end
  end
end

local function word_of_chess(words, at)
  return longest(words, at, 7, function(phrase)
    local query, is_example = catalogue.say(phrase)
    return not is_example and query
  end)
end

-- The words of the names of openings that mean more than an opening.
local NO_OPENING = {}
for word in ([[white black attack defence defense variation game king queen rook bishop knight pawn kings queens rooks
  bishops knights pawns center centre closed open exchange line main accepted declined double modern classical system
  advance advanced reversed three normal early delayed quiet slow mating short counter attacking bishop's king's queen's
  sacrifice symmetrical flank pirate wrong free first second small large great grand other central against opening
  openings]]):gmatch("%S+") do
  NO_OPENING[word] = true
end

local function opening(words, at)
  return longest(words, at, 4, function(phrase)
    local is_usual = #phrase > 4 and not phrase:find("%d") and not NO_OPENING[phrase:lower()]
    return is_usual and require("lucena.query.opening_names").has(phrase)
      and ('opening "%s"'):format((phrase:gsub("^%l", string.upper)))
  end)
end

-- Return the other side.
local function other(side)
  return side == "white" and "black" or "white"
end

-- ---- players -------------------------------------------------------------------------------------

-- What a verb says about its subject, and the same about the opponent.
local VERBS = { won = "won", wins = "won", win = "won", winning = "won", lost = "lost", loses = "lost", lose = "lost",
  losing = "lost", loss = "lost", drew = "drew", draws = "drew" }
local OPPOSITE = { won = "lost", lost = "won", drew = "drew" }
-- Verbs with an object: "beat Anand"; with "by", the subject lost.
local BEATS = { beat = true, beats = true, beaten = true, defeated = true, defeats = true }
local VERSUS = { vs = true, v = true, against = true, versus = true, ["-"] = true }

-- Words that begin names of openings, and are not names of players as "Alekhine" is.
local OF_OPENINGS = {}
for word in ([[sicilian french italian spanish scotch dutch english vienna indian slav semi-slav catalan benoni
  scandinavian caro-kann caro ruy nimzo-indian queen's king's dragon scheveningen berlin london budapest danish latin
  gambit russian hungarian stonewall hedgehog]]):gmatch("%S+") do
  OF_OPENINGS[word] = true
end

local function is_known(words, at)
  local word = key(words, at)
  return FILLER[word] or NEGATIONS[word] or SIDES[word] or VERBS[word] or BEATS[word] or VERSUS[word]
    or numbers.is_limit(word) or pieces.is_piece(words, at) or require("lucena.query").find(word) ~= nil
    or word_of_chess(words, at) ~= nil
end

-- Return the name at a position, of one to three words with capitals, and its number of words. `is_sure`: a word in
-- lower case is a name, too, unless it is known. `excluded`: words that end a name.
local function name_at(words, at, is_sure, excluded)
  local last = at - 1
  local function is_free(place)
    return not is_known(words, place) and not (excluded and excluded[key(words, place)])
  end
  while last < at + 2 and words[last + 1] and words[last + 1].raw:find("^%u[%a'.-]*$")
    and is_free(last + 1) do
    last = last + 1
  end
  if last < at and is_sure and key(words, at):find("^[%a\128-\255][%a\128-\255]+$") and is_free(at) then
    last = at
  end
  if last >= at then
    return raw_text(words, at, last), last - at + 1
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
  if not name then
    return nil
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

-- ---- sides and negations -------------------------------------------------------------------------

-- Queries whose side is the one that is attacked, while a phrase names the one that attacks: "check by white".
local OF_ATTACKED = { check = true, double_check = true, discovered = true }

local function first_that_parses(forms)
  for _, form in ipairs(forms) do
    if is_query(form) then
      return form
    end
  end
end

-- Return a query with the pieces of one side in place of those of both, such as "Bb"; nil if a part has no such pieces.
local function of_letters(query, side)
  local parts = {}
  for part in (query .. " & "):gmatch("(.-) & ") do
    local changed
    parts[#parts + 1] = part:gsub('"(%u)(%l)"', function(white, black)
      changed = changed or white:lower() == black
      return white:lower() == black and ('"%s"'):format(side == "white" and white or black) or nil
    end)
    if not changed then
      return nil
    end
  end
  return table.concat(parts, " & ")
end

--- Return a query for one side, or nil if it has no such form. A query of both sides is `white | black`.
---@param query string
---@param side string
---@return string?
-- @usage require("lucena.query.wording").of_side("castled", "white") --> castled "white"
function M.of_side(query, side)
  local first, second = query:match("^([^|]+) | ([^|]+)$")
  local name, rest = query:match("^([%w_]+) ?(.*)$")
  if name == "opening" then
    return query
  elseif first then
    return side == "white" and first or second
  elseif query:find(" & ", 1, true) or not name then
    return of_letters(query, side)
  end
  local letters = of_letters(query, side)
  local inner = rest:match("^{(.*)}$")
  local text = rest:match('^%(?("[^"]*")%)?$')
  return letters or first_that_parses {
    rest == "" and ('%s "%s"'):format(name, side) or "",
    inner and ('%s{%s, side = "%s"}'):format(name, inner, side) or "",
    text and ('%s{%s, side = "%s"}'):format(name, text, side) or "",
  }
end

--- Return the opposite of a query: of a query of positions, that no position has it.
---@param query string
---@return string
-- @usage require("lucena.query.wording").negated("castled") --> ~castled
function M.negated(query)
  local it = require("lucena.query").query.parse(query)
  if it and it.level == "position" then
    return ("never(%s)"):format(query)
  end
  return query:find(" [&|] ") and ("~(%s)"):format(query) or "~" .. query
end

-- Return a query for the side that does it: a check by White is a check to Black.
local function by_side(query, side, is_in)
  local name = query:match("^[%w_]+")
  local is_exchanged = OF_ATTACKED[name] and not is_in or name == "checkmate" and is_in
  return M.of_side(query, is_exchanged and other(side) or side)
end

-- ---- numbers of moves ----------------------------------------------------------------------------

-- Queries about the end of a game: of those, a number of moves is the length of the game.
local ENDS = { checkmate = true, stalemate = true, result = true, won = true, lost = true, drew = true,
  insufficient = true, higher_won = true, lower_won = true }

local function is_end(query)
  for part in (query .. " & "):gmatch("(.-) & ") do
    if ENDS[part:match("^[%w_]+")] then
      return true
    end
  end
end

local function level_of(query)
  local it = require("lucena.query").query.parse(query)
  return it and it.level
end

local CASTLING = { white = { piece = "K", from = "e1", short = "g1", long = "c1", either = "c1 g1" },
  black = { piece = "k", from = "e8", short = "g8", long = "c8", either = "c8 g8" },
  both = { piece = "Kk", from = "e1 e8", short = "g1 g8", long = "c1 c8", either = "c1 g1 c8 g8" } }

-- Return the move of `castled`, as a query of positions.
local function castling_move(query, more)
  local of = CASTLING[query:match('"(white)"') or query:match('"(black)"') or "both"]
  local kind = query:match('"(short)"') or query:match('"(long)"') or "either"
  return query:find("^castled[^&|]*$")
    and ('move{piece = "%s", from = "%s", to = "%s"%s}'):format(of.piece, of.from, of[kind], more or "")
end

local function enclosed(query)
  return query:find(" | ", 1, true) and "(" .. query .. ")" or query
end

-- Return a query within numbers of moves, such as `move_number{max = 9}`; nil if it has no such form.
local function limited(query, range)
  local counted, least = query:match("^count%((%w+), (.*)%)$")
  if counted then
    return ("count(%s & %s, %s)"):format(counted, range, least)
  end
  query = castling_move(query) or query
  if level_of(query) == "position" and not query:find("^move_number") then
    return enclosed(query) .. " & " .. range
  end
  local is_length = is_end(query) and not query:find(" | ", 1, true)
  return is_length and query .. " & " .. range:gsub("move_number", "moves") or nil
end

-- Read "before move 10": the range, and the number of its words.
local function range_at(words, at)
  local range, count = numbers.move_number(words, at, text_of(words, at))
  return range, count
end

-- "castled before move 10"
local function with_limit(words, at, query, count)
  local range, more = range_at(words, at + count)
  local within = range and limited(query, range)
  return within or query, within and count + more or count
end

-- ---- sides and negations, as rules ---------------------------------------------------------------

local term

-- "before move 10 castled"
local function limit_first(words, at, _, depth)
  local range, count = range_at(words, at)
  local following = range and skip(words, at + count)
  if following and words[following] then
    local query, more = term(words, following, depth + 1)
    local within = query and limited(query, range)
    return within, within and following - at + more
  end
end

-- "castled with check"
local function with_check(words, at, query, count)
  local move = key(words, at + count) == "with" and key(words, at + count + 1) == "check"
    and castling_move(query, ", check = true")
  return move or query, move and count + 2 or count
end

-- "fork by white", "isolated pawn for black"
local function with_side(words, at, query, count)
  local preposition, side = key(words, at + count), SIDES[key(words, at + count + 1)]
  local following = words[at + count + 2]
  local is_last = not following or FILLER[following.key] or range_at(words, at + count + 2)
  local is_of = (preposition == "for" or preposition == "of") and not OF_ATTACKED[query:match("^[%w_]+")]
  if side and is_last and (preposition == "by" or is_of) then
    local of_side = by_side(query, side)
    return of_side or query, of_side and count + 2 or count
  end
  return query, count
end

-- Return whether "in" is among some words: "white is in check".
local function has_in(words, at, last)
  for i = at, last do
    if key(words, i) == "in" then
      return true
    end
  end
  return false
end

-- "white castled", "black's isolated pawn", "white did not castle"
local function sided(words, at, _, depth)
  local side = SIDES[(key(words, at):gsub("'s$", ""))]
  local following = skip(words, at + 1)
  local is_negated = NEGATIONS[key(words, following)]
  following = is_negated and skip(words, following + 1) or following
  if not (side and words[following]) then
    return nil
  end
  local query, count = term(words, following, depth + 1, true)
  query = query and by_side(query, side, has_in(words, at, following))
  if query and is_negated then
    query, count = with_limit(words, following, query, count)
    query = M.negated(query)
  end
  return query, query and following - at + count
end

local BOTH = { sides = true, players = true, colours = true, colors = true, have = true, has = true, had = true,
  are = true, were = true, castled = true, castle = true }
-- Queries of one moment: both sides have it at different positions.
local MOMENTS = { check = true, double_check = true, discovered = true, promotion = true, capture = true, move = true,
  sacrifice = true, en_passant = true, motif = true, played = true }

-- "both sides castled", "both players have two queens"
local function both(words, at, _, depth)
  local following = key(words, at) == "both" and BOTH[key(words, at + 1)] and skip(words, at + 1)
  local query, count
  if following and words[following] then
    query, count = term(words, following, depth + 1, true)
  end
  local is_in = query and has_in(words, at, following)
  local white, black = query and by_side(query, "white", is_in), query and by_side(query, "black", is_in)
  if not (white and black) or query:find("^elo") then
    return nil
  elseif MOMENTS[query:match("^[%w_]+")] then
    white, black = ("ever(%s)"):format(white), ("ever(%s)"):format(black)
  end
  return white == black and white or white .. " & " .. black, following - at + count
end

-- "no castling", "neither side castled", "without checks"
local function negation(words, at, _, depth)
  local following = skip(words, at + 1)
  if NEGATIONS[key(words, at)] and words[following] then
    local query, count = term(words, following, depth + 1)
    query = query and not query:find("^move_number") and M.negated(query)
    return query, query and following - at + count
  end
end

local RULES = { word_of_chess, player, tag, opening, sided, both, negation, limit_first }
for _, rules in ipairs { pieces.RULES, numbers.RULES } do
  table.move(rules, 1, #rules, #RULES + 1, RULES)
end

-- Return the query of the term that begins at a word, and its number of words. `is_bare`: without its side and limit,
-- which the caller reads.
function term(words, at, depth, is_bare)
  local text, best, most = text_of(words, at), nil, 0
  for _, rule in ipairs(depth < 4 and RULES or {}) do
    local query, count = rule(words, at, text, depth)
    if query and count > most then
      best, most = query, count
    end
  end
  if is_bare or not best then
    return best, most
  end
  best, most = with_side(words, at, best, most)
  best, most = with_check(words, at, best, most)
  return with_limit(words, at, best, most)
end

-- ---- the phrase ----------------------------------------------------------------------------------

local OF_SUBJECT = { never = true, ["didn't"] = true, ["doesn't"] = true }

-- Return whether a negation is about a player, of which there is no query: "Fischer never castled".
local function is_of_name(words, at, terms)
  local last = terms[#terms] or ""
  local is_verb = OF_SUBJECT[key(words, at)] or key(words, at) == "not" and FILLER[key(words, at - 1)]
  return is_verb and (last:find("^player") or last:find("^opening")) ~= nil
end

-- Return terms with `&`. Queries that hold at one position stay together, in parentheses.
local function joined(terms)
  if #terms == 1 then
    return terms[1]
  end
  local parts = {}
  for i, query in ipairs(terms) do
    local is_one = query:find(" & ", 1, true) and level_of(query) == "position"
    parts[i] = (is_one or query:find(" | ", 1, true)) and "(" .. query .. ")" or query
  end
  return table.concat(parts, " & ")
end

--- Read a phrase.
---@param phrase string
---@return string? query of the terms that were understood; nil if there is none
---@return string[] understood the words of each term
---@return boolean is_whole whether all words were understood
-- @usage require("lucena.query.wording").read("no castling") --> ~castled
function M.read(phrase)
  local words, at = words_of(phrase), 1
  local terms, understood, is_whole, is_denied = {}, {}, true, false
  while words[at] do
    local query, count = term(words, at, 0)
    local is_limit = query and query:find("^move_number") and (at > 1 or words[at + count])
    if query and not is_limit and is_of_name(words, at, terms) then
      is_whole = false
    elseif query and not is_limit then
      terms[#terms + 1] = query
      understood[#understood + 1] = raw_text(words, at, at + count - 1)
    elseif is_limit or not FILLER[key(words, at)] then
      is_whole = false
      is_denied = is_denied or NEGATIONS[key(words, at)] == true
    end
    local is_amount = not query and numbers.is_limit(key(words, at)) and words[at + 1] and words[at + 1].number
    at = at + (query and count or is_amount and 2 or 1)
  end
  local text = joined(terms)
  local is_usable = #terms > 0 and not is_denied and select(2, argument.attempt(is_query, text))
  return is_usable and text or nil, understood, is_whole
end

return M
