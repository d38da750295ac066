--- Stores the first moves of many games in little memory, for the opening reports.
--
-- A line has the first moves of a game after a root position, up to a depth, as the bytes of Game:codes. Games with the
-- same line share one entry. The statistics of an entry are a string, too (see FORMAT). So a line of 20 plies takes
-- about 280 bytes with its slot in the table, and adding a game creates no table. No game is omitted, so the tree made
-- of the lines (`lucena.opening.tree`) has exact counts. Memory is proportional to the number of different lines.
--
-- For each line, the most notable game is stored. This is the game with the highest sum of both ratings; of several,
-- the first by file and offset.
-- @module lucena.opening.lines

local chess = require("lucena")
local format = require("lucena.format")
local result_of = require("lucena.result").of
local tally = require("lucena.tally")

local M = {}

--- The statistics of a line, in the order of FORMAT. `rated_white` counts games with a result in which White has a
-- rating. `sum_white` is the sum of these ratings, and `halves_white` is the number of half points that Black scored in
-- these games: together they give Black's performance rating. The fields for black give White's performance rating.
M.FIELDS = {
  "games", "white", "draw", "black", "rated_white", "sum_white", "halves_white", "rated_black", "sum_black",
  "halves_black", "year", "best", "offset", "file", "label",
}
local FORMAT = "<I4I4I4I4I4I8I4I4I8I4I2I4i8s4s4"

--- The number of sums among the fields, and the indexes of the other fields.
M.SUMS, M.YEAR, M.BEST, M.OFFSET, M.FILE, M.LABEL = 10, 11, 12, 13, 14, 15

--- Return the number of games of an entry.
---@param entry string
---@return integer
function M.games(entry)
  return (string.unpack("<I4", entry))
end

--- Return the sums by their names.
---@param sums integer[]
---@return table
function M.named(sums)
  local out = {}
  for k = 1, M.SUMS do
    out[M.FIELDS[k]] = sums[k]
  end
  return out
end

-- ---- a game --------------------------------------------------------------------------------------

local HALVES = { white = { 0, 2 }, draw = { 1, 1 }, black = { 2, 0 } } -- against White, against Black

local function rating_of(text)
  local rating = text and math.tointeger(tonumber(text))
  return rating and rating > 0 and rating < 10000 and rating or nil
end

local function year_of(date)
  return tonumber(date and date:match("^%d%d%d%d") or 0)
end

local function label_of(tags, year, result)
  local text = ("%s - %s"):format(format.to_utf8(tags.White or "?"), format.to_utf8(tags.Black or "?"))
  return text .. (result and " " .. result or "") .. (year > 0 and (", %d"):format(year) or "")
end

-- Return the entry for one game.
local function entry_of(game)
  local tags, year = game.tags, year_of(game.tags.Date)
  local result = result_of(game)
  local who = tally.RESULTS[result]
  local white, black = rating_of(tags.WhiteElo), rating_of(tags.BlackElo)
  local against = HALVES[who]
  local w, b = white and who and 1 or 0, black and who and 1 or 0
  return string.pack(FORMAT, 1, who == "white" and 1 or 0, who == "draw" and 1 or 0, who == "black" and 1 or 0,
    w, w * (white or 0), w * (against and against[1] or 0), b, b * (black or 0), b * (against and against[2] or 0),
    year, white and black and white + black or 0, game.offset, game.file or "", label_of(tags, year, who and result))
end

-- Return whether the first of two games is more notable: its ratings are higher, or it is earlier in the input.
local function is_first(best, file, offset, other_best, other_file, other_offset)
  if best ~= other_best then
    return best > other_best
  elseif file ~= other_file then
    return file < other_file
  end
  return offset <= other_offset
end

-- Combine two entries. The sums are computed without a loop, for speed: this function runs for each game.
local function combined(one, other)
  local g, w, d, b, rw, sw, hw, rb, sb, hb, year, best, offset, file, label = string.unpack(FORMAT, one)
  local g2, w2, d2, b2, rw2, sw2, hw2, rb2, sb2, hb2, year2, best2, offset2, file2, label2 =
    string.unpack(FORMAT, other)
  if not is_first(best, file, offset, best2, file2, offset2) then
    best, offset, file, label = best2, offset2, file2, label2
  end
  return string.pack(FORMAT, g + g2, w + w2, d + d2, b + b2, rw + rw2, sw + sw2, hw + hw2, rb + rb2, sb + sb2,
    hb + hb2, math.max(year, year2), best, offset, file, label)
end

-- ---- the lines -----------------------------------------------------------------------------------

local Lines = {}
Lines.__index = Lines

local INITIAL = chess.position()

--- Create an empty collection.
---@param root lucena.Position the position at the start of the lines
---@param depth integer plies
---@return table lines
-- @usage require("lucena.opening.lines").new(chess.position(), 10)
function M.new(root, depth)
  local query = root ~= INITIAL and require("lucena").query.position(root) or nil
  return setmetatable({ root = root, depth = depth, query = query, entries = {} }, Lines)
end

-- Return the number of plies of the game before the root; nil if the game does not reach it.
function Lines:plies_before(game)
  if game.start == self.root then
    return 0
  end
  local node = self.query and self.query:find(game)
  return node and node.ply
end

--- Add a game. A game that does not reach the root is ignored.
---@param game lucena.Game
---@return integer? before plies of the game that lead to the root
function Lines:add(game)
  local before = self:plies_before(game)
  if before then
    local line = game:codes():sub(2 * before + 1, 2 * (before + self.depth))
    local entry, other = entry_of(game), self.entries[line]
    self.entries[line] = other and combined(other, entry) or entry
  end
  return before
end

--- Add the lines of another collection with the same root and depth.
---@param other table
function Lines:merge(other)
  for line, entry in pairs(other.entries) do
    local own = self.entries[line]
    self.entries[line] = own and combined(own, entry) or entry
  end
end

--- Return the sorted lines, in which lines with the same beginning are adjacent, and their statistics as one array per
-- field.
---@return string[] lines
---@return table[] columns in the order of FIELDS; for sums, the sum of all lines so far, 0 at index 0
function Lines:sorted()
  local lines, columns = tally.keys(self.entries), {}
  for k = 1, #M.FIELDS do
    columns[k] = { [0] = k <= M.SUMS and 0 or nil }
  end
  for i, line in ipairs(lines) do
    local values = { string.unpack(FORMAT, self.entries[line]) }
    for k = 1, #M.FIELDS do
      columns[k][i] = k <= M.SUMS and columns[k][i - 1] + values[k] or values[k]
    end
  end
  return lines, columns
end

return M
