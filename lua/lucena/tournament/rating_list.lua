--- FIDE's rating lists: the text with columns of fixed width. The first line names the columns, so lists of all years
-- are read by it:
--
-- | column | content |
-- |---|---|
-- | ID Number, Name, Fed | the player; in lists up to 2012 the ID is aligned to the right |
-- | Tit, or Titl | GM, IM, ...; in older lists g, m, f, c, wg ... |
-- | SRtng, RRtng, BRtng | ratings of the combined list; 0: none |
-- | SEP26 or Sep06 | the rating of other lists: the column is the month of the list |
--
-- Source: the lists of https://ratings.fide.com/download_lists.phtml.
-- A player is found by ID or name. Names are compared first without case, accents and blanks, then by the rules of the
-- query `player`. A name that fits several players, of the same federation if it is known, finds none of them.
-- Cost: some seconds, and three times the size of the text in memory, for 500,000 players.
-- @module lucena.tournament.rating_list

local chess = require("lucena")
local numbers = require("lucena.number")

local M = {}

local List = {}
List.__index = List

local MONTHS = { jan = 1, feb = 2, mar = 3, apr = 4, may = 5, jun = 6, jul = 7, aug = 8, sep = 9, oct = 10, nov = 11,
  dec = 12 }
local TITLES = { g = "GM", m = "IM", f = "FM", c = "CM", wg = "WGM", wm = "WIM", wf = "WFM", wc = "WCM" }
local CENTURY, FIRST_YEAR = 2000, 70 -- lists have two digits of the year; the first one is of 1971

-- Return the month of a text such as "SEP26", as year * 12 + month.
local function month_of(text)
  local name, year = text:lower():match("(%l%l%l)(%d%d)")
  year = tonumber(year)
  return MONTHS[name] and (year < FIRST_YEAR and CENTURY or CENTURY - 100) * 12 + 12 * year + MONTHS[name]
end

-- Return the columns of the head, {first, last} by name, and the month.
local function columns_of(head)
  local starts = {}
  for name, at in pairs { id = head:find("ID [Nn]umber"), name = head:find("Name"), fed = head:find("Fed"),
    title = head:find("Titl?"), standard = head:find("SRtng"), rapid = head:find("RRtng"), blitz = head:find("BRtng"),
    dated = head:find("%f[%a]%a%a%a%d%d%f[%D]") } do
    starts[#starts + 1] = { name = name, at = at }
  end
  for at in head:gmatch("()%f[%u]%u[%a-]*") do -- other columns: they end a column
    starts[#starts + 1] = { at = at }
  end
  table.sort(starts, function(a, b) return a.at < b.at end)
  local columns = {}
  for i, start in ipairs(starts) do
    local k = i + 1
    while starts[k] and starts[k].at == start.at do
      k = k + 1
    end
    if start.name then
      columns[start.name] = { start.at, starts[k] and starts[k].at - 1 or #head }
    end
  end
  columns.id = columns.id and columns.name and { 1, columns.name[1] - 1 }
  return columns, columns.dated and month_of(head:sub(table.unpack(columns.dated)))
end

-- Return the text of a column in the line that begins at `at`.
local function cell(list, at, name)
  local column = list.columns[name]
  return column and list.text:sub(at + column[1] - 1, at + column[2] - 1):match("^%s*([^\r\n]-)%s*$") or ""
end

-- Return the first word of the surname: that before a comma, or the last word.
local function key_of(name)
  local folded = chess.fold_name(name) or ""
  return folded:match("^%s*([^%s,%-.']+)[^,]*,") or folded:match("([^%s,%-.']+)%s*$") or ""
end

-- Collect the places of the lines by the first word of the surname.
local function index_names(list)
  local first, last = table.unpack(list.columns.name)
  local places, at = {}, list.text:find("\n", 1, true)
  while at and at < #list.text do
    local key = key_of(list.text:sub(at + first, at + last):match("^%s*([^\r\n]-)%s*$") or "")
    local found = places[key]
    if type(found) == "table" then
      found[#found + 1] = at + 1
    else
      places[key] = found and { found, at + 1 } or at + 1
    end
    at = list.text:find("\n", at + 1, true)
  end
  return places
end

--- Read a list.
---@param text string
---@return table? list `month`: year * 12 + month; nil for a list without a month
---@return string? err
-- @usage require("lucena.tournament.rating_list").read "?" == nil --> true
function M.read(text)
  local columns, month = columns_of(text:match("^[^\r\n]*"))
  if not columns.id or not columns.fed then
    return nil, "not a rating list of FIDE: no columns ID Number, Name and Fed in the first line"
  elseif not columns.standard and not month then
    return nil, "not a rating list of FIDE: no column of ratings, such as SRtng or SEP26, in the first line"
  end
  return setmetatable({ text = text, columns = columns, month = month }, List)
end

-- Return the player of a line.
local function player_at(list, at)
  local title = cell(list, at, "title")
  local player = { id = cell(list, at, "id"), name = cell(list, at, "name"), federation = cell(list, at, "fed"),
    title = TITLES[title] or title }
  for _, kind in ipairs { "standard", "rapid", "blitz" } do
    player[kind] = numbers.rating(cell(list, at, list.columns.standard and kind or "dated"))
  end
  return player
end

-- Return the only player of these who passes a test; nil and the players, if there are several.
local function only(players, passes)
  local found = {}
  for _, player in ipairs(players) do
    found[#found + 1] = passes(player) and player or nil
  end
  return #found == 1 and found[1] or nil, found
end

--- Find a player by name.
---@param name string
---@param federation? string
---@return table? player id, name, federation, title, standard, rapid, blitz
---@return table[] players several that the name fits, or none
function List:find_name(name, federation)
  self.places = self.places or index_names(self)
  local places = self.places[key_of(name)] or {}
  local players = {}
  for i, at in ipairs(type(places) == "table" and places or { places }) do
    players[i] = player_at(self, at)
  end
  local key = require("lucena.tournament.names").key
  local wanted = key(name)
  local player, found = only(players, function(it) return key(it.name) == wanted end)
  if #found == 0 then
    player, found = only(players, function(it)
      return chess.name_agrees(name, it.name) and chess.name_agrees(it.name, name)
    end)
  end
  if #found > 1 and federation then
    player = only(found, function(it) return it.federation == federation end)
  end
  return player, player and {} or found
end

--- Find a player by ID.
---@param id string
---@return table? player
function List:find_id(id)
  if not self.ids then
    self.ids = {}
    for at, number in self.text:gmatch("\n()%s*(%d+)") do
      self.ids[number] = at
    end
  end
  return self.ids[id] and player_at(self, self.ids[id])
end

--- Return the list in force at a date: the latest one that is not after it. A list without a month is always in force.
---@param lists table[]
---@param date string? "2023.01.15"
---@return table? list
function M.in_force(lists, date)
  local year, month = (date or ""):match("^(%d%d%d%d)%.(%d%d)")
  local at, best = year and 12 * tonumber(year) + tonumber(month)
  for _, list in ipairs(lists) do
    if not list.month or at and list.month <= at then
      best = (not best or (list.month or 0) > (best.month or 0)) and list or best
    end
  end
  return best
end

return M
