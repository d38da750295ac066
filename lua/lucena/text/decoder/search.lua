--- Finds the cheapest explanation of the pieces of a segment: which are moves of the game, which are variations, which
-- are prose. The search is a beam over the text: for each piece it keeps at most WIDTH paths. Legality decides: a move
-- is added to a path only if it is legal there. The costs are those of lucena.text.decoder.costs.
--
-- A path has: `cost`; `cur`, the node after which the next move is played, and `main`, the end of the game's own moves;
-- `alphabet`; `is_fresh`, whether its latest piece is a number; `is_blocked`, "near" if a number of the game or the
-- word after it was skipped, "far" directly after another number that was skipped;
-- `is_ahead`, whether the next move is an alternative to a move that is printed later; `gap`, the number of words since
-- the latest move; and lists that share their ends: `stack` (open brackets), `lines` (ends of variations), `lost`
-- (pieces of moves that are skipped although their number is that of the game), `rivals` (ends of other games of a path
-- of nearly the same cost).
-- Node: {position, ply, key, prev, move, first, last, number, cost, is_misread}: a move with its place in the text, the
-- piece of its number, if it has one, and the cost of its spelling.
--
-- Two paths with the same future are one: the cheaper remains, and remembers the other as its rival.
-- Cost: linear in the pieces, for a fixed WIDTH.
-- @module lucena.text.decoder.search

local alphabets = require("lucena.text.decoder.alphabet")
local costs = require("lucena.text.decoder.costs")
local fit = require("lucena.text.decoder.fit")
local token = require("lucena.text.decoder.token")
local words = require("lucena.text.words")

local M = {}

local WIDTH = 24 -- paths
local RANGE = 9 -- of the costs of the paths that are kept
local MARGIN = 0.6 -- of the costs of two paths that are both possible
local MOST_RIVALS = 8
local MOST_JOINED = 3 -- pieces of a move

-- ---- paths ---------------------------------------------------------------------------------------

-- Return a copy of a path.
local function copy(path, cost)
  return { cost = path.cost + cost, cur = path.cur, main = path.main, alphabet = path.alphabet,
    is_fresh = path.is_fresh, is_blocked = path.is_blocked, is_ahead = path.is_ahead, gap = path.gap,
    stack = path.stack, lines = path.lines, lost = path.lost, rivals = path.rivals, is_doubled = path.is_doubled,
    result = path.result, is_over = path.is_over, number = path.number }
end

local PRIME = 0x9e3779b97f4a7c15 -- an odd number with bits in all places

-- Return a number that is equal for paths with the same future. Others share it once in about 2^64.
local function key_of(path)
  local flags = (path.is_fresh and 1 or 0) + (path.is_blocked == "near" and 2 or path.is_blocked and 32 or 0)
    + (path.is_ahead and 4 or 0) + (path.gap == 0 and 8 or 0) + (path.is_doubled and 16 or 0)
  local state = flags + 64 * (path.stack and path.stack.depth or 0)
  return ((path.cur.key * PRIME ~ path.main.key) * PRIME ~ path.alphabet.hash) * PRIME ~ state
end

-- Remember that another path with the same future has nearly the same cost.
local function add_rival(path, other)
  local count = path.rivals and path.rivals.count or 0
  if other.main ~= path.main and other.cost - path.cost <= MARGIN and count < MOST_RIVALS then
    path.rivals = { main = other.main, prev = path.rivals, count = count + 1, difference = other.cost - path.cost }
  end
end

