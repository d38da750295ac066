--- Turns the text between the moves of a game into comments.
-- @module lucena.text.notes

local comment = require("lucena.text.comment")
local heading = require("lucena.text.heading")
local signs = require("lucena.text.signs")

local M = {}

local find, sub = string.find, string.sub

local LONGEST_TITLE = 200 -- bytes
local LONGEST = 1 << 16 -- bytes of one comment; longer text is cut into several
local LONGEST_BRACKET = 2000 -- bytes of a variation
local FARTHEST_BLANK = 200 -- bytes before the end of a comment that are searched for a blank

-- Two letters: of ASCII, of two bytes (Greek, Cyrillic, accents), or one of three bytes that is no sign (Chinese).
local WORDS = { "%a%a", "%a[\xC3-\xDF][\x80-\xBF]", "[\xC3-\xDF][\x80-\xBF][%a\xC3-\xDF]", "[\xE0\xE1\xE3-\xED]." }

-- Return whether a text contains words, not only numbers and signs.
local function has_words(text)
  for _, form in ipairs(WORDS) do
    if find(text, form) then
      return true
    end
  end
  return false
end

-- Numbers, and signs that belong to the layout of a text or to its sentences. 00 is no number.
local LAYOUT = { "%d+[.:,]%d+", "[1-9]%d*", "%f[%d]0%f[%D]",
  "[%s.,;:()%[%]{}'\"`|/\\<>=+#!?~*_%-]", "\xE2\x80[\x90-\xBF]", "\xE2[\x94-\x97][\x80-\xBF]" }

-- Return whether a text has a sign beyond these, such as a paragraph sign: it is kept, as in PGN.
local function has_sign(text)
  for _, form in ipairs(LAYOUT) do
    text = text:gsub(form, "")
  end
  return text ~= ""
end

