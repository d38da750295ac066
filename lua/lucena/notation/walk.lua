--- Plays the moves of a text on boards. It reads each move in one dialect and writes it in another. The bytes between
-- the moves are copied.
--
-- In a game, each move is played in the position after the move before it. A "(" goes back to the position before the
-- last move; a ")" goes back to the position before the "(". The mainline or variation ends at the first illegal move,
-- as in reading PGN. The rest of it is copied, even if later moves happen to be legal.
--
-- In prose, a move number gives the position: if an author writes "12. Sd2 was safer" after "12. Sf3 Lg4", 12. Sd2 is
-- played in the position before move 12. A move without a number is played if it directly follows another move. Other
-- moves, as in "White threatens Sxe5", are rewritten but not played. They must be legal in the current position, after
-- a null move, or in one of the last four positions. A square alone, such as e4, is not read as a move.
--
-- A node is {position, parent, ply}. Plies are counted from the initial position of chess, so that they agree with move
-- numbers also if the game begins from a FEN.
-- @module lucena.notation.walk

local candidates = require("lucena.notation.candidates")
local tokens = require("lucena.notation.tokens")

local M = {}

-- ---- nodes ---------------------------------------------------------------------------------------

local function new_node(position, parent)
  local ply = 2 * position.fullmove_number - (position.turn == "white" and 2 or 1)
  return { position = position, parent = parent, ply = ply }
end

-- The maximum number of plies that a move number may go back.
local MOST_BACK = 1200

-- Return the node at a ply of the line that ends in `node`, or nil.
local function node_at(node, ply)
  local steps = 0
  while node and node.ply > ply and steps < MOST_BACK do
    node, steps = node.parent, steps + 1
  end
  return node and node.ply == ply and node or nil
end

-- ---- a stream of tokens --------------------------------------------------------------------------

-- A stream of tokens with look-ahead: an array of {kind, first, last}, starting at index `head`.
local Stream = {}
Stream.__index = Stream

local function new_stream(text, first, last, is_prose)
  local step, cutter = tokens.each(text, first, last, is_prose)
  return setmetatable({ text = text, step = step, cutter = cutter, head = 1, size = 0 }, Stream)
end

-- Return the token that is `ahead` tokens after the next one. Returns nil at the end.
function Stream:peek(ahead)
  while self.size <= ahead do
    local kind, first, last = self.step(self.cutter)
    if not kind then
      return nil
    end
    self[self.head + self.size] = { kind = kind, first = first, last = last }
    self.size = self.size + 1
  end
  return self[self.head + ahead]
end

function Stream:skip(count)
  for _ = 1, count do
    self[self.head] = nil
    self.head, self.size = self.head + 1, self.size - 1
  end
end

-- ---- reading a move ------------------------------------------------------------------------------

local JOINED = { word = true, mark = true, digits = true }
local MOST_WORDS = 4 -- words of one move in a dialect with hooks: "P pr P e.p."
local LEAST_WORDS_OF_TABLES = 8 -- enough for repairs, which can read more words than the dialect writes

-- Return whether a token can belong to the same move as the token before it: only blanks are between them.
local function continues(stream, before, token)
  return token and JOINED[token.kind] and stream.text:find("[^ \t\r\n]", before.last + 1) == token.first
end

local function joined(stream, last)
  return (stream.text:sub(stream:peek(0).first, last):gsub("%s+", " "))
end

-- Take the marks after a move that has `count` tokens, if the text with the marks still means the same move.
local function take_marks(stream, dialect, position, move, count, repairs)
  while true do
    local before, token = stream:peek(count - 1), stream:peek(count)
    if not continues(stream, before, token) or token.kind ~= "mark" then
      return move, count, before.last, repairs
    end
    local same, more = dialect:read(position, joined(stream, token.last))
    if same ~= move then
      return move, count, before.last, repairs
    end
    count, repairs = count + 1, more
  end
end

-- Read a word that is a move only without the signs at its end ("Sf3±"). Returns the move, the length of its text and
-- its repairs; or nil.
local function read_bare(dialect, position, word)
  local bare = word:match("^(.*[%w%)])[^%w%)%s]+$")
  if not bare then
    return nil
  end
  local move, repairs = dialect:read(position, bare)
  return move, #bare, repairs
end

