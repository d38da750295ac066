--- Merges, prunes and compares books. Each book is an iterator over its positions.
--
-- A *place* is a position in a book with its moves: {key, position (nil if only the key is known), moves}. Each call of
-- an iterator returns the next place. The keys are in ascending order, as unsigned numbers. Only the current places are
-- in memory, so the memory does not depend on the size of Polyglot books.
-- @module lucena.book.edit

local M = {}

local MOST = 0xffff -- the greatest weight of a Polyglot book
local COUNTS = { "games", "won", "drawn", "lost" }

-- ---- order and weights ---------------------------------------------------------------------------

--- Sort places by key.
---@param places table[]
---@return table[] places the same table
function M.sorted(places)
  table.sort(places, function(a, b) return math.ult(a.key, b.key) end)
  return places
end

--- Sort moves by weight, greatest first, then by their bits. Weights that exceed Polyglot's limit are scaled down in
-- proportion. Positive weights stay positive.
---@param moves table[]
---@return table[] moves the same table
-- @usage require("lucena.book.edit").fitted({ { raw = 1, weight = 131070 }, { raw = 2, weight = 1 } })[2].weight --> 1
function M.fitted(moves)
  table.sort(moves, function(a, b)
    return a.weight > b.weight or a.weight == b.weight and a.raw < b.raw
  end)
  local most = moves[1] and moves[1].weight or 0
  if most > MOST then
    for _, move in ipairs(moves) do
      move.weight = move.weight > 0 and math.max(1, move.weight * MOST // most) or 0
    end
  end
  return moves
end

-- ---- merging -------------------------------------------------------------------------------------

-- Remove each count, such as the number of games, that only some moves of the position have: moves without it cannot be
-- compared.
local function drop_partial_counts(moves)
  for _, name in ipairs(COUNTS) do
    local is_known = true
    for _, move in ipairs(moves) do
      is_known = is_known and move[name] ~= nil
    end
    for _, move in ipairs(moves) do
      move[name] = is_known and move[name] or nil
    end
  end
end

local function add_move(into, move)
  into.weight = into.weight + move.weight
  into.learn = into.learn ~= 0 and into.learn or move.learn
  for _, name in ipairs(COUNTS) do
    into[name] = into[name] and move[name] and into[name] + move[name] or nil
  end
end

-- Merge several positions with the same key. Weights and counts are added. The learning data of the first place is
-- kept.
local function united(list)
  local by_raw, moves, position = {}, {}, nil
  for _, place in ipairs(list) do
    position = position or place.position
    for _, move in ipairs(place.moves) do
      local own = by_raw[move.raw]
      if own then
        add_move(own, move)
      else
        by_raw[move.raw] = move
        moves[#moves + 1] = move
      end
    end
  end
  drop_partial_counts(moves)
  return { key = list[1].key, position = position, moves = M.fitted(moves) }
end

--- Merge iterators of places; places with the same key become one.
---@param iterators function[]
---@return function iterator
function M.merged(iterators)
  local heads = {}
  for i, iterator in ipairs(iterators) do
    heads[i] = iterator() or false
  end
  return function()
    local key
    for _, head in ipairs(heads) do
      if head and (not key or math.ult(head.key, key)) then
        key = head.key
      end
    end
    local list = {}
    for i, head in ipairs(heads) do
      while head and head.key == key do
        list[#list + 1] = head
        head = iterators[i]() or false
        heads[i] = head
      end
    end
    return list[1] and united(list)
  end
end

-- ---- pruning -------------------------------------------------------------------------------------

-- Return whether a move is kept. `rank` is its rank by weight; `total` is the sum of the weights of the position.
local function stays(move, rank, total, limits)
  return move.weight >= (limits.weight or 0) and (move.games or math.huge) >= (limits.games or 0)
    and rank <= (limits.top or math.huge) and move.weight >= (limits.share or 0) * total
end

--- Iterate over the places without the moves below the limits.
---@param iterator function
---@param limits table {weight, games, share (0 to 1), top}, all optional: minimum values, and the maximum number of
-- moves
---@return function iterator
function M.pruned(iterator, limits)
  return function()
    for place in iterator do
      local moves, total = {}, 0
      for _, move in ipairs(place.moves) do
        total = total + move.weight
      end
      for rank, move in ipairs(M.fitted(place.moves)) do
        moves[#moves + 1] = stays(move, rank, total, limits) and move or nil
      end
      if #moves > 0 then
        place.moves = moves
        return place
      end
    end
  end
end

-- ---- comparing -----------------------------------------------------------------------------------

local function changes_of(place, one, two)
  local old, list = {}, {}
  for _, move in ipairs(one and one.moves or {}) do
    old[move.raw] = move
  end
  for _, move in ipairs(two and two.moves or {}) do
    local before = old[move.raw]
    old[move.raw] = nil
    if not before or before.weight ~= move.weight then
      list[#list + 1] = { raw = move.raw, before = before and before.weight, after = move.weight }
    end
  end
  for raw, move in pairs(old) do
    list[#list + 1] = { raw = raw, before = move.weight }
  end
  table.sort(list, function(a, b) return a.raw < b.raw end)
  return #list > 0 and { key = place.key, position = place.position, moves = list } or nil
end

--- Iterate over the differences of two books: places with the changed moves, and the weights `before` and `after` of
-- each move.
---@param one function iterator
---@param two function iterator
---@return function iterator of {key, position, moves = array of {raw, before, after}}
function M.differences(one, two)
  local a, b = one(), two()
  return function()
    while a or b do
      local x = a and not (b and math.ult(b.key, a.key)) and a or nil
      local y = b and not (a and math.ult(a.key, b.key)) and b or nil
      a, b = x and one() or not x and a or nil, y and two() or not y and b or nil
      local found = changes_of({ key = (x or y).key, position = x and x.position or y and y.position }, x, y)
      if found then
        return found
      end
    end
  end
end

return M
