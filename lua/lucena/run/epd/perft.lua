--- Implements `lucena epd perft`: checks the counts of a perft collection, in which each record has `D1 20; D2 400;`.
-- Counts above the limits are not checked; the summary says how many there are.
-- @module lucena.run.epd.perft

local numbers = require("lucena.number")
local exit = require("lucena.run.exit")
local perft = require("lucena.run.perft")
local phrase = require("lucena.run.phrase")
local stdio = require("lucena.run.stdio")

local M = {}

local USUAL_NODES = 10000000 -- takes some tenths of a second

-- Convert digits. A number that no integer holds is larger and deeper than every limit.
local function count_of(digits)
  return numbers.whole(digits, 0, math.maxinteger) or math.maxinteger
end

-- Return the counts of a record by depth, lowest depth first.
local function counts_of(record)
  local counts = {}
  for _, op in ipairs(record.ops) do
    local depth, nodes = op.opcode:match("^D(%d+)$"), op.text:match("^%d+$")
    if depth and nodes then
      counts[#counts + 1] = { depth = count_of(depth), nodes = count_of(nodes) }
    end
  end
  table.sort(counts, function(a, b) return a.depth < b.depth end)
  return counts
end

-- Check a count. Reports an error and returns false if it is wrong.
local function check(record, count, reader)
  local found = perft.count(record.position, count.depth)
  if found ~= count.nodes then
    stdio.write(("%s:%d: D%d is %d, not %d\n"):format(phrase.safe(reader.name), record.line, count.depth, found,
      count.nodes))
  end
  return found == count.nodes
end

--- Return the client of the verb, for `lucena.run.records`.
---@param input table
---@param args table
---@param parser table
---@return table client
---@return function finish
function M.client(input, args, parser)
  local number = require("lucena.run.engine_option").number
  local deepest = number(args, "depth", parser, true) or math.huge
  local most = number(args, "nodes", parser, true) or USUAL_NODES
  local right, wrong, passed, nodes, started = 0, 0, 0, 0, os.clock()
  local client = { has_data = true }
  function client.visit(_, record, reader)
    for _, count in ipairs(record.position and counts_of(record) or {}) do
      if count.depth > deepest or count.nodes > most or count.depth > perft.DEEPEST then
        passed = passed + 1
      elseif check(record, count, reader) then
        right, nodes = right + 1, nodes + count.nodes
      else
        wrong = wrong + 1
      end
    end
  end
  return client, function()
    stdio.flush()
    if wrong > 0 then
      input.tally:fail(exit.DATA)
    end
    local parts = { phrase.counted(right, "count") .. " right" }
    if wrong > 0 then
      parts[#parts + 1] = phrase.group(wrong) .. " wrong"
    end
    if passed > 0 then
      parts[#parts + 1] = phrase.group(passed) .. " larger or deeper, not counted"
    end
    local seconds = os.clock() - started
    if seconds > 0.1 then
      parts[#parts + 1] = ("%.0f million nodes a second"):format(nodes / seconds / 1e6)
    end
    return table.concat(parts, ", ")
  end
end

return M
