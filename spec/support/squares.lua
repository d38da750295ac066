-- A model of the board for specs of queries: read from a FEN, without the core. A board maps squares (file + 8 * rank,
-- from 0) to letters; `occupied` lists the squares with pieces, `king` the square of each side's king.

local M = {}

function M.read_board(fen)
  local placement, _, castling = fen:match("^(%S+) (%S+) (%S+)")
  local b, file, rank = { castling = castling, occupied = {}, king = {} }, 0, 7
  for c in placement:gmatch(".") do
    if c == "/" then
      file, rank = 0, rank - 1
    elseif c:find("%d") then
      file = file + tonumber(c)
    else
      local at = file + 8 * rank
      b[at], b.occupied[#b.occupied + 1] = c, at
      b.king[c == "K" and "white" or c == "k" and "black" or ""] = at
      file = file + 1
    end
  end
  return b
end

function M.color_of(piece)
  return piece:find("%u") and "white" or "black"
end

function M.other(color)
  return color == "white" and "black" or "white"
end

function M.square_at(file, rank)
  return file >= 0 and file <= 7 and rank >= 0 and rank <= 7 and file + 8 * rank or nil
end

local STRAIGHT, DIAGONAL = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } }, { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }
local EVERY = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 }, { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }
local JUMPS = { { 1, 2 }, { 2, 1 }, { -1, 2 }, { -2, 1 }, { 1, -2 }, { 2, -1 }, { -1, -2 }, { -2, -1 } }
local WAYS = { r = STRAIGHT, b = DIAGONAL, q = EVERY, k = EVERY, n = JUMPS }

local function ways_of(piece)
  if piece:lower() == "p" then
    local up = piece == "P" and 1 or -1
    return { { -1, up }, { 1, up } }, 1
  end
  return WAYS[piece:lower()], piece:find("[nNkK]") and 1 or 7
end

-- For each square, the squares of the pieces that attack it.
function M.attackers_on(b)
  local found = {}
  for at = 0, 63 do
    found[at] = {}
  end
  for _, from in ipairs(b.occupied) do
    local ways, most = ways_of(b[from])
    for _, way in ipairs(ways) do
      local file, rank = from & 7, from >> 3
      for _ = 1, most do
        file, rank = file + way[1], rank + way[2]
        local at = M.square_at(file, rank)
        if not at then
          break
        end
        table.insert(found[at], from)
        if b[at] then
          break
        end
      end
    end
  end
  return found
end

function M.is_attacked(b, at, color)
  for _, from in ipairs(b.attackers[at]) do
    if M.color_of(b[from]) == color then
      return true
    end
  end
  return false
end

M.STRAIGHT, M.DIAGONAL, M.EVERY = STRAIGHT, DIAGONAL, EVERY

return M
