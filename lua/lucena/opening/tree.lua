--- A tree of openings by position. Lines are converted to positions, so that different orders of moves lead to the same
-- vertex. Two positions are equal if pieces, side to move, castling rights and legal en passant square are equal. The
-- positions are compared, not only their keys.
--
-- The sorted lines are walked twice, so that moves shared by several lines are played once. The first walk counts games
-- by Position.key. Different positions may share a key, so a count may be too high, but never too low. The second walk
-- sums the statistics of the positions with enough games. A game that reaches a position twice counts once there, with
-- the first move that it played there.
--
-- The statistics of a position or move are {games, white, draw, black, ... (the sums among
-- lucena.opening.lines.FIELDS), year =, notable = index of the line of the notable game}.
--
-- A tree of 148,318 games to a depth of 20 plies (111,496 lines, 627,090 positions) takes 165 MB and 7 s of processor
-- time, of which reading the games takes 2.5 s.
-- @module lucena.opening.tree

local chess = require("lucena")
local lines_of = require("lucena.opening.lines")

local M = {}

local SUMS = lines_of.SUMS

-- ---- walking -------------------------------------------------------------------------------------

-- A cache of Moves by their codes, in a weak table.
local moves = setmetatable({}, {
  __index = function(self, code)
    local move = chess.move(code)
    rawset(self, code, move)
    return move
  end,
})

