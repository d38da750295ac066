--- Prefixes of pieces in descriptive notation: KR, QB, KKt. In some books a prefix names the wing on which the piece
-- started, in others the side of the board on which it is. A book is consistent. So moves that are the only legal move
-- with their spelling show the meaning, and it decides between the legal moves of other mentions. Until a move shows
-- it, the origin is preferred.
--
-- A map of wings has the wing ("K" or "Q") on which each rook, bishop and knight started, by square.
-- A record of votes is {origin, side}: the number of moves that have a prefix of only this meaning.
-- Cost: a copy of the map for each move of such a piece.
-- @module lucena.text.wings

local M = {}

local function side_of(square)
  return square:sub(1, 1) > "d" and "K" or "Q"
end

--- Return the map of a position in which games begin: each piece is on its own wing.
---@param position lucena.Position
---@return table
function M.of(position)
  local wings = {}
  for _, piece in ipairs { "R", "B", "N", "r", "b", "n" } do
    for _, square in ipairs(position:squares(piece)) do
      wings[square] = side_of(square)
    end
  end
  return wings
end

local WING_OF = { R = "K", D = "Q" } -- roi, rey, rei; dame, dama

--- Return the prefix of a move of French, Spanish and Portuguese books: "TD1T", "CR2R". The record has no `wing` for
-- other moves.
---@param text string
---@return table hint {wing}
function M.hint_of(text)
  return { wing = WING_OF[text:match("^[TCFAB]([RD])%f[%dx]") or ""] }
end

--- Return what a mention prints about wings: its shape, or the hint of its token; nil in algebraic notation.
---@param mention table
---@return table? shape with `wing` or `victim_wing`
function M.hint(mention)
  return mention.shape or mention.token and mention.token.hint
end

-- The squares of the rook before and after castling, by the destination of the king.
local ROOKS = { g1 = { "h1", "f1" }, c1 = { "a1", "d1" }, g8 = { "h8", "f8" }, c8 = { "a8", "d8" } }

--- Return the map after a move. The given map is not changed.
function M.moved(wings, from, to, is_castling)
  local rook = is_castling and ROOKS[to]
  if not wings[from] and not wings[to] and not rook then
    return wings
  end
  local after = {}
  for square, wing in pairs(wings) do
    after[square] = wing
  end
  after[to], after[from] = wings[from], nil
  if rook then
    after[rook[2]], after[rook[1]] = wings[rook[1]], nil
  end
  return after
end

-- The costs of a prefix that is false in one of the two meanings. A prefix that is false in the meaning of the book
-- costs more.
local OWN, OTHER = 2, 1

-- Return the costs of a piece whose origin or whose side is not that of its prefix.
local function costs_of(votes)
  local is_side = votes.side > votes.origin
  return is_side and OTHER or OWN, is_side and OWN or OTHER
end

--- Return the cost of the prefixes of a move.
---@param wings table the map before the move
---@param reading table {from, to}
---@param shape table with `wing` or `victim_wing`
---@param votes table
---@return integer
function M.cost(wings, reading, shape, votes)
  local origin, side = costs_of(votes)
  local function of(prefix, square)
    return not prefix and 0
      or (wings[square] == prefix and 0 or origin) + (side_of(square) == prefix and 0 or side)
  end
  return of(shape.wing, reading.from) + of(shape.victim_wing, reading.to)
end

-- Count one prefix if it is true in one meaning only.
local function vote_for(votes, prefix, wing, side)
  if prefix and wing and wing ~= side then
    local meaning = prefix == wing and "origin" or "side"
    votes[meaning] = votes[meaning] + 1
  end
end

--- Count the prefixes of a move that is the only legal one with its spelling.
---@return boolean changed whether other readings are now preferred
function M.vote(wings, reading, shape, votes)
  local before = costs_of(votes)
  vote_for(votes, shape.wing, wings[reading.from], side_of(reading.from))
  vote_for(votes, shape.victim_wing, wings[reading.to], side_of(reading.to))
  return costs_of(votes) ~= before
end

return M
