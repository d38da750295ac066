--- The checks of `lucena check --tags`. `Game:proofread` checks each game. Two more checks compare the games of a file:
-- they find duplicate games, and players whose names may be spelled in two ways.
-- Memory: as much as `lucena.dedup` takes, and some 500 bytes for each name of a player.
-- @module lucena.run.proof

local core = require("lucena.core")
local dedup = require("lucena.dedup")
local names = require("lucena.tournament.names")
local spelling = require("lucena.tournament.spelling")
require("lucena.games")

local M = {}

local Proof = {}
Proof.__index = Proof

--- Create the checks of a file.
---@return table proof
function M.new()
  return setmetatable({ games = dedup.new { by = "players" }, lines = {}, players = {}, list = {} }, Proof)
end

-- Append a detail to the message of a record.
local function add_detail(record, detail)
  record.message, record.text = record.message .. ": " .. detail, record.text .. ": " .. detail
  return record
end

-- Return the entry of a player: the diagnostic for the first game with the name, to be reported later if necessary.
local function player(self, game, side, name)
  local entry = self.players[name]
  if not entry then
    entry = { name = name, entries = {}, games = 0, record = core.finding(game, "similar_names", side) }
    self.players[name] = entry
    self.list[#self.list + 1] = entry
  end
  entry.games = entry.games + 1
  return entry
end

local function add_players(self, game)
  local white, black = game.tags.White, game.tags.Black
  if (white or "?"):find("^[%s?]*$") or (black or "?"):find("^[%s?]*$") then
    return
  end
  local one, other = player(self, game, "White", white), player(self, game, "Black", black)
  one.entries[#one.entries + 1] = { opponent = other }
  other.entries[#other.entries + 1] = { opponent = one }
end

--- Check a game.
---@param game lucena.Game
---@return table[] diagnostics
function Proof:check(game)
  local records = game:proofread()
  self.lines[game.number] = game.line
  local first = self.games:add(game.number, game)
  if first and game.plies > 0 then
    table.insert(records, 1, core.finding(game, "duplicate_game", nil,
      ("the same as game %d, line %d"):format(first, self.lines[first])))
  end
  add_players(self, game)
  return records
end

-- Return pairs of players whose names differ only in case, accents and blanks. In a large file, names that differ more
-- too often belong to two different players.
local function equal_pairs(players)
  local by_key, found = {}, {}
  for _, entry in ipairs(players) do
    local key = names.key(entry.name)
    if by_key[key] then
      found[#found + 1] = { by_key[key].name, entry.name }
    else
      by_key[key] = entry
    end
  end
  return found
end

--- Return the diagnostics about players who may be spelled in two ways, at the first game with the rarer spelling.
---@return table[] diagnostics in the order of the file
function Proof:finish()
  table.sort(self.list, function(a, b) return a.name < b.name end)
  local found = spelling.can_compare(self.list) and spelling.pairs(self.list) or equal_pairs(self.list)
  local records, is_reported = {}, {}
  for _, pair in ipairs(found) do
    local one, other = self.players[pair[1]], self.players[pair[2]]
    if one.games < other.games then
      one, other = other, one
    end
    if not is_reported[other] then
      is_reported[other] = true
      records[#records + 1] = add_detail(other.record, ("elsewhere \"%s\""):format(
        require("lucena.format").to_utf8(one.name)))
    end
  end
  table.sort(records, function(a, b) return a.offset < b.offset end)
  return records
end

return M