-- Return the number of plies that two lines share.
local function common(a, b)
  local most = math.min(#a, #b) // 2
  for ply = 1, most do
    local x, y = a:byte(2 * ply - 1, 2 * ply)
    local u, v = b:byte(2 * ply - 1, 2 * ply)
    if x ~= u or y ~= v then
      return ply - 1
    end
  end
  return most
end

-- Walk the tree of sorted lines. enter(depth, code) is called after each move, and leave(depth, first line, last line)
-- before the move is undone. Depth 0 is the root. The board always has the current position.
local function walk(lines, board, enter, leave)
  local first, depth = { [0] = 1 }, 0
  enter(0)
  for i, line in ipairs(lines) do
    local shared = i > 1 and common(lines[i - 1], line) or 0
    while depth > shared do
      leave(depth, first[depth], i - 1)
      board:undo()
      depth = depth - 1
    end
    for ply = shared + 1, #line // 2 do
      local code = string.unpack("=I2", line, 2 * ply - 1)
      board:play(moves[code])
      depth = ply
      first[ply] = i
      enter(ply, code)
    end
  end
  while depth >= 0 do
    leave(depth, first[depth], #lines)
    board:undo()
    depth = depth - 1
  end
end

-- Count games by the keys of their positions.
local function count_keys(lines, games, root)
  local counts, keys, board = {}, {}, chess.board(root)
  walk(lines, board, function(depth) keys[depth] = board.key end, function(depth, first, last)
    local key = keys[depth]
    counts[key] = (counts[key] or 0) + games[last] - games[first - 1]
  end)
  return counts
end

-- ---- statistics ---------------------------------------------------------------------------------

local Tree = {}
Tree.__index = Tree

-- Return the line with the more notable game. Either line may be nil.
function Tree:better(i, j)
  if not (i and j) then
    return i or j
  end
  local best, files, offsets = self.columns[lines_of.BEST], self.columns[lines_of.FILE], self.columns[lines_of.OFFSET]
  if best[i] ~= best[j] then
    return best[i] > best[j] and i or j
  elseif files[i] ~= files[j] then
    return files[i] < files[j] and i or j
  end
  return offsets[i] <= offsets[j] and i or j
end

function Tree:stats(first, last, year, notable)
  local stats = { year = year, notable = notable }
  for k = 1, SUMS do
    local column = self.columns[k]
    stats[k] = column[last] - column[first - 1]
  end
  return stats
end

-- Add statistics, or copy them if there are none.
function Tree:sum(into, from)
  if not into then
    return table.move(from, 1, SUMS, 1, { year = from.year, notable = from.notable })
  end
  for k = 1, SUMS do
    into[k] = into[k] + from[k]
  end
  into.year, into.notable = math.max(into.year, from.year), self:better(into.notable, from.notable)
  return into
end

-- ---- positions -----------------------------------------------------------------------------------

-- Return the vertex of a position; create it if there is none. Vertices with the same key form a list.
function Tree:place(position)
  local vertex = self:find(position)
  if not vertex then
    vertex = { position = position, edges = {}, next = self.by_key[position.key] }
    self.by_key[position.key] = vertex
  end
  return vertex
end

-- Return the state for each depth of the current line: the vertex, if the position has enough games; its key; the code
-- of the move that led to it; the last year and the most notable line so far; and the moves after the position, as code
-- -> statistics.
local function new_frames()
  return { position = {}, key = {}, code = {}, year = {}, notable = {}, edges = {} }
end

-- Return whether the line has reached this position at a lower depth. Keys are compared first, because this is faster.
local function is_repeated(frames, depth)
  local keys, positions = frames.key, frames.position
  for i = depth % 2, depth - 2, 2 do
    if keys[i] == keys[depth] and positions[i] == positions[depth] then
      return true
    end
  end
  return false
end

-- Count the lines that end at this depth. Lines are sorted, so these come first.
function Tree:end_at(lines, frames, depth, first)
  if #lines[first] == 2 * depth then
    frames.year[depth] = math.max(frames.year[depth], self.columns[lines_of.YEAR][first])
    frames.notable[depth] = self:better(frames.notable[depth], first)
  end
end

function Tree:leave(frames, depth, first, last)
  local position, up = frames.position[depth], depth - 1
  if position or frames.position[up] then
    local stats = self:stats(first, last, frames.year[depth], frames.notable[depth])
    if frames.position[up] then
      frames.edges[up][frames.code[depth]] = stats
    end
    if position and not is_repeated(frames, depth) then
      local vertex = self:place(position)
      vertex.stats = self:sum(vertex.stats, stats)
      for code, edge in pairs(frames.edges[depth]) do
        vertex.edges[code] = self:sum(vertex.edges[code], edge)
      end
    end
  end
  if depth > 0 then
    frames.year[up] = math.max(frames.year[up], frames.year[depth])
    frames.notable[up] = self:better(frames.notable[up], frames.notable[depth])
  end
end

function Tree:fill(lines, counts, min)
  local frames, board = new_frames(), chess.board(self.root)
  walk(lines, board, function(depth, code)
    local key = board.key
    local is_counted = depth == 0 or counts[key] >= min
    frames.key[depth] = key
    frames.position[depth] = is_counted and board:position() or nil
    frames.edges[depth] = is_counted and {} or nil
    frames.code[depth], frames.year[depth], frames.notable[depth] = code, 0, nil
  end, function(depth, first, last)
    self:end_at(lines, frames, depth, first)
    self:leave(frames, depth, first, last)
  end)
end

--- Create a tree.
---@param lines table made by `lucena.opening.lines`
---@param min integer omit positions with fewer games
---@return table tree
function M.new(lines, min)
  local texts, columns = lines:sorted()
  local tree = setmetatable({ root = lines.root, by_key = {}, columns = columns }, Tree)
  if #texts > 0 then
    tree:fill(texts, count_keys(texts, columns[1], lines.root), min)
  end
  return tree
end

--- Return the vertex of a position.
---@param position lucena.Position
---@return table? place {position, stats, edges = code -> statistics of the games with this move}; nil if it has too
-- few games
function Tree:find(position)
  local vertex = self.by_key[position.key]
  while vertex and vertex.position ~= position do
    vertex = vertex.next
  end
  return vertex
end

--- Iterate over the vertices with enough games, in no particular order.
---@return function iterator
function Tree:places()
  local key, vertex
  return function()
    vertex = vertex and vertex.next
    while not vertex do
      key, vertex = next(self.by_key, key)
      if not key then
        return nil
      end
    end
    return vertex
  end
end

--- Return the moves from a vertex, most games first, then by code.
---@param vertex table
---@return table[] moves {move, code, stats, place (nil if it has too few games)}
function Tree:moves(vertex)
  local list = {}
  for code, stats in pairs(vertex.edges) do
    local move = moves[code]
    list[#list + 1] = { move = move, code = code, stats = stats, place = self:find(vertex.position:play(move)) }
  end
  table.sort(list, function(a, b)
    return a.stats[1] > b.stats[1] or a.stats[1] == b.stats[1] and a.code < b.code
  end)
  return list
end

--- Return the most notable game of a vertex or move.
---@param stats table
---@return string label "White - Black 1-0, 1999"
function Tree:notable(stats)
  return self.columns[lines_of.LABEL][stats.notable]
end

return M
