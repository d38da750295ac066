--- Reads the heading of a game: players, event, place, date, round and opening become tags. The heading is the last
-- group of short lines between the previous game and the first move. Unrecognized text gives no tag.
-- @module lucena.text.heading

local players = require("lucena.text.players")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

local LARGEST = 1500 -- bytes before the first move that may be a heading
local LONGEST_LINE = 120

-- ---- dates ---------------------------------------------------------------------------------------

local MONTHS = {}
for number, names in ipairs(words.months) do
  for _, name in ipairs(names) do
    MONTHS[name] = number
  end
end

-- Return a PGN date: "23rd September, 1892", "September 23, 1892", "12.3.1978", "1909".
local function date_in(text)
  text = text:gsub("(%d[stndrh.]*%s+)of%s+", "%1"):gsub("(%d%s+)del?%s+", "%1")
  for day, month, year in text:gmatch("(%d?%d)%.?[stndrh]*%s+([^%s%d,.]+)%.?,?%s+[de]*l?%s*(%d%d%d%d)") do
    if MONTHS[month:lower()] then
      return ("%s.%02d.%02d"):format(year, MONTHS[month:lower()], tonumber(day))
    end
  end
  for month, day, year in text:gmatch("([^%s%d,.]+)%s+(%d?%d)[stndrh]*,%s+(%d%d%d%d)") do
    if MONTHS[month:lower()] then
      return ("%s.%02d.%02d"):format(year, MONTHS[month:lower()], tonumber(day))
    end
  end
  -- with a time and its zone, as servers print it: "Sun Sep 29, 1:06 CDT 1996"
  for month, day, year in text:gmatch("(%a+)%s+(%d?%d),?%s+%d?%d:%d%d[:%d]*%s+%u*%s*(%d%d%d%d)") do
    if MONTHS[month:lower()] then
      return ("%s.%02d.%02d"):format(year, MONTHS[month:lower()], tonumber(day))
    end
  end
  local day, month, year = text:match("%f[%d](%d?%d)[./](%d?%d)[./](%d%d%d%d)%f[%D]")
  if day and tonumber(month) <= 12 then
    return ("%s.%02d.%02d"):format(year, tonumber(month), tonumber(day))
  end
  for found in text:gmatch("%f[%d](%d%d%d%d)%f[%D]") do
    if tonumber(found) >= 1475 and tonumber(found) <= 2100 then
      return found .. ".??.??"
    end
  end
end

-- ---- events --------------------------------------------------------------------------------------

local function is_event(text)
  for _, word in ipairs(words.events) do
    if text:find(word) then
      return true
    end
  end
  return false
end

local function without_verb(text)
  return (text:gsub("^Played [ai][tn] the ", ""):gsub("^Played [ai][tn] ", ""):gsub("^Game played in the ", ""))
end

-- Return the place in a line that has only a place and a date: "Paris, 1858", "(St. Petersburg, 3 May 1909)".
local function place_in(line)
  local text = players.trim((line:gsub("^%s*%(", ""):gsub("%)%.?%s*$", "")))
  local place, rest = text:match("^(.-),%s*([^,]*%d%d%d%d)%.?$")
  if not place then
    place, rest = text:match("^(.-),%s*(%a+ %d%d?[stndrh]*, %d%d%d%d)%.?$")
  end
  local is_date = place and (rest:find("^%d%d%d%d$") or (date_in(rest) or "?"):find("^%d+%.%d"))
  if is_date and players.is_name(place) and not place:find("[:()]") and not is_event(place)
    and not players.pair(line) then
    return place
  end
end

local function site(tags, lines)
  for _, line in ipairs(lines) do
    players.set(tags, "Site", place_in(line))
  end
end

local function event(tags, lines)
  for _, line in ipairs(lines) do
    local inner = not place_in(line) and line:match("^%s*%((.-)%)%.?%s*$")
    if inner and not tags.Event and (is_event(inner) or inner:find("%d%d%d%d")) then
      players.set(tags, "Event", players.trim(inner))
    end
  end
  for _, line in ipairs(lines) do
    if is_event(line) and not line:find("[:]") then
      players.set(tags, "Event", players.name(without_verb(players.trim(line))))
    end
  end
  for _, line in ipairs(lines) do
    for _, word in ipairs(words.rounds) do
      players.set(tags, "Round", line:match("%f[%w]" .. word .. "%s+(%d+)")
        or line:match("(%d+)%.?[stndrhe]*%s+" .. word .. "%f[%W]"))
    end
  end
end

