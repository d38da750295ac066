--- Finds players who may have two names. They are reported, never corrected. Two names may be one player if they never
-- played each other and one of these conditions holds:
--
-- - The names are equal if case, accents and blanks are ignored.
-- - Each name agrees with the other by the rules of the query `player`: "Carlsen, M", "Carlsen, Magnus" and "Magnus
--   Carlsen", "Fischer,RJ" and "Fischer, Robert".
-- - The names differ by one typing error.
--
-- Cost: each pair of names is compared. Events with more than 600 names are skipped.
-- @module lucena.tournament.spelling

local chess = require("lucena")
local suggestion = require("lucena.suggestion")

local M = {}

local MOST = 600
local SHORTEST = 6 -- bytes; shorter names are too often similar by chance
local INITIALS = 3 -- bytes; shorter first names are initials: "Polgar,J" and "Polgar,S" are sisters

local function folded(name)
  return (chess.fold_name(name) or name):gsub("[%.%s]+", " "):gsub(",%s*", ","):match("^%s*(.-)%s*$")
end

-- Return whether the names agree. A surname alone agrees with the full name, but not the reverse.
local function agree(a, b)
  return chess.name_agrees(a, b) and chess.name_agrees(b, a)
end

local function is_slip(a, b)
  if math.abs(#a - #b) > 1 then
    return false -- tested first, because each pair of names comes here
  elseif #a < SHORTEST or #b < SHORTEST or not suggestion.is_near(a, b) then
    return false
  end
  local first, other = a:match(",(.*)$") or "", b:match(",(.*)$") or ""
  return first == other or math.min(#first, #other) > INITIALS
end

-- Return whether two names may be one. `x` and `y` are the folded names.
local function are_alike(a, b, x, y)
  return x == y or agree(a, b) or is_slip(x, y)
end

local function have_met(player, other)
  for _, entry in ipairs(player.entries) do
    if entry.opponent == other then
      return true
    end
  end
  return false
end

--- Return whether there are few enough names to compare each pair.
---@param players table[]
---@return boolean
-- @usage require("lucena.tournament.spelling").can_compare {} --> true
function M.can_compare(players)
  return #players <= MOST
end

--- Return pairs of names of which one may abbreviate the other, or which differ in their order.
---@param shown string[] the first name of each pair is one of these
---@param names string[] the other name is one of these; with both names in `shown`, the pair occurs once
---@return table[] pairs {name, name}
-- @usage #require("lucena.tournament.spelling").abbreviations({ "Tal, M" }, { "Tal, Mihail", "Tal, J" }) --> 1
function M.abbreviations(shown, names)
  local list, is_done = {}, {}
  for _, name in ipairs(shown) do
    is_done[name] = true
    for _, other in ipairs(names) do
      if not is_done[other] and folded(name) ~= folded(other) and agree(name, other) then
        list[#list + 1] = { name, other }
      end
    end
  end
  return list
end

--- Return pairs of names that may be the same player.
---@param players table[] {name, entries}, sorted by name
---@return table[] pairs {name, name}
function M.pairs(players)
  local keys, digits, list = {}, {}, {}
  if not M.can_compare(players) then
    return list
  end
  for i, player in ipairs(players) do
    keys[i] = folded(player.name)
    digits[i] = keys[i]:gsub("%D", "")
    for j = 1, i - 1 do
      -- Names with different digits are different players: "Alpha1, P" and "Alpha2, P".
      local is_alike = digits[i] == digits[j] and are_alike(player.name, players[j].name, keys[i], keys[j])
      if is_alike and not have_met(player, players[j]) then
        list[#list + 1] = { players[j].name, player.name }
      end
    end
  end
  return list
end

return M
