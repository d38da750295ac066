--- Replaces different spellings of a name by one. Spellings may differ in case, accents, blanks and the letters for
-- umlauts. If two spellings played each other, they are different players. The most frequent spelling is used.
-- @module lucena.tournament.names

local chess = require("lucena")

local M = {}

local cache = {} -- name -> key

--- Return the key of a name. All spellings of the name have the same key.
---@param name string
---@return string
-- @usage require("lucena.tournament.names").key "MÜLLER,  Jörg" --> muller,jorg
function M.key(name)
  local key = cache[name]
  if not key then
    key = (chess.fold_name(name) or name):gsub("%s+", "")
    cache[name] = key
  end
  return key
end

-- Return two tables: key -> spelling -> number of games, and the set of keys for which two spellings played each other.
local function spellings_of(records, white, black)
  local spellings, met = {}, {}
  local function count(name)
    local key = M.key(name)
    spellings[key] = spellings[key] or {}
    spellings[key][name] = (spellings[key][name] or 0) + 1
    return key
  end
  for _, record in ipairs(records) do
    if record[white] and record[black] then
      local key = count(record[white])
      if count(record[black]) == key and record[white] ~= record[black] then
        met[key] = true
      end
    end
  end
  return spellings, met
end

-- Return a number that is greater for a better spelling: with accents, not in capitals, without needless blanks.
local function quality_of(name)
  local accents = select(2, name:gsub("[\xc2-\xf4]", ""))
  return 10 * accents + (name:find("%l") and name:find("%u") and 5 or 0) - (name:find("%s%s") and 2 or 0)
end

local function is_better(a, b)
  local x, y = quality_of(a), quality_of(b)
  return x > y or x == y and a < b
end

--- Return the most frequent spelling of a name. Of spellings with the same frequency, return the best one: with
-- accents, and not in capitals.
---@param numbers table spelling -> number of games
---@return string
-- @usage require("lucena.tournament.names").most_frequent { ["Muller"] = 1, ["Müller"] = 1 } --> Müller
function M.most_frequent(numbers)
  local best
  for name, number in pairs(numbers) do
    if not best or number > numbers[best] or number == numbers[best] and is_better(name, best) then
      best = name
    end
  end
  return best
end

--- Choose a spelling for each name, and write it into the records.
---@param records table[]
---@param white string the field of White's name, such as "white"
---@param black string
---@return integer joined the number of spellings that were replaced
---@return table shown key -> spelling
---@return string[] changes "Müller, J. = MULLER, J.": the spelling shown, and the one that was replaced; sorted
function M.join(records, white, black)
  local spellings, met = spellings_of(records, white, black)
  local shown, changes = {}, {}
  for key, numbers in pairs(spellings) do
    if not met[key] then
      shown[key] = M.most_frequent(numbers)
      for name in pairs(numbers) do
        changes[#changes + 1] = name ~= shown[key] and shown[key] .. " = " .. name or nil
      end
    end
  end
  for _, record in ipairs(records) do
    for _, side in ipairs { white, black } do
      local name = record[side]
      record[side] = name and (shown[M.key(name)] or name)
    end
  end
  table.sort(changes)
  return #changes, shown, changes
end

return M
