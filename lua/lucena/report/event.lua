--- The report "event": everything about one tournament. The HTML page contains, with links between them:
--
-- - the table, and the standings after each round, the bracket or the matches of teams,
-- - all games on boards, and the openings,
-- - a card for each player, and for each team.
--
-- Other formats have the same tables, without the boards. `lucena.tournament.event` finds the tournaments. The user
-- must select exactly one. Otherwise the report fails with a message that names `--event` and `--year`.
--
-- Cost: the text of each game is kept in memory until the end.
-- @module lucena.report.event

local chess = require("lucena")
local event_of = require("lucena.tournament.event")
local columns_of = require("lucena.render.columns")
local playoff = require("lucena.tournament.playoff")
local selection = require("lucena.tournament.selection")
local single = require("lucena.tournament.single")
local site = require("lucena.tournament.site")
local tables = require("lucena.tournament.table")

local M = {
  summary = "a tournament as a site in one file: table, rounds, players, openings, games",
  state = { "groups", "texts" },
  options = {
    selection.OPTIONS[1], selection.OPTIONS[2], tables.OPTIONS[1], tables.OPTIONS[2], tables.OPTIONS[3],
    tables.OPTIONS[4], tables.OPTIONS[5], tables.OPTIONS[6], tables.OPTIONS[7], tables.OPTIONS[8],
    selection.OPTIONS[3],
    { name = "boards", kind = "boolean", default = true, help = "Omit the boards with games from the HTML page." },
  },
  takes_tournaments = true,
  columns = tables.COLUMNS,
  query = selection.query,
}

local Event = {}
Event.__index = Event

function M.new(options)
  local settings, message, code = tables.settings(options)
  if not settings then
    return nil, message, code
  end
  return setmetatable({ options = options, settings = settings, query = M.query(options), groups = {}, texts = {} },
    Event)
end

local function key_of(game)
  return ("%s\0%d"):format(game.file or "", game.offset)
end

function Event:add(game)
  if not self.query or self.query(game) then
    event_of.add(self.groups, game)
    self.texts[key_of(game)] = game.text
  end
end

function Event:merge(other)
  event_of.merge(self.groups, other.groups)
  for key, text in pairs(other.texts) do
    self.texts[key] = text
  end
end

-- Return the games that have moves. Number them for the boards, and find their openings.
local function read_games(self, event)
  local games = {}
  for _, record in ipairs(playoff.all(event)) do
    local text = self.texts[key_of(record)]
    local game = record.plies > 0 and text and chess.game(text)
    if game then
      games[#games + 1] = game
      record.number = self.options.boards and #games or nil
      record.opening = chess.eco.classify(game)
    end
  end
  return games
end

local function sections_of(event, settings)
  local sections, it = {}, tables.open(event, settings)
  it.has_links = true
  tables.put(it, sections)
  site.link(it, sections[1])
  site.link_members(it, sections)
  sections[#sections + 1] = site.bracket(it)
  sections[#sections + 1] = site.matches(it)
  sections[#sections + 1] = site.progress(it)
  sections[#sections + 1] = site.games(it)
  local openings = site.openings(it)
  sections[#sections + 1] = #openings.rows > 0 and openings or nil
  local cards = site.cards(it)
  table.move(cards, 1, #cards, #sections + 1, sections)
  return sections
end

-- Return the sections and the games; nil and a message if not exactly one event is selected.
local function build(self)
  local event, message, code = single.find(self.groups, self.options)
  if event == nil then
    return nil, message, code
  elseif not event then
    return { { columns = M.columns, rows = {}, notes = {} } }, {}
  end
  local problem, bad = tables.problem({ event }, self.settings)
  if problem then
    return nil, problem, bad
  end
  local games = read_games(self, event)
  return sections_of(event, self.settings), games
end

function Event:sections()
  local sections, message, code = build(self)
  if not sections then
    return nil, message, code
  end
  return sections
end

-- Titles on the page, where the name of the event is the title of the page.
local SHORT = { [""] = "Standings", [": players"] = "Players", [": results by board"] = "Results by board" }

local function shorten_titles(sections)
  for i, section in ipairs(#sections > 1 and sections or {}) do
    local title = section.heading and SHORT[section.heading.suffix]
    sections[i] = title and setmetatable({ title = title, heading = false }, { __index = section }) or section
  end
end

local LAYOUT = { layout = "text", theme = "brown", comments = true, variations = true }

local function html(self, page)
  local sections, games, code = build(self)
  if not sections then
    return nil, games, code
  end
  local own = setmetatable({ title = columns_of.title(sections[1], page) or page.title }, { __index = page })
  shorten_titles(sections)
  for i, section in ipairs(sections) do
    sections[i] = columns_of.for_readers(section, page)
  end
  local sheets = {}
  for i, game in ipairs(self.options.boards and games or {}) do
    sheets[i] = require("lucena.sheet.model").of(game)
  end
  local parts = #sheets > 0 and require("lucena.sheet.html").parts(sheets, page, LAYOUT) or nil
  return require("lucena.render.html").html(sections, own, parts)
end

M.formats = { html = html }

M.examples = {
  {
    pgn = [[
[Event "Club"]
[Round "1"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 1-0

[Event "Club"]
[Round "2"]
[White "B"]
[Black "C"]
[Result "1/2-1/2"]

1. d4 1/2-1/2

[Event "Club"]
[Round "3"]
[White "C"]
[Black "A"]
[Result "0-1"]

1. c4 0-1
]],
    rows = {
      { place = 1, name = "A", points = 4 }, { place = 2, name = "B", points = 1 },
      { place = 3, name = "C", points = 1 },
    },
  },
}

return M
