--- Finds the tournaments in a set of games: which games belong to an event, who took part, and the results by round.
--
-- Games belong to one event if Event and Site are equal, EventDate is equal where present, and there are at most 60
-- days between consecutive games; if a game has no complete date, the year must be equal.
--
-- `lucena.result` reads the results. A game counts as forfeited if its result says so, or if it has a Termination that
-- begins with forfeit, unplayed, walkover or default. "time forfeit" is a game that was played, and so is a result
-- without moves.
-- Points are counted in half points.
-- @module lucena.tournament.event

local format = require("lucena.format")
local result = require("lucena.result")

local M = {}

-- ---- a game --------------------------------------------------------------------------------------

local FORFEITS = { forfeit = true, forfeited = true, unplayed = true, walkover = true, default = true }

local function name_of(value)
  return value and value ~= "" and format.to_utf8(value) or "?"
end

local function team_of(value)
  return value and value ~= "" and value ~= "?" and format.to_utf8(value) or nil
end

local function rating_of(value)
  local rating = math.tointeger(tonumber(value and value:match("^%s*(%d+)%s*$")))
  return rating and rating > 0 and rating or nil
end

--- Return what tournaments need of a game, as plain data.
---@param game lucena.Game
---@return table record event, site, event_date, date, round, white, black, white_elo, black_elo, white_team,
-- black_team, white_halves, black_halves (nil without a result), is_forfeit, file, offset
-- @usage require("lucena.tournament.event").record(chess.game '[Result "1-0"]\n\n1. e4 1-0').white_halves --> 2
function M.record(game)
  local tags = game.tags
  local white, black, is_forfeit = result.halves(game)
  local ending = (tags.Termination or ""):lower():match("^%a+")
  return {
    event = name_of(tags.Event), site = name_of(tags.Site), event_date = tags.EventDate or "",
    date = tags.Date or "", round = tags.Round or "",
    white = name_of(tags.White), black = name_of(tags.Black),
    white_elo = rating_of(tags.WhiteElo), black_elo = rating_of(tags.BlackElo),
    white_team = team_of(tags.WhiteTeam), black_team = team_of(tags.BlackTeam),
    white_halves = white, black_halves = black, is_forfeit = is_forfeit or FORFEITS[ending] or false,
    file = game.file or "", offset = game.offset,
  }
end

-- ---- which games are one event -------------------------------------------------------------------

local GAP = 60 -- days

-- Return a day number, computed with months of 31 days, which is precise enough for gaps.
local function day_of(date)
  local year, month, day = date:match("^(%d%d%d%d)%.(%d%d)%.(%d%d)")
  return year and year * 372 + month * 31 + day
end

local MOST_ROUNDS = 300 -- some files have a year or a day as the round

local function round_of(text)
  local number = math.tointeger(tonumber(text:match("^%s*(%d+)")))
  return number and number <= MOST_ROUNDS and number or nil
end

