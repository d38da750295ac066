--- Sets of squares and of piece kinds, as compiled queries use them. A set of squares is a 64-bit integer with a1 as
-- the lowest bit. A set of kinds has a bit for each of P N B R Q K of White, then of Black.
-- @module lucena.query.board

local argument = require("lucena.query.argument")
local codes = require("lucena.query.instruction").codes

local M = {}

M.ALL = -1
M.FILE_A, M.RANK_1 = 0x0101010101010101, 0xff
M.WHITE_PIECES, M.BLACK_PIECES = 0x3f, 0xfc0
M.ALL_PIECES = 0xfff

--- The bit number of each letter, from 0.
M.KINDS = { P = 0, N = 1, B = 2, R = 3, Q = 4, K = 5, p = 6, n = 7, b = 8, r = 9, q = 10, k = 11 }

--- All pieces of both sides, of which only the one that the last move moved counts.
M.MOVER = M.ALL_PIECES | codes.MOVER

--- Return the kinds named by letters: "N" White's knights, "n" Black's, "Nn" both; "A" all pieces of White, "a" all
--- pieces of Black.
---@param letters any
---@param number integer index of the argument, for messages
---@param name string the query, for messages
---@return integer kinds
-- @usage require("lucena.query.board").kinds("Nn", 1, "piece")  --> 130
function M.kinds(letters, number, name)
  local kinds = 0
  for letter in (type(letters) == "string" and letters or "?"):gmatch(".") do
    local kind = M.KINDS[letter]
    if letter == "A" or letter == "a" then
      kinds = kinds | (letter == "A" and M.WHITE_PIECES or M.BLACK_PIECES)
    elseif kind then
      kinds = kinds | 1 << kind
    else
      argument.fail(number, name, ("letters of pieces expected (PNBRQK, pnbrqk, A, a), got '%s'"):format(
        tostring(letters)))
    end
  end
  return kinds
end

--- The same for queries that also take "mover", the piece that the last move moved.
---@param letters any
---@param number integer
---@param name string
---@return integer kinds
function M.kinds_or_mover(letters, number, name)
  return letters == "mover" and M.MOVER or M.kinds(letters, number, name)
end

-- a1 is dark.
local SHADES = { dark = 0xAA55AA55AA55AA55, light = 0x55AA55AA55AA55AA }

local function squares_of(word)
  if SHADES[word] then
    return SHADES[word]
  end
  local file, rank = word:match("^([a-h]?)([1-8]?)$")
  if not file or word == "" then
    return nil
  end
  local files = file ~= "" and M.FILE_A << (file:byte() - 97) or M.ALL
  local ranks = rank ~= "" and M.RANK_1 << 8 * (tonumber(rank) - 1) or M.ALL
  return files & ranks
end

--- Return the squares named by a text: "e4", "e4 d4", "e" (a file), "7" (a rank), "light", "dark". nil means all
--- squares.
---@param names any
---@param number integer index of the argument, for messages
---@param name string the query, for messages
---@return integer squares
function M.squares(names, number, name)
  if names == nil then
    return M.ALL
  end
  local set = 0
  for word in (type(names) == "string" and names or "?"):gmatch("%S+") do
    local squares = squares_of(word)
    if not squares then
      argument.fail(number, name, ("squares, files or ranks expected (e4, e, 7, light), got '%s'"):format(
        tostring(names)))
    end
    set = set | squares
  end
  return set
end

--- Count the members of a set.
---@param set integer
---@return integer
function M.count(set)
  local n = 0
  while set ~= 0 do
    set = set & (set - 1)
    n = n + 1
  end
  return n
end

--- 0 for white, 1 for black.
M.COLORS = { white = 0, black = 1 }

--- Make a query for one side, or for either side.
---@param side? string "white", "black", "either" (default)
---@param make fun(color: integer): lucena.Query
---@return lucena.Query
function M.for_side(side, make)
  if side == "white" or side == "black" then
    return make(M.COLORS[side])
  end
  return make(0) | make(1)
end

M.SIDES = { white = true, black = true, either = true }

return M
