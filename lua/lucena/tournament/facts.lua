--- Facts about tournaments and players that no table shows, but that a tournament report file (TRF) has: titles,
-- federations, FIDE identity numbers, the arbiter. They are taken from the first game of each player and event.
--
-- Facts are stored by the name of the event and the name of the player as packed strings, so processes can exchange
-- them. Cost: two table accesses per game, about 100 bytes per player.
-- @module lucena.tournament.facts

local format = require("lucena.format")
local names = require("lucena.tournament.names")
local trf = require("lucena.tournament.trf")

local M = {}

local EVENT_TAGS = {}
for _, it in pairs(trf.TOURNAMENT) do
  EVENT_TAGS[#EVENT_TAGS + 1] = it
end
table.sort(EVENT_TAGS, function(a, b) return a[1] < b[1] end)

-- The tags of a tournament and of its players, by the prefix of their names.
local NAMES = { [""] = {}, White = {}, Black = {} }
for i, it in ipairs(EVENT_TAGS) do
  NAMES[""][i] = it[1]
end
for i, it in ipairs(trf.TAGS) do
  NAMES.White[i], NAMES.Black[i] = "White" .. it[1], "Black" .. it[1]
end

local FORMAT = "<s4j" .. ("s4"):rep(#EVENT_TAGS)
local PLAYER_FORMAT = "<s4j" .. ("s4"):rep(#trf.TAGS)

local function packed(game, tags, pattern, prefix)
  local values = {}
  for i, name in ipairs(NAMES[prefix]) do
    local value = tags[name]
    values[i] = value and value ~= "?" and format.to_utf8(value) or ""
  end
  return pattern:pack(game.file or "", game.offset, table.unpack(values))
end

--- Store the facts of a game's event and players, unless they are known.
---@param facts table
---@param game lucena.Game
-- @usage
-- local f = {}
-- require("lucena.tournament.facts").add(f, chess.game '[White "A"] 1. e4 *')
-- return f["?"].A ~= nil --> true
function M.add(facts, game)
  local tags = game.tags
  local event = tags.Event or "?"
  local known = facts[event]
  if not known then
    known = { [""] = packed(game, tags, FORMAT, "") }
    facts[event] = known
  end
  for _, color in ipairs { "White", "Black" } do
    local name = tags[color]
    if name and name ~= "" and not known[name] then
      known[name] = packed(game, tags, PLAYER_FORMAT, color)
    end
  end
end

-- Return whether a packed string comes from an earlier game than another one.
local function is_earlier(a, b)
  local file, offset = ("<s4j"):unpack(a)
  local other_file, other_offset = ("<s4j"):unpack(b)
  return file < other_file or file == other_file and offset < other_offset
end

--- Add the facts of other games.
---@param facts table
---@param other table
function M.merge(facts, other)
  for event, list in pairs(other) do
    local known = facts[event] or {}
    facts[event] = known
    for name, value in pairs(list) do
      known[name] = (not known[name] or is_earlier(value, known[name])) and value or known[name]
    end
  end
end

local function unpacked(text, pattern, list, out)
  local values = { pattern:unpack(text) }
  for i, it in ipairs(list) do
    local value = values[i + 2]
    out[it[2]] = out[it[2]] or value ~= "" and value or nil
  end
end

--- Return the facts about an event.
---@param facts table
---@param event table made by `lucena.tournament.event`
---@return table tournament {federation, start, finish, type, arbiter, deputy, time, rounds}
---@return table players key of the name (`lucena.tournament.names`) -> {title, federation, fide_id, sex, birth, start}
function M.of(facts, event)
  local tournament, players, keys = {}, {}, {}
  for name in pairs(facts) do
    keys[#keys + 1] = names.key(name) == names.key(event.name) and name or nil
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    for name, text in pairs(facts[key]) do
      if name == "" then
        unpacked(text, FORMAT, EVENT_TAGS, tournament)
      else
        local player = names.key(format.to_utf8(name))
        players[player] = players[player] or {}
        unpacked(text, PLAYER_FORMAT, trf.TAGS, players[player])
      end
    end
  end
  return tournament, players
end

return M
