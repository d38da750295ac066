--- Positions for testing dialects: fixed positions that are difficult for notations, and positions of random games. The
-- fixed positions cover:
--
-- - promotions, with and without capture, by several pawns;
-- - en passant by two pawns, by a pinned pawn, and with discovered check;
-- - two and three equal pieces that reach the same square from one rank, from one file, or from neither;
-- - pinned pieces, double check, castling with and without check, Chess960 castling of every kind;
-- - names of squares and pieces that are ambiguous when joined (bishops next to b-pawns).
--
-- The random numbers are computed here, so that a seed gives the same positions on every machine.
-- @module lucena.notation.positions

local core = require("lucena.core")

local M = {}

local FIXED = {
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  -- promotions
  "1n1q3k/P1P5/8/8/8/8/8/K7 w - - 0 1",
  "k7/8/8/8/8/8/1p1p4/R1B4K b - - 0 1",
  "rnbq1bnr/PPP1P1PP/8/8/8/k7/8/4K3 w - - 0 1",
  "4k3/8/7K/8/8/8/ppp2ppp/RNBQ1BNR b - - 0 1",
  "5r2/6P1/7k/8/8/8/8/K7 w - - 0 1",
  -- en passant
  "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2",
  "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 2",
  "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2",
  "3k4/8/8/3pP3/8/8/8/3R1K2 w - d6 0 2",
  "8/2b5/8/k2pP3/8/8/8/B3K2Q w - d6 0 2",
  "4k3/8/2p1p3/2PpP3/2P1P3/8/8/4K3 w - d6 0 2",
  -- several pieces that reach a square
  "4k3/8/8/3N1N2/8/3N1N2/8/4K3 w - - 0 1",
  "4k3/8/8/1N6/8/8/8/1N1NK3 w - - 0 1",
  "6k1/8/8/8/4Q2Q/8/K7/7Q w - - 0 1",
  "4k3/8/1b3b2/8/8/8/1b3b2/7K b - - 0 1",
  "R6R/8/8/4k3/8/8/8/R5KR w - - 0 1",
  "Q6Q/8/8/8/1k6/8/8/Q5KQ w - - 0 1",
  "6k1/1B6/5B2/8/8/1n3B2/8/B3K3 w - - 0 1",
  "6k1/8/8/Q7/4Q3/8/8/Q3K3 w - - 0 1",
  "4k3/8/8/N7/8/8/N7/2N1K3 w - - 0 1",
  "r6r/4k3/2n1n3/8/3p4/2n1n3/8/4K3 b - - 0 1",
  "4k3/8/1b2bb2/8/8/1P2P3/P1P1P1P1/4K3 b - - 0 1",
  "3r1r2/8/k7/4Q3/8/8/2Q4Q/7K w - - 0 1",
  -- several equal pieces, one of them pinned
  "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1",
  "1k2r3/8/8/8/4R3/8/R7/4K3 w - - 0 1",
  "4k3/8/8/1B6/8/2n5/8/4K1n1 b - - 0 1",
  "3rk3/8/8/8/7b/3P4/3P1N2/3K2N1 w - - 0 1",
  -- checks
  "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1",
  "7k/8/8/8/3N4/8/1B6/K5R1 w - - 0 1",
  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
  "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
  "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
  "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
  "6k1/5ppp/8/8/8/8/8/3RR1K1 w - - 0 1",
  "4k3/8/8/8/8/8/4q3/R3K2R w KQ - 0 1",
  "8/8/8/2k5/3pP3/8/8/4K2B b - e3 0 1",
  -- moves with names that could be joined to one word
  "4k3/2p1p3/1b1b4/2P1P3/1B1B4/2p1p3/1P1P4/4K3 w - - 0 1",
  "4k3/8/8/2p1p3/1B1P1B2/2b5/1P1P4/4K3 w - - 0 1",
  "2b1k1b1/1p4p1/P1P2P1P/8/8/8/8/4K3 b - - 0 1",
  "r1bqk2r/pp1n1ppp/2pb1n2/3pp3/3PP3/2PB1N2/PP1N1PPP/R1BQK2R w KQkq - 0 8",
  "r1bq1rk1/ppp1bppp/2n2n2/3pp3/3PP3/2N2N2/PPP1BPPP/R1BQ1RK1 w - - 0 8",
  "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN5/PPP1Q1PP/R1B2R1K w - - 0 12",
  -- Chess960
  "4k3/8/8/8/8/8/8/RK5R w AH - 0 1",
  "4k3/8/8/8/8/8/8/1R3KR1 w BG - 0 1",
  "1r3kr1/8/8/8/8/8/8/4K3 b bg - 0 1",
  "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
  "6k1/8/8/8/8/8/8/2RKR3 w CE - 0 1",
}

-- A position with en passant that gives check. No random game starts from it.
local EN_PASSANT = "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1"

-- Return a random number generator, Park and Miller's "minimal standard". All products are less than 2^53.
local function new_random(seed)
  local state = seed % 2147483646 + 1
  return function(n)
    state = state * 48271 % 2147483647
    return state % n + 1
  end
end

-- Castling rights that are file letters mean Chess960.
local function position_of(fen)
  local is_960 = fen:match("^%S+ %S+ (%S+)"):find("[A-Ha-h]") ~= nil
  return assert(core.position(fen, { chess960 = is_960 }))
end

-- Add positions of one random game, every few plies, until the list is full.
local function play_out(list, count, random)
  local position = position_of(FIXED[random(4) == 1 and random(#FIXED) or 1])
  for ply = 1, 120 do
    local moves = position:moves()
    if #moves == 0 or #list >= count then
      return
    end
    position = position:play(moves[random(#moves)])
    if ply % 3 == 0 and #position:moves() > 0 then
      list[#list + 1] = position
    end
  end
end

--- Return positions with at least one legal move: the fixed ones first, then those of random games.
---@param count integer
---@param seed? integer default 1
---@return Position[]
-- @usage #require("lucena.notation.positions").list(100, 7)  --> 100
function M.list(count, seed)
  local list, random = {}, new_random(seed or 1)
  for i = 1, math.min(count, #FIXED) do
    list[i] = position_of(FIXED[i])
  end
  if #list < count then
    list[#list + 1] = position_of(EN_PASSANT)
  end
  while #list < count do
    play_out(list, count, random)
  end
  return list
end

return M
