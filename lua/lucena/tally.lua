--- Counts for reports: tables of integers that can be added to each other.
-- @module lucena.tally

local M = {}

--- Add the counts of one table to another, including those of inner tables. The values of a key must be integers in
-- both tables, or tables in both. The order of additions does not change the result, so parts of the games can be
-- counted separately.
---@param into table
---@param from table not changed, and not shared with `into`
---@return table into
-- @usage require("lucena.tally").merge({a = 1}, {a = 2, b = {c = 3}}).a --> 3
function M.merge(into, from)
  for key, value in pairs(from) do
    if type(value) == "table" then
      into[key] = M.merge(into[key] or {}, value)
    else
      into[key] = (into[key] or 0) + value
    end
  end
  return into
end

--- Return the counts of a table as a short string, so that the counts of single games can be kept. Keys are strings and
-- integers; values are integers and such tables.
---@param counts table
---@return string
-- @usage local t = require("lucena.tally"); return t.unpack(t.pack {a = 1, b = {[1858] = 2}}).b[1858] --> 2
function M.pack(counts)
  local parts = {}
  for key, value in pairs(counts) do
    local is_name, is_inner = type(key) == "string", type(value) == "table"
    parts[#parts + 1] = string.pack(is_name and "Bs4" or "Bj", (is_name and 1 or 0) + (is_inner and 2 or 0), key)
    parts[#parts + 1] = is_inner and string.pack("s4", M.pack(value)) or string.pack("j", value)
  end
  return table.concat(parts)
end

--- Return the counts that pack() made a string of.
---@param packed string
---@return table counts
-- @usage local t = require("lucena.tally"); return t.unpack(t.pack {a = 1}).a --> 1
function M.unpack(packed)
  local counts, at = {}, 1
  while at <= #packed do
    local kind, key, value
    kind, at = string.unpack("B", packed, at)
    key, at = string.unpack(kind % 2 == 1 and "s4" or "j", packed, at)
    value, at = string.unpack(kind >= 2 and "s4" or "j", packed, at)
    counts[key] = kind >= 2 and M.unpack(value) or value
  end
  return counts
end

--- Add to a count.
---@param counts table
---@param key any
---@param more? integer default 1
-- @usage local counts = {}; require("lucena.tally").bump(counts, "a"); return counts.a --> 1
function M.bump(counts, key, more)
  counts[key] = (counts[key] or 0) + (more or 1)
end

--- Return the keys of a table of numbers, greatest number first, then by key.
---@param counts table
---@param most? integer maximum number of keys
---@return any[] keys
-- @usage table.concat(require("lucena.tally").ranked{a = 1, b = 3, c = 1}, " ") --> b a c
function M.ranked(counts, most)
  local keys = {}
  for key in pairs(counts) do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b)
    return counts[a] > counts[b] or counts[a] == counts[b] and a < b
  end)
  return table.move(keys, 1, math.min(most or #keys, #keys), 1, {})
end

--- Return the keys of groups, each a table with the number of its `games`: largest group first, then by key.
---@param groups table
---@param most? integer maximum number of keys
---@return any[] keys
-- @usage table.concat(require("lucena.tally").largest{a = {games = 1}, b = {games = 3}}, " ") --> b a
function M.largest(groups, most)
  local games = {}
  for key, it in pairs(groups) do
    games[key] = it.games
  end
  return M.ranked(games, most)
end

--- Return the keys of a table in ascending order.
---@param counts table
---@return any[] keys
-- @usage table.concat(require("lucena.tally").keys{b = 1, a = 2}, " ") --> a b
function M.keys(counts)
  local keys = {}
  for key in pairs(counts) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

-- ---- results -------------------------------------------------------------------------------------

--- The winner for each value of the Result tag.
---@type table<string, string>
M.RESULTS = { ["1-0"] = "white", ["0-1"] = "black", ["1/2-1/2"] = "draw" }

--- Count a result in {games =, white =, draw =, black =}. A game without a result is counted only in `games`.
---@param counts table
---@param result string? a Result tag
-- @usage local c = {}; require("lucena.tally").result(c, "1-0"); return c.games .. c.white --> 11
function M.result(counts, result)
  M.bump(counts, "games")
  local who = M.RESULTS[result]
  if who then
    M.bump(counts, who)
  end
end

--- Return a side's share of the points of the games with a result.
---@param counts table as filled by result()
---@param color? string "white", the default, or "black"
---@return number? share from 0 to 1; nil if no game has a result
-- @usage require("lucena.tally").score{games = 3, white = 1, draw = 1} --> 0.75
function M.score(counts, color)
  local white, draw, black = counts.white or 0, counts.draw or 0, counts.black or 0
  local total = white + draw + black
  local won = color == "black" and black or white
  return total > 0 and (2 * won + draw) / (2 * total) or nil
end

return M
