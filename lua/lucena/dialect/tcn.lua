--- TCN, the notation of chess.com. A move is two characters, one per square. For a promotion, the second character
-- gives the piece and the direction. In Chess960, castling is written as the squares of king and rook.
-- @module lucena.dialect.tcn

local ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?{~}(^)[_]@#$"
local PROMOTIONS = "QNRB" -- each piece has three characters: towards the a-file, forward, towards the h-file

local function character(index)
  return ALPHABET:sub(index + 1, index + 1)
end

local function index_of(square)
  return square:byte(1) - 97 + 8 * (square:byte(2) - 49)
end

local function print(position, move)
  if move.is_null then
    return nil
  end
  local from, to = position:uci(move):match("^(..)(..)")
  local second = index_of(to)
  if move.promotion then
    second = 64 + 3 * (PROMOTIONS:find(move.promotion) - 1) + to:byte(1) - from:byte(1) + 1
  end
  return character(index_of(from)) .. character(second)
end

return {
  extend = "uci",
  title = "TCN of chess.com, mC",
  source = "the format as ports of chess-tcn document it",
  hooks = {
    print = print,
    shape = function(text) return #text == 2 and ALPHABET:find(text:sub(1, 1), 1, true) ~= nil
      and ALPHABET:find(text:sub(2), 1, true) ~= nil end,
  },
}
