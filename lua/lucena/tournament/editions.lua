--- Divides the games of one Event name into tournaments.
--
-- 1. Games with the same complete EventDate are one tournament. Other games of one Site are one tournament if at most
--    60 days are between consecutive games. A game with an incomplete date is added to the first tournament that
--    it fits.
-- 2. If the same players meet again in the same round, a week or more later and with other moves, a new edition starts.
-- 3. Two parts with mostly the same players are one tournament if the later part continues the round numbers within two
--    years, as after a postponement. Parts at different places are also one tournament if their dates overlap.
--
-- A web address as Site is ignored, because it differs from game to game. It is used only if the Event is "Rated ...
-- game" or "Casual ... game".
-- @module lucena.tournament.editions

local date_of = require("lucena.tournament.date")
local names = require("lucena.tournament.names")
local order_of = require("lucena.tournament.order")

local M = {}

local GAP = 60             -- days
local POSTPONED = 2 * 372  -- days
local WEEK = 7             -- days
local LOOK_BACK = 8        -- a part may continue any of this number of parts before it
local FEWEST = 3           -- minimum number of players in both parts; smaller parts are not joined

local function site_of(record)
  local site = record.site
  if site:find("^https?://") and not record.event:find("^[RC]a[ts]%l+ .*game$") then
    return "?"
  end
  return (names.key(site))
end

-- Return a key of the two players and the round; nil if the round is unknown.
local function pairing_of(record)
  return record.round_number and ("%s\0%s\0%s"):format(names.key(record.white), names.key(record.black), record.round)
    or nil
end

-- ---- parts ---------------------------------------------------------------------------------------

local function new_part(records)
  local part = { records = {}, players = {}, size = 0, pairings = {}, first_round = math.maxinteger, last_round = 0 }
  for _, record in ipairs(records) do
    M.put(part, record)
  end
  return part
end

