--- The participants of a tournament, each with a card of rounds.
-- @module lucena.tournament.players

local names = require("lucena.tournament.names")

local M = {}

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

function Field:sit_out(bye, name)
  local is_requested = bye.kind ~= "pairing"
  self:enter(self:player(name), {
    round = bye.round, points = BYE_POINTS[bye.kind], is_played = false, is_bye = true,
    is_requested = is_requested, is_voluntary = is_requested,
  })
end

--- Return the participants of an event, each with a card of rounds.
---@param event table made by `lucena.tournament.event`
---@param byes? table[] {round, kind, name}, see `lucena.tournament.byes`
---@return table[] players {name, rating, team, points, entries}; sorted by name
---@return integer rounds the last round with a number, at most 300; 0 if none has one
---@return integer unfinished games without a result
function M.of(event, byes)
  local field = new_field()
  for _, record in ipairs(event.records) do
    field:play(record)
  end
  for _, bye in ipairs(byes or {}) do
    field:sit_out(bye, event.shown[names.key(bye.name)] or bye.name)
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
