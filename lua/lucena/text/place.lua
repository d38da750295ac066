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
-- Cost: linear in the items. A game holds at most MOST_MENTIONS mentions.
-- @module lucena.text.place

local diagrams = require("lucena.text.diagrams")
local line = require("lucena.text.line")

local M = {}

local Placer = {}
Placer.__index = Placer

local MOST_PLACES = 8 -- nodes that are tried for one run
local MOST_NODES = 64 -- nodes of one ply to which a later number can refer; ancestors of the latest moves always count
local LATEST_PLY = 2000
M.MOST_MENTIONS = 20000 -- of one game; no annotated game has as many
local SHORTEST = 5 -- plies: a score of this length is certainly a game

-- ---- games ---------------------------------------------------------------------------------------

local function ply_of(number)
  return number.value * 2 - (number.is_black and 0 or 1)
end

-- Return the ancestor of a node at a ply, or nil. `jump` of a node is a distant ancestor, so that the cost is
-- logarithmic. The root's `jump` is the root itself. Move number 0 in a text asks for an ancestor of the root: nil.
local function ancestor(node, ply)
  while node and node.ply > ply do
    node = node.jump ~= node and node.jump.ply >= ply and node.jump or node.parent
  end
  return node
end

-- Add a node to the list of its ply. A full list drops its older half.
local function list_node(game, node)
  local list = game.at[node.ply] or {}
  if #list == MOST_NODES then
    list = table.move(list, MOST_NODES // 2 + 1, MOST_NODES, 1, {})
  end
  list[#list + 1] = node
  game.at[node.ply] = list
end

-- Add a node to a game. If its parent already has a child with the same move, use that child: sentences often repeat
-- moves. Returns the node.
local function add_node(game, node)
  local parent, mention = node.parent, node.mention
  local key = mention.shape and mention.shape.key or mention.token.text
  parent.known = parent.known or {}
  local known = parent.known[key]
  mention.state = "placed"
  if known and (known.mention.run.is_row or not mention.run.is_row) then
    mention.repeats, node = known.mention, known
  else
    parent.known[key] = node
    node.jump = parent.ply - parent.jump.ply == parent.jump.ply - parent.jump.jump.ply and parent.jump.jump or parent
    table.insert(parent.children, node)
  end
  list_node(game, node)
  game.focus = node
  return node
end

-- Return whether a game is a fragment: its moves become illegal after fewer than SHORTEST plies. Such moves belong to
-- the position of a picture in the book, which is not known.
local function is_fragment(game)
  return not game.is_setup and game.has_errors and game.tip.ply < SHORTEST
end

-- Report the latest game. `to`: the last byte before the next game.
local function finish(self, to)
  local game = self.latest
  if game and is_fragment(game) then
    for _, run in ipairs(game.runs) do
      for _, mention in ipairs(run.moves) do
        mention.state = nil
      end
    end
    game = nil
  end
  self.latest, self.game = nil, nil
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

-- ---- trying --------------------------------------------------------------------------------------

-- Read the moves of a run after a node until a move is illegal or has the wrong number. Returns the new nodes.
local function try(self, node, moves, first)
  local nodes = {}
  for i = first or 1, #moves do
    local mention = moves[i]
    local number = mention.number
    if i > (first or 1) and number and ply_of(number) ~= node.ply + 1 or node.ply >= LATEST_PLY then
      break
    end
    local after = line.extend(self.matcher, node, mention)
    if not after then
      break
    end
    nodes[#nodes + 1] = after
    node = after
  end
  return nodes
end

-- Add the nodes of a line to a game. Returns the last node.
local function commit(game, nodes)
  local last
  for i, node in ipairs(nodes) do
    node.parent = i > 1 and last or node.parent
    last = add_node(game, node)
  end
  return last
end

local function is_ancestor(node, of)
  return ancestor(of, node.ply) == node
end

-- Return the nodes after which a run with a move number may begin, the best first: the ancestor of `near`, then the
-- other nodes of that ply, the latest first.
local function places(game, ply, near)
  local nodes = game.at[ply - 1] or {}
  local list, seen = {}, {}
  local function add(node)
    if node and node.ply == ply - 1 and not seen[node] and #list < MOST_PLACES then
      list[#list + 1], seen[node] = node, true
    end
  end
  add(ancestor(near, ply - 1))
  for i = #nodes, 1, -1 do
    add(nodes[i])
  end
  add(ancestor(game.tip, ply - 1))
  return list
end

-- ---- tentative moves -----------------------------------------------------------------------------

-- A single move in a sentence ("He should have played K R - K 1") becomes part of the game only if the moves after it
-- in the text continue it. Return the possible nodes of such a move. Alternatives to the latest move come first.
local function tentative_nodes(self, game, mention)
  local list, seen = {}, {}
  for _, node in ipairs { game.focus.parent or false, game.focus, game.tip.parent or false, game.tip } do
    local made = node and not seen[node] and line.extend(self.matcher, node, mention)
    seen[node] = true
    list[#list + 1] = made or nil
  end
  return list
end

-- ---- runs ----------------------------------------------------------------------------------------

-- Return the new nodes of a run after the candidate with the most legal moves; between equals, the first.
local function best_of(self, list, moves, from)
  local best, most = nil, 0
  for _, node in ipairs(list) do
    local nodes = try(self, node, moves, from)
    if #nodes > most then
      best, most = nodes, #nodes
    end
    if most == #moves - from + 1 then
      break
    end
  end
  return best
end

local MOST_AHEAD = 8 -- later runs that are read to choose between nodes
local LOOKAHEAD = 4 * MOST_AHEAD -- items that are searched for these runs

-- Return how an item changes the depth of brackets.
local function deepens(item)
  return item.kind == "open" and 1 or item.kind == "close" and -1 or 0
end

-- Count the moves of later runs that continue a line, or branch off from it. A run without a number counts if the next
-- number follows it. `root`: the node before the line, or nil. Without a root, the line is a note: the moves after its
-- closing bracket, the rows of the game and moves at the beginning of a paragraph are no evidence for it.
local function count_ahead(self, node, index, root)
  local count, seen, unnumbered, depth = 0, 0, nil, 0
  local path = { [node.ply] = node }
  if root then
    path[root.ply] = root
  end
  for i = index + 1, math.min(#self.items, index + LOOKAHEAD) do
    local run = self.items[i]
    depth = depth + deepens(run)
    local is_game = run.depth == 0 and (run.is_row or run.begins_paragraph and run.number)
    local is_outside = not root and (depth < 0 or is_game)
    if run.kind == "result" or run.kind == "tag" or run.kind == "title" or seen == MOST_AHEAD or is_outside then
      break
    elseif run.kind == "run" then
      seen = seen + 1
      local ply = run.number and ply_of(run.number)
      local follows = unnumbered and ply == unnumbered.ply + 1
      local nodes = (ply == nil or path[ply - 1] or follows)
        and try(self, ply and (path[ply - 1] or unnumbered) or node, run.moves) or {}
      if ply then
        count = count + #nodes
        for _, one in ipairs(nodes) do
          path[one.ply], node = one, one
        end
      else
        unnumbered = #nodes == #run.moves and nodes[#nodes] or unnumbered
      end
    end
  end
  return count
end

-- Return the new nodes of a run in a sentence after the candidate with the most legal moves; between equals, the
-- candidate after which most moves of later runs are legal.
local function best_ahead(self, list, moves, from)
  local best, most, ahead = nil, 0, nil
  for _, node in ipairs(list) do
    local nodes = try(self, node, moves, from)
    if #nodes > most then
      best, most, ahead = nodes, #nodes, nil
    elseif #nodes == most and most > 0 then
      ahead = ahead or count_ahead(self, best[#best], self.index)
      local other = count_ahead(self, nodes[#nodes], self.index)
      if other > ahead then
        best, ahead = nodes, other
      end
    end
  end
  return best
end

local function mark_unread(moves, from, reason)
  for i = from, #moves do
    moves[i].state, moves[i].reason = "unread", i == from and reason or "no_position"
  end
end

-- Handle moves with a move number that are not legal after any node. `has_place`: whether the position before them is
-- known. Report an error for a score that continues the game directly, and for a sentence about a known position. Other
-- moves belong to a position that the text shows in a picture, or to another game.
local function fail(self, game, run, from, has_place)
  local moves = run.moves
  local ply, is_score = ply_of(moves[from].number), run.is_row and run.depth == 0
  self.tentative = nil
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

-- Return the nodes after which the moves `from` and later of a run may be played, the best first.
local function numbered_places(self, game, run, from)
  local ply = ply_of(run.moves[from].number)
  local is_score, is_first = run.is_row and run.depth == 0, from == 1
  local list = {}
  -- In text without rows, a move number that begins a sentence continues the game.
  local prefers_tip = is_score
    or run.depth == 0 and is_first and run.begins_sentence and game.tip.ply == ply - 1
  local function add_tentative()
    for _, node in ipairs(self.tentative or {}) do
      list[#list + 1] = node.ply == ply - 1 and node or nil
    end
  end
  local is_new = is_first and run.is_new_sentence
  if not is_new and not is_score then
    add_tentative()
  end
  -- A table of variations continues in its own rows.
  if is_score and game.row and game.row ~= game.tip and game.row.ply == ply - 1 then
    list[#list + 1] = game.row
  end
  for _, node in ipairs(places(game, ply, prefers_tip and game.tip or game.focus)) do
    list[#list + 1] = node
  end
  if is_new or is_score then
    add_tentative()
  end
  return list
end

-- Return the new nodes of a run that begins a paragraph with the next moves of the game, or has them after a bracket;
-- nil for other runs.
local function next_of_game(self, game, run, from)
  local continues = from == 1 and run.depth == 0 and (run.begins_paragraph or run.joint == "resumed")
    and game.tip.parent and ply_of(run.number) == game.tip.ply + 1
  local nodes = continues and try(self, game.tip, run.moves) or {}
  return #nodes == #run.moves and nodes or nil
end

-- Place the moves `from` and later of a run until a move does not continue the one before it. `moves[from]` has a
-- number. Returns the index of the next move to place, or nil if none is left.
local function place_numbered(self, game, run, from)
  local moves = run.moves
  local ply = ply_of(moves[from].number)
  local is_score = run.is_row and run.depth == 0
  local list = numbered_places(self, game, run, from)
  local continues = next_of_game(self, game, run, from)
  local nodes = continues or (is_score and best_of or best_ahead)(self, list, moves, from)
  local is_near = math.abs(game.tip.ply + 1 - ply) <= 2
  if not nodes and is_score and not game.has_errors and game.tip.ply >= SHORTEST and is_near then
    nodes = best_of(self, { game.tip }, moves, from) -- suppose that the number is misprinted
    for _, node in ipairs(nodes or {}) do
      node.mention.is_renumbered = true
    end
  end
  if not nodes and game.focus.ply == ply and not is_score then
    nodes = best_of(self, { game.focus }, moves, from) -- Black's move after White's, without points
  end
  if not nodes then
    return fail(self, game, run, from, #list > 0)
  end
  local parent = nodes[1].parent
  if parent.mention and not parent.mention.state then
    nodes[1].parent = add_node(game, parent)
  end
  local tip = commit(game, nodes)
  self.tentative, game.is_stale = nil, false
  if is_score and tip.ply > game.tip.ply or run.depth == 0 and is_ancestor(game.tip, tip)
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
      if run.is_row then
        game.has_errors = true
        mark_unread(run.moves, from, "illegal")
      end
      return
    end
  end
end

-- Return whether the separators of a list of moves agree with the side to move after a node. Books print "," after
-- White's moves and ";" after Black's.
local function agrees(run, node)
  for i = 2, #run.moves do
    local separator = run.moves[i].separator
    if separator then
      local is_white = (node.ply + i - 1) % 2 == 1
      return (separator == ",") == is_white
    end
  end
  return true
end

-- Return the nodes after which a list of moves without a number may begin, the best first.
local function list_places(self, game, run)
  local list, seen = {}, {}
  local function add(node)
    -- Words before the moves decide before the signs between them.
    if node and not seen[node] and (run.joint ~= nil or agrees(run, node)) then
      seen[node] = true
      list[#list + 1] = node
    end
  end
  local focus, tip = game.focus, game.tip
  for _, node in ipairs(run.joint ~= "resumed" and self.tentative or {}) do
    add(node)
  end
  if run.joint == "resumed" or run.joint == "then" then
    add(focus)
    return list
  elseif run.joint == "or" then
    return { focus.parent }
  end
  add(focus.parent)
  if run.joint ~= "instead" then
    add(focus)
    add(tip.parent)
    add(tip)
    add(focus.parent and focus.parent.parent)
  end
  return list
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
    for _, node in ipairs(list_places(self, game, run)) do
      local nodes = try(self, node, moves)
      if #nodes == #moves then
        if node.mention and not node.mention.state then
          nodes[1].parent = add_node(game, node)
        end
        commit(game, nodes)
        self.tentative = nil
        return
      end
    end
  end
  if #moves == 1 then
    self.tentative = tentative_nodes(self, game, moves[1])
    return
  end
  -- "with B-h6, (8) R-d2": the move before the number is only named.
  for i = 2, #moves do
    if moves[i].number then
      return place_from(self, game, run, i)
    end
  end
end

local function begins_game(self, run)
  local game = self.game
  local ply = run.number and ply_of(run.number)
  if not ply or ply ~= 1 and ply ~= self.start_ply + 1 then
    return false
  elseif not game then
    return true
  elseif run.depth > 0 or game.is_setup and game.focus == game.root then
    return false
  end
  local is_own = run.is_row or game.result ~= nil or run.begins_paragraph or game.is_stale or is_fragment(game)
    or not game.tip.parent
  return is_own or not game.has_rows and #run.moves > 1
end

-- ---- boards --------------------------------------------------------------------------------------

local MOST_BOARDS = 2 -- boards before a run from which it may begin
local FAR_BEFORE, FAR_AFTER = 6000, 3000 -- bytes between a run and a board before or after it
local CERTAIN = 4 -- legal moves, with those of the next runs, that make a board certain

-- Note the game of which a board shows a position. Then it is evidence for a reading of the moves, and no new game.
local function compare(game, board)
  board.game = game and (diagrams.shown(game.focus, board) or diagrams.shown(game.tip, board)) and game or nil
end

local function see_board(self, board)
  compare(self.game, board)
  if board.number then
    self.numbered[board.number] = board
  end
  table.insert(self.boards, 1, board)
  self.boards[MOST_BOARDS + 1] = nil
end

-- Return the boards from which a run may begin: the one that the text names, the latest ones, and, for a run that
-- begins its numbers or follows no game, the next one.
local function boards_near(self, run, is_first)
  local list = { run.diagram and self.numbered[run.diagram] }
  for _, board in ipairs(self.boards) do
    list[#list + 1] = run.first - board.last < FAR_BEFORE and board or nil
  end
  for i = self.index + 1, math.min(#self.items, self.index + LOOKAHEAD) do
    local item = self.items[i]
    if item.kind == "diagram" then
      local is_named = item.number and item.number == run.diagram
      compare(self.game, item)
      if item.first - run.moves[#run.moves].last < FAR_AFTER and (is_named or is_first) then
        table.insert(list, is_named and 1 or #list + 1, item)
      end
      break
    end
  end
  return list
end

-- Return the ply of the first move of a run, from its own number or from the first number in the run.
local function first_ply(run)
  for i, mention in ipairs(run.moves) do
    if mention.number then
      return ply_of(mention.number) - i + 1
    end
  end
end

-- Count the moves of a run, and of the runs that continue it, that are legal after one of some nodes.
local function weigh(self, list, run)
  local nodes = best_of(self, list, run.moves, 1)
  local count = nodes and #nodes or 0
  return count, count > 0 and count_ahead(self, nodes[count], self.index, nodes[1].parent) or 0
end

-- Return whether a game is a score in rows: boards between its rows show its own positions.
local function has_score(game)
  return game and game.has_rows and not game.is_stale and not game.is_setup and game.tip.ply >= SHORTEST
end

-- If more moves of a run are legal from a board that the text shows than in the game, begin a game from the board.
-- `starts`: the run begins a game.
local function begin_from_board(self, run, starts)
  local ply, game = first_ply(run), self.game
  if not ply or ply < 1 or run.depth > 0 or ply > 1 and has_score(game) then
    return
  end
  local near = boards_near(self, run, ply == 1 or not game or game.is_stale)
  if #near == 0 then
    return
  end
  local here = starts and { start_root(self, ply_of(run.number)) }
    or game and (run.number and numbered_places(self, game, run, 1) or list_places(self, game, run)) or {}
  local most, ahead = weigh(self, here, run)
  if most == #run.moves and ply > 1 then
    return
  end
  local best
  for _, board in ipairs(near) do
    local is_shown = game and (board.game == game or board == game.board)
    local root = (not is_shown or ply == 1 and not starts) and diagrams.root(board, ply - 1)
    if root then
      local count, other = weigh(self, { root }, run)
      local is_certain = count + other >= CERTAIN or ply == 1 and count == #run.moves
      if is_certain and (count > most or count == most and other > ahead) then
        best, most, ahead = { root = root, board = board }, count, other
      end
    end
  end
  if best then
    game_at(self, run.first, best.root, true, best.board)
    return true
  end
end

local function place_run(self, run)
  if self.tentative and run.is_new_sentence and (not run.number or run.begins_paragraph and not run.is_row) then
    self.tentative = nil
  end
  local starts = begins_game(self, run)
  local set_up = starts and self.game and self.game.is_setup and self.game
  if set_up then
    local here = weigh(self, numbered_places(self, set_up, run, 1), run)
    starts = here < weigh(self, { start_root(self, ply_of(run.number)) }, run)
  end
  if not begin_from_board(self, run, starts) and starts then
    game_at(self, run.first, start_root(self, ply_of(run.number)), false)
  end
  local game = self.game
  if not game then
    return
  end
  game.runs[#game.runs + 1], game.last = run, run.moves[#run.moves].last
  if run.number then
    place_from(self, game, run, 1)
  elseif run.is_row and run.depth == 0 and run.joint ~= "or" then
    local nodes = try(self, game.tip, run.moves)
    game.tip = commit(game, nodes) or game.tip
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

local function result(self, event)
  local game = self.game
  if not game or game.result then
    return
  end
  local value = event.value
  if value == "resigns" then
    local number = event.number
    local loser_ply = number and ply_of(number) or game.tip.ply + 1
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
  if kind == "run" then
    place_run(self, item)
  elseif kind == "open" then
    open(self, item)
  elseif kind == "close" then
    close(self)
  elseif kind == "result" and #self.stack == 0 then
    result(self, item)
  elseif kind == "position" then
    new_game(self, item.first, item.position, item.ply)
  elseif kind == "diagram" then
    see_board(self, item)
  elseif kind == "title" and self.game then
    self.game.is_stale = true
  elseif kind == "tag" then
    self.tags = self.tags or {}
    self.tags[item.name] = self.tags[item.name] or item.value
    self.game, self.stack, self.tentative = nil, {}, nil
  end
end

--- Make a placer, which attaches items to games.
---@param matcher table
---@param start lucena.Position where games begin
---@param on_finish function(game, to): called for each complete game in the order of the text; `game` is nil for moves
-- that belong to none, `to` the last byte before the next game
---@return table placer
function M.new(matcher, start, on_finish)
  local start_ply = (start.fullmove_number - 1) * 2 + (start.turn == "black" and 1 or 0)
  return setmetatable({ matcher = matcher, start = start, start_ply = start_ply, stack = {}, items = {}, boards = {},
    numbered = {}, finish = on_finish }, Placer)
end

--- Place items. The last LOOKAHEAD items wait for the next call, because the items after them may decide between nodes.
---@param items table[] of lucena.text.runs
---@param last integer the last byte of the text that the items cover
---@param is_last boolean whether no items follow
function Placer:feed(items, last, is_last)
  local list = table.move(items, 1, #items, #self.items + 1, self.items)
  local count = is_last and #list or #list - LOOKAHEAD
  for i = 1, count do
    local item = list[i]
    self.index = i
    place(self, item)
    local game = item.kind == "run" and self.latest
    if game then
      game.count = game.count + #item.moves
    end
    if item.kind == "run" and (not game or game.count > M.MOST_MENTIONS) then
      finish(self, item.last)
    end
  end
  self.items = count > 0 and table.move(list, count + 1, #list, 1, {}) or list
  if is_last then
    finish(self, last)
  end
end

return M
