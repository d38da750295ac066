--- Finds games that a tournament contains more than once. Two games are duplicates if players, colours and moves are
-- the same, and also the round or the date. If neither can be compared because rounds and dates are unknown, two
-- conditions must hold: the games have at least ten plies, and they may have been played on the same day. Games without
-- moves are duplicates only if round, date and result are the same.
-- @module lucena.tournament.duplicates

local cells = require("lucena.tournament.cells")
local date_of = require("lucena.tournament.date")
local names = require("lucena.tournament.names")
local LEAST = require("lucena.tournament.record").LEAST_PLIES

local M = {}

local function known_round(record)
  return record.round:find("%d") and record.round:match("^%s*(.-)%s*$") or nil
end

local function known_date(record)
  local _, _, precision = date_of.range(record.date)
  return precision == "day" and record.date or nil
end

local function may_be_one_day(a, b)
  local first, last = date_of.range(a.date)
  local other_first, other_last = date_of.range(b.date)
  return not first or not other_first or first <= other_last and other_first <= last
end

local function is_same(a, b)
  local round, other_round = known_round(a), known_round(b)
  if a.plies == 0 then
    return round ~= nil and round == other_round and a.date == b.date and a.white_halves == b.white_halves
      and a.black_halves == b.black_halves
  end
  local date, other_date = known_date(a), known_date(b)
  if round and round == other_round or date and date == other_date then
    return true
  end
  return not (round and other_round) and not (date and other_date) and a.plies >= LEAST and may_be_one_day(a, b)
end

-- Fields that are copied from a duplicate to the kept game, if the kept game has no value for them.
local FACTS = { "white_elo", "black_elo", "white_team", "black_team", "white_halves", "black_halves", "round_number" }

local function complete(record, other)
  for _, name in ipairs(FACTS) do
    if record[name] == nil then
      record[name] = other[name]
    end
  end
end

-- If a duplicate has another result than the kept game, return both: "Adams – Baker 1-0, 0-1".
local function contradiction(record, other)
  local is_equal = record.white_halves == other.white_halves and record.black_halves == other.black_halves
  if other.white_halves and not is_equal then
    return ("%s – %s %s, %s"):format(record.white, record.black, cells.result(record), cells.result(other))
  end
end

--- Return the records without duplicates. The first of several duplicates is kept, and its missing fields are copied
-- from the others.
---@param records table[] in the order of the tournament
---@return table[] kept
---@return integer omitted the number of records
---@return string[] contradictions the duplicates with another result: players, the result that counts, the other one
function M.omit(records)
  local groups, kept, omitted, contradictions = {}, {}, 0, {}
  for _, record in ipairs(records) do
    local key = ("%s\0%s\0%d\0%d"):format(names.key(record.white), names.key(record.black), record.plies, record.moves)
    local group, same = groups[key] or {}, nil
    for _, other in ipairs(group) do
      same = same or is_same(other, record) and other
    end
    if same then
      complete(same, record)
      contradictions[#contradictions + 1] = contradiction(same, record)
      omitted = omitted + 1
    else
      group[#group + 1], kept[#kept + 1] = record, record
    end
    groups[key] = group
  end
  return kept, omitted, contradictions
end

return M
