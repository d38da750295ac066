--- Puts the pieces of a score that is printed in columns side by side into the order of the moves:
--
--     1. e4   e5        4. Ba4  Nf6
--     2. Nf3  Nc6       5. O-O  (a)
--     3. Bb5  a6        6. Re1  b5
--
-- The numbers of the columns differ by the same amount in at least FEWEST lines. Lines whose second number is missing
-- or unreadable are cut at the column of the others. Three columns are two, of which the right one is two again.
-- Cost: linear in the pieces and in the text of their lines.
-- @module lucena.text.decoder.columns

local M = {}

local FEWEST = 3 -- lines with the same difference
local MOST = 4 -- columns
local TOLERANCE = 2 -- characters between the beginnings of the cells of a column

-- Return the number of characters before a piece on its line.
local function column_of(text, piece)
  return #text:sub(piece.line, piece.first - 1):gsub("[\1\x80-\xBF]", "")
end

-- Return the pieces as lines: {pieces}, each with the index of its second number, and the difference of both.
local function lines_of(pieces)
  local lines = {}
  for _, piece in ipairs(pieces) do
    local line = lines[#lines]
    if not line or line[1].line ~= piece.line then
      line = {}
      lines[#lines + 1] = line
    end
    line[#line + 1] = piece
    if piece.kind == "number" and #line > 1 and not line.second and line[1].kind == "number" then
      line.second, line.difference = #line, piece.value - line[1].value
    end
  end
  return lines
end

-- Return the difference that most lines have, if at least FEWEST of them have it, and it is no difference of moves in
-- sequence.
local function difference_of(lines)
  local counts, best, all = {}, nil, 0
  for _, line in ipairs(lines) do
    local value = line.difference
    if value then
      counts[value], all = (counts[value] or 0) + 1, all + 1
      best = best and counts[best] >= counts[value] and best or value
    end
  end
  return best and best > 1 and counts[best] >= FEWEST and counts[best] * 2 > all and best or nil
end

-- Return the lowest column at which the second number of a line begins.
local function start_of(text, lines, difference)
  local lowest = math.huge
  for _, line in ipairs(lines) do
    if line.difference == difference then
      lowest = math.min(lowest, column_of(text, line[line.second]))
    end
  end
  return lowest
end

-- Return the index of the first piece of a line that belongs to the right column.
local function cut_of(text, line, difference, start)
  if line.difference == difference then
    return line.second
  end
  for i, piece in ipairs(line) do
    if column_of(text, piece) >= start - TOLERANCE then
      return i
    end
  end
  return #line + 1
end

-- Note that the numbers of both columns belong to moves, although no full stop follows them.
local function mark_numbers(line, difference)
  if line.difference == difference then
    line[1].is_bare, line[line.second].is_bare = false, false
  end
end

local function last_of(lines, difference)
  local last = 0
  for i, line in ipairs(lines) do
    last = line.difference == difference and i or last
  end
  return last
end

-- Return whether a line continues the left column, which may be longer than the right one.
local function continues(before, line)
  local one, other = before[1], line and line[1]
  return other ~= nil and one.kind == "number" and other.kind == "number" and other.value == one.value + 1
end

--- Return the pieces of a segment in the order of its moves.
---@param pieces table[] of lucena.text.decoder.pieces
---@param text string folded
---@param most? integer the number of columns that they may have
---@return table[] pieces
function M.sort(pieces, text, most)
  most = most or MOST
  local lines = lines_of(pieces)
  local difference = most > 1 and difference_of(lines)
  if not difference then
    return pieces
  end
  local start, last = start_of(text, lines, difference), last_of(lines, difference)
  while continues(lines[last], lines[last + 1]) do
    last = last + 1
  end
  local left, right, rest = {}, {}, {}
  for i, line in ipairs(lines) do
    local cut = i > last and #line + 1 or cut_of(text, line, difference, start)
    table.move(line, 1, cut - 1, #(i > last and rest or left) + 1, i > last and rest or left)
    table.move(line, cut, #line, #right + 1, right)
    mark_numbers(line, difference)
  end
  right = M.sort(right, text, most - 1)
  table.move(right, 1, #right, #left + 1, left)
  return table.move(rest, 1, #rest, #left + 1, left)
end

return M
