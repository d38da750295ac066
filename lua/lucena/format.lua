--- The output formats of games, and helpers that several formats need. `lucena.export` writes games.
-- @module lucena.format

local M = {}

-- ---- which formats -------------------------------------------------------------------------------

--- The formats, with descriptions.
---@type table[] {name, description}
M.FORMATS = {
  { "pgn", "PGN in export format" },
  { "json", "an array of games; see Game:json" },
  { "jsonl", "JSON, one game per line" },
  { "csv", "one line per game: tags and computed columns" },
  { "tsv", "the same with tabs" },
  { "fen", "the FEN of each position" },
  { "epd", "the same with its first four fields" },
  { "uci", "the moves as UCI, one game per line" },
  { "san", "the moves as SAN, one game per line" },
}

--- Names of the formats, in the order of FORMATS.
---@type string[]
M.NAMES = {}

local IS_FORMAT = {}
for i, row in ipairs(M.FORMATS) do
  M.NAMES[i] = row[1]
  IS_FORMAT[row[1]] = true
end

--- Return the names of all formats: built-in ones first, then registered ones.
---@return string[]
-- @usage require("lucena.format").names()[1] --> pgn
function M.names()
  local names = table.move(M.NAMES, 1, #M.NAMES, 1, {})
  local added = require("lucena.registry").names("format")
  return table.move(added, 1, #added, #names + 1, names)
end

-- Return names as the choices of an option. The other ones, from `all()`, are looked up only if none of the names is
-- chosen, because this reads the names in the modules of rocks.
local function choices_of(names, all)
  return setmetatable(table.move(names, 1, #names, 1, {}), { __index = function(choices, i)
    setmetatable(choices, nil)
    local seen = {}
    for _, name in ipairs(choices) do
      seen[name] = true
    end
    for _, name in ipairs(all()) do
      choices[#choices + 1] = not seen[name] and name or nil
    end
    return choices[i]
  end })
end

--- Return the names of all formats as the choices of an option.
---@return table choices for ipairs
-- @usage require("lucena.format").choices()[1] --> pgn
function M.choices()
  return choices_of(M.NAMES, M.names)
end

--- Return the names of all formats of the input as the choices of an option.
---@return table choices for ipairs
-- @usage require("lucena.format").input_choices()[2] --> json
function M.input_choices()
  return choices_of({ "pgn", "json", "jsonl" }, function() return require("lucena.reader").names() end)
end

--- Check a format that is registered. lucena.registry calls this function.
---@param name string
---@param value any
---@return function? write
---@return string|table problem a message; or {is_name = true, text = message} if the name is wrong
function M.adopt(name, value)
  if IS_FORMAT[name] then
    return nil, { is_name = true, text = ("'%s' is a built-in format"):format(name) }
  elseif type(value) ~= "function" then
    return nil, ("function expected, got %s"):format(require("lucena.argument").kind(value))
  end
  return value
end

--- Return the function of a registered format. A function is returned unchanged. The binding calls this for a format
-- that is not built in.
---@param format any
---@return function? write
function M.find(format)
  if type(format) == "function" then
    return format
  end
  return type(format) == "string" and require("lucena.registry").find("format", format) or nil
end

--- Return the message for an unknown format. The binding calls this function, too.
---@param format string
---@param names? string[] the known formats; default: those of games
---@return string
-- @usage require("lucena.format").unknown("xml", {"csv", "tsv"}) --> there is no format 'xml'; the formats are csv, tsv
function M.unknown(format, names)
  names = names or M.names()
  local hint = require("lucena.suggestion").hint(format, names)
  return ("there is no format '%s'%s formats are %s"):format(require("lucena.argument").shown(format),
    hint == "" and "; the" or hint .. " The", table.concat(names, ", "))
end

-- Other suffixes than the names of the formats.
local SUFFIX = { ndjson = "jsonl", tab = "tsv" }
local PACKED = { gz = true, zst = true, bz2 = true }

--- Return the format that a file name indicates, or nil.
---@param path string
---@return string?
function M.of_path(path)
  local stem, suffix = path:match("^(.*)%.([^./]+)$")
  suffix = suffix and suffix:lower()
  if PACKED[suffix] then
    return M.of_path(stem)
  end
  return SUFFIX[suffix] or IS_FORMAT[suffix] and suffix or nil
end

-- Formats of games that the name of an input file indicates.
local IS_READABLE = { pgn = true, json = true, jsonl = true }

--- Return the format of an input that its file name indicates: pgn, json or jsonl.
---@param path string?
---@return string
-- @usage require("lucena.format").of_input("games.jsonl.gz") --> jsonl
function M.of_input(path)
  local found = path and M.of_path(path)
  return IS_READABLE[found] and found or "pgn"
end

-- ---- text ----------------------------------------------------------------------------------------

--- Convert text to UTF-8. Text that is not UTF-8 is read as Latin-1 or Windows-1252.
---@param text string
---@return string
function M.to_utf8(text)
  -- Most text is ASCII.
  return text:find("[\x80-\xFF]") and require("lucena").to_utf8(text) or text
end

--- Convert the PGN text of a game to UTF-8, each tag and comment from its own encoding.
---@param text string
---@return string
function M.game_to_utf8(text)
  return text:find("[\x80-\xFF]") and require("lucena.core").game_to_utf8(text) or text
end

--- Remove the characters of a set from the end of a text, in linear time. `gsub("[set]+$", "")` takes quadratic time if
-- the text has long runs of these characters.
---@param text string
---@param set string as inside the brackets of a Lua pattern
---@return string
-- @usage require("lucena.format").trim("1858.??.??", ".?") --> 1858
function M.trim(text, set)
  return (text:match("^.*[^" .. set .. "]")) or ""
end

local NOT_ASCII = "[\x80-\xFF]"

-- Return whether a game has a tag that is not in UTF-8, and no tag with UTF-8 letters. So one tag with UTF-8 letters
-- shows that the tags are not in Latin-1, even if another tag has an invalid byte. `except`: the name of a tag to
-- ignore.
local function has_latin_tags(game, except)
  local is_latin = false
  for name, value in pairs(game.tags) do
    if name ~= except and value:find(NOT_ASCII) then
      if utf8.len(value) then
        return false
      end
      is_latin = true
    end
  end
  return is_latin
end

-- Encode UTF-8 text for a game that is not in UTF-8. The text is encoded in Windows-1252, which has all letters of
-- Latin-1, and more.
local function to_latin(text, game)
  local fitted = require("lucena").from_utf8(M.to_utf8(text), "cp1252")
  if not fitted then
    return nil, ("'%s' cannot be written in %s, the encoding of this game"):format(text, game.encoding)
  end
  return fitted
end

--- Encode a UTF-8 text for a game, so that a game in Latin-1 stays in Latin-1.
---@param text string
---@param game lucena.Game
---@return string? text nil if the encoding of the game lacks a character
---@return string? err
function M.fit_encoding(text, game)
  if not text:find(NOT_ASCII) then
    return text
  end
  local encoding = game.encoding
  if encoding == "ascii" or encoding == "utf-8" then
    return M.to_utf8(text)
  end
  return to_latin(text, game)
end

--- Encode the value of a tag, given in UTF-8, for a game: in UTF-8 unless the tags of the game are in Latin-1. Comments
-- are not considered, because each text of a game has its own encoding.
---@param text string
---@param game lucena.Game
---@param replaced? string the name of a tag whose old value is not considered
---@return string? text nil if the encoding of the tags lacks a character
---@return string? err
function M.fit_tag(text, game, replaced)
  if text:find(NOT_ASCII) and has_latin_tags(game, replaced) then
    return to_latin(text, game)
  end
  return M.to_utf8(text)
end

-- Options with which only the moves of the mainline are written.
local BARE = {
  width = 0, comments = false, nags = false, variations = false, numbers = false, results = false,
}

--- Return the mainline in SAN, separated by blanks.
---@param game lucena.Game
---@return string
function M.san_moves(game)
  if not game.rest then
    return game:movetext(BARE):sub(1, -2)
  end
  local words = {}
  for node in game:mainline() do
    words[#words + 1] = node.san
  end
  return table.concat(words, " ")
end

--- Return the mainline in UCI notation, separated by blanks.
---@param game lucena.Game
---@return string
function M.uci_moves(game)
  local line = game:export("uci")
  -- The moves of a game from a set-up position follow "fen FEN moves".
  return line:byte() == 102 and line:match("^fen .- moves ?(.*)\n$") or line:sub(1, -2)
end

return M
