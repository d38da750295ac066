--- Reads the heading of a game: players, event, place, date, round and opening become tags. The heading is the last
-- group of short lines between the previous game and the first move. Unrecognized text gives no tag; the comment
-- before the first move keeps the whole heading.
-- @module lucena.text.heading

local words = require("lucena.text.words")

local M = {}

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
  for day, month, year in text:gmatch("(%d?%d)%.?[stndrh]*%s+[deof]*%s*([^%s%d,.]+)%.?,?%s+[de]*%s*(%d%d%d%d)") do
    if MONTHS[month:lower()] then
      return ("%s.%02d.%02d"):format(year, MONTHS[month:lower()], tonumber(day))
    end
  end
  for month, day, year in text:gmatch("([^%s%d,.]+)%s+(%d?%d)[stndrh]*,%s+(%d%d%d%d)") do
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

-- ---- names ---------------------------------------------------------------------------------------

local function trim(text)
  return (text:gsub("^[%s,;:_*]+", ""):gsub("[%s,;:_*]+$", ""))
end

-- Remove the full stop after a name, but keep the full stop of an initial ("J. H. B.").
local function name_of(text)
  text = trim(text)
  return text:match("^(.*[^%u.]..*[%l\x80-\xFF])%.$") or text:match("^(.*[%l\x80-\xFF])%.$") or text
end

-- Return the name of a player, without a place after it: "Tartakower. Vienna, 1910.", "Legal   Paris, 1750".
local function person_of(text)
  text = trim(text)
  text = text:match("^(.-[%l\x80-\xFF][%l\x80-\xFF])%.%s+[%u\xC3-\xD0]") or text:match("^(.-)%s%s%s") or text
  return name_of(text)
end

local function is_name(text)
  return #text >= 2 and #text <= 50 and not text:find("%d") and text:find("^[%u\xC3-\xD0(]") ~= nil
    and select(2, text:gsub("%S+", "")) <= 6
end

local function labelled(text, labels)
  for _, label in ipairs(labels) do
    local value = text:match("%f[%w\xC3-\xD0]" .. label .. "%s*[:.%-]%s*([^\n]+)")
      or text:match("%f[%w\xC3-\xD0]" .. label:upper() .. "%s*[:.%-]%s*([^\n]+)")
    if value then
      return value
    end
  end
end

-- Cut a name before the label of the other player ("White: Zukertort Black: ...").
local function without(value, labels)
  for _, label in ipairs(labels) do
    local at = value:find("%f[%w\xC3-\xD0]" .. label .. "%s*[:.]") or value:find(label:upper() .. "%s*[:.]")
    value = at and value:sub(1, at - 1) or value
  end
  return value
end

-- Return the names of the players in a line, and the text after them: "Morphy - Anderssen, Paris, 1858".
local function pair_in(line)
  for _, pattern in ipairs(words.between) do
    local first, last = line:find(pattern)
    if first then
      local white, rest = trim(line:sub(1, first - 1)), trim(line:sub(last + 1))
      white = white:match("^[%a\x80-\xFF]+:%s*(.+)$") or white -- "Partie: Dupont - Martin"
      local black = trim(rest:gsub("%s*%(.*$", ""):gsub(",.*$", ""))
      if is_name(white) and is_name(black) and not white:find("[.!?]%s") and not black:find("[.!?]%s") then
        return white, name_of(black), rest:match("%((.-)%)") or rest:match(",%s*(.+)$")
      end
    end
  end
end

local function set(tags, name, value)
  if value and value ~= "" and not tags[name] then
    tags[name] = value
  end
end

-- Return whether a line begins with "White", in one of the languages.
local function begins_with_white(line)
  for _, word in ipairs(words.white) do
    if line:find("^" .. word) then
      return true
    end
  end
  return false
end

