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
  find show list search me for at as won't board occurs occurred happened happens get gets got please side sides
  player players both file files ending's]]):gmatch("%S+") do
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
  sacrifice symmetrical flank pirate wrong free first second small large great grand other central]]):gmatch("%S+") do
  NO_OPENING[word] = true
end

local function opening(words, at)
  return longest(words, at, 4, function(phrase)
    local is_usual = #phrase > 4 and not phrase:find("%d") and not NO_OPENING[phrase:lower()]
    return is_usual and require("lucena.query.opening_names").has(phrase)
      and ('opening "%s"'):format((phrase:gsub("^%l", string.upper)))
  end)
end

-- ---- players -------------------------------------------------------------------------------------

local VERBS = { won = "won", wins = "won", win = "won", beat = "won", beats = "won", winning = "won", lost = "lost",
  loses = "lost", lose = "lost", losing = "lost", drew = "drew", draws = "drew" }
local VERSUS = { vs = true, v = true, against = true, versus = true, beat = true, beats = true, ["-"] = true }

local function is_known(words, at)
  local word = key(words, at)
  return FILLER[word] or NEGATIONS[word] or SIDES[word] or VERBS[word] or VERSUS[word] or numbers.is_limit(word)
    or pieces.is_piece(words, at) or require("lucena.query").find(word) ~= nil or word_of_chess(words, at) ~= nil
end

-- Return the name at a position, of one to three words with capitals, and its number of words. `is_sure`: a word in
-- lower case is a name, too, unless it is known.
local function name_at(words, at, is_sure)
  local last = at - 1
  while last < at + 2 and words[last + 1] and words[last + 1].raw:find("^%u[%a'.-]*$")
    and not is_known(words, last + 1) do
    last = last + 1
  end
  if last < at and is_sure and key(words, at):find("^[%a\128-\255][%a\128-\255]+$") and not is_known(words, at) then
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

-- "Carlsen won with black", "carlsen black won", "won by Carlsen", "Carlsen vs Anand", "Carlsen with white"
local function player(words, at)
  local verb, after = VERBS[key(words, at)], at
  if verb or key(words, at) == "player" then
    after = skip(words, at + 1)
  end
  local is_led = after > at
  local name, count = name_at(words, after, true)
  if not name or is_led and words[after].raw:find("^%l") and key(words, after - 1) ~= "by" and verb then
    return nil
  end
  after = after + count
  local opponent, more = nil, nil
  if VERSUS[key(words, after)] then
    opponent, more = name_at(words, after + 1, true)
  end
  if opponent then
    local is_win = VERBS[key(words, after)]
    return ('%s & player "%s"'):format(of_player(name, is_win), opponent), after + more + 1 - at
  end
  local side
  side, after = side_at(words, after)
  if not verb and VERBS[key(words, after)] then
    verb, after = VERBS[key(words, after)], after + 1
    if not side then
      side, after = side_at(words, after)
    end
  end
  local is_sure = words[at].raw:find("^%u") and (side or not opening(words, at)) or is_led or verb
  return is_sure and of_player(name, verb, side) or nil, after - at
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
  local one, other = query:match("^([^|]+) | ([^|]+)$")
  local name, rest = query:match("^([%w_]+) ?(.*)$")
  if name == "opening" then
    return query
  elseif one then
    return side == "white" and one or other
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

local term

-- "white castled", "black's isolated pawn"
local function sided(words, at, _, depth)
  local side = SIDES[(key(words, at):gsub("'s$", ""))]
  local following = skip(words, at + 1)
  if side and words[following] then
    local query, count = term(words, following, depth + 1)
    query = query and M.of_side(query, side)
    return query, query and following - at + count
  end
end

-- "no castling", "neither side castled", "without checks"
local function negation(words, at, _, depth)
  local following = skip(words, at + 1)
  if NEGATIONS[key(words, at)] and words[following] then
    local query, count = term(words, following, depth + 1)
    return query and M.negated(query), query and following - at + count
  end
end

-- "fork by white", "isolated pawn for black"
local function with_side(words, at, query, count)
  local preposition, side = key(words, at + count), SIDES[key(words, at + count + 1)]
  local is_end = not words[at + count + 2] or FILLER[key(words, at + count + 2)]
  if side and is_end and (preposition == "by" or preposition == "for" or preposition == "of") then
    local of_side = M.of_side(query, side)
    return of_side or query, of_side and count + 2 or count
  end
  return query, count
end

local RULES = { word_of_chess, player, tag, opening, sided, negation }
for _, rules in ipairs { pieces.RULES, numbers.RULES } do
  table.move(rules, 1, #rules, #RULES + 1, RULES)
end

-- Return the query of the term that begins at a word, and its number of words.
function term(words, at, depth)
  local text, best, most = text_of(words, at), nil, 0
  for _, rule in ipairs(depth < 4 and RULES or {}) do
    local query, count = rule(words, at, text, depth)
    if query and count > most then
      best, most = query, count
    end
  end
  if best then
    return with_side(words, at, best, most)
  end
end

-- ---- the phrase ----------------------------------------------------------------------------------

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
    if query then
      terms[#terms + 1] = query:find(" | ", 1, true) and "(" .. query .. ")" or query
      understood[#understood + 1] = raw_text(words, at, at + count - 1)
    elseif not FILLER[key(words, at)] then
      is_whole = false
      is_denied = is_denied or NEGATIONS[key(words, at)] == true
    end
    at = at + (query and count or 1)
  end
  local text = table.concat(terms, " & ")
  text = #terms == 1 and text:match("^%((.*)%)$") or text
  local is_usable = #terms > 0 and not is_denied and select(2, argument.attempt(is_query, text))
  return is_usable and text or nil, understood, is_whole
end

return M
