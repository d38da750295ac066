--- Finds the tournaments in a set of games. All reports use these rules:
--
-- - Event names that differ only in case, accents or blanks are one name. `lucena.tournament.editions` divides the
--   games with one name into tournaments by place, date, round and players.
-- - `lucena.tournament.names` replaces different spellings of a player by one. `lucena.tournament.duplicates` removes
--   duplicates.
-- - Games in which a player is unknown ("?", "N.N." or no name) are omitted, because "?" is not a person. So are games
--   of a player against himself.
-- - A game with the tag Bye is a bye of White, see `lucena.tournament.bye`.
-- - A game against a participant who is no player (`lucena.tournament.dummies`), such as "spielfrei", is a bye of the
--   other player: 1-0 is a pairing bye, 1/2-1/2 a half-point bye.
-- - With tags of two teams, a game against such a name or an unknown player is an empty board, which counts for the
--   match.
-- - If one of the tags WhiteTeam and BlackTeam is missing, the team is that of the player's other games.
--
-- Games are stored as packed records in groups: a table from the key of the Event name to an array of strings.
-- Processes can exchange groups, because groups contain only strings.
-- @module lucena.tournament.event

local bye_of = require("lucena.tournament.bye")
local date_of = require("lucena.tournament.date")
local decimal = require("lucena.number").decimal
local dummies = require("lucena.tournament.dummies")
local duplicates = require("lucena.tournament.duplicates")
local editions = require("lucena.tournament.editions")
local names = require("lucena.tournament.names")
local order = require("lucena.tournament.order")
local playoff = require("lucena.tournament.playoff")
local record_of = require("lucena.tournament.record")
local scoring = require("lucena.tournament.scoring")
local whole = require("lucena.number").whole

local M = {}

local MOST_ROUNDS = 300 -- some files have a year or a day as the round

-- ---- groups --------------------------------------------------------------------------------------

--- Add a game to the group of its event.
---@param groups table
---@param game lucena.Game
-- @usage local g = {}; require("lucena.tournament.event").add(g, chess.game "1. e4 *"); return (next(g)) --> ?
function M.add(groups, game)
  local event = game.tags.Event
  local key = event and event ~= "" and names.key(event) or "?"
  groups[key] = groups[key] or {}
  table.insert(groups[key], record_of.pack(game))
end

