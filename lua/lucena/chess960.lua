--- Initial positions of Chess960 by number, from 0 to 959. Number 518 is the initial position of standard chess.
-- Source: R. Scharnagl's numbering, FIDE Handbook, Guidelines II.
-- @module lucena.chess960

local argument = require("lucena.argument")
local core = require("lucena.core")

local M = {}

M.MOST = 959
M.STANDARD = 518

-- The squares of the two knights, as indexes of the five free squares, by the last quotient in the division of the
-- number (0 to 9).
local KNIGHTS = {
  { 1, 2 }, { 1, 3 }, { 1, 4 }, { 1, 5 }, { 2, 3 }, { 2, 4 }, { 2, 5 }, { 3, 4 }, { 3, 5 }, { 4, 5 },
}

-- Return the FEN of an initial position.
local function fen_of(number)
  local row, rest = {}, number
  local function part(size)
    local value = rest % size
    rest = rest // size
    return value
  end
  -- Put a piece on the free square with this index.
  local function put(piece, index)
    for file = 1, 8 do
      if not row[file] then
        index = index - 1
        if index == 0 then
          row[file] = piece
          return
        end
      end
    end
  end
  row[2 * part(4) + 2] = "B" -- a light square of the first rank: b, d, f or h
  row[2 * part(4) + 1] = "B"
  put("Q", part(6) + 1)
  local knights = KNIGHTS[rest + 1]
  put("N", knights[2])
  put("N", knights[1])
  for _, piece in ipairs { "R", "K", "R" } do
    put(piece, 1)
  end
  local text = table.concat(row)
  return ("%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1"):format(text:lower(), text)
end

local function check_number(number, name)
  if math.type(number) ~= "integer" or number < 0 or number > M.MOST then
    argument.bad(3, 1, name, "whole number from 0 to %d expected, got %s", M.MOST, argument.shown(tostring(number)))
  end
end

--- Return an initial position of Chess960 by its number. The position with the number 518 is that of standard chess.
---@param number integer from 0 to 959
---@return lucena.Position
-- @usage chess.chess960(0):fen() --> bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1
function M.chess960(number)
  check_number(number, "chess960")
  return assert(core.position(fen_of(number), { chess960 = number ~= M.STANDARD }))
end

local numbers -- placement of the pieces -> number; made when it is first needed

--- Return the number of an initial position of Chess960; nil for any other position.
---@param position lucena.Position
---@return integer?
-- @usage chess.chess960_number(chess.position()) --> 518
function M.chess960_number(position)
  if getmetatable(position) ~= "lucena.Position" then
    argument.bad(2, 1, "chess960_number", "lucena.Position expected, got %s", argument.kind(position))
  end
  if not numbers then
    numbers = {}
    for number = 0, M.MOST do
      numbers[fen_of(number)] = number
    end
  end
  return numbers[position:fen()]
end

return M
