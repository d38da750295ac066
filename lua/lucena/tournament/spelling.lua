--- One player under two names: found and reported, never corrected. Names are taken for spellings of one another when
-- they are the same once folded, one is the other with its first name cut short ("Carlsen, M" and "Carlsen, Magnus"),
-- or they are one slip of the finger apart; and when the two never met, since nobody plays oneself. Cost: each name is
-- compared with each other, which is skipped for more than 600 of them.
-- @module lucena.tournament.spelling

local chess = require("lucena")
local suggestion = require("lucena.suggestion")

local M = {}

local MOST = 600
local SHORTEST = 6 -- bytes; of shorter names too many are near each other
local INITIALS = 3 -- bytes; "Polgar,J" and "Polgar,S" are sisters

local function folded(name)
  return (chess.fold_name(name) or name):gsub("[%.%s]+", " "):gsub(",%s*", ","):match("^%s*(.-)%s*$")
end

-- "carlsen,m" of "carlsen,magnus".
local function is_short_for(a, b)
  local surname, first = a:match("^(.+),(.+)$")
  local other, longer = b:match("^(.+),(.+)$")
  return surname ~= nil and surname == other and #first < #longer and longer:sub(1, #first) == first
end

local function is_slip(a, b)
  if #a < SHORTEST or #b < SHORTEST or not suggestion.is_near(a, b) then
    return false
  end
  local first, other = a:match(",(.*)$") or "", b:match(",(.*)$") or ""
  return first == other or math.min(#first, #other) > INITIALS
end

local function are_alike(a, b)
  return a == b or is_short_for(a, b) or is_short_for(b, a) or is_slip(a, b)
end

local function have_met(player, other)
  for _, entry in ipairs(player.entries) do
    if entry.opponent == other then
      return true
    end
  end
  return false
end

--- Pairs of players who may be one.
---@param players table[] {name, entries}, sorted by name
---@return table[] pairs {name, name}
function M.pairs(players)
  local keys, list = {}, {}
  if #players > MOST then
    return list
  end
  for i, player in ipairs(players) do
    keys[i] = folded(player.name)
    for j = 1, i - 1 do
      if are_alike(keys[i], keys[j]) and not have_met(player, players[j]) then
        list[#list + 1] = { players[j].name, player.name }
      end
    end
  end
  return list
end

return M
