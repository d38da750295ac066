--- Reads captures that name the captured piece, in algebraic notation: "DxF", "FxC+", "dxF" (a pawn from the d-file
-- takes a bishop), "Sd7xSe5", "e7xTf8=D". Score sheets of French clubs omit the square ("4. FxC dxF"); German books of
-- the 19th century print all squares. A capture becomes a *shape*, as in descriptive notation; match.lua compares it
-- with the legal moves.
-- @module lucena.text.named_capture

local M = {}

local find, sub = string.find, string.sub

local PIECES = { "K", "Q", "R", "B", "N", "P" }

--- Return the spellings of the pieces in a dialect, the longest first, as {spelling, English letter}.
---@param dialect lucena.Dialect
---@return string[][]
function M.spellings(dialect)
  local letters, list, has_p = dialect.info.letters or {}, {}, false
  for _, piece in ipairs(PIECES) do
    local spelling = letters[piece]
    list[#list + 1] = spelling and { spelling, piece } or nil
    has_p = has_p or spelling == "P"
  end
  list[#list + 1] = not has_p and { "P", "P" } or nil
  table.sort(list, function(a, b) return #a[1] > #b[1] or #a[1] == #b[1] and a[1] < b[1] end)
  return list
end

-- Return the piece that is spelled at an offset, and the next offset.
local function piece_at(spellings, text, at)
  for _, row in ipairs(spellings) do
    if sub(text, at, at + #row[1] - 1) == row[1] then
      return row[2], at + #row[1]
    end
  end
end

-- Maps a printed origin ("", "d", "7", "d7") or destination to the set of its squares, for each side.
local square_sets = { [""] = false }
for file in ("abcdefgh"):gmatch(".") do
  for rank in ("12345678"):gmatch(".") do
    for _, name in ipairs { file, rank, file .. rank } do
      local set = square_sets[name] and square_sets[name].white or {}
      set[file .. rank] = true
      square_sets[name] = { white = set, black = set }
    end
  end
end

-- Read the promotion after a destination on the last rank: "=D", "D", "(D)". Returns the piece, and the next offset.
local function promotion_at(spellings, text, at)
  local _, sign = find(text, "^[=(/]?", at)
  local piece, after = piece_at(spellings, text, sign + 1)
  if not piece or not find("QRBN", piece, 1, true) then
    return nil, at
  end
  return piece:lower(), sub(text, after, after) == ")" and after + 1 or after
end

--- Read a capture that names the captured piece.
---@param spellings string[][] of M.spellings
---@param text string folded
---@param at integer
---@return table? shape without its check sign
---@return integer? last
function M.read(spellings, text, at)
  local piece, after = "P", at
  if not find(text, "^[a-h]", at) then
    piece, after = piece_at(spellings, text, at)
  end
  if not piece then
    return nil
  end
  local from = text:match("^[a-h]?[1-8]?", after)
  local _, sign = find(text, "^[x:]\1*", after + #from)
  if not sign or piece == "P" and from == "" then
    return nil
  end
  local victim, stop = piece_at(spellings, text, sign + 1)
  if not victim or victim == "K" then
    return nil
  end
  local to, promotion = text:match("^[a-h][1-8]", stop), nil
  stop = stop + (to and 2 or 0)
  if to and piece == "P" and find(to, "[18]") then
    promotion, stop = promotion_at(spellings, text, stop)
  end
  if not find(text, "^[%w\x80-\xFF]", stop) then
    return { piece = piece, sign = "x", victim = victim, from = square_sets[from] or nil, squares = square_sets[to],
      promotion = promotion, name = from .. "x" .. victim .. (to or "") .. (promotion or "") }, stop - 1
  end
end

--- Complete a shape with the signs printed after the move.
---@param shape table
---@param check boolean? whether a check is printed
---@return table shape
function M.finish(shape, check)
  shape.check = check
  shape.key = shape.piece .. shape.name .. (check and "+" or "")
  return shape
end

return M
