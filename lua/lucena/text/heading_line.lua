--- Reads one line of a heading: the labels and the opening in it, and its other tags with lucena.text.occasion.
-- Unrecognized text gives no tag.
-- @module lucena.text.heading_line

local dates = require("lucena.text.dates")
local endings = require("lucena.text.endings")
local letters = require("lucena.notation.letters")
local lexicon = require("lucena.lexicon")
local occasion = require("lucena.text.occasion")
local players = require("lucena.text.players")
local rounds = require("lucena.text.rounds")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

-- ---- lines ---------------------------------------------------------------------------------------

-- Accents of LaTeX, each with letters and their forms with that accent.
local ACCENTS = { ["'"] = "aáeéiíoóuúyýAÁEÉIÍOÓUÚYÝcćnńsśzź", ["`"] = "aàeèiìoòuùAÀEÈIÌOÒUÙ",
  ["^"] = "aâeêiîoôuûAÂEÊIÎOÔUÛ", ['"'] = "aäeëiïoöuüAÄEËIÏOÖUÜ", ["~"] = "aãnñoõAÃNÑOÕ" }

local function accented(mark, letter)
  return ACCENTS[mark]:match(letter .. "([\xC3-\xC5][\x80-\xBF])")
end

local function inner(part)
  return sub(part, 2, -2)
end

-- Return a line of LaTeX as text: "\section*{R\'eti--Tartakower}".
local function without_latex(line)
  line = line:gsub("\\(['`^\"~])%{?(%a)%}?", accented)
  line = line:gsub("\\hfill", "      "):gsub("\\%a+%*?(%b{})", inner):gsub("\\\\%s*$", "")
  return find(line, "^%s*\\") and "" or line
end

-- Return a line without the marks of markup: "'''Réti – Tartakower'''", "## Réti - Tartakower", "== Games ==".
function M.plain(line)
  line = line:gsub("[\1\r]", "")
  if find(line, "\\", 1, true) then
    line = without_latex(line)
  end
  line = line:gsub("^%s*[#=>]+%s*", ""):gsub("%s*=+%s*$", ""):gsub("''+", ""):gsub("%*%*+", ""):gsub("__+", "")
  line = line:gsub("<ref.-</ref>", ""):gsub("&nbsp;", "      ")
  line = line:gsub("%[%[([^%[%]|]*)%]%]", "%1"):gsub("%[%[[^%[%]|]*|([^%[%]]*)%]%]", "%1")
  line = line:gsub("^%s*[-*+]%s+", "")
  return (line:gsub("^(%s*)[*_]([^*_]+)[*_]([%s,.]*)", "%1%2%3"):gsub("%[/?%l+%]", ""))
end

-- Return whether a line has only marks of a table or of markup.
function M.is_markup(line)
  return find(line, "^%s*|[-+}|%s]*$") ~= nil or find(line, "^%s*{|") ~= nil or find(line, "^%s*!.*!!") ~= nil
end

local function lower(text)
  return utf8.len(text) and letters.lower(text) or text
end

local WORD = "([%a\x80-\xFF]+)"

-- ---- labels ---------------------------------------------------------------------------------------

-- Return the value of a label as that of a tag; nil if it is none.
local function value_of(name, value)
  if name == "Date" then
    return dates.labelled(value)
  elseif name == "Result" then
    local brackets = value:match("%(([^()]+)%)") -- "White resigns  (0 - 1)", "Beyaz 0 / Siyah 1 (Beyaz terk etti)"
    local result = lexicon.read_result(((brackets or value:match("^%S+")):gsub("%s", "")))
    result = result or lexicon.read_result((value:match("^[^%s.,;]+"):gsub("[.,;]$", "")))
    local said = not result and endings.of(brackets or value)
    return result or said ~= "resigns" and said or nil
  elseif name == "Round" then
    return value:match("^(%d+)%a%a%f[^%w]") or players.trim(value) -- "6th"
  end
  return players.trim(value)
end

local ECO_LABEL = "%f[%a]ECO:?%s*([A-E]%d%d)%f[%W]"
local DOTTED = "^%s*" .. WORD .. "%s+%.+%s*(.-)[%s.]*$" -- "Event ..COUNTY CUP....", as on score sheets

--- Return the tags of labels: "Event: Hastings", "Datum: 3.5.1929", "Round ..4..   Date .19/3/83.".
function M.labels_in(line)
  local tags = {}
  local is_dotted = find(line, DOTTED) ~= nil
  line = is_dotted and line:gsub("%s%s+", "\n") or line:gsub("%s%s%s+(" .. WORD .. "%s*:%s)", "\n%1")
  for cell in line:gmatch("[^\n]+") do
    local label, value = cell:match(is_dotted and DOTTED or "^%s*" .. WORD .. "%s*:%s*(%S.-)%s*$")
    label = label and lower(label)
    for name, list in pairs(label and words.labels or {}) do
      for _, word in ipairs(list) do
        if word == label then
          name = name == "Opening" and find(value, "^[A-E]%d%d$") and "ECO" or name
          tags[name] = value_of(name, value)
        end
      end
    end
  end
  return tags
end

local LONGEST_FOOT = 600 -- bytes

