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
local names = require("lucena.query.wording_names")
local numbers = require("lucena.query.wording_numbers")
local pieces = require("lucena.query.wording_pieces")
local vocabulary = require("lucena.query.wording_words")

local M = {}

local FILLER, NEGATIONS, SIDES = vocabulary.FILLER, vocabulary.NEGATIONS, vocabulary.SIDES
local key, skip, other = vocabulary.key, vocabulary.skip, vocabulary.other

local function is_query(text)
  return require("lucena.query.source").plain(text) ~= nil
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

-- Queries that are about the side of another part: `motif "fork" & move{piece = "N"}`.
local OF_MOVER = { motif = true, phase = true, opposite_bishops = true }

-- Return a query with the pieces of one side in place of those of both, such as "Bb"; nil if a part has no such pieces.
local function of_letters(query, side)
  local parts, any = {}, nil
  for part in (query .. " & "):gmatch("(.-) & ") do
    local changed
    parts[#parts + 1] = part:gsub('"(%u)(%l)"', function(white, black)
      changed = changed or white:lower() == black
      return white:lower() == black and ('"%s"'):format(side == "white" and white or black) or nil
    end)
    local is_kept = changed or OF_MOVER[part:match("^[%w_]+")]
    local of_side = not is_kept and part ~= query and M.of_side(part, side)
    if not is_kept and not of_side then
      return nil
    end
    parts[#parts] = of_side or parts[#parts]
    any = any or changed or of_side
  end
  return any and table.concat(parts, " & ") or nil
end

--- Return a query for one side, or nil if it has no such form. A query of both sides is `white | black`.
---@param query string
---@param side string
---@return string?
-- @usage require("lucena.query.wording").of_side("castled", "white") --> castled "white"
function M.of_side(query, side)
  local first, second = query:match("^([^|]+) | ([^|]+)$")
  local name, rest = query:match("^([%w_]+) ?(.*)$")
  local long, plies = query:match("^held%((.*), (%d+)%)$")
  if name == "opening" then
    return query
  elseif long and not first then
    long = M.of_side(long, side)
    return long and ("held(%s, %s)"):format(long, plies)
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
  local it = require("lucena.query.source").plain(query)
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
  local it = require("lucena.query.source").plain(query)
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
  local structure = query:match("^held%((structure.*), %d+%)$")
  if structure then
    return structure .. " & " .. range
  end
  local is_length = is_end(query) and not query:find(" | ", 1, true)
  return is_length and query .. " & " .. range:gsub("move_number", "moves") or nil
end

-- Read "before move 10": the range, and the number of its words.
local function range_at(words, at)
  local range, count = numbers.move_number(words, at, vocabulary.text(words, at))
  return range, count
end

-- "castled before move 10"
local function with_limit(words, at, query, count)
  local first = at + count
  local range, more = range_at(words, first)
  while not range and FILLER[key(words, first)] do
    first = first + 1
    range, more = range_at(words, first)
  end
  local within = range and limited(query, range)
  return within or query, within and first - at + more or count
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

local BOTH = { sides = true, players = true, colours = true, colors = true, have = true, has = true, had = true,
  are = true, were = true, castled = true, castle = true, kings = true }
-- Queries of one moment: both sides have it at different positions.
local MOMENTS = { check = true, double_check = true, discovered = true, promotion = true, capture = true, move = true,
  sacrifice = true, en_passant = true, motif = true, played = true }

-- Return the query that both sides have it, or nil.
local function of_both_sides(query, is_in)
  local white, black = by_side(query, "white", is_in), by_side(query, "black", is_in)
  if not (white and black) or query:find("^elo") then
    return nil
  elseif MOMENTS[query:match("^[%w_]+")] then
    white, black = ("ever(%s)"):format(white), ("ever(%s)"):format(black)
  end
  return white == black and white or white .. " & " .. black
end

local PREPOSITIONS = { by = true, ["for"] = true, of = true, on = true, from = true }

-- "fork by white", "isolated pawn for black", "castled queenside on both sides"
local function with_side(words, at, query, count)
  local preposition, side = key(words, at + count), SIDES[key(words, at + count + 1)]
  if PREPOSITIONS[preposition] and key(words, at + count + 1) == "both" then
    local of_both = BOTH[key(words, at + count + 2)] and of_both_sides(query)
    return of_both or query, of_both and count + 3 or count
  end
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

local MATES = { mate = true, checkmate = true, mates = true, checkmates = true, mating = true }
local LINKS = { by = true, with = true, after = true, via = true }
-- Queries of the move that mates: "en passant checkmate".
local MATING = { en_passant = true, promotion = true, double_check = true, discovered = true, capture = true,
  sacrifice = true, underpromotion = true }

local OF_PIECE = { check = true, double_check = true, discovered = true, capture = true }

local function mated_by(query)
  local is_move = query and MATING[query:match("^[%w_]+")] and level_of(query) == "position"
  return is_move and ("at_end(%s) & checkmate"):format(query) or nil
end

-- "discovered check by the king", "capture with a pawn"
local function with_piece(words, at, query, count)
  local link = key(words, at + count)
  if (link == "by" or link == "with") and OF_PIECE[query:match("^[%w_]+")] and not query:find("{", 1, true) then
    local letter, after = pieces.piece_at(words, at + count + 1)
    if letter then
      return ('%s & move{piece = "%s%s"}'):format(query, letter, letter:lower()), after - at
    end
  end
  return query, count
end

-- "en passant checkmate"
local function with_mate(words, at, query, count)
  local mate = MATES[key(words, at + count)] and mated_by(query)
  return mate or query, mate and count + 1 or count
end

-- "mate by promotion", "checkmate with a double check"
local function mate_by(words, at, _, depth)
  local following = MATES[key(words, at)] and LINKS[key(words, at + 1)] and skip(words, at + 2)
  if following and words[following] then
    local query, count = term(words, following, depth + 1, true)
    local mate = mated_by(query)
    return mate, mate and following - at + count
  end
end

-- "both sides castled", "both players have two queens"
local function both(words, at, _, depth)
  local following = key(words, at) == "both" and BOTH[key(words, at + 1)] and skip(words, at + 1)
  following = following and key(words, following) == "kings" and following + 1 or following
  local query, count
  if following and words[following] then
    query, count = term(words, following, depth + 1, true)
  end
  query = query and of_both_sides(query, has_in(words, at, following))
  return query, query and following - at + count
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

local RULES = {}
for _, rules in ipairs { names.RULES, { sided, both, negation, limit_first, mate_by }, pieces.RULES, numbers.RULES } do
  table.move(rules, 1, #rules, #RULES + 1, RULES)
end

-- Return the query of the term that begins at a word, and its number of words. `is_bare`: without its side and limit,
-- which the caller reads.
function term(words, at, depth, is_bare)
  local text, best, most = vocabulary.text(words, at), nil, 0
  for _, rule in ipairs(depth < 4 and RULES or {}) do
    local query, count = rule(words, at, text, depth)
    if query and count > most then
      best, most = query, count
    end
  end
  if is_bare or not best then
    return best, most
  end
  best, most = with_mate(words, at, best, most)
  best, most = with_piece(words, at, best, most)
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
    and key(words, at - 1) ~= "but" and key(words, at - 1) ~= "and"
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

-- Return whether a word is "between" before a name: "games between Karpov and Kasparov".
local function is_between(words, at)
  return key(words, at) == "between" and words[at + 1] and not words[at + 1].number
end

-- The words of a phrase that no rule reads, as texts: words in sequence are one text.
local Unread = {}
Unread.__index = Unread

function Unread:add(words, at, count)
  if self.last ~= at - 1 then
    self[#self + 1] = ""
  end
  local text = self[#self]
  self[#self] = (text == "" and "" or text .. " ") .. vocabulary.raw(words, at, at + count - 1)
  self.last = at + count - 1
end

local RESULTS = { won = "1-0", wins = "1-0", win = "1-0", lost = "0-1", loses = "0-1", lose = "0-1" }

-- Return the query for a verb whose subject comes before another verb: "white castled queenside and won".
local function result_of(side, verb)
  local result = RESULTS[verb]
  return result and ('result "%s"'):format(side == "white" and result or result == "1-0" and "0-1" or "1-0")
end

--- Read a phrase.
---@param phrase string
---@return string? query of the terms that were understood; nil if there is none
---@return string[] unread the words that were not understood
---@return boolean is_whole whether all words were understood
-- @usage require("lucena.query.wording").read("no castling") --> ~castled
function M.read(phrase)
  local words, at = vocabulary.of(phrase), 1
  local terms, unread, is_denied, subject = {}, setmetatable({}, Unread), false, nil
  while words[at] do
    local query, count = term(words, at, 0)
    subject = query and SIDES[key(words, at)] or subject
    if not query and subject then
      query, count = result_of(subject, key(words, at)), 1
    end
    local is_limit = query and query:find("^move_number") and (at > 1 or words[at + count])
    local is_amount = not query and numbers.is_limit(key(words, at)) and words[at + 1] and words[at + 1].number
    count = query and count or is_amount and 2 or 1
    if query and not is_limit and not is_of_name(words, at, terms) then
      terms[#terms + 1] = query
    elseif query or not FILLER[key(words, at)] and not is_between(words, at) then
      unread:add(words, at, count)
      is_denied = is_denied or not query and NEGATIONS[key(words, at)] == true
    end
    at = at + count
  end
  local text = joined(terms)
  local is_usable = #terms > 0 and not is_denied and select(2, argument.attempt(is_query, text))
  return is_usable and text or nil, unread, unread[1] == nil
end

return M
