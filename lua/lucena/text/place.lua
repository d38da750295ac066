--- Attaches runs of moves to games. A run is a list of moves without prose between them (runs.lua); a row is a line of
-- the text that holds only moves. To *place* a run is to find the node of the game after which its moves are played.
-- If the run has a move number, the number gives the ply. Otherwise the run continues the latest move, or replaces it.
-- If there are several nodes of that ply, the choice depends on the text:
-- - A run in a row: the node after which most of its moves are legal; between equals, the node on the score (the moves
--   of the game itself).
-- - A run in a sentence: the node after which most of its moves are legal; between equals, the node after which most
--   moves of later runs are legal, then the latest node in the text.
--
-- Game: {root, at = {[ply] = nodes in the order of the text}, tip: the end of the score, focus: the node of the latest
-- move, first, last, tags, result}. A mention (a printed move) gets a `state`: nil (not placed), "placed", or "unread"
-- with a `reason`. A mention that repeats a move of its game makes no new node; its `repeats` is the earlier mention.
-- tree.lua has the nodes, candidates.lua lists those after which a run may be played, ahead.lua chooses between them,
-- and set_up.lua finds the boards from which moves are played.
-- Cost: linear in the items. A game holds at most MOST_MENTIONS mentions.
-- @module lucena.text.place

local ahead = require("lucena.text.ahead")
local candidates = require("lucena.text.candidates")
local core = require("lucena.core")
local line = require("lucena.text.line")
local misprints = require("lucena.text.misprints")
local set_up = require("lucena.text.set_up")
local tree = require("lucena.text.tree")

local M = {}

local Placer = {}
Placer.__index = Placer

M.MOST_MENTIONS = 20000 -- of one game; no annotated game has as many

-- ---- games ---------------------------------------------------------------------------------------

local FEWEST_OF_GAME = 8 -- moves of a score with an illegal move

