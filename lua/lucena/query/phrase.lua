--- Advice about a text that is no query but a phrase: "Queen's Gambit", "mate in two", "Bxh7+", "B90". It is called
-- only after the text has failed as a query.
-- @module lucena.query.phrase

local argument = require("lucena.argument")
local catalogue = require("lucena.query.catalogue")

local M = {}

-- The queries that read a text without a name, in this order: an ECO code, material, moves, one move.
local READERS = { "eco", "material", "line", "played" }

local function is_read(name, text)
  return (argument.attempt(require("lucena.query").query[name], text))
end

--- Return the query for a text that has a form of chess, such as an ECO code or a move.
---@param text string
---@return string? query
-- @usage require("lucena.query.phrase").form_of("Q v R") --> material "Q v R"
function M.form_of(text)
  for _, name in ipairs(READERS) do
    if (name ~= "line" or text:find("%s")) and is_read(name, text) then
      return ('%s "%s"'):format(name, text)
    end
  end
  local white, black = text:match("^(%u[^%d]-)%s+vs?%.?%s+(%u[^%d]*)$")
  return white and ('player "%s" & player "%s"'):format(white, black) or nil
end

--- Return the query for a text that is the name of an opening.
---@param text string
---@return string? query
-- @usage require("lucena.query.phrase").opening_of("sicilian") --> opening "Sicilian"
function M.opening_of(text)
  local name = text:gsub("^%l", string.upper)
  return is_read("opening", name) and ('opening "%s"'):format(name) or nil
end

-- Return the longest part of a phrase that has a query, and the query.
local function part_of(text)
  local words = {}
  for word in text:gmatch("[^%s]+") do
    words[#words + 1] = word
  end
  for count = #words - 1, 1, -1 do
    for first = 1, #words - count + 1 do
      local part = table.concat(words, " ", first, first + count - 1)
      local is_clean = not catalogue.is_empty(words[first]) and not catalogue.is_empty(words[first + count - 1])
      local query = is_clean and catalogue.say(part)
      if query then
        return part, query
      end
    end
  end
end

local function is_phrase(text)
  return text:find("^[%a\128-\255][%w\128-\255%s'%-+#=.]*$") ~= nil
end

--- Return the advice about a text, or nil if it is no phrase.
---@param text string
---@return string? advice
-- @usage require("lucena.query.phrase").advice("Bxh7+") --> 'Bxh7+' is not a query; write played "Bxh7+"
function M.advice(text)
  text = text:match("^%s*(.-)%s*$"):gsub("\u{2019}", "'")
  if text:find("\xE2\x80[\x9C\x9D]") or text:find("\xC2[\xAB\xBB]") then -- typographic quotation marks
    return 'write the quotation mark " of Lua'
  elseif not is_phrase(text) then
    return nil
  end
  local query = M.form_of(text) or catalogue.say(text) or M.opening_of(text)
  if query then
    return ("'%s' is not a query; write %s"):format(text, query)
  elseif text:find("^%u") and not text:find("%s") then
    return nil -- a surname, about which lucena.query.source knows more
  end
  local part, of_part = part_of(text)
  if part then
    return ("no query means '%s'; for '%s' write %s"):format(text, part, of_part)
  end
  return ("no query means '%s'; `lucena help queries` lists them all"):format(text)
end

return M