-- Return a piece of the text between two moves as a comment, or nil.
local function piece_of(text, from, to)
  local note = comment.of(sub(text, from, to))
  note = note:gsub("^[%s.,;:)]+", "")
  for _, dash in ipairs { "\u{2013}", "\u{2014}", "-" } do
    note = note:gsub("^" .. dash .. "+%s", "")
    note = sub(note, -#dash - 1) == " " .. dash and sub(note, 1, -#dash - 2) or note
  end
  return (has_words(note) or has_sign(note)) and note or nil
end

-- Return the text between two moves as comments. A long text gives several; it is cut at blanks.
local function between(text, from, to)
  local notes = {}
  while from <= to do
    local last = math.min(to, from + LONGEST - 1)
    if last < to then
      local near = sub(text, last - FARTHEST_BLANK, last):match("^.*()%s")
      last = near and last - FARTHEST_BLANK + near - 1 or last
      while find(text, "^[\x80-\xBF]", last + 1) and last > from do
        last = last - 1
      end
    end
    notes[#notes + 1] = piece_of(text, from, last)
    from = last + 1
  end
  return notes
end

-- Return the offset at which a move begins. Its move number is not part of the comment before it.
local function start_of(mention)
  return mention.number and mention.number.first or mention.first
end

local function add(node, notes)
  if #notes > 0 then
    local comments = { table.unpack(node.comments) }
    node.comments = table.move(notes, 1, #notes, #comments + 1, comments)
  end
end

-- Find the end of the text that belongs to a game after its last move. It ends before a line in capitals, a row of
-- stars, or the heading of another game. Returns the offset of its last byte.
local function tail_end(text, from, to)
  local next_game = to < #text and heading.first(text, from, to)
  to = next_game and next_game - 1 or to
  local tail, at = sub(text, from, to), 1
  while at <= #tail do
    local stop = find(tail, "\n", at, true) or #tail + 1
    local line = sub(tail, at, math.min(stop - 1, at + LONGEST_TITLE))
    local is_title = find(line, "%u%u%u") and not find(line, "%l") or find(line, "^[%s*]+%*[%s*]+$")
      or find(line, "^%[%a+%s+\"")
    if is_title then
      return from + at - 2
    end
    at = stop + 1
  end
  return to
end

--- Add the text before a game, without that of its tags, as a comment before the first move.
---@param root lucena.Node
---@param text string
function M.add_before(root, text)
  add(root, between(text, 1, #text))
end

-- Return a part of a text without the printed moves in it, their numbers and signs.
local function without_moves(text, first, last, moves)
  local out, at = {}, first
  for _, mention in ipairs(moves) do
    if mention.first >= at and mention.last <= last then
      out[#out + 1], at = sub(text, at, mention.first - 1), mention.last + 1
    end
  end
  return (table.concat(out, " ") .. sub(text, at, last)):gsub("%d+%s?[.)]*", "")
end

-- Return whether a bracket has nothing but variations. `moves`: those of the variations; `i`: the first after `open`.
local function is_variation(text, open, close, moves, i)
  local inside = {}
  while moves[i] and moves[i].last < close do
    inside[#inside + 1], i = moves[i], i + 1
  end
  return inside[1] ~= nil and not has_words(without_moves(text, open, close, inside))
end

-- Return the brackets of a game that have nothing but variations, by their first and by their last byte. They are
-- written as variations, and would else be comments, too.
local function variations_of(text, mentions, from, to)
  local moves, firsts, lasts, i = {}, {}, {}, 1
  local open = find(text, "(", from, true)
  for _, mention in ipairs(open and open < to and mentions or {}) do
    moves[#moves + 1] = mention.target and not mention.is_main and mention or nil
  end
  while open and open < to and moves[i] do
    while moves[i] and moves[i].first < open do
      i = i + 1
    end
    local _, close = find(sub(text, open, math.min(to, open + LONGEST_BRACKET)), "^%b()")
    close = close and open + close - 1
    if close and is_variation(text, open, close, moves, i) then
      firsts[open], lasts[close], open = close, open, close
    end
    open = find(text, "(", open + 1, true)
  end
  return firsts, lasts
end

-- Return the part of the text between two moves without the variations at its beginning and its end. In the middle of a
-- sentence, they remain.
local function without_variations(text, first, last, firsts, lasts)
  local open = find(text, "[^%s]", first)
  while open and open < last and firsts[open] do
    first = firsts[open] + 1
    open = find(text, "[^%s]", first)
  end
  local close = sub(text, first, last):match("^.*()%S")
  while close and lasts[first + close - 1] do
    last = lasts[first + close - 1] - 1
    close = sub(text, first, last):match("^.*()%S")
  end
  return first, last
end

--- Add the text between the moves of the mainline as comments.
---@param text string
---@param mainline table[] the mentions of the mainline in the order of the moves, each with `target`
---@param game table of lucena.text.place
---@param to integer the last byte before the next game
---@param root lucena.Node
---@param printed table[] all mentions of the game in the order of the text
---@return integer last the last byte of the text that is part of the game
function M.add(text, mainline, game, to, root, printed)
  local mentions = table.move(mainline, 1, #mainline, 1, {})
  table.sort(mentions, function(a, b) return a.first < b.first end)
  local start = mentions[1] and start_of(mentions[1]) - 1 or tail_end(text, game.first, to)
  add(root, between(text, game.first, start))
  to = mentions[1] and to or start
  local result = game.result_event
  local firsts, lasts = variations_of(text, printed, game.first, to)
  for i, mention in ipairs(mentions) do
    local following = mentions[i + 1]
    local first = signs.after(text, mention.last + 1)
    local last = following and start_of(following) - 1
    if not following then
      local is_next = result and result.first >= first and not has_words(sub(text, first, result.last))
      first = is_next and result.last + 1 or first
      last = tail_end(text, first, to)
    end
    local node = (following and mention or mainline[#mainline]).target
    add(node, between(text, without_variations(text, first, last, firsts, lasts)))
    to = not following and last or to
  end
  return to
end

return M
