--- Decides the moves of the games that place.lua has collected: which line is the mainline, and which legal move each
-- printed move means. The end of a line decides, because later moves and printed checks exclude readings of earlier
-- moves. If several readings of a move remain, the line ends before that move.
-- @module lucena.text.resolve

local diagrams = require("lucena.text.diagrams")
local line = require("lucena.text.line")
local wings = require("lucena.text.wings")

local M = {}

-- Remove a node and all moves after it from the game.
function M.drop(node)
  local stack = { node }
  while #stack > 0 do
    local one = table.remove(stack)
    one.mention.state = "unplaced"
    for _, child in ipairs(one.children) do
      stack[#stack + 1] = child
    end
  end
end

local LONGEST_OPENING = 8 -- plies in rows that sentences may continue

-- Return whether a line is a better mainline than an earlier one. The first of these that differs decides:
-- - more moves in rows (lines of the text that hold only moves),
-- - more moves at the beginning of a paragraph,
-- - fewer brackets around it,
-- - more moves.
local function is_better(one, earlier)
  if one.rows ~= earlier.rows then
    return one.rows > earlier.rows
  elseif one.paragraphs ~= earlier.paragraphs then
    return one.paragraphs > earlier.paragraphs
  end
  local depth, other = one.mention.run.depth, earlier.mention.run.depth
  if depth ~= other then
    return depth < other
  end
  return one.length > earlier.length
end

-- Return whether a node is a numbered move that begins a paragraph, or a line after the end of a sentence.
local function begins_paragraph(node)
  local mention = node.mention
  return mention ~= nil and mention.number ~= nil and mention.run.moves[1] == mention
    and (mention.run.begins_paragraph or mention.run.begins_line and mention.run.begins_sentence)
end

-- Set four fields of each node: `best`, the child that the mainline would follow; `length`, the number of moves of
-- the line from the node on; `rows`, the number of these moves that are in rows; and `paragraphs`, the number of those
-- in runs that begin a paragraph with a number.
local function weigh(root)
  -- An explicit stack is used, because a line can be deeper than Lua's limit of recursion.
  local order, stack = {}, { root }
  while #stack > 0 do
    local node = table.remove(stack)
    order[#order + 1] = node
    for _, child in ipairs(node.children) do
      stack[#stack + 1] = child
    end
  end
  for i = #order, 1, -1 do
    local node = order[i]
    local best
    for _, child in ipairs(node.children) do
      if not best or is_better(child, best) then
        best = child
      end
    end
    local run = node.mention and node.mention.run
    local is_row, is_paragraph = run and run.is_row, run and run.begins_paragraph and run.number
    node.best = best
    node.length = (best and best.length or 0) + 1
    node.rows = (best and best.rows or 0) + (is_row and 1 or 0)
    node.paragraphs = (best and best.paragraphs or 0) + (is_paragraph and 1 or 0)
  end
end

-- Return whether another line than the mainline is in rows, as in a table of openings.
local function has_other_rows(node)
  for _, child in ipairs(node.children) do
    if child ~= node.best and child.rows > 0 then
      return true
    end
  end
  return false
end

-- Drop the moves after a node.
local function end_at(node)
  for _, child in ipairs(node.children) do
    M.drop(child)
  end
  node.children, node.best = {}, nil
end

-- Drop the moves in sentences after the score of a game, which ends with its last row. Moves at the beginning of a
-- paragraph, or of a line after a sentence, continue a score. A score of a few moves is an opening, and so is a table
-- of several lines: sentences continue them.
local function end_score(root)
  local node = root.best
  while node and node.best and node.best.rows > 0 do
    if has_other_rows(node) then
      return
    end
    node = node.best
  end
  local is_opening = node ~= nil and node.ply <= root.ply + LONGEST_OPENING
  if node and node.rows > 0 and node.best and not is_opening and not begins_paragraph(node.best) then
    end_at(node)
  end
end

-- Return whether a move may only be an alternative: a numbered move in brackets, a run after "if", one of two moves
-- with a number that a sentence names, or a move in a sentence after the result of the game or after a resignation.
local function is_alternative(node, result)
  local mention, run = node.mention, node.mention.run
  local begins = run.moves[1] == mention
  local is_end = run.after_end ~= nil and run.after_end == node.parent.mention
  return mention.number ~= nil and run.depth > 0 or begins and (run.is_condition or run.is_named or is_end)
    or begins and result ~= nil and mention.first > result.last and not run.is_row and not begins_paragraph(node)
end

-- Drop the alternatives to moves after the last one of a game. As variations they would be its mainline. In an opening,
-- sentences continue the moves.
local function end_before_alternatives(game)
  local node = game.root.best
  while node and node.best and not (is_alternative(node.best, game.result_event)
    and node.ply > game.root.ply + LONGEST_OPENING) do
    node = node.best
  end
  if node and node.best then
    end_at(node)
  end
end

-- Read the line that begins with `first` again, after the decided node `parent`. Returns the pairs {old, new} of nodes.
local function replay(matcher, first, parent)
  local pairs_list, node, new = {}, first, parent
  while node do
    new = line.extend(matcher, new, node.mention)
    if not new then
      node.mention.state, node.mention.reason = "unread", "illegal"
      break
    end
    local shown = node.board and diagrams.states(new, node.board) or {}
    new.states = #shown > 0 and shown or new.states
    pairs_list[#pairs_list + 1] = { old = node, new = new }
    node = node.best
  end
  -- The moves after an illegal move are removed.
  while node do
    node.mention.state = node.mention.state == "placed" and "unplaced" or node.mention.state
    node = node.best
  end
  return pairs_list
end

-- Return moves in SAN for a message.
local function moves_text(position, moves)
  local names = {}
  for i, move in ipairs(moves) do
    names[i] = position:is_legal(move) and position:san(move) or tostring(move) -- results: it is legal
  end
  return table.concat(names, ", ")
end

-- Record all legal readings of a decided move if there are several.
local function note_alternatives(self, mention, position)
  local readings = self.matcher:readings(position, mention)
  if #readings > 1 then
    local moves = {}
    for i, reading in ipairs(readings) do
      moves[i] = reading.move
    end
    mention.alternatives = moves_text(position, moves)
  end
end

-- Learn the meaning of prefixes such as KR from the decided nodes of a line. Returns whether the line must be decided
-- again.
local function learn(matcher, nodes)
  local changed = false
  for _, node in ipairs(nodes) do
    local mention, state = node.mention, node.parent.states[1]
    local shape = wings.hint(mention)
    if shape and (shape.wing or shape.victim_wing) and not mention.has_voted and #node.parent.states == 1 then
      local readings = matcher:readings(state.position, mention)
      if #readings == 1 then
        mention.has_voted = true
        changed = wings.vote(state.wings, readings[1], shape, matcher.votes) or changed
      end
    end
  end
  return changed
end

-- Decide the line that begins with the node `first`, after a decided node. Returns the pairs {old, new} of nodes, and
-- the new nodes.
local function decide_line(matcher, first, parent)
  local list, nodes
  repeat
    list = replay(matcher, first, parent)
    nodes = #list > 0 and line.decide(list[#list].new, parent) or {}
  until not learn(matcher, nodes)
  return list, nodes
end

-- Decide the line of a branch {first, parent, target}, which begins with the node `first`. `target` is the node of the
-- resulting game after which the line is played. Returns the branches of the line.
local function decide(self, branch)
  local list, nodes = decide_line(self.matcher, branch.first, branch.parent)
  local branches = {}
  local target = branch.target
  for i, node in ipairs(nodes) do
    local old = list[i].old
    local move, moves = line.move(node)
    if not move or #node.states > 1 or node.states[1].more then
      for k = i, #list do
        list[k].old.mention.state = k == i and "ambiguous" or "unplaced"
        for _, child in ipairs(list[k].old.children) do
          if child ~= list[k].old.best then
            M.drop(child)
          end
        end
      end
      old.mention.alternatives = moves_text(node.parent.states[1].position, moves)
      break
    end
    for _, child in ipairs(old.parent.children) do
      if child ~= old and i > 1 then
        branches[#branches + 1] = { first = child, parent = nodes[i - 1], target = target }
      end
    end
    note_alternatives(self, old.mention, node.parent.states[1].position)
    target = self.add(target, move, old.mention)
    old.mention.target, old.mention.is_main = target, branch.is_main
    if i == #nodes then
      for _, child in ipairs(old.children) do
        if child ~= old.best then
          branches[#branches + 1] = { first = child, parent = node, target = target }
        end
      end
    end
  end
  return branches
end

--- Decide the moves of a game.
---@param game table of lucena.text.place
---@param matcher table
---@param add function(target, move, mention): adds a move after a node of the result, and returns its node
---@param target any the root of the result
function M.game(game, matcher, add, target)
  weigh(game.root)
  end_score(game.root)
  end_before_alternatives(game)
  local self = { matcher = matcher, add = add }
  local stack = {}
  for _, child in ipairs(game.root.children) do
    local is_main = child == game.root.best
    table.insert(stack, is_main and #stack + 1 or 1,
      { first = child, parent = game.root, target = target, is_main = is_main })
  end
  while #stack > 0 do
    local branches = decide(self, table.remove(stack))
    for i = #branches, 1, -1 do
      stack[#stack + 1] = branches[i]
    end
  end
end

return M
