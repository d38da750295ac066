--- Advice about a text that is no query but a phrase: "Queen's Gambit", "mate in two", "Bxh7+", "B90", "white
-- castled kingside". It is called only after the text has failed as a query.
-- @module lucena.query.phrase

local argument = require("lucena.argument")
local catalogue = require("lucena.query.catalogue")

local M = {}

-- Return the FEN in a text that is nothing else, perhaps after the word "FEN".
local function fen_of(text)
  local fen = text:match("^%s*[Ff][Ee][Nn]%s*:?%s+(.+)$") or text
  local rows = fen:match("^%s*([%dpnbrqkPNBRQK/]+)%s+[wb]%f[%W]")
  return rows and select(2, rows:gsub("/", "")) == 7 and fen:match("^%s*(.-)%s*$") or nil
end

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
  local fen = fen_of(text)
  if fen then
    return ('position "%s"'):format(fen)
  end
  text = text:match("^[Ee][Cc][Oo]%s*:?%s+(%u%d%d.*)$") or text
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
  if not text:find("[%a\128-\255][%a\128-\255]") then
    return nil -- a number or a letter
  end
  local name = text:gsub("^%l", string.upper)
  return require("lucena.query.opening_names").find(name)[1] and ('opening "%s"'):format(name) or nil
end

local function is_phrase(text)
  return text:find("^[%w\128-\255][%w\128-\255%s'%-+#=.,:<>]*$") ~= nil
end

-- Return the advice about a phrase of which a part was understood, or nothing.
local function of_parts(text, query, unread)
  if query and unread[1] then
    return ("'%s' is not understood; the other words of '%s' mean %s"):format(table.concat(unread, "', '"), text, query)
  end
  return ("no query means '%s'; `lucena help queries` lists them all"):format(text)
end

-- Return the query for a whole phrase, or nil; then the query of the parts that were understood, and the other words. A
-- phrase that is not understood is translated, if it has French or German words.
local function query_of(text, is_translated)
  local query = M.form_of(text) or catalogue.say(text)
  if query then
    return query
  end
  local read, unread, is_whole = require("lucena.query.wording").read(text)
  if read and is_whole then
    return read
  end
  query = M.opening_of(text)
  local translated = not query and not is_translated and require("lucena.query.foreign_words").translated(text)
  if translated then
    return query_of(translated, true)
  end
  return query, read, unread
end

-- Return the query for alternatives, "pin / fork", of which each is a whole phrase; or nil.
local function alternatives(text)
  local first, rest = text:match("^(.-)%s+/%s+(.+)$")
  local one = first and M.whole(first)
  local other = one and M.whole(rest)
  return other and one .. " | " .. other or nil
end

--- Return the query for a phrase of which all words are understood, or nil.
---@param text string
---@return string? query
-- @usage require("lucena.query.phrase").whole("white castled kingside") --> castled{kind = "short", side = "white"}
function M.whole(text)
  local phrase = text:gsub("%s&%s", " and "):gsub("1/2%-1/2", "draw")
  return is_phrase(phrase) and (query_of(phrase)) or fen_of(text) and M.form_of(text) or alternatives(text)
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
  local query, part, unread = query_of(text)
  local answer = not query and require("lucena.query.beyond").answer(text)
  if query or answer then
    return answer or ("'%s' is not a query; write %s"):format(text, query)
  elseif text:find("^%u") and not text:find("%s") then
    return nil -- a surname, about which lucena.query.source knows more
  end
  return of_parts(text, part, unread)
end

return M