-- Return a sort key of a round: "3.12" comes after "3.2".
local function round_key(text)
  return (text:gsub("0*(%d+)", function(digits) return ("0"):rep(9 - #digits) .. digits end))
end

-- The fields that order the games of a tournament. With the last ones, the order does not depend on the order of
-- reading.
local ORDER = { "round_key", "date", "file", "offset", "white", "black" }

local function stands_before(a, b)
  for _, field in ipairs(ORDER) do
    if a[field] ~= b[field] then
      return a[field] < b[field]
    end
  end
  return false
end

-- Split the records of one name, sorted by date, into editions of the tournament.
local function editions(records)
  local all_dated = true
  for _, record in ipairs(records) do
    all_dated = all_dated and day_of(record.date) ~= nil
  end
  local list, last = {}, nil
  for _, record in ipairs(records) do
    local day, year = day_of(record.date), record.date:sub(1, 4)
    local goes_on = last and (all_dated and day - last.day <= GAP or not all_dated and year == last.year)
    if not goes_on then
      list[#list + 1] = {}
    end
    table.insert(list[#list], record)
    last = { day = day, year = year }
  end
  return list
end

local function new_event(records)
  local first, last = records[1], records[#records]
  local event = { name = first.event, site = first.site, from = first.date, to = last.date, records = records }
  for _, record in ipairs(records) do
    record.round_number, record.round_key = round_of(record.round), round_key(record.round)
  end
  table.sort(records, stands_before)
  return event
end

--- Return the events of records, in the order of their first dates, then of their names.
---@param records table[] made by record()
---@return table[] events {name, site, from, to, records}
function M.events(records)
  local groups, names = {}, {}
  for _, record in ipairs(records) do
    local key = ("%s\0%s\0%s"):format(record.event, record.site, record.event_date)
    if not groups[key] then
      groups[key] = {}
      names[#names + 1] = key
    end
    table.insert(groups[key], record)
  end
  table.sort(names)
  local list = {}
  for place, key in ipairs(names) do
    table.sort(groups[key], function(a, b) return a.date < b.date end)
    for _, edition in ipairs(editions(groups[key])) do
      local event = new_event(edition)
      event.place = place
      list[#list + 1] = event
    end
  end
  table.sort(list, function(a, b)
    return a.from < b.from or a.from == b.from and a.place < b.place
  end)
  return list
end

-- ---- who took part -------------------------------------------------------------------------------

local Field = {}
Field.__index = Field

local function new_field()
  return setmetatable({ list = {}, by_name = {}, rounds = 0, unfinished = 0 }, Field)
end

function Field:player(name, team)
  local player = self.by_name[name]
  if not player then
    player = { name = name, entries = {}, points = 0 }
    self.by_name[name] = player
    self.list[#self.list + 1] = player
  end
  player.team = player.team or team
  return player
end

-- Add an entry to a player's card. `is_voluntary`: the player chose not to play the round, or forfeited it.
function Field:enter(player, entry)
  player.entries[#player.entries + 1] = entry
  player.points = player.points + (entry.points or 0)
  self.rounds = math.max(self.rounds, entry.round or 0)
end

function Field:play(record)
  local white, black = self:player(record.white, record.white_team), self:player(record.black, record.black_team)
  white.rating, black.rating = white.rating or record.white_elo, black.rating or record.black_elo
  local is_over = record.white_halves ~= nil
  self.unfinished = self.unfinished + (is_over and 0 or 1)
  for _, side in ipairs { { white, black, "white", "black" }, { black, white, "black", "white" } } do
    local points = record[side[3] .. "_halves"]
    self:enter(side[1], {
      round = record.round_number, opponent = side[2], color = side[3], points = points, record = record,
      is_played = is_over and not record.is_forfeit, is_forfeit = record.is_forfeit,
      is_voluntary = record.is_forfeit and points == 0,
      own_rating = record[side[3] .. "_elo"], opponent_rating = record[side[4] .. "_elo"],
    })
  end
end

local BYE_POINTS = { pairing = 2, half = 1, zero = 0 }

function Field:sit_out(bye)
  local is_requested = bye.kind ~= "pairing"
  self:enter(self:player(bye.name), {
    round = bye.round, points = BYE_POINTS[bye.kind], is_played = false, is_bye = true,
    is_requested = is_requested, is_voluntary = is_requested,
  })
end

--- Return the participants of an event, each with a card of rounds.
---@param event table one of events()
---@param byes? table[] {round, kind, name}, see `lucena.tournament.byes`
---@return table[] players {name, rating, team, points, entries}; sorted by name
---@return integer rounds the last round with a number, at most 300; 0 if none has one
---@return integer unfinished games without a result
function M.players(event, byes)
  local field = new_field()
  for _, record in ipairs(event.records) do
    field:play(record)
  end
  for _, bye in ipairs(byes or {}) do
    field:sit_out(bye)
  end
  table.sort(field.list, function(a, b) return a.name < b.name end)
  for _, player in ipairs(field.list) do
    for i, entry in ipairs(player.entries) do
      entry.order = i
    end
    table.sort(player.entries, function(a, b)
      local x, y = a.round or math.maxinteger, b.round or math.maxinteger
      return x < y or x == y and a.order < b.order
    end)
  end
  return field.list, field.rounds, field.unfinished
end

return M
