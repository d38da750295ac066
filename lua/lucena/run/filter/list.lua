--- One line per game, for `lucena filter --list`: number, players, result, date, event, plies, the matching move.
-- @module lucena.run.filter.list

local format = require("lucena.format")
local phrase = require("lucena.run.phrase")
local results = require("lucena.result")

local M = {}

-- The total width of the fixed columns, each with a blank before it: number, result, date, plies, move.
local FIXED = 6 + 1 + 7 + 1 + 10 + 1 + 4 + 1 + 11 + 3
local RESULTS = { ["1/2-1/2"] = "1/2" } -- lexicon: the short form fits the column

-- Escape a text for the terminal, and cut or pad it to `width` characters. A shortened text ends in a dot.
local function fitted(text, width, is_right)
  text = phrase.safe(format.to_utf8(text))
  local length = utf8.len(text)
  if length > width then
    return text:sub(1, utf8.offset(text, width) - 1) .. "."
  end
  local fill = (" "):rep(width - length)
  return is_right and fill .. text or text .. fill
end

-- Fit a player's name. If it is too long, the given names become an initial, or are omitted: "Morphy, P.", "Dufresne".
local function fitted_name(name, width)
  name = format.to_utf8(name or "?")
  local surname, initial = name:match("^([^,]+),%s*(" .. utf8.charpattern .. ")")
  if surname and utf8.len(name) > width then
    local short = surname .. ", " .. initial .. "."
    name = utf8.len(short) <= width and short or utf8.len(surname) <= width and surname or name
  end
  return fitted(name, width)
end

local function is_unknown(name)
  return name == nil or name == "?" or name == ""
end

-- Return both players. A chapter of a study has none, so its name takes their place.
local function shown_players(tags, width)
  local chapter = tags.ChapterName
  if chapter and is_unknown(tags.White) and is_unknown(tags.Black) then
    return fitted(chapter, 2 * width + 1)
  end
  return fitted_name(tags.White, width) .. " " .. fitted_name(tags.Black, width)
end

-- Return the values that --show adds to a line, with two blanks before each.
local function shown(game, show)
  local texts = {}
  for i, value_of in ipairs(show) do
    texts[i] = "  " .. phrase.safe(format.to_utf8(value_of(game)))
  end
  return table.concat(texts)
end

-- Return the known part of a date: 1858 for "1858.??.??".
local function shown_date(date)
  return format.trim(date or "", ".?")
end

--- Return a function that makes the line of a game.
---@param width integer the columns of the line
---@param show (fun(game: lucena.Game): string)[] further values, which may make it longer
---@return fun(game: lucena.Game, move: string): string
function M.lines(width, show)
  local free = math.max(width - FIXED, 24)
  local player, event = free * 2 // 6, free - 2 * (free * 2 // 6)
  return function(game, move)
    local tags, result = game.tags, results.of(game) or "*"
    local line = table.concat({
      fitted(tostring(game.number), 6, true), shown_players(tags, player),
      fitted(RESULTS[result] or result, 7), fitted(shown_date(tags.Date), 10), fitted(tags.Event or "?", event),
      fitted(tostring(game.plies), 4, true), phrase.safe(move),
    }, " ")
    return line .. shown(game, show) .. "\n"
  end
end

return M