-- Return whether a game is a fragment: its moves become illegal after fewer than tree.SHORTEST plies. Such moves belong
-- to a position that the book shows in a picture, which is not in the text. A longer score whose first two moves are
-- legal is a game with a misprint.
local function is_fragment(game)
  local is_short = not game.is_setup and game.has_errors and game.tip.ply < tree.SHORTEST
  local run = game.runs[1]
  return is_short and not (game.tip.ply >= 2 and run and run.is_row and #run.moves >= FEWEST_OF_GAME)
end

local MOST_NAMED = 2 -- plies

-- Return whether a game is only the name of an opening, which a sentence of a text with other games gives: "twice
-- answering 1. e4 with 1... c5".
local function is_named(game)
  local run = game.runs[1]
  return run ~= nil and game.tip.ply <= MOST_NAMED and not (game.is_setup or game.is_odds or game.result)
    and not (run.is_row or run.has_heading or run.begins_paragraph or run.begins_sentence)
end

-- Report the latest game. `to`: the last byte before the next game. `is_last`: whether no game follows.
local function finish(self, to, is_last)
  local game = self.latest
  if game and (is_fragment(game) or (self.has_games or not is_last) and is_named(game)) then
    for _, run in ipairs(game.runs) do
      for _, mention in ipairs(run.moves) do
        mention.state = nil
      end
    end
    game = nil
  end
  self.latest, self.game, self.has_games = nil, nil, self.has_games or game ~= nil
  self.finish(game, to)
end

-- Begin a game at a root. `board`: the board that the text shows for it, or nil.
local function game_at(self, first, root, is_setup, board)
  finish(self, first - 1)
  root.jump = root
  local game = { root = root, at = { [root.ply] = { root } }, tip = root, focus = root, first = first,
    tags = self.tags or {}, is_setup = is_setup, board = board, count = 0, runs = {} }
  self.tags = nil
  self.game, self.latest, self.tentative = game, game, nil
  return game
end

-- Return the root of a game at the start position, for a game whose first move has a ply: 1, or that of the FEN.
local function start_root(self, ply)
  return line.root(self.start, ply == self.start_ply + 1 and self.start_ply or 0)
end

local function new_game(self, first, position, ply)
  return game_at(self, first, line.root(position, ply), true)
end

-- If the tags before a place in the text have a FEN, begin a game from it.
local function begin_from_tags(self, first)
  local position = self.tags and self.tags.FEN and core.position(self.tags.FEN)
  if position then
    new_game(self, first, position, tree.ply_before(position))
  end
end

-- ---- runs ----------------------------------------------------------------------------------------

local LARGEST_GAP = 60 -- bytes
local MOST_MISSING = 3 -- plies

-- Return whether moves follow the latest move of the game in the text, but between them a number or a token is
-- printed that was not read as a move: "5. O-O Be7 6. R?? b5 7. Bb3". `from`: the first move of the run with a number,
-- which has the given ply.
local function has_gap(self, game, run, from, ply)
  local before = game.tip.mention
  for i = 1, from - 1 do
    if run.moves[i].number then
      return false
    end
  end
  local missing = ply - game.tip.ply - from
  local is_near = missing >= 1 and missing <= MOST_MISSING
  if not before or run.depth > 0 or #run.moves == 1 or not is_near or game.result or game.is_stale then
    return false
  end
  local gap = run.first - before.last <= LARGEST_GAP and self.folded and self.folded:sub(before.last + 1, run.first - 1)
  if not gap or gap:find("\n[ \t]*\r?\n") then
    return false
  end
  local number = gap:match("^%s*(%d+)%s?%.")
  return number ~= nil and tonumber(number) == game.tip.ply // 2 + 1
    or missing == 1 and game.tip.ply % 2 == 1 and gap:find("^[ \t]*%S+%s*$") ~= nil and gap:find("[%u%d]") ~= nil
end

local function mark_unread(moves, from, reason)
  for i = from, #moves do
    moves[i].state, moves[i].reason = "unread", i == from and reason or "no_position"
  end
end

-- Correct the next move of the score if it is a misprint with one correction. Without the option, the correction is
-- only recorded for the message. Returns whether the move was corrected.
local function correct(self, game, moves, from)
  local mention = moves[from]
  if mention.correction or game.is_setup and game.tip == game.root or game.has_errors then
    return false
  end
  local made, text = misprints.find(self, game.tip, moves, from)
  if not made then
    return false
  end
  mention.correction = text
  if self.corrects then
    mention.shape, mention.token, mention.is_corrected = made.shape, made.token, true
  end
  return self.corrects
end

-- Handle moves with a move number that are not legal after any node. `has_place`: whether the position before them is
-- known. Report an error for a score that continues the game directly, and for a sentence about a known position. Other
-- moves belong to a position that the text shows in a picture, or to another game.
local function fail(self, game, run, from, has_place)
  local moves = run.moves
  local ply, is_score = tree.ply_of(moves[from].number), run.is_row and run.depth == 0
  self.tentative = nil
  if not has_place and run.depth == 0 and (game.has_gap or has_gap(self, game, run, from, ply)) then
    mark_unread(moves, game.has_gap and from or 1, game.has_gap and "no_position" or "gap")
    game.has_gap = true
    return
  end
  if not is_score then
    local is_error = has_place and ply > 2 and not game.is_stale
    moves[from].state, moves[from].reason = is_error and "unread" or nil, "illegal"
    return
  end
  local is_next = ply == game.tip.ply + 1 and not game.is_stale
  if is_next or game.has_errors then
    game.has_errors = true
    mark_unread(moves, from, has_place and "illegal" or "no_position")
  else
    self.game = nil
  end
end

-- Return the new nodes of a run that has the next moves of the game at the beginning of a paragraph, at the beginning
-- of a line after a sentence, or after a bracket; nil for other runs.
local function next_of_game(self, game, run, from)
  local is_free = run.begins_paragraph or run.begins_line and run.begins_sentence or run.joint == "resumed"
  local continues = from == 1 and run.depth == 0 and is_free
    and game.tip.parent and tree.ply_of(run.number) == game.tip.ply + 1
  local nodes = continues and ahead.try(self, game.tip, run.moves) or {}
  return #nodes == #run.moves and nodes or nil
end

-- Return whether the way from the end of the score to a node has a numbered move in brackets. It is an alternative to a
-- move of the score that could not be read: "32. Cxg6 fxgb (32... a6) 33. Cxg7".
local function is_alternative(game, node)
  while node and node ~= game.tip do
    local mention = node.mention
    if not mention or mention.run.depth > 0 and mention.number then
      return mention ~= nil and tree.is_ancestor(game.tip, node)
    end
    node = node.parent
  end
  return false
end

-- Place the moves `from` and later of a run until a move does not continue the one before it. `moves[from]` has a
-- number. Returns the index of the next move to place, or nil if none is left.
local function place_numbered(self, game, run, from)
  local moves = run.moves
  local ply = tree.ply_of(moves[from].number)
  local is_score = run.is_row and run.depth == 0
  local list = candidates.numbered(self, game, run, from)
  local continues = next_of_game(self, game, run, from)
  local nodes = continues or (is_score and ahead.best_of or ahead.best_ahead)(self, list, moves, from)
  local is_near = math.abs(game.tip.ply + 1 - ply) <= 2
  if not nodes and is_score and not game.has_errors and game.tip.ply >= tree.SHORTEST and is_near
    and not has_gap(self, game, run, from, ply) then
    nodes = ahead.best_of(self, { game.tip }, moves, from) -- assume that the number is misprinted
    for _, node in ipairs(nodes or {}) do
      node.mention.is_renumbered = true
    end
  end
  if not nodes and game.focus.ply == ply and not is_score then
    nodes = ahead.best_of(self, { game.focus }, moves, from) -- Black's move after White's, without full stops
  end
  if not nodes then
    if is_score and ply == game.tip.ply + 1 and correct(self, game, moves, from) then
      return from
    end
    return fail(self, game, run, from, #list > 0)
  end
  local parent = nodes[1].parent
  if run.depth == 0 and not continues and is_alternative(game, parent) then
    game.has_gap = true
    return mark_unread(moves, from, "gap")
  end
  if parent.mention and not parent.mention.state then
    nodes[1].parent = tree.add_node(game, parent)
  end
  local tip = tree.commit(game, nodes)
  self.tentative, game.is_stale = nil, false
  if is_score and tip.ply > game.tip.ply or run.depth == 0 and tree.is_ancestor(game.tip, tip)
    and (continues or is_score or not game.has_rows) then
    game.tip = tip
  end
  game.has_rows = game.has_rows or is_score
  game.row = is_score and tip or game.row
  return from + #nodes <= #moves and from + #nodes or nil
end

-- Place the moves `from` and later of a run.
local function place_from(self, game, run, from)
  while from do
    if run.moves[from].number then
      from = place_numbered(self, game, run, from)
    else
      local follows = run.depth == 0 and from > 1 and game.tip.mention == run.moves[from - 1]
      local continues = follows and not run.moves[from].separator
      if not run.is_row and not continues then
        -- "1 P - K 3, K - K 4; 2 K - Q 3": the position is that of a picture, so the first move is of no game either.
        game.has_errors = game.has_errors or follows and game.tip.ply == game.root.ply + 1
        return
      elseif not correct(self, game, run.moves, from) then
        game.has_errors, game.has_gap = game.has_errors or run.is_row, not run.is_row
        return mark_unread(run.moves, from, "illegal")
      end
      local nodes = ahead.try(self, game.tip, run.moves, from)
      game.tip = tree.commit(game, nodes)
      from = from + #nodes <= #run.moves and from + #nodes or nil
    end
  end
end

-- Return whether a list of moves is a line of play. A single move often is not: the sentence only names it.
local function is_definite(run)
  return #run.moves > 1 or run.joint ~= nil
end

-- Return whether the words between a run and the previous item are true in the game: the side they name is to move, or
-- the move before "or" is placed.
local function has_joint(game, run)
  if run.joint == "or" then
    local before = game.runs[#game.runs - 1]
    return before ~= nil and game.focus.parent ~= nil and game.focus.mention == before.moves[#before.moves]
  end
  return run.side == nil or run.side == (game.focus.ply % 2 == 0 and "white" or "black")
end

-- Place a list of moves without a number.
local function place_list(self, game, run)
  local moves = run.moves
  run.joint = run.joint and has_joint(game, run) and run.joint or nil
  if run.is_plan then
    return
  elseif is_definite(run) then
    for _, node in ipairs(candidates.unnumbered(self, game, run)) do
      local nodes = ahead.try(self, node, moves)
      if #nodes == #moves then
        if node.mention and not node.mention.state then
          nodes[1].parent = tree.add_node(game, node)
        end
        tree.commit(game, nodes)
        self.tentative = nil
        return
      end
    end
  end
  if #moves == 1 then
    self.tentative = candidates.tentative(self, game, moves[1])
    return
  end
  -- "with B-h6, (8) R-d2": the move before the number is only named.
  for i = 2, #moves do
    if moves[i].number then
      return place_from(self, game, run, i)
    end
  end
end

local MOST_QUOTED = 40 -- plies of a game that posts quote from its first move on

local function are_same(one, other)
  return one.token and other.token and one.token.text == other.token.text or one.shape and one.shape == other.shape
end

-- Return whether a run repeats a whole game so far, with at most one move more: a post that quotes it before its move.
local function quotes(game, run)
  local node, count = game.tip, #run.moves
  if node.ply == 0 or node.ply > MOST_QUOTED or count < node.ply or count > node.ply + 1 or game.result
    or game.is_stale or run.has_heading then
    return false
  end
  while node.mention and are_same(node.mention, run.moves[node.ply]) do
    node = node.parent
  end
  return node.ply == 0
end

local function begins_game(self, run)
  local game = self.game
  local ply = run.number and tree.ply_of(run.number)
  if not ply or ply ~= 1 and ply ~= self.start_ply + 1 then
    return false
  elseif not game then
    return true
  elseif run.depth > 0 or (game.is_setup or game.is_odds) and game.focus == game.root or quotes(game, run) then
    return false
  end
  local is_own = run.is_row or game.result ~= nil or run.begins_paragraph or run.has_heading or game.is_stale
    or is_fragment(game) or not game.tip.parent
  return is_own or not game.has_rows and #run.moves > 1
end

-- If a board that the text shows fits a run better than the game, begin a game from the board. `starts`: the run begins
-- a game.
local function begin_from_board(self, run, starts)
  local found = set_up.find(self, run, starts, function()
    if starts then
      return { start_root(self, tree.ply_of(run.number)) }
    elseif not self.game then
      return {}
    end
    return run.number and candidates.numbered(self, self.game, run, 1) or candidates.unnumbered(self, self.game, run)
  end)
  if found then
    game_at(self, run.first, found.root, true, found.board)
  end
  return found ~= nil
end

local function place_run(self, run)
  if self.tentative and run.is_new_sentence and (not run.number or run.begins_paragraph and not run.is_row) then
    self.tentative = nil
  end
  local starts = begins_game(self, run)
  local board_game = starts and self.game and self.game.is_setup and self.game
  if board_game then
    local here = set_up.weigh(self, candidates.numbered(self, board_game, run, 1), run)
    starts = here < set_up.weigh(self, { start_root(self, tree.ply_of(run.number)) }, run)
  end
  if not begin_from_board(self, run, starts) and starts then
    game_at(self, run.first, start_root(self, tree.ply_of(run.number)), false)
  end
  local game = self.game
  if not game then
    return
  end
  game.runs[#game.runs + 1], game.last = run, run.last
  if run.number then
    place_from(self, game, run, 1)
  elseif run.is_row and run.depth == 0 and run.joint ~= "or" then
    local nodes = ahead.try(self, game.tip, run.moves)
    game.tip = tree.commit(game, nodes) or game.tip
    place_from(self, game, run, #nodes < #run.moves and #nodes + 1 or nil)
  else
    place_list(self, game, run)
  end
end

-- ---- brackets and results ------------------------------------------------------------------------

local function open(self, event)
  local game = self.game
  table.insert(self.stack, { game = game, focus = game and game.focus, tentative = self.tentative, event = event })
  self.tentative = nil
end

local function close(self)
  local saved = table.remove(self.stack)
  if saved and saved.game == self.game and saved.focus then
    self.game.focus, self.tentative = saved.focus, saved.tentative
  end
end

-- Whether the last printed move of a game could not be read. Then the side that moves next is not known.
local function ends_unread(game)
  local run = game.runs[#game.runs]
  local last = run and run.moves[#run.moves]
  return last ~= nil and last.state == "unread"
end

local function result(self, event)
  local game = self.game
  if not game or game.result then
    return
  end
  local value = event.value
  if value == "resigns" then
    local number = event.number
    if not number and ends_unread(game) then
      return
    end
    local loser_ply = number and tree.ply_of(number) or game.tip.ply + 1
    value = loser_ply % 2 == 1 and "0-1" or "1-0"
  end
  if game.tip.parent or game.focus.parent then
    game.result, game.result_event = value, event
    game.last = event.last
  end
end

-- ---- the text ------------------------------------------------------------------------------------

local function place(self, item)
  local kind = item.kind
  if kind ~= "tag" then
    begin_from_tags(self, item.first or self.tags_at)
  end
  if kind == "run" then
    place_run(self, item)
  elseif kind == "open" then
    open(self, item)
  elseif kind == "close" then
    close(self)
  elseif kind == "result" and #self.stack == 0 then
    result(self, item)
  elseif item.is_odds then
    game_at(self, item.first, line.root(item.position, item.ply), false).is_odds = true
  elseif kind == "position" then
    new_game(self, item.first, item.position, item.ply)
  elseif kind == "diagram" then
    set_up.see(self, item)
  elseif kind == "title" and self.game then
    self.game.is_stale = true
  elseif kind == "tag" then
    self.tags = self.tags or {}
    self.tags[item.name] = self.tags[item.name] or item.value
    self.tags_at = item.first
    self.game, self.stack, self.tentative = nil, {}, nil
  end
end

--- Make a placer, which attaches items to games.
---@param matcher table
---@param start lucena.Position where games begin
---@param on_finish function(game, to): called for each complete game in the order of the text; `game` is nil for moves
-- that belong to none, `to` the last byte before the next game
---@param source? {reader, folded, dialect, corrects} to look for misprints: the reader of moves, the text, its dialect,
-- and whether misprints are corrected
---@return table placer
function M.new(matcher, start, on_finish, source)
  source = source or {}
  return setmetatable({ matcher = matcher, start = start, start_ply = tree.ply_before(start), stack = {},
    items = {}, boards = {}, numbered = {}, finish = on_finish, reader = source.reader, folded = source.folded,
    dialect = source.dialect,
    corrects = source.corrects or false }, Placer)
end

--- Place items. The last LOOKAHEAD items wait for the next call, because the items after them may decide between nodes.
---@param items table[] of lucena.text.runs
---@param last integer the last byte of the text that the items cover
---@param is_last boolean whether no items follow
function Placer:feed(items, last, is_last)
  local list = table.move(items, 1, #items, #self.items + 1, self.items)
  local count = is_last and #list or #list - ahead.LOOKAHEAD
  for i = 1, count do
    local item = list[i]
    self.index = i
    place(self, item)
    local game = item.kind == "run" and self.latest
    if game then
      game.count = game.count + #item.moves
    end
    if item.kind == "run" and (not game or game.count > M.MOST_MENTIONS) then
      finish(self, item.last, true)
    end
  end
  self.items = count > 0 and table.move(list, count + 1, #list, 1, {}) or list
  if is_last then
    begin_from_tags(self, self.tags_at)
    finish(self, last, true)
  end
end

return M
