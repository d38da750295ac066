--- Statistics of EPD files.
-- @module lucena.run.epd.stats

local phrase = require("lucena.run.phrase")
local stdio = require("lucena.run.stdio")

local M = {}

-- Upper limits of the ranges in the table of the number of pieces and pawns, kings included.
local CROWDS = { 5, 7, 12, 20, 28, 32 }

--- Create empty statistics.
---@return table counts
function M.new()
  return { white = 0, black = 0, bad = 0, bare = 0, chess960 = 0, crowds = {}, opcodes = {} }
end

local function bump(counts, key)
  counts[key] = (counts[key] or 0) + 1
end

--- Count a record.
---@param counts table made by new()
---@param record lucena.EpdRecord
function M.add(counts, record)
  local position, ops = record.position, record.ops
  if not position then
    counts.bad = counts.bad + 1
  else
    bump(counts, position.turn)
    counts.chess960 = counts.chess960 + (position.chess960 and 1 or 0)
    local _, pieces = position:fen():match("^%S+"):gsub("%a", "")
    for _, most in ipairs(CROWDS) do
      if pieces <= most then
        bump(counts.crowds, most)
        break
      end
    end
  end
  counts.bare = counts.bare + (#ops == 0 and 1 or 0)
  for _, op in ipairs(ops) do
    bump(counts.opcodes, op.opcode)
  end
end

local function row(name, count)
  if count > 0 then
    stdio.write(("%-24s %12s\n"):format(phrase.safe(name), phrase.group(count)))
  end
end

-- Sort by count, greatest first, then by name.
local function sorted(opcodes)
  local names = {}
  for name in pairs(opcodes) do
    names[#names + 1] = name
  end
  table.sort(names, function(a, b)
    return opcodes[a] > opcodes[b] or opcodes[a] == opcodes[b] and a < b
  end)
  return names
end

--- Print the statistics.
---@param counts table
---@param total integer records
function M.print(counts, total)
  row("records", total)
  row("White to move", counts.white)
  row("Black to move", counts.black)
  row("no position", counts.bad)
  row("Chess960", counts.chess960)
  row("without operations", counts.bare)
  local least = 2
  for _, most in ipairs(CROWDS) do
    row(("%d to %d pieces"):format(least, most), counts.crowds[most] or 0)
    least = most + 1
  end
  for _, name in ipairs(sorted(counts.opcodes)) do
    row("  " .. name, counts.opcodes[name])
  end
end

return M
