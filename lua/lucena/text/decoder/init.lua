--- Reads the games of a text by legality: the decoder. Unlike the reader of lucena.text.place, which decides locally,
-- it compares whole explanations of a text and takes the cheapest one. It reads algebraic notation in the letters of
-- any language, and letters that no language has.
--
-- 1. pieces.lua cuts the text into numbers, words, brackets and results. spoken.lua joins the words of dictated moves.
-- 2. segments.lua divides them: one segment for each game. layouts.lua joins the columns of White and of Black.
-- 3. alphabet.lua has the piece letters. The alphabet of a segment is the one whose first moves have the lowest cost.
-- 4. search.lua finds the cheapest path through a segment. token.lua and fit.lua compare a word with the legal moves,
--    and costs.lua has all costs.
--
-- A game ends before the first move that is not certain: another path of nearly the same cost has another move there.
-- Cost: linear in the text: for each segment at most MOST_ALPHABETS + 1 searches of its beginning, and one of all.
-- @module lucena.text.decoder

local alphabets = require("lucena.text.decoder.alphabet")
local layouts = require("lucena.text.decoder.layouts")
local letters = require("lucena.notation.letters")
local pieces_of = require("lucena.text.decoder.pieces")
local search = require("lucena.text.decoder.search")
local segments = require("lucena.text.decoder.segments")
local spoken = require("lucena.text.decoder.spoken")
local token = require("lucena.text.decoder.token")

local M = {}

local SAMPLE = 120 -- pieces with which alphabets are compared
local MOST_ALPHABETS = 4
local OPEN_COST = 3 -- of an alphabet whose letters are not known
local FEWEST_KNOWN = 0.75 -- part of the letters that a language knows; the others may be misprints
local LEAST_PART = 0.9 -- of the letters that the best language knows

