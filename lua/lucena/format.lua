--- Output formats of games: a list, and one function that writes a game in any of them.
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

--- The names of the formats, in that order.
---@type string[]
M.NAMES = {}

local IS_FORMAT = {}
for i, row in ipairs(M.FORMATS) do
  M.NAMES[i] = row[1]
  IS_FORMAT[row[1]] = true
end

-- Suffixes besides the formats' own names.
local SUFFIX = { ndjson = "jsonl", tab = "tsv" }
local PACKED = { gz = true, zst = true, bz2 = true }

--- The format given by the name of a file, or nil.
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

-- ---- text ----------------------------------------------------------------------------------------

--- Text as UTF-8; what is none is taken for Latin-1 or Windows-1252.
---@param text string
---@return string
function M.to_utf8(text)
  -- Most text is ASCII.
  return text:find("[\x80-\xFF]") and require("lucena").to_utf8(text) or text
end

--- Text without the characters of a set at its end. In linear time, which `gsub("[set]+$", "")` is not: that one begins
-- again at each character of a long run inside.
---@param text string
---@param set string as inside the brackets of a Lua pattern
---@return string
-- @usage require("lucena.format").trim("1858.??.??", ".?") --> 1858
function M.trim(text, set)
  return text:match("^.*[^" .. set .. "]") or ""
end

--- Text of the user's, in UTF-8, as the bytes that belong in a game: a game in Latin-1 stays one.
---@param text string
---@param game lucena.Game
---@return string? text nil when the game's encoding lacks a character
---@return string? err
function M.fit_encoding(text, game)
  if not text:find("[\x80-\xFF]") then
    return text
  end
  local encoding, chess = game.encoding, require("lucena")
  if encoding == "ascii" or encoding == "utf-8" then
    return M.to_utf8(text)
  end
  -- Code page 1252 has all of Latin-1's letters, and more.
  local fitted = chess.from_utf8(M.to_utf8(text), "cp1252")
  if not fitted then
    return nil, ("'%s' cannot be written in %s, which this game is in"):format(text, encoding)
  end
  return fitted
end

-- The moves of the mainline alone, and with all that the game has besides.
local BARE = {
  width = 0, no_comments = true, no_nags = true, no_variations = true, no_numbers = true, no_results = true,
}
local FULL = { width = 0, no_numbers = true, no_results = true }

--- Whether a game is a mainline and nothing else: no comments, NAGs or variations, and no text that could not be
-- read. Asked by writing it twice, which costs a tenth of looking at its nodes one by one.
---@param game lucena.Game
---@return boolean
function M.is_plain(game)
  return not game.rest and game:movetext(BARE) == game:movetext(FULL)
end

--- The mainline as SAN, moves apart by a blank.
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

--- The mainline as UCI, moves apart by a blank.
---@param game lucena.Game
---@return string
function M.uci_moves(game)
  local line = game:export("uci")
  -- Moves from elsewhere follow "fen FEN moves".
  return line:byte() == 102 and line:match("^fen .- moves ?(.*)\n$") or line:sub(1, -2)
end

--- A game as text with a line end: "pgn", "fen", "epd", "uci", "san", "json" (on one line) and "jsonl".
---@param game lucena.Game
---@param format string
---@param opts? table of the format
---@return string? text
---@return string? err
---@return string? code
function M.export(game, format, opts)
  if format == "pgn" then
    return game:pgn(opts)
  elseif format == "json" or format == "jsonl" then
    return require("lucena.json").encode(game, opts) .. "\n"
  elseif format == "san" then
    return M.san_moves(game) .. "\n"
  end
  return game:export(format, opts)
end

-- Formats that the core writes without making a string.
local IN_CORE = { pgn = true, fen = true, epd = true, uci = true }

--- Write a game. One in PGN is followed by an empty line.
---@param writer lucena.Writer
---@param game lucena.Game
---@param format string as of export()
---@param opts? table
---@return boolean? true
---@return string? err
---@return string? code of the game, or cannot_write, closed_pipe
function M.write(writer, game, format, opts)
  if IN_CORE[format] then
    return writer:export(game, format, opts)
  end
  local text, err, code = M.export(game, format, opts)
  if not text then
    return nil, err, code
  end
  return writer:write(text)
end

return M
