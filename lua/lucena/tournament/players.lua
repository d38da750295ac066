--- The players of a tournament. Each has a card, the list of that player's rounds.
-- @module lucena.tournament.players

local bye_of = require("lucena.tournament.bye")
local names = require("lucena.tournament.names")
local scoring = require("lucena.tournament.scoring")

local M = {}

local Field = {}
Field.__index = Field

local function new_field(scale, armageddon)
  return setmetatable({ scale = scale or scoring.USUAL, armageddon = armageddon, list = {}, by_name = {}, rounds = 0,
    unfinished = 0 }, Field)
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

-- Return the points of both players for the standings. A draw that an Armageddon game decides has the points of that
-- game, which itself has none.
local function scores_of(self, record)
  if record.is_armageddon then
    return nil, nil
  elseif record.armageddon_winner then
    local won, lost = self.armageddon[1], self.armageddon[2]
    local has_white_won = record.armageddon_winner == "white"
    return has_white_won and won or lost, has_white_won and lost or won
  end
  return self.scale[record.white_halves], self.scale[record.black_halves]
end

-- Add an entry to a player's card. `points` are the half points of the game, and `score` the half points in the
-- standings. `is_voluntary` means that the player chose not to play the round, or forfeited the game.
function Field:enter(player, entry)
  player.entries[#player.entries + 1] = entry
  entry.score, entry.scale = entry.score or entry.points and self.scale[entry.points], self.scale
  player.points = player.points + (entry.score or 0)
  self.rounds = math.max(self.rounds, entry.round or 0)
end

function Field:play(record)
  local white, black = self:player(record.white, record.white_team), self:player(record.black, record.black_team)
  white.rating, black.rating = white.rating or record.white_elo, black.rating or record.black_elo
  local is_over = record.white_halves ~= nil
  self.unfinished = self.unfinished + (is_over and 0 or 1)
  local white_score, black_score = scores_of(self, record)
  for _, side in ipairs { { white, black, "white", "black", white_score }, { black, white, "black", "white",
    black_score } } do
    local points = not record.is_armageddon and record[side[3] .. "_halves"] or nil
    self:enter(side[1], {
      round = record.round_number, opponent = side[2], color = side[3], points = points, score = side[5],
      record = record, is_armageddon = record.is_armageddon,
      has_won_armageddon = record.is_armageddon and (record.white_halves == 2) == (side[3] == "white"),
      is_played = is_over and not record.is_forfeit and not record.is_armageddon, is_forfeit = record.is_forfeit,
      is_unrated = record.is_unrated,
      is_voluntary = record.is_forfeit and points == 0,
      own_rating = record[side[3] .. "_elo"], opponent_rating = record[side[4] .. "_elo"],
    })
  end
end

-- Add a player who may have no game: the one of a bye, or an absent player.
function Field:join(bye, name)
  local player = self:player(name, bye.team)
  player.rating = player.rating or bye.rating
  return player
end

-- A bye without points has none in any scoring system.
function Field:sit_out(bye, name)
  local kind = bye_of.KINDS[bye.kind]
  self:enter(self:join(bye, name), {
    round = bye.round, points = kind.halves, score = kind.halves == 0 and 0 or nil, bye = bye.kind, is_played = false,
    is_bye = true, is_requested = kind.is_requested or false, is_voluntary = kind.is_requested or false,
  })
end

-- Return the last round that is paired: the last one with a game. If games have no round numbers, the round of a bye
-- cannot be compared with them, and any round counts.
local function last_paired(records)
  local last = 0
  for _, record in ipairs(records) do
    last = math.max(last, record.round_number or 0)
  end
  return (last > 0 or not records[1]) and last or math.huge
end

--- Return what the players of an event have in each round.
---@param event table made by `lucena.tournament.event`
---@return table<string, table> players by key of the name: {name, rounds: round -> "game" or "bye"}
function M.rounds(event)
  local players = {}
  local function note(name, round, what)
    local key = names.key(name)
    players[key] = players[key] or { name = name, rounds = {} }
    if round then
      players[key].rounds[round] = what
    end
  end
  for _, record in ipairs(event.records) do
    note(record.white, record.round_number, "game")
    note(record.black, record.round_number, "game")
  end
  for _, bye in ipairs(event.byes) do
    note(bye.name, bye.round, "bye")
  end
  for _, player in ipairs(event.absent) do
    note(player.name)
  end
  return players
end

-- Sort the entries of each player by round; entries without a round come last.
local function sort_entries(players)
  for _, player in ipairs(players) do
    for i, entry in ipairs(player.entries) do
      entry.order = i
    end
    table.sort(player.entries, function(a, b)
      local x, y = a.round or math.maxinteger, b.round or math.maxinteger
      return x < y or x == y and a.order < b.order
    end)
  end
end

--- Give each player a blank bye in each round without an entry, as a tournament report file has it.
---@param players table[] made by of()
---@param rounds integer
---@param scale? table made by `lucena.tournament.scoring`
---@return integer filled the number of byes
function M.fill(players, rounds, scale)
  local filled = 0
  for _, player in ipairs(players) do
    local has_round = {}
    for _, entry in ipairs(player.entries) do
      has_round[entry.round or 0] = true
    end
    for round = 1, rounds do
      if not has_round[round] then
        filled = filled + 1
        player.entries[#player.entries + 1] = { round = round, points = 0, score = 0, scale = scale or scoring.USUAL,
          bye = "blank",
          is_played = false, is_bye = true, is_requested = true, is_voluntary = true }
      end
    end
  end
  sort_entries(players)
  return filled
end

--- Return the players of an event, each with a card.
---@param event table made by `lucena.tournament.event`
---@param byes? table[] {round, kind, name}: see `lucena.tournament.byes`
---@param scale? table made by `lucena.tournament.scoring`
---@param armageddon? table {won, lost}: half points of an Armageddon game
---@return table[] players {name, rating, team, points, entries}; sorted by name
---@return integer rounds the highest round number, at most 300; 0 if no round has a number
---@return integer unfinished the number of games without a result
---@return table[] coming the byes of rounds that are not paired yet, which do not count: {round, kind, name}
function M.of(event, byes, scale, armageddon)
  local field = new_field(scale, armageddon)
  for _, record in ipairs(event.records) do
    field:play(record)
  end
  local last, coming = last_paired(event.records), {}
  for _, list in ipairs { event.absent, event.byes, byes or {} } do
    for _, bye in ipairs(list) do
      local name = event.shown[names.key(bye.name)] or bye.name
      if bye_of.KINDS[bye.kind] and (bye.round or 0) <= last then
        field:sit_out(bye, name)
      else
        field:join(bye, name)
        coming[#coming + 1] = bye_of.KINDS[bye.kind] and { round = bye.round, kind = bye.kind, name = name } or nil
      end
    end
  end
  table.sort(field.list, function(a, b) return a.name < b.name end)
  sort_entries(field.list)
  return field.list, field.rounds, field.unfinished, coming
end

return M