-- Return the tokens of a segment that begin with the letter of a piece. Two moves may be glued: "d4Sf6".
local function heads_of(pieces)
  local heads = {}
  for _, piece in ipairs(pieces) do
    local text = piece.kind == "word" and piece.text or ""
    local parsed = token.parse(text) or token.parse(text:match("^[^%s]*[1-8O]([%u\x80-\xFF]+[x:a-h1-8-]+)$") or "")
    if parsed and #parsed.chars > 2 and not parsed.chars[1]:find("^[a-h1-8]$") then
      heads[#heads + 1] = parsed
    end
  end
  return heads
end

-- Return the number of letters that an alphabet knows, and a text that is equal for alphabets with the same meanings.
local function meaning_of(alphabet, heads)
  local count, list = 0, {}
  for i, head in ipairs(heads) do
    local piece = alphabets.piece_of(alphabet, head.chars) or alphabets.other_case(alphabet, head.chars[1])
    count, list[i] = count + (piece and 1 or 0), piece or "?"
  end
  return count, table.concat(list)
end

local known

-- Return the alphabets of all languages, one for each class.
local function all_alphabets()
  if not known then
    known = {}
    for i, class in ipairs(letters.classes()) do
      known[i] = alphabets.of_row(class.row)
    end
  end
  return known
end

-- Return whether a text has pawn moves without a letter.
local function has_bare_pawns(pieces)
  for _, piece in ipairs(pieces) do
    if piece.kind == "word" and piece.text:find("^[a-h][1-8]$") then
      return true
    end
  end
  return false
end

-- Return the alphabets that read no letter as a pawn, if there are any: a text that prints letters for pawns prints
-- them for all.
local function without_pawns(list)
  local kept = {}
  for _, row in ipairs(list) do
    kept[#kept + 1] = not row.meaning:find("P", 1, true) and row or nil
  end
  return #kept > 0 and kept or list
end

-- Return the alphabets that know most of the letters, one for each meaning, and one without any letters if all of them
-- miss many.
local function candidates(pieces)
  local heads, list, seen = heads_of(pieces), {}, {}
  for i, alphabet in ipairs(all_alphabets()) do
    local count, meaning = meaning_of(alphabet, heads)
    if count * 2 >= #heads and not seen[meaning] then
      list[#list + 1], seen[meaning] = { alphabet = alphabet, count = count, meaning = meaning, order = i, cost = 0 },
        true
    end
  end
  list = has_bare_pawns(pieces) and without_pawns(list) or list
  table.sort(list, function(a, b) return a.count > b.count or a.count == b.count and a.order < b.order end)
  local most = list[1] and list[1].count or 0
  while #list > MOST_ALPHABETS or list[1] and list[#list].count < LEAST_PART * most do
    list[#list] = nil
  end
  if #list == 0 or most < FEWEST_KNOWN * #heads then
    list[#list + 1] = { alphabet = alphabets.new({}, true), cost = OPEN_COST }
  end
  return list
end

local FEWEST_LOWER = 3 -- moves with the letter of a piece in lower case

-- Return an alphabet for a text that prints pieces in lower case: "bc4" may be a move of a bishop, if "nf3" and "qe2"
-- are moves of pieces.
local function with_lower_case(alphabet, pieces)
  local count = 0
  for _, head in ipairs(heads_of(pieces)) do
    count = count + (alphabets.other_case(alphabet, head.chars[1]) and 1 or 0)
  end
  return count >= FEWEST_LOWER and alphabets.in_lower_case(alphabet) or alphabet
end

local function best_alphabet(pieces, start, is_unnumbered)
  local list = candidates(pieces)
  if #list == 1 then
    return list[1].alphabet
  end
  local sample = table.move(pieces, 1, SAMPLE, 1, {})
  local best, least
  for _, row in ipairs(list) do
    local cost = search.best(sample, row.alphabet, start, is_unnumbered).cost + row.cost
    if not best or cost < least then
      best, least = row.alphabet, cost
    end
  end
  return best
end

local function alphabet_of(pieces, start, is_unnumbered)
  return with_lower_case(best_alphabet(pieces, start, is_unnumbered), pieces)
end

-- Return the answer for the pieces of a segment.
local function read(pieces, alphabet, start, is_unnumbered)
  local answer = search.best(pieces, alphabet, start, is_unnumbered)
  answer.pieces = pieces
  return answer
end

local SHORTEST = 8 -- plies of a game without numbers
local PLAIN = "^[%a\x80-\xFF']+$" -- a word of a sentence
local MOST_LOST = 0.1 -- per ply: words with the shape of a move that are not moves of the game

-- Return the skipped words that may be moves of a game without numbers. Others are only named: squares in sentences
-- ("the knight on h1"), moves after a number ("12...Nf6 was better"), and all after the last move.
local function without_named(answer, pieces)
  local before, lost, last = {}, {}, answer.tip.last
  for i, piece in ipairs(pieces) do
    before[piece] = pieces[i - 1]
  end
  for _, piece in ipairs(answer.lost) do
    local previous = before[piece]
    local is_square = piece.text:find("^[a-h][1-8]%f[^%w]") ~= nil
    local is_in_sentence = previous and (is_square and previous.kind == "word" and previous.text:find(PLAIN)
      or previous.kind == "number" and not previous.is_bare)
    lost[#lost + 1] = piece.first < last and not is_in_sentence and piece or nil
  end
  return lost
end

-- Divide the pieces of a text without numbered moves into games: a game begins with the first move after a result or
-- after a move with the sign of mate.
local function divided(pieces)
  local list, part, is_over = {}, {}, false
  for _, piece in ipairs(pieces) do
    local is_move = piece.kind == "word" and piece.text:find("%d") and token.parse(piece.text) ~= nil
    if is_over and is_move then
      list[#list + 1], part, is_over = part, {}, false
    end
    local is_end = piece.kind == "result" or is_move and piece.text:find("#", 1, true) ~= nil
    part[#part + 1], is_over = piece, is_over or is_end and #part >= SHORTEST
  end
  list[#list + 1] = part
  return list
end

-- Return the pieces that a game without numbered moves may have.
local function without_numbers(pieces)
  local kept = {}
  for _, piece in ipairs(pieces) do
    kept[#kept + 1] = (piece.kind == "word" or piece.is_bare or piece.kind == "result") and piece or nil
  end
  return kept
end

-- Return the games of a text without numbered moves: a chat, a dictation, a story. Each must have nearly all words of
-- its part of the text that have the shape of a move.
local function unnumbered(pieces, start)
  local kept, games = without_numbers(pieces), {}
  local alphabet = #kept >= SHORTEST and alphabet_of(kept, start, true)
  for _, part in ipairs(alphabet and divided(pieces) or {}) do
    local answer = read(without_numbers(part), alphabet, start, true)
    if answer.agreed >= SHORTEST then
      answer.lost = without_named(answer, part)
      games[#games + 1] = #answer.lost <= MOST_LOST * answer.tip.ply + 1 and answer or nil
    end
  end
  return games
end

--- Read the games of a text.
---@param folded string of lucena.text.fold
---@param start lucena.Position where games begin
---@param forced table<integer, table> of lucena.text.corrections
---@return table[] games answers of lucena.text.decoder.search, each with the `pieces` of its segment
function M.games(folded, start, forced)
  local pieces, games = spoken.join(pieces_of.list(folded, 1, #folded, forced)), {}
  for i, segment in ipairs(layouts.join(segments.list(pieces), folded)) do
    games[i] = read(segment, alphabet_of(segment, start), start)
  end
  return #games > 0 and games or unnumbered(pieces, start)
end

--- Return the node of a game at a ply.
---@param tip table its last node
---@param ply integer
---@return table? node nil after its last ply
function M.node_at(tip, ply)
  local node = tip.ply >= ply and tip or nil
  while node and node.ply > ply do
    node = node.prev
  end
  return node
end

--- Return the nodes of the certain moves of a game, in their order.
---@param game table
---@return table[] nodes
function M.mainline(game)
  local list, node = {}, game.tip
  while node.prev do
    if node.ply <= game.agreed then
      table.insert(list, 1, node)
    end
    node = node.prev
  end
  return list
end

return M