-- Add a path to those that wait for a piece.
local function push(self, index, path)
  local waiting = self.waiting[index]
  if not waiting then
    waiting = { by_key = {} }
    self.waiting[index] = waiting
  end
  local key = key_of(path)
  local slot = waiting.by_key[key]
  local known = slot and waiting[slot]
  if not known then
    waiting[#waiting + 1] = path
    waiting.by_key[key] = #waiting
  elseif path.cost < known.cost then
    add_rival(path, known)
    waiting[slot] = path
  else
    add_rival(known, path)
  end
end

-- Continue a path that has no other continuation any more, without a copy.
local function keep(self, index, path, cost)
  path.cost = path.cost + cost
  push(self, index + 1, path)
end

local function new_node(position, ply)
  return { position = position, ply = ply, key = position.key * PRIME ~ ply }
end

local function ancestor(node, ply)
  while node.ply > ply do
    node = node.prev
  end
  return node
end

-- ---- numbers -------------------------------------------------------------------------------------

-- Continue a path at another node. An open variation ends.
local function move_to(self, index, path, cost, node, is_ahead)
  local new = copy(path, cost)
  if path.cur ~= path.main and node ~= path.cur then
    new.lines = { node = path.cur, prev = path.lines }
  end
  new.cur, new.is_ahead, new.is_fresh, new.is_blocked, new.gap = node, is_ahead or false, true, false, 0
  new.number = self.pieces[index]
  push(self, index + 1, new)
  return new
end

local function variation_cost(path, ply)
  if ply == 0 then
    return costs.variation_at_start
  end
  return path.stack and costs.variation_in_brackets or costs.variation
end

-- Return whether the word before a piece makes its move a condition: "if", "wenn", "auf 23. Lb7 folgt".
local function is_condition(self, index)
  local before = self.pieces[index - 1]
  local word = before ~= nil and before.kind == "word" and before.text:lower()
  return word and (words.is_if[word] or words.is_on[word]) or false
end

-- Return the cost of the next move of the game at a number: a result or a condition may be before it.
local function cost_of_next(self, index, path)
  return path.is_over and costs.after_result or is_condition(self, index) and costs.condition or 0
end

-- Return the cost of going on with the game at a number.
local function cost_to_go_on(self, index, path)
  if path.cur ~= path.main or path.is_ahead then
    return 0
  end
  local cost = cost_of_next(self, index, path)
  return cost == 0 and path.stack and path.cur ~= self.root and costs.in_brackets or cost
end

-- Continue a path where a move of a ply can be played: `ply` moves are before it.
local function go(self, index, path, piece, ply)
  local cur, main = path.cur, path.main
  if ply == cur.ply then
    move_to(self, index, path, cost_to_go_on(self, index, path), cur, path.is_ahead)
    if cur == main and ply > 0 and not path.is_ahead then
      local is_near = (piece.begins_line or path.gap == 0) and not is_condition(self, index)
      move_to(self, index, path, is_near and costs.ahead_of_score or costs.ahead, cur, true)
    end
  end
  if cur ~= main and ply == main.ply then
    local cost = cost_of_next(self, index, path)
    move_to(self, index, path, costs["return"] + cost, main)
    if cost > 0 then -- another line that was not played
      move_to(self, index, path, costs["return"] + costs.variation, main, true)
    end
  end
  if ply < main.ply and ply >= self.root.ply and ply ~= cur.ply then
    move_to(self, index, path, variation_cost(path, ply), ancestor(main, ply))
  end
  if cur ~= main and ply < cur.ply and ply > self.root.ply and ancestor(cur, ply) ~= ancestor(main, ply) then
    move_to(self, index, path, variation_cost(path, ply) + costs["return"], ancestor(cur, ply))
  end
end

-- Digits that scanners mistake for each other.
local LIKE = { ["0"] = "689", ["1"] = "47", ["3"] = "58", ["4"] = "1", ["5"] = "36", ["6"] = "058", ["7"] = "1",
  ["8"] = "0369", ["9"] = "08" }

local FAR = 10 -- plies that a score may lack before a number that continues it

local function is_close(ply, tip)
  return ply >= tip - 2 and ply <= tip + FAR
end

-- Skip a number. If it is near the numbers of the game, a move is lost.
local function skip_number(self, index, path, piece)
  local ply = 2 * piece.value - 2
  local is_near = is_close(ply, path.cur.ply) or is_close(ply, path.main.ply)
  local cost = is_near and costs.skip_near_number or costs.skip_number
  if piece.is_bare then
    cost = is_near and costs.skip_named or costs.skip_bare_number
  end
  local is_lost = is_near and not piece.is_bare
  path.is_fresh, path.is_blocked, path.gap = false, is_lost and "near" or "far", path.gap + 1
  path.lost = is_lost and { piece = piece, prev = path.lost } or path.lost
  keep(self, index, path, cost)
end

-- Return whether a number may be the next one of a path, with one digit misread: 88 for 38.
local function is_misread(path, piece)
  local wanted = tostring(path.cur.ply // 2 + 1)
  local text = tostring(piece.value)
  local differences = 0
  for i = 1, #wanted do
    local one, other = wanted:sub(i, i), text:sub(i, i)
    if one ~= other and not (LIKE[one] and LIKE[one]:find(other, 1, true)) then
      return false
    end
    differences = differences + (one ~= other and 1 or 0)
  end
  return #text == #wanted and differences == 1 and path.cur == path.main and not path.stack
end

local function number(self, index, path, piece)
  local ply = 2 * piece.value - 2
  if piece.is_black then
    go(self, index, path, piece, ply + 1)
  elseif piece.value > 0 then
    go(self, index, path, piece, ply)
    if path.cur.ply == ply + 1 then
      local cost = path.is_doubled and costs.repeated_again or costs.repeated_number
      move_to(self, index, path, cost, path.cur).is_doubled = true
    end
  end
  if path.cur.ply % 2 == 0 and path.cur.ply > 0 and is_misread(path, piece) then
    move_to(self, index, path, costs.misread_number, path.cur)
  end
  skip_number(self, index, path, piece)
end

-- ---- moves ---------------------------------------------------------------------------------------

-- Return the cost of a move at this point of a path, without that of its spelling.
local function context(self, path)
  if path.is_fresh then
    return 0
  elseif self.is_unnumbered then
    return (path.gap > 0 and costs.message or costs.reply) + (path.is_over and costs.after_result or 0)
  elseif path.is_blocked then
    return costs.across_word
  elseif path.cur == self.root then
    return costs.first_unnumbered
  elseif path.gap > 0 then
    return costs.unnumbered + costs.after_words
  end
  return path.cur.ply % 2 == 1 and costs.reply or costs.unnumbered
end

-- Return the node after a move. If a variation repeats the next move of the game, it becomes the game.
local function node_after(path, reading, first, last)
  local cur, main = path.cur, path.main
  if cur ~= main and cur.ply < main.ply then
    local node = ancestor(main, cur.ply + 1)
    if node.prev == cur and node.move.code == reading.move.code then
      return node
    end
  end
  local node = new_node(reading.after, cur.ply + 1)
  node.prev, node.move, node.first, node.last = cur, reading.move, first, last
  node.number, node.cost = path.is_fresh and path.number or nil, reading.cost
  node.is_misread = reading.is_misread
  return node
end

local function play(path, reading, cost, first, last)
  local new = copy(path, cost + reading.cost)
  new.cur = node_after(path, reading, first, last)
  if path.cur == path.main and not path.is_ahead then
    new.main = new.cur
  end
  if reading.spelling then
    new.alphabet = alphabets.bind(path.alphabet, reading.spelling, reading.piece)
  end
  new.is_fresh, new.is_blocked, new.is_ahead, new.gap = false, false, false, 0
  return new
end

local CAN_END, CAN_BEGIN = "[1-8l+O0]$", "^[%a\xC2-\xF4]"
local SHORTEST_GLUED, LONGEST_GLUED = 4, 14 -- bytes

-- Return the places where a word may be two moves that are glued: "Bc4Nf6".
local function cuts_of(piece)
  local cuts, text = {}, piece.text
  for cut = 2, #text <= LONGEST_GLUED and #text >= SHORTEST_GLUED and #text - 2 or 0 do
    local one, other = text:sub(1, cut), text:sub(cut + 1)
    local first = one:find(CAN_END) and other:find(CAN_BEGIN) and token.parse(one)
    local second = first and token.parse(other)
    if second then
      cuts[#cuts + 1] = { first = first, second = second, last = piece.first + cut - 1 }
    end
  end
  return cuts
end

-- Return the tokens that begin with a piece: {token, count: the pieces of the token, last}.
local function tokens_of(pieces, index)
  local move = pieces[index].move
  if move then
    return { { token = { text = "=" .. move, move = move }, count = 1, last = pieces[index].last } }
  end
  local text, list = "", {}
  for count = 1, MOST_JOINED do
    local one = pieces[index + count - 1]
    if not one or one.move or one.kind ~= "word" and not (one.is_bare and count > 1) then
      break
    end
    text = text .. one.text
    local parsed = token.parse(text)
    list[#list + 1] = parsed and { token = parsed, count = count, last = one.last }
  end
  return list
end

-- Add the paths that read a token as a move. Returns whether there is one.
local function read(self, index, path, found, first)
  local readings = fit.moves(path.cur.position, found.token, path.alphabet)
  local cost = (found.count - 1) * costs.joined + context(self, path)
  for _, reading in ipairs(readings) do
    push(self, index + found.count, play(path, reading, cost, first, found.last))
  end
  return #readings > 0
end

-- Add the paths that read a word as two moves.
local function read_glued(self, index, path, piece, cut)
  for _, reading in ipairs(fit.moves(path.cur.position, cut.first, path.alphabet)) do
    local middle = play(path, reading, costs.glued + context(self, path), piece.first, cut.last)
    for _, after in ipairs(fit.moves(middle.cur.position, cut.second, middle.alphabet)) do
      push(self, index + 1, play(middle, after, 0, cut.last + 1, piece.last))
    end
  end
end

-- Return the cost of skipping a word. `has_square`: whether it has a figure, or is castling; "he" and "de" do not.
local function skip_cost(self, path, is_shaped, has_square)
  if self.is_unnumbered and is_shaped and has_square then
    return path.gap > 0 and costs.skip_message or costs.skip_next_message
  elseif path.is_fresh then
    return is_shaped and costs.skip_move or costs.skip_after_number
  elseif is_shaped and path.gap == 0 and path.cur.ply % 2 == 1 then
    return costs.skip_reply
  end
  return is_shaped and costs.skip_named or costs.skip_word
end

local function skip_word(self, index, path, piece, is_shaped)
  local cost = skip_cost(self, path, is_shaped, piece.text:find("[1-8O0]") ~= nil)
  path.is_blocked = path.is_fresh and "near" or (path.is_blocked == "near" or is_shaped) and path.is_blocked
  -- A bare number before a word that is no move may be that of a subtitle or a page.
  local is_lost = path.is_fresh and (is_shaped or not path.number.is_bare)
    or self.is_unnumbered and is_shaped and piece.text:find("[1-8]") ~= nil
  path.lost = is_lost and { piece = piece, prev = path.lost } or path.lost
  path.gap, path.is_fresh = path.gap + 1, false
  keep(self, index, path, cost)
end

local function word(self, index, path, piece)
  local is_read = false
  for _, found in ipairs(piece.tokens) do
    is_read = read(self, index, path, found, piece.first) or is_read
  end
  for _, cut in ipairs(is_read and {} or piece.cuts) do
    read_glued(self, index, path, piece, cut)
  end
  skip_word(self, index, path, piece, piece.is_shaped)
end

-- ---- brackets and results ------------------------------------------------------------------------

local function open(self, index, path)
  path.stack = { cur = path.cur, is_ahead = path.is_ahead, depth = (path.stack and path.stack.depth or 0) + 1,
    prev = path.stack }
  keep(self, index, path, 0)
end

-- Return to the node before the bracket. If the moves in it are those of the game, the game goes on.
local function close(self, index, path)
  local saved = path.stack
  if saved then
    path.stack = saved.prev
    if path.cur ~= path.main and path.cur ~= saved.cur then
      path.lines = { node = path.cur, prev = path.lines }
      path.cur, path.is_ahead = saved.cur, saved.is_ahead
    end
    path.is_fresh, path.is_blocked, path.gap = false, false, 0
  end
  keep(self, index, path, 0)
end

-- The result of a game that a note quotes ends the note. A resignation in words has no value.
local function result(self, index, path, piece)
  if path.cur ~= path.main then
    path.lines, path.cur = { node = path.cur, prev = path.lines }, path.main
  elseif path.main ~= self.root then
    path.result, path.is_over = path.result or piece.value, true
  end
  path.is_fresh, path.is_ahead, path.gap = false, false, path.gap + 1
  keep(self, index, path, 0)
end

-- ---- the answer ----------------------------------------------------------------------------------

-- Return the ply up to which two games agree, if neither is the beginning of the other; nil if one is.
local function parting(one, other)
  local shorter = math.min(one.ply, other.ply)
  one, other = ancestor(one, shorter), ancestor(other, shorter)
  while one ~= other and one.prev and (one.position.key ~= other.position.key or one.move.code ~= other.move.code) do
    one, other = one.prev, other.prev
  end
  -- The moves before may differ, too, if they lead to the same position.
  local ply = one.ply
  while one ~= other and one.prev do
    if one.move.code ~= other.move.code then
      ply = one.ply - 1
    end
    one, other = one.prev, other.prev
  end
  return ply < shorter and ply or nil
end

-- Return the lowest ply up to which a path agrees with all paths of nearly the same cost, and the end of the game of
-- the path that differs first.
local function agreed(best, list)
  local ply, rival = best.main.ply, nil
  local function compare(main)
    local found = parting(best.main, main)
    if found and found < ply then
      ply, rival = found, main
    end
  end
  for _, path in ipairs(list) do
    if path ~= best and path.cost - best.cost <= MARGIN then
      compare(path.main)
    end
  end
  local other = best.rivals
  while other do
    compare(other.main)
    other = other.prev
  end
  return ply, rival
end

local function by_cost(a, b)
  return a.cost < b.cost
end

-- Return the values of a list that shares its end, the first one first.
local function values_of(list, name)
  local values, count = {}, 0
  while list do
    count = count + 1
    values[count], list = list[name], list.prev
  end
  for i = 1, count // 2 do
    values[i], values[count + 1 - i] = values[count + 1 - i], values[i]
  end
  return values
end

-- Return the other games of the last paths and of their rivals: {tip, ply: the last one that is equal, difference}.
local function others_of(best, list)
  local others = {}
  local function add(main, difference)
    local ply = parting(best.main, main)
    others[#others + 1] = ply and { tip = main, ply = ply, difference = difference } or nil
  end
  for _, path in ipairs(list) do
    add(path.main, path.cost - best.cost)
  end
  local rival = best.rivals
  while rival do
    add(rival.main, rival.difference)
    rival = rival.prev
  end
  return others
end

-- Return the answer that the paths after the last piece give.
local function answer_of(list)
  for _, path in ipairs(list) do
    path.cost = path.cost + (path.cur ~= path.main and costs.open_at_end or 0)
  end
  table.sort(list, by_cost)
  local best = list[1]
  local ply, rival = agreed(best, list)
  local lines = best.cur ~= best.main and { node = best.cur, prev = best.lines } or best.lines
  return { cost = best.cost, tip = best.main, agreed = ply, rival = rival, others = others_of(best, list),
    lines = values_of(lines, "node"),
    lost = values_of(best.lost, "piece"), alphabet = best.alphabet, result = best.result }
end

local STEPS = { number = number, word = word, open = open, close = close, result = result }

-- Continue the paths that wait for a piece.
local function step(self, index, piece)
  local list = self.waiting[index] or {}
  table.sort(list, by_cost)
  if piece.kind == "word" then
    piece.tokens, piece.cuts = tokens_of(self.pieces, index), cuts_of(piece)
    piece.is_shaped = piece.move ~= nil or token.parse(piece.text) ~= nil
  end
  local highest = #list > 0 and list[1].cost + RANGE
  for i = 1, math.min(#list, WIDTH) do
    if list[i].cost > highest then
      break
    end
    STEPS[piece.kind](self, index, list[i], piece)
  end
  self.waiting[index] = nil
end

--- Find the cheapest path through the pieces of a segment.
---@param pieces table[] of lucena.text.decoder.pieces
---@param alphabet table of lucena.text.decoder.alphabet
---@param start lucena.Position
---@param is_unnumbered? boolean whether the moves of the game have no numbers
---@return table answer {cost, tip: the last node of the game, agreed: the ply up to which no path of nearly the same
-- cost differs, rival: the last node of the game of such a path, others: the other games of the last paths,
-- lines: the last nodes of the variations, lost: the pieces of skipped moves of the game, alphabet, result}
function M.best(pieces, alphabet, start, is_unnumbered)
  local root = new_node(start, 0)
  local self = { pieces = pieces, root = root, waiting = {}, is_unnumbered = is_unnumbered }
  push(self, 1, { cost = 0, cur = root, main = root, alphabet = alphabet, gap = 0 })
  for index, piece in ipairs(pieces) do
    step(self, index, piece)
  end
  return answer_of(self.waiting[#pieces + 1])
end

return M