-- Return whether a move needs no repair that the move of fewer words does not need, except a check sign.
local function needs_no_more(repairs, before)
  for _, name in ipairs(repairs) do
    local is_there = name == "check_sign"
    for _, other in ipairs(before) do
      is_there = is_there or other == name
    end
    if not is_there then
      return false
    end
  end
  return true
end

-- Read a move in a dialect with words that contain blanks, such as " takes ". The longest sequence of words that is a
-- move is read ("castles long", not "castles"). It contains words of the next move only if they are read with a repair:
-- "b3 d4" as Bd4. So a longer sequence with another move must not need more repairs.
local function read_most_words(stream, dialect, position)
  local found, words, last, repairs, err, code
  for count = 1, math.max(LEAST_WORDS_OF_TABLES, dialect.info.most_words or tokens.LONGEST) do
    local token = stream:peek(count - 1)
    if count > 1 and not continues(stream, stream:peek(count - 2), token) then
      break
    end
    local text = joined(stream, token.last)
    if #text > tokens.LONGEST then
      break
    end
    local move, message, why = dialect:read(position, text)
    local size, with = #text, message
    local sign = why == "bad_move" and stream.text:match("^[!?.,]", token.last + 1)
    if sign then -- it is punctuation, unless a word of the dialect ends with it: "check!"
      move, with = dialect:read(position, text .. sign)
      size = size + 1
    end
    if why == "bad_move" and not move then
      move, size, with = read_bare(dialect, position, text)
    end
    if move and (not found or move == found or needs_no_more(with, repairs)) then
      found, words, last, repairs = move, count, token.last - (#text - size), with
    end
    err, code = err or message, code or why
  end
  if found then
    return found, words, last, repairs
  end
  return nil, err, code
end

-- Read a move at the next token. Returns the move, its number of tokens, its last byte and its repairs; or nil and the
-- error. If several numbers of words form a move, the smallest number is used, and the marks after these words are
-- read: "D pr T R..." must not become "D pr TR". If no words form a move, one word is read without the signs at its
-- end.
local function read_move(stream, dialect, position)
  if dialect.info.words and not dialect.has_hooks then
    return read_most_words(stream, dialect, position)
  end
  local first = stream:peek(0)
  local err, code
  for count = 1, dialect.has_hooks and MOST_WORDS or 1 do
    local token = stream:peek(count - 1)
    if count > 1 and not continues(stream, stream:peek(count - 2), token) then
      break
    end
    local move, message, why = dialect:read(position, joined(stream, token.last))
    if move then
      return take_marks(stream, dialect, position, move, count, message)
    end
    err, code = err or message, code or why
  end
  if code == "bad_move" then
    local move, size, repairs = read_bare(dialect, position, stream.text:sub(first.first, first.last))
    if move then
      return move, 1, first.first + size - 1, repairs
    end
  end
  return nil, err, code
end

-- ---- playing and replacing ------------------------------------------------------------------------

local Walker = {}
Walker.__index = Walker

local function leave(self, token, message, code, list)
  list = list or self.left
  list[#list + 1] = {
    offset = token.first - 1, token = self.text:sub(token.first, math.min(token.last, token.first + 39)),
    message = message, code = code,
  }
end

-- Replace the bytes from `token` to `last` by the text of a move. Returns false if the dialect cannot write the move.
-- `repairs` are the repairs of the old text, such as that of a missing check sign. The new text needs none of them.
local function replace(self, position, move, token, last, repairs)
  local written, message, code = self.to:write(position, move)
  if not written then
    leave(self, token, message, code)
    return false
  end
  local out = self.out
  out[#out + 1] = self.text:sub(self.copied + 1, token.first - 1)
  out[#out + 1] = written
  self.copied, self.moves = last, self.moves + 1
  for _, name in ipairs(repairs) do
    self.repairs[name] = (self.repairs[name] or 0) + 1
  end
  return true
end

-- ---- games ---------------------------------------------------------------------------------------

local function open_variation(self)
  local stack = self.stack
  stack[#stack + 1] = { node = self.node, is_dead = self.is_dead }
  if self.node.parent then
    self.node = self.node.parent
  else
    self.is_dead = true
  end
end

local function close_variation(self)
  local stack = self.stack
  local saved = stack[#stack]
  if saved then
    self.node, self.is_dead, stack[#stack] = saved.node, saved.is_dead, nil
  end
end

local function play_word(self, stream)
  local token, node = stream:peek(0), self.node
  local move, count, last, repairs = read_move(stream, self.from, node.position)
  if not move then
    local message, code = count, last
    leave(self, token, message, code)
    self.is_dead = true
    return 1
  end
  replace(self, node.position, move, token, last, repairs)
  self.node = new_node(node.position:play(move), node)
  return count
end

local walk_prose

-- Report the moves in a comment as in prose, with their offsets in the whole text.
local function walk_comment(self, token)
  local inner = setmetatable({
    text = self.text, from = self.prose.from, mention_from = self.prose.mention_from, to = self.to, out = self.out,
    copied = self.copied, left = {}, moves = 0, repairs = self.repairs,
    node = self.node, root = self.root, stack = {}, lines = {}, score = 0, named = {}, is_comment = true,
  }, Walker)
  local is_braced = self.text:sub(token.first, token.first) == "{"
  walk_prose(inner, new_stream(self.text, token.first + 1, is_braced and token.last - 1 or token.last, true))
  self.copied, self.moves = inner.copied, self.moves + inner.moves
end

-- Return whether digits without a dot can be a move: in ICCF notation, in ordinals and in TCN.
local function may_be_move(self, token)
  local word, hooks = self.text:sub(token.first, token.last), self.from.info.hooks
  if self.from.has_hooks then
    return hooks.shape ~= nil and hooks.shape(word, self.from.info)
  end
  return self.from:is_shaped(word)
end

-- Return whether a word of a game is an annotation sign. N and D are none if moves contain them as words: "N g1 f3".
local function is_sign(self, token)
  local word, from = self.text:sub(token.first, token.last), self.from
  return tokens.is_sign(word)
    or tokens.is_letter_sign(word) and not from.has_hooks and not (from.info.words and from.info.words[word])
end

local function walk_game(self, stream)
  local has_number = false
  while true do
    local token = stream:peek(0)
    if not token then
      return
    end
    local kind, count = token.kind, 1
    if kind == "open" then
      open_variation(self)
    elseif kind == "close" then
      close_variation(self)
    elseif kind == "result" and #self.stack == 0 then
      self.node, self.is_dead = self.root, false
    elseif kind == "comment" and self.has_comments and not self.is_dead then
      walk_comment(self, token)
    elseif not self.is_dead and (kind == "word" and not is_sign(self, token)
      or kind == "digits" and has_number and may_be_move(self, token)) then
      count = play_word(self, stream)
    end
    has_number = has_number or kind == "number"
    stream:skip(count)
  end
end

-- ---- prose ---------------------------------------------------------------------------------------

local MOST_LINES = 8 -- the number of earlier lines of moves to which a move number can refer

-- Return the node to which a move number refers, on this line of moves or on an earlier one.
local function find_numbered(self, ply)
  local node = node_at(self.node, ply)
  for i = #self.lines, 1, -1 do
    node = node or node_at(self.lines[i], ply)
  end
  return node
end

-- Go to a node, and store the end of the current line of moves.
local function go_to(self, node)
  if node ~= self.node and not node_at(node, self.node.ply) then
    self.lines[#self.lines + 1] = self.node
    if #self.lines > MOST_LINES then
      table.remove(self.lines, 1)
    end
  end
  self.node = node
end

-- Play a move at a node. Returns the number of its tokens, or nil and the error.
local function play_at(self, stream, node)
  local token = stream:peek(0)
  local move, count, last, repairs = read_move(stream, self.from, node.position)
  if not move then
    return nil, count, last
  end
  replace(self, node.position, move, token, last, repairs)
  go_to(self, node)
  self.node, self.score = new_node(node.position:play(move), node), self.score + 1
  return count
end

-- Return whether the text could also be a move of the other side with another spelling: "Kt-KB3" is Nf3 or Nf6.
local function is_two_sided(self, stream, position, move)
  local other = self.from.has_hooks and not position:in_check() and position:pass()
  local rival = other and read_move(stream, self.mention_from, other)
  return rival and self.to:write(other, rival) ~= self.to:write(position, move)
end

-- Translate a move that is mentioned but not played. It is read in the latest of the last five positions in which it is
-- legal for either side. Returns the number of tokens of the move, or nil.
local function mention(self, stream)
  local node, steps = self.node, 0
  local token = stream:peek(0)
  while node and steps < 5 do
    for _, position in ipairs { node.position, not node.position:in_check() and node.position:pass() or nil } do
      local move, count, last, repairs = read_move(stream, self.mention_from, position)
      if move then
        if is_two_sided(self, stream, position, move) then
          return nil
        end
        replace(self, position, move, token, last, repairs)
        return count
      end
    end
    node, steps = node.parent, steps + 1
  end
end

-- Return the node for the word after a move number, or nil and the reason.
local function numbered_node(self, number)
  local ply = 2 * number.value - (number.is_black and 1 or 2)
  local node = find_numbered(self, ply)
  return node, node and nil or ("the position before move %d is not known"):format(number.value)
end

-- Return whether a word should be read as a move. Dialects with hooks read slowly, and in them any word may begin a
-- move. So a word must have the form of a move ("N-KB3", "PxP"), except after a move number or another move.
local function is_move_like(self, word, state)
  if not self.from.has_hooks then
    local numbered = state.number ~= nil and self.numbered_from
    return self.from:is_shaped(word) or numbered and numbered:is_shaped(word)
      or self.from.info.words ~= nil and (state.number ~= nil or state.is_chained)
  end
  return state.number ~= nil or state.is_chained or word:find("^%u.*%d") ~= nil or word:find("^%u%l?x%u") ~= nil
    or state.hint ~= nil and word:find("^Castles") ~= nil
end

-- Words that can only be a move in descriptive notation.
local DESCRIPTIVE = "^[KQRBNPT][%w()]*%-[KQRBN][KQRBNt]*[1-8]"

-- Return whether a word that is not a legal move looks enough like a move to be reported.
local function is_told_of(self, word)
  if self.from.has_hooks then
    return word:find(DESCRIPTIVE) ~= nil
  end
  return self.from.info.words == nil or self.from:is_shaped(word)
end

-- Return whether a word is spelled the same in both dialects in any position. This is the case if the dialects differ
-- only in piece letters, and the word has no piece letter.
local function is_common(self, word)
  return self.from.is_plain and self.to.is_plain
    and (word:find("^[a-h][1-8][+#]?$") or word:find("^[a-h]x[a-h][1-8][+#]?$") or word:find("^O%-O[+#]?$")
    or word:find("^O%-O%-O[+#]?$")) ~= nil
end

-- Read a move directly after its number. There, "ed" is read as a capture, not as a word of a sentence.
local function play_numbered(self, stream, node)
  local from = self.from
  self.from = self.numbered_from
  local count = play_at(self, stream, node)
  self.from = from
  return count
end

-- Handle a word of prose: play and rewrite it, only rewrite it, or copy it. Returns the number of its tokens. `state`
-- describes the tokens before it. `number`: the move number directly before it, {value, is_black}. `hint`: the same for
-- digits without a dot, which may not be a move number. `is_chained`: the token before it was a played move. `is_pair`:
-- that token was White's move after a number.
local function take_word(self, stream, state)
  local token = stream:peek(0)
  local word = self.text:sub(token.first, token.last)
  if not is_move_like(self, word, state) or is_sign(self, token) then
    state.number, state.is_chained = nil, false
    return 1
  end
  local node, why, code, count = nil, nil, "bad_move", nil
  if state.number or state.hint then
    node, why = numbered_node(self, state.number or state.hint)
  elseif state.is_chained then
    node = self.node
  end
  if node then
    count, why, code = play_at(self, stream, node)
  end
  if node and not count and code == "bad_move" and state.number and self.numbered_from then
    count = play_numbered(self, stream, node)
  end
  if count then
    local number = state.number or state.hint
    state.is_pair = number ~= nil and not number.is_black
    state.number, state.is_chained, self.is_lost = nil, true, false
    return count
  end
  local is_square = word:find("^[a-h][1-8]$")
  local had_number = state.number ~= nil or self.from.has_hooks and state.hint ~= nil
  self.is_lost = self.is_lost or had_number
  state.number, state.is_chained = nil, false
  -- In dialects with hooks, names of squares depend on the side to move. After an illegal move, the side is unknown.
  local is_said = not had_number and not is_square and not (self.from.has_hooks and self.is_lost)
  count = is_said and mention(self, stream)
  local is_told = not is_common(self, word) and is_told_of(self, word)
  if not count and had_number then
    leave(self, token, why or ("%s is not legal here"):format(word), code)
    self.score = self.score - 1
  elseif not count and not is_square and is_told then
    leave(self, token, ("%s is not legal here"):format(word), "illegal_move", self.named)
  end
  return count or 1
end

-- Return whether only blanks and annotation signs are between two tokens. Between the two moves of a number, a comma is
-- allowed, as in old books: "1 P-K4, P-K4; 2 Kt-KB3". In such a notation, a square alone is never a move.
local function is_adjacent(self, from, to, is_pair)
  local between = to - from <= 16 and self.text:sub(from, to)
  return between and (not between:find("[.,:]") or is_pair and self.from.has_hooks and between:find("^,%s+$") ~= nil)
end

function walk_prose(self, stream)
  local state = { is_chained = self.is_comment == true }
  local stack, last = self.stack, nil
  while true do
    local token = stream:peek(0)
    if not token then
      return
    end
    local kind, count, hint = token.kind, 1, nil
    if last and not is_adjacent(self, last + 1, token.first - 1, state.is_pair) then
      state.is_chained = false
    end
    if kind == "number" then
      local value, is_black = tokens.number(self.text:sub(token.first, token.last))
      state.number = value and { value = value, is_black = is_black }
    elseif kind == "digits" and not may_be_move(self, token) then
      local value = tokens.number(self.text:sub(token.first, token.last))
      hint, state.is_chained = value and { value = value, is_black = false }, false
    elseif kind == "dots" then
      local number = state.number or state.hint
      state.number = number and { value = number.value, is_black = true }
    elseif kind == "word" or kind == "digits" then
      state.is_pair = false
      count = take_word(self, stream, state)
    elseif kind == "open" then
      stack[#stack + 1] = { node = self.node, is_chained = state.is_chained }
      state.is_chained = false
    elseif kind == "close" and #stack > 0 then
      local saved = table.remove(stack)
      go_to(self, saved.node)
      state.is_chained = saved.is_chained
    elseif kind ~= "mark" and kind ~= "nag" and kind ~= "comment" then
      state.number, state.is_chained = nil, false
    end
    state.hint, last = hint, stream:peek(count - 1).last
    stream:skip(count)
  end
end

-- ---- a complete game -----------------------------------------------------------------------------

-- Tolerances that are not used in prose, because every word of prose could be a move: changes of letters, and `ed` as a
-- capture. If a mentioned move has a capture sign, it must capture. If it has an origin, the origin must be necessary.
-- Otherwise `C1c3` and `Cbc3` would become the same word, and a sentence about them would lose its meaning.
local NOT_IN_PROSE = { short_capture = true }
local NOT_IN_MENTIONS = { short_capture = true, capture_sign = true, superfluous_origin = true }
local IN_PROSE, IN_MENTIONS = {}, {}
for _, name in ipairs(candidates.SAFE) do
  IN_PROSE[#IN_PROSE + 1] = not NOT_IN_PROSE[name] and name or nil
  IN_MENTIONS[#IN_MENTIONS + 1] = not NOT_IN_MENTIONS[name] and name or nil
end

-- Set the dialects with which a walker reads prose.
local function for_prose(walker, dialect)
  walker.from = dialect.has_hooks and dialect or dialect:tolerating(IN_PROSE)
  walker.numbered_from = not dialect.has_hooks and dialect:tolerating(candidates.SAFE) or nil
  walker.mention_from = dialect.has_hooks and dialect or dialect:tolerating(IN_MENTIONS)
end

--- Follow and rewrite the moves in a part of a text.
---@param job table {text, first, last: bytes; start: Position; from, to: Dialects; is_prose; has_comments: whether to
-- translate moves in comments}
---@return table result {text; moves: number of moves written; repairs: number of deviations by code; left: array of
-- {offset, token, code, message}; named: the same for moves without a number; score: for prose, moves
-- played minus numbered moves that are not legal}
function M.walk(job)
  local root = new_node(job.start)
  local walker = setmetatable({
    text = job.text, from = job.from, to = job.to, out = {}, copied = job.first - 1, left = {}, named = {},
    moves = 0, score = 0, repairs = {}, node = root, root = root, stack = {},
    lines = {}, has_comments = job.has_comments,
  }, Walker)
  if job.is_prose then
    for_prose(walker, job.from)
  elseif job.has_comments then
    walker.prose = {}
    for_prose(walker.prose, job.from)
  end
  local walk = job.is_prose and walk_prose or walk_game
  walk(walker, new_stream(job.text, job.first, job.last, job.is_prose))
  walker.out[#walker.out + 1] = job.text:sub(walker.copied + 1, job.last)
  return {
    text = table.concat(walker.out), moves = walker.moves, repairs = walker.repairs, left = walker.left,
    score = walker.score, named = walker.named,
  }
end

return M
