--- A second, simple implementation of the rules of chess. It has an array of 64 squares, and tries each pseudo-legal
-- move on a copy. It is slow and does not use the library. Specs compare the core with it.
--
--     local model = require "spec.support.model"
--     local p = model.position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
--     model.moves(p)  --> sorted array such as { "a2a3", "a2a4", ..., "g1h3" }
--
-- Castling is written as king-takes-rook ("e1h1"). Squares are numbers, file + 8 * rank, both from 0.

local M = {}

local KNIGHT = { { 1, 2 }, { 2, 1 }, { 2, -1 }, { 1, -2 }, { -1, -2 }, { -2, -1 }, { -2, 1 }, { -1, 2 } }
local KING = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } }
local ROOK = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
local BISHOP = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } }
local STEPS = { n = KNIGHT, k = KING, r = ROOK, b = BISHOP, q = KING }
local SLIDES = { r = true, b = true, q = true }

local function is_white(man)
  return man ~= man:lower()
end

-- The square one step away, or nil if it would be outside the board.
local function step(square, by)
  local file, rank = square % 8 + by[1], square // 8 + by[2]
  if file >= 0 and file < 8 and rank >= 0 and rank < 8 then
    return file + 8 * rank
  end
end

local function name(square)
  return string.char(97 + square % 8, 49 + square // 8)
end

local function king_of(board, white)
  for square = 0, 63 do
    if board[square] == (white and "K" or "k") then
      return square
    end
  end
end

local function is_attacked(board, square, by_white)
  for from = 0, 63 do
    local man = board[from]
    if man and is_white(man) == by_white then
      local kind = man:lower()
      if kind == "p" then
        local up = by_white and 1 or -1
        if step(from, { 1, up }) == square or step(from, { -1, up }) == square then
          return true
        end
      else
        for _, by in ipairs(STEPS[kind]) do
          local to = step(from, by)
          while to do
            if to == square then
              return true
            end
            to = not board[to] and SLIDES[kind] and step(to, by) or nil
          end
        end
      end
    end
  end
  return false
end

local function copy(board)
  local out = {}
  for square = 0, 63 do
    out[square] = board[square]
  end
  return out
end

--- Reads a FEN with the castling field in X-FEN or Shredder-FEN.
function M.position(fen)
  local placement, turn, castling, ep = fen:match("^(%S+) ([wb]) (%S+) (%S+)")
  local p = { board = {}, white = turn == "w", rooks = {}, ep = nil }
  local file, rank = 0, 7
  for c in placement:gmatch(".") do
    if c == "/" then
      file, rank = 0, rank - 1
    elseif c:match("%d") then
      file = file + math.tointeger(c)
    else
      p.board[file + 8 * rank] = c
      file = file + 1
    end
  end
  for c in castling:gmatch("%a") do
    local white = is_white(c)
    local row, rook = white and 0 or 56, white and "R" or "r"
    local letter = c:upper()
    if letter == "K" or letter == "Q" then
      -- The rook nearest to the edge on that side.
      local first, last, by = row, row + 7, 1
      if letter == "K" then
        first, last, by = last, first, -1
      end
      for square = first, last, by do
        if p.board[square] == rook then
          p.rooks[square] = true
          break
        end
      end
    else
      p.rooks[row + letter:byte() - 65] = true
    end
  end
  if ep ~= "-" then
    p.ep = ep:byte(1) - 97 + 8 * (ep:byte(2) - 49)
  end
  return p
end

local function pawn_moves(p, from, add)
  local up = p.white and 1 or -1
  local last = p.white and 7 or 0
  local function push(to)
    if to // 8 == last then
      for _, kind in ipairs { "n", "b", "r", "q" } do
        add(from, to, kind)
      end
    else
      add(from, to)
    end
  end
  local one = step(from, { 0, up })
  if one and not p.board[one] then
    push(one)
    local two = step(one, { 0, up })
    if from // 8 == (p.white and 1 or 6) and not p.board[two] then
      add(from, two)
    end
  end
  for side = -1, 1, 2 do
    local to = step(from, { side, up })
    if to and p.board[to] and is_white(p.board[to]) ~= p.white then
      push(to)
    elseif to and to == p.ep and to // 8 == (p.white and 5 or 2) then
      add(from, to)
    end
  end
end

-- All squares from the king and from the rook to their destinations must be empty, except for king and rook themselves.
-- The squares of the king must not be attacked. The king's last square is tested after the rook has moved.
local function may_castle(p, king, rook)
  local row = king // 8 * 8
  local short = rook > king
  local king_to, rook_to = row + (short and 6 or 2), row + (short and 5 or 3)
  local board = copy(p.board)
  board[king], board[rook] = nil, nil
  for square = math.min(king, rook, king_to, rook_to), math.max(king, rook, king_to, rook_to) do
    local on_way = (square >= math.min(king, king_to) and square <= math.max(king, king_to)) or
                   (square >= math.min(rook, rook_to) and square <= math.max(rook, rook_to))
    if on_way and board[square] then
      return false
    end
  end
  local way = copy(p.board)
  way[king] = nil
  for square = math.min(king, king_to), math.max(king, king_to) do
    if square ~= king_to and is_attacked(square == king and p.board or way, square, not p.white) then
      return false
    end
  end
  board[king_to], board[rook_to] = p.white and "K" or "k", p.white and "R" or "r"
  return not is_attacked(board, king_to, not p.white)
end

local function is_safe_after(p, from, to)
  local board = copy(p.board)
  local man = board[from]
  board[from], board[to] = nil, man
  if man:lower() == "p" and to == p.ep and from % 8 ~= to % 8 then
    board[to + (p.white and -8 or 8)] = nil
  end
  return not is_attacked(board, king_of(board, p.white), not p.white)
end

--- All legal moves as UCI text, castling as king-takes-rook, sorted.
function M.moves(p)
  local list = {}
  local function add(from, to, promotion)
    if is_safe_after(p, from, to) then
      list[#list + 1] = name(from) .. name(to) .. (promotion or "")
    end
  end
  for from = 0, 63 do
    local man = p.board[from]
    if man and is_white(man) == p.white then
      local kind = man:lower()
      if kind == "p" then
        pawn_moves(p, from, add)
      else
        for _, by in ipairs(STEPS[kind]) do
          local to = step(from, by)
          while to do
            local there = p.board[to]
            if not there or is_white(there) ~= p.white then
              add(from, to)
            end
            to = not there and SLIDES[kind] and step(to, by) or nil
          end
        end
      end
    end
  end
  local king = king_of(p.board, p.white)
  for rook in pairs(p.rooks) do
    if (rook < 8) == p.white and may_castle(p, king, rook) then
      list[#list + 1] = name(king) .. name(rook)
    end
  end
  table.sort(list)
  return list
end

--- Whether the side to move is in check.
function M.in_check(p)
  return is_attacked(p.board, king_of(p.board, p.white), not p.white)
end

return M
