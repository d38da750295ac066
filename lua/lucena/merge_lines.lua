--- The mainlines of games that have nothing else, for `lucena.merge`. Equal lines are stored once, with the number of
-- games and results, and become nodes of the tree later. So a tree in which rare moves are omitted is made without
-- them. A line of 20 plies takes about 200 bytes, its nodes ten times as much. A few other games can be kept between
-- the lines.
-- @module lucena.merge_lines

local M = {}

local Lines = {}
Lines.__index = Lines

--- The fields with results. All counts are tables of numbers, by the number of the line.
M.RESULTS = { "white", "draws", "black" }

--- Create an empty collection. `codes` has the lines in the order of their first games, as Game:codes().
-- `others` counts kept games by their lines, `kept` has them by the number of the line before them; `kept_count` is
-- their number.
---@return table lines
-- @usage require("lucena.merge_lines").new():add("", "white")  --> 1
function M.new()
  return setmetatable({ numbers = {}, codes = {}, games = {}, white = {}, draws = {}, black = {}, others = {},
    kept = {}, kept_count = 0 }, Lines)
end

local function number_of(self, codes)
  local number = self.numbers[codes]
  if not number then
    number = #self.codes + 1
    self.numbers[codes], self.codes[number], self.games[number], self.others[number] = number, codes, 0, 0
  end
  return number
end

--- Add a game.
---@param codes string
---@param field? string of RESULTS
---@return integer number of the line
function Lines:add(codes, field)
  local number = number_of(self, codes)
  self.games[number] = self.games[number] + 1
  if field then
    self[field][number] = (self[field][number] or 0) + 1
  end
  return number
end

--- Keep a game that is more than a line.
---@param codes string of its mainline
---@param game lucena.Game
function Lines:keep(codes, game)
  local before = #self.codes
  self.kept[before] = self.kept[before] or {}
  table.insert(self.kept[before], game)
  self.kept_count = self.kept_count + 1
  local number = number_of(self, codes)
  self.others[number] = self.others[number] + 1
end

-- Return the last line from `first` on that has the same move as this one, and the number of games with the move.
local function run_of(self, sorted, first, last, at)
  local codes, games, number = self.codes, 0, first
  local move = codes[sorted[first]]:sub(at + 1, at + 2)
  while number <= last and codes[sorted[number]]:sub(at + 1, at + 2) == move do
    games = games + self.games[sorted[number]] + self.others[sorted[number]]
    number = number + 1
  end
  return number - 1, games
end

--- Cut the lines before the first move that fewer than `min` games have, kept ones included.
---@param min integer
---@return integer[] sizes by the number of the line: bytes to keep
-- @usage local l = require("lucena.merge_lines").new() l:add("abcd") l:add("abef") return l:sizes(2)[1]  --> 2
function Lines:sizes(min)
  local codes, sorted, sizes = self.codes, {}, {}
  for number = 1, #codes do
    sorted[number] = number
  end
  table.sort(sorted, function(a, b) return codes[a] < codes[b] end)
  local stack = { { 1, #sorted, 0 } } -- lines that have the same first bytes
  while #stack > 0 do
    local first, last, at = table.unpack(table.remove(stack))
    while first <= last do
      local stop, games = run_of(self, sorted, first, last, at)
      if games >= min and #codes[sorted[stop]] > at then
        stack[#stack + 1] = { first, stop, at + 2 }
      else
        for number = first, stop do
          sizes[sorted[number]] = at
        end
      end
      first = stop + 1
    end
  end
  return sizes
end

return M
