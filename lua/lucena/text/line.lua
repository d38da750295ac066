--- A line of play whose printed moves may still mean several legal moves. Each node stands for one ply and holds
-- *states*: the positions that the readings of the moves so far reach. A later move removes the states in which it is
-- not legal. At the end of the line, the states of lowest cost decide which moves were played.
--
-- State: {position, cost, move, from: the previous state, more: other states that reach the same position with the
-- same cost, wings: a map of lucena.text.wings}.
-- Node: {ply, parent, states, mention, children}.
-- In 58 games of two books no node had more than five states. A node keeps at most WIDTH states; `is_cut` records that
-- some of the dropped states also had the lowest cost.
-- @module lucena.text.line

local wings = require("lucena.text.wings")

local M = {}

local WIDTH = 24

-- ---- nodes ---------------------------------------------------------------------------------------

--- Make the root of a game.
---@param position lucena.Position
---@param ply integer the ply of the last move played, 0 at the start of a game
---@return table node
function M.root(position, ply)
  return { ply = ply, states = { { position = position, cost = 0, wings = wings.of(position) } }, children = {} }
end

-- Add a state, or merge it with one of the same position.
local function add(states, by_key, state)
  local key = state.position.key
  local known = by_key[key]
  if not known then
    by_key[key], states[#states + 1] = state, state
  elseif state.cost < known.cost then
    known.cost, known.move, known.from, known.wings, known.more = state.cost, state.move, state.from, state.wings, nil
  elseif state.cost == known.cost then
    known.more = known.more or {}
    known.more[#known.more + 1] = state
  end
end

--- Read a mention (a printed move) in the positions of a node. The node itself is not changed. `has_false_check` of the
-- mention is set if it prints a check, and a move that fits it otherwise gives none.
---@param matcher table of lucena.text.match
---@param node table
---@param mention table
---@return table? node nil if no reading is legal
function M.extend(matcher, node, mention)
  local states, by_key = {}, {}
  local shape = wings.hint(mention)
  local has_wings = shape ~= nil
  for _, state in ipairs(node.states) do
    local readings = matcher:readings(state.position, mention)
    mention.has_false_check = mention.has_false_check or readings.has_false_check
    for _, reading in ipairs(readings) do
      local cost = state.cost + reading.cost
      if shape and (shape.wing or shape.victim_wing) then
        cost = cost + wings.cost(state.wings, reading, shape, matcher.votes)
      end
      add(states, by_key, {
        position = state.position:play(reading.move), cost = cost, move = reading.move, from = state,
        wings = has_wings and wings.moved(state.wings, reading.from, reading.to, reading.move.is_castling)
          or state.wings,
      })
    end
  end
  if #states == 0 then
    return nil
  end
  local is_cut = false
  if #states > WIDTH then
    table.sort(states, function(a, b) return a.cost < b.cost end)
    is_cut = states[WIDTH + 1].cost == states[1].cost
    for i = #states, WIDTH + 1, -1 do
      states[i] = nil
    end
  end
  return { ply = node.ply + 1, parent = node, states = states, mention = mention, children = {}, is_cut = is_cut }
end

-- ---- deciding ------------------------------------------------------------------------------------

-- Return the lowest cost of the states of a node.
local function least(states)
  local best = states[1].cost
  for _, state in ipairs(states) do
    best = math.min(best, state.cost)
  end
  return best
end

-- Collect the states from which a list of states was reached.
local function before(set)
  local earlier, list = {}, {}
  for _, state in ipairs(set) do
    for _, one in ipairs { state, table.unpack(state.more or {}) } do
      if not earlier[one.from] then
        earlier[one.from] = true
        list[#list + 1] = one.from
      end
    end
  end
  return list
end

--- Decide the moves of the line that ends at `tip`: keep the states of lowest cost and the states that lead to them.
-- All nodes from the tip back to `stop`, but not `stop` itself, are changed.
---@param tip table
---@param stop? table a node before the tip whose states are decided already
---@return table[] nodes from the first to the tip
function M.decide(tip, stop)
  local best = least(tip.states)
  local kept = {}
  for _, state in ipairs(tip.states) do
    kept[#kept + 1] = state.cost == best and state or nil
  end
  local nodes, node = {}, tip
  while node and node ~= stop do
    node.states = kept
    table.insert(nodes, 1, node)
    kept = before(kept)
    node = node.parent
    if not node or not node.parent then
      break
    end
  end
  return nodes
end

--- Return the move of a decided node and its list of moves. The move is nil if several moves remain.
---@param node table
---@return lucena.Move? move
---@return lucena.Move[] moves
function M.move(node)
  local moves, seen = {}, {}
  for _, state in ipairs(node.states) do
    for _, one in ipairs { state, table.unpack(state.more or {}) } do
      local name = one.move.code
      if not seen[name] then
        seen[name] = true
        moves[#moves + 1] = one.move
      end
    end
  end
  return #moves == 1 and moves[1] or nil, moves
end

return M