-- "GAME 1. QUEEN'S GAMBIT DECLINED": the number of the game in its book, and the opening.
local function tags_of_number(line)
  for _, word in ipairs(words.games) do
    local number, rest = line:match("^%s*" .. word .. "%s*[NnOor.]*%s*(%d+)[.:)]?%s*(.-)%s*$")
    if number then
      rest = players.name(rest)
      return { Round = number, Opening = #rest > 3 and #rest < 80 and not rest:find("%d") and rest or nil }
    end
  end
  return {}
end

local function number_and_opening(tags, lines)
  for _, line in ipairs(lines) do
    local found = tags_of_number(line)
    if found.Round then
      players.set(tags, "Round", found.Round)
      players.set(tags, "Opening", found.Opening)
      return
    end
  end
end

-- ---- the heading ---------------------------------------------------------------------------------

-- Return the lines before a game that belong to its heading.
local function lines_before(text, from, to)
  local lines, latest = {}, ""
  local block = text:sub(math.max(from, to - LARGEST), to):gsub("\1", ""):gsub("{%s*%d+%s*}", "")
  for line in block:gmatch("([^\r\n]*)\r?\n?") do
    if #line > LONGEST_LINE and players.is_heading(latest) then
      latest = "" -- an introduction after the names
    elseif #line > LONGEST_LINE or line:find('^%[%a+%s+"') or line:find("^[%s*]+%*[%s*]*$") or line:find("^%s*|")
      or line:find("^%s*%+%-") then
      lines = {}
    else
      lines[#lines + 1] = line
      latest = line:find("%S") and line or latest
    end
  end
  -- A long paragraph or a paragraph of sentences is not a heading. Keep only the paragraphs after the last such one.
  -- The names of the players are kept before an introduction of one paragraph.
  local kept, paragraph = {}, {}
  local function close()
    local all = table.concat(paragraph, " ")
    local is_short = #paragraph <= 4 and #all < 260
    local is_sentence = #paragraph > 1 and all:find("%l%l%l%.%s*$") and not all:find("[:(]")
    if #paragraph > 0 and (not is_short or is_sentence) then
      kept = players.is_heading(kept[#kept] or "") and kept or {}
    end
    table.move(paragraph, 1, #paragraph, #kept + 1, kept)
    paragraph = {}
  end
  for _, line in ipairs(lines) do
    if line:find("%S") then
      paragraph[#paragraph + 1] = line
    else
      close()
    end
  end
  close()
  return kept
end

local MOST_OTHER = 4 -- lines between the names of the players and the first move

-- Return whether a line before the names is part of the heading: the event, the place and date, or the number.
local function is_mark(line)
  if line:find("[%l%)][.!?]%s*$") or line:find(":%s*$") then
    return false
  end
  local has_number = tags_of_number(line).Round ~= nil
  return has_number or is_event(line) or place_in(line) ~= nil or date_in(line) ~= nil and #line < 40
end

-- Return whether a line may be between the names of the players and the first move: the opening, or a place.
local function is_free(line)
  return not line:find("^%s*%l") and not line:find("%l%l[.!?]%s*$")
end

-- Return whether a line names the players, or the game by its number.
local function is_beginning(line)
  return players.is_heading(line) or players.is_labelled(line) or tags_of_number(line).Round ~= nil and is_mark(line)
end

--- Return the offset at which the heading of a game begins; nil if the lines before the first move are not a heading.
---@param text string
---@param from integer the first byte after the moves of the previous game
---@param to integer the last byte before the first move
---@return integer? first
function M.first(text, from, to)
  -- Only these bytes are searched: a search of the whole text would make the cost quadratic.
  local start = math.max(from, to - LARGEST)
  local block = sub(text, start, to)
  local at = start == 1 and 0 or find(block, "\n", 1, true)
  local lines = {}
  while at and at < #block do
    local stop = find(block, "\n", at + 1, true) or #block + 1
    lines[#lines + 1] = { first = start + at, text = sub(block, at + 1, stop - 1):gsub("[\1\r]", "") }
    at = stop
  end
  local first, others = nil, 0
  for i = #lines, 1, -1 do
    local line = lines[i].text
    if not find(line, "%S") then
      goto continue
    elseif #line > LONGEST_LINE then
      break
    elseif is_beginning(line) or first and is_mark(line) then
      first = lines[i].first
    elseif first or others == MOST_OTHER or not is_free(line) then
      break
    else
      others = others + 1
    end
    ::continue::
  end
  return first
end

--- Return whether the line that ends at an offset is a heading: "Martin - Petit 1-0".
---@param text string folded
---@param last integer
---@return boolean
function M.ends_at(text, last)
  local line = sub(text, math.max(1, last - LONGEST_LINE), last):match("\n([^\n]+)$")
  return line ~= nil and players.is_heading((line:gsub("\1", "")))
end

--- Return the tags that a heading contains.
---@param text string
---@param from integer the first byte after the previous game
---@param to integer the last byte before the first move
---@return table<string, string> tags
function M.tags(text, from, to)
  local tags = {}
  local lines = lines_before(text, from > 1 and M.first(text, from, to) or from, to)
  local all = table.concat(lines, "\n")
  if #all == 0 then
    return tags
  end
  players.tags(tags, all, lines)
  number_and_opening(tags, lines)
  event(tags, lines)
  site(tags, lines)
  players.set(tags, "Date", date_in(tags.WhiteElo and all:gsub("%(%d+%)", "") or all))
  return tags
end

-- Return whether each word of a line is in a set.
local function has_all(known, line)
  local is_known = true
  words.each(line, 1, function(word) is_known = is_known and known[word] ~= nil end)
  return is_known
end

--- Return the text before a game without the lines of its heading whose words are all in its tags.
---@param text string
---@param from integer the first byte after the previous game
---@param to integer the last byte before the first move
---@param tags table<string, string>
---@return string
-- @usage heading.without(text, 1, #text, { White = "Martin" })
function M.without(text, from, to, tags)
  local known = {}
  for name, value in pairs(tags) do
    words.each(name .. " " .. value, 1, function(word) known[word] = true end)
  end
  local start = math.max(from, to - LARGEST)
  local block = sub(text, start, to):gsub("[^\r\n]+", function(line)
    return has_all(known, (line:gsub("\1", ""))) and "" or nil
  end)
  return sub(text, from, start - 1) .. block
end

return M
