--- Phases of a game: opening, middlegame, endgame. They are those of lichess (github.com/lichess-org/scalachess,
-- Divider.scala). The middlegame begins at the first position with at most 10 knights, bishops, rooks and queens, with
-- fewer than four pieces of a side on its first rank, or with a mixedness above 150. The endgame begins at the first
-- position with at most 6 of these pieces. A phase never returns to an earlier one.
-- @module lucena.phases

local bits = require("lucena.core").bits

local M = {}

--- The names of the phases, in order.
M.NAMES = { "opening", "middlegame", "endgame" }

local count = bits.count
local FIRST_RANK, LAST_RANK = 0xff, 0xff << 56
local FEW_PIECES, FEWER_PIECES, FEW_ON_RANK, MIXED = 10, 6, 4, 150

-- How much the two sides are mixed in a square of 2 x 2, by the number of white and of black pieces and pawns in it.
-- `rank` is that of its lower half.
local SCORES = {
  ["01"] = function(rank) return 1 + rank end,
  ["02"] = function(rank) return rank < 6 and 8 - rank or 0 end,
  ["03"] = function(rank) return rank < 7 and 10 - rank or 0 end,
  ["04"] = function(rank) return rank < 7 and 10 - rank or 0 end,
  ["10"] = function(rank) return 9 - rank end,
  ["11"] = function(rank) return 5 + math.abs(4 - rank) end,
  ["12"] = function(rank) return 11 - rank end,
  ["13"] = function(rank) return 12 - rank end,
  ["20"] = function(rank) return rank > 2 and rank or 0 end,
  ["21"] = function(rank) return 3 + rank end,
  ["22"] = function() return 7 end,
  ["30"] = function(rank) return rank > 1 and 2 + rank or 0 end,
  ["31"] = function(rank) return 4 + rank end,
  ["40"] = function(rank) return rank > 1 and 2 + rank or 0 end,
}

-- The squares of 2 x 2: {set, scores by 5 times the white pieces plus the black ones}.
local REGIONS = {}
for rank = 1, 7 do
  local scores = {}
  for i = 0, 24 do
    local score = SCORES[i // 5 .. "" .. i % 5]
    scores[i] = score and score(rank) or 0
  end
  for file = 0, 6 do
    REGIONS[#REGIONS + 1] = { 0x0303 << file + 8 * (rank - 1), scores }
  end
end

-- Return the sum of the scores of all squares of 2 x 2.
local function mixedness(white, black)
  local sum = 0
  for _, region in ipairs(REGIONS) do
    sum = sum + region[2][5 * count(white & region[1]) + count(black & region[1])]
  end
  return sum
end

local function pieces_of(position)
  local others = 0
  for _, letter in ipairs { "P", "p", "K", "k" } do
    others = others + position:count(letter)
  end
  return position:count("white") + position:count("black") - others
end

local function is_middlegame(position, pieces)
  local white, black = position:bits("white"), position:bits("black")
  return pieces <= FEW_PIECES or count(white & FIRST_RANK) < FEW_ON_RANK or count(black & LAST_RANK) < FEW_ON_RANK
    or mixedness(white, black) > MIXED
end

--- Return the phases of a game.
---@param game lucena.Game
---@return table<string, integer[]> phases {first ply, first ply after it} by name
-- @usage require("lucena.phases").of(chess.game "1. e4 e5 *").opening[1] --> 0
function M.of(game)
  local middle, last = math.huge, math.huge
  local function visit(position, ply)
    local pieces = pieces_of(position)
    if middle == math.huge and is_middlegame(position, pieces) then
      middle = ply
    end
    last = pieces <= FEWER_PIECES and ply or last
  end
  if not game.start then -- a refused FEN
    return { opening = { 0, math.huge }, middlegame = { math.huge, math.huge }, endgame = { math.huge, math.huge } }
  end
  visit(game.start, 0)
  for board, ply in game:boards() do
    if last == math.huge then
      visit(board, ply)
    end
  end
  return { opening = { 0, math.min(middle, last) }, middlegame = { middle, last }, endgame = { last, math.huge } }
end

--- Return the number of the phase of a ply, an index in NAMES.
---@param phases table as returned by of()
---@param ply integer
---@return integer
function M.number(phases, ply)
  return ply >= phases.endgame[1] and 3 or ply >= phases.middlegame[1] and 2 or 1
end

return M