--- Return the result and the code of the opening in the lines after a game, if they have labels.
---@param text string
---@param from integer
---@param to integer
---@return {Result?: string, ECO?: string}
function M.foot(text, from, to)
  local tags = {}
  for line in sub(text, from, math.min(to, from + LONGEST_FOOT)):gmatch("[^\r\n]+") do
    local found = find(line, ":", 1, true) and M.labels_in(line) or {}
    players.set(tags, "Result", found.Result)
    players.set(tags, "ECO", line:match(ECO_LABEL))
  end
  return tags
end

local LONGEST_ROUND = 80 -- bytes of a line

-- Return the number of the round in a short line: "Round 3", "3. Runde".
local function round_in(line)
  return #line <= LONGEST_ROUND and not find(line, "%l%l%l%.%s*$") and rounds.find(line) or nil
end

-- ---- openings ------------------------------------------------------------------------------------

-- Return the number and the opening of "GAME 1. QUEEN'S GAMBIT DECLINED". The number is that of the book.
function M.number_in(line)
  for _, word in ipairs(words.games) do
    local number, rest = line:match("^%s*" .. word .. "%s*[NnOor.]*%s*(%d+)[.:)]?%s*(.-)%s*$")
    if number then
      rest = players.name(rest:match("^([^.:]+%l)%.%s+%u") or rest) -- "GAME 4. Gambit. Played at Leeds"
      return number, #rest > 3 and #rest < 80 and not rest:find("%d") and words.is_of_opening(rest) and rest or nil
    end
  end
end

local LONGEST_OPENING = 60 -- bytes

-- Return the opening that a line has, and nothing else: "King's Bishop's Gambit."
function M.opening_in(line)
  local _, opening = M.number_in(line)
  local text = players.name(line)
  local is_alone = #text <= LONGEST_OPENING and words.is_of_opening(text) and players.is_name(text)
    and not text:find("[:(]") and players.is_proper(text)
  return opening or is_alone and text or nil
end

local ECO = { "[%[(`]([A-E]%d%d)%d?[%])`]", ECO_LABEL, "%f[%a]cod[ice]*:?%s+([A-E]%d%d)%f[%W]",
  "%s%s%s([A-E]%d%d)%s*$",
  "^%s*([A-E]) ?(%d%d)%s%s+%S" }

-- Return the code of the opening in a line: in brackets, after "ECO", or apart at the beginning or the end.
function M.eco_in(line)
  for _, form in ipairs(ECO) do
    local code, rest = line:match(form)
    if code then
      return code .. (rest or "")
    end
  end
end

-- ---- tags ----------------------------------------------------------------------------------------

local TAG = "^%s*%[(%u%a+)%s+(.-)%]%s*$"
local TAG_VALUES = { "^\u{201C}(.*)\u{201D}$", "^\u{201E}(.*)\u{201C}$", "^\u{201E}(.*)\u{201D}$",
  "^\u{AB}%s*(.-)%s*\u{BB}$", "^'(.*)'$" }

-- Return the name and value of a tag with other quotation marks than those of PGN: "[White «Réti»]".
local function tag_in(line)
  local name, text = line:match(TAG)
  for _, form in ipairs(name and TAG_VALUES or {}) do
    local value = text:match(form)
    if value then
      return name, value
    end
  end
end

-- Return the rest of "Caro-Kann. Osterturnier, Wien, 1931", which begins with an opening, and the opening.
local function without_opening(line)
  local opening, rest = line:match("^%s*([^.,:;]+)%.%s+(%S.*)$")
  if opening and M.opening_in(opening) and dates.find(rest) then
    return rest, opening
  end
  return line
end

-- Words before the date on which a game by mail began.
local STARTED = {}
for word in ("started start begun begonnen gestartet commencée débutée iniciada iniciata zahájeno zahájená"
  .. " začala rozpoczęta aangevangen startad начата розпочата alkoi indult"):gmatch("%S+") do
  STARTED[word] = true
end

-- Return the event and the date of a game by mail: "[KT-114/05, started 3. 5. 2005]".
local function started_in(line)
  local event, word, date = line:match("^%s*%[([^%[%],]+),%s*" .. WORD .. ":?%s+(.-)%]%s*$")
  date = event and STARTED[lower(word)] and dates.find(date)
  return date and { Event = players.trim(event), Date = date } or nil
end

-- Return the event, the place and the date of a line with two teams, if the players have names in another line:
-- "Utrecht - Gent, Breda, 1970".
local function teams_in(line, names)
  local pair = names.White and players.pair(line)
  if not pair or not pair.after or pair.white == names.White then
    return nil
  end
  local tags = occasion.tags(pair.after)
  local event = tags and tags.Date and tags.Site and not tags.Event and line:match("^%s*([^,]-),")
  if event then
    tags.Event = event
    return tags
  end
end

-- Return the tags of a line that does not name the players. `year`: a date with the year of a day and a month.
-- `names`: the tags with the names of the players.
function M.tags_in(line, year, names)
  local name, value = tag_in(line)
  if name then
    return { [name] = value }
  end
  local special = started_in(line) or teams_in(line, names)
  if special then
    return special
  end
  local rest, opening = without_opening(line)
  local found = M.labels_in(rest)
  if not next(found) and not players.pair(rest) then
    found = occasion.tags(rest, year) or {}
    found.Opening = opening or M.opening_in(rest)
  end
  found.Round = found.Round or round_in(rest)
  return found
end

return M
