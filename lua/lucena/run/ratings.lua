--- Sets tags from rating lists of FIDE (`lucena tag --ratings`): FideId, Elo, Title and FED of each player. Only tags
-- that are missing or unknown are set. Elo is the rating of the list in force at the date of the event, of the kind
-- that the time control has.
-- @module lucena.run.ratings

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local rating_list = require("lucena.tournament.rating_list")
local to_utf8 = require("lucena.format").to_utf8

local M = {}

local Ratings = {}
Ratings.__index = Ratings

local SHOWN = 10 -- names in a message

--- Read the lists.
---@param paths string[]
---@return table ratings
function M.read(paths)
  local lists = {}
  for i, path in ipairs(paths) do
    local text, problem = require("lucena.file").read(path, math.huge)
    if not text then
      exit.fail(exit.IO, problem)
    end
    lists[i], problem = rating_list.read(text)
    if not lists[i] then
      exit.fail(exit.USAGE, ("%s: %s"):format(path, problem))
    end
  end
  return setmetatable({ lists = lists, cache = {}, unknown = {}, unclear = {}, undated = 0 }, Ratings)
end

local function is_unknown(value)
  return not value or value:find("^[?%-0%s]*$") ~= nil
end

local function kind_of(game)
  local time_class = require("lucena").query.time_class
  for _, kind in ipairs { "rapid", "blitz" } do
    if time_class(kind)(game) then
      return kind
    end
  end
  return "standard"
end

local function note(list, text)
  if not list[text] then
    list[text], list[#list + 1] = true, text
  end
end

-- Find a player, and remember the result. A wrong ID finds no player, so that nobody gets the data of another.
local function find(self, list, name, id, federation)
  local key = table.concat({ name, id or "", federation or "" }, "\n")
  self.cache[list] = self.cache[list] or {}
  local found = self.cache[list][key]
  if found == nil then
    local several = {}
    if id then
      found = list:find_id(id)
    else
      found, several = list:find_name(name, federation)
    end
    if not found then
      note(#several > 0 and self.unclear or self.unknown, #several > 0 and ("%s (%d)"):format(name, #several) or name)
    end
    self.cache[list][key] = found or false
  end
  return found
end

-- Set the tags of a side.
local function put(self, edits, side, list, kind)
  local name, id, federation = edits:get(side), edits:get(side .. "FideId"), edits:get(side .. "FED")
  if is_unknown(name) then
    return
  end
  local player = find(self, list, to_utf8(name), not is_unknown(id) and id or nil,
    not is_unknown(federation) and federation or nil)
  for tag, value in pairs(player and { FideId = player.id, Elo = player[kind], Title = player.title,
    FED = player.federation } or {}) do
    if value ~= "" and is_unknown(edits:get(side .. tag)) then
      edits:put(side .. tag, tostring(value))
    end
  end
end

--- Set the tags of a game.
---@param edits table get(name), put(name, value)
---@param game lucena.Game
function Ratings:apply(edits, game)
  local date = edits:get("EventDate")
  local list = rating_list.in_force(self.lists, not is_unknown(date) and date or edits:get("Date"))
  if not list then
    self.undated = self.undated + 1
    return
  end
  local kind = kind_of(game)
  put(self, edits, "White", list, kind)
  put(self, edits, "Black", list, kind)
end

local function report(names, text)
  if #names > 0 then
    local more = #names > SHOWN and (", and %d more"):format(#names - SHOWN) or ""
    messages.say(text:format(table.concat(names, "; ", 1, math.min(#names, SHOWN)) .. more))
  end
end

--- Report the players who were not found.
function Ratings:report()
  report(self.unknown, "no player of the rating list has the name or ID of: %s")
  report(self.unclear, "several players of the rating list have the name (add their FideId or FED): %s")
  if self.undated > 0 then
    messages.say(("games before all rating lists, or without a month: %d"):format(self.undated))
  end
end

return M
