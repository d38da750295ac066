--- Reads captures that name pieces and no square, in algebraic notation: "DxF", "FxC+", "dxF" (a pawn from the d-file
-- takes a bishop). Score sheets of French clubs have them ("4. FxC dxF"). A capture becomes a *shape*, as in
-- descriptive notation; match.lua compares it with the legal moves.
-- @module lucena.text.named_capture

local M = {}

local find, sub = string.find, string.sub

local PIECES = { "K", "Q", "R", "B", "N" }

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

local file_sets = {}
for file in ("abcdefgh"):gmatch(".") do
  local set = {}
  for rank = 1, 8 do
    set[file .. rank] = true
  end
  file_sets[file] = { white = set, black = set }
end

--- Read a capture that names only pieces.
---@param spellings string[][] of M.spellings
---@param text string folded
---@param at integer
---@return table? shape without its check sign
---@return integer? last
function M.read(spellings, text, at)
  local file = text:match("^[a-h]", at)
  local piece, after = "P", at + 1
  if not file then
    piece, after = piece_at(spellings, text, at)
  end
  local _, sign = find(text, "^[x:]\1*", after)
  if not piece or not sign then
    return nil
  end
  local victim, stop = piece_at(spellings, text, sign + 1)
  if victim and victim ~= "K" and find(text, "^%f[^%w\x80-\xFF]", stop) then
    return { piece = piece, sign = "x", victim = victim, from = file and file_sets[file], file = file }, stop - 1
  end
end

--- Complete a shape with the signs printed after the move.
---@param shape table
---@param check boolean? whether a check is printed
---@return table shape
function M.finish(shape, check)
  shape.check = check
  shape.key = ("%s%sx%s%s"):format(shape.piece, shape.file or "", shape.victim, check and "+" or "")
  return shape
end

return M
