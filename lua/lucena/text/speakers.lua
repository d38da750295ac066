--- Reads the names of the players in a chat with one move in a message: "<tobi> d4", "19:06 renée: Nf6",
-- "[12.03.2019 20:17:05] Ana Abel: d4".
--
-- The names count only if all moves of White are in messages of one person, and all moves of Black in those of another.
-- A log that begins with a date and a time, or with a date after dashes, gives the date.
-- @module lucena.text.speakers

local dates = require("lucena.text.dates")
local players = require("lucena.text.players")

local M = {}

local FEWEST = 6 -- moves
local LARGEST = 400 -- bytes before the first move that may have the date

local NAME = "(%f[%u\xC3-\xD1][^%s:<>]+ [%u\xC3-\xD1][^:<>]+)" -- of two or more words with capitals
local NAMES = { "^%s*%[[%d:./, -]+[APMapm]*%]%s*" .. NAME .. ":%s",
  "^%s*%d[%d:./, ]*[APMapm]* %- " .. NAME .. ":%s",
  "^%s*%[?[%d:. ]*%]?%s*<([^<>%s]+)>%s", "^%s*%[?[%d:. ]*%]?%s*([%a_\x80-\xFF][%w_\x80-\xFF.-]*):%s" }

local STAMP = "^[ \t]*%[?(%d%d?[./]%d%d?[./]%d%d%d?%d?),? %d?%d:%d%d" -- the date and time of a message

-- Return the line of an offset up to it.
local function line_before(text, at)
  return text:sub(math.max(1, at - 80), at - 1):match("[^\n]*$")
end

-- Return the person who wrote the line of an offset, or nil.
local function speaker(text, at)
  local line = line_before(text, at)
  for _, form in ipairs(NAMES) do
    local name = line:match(form)
    if name and not players.is_label(name) then
      return name
    end
  end
end

--- Add the tags of a chat.
---@param tags table<string, string>
---@param text string
---@param mentions table[] the mainline, in its order
---@param is_black boolean whether Black has the first move
function M.add(tags, text, mentions, is_black)
  local stamp = mentions[1] and line_before(text, mentions[1].first):match(STAMP)
  tags.Date = tags.Date or stamp and dates.labelled(stamp) or nil
  if tags.White or tags.Black or #mentions < FEWEST then
    return
  end
  local first, second = speaker(text, mentions[1].first), speaker(text, mentions[2].first)
  if not first or not second or first == second then
    return
  end
  for i, mention in ipairs(mentions) do
    if speaker(text, mention.first) ~= (i % 2 == 1 and first or second) then
      return
    end
  end
  tags.White, tags.Black = is_black and second or first, is_black and first or second
  local start = mentions[1].first
  for line in text:sub(math.max(1, start - LARGEST), start):gmatch("[^\r\n]+") do
    local is_log = line:find("%d:%d%d") or line:find("^%-%-%-") -- "--- Log opened Sat Mar 09 2002"
    tags.Date = tags.Date or is_log and dates.find(line) or nil
  end
end

return M