--- Add a record to a part of a tournament.
---@param part table
---@param record table
function M.put(part, record)
  part.records[#part.records + 1] = record
  for _, name in ipairs { names.key(record.white), names.key(record.black) } do
    part.size = part.size + (part.players[name] and 0 or 1)
    part.players[name] = true
  end
  if record.first and record.precision ~= "year" then
    part.from = math.min(part.from or record.first, record.first)
    part.to = math.max(part.to or record.last, record.last)
  end
  part.year = part.year or record.first and record.first // 372
  if record.round_number then
    part.first_round = math.min(part.first_round, record.round_number)
    part.last_round = math.max(part.last_round, record.round_number)
    part.pairings[pairing_of(record)] = record.moves
  end
end

-- Return the number of days between two parts; negative if they overlap, nil if unknown.
local function distance(a, b)
  if a.from and b.from then
    return math.max(a.from - b.to, b.from - a.to)
  elseif a.year and b.year then
    return math.abs(a.year - b.year) * 372
  end
end

local function fits(part, record)
  local first, last = part.from or part.year and 372 * part.year, part.to or part.year and 372 * part.year + 371
  return not record.first or not first or record.first <= last and first <= record.last
end

-- ---- 1. by date ----------------------------------------------------------------------------------

local function by_gap(records, parts)
  order_of.sort(records, function(a, b) return a.first < b.first end)
  local last
  for _, record in ipairs(records) do
    local part = parts[#parts]
    if not last or record.first - last > GAP then
      part = new_part {}
      parts[#parts + 1] = part
    end
    M.put(part, record)
    last = record.first
  end
end

-- Add a game with an incomplete date to the first part that it fits. A game without any date is added only if it fits
-- exactly one part.
local function put_vague(record, parts)
  local choice
  for _, part in ipairs(parts) do
    if fits(part, record) then
      if record.first == nil and choice then
        choice = nil -- a game without a date must not fit several parts
        break
      end
      choice = choice or part
    end
  end
  if not choice then
    choice = new_part {}
    parts[#parts + 1] = choice
  end
  M.put(choice, record)
end

-- Divide the records of one site into parts.
local function parts_of(records)
  local starts, order, dated, vague = {}, {}, {}, {}
  for _, record in ipairs(records) do
    local _, _, precision = date_of.range(record.event_date)
    if precision == "day" then
      if not starts[record.event_date] then
        starts[record.event_date] = {}
        order[#order + 1] = record.event_date
      end
      table.insert(starts[record.event_date], record)
    else
      table.insert(record.precision == "day" and dated or vague, record)
    end
  end
  table.sort(order)
  local parts, rest = {}, {}
  for i, start in ipairs(order) do
    parts[i] = new_part(starts[start])
    parts[i].start = start
  end
  for _, record in ipairs(dated) do
    local home
    for _, part in ipairs(parts) do
      home = home or part.from and record.first >= part.from and record.first <= part.to and part
    end
    if home then
      M.put(home, record)
    else
      rest[#rest + 1] = record
    end
  end
  by_gap(rest, parts)
  table.sort(vague, function(a, b)
    return (a.first or 0) < (b.first or 0) or a.first == b.first and a.moves < b.moves
  end)
  for _, record in ipairs(vague) do
    put_vague(record, parts)
  end
  return parts
end

-- ---- 2. repeated pairings ------------------------------------------------------------------------

-- Return the index of the first record of a new edition; nil if there is none. The records are sorted by day. A
-- repeated pairing shows that there is a new edition. Between the two games of the pairing, the new edition starts
-- after the longest gap.
local function restart_of(records)
  local seen = {}
  for i, record in ipairs(records) do
    local pairing = pairing_of(record)
    local before = pairing and seen[pairing]
    if before and records[before].moves ~= record.moves and record.first - records[before].first >= WEEK then
      local widest, at = 0, i
      for j = before + 1, i do
        if records[j].first - records[j - 1].first > widest then
          widest, at = records[j].first - records[j - 1].first, j
        end
      end
      return at
    elseif pairing then
      seen[pairing] = before or i
    end
  end
end

local function put_editions(part, out)
  local dated, vague = {}, {}
  for _, record in ipairs(part.records) do
    table.insert(record.precision == "day" and dated or vague, record)
  end
  order_of.sort(dated, function(a, b) return a.first < b.first end)
  local at = not part.start and restart_of(dated)
  if not at then
    out[#out + 1] = part
    return
  end
  local one = new_part(table.move(dated, 1, at - 1, 1, {}))
  local others = new_part(table.move(dated, at, #dated, 1, {}))
  for _, record in ipairs(vague) do
    put_vague(record, { one, others })
  end
  out[#out + 1] = one
  put_editions(others, out)
end

-- ---- 3. parts that continue ----------------------------------------------------------------------

local function share_players(a, b)
  local small, large = a, b
  if b.size < a.size then
    small, large = b, a
  end
  local both = 0
  for name in pairs(small.players) do
    both = both + (large.players[name] and 1 or 0)
  end
  return small.size >= FEWEST and 3 * both >= 2 * small.size
end

local function has_return(a, b)
  for pairing, moves in pairs(b.pairings) do
    if a.pairings[pairing] and a.pairings[pairing] ~= moves then
      return true
    end
  end
  return false
end

local function goes_on(a, b)
  local days = distance(a, b)
  local has_next_round = a.last_round > 0 and b.last_round > 0 and b.first_round > a.last_round
  if has_next_round and days and days <= POSTPONED then
    return share_players(a, b) and not has_return(a, b)
  elseif a.site == b.site or not days or days > 0 then
    return false
  end
  return share_players(a, b) and not has_return(a, b)
end

local function join(a, b)
  for _, record in ipairs(b.records) do
    M.put(a, record)
  end
  a.site = a.site ~= "?" and a.site or b.site
end

local function joined(parts)
  local out = {}
  for _, part in ipairs(parts) do
    local before
    for i = #out, math.max(1, #out - LOOK_BACK + 1), -1 do
      before = before or goes_on(out[i], part) and out[i]
    end
    if before then
      join(before, part)
    else
      out[#out + 1] = part
    end
  end
  return out
end

-- ---- all -----------------------------------------------------------------------------------------

local function start_of(part)
  return part.from or part.year and 372 * part.year or math.maxinteger
end

--- Divide the records of one Event name into tournaments.
---@param records table[] with `round_number`, in an order that does not depend on the order of reading
---@return table[] list an array of records for each tournament
function M.of(records)
  local sites, order = {}, {}
  for _, record in ipairs(records) do
    record.first, record.last, record.precision = date_of.range(record.date)
    local site = site_of(record)
    if not sites[site] then
      sites[site] = {}
      order[#order + 1] = site
    end
    table.insert(sites[site], record)
  end
  table.sort(order)
  local parts = {}
  for _, site in ipairs(order) do
    for _, part in ipairs(parts_of(sites[site])) do
      local first = #parts + 1
      put_editions(part, parts)
      for i = first, #parts do
        parts[i].site, parts[i].number = site, i
      end
    end
  end
  table.sort(parts, function(a, b)
    local x, y = start_of(a), start_of(b)
    return x < y or x == y and a.number < b.number
  end)
  local list = {}
  for i, part in ipairs(joined(parts)) do
    list[i] = part.records
  end
  return list
end

return M
