--- Initial positions of Chess960 by number, from 0 to 959. Number 518 is the initial position of standard chess.
-- Source: R. Scharnagl's numbering, FIDE Handbook, Guidelines II.
-- @module lucena.repl.numbered

local M = {}

M.MOST = 959

-- The squares of the two knights, as indexes of the five free squares, by the last quotient in the division of the
-- number (0 to 9).
local KNIGHTS = {
  { 1, 2 }, { 1, 3 }, { 1, 4 }, { 1, 5 }, { 2, 3 }, { 2, 4 }, { 2, 5 }, { 3, 4 }, { 3, 5 }, { 4, 5 },
}

--- Return the FEN of an initial position.
---@param number integer from 0 to M.MOST
---@return string
-- @usage require("lucena.repl.numbered").fen(0) --> bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1
function M.fen(number)
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

return M
