--- Turns the answers of the decoder into games and mentions, as the reader of lucena.text.place makes them: games with
-- `records` of their moves, and mentions (printed moves) with their states.
--
-- A move that the decoder skipped, although its number is that of the game, is `unread`. If a move is not certain, the
-- game ends before it: the move is `ambiguous`, and those after it are `unread`. A move whose spelling is unusual is
-- `is_repaired`, so that its meaning is reported. Other words with the shape of a move are only named.
-- Cost: linear in the pieces of the text.
-- @module lucena.text.decoded

local costs = require("lucena.text.decoder.costs")
local decoder = require("lucena.text.decoder")
local token = require("lucena.text.decoder.token")

local M = {}

local EVIDENCE = 4 -- moves after a misprint, without which its correction is not certain
local RUN = { depth = 0 } -- a decoded move is not part of a run
local LEAST_REPAIR = costs.other_case -- the cost of a spelling whose meaning is reported

local function mention_of(node, folded)
  local _, last = folded:find("^\1*", node.last + 1) -- the bytes that pad a move belong to it
  return { kind = "move", first = node.first, last = last, number = node.number, run = RUN,
    is_repaired = node.cost >= LEAST_REPAIR, marks = folded:sub(node.first, node.last):match("([!?]+)[.,;]*$") }
end

-- Add the record of a move. A move that is printed twice after the same move has one record.
local function add_record(self, node, is_main)
  local parent = self.records[node.prev]
  local children = self.children[parent or self]
  if not children then
    children = {}
    self.children[parent or self] = children
  end
  local mention = mention_of(node, self.folded)
  mention.is_corrected = node.is_misread
  self.mentions[#self.mentions + 1], self.covered[node.first] = mention, true
  local record = children[node.move.code]
  if record then
    mention.same, record.mentions[#record.mentions + 1] = record.mentions[1], mention
  else
    mention.is_main = is_main
    record = { move = node.move, mentions = { mention }, parent = parent }
    self.list[#self.list + 1], children[node.move.code] = record, record
  end
  self.records[node] = record
  return mention
end

-- Add the moves of a variation. They are skipped if it begins after the certain moves.
local function add_line(self, tip)
  local nodes, node = {}, tip
  while node.prev and not self.records[node] do
    nodes[#nodes + 1], node = node, node.prev
  end
  for i = #nodes, 1, -1 do
    if self.uncertain[nodes[i]] then
      return
    end
  end
  for i = #nodes, 1, -1 do
    if nodes[i].is_misread and not self.corrects then
      return
    end
    add_record(self, nodes[i], false)
  end
end

local function san_at(node, ply)
  while node.ply > ply do
    node = node.prev
  end
  return node.prev.position:san(node.move) -- results: it is legal
end

-- Add the mentions of the moves of the game that are not certain.
local function add_uncertain(self, answer)
  local node, ply = answer.tip, answer.agreed + 1
  while node.ply >= ply do
    local mention = mention_of(node, self.folded)
    if node.ply == ply and self.misread == node then
      mention.state, mention.reason = "unread", "illegal"
      mention.correction = not self.corrects and san_at(node, ply) or nil
    elseif node.ply == ply then
      mention.state, mention.alternatives = "ambiguous", san_at(node, ply) .. ", " .. san_at(answer.rival, ply)
    else
      mention.state, mention.reason = "unread", "no_position"
    end
    self.uncertain[node], self.covered[node.first] = true, true
    self.mentions[#self.mentions + 1], node = mention, node.prev
  end
end

-- Add the mentions of words that were skipped.
local function add_skipped(self, answer)
  for _, piece in ipairs(answer.lost) do
    self.covered[piece.first] = true
    self.mentions[#self.mentions + 1] = { kind = "move", first = piece.first, last = piece.last, run = RUN,
      state = "unread", reason = "skipped" }
  end
  for _, piece in ipairs(answer.pieces) do
    if piece.kind == "word" and not self.covered[piece.first] and token.parse(piece.text) then
      self.mentions[#self.mentions + 1] = { kind = "move", first = piece.first, last = piece.last, run = RUN }
    end
  end
end

-- End a game before its first misprint. If misprints are corrected, those remain that EVIDENCE moves follow.
-- Returns the node of the misprint, or nil.
local function end_at_misprint(answer, corrects)
  local node, first, last = answer.tip, nil, answer.agreed - (corrects and EVIDENCE or 0)
  while node.prev do
    if node.is_misread and node.ply <= answer.agreed and not (corrects and node.ply <= last) then
      first = node
    end
    node = node.prev
  end
  answer.agreed = first and first.ply - 1 or answer.agreed
  return first
end

-- Return the root of a game, with the chain of its moves as `best`.
local function root_of(mainline, start)
  local root = { states = { { position = start } }, children = {} }
  local node = root
  for _, mention in ipairs(mainline) do
    node.best = { mention = mention }
    node = node.best
  end
  root.children[1] = root.best
  return root
end

-- Return the game of an answer, and its mentions in the order of the text. Besides the fields of a game of
-- lucena.text.place it has the number of moves that were skipped, and `reach`, that of its moves with those that are
-- not certain.
local function game_of(answer, folded, start, corrects)
  local self = { folded = folded, records = {}, children = {}, list = {}, mentions = {}, covered = {}, uncertain = {},
    corrects = corrects, misread = end_at_misprint(answer, corrects) }
  local mainline, last = {}, answer.pieces[1].last
  for i, node in ipairs(decoder.mainline(answer)) do
    mainline[i] = add_record(self, node, true)
  end
  add_uncertain(self, answer)
  for _, tip in ipairs(answer.lines) do
    add_line(self, tip)
  end
  for _, mention in ipairs(self.mentions) do
    last = math.max(last, mention.last)
  end
  add_skipped(self, answer)
  table.sort(self.mentions, function(a, b) return a.first < b.first end)
  local start_of = mainline[1] and (mainline[1].number or mainline[1]) or answer.pieces[1]
  return { first = start_of.first, last = last, tags = {}, result = answer.result, records = self.list,
    root = root_of(mainline, start), runs = {}, skipped = #answer.lost, reach = answer.tip.ply }, self.mentions
end

--- Read the games of a text with the decoder.
---@param folded string of lucena.text.fold
---@param start lucena.Position where games begin
---@param corrects boolean whether misprints are corrected; otherwise a game ends before a misprint
---@param forced table<integer, table> of lucena.text.corrections
---@param on_game function(game, mentions, to): called for each game in the order of the text, with its mentions and the
-- last byte before the next game
---@return string? language of the last game, if its letters are known
function M.each(folded, start, corrects, forced, on_game)
  local answers, name = decoder.games(folded, start, forced), nil
  for i, answer in ipairs(answers) do
    local following = answers[i + 1]
    local game, mentions = game_of(answer, folded, start, corrects)
    on_game(game, mentions, following and following.pieces[1].first - 1 or #folded)
    name = answer.alphabet.name
  end
  return name
end

return M
