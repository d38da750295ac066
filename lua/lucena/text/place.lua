--- Attaches runs of moves to games. A run begins at the number that is printed, or, without a number, where its text
-- is: after the move before it, or in place of that move. Of several places, the one where all moves of the run are
-- legal is chosen; of several such places, that of the score for a run in a row, and the latest in the text for a run
-- in a sentence.
--
-- Game: {root, at = {[ply] = nodes in the order of the text}, tip: the end of the score, focus: the node of the latest
-- move, first, last, tags, result}. Mentions get a `state`: nil (not placed), "placed", "unread" with `reason`.
-- @module lucena.text.place

local line = require("lucena.text.line")

local M = {}

local Placer = {}
Placer.__index = Placer

local MOST_PLACES = 8 -- nodes that are tried for one run
local LATEST_PLY = 1200
local SHORTEST = 5 -- plies of a score that is certainly a game

-- ---- games ---------------------------------------------------------------------------------------

local function ply_of(number)
  return number.value * 2 - (number.is_black and 0 or 1)
end

local function add_node(game, node)
  game.at[node.ply] = game.at[node.ply] or {}
  table.insert(game.at[node.ply], node)
  table.insert(node.parent.children, node)
  node.mention.state, node.mention.node = "placed", node
  game.focus = node
end

