--- The report "crosstable": the results of all games between the players, the ranking, tie-breaks and performance
-- ratings.
--
-- There is one section per event, two for team events. The modules in lua/lucena/tournament/ document the rules for
-- finding events (event.lua), forfeits and byes (record.lua, byes.lua), the kind of event (kind.lua), missing games
-- (completeness.lua) and tie-breaks (tiebreaks.lua).
--
-- The report never guesses unknown data: an unknown round shows "?" and adds nothing, and tied players share a rank. If
-- games are missing, the first note says so. Ranks and tie-breaks are then shown only with the option `tiebreaks`,
-- because the missing games could change them. The rating change is shown only if K is given, because game files do not
-- contain K.
--
-- The performance rating is the opponents' average rating plus the difference that FIDE's table gives for the score
-- (800 points at 0 and 100 %). Forfeits do not count in it.
--
-- Cost: about 200 bytes per game, kept until the end. With `event`, only games whose event matches are kept.
-- @module lucena.report.crosstable

local field = require("lucena.field")
local event_of = require("lucena.tournament.event")
local facts = require("lucena.tournament.facts")
local players_of = require("lucena.tournament.players")
local selection = require("lucena.tournament.selection")
local tables = require("lucena.tournament.table")

local M = {
  summary = "crosstables of tournaments and matches, with tie-breaks and performance",
  state = { "groups", "facts" },
  takes_tournaments = true,
  options = {
    selection.OPTIONS[1], selection.OPTIONS[2], tables.OPTIONS[1], tables.OPTIONS[2], tables.OPTIONS[3],
    tables.OPTIONS[4], tables.OPTIONS[5], tables.OPTIONS[6], tables.OPTIONS[7], tables.OPTIONS[8],
    { name = "after", kind = "integer", least = 1, argname = "ROUND",
      help = "The standings after this round: omit the games of later rounds." },
    { name = "min_games", kind = "integer", least = 1, default = 3, help = "Omit events of fewer games." },
    selection.OPTIONS[3],
  },
  columns = tables.COLUMNS,
}

local Crosstable = {}
Crosstable.__index = Crosstable

M.query = selection.query

-- After a round, this round is the last one of the event.
local function after_round(options)
  return options.after and setmetatable({ rounds = options.rounds or options.after }, { __index = options }) or options
end

function M.new(options)
  options = after_round(options)
  local settings, message, code = tables.settings(options)
  if not settings then
    return nil, message, code
  end
  return setmetatable({ options = options, settings = settings, query = M.query(options), groups = {},
    facts = {} }, Crosstable)
end

local round_of = assert(field.find "RoundNumber").of

function Crosstable:add(game)
  local is_later = self.options.after and (round_of(game) or 0) > self.options.after
  if not is_later and (not self.query or self.query(game)) then
    event_of.add(self.groups, game)
    facts.add(self.facts, game)
  end
end

function Crosstable:merge(other)
  event_of.merge(self.groups, other.groups)
  facts.merge(self.facts, other.facts)
end

-- Report whether options concern all events at once: a bye or a game of one event may belong to another.
local function compares_events(options)
  return options.byes or options.scoring or options.armageddon or options.kind == "teams"
end

-- Return what `make` returns for each selected event, by date. Returns nil, a message and a code if an option fits none
-- of them.
local function each_event(self, make)
  local options, accepts, out = self.options, selection.new(self.options), {}
  if not compares_events(options) then
    return event_of.collect(self.groups, options, accepts, make)
  end
  local shown, events = {}, event_of.list(self.groups, options, accepts)
  for _, event in ipairs(events) do
    shown[#shown + 1] = #event.records >= options.min_games and event or nil
  end
  local problem, code
  if events[1] or not (options.event or options.year) then
    problem, code = tables.problem(shown, self.settings)
  end
  for i, event in ipairs(problem and {} or events) do
    out[i] = make(event)
  end
  return not problem and out or nil, problem, code
end

-- Return the sections of the selected events by date, and the number of events that are omitted because they have few
-- games. Returns nil, a message and a code if there are none. The tables of an event are made at once, so that its
-- games need not be kept.
local function sections_of(self)
  local options, few = self.options, 0
  local made, problem, code = each_event(self, function(event)
    local tables_of = {}
    if #event.records >= options.min_games then
      tables.put(tables.open(event, self.settings), tables_of)
    else
      few = few + 1
    end
    return tables_of
  end)
  if not made then
    return nil, problem, code
  elseif not made[1] and (options.event or options.year) then
    return nil, selection.message(options), "unknown_event"
  end
  local sections = {}
  for _, tables_of in ipairs(made) do
    table.move(tables_of, 1, #tables_of, #sections + 1, sections)
  end
  return sections, few
end

function Crosstable:sections()
  local sections, left_out, unknown = sections_of(self)
  if not sections then
    return nil, left_out, unknown
  end
  if not sections[1] then
    sections[1] = { columns = M.columns, rows = {}, notes = {} }
  end
  if self.options.after then
    for _, section in ipairs(sections) do
      section.notes = section.notes or {}
      table.insert(section.notes, 1, { "Standings after round %s", self.options.after })
    end
  end
  if left_out > 0 then
    table.insert(sections[#sections].notes, { "Events omitted for having fewer than %s games: %s",
      self.options.min_games, left_out })
  end
  return sections
end

-- Write the selected event as a tournament report file for FIDE.
local function trf(self)
  local event, message, code = require("lucena.tournament.single").find(self.groups, self.options)
  if not event then
    return nil, message or "there is no game", code or "no_game"
  end
  local problem, bad = tables.problem({ event }, self.settings)
  if problem then
    return nil, problem, bad
  end
  local it = tables.open(event, self.settings)
  -- The format defines a blank cell as a zero-point bye, so the ranks in the file count them.
  it.filled = it.kind ~= "teams" and players_of.fill(it.players, it.rounds, it.scale) or 0
  tables.put(it, {})
  if not it.players[1] then
    return nil, "no player has a name", "not_writable"
  end
  local text, missing = require("lucena.tournament.trf_writer").write(it, facts.of(self.facts, event))
  if not text then
    return nil, missing .. "; a tournament report file needs one game per player and round", "not_writable"
  end
  self.missing = missing
  return text
end

--- Return the names of the facts that a tournament report file lacks, for the summary.
---@return string?
function Crosstable:remark()
  return self.missing and self.missing[1] and "missing: " .. table.concat(self.missing, ", ") or nil
end

M.formats = { trf = trf }

M.examples = {
  {
    pgn = [[
[Event "Club"]
[Round "1"]
[White "A"]
[Black "B"]
[Result "1-0"]

1-0

[Event "Club"]
[Round "2"]
[White "B"]
[Black "C"]
[Result "1-0"]

1-0

[Event "Club"]
[Round "3"]
[White "C"]
[Black "A"]
[Result "1/2-1/2"]

1/2-1/2
]],
    rows = {
      { place = 1, name = "A", c1 = "■", c2 = "1", c3 = "½", points = 3 },
      { place = 2, name = "B", c1 = "0", c2 = "■", c3 = "1", points = 2 },
      { place = 3, name = "C", c1 = "½", c2 = "0", c3 = "■", points = 1 },
    },
  },
}

return M