--- Add the games of other groups.
---@param groups table
---@param other table
function M.merge(groups, other)
  for key, list in pairs(other) do
    groups[key] = groups[key] or {}
    table.move(list, 1, #list, #groups[key] + 1, groups[key])
  end
end

-- ---- tournaments ---------------------------------------------------------------------------------

local function round_of(text)
  return whole(text:match("^%s*(%d+)"), 0, MOST_ROUNDS)
end

-- Return a sort key of a round: "3.12" comes after "3.2".
local function round_key(text)
  if not text:find("%d") then
    return text
  end
  return (text:gsub("0*(%d+)", function(digits) return ("0"):rep(9 - #digits) .. digits end))
end

-- Return whether a game of a tournament comes before another one. Because of the last fields, the order does not depend
-- on the order in which files are read.
local function stands_before(a, b)
  if a.round_key ~= b.round_key then
    return a.round_key < b.round_key
  elseif a.date ~= b.date then
    return a.date < b.date
  elseif a.file ~= b.file then
    return a.file < b.file
  elseif a.offset ~= b.offset then
    return a.offset < b.offset
  elseif a.white ~= b.white then
    return a.white < b.white
  end
  return a.black < b.black
end

local function most_frequent(records, field)
  local numbers, best = {}, nil
  for _, record in ipairs(records) do
    local text = record[field]
    numbers[text] = (numbers[text] or 0) + 1
  end
  for text, number in pairs(numbers) do
    if text ~= "?" and (not best or number > numbers[best] or number == numbers[best] and text < best) then
      best = text
    end
  end
  return best or "?"
end

-- Return the bye of a game against a participant who is no player; nil if both are none.
local function bye_against(record, is_white_taken)
  local color = is_white_taken and "black" or "white"
  return { round = record.round_number, kind = bye_of.by_points(record[color .. "_halves"]), name = record[color],
    rating = record[color .. "_elo"], team = record[color .. "_team"] }
end

local function tagged_bye(record)
  local match, game = record.bye_points:match("^([%d.]+)%-([%d.]+)$")
  return { round = record.round_number, kind = record.bye, name = record.white, rating = record.white_elo,
    team = record.white_team, match_points = whole(match, 0, MOST_ROUNDS), game_points = decimal(game, MOST_ROUNDS) }
end

-- Add a bye, unless the player or team already has one in the same round. `field`: name or team.
local function add_bye(event, list, bye, field)
  local key = bye.round and ("%s %d %s"):format(field, bye.round, names.key(bye[field]))
  if not event.has_bye[key] then
    event[list][#event[list] + 1] = bye
    event.has_bye[key or 0] = key
  end
end

local function known(text)
  return text ~= "?" and text:find("[^%s]") ~= nil and not text:find("^%s*[Nn]%.?%s?[Nn]%.?%s*$")
end

-- Return the first and the last date, "" if unknown. Some dates have a day, others do not. The range is computed from
-- the more frequent of these two kinds. Dates of the other kind extend the range only if they are outside it.
local function dates_of(records)
  local from, to, first, last = "", "", nil, nil
  local numbers = { [true] = 0, [false] = 0 }
  for _, record in ipairs(records) do
    local is_day = record.precision == "day"
    numbers[is_day] = numbers[is_day] + (record.first and 1 or 0)
  end
  local main = numbers[true] >= numbers[false]
  for _, is_day in ipairs { main, not main } do
    for _, record in ipairs(records) do
      if record.first and (record.precision == "day") == is_day then
        if not first or (is_day == main and record.first or record.last) < first then
          from, first = record.date, record.first
        end
        if not last or (is_day == main and record.last or record.first) > last then
          to, last = record.date, record.last
        end
      end
    end
  end
  return from, to
end

-- Return a day of the tags, if the date of the games does not have a day and the day is in it; otherwise the date. The
-- games of a tournament report file without the dates of the rounds have only the month.
local function refined(date, day)
  local from, to, precision = date_of.range(date)
  local first, _, day_precision = date_of.range(day)
  if day_precision == "day" and precision ~= "day" and from and first >= from and first <= to then
    return day
  end
  return date
end

-- Set the missing teams of players who have one team in all their other games.
local function complete_teams(event)
  local teams, missing = {}, {}
  for _, record in ipairs(event.records) do
    for _, color in ipairs { "white", "black" } do
      local name, team = record[color], record[color .. "_team"]
      if not team then
        missing[#missing + 1] = { record, color }
      elseif teams[name] == nil or teams[name] == team then
        teams[name] = team
      else
        teams[name] = false
      end
    end
  end
  for _, it in ipairs(missing) do
    local record, color = it[1], it[2]
    record[color .. "_team"] = teams[record[color]] or nil
    event.added_teams = event.added_teams + (teams[record[color]] and 1 or 0)
  end
end

local function has_two_teams(record)
  return record.white_team and record.black_team and record.white_team ~= record.black_team
end

-- Put a record into the list of games, byes, empty boards or absent players. `taken`: the names that stand for byes.
local function put(event, record, taken)
  local white_taken, black_taken = taken[record.white], taken[record.black]
  local is_known = known(record.white) and known(record.black) and record.white ~= record.black
  if record.bye == bye_of.NONE then
    event.absent[#event.absent + 1] = tagged_bye(record)
  elseif record.bye ~= "" and record.white_team and not known(record.white) then
    add_bye(event, "team_byes", tagged_bye(record), "team")
  elseif record.bye ~= "" and known(record.white) then
    add_bye(event, "byes", tagged_bye(record), "name")
  elseif (white_taken or black_taken or not is_known) and has_two_teams(record) then
    event.empty_boards[#event.empty_boards + 1], record.is_forfeit = record, true
    event.lone_boards = event.lone_boards + ((known(record.white) or known(record.black)) and 1 or 0)
  elseif not is_known then
    event.unknown = event.unknown + 1
  elseif white_taken ~= black_taken then
    add_bye(event, "byes", bye_against(record, white_taken), "name")
  elseif not white_taken then
    event.records[#event.records + 1] = record
  end
end

-- Return the planned number of rounds; nil if it is unknown.
local function planned(records)
  return whole(most_frequent(records, "event_rounds"), 1, MOST_ROUNDS)
end

local function sorted_names(set)
  local list = {}
  for name in pairs(set) do
    list[#list + 1] = name
  end
  table.sort(list)
  return list
end

local function new_event(records, keeps_duplicates)
  local taken, suspicious = dummies.of(records)
  local event = { name = most_frequent(records, "event"), site = most_frequent(records, "site"), unknown = 0,
    duplicates = 0, contradictions = {}, records = {}, byes = {}, team_byes = {}, has_bye = {}, absent = {},
    empty_boards = {}, lone_boards = 0, added_teams = 0, scale = scoring.parse(most_frequent(records, "scoring")),
    match_scale = scoring.parse(most_frequent(records, "match_scoring")), planned = planned(records),
    taken = sorted_names(taken), suspicious = suspicious }
  for _, record in ipairs(records) do
    put(event, record, taken)
  end
  event.from, event.to = dates_of(records)
  local start, finish = most_frequent(records, "event_date"), most_frequent(records, "end_date")
  if event.from == "" and date_of.range(start) and date_of.range(finish) then
    event.from, event.to = start, finish -- the games have no dates
  end
  event.from, event.to = refined(event.from, start), refined(event.to, finish)
  event.joined, event.shown, event.changes = names.join(event.records, "white", "black")
  local boards = table.move(event.records, 1, #event.records, 1, {})
  table.move(event.empty_boards, 1, #event.empty_boards, #boards + 1, boards)
  names.join(boards, "white_team", "black_team")
  complete_teams(event)
  if not keeps_duplicates then
    event.records, event.duplicates, event.contradictions = duplicates.omit(event.records)
  end
  event.records, event.playoffs = playoff.split(event.records)
  return event
end

-- Unpack and sort the records of a group. The result does not depend on the order in which files are read.
local function unpacked(list)
  local records = {}
  for i, packed in ipairs(list) do
    local record = record_of.unpack(packed)
    record.round_number, record.round_key = round_of(record.round), round_key(record.round)
    records[i] = record
  end
  order.sort(records, stands_before)
  for i, record in ipairs(records) do
    record.order = i
  end
  return records
end

--- Call a function with each tournament of the groups. Only the games of one group are unpacked at a time.
---@param groups table
---@param options table keep_duplicates
---@param visit fun(event: table) {name, site, from, to, records, playoffs, byes, duplicates, joined, unknown, shown}.
-- `scale`: the points of the tag Scoring. `from`, `to`: the first and the last date, "" if unknown.
-- `playoffs`: the tie-break games of a round robin, which are not in `records`. `empty_boards`: the games of teams
-- without two players, which are not in `records`; `lone_boards`: the number of those with one.
-- `added_teams`: the number of missing tags of teams.
-- `byes`: {round, kind, name, rating, team}, `team_byes` the same for teams, `absent`: players without rounds.
-- `taken`: the names that stand for byes, `suspicious`: others that may. `planned`: the planned number of rounds, nil
-- if unknown. `duplicates`: the number of omitted duplicates.
-- `joined`: the number of replaced spellings, `changes`: the spellings. `unknown`: the number of omitted games of
-- unknown players. `shown`: key of a name -> spelling.
function M.each(groups, options, visit)
  local keys = {}
  for key in pairs(groups) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    for _, records in ipairs(editions.of(unpacked(groups[key]))) do
      order.sort(records, function(a, b) return a.order < b.order end)
      visit(new_event(records, options.keep_duplicates))
    end
  end
end

--- Return the values that a function makes of the tournaments, sorted by their first date.
---@param groups table
---@param options table as for each()
---@param accepts? fun(event: table): boolean?
---@param make fun(event: table): any nil omits the tournament
---@return any[]
function M.collect(groups, options, accepts, make)
  local made = {}
  M.each(groups, options, function(event)
    local value
    if not accepts or accepts(event) then
      value = make(event)
    end
    made[#made + 1] = value and { value = value, from = event.from, number = #made } or nil
  end)
  table.sort(made, function(a, b) return a.from < b.from or a.from == b.from and a.number < b.number end)
  for i, it in ipairs(made) do
    made[i] = it.value
  end
  return made
end

--- Return the tournaments of the groups, sorted by the first date.
---@param groups table
---@param options table as for each()
---@param accepts? fun(event: table): boolean?
---@return table[] events
function M.list(groups, options, accepts)
  local events = M.collect(groups, options, accepts, function(event) return event end)
  return options.armageddon and scoring.attach(events) or events
end

return M