local function new_game(self, first, position, ply)
  local root = line.root(position or self.start, ply or 0)
  local game = { root = root, at = { [root.ply] = { root } }, tip = root, focus = root, first = first,
    tags = self.tags or {}, is_setup = position ~= nil }
  self.tags = nil
  self.games[#self.games + 1] = game
  self.game, self.tentative = game, nil
  return game
end

-- ---- trying --------------------------------------------------------------------------------------

-- Read the moves of a run after a node, as far as they are legal and numbered rightly. Returns the new nodes.
local function try(self, node, moves, first)
  local nodes = {}
  for i = first or 1, #moves do
    local mention = moves[i]
    local number = mention.number
    if i > (first or 1) and number and ply_of(number) ~= node.ply + 1 then
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

local function commit(game, nodes, count)
  for i = 1, count or #nodes do
    add_node(game, nodes[i])
  end
end

local function is_ancestor(node, of)
  while of and of.ply > node.ply do
    of = of.parent
  end
  return of == node
end

-- Return the nodes after which a run with number may begin, the best first: on the line of `near`, then the latest.
local function places(game, ply, near)
  local nodes = game.at[ply - 1] or {}
  local list = {}
  for _, node in ipairs(nodes) do
    list[#list + 1] = is_ancestor(node, near) and node or nil
  end
  for i = #nodes, 1, -1 do
    if list[1] ~= nodes[i] and #list < MOST_PLACES then
      list[#list + 1] = nodes[i]
    end
  end
  return list
end

-- ---- tentative moves -----------------------------------------------------------------------------

-- A single move in a sentence, "He should have played K R - K 1", is placed only if the following moves continue it.
-- Return the nodes it may have, alternatives to the latest move first.
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

-- Return the candidate with the most legal moves; of equals, the first.
local function best_of(self, list, moves)
  local best, most = nil, 0
  for _, node in ipairs(list) do
    local nodes = try(self, node, moves)
    if #nodes > most then
      best, most = nodes, #nodes
    end
    if most == #moves then
      break
    end
  end
  return best
end

local MOST_AHEAD = 8 -- later runs that are read to choose between places

-- Count the moves of later runs that continue a line.
local function count_ahead(self, node, index)
  local count, seen = 0, 0
  for i = index + 1, math.min(#self.items, index + 4 * MOST_AHEAD) do
    local run = self.items[i]
    if run.kind == "result" or run.kind == "tag" or run.kind == "title" or seen == MOST_AHEAD then
      break
    elseif run.kind == "run" then
      seen = seen + 1
      if run.number and ply_of(run.number) == node.ply + 1 then
        local nodes = try(self, node, run.moves)
        count = count + #nodes
        node = nodes[#nodes] or node
      end
    end
  end
  return count
end

-- Return the nodes of a run in a sentence at the place with the most legal moves; of equals, the place where most
-- later moves are legal.
local function best_ahead(self, list, run)
  local best, most, ahead = nil, 0, nil
  for _, node in ipairs(list) do
    local nodes = try(self, node, run.moves)
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

local place_numbered

-- Place what a run has left after the first `count` moves.
local function place_rest(self, game, run, count)
  local rest = { kind = "run", moves = table.move(run.moves, count + 1, #run.moves, 1, {}), is_row = run.is_row,
    depth = run.depth, line = run.line, first = run.moves[count + 1].first, is_rest = true }
  rest.number = rest.moves[1].number
  if rest.number then
    place_numbered(self, game, rest)
  elseif run.is_row then
    game.has_errors = true
    mark_unread(rest.moves, 1, "illegal")
  end
end

-- Handle a run with number that is not legal anywhere. `has_place`: whether the position before it is known. A score
-- that continues the game directly, or a sentence about a known position, is an error. Otherwise the moves belong to a
-- position that the text shows in a picture, or to another game.
local function fail(self, game, run, has_place)
  local ply, is_score = ply_of(run.number), run.is_row and run.depth == 0
  self.tentative = nil
  if not is_score then
    local is_error = has_place and ply > 2 and not game.is_stale
    run.moves[1].state, run.moves[1].reason = is_error and "unread" or nil, "illegal"
    return
  end
  local is_next = ply == game.tip.ply + 1 and not game.is_stale
  if is_next or game.has_errors then
    game.has_errors = true
    mark_unread(run.moves, 1, has_place and "illegal" or "no_position")
  else
    self.game = nil
  end
end

function place_numbered(self, game, run)
  local ply = ply_of(run.number)
  local is_score = run.is_row and run.depth == 0
  local list = {}
  -- In text without rows, a move number that begins a sentence continues the game.
  local prefers_tip = is_score or run.depth == 0 and run.begins_sentence and game.tip.ply == ply - 1
  local function add_tentative()
    for _, node in ipairs(not is_score and self.tentative or {}) do
      list[#list + 1] = node.ply == ply - 1 and node or nil
    end
  end
  if not run.is_new_sentence then
    add_tentative()
  end
  for _, node in ipairs(places(game, ply, prefers_tip and game.tip or game.focus)) do
    list[#list + 1] = node
  end
  if run.is_new_sentence then
    add_tentative()
  end
  local nodes = (is_score and best_of or best_ahead)(self, list, is_score and run.moves or run)
  local is_near = math.abs(game.tip.ply + 1 - ply) <= 2
  if not nodes and is_score and not game.has_errors and game.tip.ply >= SHORTEST and is_near then
    nodes = best_of(self, { game.tip }, run.moves) -- the number is misprinted
    for _, node in ipairs(nodes or {}) do
      node.mention.is_renumbered = true
    end
  end
  if not nodes then
    fail(self, game, run, #list > 0)
    return
  end
  local parent = nodes[1].parent
  if parent.mention and not parent.mention.state then
    add_node(game, parent)
  end
  commit(game, nodes)
  self.tentative, game.is_stale = nil, false
  local tip = nodes[#nodes]
  if is_score and tip.ply > game.tip.ply or run.depth == 0 and is_ancestor(game.tip, tip)
    and not (game.has_rows and not is_score) then
    game.tip = tip
  end
  game.has_rows = game.has_rows or is_score
  if #nodes < #run.moves then
    place_rest(self, game, run, #nodes)
  end
end

-- Return whether the separators of a list agree with White or Black beginning: "," follows White's move, ";" Black's.
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
    if node and not seen[node] and agrees(run, node) then
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

-- Return whether a single move may be placed: others are only named.
local function is_definite(run)
  return #run.moves > 1 or run.joint == "resumed" or run.joint == "then" or run.joint == "instead"
end

-- Place a list of moves without a number.
local function place_list(self, game, run)
  local moves = run.moves
  if run.is_plan then
    self.tentative = nil
    return
  elseif is_definite(run) then
    for _, node in ipairs(list_places(self, game, run)) do
      local nodes = try(self, node, moves)
      if #nodes == #moves then
        if node.mention and not node.mention.state then
          add_node(game, node)
        end
        commit(game, nodes)
        self.tentative = nil
        return
      end
    end
  end
  if #moves == 1 then
    self.tentative = tentative_nodes(self, game, moves[1])
  end
end

local function begins_game(self, run)
  local game = self.game
  if not run.number or ply_of(run.number) ~= 1 then
    return false
  elseif not game then
    return true
  elseif run.depth > 0 or game.is_setup and game.focus == game.root then
    return false
  end
  local is_own = run.is_row or game.result ~= nil or run.begins_paragraph or game.is_stale or not game.tip.parent
  return is_own or not game.has_rows and #run.moves > 1
end

local function place_run(self, run)
  if self.tentative and run.is_new_sentence and (not run.number or run.begins_paragraph) then
    self.tentative = nil
  end
  if begins_game(self, run) then
    new_game(self, run.first)
  end
  local game = self.game
  if not game then
    return
  end
  run.game, game.last = game, run.moves[#run.moves].last
  if run.number then
    place_numbered(self, game, run)
  elseif run.is_row and run.depth == 0 and game.tip.ply < LATEST_PLY then
    local nodes = try(self, game.tip, run.moves)
    commit(game, nodes)
    game.tip = nodes[#nodes] or game.tip
    if #nodes < #run.moves then
      place_rest(self, game, run, #nodes)
    end
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

-- ---- fragments -----------------------------------------------------------------------------------

-- A score that breaks off after fewer than SHORTEST plies begins in another position, which is not known: that of a
-- picture in the book. Return whether a game is such a score.
local function is_fragment(game)
  return not game.is_setup and game.has_errors and game.tip.ply < SHORTEST
end

-- Remove the fragments from the games.
local function without_fragments(items, games)
  local kept = {}
  for _, game in ipairs(games) do
    game.is_fragment = is_fragment(game)
    kept[#kept + 1] = not game.is_fragment and game or nil
  end
  for _, item in ipairs(items) do
    if item.game and item.game.is_fragment then
      for _, mention in ipairs(item.moves) do
        mention.state = nil
      end
    end
  end
  return kept
end

--- Attach the items of a text to games.
---@param items table[] of lucena.text.runs
---@param matcher table
---@param start lucena.Position where games begin
---@return table[] games
function M.games(items, matcher, start)
  local self = setmetatable({ matcher = matcher, start = start, games = {}, stack = {},
    items = items }, Placer)
  for i, item in ipairs(items) do
    self.index = i
    if item.kind == "run" then
      place_run(self, item)
    elseif item.kind == "open" then
      open(self, item)
    elseif item.kind == "close" then
      close(self)
    elseif item.kind == "result" and #self.stack == 0 then
      result(self, item)
    elseif item.kind == "position" then
      new_game(self, item.first, item.position, item.ply)
    elseif item.kind == "title" and self.game then
      self.game.is_stale = true
    elseif item.kind == "tag" then
      self.tags = self.tags or {}
      self.tags[item.name] = self.tags[item.name] or item.value
      self.game, self.stack, self.tentative = nil, {}, nil
    end
  end
  return without_fragments(items, self.games)
end

return M
