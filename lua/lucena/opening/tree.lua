--- A tree of openings by position. Lines are converted to positions, so that different orders of moves lead to the same
-- vertex. Two positions are equal if pieces, side to move, castling rights and legal en passant square are equal. A
-- game that reaches a position twice counts once there, with the first move that it played there.
--
-- The tree is `lucena.OpeningTree` (csrc/opening/tree.h); this module makes the tables of its vertices when they
-- are used.
--
-- The statistics of a position or move are {games, white, draw, black, ... (lucena.lines.FIELDS), year =,
-- notable = the most notable game as text, "White - Black 1-0, 1999"}.
-- @module lucena.opening.tree

local M = {}

local Tree = {}
Tree.__index = Tree

--- Create a tree.
---@param lines table made by `lucena.lines`
---@param min integer omit positions with fewer games
---@return table tree
function M.new(lines, min)
  return setmetatable({ core = lines.core:tree(min), vertices = {} }, Tree)
end

-- Return the vertex with a number, always as the same table.
function Tree:vertex(number)
  local vertex = self.vertices[number]
  if number and not vertex then
    vertex = { number = number }
    vertex.position, vertex.stats = self.core:vertex(number)
    self.vertices[number] = vertex
  end
  return vertex
end

--- Return the vertex of a position.
---@param position lucena.Position
---@return table? place {position, stats, number}; nil if it has too few games
function Tree:find(position)
  local number = self.core:find(position)
  return number and self:vertex(number)
end

--- Return the moves from a vertex, most games first, then by code.
---@param vertex table
---@return table[] moves {move, code, stats, place (nil if it has too few games)}; moves with too few games may be
-- omitted
function Tree:moves(vertex)
  local list = self.core:moves(vertex.number)
  for _, item in ipairs(list) do
    item.place = item.place and self:vertex(item.place)
  end
  table.sort(list, function(a, b)
    return a.stats[1] > b.stats[1] or a.stats[1] == b.stats[1] and a.code < b.code
  end)
  return list
end

--- Iterate over the places of an opening book (`lucena.book.edit`), sorted by key.
---@param min integer omit moves of fewer games
---@return fun(): table? iterator
function Tree:book(min)
  return self.core:book(min)
end

--- Iterate over the same places as texts of a Polyglot book.
---@param min integer
---@return fun(): string?, integer? iterator of text, number of moves
function Tree:polyglot(min)
  return self.core:polyglot(min)
end

return M