local function players(tags, text, lines)
  local white, black = labelled(text, words.white), labelled(text, words.black)
  if white and black then
    set(tags, "White", person_of(without(white, words.black)))
    set(tags, "Black", person_of(without(black, words.white)))
    return
  end
  local first, second = text:gsub("%s+", " "):match("between Messrs%.? (.-) and (.-)[,;:.]?%s*$")
  if not first then
    first, second = text:gsub("%s+", " "):match("[Bb]etween (.-) and (.-)[,;:]?%s*$")
  end
  if first and is_name(first) and is_name(name_of(second)) then
    set(tags, "White", first)
    set(tags, "Black", name_of(second))
    return
  end
  -- Two names above the two columns of moves, with or without the words "White" and "Black" over them.
  for i = #lines, 1, -1 do
    local left, right = lines[i]:match("^%s*(%S.-)%s%s%s+(%S.-)%s*$")
    if left and not begins_with_white(left) and is_name(left) and is_name(right) then
      set(tags, "White", name_of(left))
      set(tags, "Black", name_of(right))
      return
    end
  end
  for _, line in ipairs(lines) do
    local after
    white, black, after = pair_in(line)
    if white then
      set(tags, "White", white)
      set(tags, "Black", black)
      lines[#lines + 1] = after
      return
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
  local text = trim((line:gsub("^%s*%(", ""):gsub("%)%.?%s*$", "")))
  local place, rest = text:match("^(.-),%s*([^,]*%d%d%d%d)%.?$")
  if not place then
    place, rest = text:match("^(.-),%s*(%a+ %d%d?[stndrh]*, %d%d%d%d)%.?$")
  end
  local is_date = place and (rest:find("^%d%d%d%d$") or (date_in(rest) or "?"):find("^%d+%.%d"))
  if is_date and is_name(place) and not place:find("[:()]") and not is_event(place) and not pair_in(line) then
    return place
  end
end

local function site(tags, lines)
  for _, line in ipairs(lines) do
    set(tags, "Site", place_in(line))
  end
end

local function event(tags, lines)
  for _, line in ipairs(lines) do
    local inner = not place_in(line) and line:match("^%s*%((.-)%)%.?%s*$")
    if inner and not tags.Event and (is_event(inner) or inner:find("%d%d%d%d")) then
      set(tags, "Event", trim(inner))
    end
  end
  for _, line in ipairs(lines) do
    if is_event(line) and not line:find("[:]") then
      set(tags, "Event", name_of(without_verb(trim(line))))
    end
  end
  for _, line in ipairs(lines) do
    for _, word in ipairs(words.rounds) do
      set(tags, "Round", line:match("%f[%w]" .. word .. "%s+(%d+)")
        or line:match("(%d+)%.?[stndrhe]*%s+" .. word .. "%f[%W]"))
    end
  end
end

-- "GAME 1. QUEEN'S GAMBIT DECLINED": the number of the game in its book, and the opening.
local function number_and_opening(tags, lines)
  for _, line in ipairs(lines) do
    for _, word in ipairs(words.games) do
      local number, rest = line:match("^%s*" .. word .. "%s*[NnOor.]*%s*(%d+)[.:)]?%s*(.-)%s*$")
      if number then
        set(tags, "Round", number)
        rest = name_of(rest)
        if #rest > 3 and #rest < 80 and not rest:find("%d") then
          set(tags, "Opening", rest)
        end
        return
      end
    end
  end
end

-- ---- the heading ---------------------------------------------------------------------------------

-- Return the lines before a game that belong to its heading.
local function lines_before(text, from, to)
  local lines = {}
  local block = text:sub(math.max(from, to - LARGEST), to):gsub("\1", ""):gsub("{%s*%d+%s*}", "")
  for line in block:gmatch("([^\r\n]*)\r?\n?") do
    if #line > LONGEST_LINE or line:find('^%[%a+%s+"') or line:find("^[%s*]+%*[%s*]*$") or line:find("^%s*|")
      or line:find("^%s*%+%-") then
      lines = {}
    else
      lines[#lines + 1] = line
    end
  end
  -- A long paragraph or a paragraph of sentences is not a heading. Keep only the paragraphs after the last such one.
  local kept, paragraph = {}, {}
  local function close()
    local all = table.concat(paragraph, " ")
    local is_short = #paragraph <= 4 and #all < 260
    local is_sentence = #paragraph > 1 and all:find("%l%l%l%.%s*$") and not all:find("[:(]")
    if #paragraph > 0 and (not is_short or is_sentence) then
      kept = {}
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

--- Return the tags that a heading contains.
---@param text string
---@param from integer the first byte after the previous game
---@param to integer the last byte before the first move
---@return table<string, string> tags
---@return string words the text of the heading, for the first comment
function M.tags(text, from, to)
  local tags = {}
  local lines = lines_before(text, from, to)
  local all = table.concat(lines, "\n")
  if #all == 0 then
    return tags, ""
  end
  players(tags, all, lines)
  number_and_opening(tags, lines)
  event(tags, lines)
  site(tags, lines)
  set(tags, "Date", date_in(all))
  return tags, all
end

return M
